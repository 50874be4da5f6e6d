//! Labels of text blocks: the share of a block's words that an alignment with the gold text matched.

use super::align::{Gains, Match, align};
use super::gold_standard::GoldStandard;
use super::page_words::PageWords;
use super::words::GoldWords;
use debulha_core::feature_table::RowUnit;
use debulha_core::{Labels, Page, params};
use debulha_dom::NodeId;

params! {
    /// How blocks are labelled. Where nothing else is said, values are our decision, found on `wcxb-dev`.
    #[derive(Copy)]
    pub struct BlockRules {
        /// Gain of a word that is matched.
        pub match_gain: u32 = 1, range: 1..=1000;
        /// Gain of a word that is matched right after another, on both sides. Gaps cost nothing.
        pub follow_gain: u32 = 3, range: 0..=1000;
        /// A block with a lesser share of matched words gives its gold words back.
        pub min_share: f64 = 0.34, range: 0.0..=1.0;
        /// What is left of the label of such a block.
        pub given_back_factor: f64 = 0.5, range: 0.0..=1.0;
        /// Further alignments, of the gold words that are left with the blocks that are left: for text that stands
        /// elsewhere than in the gold.
        pub later_passes: u32 = 2, range: 0..=10;
        /// Share of a block's words that a later alignment must match; a block with less keeps its label.
        pub min_later_share: f64 = 0.8, range: 0.0..=1.0;
        /// Words that a block must have in the later alignments but the first.
        pub min_last_words: u32 = 2, range: 1..=1000;
        /// Pairs of equal words that are looked at on a page. With more, rare words are aligned first, and the result
        /// may not be the best one. A pair takes 12 bytes and some 50 ns.
        pub max_pairs: u32 = 4_000_000, range: 1000..=100_000_000;
        /// Label from which on a block is content where blocks are counted or joined.
        pub min_content: f64 = 0.5, range: 0.0..=1.0;
    }
}

/// Labels of the text of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockLabels {
    /// Label of each text block ([`Page::text_blocks`]): the share of its words that are gold, 0 without words.
    pub blocks: Vec<f64>,
    /// Words of each block.
    pub block_words: Vec<u32>,
    /// Label of each text node ([`Page::text_nodes`]), of its own words; without words, that of its block.
    pub texts: Vec<f64>,
    /// Words of each text node; one that runs over several counts in the first.
    pub text_words: Vec<u32>,
    /// Gold words that are matched in each block; those that a block gave back are not among them.
    pub matched: Vec<u32>,
    /// Gold words that blocks gave back and that no later alignment matched.
    pub given_back: usize,
    /// Words of the gold text.
    pub gold_words: usize,
    /// Label from which on a block is content ([`BlockRules::min_content`]).
    pub min_content: f64,
}

