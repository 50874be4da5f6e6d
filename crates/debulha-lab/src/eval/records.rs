//! `debulha-lab eval-records`: how well records are found on labelled pages.

use super::DataArgs;
use anyhow::Result;
use debulha_cli::help;
use debulha_cli::messages::ProgressArgs;
use debulha_cli::records::record_params;
use debulha_cli::system::read_param;
use debulha_compare::metrics::Prf;
use debulha_eval::record_corpus::{RecordPageScore, by_site, score_corpus};
use debulha_eval::wrapper_corpus::{SiteScore, score_wrappers};
use serde_json::Value;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// Score the search for records on labelled pages, by site
#[derive(Debug, clap::Args)]
pub(crate) struct EvalRecordsArgs {
    #[command(flatten)]
    data: DataArgs,
    /// Set a parameter of the search; `debulha records --help-all` lists them
    ///
    /// The value is JSON, otherwise a string. Repeatable.
    #[arg(short, long, value_name = "NAME=VALUE", value_parser = read_param, help_heading = help::SYSTEM)]
    param: Vec<(String, Value)>,
    /// Also print each page with missing or wrong records
    #[arg(long, help_heading = help::OUTPUT)]
    pages: bool,
    /// Learn a wrapper from N pages per site and score it on the others
    ///
    /// The first N pages of the corpus are learned from. Scores records or, if these are not labelled, values or fields.
    #[arg(long, value_name = "PAGES", conflicts_with = "param", help_heading = help::SYSTEM)]
    wrapper: Option<usize>,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Runs the verb.
///
/// # Errors
/// A folder without a corpus, an unknown parameter, and those of standard output.
pub(crate) fn run(args: &EvalRecordsArgs) -> Result<ExitCode> {
    let params = record_params(&args.param, false)?;
    let mut out = stdout().lock();
    for corpus in args.data.open()? {
        let messages = args.progress.messages(format!("pages of {}", corpus.name()), corpus.pages().len());
        let pages = match args.wrapper {
            None => score_corpus(&corpus, &params, &|| messages.step())?,
            Some(learned) => {
                let sites = score_wrappers(&corpus, learned, &|| messages.step())?;
                for SiteScore { site, learned, fields, .. } in &sites {
                    writeln!(out, "{site}: {learned}")?;
                    for (field, score) in fields {
                        line(&mut out, &format!("  {field}"), *score)?;
                    }
                }
                let fields: Vec<Prf> = sites.iter().flat_map(|site| site.fields.values().copied()).collect();
                if let Some(mean) = Prf::mean(&fields) {
                    line(&mut out, "mean over fields", mean)?;
                }
                sites.into_iter().flat_map(|site| site.pages).collect()
            }
        };
        messages.finish();
        if args.wrapper.is_some() && pages.is_empty() {
            continue;
        }
        let (sites, mean) = by_site(&pages);
        writeln!(out, "{}: {} pages, {} sites", corpus.name(), pages.len(), sites.len())?;
        writeln!(out, "{:<24} {:>9} {:>9} {:>9}", "site", "precision", "recall", "f1")?;
        for (site, score) in &sites {
            line(&mut out, site, *score)?;
        }
        if let Some(mean) = mean {
            line(&mut out, "mean over sites", mean)?;
        }
        let all: Vec<Prf> = pages.iter().map(|page| page.score).collect();
        if let Some(mean) = Prf::mean(&all) {
            line(&mut out, "mean over pages", mean)?;
        }
        if args.pages {
            for RecordPageScore { id, predicted, gold, score, .. } in
                pages.iter().filter(|page| page.score.f1 < 1.0)
            {
                writeln!(out, "{id}: {predicted} found, {gold} labelled, F1 {:.3}", score.f1)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn line(out: &mut impl Write, name: &str, score: Prf) -> std::io::Result<()> {
    writeln!(out, "{name:<24} {:>9.3} {:>9.3} {:>9.3}", score.precision, score.recall, score.f1)
}
