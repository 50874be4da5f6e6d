//! The page as a stream of tags and words, as the systems that count along the source see it.

use crate::features::visibility::Visibility;
use crate::outcome::Span;
use crate::page::{Page, PageView};
use debulha_dom::{Document, NameId, Namespace, NodeId, NodeKind, names};
use std::ops::Range;

/// One piece of the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// The start tag of an element.
    Start(NodeId),
    /// The end tag of an element that is not void.
    End(NodeId),
    /// A maximal run without white space inside one text node.
    Word(Span),
}

/// A token in 12 bytes. A word has `start < end`; a tag has `end` 0 and says in `start` which one it is.
#[derive(Debug, Clone, Copy)]
struct PackedToken {
    node: u32,
    start: u32,
    end: u32,
}

const START_TAG: u32 = 0;
const END_TAG: u32 = 1;

/// Tags and words below an element, in document order.
///
/// An element has a start tag and, unless it is void, an end tag, whether they stand in the source or were
/// implied. Comments give nothing. A hidden element, `script` and `style` among them, gives its own tags and
/// nothing of what it holds: neither words nor tags.
#[derive(Debug, Default)]
pub struct Tokens {
    packed: Vec<PackedToken>,
}

impl Tokens {
    /// One pass over the text below `root`, whose own tags are left out. O(nodes + text); 12 bytes a token.
    pub fn compute(doc: &Document, visibility: &Visibility, root: NodeId) -> Self {
        let mut packed = Vec::new();
        for piece in PageSteps::new(doc, visibility, root) {
            match piece {
                PageStep::Start(node) => packed.push(PackedToken { node: node.0, start: START_TAG, end: 0 }),
                PageStep::End(node) => packed.push(PackedToken { node: node.0, start: END_TAG, end: 0 }),
                PageStep::Text(node) => packed.extend(words(doc.text(node)).map(|word| PackedToken {
                    node: node.0,
                    start: word.start as u32,
                    end: word.end as u32,
                })),
            }
        }
        packed.shrink_to_fit();
        Tokens { packed }
    }

    /// Number of tokens.
    #[inline]
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Whether there is neither tag nor word.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The token at a position below [`Tokens::len`].
    pub fn get(&self, index: usize) -> Token {
        let PackedToken { node, start, end } = self.packed[index];
        let node = NodeId(node);
        match (start, end) {
            (START_TAG, 0) => Token::Start(node),
            (_, 0) => Token::End(node),
            _ => Token::Word(Span { node, start, end }),
        }
    }

    /// Whether the token at a position below [`Tokens::len`] is a tag.
    #[inline]
    pub fn is_tag(&self, index: usize) -> bool {
        self.packed[index].end == 0
    }

    /// For each token, whether it is a tag.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = bool> + '_ {
        self.packed.iter().map(|token| token.end == 0)
    }

    /// Tags and words in a range of positions. O(range).
    pub fn count(&self, range: Range<usize>) -> (usize, usize) {
        let len = range.len();
        let tags = self.packed[range].iter().filter(|token| token.end == 0).count();
        (tags, len - tags)
    }

    /// Appends the text of the words in a range of positions, one span a text node.
    ///
    /// A span reaches to the ends of its text node where no word stands between, so that white space at an inline
    /// tag is kept; where a node is cut, the cut is at the word. O(range).
    pub fn push_spans(&self, doc: &Document, range: Range<usize>, spans: &mut Vec<Span>) {
        let mut index = range.start;
        while index < range.end {
            if self.is_tag(index) {
                index += 1;
                continue;
            }
            let first = index;
            let node = self.packed[first].node;
            while index < range.end && self.is_word_of(index, node) {
                index += 1;
            }
            let opens = first == 0 || !self.is_word_of(first - 1, node);
            let closes = index == self.len() || !self.is_word_of(index, node);
            let text_len = doc.text(NodeId(node)).len() as u32;
            spans.push(Span {
                node: NodeId(node),
                start: if opens { 0 } else { self.packed[first].start },
                end: if closes { text_len } else { self.packed[index - 1].end },
            });
        }
    }

    /// The positions of the words of a text node; empty for nodes that give none. O(tokens).
    pub fn words_of(&self, text_node: NodeId) -> Range<usize> {
        let start = (0..self.len()).find(|&i| self.is_word_of(i, text_node.0)).unwrap_or(self.len());
        let len = (start..self.len()).take_while(|&i| self.is_word_of(i, text_node.0)).count();
        start..start + len
    }

    fn is_word_of(&self, index: usize, node: u32) -> bool {
        self.packed[index].node == node && self.packed[index].end > 0
    }
}

/// The maximal runs without white space of a text, as byte ranges.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = find(text, at, true)?;
        at = find(text, start, false).map_or(text.len(), |end| end);
        Some(start..at)
    })
}

