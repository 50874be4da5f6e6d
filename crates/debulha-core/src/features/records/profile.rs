//! Likeness of records: which tag paths they have, and how often.

use crate::features::tag_paths::TagPaths;
use debulha_dom::NodeId;
use std::ops::Range;

pub(super) struct Profiles<'a> {
    paths: &'a TagPaths,
    max_count: u32,
    counts: Vec<[u32; 2]>,
    touched: Vec<u32>,
}

impl<'a> Profiles<'a> {
    pub(super) fn new(paths: &'a TagPaths, max_count: u32) -> Self {
        Profiles { paths, max_count, counts: vec![[0, 0]; paths.counts().len()], touched: Vec::new() }
    }

    /// Twice what both have by the sum of what each has. O(nodes of both).
    pub(super) fn similarity(&mut self, a: &Range<u32>, b: &Range<u32>) -> f64 {
        let (mut shared, mut all) = (0, 0);
        for (side, range) in [a, b].into_iter().enumerate() {
            for node in range.clone().map(NodeId) {
                let path = self.paths.of(node);
                if path == TagPaths::NONE {
                    continue;
                }
                let counts = &mut self.counts[path as usize];
                if counts[0] + counts[1] == 0 {
                    self.touched.push(path);
                }
                counts[side] += 1;
            }
        }
        for &path in &self.touched {
            let [a, b] = std::mem::take(&mut self.counts[path as usize]).map(|count| count.min(self.max_count));
            shared += a.min(b);
            all += a + b;
        }
        self.touched.clear();
        if all == 0 { 0.0 } else { 2.0 * f64::from(shared) / f64::from(all) }
    }
}
