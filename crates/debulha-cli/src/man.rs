//! `debulha man`: manual pages.

use crate::{command_line::command, help};
use anyhow::{Context, Result};
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write the manual page, or into a folder the pages of all verbs
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder for `debulha.1`, `debulha-extract.1` and so on; it is made where there is none
    dir: Option<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A directory that cannot be written to, and those of standard output.
pub(crate) fn man(args: &Args) -> Result<ExitCode> {
    let command = help::all(command());
    if let Some(dir) = &args.dir {
        let write = || fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(command, dir));
        write().with_context(|| format!("{}: cannot be written", dir.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        stdout().lock().write_all(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}