impl BlockRules {
    /// Labels the text of a page by a gold text, or as people labelled its parts. Words are compared in a form that leaves out case, signs, invisible
    /// characters and ways of writing one letter; a word of the gold is matched once.
    ///
    /// O(nodes + text + gold + pairs · log gold), pairs being those of equal words; at most [`Self::max_pairs`] of them
    /// in each alignment.
    ///
    /// ```
    /// use debulha_core::Page;
    /// use debulha_learn::label::BlockRules;
    ///
    /// let html = "<ul><li>Home<li>Rye</ul><h1>Rye</h1><p>The rye stood high — in July.<p>More: oats";
    /// let parsed = debulha_dom::parse(html, &debulha_dom::Limits::default());
    /// let labels = BlockRules::default().label(&Page::new(&parsed.document), "Rye. The rye stood high in July");
    /// assert_eq!(labels.blocks, [0.0, 0.0, 1.0, 1.0, 0.0]);
    /// ```
    pub fn label<'g>(&self, page: &Page<'_>, gold: impl Into<GoldStandard<'g>>) -> BlockLabels {
        match gold.into() {
            GoldStandard::Text(text) => self.aligned(page, text),
            GoldStandard::Annotations(annotations) => self.annotated(page, &annotations.resolve(page)),
        }
    }

    fn aligned(&self, page: &Page<'_>, gold: &str) -> BlockLabels {
        let gold = GoldWords::new(gold);
        let words = PageWords::new(page, &gold);
        let mut state = MatchState::new(page, &words, &gold);
        let page_words: Vec<u32> = (0..words.words.len() as u32).collect();
        let gold_words: Vec<u32> = (0..gold.words.len() as u32).collect();
        let first = self.align(&words, &gold, &page_words, &gold_words);
        state.take_first(&first, self);
        for pass in 0..self.later_passes {
            let min_words = if pass == 0 { 1 } else { self.min_last_words };
            let (page_left, gold_left) = state.left(&words);
            let found = self.align(&words, &gold, &page_left, &gold_left);
            if !state.take_later(&found, self, min_words) {
                break;
            }
        }
        state.labels(page, &words, &first, self)
    }

    /// Aligns some words of the page with some of the gold; gives their positions.
    fn align(&self, words: &PageWords, gold: &GoldWords, page_at: &[u32], gold_at: &[u32]) -> Vec<Match> {
        let page: Vec<u32> = page_at.iter().map(|&at| words.words[at as usize]).collect();
        let wanted: Vec<u32> = gold_at.iter().map(|&at| gold.words[at as usize]).collect();
        let gains =
            Gains { single: self.match_gain, follow: self.follow_gain, max_pairs: self.max_pairs.into() };
        let found = align(&page, &wanted, gold.different(), gains);
        found.into_iter().map(|(at, to)| (page_at[at as usize], gold_at[to as usize])).collect()
    }
}

/// Which words are matched so far.
struct MatchState {
    /// The block of each word.
    block_of: Vec<u32>,
    block_words: Vec<u32>,
    /// Whether each word of the page is gold.
    is_gold: Vec<bool>,
    /// Whether each gold word is matched.
    is_used: Vec<bool>,
    /// Whether a block may be matched by later alignments.
    is_open: Vec<bool>,
    /// What a block's labels are multiplied with.
    factor: Vec<f64>,
    matched: Vec<u32>,
}

impl MatchState {
    fn new(page: &Page<'_>, words: &PageWords, gold: &GoldWords) -> Self {
        let blocks = page.text_blocks().blocks().len();
        let mut block_of = Vec::with_capacity(words.words.len());
        let mut block_words = Vec::with_capacity(blocks);
        for (block, bounds) in words.block_starts.windows(2).enumerate() {
            block_of.resize(bounds[1], block as u32);
            block_words.push((bounds[1] - bounds[0]) as u32);
        }
        MatchState {
            is_gold: vec![false; words.words.len()],
            is_used: vec![false; gold.words.len()],
            is_open: vec![true; blocks],
            factor: vec![1.0; blocks],
            matched: vec![0; blocks],
            block_of,
            block_words,
        }
    }

    /// Matches of each block.
    fn count(&self, found: &[Match]) -> Vec<u32> {
        let mut counts = vec![0; self.block_words.len()];
        for &(at, _) in found {
            counts[self.block_of[at as usize] as usize] += 1;
        }
        counts
    }

    fn share(&self, counts: &[u32], block: usize) -> f64 {
        f64::from(counts[block]) / f64::from(self.block_words[block].max(1))
    }

    /// The first alignment: blocks with few matches keep half a label and give the gold words back.
    fn take_first(&mut self, found: &[Match], rules: &BlockRules) {
        let counts = self.count(found);
        for block in 0..counts.len() {
            self.is_open[block] = self.share(&counts, block) < rules.min_share;
            if self.is_open[block] {
                self.factor[block] = rules.given_back_factor;
            } else {
                self.matched[block] = counts[block];
            }
        }
        for &(at, to) in found {
            self.is_gold[at as usize] = true;
            self.is_used[to as usize] = !self.is_open[self.block_of[at as usize] as usize];
        }
    }

