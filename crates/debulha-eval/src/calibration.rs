//! How far a system's probabilities can be believed: reliability and the expected calibration error (naeini2015,
//! guo2017). Defined in `docs/metrics.md`, section Calibration.

use std::collections::HashMap;

use debulha_core::{Labels, Page, Scratch};
use debulha_learn::label::BlockRules;
use debulha_learn::pages::{PageError, Pages};
use rayon::prelude::*;

use debulha_compare::System;
use debulha_compare::metrics::word_f1::word_f1;
use debulha_corpus::Corpus;
use debulha_corpus::run_file::RunRow;

/// Bins of equal width over `[0, 1]` (guo2017 draws ten).
pub const BINS: usize = 10;

/// What was predicted with nearly the same probability.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct BinSums {
    weight: f64,
    predicted: f64,
    observed: f64,
}

/// A bin that is not empty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// The lower end of the bin.
    pub from: f64,
    /// Weight of what fell into it: words or pages.
    pub weight: f64,
    /// Mean of the predicted shares.
    pub predicted: f64,
    /// Mean of the observed shares.
    pub observed: f64,
}

/// Predicted shares beside observed ones, in bins.
///
/// ```
/// use debulha_eval::calibration::Reliability;
///
/// let mut reliability = Reliability::default();
/// reliability.add(0.9, 1.0, 3.0);
/// reliability.add(0.9, 0.0, 1.0);
/// reliability.add(0.25, 0.5, 4.0);
/// // Of 0.9 three quarters came true, of 0.25 a half: (4 · 0.15 + 4 · 0.25) / 8.
/// assert!(reliability.expected_error().is_some_and(|error| (error - 0.2).abs() < 1e-12));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reliability {
    bins: [BinSums; BINS],
}

impl Reliability {
    /// Adds a prediction and what was observed, both in `[0, 1]`. What is no number or has no weight is left out; 1 falls
    /// into the last bin.
    pub fn add(&mut self, predicted: f64, observed: f64, weight: f64) {
        if predicted.is_nan() || observed.is_nan() || weight.is_nan() || weight <= 0.0 {
            return;
        }
        let predicted = predicted.clamp(0.0, 1.0);
        let bin = &mut self.bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
        bin.weight += weight;
        bin.predicted += weight * predicted;
        bin.observed += weight * observed;
    }

    /// The bins that are not empty, ascending.
    pub fn bins(&self) -> Vec<Bin> {
        let filled = self.bins.iter().enumerate().filter(|(_, sums)| sums.weight > 0.0);
        filled
            .map(|(place, sums)| Bin {
                from: place as f64 / BINS as f64,
                weight: sums.weight,
                predicted: sums.predicted / sums.weight,
                observed: sums.observed / sums.weight,
            })
            .collect()
    }

    /// Weight of all predictions.
    pub fn weight(&self) -> f64 {
        self.bins.iter().map(|sums| sums.weight).sum()
    }

    /// Expected calibration error: the distance of predicted and observed share of each bin, weighted. `None` without
    /// predictions.
    pub fn expected_error(&self) -> Option<f64> {
        let weight = self.weight();
        let error = |sums: &BinSums| (sums.predicted - sums.observed).abs();
        (weight > 0.0).then(|| self.bins.iter().map(error).sum::<f64>() / weight)
    }

    /// Mean predicted share less the mean observed one: above 0 the predictions are too high. `None` without predictions.
    pub fn bias(&self) -> Option<f64> {
        let weight = self.weight();
        (weight > 0.0)
            .then(|| self.bins.iter().map(|sums| sums.predicted - sums.observed).sum::<f64>() / weight)
    }
}

/// The probabilities of the words that a system keeps, beside the share of them that are gold; `None` for a system
/// without scores. Words that are dropped have no scores and do not count.
///
/// Every page with a labelled text is run and its words are aligned with the gold ([`BlockRules::label`]). `wanted` says by
/// their places in the corpus which pages. The result does not depend on the number of threads.
///
/// # Errors
/// A page that cannot be read.
pub fn of_words(
    corpus: &Corpus,
    system: &System,
    wanted: &(dyn Fn(usize) -> bool + Sync),
    pages: &impl Pages,
) -> Result<Option<Reliability>, PageError> {
    let places: Vec<usize> = (0..corpus.pages().len())
        .filter(|&place| wanted(place) && corpus.pages()[place].text.is_some())
        .collect();
    let of_page = |&place: &usize| {
        let mut found = None;
        let gold = corpus.pages()[place].text.as_deref().unwrap_or_default();
        pages.visit(place, &mut |page| {
            let outcome = system.extractor().extract(page, &mut Scratch::default());
            found = outcome.labels().and_then(|labels| words_of_page(page, labels, gold));
        })?;
        Ok(found)
    };
    let found: Vec<Option<Vec<Prediction>>> =
        places.par_iter().map(of_page).collect::<Result<_, PageError>>()?;
    let mut reliability = Reliability::default();
    let mut has_scores = false;
    for prediction in found.into_iter().flatten().flat_map(|predictions| {
        has_scores = true;
        predictions
    }) {
        reliability.add(prediction.predicted, prediction.observed, prediction.words);
    }
    Ok(has_scores.then_some(reliability))
}

/// A run of words with one probability.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Prediction {
    predicted: f64,
    observed: f64,
    words: f64,
}

