//! The answer of a segmenter: the page as blocks.

use crate::features::stats::Counts;
use crate::layout::Layout;
use crate::outcome::Abstention;
use crate::page::Page;
use debulha_dom::{Document, NodeId};
use std::cmp::Reverse;
use std::ops::Range;
use thiserror::Error;

/// What a block is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SegmentKind {
    /// Neighbouring children of one element, with all that is below them.
    Siblings,
    /// An element with all that is below it.
    Element,
}

/// A piece of a page: a run of nodes in document order that holds whole subtrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentBlock {
    /// The element that the block is, or the parent of its siblings.
    pub element: NodeId,
    /// The ids of the block's nodes.
    pub nodes: Range<u32>,
    /// What the block is made of.
    pub kind: SegmentKind,
    /// A number that blocks of nearly the same content share on any page, where the segmenter takes it.
    pub fingerprint: Option<u64>,
    /// How much its parts belong together, where the segmenter says: 1 to 10, 11 of one text.
    pub coherence: Option<u8>,
    /// What the block is, where the segmenter tells kinds of blocks apart, such as `header`.
    pub label: Option<&'static str>,
}

impl SegmentBlock {
    /// An element with all that is below it.
    pub fn of_element(doc: &Document, element: NodeId) -> Self {
        let nodes = element.0..doc.subtree_end(element);
        SegmentBlock {
            element,
            nodes,
            kind: SegmentKind::Element,
            fingerprint: None,
            coherence: None,
            label: None,
        }
    }

    /// Children of `parent` with all that is below them: `nodes` begins with one and ends where another one ends.
    pub fn of_siblings(parent: NodeId, nodes: Range<u32>) -> Self {
        SegmentBlock {
            element: parent,
            nodes,
            kind: SegmentKind::Siblings,
            fingerprint: None,
            coherence: None,
            label: None,
        }
    }

    /// The nodes strictly inside: all but the element itself.
    pub fn inside(&self) -> Range<u32> {
        self.nodes.start + u32::from(self.kind == SegmentKind::Element)..self.nodes.end
    }

    /// Text, link and element counts of the block's part of the clean view. O(1) beyond the shared statistics.
    pub fn counts(&self, page: &Page<'_>) -> Counts {
        page.stats().range(self.nodes.clone())
    }

    /// The place of a block in document order, what contains it before it.
    fn order(&self) -> (u32, Reverse<u32>, SegmentKind) {
        (self.nodes.start, Reverse(self.nodes.end), self.kind)
    }
}

/// A page as blocks, in document order, a block before those that it contains.
///
/// Two blocks have nothing in common, or one contains the other. Text of the page may be in none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Segmentation {
    /// The blocks.
    pub blocks: Vec<SegmentBlock>,
}

impl Segmentation {
    /// Puts blocks in order, equal ones once. O(blocks log blocks), O(blocks) where they are in order.
    pub fn new(mut blocks: Vec<SegmentBlock>) -> Self {
        blocks.sort_by_key(SegmentBlock::order);
        blocks.dedup();
        Segmentation { blocks }
    }

    /// The innermost block that holds a node, by its index. O(blocks).
    pub fn block_of(&self, node: NodeId) -> Option<usize> {
        self.blocks.iter().rposition(|block| block.nodes.contains(&node.0))
    }

    /// Whether what is said of the type holds on `doc`: order, nesting, whole subtrees.
    pub fn is_valid(&self, doc: &Document) -> bool {
        let ordered = self.blocks.windows(2).all(|pair| pair[0].order() < pair[1].order());
        let mut open: Vec<u32> = Vec::new();
        let nested = self.blocks.iter().all(|block| {
            open.retain(|&end| end > block.nodes.start);
            let fits = open.last().is_none_or(|&end| block.nodes.end <= end);
            open.push(block.nodes.end);
            fits
        });
        let whole = self.blocks.iter().all(|block| match block.kind {
            SegmentKind::Element => block.nodes == (block.element.0..doc.subtree_end(block.element)),
            SegmentKind::Siblings => {
                let mut at = block.nodes.start;
                while at < block.nodes.end && doc.parent(NodeId(at)) == Some(block.element) {
                    at = doc.subtree_end(NodeId(at));
                }
                block.nodes.start < at && at == block.nodes.end
            }
        });
        ordered && nested && whole
    }
}

/// Evidence that a segmenter needs and the page does not carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("needs {0}")]
pub struct Missing(pub &'static str);

impl Missing {
    /// Of a page without a layout.
    pub const LAYOUT: Missing = Missing("the page's layout: `debulha render`");

    /// Of a page whose layout has no styles.
    pub const STYLES: Missing = Missing("a layout with styles: `debulha render`");
}

/// The layout of a page, with styles.
///
/// # Errors
/// [`Missing::LAYOUT`], [`Missing::STYLES`].
pub fn styled_layout<'p>(page: &Page<'p>) -> Result<&'p Layout, Missing> {
    let layout = page.layout().ok_or(Missing::LAYOUT)?;
    if layout.has_styles() { Ok(layout) } else { Err(Missing::STYLES) }
}

impl From<Missing> for Abstention {
    fn from(missing: Missing) -> Self {
        Abstention::Missing(missing.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    #[test]
    fn blocks_are_nested_or_disjoint() {
        let doc = parse("<div><p>a<p>b</div><p>c", &Limits::default()).document;
        let blocks: Vec<SegmentBlock> = [names::P, names::DIV]
            .iter()
            .flat_map(|&name| doc.elements_named(name).map(|node| SegmentBlock::of_element(&doc, node)))
            .collect();
        let [a, b, c, div] = [0, 1, 2, 3].map(|index: usize| blocks[index].clone());
        let segmentation = Segmentation::new(blocks);
        assert_eq!(segmentation.blocks, [div.clone(), a.clone(), b.clone(), c.clone()]);
        assert!(segmentation.is_valid(&doc));
        assert_eq!(segmentation.block_of(NodeId(a.nodes.start + 1)), Some(1));
        assert_eq!(segmentation.block_of(Document::ROOT), None);

        let pair = SegmentBlock::of_siblings(div.element, a.nodes.start..b.nodes.end);
        assert_eq!((pair.inside(), div.inside()), (pair.nodes.clone(), pair.nodes.clone()));
        assert!(Segmentation::new(vec![pair, div.clone(), a.clone()]).is_valid(&doc));
        let overlap = SegmentBlock::of_siblings(NodeId(0), b.nodes.start..c.nodes.end);
        assert!(!Segmentation::new(vec![div, overlap]).is_valid(&doc));
        assert!(!Segmentation { blocks: vec![c, a] }.is_valid(&doc), "out of order");
    }
}
