//! Regions of readers' comments, each decided as one: below an article they are not the content; in a thread they are.
//!
//! 1. **Candidates** (`candidates`). What is named as comments, whole words of a class or an id (`names`), and what
//!    follows a heading that announces them (`wording`).
//! 2. **Signs** (`signs`). Each candidate is looked at for posts that stand alike and say when they were written, for what
//!    readers may do with them, for a form to write one, for its place. Signs have weights, and their sum decides, so that
//!    a name alone never does.
//! 3. **Purpose** (`purpose`). What the page is for: a forum, a question with answers, a page of nothing but comments.
//!    There the posts are the content. What holds the page's title is never a region.
//!
//! The weights are our decisions, made on pages of wcxb-dev and fundus.

mod candidates;
mod names;
mod purpose;
mod signs;
mod wording;

use crate::outcome::Apart;
use crate::page::Page;
use crate::params;
use candidates::CommentMarks;
use debulha_dom::NodeId;
use serde::Serialize;
use signs::CandidateView;
use std::ops::Range;

params! {
    /// Parameters of the search for regions of comments. All numbers are our decisions, made on wcxb-dev and fundus.
    pub struct CommentParams {
        /// Sum of weights from which on a region is apart from the content.
        pub least: f64 = 2.0, range: 0.0..=100.0;
        /// Words of a region at least: shorter ones change nothing.
        pub min_words: u32 = 15, range: 0..=10_000;
        /// Share of a region's words in links at most; more is a list of links.
        pub max_links: f64 = 0.6, range: 0.0..=1.0;
        /// Weight of a name that says comments and nothing else.
        pub clearly_named: f64 = 1.5, range: 0.0..=10.0;
        /// Weight of a name that means other things too.
        pub weakly_named: f64 = 0.5, range: 0.0..=10.0;
        /// Weight of a heading that announces comments.
        pub headed: f64 = 1.25, range: 0.0..=10.0;
        /// Weight of a heading that may announce them.
        pub maybe_headed: f64 = 0.5, range: 0.0..=10.0;
        /// Weight of posts that say when they were written.
        pub dated: f64 = 1.0, range: 0.0..=10.0;
        /// Weight of what readers may do with posts.
        pub answered: f64 = 1.0, range: 0.0..=10.0;
        /// Weight of a form to write.
        pub form: f64 = 1.0, range: 0.0..=10.0;
        /// Weight of a place below the content.
        pub below: f64 = 0.25, range: 0.0..=10.0;
        /// Weight against, of a region with neither posts nor a form: a section about comments has a name and a heading too.
        pub unconfirmed: f64 = 2.0, range: 0.0..=10.0;
        /// Weight against, of a page that is made for its posts.
        pub purpose: f64 = 6.0, range: 0.0..=100.0;
        /// Words of content that a page must have beside its comments; else they are its content.
        pub min_rest: f64 = 25.0, range: 0.0..=10_000.0;
        /// Share of the page's content beside its comments below which these must be plainer.
        pub small_rest: f64 = 0.25, range: 0.0..=1.0;
        /// Weight against, where so little is beside them.
        pub little_else: f64 = 2.0, range: 0.0..=10.0;
        /// Words of content at most of a region with neither a name nor posts: a form has little text.
        pub max_bare: f64 = 50.0, range: 0.0..=10_000.0;
        /// Share of a region's text that may stand before its first post.
        pub max_lead: f64 = 0.35, range: 0.0..=1.0;
    }
}

/// Whether a page says that it is made for posts: a forum's thread, a question with its answers. O(nodes).
pub fn is_made_for_posts(page: &Page<'_>) -> bool {
    purpose::of(page) > 0
}

/// Signs that the page is made for a region: it is a forum, or there is nothing else.
const PURPOSE: &str = "purpose";
const NOTHING_ELSE: &str = "nothing else";

/// What speaks for or against a region.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sign {
    /// What it is.
    pub what: &'static str,
    /// How often it is there.
    pub count: u32,
    /// What it adds to the sum; negative where it speaks against the region being apart.
    pub weight: f64,
}

/// A region of comments.
#[derive(Debug, Clone, PartialEq)]
pub struct CommentRegion {
    /// Its nodes: siblings with all below them.
    pub nodes: Range<u32>,
    /// The innermost element around them.
    pub element: NodeId,
    /// Where its posts say when they were written, one a post; fewer than the posts where some do not.
    pub posts: Vec<NodeId>,
    /// What speaks for and against it.
    pub signs: Vec<Sign>,
    /// Whether it is apart from the content: the page is not made for it.
    pub is_apart: bool,
}

