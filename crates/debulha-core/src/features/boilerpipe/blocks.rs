//! boilerpipe's text blocks: runs of text between tags that are not inline, with word and line counts.

use crate::features::stats::NodeStats;
use crate::features::visibility::Visibility;
use crate::features::white_space::fold_into;
use crate::features::words::words;
use crate::page::{Page, PageView};
use debulha_dom::{Document, NameId, NodeId, NodeKind, names};
use std::ops::Range;

/// Width in characters at which words are wrapped to measure text density (kohlschuetter2010).
const LINE_WIDTH: i64 = 80;

/// Word and line counts of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WordLineCounts {
    /// Words.
    pub words: u32,
    /// Words inside `a`.
    pub linked_words: u32,
    /// Words in all lines but the last one; all words where there is one line.
    pub wrapped_words: u32,
    /// Lines without the last one, at least 1; 0 for the virtual block around the page.
    pub wrapped_lines: u32,
}

impl WordLineCounts {
    /// Words inside links by words; 0 where there are none.
    pub fn link_density(&self) -> f64 {
        if self.words == 0 { 0.0 } else { f64::from(self.linked_words) / f64::from(self.words) }
    }

    /// Words a wrapped line; 0 where there are no lines.
    pub fn text_density(&self) -> f64 {
        if self.wrapped_lines == 0 {
            0.0
        } else {
            f64::from(self.wrapped_words) / f64::from(self.wrapped_lines)
        }
    }

    /// Adds the counts of a block that is merged into this one.
    pub fn add(&mut self, other: WordLineCounts) {
        self.words += other.words;
        self.linked_words += other.linked_words;
        self.wrapped_words += other.wrapped_words;
        self.wrapped_lines += other.wrapped_lines;
    }
}

/// A text block as the page has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoilerpipeBlock {
    /// Word and line counts.
    pub counts: WordLineCounts,
    /// Elements around the block's first text, up to `body`, that are not inline.
    pub tag_level: u32,
    /// Whether the block begins inside `li`.
    pub in_list_item: bool,
    /// Whether the block begins inside `h1`, `h2` or `h3`.
    pub in_heading: bool,
    texts: Range<u32>,
    string: Range<u32>,
}

/// All text blocks of a page's body in document order.
#[derive(Debug, Default)]
pub struct BoilerpipeBlocks {
    all: Vec<BoilerpipeBlock>,
    texts: Vec<NodeId>,
    strings: String,
}

impl BoilerpipeBlocks {
    /// One pass over the body's nodes and their visible text. O(nodes + text); keeps a copy of the text.
    pub fn compute(doc: &Document, visibility: &Visibility, stats: &NodeStats) -> Self {
        let mut walk = BlockWalk {
            found: BoilerpipeBlocks::default(),
            wrap: LineWrap::default(),
            linked: false,
            counted: 0,
        };
        if let Some(body) = doc.body() {
            walk.body(doc, visibility, stats, body);
        }
        walk.found
    }

    /// The blocks.
    pub fn all(&self) -> &[BoilerpipeBlock] {
        &self.all
    }

    /// The text nodes of a block: visible, not blank, in document order.
    pub fn nodes(&self, block: &BoilerpipeBlock) -> &[NodeId] {
        &self.texts[block.texts.start as usize..block.texts.end as usize]
    }

    /// The text of a block, white space folded and trimmed.
    pub fn text(&self, block: &BoilerpipeBlock) -> &str {
        self.strings[block.string.start as usize..block.string.end as usize].trim_end()
    }

    /// The index of the block that holds a text node, if one does. O(log text nodes).
    pub fn block_of(&self, text_node: NodeId) -> Option<usize> {
        let text = self.texts.binary_search(&text_node).ok()? as u32;
        Some(self.all.partition_point(|block| block.texts.end <= text))
    }
}

/// The state of the pass over the body.
struct BlockWalk {
    found: BoilerpipeBlocks,
    wrap: LineWrap,
    /// Whether the last text stood in a link.
    linked: bool,
    /// Where in the text the words begin that are not counted yet.
    counted: usize,
}

