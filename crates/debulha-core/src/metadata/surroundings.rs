//! The neighbourhood of the main heading, where bylines and dates stand.

use crate::features::inline_boxes::is_gap_between;
use crate::features::text_blocks::TextBlock;
use crate::features::white_space::fold_into;
use crate::metadata::ascii_numbers::may_have_digit;
use crate::metadata::text::{clean, first_folded, folded, text_of};
use crate::page::Page;
use debulha_dom::{AttributeSet, Document, NameId, NodeId, names};
use std::ops::Range;

/// Headings that are compared with the title; pages with more are lists of teasers.
const MAX_HEADINGS: usize = 200;

/// Text blocks before the heading that may hold its byline or date: a line or two, and the section's name.
const BLOCKS_BEFORE: usize = 6;

/// Text blocks after the heading that may: subtitle, sharing buttons, a caption.
const BLOCKS_AFTER: usize = 16;

/// Maximum characters of a line that is compared with the titles. Titles are far shorter; longer lines are
/// paragraphs, which need not be read.
const MAX_TITLE_CHARS: u32 = 300;

/// Minimum characters of a part of a title that may stand for the whole. Shorter parts are sections and menu entries
/// ("News", "Sport"), which other lines say as well.
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
        let parts = titles.iter().flat_map(|title| title.split(['|', '｜', '_', '-', '–', '—', '»', '·']));
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

    /// The nodes from the heading or the first of these blocks to the last, in document order.
    pub(super) fn near_nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        let blocks = self.page.text_blocks().blocks();
        let first = self.near_blocks().min().map(|block| blocks[block].element);
        let start = self.heading.into_iter().chain(first).min().map_or(0, |node| node.0);
        let last = self.near_blocks().max().map_or(0, |block| self.block_start(block).0 + 1);
        (start..last).map(NodeId)
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

    /// The characters that [`Surroundings::block_text`] begins with: all but the white space at its end.
    pub(super) fn block_chars(&self, block: usize) -> impl Iterator<Item = char> {
        let chars = texts(self.page, &self.page.text_blocks().blocks()[block]).flat_map(str::chars);
        let mut after_space = true;
        chars.filter_map(move |c| {
            let is_first_space = c.is_whitespace() && !after_space;
            after_space = c.is_whitespace();
            if is_first_space { Some(' ') } else { (!after_space).then_some(c) }
        })
    }

    /// Whether a text of a block may have ideographs.
    pub(super) fn may_have_ideographs(&self, block: usize) -> bool {
        // The first bytes of U+4000 to U+9FFF.
        self.any_text(block, |text| text.bytes().any(|byte| matches!(byte, 0xe4..=0xe9)))
    }

    /// Whether a block may have a digit: without one, no date.
    pub(super) fn may_have_digit(&self, block: usize) -> bool {
        self.any_text(block, may_have_digit)
    }

    fn any_text(&self, block: usize, test: impl Fn(&str) -> bool) -> bool {
        let doc = self.page.document();
        let blocks = self.page.text_blocks();
        let nodes = blocks.nodes(&blocks.blocks()[block]);
        nodes.iter().any(|&node| test(doc.text(node)))
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

    /// The text blocks of an element.
    pub(super) fn blocks_of(&self, node: NodeId) -> Range<usize> {
        let doc = self.page.document();
        let nodes = self.page.text_nodes_in(node.0..doc.subtree_end(node));
        let block = |node: Option<&NodeId>| node.and_then(|&n| self.page.text_blocks().block_of(n));
        match (block(nodes.first()), block(nodes.last())) {
            (Some(first), Some(last)) => first..last + 1,
            _ => 0..0,
        }
    }
}

/// The headings of a level with their texts.
pub(super) fn headings(page: &Page<'_>, level: NameId) -> impl Iterator<Item = (NodeId, String)> {
    let doc = page.document();
    let of_level = doc.elements_named(level).take(MAX_HEADINGS).map(|node| (node, text_of(doc, node)));
    of_level.filter(|(_, text)| !text.is_empty())
}

