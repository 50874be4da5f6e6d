//! Help in three lengths: the most used options (`-h`), what fits two screens (`--help`), and everything (`--help-all`).
//!
//! An option that is hidden from the long help is shown by `--help-all` alone, one that is hidden from the short help by
//! `--help` too.

use crate::command_line::Program;
use crate::examples;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Heading of which pages are read, and how.
pub const INPUT: &str = "Input";

/// Heading of how addresses are fetched.
#[cfg(any(feature = "fetch", feature = "studio"))]
pub const FETCHING: &str = "Fetching";

/// Heading of the options of browsers.
#[cfg(feature = "render")]
pub const BROWSER: &str = "Browser";

/// Heading of what counts as content.
pub const KEEP: &str = "Content";

/// Heading of what is written, and where to.
pub const OUTPUT: &str = "Output";

/// Heading of runs over many files.
#[cfg(feature = "bulk")]
pub const BULK: &str = "Bulk";

/// Heading of what decides.
pub const SYSTEM: &str = "System";

/// Heading of what is said meanwhile, and how fast it goes.
pub const MESSAGES: &str = "Messages and speed";

/// Heading of the options that all verbs have.
pub const HEADING: &str = "Help and settings";

/// How much is shown on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// What fits two screens.
    Pages,
    /// Every option, with all that is to be said of it.
    All,
}

/// The options that ask for help, and for the version, which the verbs do not have.
pub fn arguments() -> [Arg; 4] {
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    let [short, pages, all] = [
        Arg::new("short-help").short('h').action(ArgAction::HelpShort).help("Show the most used options"),
        Arg::new("help")
            .long("help")
            .action(ArgAction::SetTrue)
            .help("Show a verb's description and options"),
        Arg::new("help-all").long("help-all").action(ArgAction::SetTrue).help("Show every option in detail"),
    ]
    .map(|arg| arg.global(true));
    [short, pages, all, version.help("Show the version")].map(|arg| arg.help_heading(HEADING))
}

/// Which help the command line asks for.
pub fn asked(matches: &ArgMatches) -> Option<Length> {
    let lengths = [("help-all", Length::All), ("help", Length::Pages)];
    lengths.into_iter().find(|(id, _)| matches.get_flag(id)).map(|(_, length)| length)
}

/// The verbs in the order of the command's help, by what they are for.
pub const GROUPS: &[(&str, &[&str])] = &[
    ("Extract", &["extract", "metadata", "records", "forms", "verdict", "why", "compare", "segment"]),
    ("Sites", &["crawl", "harvest", "probe", "render", "site"]),
    ("Models", &["list", "explain", "label", "train"]),
    ("Serve", &["studio", "serve", "mcp"]),
    ("Setup", &["completions", "man"]),
];

/// The verbs by group, one per line, for the help of the command.
fn groups(command: &Command, program: &Program) -> String {
    let mut text = String::new();
    for (group, verbs) in program.groups {
        text.push_str(group);
        text.push_str(":\n");
        for verb in verbs.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {:13} {about}", verb.get_name());
        }
        text.push('\n');
    }
    text
}

/// The command with help that shows its verbs by group.
pub fn grouped(command: Command, program: &Program) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{VERB_HELP}\n{{after-help}}",
        groups(&command, program)
    );
    command.help_template(template)
}

/// Where the options are described.
const VERB_HELP: &str =
    "VERB --help shows options and examples; --help-all shows every option and the exit codes.";

/// The command, each of its verbs saying how to see more.
pub fn with_hints(mut command: Command) -> Command {
    for verb in command.get_subcommands_mut() {
        let hinted = if verb.has_subcommands() { with_hints(verb.clone()) } else { verb.clone() };
        *verb = if !hinted.has_subcommands() || acts_alone(&hinted) { with_hint(hinted) } else { hinted };
    }
    command
}

/// Whether a verb with verbs below it does something without them too.
pub fn acts_alone(verb: &Command) -> bool {
    verb.has_subcommands() && verb.is_args_conflicts_with_subcommands_set()
}

/// The verb, saying at the end of `-h` how to see more, where there is more.
fn with_hint(verb: Command) -> Command {
    if verb.get_arguments().any(Arg::is_hide_short_help_set) {
        verb.after_help("--help shows more options and examples; --help-all shows every option.")
    } else {
        verb
    }
}

/// Shows the help of a verb on standard output.
pub fn print(program: &Program, command: Command, path: &[&str], length: Length) -> ExitCode {
    let verb =
        path.iter().fold(command, |command, name| command.find_subcommand(name).cloned().unwrap_or(command));
    // A closed output is no reason to fail.
    let _ = match length {
        Length::Pages => pages(program, verb, &path.join(" ")).print_help(),
        Length::All => all(program, verb, &path.join(" ")).print_long_help(),
    };
    ExitCode::SUCCESS
}

/// The verb so that its short help shows what fits two screens: a line or two for each option. `path` are its words.
fn pages(program: &Program, verb: Command, path: &str) -> Command {
    let left_out =
        verb.get_arguments().filter(|arg| arg.is_hide_long_help_set() && !arg.is_hide_set()).count();
    let verb = verb.mut_args(|arg| {
        let is_left_out = arg.is_hide_long_help_set();
        arg.hide_short_help(is_left_out)
    });
    let more = match left_out {
        _ if verb.has_subcommands() && !acts_alone(&verb) => return verb,
        0 => "--help-all describes each option in detail.".to_owned(),
        number => format!("--help-all shows {number} more options and describes each in detail."),
    };
    let examples = examples::of(program, path).map(|examples| format!("{examples}\n")).unwrap_or_default();
    verb.after_help(format!("{examples}{more}"))
}

/// The command so that its long help, and that of its verbs, shows everything. `path` are the words of a verb, none of the command itself.
pub fn all(program: &Program, command: Command, path: &str) -> Command {
    let mut command = command.mut_args(|arg| arg.hide_long_help(false).hide_short_help(false));
    for verb in command.get_subcommands_mut() {
        let path = format!("{path} {}", verb.get_name());
        *verb = all(program, verb.clone(), path.trim_start());
    }
    match examples::of(program, path) {
        Some(examples) => command.after_help(examples),
        None => command,
    }
}
