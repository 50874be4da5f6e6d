//! From the occurrences of a key to records.

use super::Record;
use crate::features::tag_paths::TagPaths;
use debulha_dom::{Document, NodeId, names};

/// Share of the records before which a sibling must stand to belong to the record after it; our decision.
const LEAD_SHARE: (usize, usize) = (4, 5);

/// Cuts a page into records. Siblings that are blank or hidden do not exist here.
pub(super) struct Cutter<'a> {
    doc: &'a Document,
    paths: &'a TagPaths,
    /// The sibling before and after each node; the document where there is none.
    before: Vec<NodeId>,
    after: Vec<NodeId>,
    /// For each path the last run in which a sibling between two lifted elements had it.
    seen_in: Vec<u32>,
    run: u32,
}

/// A run of siblings with one key each.
struct SiblingRun<'m> {
    members: &'m [NodeId],
    /// Siblings from each member to the next one.
    lengths: Vec<usize>,
    /// The last member of the run before, and the first of the run after.
    neighbours: (Option<NodeId>, Option<NodeId>),
}

impl SiblingRun<'_> {
    /// Whether a sibling before or after the members holds none of the other runs, and no member of them stands between.
    fn has_room(&self, doc: &Document, sibling: NodeId) -> bool {
        let (before, after) = self.neighbours;
        before.is_none_or(|before| before < sibling)
            && after.is_none_or(|after| doc.subtree_end(sibling) <= after.0)
    }
}

impl<'a> Cutter<'a> {
    /// Links the siblings. O(nodes).
    pub(super) fn new(doc: &'a Document, paths: &'a TagPaths) -> Self {
        let none = || vec![Document::ROOT; doc.len()];
        let (mut before, mut after, mut last_child) = (none(), none(), none());
        for &node in paths.nodes() {
            let Some(parent) = doc.parent(node) else { continue };
            let sibling = std::mem::replace(&mut last_child[parent.index()], node);
            before[node.index()] = sibling;
            after[sibling.index()] = node;
        }
        after[Document::ROOT.index()] = Document::ROOT;
        Cutter { doc, paths, before, after, seen_in: vec![0; paths.counts().len()], run: 0 }
    }

    /// Runs of records, each under one parent, in document order; none is empty.
    ///
    /// O(nodes above and between the occurrences): below the common ancestor of two neighbours every element is passed
    /// at most twice, since it holds the first or last occurrence of its own.
    pub(super) fn runs(&mut self, occurrences: &[NodeId]) -> Vec<Vec<Record>> {
        let lifted = self.lift(occurrences);
        let is_end = |node: NodeId| matches!(self.doc.name(node), names::BR | names::HR);
        let parts: Vec<&[NodeId]> =
            lifted.chunk_by(|&a, &b| self.doc.parent(a) == self.doc.parent(b)).collect();
        let ends: Vec<bool> = parts.iter().map(|members| is_end(members[0])).collect();
        let mut runs = Vec::with_capacity(parts.len());
        for (place, (&members, ends)) in parts.iter().zip(ends).enumerate() {
            let before = place.checked_sub(1).and_then(|place| parts[place].last().copied());
            let after = parts.get(place + 1).map(|members| members[0]);
            runs.push(self.cut(members, (before, after), ends));
        }
        runs.retain(|records| !records.is_empty());
        runs
    }

    /// The number of siblings of a record. O(siblings).
    pub(super) fn siblings(&self, record: &Record) -> usize {
        let next =
            |&node: &NodeId| Some(self.after[node.index()]).filter(|node| record.nodes.contains(&node.0));
        std::iter::successors(Some(record.first()), next).count()
    }

    /// For each occurrence the highest element that holds no other. Occurrences are of one depth.
    fn lift(&self, occurrences: &[NodeId]) -> Vec<NodeId> {
        let mut lifted = Vec::with_capacity(occurrences.len());
        let mut from_left: Option<NodeId> = None;
        for (place, &node) in occurrences.iter().enumerate() {
            let sides = occurrences.get(place + 1).map(|&next| self.below_common_ancestor(node, next));
            let to_right = sides.map(|(own, _)| own);
            let deeper = |a: NodeId, b: NodeId| if self.doc.depth(a) >= self.doc.depth(b) { a } else { b };
            lifted.push(match (from_left, to_right) {
                (Some(a), Some(b)) => deeper(a, b),
                (a, b) => a.or(b).unwrap_or(node),
            });
            from_left = sides.map(|(_, next)| next);
        }
        lifted
    }

