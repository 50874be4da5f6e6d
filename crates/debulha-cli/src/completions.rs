//! `debulha completions`: completion scripts for shells.

use crate::Cli;
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use std::io::{Write, stdout};
use std::process::ExitCode;

/// Write the completion script of a shell to standard output
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Runs the verb.
///
/// # Errors
/// Those of standard output.
pub(crate) fn completions(args: &Args) -> Result<ExitCode> {
    // Through a buffer, because the generator panics on a closed pipe.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "debulha", &mut script);
    stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
