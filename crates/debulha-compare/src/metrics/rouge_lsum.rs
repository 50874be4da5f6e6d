//! ROUGE-LSum: summary-level LCS over lines (Lin 2004, §3.2).

use std::collections::HashSet;

use super::Prf;
use super::lcs::{Occurrences, grows_at};
use super::tokens::{WordInterner, alphanumeric_words, nfc};

/// Words of a text that are looked at; what follows is ignored on that side.
///
/// The cost can be quadratic in the number of lines. Of the labelled sets at hand only three texts of
/// CleanEval are longer than this.
pub const MAX_WORDS: usize = 20_000;

/// ROUGE-LSum of two texts whose sentences are their lines.
///
/// For every gold line, the union over all predicted lines of one longest common subsequence each; a word
/// counts as often as both texts have it. Precision is that sum by predicted words, recall by gold words.
/// Words are lower-cased runs of letters and digits, and single characters of scripts without spaces; no
/// stemming. On ASCII text this equals Google's `rouge_score` 0.1.2 with `split_summaries` off, ties of the
/// subsequence included. Both texts without words: 1 (`rouge_score` says 0); one: 0.
///
/// Each side is cut after [`MAX_WORDS`] words. Cost: predicted words × gold lines to find the words two
/// lines share, and (shared words in a pair of lines) × (words of the gold line / 64) to align them, as much
/// memory for one pair. Texts made to be slow (20,000 words in lines of two) took 3 s on one core.
pub fn rouge_lsum(predicted: &str, gold: &str) -> Prf {
    let (predicted, gold) = (nfc(predicted).to_lowercase(), nfc(gold).to_lowercase());
    let mut interner = WordInterner::default();
    let predicted = lines(&predicted, &mut interner);
    let gold = lines(&gold, &mut interner);
    let words = interner.len();
    let (mut predicted_left, mut gold_left) = (counts(&predicted, words), counts(&gold, words));
    let predicted_lines = distinct(&predicted);

    let mut alignment = AlignmentScratch::default();
    let mut local = LocalIds { id: vec![LocalIds::ABSENT; words], used: 0 };
    let mut shared = 0;
    for line in &gold {
        for &i in &alignment.union(line, &predicted_lines, &mut local) {
            let word = line[i] as usize;
            if predicted_left[word] > 0 && gold_left[word] > 0 {
                predicted_left[word] -= 1;
                gold_left[word] -= 1;
                shared += 1;
            }
        }
    }
    Prf::from_overlap(shared, total(&predicted), total(&gold))
}

fn total(lines: &[Vec<u32>]) -> usize {
    lines.iter().map(Vec::len).sum()
}

/// Lines that have words, as word ids, up to [`MAX_WORDS`] words in all.
fn lines<'t>(text: &'t str, interner: &mut WordInterner<'t>) -> Vec<Vec<u32>> {
    let mut left = MAX_WORDS;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let line = interner.intern(alphanumeric_words(line).take(left));
        left -= line.len();
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

fn counts(lines: &[Vec<u32>], words: usize) -> Vec<u32> {
    let mut counts = vec![0; words];
    for &word in lines.iter().flatten() {
        counts[word as usize] += 1;
    }
    counts
}

/// Each different line once: a repeated line aligns the same way and adds nothing to a union.
fn distinct(lines: &[Vec<u32>]) -> Vec<&[u32]> {
    let mut seen = HashSet::new();
    lines.iter().map(Vec::as_slice).filter(|line| seen.insert(*line)).collect()
}

/// Numbers the words of one gold line from 0, so that tables have the size of the line, not of the text.
struct LocalIds {
    id: Vec<u32>,
    used: usize,
}

impl LocalIds {
    const ABSENT: u32 = u32::MAX;

    fn enter(&mut self, line: &[u32]) -> Vec<u32> {
        self.used = 0;
        line.iter()
            .map(|&word| {
                let id = &mut self.id[word as usize];
                if *id == Self::ABSENT {
                    *id = self.used as u32;
                    self.used += 1;
                }
                *id
            })
            .collect()
    }

    fn leave(&mut self, line: &[u32]) {
        for &word in line {
            self.id[word as usize] = Self::ABSENT;
        }
    }
}

/// Scratch of the alignments of one page.
#[derive(Default)]
struct AlignmentScratch {
    /// The predicted line as local ids from its first shared word on, runs of absent words as one
    /// [`LocalIds::ABSENT`]: they lengthen nothing, but the walk back passes through them.
    common: Vec<u32>,
    /// Bit rows after each word of `common`, one after the other.
    rows: Vec<u64>,
}

