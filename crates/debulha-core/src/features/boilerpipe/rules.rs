//! Decision trees over a block and its neighbours, learned once: the two classifiers of kohlschuetter2010, and one
//! that the authors' program has beside them.

use super::draft::BoilerpipeDraft;

/// Thresholds of the classifier by numbers of words (kohlschuetter2010, algorithm 2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumWordsRules {
    /// Largest link density of a content block.
    pub max_link_density: f64,
    /// After a block with at most this link density the small thresholds hold.
    pub max_previous_link_density: f64,
    /// A block with more words is content.
    pub block_words: u32,
    /// A block before one with more words is content.
    pub next_words: u32,
    /// A block after one with more words is content.
    pub previous_words: u32,
    /// After links, a block with more words is content.
    pub block_words_after_links: u32,
    /// After links, a block before one with more words is content.
    pub next_words_after_links: u32,
}

impl NumWordsRules {
    /// Decides about every block.
    pub fn classify(&self, draft: &mut BoilerpipeDraft<'_>) {
        for at in 0..draft.blocks.len() {
            let [previous, block, next] = [-1, 0, 1].map(|step| draft.counts(at as i64 + step));
            draft.blocks[at].content = if block.link_density() > self.max_link_density {
                false
            } else if previous.link_density() <= self.max_previous_link_density {
                block.words > self.block_words
                    || next.words > self.next_words
                    || previous.words > self.previous_words
            } else {
                block.words > self.block_words_after_links || next.words > self.next_words_after_links
            };
        }
    }
}

/// Thresholds of the classifier by text density (kohlschuetter2010, algorithm 1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DensityRules {
    /// Largest link density of a content block.
    pub max_link_density: f64,
    /// After a block with at most this link density the small thresholds hold.
    pub max_previous_link_density: f64,
    /// A denser block is content, unless it is the last one.
    pub block_density: f64,
    /// A block before a denser one is content.
    pub next_density: f64,
    /// A block after a denser one is content.
    pub previous_density: f64,
    /// After links, a block before a denser one is content.
    pub next_density_after_links: f64,
}

impl DensityRules {
    /// The thresholds of kohlschuetter2010.
    pub const PUBLISHED: DensityRules = DensityRules {
        max_link_density: 0.333_333,
        max_previous_link_density: 0.555_556,
        block_density: 9.0,
        next_density: 10.0,
        previous_density: 4.0,
        next_density_after_links: 11.0,
    };

    /// Decides about every block.
    pub fn classify(&self, draft: &mut BoilerpipeDraft<'_>) {
        for at in 0..draft.blocks.len() {
            let [previous, block, next] = [-1, 0, 1].map(|step| draft.counts(at as i64 + step));
            draft.blocks[at].content = if block.link_density() > self.max_link_density {
                false
            } else if previous.link_density() > self.max_previous_link_density {
                next.text_density() > self.next_density_after_links
            } else if block.text_density() > self.block_density {
                next.text_density() != 0.0
            } else {
                next.text_density() > self.next_density || previous.text_density() > self.previous_density
            };
        }
    }
}

/// Thresholds of boilerpipe's classifier for the Canola corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CanolaRules {
    /// A block with links before one with more words is content.
    pub next_words_after_links: u32,
    /// A block with more words is content.
    pub block_words: u32,
    /// Between blocks without links, the next one having more words …
    pub next_words: u32,
    /// … a block with more words is content,
    pub short_block_words: u32,
    /// or one after a block with more words,
    pub previous_words: u32,
    /// or one before a block with more words.
    pub long_next_words: u32,
}

impl CanolaRules {
    /// Decides about every block.
    pub fn classify(&self, draft: &mut BoilerpipeDraft<'_>) {
        for at in 0..draft.blocks.len() {
            let [previous, block, next] = [-1, 0, 1].map(|step| draft.counts(at as i64 + step));
            let amid_plain_text =
                previous.linked_words == 0 && next.linked_words == 0 && next.words > self.next_words;
            draft.blocks[at].content = (block.linked_words > 0 && next.words > self.next_words_after_links)
                || block.words > self.block_words
                || (amid_plain_text
                    && (block.words > self.short_block_words
                        || previous.words > self.previous_words
                        || next.words > self.long_next_words));
        }
    }
}
