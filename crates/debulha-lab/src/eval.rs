//! `debulha-lab eval`: how well systems do on labelled pages. Evaluation by site is in [`by_site`], `debulha-lab score` in [`score`],
//! `debulha-lab reproduce` in [`reproduce`], `debulha-lab eval-records` in [`records`].

mod by_site;
mod calibration;
mod other_runs;
pub(crate) mod records;
pub(crate) mod reproduce;
pub(crate) mod score;
mod sweep;

use crate::files;
use anyhow::{Context, Result};
use clap::builder::PathBufValueParser;
use debulha::systems;
use debulha_cli::batch;
use debulha_cli::corpora::{self, CorpusPurpose};
use debulha_cli::exit::Usage;
use debulha_cli::help;
use debulha_cli::known::{self, KnownValues};
use debulha_cli::layout::LayoutArgs;
use debulha_cli::messages::ProgressArgs;
use debulha_cli::models;
use debulha_cli::system::{SystemsArgs, suggestion};
use debulha_compare::System;
use debulha_core::params::ParamMap;
use debulha_core::site::template_evidence::TemplateEvidenceParams;
use debulha_corpus::Corpus;
use debulha_corpus::run_file::{RunRow, read_run};
use debulha_eval::report::html::{ReportHtmlOptions, render};
use debulha_eval::report::{Evaluated, Evaluation, Grouping, structure, table};
use debulha_eval::runner::{RunOptions, run_in_memory, run_to_files, write_runs};
use debulha_eval::score::{Metric, PageMetric, SystemScores, UnknownMetric, score_run};
use debulha_eval::site_eval::{SiteSystem, run_by_site};
use std::collections::HashSet;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Metrics that are computed unless told otherwise.
const METRICS: &str = "word_f1,shingles,snippets";

/// Heading of what is reported.
const REPORT: &str = "Report";

/// Run systems on labelled corpora and score their extractions
///
/// If no page of a corpus has a labelled text, its records, fields or values are the gold text.
#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    systems: SystemsArgs,
    /// Also run the system of a model file from `debulha train`; repeatable
    #[arg(long, value_name = "FILE", help_heading = help::SYSTEM)]
    model: Vec<PathBuf>,
    /// Use only the first N pages of each corpus
    #[arg(long, value_name = "N", help_heading = help::INPUT)]
    limit: Option<usize>,
    /// Also score runs of other tools on the same pages: DIR/SYSTEM/CORPUS.jsonl
    ///
    /// Repeatable.
    #[arg(long, value_name = "DIR", help_heading = help::INPUT)]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    by_site: by_site::BySiteArgs,
    #[command(flatten)]
    report: ReportArgs,
    /// Save the extractions as DIR/SYSTEM/CORPUS.jsonl
    #[arg(short, long, alias = "out", value_name = "DIR", help_heading = REPORT)]
    output: Option<PathBuf>,
    #[command(flatten)]
    calibration: calibration::CalibrationArgs,
    #[command(flatten)]
    sweep: sweep::SweepArgs,
    /// Number of threads; 0 uses one per processor
    ///
    /// Times are most stable with 1.
    #[arg(short, long, value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Which corpora.
#[derive(Debug, clap::Args)]
struct DataArgs {
    /// Corpus folders, or names of corpora in $DEBULHA_DATA
    ///
    /// A corpus is a folder of pages with texts (a.html, a.txt), with truth.jsonl, truth.csv or blocks.csv, or with
    /// data-debulha="content" on elements.
    #[arg(short, long, value_name = "DIR", value_delimiter = ',', required = true, help_heading = help::INPUT)]
    #[arg(value_parser = KnownValues::read_by(PathBufValueParser::new(), known::corpora), hide_possible_values = true)]
    data: Vec<PathBuf>,
    #[command(flatten)]
    layout: LayoutArgs,
}

impl DataArgs {
    fn open(&self) -> Result<Vec<Corpus>> {
        self.layout.check(true)?;
        let open = |data: &PathBuf| Ok(self.layout.of_corpus(corpora::open(data, CorpusPurpose::Score)?));
        self.data.iter().map(open).collect()
    }
}

