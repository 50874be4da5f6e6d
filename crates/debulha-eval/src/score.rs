//! Scores of one system on one corpus: a page, a group of pages, all pages.
//!
//! # Schema
//! [`SystemScores`] serialises to JSON as it stands; [`SCHEMA`] rises when a field changes its meaning.
//! `columns` names the numbers; every `values` (of a page) and `scores` (of a group) has one entry a column,
//! in that order, null where a page has nothing to score.

mod metric;

use debulha_core::Evidence;
use debulha_core::source::PageSource;
use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::metric::{Aggregate, MetricColumn};
pub use self::metric::{Metric, PageMetric, UnknownMetric};
use debulha_compare::metrics::shingles::{ShinglePage, corpus_f1};
use debulha_compare::metrics::structure::found::FoundStructures;
use debulha_compare::metrics::structure::tally::StructureTally;
use debulha_compare::stats::{Bootstrap, Interval, PairedDifference, mean, paired_difference, quantile};
use debulha_corpus::run_file::RunRow;
use debulha_corpus::{Corpus, CorpusError, LabelledPage};

/// Version of the serialised form of [`SystemScores`].
pub const SCHEMA: u32 = 1;

/// Quantile reported beside the median time.
const SLOW_QUANTILE: f64 = 0.95;

/// All scores of one system on one corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SystemScores {
    /// [`SCHEMA`] of the writer.
    pub schema: u32,
    /// Name of the system; empty when the run does not say.
    pub system: String,
    /// Name of the corpus.
    pub set: String,
    /// Digest of the corpus' labels, see [`Corpus::digest`].
    pub corpus_digest: String,
    /// How the intervals were computed.
    pub bootstrap: Bootstrap,
    /// Names of the numbers, `metric.part`.
    pub columns: Vec<String>,
    /// Pages whose extraction failed; they are scored as empty text.
    pub failures: usize,
    /// Pages of the corpus that the run does not have; they are not scored, so the scores of a run with
    /// missing pages do not compare to those of a full one.
    pub missing: usize,
    /// Wall-clock time of the extractions; `None` when the run has no times.
    pub wall: Option<TimeSummary>,
    /// Processor time of the extractions.
    pub cpu: Option<TimeSummary>,
    /// What was kept of the structures of all pages; `None` unless [`Metric::Structure`] was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<StructureTally>,
    /// All pages; its name is that of the corpus.
    pub all: GroupScores,
    /// Pages by type, sorted by name. Pages without one are in no group; so with the next two.
    pub by_page_type: Vec<GroupScores>,
    /// Pages by language.
    pub by_lang: Vec<GroupScores>,
    /// Pages by site.
    pub by_site: Vec<GroupScores>,
    /// Every page of the run, in the order of the corpus.
    pub pages: Vec<PageScores>,
}

/// Times over the pages that have one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TimeSummary {
    /// Pages with a time.
    pub pages: usize,
    /// Median, milliseconds.
    pub median_ms: f64,
    /// 95th percentile, milliseconds.
    pub p95_ms: f64,
}

/// Scores of some pages together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupScores {
    /// What the pages have in common.
    pub name: String,
    /// Pages in the group, whether or not they have a value in a column.
    pub pages: usize,
    /// One a column; `None` where no page of the group has a value.
    pub scores: Vec<Option<Summary>>,
}

/// One column over a group of pages.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Pages that have a value.
    pub pages: usize,
    /// Mean over these pages; in `shingles.f1` the F1 of the mean precision and the mean recall.
    pub value: f64,
    /// Bootstrap interval of `value` over pages; `None` for one page.
    pub interval: Option<Interval>,
}

/// Scores of one page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageScores {
    /// Id of the page.
    pub page: String,
    /// Whether the extraction failed.
    pub failed: bool,
    /// Wall-clock milliseconds.
    pub ms: Option<f64>,
    /// Processor milliseconds.
    pub cpu_ms: Option<f64>,
    /// One a column; `None` where the page has no label for it.
    pub values: Vec<Option<f64>>,
}

