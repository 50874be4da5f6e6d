//! The `debulha` command: thin glue between files, terminals and the library. One file a verb.
#![forbid(unsafe_code)]

mod batch;
mod browsers;
mod bulk;
mod command_line;
mod compare;
mod completions;
mod corpora;
mod crawl;
mod describe;
mod drawing;
mod eval;
mod exit;
mod explain;
mod extract;
mod features;
mod fetching;
mod foreign;
mod forms;
mod help;
mod inputs;
mod joining;
mod known;
mod label;
mod layout;
mod list;
mod man;
mod mcp;
mod messages;
mod metadata;
mod models;
mod output;
mod overlay;
mod pages;
mod probe;
mod query;
mod reading;
mod records;
mod render;
mod run;
mod segment;
mod serve;
mod settings;
mod site;
mod studio;
mod system;
mod train;
mod verdict;
mod why;
mod writing;

use clap::{Parser, Subcommand};
use command_line::CommandLine;
use std::process::ExitCode;

/// Keep the grain, drop the chaff: the main content of web pages
#[derive(Debug, Parser)]
#[command(name = "debulha", version, after_help = exit::HELP, disable_help_flag = true, disable_help_subcommand = true)]
#[command(disable_version_flag = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Extract(Box<extract::Args>),
    Metadata(metadata::Args),
    Records(records::Args),
    Forms(forms::Args),
    Verdict(verdict::Args),
    Why(why::Args),
    Compare(compare::Args),
    Segment(segment::Args),
    Render(render::Args),
    Crawl(crawl::Args),
    Probe(probe::Args),
    Mcp(mcp::Args),
    List(list::Args),
    Explain(explain::Args),
    Site(site::Args),
    Features(features::Args),
    Label(label::Args),
    Train(train::Args),
    Eval(eval::Args),
    Score(eval::score::Args),
    EvalRecords(eval::records::Args),
    Run(run::Args),
    Studio(studio::Args),
    Serve(serve::Args),
    Reproduce(eval::reproduce::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    messages::report_panics_in_one_line();
    let CommandLine { cli, settings, given } = match command_line::read(std::env::args_os().collect()) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let result = match cli.command {
        Command::Extract(args) => extract::extract(&args, &given),
        Command::Metadata(args) => metadata::metadata(&args),
        Command::Records(args) => records::records(&args),
        Command::Forms(args) => forms::run(&args),
        Command::Verdict(args) => verdict::verdict(&args),
        Command::Why(args) => why::why(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Segment(args) => segment::segment(&args),
        Command::Render(args) => render::render(&args),
        Command::Crawl(args) => crawl::crawl(&args),
        Command::Probe(args) => probe::probe(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::List(args) => list::list(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Site(args) => site::site(&args),
        Command::Features(args) => features::features(&args),
        Command::Label(args) => label::label(&args),
        Command::Train(args) => train::train(&args),
        Command::Eval(args) => eval::eval(&args),
        Command::Score(args) => eval::score::run(&args),
        Command::EvalRecords(args) => eval::records::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Studio(args) => studio::studio(&args),
        Command::Serve(args) => serve::serve(&args),
        Command::Reproduce(args) => eval::reproduce::run(&args),
        Command::Completions(args) => completions::completions(&args),
        Command::Man(args) => man::man(&args),
    };
    result.unwrap_or_else(|error| {
        let code = exit::of_error(&error);
        if let (true, Some(account)) = (error.is::<exit::Usage>(), settings.account()) {
            messages::line(&account);
        }
        code
    })
}
