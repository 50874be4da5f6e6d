//! `debulha eval` and `debulha score`: how well systems do on labelled pages. Evaluation by site is in [`by_site`],
//! `debulha reproduce` in [`reproduce`], `debulha eval-records` in [`records`].

mod by_site;
mod calibration;
pub(crate) mod records;
pub(crate) mod reproduce;
mod sweep;

use crate::batch;
use crate::corpora::{self, Purpose};
use crate::exit::Usage;
use crate::messages::ProgressArgs;
use crate::system::SystemsArgs;
use anyhow::{Context, Result};
use debulha_core::site::template_evidence::TemplateEvidenceParams;
use debulha_eval::corpus::Corpus;
use debulha_eval::report::html::{HtmlOptions, render};
use debulha_eval::report::{Evaluated, Evaluation, Grouping, structure, table};
use debulha_eval::run_file::{RunRow, read_run};
use debulha_eval::runner::{RunOptions, System, run_in_memory, run_to_files, write_runs};
use debulha_eval::score::{Metric, SystemScores, score_run};
use debulha_eval::site_eval::{SiteSystem, run_by_site};
use std::collections::{BTreeMap, HashSet};
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Metrics that are computed unless told otherwise.
const METRICS: &str = "word_f1,shingles,snippets";

/// Run systems over labelled corpora and score what they extract
///
/// Where no page of a corpus has a labelled text, its records, fields or values are the gold text.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    systems: SystemsArgs,
    #[command(flatten)]
    by_site: by_site::BySiteArgs,
    /// Only the first N pages of each corpus
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Threads; 0 is one a core. Times are steadiest with 1
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Keep what was extracted as DIR/SYSTEM/CORPUS.jsonl
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder with runs of other programs, as SYSTEM/CORPUS.jsonl, to be scored on the same pages; may be repeated
    #[arg(long, value_name = "DIR")]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    calibration: calibration::CalibrationArgs,
    #[command(flatten)]
    sweep: sweep::SweepArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Score run files, ours or those of other programs
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArgs {
    /// Run files: one JSON object a line with `page` or `id`, and `text`
    #[arg(required = true, value_name = "RUN.jsonl")]
    run: Vec<PathBuf>,
    #[command(flatten)]
    data: DataArgs,
    /// Compare with what this run extracted instead of with the labels: how far two programs agree. Pages that failed
    /// in it are left out
    #[arg(long, value_name = "RUN.jsonl")]
    gold: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

/// Which corpora.
#[derive(Debug, clap::Args)]
struct DataArgs {
    /// Corpora, or names of corpora in $DEBULHA_DATA: folders of pages with texts (a.html, a.txt), with truth.jsonl,
    /// truth.csv or blocks.csv, or with data-debulha="content" on elements
    #[arg(short, long, value_name = "DIR", value_delimiter = ',', required = true)]
    data: Vec<PathBuf>,
}

impl DataArgs {
    fn open(&self) -> Result<Vec<Corpus>> {
        self.data.iter().map(|data| corpora::open(data, Purpose::Score)).collect()
    }
}

/// What is reported, and where to.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Report")]
struct ReportArgs {
    /// Metrics; docs/metrics.md defines them all
    #[arg(long, value_name = "METRIC", value_delimiter = ',', default_value = METRICS)]
    metrics: Vec<Metric>,
    /// Also a table by groups of pages
    #[arg(long, value_enum, value_name = "GROUP", value_delimiter = ',')]
    by: Vec<By>,
    /// Write a page with charts and the worst pages
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Worst pages of each system on that page
    #[arg(long, value_name = "N", default_value_t = HtmlOptions::default().worst)]
    worst: usize,
    /// Write all scores, page by page
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum By {
    Type,
    Lang,
    Site,
}

impl ReportArgs {
    /// Scores rows of one system.
    fn score(&self, corpus: &Corpus, rows: Vec<RunRow>) -> Result<Evaluated> {
        let scores = score_run(corpus, &rows, &self.metrics)?;
        Ok(Evaluated { scores, rows })
    }

    /// Prints the tables and writes the files.
    fn publish(&self, evaluations: &[Evaluation<'_>]) -> Result<()> {
        let mut out = stdout().lock();
        for (place, evaluation) in evaluations.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            write!(out, "{}", table::summary(evaluation))?;
            write!(out, "{}", structure::table(evaluation))?;
            for by in &self.by {
                let grouping = match by {
                    By::Type => Grouping::PageType,
                    By::Lang => Grouping::Lang,
                    By::Site => Grouping::Site,
                };
                let text = table::by_group(evaluation, grouping);
                write!(out, "\n{}", if text.is_empty() { "no such groups\n" } else { &text })?;
            }
        }
        if let Some(path) = &self.html {
            let options = HtmlOptions { worst: self.worst, ..HtmlOptions::default() };
            write_file(path, &render(evaluations, &options))?;
        }
        if let Some(path) = &self.json {
            let scores: Vec<&SystemScores> =
                evaluations.iter().flat_map(|e| &e.systems).map(|system| &system.scores).collect();
            write_file(path, &serde_json::to_string(&scores)?)?;
        }
        Ok(())
    }
}

fn write_file(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Systems to be run, page-level ones and site methods.
#[derive(Default)]
struct Systems {
    page_level: Vec<System>,
    site_methods: Vec<SiteSystem>,
    swept: Vec<sweep::Swept>,
}

impl Args {
    /// The systems that were asked for, with their parameters.
    fn systems(&self) -> Result<Systems> {
        let mut systems = Systems::default();
        for (info, params) in self.systems.with_site_methods()? {
            if info.needs.site {
                systems.site_methods.push(SiteSystem::new(info.id, &params)?);
            } else {
                match self.sweep.systems(info, &params)? {
                    Some((swept, several)) => {
                        systems.swept.push(swept);
                        systems.page_level.extend(several);
                    }
                    None => systems.page_level.push(System::new(info.id, &params)?),
                }
                if self.by_site.filter {
                    let filter = TemplateEvidenceParams::default();
                    systems.site_methods.push(SiteSystem::filtered(info.id, &params, filter)?);
                }
            }
        }
        self.by_site.check(&systems)?;
        self.sweep.check(&systems.swept)?;
        Ok(systems)
    }
}

/// Runs `debulha eval`.
///
/// # Errors
/// [`Usage`] for a folder without a corpus or an unknown system; files that cannot be read or written.
pub(crate) fn eval(args: &Args) -> Result<ExitCode> {
    let systems = args.systems()?;
    let corpora = args.data.open()?;
    let mut evaluations = Vec::new();
    for corpus in &corpora {
        let pages = args.limit.unwrap_or(usize::MAX).min(corpus.pages().len());
        let mut options = RunOptions {
            jobs: batch::threads(args.jobs),
            pages: Some((0..pages).collect()),
            metadata: args.report.metrics.contains(&Metric::Metadata),
            structure: args.report.metrics.contains(&Metric::Structure),
            ..RunOptions::default()
        };
        if let Some(protocol) = args.by_site.protocol() {
            options.pages = Some(by_site::pages(corpus, &protocol, pages)?);
        }
        let rounds =
            usize::from(!systems.page_level.is_empty()) + usize::from(!systems.site_methods.is_empty());
        let steps = options.pages.as_ref().map_or(0, Vec::len) * rounds;
        let messages = args.progress.messages(format!("pages of {}", corpus.name()), steps);
        let step = || messages.step();
        let runs = match (args.by_site.protocol(), &args.out) {
            (Some(protocol), out) => {
                let runs = run_by_site(
                    corpus,
                    &systems.page_level,
                    &systems.site_methods,
                    &protocol,
                    &options,
                    &step,
                )?;
                if let Some(out) = out {
                    write_runs(corpus, &runs, out)?;
                }
                runs
            }
            // Scored from the files, as anybody else's run is.
            (None, Some(out)) => run_to_files(corpus, &systems.page_level, out, &options, &step)?
                .iter()
                .map(|path| read_run(path))
                .collect::<Result<Vec<_>, _>>()?,
            (None, None) => run_in_memory(corpus, &systems.page_level, &options, &step)?,
        };
        messages.finish();
        let mut evaluated =
            runs.into_iter().map(|rows| args.report.score(corpus, rows)).collect::<Result<Vec<_>>>()?;
        let run: HashSet<&str> =
            options.pages.iter().flatten().map(|&place| corpus.pages()[place].id.as_str()).collect();
        for mut rows in other_runs(&args.runs, corpus.name())? {
            rows.retain(|row| run.contains(row.page.as_str()));
            evaluated.push(args.report.score(corpus, rows)?);
        }
        evaluations.push(Evaluation::new(corpus, evaluated));
    }
    args.report.publish(&evaluations)?;
    for evaluation in &evaluations {
        args.sweep.publish(evaluation, &systems.swept)?;
        let text = args.calibration.publish(evaluation.corpus, evaluation, &systems.page_level)?;
        write!(stdout().lock(), "{text}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The runs `<dir>/<system>/<corpus>.jsonl`, or `<dir>/<corpus>.jsonl`, by name.
fn other_runs(dirs: &[PathBuf], corpus: &str) -> Result<Vec<Vec<RunRow>>> {
    let mut runs = Vec::new();
    for dir in dirs {
        let context = || format!("cannot read {}", dir.display());
        let entries = std::fs::read_dir(dir).with_context(context)?;
        let mut folders = vec![dir.clone()];
        for entry in entries {
            folders.push(entry.with_context(context)?.path());
        }
        folders.sort();
        let files = folders.iter().map(|folder| folder.join(format!("{corpus}.jsonl")));
        for file in files.filter(|file| file.is_file()) {
            runs.push(read_run(&file)?);
        }
    }
    Ok(runs)
}

/// Runs `debulha score`.
///
/// # Errors
/// [`Usage`] for a folder without a corpus, or a run of another one; files that cannot be read or written.
pub(crate) fn score(args: &ScoreArgs) -> Result<ExitCode> {
    let mut corpora = args.data.open()?;
    if let Some(path) = &args.gold {
        let rows = read_run(path)?;
        corpora = corpora.into_iter().map(|corpus| corpus.labelled_by(&rows)).collect();
    }
    let mut of_corpus: Vec<Vec<Evaluated>> = corpora.iter().map(|_| Vec::new()).collect();
    for path in &args.run {
        let mut by_set: BTreeMap<String, Vec<RunRow>> = BTreeMap::new();
        for row in read_run(path)? {
            by_set.entry(row.set.clone().unwrap_or_default()).or_default().push(row);
        }
        for (set, rows) in by_set {
            let place = corpora.iter().position(|corpus| corpus.name() == set);
            // A file of any name may be scored on the one corpus that is given.
            let Some(place) = place.or((corpora.len() == 1).then_some(0)) else {
                let path = path.display();
                return Err(Usage(format!("{path}: corpus {set:?} is not among those of --data")).into());
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

#[cfg(test)]
mod tests;