/// Why a run cannot be scored.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScoreError {
    /// Rows are about pages that the corpus does not have.
    #[error(
        "{rows} of {of} rows are of pages that corpus {corpus} does not have, the first is {page:?}; the first page of the \
         corpus is {known:?}. An id is `id` of the labels, or else the name of the file without its ending"
    )]
    UnknownPage {
        /// Name of the corpus.
        corpus: String,
        /// Id in the first of these rows.
        page: String,
        /// How many they are.
        rows: usize,
        /// Of how many rows.
        of: usize,
        /// Id of a page that the corpus has.
        known: String,
    },
    /// Two rows are about the same page.
    #[error("the run has page {page:?} twice")]
    DuplicatePage {
        /// Id in the rows.
        page: String,
    },
    /// Rows of two systems.
    #[error("the run mixes the systems {first:?} and {second:?}")]
    MixedSystems {
        /// System of the first row.
        first: String,
        /// Another system.
        second: String,
    },
    /// A page that its structures are to be looked for on cannot be read.
    #[error("page {page:?}: {reason}")]
    Page {
        /// Id of the page.
        page: String,
        /// What went wrong.
        reason: String,
    },
}

/// Scores the rows of one system on `corpus`.
///
/// The result does not depend on the order of the rows or on the number of threads. An empty run gives scores
/// without values.
///
/// # Errors
/// When a row's page is not in the corpus, a page occurs twice, or rows name different systems; with
/// [`Metric::Structure`] when a page cannot be read.
pub fn score_run(corpus: &Corpus, rows: &[RunRow], metrics: &[Metric]) -> Result<SystemScores, ScoreError> {
    let system = one_system(rows)?;
    let run = in_corpus_order(corpus, rows)?;
    let columns: Vec<MetricColumn> = metrics.iter().flat_map(|metric| metric.columns()).copied().collect();
    let pages: Vec<PageScores> = run.par_iter().map(|&(gold, row)| score_page(gold, row, metrics)).collect();

    let bootstrap = Bootstrap::default();
    let group = |name: &str, members: &[usize]| {
        let members: Vec<&PageScores> = members.iter().map(|&i| &pages[i]).collect();
        summarise(name, &members, &columns, &bootstrap)
    };
    let grouped = |key: fn(&LabelledPage) -> Option<&str>| -> Vec<GroupScores> {
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, (gold, _)) in run.iter().enumerate() {
            if let Some(name) = key(gold) {
                groups.entry(name).or_default().push(i);
            }
        }
        groups.par_iter().map(|(name, members)| group(name, members)).collect()
    };
    Ok(SystemScores {
        schema: SCHEMA,
        system,
        set: corpus.name().to_owned(),
        corpus_digest: corpus.digest().to_owned(),
        bootstrap,
        columns: columns.iter().map(|column| column.id.to_owned()).collect(),
        failures: pages.iter().filter(|page| page.failed).count(),
        missing: corpus.pages().len() - pages.len(),
        wall: times(pages.iter().filter_map(|page| page.ms)),
        cpu: times(pages.iter().filter_map(|page| page.cpu_ms)),
        structure: if metrics.contains(&Metric::Structure) { Some(structure(corpus, &run)?) } else { None },
        all: group(corpus.name(), &(0..pages.len()).collect::<Vec<_>>()),
        by_page_type: grouped(|page| page.page_type.as_deref()),
        by_lang: grouped(|page| page.lang.as_deref()),
        by_site: grouped(|page| page.site.as_deref()),
        pages,
    })
}

impl SystemScores {
    /// The overall score of a column, e.g. `word_f1.f1`; `None` for an unknown or empty column.
    pub fn overall(&self, column: &str) -> Option<Summary> {
        self.all.scores[self.position(column)?]
    }

