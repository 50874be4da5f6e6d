//! Runs the rows of an experiment and judges them. Sweeps and points are rows too, made up here.

use std::fmt;
use std::path::Path;

use debulha_core::ParamMap;
use debulha_core::extractor::Needs;
use debulha_core::features::hosts::{Domains, host_of};
use debulha_io::layout_files;
use debulha_systems::extractors::EXTRACTORS;
use serde_json::Value;

use super::drawn_time::Draw;
use super::verdict::Expected;
use super::{
    Dataset, Experiment, ExperimentError, ExperimentRow, F1Kind, MeanRow, Points, Reproduction, RowNumbers,
    RowOutcome, RowVerdict, SweepCurve, time,
};
use crate::runner::{RunOptions, run_in_memory};
use crate::score::{Metric, score_run};
use debulha_compare::System;
use debulha_compare::metrics::{Prf, f1};
use debulha_corpus::run_file::RunRow;
use debulha_corpus::{Corpus, LabelledPage};

/// How far a number may be from its pin: half a unit of the third decimal.
///
/// Runs are deterministic; the slack is for the four decimals of a pin and for logarithms of other platforms.
pub(super) const PIN_SLACK: f64 = 0.000_5;

/// Where experiments find their pages.
#[derive(Clone, Copy)]
pub struct DataFolders<'a> {
    /// The folder of the corpora.
    pub data: &'a Path,
    /// The folder of the layout records, by corpus.
    pub layouts: Option<&'a Path>,
    /// Draws pages, where that is to be timed.
    pub draw: Option<Draw<'a>>,
}

impl fmt::Debug for DataFolders<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataFolders { data, layouts, draw } = self;
        let draws = draw.is_some();
        f.debug_struct("Places").field("data", data).field("layouts", layouts).field("draws", &draws).finish()
    }
}

