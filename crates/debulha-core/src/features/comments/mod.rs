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
        /// Words of content that a page must have outside of its comments; else they are its content.
        pub min_rest: f64 = 25.0, range: 0.0..=10_000.0;
        /// Weight against, where a page with fewer words states an entry: comments below a photograph.
        pub short_entry: f64 = 2.0, range: 0.0..=10.0;
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

/// Sign that little stands outside of a region, on a page that states an entry.
const SHORT_ENTRY: &str = "short entry";

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
            && self.signs.iter().any(|sign| matches!(sign.what, PURPOSE | NOTHING_ELSE | SHORT_ENTRY))
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
    let mut rest = view.worth_of(0..u32::MAX);
    let mut end = 0;
    for region in found.iter().filter(|region| region.is_apart) {
        rest -= view.worth_of(region.nodes.start.max(end)..region.nodes.end.max(end));
        end = end.max(region.nodes.end);
    }
    if rest >= params.min_rest {
        return;
    }
    let (what, weight) = if purpose::states_entry(view.document()) {
        (SHORT_ENTRY, -params.short_entry)
    } else {
        (NOTHING_ELSE, -params.purpose)
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

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// Whether the comments of a page are apart, each block being worth its words.
    fn is_apart(html: &str) -> bool {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let words = |row: usize| {
            f64::from(page.text_measures().range(page.text_blocks().blocks()[row].runs.clone()).words)
        };
        let regions = find(&page, &CommentParams::default(), &words);
        assert_eq!(regions.len(), 1, "{html}");
        regions[0].is_apart
    }

    fn words(count: usize) -> String {
        "rye ".repeat(count)
    }

    /// A page with an entry of some words, and a long thread below it.
    fn entry(class: &str, count: usize) -> String {
        let post = format!("<li><p>2024-05-01 <a href=#r>Reply</a><p>{}", words(40));
        format!(
            "<div class='{class}'><p>{}</div><div id=comments><h3>30 Comments</h3><ol>{}</ol><textarea></textarea></div>",
            words(count),
            post.repeat(30)
        )
    }

    #[test]
    fn a_long_thread_below_a_short_entry_is_apart() {
        let min_rest = CommentParams::default().min_rest as usize;
        assert!(is_apart(&entry("text", min_rest)));
        assert!(!is_apart(&entry("text", min_rest - 1)), "the thread is all that there is");
    }

    #[test]
    fn comments_below_a_stated_entry_are_apart_however_short_it_is() {
        for class in ["post hentry", "h-entry"] {
            assert!(is_apart(&entry(class, 1)), "{class}");
        }
        assert!(!is_apart(&entry("gentry", 1)));
        let typed = |kind: &str| {
            entry("", 1).replace("<div class=''>", &format!("<div itemtype='https://schema.org/{kind}'>"))
        };
        assert!(is_apart(&typed("BlogPosting")));
        assert!(!is_apart(&typed("Comment")));
        let forum = format!("<body class=forum>{}", entry("hentry", 1));
        assert!(!is_apart(&forum), "posts of a forum");
    }
}
