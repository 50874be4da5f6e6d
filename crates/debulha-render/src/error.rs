//! What can go wrong.

use std::io;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Why a page was not rendered.
#[derive(Debug, Error)]
pub enum RenderError {
    /// No browser is there.
    #[error("Chromium not found: {}", match .0 {
        Some(path) => format!("{} does not exist", path.display()),
        None => format!("none of {} is on the PATH", crate::locate::NAMES.join(", ")),
    })]
    NotFound(Option<PathBuf>),
    /// The browser could not be run.
    #[error("{}: cannot be started: {error}", program.display())]
    Run {
        /// The browser.
        program: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The browser ended while it started.
    #[error("{}: exited at once: {reason}", program.display())]
    Start {
        /// The browser.
        program: PathBuf,
        /// The end of what it wrote to standard error.
        reason: String,
    },
    /// There is no room for the browser's files.
    #[error("cannot create a folder for the browser's files: {0}")]
    Folder(io::Error),
    /// The browser ended.
    #[error("the browser exited")]
    Gone,
    /// The process of the page crashed.
    #[error("the page's process crashed")]
    Crashed,
    /// The page took too long; the browser was stopped.
    #[error("timed out after {:.0} seconds", .0.as_secs_f64().ceil())]
    Timeout(Duration),
    /// The page is too long.
    #[error("the page has {bytes} bytes; the limit for rendering is {limit}")]
    TooManyBytes {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        limit: usize,
    },
    /// The page has too many nodes.
    #[error("the page has {nodes} nodes; the limit for rendering is {limit}")]
    TooManyNodes {
        /// How many it has.
        nodes: usize,
        /// How many it may have.
        limit: usize,
    },
    /// The browser sent more than is read.
    #[error("the browser's response is longer than {} MB", .0 >> 20)]
    TooLong(usize),
    /// The page was not opened at its address.
    #[error("cannot open the page: {0}")]
    Open(String),
    /// The page led on to another before it was read.
    #[error("the page navigates away while it is read")]
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
    #[error("cannot parse the browser's response: {0}")]
    Answer(#[from] serde_json::Error),
    /// The engine `embedded` is not in this build.
    #[error(
        "the engine `embedded` is not in this build; run `cargo install --path crates/debulha-cli --features embedded`"
    )]
    NotBuilt,
    /// The page asks for more than the embedded engine may take.
    #[error("{0}")]
    TooComplex(&'static str),
    /// The embedded engine failed on the page.
    #[error("the rendering engine failed: {0}")]
    Failed(String),
    /// No thread could be started for the page.
    #[error("cannot start a thread for the page: {0}")]
    Thread(io::Error),
    /// Pages that were given up still keep the embedded engine at work.
    #[error("{0} pages that timed out are still running")]
    Busy(usize),
    /// The renderers were told to stop.
    #[error("the browsers were stopped")]
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

    /// Whether the scripts of a page may be the cause.
    pub(crate) fn may_be_of_scripts(&self) -> bool {
        self.is_crash()
            || matches!(
                self,
                RenderError::Timeout(_)
                    | RenderError::TooManyNodes { .. }
                    | RenderError::TooLong(_)
                    | RenderError::Open(_)
                    | RenderError::LeadsOn
                    | RenderError::Refused { .. }
            )
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