    /// Mean difference `self - other` in a column over the pages that have a value in both.
    ///
    /// Page values are compared, in `shingles.f1` too. `None` when a side lacks the column or fewer than two
    /// pages are shared.
    pub fn compare(&self, other: &Self, column: &str) -> Option<PairedDifference> {
        let (here, there) = (self.position(column)?, other.position(column)?);
        let others: BTreeMap<&str, f64> =
            other.pages.iter().filter_map(|page| Some((page.page.as_str(), page.values[there]?))).collect();
        let pairs: Vec<(f64, f64)> = self
            .pages
            .iter()
            .filter_map(|page| Some((page.values[here]?, *others.get(page.page.as_str())?)))
            .collect();
        paired_difference(&pairs, &self.bootstrap)
    }

    fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }
}

fn one_system(rows: &[RunRow]) -> Result<String, ScoreError> {
    let name = |row: &RunRow| row.system.clone().unwrap_or_default();
    let first = rows.first().map(name).unwrap_or_default();
    match rows.iter().map(name).find(|system| *system != first) {
        Some(second) => Err(ScoreError::MixedSystems { first, second }),
        None => Ok(first),
    }
}

fn in_corpus_order<'r>(
    corpus: &'r Corpus,
    rows: &'r [RunRow],
) -> Result<Vec<(&'r LabelledPage, &'r RunRow)>, ScoreError> {
    let mut of_page: Vec<Option<&RunRow>> = vec![None; corpus.pages().len()];
    let is_unknown = |row: &&RunRow| corpus.position(&row.page).is_none();
    for row in rows {
        let page = corpus.position(&row.page).ok_or_else(|| ScoreError::UnknownPage {
            corpus: corpus.name().to_owned(),
            page: row.page.clone(),
            rows: rows.iter().filter(is_unknown).count(),
            of: rows.len(),
            known: corpus.pages().first().map(|page| page.id.clone()).unwrap_or_default(),
        })?;
        if of_page[page].replace(row).is_some() {
            return Err(ScoreError::DuplicatePage { page: row.page.clone() });
        }
    }
    Ok(corpus.pages().iter().zip(of_page).filter_map(|(page, row)| Some((page, row?))).collect())
}

fn score_page(gold: &LabelledPage, row: &RunRow, metrics: &[Metric]) -> PageScores {
    PageScores {
        page: gold.id.clone(),
        failed: row.err.is_some(),
        ms: row.ms,
        cpu_ms: row.cpu_ms,
        values: metrics.iter().flat_map(|metric| metric.values(row, gold)).collect(),
    }
}

/// What rows keep of the structures of their pages: as they say, else by their texts.
fn structure(corpus: &Corpus, run: &[(&LabelledPage, &RunRow)]) -> Result<StructureTally, ScoreError> {
    let of_page = |&(gold, row): &(&LabelledPage, &RunRow)| {
        if let Some(tally) = &row.structure {
            Ok(tally.as_ref().clone())
        } else {
            let failed = |reason: String| ScoreError::Page { page: gold.id.clone(), reason };
            let found = found_on(corpus, gold).map_err(|error| failed(error.to_string()))?;
            Ok(StructureTally::of_text(&found, row.scored_text(), gold.text.as_deref()))
        }
    };
    let pages: Vec<StructureTally> = run.par_iter().map(of_page).collect::<Result<_, _>>()?;
    let mut sum = StructureTally::default();
    for page in pages {
        sum += &page;
    }
    Ok(sum)
}

/// The structures of a page, read as the runner reads it.
fn found_on(corpus: &Corpus, gold: &LabelledPage) -> Result<FoundStructures, CorpusError> {
    let loaded = corpus.load(gold, &PageSource::default())?;
    Ok(FoundStructures::on(&loaded.page(Evidence::of_url(gold.url.as_deref()))))
}

