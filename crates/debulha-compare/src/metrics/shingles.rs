//! Shingle F1: Scrapinghub's article metric, multisets of four consecutive words.

use super::f1;
use super::tokens::{nfc, overlap, words};
use crate::stats;

/// Words in a shingle (Scrapinghub article extraction benchmark, `evaluate.py`).
pub const SHINGLE_WORDS: usize = 4;

/// Shingle precision and recall of one page; each is `None` where its text has no words.
///
/// A page without a prediction has no precision, and one without gold text no recall: it is left out of
/// that mean, which is what the published tables do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShinglePage {
    /// Share of the predicted shingles that are gold.
    pub precision: Option<f64>,
    /// Share of the gold shingles that were predicted.
    pub recall: Option<f64>,
}

/// Compares the multisets of [`SHINGLE_WORDS`]-word shingles of two texts.
///
/// Words as in word F1, but case counts. A text of one to three words is one shingle. Linear.
pub fn shingles(predicted: &str, gold: &str) -> ShinglePage {
    let (predicted, gold) = (nfc(predicted), nfc(gold));
    let (predicted, gold) = (words(&predicted).collect::<Vec<_>>(), words(&gold).collect::<Vec<_>>());
    let found = overlap(cut(&predicted), cut(&gold));
    let share = |whole: usize| (whole > 0).then(|| found.shared as f64 / whole as f64);
    ShinglePage { precision: share(found.predicted), recall: share(found.gold) }
}

/// F1 of the mean page precision and the mean page recall; a mean over no pages counts as 0.
pub fn corpus_f1(pages: &[ShinglePage]) -> f64 {
    let mean = |values: &mut dyn Iterator<Item = f64>| stats::mean(values).unwrap_or(0.0);
    f1(
        mean(&mut pages.iter().filter_map(|page| page.precision)),
        mean(&mut pages.iter().filter_map(|page| page.recall)),
    )
}

fn cut<'s, 't>(words: &'s [&'t str]) -> impl Iterator<Item = &'s [&'t str]> {
    words.windows(SHINGLE_WORDS.min(words.len()).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_example() {
        // Prediction abcd bcde, gold abcd bcdx cdxy: one shared.
        let page = shingles("a b c d e", "a b c d x y");
        assert_eq!(page, ShinglePage { precision: Some(0.5), recall: Some(1.0 / 3.0) });
    }

    /// Numbers from the Python definition.
    #[test]
    fn agrees_with_python() {
        let predicted = "The cat, the hat and the bat sat flat on a mat";
        let page = shingles(predicted, "the cat and the bat sat flat on a red mat");
        assert_eq!(page, ShinglePage { precision: Some(4.0 / 9.0), recall: Some(4.0 / 8.0) });
    }

    #[test]
    fn short_texts_are_one_shingle_and_case_counts() {
        assert_eq!(shingles("a b", "a b"), ShinglePage { precision: Some(1.0), recall: Some(1.0) });
        assert_eq!(shingles("A b", "a b").recall, Some(0.0));
        assert_eq!(shingles("a b c", "a b c d").recall, Some(0.0));
    }

    #[test]
    fn f1_of_the_means_leaves_empty_sides_out() {
        let pages = [shingles("a b c d", "a b c d"), shingles("", "a b c d"), shingles("", "")];
        assert_eq!(pages[1], ShinglePage { precision: None, recall: Some(0.0) });
        // Mean precision 1 over one page, mean recall 0.5 over two.
        assert!((corpus_f1(&pages) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(corpus_f1(&[]), 0.0);
    }
}
