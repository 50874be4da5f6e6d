//! Which blocks of a page are gold, where its labels are a text.
//!
//! # Rule
//! Words are runs of letters and digits in lower case. A word of a block is in the gold text if one of the runs of
//! [`RUN`] words that hold it, or the whole block where it is shorter, occurs in one line of that text. A block is gold
//! if at least [`GOLD_SHARE`] of its words are. A line of the gold text is *lost*, a gold block that the segmenter did
//! not produce, if less than that share of its words is in gold blocks by the same test.
//!
//! Words alone would not do: every menu has words of the text. A block of one or two words may be gold by chance.

use std::collections::HashSet;

use debulha_core::features::hashing::{hash_text, then};

/// Words of a run.
const RUN: usize = 4;

/// Share of the words from which on a block is gold.
const GOLD_SHARE: f64 = 0.5;

/// The gold blocks of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GoldBlocks {
    /// Whether each block is gold.
    pub(super) is_gold: Vec<bool>,
    /// Lines of the gold text that no gold block holds.
    pub(super) lost: usize,
}

impl GoldBlocks {
    /// By the rule of this module. O(words).
    pub(super) fn of(blocks: &[String], gold_text: &str) -> Self {
        let lines: Vec<Vec<u64>> = gold_text.lines().map(words).filter(|line| !line.is_empty()).collect();
        let blocks: Vec<Vec<u64>> = blocks.iter().map(|text| words(text)).collect();
        let in_gold = Runs::of(&lines);
        let is_gold: Vec<bool> = blocks.iter().map(|block| in_gold.hold(block)).collect();
        let gold: Vec<Vec<u64>> = blocks
            .into_iter()
            .zip(&is_gold)
            .filter(|(_, is_gold)| **is_gold)
            .map(|(block, _)| block)
            .collect();
        let in_blocks = Runs::of(&gold);
        GoldBlocks { is_gold, lost: lines.iter().filter(|line| !in_blocks.hold(line)).count() }
    }
}

fn words(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| hash_text(&word.to_lowercase())).collect()
}

/// The runs of one to [`RUN`] words of some texts.
struct Runs(HashSet<u64>);

impl Runs {
    fn of(texts: &[Vec<u64>]) -> Self {
        let runs = texts.iter().flat_map(|text| (1..=RUN).flat_map(move |len| text.windows(len).map(number)));
        Runs(runs.collect())
    }

    /// Whether enough words of a text are in the runs.
    fn hold(&self, text: &[u64]) -> bool {
        let len = RUN.min(text.len());
        if len == 0 {
            return false;
        }
        let mut found_until = 0;
        let mut found = 0;
        for (start, run) in text.windows(len).enumerate() {
            if self.0.contains(&number(run)) {
                found += start + len - found_until.max(start);
                found_until = start + len;
            }
        }
        found as f64 >= GOLD_SHARE * text.len() as f64
    }
}

fn number(run: &[u64]) -> u64 {
    run.iter().fold(run.len() as u64, |hash, &word| then(hash, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gold(blocks: &[&str], text: &str) -> (Vec<bool>, usize) {
        let blocks: Vec<String> = blocks.iter().map(|&block| block.to_owned()).collect();
        let GoldBlocks { is_gold, lost } = GoldBlocks::of(&blocks, text);
        (is_gold, lost)
    }

    #[test]
    fn a_block_is_gold_by_runs_of_words() {
        let text = "Rye harvest up\nThe rye stood high in July. Reapers came from the hills.\nOats fell.";
        let blocks = [
            "RYE HARVEST UP!",
            "The rye stood high in July",
            "July in high stood rye the",
            "",
            "menu of the day",
        ];
        // Half of the second line is in a block; the last one in none.
        assert_eq!(gold(&blocks, text), (vec![true, true, false, false, false], 1));
        let whole = format!("{} {text}", "menu ".repeat(30));
        assert_eq!(gold(&[&whole], text), (vec![false], 3), "a block with more beside is none");
        assert_eq!(gold(&[], ""), (vec![], 0));
    }
}