impl BlockWalk {
    fn body(&mut self, doc: &Document, visibility: &Visibility, stats: &NodeStats, body: NodeId) {
        // Ends of the open elements that are not inline; of links, list items and headings the furthest.
        let mut open: Vec<u32> = Vec::new();
        let (mut link_end, mut item_end, mut heading_end) = (0, 0, 0);
        let mut cut = true;
        let mut node = body.0 + 1;
        while node < doc.subtree_end(body) {
            let id = NodeId(node);
            while open.last().is_some_and(|&end| end <= node) {
                open.pop();
                cut = true;
            }
            let name = doc.name(id);
            if visibility.is_hidden(id) || matches!(name, names::OPTION | names::LINK) {
                node = doc.subtree_end(id);
                continue;
            }
            match doc.kind(id) {
                NodeKind::Element => {
                    let end = doc.subtree_end(id);
                    match name {
                        names::A => link_end = link_end.max(end),
                        names::LI => item_end = item_end.max(end),
                        names::H1 | names::H2 | names::H3 => heading_end = heading_end.max(end),
                        _ => {}
                    }
                    if !is_inline(name) {
                        open.push(end);
                        cut = true;
                    }
                }
                NodeKind::Text if stats.chars(doc, id) > 0 => {
                    if cut {
                        self.end_block();
                        self.start_block(open.len() as u32, node < item_end, node < heading_end);
                        cut = false;
                    }
                    self.text(id, doc.text(id), node < link_end);
                }
                NodeKind::Text if !cut => self.space(),
                _ => {}
            }
            node += 1;
        }
        self.end_block();
    }

    fn start_block(&mut self, tag_level: u32, in_list_item: bool, in_heading: bool) {
        let at = self.found.texts.len() as u32;
        let string = self.found.strings.len();
        (self.wrap, self.counted) = (LineWrap::default(), string);
        self.found.all.push(BoilerpipeBlock {
            counts: WordLineCounts::default(),
            tag_level,
            in_list_item,
            in_heading,
            texts: at..at,
            string: string as u32..string as u32,
        });
    }

    fn text(&mut self, node: NodeId, text: &str, linked: bool) {
        if linked != self.linked {
            // Tags of links are word boundaries, other inline tags are not.
            self.space();
            self.count();
            self.linked = linked;
        }
        self.found.texts.push(node);
        if text.starts_with(char::is_whitespace) {
            self.space();
        }
        fold_into(&mut self.found.strings, text);
        if text.ends_with(char::is_whitespace) {
            self.space();
        }
    }

    fn space(&mut self) {
        let strings = &mut self.found.strings;
        if strings.len() > self.counted && !strings.ends_with(' ') {
            strings.push(' ');
        }
    }

    /// Counts the words that have come in since the last call.
    fn count(&mut self) {
        for word in words(&self.found.strings[self.counted..]) {
            self.wrap.add(word, self.linked);
        }
        self.counted = self.found.strings.len();
    }

    fn end_block(&mut self) {
        self.count();
        if let Some(block) = self.found.all.last_mut() {
            block.counts = self.wrap.counts();
            block.texts.end = self.found.texts.len() as u32;
            block.string.end = self.found.strings.len() as u32;
        }
    }
}

/// Wraps words at [`LINE_WIDTH`] and counts.
struct LineWrap {
    words: u32,
    linked_words: u32,
    /// Lines that are full.
    overflows: u32,
    /// Words of the line that is being filled.
    line_words: u32,
    /// Its length; −1 at the start, so that the first word's space does not count.
    line_chars: i64,
}

impl Default for LineWrap {
    fn default() -> Self {
        LineWrap { words: 0, linked_words: 0, overflows: 0, line_words: 0, line_chars: -1 }
    }
}

impl LineWrap {
    fn add(&mut self, word: &str, linked: bool) {
        let chars = word.chars().count() as i64;
        self.words += 1;
        self.linked_words += u32::from(linked);
        self.line_words += 1;
        self.line_chars += chars + 1;
        if self.line_chars > LINE_WIDTH {
            self.overflows += 1;
            self.line_words = 1;
            self.line_chars = chars;
        }
    }

    fn counts(&self) -> WordLineCounts {
        let (wrapped_words, wrapped_lines) = match self.overflows {
            0 => (self.words, 1),
            lines => (self.words - self.line_words, lines),
        };
        WordLineCounts { words: self.words, linked_words: self.linked_words, wrapped_words, wrapped_lines }
    }
}

/// Elements whose tags neither end a block nor count as a level.
fn is_inline(name: NameId) -> bool {
    matches!(
        name,
        names::A
            | names::STRIKE
            | names::U
            | names::B
            | names::I
            | names::EM
            | names::STRONG
            | names::SPAN
            | names::SUP
            | names::CODE
            | names::TT
            | names::SUB
            | names::VAR
            | names::ABBR
            | names::ACRONYM
            | names::FONT
    )
}

