//! The rows around a place in the page, as a walk in document order comes by.

use debulha_dom::{Document, NodeId, names};

/// Whether an element is a `tbody` that the parser put in: it makes no level (lutz2013).
pub(super) fn is_implied(doc: &Document, node: NodeId) -> bool {
    doc.name(node) == names::TBODY && doc.source_range(node).is_none_or(|range| range.is_empty())
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
        let implied = is_implied(doc, node);
        self.open.push(OpenRow { row, level, end: doc.subtree_end(node), counts: !implied });
        self.level += u32::from(!implied);
        level
    }
}
