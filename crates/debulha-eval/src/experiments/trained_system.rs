//! Systems that learn from labelled pages, tested on pages that they have not seen.
//!
//! ```toml
//! [[trained_system]]
//! title = "…"
//! about = "…"                     # in Markdown
//! recipe = "v_wrapper"
//! params = { learner = "c45" }    # optional: of the recipe, over its defaults
//! card = ["pages"]                # optional: what cards of the models state, below the table
//! time = …                        # optional: see `DrawnTiming`
//!
//! [[trained_system.row]]
//! label = "…"
//! train = ["chaos2017"]           # corpora
//! test = ["big9"]                 # absent: cross-validation over the pages of `train`
//! parts = 3                       # of the cross-validation: one is learned from, the others are tested
//! by_site = true                  # optional: a table by site below
//! published = { precision = 0.7, recall = 0.65, f1 = 0.65 }
//! gap = "…"                       # and `explained_by` as in a row
//! ours = { … }                    # written by `debulha-lab reproduce --pin`, as `ours_by_site` and `ours_cards` are
//!
//! [[trained_system.row]]
//! label = "…"
//! system = "nce"                  # a system that learns nothing
//! system_params = { … }           # optional
//! test = ["big9"]
//! ```
//!
//! The metric is M1, [`bag_of_words`], as means over pages.

use super::drawn_time::{Draw, DrawnRecord, DrawnTiming, PageTime};
use super::page::{compared, write_gaps, write_heading};
use super::pinned::rounded;
use super::run::PIN_SLACK;
use super::verdict::Expected;
use super::{ExperimentError, RowNumbers, RowOutcome, RowVerdict};
use crate::runner::{RunnerError, Spent};
use debulha_compare::metrics::Prf;
use debulha_compare::metrics::bag_of_words::bag_of_words;
use debulha_core::features::random::SplitMix64;
use debulha_core::{Extractor, ParamMap, Scratch};
use debulha_corpus::Corpus;
use debulha_corpus::corpus_pages::CorpusPages;
use debulha_learn::pages::Pages;
use debulha_learn::recipes::{self, Examples, TrainError, Training};
use debulha_systems::extractors;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::time::Duration;

/// Seed of trainings and of the parts of a cross-validation.
const SEED: u64 = 1;

/// A table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainedSystem {
    /// Heading.
    pub title: String,
    /// What the table shows, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Id of the recipe.
    pub recipe: String,
    /// Parameters of the recipe.
    #[serde(default)]
    pub params: ParamMap,
    /// Metrics of the models' cards that are shown.
    #[serde(default)]
    pub card: Vec<String>,
    /// Times of rendering and of the system.
    pub time: Option<DrawnTiming>,
    /// Rows.
    pub row: Vec<TrainedRow>,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainedRow {
    /// Its name.
    pub label: String,
    /// Corpora that are learned from.
    #[serde(default)]
    pub train: Vec<String>,
    /// Corpora that are tested.
    #[serde(default)]
    pub test: Vec<String>,
    /// Parts of the pages, where those that are learned from are tested too.
    pub parts: Option<usize>,
    /// The system, where nothing is learned.
    pub system: Option<String>,
    /// Parameters of the system, trained or not.
    #[serde(default)]
    pub system_params: ParamMap,
    /// Whether there is a table by site.
    #[serde(default)]
    pub by_site: bool,
    /// What the source prints.
    #[serde(default)]
    pub published: RowNumbers,
    /// What we measured when it was pinned.
    #[serde(default)]
    pub ours: RowNumbers,
    /// Numbers by site when it was pinned, where there is a table of them.
    #[serde(default)]
    pub ours_by_site: BTreeMap<String, RowNumbers>,
    /// What the card of each model stated when it was pinned, of what is shown.
    #[serde(default)]
    pub ours_cards: Vec<BTreeMap<String, f64>>,
    /// Why `published` and `ours` differ.
    pub gap: Option<String>,
    /// As in a row of the experiment.
    #[serde(default, deserialize_with = "super::one_or_more")]
    pub explained_by: Vec<String>,
}

/// A row as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainedOutcome {
    /// Means over the pages.
    pub all: RowOutcome,
    /// Pages of each site and means over them, where they are requested.
    pub sites: BTreeMap<String, (usize, Prf)>,
    /// What the card of each model states, of what is shown.
    pub cards: Vec<BTreeMap<String, f64>>,
    /// How long each tested page took.
    pub times: Vec<PageTime>,
}

