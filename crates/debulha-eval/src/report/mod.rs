//! Reports of evaluations: tables for a terminal, one HTML page for a browser.

mod diff;
pub mod html;
pub mod structure;
pub mod table;

use crate::score::{GroupScores, SystemScores};
use debulha_compare::stats::quantile;
use debulha_corpus::Corpus;
use debulha_corpus::run_file::RunRow;

/// One system on one corpus: its rows and their scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluated {
    /// The scores.
    pub scores: SystemScores,
    /// The rows that were scored, for looking at single pages.
    pub rows: Vec<RunRow>,
}

/// The systems that were evaluated on one corpus.
#[derive(Debug)]
pub struct Evaluation<'c> {
    /// The corpus.
    pub corpus: &'c Corpus,
    /// The systems, best first by the headline F1 after [`Evaluation::new`].
    pub systems: Vec<Evaluated>,
}

impl<'c> Evaluation<'c> {
    /// An evaluation with its systems in descending order of the headline F1, then by name.
    pub fn new(corpus: &'c Corpus, mut systems: Vec<Evaluated>) -> Self {
        let f1 = |scores: &SystemScores| {
            let headline = Headline::of(scores)?;
            scores.all.scores[headline.f1].map(|summary| summary.value)
        };
        systems.sort_by(|a, b| {
            let by_f1 = f1(&b.scores).unwrap_or(-1.0).total_cmp(&f1(&a.scores).unwrap_or(-1.0));
            by_f1.then_with(|| a.scores.system.cmp(&b.scores.system))
        });
        Self { corpus, systems }
    }
}

/// The first metric of a scoring that has precision, recall and F1: what plots and orders are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Headline {
    precision: usize,
    recall: usize,
    f1: usize,
}

impl Headline {
    /// The places of the headline's columns; `None` when no metric of the scoring has an F1.
    pub fn of(scores: &SystemScores) -> Option<Self> {
        let f1 = scores.columns.iter().position(|column| column.split('.').next_back() == Some("f1"))?;
        // Columns of a metric follow each other as precision, recall, F1.
        Some(Self { precision: f1.checked_sub(2)?, recall: f1 - 1, f1 })
    }

    /// Id of the headline's metric.
    pub fn metric<'s>(&self, scores: &'s SystemScores) -> &'s str {
        scores.columns[self.f1].trim_end_matches(".f1")
    }
}

/// What pages are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// Kind of page.
    PageType,
    /// Language.
    Lang,
    /// Site.
    Site,
}

impl Grouping {
    /// The groups of a scoring, sorted by name.
    pub fn groups<'s>(&self, scores: &'s SystemScores) -> &'s [GroupScores] {
        match self {
            Self::PageType => &scores.by_page_type,
            Self::Lang => &scores.by_lang,
            Self::Site => &scores.by_site,
        }
    }
}

/// Milliseconds with three significant digits.
fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms >= 100.0 => format!("{ms:.0}"),
        ms if ms >= 10.0 => format!("{ms:.1}"),
        ms => format!("{ms:.2}"),
    }
}

/// The median of `values`, which are sorted here.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(crate) mod tests {
    use super::*;
    use crate::score::{Metric, score_run};
    use crate::test_corpus::write_corpus;

    /// A corpus of three pages and two systems on it, `half` (half the text) and `whole<b>` (all of it).
    pub(crate) fn sample() -> (tempfile::TempDir, Corpus, [Evaluated; 2]) {
        let dir = tempfile::tempdir().unwrap();
        let gold = "one two three four five six\\nseven <b>eight</b> nine ten";
        let pages = [("a", "article"), ("b", "article"), ("c", "forum")].map(|(id, kind)| {
            let url = if id == "a" { "javascript:alert(1)" } else { "https://example.org/" };
            (id.to_owned(), format!(r#", "page_type": "{kind}", "url": "{url}", "text": "{gold}""#), "<p>x")
        });
        let corpus = write_corpus(dir.path(), &pages);
        let system = |name: &str, text: &str| {
            let rows: Vec<RunRow> = ["a", "b", "c"]
                .map(|id| RunRow {
                    page: id.into(),
                    system: Some(name.into()),
                    text: Some(text.into()),
                    ms: Some(1.5),
                    cpu_ms: Some(1.25),
                    err: (name == "half" && id == "c").then(|| "panic: x".to_owned()),
                    ..RunRow::default()
                })
                .into();
            let scores = score_run(&corpus, &rows, &[Metric::WordF1, Metric::Snippets]).unwrap();
            Evaluated { scores, rows }
        };
        let half = system("half", "one two three FOUR! five <script>");
        let whole = system("whole<b>", "one two three four five six\nseven <b>eight</b> nine ten");
        (dir, corpus, [half, whole])
    }

    #[test]
    fn best_system_first() {
        let (_dir, corpus, systems) = sample();
        let evaluation = Evaluation::new(&corpus, systems.into());
        let names: Vec<&str> = evaluation.systems.iter().map(|e| e.scores.system.as_str()).collect();
        assert_eq!(names, ["whole<b>", "half"]);
        let headline = Headline::of(&evaluation.systems[0].scores).unwrap();
        assert_eq!((headline.metric(&evaluation.systems[0].scores), headline.precision), ("word_f1", 0));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.123, 12.34, 1234.5].map(milliseconds), ["0.12", "12.3", "1234"]);
    }
}
