//! The `debulha` command: thin glue between files, terminals and the library. One file a verb.
#![forbid(unsafe_code)]
// Some helpers serve few features; with all default features, nothing may be unused.
#![cfg_attr(
    not(all(
        feature = "bulk",
        feature = "fetch",
        feature = "lab",
        feature = "learn",
        feature = "render",
        feature = "serve",
        feature = "studio"
    )),
    allow(dead_code, unused_imports, unused_variables, clippy::unused_self)
)]

mod absent;
mod batch;
#[cfg(feature = "serve")]
mod browsers;
#[cfg(feature = "bulk")]
mod bulk;
mod command_line;
mod compare;
mod completions;
#[cfg(feature = "learn")]
mod corpora;
#[cfg(feature = "fetch")]
mod crawl;
mod drawing;
#[cfg(feature = "lab")]
mod eval;
mod examples;
mod exit;
mod explain;
mod extract;
#[cfg(feature = "lab")]
mod features;
#[cfg(feature = "fetch")]
mod fetching;
mod foreign;
mod format;
mod forms;
mod help;
mod inputs;
mod joining;
mod known;
#[cfg(feature = "learn")]
mod label;
mod layout;
mod list;
mod man;
#[cfg(feature = "serve")]
mod mcp;
mod messages;
mod metadata;
mod models;
mod output;
mod overlay;
mod pages;
#[cfg(feature = "fetch")]
mod probe;
mod query;
mod reading;
mod records;
#[cfg(feature = "render")]
mod render;
#[cfg(feature = "lab")]
mod run;
mod segment;
#[cfg(feature = "serve")]
mod serve;
mod settings;
mod site;
#[cfg(feature = "studio")]
mod studio;
mod system;
mod table;
#[cfg(feature = "learn")]
mod train;
mod verdict;
mod why;
mod writing;

use clap::{Parser, Subcommand};
use command_line::CommandLine;
use std::process::ExitCode;

/// Keep the grain, drop the chaff: the main content of web pages
#[derive(Debug, Parser)]
#[command(name = "debulha", version, after_long_help = exit::HELP, disable_help_flag = true, disable_help_subcommand = true)]
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
    #[cfg(feature = "render")]
    Render(render::Args),
    #[cfg(feature = "fetch")]
    Crawl(crawl::Args),
    #[cfg(feature = "fetch")]
    Probe(probe::Args),
    #[cfg(feature = "serve")]
    Mcp(mcp::Args),
    List(list::Args),
    Explain(explain::Args),
    Site(site::Args),
    #[cfg(feature = "lab")]
    Features(features::Args),
    #[cfg(feature = "learn")]
    Label(label::Args),
    #[cfg(feature = "learn")]
    Train(train::Args),
    #[cfg(feature = "lab")]
    Eval(eval::Args),
    #[cfg(feature = "lab")]
    Score(eval::score::Args),
    #[cfg(feature = "lab")]
    EvalRecords(eval::records::Args),
    #[cfg(feature = "lab")]
    Run(run::Args),
    #[cfg(feature = "studio")]
    Studio(studio::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "lab")]
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
        #[cfg(feature = "render")]
        Command::Render(args) => render::render(&args),
        #[cfg(feature = "fetch")]
        Command::Crawl(args) => crawl::crawl(&args),
        #[cfg(feature = "fetch")]
        Command::Probe(args) => probe::probe(&args),
        #[cfg(feature = "serve")]
        Command::Mcp(args) => mcp::run(&args),
        Command::List(args) => list::list(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Site(args) => site::site(&args),
        #[cfg(feature = "lab")]
        Command::Features(args) => features::features(&args),
        #[cfg(feature = "learn")]
        Command::Label(args) => label::label(&args),
        #[cfg(feature = "learn")]
        Command::Train(args) => train::train(&args),
        #[cfg(feature = "lab")]
        Command::Eval(args) => eval::eval(&args),
        #[cfg(feature = "lab")]
        Command::Score(args) => eval::score::run(&args),
        #[cfg(feature = "lab")]
        Command::EvalRecords(args) => eval::records::run(&args),
        #[cfg(feature = "lab")]
        Command::Run(args) => run::run(&args),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::studio(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::serve(&args),
        #[cfg(feature = "lab")]
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