impl CommentRegion {
    /// The sum of its signs.
    pub fn score(&self) -> f64 {
        self.signs.iter().map(|sign| sign.weight).sum()
    }

    /// Whether the page is made for it: it would be apart elsewhere, and its posts are dated.
    pub fn is_purpose(&self) -> bool {
        !self.is_apart
            && !self.posts.is_empty()
            && self.signs.iter().any(|sign| matches!(sign.what, PURPOSE | NOTHING_ELSE))
    }

    /// The region as labels tell it.
    pub fn apart(&self) -> Apart {
        Apart { nodes: self.nodes.clone(), posts: self.posts.clone() }
    }

    /// Whether it has nodes of a range.
    pub fn overlaps(&self, nodes: &Range<u32>) -> bool {
        self.nodes.start < nodes.end && nodes.start < self.nodes.end
    }

    /// The sum of the signs that speak for comments, whatever the page is made for.
    pub fn speaks_for(&self) -> f64 {
        self.signs.iter().map(|sign| sign.weight.max(0.0)).sum()
    }

    /// Its signs with their numbers, as a person reads them.
    pub fn describe(&self) -> String {
        let sign = |sign: &Sign| format!("{} ({}) {:+}", sign.what, sign.count, sign.weight);
        self.signs.iter().map(sign).collect::<Vec<_>>().join(", ")
    }
}

/// The regions of comments of a page, the outermost ones, in document order. `worth` says of each text block how much
/// content it is thought to be, in words; by it a page is told that has nothing but comments.
///
/// O(nodes + text of short blocks), and O(blocks) for each of at most 64 candidates, which most pages have none of.
pub fn find(page: &Page<'_>, params: &CommentParams, worth: &dyn Fn(usize) -> f64) -> Vec<CommentRegion> {
    let marks = CommentMarks::of(page, params.min_words);
    let ranges = candidates::ranges(page, &marks);
    if ranges.is_empty() {
        return Vec::new();
    }
    let view = CandidateView::new(page, &marks, params, worth);
    let mut found: Vec<CommentRegion> = ranges.into_iter().filter_map(|range| view.judge(range)).collect();
    let purpose = found.iter().any(|region| region.score() >= params.least).then(|| purpose::of(page));
    if let Some(count) = purpose.filter(|&count| count > 0) {
        for region in &mut found {
            region.signs.push(Sign { what: PURPOSE, count, weight: -params.purpose });
        }
    }
    decide(&view, params, &mut found);
    outermost(found)
}

/// Which regions are apart, and whether enough is left of the page.
fn decide(view: &CandidateView<'_, '_>, params: &CommentParams, found: &mut [CommentRegion]) {
    for region in &mut *found {
        region.is_apart = region.score() >= params.least;
    }
    // What holds a region and much else is not one: a whole page may follow a line that counts its comments.
    for place in 0..found.len() {
        let region = &found[place];
        let inner = found[place + 1..].iter().filter(|other| other.is_apart);
        let first =
            inner.filter(|other| other.nodes.end <= region.nodes.end).map(|other| other.nodes.start).min();
        if let Some(first) = first {
            let lead = view.worth_of(region.nodes.start..first);
            found[place].is_apart &= lead <= params.max_lead * view.worth_of(region.nodes.clone());
        }
    }
    let all = view.worth_of(0..u32::MAX);
    let mut rest = all;
    let mut end = 0;
    for region in found.iter().filter(|region| region.is_apart) {
        rest -= view.worth_of(region.nodes.start.max(end)..region.nodes.end.max(end));
        end = end.max(region.nodes.end);
    }
    let (what, weight) = if rest < params.min_rest {
        (NOTHING_ELSE, -params.purpose)
    } else if rest < params.small_rest * all {
        ("little else", -params.little_else)
    } else {
        return;
    };
    for region in found.iter_mut().filter(|region| region.is_apart) {
        region.signs.push(Sign { what, count: rest.max(0.0) as u32, weight });
        region.is_apart = region.score() >= params.least;
    }
}

/// Without those that lie in others with the same decision.
fn outermost(found: Vec<CommentRegion>) -> Vec<CommentRegion> {
    let mut ends = [0; 2];
    let mut left = Vec::new();
    for region in found {
        let end = &mut ends[usize::from(region.is_apart)];
        if region.nodes.end > *end {
            *end = region.nodes.end;
            left.push(region);
        }
    }
    left
}
