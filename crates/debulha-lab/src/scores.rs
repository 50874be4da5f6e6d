//! `debulha-lab scores`: word F1 of every system on every corpus with gold texts, as `docs/scores.md`.

use crate::corpora::CorporaArgs;
use crate::files::{self, short, today};
use anyhow::{Context, Result};
use debulha::systems::EXTRACTORS;
use debulha_cli::batch;
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_cli::messages::ProgressArgs;
use debulha_compare::System;
use debulha_compare::metrics::Prf;
use debulha_compare::stats::mean;
use debulha_core::extractor::Needs;
use debulha_core::{ParamMap, classify::model::Model};
use debulha_corpus::{Corpus, TRUTH_FILE};
use debulha_eval::runner::{RunOptions, run_in_memory};
use debulha_eval::score::{Metric, score_run};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Score every system on every corpus and write docs/scores.md
///
/// Runs all page-level systems with their defaults on each corpus with gold texts. Scores on pages that the model inside
/// the library has learned from are not shown.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoresArgs {
    #[command(flatten)]
    corpora: CorporaArgs,
    /// Page to write; - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "docs/scores.md", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// Number of threads; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// A corpus with the scores of every system, in the order of the registry.
struct CorpusColumn {
    name: String,
    pages: usize,
    digest: String,
    /// `None` for a system that has learned from the corpus.
    scores: Vec<Option<Prf>>,
}

/// Stands for a score on what a system has learned from.
const LEARNED: &str = "†";

/// What [`LEARNED`] means.
const LEARNED_NOTE: &str = "† The model inside the library has learned from these pages. Its scores by cross-validation \
    over sites are on the [flagship's page](flagship.md). Its mean is over the other corpora.\n";

/// Names of the corpora that a system's own model has learned from.
fn learned_from(id: &str) -> Result<Vec<String>> {
    match debulha_core::extractors::debulha::shipped() {
        Some(bytes) if id == "debulha" => {
            Ok(Model::from_bytes(bytes)?.card.data.into_iter().map(|set| set.name).collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// Runs the verb: all systems that need nothing but a page, on all corpora with gold texts.
///
/// # Errors
/// [`Usage`] for a folder without such corpora and for an output without a folder; files that cannot be read or written.
pub(crate) fn run(args: &ScoresArgs) -> Result<ExitCode> {
    files::check_folder("--output", &args.output)?;
    let data = args.corpora.folder();
    let ids: Vec<&str> =
        EXTRACTORS.iter().filter(|info| info.needs == Needs::PAGE).map(|info| info.id).collect();
    let systems = ids.iter().map(|id| System::new(id, &ParamMap::new())).collect::<Result<Vec<_>, _>>()?;
    let learned = ids.iter().map(|id| learned_from(id)).collect::<Result<Vec<_>>>()?;
    let mut folders: Vec<_> = fs::read_dir(&data)
        .with_context(|| data.display().to_string())?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    folders.sort();
    let mut columns = Vec::new();
    for folder in folders.into_iter().filter(|folder| folder.join(TRUTH_FILE).is_file()) {
        let corpus = Corpus::open(folder)?;
        if corpus.pages().iter().any(|page| page.text.is_some()) {
            let is_learned: Vec<bool> =
                learned.iter().map(|names| names.iter().any(|name| name == corpus.name())).collect();
            columns.push(CorpusColumn::measure(&corpus, &systems, &is_learned, args)?);
        }
    }
    if columns.is_empty() {
        let data = data.display();
        return Err(
            Usage(format!("{data}: no corpus with gold texts; name another folder with --data")).into()
        );
    }
    let mut order: Vec<usize> = (0..ids.len()).collect();
    let over_corpora = |system: &usize| {
        mean(columns.iter().filter_map(|column| column.scores[*system].map(|score| score.f1)))
    };
    order.sort_by(|a, b| over_corpora(b).partial_cmp(&over_corpora(a)).unwrap_or(std::cmp::Ordering::Equal));
    let cells = order.iter().map(|&place| {
        let f1 = columns
            .iter()
            .map(|column| column.scores[place].map_or_else(|| LEARNED.to_owned(), |score| short(score.f1)));
        let mean = short(over_corpora(&place).unwrap_or_default());
        let id = ids[place];
        format!("| [{id}](algorithms/{id}.md) | {} | {mean} |", f1.collect::<Vec<_>>().join(" | "))
    });
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let head =
        format!("| system | {} | mean |\n|---|{}---:|", names.join(" | "), "---:|".repeat(names.len()));
    let table = format!("{head}\n{}\n\n{LEARNED_NOTE}", cells.collect::<Vec<_>>().join("\n"));
    files::write(&args.output, &page(&columns, &ids, &order, &table, &today()))?;
    Ok(ExitCode::SUCCESS)
}

impl CorpusColumn {
    fn measure(corpus: &Corpus, systems: &[System], is_learned: &[bool], args: &ScoresArgs) -> Result<Self> {
        let options = RunOptions { jobs: batch::threads(args.jobs), ..RunOptions::default() };
        let messages = args.progress.messages(format!("pages of {}", corpus.name()), corpus.pages().len());
        let runs = run_in_memory(corpus, systems, &options, &|| messages.step())?;
        messages.finish();
        let scores = runs.iter().zip(is_learned).map(|(rows, &is_learned)| {
            if is_learned {
                return Ok(None);
            }
            let scores = score_run(corpus, rows, &[Metric::WordF1])?;
            let part = |column: &str| scores.overall(column).map_or(0.0, |summary| summary.value);
            Ok(Some(Prf {
                precision: part("word_f1.precision"),
                recall: part("word_f1.recall"),
                f1: part("word_f1.f1"),
            }))
        });
        Ok(Self {
            name: corpus.name().to_owned(),
            pages: corpus.pages().iter().filter(|page| page.text.is_some()).count(),
            digest: corpus.digest().to_owned(),
            scores: scores.collect::<Result<_>>()?,
        })
    }
}

fn page(columns: &[CorpusColumn], ids: &[&str], order: &[usize], table: &str, date: &str) -> String {
    let mut page = format!(
        "<!-- written by `debulha-lab scores` -->\n# Scores\n\n[Word F1](metrics.md#word-f1) of every system with its \
         defaults on every corpus with gold texts, means over pages, {date}:\n\n```sh\n\
         debulha-lab scores\n```\n\nThe last column is the mean over the corpora, each counting \
         once. [Where the corpora come from](guides/corpora.md).\nEach Chinese character counts as a \
         word.\n\n{table}\n## Precision and recall\n"
    );
    // Writing to a string cannot fail.
    for column in columns {
        let _ = writeln!(
            page,
            "\n### {}\n\n{} pages, labels `{}`.\n\n| system | P | R | F1 |\n|---|---:|---:|---:|",
            column.name, column.pages, column.digest
        );
        for &place in order {
            let Some(Prf { precision, recall, f1 }) = column.scores[place] else { continue };
            let _ = writeln!(page, "| `{}` | {precision:.4} | {recall:.4} | {f1:.4} |", ids[place]);
        }
    }
    page
}