/// The first heading of the first two levels that says what a title says, else the first line that does, else the first
/// `h1`.
fn main_heading(page: &Page<'_>, titles: &[String]) -> Option<NodeId> {
    let doc = page.document();
    // Most texts begin otherwise, and need not be folded.
    let begins_so = |text: &str| {
        let first = first_folded(text);
        titles.iter().any(|title| title.chars().next() == first)
    };
    let says_title = |text: &str| begins_so(text) && titles.contains(&folded(text));
    let is_shown = |node: NodeId| !page.visibility().is_hidden(node);
    let mut shown =
        headings(page, names::H1).chain(headings(page, names::H2)).filter(|&(node, _)| is_shown(node));
    if let Some((heading, _)) = shown.find(|(_, text)| says_title(text)) {
        return Some(heading);
    }
    let blocks = page.text_blocks();
    let mut title_lines = blocks.blocks().iter().filter(|block| block.counts.chars <= MAX_TITLE_CHARS);
    let line = title_lines.find(|block| {
        let begin =
            blocks.nodes(block).iter().map(|&node| doc.text(node)).find(|text| first_folded(text).is_some());
        begin.is_some_and(begins_so) && says_title(&block_text(page, block))
    });
    let line = line.map(|block| blocks.nodes(block)[0]);
    line.or_else(|| headings(page, names::H1).map(|(node, _)| node).find(|&node| is_shown(node)))
}

fn block_text(page: &Page<'_>, block: &TextBlock) -> String {
    let text: String = texts(page, block).collect();
    let mut folded = String::with_capacity(text.len());
    fold_into(&mut folded, &text);
    folded
}

/// The texts of a block's nodes, with a space where white space or a line break stands between two of them: the block has
/// no blank nodes.
fn texts<'p>(page: &'p Page<'_>, block: &TextBlock) -> impl Iterator<Item = &'p str> + use<'p> {
    let doc = page.document();
    let nodes = page.text_blocks().nodes(block);
    let mut last = nodes.first().copied();
    nodes.iter().flat_map(move |&node| {
        let from = last.replace(node).unwrap_or(node);
        [if is_gap_between(doc, from, node) { " " } else { "" }, doc.text(node)]
    })
}

fn asides(doc: &Document, heading: Option<NodeId>) -> Vec<bool> {
    let mut aside = vec![false; doc.len()];
    let mut tokens = TokenTest::new(says_aside);
    let mut at = 0;
    while at < doc.len() as u32 {
        let node = NodeId(at);
        at += 1;
        if doc.is_element(node) && is_aside_element(doc, node, &mut tokens) {
            let holds_heading = heading.is_some_and(|heading| doc.contains(node, heading));
            if !holds_heading {
                at = doc.subtree_end(node);
                aside[node.index()..at as usize].fill(true);
            }
        }
    }
    aside
}

fn is_aside_element(doc: &Document, node: NodeId, tokens: &mut TokenTest) -> bool {
    match doc.name(node) {
        names::NAV => true,
        names::FOOTER => !heads_article(doc, node),
        names::HTML | names::BODY | names::MAIN | names::ARTICLE => false,
        _ if doc.attribute_set(node) == AttributeSet::NONE => false,
        _ => tokens.any_class(doc, node) || doc.attribute(node, names::ID).is_some_and(says_aside),
    }
}

/// Whether a footer stands before the text of its article: Drupal writes bylines so.
fn heads_article(doc: &Document, footer: NodeId) -> bool {
    let Some(article) =
        doc.ancestors(footer).take(MAX_FOOTER_DEPTH).find(|&node| doc.name(node) == names::ARTICLE)
    else {
        return false;
    };
    let end = doc.subtree_end(footer);
    let after = end..doc.subtree_end(article).min(end + MAX_NODES_AROUND_FOOTER);
    let has_paragraph = |mut nodes: Range<u32>| nodes.any(|node| doc.name(NodeId(node)) == names::P);
    footer.0 - article.0 <= MAX_NODES_AROUND_FOOTER
        && !has_paragraph(article.0..footer.0)
        && has_paragraph(after)
}

/// Ancestors of a footer among which its article is looked for: the footer stands in wrappers of the article's head,
/// and farther in it is that of something else.
const MAX_FOOTER_DEPTH: usize = 4;

/// Maximum nodes before and after such a footer up to the text of the article: title and picture on one side, sharing
/// buttons on the other.
const MAX_NODES_AROUND_FOOTER: u32 = 100;

/// Whether a class or id has one of [`ASIDE_WORDS`].
fn says_aside(token: &str) -> bool {
    let mut words = token.as_bytes().split(|byte| matches!(byte, b'-' | b'_'));
    words.any(|word| ASIDE_WORDS.iter().any(|aside| word.eq_ignore_ascii_case(aside.as_bytes())))
}