impl TrainedOutcome {
    /// The numbers by site as they are pinned.
    pub(super) fn pinned_sites(&self) -> BTreeMap<String, RowNumbers> {
        let pin = |(site, &(pages, Prf { precision, recall, f1 })): (&String, &(usize, Prf))| {
            let [precision, recall, f1] = [precision, recall, f1].map(|number| Some(rounded(number)));
            (site.clone(), RowNumbers { pages: Some(pages), precision, recall, f1 })
        };
        self.sites.iter().map(pin).collect()
    }

    /// The cards as they are pinned.
    pub(super) fn pinned_cards(&self) -> Vec<BTreeMap<String, f64>> {
        let pin = |(name, number): (&String, &f64)| (name.clone(), rounded(*number));
        let shown = self.cards.iter().filter(|card| !card.is_empty());
        shown.map(|card| card.iter().map(pin).collect()).collect()
    }
}

/// Pages by their places in [`CorpusPages`] that are learned from, and those that are tested.
struct PageSplit {
    known: BTreeSet<usize>,
    tested: Vec<usize>,
}

impl TrainedSystem {
    /// The corpora that it names.
    pub(super) fn datasets(&self) -> impl Iterator<Item = &str> {
        self.row.iter().flat_map(|row| row.train.iter().chain(&row.test)).map(String::as_str)
    }

