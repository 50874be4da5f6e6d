//! The two classifiers of kohlschuetter2010: decision trees over a block and its neighbours, learned once.

use super::draft::Draft;

/// Thresholds of the classifier by numbers of words (kohlschuetter2010, algorithm 2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumWordsRules {
    /// See [`num_words_params!`](crate::num_words_params!), as for all fields.
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
    pub fn classify(&self, draft: &mut Draft<'_>) {
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
    /// See [`density_params!`](crate::density_params!), as for all fields.
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
    /// Decides about every block.
    pub fn classify(&self, draft: &mut Draft<'_>) {
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

/// Declares a parameter set that begins with the thresholds of [`NumWordsRules`], and its method `rules`.
#[macro_export]
#[doc(hidden)]
macro_rules! num_words_params {
    ($(#[$meta:meta])* pub struct $name:ident { $($further:tt)* }) => {
        $crate::params! {
            $(#[$meta])*
            pub struct $name {
                /// Largest share of words inside links in a content block (kohlschuetter2010).
                pub max_link_density: f64 = 0.333_333, range: 0.0..=1.0;
                /// Largest share of words inside links in the block before, for the small thresholds to hold; beyond
                /// it the block counts as standing after links (kohlschuetter2010).
                pub max_previous_link_density: f64 = 0.555_556, range: 0.0..=1.0;
                /// A block with more words than this is content (kohlschuetter2010).
                pub block_words: u32 = 16, range: 0..=10_000;
                /// A block before one with more words than this is content (kohlschuetter2010).
                pub next_words: u32 = 15, range: 0..=10_000;
                /// A block after one with more words than this is content (kohlschuetter2010).
                pub previous_words: u32 = 4, range: 0..=10_000;
                /// After links, a block with more words than this is content (kohlschuetter2010).
                pub block_words_after_links: u32 = 40, range: 0..=10_000;
                /// After links, a block before one with more words than this is content (kohlschuetter2010).
                pub next_words_after_links: u32 = 17, range: 0..=10_000;
                $($further)*
            }
        }

        impl $name {
            /// The thresholds of the classifier.
            pub fn rules(&self) -> $crate::features::boilerpipe::rules::NumWordsRules {
                $crate::features::boilerpipe::rules::NumWordsRules {
                    max_link_density: self.max_link_density,
                    max_previous_link_density: self.max_previous_link_density,
                    block_words: self.block_words,
                    next_words: self.next_words,
                    previous_words: self.previous_words,
                    block_words_after_links: self.block_words_after_links,
                    next_words_after_links: self.next_words_after_links,
                }
            }
        }
    };
}

/// Declares a parameter set with the thresholds of [`DensityRules`], and its method `rules`.
#[macro_export]
#[doc(hidden)]
macro_rules! density_params {
    ($(#[$meta:meta])* pub struct $name:ident {}) => {
        $crate::params! {
            $(#[$meta])*
            pub struct $name {
                /// Largest share of words inside links in a content block (kohlschuetter2010).
                pub max_link_density: f64 = 0.333_333, range: 0.0..=1.0;
                /// Largest share of words inside links in the block before, for the small thresholds to hold; beyond
                /// it the block counts as standing after links (kohlschuetter2010).
                pub max_previous_link_density: f64 = 0.555_556, range: 0.0..=1.0;
                /// A block with more words a line than this is content (kohlschuetter2010).
                pub block_density: f64 = 9.0, range: 0.0..=100.0;
                /// A block before one with more words a line than this is content (kohlschuetter2010).
                pub next_density: f64 = 10.0, range: 0.0..=100.0;
                /// A block after one with more words a line than this is content (kohlschuetter2010).
                pub previous_density: f64 = 4.0, range: 0.0..=100.0;
                /// After links, a block before one with more words a line than this is content (kohlschuetter2010).
                pub next_density_after_links: f64 = 11.0, range: 0.0..=100.0;
            }
        }

        impl $name {
            /// The thresholds of the classifier.
            pub fn rules(&self) -> $crate::features::boilerpipe::rules::DensityRules {
                $crate::features::boilerpipe::rules::DensityRules {
                    max_link_density: self.max_link_density,
                    max_previous_link_density: self.max_previous_link_density,
                    block_density: self.block_density,
                    next_density: self.next_density,
                    previous_density: self.previous_density,
                    next_density_after_links: self.next_density_after_links,
                }
            }
        }
    };
}