/// A question to classes, asked once for each that occurs in a page.
pub(super) struct TokenTest {
    test: fn(&str) -> bool,
    /// By token; `None` for what was not asked.
    known: Vec<Option<bool>>,
}

impl TokenTest {
    pub(super) fn new(test: fn(&str) -> bool) -> Self {
        TokenTest { test, known: Vec::new() }
    }

    /// Whether it holds for any class of an element.
    pub(super) fn any_class(&mut self, doc: &Document, node: NodeId) -> bool {
        if !doc.attribute_set(node).intersects(AttributeSet::CLASS) {
            return false;
        }
        doc.class_tokens(node).iter().any(|&token| {
            let index = token.0 as usize;
            if index >= self.known.len() {
                self.known.resize(index + 1, None);
            }
            *self.known[index].get_or_insert_with(|| (self.test)(doc.token(token)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn with_page<T>(html: &str, of: impl Fn(&Page<'_>) -> T) -> T {
        let doc = parse(html, &Limits::default()).document;
        of(&Page::new(&doc))
    }

    /// The name of the main heading's element.
    fn heading_of(html: &str, title: &str) -> Option<NameId> {
        with_page(html, |page| {
            let heading = Surroundings::new(page, &[title.to_owned()]).heading;
            heading
                .map(|node| {
                    page.document().parent(node).filter(|_| page.document().is_text(node)).unwrap_or(node)
                })
                .map(|node| page.document().name(node))
        })
    }

    #[test]
    fn headings_and_blocks_beyond_the_limits_are_not_read() {
        for count in [MAX_HEADINGS, MAX_HEADINGS + 1] {
            let html = "<h1>x</h1>".repeat(count);
            assert_eq!(with_page(&html, |page| headings(page, names::H1).count()), MAX_HEADINGS);
        }
        let around = "<p>x</p>".repeat(BLOCKS_AFTER.max(BLOCKS_BEFORE) + 1);
        let at = BLOCKS_AFTER.max(BLOCKS_BEFORE) + 1;
        let near: Vec<usize> = with_page(&format!("{around}<h1>Rye</h1>{around}"), |page| {
            Surroundings::new(page, &[]).near_blocks().collect()
        });
        let expected = (at + 1..=at + BLOCKS_AFTER).chain((at - BLOCKS_BEFORE..at).rev());
        assert_eq!(near, expected.collect::<Vec<_>>());
    }

    #[test]
    fn lines_and_parts_of_titles_have_limits() {
        for (length, found) in [(MAX_TITLE_CHARS, Some(names::P)), (MAX_TITLE_CHARS + 1, None)] {
            let line = "x".repeat(length as usize);
            assert_eq!(heading_of(&format!("<p>{line}</p>"), &line), found, "{length}");
        }
        for (length, found) in [(MIN_TITLE_CHARS, names::H2), (MIN_TITLE_CHARS - 1, names::H1)] {
            let part = "x".repeat(length);
            let html = format!("<h1>Barn Times</h1><h2>{part}</h2>");
            assert_eq!(heading_of(&html, &format!("{part} | Grain")), Some(found), "{length}");
        }
    }

    #[test]
    fn a_footer_heads_an_article_that_is_near() {
        let around = MAX_NODES_AROUND_FOOTER as usize - 1;
        for (levels, before, after, is_aside) in [
            (MAX_FOOTER_DEPTH - 1, 0, 0, false),
            (MAX_FOOTER_DEPTH, 0, 0, true),
            (0, around, 0, false),
            (0, around + 1, 0, true),
            (0, 0, around, false),
            (0, 0, around + 1, true),
        ] {
            let (open, close) = ("<div>".repeat(levels), "</div>".repeat(levels));
            let (before, after) = ("<i></i>".repeat(before), "<i></i>".repeat(after));
            let html = format!("<article>{open}{before}<footer></footer>{close}{after}<p>Rye</p></article>");
            let found = with_page(&html, |page| {
                let footer = page.document().elements_named(names::FOOTER).next().expect("footer");
                Surroundings::new(page, &[]).is_aside(footer)
            });
            assert_eq!(found, is_aside, "{levels} {} {}", before.len(), after.len());
        }
    }
}