fn summarise(
    name: &str,
    pages: &[&PageScores],
    columns: &[MetricColumn],
    bootstrap: &Bootstrap,
) -> GroupScores {
    let scores = (0..columns.len())
        .into_par_iter()
        .map(|c| match columns[c].aggregate {
            Aggregate::Mean => {
                let values: Vec<f64> = pages.iter().filter_map(|page| page.values[c]).collect();
                let value = mean(values.iter().copied())?;
                Some(Summary { pages: values.len(), value, interval: bootstrap.mean_interval(&values) })
            }
            Aggregate::F1OfMeans => {
                let sides: Vec<ShinglePage> = pages
                    .iter()
                    .filter(|page| page.values[c].is_some())
                    .map(|page| ShinglePage { precision: page.values[c - 2], recall: page.values[c - 1] })
                    .collect();
                let interval = bootstrap.interval(sides.len(), |drawn| {
                    Some(corpus_f1(&drawn.iter().map(|&i| sides[i]).collect::<Vec<_>>()))
                });
                (!sides.is_empty()).then(|| Summary {
                    pages: sides.len(),
                    value: corpus_f1(&sides),
                    interval,
                })
            }
            Aggregate::RatioOfMeans => {
                let sides: Vec<(f64, f64)> =
                    pages.iter().filter_map(|page| page.values[c - 2].zip(page.values[c - 1])).collect();
                let ratio = |sides: &mut dyn Iterator<Item = (f64, f64)>| {
                    let (part, whole) = sides.fold((0.0, 0.0), |sum, side| (sum.0 + side.0, sum.1 + side.1));
                    (whole > 0.0).then(|| part / whole)
                };
                let value = ratio(&mut sides.iter().copied())?;
                let interval =
                    bootstrap.interval(sides.len(), |drawn| ratio(&mut drawn.iter().map(|&i| sides[i])));
                Some(Summary { pages: sides.len(), value, interval })
            }
        })
        .collect();
    GroupScores { name: name.to_owned(), pages: pages.len(), scores }
}

