//! The answer of an extractor: labels on spans of text, or an abstention.

use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NodeId};
use std::ops::Range;
use thiserror::Error;

/// A run of characters of one text node that is content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The text node.
    pub node: NodeId,
    /// First byte in the node's text.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
}

impl Span {
    /// Words of the run, as everywhere maximal runs without white space. A word that an end cuts counts.
    ///
    /// O(1) for a whole visible text node, else O(bytes).
    pub fn words(&self, page: &Page<'_>) -> u32 {
        let doc = page.document();
        let text = doc.text(self.node);
        if self.end - self.start == text.len() as u32 && !page.visibility().is_hidden(self.node) {
            return page.stats().subtree(doc, self.node).words;
        }
        text[self.start as usize..self.end as usize].split_whitespace().count() as u32
    }
}

/// Content of a page: spans in document order, disjoint, on text nodes, never empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Labels {
    /// The spans.
    pub spans: Vec<Span>,
    /// One score a span where the extractor has scores: larger is more surely content.
    pub scores: Option<Vec<f32>>,
    /// Elements that are no content though no span could say so, such as images: in document order, none inside
    /// another, no span inside of them. The content document has nothing of them.
    pub omitted: Vec<NodeId>,
    /// Text that belongs to the content's structure and not to its running text: the heading that names it, and captions of
    /// its pictures. In document order, disjoint, apart from the spans. Markdown, HTML, JSON and TEI have it; plain text and
    /// scores of text do not.
    pub beside: Vec<Span>,
    /// Readers' comments that are left out as such, in document order, disjoint.
    pub apart: Vec<Apart>,
    /// The word F1 that the extractor expects of this answer, 0 to 1, where it can tell.
    pub confidence: Option<f32>,
}

/// A region of readers' comments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Apart {
    /// Its nodes: siblings with all below them.
    pub nodes: Range<u32>,
    /// Where its posts say when they were written, one a post.
    pub posts: Vec<NodeId>,
}

/// Why an extractor gave no answer.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Abstention {
    /// The extractor needs evidence that the page does not carry.
    #[error("needs {0}")]
    Missing(&'static str),
    /// The extractor learns from sites, and not from this one.
    #[error("no page of the site `{0}` was learned")]
    UnknownSite(String),
    /// Evidence is there and cannot be read; the reason.
    #[error("{0}")]
    Unreadable(String),
}

/// What an extractor says of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The content; empty when the page has none.
    Labeled(Labels),
    /// No answer, with the reason.
    Abstained(Abstention),
}

impl Outcome {
    /// The labels; `None` for an abstention.
    pub fn labels(&self) -> Option<&Labels> {
        match self {
            Outcome::Labeled(labels) => Some(labels),
            Outcome::Abstained(_) => None,
        }
    }
}

impl Labels {
    /// Whole text nodes, given in document order, blank ones left out.
    pub fn from_text_nodes(doc: &Document, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        let spans = nodes
            .into_iter()
            .map(|node| Span { node, start: 0, end: doc.text(node).len() as u32 })
            .filter(|span| span.end > 0)
            .collect();
        Labels { spans, ..Labels::default() }
    }

    /// The visible text below any of the given nodes, in document order, each node once.
    ///
    /// The nodes may come in any order and contain one another. O(text nodes + roots log roots).
    pub fn from_subtrees(page: &Page<'_>, roots: &[NodeId]) -> Self {
        let doc = page.document();
        Labels::from_ranges(page, roots.iter().map(|&node| node.0..doc.subtree_end(node)))
    }

    /// The visible text in any of the given ranges of nodes, in document order, each node once.
    ///
    /// The ranges may come in any order and overlap. O(text nodes + ranges log ranges).
    pub fn from_ranges(page: &Page<'_>, ranges: impl IntoIterator<Item = Range<u32>>) -> Self {
        let mut ranges: Vec<(u32, u32)> = ranges.into_iter().map(|range| (range.start, range.end)).collect();
        ranges.sort_unstable();
        let mut end_of_last = 0;
        let mut nodes = Vec::new();
        for (start, end) in ranges {
            let start = start.max(end_of_last);
            if start < end {
                nodes.extend_from_slice(page.text_nodes_in(start..end));
                end_of_last = end;
            }
        }
        Labels::from_text_nodes(page.document(), nodes)
    }

