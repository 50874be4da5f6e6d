//! The text segment table: what is known of a site's segments after each page.

use super::deletion::Features;
use super::segments::{JudgedSegments, PageSegments};
use super::{DeletionModel, DeletionParams, Labels, Reason, SegmentHistory, TextSegmentsParams};
use debulha_core::page::Page;
use debulha_core::site::sample::PageKey;
use debulha_dom::NodeId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The text segments of a site, a page at a time: pages are judged as they arrive and need not be kept (wang2008segments).
///
/// Pages are told apart by their keys, so that one that comes twice counts once. To go on later or elsewhere, store
/// the table by serde. Memory: 20 bytes a segment beside the tree's own, and 8 a page.
///
/// ```
/// use debulha_systems::site::text_segments::SegmentTable;
/// use debulha_core::Page;
/// use debulha_dom::{Limits, parse};
///
/// let mut table = SegmentTable::default();
/// for story in ["Rye", "Oats", "Wheat"] {
///     let html = format!("<div>All rights reserved</div><div>{story}</div>");
///     let parsed = parse(&html, &Limits::default());
///     let page = Page::new(&parsed.document);
///     table.insert(&page);
///     let first_pages_are_content = format!("All rights reserved\n{story}");
///     let expected = if table.pages() < 3 { &*first_pages_are_content } else { story };
///     assert_eq!(table.detect(&page).plain_text(&page), expected);
/// }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SegmentTable {
    params: TextSegmentsParams,
    pub(super) deletion: DeletionParams,
    pages: BTreeSet<PageKey>,
    segments: BTreeMap<u64, SegmentHistory>,
    model: DeletionModel,
    /// Segments whose fate will be known at the next multiple of the horizon: their features at the last one, and
    /// whether they were seen since. Apart from the table, so that what is deleted meanwhile teaches too.
    watched: BTreeMap<u64, (Features, bool)>,
}

impl SegmentTable {
    /// A table without pages.
    pub fn new(params: TextSegmentsParams, deletion: DeletionParams) -> Self {
        SegmentTable { params, deletion, ..SegmentTable::default() }
    }

    /// Starts with what another site has taught about deletion.
    #[must_use]
    pub fn with_model(self, model: DeletionModel) -> Self {
        SegmentTable { model, ..self }
    }

    /// Pages inserted.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Segments in the table.
    pub fn segments(&self) -> usize {
        self.segments.len()
    }

    /// What the table has learned about deletion.
    pub fn model(&self) -> &DeletionModel {
        &self.model
    }

    /// Counts a page; one that was counted before changes nothing.
    ///
    /// O(page + segments of the page · log segments of the table); once a horizon, O(segments of the table) more.
    pub fn insert(&mut self, page: &Page<'_>) {
        if !self.pages.insert(page.key()) {
            return;
        }
        let now = self.now();
        for number in PageSegments::of(page, &self.params).distinct() {
            let new = SegmentHistory { pages: 0, first_seen: now, last_seen: now };
            let segment = self.segments.entry(number).or_insert(new);
            segment.pages += 1;
            segment.last_seen = now;
            if let Some((_, was_seen)) = self.watched.get_mut(&number) {
                *was_seen = true;
            }
        }
        if now.is_multiple_of(self.deletion.horizon) {
            self.learn(now);
        }
    }

    /// The content of a page, judged by the pages inserted and itself, whether it is among them or not.
    ///
    /// O(page + segments of the page · log segments of the table).
    pub fn detect(&self, page: &Page<'_>) -> Labels {
        self.judge(page).labels(page)
    }

    /// The numbers behind the fate of a visible text node; `None` for other nodes.
    pub fn why(&self, page: &Page<'_>, text_node: NodeId) -> Option<Vec<Reason>> {
        self.judge(page).why(page, text_node)
    }

    /// Deletes segments that are probably dead, and the most probable ones of the others as far as the table is
    /// larger than its capacity. Gives the number of deleted segments.
    ///
    /// Probability is the model's once it has learned enough; before, segments go by [`SegmentHistory::is_overdue`],
    /// and for lack of room those unseen for longest. A deleted segment that returns counts from 1 again.
    /// O(segments · log segments).
    pub fn delete(&mut self) -> usize {
        let now = self.now();
        let before = self.segments.len();
        let has_model = self.model.examples() >= u64::from(self.deletion.min_examples);
        let model = has_model.then_some(&self.model);
        let deletion = &self.deletion;
        let is_dead = |segment: &SegmentHistory| match model {
            Some(model) => model.chance_dead(segment, now) > deletion.dead_above,
            None => segment.is_overdue(now, deletion),
        };
        self.segments.retain(|_, segment| !is_dead(segment));
        let too_many = self.segments.len().saturating_sub(deletion.capacity as usize);
        if deletion.capacity > 0 && too_many > 0 {
            let urgency = |segment: &SegmentHistory| match model {
                Some(model) => model.chance_dead(segment, now),
                None => f64::from(segment.unseen(now)),
            };
            let mut order: Vec<(f64, u64)> =
                self.segments.iter().map(|(&number, segment)| (urgency(segment), number)).collect();
            order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            for (_, number) in &order[..too_many] {
                self.segments.remove(number);
            }
        }
        before - self.segments.len()
    }

    /// The time: the number of the last page inserted, from 1.
    fn now(&self) -> u32 {
        self.pages.len() as u32
    }

    /// Learns the fate of the segments watched for a horizon, and watches others.
    fn learn(&mut self, now: u32) {
        for (features, was_seen) in std::mem::take(&mut self.watched).into_values() {
            self.model.learn(&features, !was_seen, self.deletion.learning_rate);
        }
        // Numbers are as good as drawn by lot.
        let every = self.deletion.learn_every;
        let drawn = self.segments.iter().filter(|(number, _)| number.is_multiple_of(every));
        self.watched = drawn.map(|(&number, segment)| (number, (segment.features(now), false))).collect();
    }

    fn judge(&self, page: &Page<'_>) -> JudgedSegments {
        let own = u32::from(!self.pages.contains(&page.key()));
        let tau = self.params.tau(self.now() + own);
        // A segment of a counted page may have been deleted since: the page itself still has it.
        let pages_with =
            |number| self.segments.get(&number).map_or(1, |segment| (segment.pages + own).max(1));
        PageSegments::of(page, &self.params).judge(page, &self.params, tau, pages_with)
    }
}