    /// Trains, tests and judges. `progress` is called once a tested page.
    pub(super) fn run(
        &self,
        corpora: &[Corpus],
        tolerance: f64,
        jobs: usize,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Vec<TrainedOutcome>, ExperimentError> {
        let pool = ThreadPoolBuilder::new().num_threads(jobs).build().map_err(RunnerError::from)?;
        pool.install(|| self.row.iter().map(|row| self.run_row(row, corpora, tolerance, progress)).collect())
    }

    fn run_row(
        &self,
        row: &TrainedRow,
        corpora: &[Corpus],
        tolerance: f64,
        progress: &(dyn Fn() + Sync),
    ) -> Result<TrainedOutcome, ExperimentError> {
        let named = |corpus: &&Corpus| row.train.iter().chain(&row.test).any(|name| name == corpus.name());
        let pages = CorpusPages::new(corpora.iter().filter(named).collect());
        let mut scores: Vec<(&str, Prf, PageTime)> = Vec::new();
        let mut cards = Vec::new();
        for PageSplit { known, tested } in row.splits(&pages) {
            let extractor = self.extractor(row, corpora, &pages, &known, &mut cards)?;
            let score = |&index: &usize| -> Result<Option<(&str, Prf, PageTime)>, ExperimentError> {
                let info = &pages.list()[index];
                let Some(gold) = &info.gold else { return Ok(None) };
                let (text, time) = timed(&pages, index, &*extractor)?;
                progress();
                Ok(Some((info.site.as_str(), bag_of_words(&text, gold), time)))
            };
            let of_split: Result<Vec<_>, _> = tested.par_iter().map(score).collect();
            scores.extend(of_split?.into_iter().flatten());
        }
        let mut by_site: BTreeMap<String, Vec<Prf>> = BTreeMap::new();
        for (site, score, _) in scores.iter().filter(|_| row.by_site) {
            by_site.entry((*site).to_owned()).or_default().push(*score);
        }
        let sites = by_site
            .into_iter()
            .map(|(site, scores)| (site, (scores.len(), Prf::mean(&scores).unwrap_or_default())))
            .collect();
        let (all, times): (Vec<Prf>, Vec<PageTime>) =
            scores.into_iter().map(|(_, score, time)| (score, time)).unzip();
        let (pages, measured) = (all.len(), Prf::mean(&all).unwrap_or_default());
        let all = RowOutcome { system: self.system(row), pages, measured, verdict: RowVerdict::OursAlone };
        let mut outcome = TrainedOutcome { all, sites, cards, times };
        outcome.all.verdict = row.judge(tolerance, &outcome);
        Ok(outcome)
    }

    fn system(&self, row: &TrainedRow) -> String {
        row.system.clone().unwrap_or_else(|| self.recipe.clone())
    }

    /// The rows as they are pinned.
    pub(super) fn pinned(&self, tolerance: f64) -> Vec<TrainedOutcome> {
        let site = |(site, numbers): (&String, &RowNumbers)| {
            (site.clone(), (numbers.pages.unwrap_or_default(), numbers.scores()))
        };
        let outcome = |row: &TrainedRow| {
            let (pages, measured) = (row.ours.pages.unwrap_or_default(), row.ours.scores());
            let all =
                RowOutcome { system: self.system(row), pages, measured, verdict: RowVerdict::OursAlone };
            let (sites, cards) = (row.ours_by_site.iter().map(site).collect(), row.ours_cards.clone());
            let mut outcome = TrainedOutcome { all, sites, cards, times: Vec::new() };
            outcome.all.verdict = row.judge(tolerance, &outcome);
            outcome
        };
        self.row.iter().map(outcome).collect()
    }

    /// The times of the rows that are timed, and of drawing pages of the corpora that they test.
    pub(super) fn measure(
        &self,
        outcomes: &[TrainedOutcome],
        corpora: &[Corpus],
        draw: Option<Draw<'_>>,
    ) -> Result<Option<DrawnRecord>, ExperimentError> {
        let Some(timing) = &self.time else { return Ok(None) };
        let timed = || self.row.iter().zip(outcomes).filter(|(row, _)| timing.rows.contains(&row.label));
        let pages: Vec<PageTime> = timed().flat_map(|(_, outcome)| outcome.times.iter().copied()).collect();
        let is_tested =
            |corpus: &&Corpus| timed().any(|(row, _)| row.test.iter().any(|name| name == corpus.name()));
        let corpora: Vec<&Corpus> = corpora.iter().filter(is_tested).collect();
        timing.measure(&pages, &corpora, draw).map(Some)
    }

    /// The system of a row, trained on the known pages, and what the card of its model states.
    fn extractor(
        &self,
        row: &TrainedRow,
        corpora: &[Corpus],
        pages: &CorpusPages<&Corpus>,
        known: &BTreeSet<usize>,
        cards: &mut Vec<BTreeMap<String, f64>>,
    ) -> Result<Box<dyn Extractor>, ExperimentError> {
        let built = |source| ExperimentError::Build { label: row.label.clone(), source };
        if let Some(system) = &row.system {
            return extractors::build(system, &row.system_params).map_err(built);
        }
        let malformed =
            |reason: String| ExperimentError::Malformed { path: self.title.clone().into(), reason };
        let recipe = recipes::find(&self.recipe).map_err(|error| malformed(error.to_string()))?;
        let ids: BTreeSet<&str> = known.iter().map(|&index| pages.list()[index].id.as_str()).collect();
        let learned =
            CorpusPages::new(corpora.iter().collect()).filtered(|page| ids.contains(page.id.as_str()));
        let mut params = self.params.clone();
        // The model is tested here: no cross-validation of its own unless one is requested.
        if recipe.params.iter().any(|param| param.name == "folds") {
            params.entry("folds".to_owned()).or_insert_with(|| 0.into());
        }
        let model = (recipe.train)(Examples::Pages(&learned), &Training::new(SEED, &params))?;
        let shown = model.card.metrics.iter().filter(|(name, _)| self.card.contains(name));
        cards.push(shown.map(|(name, value)| (name.clone(), *value)).collect());
        extractors::load(&model, &row.system_params).map_err(built)
    }

    /// The section of the page.
    pub(super) fn write(&self, out: &mut String, outcomes: &[TrainedOutcome], tolerance: f64) -> fmt::Result {
        write_heading(out, &self.title, &self.about)?;
        writeln!(
            out,
            "Metric: [bag_of_words](../metrics.md#bag-of-words) (M1), means over pages; published and ours may differ by\n\
             {tolerance}; larger gaps are stated below.\n\n\
             | row | pages | published P / R / F1 | ours P / R / F1 | F1 apart | |\n|---|---:|---|---|---|---|"
        )?;
        for (row, TrainedOutcome { all, .. }) in self.row.iter().zip(outcomes) {
            let cells = compared(row.published, 3, all.measured);
            writeln!(out, "| {} | {} | {cells} | {} |", row.label, all.pages, all.verdict.word())?;
        }
        write_gaps(out, self.row.iter().map(|row| (&*row.label, row.gap.as_deref(), &*row.explained_by)))?;
        for (row, outcome) in self.row.iter().zip(outcomes) {
            let cards = outcome.cards.iter().filter(|card| !card.is_empty());
            for (place, card) in cards.enumerate() {
                let stated: Vec<String> =
                    card.iter().map(|(name, value)| format!("{name} {value:.4}")).collect();
                writeln!(out, "\nModel {} of *{}*: {}.", place + 1, row.label, stated.join("; "))?;
            }
        }
        for (row, outcome) in self.row.iter().zip(outcomes).filter(|(row, _)| row.by_site) {
            writeln!(
                out,
                "\n### {} by site\n\n| site | pages | P | R | F1 |\n|---|---:|---|---|---|",
                row.label
            )?;
            for (site, (pages, Prf { precision, recall, f1 })) in &outcome.sites {
                writeln!(out, "| {site} | {pages} | {precision:.4} | {recall:.4} | {f1:.4} |")?;
            }
            let of_sites: Vec<Prf> = outcome.sites.values().map(|(_, score)| *score).collect();
            let Prf { precision, recall, f1 } = Prf::mean(&of_sites).unwrap_or_default();
            writeln!(out, "| mean of {} | | {precision:.4} | {recall:.4} | {f1:.4} |", of_sites.len())?;
        }
        Ok(())
    }
}

/// What a system keeps of a page, and how long reading the page and the system took.
fn timed(
    pages: &CorpusPages<&Corpus>,
    index: usize,
    extractor: &dyn Extractor,
) -> Result<(String, PageTime), ExperimentError> {
    let mut kept = (Ok(String::new()), Duration::ZERO);
    let work = || {
        pages.visit(index, &mut |page| {
            let (text, spent) = Spent::on(|| {
                let outcome = extractor.extract(page, &mut Scratch::default());
                outcome.labels().map(|labels| labels.plain_text(page)).unwrap_or_default()
            });
            kept = (text, spent.time());
        })
    };
    let (visited, spent) = Spent::on(work);
    visited.map_err(ExperimentError::Panic)?.map_err(TrainError::from)?;
    let (text, algorithm) = kept;
    let reading = spent.time().saturating_sub(algorithm);
    Ok((text.map_err(ExperimentError::Panic)?, PageTime { reading, algorithm }))
}

impl TrainedRow {
    fn splits(&self, pages: &CorpusPages<&Corpus>) -> Vec<PageSplit> {
        let of = |names: &[String]| -> Vec<usize> {
            let is_of = |id: &str| names.iter().any(|name| id.split('/').next() == Some(name));
            (0..pages.list().len()).filter(|&index| is_of(&pages.list()[index].id)).collect()
        };
        let (learned, tested) = (of(&self.train), of(&self.test));
        let Some(parts) = self.parts.filter(|_| self.test.is_empty()) else {
            return vec![PageSplit { known: learned.into_iter().collect(), tested }];
        };
        let mut shuffled = learned;
        SplitMix64::new(SEED).shuffle(&mut shuffled);
        let part = |part: usize| {
            let is_known = |&(place, _): &(usize, &usize)| place % parts.max(1) == part;
            let (known, tested): (Vec<_>, Vec<_>) = shuffled.iter().enumerate().partition(is_known);
            let mut tested: Vec<usize> = tested.into_iter().map(|(_, &index)| index).collect();
            tested.sort_unstable();
            PageSplit { known: known.into_iter().map(|(_, &index)| index).collect(), tested }
        };
        (0..parts.max(1)).map(part).collect()
    }

