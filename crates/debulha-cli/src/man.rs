//! `debulha man`: manual pages.

use crate::{DEBULHA, command_line::command, help};
use anyhow::{Context, Result};
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write the manual page, or one per verb into a folder
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// Folder for debulha.1, debulha-extract.1, …; created if missing
    dir: Option<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A directory that cannot be written to, and those of standard output.
pub(crate) fn man(args: &ManArgs) -> Result<ExitCode> {
    let command = help::all(&DEBULHA, command(), "");
    if let Some(dir) = &args.dir {
        let write = || fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(command, dir));
        write().with_context(|| format!("cannot write to {}", dir.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        stdout().lock().write_all(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}