impl Page<'_> {
    /// Text blocks as boilerpipe cuts them, with its word and line counts.
    pub fn boilerpipe_blocks(&self) -> &BoilerpipeBlocks {
        self.view(PageView::BoilerpipeBlocks, || {
            BoilerpipeBlocks::compute(self.document(), self.visibility(), self.stats())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    fn with_blocks<T>(html: &str, ask: impl FnOnce(&Document, &BoilerpipeBlocks) -> T) -> T {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        ask(&doc, page.boilerpipe_blocks())
    }

    fn counts_of(html: &str) -> Vec<WordLineCounts> {
        with_blocks(html, |_, blocks| blocks.all().iter().map(|block| block.counts).collect())
    }

    #[test]
    fn inline_tags_neither_cut_nor_count_as_levels() {
        let html = "<title>no</title><div>a<b>b</b> <i>c</i><br>d<p><span>e</span> f</p>\
                    <time>g</time> h</div>";
        let seen = with_blocks(html, |_, blocks| {
            blocks.all().iter().map(|b| (blocks.text(b).to_owned(), b.tag_level)).collect::<Vec<_>>()
        });
        let expected = [("ab c", 1), ("d", 1), ("e f", 2), ("g", 2), ("h", 1)];
        assert_eq!(seen, expected.map(|(text, level)| (text.to_owned(), level)));
    }

    #[test]
    fn ignored_and_hidden_elements_are_as_if_absent() {
        let html = "<p>one<script>x</script> two<span hidden>no</span><style>y</style> three";
        let seen = with_blocks(html, |_, blocks| blocks.text(&blocks.all()[0]).to_owned());
        assert_eq!(seen, "one two three");
    }

    #[test]
    fn list_items_and_headings_are_marked_through_their_descendants() {
        let html = "<ul><li><p>a</p></li></ul>b<h2>c <b>d</b></h2><h4>e</h4>";
        let seen = with_blocks(html, |_, blocks| {
            blocks.all().iter().map(|b| (b.in_list_item, b.in_heading)).collect::<Vec<_>>()
        });
        assert_eq!(seen, [(true, false), (false, false), (false, true), (false, false)]);
    }

    #[test]
    fn words_are_cut_at_links_and_linked_through_block_tags() {
        let counts =
            counts_of("<p>one<a href=x>two</a>three <b>fo</b>ur</p><a href=y><div>five six</div></a>");
        assert_eq!((counts[0].words, counts[0].linked_words), (4, 1));
        assert_eq!((counts[1].words, counts[1].linked_words, counts[1].link_density()), (2, 2, 1.0));
    }

    #[test]
    fn a_block_of_signs_has_no_words() {
        let counts = counts_of("<p>a</p><p>|</p>");
        assert_eq!(
            counts[1],
            WordLineCounts { words: 0, linked_words: 0, wrapped_words: 0, wrapped_lines: 1 }
        );
        assert_eq!((counts[1].link_density(), counts[1].text_density()), (0.0, 0.0));
    }

    #[test]
    fn text_nodes_find_their_blocks() {
        with_blocks("<p>a <b>b</b></p><p>c</p>", |doc, blocks| {
            for (index, block) in blocks.all().iter().enumerate() {
                assert!(blocks.nodes(block).iter().all(|&node| blocks.block_of(node) == Some(index)));
            }
            assert_eq!(blocks.nodes(&blocks.all()[0]).len(), 2);
            assert_eq!(blocks.block_of(doc.body().expect("body")), None);
        });
    }

    #[test]
    fn spec_24_density_is_words_in_full_lines_by_full_lines() {
        // 39 words of 5 characters with their spaces fill three lines of 13 (77 characters, 14 would need
        // 83);
        // 5 more are the last line.
        let counts = counts_of(&format!("<p>{}</p>", "abcde ".repeat(44)));
        assert_eq!(
            counts[0],
            WordLineCounts { words: 44, linked_words: 0, wrapped_words: 39, wrapped_lines: 3 }
        );
        assert_eq!(counts[0].text_density(), 13.0);
    }

    #[test]
    fn a_line_of_exactly_the_width_is_not_full() {
        // 9 words of 8 characters with spaces: 80 characters.
        let one_line =
            counts_of("<p>12345678 12345678 12345678 12345678 12345678 12345678 12345678 12345678 12345678");
        assert_eq!((one_line[0].wrapped_words, one_line[0].wrapped_lines), (9, 1));
        let two =
            counts_of("<p>12345678 12345678 12345678 12345678 12345678 12345678 12345678 12345678 123456789");
        assert_eq!((two[0].wrapped_words, two[0].wrapped_lines), (8, 1));
    }
}
