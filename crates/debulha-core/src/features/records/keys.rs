//! The tag paths that may be the key of records, with their occurrences.

use super::RecordParams;
use crate::features::tag_paths::TagPaths;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use std::ops::Range;

/// The nodes of each path in document order, one vector for all.
pub(super) struct Keys<'a> {
    page: &'a Page<'a>,
    /// Where the nodes of each path start.
    starts: Vec<u32>,
    nodes: Vec<NodeId>,
}

impl<'a> Keys<'a> {
    /// Sorts the nodes of a range by path. O(nodes).
    pub(super) fn new(page: &'a Page<'a>, paths: &TagPaths, scope: Range<u32>) -> Self {
        let from = paths.nodes().partition_point(|node| node.0 < scope.start);
        let to = paths.nodes().partition_point(|node| node.0 < scope.end).max(from);
        let shown = &paths.nodes()[from..to];
        let mut starts = vec![0; paths.counts().len() + 1];
        for &node in shown {
            starts[paths.of(node) as usize + 1] += 1;
        }
        for path in 1..starts.len() {
            starts[path] += starts[path - 1];
        }
        let mut next = starts.clone();
        let mut nodes = vec![Document::ROOT; shown.len()];
        for &node in shown {
            let place = &mut next[paths.of(node) as usize];
            nodes[*place as usize] = node;
            *place += 1;
        }
        Keys { page, starts, nodes }
    }

    /// The nodes of a path.
    pub(super) fn occurrences(&self, path: u32) -> &[NodeId] {
        &self.nodes[self.starts[path as usize] as usize..self.starts[path as usize + 1] as usize]
    }

    /// The elements' paths that occur often enough, each with a bound on the score of its region, best first.
    ///
    /// The options of a form are not records. O(paths log paths).
    pub(super) fn ranked(&self, params: &RecordParams) -> Vec<(u32, f64)> {
        let doc = self.page.document();
        let is_key =
            |node: NodeId| doc.is_element(node) && !matches!(doc.name(node), names::OPTION | names::OPTGROUP);
        let paths = self.starts.len() as u32 - 1;
        let mut ranked: Vec<(u32, f64)> = (0..paths)
            .filter_map(|path| {
                let nodes = self.occurrences(path);
                let (&first, &last) = (nodes.first()?, nodes.last()?);
                let counts = nodes.len() >= params.min_records as usize && is_key(first);
                counts.then(|| (path, self.bound(first, last)))
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.truncate(params.max_keys as usize);
        ranked
    }

    /// The characters of the elements under the parent of all occurrences.
    fn bound(&self, first: NodeId, last: NodeId) -> f64 {
        let doc = self.page.document();
        f64::from(self.page.stats().chars(doc, doc.lowest_common_ancestor(first, last)))
    }
}
