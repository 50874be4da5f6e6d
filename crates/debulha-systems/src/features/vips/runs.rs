//! Visual blocks as runs of nodes.

use super::nodes::VisualNodes;
use debulha_core::segmentation::SegmentBlock;
use debulha_dom::{Document, NodeId};
use std::collections::BTreeMap;

/// For each node, how many of its children hold leaves of the visual tree; a leaf counts as one that does.
///
/// What the rules drop holds none, such as `hr` and empty elements with area: it parts no run.
#[derive(Debug)]
pub(super) struct Holding(Vec<u32>);

impl Holding {
    /// O(nodes).
    pub(super) fn of(nodes: &VisualNodes<'_>, leaves: &[NodeId]) -> Self {
        let mut counts = vec![0; nodes.doc.len()];
        for &leaf in leaves {
            let mut next = Some(leaf);
            while let Some(node) = next {
                counts[node.index()] += 1;
                // The nodes around it have counted it before.
                let is_first = counts[node.index()] == 1;
                next = nodes.doc.parent(node).filter(|_| is_first && node != nodes.body);
            }
        }
        Holding(counts)
    }

    fn count(&self, node: NodeId) -> u32 {
        self.0[node.index()]
    }
}

/// The fewest runs that hold the subtrees of `roots` and no other leaves, in document order.
///
/// Where roots are all leaves of their parent, they are the parent. O(roots · log roots + depth).
pub(super) fn runs(nodes: &VisualNodes<'_>, holding: &Holding, roots: &[NodeId]) -> Vec<SegmentBlock> {
    let doc = nodes.doc;
    let run_of = |first: NodeId, last: NodeId| {
        if first == last && doc.is_element(first) {
            return SegmentBlock::of_element(doc, first);
        }
        SegmentBlock::of_siblings(doc.parent(first).unwrap_or(Document::ROOT), first.0..doc.subtree_end(last))
    };
    if let [only] = *roots {
        return vec![run_of(only, only)];
    }
    let mut whole: Vec<NodeId> = Vec::new();
    let mut open = roots.to_vec();
    // Children that are whole, by parent.
    let mut counted: BTreeMap<NodeId, u32> = BTreeMap::new();
    while let Some(node) = open.pop() {
        whole.push(node);
        let Some(parent) = doc.parent(node).filter(|&parent| doc.contains(nodes.body, parent)) else {
            continue;
        };
        let count = counted.entry(parent).or_default();
        *count += 1;
        if *count == holding.count(parent) && nodes.is_valid(parent) {
            open.push(parent);
        }
    }
    whole.sort_unstable();
    let mut outermost: Vec<NodeId> = Vec::new();
    for node in whole {
        if outermost.last().is_none_or(|&last| doc.subtree_end(last) <= node.0) {
            outermost.push(node);
        }
    }
    let mut runs: Vec<(NodeId, NodeId)> = Vec::new();
    for node in outermost {
        match runs.last_mut() {
            Some((_, last)) if follows(nodes.doc, holding, *last, node) => *last = node,
            _ => runs.push((node, node)),
        }
    }
    runs.into_iter().map(|(first, last)| run_of(first, last)).collect()
}

/// Whether a node is the next sibling that holds leaves. O(siblings between).
fn follows(doc: &Document, holding: &Holding, before: NodeId, node: NodeId) -> bool {
    let mut next = doc.next_sibling(before);
    while let Some(sibling) = next.filter(|&sibling| sibling < node && holding.count(sibling) == 0) {
        next = doc.next_sibling(sibling);
    }
    next == Some(node)
}
