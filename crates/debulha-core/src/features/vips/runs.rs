//! Visual blocks as runs of nodes.

use super::nodes::Nodes;
use crate::segmentation::Block;
use debulha_dom::{Document, NodeId};
use std::collections::BTreeMap;

/// The fewest runs that hold the subtrees of `roots` and nothing else that is seen, in document order.
///
/// Where roots are all that is seen of their parent, they are the parent. O(roots · log roots + depth).
pub(super) fn runs(nodes: &Nodes<'_>, roots: &[NodeId]) -> Vec<Block> {
    let doc = nodes.doc;
    let run_of = |first: NodeId, last: NodeId| {
        if first == last && doc.is_element(first) {
            return Block::of_element(doc, first);
        }
        Block::of_siblings(doc.parent(first).unwrap_or(Document::ROOT), first.0..doc.subtree_end(last))
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
        if *count == nodes.count(parent) && nodes.is_valid(parent) {
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
            Some((_, last)) if follows(nodes, *last, node) => *last = node,
            _ => runs.push((node, node)),
        }
    }
    runs.into_iter().map(|(first, last)| run_of(first, last)).collect()
}

/// Whether a node is the next sibling that is seen. O(siblings between).
fn follows(nodes: &Nodes<'_>, before: NodeId, node: NodeId) -> bool {
    let doc = nodes.doc;
    let mut next = doc.next_sibling(before);
    while let Some(sibling) = next.filter(|&sibling| sibling < node && !nodes.is_valid(sibling)) {
        next = doc.next_sibling(sibling);
    }
    next == Some(node)
}
