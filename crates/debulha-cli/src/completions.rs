//! `debulha completions`: completion scripts for shells.

use crate::command_line::command;
use anyhow::Result;
use clap::{Command, builder::PossibleValue};
use clap_complete::{Shell, generate};
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// Generate shell completions
///
/// They complete options and the ids of systems, segmenters, site methods, models, learners and experiments, and the
/// corpora in $DEBULHA_DATA.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

/// Runs the verb.
///
/// # Errors
/// Those of standard output.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitCode> {
    write(args, command())
}

/// Writes the completion script of a program.
///
/// # Errors
/// Those of standard output.
pub fn write(args: &CompletionsArgs, mut command: Command) -> Result<ExitCode> {
    // Through a buffer, because the generator panics on a closed pipe.
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(args.shell, &mut command, &name, &mut script);
    if args.shell == Shell::Fish {
        script.extend(fish_arguments(&command).into_bytes());
    }
    stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// The known values of arguments that are no options, which the generator for fish leaves out.
fn fish_arguments(command: &Command) -> String {
    let mut lines = String::new();
    let program = command.get_name();
    for verb in command.get_subcommands() {
        for argument in verb.get_positionals() {
            let values = argument.get_possible_values();
            let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            if !names.is_empty() {
                // Writing to a string cannot fail.
                let _ = writeln!(
                    lines,
                    "complete -c {program} -n \"__fish_{}_using_subcommand {}\" -f -a \"{}\"",
                    program.replace('-', "_"),
                    verb.get_name(),
                    names.join(" ")
                );
            }
        }
    }
    lines
}
