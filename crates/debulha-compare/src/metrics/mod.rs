//! Evaluation metrics: pure functions on texts or on ids, one file a metric.
//!
//! Text metrics bring both sides to Unicode NFC before they tokenise, so a composed and a decomposed
//! "é" are the same word. The first argument is always the prediction, the second the gold standard.

pub mod bag_of_words;
pub mod blocks;
pub mod comments;
mod lcs;
pub mod metadata;
pub mod nodes;
pub mod product;
pub mod records;
pub mod rouge_lsum;
pub mod shingles;
pub mod snippets;
pub mod structure;
pub mod template_nodes;
pub mod tokens;
pub mod word_f1;
pub mod word_lcs;

use serde::{Deserialize, Serialize};

/// Precision, recall and their harmonic mean, each in [0, 1]; by default 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Prf {
    /// Share of the prediction that is in the gold standard.
    pub precision: f64,
    /// Share of the gold standard that is in the prediction.
    pub recall: f64,
    /// Harmonic mean of the two; see [`f1`].
    pub f1: f64,
}

impl Prf {
    /// The score of a page where nothing was expected and nothing was given.
    pub const PERFECT: Self = Self { precision: 1.0, recall: 1.0, f1: 1.0 };

    /// Scores `shared` items out of `predicted` and `gold` ones.
    ///
    /// Both sides empty: all three are 1. One side empty: all three are 0.
    pub fn from_overlap(shared: usize, predicted: usize, gold: usize) -> Self {
        if predicted == 0 && gold == 0 {
            return Self::PERFECT;
        }
        let (precision, recall) = (ratio(shared, predicted), ratio(shared, gold));
        Self { precision, recall, f1: f1(precision, recall) }
    }

    /// Mean of each of the three numbers over pages; `None` without pages.
    ///
    /// The mean of page F1s is not the F1 of the mean precision and recall.
    pub fn mean(pages: &[Self]) -> Option<Self> {
        let mean = |field: fn(&Self) -> f64| crate::stats::mean(pages.iter().map(field));
        Some(Self { precision: mean(|p| p.precision)?, recall: mean(|p| p.recall)?, f1: mean(|p| p.f1)? })
    }
}

/// Harmonic mean of precision and recall; 0 when both are 0.
pub fn f1(precision: f64, recall: f64) -> f64 {
    if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 }
}

/// `part / whole`, and 0 for an empty whole.
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn empty_sides() {
        assert_eq!(Prf::from_overlap(0, 0, 0), Prf::PERFECT);
        for (predicted, gold) in [(0, 3), (3, 0)] {
            let score = Prf::from_overlap(0, predicted, gold);
            assert_eq!((score.precision, score.recall, score.f1), (0.0, 0.0, 0.0));
        }
    }

    #[test]
    fn mean_of_f1_is_not_f1_of_means() {
        let pages = [Prf::from_overlap(1, 1, 4), Prf::from_overlap(1, 4, 1)];
        let mean = Prf::mean(&pages).unwrap();
        assert_eq!((mean.precision, mean.recall), (0.625, 0.625));
        assert!((mean.f1 - 0.4).abs() < 1e-12);
        assert_eq!(Prf::mean(&[]), None);
    }
}
