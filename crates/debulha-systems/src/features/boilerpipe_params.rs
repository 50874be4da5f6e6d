//! The parameters that several of the boilerpipe systems share.

/// Declares a parameter set that begins with the thresholds of [`NumWordsRules`](debulha_core::features::boilerpipe::rules::NumWordsRules), and its method `rules`.
macro_rules! num_words_params {
    ($(#[$meta:meta])* pub struct $name:ident { $($further:tt)* }) => {
        debulha_core::params! {
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
            pub fn rules(&self) -> debulha_core::features::boilerpipe::rules::NumWordsRules {
                debulha_core::features::boilerpipe::rules::NumWordsRules {
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

/// Declares a parameter set with the thresholds of [`DensityRules`](debulha_core::features::boilerpipe::rules::DensityRules), and its method `rules`.
macro_rules! density_params {
    ($(#[$meta:meta])* pub struct $name:ident {}) => {
        debulha_core::params! {
            $(#[$meta])*
            pub struct $name {
                /// Largest share of words inside links in a content block (kohlschuetter2010).
                pub max_link_density: f64 = debulha_core::features::boilerpipe::rules::DensityRules::PUBLISHED.max_link_density, range: 0.0..=1.0;
                /// Largest share of words inside links in the block before, for the small thresholds to hold;
                /// beyond it the block counts as standing after links (kohlschuetter2010).
                pub max_previous_link_density: f64 = debulha_core::features::boilerpipe::rules::DensityRules::PUBLISHED.max_previous_link_density, range: 0.0..=1.0;
                /// A block with more words a line than this is content (kohlschuetter2010).
                pub block_density: f64 = debulha_core::features::boilerpipe::rules::DensityRules::PUBLISHED.block_density, range: 0.0..=100.0;
                /// A block before one with more words a line than this is content (kohlschuetter2010).
                pub next_density: f64 = debulha_core::features::boilerpipe::rules::DensityRules::PUBLISHED.next_density, range: 0.0..=100.0;
                /// A block after one with more words a line than this is content (kohlschuetter2010).
                pub previous_density: f64 = debulha_core::features::boilerpipe::rules::DensityRules::PUBLISHED.previous_density, range: 0.0..=100.0;
                /// After links, a block before one with more words a line than this is content
                /// (kohlschuetter2010).
                pub next_density_after_links: f64 = debulha_core::features::boilerpipe::rules::DensityRules::PUBLISHED.next_density_after_links, range: 0.0..=100.0;
            }
        }

        impl $name {
            /// The thresholds of the classifier.
            pub fn rules(&self) -> debulha_core::features::boilerpipe::rules::DensityRules {
                debulha_core::features::boilerpipe::rules::DensityRules {
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

/// Declares a parameter set that begins with the thresholds of [`ArticleRules`](debulha_core::features::boilerpipe::article::ArticleRules), and its method `article_rules`.
macro_rules! article_params {
    ($(#[$meta:meta])* pub struct $name:ident { $($further:tt)* }) => {
        $crate::features::boilerpipe_params::num_words_params! {
            $(#[$meta])*
            pub struct $name {
                /// Blocks with this many words or more never tell the end of the article (boilerpipe).
                pub end_block_words: u32 = 15, range: 0..=10_000;
                /// Fewest characters of a text that is compared with the end phrases (boilerpipe).
                pub end_block_chars: u32 = 8, range: 0..=10_000;
                /// Further phrases that tell the end of the article, in any language, looked for anywhere in a short
                /// block.
                pub extra_end_phrases: Vec<String> = Vec::new();
                /// Words of running text that must come before an end is believed (boilerpipe).
                pub words_before_end: u32 = 60, range: 0..=100_000;
                /// Least text density, in words a line, of running text (boilerpipe).
                pub running_text_density: f64 = 9.0, range: 0.0..=100.0;
                /// Most blocks between two that are fused (boilerpipe).
                pub fusion_distance: u32 = 1, range: 0..=1_000;
                /// Words of a block beside the largest one, at its level, that is kept with it (boilerpipe).
                pub side_block_words: u32 = 150, range: 0..=100_000;
                /// Words of a block anywhere at the level of the largest one that is kept (boilerpipe).
                pub large_block_words: u32 = 100, range: 0..=100_000;
                $($further)*
            }
        }

        impl $name {
            /// The thresholds of the steps that find an article.
            pub fn article_rules(&self) -> debulha_core::features::boilerpipe::article::ArticleRules<'_> {
                debulha_core::features::boilerpipe::article::ArticleRules {
                    classifier: self.rules(),
                    ends: debulha_core::features::boilerpipe::filters::EndRules {
                        max_words: self.end_block_words,
                        min_chars: self.end_block_chars,
                        extra_phrases: &self.extra_end_phrases,
                    },
                    words_before_end: self.words_before_end,
                    running_text_density: self.running_text_density,
                    fusion_distance: self.fusion_distance,
                    side_block_words: self.side_block_words,
                    large_block_words: self.large_block_words,
                }
            }
        }
    };
}
pub(crate) use article_params;

#[cfg(test)]
mod tests {
    use crate::extractors::boilerpipe_canola::BoilerpipeCanola;
    use crate::extractors::boilerpipe_density::BoilerpipeDensity;
    use crate::extractors::boilerpipe_num_words::BoilerpipeNumWords;
    use debulha_core::Page;
    use debulha_core::features::boilerpipe::BoilerpipeDraft;
    use debulha_dom::{Limits, parse};

    /// A page of paragraphs of so many one-letter words, so many of them linked.
    fn page_of(blocks: &[(usize, usize)]) -> String {
        let paragraph = |&(words, linked): &(usize, usize)| {
            format!("<p><a href=x>{}</a>{}</p>", "w ".repeat(linked), "w ".repeat(words - linked))
        };
        blocks.iter().map(paragraph).collect::<Vec<_>>().concat()
    }

    fn decide(html: &str, classify: impl Fn(&mut BoilerpipeDraft<'_>)) -> Vec<bool> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let mut draft = BoilerpipeDraft::new(&page);
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
