//! What stands in a run of nodes, each with what tells its field.

use super::template::{DataSums, is_transparent, path_below};
use super::{MAX_CELLS, MAX_STEPS, MAX_TEXT};
use crate::features::display::is_block;
use crate::features::records::table::class_of;
use crate::features::records::{Record, fields};
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use rustc_hash::FxHashMap;

/// Cells of a row that are counted to find the header of one.
const MAX_ROW: usize = 64;

/// Levels of a label and of what it stands before, below the element around both.
const MAX_LABEL_STEPS: usize = 3;

/// Path and name of the column with the heads of groups.
const GROUP: &str = "group";

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
    /// Whether it is in a column with a header: then it is data, and no label of what follows.
    pub(super) is_headed: bool,
}

/// Reads cells of one page.
pub(super) struct CellReader<'a> {
    page: &'a Page<'a>,
    /// What of the page is data; where it is not known, cells have no headers.
    data: Option<&'a DataSums>,
    /// Headers of the tables so far.
    headers: FxHashMap<NodeId, Vec<String>>,
    /// By table, whether its first row has `th` alone.
    headed: FxHashMap<NodeId, bool>,
    /// By what holds the rows of a table, the heads of its groups: where each begins and ends, and its text.
    groups: FxHashMap<NodeId, Vec<(u32, u32, String)>>,
    /// What the groups are formed by, once it was looked for.
    group_name: Option<String>,
}

impl<'a> CellReader<'a> {
    pub(super) fn new(page: &'a Page<'a>, data: Option<&'a DataSums>) -> Self {
        CellReader {
            page,
            data,
            headers: FxHashMap::default(),
            headed: FxHashMap::default(),
            groups: FxHashMap::default(),
            group_name: None,
        }
    }

