//! The neighbourhood of the main heading, where bylines and dates stand.

use crate::features::text_blocks::TextBlock;
use crate::metadata::text::{clean, folded, text_of};
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use std::ops::Range;

/// Headings that are compared with the title; pages with more are lists of teasers.
const MAX_HEADINGS: usize = 200;

/// Text blocks before the heading that may hold its byline or date: a line or two, and the section's name.
const BLOCKS_BEFORE: usize = 6;

/// Text blocks after the heading that may: subtitle, sharing buttons, a caption.
const BLOCKS_AFTER: usize = 16;

/// Characters of the longest line that is compared with the titles.
const MAX_TITLE_CHARS: u32 = 300;

/// Characters of a part of a title that may stand for the whole.
const MIN_TITLE_CHARS: usize = 8;

/// Words of class names and ids whose elements are about something other than the main text.
#[rustfmt::skip]
const ASIDE_WORDS: [&str; 25] = [
    "comment", "comments", "commentlist", "reply", "replies", "related", "recommended", "recommendations", "recent",
    "popular", "trending", "sidebar", "footer", "menu", "nav", "navigation", "breadcrumb", "breadcrumbs",
    "promo", "newsletter", "cookie", "cookies", "teaser", "carousel", "modal",
];

/// Where the main heading is, and which parts of the page belong to something else.
pub(super) struct Surroundings<'p, 'd> {
    pub(super) page: &'p Page<'d>,
    /// The heading of the main content, where one is recognised.
    pub(super) heading: Option<NodeId>,
    aside: Vec<bool>,
}

impl<'p, 'd> Surroundings<'p, 'd> {
    /// Finds the heading that says what the page's titles say. O(nodes + text).
    pub(super) fn new(page: &'p Page<'d>, titles: &[String]) -> Self {
        let doc = page.document();
        // A title may still carry the name of a site or section that the page does not state elsewhere.
        let parts = titles.iter().flat_map(|title| title.split(['|', '_', '-', '–', '—', '»', '·']));
        let mut folded_titles: Vec<String> = titles.iter().map(|title| folded(title)).collect();
        folded_titles.extend(parts.map(folded).filter(|part| part.chars().count() >= MIN_TITLE_CHARS));
        folded_titles.retain(|title| !title.is_empty());
        let heading = main_heading(page, &folded_titles);
        Surroundings { page, heading, aside: asides(doc, heading) }
    }

    /// Whether a node belongs to comments, menus, teasers and the like.
    pub(super) fn is_aside(&self, node: NodeId) -> bool {
        self.aside[node.index()]
    }

    /// The text blocks around the heading, nearest part first: those after it, then those before it.
    ///
    /// Without a heading: the first blocks of the page.
    pub(super) fn near_blocks(&self) -> impl Iterator<Item = usize> {
        let count = self.page.text_blocks().blocks().len();
        let at = self.heading.map_or(0..0, |heading| self.blocks_of(heading));
        let after = at.end..(at.end + BLOCKS_AFTER).min(count);
        let before = at.start.saturating_sub(BLOCKS_BEFORE)..at.start;
        after.chain(before.rev())
    }

    /// How far a node stands from the heading, for ordering: elements after the heading come before those ahead
    /// of it, and near ones before far ones.
    pub(super) fn distance(&self, node: NodeId) -> (bool, u32) {
        match self.heading {
            Some(heading) if node < heading => (true, heading.0 - node.0),
            Some(heading) => (false, node.0 - heading.0),
            None => (false, node.0),
        }
    }

    /// The text of a block, white space folded.
    pub(super) fn block_text(&self, block: usize) -> String {
        block_text(self.page, &self.page.text_blocks().blocks()[block])
    }

    /// The texts of a block's text nodes, each with its white space folded.
    pub(super) fn block_pieces(&self, block: usize) -> Vec<String> {
        let blocks = self.page.text_blocks();
        let nodes = blocks.nodes(&blocks.blocks()[block]).iter();
        nodes.map(|&node| clean(self.page.document().text(node))).filter(|piece| !piece.is_empty()).collect()
    }

