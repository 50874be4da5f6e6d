//! The `debulha` command: thin glue between files, terminals and the library. One file a verb.
#![forbid(unsafe_code)]

mod batch;
mod compare;
mod completions;
mod describe;
mod eval;
mod exit;
mod explain;
mod extract;
mod features;
mod foreign;
mod inputs;
mod label;
mod layout;
mod list;
mod man;
mod messages;
mod metadata;
mod models;
mod output;
mod pages;
mod query;
mod reading;
mod records;
mod render;
mod run;
mod segment;
mod site;
mod system;
mod train;
mod verdict;
mod why;
mod writing;

use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Keep the grain, drop the chaff: the main content of web pages
#[derive(Debug, Parser)]
#[command(name = "debulha", version, after_help = exit::HELP, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Extract(extract::Args),
    Why(why::Args),
    Compare(compare::Args),
    Verdict(verdict::Args),
    Segment(segment::Args),
    Metadata(metadata::Args),
    Records(records::Args),
    Render(render::Args),
    Features(features::Args),
    Site(site::Args),
    Train(train::Args),
    Label(label::Args),
    List(list::Args),
    Explain(explain::Args),
    Run(run::Args),
    Completions(completions::Args),
    Man(man::Args),
    Eval(eval::Args),
    Score(eval::ScoreArgs),
    EvalRecords(eval::records::Args),
    Reproduce(eval::reproduce::Args),
}

/// The command line with the verb `extract` where a file stands in the place of the verb: `debulha page.html`.
fn with_verb(mut args: Vec<OsString>) -> Vec<OsString> {
    let names_input = |arg: &OsString| {
        let text = arg.to_string_lossy();
        text == "-" || text.starts_with("http://") || text.starts_with("https://") || Path::new(arg).exists()
    };
    if args.get(1).is_some_and(|arg| Cli::command().find_subcommand(arg).is_none() && names_input(arg)) {
        args.insert(1, "extract".into());
    }
    args
}

fn main() -> ExitCode {
    messages::report_panics_in_one_line();
    let cli = match Cli::try_parse_from(with_verb(std::env::args_os().collect())) {
        Ok(cli) => cli,
        Err(error) => match foreign::answer(&error) {
            Some(answer) => return exit::of_error(&exit::Usage(answer).into()),
            None => error.exit(),
        },
    };
    let result = match cli.command {
        Command::Extract(args) => extract::extract(&args),
        Command::Why(args) => why::why(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Verdict(args) => verdict::verdict(&args),
        Command::Segment(args) => segment::segment(&args),
        Command::Metadata(args) => metadata::metadata(&args),
        Command::Records(args) => records::records(&args),
        Command::Render(args) => render::render(&args),
        Command::Features(args) => features::features(&args),
        Command::Site(args) => site::site(&args),
        Command::Train(args) => train::train(&args),
        Command::Label(args) => label::label(&args),
        Command::List(args) => list::list(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Run(args) => run::run(&args),
        Command::Eval(args) => eval::eval(&args),
        Command::Score(args) => eval::score(&args),
        Command::EvalRecords(args) => eval::records::run(&args),
        Command::Reproduce(args) => eval::reproduce::run(&args),
        Command::Completions(args) => completions::completions(&args),
        Command::Man(args) => man::man(&args),
    };
    result.unwrap_or_else(|error| exit::of_error(&error))
}
