//! Decision trees over a block and its neighbours, learned once: the two classifiers of kohlschuetter2010, and one
//! that the authors' program has beside them.

use super::draft::Draft;

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
    pub fn classify(&self, draft: &mut Draft<'_>) {
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

/// Declares a parameter set that begins with the thresholds of [`NumWordsRules`], and its method `rules`.
macro_rules! num_words_params {
    ($(#[$meta:meta])* pub struct $name:ident { $($further:tt)* }) => {
        $crate::params! {
            $(#[$meta])*
            pub struct $name {
                /// Largest share of words inside links in a content block (kohlschuetter2010).
                pub max_link_density: f64 = 0.333_333, range: 0.0..=1.0;
                /// Largest share of words inside links in the block before, for the small thresholds to hold;
                /// beyond it the block counts as standing after links (kohlschuetter2010).
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
pub(crate) use num_words_params;

/// Declares a parameter set with the thresholds of [`DensityRules`], and its method `rules`.
macro_rules! density_params {
    ($(#[$meta:meta])* pub struct $name:ident {}) => {
        $crate::params! {
            $(#[$meta])*
            pub struct $name {
                /// Largest share of words inside links in a content block (kohlschuetter2010).
                pub max_link_density: f64 = $crate::features::boilerpipe::rules::DensityRules::PUBLISHED.max_link_density, range: 0.0..=1.0;
                /// Largest share of words inside links in the block before, for the small thresholds to hold;
                /// beyond it the block counts as standing after links (kohlschuetter2010).
                pub max_previous_link_density: f64 = $crate::features::boilerpipe::rules::DensityRules::PUBLISHED.max_previous_link_density, range: 0.0..=1.0;
                /// A block with more words a line than this is content (kohlschuetter2010).
                pub block_density: f64 = $crate::features::boilerpipe::rules::DensityRules::PUBLISHED.block_density, range: 0.0..=100.0;
                /// A block before one with more words a line than this is content (kohlschuetter2010).
                pub next_density: f64 = $crate::features::boilerpipe::rules::DensityRules::PUBLISHED.next_density, range: 0.0..=100.0;
                /// A block after one with more words a line than this is content (kohlschuetter2010).
                pub previous_density: f64 = $crate::features::boilerpipe::rules::DensityRules::PUBLISHED.previous_density, range: 0.0..=100.0;
                /// After links, a block before one with more words a line than this is content
                /// (kohlschuetter2010).
                pub next_density_after_links: f64 = $crate::features::boilerpipe::rules::DensityRules::PUBLISHED.next_density_after_links, range: 0.0..=100.0;
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
pub(crate) use density_params;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractors::boilerpipe_canola::BoilerpipeCanola;
    use crate::extractors::boilerpipe_density::BoilerpipeDensity;
    use crate::extractors::boilerpipe_num_words::BoilerpipeNumWords;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    /// A page of paragraphs of so many one-letter words, so many of them linked.
    fn page_of(blocks: &[(usize, usize)]) -> String {
        let paragraph = |&(words, linked): &(usize, usize)| {
            format!("<p><a href=x>{}</a>{}</p>", "w ".repeat(linked), "w ".repeat(words - linked))
        };
        blocks.iter().map(paragraph).collect::<Vec<_>>().concat()
    }

    fn decide(html: &str, classify: impl Fn(&mut Draft<'_>)) -> Vec<bool> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let mut draft = Draft::new(&page);
        classify(&mut draft);
        draft.blocks.iter().map(|block| block.content).collect()
    }

    fn by_words(blocks: &[(usize, usize)]) -> Vec<bool> {
        let rules = BoilerpipeNumWords::default().params.rules();
        decide(&page_of(blocks), |draft| rules.classify(draft))
    }

    /// One-letter words fit 40 to a line: below that, words are density.
    fn by_density(blocks: &[(usize, usize)]) -> Vec<bool> {
        let rules = BoilerpipeDensity::default().params.rules();
        decide(&page_of(blocks), |draft| rules.classify(draft))
    }

    #[test]
    fn spec_24_num_words_keeps_the_text_between_navigation_and_foot() {
        assert_eq!(by_words(&[(6, 6), (50, 0), (10, 0), (12, 11)]), [false, true, true, false]);
    }

    #[test]
    fn num_words_thresholds_are_exclusive() {
        // A block alone, a block before a longer one, a block after one.
        assert_eq!(by_words(&[(16, 0)]), [false]);
        assert_eq!(by_words(&[(17, 0)]), [true]);
        assert_eq!(by_words(&[(4, 0), (4, 0)]), [false, false]);
        assert_eq!(by_words(&[(1, 0), (16, 0)]), [true, false]);
        assert_eq!(by_words(&[(5, 0), (1, 0)]), [false, true]);
        // After links.
        assert!(by_words(&[(9, 5), (40, 0), (17, 0)])[1]);
        assert!(!by_words(&[(9, 6), (40, 0), (17, 0)])[1]);
        assert!(by_words(&[(9, 6), (41, 0)])[1]);
        assert!(by_words(&[(9, 6), (1, 0), (18, 0)])[1]);
        // A third of the words is just too much, as the threshold is .333333.
        assert_eq!(by_words(&[(300, 99), (300, 100)]), [true, false]);
    }

    fn by_canola(blocks: &[(usize, usize)]) -> Vec<bool> {
        let rules = BoilerpipeCanola::default().params.rules();
        decide(&page_of(blocks), |draft| rules.classify(draft))
    }

    #[test]
    fn canola_thresholds_are_exclusive() {
        // A block alone, and one with links before a longer one.
        assert_eq!(by_canola(&[(19, 0)]), [false]);
        assert_eq!(by_canola(&[(20, 20)]), [true]);
        assert_eq!(by_canola(&[(1, 1), (12, 0)]), [true, false]);
        assert_eq!(by_canola(&[(1, 1), (11, 0)]), [false, false]);
        // Amid plain text: by its own words, those before, those after.
        assert_eq!(by_canola(&[(7, 0), (7, 0)]), [true, false]);
        assert_eq!(by_canola(&[(6, 0), (7, 0)]), [false, false]);
        assert_eq!(by_canola(&[(8, 0), (1, 0), (7, 0)]), [false, true, false]);
        assert_eq!(by_canola(&[(8, 1), (1, 0), (7, 0)]), [false, false, false]);
        assert_eq!(by_canola(&[(1, 0), (20, 0)]), [true, true]);
        assert_eq!(by_canola(&[(1, 0), (20, 1)]), [false, true]);
    }

    #[test]
    fn density_thresholds_are_exclusive() {
        // The last block is never content by its own density.
        assert_eq!(by_density(&[(30, 0)]), [false]);
        assert_eq!(by_density(&[(10, 0), (1, 0)]), [true, true]);
        assert_eq!(by_density(&[(9, 0), (1, 0)]), [false, true]);
        assert_eq!(by_density(&[(1, 0), (10, 0)]), [false, false]);
        assert_eq!(by_density(&[(1, 0), (11, 0)]), [true, false]);
        assert_eq!(by_density(&[(4, 0), (1, 0)]), [false, false]);
        // After links.
        assert!(!by_density(&[(6, 6), (30, 0), (11, 0)])[1]);
        assert!(by_density(&[(6, 6), (1, 0), (12, 0)])[1]);
    }
}
