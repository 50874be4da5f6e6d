//! What speaks for a run of nodes as comments.

use super::candidates::CommentMarks;
use super::names::CommentNaming;
use super::wording::{Heading, is_action, says_time};
use super::{CommentParams, CommentRegion, Sign};
use crate::features::title_block::level_of;
use crate::page::Page;
use debulha_dom::{Document, NodeId};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Maximum words of what says by whom and when a post was written: a name, a date, a time and an action. A block with
/// more is a post itself that mentions a date.
const HEADER_WORDS: u32 = 15;

/// Posts that say when they were written, at least; one may be the article.
const MIN_POSTS: u32 = 2;

/// Blocks before a region in which its heading may stand: the heading itself, and a line for sorting or a count after
/// it. Further ahead is the end of the article.
const BLOCKS_BEFORE: usize = 2;

/// Maximum share of a region's words before its heading. A form or a notice may come first; more than that is text
/// which the heading does not head.
const BEFORE_HEADING: f64 = 0.1;

/// Minimum share of the page's other content that stands before a region below it. Footers and teasers may follow
/// comments, but little else.
const BELOW: f64 = 0.8;

/// Minimum share of a region's words in what gives it its name: less than half is a part of the region, and says
/// nothing of the rest.
const NAMED_SHARE: f64 = 0.5;

/// What candidates are judged by.
pub(super) struct CandidateView<'p, 'd> {
    page: &'p Page<'d>,
    marks: &'p CommentMarks,
    params: &'p CommentParams,
    /// Entry `n` sums the worth of the blocks before `n`.
    before: Vec<f64>,
    title: Option<usize>,
}

impl<'p, 'd> CandidateView<'p, 'd> {
    /// O(blocks).
    pub(super) fn new(
        page: &'p Page<'d>,
        marks: &'p CommentMarks,
        params: &'p CommentParams,
        worth: &dyn Fn(usize) -> f64,
    ) -> Self {
        let mut before = vec![0.0];
        let mut sum = 0.0;
        for row in 0..page.text_blocks().blocks().len() {
            sum += worth(row);
            before.push(sum);
        }
        let is_heading = |row: &usize| marks.headings.iter().any(|(other, _)| other == row);
        let title = page.title_block().filter(|row| !is_heading(row));
        CandidateView { page, marks, params, before, title }
    }

