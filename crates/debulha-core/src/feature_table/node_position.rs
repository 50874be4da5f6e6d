//! Where an element stands in the page.

use super::{Columns, Feature, Group, RowUnit};
use crate::extractor::{Needs, Scratch};
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

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
    let mut open = OpenRows::new(page.document());
    for (row, &node) in rows.iter().enumerate() {
        columns.set(row, 0, open.enter(row, node) as f32);
    }
}

/// The rows around a place, as a walk in document order comes by.
pub(super) struct OpenRows<'d> {
    doc: &'d Document,
    open: Vec<OpenRow>,
    /// Level of what stands directly in the innermost row.
    pub(super) level: u32,
}

/// A row whose element holds the place.
pub(super) struct OpenRow {
    pub(super) row: usize,
    /// Levels from `body`.
    pub(super) level: u32,
    end: u32,
    /// Whether what it holds is a level below.
    counts: bool,
}

impl<'d> OpenRows<'d> {
    /// Before the first row.
    pub(super) fn new(doc: &'d Document) -> Self {
        OpenRows { doc, open: Vec::new(), level: 0 }
    }

    /// Comes to a node and gives the rows that hold it, the outermost first.
    pub(super) fn around(&mut self, node: NodeId) -> &[OpenRow] {
        while let Some(row) = self.open.pop_if(|row| row.end <= node.0) {
            self.level -= u32::from(row.counts);
        }
        &self.open
    }

    /// Comes to the element of the next row and gives its level.
    pub(super) fn enter(&mut self, row: usize, node: NodeId) -> u32 {
        self.around(node);
        let (doc, level) = (self.doc, self.level);
        let implied =
            doc.name(node) == names::TBODY && doc.source_range(node).is_none_or(|range| range.is_empty());
        self.open.push(OpenRow { row, level, end: doc.subtree_end(node), counts: !implied });
        self.level += u32::from(!implied);
        level
    }
}
