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
pub struct SiteArgs {
    #[command(subcommand)]
    verb: SiteVerb,
}

#[derive(Debug, Subcommand)]
enum SiteVerb {
    Learn(Box<learn::SiteLearnArgs>),
    Show(show::SiteShowArgs),
    Diff(diff::SiteDiffArgs),
    Merge(exchange::MergeArgs),
    Export(exchange::ExportArgs),
    Import(exchange::ImportArgs),
}

/// Runs the verb.
///
/// # Errors
/// A usage error, a store that cannot be used, and those of the output.
pub(crate) fn site(args: &SiteArgs) -> Result<ExitCode> {
    match &args.verb {
        SiteVerb::Learn(args) => learn::learn(args),
        SiteVerb::Show(args) => show::show(args),
        SiteVerb::Diff(args) => diff::diff(args),
        SiteVerb::Merge(args) => exchange::merge(args),
        SiteVerb::Export(args) => exchange::export(args),
        SiteVerb::Import(args) => exchange::import(args),
    }
}