    /// All short text blocks outside of comments, menus and the like, in document order.
    pub(super) fn short_blocks(&self, max_chars: u32) -> impl Iterator<Item = usize> {
        let blocks = self.page.text_blocks().blocks();
        let is_short = move |&block: &usize| blocks[block].counts.chars <= max_chars;
        (0..blocks.len()).filter(is_short).filter(|&block| !self.is_aside(self.block_start(block)))
    }

    /// The first text node of a block.
    pub(super) fn block_start(&self, block: usize) -> NodeId {
        let blocks = self.page.text_blocks();
        blocks.nodes(&blocks.blocks()[block])[0]
    }

    fn blocks_of(&self, node: NodeId) -> Range<usize> {
        let doc = self.page.document();
        let nodes = self.page.text_nodes_in(node.0..doc.subtree_end(node));
        let block = |node: Option<&NodeId>| node.and_then(|&n| self.page.text_blocks().block_of(n));
        match (block(nodes.first()), block(nodes.last())) {
            (Some(first), Some(last)) => first..last + 1,
            _ => 0..0,
        }
    }
}

/// The headings of the first two levels with their texts, first level first.
pub(super) fn headings(page: &Page<'_>) -> Vec<(NodeId, String)> {
    let doc = page.document();
    let of_level = |name| doc.elements_named(name).take(MAX_HEADINGS).map(|node| (node, text_of(doc, node)));
    of_level(names::H1).chain(of_level(names::H2)).filter(|(_, text)| !text.is_empty()).collect()
}

/// The first heading that says what a title says, else the first line that does, else the first `h1`.
fn main_heading(page: &Page<'_>, titles: &[String]) -> Option<NodeId> {
    let doc = page.document();
    let mut shown = headings(page);
    shown.retain(|(node, _)| !page.visibility().is_hidden(*node));
    let says_title = |text: &str| titles.contains(&folded(text));
    if let Some((heading, _)) = shown.iter().find(|(_, text)| says_title(text)) {
        return Some(*heading);
    }
    let blocks = page.text_blocks();
    let title_lines = blocks.blocks().iter().filter(|block| block.counts.chars <= MAX_TITLE_CHARS);
    let mut starts = title_lines.map(|block| (blocks.nodes(block)[0], block_text(page, block)));
    let line = starts.find(|(_, text)| says_title(text)).map(|(node, _)| node);
    line.or_else(|| shown.iter().find(|(node, _)| doc.name(*node) == names::H1).map(|&(node, _)| node))
}

fn block_text(page: &Page<'_>, block: &TextBlock) -> String {
    let doc = page.document();
    let text: String = page.text_blocks().nodes(block).iter().map(|&node| doc.text(node)).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn asides(doc: &Document, heading: Option<NodeId>) -> Vec<bool> {
    let mut aside = vec![false; doc.len()];
    let mut end = 0;
    for node in doc.nodes() {
        if node.0 >= end && doc.is_element(node) && is_aside_element(doc, node) {
            let holds_heading = heading.is_some_and(|heading| doc.contains(node, heading));
            if !holds_heading {
                end = doc.subtree_end(node);
            }
        }
        aside[node.index()] = node.0 < end;
    }
    aside
}

fn is_aside_element(doc: &Document, node: NodeId) -> bool {
    match doc.name(node) {
        names::NAV | names::FOOTER => true,
        names::HTML | names::BODY | names::MAIN | names::ARTICLE => false,
        _ => {
            let id = doc.attribute(node, names::ID).unwrap_or_default();
            doc.classes(node).chain([id]).any(|token| {
                let mut words = token.split(['-', '_']).filter(|word| !word.is_empty());
                words.any(|word| ASIDE_WORDS.iter().any(|aside| word.eq_ignore_ascii_case(aside)))
            })
        }
    }
}
