//! M1, bag of words: multisets of words between white space.

use super::Prf;
use super::tokens::{nfc, overlap};

/// Compares the multisets of white-space separated words of two texts.
///
/// Case and punctuation count: "Árabes," is not "Árabes". Any Unicode white space separates, so that a
/// no-break space never makes a different word. Both texts empty: 1; one empty: 0. Linear.
///
/// A corpus score is the mean over pages of each number.
pub fn bag_of_words(predicted: &str, gold: &str) -> Prf {
    let (predicted, gold) = (nfc(predicted), nfc(gold));
    let found = overlap(predicted.split_whitespace(), gold.split_whitespace());
    Prf::from_overlap(found.shared, found.predicted, found.gold)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed example of the metric's source; its F1 of 0.67 there comes from rounding recall first.
    #[test]
    fn dubai_example() {
        let first = "Começou oficialmente hoje (29) o Rally de Dubai (UAE Desert Challenge), nos Emirados \
                     Árabes, válido como etapa do Campeonato Mundial.";
        let second = "O brasileiro Jean Azevedo, que corre nas motos, marcou o 8º melhor tempo na etapa que \
                      teve 444 quilômetros.";
        assert_eq!((first.split_whitespace().count(), second.split_whitespace().count()), (20, 19));
        let score = bag_of_words(first, &format!("{first} {second}"));
        assert_eq!((score.precision, score.recall), (1.0, 20.0 / 39.0));
        assert!((score.f1 - 0.6780).abs() < 5e-5);
    }

    #[test]
    fn empty_sides() {
        assert_eq!(bag_of_words(" \n", ""), Prf::PERFECT);
        assert_eq!(bag_of_words("", "word").f1, 0.0);
        assert_eq!(bag_of_words("word", "").f1, 0.0);
    }

    #[test]
    fn decomposed_letters_and_odd_spaces_are_equal() {
        assert_eq!(bag_of_words("cafe\u{301}\u{a0}noir", "café noir"), Prf::PERFECT);
    }
}
