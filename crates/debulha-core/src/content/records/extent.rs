//! Where a run of nodes stands among the blocks.

use super::Extent;
use crate::content::{Block, BlockKind, ContentDocument};
use crate::outcome::Labels;
use crate::page::Page;
use debulha_dom::{Document, NameId, NodeId, names};
use std::ops::Range;

/// The blocks of a document with the nodes that they begin at.
pub(super) struct BlockPlaces<'a> {
    doc: &'a Document,
    labels: &'a Labels,
    blocks: &'a [Block],
    /// For each block the first node from which on kept text is its.
    starts: Vec<u32>,
    /// Where the parts of the block that was asked for last start, if it has parts.
    parts: Option<(usize, Option<Vec<u32>>)>,
}

impl<'a> BlockPlaces<'a> {
    /// O(blocks).
    pub(super) fn new(page: &Page<'a>, labels: &'a Labels, content: &'a ContentDocument) -> Self {
        let mut last = 0;
        let starts = content.blocks.iter().map(|block| {
            // What moved up in the tree, such as a caption, must not break the order.
            last = block.node.0.max(last);
            last
        });
        BlockPlaces {
            doc: page.document(),
            labels,
            starts: starts.collect(),
            blocks: &content.blocks,
            parts: None,
        }
    }

    /// Of a record; `None` where no text of it was kept. O(log spans + log parts), and O(nodes) for each block with
    /// parts where records come in order.
    pub(super) fn of(&mut self, nodes: &Range<u32>) -> Option<Extent> {
        let spans = &self.labels.spans;
        let from = spans.partition_point(|span| span.node.0 < nodes.start);
        let to = spans.partition_point(|span| span.node.0 < nodes.end);
        if from >= to {
            return None;
        }
        let block_of = |node: NodeId| self.starts.partition_point(|&start| start <= node.0).checked_sub(1);
        let blocks = block_of(spans[from].node)?..block_of(spans[to - 1].node)? + 1;
        let parts = if blocks.len() == 1 { self.parts(blocks.start, nodes) } else { None };
        Some(Extent { blocks, parts })
    }

    /// The parts of a block that a record has text in.
    fn parts(&mut self, block: usize, nodes: &Range<u32>) -> Option<Range<usize>> {
        if self.parts.as_ref().is_none_or(|(known, _)| *known != block) {
            self.parts = Some((block, self.part_starts(&self.blocks[block])));
        }
        let starts = self.parts.as_ref()?.1.as_ref()?;
        let up_to = |id: u32| starts.partition_point(|&start| start < id);
        let (from, to) = (up_to(nodes.start), up_to(nodes.end));
        if (from, to) == (0, starts.len()) {
            return None;
        }
        // A record inside of a part, such as a reply in the item of a list.
        if from == to { Some(to.checked_sub(1)?..to) } else { Some(from..to) }
    }

    fn part_starts(&self, block: &Block) -> Option<Vec<u32>> {
        match &block.kind {
            BlockKind::List(list) => Some(list.items.iter().map(|item| item.node.0).collect()),
            BlockKind::Table(table) => self.kept_below(block.node, names::TR, table.rows.len()),
            BlockKind::Definitions(all) => self.kept_below(block.node, names::DT, all.len()),
            _ => None,
        }
    }

    /// The elements of a name below another with kept text, if they are as many as the parts of the block.
    fn kept_below(&self, node: NodeId, name: NameId, count: usize) -> Option<Vec<u32>> {
        let has_text = |element: &NodeId| {
            let end = self.doc.subtree_end(*element);
            let at = self.labels.spans.partition_point(|span| span.node < *element);
            self.labels.spans.get(at).is_some_and(|span| span.node.0 < end)
        };
        let below = self.doc.descendants(node).filter(|&other| self.doc.name(other) == name);
        let starts: Vec<u32> = below.filter(has_text).map(|element| element.0).collect();
        (starts.len() == count).then_some(starts)
    }
}
