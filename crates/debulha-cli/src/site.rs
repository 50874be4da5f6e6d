//! `debulha site`: what pages of a site have in common, learned, kept and looked at.

mod diff;
mod exchange;
mod learn;
pub(crate) mod learned;
mod repeated;
mod show;

use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

/// Learn what a site's pages share, and keep it in a store
///
/// Systems that learn from a site (see `debulha list`) need several of its pages. `site learn` reads pages of any number
/// of sites once and keeps a sample of each. --site-store then passes it to `extract`, `run`, `why` and `compare`.
///
/// A store depends only on the pages it has seen. A run may be repeated or killed, and stores may be merged.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Learn(Box<learn::Args>),
    Show(show::Args),
    Diff(diff::Args),
    Merge(exchange::MergeArgs),
    Export(exchange::ExportArgs),
    Import(exchange::ImportArgs),
}

/// Runs the verb.
///
/// # Errors
/// A command line that makes no sense, a store that cannot be used, and those of the output.
pub(crate) fn site(args: &Args) -> Result<ExitCode> {
    match &args.verb {
        Verb::Learn(args) => learn::learn(args),
        Verb::Show(args) => show::show(args),
        Verb::Diff(args) => diff::diff(args),
        Verb::Merge(args) => exchange::merge(args),
        Verb::Export(args) => exchange::export(args),
        Verb::Import(args) => exchange::import(args),
    }
}