    fn judge(&self, tolerance: f64, outcome: &TrainedOutcome) -> RowVerdict {
        let (published, ours, gap) = (self.published, self.ours, self.gap.as_deref());
        let expected = Expected { published, ours, tolerance, gap, explained_by: &self.explained_by };
        let verdict = expected.judge(outcome.all.pages, outcome.all.measured);
        if matches!(verdict, RowVerdict::Off(_)) {
            return verdict;
        }
        let sites = outcome.pinned_sites();
        let is_near =
            |((site, now), (pinned_site, pinned)): ((&String, &RowNumbers), (&String, &RowNumbers))| {
                let (a, b) = (now.scores(), pinned.scores());
                let moved = [a.precision - b.precision, a.recall - b.recall, a.f1 - b.f1];
                site == pinned_site
                    && now.pages == pinned.pages
                    && moved.iter().all(|moved| moved.abs() <= PIN_SLACK)
            };
        if sites.len() != self.ours_by_site.len() || !sites.iter().zip(&self.ours_by_site).all(is_near) {
            return RowVerdict::Off("the numbers by site moved".to_owned());
        }
        if outcome.pinned_cards() != self.ours_cards {
            return RowVerdict::Off(format!("cards of models: pinned {:?}", self.ours_cards));
        }
        verdict
    }
}