    pub(super) fn document(&self) -> &'p Document {
        self.page.document()
    }

    /// The worth of the blocks that begin in a range of nodes.
    pub(super) fn worth_of(&self, nodes: Range<u32>) -> f64 {
        let blocks = self.page.text_blocks().rows_in(&nodes);
        self.before[blocks.end] - self.before[blocks.start]
    }

    /// A candidate with its signs; `None` for what is none.
    pub(super) fn judge(&self, nodes: Range<u32>) -> Option<CommentRegion> {
        let page = self.page;
        let (doc, measures, texts) = (page.document(), page.text_measures(), page.text_blocks().blocks());
        let blocks = page.text_blocks().rows_in(&nodes);
        if blocks.is_empty() {
            return None;
        }
        let all = measures.range(texts[blocks.start].runs.start..texts[blocks.end - 1].runs.end);
        if all.words < self.params.min_words || all.link_share() > self.params.max_links {
            return None;
        }
        let is_heading = |row: usize| self.marks.headings.binary_search_by_key(&row, |&(row, _)| row).is_ok();
        let holds_title = self.title.is_some_and(|title| blocks.contains(&title));
        if holds_title || blocks.clone().any(|row| level_of(page, &texts[row]) == 1 && !is_heading(row)) {
            return None;
        }
        let mut signs = Vec::new();
        let mut add = |what, count: usize, weight| {
            if count > 0 {
                signs.push(Sign { what, count: count as u32, weight });
            }
        };
        let params = self.params;
        let named = self.name(&nodes, all.words);
        match named {
            CommentNaming::Clearly => add("named", 1, params.clearly_named),
            CommentNaming::Weakly => add("named weakly", 1, params.weakly_named),
            CommentNaming::No => {}
        }
        match self.heading(&blocks, all.words) {
            Some(Heading::Comments | Heading::Counted) => add("headed", 1, params.headed),
            Some(Heading::Maybe) => add("headed maybe", 1, params.maybe_headed),
            Some(Heading::Answers) => add("headed answers", 1, -params.purpose),
            None => {}
        }
        let posts = self.posts(&blocks);
        let actions = self.actions(&blocks);
        let fields = self.fields(&nodes);
        add("dated posts", posts.len(), params.dated);
        add("actions", if actions.len() > 1 { actions.len() } else { 0 }, params.answered);
        add("form", fields.len(), params.form);
        let is_bare = posts.is_empty() && actions.len() < 2 && fields.is_empty();
        add("no posts", usize::from(is_bare), -params.unconfirmed);
        let rest = self.worth_of(0..u32::MAX) - self.worth_of(nodes.clone());
        let before = self.worth_of(0..nodes.start);
        add("below the content", usize::from(rest > 0.0 && before >= BELOW * rest), params.below);
        let of_posts = posts.iter().chain(actions.first()).map(|node| node.0).min();
        let first = of_posts.or(fields.first().map(|field| field.0));
        if first.is_some_and(|first| {
            self.worth_of(nodes.start..first) > params.max_lead * self.worth_of(nodes.clone())
        }) {
            return None;
        }
        // What readers do not write at length is no text of theirs.
        if of_posts.is_none() && named == CommentNaming::No && self.worth_of(nodes.clone()) > params.max_bare
        {
            return None;
        }
        let element = doc.parent(NodeId(nodes.start)).unwrap_or(NodeId(nodes.start));
        let is_one = doc.subtree_end(NodeId(nodes.start)) == nodes.end;
        let element = if is_one { NodeId(nodes.start) } else { element };
        Some(CommentRegion { nodes, element, posts, signs, is_apart: false })
    }

    /// How clearly most of a run is named.
    fn name(&self, nodes: &Range<u32>, words: u32) -> CommentNaming {
        let (doc, measures) = (self.page.document(), self.page.text_measures());
        let least = (NAMED_SHARE * f64::from(words)) as u32;
        let first = self.marks.named.partition_point(|(node, _)| node.0 < nodes.start);
        let (mut clearly, mut weakly) = ((0, 0), (0, 0));
        for &(node, named) in self.marks.named[first..].iter().take_while(|(node, _)| node.0 < nodes.end) {
            let sum = if named == CommentNaming::Clearly { &mut clearly } else { &mut weakly };
            if node.0 >= sum.1 {
                *sum = (sum.0 + measures.subtree(doc, node).words, doc.subtree_end(node));
            }
        }
        match (clearly.0 >= least && clearly.0 > 0, weakly.0 >= least && weakly.0 > 0) {
            (true, _) => CommentNaming::Clearly,
            (_, true) => CommentNaming::Weakly,
            _ => CommentNaming::No,
        }
    }

    /// The fields for text of several lines in a run.
    fn fields(&self, nodes: &Range<u32>) -> &[NodeId] {
        let before = |id: u32| self.marks.fields.partition_point(|field| field.0 < id);
        &self.marks.fields[before(nodes.start)..before(nodes.end)]
    }

    /// The heading at the start of a run of blocks.
    fn heading(&self, blocks: &Range<usize>, words: u32) -> Option<Heading> {
        let (measures, texts) = (self.page.text_measures(), self.page.text_blocks().blocks());
        let from = blocks.start.saturating_sub(BLOCKS_BEFORE);
        let first = self.marks.headings.partition_point(|&(row, _)| row < from);
        let (row, said) = *self.marks.headings.get(first)?;
        let before = |row: usize| measures.range(texts[blocks.start].runs.start..texts[row].runs.start).words;
        let is_first = row < blocks.start
            || row < blocks.end && f64::from(before(row)) <= BEFORE_HEADING * f64::from(words);
        is_first.then_some(said)
    }

    /// Where posts say when they were written: short blocks that stand alike, the most that do.
    fn posts(&self, blocks: &Range<usize>) -> Vec<NodeId> {
        let (page, texts) = (self.page, self.page.text_blocks());
        let (doc, measures) = (page.document(), page.text_measures());
        let alike = &page.alike_blocks().on_page;
        let mut classes: FxHashMap<usize, Vec<NodeId>> = FxHashMap::default();
        for row in blocks.clone() {
            let block = &texts.blocks()[row];
            let all = measures.range(block.runs.clone());
            if all.words > HEADER_WORDS {
                continue;
            }
            let says = || texts.nodes(block).iter().any(|&node| says_time(doc.text(node)));
            if all.date_blocks > 0 || says() {
                classes.entry(alike.of(row).unwrap_or(0)).or_default().push(block.element);
            }
        }
        let most = classes.into_iter().max_by_key(|(class, posts)| (posts.len(), std::cmp::Reverse(*class)));
        most.map(|(_, posts)| posts).filter(|posts| posts.len() >= MIN_POSTS as usize).unwrap_or_default()
    }

    /// Texts of what readers may do with a post.
    fn actions(&self, blocks: &Range<usize>) -> Vec<NodeId> {
        let (page, texts) = (self.page, self.page.text_blocks());
        let (doc, measures) = (page.document(), page.text_measures());
        let runs = |row: usize| texts.blocks()[row].runs.clone();
        let nodes = runs(blocks.start).start..runs(blocks.end - 1).end;
        let all = page.text_nodes();
        nodes
            .filter(|&run| is_action(doc.text(all[run as usize]), measures.range(run..run + 1).words))
            .map(|run| all[run as usize])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    /// What speaks for or against the first section of a page.
    fn signs(html: &str) -> Vec<&'static str> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let params = CommentParams::default();
        let marks = CommentMarks::of(&page, params.min_words);
        let words = |row: usize| {
            f64::from(page.text_measures().range(page.text_blocks().blocks()[row].runs.clone()).words)
        };
        let section = doc.elements_named(names::SECTION).next().expect("a section");
        let view = CandidateView::new(&page, &marks, &params, &words);
        let region = view.judge(section.0..doc.subtree_end(section)).expect("a region");
        region.signs.iter().map(|sign| sign.what).collect()
    }

    fn words(count: usize) -> String {
        "rye ".repeat(count)
    }

    #[test]
    fn posts_are_several_with_short_headers() {
        let posts = |header: u32, count: u32| {
            // "3 days ago" has three words.
            let post = format!("<p>{}3 days ago</p><p>{}</p>", words(header as usize - 3), words(20));
            signs(&format!("<section id=comments>{}</section>", post.repeat(count as usize)))
        };
        assert!(posts(HEADER_WORDS, MIN_POSTS).contains(&"dated posts"));
        assert!(!posts(HEADER_WORDS + 1, MIN_POSTS).contains(&"dated posts"));
        assert!(!posts(HEADER_WORDS, MIN_POSTS - 1).contains(&"dated posts"));
    }

    #[test]
    fn a_heading_stands_at_the_start() {
        for (more, is_headed) in [(0, true), (1, false)] {
            let between = "<p>x</p>".repeat(BLOCKS_BEFORE - 1 + more);
            let html = format!("<h3>Comments</h3>{between}<section id=comments><p>{}</section>", words(20));
            assert_eq!(signs(&html).contains(&"headed"), is_headed, "{more} blocks");
            // The heading is a word, too.
            let after = (4.0 / BEFORE_HEADING) as usize - 4 - 1 - more;
            let html =
                format!("<section id=comments><p>{}<h3>Comments</h3><p>{}</section>", words(4), words(after));
            assert_eq!(signs(&html).contains(&"headed"), is_headed, "{more} words");
        }
    }

    #[test]
    fn shares_count_from_the_thresholds_on() {
        for (more, counts) in [(0, true), (1, false)] {
            let after = (40.0 / BELOW) as usize - 40 + more;
            let html =
                format!("<p>{}<section id=comments><p>{}</section><p>{}", words(40), words(20), words(after));
            assert_eq!(signs(&html).contains(&"below the content"), counts, "{more} below");
            // Shares are rounded down to words.
            let rest = (20.0 / NAMED_SHARE) as usize - 20 + 2 * more;
            let html = format!("<section><div class=comment>{}</div><p>{}</section>", words(20), words(rest));
            assert_eq!(signs(&html).contains(&"named weakly"), counts, "{more} named");
        }
    }
}