/// The next character from `at` on that is white space or, where `word`, that is not. ASCII goes byte by byte.
fn find(text: &str, mut at: usize, word: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    loop {
        let &byte = bytes.get(at)?;
        // Vertical tab is white space in Unicode, not in `is_ascii_whitespace`.
        if byte < 0x80 {
            if (byte.is_ascii_whitespace() || byte == 0x0B) != word {
                return Some(at);
            }
            at += 1;
        } else {
            let c = text[at..].chars().next()?;
            if c.is_whitespace() != word {
                return Some(at);
            }
            at += c.len_utf8();
        }
    }
}

/// A step through the page in the order of its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageStep {
    /// The start tag of an element.
    Start(NodeId),
    /// The end tag of an element that is not void.
    End(NodeId),
    /// A visible text node.
    Text(NodeId),
}

/// The pieces below an element; a hidden element gives its tags and nothing between them.
pub(crate) struct PageSteps<'a> {
    doc: &'a Document,
    visibility: &'a Visibility,
    next: u32,
    end: u32,
    open: Vec<NodeId>,
}

impl<'a> PageSteps<'a> {
    pub(crate) fn new(doc: &'a Document, visibility: &'a Visibility, root: NodeId) -> Self {
        PageSteps { doc, visibility, next: root.0 + 1, end: doc.subtree_end(root), open: Vec::new() }
    }
}

impl Iterator for PageSteps<'_> {
    type Item = PageStep;

    fn next(&mut self) -> Option<PageStep> {
        loop {
            if self.open.last().is_some_and(|&node| self.doc.subtree_end(node) <= self.next) {
                return self.open.pop().map(PageStep::End);
            }
            if self.next >= self.end {
                return None;
            }
            let node = NodeId(self.next);
            let hidden = self.visibility.is_hidden(node);
            self.next = if hidden { self.doc.subtree_end(node) } else { self.next + 1 };
            match self.doc.kind(node) {
                NodeKind::Element => {
                    if !is_void(self.doc, node) {
                        self.open.push(node);
                    }
                    return Some(PageStep::Start(node));
                }
                NodeKind::Text if !hidden => return Some(PageStep::Text(node)),
                _ => {}
            }
        }
    }
}

/// Whether an element never has an end tag: the standard's void elements and those that are obsolete.
fn is_void(doc: &Document, node: NodeId) -> bool {
    doc.namespace(node) == Namespace::Html && is_void_name(doc.name(node))
}

fn is_void_name(name: NameId) -> bool {
    matches!(
        name,
        names::AREA
            | names::BASE
            | names::BASEFONT
            | names::BGSOUND
            | names::BR
            | names::COL
            | names::EMBED
            | names::FRAME
            | names::HR
            | names::IMG
            | names::INPUT
            | names::KEYGEN
            | names::LINK
            | names::META
            | names::PARAM
            | names::SOURCE
            | names::TRACK
            | names::WBR
    )
}

impl Page<'_> {
    /// Tags and words of the body in document order.
    pub fn tokens(&self) -> &Tokens {
        self.view(PageView::Tokens, || Tokens::compute(self.document(), self.visibility(), self.body()))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};
    use std::fmt::Write;

    fn stream(html: &str) -> String {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let tokens = page.tokens();
        let mut out = String::new();
        for index in 0..tokens.len() {
            match tokens.get(index) {
                Token::Start(node) => write!(out, "<{}>", doc.name_str(doc.name(node))).unwrap(),
                Token::End(node) => write!(out, "</{}>", doc.name_str(doc.name(node))).unwrap(),
                Token::Word(span) => {
                    write!(out, "{} ", &doc.text(span.node)[span.start as usize..span.end as usize]).unwrap();
                }
            }
        }
        out
    }

    #[test]
    fn tags_and_words_stand_in_source_order() {
        assert_eq!(stream("<p>a <b>b\n\u{a0}c</b>d<br>é<p>f"), "<p>a <b>b c </b>d <br>é </p><p>f </p>");
    }

    #[test]
    fn hidden_elements_give_their_own_tags_only() {
        assert_eq!(
            stream("a<!-- c --><script>var x = '<i>'</script><div hidden>b<i>c</i></div><input hidden>d"),
            "a <script></script><div></div><input>d "
        );
    }

    #[test]
    fn a_page_without_body_is_taken_whole() {
        assert_eq!(
            stream("<frameset><frame src=a></frameset>"),
            "<html><head></head><frameset><frame></frameset></html>"
        );
        assert_eq!(stream(""), "");
    }

    #[test]
    fn spans_keep_white_space_at_tags_and_cut_at_words() {
        let doc = parse("<p> one two <b>three</b> four five ", &Limits::default()).document;
        let page = Page::new(&doc);
        let cut = |range| {
            let mut spans = Vec::new();
            page.tokens().push_spans(&doc, range, &mut spans);
            let text = |s: &Span| doc.text(s.node)[s.start as usize..s.end as usize].to_owned();
            spans.iter().map(text).collect::<Vec<_>>()
        };
        assert_eq!(cut(0..9), [" one two ", "three", " four five "]);
        assert_eq!(cut(2..7), ["two ", "three", " four"]);
        assert_eq!(cut(3..4), [""; 0]);
    }
}
