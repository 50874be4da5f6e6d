//! How much each block counts in training, and which are drawn.

use super::BlockLabels;
use debulha_core::features::random::SplitMix64;
use debulha_core::params;

params! {
    /// How blocks are weighted: by their share of the page's score, so that a wrong block costs in training about what
    /// it costs in word F1. Values are our decision, found on `wcxb-dev`.
    #[derive(Copy)]
    pub struct RowWeights {
        /// Weight of a block that holds all the text of its page.
        pub whole_page: f64 = 20.0, range: 0.0..=1000.0;
        /// Words added to those of the page, so that blocks of pages with little text do not weigh all.
        pub added_words: f64 = 50.0, range: 0.0..=100_000.0;
        /// Weight that the blocks of a page have beside, by the root of their number, whatever their words.
        pub beside_words: f64 = 0.3, range: 0.000_001..=1000.0;
    }
}

impl RowWeights {
    /// The weight of each block of a page, above 0: `min(1, n / ((S + G) / 2 + added)) · whole + beside / √N`, where n
    /// are the words of the block, S those of all blocks labelled content, G those of the gold text and N is the
    /// number of blocks. O(blocks).
    ///
    /// ```
    /// use debulha_core::Page;
    /// use debulha_learn::label::{BlockRules, RowWeights};
    ///
    /// let parsed = debulha_dom::parse("<p>rye and oats<p>menu", &debulha_dom::Limits::default());
    /// let labels = BlockRules::default().label(&Page::new(&parsed.document), "rye and oats");
    /// let weights = RowWeights::default().weights(&labels);
    /// assert!((weights[0] - (20.0 * 3.0 / 53.0 + 0.3 / 2_f64.sqrt())).abs() < 1e-12);
    /// ```
    pub fn weights(&self, labels: &BlockLabels) -> Vec<f64> {
        let content = (0..labels.blocks.len()).filter(|&block| labels.is_content(block));
        let content: f64 = content.map(|block| f64::from(labels.block_words[block])).sum();
        let all = f64::midpoint(content, labels.gold_words as f64) + self.added_words;
        let beside = self.beside_words / (labels.blocks.len().max(1) as f64).sqrt();
        let share = |&words: &u32| if words == 0 { 0.0 } else { (f64::from(words) / all).min(1.0) };
        labels.block_words.iter().map(|words| share(words) * self.whole_page + beside).collect()
    }
}

/// Draws `count` places with replacement, each time with chances by weight; in ascending order. Rows that are drawn so
/// count as if they were weighted, for learners that know no weights. Empty where all weights are 0. O(n + count log n).
pub(crate) fn draw(weights: &[f64], count: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut sums = Vec::with_capacity(weights.len());
    let mut sum = 0.0;
    for weight in weights {
        sum += weight;
        sums.push(sum);
    }
    if sum <= 0.0 {
        return Vec::new();
    }
    let mut place = || {
        let at = random.below_one() * sum;
        sums.partition_point(|&before| before <= at).min(weights.len() - 1)
    };
    let mut drawn: Vec<usize> = (0..count).map(|_| place()).collect();
    drawn.sort_unstable();
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_page_weighs_less_than_a_whole_one() {
        let labels = BlockLabels {
            blocks: vec![1.0, 0.0, 0.0],
            block_words: vec![1000, 2000, 0],
            gold_words: 1000,
            min_content: 0.5,
            ..BlockLabels::default()
        };
        let weights = RowWeights { beside_words: 0.3, ..RowWeights::default() }.weights(&labels);
        let beside = 0.3 / 3_f64.sqrt();
        assert!((weights[0] - (1000.0 / 1050.0 * 20.0 + beside)).abs() < 1e-9);
        assert!((weights[1] - (20.0 + beside)).abs() < 1e-9, "at most the whole page");
        assert!((weights[2] - beside).abs() < 1e-9);
        assert!(RowWeights::default().weights(&BlockLabels::default()).is_empty());
    }

    #[test]
    fn places_are_drawn_by_weight() {
        let drawn = draw(&[1.0, 0.0, 3.0], 4000, &mut SplitMix64::new(5));
        let count = |place: usize| drawn.iter().filter(|&&other| other == place).count();
        assert!((900..1100).contains(&count(0)) && count(1) == 0 && drawn.is_sorted());
        assert!(draw(&[], 3, &mut SplitMix64::new(5)).is_empty());
        assert!(draw(&[0.0], 3, &mut SplitMix64::new(5)).is_empty());
    }
}
