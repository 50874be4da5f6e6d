//! Where an element stands in the page.

use super::{Columns, Feature, Group, RowUnit};
use crate::extractor::{Needs, Scratch};
use crate::page::Page;
use debulha_dom::{NodeId, names};

/// The group.
pub(super) static GROUP: Group = Group {
    name: "node_position",
    unit: RowUnit::Node,
    features: &[Feature {
        name: "distance",
        version: 1,
        docs: "Levels from `body` to the element; `tbody` that the parser implied does not count (lutz2013).",
        needs: Needs::PAGE,
    }],
    fill,
};

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>, _: &mut Scratch) {
    let doc = page.document();
    let mut open: Vec<(u32, bool)> = Vec::new();
    let mut level = 0;
    for (row, &node) in rows.iter().enumerate() {
        while let Some(&(end, counts)) = open.last()
            && end <= node.0
        {
            open.pop();
            level -= u32::from(counts);
        }
        columns.set(row, 0, level as f32);
        let counts =
            !(doc.name(node) == names::TBODY && doc.source_range(node).is_none_or(|range| range.is_empty()));
        open.push((doc.subtree_end(node), counts));
        level += u32::from(counts);
    }
}