    /// Positions of the words of blocks that are left, and of the gold words that are.
    fn left(&self, words: &PageWords) -> (Vec<u32>, Vec<u32>) {
        let is_open = |&at: &u32| self.is_open[self.block_of[at as usize] as usize];
        let page = (0..words.words.len() as u32).filter(is_open).collect();
        let gold = (0..self.is_used.len() as u32).filter(|&at| !self.is_used[at as usize]).collect();
        (page, gold)
    }

    /// A later alignment: blocks with many matches are labelled by it. Gives whether there were any.
    fn take_later(&mut self, found: &[Match], rules: &BlockRules, min_words: u32) -> bool {
        let counts = self.count(found);
        let accepts = |block: usize| {
            self.block_words[block] >= min_words && self.share(&counts, block) >= rules.min_later_share
        };
        let accepted: Vec<bool> =
            (0..counts.len()).map(|block| counts[block] > 0 && accepts(block)).collect();
        let of = |block_of: &[u32], at: u32| block_of[at as usize] as usize;
        for (at, &block) in self.block_of.iter().enumerate() {
            self.is_gold[at] &= !accepted[block as usize];
        }
        for &(at, to) in found.iter().filter(|&&(at, _)| accepted[of(&self.block_of, at)]) {
            self.is_gold[at as usize] = true;
            self.is_used[to as usize] = true;
        }
        for block in (0..counts.len()).filter(|&block| accepted[block]) {
            (self.is_open[block], self.factor[block], self.matched[block]) = (false, 1.0, counts[block]);
        }
        accepted.contains(&true)
    }

    fn labels(self, page: &Page<'_>, words: &PageWords, first: &[Match], rules: &BlockRules) -> BlockLabels {
        let is_open = |at: u32| self.is_open[self.block_of[at as usize] as usize];
        let given_back = first.iter().filter(|&&(at, to)| is_open(at) && !self.is_used[to as usize]).count();
        let mut block_gold = vec![0_u32; self.block_words.len()];
        let mut text_gold = vec![0_u32; page.text_nodes().len()];
        let mut text_words = vec![0_u32; page.text_nodes().len()];
        for (at, &text) in words.text_of.iter().enumerate() {
            text_words[text as usize] += 1;
            text_gold[text as usize] += u32::from(self.is_gold[at]);
            block_gold[self.block_of[at] as usize] += u32::from(self.is_gold[at]);
        }
        let blocks: Vec<f64> =
            (0..block_gold.len()).map(|block| self.share(&block_gold, block) * self.factor[block]).collect();
        let mut texts = vec![0.0; text_words.len()];
        for (index, block) in page.text_blocks().blocks().iter().enumerate() {
            for text in block.runs.start as usize..block.runs.end as usize {
                texts[text] = if text_words[text] == 0 {
                    blocks[index]
                } else {
                    f64::from(text_gold[text]) / f64::from(text_words[text]) * self.factor[index]
                };
            }
        }
        BlockLabels {
            blocks,
            block_words: self.block_words,
            texts,
            text_words,
            matched: self.matched,
            given_back,
            gold_words: self.is_used.len(),
            min_content: rules.min_content,
        }
    }
}

impl BlockLabels {
    /// Whether a block is content.
    pub fn is_content(&self, block: usize) -> bool {
        self.blocks[block] >= self.min_content && self.block_words[block] > 0
    }

    /// The text of all blocks that are content: the best answer that keeps or drops whole blocks by these labels.
    /// O(text nodes).
    pub fn union(&self, page: &Page<'_>) -> Labels {
        let blocks = page.text_blocks();
        let content = blocks.blocks().iter().enumerate().filter(|(index, _)| self.is_content(*index));
        let nodes = content.flat_map(|(_, block)| blocks.nodes(block).iter().copied());
        Labels::from_text_nodes(page.document(), nodes)
    }

