//! `debulha-lab score`: run files against labels, or against another run.

use super::{DataArgs, ReportArgs};
use anyhow::{Context, Result};
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_corpus::Corpus;
use debulha_corpus::run_file::{RunRow, read_run};
use debulha_eval::report::{Evaluated, Evaluation};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Score run files of debulha or other tools
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArgs {
    /// Run files, with one JSON object per line: `page` or `id`, and `text`
    #[arg(required = true, value_name = "RUN.jsonl")]
    run: Vec<PathBuf>,
    #[command(flatten)]
    data: DataArgs,
    /// Score against this run instead of the labels
    ///
    /// Measures how far two tools agree. Pages that failed in this run are skipped.
    #[arg(long, value_name = "RUN.jsonl", help_heading = help::INPUT)]
    gold: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs `debulha-lab score`.
///
/// # Errors
/// [`Usage`] for a folder without a corpus, or a run of another one; files that cannot be read or written.
pub(crate) fn run(args: &ScoreArgs) -> Result<ExitCode> {
    if !args.report.explain()? {
        return Ok(ExitCode::SUCCESS);
    }
    let mut corpora = args.data.open()?;
    if let Some(path) = &args.gold {
        let rows = rows_of(path)?;
        let of = rows.len();
        corpora = corpora.into_iter().map(|corpus| corpus.labelled_by(&rows)).collect();
        if corpora.iter().flat_map(Corpus::pages).all(|page| page.text.is_none()) {
            let path = path.display();
            let reason = format!(
                "none of its {of} rows has the text of a page of the corpus; check the ids and --data"
            );
            return Err(Usage(format!("--gold {path}: {reason}")).into());
        }
    }
    let mut of_corpus: Vec<Vec<Evaluated>> = corpora.iter().map(|_| Vec::new()).collect();
    for path in &args.run {
        let mut by_set: BTreeMap<String, Vec<RunRow>> = BTreeMap::new();
        for row in rows_of(path)? {
            by_set.entry(row.set.clone().unwrap_or_default()).or_default().push(row);
        }
        for (set, rows) in by_set {
            let place = corpora.iter().position(|corpus| corpus.name() == set);
            // A file of any name may be scored on the one corpus that is given.
            let Some(place) = place.or((corpora.len() == 1).then_some(0)) else {
                let path = path.display();
                let names: Vec<&str> = corpora.iter().map(Corpus::name).collect();
                let names = names.join(", ");
                return Err(Usage(format!(
                    "{path}: corpus {set:?} is not among those of --data ({names}); add it"
                ))
                .into());
            };
            let scored = args.report.score(&corpora[place], rows);
            of_corpus[place].push(scored.with_context(|| format!("{}", path.display()))?);
        }
    }
    let evaluations: Vec<Evaluation<'_>> = corpora
        .iter()
        .zip(of_corpus)
        .filter(|(_, evaluated)| !evaluated.is_empty())
        .map(|(corpus, evaluated)| Evaluation::new(corpus, evaluated))
        .collect();
    args.report.publish(&evaluations)?;
    Ok(ExitCode::SUCCESS)
}

/// The rows of a run that is to be scored; those that name no system have the name of the file.
///
/// # Errors
/// [`Usage`] for a file without any; a file that cannot be read or is no run.
fn rows_of(path: &Path) -> Result<Vec<RunRow>> {
    let mut rows = read_run(path)?;
    if rows.is_empty() {
        let what = "the file has no rows; a run has one JSON object per line, with `id` and `text`";
        return Err(Usage(format!("{}: {what}", path.display())).into());
    }
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    for row in rows.iter_mut().filter(|row| row.system.is_none()) {
        row.system.clone_from(&name);
    }
    Ok(rows)
}
