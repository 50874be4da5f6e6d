//! From the words of the command line to a verb and its options.

use crate::settings::{self, FileSettings, GivenArguments};
use crate::{Cli, DEBULHA, absent, exit, foreign, help, messages};
use anyhow::Result;
use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory, FromArgMatches};
use debulha_core::features::canonical_url::is_web_address;
use std::error::Error;
use std::ffi::OsString;
use std::num::{ParseFloatError, ParseIntError};
use std::path::Path;
use std::process::ExitCode;

/// A program, and what its help says of its verbs.
#[derive(Debug)]
pub struct Program {
    /// The verbs in the order of the help, by what they are for.
    pub groups: &'static [(&'static str, &'static [&'static str])],
    /// Examples by verb.
    pub examples: &'static [(&'static str, [&'static str; 3])],
}

/// `debulha` with its verbs.
pub fn command() -> Command {
    command_of::<Cli>(&DEBULHA)
}

/// A command with its verbs, and with the options that all verbs have.
pub fn command_of<C: CommandFactory>(program: &Program) -> Command {
    let command = help::grouped(absent::with_absent(C::command()), program);
    help::with_hints(command.args(settings::arguments()).args(help::arguments()))
}

/// Runs a program with the words of the command line; `run` gets what they say, and the options that were given, by name.
pub fn run<C: CommandFactory + FromArgMatches>(
    program: &Program,
    run: impl FnOnce(C, &[(String, String)]) -> Result<ExitCode>,
) -> ExitCode {
    messages::report_panics_in_one_line();
    let CommandLine { cli, settings, given } = match read::<C>(program, std::env::args_os().collect()) {
        Ok(read) => read,
        Err(code) => return code,
    };
    run(cli, &given).unwrap_or_else(|error| {
        let code = exit::of_error(&error);
        if let (true, Some(account)) = (error.is::<exit::Usage>(), settings.account()) {
            messages::line(&account);
        }
        code
    })
}

/// What was requested.
struct CommandLine<C> {
    /// The verb and its options.
    cli: C,
    /// What does not come from the words.
    settings: FileSettings,
    /// The options of the verb that were given, by name.
    given: Vec<(String, String)>,
}

/// Reads the command line, and what the environment and a file add to it.
///
/// # Errors
/// The exit code, where there is nothing more to do: help was shown, or the command line makes no sense.
fn read<C: CommandFactory + FromArgMatches>(
    program: &Program,
    args: Vec<OsString>,
) -> Result<CommandLine<C>, ExitCode> {
    let command = || command_of::<C>(program);
    let mut built = command();
    built.build();
    let args = with_verb(&built, args);
    // What the words say, whatever is wrong or missing: that may be in the file.
    let words = command().ignore_errors(true).try_get_matches_from(&args);
    let words = words.map_err(|error| report(&error, &FileSettings::default()))?;
    let given = GivenArguments::of(&words);
    if let Some(length) = help::asked(given.matches) {
        return Err(help::print(program, built, &given.path, length));
    }
    let settings = settings::read(&built, &given).map_err(|error| exit::of_error(&error))?;
    let (verb, own) = args.split_at(end_of_verb(&built, &args, given.path.len()));
    let all = verb.iter().cloned().chain(settings.words()).chain(own.iter().cloned());
    let matches = command().try_get_matches_from(all).map_err(|error| report(&error, &settings))?;
    absent::check(&matches).map_err(|error| exit::of_error(&error.into()))?;
    let cli = C::from_arg_matches(&matches).map_err(|error| report(&error, &settings))?;
    let given = GivenArguments::of(&matches);
    if let (Ok(Some(true)), Some(account)) = (given.matches.try_get_one("verbose"), settings.account()) {
        messages::line(&account);
    }
    let given = given.texts(&built);
    Ok(CommandLine { cli, settings, given })
}

/// Reports an error of the command line, or shows what was requested, and gives the exit code.
fn report(error: &clap::Error, settings: &FileSettings) -> ExitCode {
    if let Some(answer) = foreign::answer(error) {
        return exit::of_error(&exit::Usage(answer).into());
    }
    if let Some(expected) = expected_number(error) {
        let text = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => text.as_str(),
            _ => "",
        };
        let (option, given) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
        return exit::of_error(&exit::Usage(format!("{option}: \"{given}\" is not {expected}")).into());
    }
    // A closed output is no reason to fail.
    let _ = error.print();
    if let (true, Some(account)) = (error.use_stderr(), settings.account()) {
        messages::line(&account);
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// The number that a value should have been, if that is why it was refused.
pub(crate) fn expected_number(error: &clap::Error) -> Option<&'static str> {
    let source = error.source()?;
    if source.is::<ParseIntError>() {
        Some("a whole number")
    } else if source.is::<ParseFloatError>() {
        Some("a number")
    } else {
        None
    }
}

/// The command line with the verb `extract` where an input, or an option of that verb, is in the place of the verb:
/// `debulha page.html`, `debulha --markdown page.html`. `help VERB` and `version` are taken as the options of that name.
fn with_verb(root: &Command, mut args: Vec<OsString>) -> Vec<OsString> {
    let at = next_word(root, &args, 1);
    match args.get(at).and_then(|arg| arg.to_str()) {
        Some("version") => {
            args[at] = "--version".into();
            return args;
        }
        Some("help") => {
            args.remove(at);
            args.push("--help".into());
            return args;
        }
        _ => {}
    }
    let is_meant = |arg: &OsString| {
        let text = arg.to_string_lossy();
        root.find_subcommand(arg).is_none()
            && (text.starts_with('-')
                || is_web_address(&text)
                || text.contains(['.', '/', '*'])
                || Path::new(arg).exists())
    };
    if args.get(at).is_some_and(is_meant) {
        args.insert(at, "extract".into());
    }
    args
}

/// Where the words of the verb end.
fn end_of_verb(root: &Command, args: &[OsString], words: usize) -> usize {
    (0..words).fold(1, |at, _| next_word(root, args, at) + 1).min(args.len())
}

/// The first word from `at` on that is no option of the command itself, such as `--config FILE`.
fn next_word(root: &Command, args: &[OsString], mut at: usize) -> usize {
    while let Some(text) = args.get(at).and_then(|arg| arg.to_str()) {
        let (name, has_value) = text.split_once('=').map_or((text, false), |(name, _)| (name, true));
        let of_root = root.get_arguments().find(|arg| {
            let short = arg
                .get_short()
                .is_some_and(|short| name.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4])));
            short || (arg.get_long().is_some() && name.strip_prefix("--") == arg.get_long())
        });
        let Some(arg) = of_root else { break };
        at += if arg.get_action().takes_values() && !has_value { 2 } else { 1 };
    }
    at
}