    /// These labels with [`Labels::beside`] among the spans, which score as the whole answer does; as they are where nothing stands beside.
    /// O(spans).
    pub fn with_beside(&self) -> std::borrow::Cow<'_, Labels> {
        if self.beside.is_empty() {
            return std::borrow::Cow::Borrowed(self);
        }
        let mut all: Vec<(Span, f32)> = match &self.scores {
            Some(scores) => self.spans.iter().copied().zip(scores.iter().copied()).collect(),
            None => self.spans.iter().map(|&span| (span, 0.0)).collect(),
        };
        all.extend(self.beside.iter().map(|&span| (span, self.confidence.unwrap_or_default())));
        all.sort_unstable_by_key(|&(span, _)| span);
        let scores = self.scores.is_some().then(|| all.iter().map(|&(_, score)| score).collect());
        let spans = all.into_iter().map(|(span, _)| span).collect();
        std::borrow::Cow::Owned(Labels { spans, scores, beside: Vec::new(), ..self.clone() })
    }

    /// Whether nothing is content.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Whether a node is in an omitted element. O(log omitted).
    pub fn omits(&self, doc: &Document, node: NodeId) -> bool {
        let after = self.omitted.partition_point(|&omitted| omitted <= node);
        after > 0 && doc.contains(self.omitted[after - 1], node)
    }

    /// Whether the invariants of [`Labels`] hold on `doc`: order, disjointness, text nodes, character boundaries.
    pub fn is_valid(&self, doc: &Document) -> bool {
        let all = self.with_beside();
        let are_apart = |spans: &[Span]| {
            spans
                .windows(2)
                .all(|w| w[0].node < w[1].node || (w[0].node == w[1].node && w[0].end <= w[1].start))
        };
        let ordered = are_apart(&self.spans) && are_apart(&self.beside) && are_apart(&all.spans);
        let on_text = all.spans.iter().all(|s| {
            doc.is_text(s.node)
                && s.start < s.end
                && doc.text(s.node).get(s.start as usize..s.end as usize).is_some()
        });
        let scored = self.scores.as_ref().is_none_or(|scores| scores.len() == self.spans.len());
        let apart = self.omitted.windows(2).all(|pair| doc.subtree_end(pair[0]) <= pair[1].0)
            && self.omitted.iter().all(|&omitted| doc.is_element(omitted))
            && all.spans.iter().all(|span| !self.omits(doc, span.node));
        ordered && on_text && scored && apart
    }

    /// The labelled text, white space normalised, one line a text block.
    ///
    /// For scoring and tests; the writers give text with structure.
    pub fn plain_text(&self, page: &Page<'_>) -> String {
        let doc = page.document();
        let blocks = page.text_blocks();
        let mut text = String::new();
        let mut last_block = None;
        for span in &self.spans {
            let block = blocks.block_of(span.node);
            if !text.is_empty() {
                text.push(if block == last_block && block.is_some() { ' ' } else { '\n' });
            }
            last_block = block;
            let run = &doc.text(span.node)[span.start as usize..span.end as usize];
            fold_into(&mut text, run);
        }
        text
    }
}

/// How surely a text block is content, kept or not.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockChance {
    /// The text nodes of the block.
    pub nodes: Vec<NodeId>,
    /// Its words.
    pub words: u32,
    /// The probability that it is content.
    pub probability: f32,
    /// The probability from which on blocks at its place are kept; infinite where nothing of the page is.
    pub least: f32,
}

/// One step of a decision about a piece of text, for `debulha why`.
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    /// Name of the rule, as in the extractor's documentation.
    pub rule: &'static str,
    /// Whether the rule spoke for keeping the text.
    pub keeps: bool,
    /// The node that the rule looked at.
    pub node: NodeId,
    /// The numbers it compared, in words.
    pub detail: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn ranges_in_any_order_that_overlap_give_each_text_once() {
        let doc = parse("<p>a<b>b</b>c<p>d<p>e", &Limits::default()).document;
        let page = Page::new(&doc);
        let [a, b, c, d, _] = page.text_nodes() else { panic!("five texts") };
        let text =
            |ranges: &[Range<u32>]| Labels::from_ranges(&page, ranges.iter().cloned()).plain_text(&page);
        assert_eq!(text(&[a.0..c.0, b.0..d.0 + 1]), "a b c\nd");
        assert_eq!(text(&[d.0..d.0 + 1, a.0..b.0, a.0..b.0]), "a\nd");
        assert_eq!(text(&[a.0..d.0, b.0..b.0 + 1]), "a b c", "a range inside of another");
        assert_eq!(text(&[b.0..b.0, d.0..a.0]), "", "empty ranges");
    }

    #[test]
    fn labels_that_break_an_invariant_are_not_valid() {
        let doc = parse("<p>wheat<p>oés<img><p>rye", &Limits::default()).document;
        let page = Page::new(&doc);
        let [wheat, oes, rye] = *page.text_nodes() else { panic!("three texts") };
        let image = doc.elements_named(debulha_dom::names::IMG).next().expect("an image");
        let span = |node, start, end| Span { node, start, end };
        let of = |spans: &[Span]| Labels { spans: spans.to_vec(), ..Labels::default() };
        let whole = of(&[span(wheat, 0, 2), span(wheat, 2, 5), span(rye, 0, 3)]);
        assert!(whole.is_valid(&doc) && Labels::default().is_valid(&doc));
        for broken in [
            of(&[span(rye, 0, 3), span(wheat, 0, 5)]),
            of(&[span(wheat, 0, 3), span(wheat, 2, 5)]),
            of(&[span(wheat, 2, 5), span(wheat, 0, 2)]),
            of(&[span(wheat, 2, 2)]),
            of(&[span(wheat, 0, 6)]),
            of(&[span(oes, 0, 2)]),
            of(&[span(image, 0, 1)]),
            Labels { beside: vec![span(wheat, 1, 3)], ..whole.clone() },
            Labels { scores: Some(vec![1.0]), ..whole.clone() },
            Labels { omitted: vec![wheat], ..Labels::default() },
            Labels { omitted: vec![image, image], ..Labels::default() },
            Labels { omitted: vec![doc.parent(rye).expect("a paragraph")], ..whole.clone() },
        ] {
            assert!(!broken.is_valid(&doc), "{broken:?}");
        }
    }
}
