//! Which tables hold data, and which only lay the page out.

use crate::features::edit_tree::{EditTree, TreeVisit};
use debulha_dom::{NameId, NodeId, names};

/// Rows from which on a table holds data.
const MIN_ROWS: f64 = 10.0;

/// Columns from which on it does.
const MIN_COLUMNS: f64 = 5.0;

/// Cells above which it does.
const MAX_LAYOUT_CELLS: f64 = 10.0;

/// What is known of a table so far.
#[derive(Debug, Default)]
struct TableShape {
    /// Whether the first caption holds anything.
    has_caption: Option<bool>,
    /// Whether it has columns, a head, a foot or header cells.
    has_parts: bool,
    has_table: bool,
    rows: f64,
    columns: f64,
    columns_in_row: f64,
}

/// The tables below `root` that hold data, by id. O(nodes).
pub(super) fn data_tables(tree: &EditTree<'_>, root: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let datatable = tree.document().find_name("datatable");
    let mut open: Vec<TableShape> = Vec::new();
    for visit in tree.walk(root) {
        match visit {
            TreeVisit::Enter(node) if tree.name(node) == names::TABLE => open.push(TableShape::default()),
            TreeVisit::Enter(node) => {
                if let Some(table) = open.last_mut() {
                    table.add(tree, node);
                }
            }
            TreeVisit::Leave(node) if tree.name(node) == names::TABLE => {
                let Some(table) = open.pop() else { break };
                if table.is_data(tree, node, datatable) {
                    found.push(node);
                }
                if let Some(outer) = open.last_mut() {
                    outer.has_caption = outer.has_caption.or(table.has_caption);
                    outer.has_parts |= table.has_parts;
                    outer.has_table = true;
                }
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

impl TableShape {
    /// Adds an element of the table itself.
    fn add(&mut self, tree: &EditTree<'_>, node: NodeId) {
        match tree.name(node) {
            names::CAPTION => {
                self.has_caption.get_or_insert(tree.first_child(node).is_some());
            }
            names::COL | names::COLGROUP | names::TFOOT | names::THEAD | names::TH => self.has_parts = true,
            names::TR => {
                self.rows += span(tree, node, names::ROWSPAN);
                self.columns_in_row = 0.0;
            }
            names::TD => {
                self.columns_in_row += span(tree, node, names::COLSPAN);
                self.columns = self.columns.max(self.columns_in_row);
            }
            _ => {}
        }
    }

    fn is_data(&self, tree: &EditTree<'_>, table: NodeId, datatable: Option<NameId>) -> bool {
        let attribute = |name| tree.document().attribute(table, name).unwrap_or_default();
        let says_layout = datatable.is_some_and(|name| attribute(name) == "0");
        if attribute(names::ROLE) == "presentation" || says_layout {
            return false;
        }
        if !attribute(names::SUMMARY).is_empty() || self.has_caption == Some(true) || self.has_parts {
            return true;
        }
        let is_line = self.columns == 1.0 || self.rows == 1.0;
        if self.has_table || is_line {
            return false;
        }
        self.rows >= MIN_ROWS || self.columns >= MIN_COLUMNS || self.rows * self.columns > MAX_LAYOUT_CELLS
    }
}

/// The number an attribute starts with; 1 where there is none or it is 0.
fn span(tree: &EditTree<'_>, node: NodeId, name: NameId) -> f64 {
    let value = tree.document().attribute(tree.origin(node), name).unwrap_or_default().trim_start();
    let (sign, digits) = match value.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, value.strip_prefix('+').unwrap_or(value)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse::<f64>().ok().filter(|&number| number != 0.0).map_or(1.0, |number| sign * number)
}
