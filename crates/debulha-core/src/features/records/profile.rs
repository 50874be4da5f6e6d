//! Likeness of records: which tag paths they have, and how often.

use super::Record;
use crate::features::tag_paths::TagPaths;
use debulha_dom::NodeId;

/// Counters for two records at a time.
pub(super) struct Profiles<'a> {
    paths: &'a TagPaths,
    max_count: u32,
    max_nodes: u32,
    /// Occurrences of each path in the one record and the other; zero between calls.
    counts: Vec<[u32; 2]>,
    /// The paths that are not zero.
    touched: Vec<u32>,
}

impl<'a> Profiles<'a> {
    pub(super) fn new(paths: &'a TagPaths, max_count: u32, max_nodes: u32) -> Self {
        let counts = vec![[0, 0]; paths.counts().len()];
        Profiles { paths, max_count, max_nodes, counts, touched: Vec::new() }
    }

    /// Twice the occurrences of paths in both by the sum of those in each: 1 for equal records, 0 without a path in
    /// common. O(nodes of both, up to `max_nodes` each).
    pub(super) fn similarity(&mut self, a: &Record, b: &Record) -> f64 {
        for (side, record) in [a, b].into_iter().enumerate() {
            for node in record.nodes.clone().take(self.max_nodes as usize) {
                let path = self.paths.of(NodeId(node));
                if path == TagPaths::NONE {
                    continue;
                }
                let counts = &mut self.counts[path as usize];
                if *counts == [0, 0] {
                    self.touched.push(path);
                }
                counts[side] += 1;
            }
        }
        let (mut shared, mut all) = (0, 0);
        for path in self.touched.drain(..) {
            let counts = std::mem::take(&mut self.counts[path as usize]);
            let [a, b] = counts.map(|count| count.min(self.max_count));
            shared += a.min(b);
            all += a + b;
        }
        if all == 0 { 0.0 } else { f64::from(2 * shared) / f64::from(all) }
    }
}
