//! Word F1: WCXB's metric, with every character of a script without spaces as a word.

use super::Prf;
use super::tokens::{nfc, overlap, words};

/// Compares the multisets of lower-cased words of two texts.
///
/// A word is a run of letters, digits and underscores, or one character of a script written without
/// spaces (Thai, Kana, Han): `[U]|[^\W U]+` in Python's regular expressions after `str.lower()`.
/// Punctuation never counts. No words on both sides: 1; on one side: 0. Linear.
///
/// A corpus score is the mean over pages.
pub fn word_f1(predicted: &str, gold: &str) -> Prf {
    // Lower-casing the whole text, not each word, keeps the rule for the Greek final sigma.
    let (predicted, gold) = (nfc(predicted).to_lowercase(), nfc(gold).to_lowercase());
    let found = overlap(words(&predicted), words(&gold));
    Prf::from_overlap(found.shared, found.predicted, found.gold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_punctuation_do_not_count() {
        assert_eq!(word_f1("Hello, WORLD!", "hello world"), Prf::PERFECT);
        assert_eq!(word_f1("ΟΔΟΣ", "οδος"), word_f1("οδος", "ΟΔΟΣ"));
    }

    #[test]
    fn worked_example() {
        // Prediction {the, cat, sat, the}, gold {the, cat, ran}: two shared.
        let score = word_f1("The cat sat; the", "the cat ran");
        assert_eq!((score.precision, score.recall), (2.0 / 4.0, 2.0 / 3.0));
        assert!((score.f1 - 4.0 / 7.0).abs() < 1e-12);
    }

    /// Scripts, digits and case rules on which regular expression engines differ; numbers from Python 3.11.
    #[test]
    fn agrees_with_python() {
        let predicted = "Straße 12½ — ΟΔΥΣΣΕΥΣ’s snake_case हिन्दी 東京タワー ภาษาไทย İstanbul x² Ⓐ";
        let gold = "strasse 12½ οδυσσευς s snake_case हिन्दी 東京都 ภาษา istanbul X²";
        let score = word_f1(predicted, gold);
        assert_eq!((score.precision, score.recall), (13.0 / 23.0, 13.0 / 17.0));
        assert!((score.f1 - 0.65).abs() < 1e-12);
    }

    #[test]
    fn han_characters_are_words() {
        assert_eq!(word_f1("东京都", "东京").precision, 2.0 / 3.0);
    }

    #[test]
    fn empty_sides() {
        assert_eq!(word_f1("…", ""), Prf::PERFECT);
        assert_eq!(word_f1("a", "!").f1, 0.0);
        assert_eq!(word_f1("", "a").f1, 0.0);
    }
}
