//! How many words of a run of nodes are gold.

use super::{BlockRules, GoldStandard};
use debulha_core::Page;
use debulha_dom::NodeId;
use std::ops::Range;

/// The words of a page and those that are gold, by the alignment of [`BlockRules`].
#[derive(Debug, Clone)]
pub struct GoldSums {
    texts: Vec<NodeId>,
    /// Gold words and words before each text node.
    before: Vec<[f64; 2]>,
}

impl GoldSums {
    /// Aligns the page with its gold text, or counts what people labelled.
    pub fn of<'g>(page: &Page<'_>, gold: impl Into<GoldStandard<'g>>) -> Self {
        let labels = BlockRules::default().label(page, gold);
        let mut before = vec![[0.0; 2]];
        let mut sums = [0.0; 2];
        for (share, &words) in labels.texts.iter().zip(&labels.text_words) {
            let words = f64::from(words);
            sums[0] += share * words;
            sums[1] += words;
            before.push(sums);
        }
        GoldSums { texts: page.text_nodes().to_vec(), before }
    }

    /// Gold words and words of a run of nodes. O(log texts).
    pub fn within(&self, nodes: &Range<u32>) -> (f64, f64) {
        let place = |node: u32| self.texts.partition_point(|&text| text < NodeId(node));
        let (start, end) = (self.before[place(nodes.start)], self.before[place(nodes.end)]);
        (end[0] - start[0], end[1] - start[1])
    }
}
