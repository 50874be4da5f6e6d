//! Counts of every subtree, each in O(1) by prefix sums over document order.

use crate::features::visibility::Visibility;
use debulha_dom::{Document, NameId, NodeId, NodeKind, TextCounts, names};
use std::ops::{AddAssign, Range, Sub};

/// Counts over a run of nodes of the clean view.
///
/// Characters are Unicode scalar values after white-space runs are folded to one space and each text node is
/// trimmed; words are maximal runs without white space within a text node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Characters.
    pub chars: u32,
    /// Characters inside `a`.
    pub link_chars: u32,
    /// Words.
    pub words: u32,
    /// Words inside `a`.
    pub link_words: u32,
    /// Elements.
    pub elements: u32,
    /// `a` elements.
    pub links: u32,
    /// `img` elements.
    pub images: u32,
    /// `input`, `select`, `textarea` and `button` elements.
    pub inputs: u32,
}

impl Counts {
    /// Characters inside links by characters; 0 where there is no text.
    pub fn link_density(&self) -> f64 {
        if self.chars == 0 { 0.0 } else { f64::from(self.link_chars) / f64::from(self.chars) }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.chars += other.chars;
        self.link_chars += other.link_chars;
        self.words += other.words;
        self.link_words += other.link_words;
        self.elements += other.elements;
        self.links += other.links;
        self.images += other.images;
        self.inputs += other.inputs;
    }
}

impl Sub for Counts {
    type Output = Counts;

    fn sub(self, other: Self) -> Counts {
        Counts {
            chars: self.chars - other.chars,
            link_chars: self.link_chars - other.link_chars,
            words: self.words - other.words,
            link_words: self.link_words - other.link_words,
            elements: self.elements - other.elements,
            links: self.links - other.links,
            images: self.images - other.images,
            inputs: self.inputs - other.inputs,
        }
    }
}

/// Counts of every subtree, and the text nodes that have text.
#[derive(Debug)]
pub struct NodeStats {
    /// Entry `n` sums the nodes before `n`.
    prefix: Vec<Counts>,
    text_nodes: Vec<NodeId>,
}

impl NodeStats {
    /// One pass over tree and text. O(nodes + text); 32 bytes a node.
    pub fn compute(doc: &Document, visibility: &Visibility) -> Self {
        NodeStats::with(doc, visibility, |node| doc.text_counts(node))
    }

    /// Those of a wider view, in which more is visible than in `own`, the view of these: what they have counted is not
    /// read again. O(nodes + text that only the wider view has).
    #[must_use]
    pub fn widened(&self, doc: &Document, own: &Visibility, wider: &Visibility) -> Self {
        NodeStats::with(doc, wider, |node| {
            if own.is_hidden(node) {
                return doc.text_counts(node);
            }
            let Counts { chars, words, .. } = self.subtree(doc, node);
            TextCounts { chars, words }
        })
    }

    fn with(doc: &Document, visibility: &Visibility, text_counts: impl Fn(NodeId) -> TextCounts) -> Self {
        let mut prefix = Vec::with_capacity(doc.len() + 1);
        let mut text_nodes = Vec::new();
        let mut sum = Counts::default();
        let mut link_end = 0;
        for node in doc.nodes() {
            prefix.push(sum);
            if visibility.is_hidden(node) {
                continue;
            }
            match doc.kind(node) {
                NodeKind::Element => {
                    let name = doc.name(node);
                    count_element(&mut sum, name);
                    if name == names::A {
                        link_end = link_end.max(doc.subtree_end(node));
                    }
                }
                NodeKind::Text => {
                    let TextCounts { chars, words } = text_counts(node);
                    if chars > 0 {
                        text_nodes.push(node);
                        sum.chars += chars;
                        sum.words += words;
                        if node.0 < link_end {
                            sum.link_chars += chars;
                            sum.link_words += words;
                        }
                    }
                }
                _ => {}
            }
        }
        prefix.push(sum);
        NodeStats { prefix, text_nodes }
    }

    /// The visible text nodes with at least one character that is not white space, in document order.
    pub fn text_nodes(&self) -> &[NodeId] {
        &self.text_nodes
    }

    /// Counts over the nodes with ids in a range.
    #[inline]
    pub fn range(&self, range: Range<u32>) -> Counts {
        self.prefix[range.end as usize] - self.prefix[range.start as usize]
    }

    /// Counts of a subtree, its root included.
    #[inline]
    pub fn subtree(&self, doc: &Document, node: NodeId) -> Counts {
        self.range(node.0..doc.subtree_end(node))
    }

    /// Characters of a subtree.
    #[inline]
    pub fn chars(&self, doc: &Document, node: NodeId) -> u32 {
        self.prefix[doc.subtree_end(node) as usize].chars - self.prefix[node.index()].chars
    }
}

fn count_element(sum: &mut Counts, name: NameId) {
    sum.elements += 1;
    match name {
        names::A => sum.links += 1,
        names::IMG => sum.images += 1,
        names::INPUT | names::SELECT | names::TEXTAREA | names::BUTTON => sum.inputs += 1,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    #[test]
    fn subtree_counts_are_sums_over_visible_nodes() {
        let html =
            "<div>one <a href=x>two three</a><script>var x</script><p hidden>no</p><img></div><p>four</p>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let div = doc.elements_named(names::DIV).next().expect("div");
        let counts = page.stats().subtree(&doc, div);
        let expected = Counts {
            chars: 12,
            link_chars: 9,
            words: 3,
            link_words: 2,
            elements: 3,
            links: 1,
            images: 1,
            inputs: 0,
        };
        assert_eq!(counts, expected);
        assert_eq!(page.stats().chars(&doc, Document::ROOT), 16);
        assert_eq!(page.text_nodes().len(), 3);
        let all = page.with_hidden_text().expect("hidden text");
        let (own, wider) = (all.stats().subtree(&doc, div), NodeStats::compute(&doc, all.visibility()));
        assert_eq!(own, wider.subtree(&doc, div));
        assert_eq!((own.chars, all.text_nodes()), (14, wider.text_nodes()));
    }
}
