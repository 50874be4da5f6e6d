//! From the occurrences of a key to runs of records under one parent each.

use super::{Record, is_separator};
use crate::features::tag_paths::TagPaths;
use debulha_dom::{Document, NodeId};

/// Runs of records: those of one parent each, in document order.
pub(super) fn runs(doc: &Document, paths: &TagPaths, keys: &[NodeId]) -> Vec<Vec<Record>> {
    let lifted = lift(doc, keys);
    let mut runs = Vec::new();
    let mut start = 0;
    while start < lifted.len() {
        let parent = doc.parent(lifted[start]);
        let len = lifted[start..].iter().take_while(|&&node| doc.parent(node) == parent).count();
        let members = &lifted[start..start + len];
        runs.push(cut(doc, paths, members, is_separator(doc, keys[0]) && keys[0] == lifted[0]));
        start += len;
    }
    runs.retain(|run: &Vec<Record>| !run.is_empty());
    runs
}

/// For each key the highest element that contains no other key. Keys are of one path, so of one depth.
fn lift(doc: &Document, keys: &[NodeId]) -> Vec<NodeId> {
    let mut lifted: Vec<NodeId> = Vec::with_capacity(keys.len());
    let mut from_left: Option<NodeId> = None;
    for (place, &key) in keys.iter().enumerate() {
        let (to_right, next_left) = match keys.get(place + 1) {
            Some(&next) => {
                let (a, b) = siblings(doc, key, next);
                (Some(a), Some(b))
            }
            None => (None, None),
        };
        // The deeper of both.
        lifted.push(match (from_left, to_right) {
            (Some(a), Some(b)) => if doc.depth(a) >= doc.depth(b) { a } else { b },
            (a, b) => a.or(b).unwrap_or(key),
        });
        from_left = next_left;
    }
    lifted
}

/// The ancestors of two nodes of one depth that are siblings, or the nodes.
fn siblings(doc: &Document, mut a: NodeId, mut b: NodeId) -> (NodeId, NodeId) {
    while doc.parent(a) != doc.parent(b) {
        match (doc.parent(a), doc.parent(b)) {
            (Some(above_a), Some(above_b)) => (a, b) = (above_a, above_b),
            _ => break,
        }
    }
    (a, b)
}

/// Cuts the children of one parent into records, one for each member.
fn cut(doc: &Document, paths: &TagPaths, members: &[NodeId], separators: bool) -> Vec<Record> {
    let shown = |node: &NodeId| paths.of(*node) != TagPaths::NONE;
    let Some(parent) = doc.parent(members[0]) else { return Vec::new() };
    let children: Vec<NodeId> = doc.children(parent).filter(shown).collect();
    let place = |node: NodeId| children.partition_point(|&child| child < node);
    let places: Vec<usize> = members.iter().map(|&node| place(node)).collect();
    let whole = |from: usize, to: usize| Record {
        nodes: children[from].0..doc.subtree_end(children[to - 1]),
    };
    let (first, last) = (places[0], places[places.len() - 1]);
    if places.len() == 1 {
        return vec![whole(first, first + 1)];
    }
    let longest = places.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(1);
    let mut lengths: Vec<usize> = places.windows(2).map(|w| w[1] - w[0]).collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    let inner: rustc_hash::FxHashSet<u32> = places
        .windows(2)
        .flat_map(|w| &children[w[0] + 1..w[1]])
        .map(|&child| paths.of(child))
        .collect();
    if separators {
        // Records end with their separators.
        let before = children[..first].iter().rev().take(longest - 1).take_while(|&&c| inner.contains(&paths.of(c))).count();
        let after = children[last + 1..].iter().take(longest - 1).take_while(|&&c| inner.contains(&paths.of(c))).count();
        let mut records = Vec::new();
        if before > 0 {
            records.push(whole(first - before, first + 1));
        }
        records.extend(places.windows(2).filter(|w| w[0] + 1 < w[1]).map(|w| whole(w[0] + 1, w[1] + 1)));
        if after > 0 {
            records.push(whole(last + 1, last + 1 + after));
        }
        return records;
    }
    let after = children[last + 1..]
        .iter()
        .take(longest - 1)
        .take_while(|&&child| inner.contains(&paths.of(child)))
        .count();
    let room = (median - 1).saturating_sub(after);
    let lead = (1..=room.min(first))
        .take_while(|back| {
            let path = paths.of(children[first - back]);
            places.iter().filter(|&&p| p >= *back && paths.of(children[p - back]) == path).count() * 5
                >= places.len() * 4
        })
        .count();
    let mut records: Vec<Record> =
        places.windows(2).map(|w| whole(w[0] - lead, (w[1] - lead).max(w[0] - lead + 1))).collect();
    records.push(whole(last - lead, last + 1 + after));
    records
}