impl AlignmentScratch {
    /// Positions of `gold` in an LCS with any of the `predicted` lines, ascending.
    fn union(&mut self, gold: &[u32], predicted: &[&[u32]], local: &mut LocalIds) -> Vec<usize> {
        let line = local.enter(gold);
        let occurrences = Occurrences::new(&line, local.used);
        let mut taken = vec![false; line.len()];
        for candidate in predicted {
            self.common.clear();
            for &word in *candidate {
                let id = local.id[word as usize];
                if id != LocalIds::ABSENT || self.common.last().is_some_and(|&last| last != LocalIds::ABSENT)
                {
                    self.common.push(id);
                }
            }
            if !self.common.is_empty() {
                self.mark(&line, &occurrences, &mut taken);
            }
        }
        local.leave(gold);
        (0..taken.len()).filter(|&i| taken[i]).collect()
    }

    /// Marks one LCS of `line` and `self.common`.
    ///
    /// The walk back needs no table of lengths: with unequal words, the length at (i, j) comes from
    /// (i - 1, j) when bit i of row j does not grow, and from (i, j - 1) alone when it does. That is the
    /// choice `rouge_score` makes, ties included.
    fn mark(&mut self, line: &[u32], occurrences: &Occurrences, taken: &mut [bool]) {
        let mut row = occurrences.first_row();
        self.rows.clear();
        for &word in &self.common {
            if word != LocalIds::ABSENT {
                occurrences.advance(&mut row, word);
            }
            self.rows.extend_from_slice(&row);
        }
        let (mut i, mut j) = (line.len(), self.common.len());
        while i > 0 && j > 0 {
            if line[i - 1] == self.common[j - 1] {
                taken[i - 1] = true;
                i -= 1;
                j -= 1;
            } else if grows_at(&self.rows[(j - 1) * row.len()..], i - 1) {
                j -= 1;
            } else {
                i -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lcs::table;
    use super::*;
    use proptest::prelude::*;

    /// Lin 2004, §3.2: gold w1..w5, two predicted sentences, union LCS {w1, w2, w3, w5}.
    #[test]
    fn union_example_of_the_paper() {
        let score = rouge_lsum("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", "w1 w2 w3 w4 w5");
        assert_eq!((score.precision, score.recall), (4.0 / 10.0, 4.0 / 5.0));
    }

    #[test]
    fn a_predicted_word_counts_once() {
        let score = rouge_lsum("a b", "a b\na b");
        assert_eq!((score.precision, score.recall), (1.0, 0.5));
    }

    #[test]
    fn words_are_lower_case_letters_and_digits() {
        assert_eq!(rouge_lsum("IT'S snake_case", "it s snake case"), Prf::PERFECT);
        assert_eq!(rouge_lsum("東京", "東-京"), Prf::PERFECT);
    }

    #[test]
    fn empty_sides() {
        assert_eq!(rouge_lsum("\n…", ""), Prf::PERFECT);
        assert_eq!(rouge_lsum("a", "").f1, 0.0);
        assert_eq!(rouge_lsum("", "a").f1, 0.0);
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "w ".repeat(MAX_WORDS + 5);
        assert_eq!(rouge_lsum(&long, &format!("{long}\nmore")), Prf::PERFECT);
    }

    /// The alignment as `rouge_score` defines it, with full tables.
    fn by_table(gold: &[u32], predicted: &[u32]) -> Vec<usize> {
        let t = table(gold, predicted);
        let (mut i, mut j, mut taken) = (gold.len(), predicted.len(), Vec::new());
        while i > 0 && j > 0 {
            if gold[i - 1] == predicted[j - 1] {
                taken.push(i - 1);
                (i, j) = (i - 1, j - 1);
            } else if t[i][j - 1] > t[i - 1][j] {
                j -= 1;
            } else {
                i -= 1;
            }
        }
        taken.reverse();
        taken
    }

    proptest! {
        #[test]
        fn alignment_equals_the_table_walk(
            gold in prop::collection::vec(0_u32..6, 1..150),
            predicted in prop::collection::vec(0_u32..9, 0..150),
        ) {
            let mut local = LocalIds { id: vec![LocalIds::ABSENT; 9], used: 0 };
            let union = AlignmentScratch::default().union(&gold, &[&predicted], &mut local);
            prop_assert_eq!(union, by_table(&gold, &predicted));
        }
    }
}
