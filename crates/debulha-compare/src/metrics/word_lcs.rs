//! M2, word LCS: the longest common subsequence of words, so order counts.

use super::tokens::{WordInterner, nfc};
use super::{Prf, lcs};

/// Precision and recall of the longest common subsequence of white-space separated words.
///
/// A subsequence, not a substring: gaps are allowed on both sides. Both texts empty: 1; one empty: 0.
/// Worst case O(mn / 64) steps for texts of m and n words, O(m + n) memory.
pub fn word_lcs(predicted: &str, gold: &str) -> Prf {
    let (predicted, gold) = (nfc(predicted), nfc(gold));
    let mut interner = WordInterner::default();
    let a = interner.intern(predicted.split_whitespace());
    let b = interner.intern(gold.split_whitespace());
    Prf::from_overlap(lcs::length(&a, &b, interner.len()), a.len(), b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cat_and_mat() {
        let score = word_lcs("the cat sat on the mat", "the cat on a mat today");
        assert_eq!((score.precision, score.recall), (4.0 / 6.0, 4.0 / 6.0));
    }

    #[test]
    fn order_counts() {
        assert_eq!(word_lcs("b a", "a b").recall, 0.5);
    }

    #[test]
    fn empty_sides() {
        assert_eq!(word_lcs("", " "), Prf::PERFECT);
        assert_eq!(word_lcs("a", "").f1, 0.0);
        assert_eq!(word_lcs("", "a").f1, 0.0);
    }
}
