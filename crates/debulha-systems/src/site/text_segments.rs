//! `text_segments`: blocks made mostly of text segments that return on the pages of a site are template.
//!
//! The site method learns from a sample; [`SegmentTable`] does the same page by page, as the paper has it.

mod deletion;
mod segments;
mod table;

pub use deletion::{DeletionModel, DeletionParams, SegmentHistory};
pub use table::SegmentTable;

use crate::segmenters::tag_list::names_of;
use crate::site::frequency::DocumentFrequency;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::site::number_set::{NumberSet, shortened};
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, choices, params, site_method};
use debulha_dom::NodeId;
use segments::{JudgedSegments, PageSegments};
use serde::{Deserialize, Serialize};

choices! {
    /// What of segments is summed in the ratio of a block.
    pub enum SegmentMeasure {
        /// Characters.
        Lengths,
        /// Segments.
        Counts,
    }
}

params! {
    /// Parameters of `text_segments`.
    pub struct TextSegmentsParams {
        /// Names of elements that separate blocks (wang2008segments: such as `table` and `div`).
        pub tags: Vec<String> = names_of(&["table", "div"]);
        /// Whether segments that differ in digits alone are the same (our decision: no; wang2008segments compares literally).
        pub mask_digits: bool = false;
        /// Pages from which on a segment that they have is template; 0: `min_tau` and `tau_share` decide (wang2008segments
        /// gives no number).
        pub tau: u32 = 0, range: 0..=1_000_000;
        /// Fewest pages that make a segment template where `tau` is 0 (our decision).
        pub min_tau: u32 = 3, range: 1..=1_000_000;
        /// Share of the site's pages that makes a segment template where `tau` is 0 (our decision).
        pub tau_share: f64 = 0.1, range: 0.0..=1.0;
        /// Share of a block's segments above which it is template if they are (wang2008segments).
        pub block_ratio: f64 = 0.7, range: 0.0..=1.0;
        /// What is summed for that share (our decision: the paper sums segments and does not say what of them).
        pub measure: SegmentMeasure = SegmentMeasure::Lengths;
        /// Whether segments that are template are dropped from the other blocks too (our decision: no).
        pub drop_segments: bool = false;
    }
}

impl TextSegmentsParams {
    /// Pages from which on a segment is template on a site of so many pages.
    fn tau(&self, pages: u32) -> u32 {
        if self.tau > 0 {
            return self.tau;
        }
        let share = (self.tau_share * f64::from(pages)).ceil() as u32;
        self.min_tau.max(share)
    }
}

/// The text segments of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSegmentsRecord {
    /// The numbers of the segments.
    pub segments: NumberSet,
}

site_method! {
    /// Drops blocks that consist mostly of text segments that other pages of the site have in the same place.
    ///
    /// ## How it decides
    /// 1. `table` and `div` elements separate blocks: text belongs to the nearest one around it. A text segment is a
    ///    visible text node.
    /// 2. Segments are the same if their text is, and the style of their blocks: the separators from the root to the
    ///    block, and the attributes of the last one.
    /// 3. A segment is template if at least τ pages have it, the page itself included: a tenth of the site's pages,
    ///    and three at least.
    /// 4. A block is template if its template segments have more than .7 of its characters. The text of the others is
    ///    content.
    ///
    /// ## Cost
    /// O(nodes + text) a page, to observe and to decide. Kept: 5 bytes a distinct segment.
    /// ## Differs from the paper
    /// The paper gives neither τ nor what the shares of a block are counted in. Here the table is made of a sample;
    /// [`SegmentTable`] grows by a page at a time, and forgets.
    /// ## Known failures
    /// A site's first pages are content as a whole, until τ pages were seen. Numbers of posts in `id` or `class` give
    /// each page styles of its own. Dates and counters make segments differ: see `mask_digits`.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, Scratch, params::Params};
    /// use debulha_systems::site::text_segments::TextSegments;
    /// use debulha_core::site::{self};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = |story: &str| format!("<div>All rights reserved</div><div>{story}</div>");
    /// let trees = ["Rye", "Oats", "Wheat"].map(|story| parse(&html(story), &Limits::default()));
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let extractor = site::learn(&TextSegments::default(), &pages);
    /// let outcome = extractor.extract(&pages[2], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[2]), "Wheat");
    /// ```
    /// ## References
    /// wang2008segments
    pub struct TextSegments(TextSegmentsParams) {
        id: "text_segments",
        title: "Incremental template detection by text segments",
        cite: ["wang2008segments"],
        provenance: Paper,
        unit: Block,
        record: TextSegmentsRecord,
        learned: SegmentFrequencies,
        kept: ["tags", "mask_digits"],
        min_pages: 3,
        presets: [],
    }
}

impl TextSegments {
    fn keep(&self, page: &Page<'_>) -> TextSegmentsRecord {
        TextSegmentsRecord { segments: NumberSet::of_hashes(PageSegments::of(page, &self.params).numbers) }
    }

    fn learn(&self, pages: Vec<Observed<TextSegmentsRecord>>) -> SegmentFrequencies {
        let mut frequency = DocumentFrequency::default();
        for page in pages {
            frequency.add(page.key, page.record.segments.iter());
        }
        SegmentFrequencies { params: self.params.clone(), frequency }
    }
}

/// On how many pages of a sample each segment occurs.
#[derive(Debug)]
pub struct SegmentFrequencies {
    params: TextSegmentsParams,
    frequency: DocumentFrequency,
}

impl SegmentFrequencies {
    fn judge(&self, page: &Page<'_>) -> JudgedSegments {
        let beside = self.frequency.beside(page);
        let tau = self.params.tau(beside.other_pages() + 1);
        PageSegments::of(page, &self.params)
            .judge(page, &self.params, tau, |segment| beside.others_with(shortened(segment)) + 1)
    }
}

impl LearnedMethod for SegmentFrequencies {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        Outcome::Labeled(self.judge(page).labels(page))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        self.judge(page).why(page, text_node)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