fn times(ms: impl Iterator<Item = f64>) -> Option<TimeSummary> {
    let mut ms: Vec<f64> = ms.collect();
    ms.sort_by(f64::total_cmp);
    Some(TimeSummary {
        pages: ms.len(),
        median_ms: quantile(&ms, 0.5)?,
        p95_ms: quantile(&ms, SLOW_QUANTILE)?,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_corpus::TRUTH_FILE;

    fn corpus() -> (tempfile::TempDir, Corpus) {
        let dir = tempfile::tempdir().unwrap();
        let truth = concat!(
            r#"{"id": "1", "text": "a b c d", "page_type": "article", "lang": "en", "url": "http://x.org/1"}"#,
            "\n",
            r#"{"id": "2", "text": "e f", "page_type": "forum", "with": ["E", "z"], "url": "http://x.org/2"}"#,
            "\n",
            r#"{"id": "3", "page_type": "article", "title": "T"}"#,
            "\n",
            r#"{"id": "4", "text": ""}"#,
            "\n",
        );
        std::fs::write(dir.path().join(TRUTH_FILE), truth).unwrap();
        let corpus = Corpus::open(dir.path()).unwrap();
        (dir, corpus)
    }

    /// All metrics but that of structure, which reads the pages.
    fn of_texts() -> Vec<Metric> {
        Metric::ALL.into_iter().filter(|&metric| metric != Metric::Structure).collect()
    }

    fn row(page: &str, text: &str, ms: f64) -> RunRow {
        RunRow { page: page.into(), text: Some(text.into()), ms: Some(ms), ..RunRow::default() }
    }

    fn run() -> Vec<RunRow> {
        let failed = RunRow { page: "1".into(), err: Some("crash".into()), ..row("1", "a b c d", 9.0) };
        vec![row("3", "text without gold", 2.0), row("2", "e f", 1.0), failed]
    }

    #[test]
    fn scores_groups_times_and_failures() {
        let (_dir, corpus) = corpus();
        let scores = score_run(&corpus, &run(), &of_texts()).unwrap();
        let ids: Vec<&str> = scores.pages.iter().map(|page| page.page.as_str()).collect();
        assert_eq!((ids, scores.failures, scores.missing), (vec!["1", "2", "3"], 1, 1));
        // Page 1 failed and counts 0, page 2 is right, page 3 has no gold text.
        let word_f1 = scores.overall("word_f1.f1").unwrap();
        assert_eq!((word_f1.pages, word_f1.value), (2, 0.5));
        assert_eq!(word_f1.interval, Some(Interval { low: 0.0, high: 1.0 }));
        assert_eq!(scores.overall("snippets.with").unwrap().value, 0.5);
        assert_eq!(scores.overall("metadata.title").unwrap().value, 0.0);
        assert_eq!(scores.overall("metadata.author"), None);
        // Precision is defined on page 2 alone; recall is 0 and 1: F1 of means 1 and .5.
        assert!((scores.overall("shingles.f1").unwrap().value - 2.0 / 3.0).abs() < 1e-12);
        let wall = scores.wall.unwrap();
        assert_eq!((wall.pages, wall.median_ms, scores.cpu), (3, 2.0, None));
        assert!((wall.p95_ms - 8.3).abs() < 1e-9);
        let names = |groups: &[GroupScores]| {
            groups.iter().map(|group| (group.name.clone(), group.pages)).collect::<Vec<_>>()
        };
        assert_eq!(names(&scores.by_page_type), [("article".into(), 2), ("forum".into(), 1)]);
        assert_eq!(names(&scores.by_lang), [("en".into(), 1)]);
        assert_eq!(names(&scores.by_site), [("x.org".into(), 2)]);
    }

    #[test]
    fn order_of_rows_does_not_matter_and_scores_survive_json() {
        let (_dir, corpus) = corpus();
        let scores = score_run(&corpus, &run(), &of_texts()).unwrap();
        let reversed: Vec<RunRow> = run().into_iter().rev().collect();
        assert_eq!(score_run(&corpus, &reversed, &of_texts()).unwrap(), scores);
        let json = serde_json::to_string(&scores).unwrap();
        assert_eq!(serde_json::from_str::<SystemScores>(&json).unwrap(), scores);
        let empty = score_run(&corpus, &[], &of_texts()).unwrap();
        assert_eq!((empty.missing, empty.overall("word_f1.f1"), empty.wall), (4, None, None));
    }

    #[test]
    fn compares_shared_pages() {
        let (_dir, corpus) = corpus();
        let good = [row("1", "a b c d", 1.0), row("2", "e f", 1.0), row("4", "", 1.0)];
        let good = score_run(&corpus, &good, &[Metric::WordF1]).unwrap();
        let bad = score_run(&corpus, &run(), &[Metric::Snippets, Metric::WordF1]).unwrap();
        let difference = good.compare(&bad, "word_f1.f1").unwrap();
        assert_eq!((difference.pages, difference.mean), (2, 0.5));
        assert_eq!(good.compare(&bad, "snippets.with"), None);
    }

    #[test]
    fn wrong_runs_are_errors() {
        let (_dir, corpus) = corpus();
        let score = |rows: &[RunRow]| score_run(&corpus, rows, &[Metric::WordF1]).unwrap_err();
        assert!(matches!(score(&[row("9", "", 1.0)]), ScoreError::UnknownPage { .. }));
        assert!(matches!(score(&[row("1", "", 1.0), row("1", "", 1.0)]), ScoreError::DuplicatePage { .. }));
        let other = RunRow { system: Some("x".into()), ..row("2", "", 1.0) };
        assert!(matches!(score(&[row("1", "", 1.0), other]), ScoreError::MixedSystems { .. }));
    }
}
