//! The folder that holds the corpora.

use debulha_cli::help;
use debulha_corpus::folder;
use std::path::{Path, PathBuf};

/// Which folder.
#[derive(Debug, clap::Args)]
pub(crate) struct CorporaArgs {
    /// Folder of the corpora [default: $DEBULHA_DATA, else data]
    #[arg(short, long, value_name = "DIR", help_heading = help::INPUT)]
    data: Option<PathBuf>,
}

impl CorporaArgs {
    /// The folder, whether it exists or not.
    pub(crate) fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(default_folder)
    }
}

/// The folder of the corpora unless a command line names one.
pub(crate) fn default_folder() -> PathBuf {
    folder(Path::new("."))
}
