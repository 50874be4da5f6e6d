//! `debulha man`: manual pages.

use crate::Cli;
use anyhow::{Context, Result};
use clap::CommandFactory;
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write the manual page to standard output, or the pages of all verbs into a directory
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Directory for `debulha.1`, `debulha-extract.1` and so on; made if it is not there
    dir: Option<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A directory that cannot be written to, and those of standard output.
pub(crate) fn man(args: &Args) -> Result<ExitCode> {
    if let Some(dir) = &args.dir {
        let write = || fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(Cli::command(), dir));
        write().with_context(|| format!("{}: cannot be written", dir.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        stdout().lock().write_all(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}