    /// The ancestors of two nodes of one depth that are siblings.
    fn below_common_ancestor(&self, mut a: NodeId, mut b: NodeId) -> (NodeId, NodeId) {
        while let (Some(above_a), Some(above_b)) = (self.doc.parent(a), self.doc.parent(b)) {
            if above_a == above_b {
                break;
            }
            (a, b) = (above_a, above_b);
        }
        (a, b)
    }

    /// Cuts the siblings around the members of a run into records, one for each member, or between members that end one.
    fn cut(
        &mut self,
        members: &[NodeId],
        neighbours: (Option<NodeId>, Option<NodeId>),
        ends: bool,
    ) -> Vec<Record> {
        let lengths = members.windows(2).map(|pair| self.distance(pair[0], pair[1])).collect();
        let run = SiblingRun { members, lengths, neighbours };
        self.note_inner_paths(&run);
        if ends { self.cut_after(&run) } else { self.cut_before(&run) }
    }

    fn distance(&self, from: NodeId, to: NodeId) -> usize {
        std::iter::successors(Some(from), |node| Some(self.after[node.index()]))
            .take_while(|&node| node != to && node != Document::ROOT)
            .count()
    }

    fn note_inner_paths(&mut self, run: &SiblingRun<'_>) {
        self.run += 1;
        for pair in run.members.windows(2) {
            let mut node = self.after[pair[0].index()];
            while node != pair[1] && node != Document::ROOT {
                self.seen_in[self.paths.of(node) as usize] = self.run;
                node = self.after[node.index()];
            }
        }
    }

    /// Siblings from a member on, in a direction, that are like those between members; fewer than the longest record
    /// has.
    fn like_inner(&self, from: NodeId, direction: &[NodeId], run: &SiblingRun<'_>) -> Vec<NodeId> {
        let longest = run.lengths.iter().copied().max().unwrap_or(1);
        std::iter::successors(Some(direction[from.index()]), |node| Some(direction[node.index()]))
            .take(longest.saturating_sub(1))
            .take_while(|&node| {
                node != Document::ROOT
                    && self.seen_in[self.paths.of(node) as usize] == self.run
                    && run.has_room(self.doc, node)
            })
            .collect()
    }

    /// Records that begin with their members.
    fn cut_before(&self, run: &SiblingRun<'_>) -> Vec<Record> {
        let last = run.members[run.members.len() - 1];
        let tail = self.like_inner(last, &self.after, run);
        let end = self.doc.subtree_end(tail.last().copied().unwrap_or(last));
        let starts = self.with_lead(run, tail.len());
        let next = starts.iter().skip(1).map(|node| node.0).chain([end]);
        starts.iter().zip(next).map(|(start, end)| Record { nodes: start.0..end }).collect()
    }

    /// Where the records of members begin: siblings that stand before nearly all members alike go with them, as far as
    /// the last record lacks siblings after it.
    fn with_lead(&self, run: &SiblingRun<'_>, tail: usize) -> Vec<NodeId> {
        let mut sorted = run.lengths.clone();
        sorted.sort_unstable();
        let typical = sorted.get(sorted.len() / 2).copied().unwrap_or(1);
        let shortest = sorted.first().copied().unwrap_or(1);
        let room = (typical - 1).saturating_sub(tail).min(shortest - 1);
        let mut starts = run.members.to_vec();
        for _ in 0..room {
            let earlier: Vec<NodeId> = starts.iter().map(|node| self.before[node.index()]).collect();
            if earlier[0] == Document::ROOT || !run.has_room(self.doc, earlier[0]) {
                break;
            }
            let path = self.paths.of(earlier[0]);
            let alike = earlier.iter().filter(|&&node| self.paths.of(node) == path).count();
            if alike * LEAD_SHARE.1 < earlier.len() * LEAD_SHARE.0 {
                break;
            }
            starts = earlier;
        }
        starts
    }

    /// Records that end with their members.
    fn cut_after(&self, run: &SiblingRun<'_>) -> Vec<Record> {
        let (first, last) = (run.members[0], run.members[run.members.len() - 1]);
        let mut records = Vec::with_capacity(run.members.len() + 1);
        if let Some(start) = self.like_inner(first, &self.before, run).last() {
            records.push(Record { nodes: start.0..self.doc.subtree_end(first) });
        }
        for (pair, &length) in run.members.windows(2).zip(&run.lengths) {
            if length > 1 {
                let start = self.after[pair[0].index()];
                records.push(Record { nodes: start.0..self.doc.subtree_end(pair[1]) });
            }
        }
        let tail = self.like_inner(last, &self.after, run);
        if let (Some(start), Some(&end)) = (tail.first(), tail.last()) {
            records.push(Record { nodes: start.0..self.doc.subtree_end(end) });
        }
        records
    }
}