    /// The cells of a run of nodes, in order. O(nodes + text), and O(depth) a cell.
    pub(super) fn cells(&mut self, nodes: std::ops::Range<u32>) -> Vec<RecordCell> {
        let record = Record { nodes };
        let doc = self.page.document();
        let is_offered = |node: NodeId| {
            let above = doc.parent(node).map(|above| doc.name(above));
            above.is_some_and(|name| matches!(name, names::OPTION | names::SELECT | names::TEXTAREA))
        };
        let mut cells: Vec<RecordCell> = self.group(record.first()).into_iter().collect();
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
            let is_headed = self.is_headed(field.node, top);
            let is_image = doc.name(field.node) == names::IMG;
            let column = self.column(field.node).filter(|(row, _)| doc.depth(*row) > doc.depth(top));
            if let (Some((_, column)), Some(at)) = (column, path.rfind("td")) {
                path.insert_str(at + "td".len(), &format!("[{}]", column + 1));
                // What stands in a headed column is of one sort, whatever marks are around it.
                if is_headed {
                    let end = path[at..].find('/').map_or(path.len(), |end| at + end);
                    path.truncate(end);
                    path.push_str(if is_image { "/img" } else { "" });
                }
            }
            // Alternative texts come as they are.
            let mut text = String::new();
            fold_into(&mut text, &field.text);
            let has_text = !text.is_empty();
            // Signs and units of a headed cell are part of its value.
            if let Some(last) =
                cells.last_mut().filter(|last| is_headed && last.is_headed && last.may_take(address.as_ref()))
                && !is_image
                && doc.name(last.node) != names::IMG
                && self.are_in_one_cell(last.node, field.node)
            {
                last.take(&text, address);
                continue;
            }
            cells.push(RecordCell {
                node: field.node,
                path,
                is_near: before.is_some_and(|before| self.are_near(before, field.node)),
                class: if is_headed { String::new() } else { class_of(self.page, &record, field.node) },
                text,
                address,
                property: self.property(field.node),
                is_headed,
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

    /// Whether a node is in the cell of a headed table whose row is below `top`, or is itself the record. O(depth of the cell).
    fn is_headed(&mut self, node: NodeId, top: NodeId) -> bool {
        let doc = self.page.document();
        let Some((row, _)) = self.column(node) else { return false };
        if doc.depth(row) <= doc.depth(top) {
            return false;
        }
        let table = doc.ancestors(row).take(MAX_PROPERTY_STEPS).find(|&node| doc.name(node) == names::TABLE);
        table.is_some_and(|table| *self.headed.entry(table).or_insert_with(|| has_head(doc, table)))
    }

    fn are_in_one_cell(&self, a: NodeId, b: NodeId) -> bool {
        let doc = self.page.document();
        let cell = |node: NodeId| {
            let mut around = std::iter::once(node).chain(doc.ancestors(node)).take(MAX_STEPS);
            around.find(|&node| doc.name(node) == names::TD)
        };
        let in_line = |node: NodeId| {
            let around = std::iter::once(node).chain(doc.ancestors(node)).take(MAX_STEPS);
            around.take_while(|&node| doc.name(node) != names::TD).all(|node| !is_block(doc.name(node)))
        };
        cell(a).is_some() && cell(a) == cell(b) && in_line(a) && in_line(b)
    }

    /// The head of the group that the row of a table is in, as a cell of the row.
    fn group(&mut self, row: NodeId) -> Option<RecordCell> {
        let doc = self.page.document();
        let parent = doc.parent(row).filter(|_| doc.name(row) == names::TR)?;
        let heads = self.groups.entry(parent).or_insert_with(|| heads_of(self.page, parent));
        let before = heads.partition_point(|head| head.0 < row.0).checked_sub(1)?;
        let (start, end, text) = heads[before].clone();
        if end > row.0 {
            return None;
        }
        Some(RecordCell {
            node: NodeId(start),
            path: GROUP.to_owned(),
            class: String::new(),
            text,
            address: None,
            is_near: false,
            property: None,
            header: Some(self.group_name()),
            is_headed: true,
        })
    }

    /// What groups are formed by: the value of a parameter of the page's address, or of a hidden field, that speaks of groups.
    fn group_name(&mut self) -> String {
        let page = self.page;
        let find = || {
            let doc = page.document();
            let speaks = |name: &str| name.to_ascii_lowercase().contains(GROUP);
            let of_address = page.address().and_then(|address| {
                address.query_pairs().find(|(name, _)| speaks(name)).map(|(_, value)| value.into_owned())
            });
            let of_field = || {
                let mut fields = doc.elements_named(names::INPUT);
                let field = fields.find(|&field| {
                    doc.attribute(field, names::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
                        && doc.attribute(field, names::NAME).is_some_and(speaks)
                })?;
                doc.attribute(field, names::VALUE).map(str::to_owned)
            };
            of_address.or_else(of_field).filter(|value| value.chars().any(char::is_alphabetic))
        };
        self.group_name.get_or_insert_with(|| find().unwrap_or_else(|| GROUP.to_owned())).clone()
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

impl RecordCell {
    /// Whether another part of its cell may join it: one of the two has no address.
    fn may_take(&self, address: Option<&String>) -> bool {
        self.address.is_none() || address.is_none()
    }

    fn take(&mut self, text: &str, address: Option<String>) {
        if !self.text.is_empty() && !text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.address = self.address.take().or(address);
    }
}

/// Whether the first row of a table has `th` alone, two or more.
fn has_head(doc: &Document, table: NodeId) -> bool {
    let first = doc.subtree(table).find(|&node| doc.name(node) == names::TR);
    first.is_some_and(|row| {
        let cells: Vec<NodeId> =
            doc.children(row).filter(|&node| doc.is_element(node)).take(MAX_ROW).collect();
        cells.len() >= 2 && cells.iter().all(|&cell| doc.name(cell) == names::TH)
    })
}

/// The heads of groups among the rows of a table, with the rows' nodes: rows of one `th` that spans columns. O(children).
fn heads_of(page: &Page<'_>, parent: NodeId) -> Vec<(u32, u32, String)> {
    let doc = page.document();
    let rows = doc.children(parent).filter(|&row| doc.name(row) == names::TR);
    let head = |row: NodeId| {
        let mut cells = doc.children(row).filter(|&node| doc.is_element(node));
        let cell = cells.next().filter(|&cell| doc.name(cell) == names::TH)?;
        let spans = doc.attribute(cell, names::COLSPAN).is_some() && cells.next().is_none();
        let nodes = cell.0..doc.subtree_end(cell);
        let mut text = String::new();
        for &node in page.text_nodes_in(nodes).iter().take(MAX_STEPS) {
            if !text.is_empty() {
                text.push(' ');
            }
            fold_into(&mut text, doc.text(node));
        }
        let text: String = text.chars().take(MAX_TEXT).collect();
        (spans && !text.is_empty()).then(|| (row.0, doc.subtree_end(row), text))
    };
    rows.filter_map(head).collect()
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
