//! Where comments may be: what is named so, and what follows a heading that announces them.

use super::names::{CommentNames, CommentNaming};
use super::wording::{Begins, Heading, heading};
use crate::features::display::is_block;
use crate::features::title_block::level_of;
use crate::page::Page;
use debulha_dom::{AttributeSet, NodeId, names};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Maximum candidates of a page, the first ones. A thread that names each of its posts has hundreds; the region
/// around them comes before them, and each candidate costs a pass over its blocks.
const MOST: usize = 64;

/// Maximum words of a heading, and of other short text. Headings that state the title of the article ("7 Responses to
/// “…”") stay below the first; a line without a heading's element has the number and a word or two, and longer ones
/// are sentences about comments.
const HEADING_WORDS: u32 = 30;
const SHORT_WORDS: u32 = 6;

/// What gives comments away.
pub(super) struct CommentMarks {
    /// Elements named as the place of comments or as one, in document order.
    pub(super) named: Vec<(NodeId, CommentNaming)>,
    /// Blocks that announce comments, by their places.
    pub(super) headings: Vec<(usize, Heading)>,
    /// Fields for text of several lines.
    pub(super) fields: Vec<NodeId>,
}

impl CommentMarks {
    /// One pass over the elements and one over the short blocks. O(nodes + text of short blocks).
    pub(super) fn of(page: &Page<'_>, min_words: u32) -> Self {
        let mut marks = CommentMarks { named: Vec::new(), headings: Vec::new(), fields: Vec::new() };
        marks.read_names(page, min_words);
        marks.read_headings(page);
        marks
    }

    fn read_names(&mut self, page: &Page<'_>, min_words: u32) {
        let (doc, measures) = (page.document(), page.text_measures());
        let mut read = CommentNames::new(doc);
        let body = page.body();
        for node in doc.descendants(body).filter(|&node| node != body) {
            if doc.name(node) == names::TEXTAREA {
                self.fields.push(node);
            }
            // The cheaper questions first: few elements are left to be read.
            let may_be_named = doc.attribute_set(node).intersects(AttributeSet::CLASS | AttributeSet::ID)
                && is_block(doc.name(node))
                && measures.subtree(doc, node).words >= min_words;
            let named = if may_be_named { read.of(node) } else { CommentNaming::No };
            if named > CommentNaming::No {
                self.named.push((node, named));
            }
        }
    }

    fn read_headings(&mut self, page: &Page<'_>) {
        let (doc, texts, measures) = (page.document(), page.text_blocks(), page.text_measures());
        let (mut text, begins) = (String::new(), Begins::new());
        for (row, block) in texts.blocks().iter().enumerate() {
            let words = measures.range(block.runs.clone());
            if words.words > HEADING_WORDS || words.words == 0 || words.link_words == words.words {
                continue;
            }
            if words.words > SHORT_WORDS && level_of(page, block) == 0 {
                continue;
            }
            text.clear();
            for &node in texts.nodes(block) {
                text.push_str(doc.text(node));
                text.push(' ');
            }
            if let Some(said) = begins.may_announce(&text).then(|| heading(&text, words.words)).flatten() {
                self.headings.push((row, said));
            }
        }
        if self.headings.len() > 1 {
            self.drop_lines_of_entries(page);
        }
    }

    /// Numbers of comments that stand alike are said of the entries of a blog, and head nothing.
    fn drop_lines_of_entries(&mut self, page: &Page<'_>) {
        let alike = &page.alike_blocks().on_page;
        let mut lines: FxHashMap<Option<usize>, u32> = FxHashMap::default();
        for &(row, _) in self.headings.iter().filter(|(_, said)| *said == Heading::Counted) {
            *lines.entry(alike.of(row)).or_default() += 1;
        }
        let repeats = |row: usize| lines.get(&alike.of(row)).is_some_and(|&lines| lines > 1);
        self.headings.retain(|&(row, said)| said != Heading::Counted || !repeats(row));
    }
}

/// Runs of siblings that may be comments, by their starts, the wider first.
pub(super) fn ranges(page: &Page<'_>, marks: &CommentMarks) -> Vec<Range<u32>> {
    let doc = page.document();
    let mut found: Vec<Range<u32>> = Vec::new();
    // Siblings that are named so are one, with what stands between them.
    let mut by_parent: Vec<(NodeId, Range<u32>)> = Vec::new();
    for &(node, _) in marks.named.iter().take(MOST) {
        let own = node.0..doc.subtree_end(node);
        found.push(own.clone());
        let parent = doc.parent(node).unwrap_or(node);
        match by_parent.iter_mut().find(|(other, _)| *other == parent) {
            Some((_, range)) => range.end = own.end,
            None => by_parent.push((parent, own)),
        }
    }
    found.extend(by_parent.into_iter().map(|(_, range)| range));
    found.extend(marks.headings.iter().take(MOST).filter_map(|&(row, _)| below_heading(page, row)));
    found.sort_unstable_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    found.dedup();
    found.truncate(2 * MOST);
    found
}

/// From a heading, or what wraps it alone, to the end of the element that it heads. O(depth).
fn below_heading(page: &Page<'_>, row: usize) -> Option<Range<u32>> {
    let (doc, measures, texts) = (page.document(), page.text_measures(), page.text_blocks());
    let nodes = texts.nodes(&texts.blocks()[row]);
    let (mut node, last) = (*nodes.first()?, *nodes.last()?);
    let body = page.body();
    while node != body {
        let parent = doc.parent(node)?;
        let end = doc.subtree_end(parent);
        let holds_heading = doc.subtree_end(node) > last.0;
        if holds_heading && measures.runs(doc, parent).end > measures.runs(doc, node).end {
            return Some(node.0..end);
        }
        node = parent;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn on_page<T>(html: &str, of: impl Fn(&Page<'_>, &CommentMarks) -> T) -> T {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        of(&page, &CommentMarks::of(&page, 15))
    }

    #[test]
    fn headings_have_few_words() {
        for (name, words, is_heading) in [
            ("h3", HEADING_WORDS, true),
            ("h3", HEADING_WORDS + 1, false),
            ("p", SHORT_WORDS, true),
            ("p", SHORT_WORDS + 1, false),
        ] {
            let html = format!("<{name}>7 responses{}</{name}>", " rye".repeat(words as usize - 2));
            let found = on_page(&html, |_, marks| marks.headings.len());
            assert_eq!(found, usize::from(is_heading), "{name} {words}");
        }
    }

    #[test]
    fn candidates_are_bounded() {
        let post = format!("<p class=comment>{}</p>", "rye ".repeat(15));
        let entry = format!("<div>{post}</div>");
        let headed = "<div><h3>Comments</h3><p>x</p></div>";
        let count = |html: &str| on_page(html, |page, marks| ranges(page, marks).len());
        for number in [MOST, MOST + 1] {
            assert_eq!(count(&entry.repeat(number)), MOST, "{number}");
            assert_eq!(count(&headed.repeat(number)), MOST, "{number}");
        }
        // Posts side by side are also a candidate together.
        let pairs = format!("<div>{post}{post}</div>").repeat(MOST / 2);
        assert_eq!(count(&(pairs + &headed.repeat(MOST))), 2 * MOST);
    }
}
