//! `debulha completions`: completion scripts for shells.

use crate::command_line::command;
use anyhow::Result;
use clap_complete::{Shell, generate};
use std::io::{Write, stdout};
use std::process::ExitCode;

/// Write the completion script of a shell
///
/// It knows the ids of systems, segmenters, site methods, models, learners and experiments, and the corpora in $DEBULHA_DATA.
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
    generate(args.shell, &mut command(), "debulha", &mut script);
    stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