/// What is reported, and where to.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = REPORT)]
struct ReportArgs {
    /// Metrics; docs/metrics.md defines them all
    ///
    /// blocks, nodes and template_nodes (M3 to M5) do not follow from texts; for them, a definition and the command that
    /// measures them are printed.
    #[arg(long, value_name = "METRIC", value_delimiter = ',', default_value = METRICS)]
    #[arg(value_parser = KnownValues::read_by(MetricArg::read, crate::known::metrics), hide_possible_values = true)]
    metrics: Vec<MetricArg>,
    /// Also print a table by groups of pages
    #[arg(long, value_enum, value_name = "GROUP", value_delimiter = ',')]
    by: Vec<By>,
    /// Write an HTML report with charts and the worst pages
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Maximum worst pages per system in the report
    #[arg(long, value_name = "N", default_value_t = ReportHtmlOptions::default().worst)]
    worst: usize,
    /// Write all scores, page by page
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A metric on the command line.
#[derive(Debug, Clone, Copy)]
enum MetricArg {
    Score(Metric),
    /// One that is only explained.
    Explain(PageMetric),
}

impl MetricArg {
    fn read(id: &str) -> Result<Self, String> {
        if let Some(metric) = PageMetric::ALL.into_iter().find(|metric| metric.id() == id) {
            return Ok(MetricArg::Explain(metric));
        }
        id.parse().map(MetricArg::Score).map_err(|_: UnknownMetric| {
            let known = crate::known::metrics();
            let near = suggestion(id, known.iter().map(String::as_str));
            format!("unknown metric `{id}`; use {}{near}", known.join(", "))
        })
    }
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum By {
    Type,
    Lang,
    Site,
}

impl ReportArgs {
    /// The metrics that runs are scored by.
    fn scored(&self) -> Vec<Metric> {
        let scored = self.metrics.iter().filter_map(|asked| match asked {
            MetricArg::Score(metric) => Some(*metric),
            MetricArg::Explain(_) => None,
        });
        scored.collect()
    }

    /// Says what the other metrics are. Whether there is anything to score by.
    fn explain(&self) -> Result<bool> {
        let mut out = stdout().lock();
        for asked in &self.metrics {
            if let MetricArg::Explain(metric) = asked {
                writeln!(out, "{}: {}.\n", metric.id(), metric.docs())?;
            }
        }
        Ok(!self.scored().is_empty())
    }

    /// Scores rows of one system.
    ///
    /// # Errors
    /// Rows of other pages; [`Usage`] where none of the pages has labels to score by.
    fn score(&self, corpus: &Corpus, rows: Vec<RunRow>) -> Result<Evaluated> {
        let scores = score_run(corpus, &rows, &self.scored())?;
        let has_values = scores.structure.is_some() || scores.all.scores.iter().any(Option::is_some);
        if !has_values && !scores.pages.is_empty() {
            return Err(Usage(self.why_no_scores(corpus, scores.pages.len())).into());
        }
        Ok(Evaluated { scores, rows })
    }

    fn why_no_scores(&self, corpus: &Corpus, pages: usize) -> String {
        let metrics: Vec<&str> = self.scored().into_iter().map(Metric::id).collect();
        let (name, metrics) = (corpus.name(), metrics.join(", "));
        let has_texts = corpus.pages().iter().any(|page| page.text.is_some());
        let reason =
            if has_texts { "the pages of the run have none; score other pages" } else { corpora::NO_LABELS };
        format!("{name}: no labels to score {pages} pages by {metrics}: {reason}")
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
            let options = ReportHtmlOptions { worst: self.worst, ..ReportHtmlOptions::default() };
            files::write(path, &render(evaluations, &options))?;
        }
        if let Some(path) = &self.json {
            let scores: Vec<&SystemScores> =
                evaluations.iter().flat_map(|e| &e.systems).map(|system| &system.scores).collect();
            files::write(path, &serde_json::to_string(&scores)?)?;
        }
        Ok(())
    }
}

/// Systems to be run, page-level ones and site methods.
#[derive(Default)]
struct EvalSystems {
    page_level: Vec<System>,
    site_methods: Vec<SiteSystem>,
    swept: Vec<sweep::Swept>,
}

impl EvalArgs {
    /// The systems that were requested, with their parameters.
    fn systems(&self) -> Result<EvalSystems> {
        let mut systems = EvalSystems::default();
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
        for path in &self.model {
            systems.page_level.push(of_model(path)?);
        }
        self.by_site.check(&systems)?;
        self.sweep.check(&systems.swept)?;
        Ok(systems)
    }
}

/// The system of a model, distinguished from others by the name of the file: `debulha(model=farms)`.
fn of_model(path: &Path) -> Result<System> {
    let model = models::read(path)?;
    let extractor = systems::load(&model, &ParamMap::new()).with_context(|| path.display().to_string())?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(System::learned(extractor.into(), format!("{}(model={stem})", model.card.system)))
}

/// Runs `debulha-lab eval`.
///
/// # Errors
/// [`Usage`] for a folder without a corpus or an unknown system; files that cannot be read or written.
pub(crate) fn eval(args: &EvalArgs) -> Result<ExitCode> {
    if !args.report.explain()? {
        return Ok(ExitCode::SUCCESS);
    }
    let metrics = args.report.scored();
    let systems = args.systems()?;
    let corpora = args.data.open()?;
    other_runs::check(&args.runs, &corpora)?;
    let mut evaluations = Vec::new();
    for corpus in &corpora {
        let pages = args.limit.unwrap_or(usize::MAX).min(corpus.pages().len());
        let mut options = RunOptions {
            jobs: batch::threads(args.jobs),
            pages: Some((0..pages).collect()),
            metadata: metrics.iter().any(|metric| matches!(metric, Metric::Metadata | Metric::Product)),
            structure: metrics.contains(&Metric::Structure),
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
        let runs = match (args.by_site.protocol(), &args.output) {
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
        for mut rows in other_runs::read(&args.runs, corpus.name())? {
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

#[cfg(test)]
mod tests;