/// The spans of a page with scores; `None` without scores, and where one is no probability.
fn words_of_page(page: &Page<'_>, labels: &Labels, gold: &str) -> Option<Vec<Prediction>> {
    let scores =
        labels.scores.as_ref().filter(|scores| scores.iter().all(|score| (0.0..=1.0).contains(score)))?;
    // A system that looks at hidden text may keep some: then it must be aligned too.
    let with_hidden = labels
        .spans
        .iter()
        .any(|span| page.visibility().is_hidden(span.node))
        .then(|| page.with_hidden_text());
    let with_hidden = with_hidden.flatten();
    let page = with_hidden.as_ref().unwrap_or(page);
    let labelled = BlockRules::default().label(page, gold);
    let (doc, texts) = (page.document(), page.text_nodes());
    let predictions = labels.spans.iter().zip(scores).filter_map(|(span, &score)| {
        let place = texts.binary_search(&span.node).ok()?;
        let part = f64::from(span.end - span.start) / doc.text(span.node).len() as f64;
        let words = f64::from(labelled.text_words[place]) * part;
        Some(Prediction { predicted: f64::from(score), observed: labelled.texts[place], words })
    });
    Some(predictions.collect())
}

/// The expected F1 of pages beside their word F1, each page counting alike; `None` where no row has a confidence.
///
/// Rows that failed, and pages without a labelled text, are left out.
pub fn of_pages(corpus: &Corpus, rows: &[RunRow]) -> Option<Reliability> {
    let gold: HashMap<&str, &str> =
        corpus.pages().iter().filter_map(|page| Some((page.id.as_str(), page.text.as_deref()?))).collect();
    let scored: Vec<Option<(f64, f64)>> = rows
        .par_iter()
        .map(|row| {
            let confidence = row.confidence.filter(|_| row.err.is_none())?;
            let gold = gold.get(row.page.as_str())?;
            Some((confidence, word_f1(row.scored_text(), gold).f1))
        })
        .collect();
    let mut reliability = Reliability::default();
    for (confidence, f1) in scored.into_iter().flatten() {
        reliability.add(confidence, f1, 1.0);
    }
    (reliability.weight() > 0.0).then_some(reliability)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::test_corpus::write_corpus;
    use debulha_core::ParamMap;
    use debulha_corpus::corpus_pages::CorpusPages;

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-12)
    }

    #[test]
    fn errors_of_two_bins_are_weighted() {
        let mut reliability = Reliability::default();
        assert_eq!((reliability.expected_error(), reliability.bias()), (None, None));
        // Bin [0.9, 1]: mean 0.95, observed 0.5. Bin [0.1, 0.2): mean 0.1, observed 0.4.
        reliability.add(0.9, 1.0, 1.0);
        reliability.add(1.0, 0.0, 1.0);
        reliability.add(0.1, 0.4, 6.0);
        assert!(close(reliability.expected_error(), (2.0 * 0.45 + 6.0 * 0.3) / 8.0));
        assert!(close(reliability.bias(), (2.0 * 0.45 - 6.0 * 0.3) / 8.0));
        let bins = reliability.bins();
        assert_eq!(bins.len(), 2);
        assert_eq!((bins[0].from, bins[0].weight), (0.1, 6.0));
        assert!(close(Some(bins[1].predicted), 0.95) && close(Some(bins[1].observed), 0.5));
    }

    #[test]
    fn errors_within_a_bin_cancel() {
        let mut reliability = Reliability::default();
        reliability.add(0.52, 0.0, 1.0);
        reliability.add(0.58, 1.0, 1.0);
        assert!(close(reliability.expected_error(), 0.05));
    }

    #[test]
    fn what_is_no_prediction_is_left_out() {
        let mut reliability = Reliability::default();
        reliability.add(f64::NAN, 1.0, 1.0);
        reliability.add(0.5, 1.0, 0.0);
        assert_eq!(reliability, Reliability::default());
        reliability.add(7.0, 1.0, 1.0);
        assert_eq!((reliability.bins()[0].predicted, reliability.bins()[0].from), (1.0, 0.9));
    }

    #[test]
    fn pages_are_judged_by_their_word_f1() {
        let dir = tempfile::tempdir().unwrap();
        let corpus = write_corpus(dir.path(), &[("a", r#", "text": "one two""#, b"x"), ("b", "", b"x")]);
        let row = |page: &str, confidence| RunRow {
            page: page.to_owned(),
            text: Some("one three".to_owned()),
            confidence,
            ..RunRow::default()
        };
        let found = of_pages(&corpus, &[row("a", Some(0.8)), row("b", Some(0.1))]).unwrap();
        assert_eq!(found.weight(), 1.0);
        assert!(close(found.expected_error(), 0.3));
        assert_eq!(of_pages(&corpus, &[row("a", None)]), None);
    }

    #[test]
    fn words_are_judged_by_their_alignment() {
        let dir = tempfile::tempdir().unwrap();
        let html = b"<p>The rye stood high in July<p>More about oats";
        let corpus = write_corpus(dir.path(), &[("a", r#", "text": "The rye stood high in July""#, html)]);
        let pages = CorpusPages::new(vec![&corpus]);
        let plain = System::new("all_text", &ParamMap::new()).unwrap();
        assert_eq!(of_words(&corpus, &plain, &|_| true, &pages).unwrap(), None);
        let parsed = debulha_dom::parse(std::str::from_utf8(html).unwrap(), &debulha_dom::Limits::default());
        let page = Page::new(&parsed.document);
        let mut labels = Labels::from_text_nodes(&parsed.document, page.text_nodes().iter().copied());
        labels.scores = Some(vec![0.8, 0.3]);
        let found = words_of_page(&page, &labels, "The rye stood high in July").unwrap();
        assert_eq!(found[0], Prediction { predicted: f64::from(0.8_f32), observed: 1.0, words: 6.0 });
        assert_eq!((found[1].observed, found[1].words), (0.0, 3.0));
        labels.scores = Some(vec![0.8, 3.0]);
        assert_eq!(words_of_page(&page, &labels, ""), None, "a density");
    }
}