/// Verifies the corpora, runs everything and judges it.
///
/// Every corpus is run once, with all systems that occur on it. `progress` is called once a page and corpus.
///
/// # Errors
/// When a corpus is missing or another one, or a system does not run.
pub fn reproduce(
    experiment: &Experiment,
    places: DataFolders<'_>,
    jobs: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Reproduction, ExperimentError> {
    let verified = experiment.dataset.iter().map(|dataset| verified(dataset, places));
    reproduce_on(experiment, &verified.collect::<Result<Vec<_>, _>>()?, places, jobs, progress)
}

/// [`reproduce`] on corpora that are verified.
pub(super) fn reproduce_on(
    experiment: &Experiment,
    corpora: &[Corpus],
    places: DataFolders<'_>,
    jobs: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Reproduction, ExperimentError> {
    let sweeps: Vec<Vec<ExperimentRow>> = experiment.sweep.iter().map(SweepCurve::rows).collect();
    let points: Vec<Vec<ExperimentRow>> = experiment.points.iter().map(Points::rows).collect();
    let rows: Vec<&ExperimentRow> =
        experiment.row.iter().chain(sweeps.iter().chain(&points).flatten()).collect();
    let mut parts: Vec<Vec<CorpusResult>> = rows.iter().map(|_| Vec::new()).collect();
    for corpus in corpora {
        let is_on = |row: &ExperimentRow| row.dataset.iter().any(|name| name == corpus.name());
        let places: Vec<usize> = (0..rows.len()).filter(|&place| is_on(rows[place])).collect();
        let on_corpus: Vec<&ExperimentRow> = places.iter().map(|&place| rows[place]).collect();
        let done = run_rows(experiment, corpus, &on_corpus, jobs, progress)?;
        for (place, part) in places.into_iter().zip(done) {
            parts[place].push(part);
        }
    }
    let outcomes = rows.iter().zip(&parts);
    let mut outcomes = outcomes.filter_map(|(row, parts)| together(experiment, row, parts));
    let mut take = |rows: usize| outcomes.by_ref().take(rows).collect::<Vec<RowOutcome>>();
    let of_rows = take(experiment.row.len());
    let of_sweeps = sweeps.iter().map(|rows| take(rows.len())).collect();
    let of_points = points.iter().map(|rows| take(rows.len())).collect();
    let blocks = experiment
        .blocks
        .iter()
        .map(|table| table.run(corpora, experiment.tolerance, jobs, progress))
        .collect::<Result<Vec<_>, _>>()?;
    let times =
        experiment.time.iter().map(|timing| time::measure(timing, corpora)).collect::<Result<Vec<_>, _>>()?;
    let classified = experiment.template_classifier.iter();
    let classified = classified.map(|table| table.run(corpora, experiment.tolerance, jobs, progress));
    let trained = experiment.trained_system.iter();
    let trained = trained.map(|table| table.run(corpora, experiment.tolerance, jobs, progress));
    let trained = trained.collect::<Result<Vec<_>, _>>()?;
    let drawn = experiment.trained_system.iter().zip(&trained);
    let drawn = drawn.map(|(table, outcomes)| table.measure(outcomes, corpora, places.draw));
    let (template_classifier, template_pages) =
        classified.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let counts = experiment.template_nodes.iter().map(|count| count.count(corpora, experiment.tolerance));
    let areas = experiment.element_areas.iter().map(|areas| areas.measure(corpora, experiment.tolerance));
    let nodes_told = experiment.node_classification.iter().map(|nodes| nodes.run(corpora, jobs));
    let reproduction = Reproduction {
        effects: Vec::new(),
        node_classification: nodes_told.collect::<Result<_, _>>()?,
        template_nodes: counts.collect::<Result<_, _>>()?,
        element_areas: areas.collect::<Result<_, _>>()?,
        template_classifier,
        template_pages,
        drawn_times: drawn.collect::<Result<_, _>>()?,
        trained_system: trained,
        means: experiment.mean.iter().map(|mean| mean.of(experiment, &of_rows)).collect(),
        outcomes: of_rows,
        sweeps: of_sweeps,
        points: of_points,
        blocks,
        times,
        experiment: experiment.clone(),
    };
    Ok(Reproduction { effects: reproduction.judge_effects(), ..reproduction })
}

fn verified(dataset: &Dataset, places: DataFolders<'_>) -> Result<Corpus, ExperimentError> {
    let DataFolders { data, layouts, .. } = places;
    let corpus = opened(dataset, data)?;
    let Some(expected) = dataset.records else { return Ok(corpus) };
    let layouts = layouts.ok_or_else(|| dataset.no_layouts(data))?;
    let of_page = |page: &LabelledPage| layout_files::find(layouts, &Path::new(corpus.name()).join(&page.id));
    let records = corpus.pages().iter().filter_map(of_page).count();
    if records != expected {
        return Err(dataset.differs(format!("{records} layout records, expected {expected}")));
    }
    Ok(corpus.with_layouts(layouts))
}

/// A corpus with the labels and the number of pages of the experiment, without layout records.
pub(super) fn opened(dataset: &Dataset, data: &Path) -> Result<Corpus, ExperimentError> {
    let dir = data.join(&dataset.name);
    if !dir.is_dir() {
        return Err(dataset.no_data(data));
    }
    let corpus = Corpus::open_with(dir, dataset.gold)?;
    if corpus.digest() != dataset.digest {
        return Err(dataset.differs(format!("labels {}, expected {}", corpus.digest(), dataset.digest)));
    }
    if corpus.pages().len() != dataset.pages {
        return Err(dataset.differs(format!("{} pages, expected {}", corpus.pages().len(), dataset.pages)));
    }
    Ok(corpus)
}

/// What an experiment needs and is not at hand, with the commands that make it. Digests are not verified.
pub fn missing(experiment: &Experiment, places: DataFolders<'_>) -> Vec<ExperimentError> {
    let of = |dataset: &Dataset| {
        let is_there = places.data.join(&dataset.name).is_dir();
        let layouts = places.layouts.map(|layouts| layouts.join(&dataset.name));
        let is_drawn = dataset.records.is_none() || layouts.is_some_and(|layouts| layouts.is_dir());
        let no_data = (!is_there).then(|| dataset.no_data(places.data));
        no_data.or_else(|| (!is_drawn).then(|| dataset.no_layouts(places.data)))
    };
    experiment.dataset.iter().filter_map(of).collect()
}

impl Dataset {
    /// The command that makes a generated corpus, for this folder of corpora.
    fn made_by(&self, data: &Path) -> Option<String> {
        Some(self.made_by.as_ref()?.replace("$DEBULHA_DATA", &data.display().to_string()))
    }

    fn no_data(&self, data: &Path) -> ExperimentError {
        ExperimentError::NoData {
            name: self.name.clone(),
            data: data.to_owned(),
            made_by: self.made_by(data),
        }
    }

    fn no_layouts(&self, data: &Path) -> ExperimentError {
        let name = &self.name;
        let render =
            || format!("debulha render {} -o layouts/{name}", data.join(name).join("pages").display());
        ExperimentError::NoLayouts { name: name.clone(), made_by: self.made_by(data).unwrap_or_else(render) }
    }

    fn differs(&self, what: String) -> ExperimentError {
        ExperimentError::OtherCorpus { name: self.name.clone(), what }
    }
}

/// A row on one of its corpora.
struct CorpusResult {
    system: String,
    pages: usize,
    measured: Prf,
}

/// The means of a row over the pages of all its corpora; `None` where it is on none.
fn together(experiment: &Experiment, row: &ExperimentRow, parts: &[CorpusResult]) -> Option<RowOutcome> {
    let first = parts.first()?;
    let pages: usize = parts.iter().map(|part| part.pages).sum();
    let mean = |of: fn(&Prf) -> f64| {
        let sum: f64 = parts.iter().map(|part| of(&part.measured) * part.pages as f64).sum();
        sum / pages.max(1) as f64
    };
    let measured = if parts.len() == 1 {
        first.measured
    } else {
        let (precision, recall) = (mean(|prf| prf.precision), mean(|prf| prf.recall));
        let is_of_means = experiment.f1 == F1Kind::OfMeans || experiment.metric == Metric::Shingles;
        let f1 = if is_of_means { f1(precision, recall) } else { mean(|prf| prf.f1) };
        Prf { precision, recall, f1 }
    };
    let verdict = row.judge(experiment.tolerance, pages, measured);
    Some(RowOutcome { system: first.system.clone(), pages, measured, verdict })
}

/// Runs each system once over all pages that a row asks for, and scores every row on its own.
fn run_rows(
    experiment: &Experiment,
    corpus: &Corpus,
    rows: &[&ExperimentRow],
    jobs: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<CorpusResult>, ExperimentError> {
    let mut systems: Vec<System> = Vec::new();
    let mut system_of = Vec::new();
    for row in rows {
        let system = System::new(&row.system, &row.params)
            .map_err(|source| ExperimentError::Build { label: row.label.clone(), source })?;
        let known = systems.iter().position(|known| known.name() == system.name());
        system_of.push(known.unwrap_or(systems.len()));
        if known.is_none() {
            systems.push(system);
        }
    }
    let wanted: Vec<Vec<usize>> = rows.iter().map(|row| pages_of(row, corpus)).collect();
    let mut pages: Vec<usize> = wanted.iter().flatten().copied().collect();
    pages.sort_unstable();
    pages.dedup();
    let options = RunOptions { jobs, pages: Some(pages.clone()), ..RunOptions::default() };
    let runs = run_in_memory(corpus, &systems, &options, progress)?;
    let mut parts = Vec::new();
    for (wanted, system) in wanted.iter().zip(system_of) {
        let of_row: Vec<RunRow> = wanted
            .iter()
            .filter_map(|page| Some(runs[system][pages.binary_search(page).ok()?].clone()))
            .collect();
        let (pages, measured) = measured(experiment, corpus, &of_row)?;
        parts.push(CorpusResult { system: systems[system].name().to_owned(), pages, measured });
    }
    Ok(parts)
}

/// The pages of a row by their place in the corpus.
fn pages_of(row: &ExperimentRow, corpus: &Corpus) -> Vec<usize> {
    let pages = corpus.pages();
    let sites = row.sites.as_deref();
    let is_site = pages.iter().any(|page| sites.is_some() && page.site.as_deref() == sites);
    let meant = |place: &usize| match (sites, pages[*place].site.as_deref()) {
        (None, _) => true,
        (Some(wanted), Some(site)) => {
            if is_site {
                site == wanted
            } else {
                site.starts_with(wanted)
            }
        }
        (Some(_), None) => false,
    };
    let hosts = row.hosts.as_ref().map(|host| Domains::from(vec![host.clone()]));
    let is_of_host = |place: &usize| {
        let host = pages[*place].url.as_deref().and_then(host_of);
        hosts.as_ref().is_none_or(|hosts| host.is_some_and(|host| hosts.cover(host)))
    };
    (0..pages.len()).filter(meant).filter(is_of_host).collect()
}

/// How many of the pages have a gold text, and the numbers over these.
fn measured(
    experiment: &Experiment,
    corpus: &Corpus,
    rows: &[RunRow],
) -> Result<(usize, Prf), ExperimentError> {
    let scores = score_run(corpus, rows, &[experiment.metric])?;
    let column = |part: &str| scores.overall(&format!("{}.{part}", experiment.metric.id()));
    let part = |part: &str| column(part).map_or(0.0, |summary| summary.value);
    let (precision, recall) = (part("precision"), part("recall"));
    let f1 = match experiment.f1 {
        F1Kind::MeanOfPages => part("f1"),
        F1Kind::OfMeans => f1(precision, recall),
    };
    let pages = column("f1").map_or(0, |summary| summary.pages);
    Ok((pages, Prf { precision, recall, f1 }))
}

impl SweepCurve {
    /// One row a value.
    pub(super) fn rows(&self) -> Vec<ExperimentRow> {
        let row = |(place, value): (usize, &Value)| {
            let mut params = self.params.clone();
            params.insert(self.parameter.clone(), value.clone());
            let label = format!("{}: {} {value}", self.title, self.parameter);
            chart_row(label, &self.dataset, self.sites.clone(), &self.system, params, self.ours.get(place))
        };
        self.values.iter().enumerate().map(row).collect()
    }
}

impl Points {
    /// One row a system.
    pub(super) fn rows(&self) -> Vec<ExperimentRow> {
        let named: Vec<&str> = if self.systems.is_empty() {
            EXTRACTORS.iter().filter(|info| info.needs == Needs::PAGE).map(|info| info.id).collect()
        } else {
            self.systems.iter().map(String::as_str).collect()
        };
        let row =
            |id: &str| chart_row(id.to_owned(), &self.dataset, None, id, ParamMap::new(), self.ours.get(id));
        named.into_iter().map(row).collect()
    }
}

fn chart_row(
    label: String,
    dataset: &str,
    sites: Option<String>,
    system: &str,
    params: ParamMap,
    ours: Option<&[f64; 3]>,
) -> ExperimentRow {
    ExperimentRow {
        label,
        dataset: vec![dataset.to_owned()],
        sites,
        hosts: None,
        system: system.to_owned(),
        params,
        published: RowNumbers::default(),
        ours: ours.map_or(RowNumbers::default(), |&[precision, recall, f1]| RowNumbers {
            pages: None,
            precision: Some(precision),
            recall: Some(recall),
            f1: Some(f1),
        }),
        tolerance: None,
        gap: None,
        explained_by: Vec::new(),
    }
}

impl MeanRow {
    pub(super) fn of(&self, experiment: &Experiment, outcomes: &[RowOutcome]) -> RowOutcome {
        let meant = |row: &ExperimentRow| self.rows.is_empty() || self.rows.contains(&row.label);
        let rows = experiment.row.iter().zip(outcomes).filter(|(row, _)| meant(row));
        let outcomes: Vec<&RowOutcome> = rows.map(|(_, outcome)| outcome).collect();
        let numbers: Vec<Prf> = outcomes.iter().map(|outcome| outcome.measured).collect();
        let measured = Prf::mean(&numbers).unwrap_or_default();
        let mut systems: Vec<&str> = outcomes.iter().map(|outcome| outcome.system.as_str()).collect();
        systems.dedup();
        let pages = outcomes.iter().map(|outcome| outcome.pages).sum();
        let tolerance = self.tolerance.unwrap_or(experiment.tolerance);
        let (published, ours, gap) = (self.published, self.ours, self.gap.as_deref());
        let expected = Expected { published, ours, tolerance, gap, explained_by: &self.explained_by };
        RowOutcome { system: systems.join(", "), pages, measured, verdict: expected.judge(pages, measured) }
    }
}

impl ExperimentRow {
    pub(super) fn judge(&self, tolerance: f64, pages: usize, measured: Prf) -> RowVerdict {
        let tolerance = self.tolerance.unwrap_or(tolerance);
        let (published, ours, gap) = (self.published, self.ours, self.gap.as_deref());
        Expected { published, ours, tolerance, gap, explained_by: &self.explained_by }.judge(pages, measured)
    }

    /// The row as it is pinned.
    pub(super) fn pinned(&self, tolerance: f64) -> Result<RowOutcome, ExperimentError> {
        let system = System::new(&self.system, &self.params)
            .map_err(|source| ExperimentError::Build { label: self.label.clone(), source })?;
        let (pages, measured) = (self.ours.pages.unwrap_or_default(), self.ours.scores());
        let verdict = self.judge(tolerance, pages, measured);
        Ok(RowOutcome { system: system.name().to_owned(), pages, measured, verdict })
    }
}