    /// Labels of elements, in the order of [`RowUnit::Node`]: the mean of the text nodes below, weighted by words;
    /// `None` where no words are. O(nodes).
    pub fn elements(&self, page: &Page<'_>) -> Vec<Option<f64>> {
        let mut before = vec![(0.0, 0_u64)];
        for (&label, &words) in self.texts.iter().zip(&self.text_words) {
            let (sum, count) = before[before.len() - 1];
            before.push((sum + label * f64::from(words), count + u64::from(words)));
        }
        let doc = page.document();
        let texts = page.text_nodes();
        let place = |id: u32| texts.partition_point(|text: &NodeId| text.0 < id);
        let of = |node: NodeId| {
            let (start, end) = (before[place(node.0)], before[place(doc.subtree_end(node))]);
            (end.1 > start.1).then(|| ((end.0 - start.0) / (end.1 - start.1) as f64).clamp(0.0, 1.0))
        };
        RowUnit::Node.rows(page).into_iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn label(html: &str, gold: &str) -> BlockLabels {
        let parsed = parse(html, &Limits::default());
        BlockRules::default().label(&Page::new(&parsed.document), gold)
    }

    #[test]
    fn text_out_of_order_is_found_by_a_later_alignment() {
        // The title stands below the text, and its words in the menu, scattered.
        let html = "<li>high menu rye of other things<p>It stood there in July and all was well.<h1>Rye so high</h1>";
        let labels = label(html, "Rye so high. It stood there in July and all was well.");
        assert_eq!(labels.blocks[1..], [1.0, 1.0]);
        assert!(labels.blocks[0] < 0.34);
        assert_eq!((labels.matched, labels.gold_words), (vec![0, 9, 3], 12));
    }

    #[test]
    fn repeated_text_is_labelled_once() {
        let html = "<p>Rye in July</p><p>menu</p><p>Rye in July</p><p>and oats";
        assert_eq!(label(html, "Rye in July and oats").blocks, [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(label(html, "Rye in July. Rye in July and oats").blocks, [1.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn blocks_with_few_matches_have_half_a_label() {
        let labels = label("<p>rye a b c<p>oats and barley", "rye. oats and barley");
        assert_eq!(labels.blocks, [0.125, 1.0]);
        assert_eq!((labels.matched, labels.given_back), (vec![0, 3], 1));
    }

    #[test]
    fn text_nodes_and_elements_have_labels_of_their_words() {
        let html = "<body><div><p>Rye <b>in July</b> <i>advert here</i></p><p>—</p></div>";
        let parsed = parse(html, &Limits::default());
        let page = Page::new(&parsed.document);
        let labels = BlockRules::default().label(&page, "Rye in July");
        assert_eq!((labels.blocks.clone(), labels.texts.clone()), (vec![0.6, 0.0], vec![1.0, 1.0, 0.0, 0.0]));
        // body, div, p, b, i, p
        let elements = [Some(0.6), Some(0.6), Some(0.6), Some(1.0), Some(0.0), None];
        assert_eq!(labels.elements(&page), elements);
        assert_eq!(labels.union(&page).plain_text(&page), "Rye in July advert here");
    }

    #[test]
    fn scripts_without_spaces_and_other_writings() {
        assert_eq!(label("<p>东京都和北京<p>菜单</p>", "东京都和 北京").blocks, [1.0, 0.0]);
        assert_eq!(label("<p>&ldquo;Caf&#xe9;&rdquo;&nbsp;x<p>no", "\"cafe\u{301}\" X").blocks, [1.0, 0.0]);
    }

    #[test]
    fn empty_pages_and_golds() {
        assert_eq!(label("", "rye").blocks, [0.0; 0]);
        let labels = label("<p>rye", "");
        assert_eq!((labels.blocks, labels.texts), (vec![0.0], vec![0.0]));
    }
}
