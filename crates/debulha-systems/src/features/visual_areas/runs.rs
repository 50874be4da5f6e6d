//! Visual areas as runs of nodes.

use debulha_core::segmentation::SegmentBlock;
use debulha_dom::{Document, NodeId};

/// What the texts and images below a node are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EnclosingAreas {
    None,
    One(usize),
    Several,
}

impl EnclosingAreas {
    fn and(self, other: EnclosingAreas) -> EnclosingAreas {
        match (self, other) {
            (EnclosingAreas::None, areas) | (areas, EnclosingAreas::None) => areas,
            (EnclosingAreas::One(a), EnclosingAreas::One(b)) if a == b => self,
            _ => EnclosingAreas::Several,
        }
    }
}

/// The fewest runs below `body` that hold the texts and images of one area each, in document order: an element where all in
/// it is of one area, and neighbours where nothing of another one stands between. `leaves` are texts and images with their
/// areas. O(nodes).
pub(super) fn runs(
    doc: &Document,
    body: NodeId,
    leaves: impl Iterator<Item = (NodeId, usize)>,
) -> Vec<(usize, SegmentBlock)> {
    let mut areas = vec![EnclosingAreas::None; doc.len()];
    for (leaf, area) in leaves {
        areas[leaf.index()] = EnclosingAreas::One(area);
    }
    // Children come after their parents.
    for node in doc.nodes().rev() {
        if let Some(parent) = doc.parent(node) {
            areas[parent.index()] = areas[parent.index()].and(areas[node.index()]);
        }
    }
    // Area, first and last node of each run.
    let mut runs: Vec<(usize, NodeId, NodeId)> = Vec::new();
    let (mut at, end) = (body.0, doc.subtree_end(body));
    while at < end {
        let node = NodeId(at);
        at = if areas[node.index()] == EnclosingAreas::Several { at + 1 } else { doc.subtree_end(node) };
        let EnclosingAreas::One(area) = areas[node.index()] else { continue };
        match runs.last_mut() {
            // Another area between would be a run between.
            Some((same, _, last)) if *same == area && doc.parent(*last) == doc.parent(node) => *last = node,
            _ => runs.push((area, node, node)),
        }
    }
    let block = |first: NodeId, last: NodeId| {
        if first == last && doc.is_element(first) {
            return SegmentBlock::of_element(doc, first);
        }
        SegmentBlock::of_siblings(doc.parent(first).unwrap_or(Document::ROOT), first.0..doc.subtree_end(last))
    };
    runs.into_iter().map(|(area, first, last)| (area, block(first, last))).collect()
}
