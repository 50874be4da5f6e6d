//! What can go wrong.

use std::io;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Why a page was not rendered.
#[derive(Debug, Error)]
pub enum RenderError {
    /// No browser is there.
    #[error("no Chromium: {}", match .0 {
        Some(path) => format!("{} is not there", path.display()),
        None => format!("none of {} is on the PATH", crate::locate::NAMES.join(", ")),
    })]
    NotFound(Option<PathBuf>),
    /// The browser could not be run.
    #[error("{}: cannot be run: {error}", program.display())]
    Run {
        /// The browser.
        program: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The browser ended while it started.
    #[error("{}: ended at once: {reason}", program.display())]
    Start {
        /// The browser.
        program: PathBuf,
        /// The end of what it wrote to standard error.
        reason: String,
    },
    /// There is no room for the browser's files.
    #[error("no folder for the browser's files: {0}")]
    Folder(io::Error),
    /// The browser ended.
    #[error("the browser ended")]
    Gone,
    /// The process of the page crashed.
    #[error("the page's process crashed")]
    Crashed,
    /// The page took too long; the browser was stopped.
    #[error("not done within {:.0} seconds", .0.as_secs_f64().ceil())]
    Timeout(Duration),
    /// The page is too long.
    #[error("{bytes} bytes, and {limit} are rendered at most")]
    TooManyBytes {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        limit: usize,
    },
    /// The page has too many nodes.
    #[error("{nodes} nodes, and {limit} are rendered at most")]
    TooManyNodes {
        /// How many it has.
        nodes: usize,
        /// How many it may have.
        limit: usize,
    },
    /// The browser sent more than is read.
    #[error("the browser's answer is longer than {} MB", .0 >> 20)]
    TooLong(usize),
    /// The page was not opened at its address.
    #[error("not opened: {0}")]
    Open(String),
    /// The page led on to another before it was read.
    #[error("it leads on to another page while it is read")]
    LeadsOn,
    /// The browser refused a command.
    #[error("{method}: {reason}")]
    Refused {
        /// The command.
        method: String,
        /// What the browser says.
        reason: String,
    },
    /// The browser's answer has not the form that the protocol gives it.
    #[error("the browser's answer is not understood: {0}")]
    Answer(#[from] serde_json::Error),
    /// The engine `embedded` is not in this build.
    #[error(
        "the engine `embedded` is not in this build; `cargo install --path crates/debulha-cli --features embedded` has it"
    )]
    NotBuilt,
    /// The page asks for more than the embedded engine may take.
    #[error("{0}")]
    TooComplex(&'static str),
    /// The embedded engine failed on the page.
    #[error("the engine failed: {0}")]
    Failed(String),
    /// No thread could be started for the page.
    #[error("no thread for the page: {0}")]
    Thread(io::Error),
    /// Pages that were given up still keep the embedded engine at work.
    #[error("{0} pages that took too long are still at work")]
    Busy(usize),
    /// The renderers were told to stop.
    #[error("the browsers were told to stop")]
    Stopped,
    /// Browsers are driven through pipes of Unix alone.
    #[error("rendering needs a Unix system")]
    System,
}

impl RenderError {
    /// Whether a browser or the process of a page ended. That may have another reason than the page.
    pub fn is_crash(&self) -> bool {
        matches!(self, RenderError::Gone | RenderError::Crashed)
    }

    /// Whether the browser may still be used.
    pub(crate) fn spares_browser(&self) -> bool {
        matches!(
            self,
            RenderError::TooManyBytes { .. }
                | RenderError::TooManyNodes { .. }
                | RenderError::Open(_)
                | RenderError::LeadsOn
                | RenderError::Refused { .. }
        )
    }
}
