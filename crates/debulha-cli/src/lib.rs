//! The `debulha` command: thin glue between files, terminals and the library. One file per verb.
//!
//! A library for two programs only: `debulha`, and `debulha-lab` with more verbs. It is not an interface for others.
#![forbid(unsafe_code)]
// Some helpers serve few features; with all default features, nothing may be unused.
#![cfg_attr(
    not(all(
        feature = "bulk",
        feature = "fetch",
        feature = "learn",
        feature = "render",
        feature = "serve",
        feature = "studio"
    )),
    allow(dead_code, unused_imports, unused_variables, clippy::unused_self)
)]

mod absent;
pub mod batch;
#[cfg(feature = "serve")]
mod browsers;
#[cfg(feature = "bulk")]
mod bulk;
pub mod command_line;
mod compare;
pub mod completions;
#[cfg(feature = "learn")]
pub mod corpora;
#[cfg(feature = "fetch")]
mod crawl;
mod drawing;
pub mod examples;
pub mod exit;
mod explain;
mod extract;
#[cfg(feature = "fetch")]
mod fetching;
mod foreign;
mod format;
mod forms;
#[cfg(feature = "fetch")]
mod harvest;
pub mod help;
pub mod inputs;
mod joining;
pub mod known;
#[cfg(feature = "learn")]
mod label;
pub mod layout;
mod list;
#[cfg(any(feature = "serve", feature = "studio"))]
mod listening;
mod man;
#[cfg(feature = "serve")]
mod mcp;
pub mod messages;
mod metadata;
pub mod models;
mod output;
mod overlay;
mod pages;
#[cfg(feature = "fetch")]
mod probe;
pub mod query;
pub mod reading;
pub mod records;
#[cfg(feature = "render")]
pub mod render;
mod run;
mod segment;
#[cfg(feature = "serve")]
mod serve;
mod settings;
mod site;
#[cfg(feature = "studio")]
mod studio;
pub mod system;
#[cfg(feature = "learn")]
mod train;
mod verdict;
mod why;
mod writing;

use anyhow::Result;
use clap::{Parser, Subcommand};
use command_line::Program;
use std::process::ExitCode;

/// Extract the main content of web pages
#[derive(Debug, Parser)]
#[command(name = "debulha", version, after_long_help = exit::HELP, disable_help_flag = true, disable_help_subcommand = true)]
#[command(disable_version_flag = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The verbs of `debulha`.
#[derive(Debug, Subcommand)]
#[allow(missing_docs)] // The verbs describe themselves.
pub enum Command {
    Extract(Box<extract::ExtractArgs>),
    Metadata(metadata::MetadataArgs),
    Records(records::RecordsArgs),
    Forms(forms::FormsArgs),
    Verdict(verdict::VerdictArgs),
    Why(why::WhyArgs),
    Compare(compare::CompareArgs),
    Segment(segment::SegmentArgs),
    #[cfg(feature = "render")]
    Render(render::RenderArgs),
    #[cfg(feature = "fetch")]
    Crawl(crawl::CrawlArgs),
    #[cfg(feature = "fetch")]
    Probe(probe::ProbeArgs),
    #[cfg(feature = "fetch")]
    Harvest(harvest::HarvestArgs),
    #[cfg(feature = "serve")]
    Mcp(mcp::McpArgs),
    List(list::ListArgs),
    Explain(explain::ExplainArgs),
    Site(site::SiteArgs),
    #[cfg(feature = "learn")]
    Label(label::LabelArgs),
    #[cfg(feature = "learn")]
    Train(train::TrainArgs),
    #[command(hide = true)]
    Run(run::RunArgs),
    #[cfg(feature = "studio")]
    Studio(studio::StudioArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// The program `debulha`.
pub const DEBULHA: Program = Program { groups: help::GROUPS, examples: examples::EXAMPLES };

impl Command {
    /// Runs the verb; `given` are the options that were given, by name.
    ///
    /// # Errors
    /// Those of the verb.
    pub fn run(self, given: &[(String, String)]) -> Result<ExitCode> {
        match self {
            Command::Extract(args) => extract::extract(&args, given),
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
            #[cfg(feature = "fetch")]
            Command::Harvest(args) => harvest::harvest(&args),
            #[cfg(feature = "serve")]
            Command::Mcp(args) => mcp::run(&args),
            Command::List(args) => list::list(&args),
            Command::Explain(args) => explain::explain(&args),
            Command::Site(args) => site::site(&args),
            #[cfg(feature = "learn")]
            Command::Label(args) => label::label(&args),
            #[cfg(feature = "learn")]
            Command::Train(args) => train::train(&args),
            Command::Run(args) => run::run(&args),
            #[cfg(feature = "studio")]
            Command::Studio(args) => studio::studio(&args),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::serve(&args),
            Command::Completions(args) => completions::completions(&args),
            Command::Man(args) => man::man(&args),
        }
    }
}

/// Runs `debulha` with the words of the command line.
pub fn main() -> ExitCode {
    command_line::run::<Cli>(&DEBULHA, |cli, given| cli.command.run(given))
}
