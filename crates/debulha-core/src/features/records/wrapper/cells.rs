//! What stands in a run of nodes, each with what tells its field.

use super::template::{DataSums, is_transparent, path_below};
use super::{MAX_CELLS, MAX_STEPS, MAX_TEXT};
use crate::features::records::table::class_of;
use crate::features::records::{Record, fields};
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{NodeId, names};
use rustc_hash::FxHashMap;

/// Cells of a row that are counted to find the header of one.
const MAX_ROW: usize = 64;

/// Levels of a label and of what it stands before, below the element around both.
const MAX_LABEL_STEPS: usize = 3;

/// Elements around a cell whose `itemprop` names it.
const MAX_PROPERTY_STEPS: usize = 3;

/// A run of text, a link or an image.
#[derive(Debug, Clone)]
pub(super) struct RecordCell {
    pub(super) node: NodeId,
    /// The last names of its path below the record.
    pub(super) path: String,
    pub(super) class: String,
    pub(super) text: String,
    /// Absolute where the page's address is known.
    pub(super) address: Option<String>,
    /// Whether the text before it is close by in the tree, and so may be its label.
    pub(super) is_near: bool,
    /// What names it: an `itemprop`, and the header of its column.
    pub(super) property: Option<String>,
    pub(super) header: Option<String>,
}

/// Reads cells of one page.
pub(super) struct CellReader<'a> {
    page: &'a Page<'a>,
    /// What of the page is data; where it is not known, cells have no headers.
    data: Option<&'a DataSums>,
    /// Headers of the tables so far.
    headers: FxHashMap<NodeId, Vec<String>>,
}

impl<'a> CellReader<'a> {
    pub(super) fn new(page: &'a Page<'a>, data: Option<&'a DataSums>) -> Self {
        CellReader { page, data, headers: FxHashMap::default() }
    }

    /// The cells of a run of nodes, in order. O(nodes + text), and O(depth) a cell.
    pub(super) fn cells(&mut self, nodes: std::ops::Range<u32>) -> Vec<RecordCell> {
        let record = Record { nodes };
        let doc = self.page.document();
        let is_offered = |node: NodeId| {
            let above = doc.parent(node).map(|above| doc.name(above));
            above.is_some_and(|name| matches!(name, names::OPTION | names::SELECT | names::TEXTAREA))
        };
        let mut cells = Vec::new();
        let mut before = None;
        for field in
            fields(self.page, &record).into_iter().filter(|field| !is_offered(field.node)).take(MAX_CELLS)
        {
            let top = doc.parent(record.first()).unwrap_or(record.first());
            let base = self.page.base_address();
            let address = field.href.map(|href| match base.and_then(|base| base.join(&href).ok()) {
                Some(address) => address.into(),
                None => href,
            });
            let mut path = path_below(doc, top, field.node, MAX_STEPS);
            let column = self.column(field.node).filter(|(row, _)| doc.depth(*row) > doc.depth(top));
            if let (Some((_, column)), Some(at)) = (column, path.rfind("td")) {
                path.insert_str(at + "td".len(), &format!("[{}]", column + 1));
            }
            // Alternative texts come as they are.
            let mut text = String::new();
            fold_into(&mut text, &field.text);
            let has_text = !text.is_empty();
            cells.push(RecordCell {
                node: field.node,
                path,
                is_near: before.is_some_and(|before| self.are_near(before, field.node)),
                class: class_of(self.page, &record, field.node),
                text,
                address,
                property: self.property(field.node),
                header: column.and_then(|(row, column)| self.header(row, column)),
            });
            if has_text {
                before = Some(field.node);
            }
        }
        cells
    }

    /// Whether two nodes are a few levels below the innermost element around both. O(depth).
    fn are_near(&self, a: NodeId, b: NodeId) -> bool {
        let doc = self.page.document();
        let around = doc.lowest_common_ancestor(a, b);
        let is_counted =
            |&node: &NodeId| !doc.is_element(node) || !is_transparent(doc.name_str(doc.name(node)));
        let steps = |node: NodeId| {
            let up = std::iter::once(node).chain(doc.ancestors(node)).take_while(|&node| node != around);
            up.filter(is_counted).count()
        };
        steps(a) <= MAX_LABEL_STEPS && steps(b) <= MAX_LABEL_STEPS
    }

    fn property(&self, node: NodeId) -> Option<String> {
        let doc = self.page.document();
        let name = doc.find_name("itemprop")?;
        let around = std::iter::once(node).chain(doc.ancestors(node)).take(MAX_PROPERTY_STEPS);
        let found = around.filter(|&node| doc.is_element(node)).find_map(|node| doc.attribute(node, name))?;
        found.split_ascii_whitespace().next().map(str::to_owned)
    }

    /// The cell of a table around a node: its row, and its place in it, from 0.
    fn column(&self, node: NodeId) -> Option<(NodeId, usize)> {
        let doc = self.page.document();
        let mut around = std::iter::once(node).chain(doc.ancestors(node)).take(MAX_STEPS);
        let cell = around.find(|&node| doc.name(node) == names::TD)?;
        let row = doc.parent(cell).filter(|&row| doc.name(row) == names::TR)?;
        let mut cells = doc.children(row).filter(|&node| doc.is_element(node)).take(MAX_ROW);
        Some((row, cells.position(|node| node == cell)?))
    }

    /// The text of the cell that heads a column.
    fn header(&mut self, row: NodeId, column: usize) -> Option<String> {
        let (doc, data) = (self.page.document(), self.data?);
        let table =
            doc.ancestors(row).take(MAX_PROPERTY_STEPS).find(|&node| doc.name(node) == names::TABLE)?;
        let page = self.page;
        let headers = self.headers.entry(table).or_insert_with(|| headers_of(page, table, data));
        headers.get(column).filter(|text| !text.is_empty()).cloned()
    }
}

/// The texts of the first row of a table, where it has `th` alone, or nothing that is data.
fn headers_of(page: &Page<'_>, table: NodeId, data: &DataSums) -> Vec<String> {
    let doc = page.document();
    let first = doc.subtree(table).find(|&node| doc.name(node) == names::TR);
    let cells: Vec<NodeId> = first.map_or_else(Vec::new, |row| {
        doc.children(row).filter(|&node| doc.is_element(node)).take(MAX_ROW).collect()
    });
    let is_head =
        |&cell: &NodeId| doc.name(cell) == names::TH || data.texts(&(cell.0..doc.subtree_end(cell))) == 0;
    if !cells.iter().all(is_head) {
        return Vec::new();
    }
    let text = |cell: NodeId| {
        let mut text = String::new();
        for &node in page.text_nodes_in(cell.0..doc.subtree_end(cell)).iter().take(MAX_STEPS) {
            if !text.is_empty() {
                text.push(' ');
            }
            fold_into(&mut text, doc.text(node));
        }
        text.chars().take(MAX_TEXT).collect()
    };
    cells.into_iter().map(text).collect()
}
