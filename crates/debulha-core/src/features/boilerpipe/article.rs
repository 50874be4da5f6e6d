//! The steps of boilerpipe's article extractor, which more than one system begins with.

use super::draft::BoilerpipeDraft;
use super::filters::{self, EndRules, Fusion};
use super::rules::NumWordsRules;

/// Thresholds of [`find`]; all are boilerpipe's.
#[derive(Debug, Clone, Copy)]
pub struct ArticleRules<'a> {
    /// The classifier that comes first.
    pub classifier: NumWordsRules,
    /// What tells the end of the article.
    pub ends: EndRules<'a>,
    /// Words of running text that must come before an end is believed.
    pub words_before_end: u32,
    /// Least text density, in words a line, of running text.
    pub running_text_density: f64,
    /// Most blocks between two that are fused.
    pub fusion_distance: u32,
    /// Words of a block beside the largest one, at its level, that is kept with it.
    pub side_block_words: u32,
    /// Words of a block anywhere at the level of the largest one that is kept.
    pub large_block_words: u32,
}

/// Finds the article of a news page: the largest run of text blocks, its headline, and what goes with it.
///
/// Each step is O(blocks), those that read text O(text).
pub fn find(draft: &mut BoilerpipeDraft<'_>, rules: &ArticleRules<'_>) {
    draft.step("end phrases", |draft| filters::mark_ends(draft, &rules.ends));
    draft.step("title", filters::mark_title);
    draft.decide("number of words", |draft| rules.classifier.classify(draft));
    draft.step("after the end", |draft| {
        filters::cut_after_end(draft, rules.words_before_end, rules.running_text_density);
    });
    draft.step("trailing headings", filters::drop_trailing_headings);
    draft.step("fuse content with the block before", |draft| {
        filters::fuse_near(draft, rules.fusion_distance, Fusion::Any);
    });
    draft.step("remove the rest", filters::remove_noise);
    draft.step("fuse content at one level", |draft| {
        filters::fuse_near(draft, rules.fusion_distance, Fusion::ContentAtSameLevel);
    });
    draft.decide("largest block", |draft| {
        if let Some(largest) = filters::keep_largest(draft) {
            filters::expand_at_level(draft, largest, rules.side_block_words);
        }
    });
    draft.step("from the title on", filters::expand_from_title);
    draft.step("large blocks", |draft| filters::keep_large_at_level(draft, rules.large_block_words));
    draft.step("list at the end", filters::keep_list_at_end);
}
