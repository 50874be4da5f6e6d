//! `debulha-lab tune-vote`: chooses the members of `vote`, with the evidence in `docs/vote.md`.

use crate::corpora::default_folder;
use crate::files;
use anyhow::Result;
use clap::builder::PathBufValueParser;
use debulha::systems::EXTRACTORS;
use debulha::systems::vote::Together;
use debulha_cli::batch;
use debulha_cli::corpora::{self, CorpusPurpose};
use debulha_cli::help;
use debulha_cli::known::{self, KnownValues};
use debulha_core::source::PageSource;
use debulha_corpus::Corpus;
use debulha_eval::vote_tuning::{Candidate, Choice, best_threshold, collect, cross_validate, select};
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Additions to the ensemble at most; weights stay small whole numbers.
const ROUNDS: usize = 10;
const FOLDS: usize = 5;

/// Choose the members of `vote` and write docs/vote.md
///
/// Ensemble selection among all systems and presets, cross-validated over the sites of a corpus. The choice is only
/// reported; the members are set in the source of `vote`.
#[derive(Debug, clap::Args)]
pub(crate) struct TuneVoteArgs {
    /// Corpus folder, or the name of a corpus in $DEBULHA_DATA [default: wcxb-dev]
    #[arg(short, long, value_name = "DIR", help_heading = help::INPUT)]
    #[arg(value_parser = KnownValues::read_by(PathBufValueParser::new(), known::corpora), hide_possible_values = true)]
    data: Option<PathBuf>,
    /// Page to write; - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "docs/vote.md", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// Number of threads; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
}

/// Every system with its defaults and with each of its presets.
fn candidates() -> Vec<Candidate> {
    let mut found = Vec::new();
    for info in EXTRACTORS.iter().filter(|info| info.id != "vote") {
        found.push(Candidate { id: info.id.to_owned(), params: debulha_core::ParamMap::new() });
        for preset in info.presets {
            if let Ok(params) = serde_json::from_str(preset.params) {
                found.push(Candidate { id: info.id.to_owned(), params });
            }
        }
    }
    found
}

/// Runs the verb.
///
/// # Errors
/// [`Usage`](debulha_cli::exit::Usage) for a folder without a corpus and for an output without a folder; files that cannot
/// be read or written.
pub(crate) fn run(args: &TuneVoteArgs) -> Result<ExitCode> {
    files::check_folder("--output", &args.output)?;
    let data = args.data.clone().unwrap_or_else(|| default_folder().join("wcxb-dev"));
    let corpus = corpora::open(&data, CorpusPurpose::Score)?;
    let text = batch::pool(args.jobs)?.install(|| page(&corpus))?;
    files::write(&args.output, &text)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the choice and reports it.
fn page(corpus: &Corpus) -> Result<String> {
    let candidates = candidates();
    let pages = collect(corpus, &candidates, &PageSource::default(), Together::TablesAndCode)?;
    let all: Vec<_> = pages.iter().collect();
    let mut text = format!(
        "<!-- written by `debulha-lab tune-vote` -->\n# The members of `vote`\n\n\
         Ensemble selection on `{}` ({} pages with gold text, digest `{}`): start from nothing, add the candidate, \
         one already chosen included, whose addition gives the best mean word F1 at its best threshold; at most \
         {ROUNDS} additions. Candidates are all systems with their defaults and presets. Texts are those of the \
         blocks, without the writers. The figure to believe is the cross-validated one: the choice is made on \
         {} of {FOLDS} folds of sites and judged on the other.\n\n",
        corpus.name(),
        pages.len(),
        &corpus.digest()[..12],
        FOLDS - 1,
    );
    text.push_str(
        "## Each candidate alone\n\n| system | parameters | threshold | word F1 |\n|---|---|---|---|\n",
    );
    for (index, candidate) in candidates.iter().enumerate() {
        let mut weights = vec![0; candidates.len()];
        weights[index] = 1;
        let (threshold, f1) = best_threshold(&all, &weights);
        let params = json!(candidate.params);
        let _ = writeln!(text, "| `{}` | `{params}` | {threshold} | {f1:.4} |", candidate.id);
    }
    let validation = cross_validate(&pages, candidates.len(), ROUNDS, FOLDS);
    let _ = write!(
        text,
        "\n## Cross-validation over sites\n\nWord F1 {:.4} over all pages, each judged by a choice made without its \
         site.\n\n| fold | choice | threshold | word F1 on the other folds |\n|---|---|---|---|\n",
        validation.f1
    );
    for (fold, choice) in validation.choices.iter().enumerate() {
        let _ = writeln!(text, "| {fold} | {} |", row(choice, &candidates));
    }
    let choice = select(&all, candidates.len(), ROUNDS);
    let _ =
        write!(text, "\n## The choice\n\nOn all pages: {}\n", row(&choice, &candidates).replace(" | ", ", "));
    Ok(text)
}

/// Members with their weights, threshold and F1 as cells of a table.
fn row(choice: &Choice, candidates: &[Candidate]) -> String {
    let members = candidates.iter().zip(&choice.weights).filter(|&(_, &weight)| weight > 0);
    let members: Vec<String> = members
        .map(|(c, weight)| {
            if c.params.is_empty() {
                format!("{weight} × `{}`", c.id)
            } else {
                format!("{weight} × `{}` `{}`", c.id, json!(c.params))
            }
        })
        .collect();
    format!("{} | {} | {:.4}", members.join(" + "), choice.threshold, choice.f1)
}
