//! Tables as the engine can lay them out. It draws rows of cells and nothing else, and leaves out what stands between them; CSS makes
//! the rows and cells that are missing. So a part of a table that is not where it belongs becomes a box that is drawn.

use super::budget::MAX_CELLS;
use super::tree::{EngineTree, span};
use crate::RenderError;
use blitz_dom::{LocalName, QualName, ns};
use debulha_dom::{Document, NodeId, names};
use style::values::specified::box_::{DisplayInside, DisplayOutside};

/// What an element is to a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableRole {
    /// Not drawn, or no element.
    None,
    /// Its children stand in its place.
    Contents,
    /// A table in a line, or one that is a block.
    Table {
        is_inline: bool,
    },
    /// `thead` and the like.
    Group,
    Row,
    Cell,
    /// A caption or column.
    Beside,
    /// Anything else.
    Other,
}

/// Changes what elements are displayed as, where a table of the page would be drawn in part. Their styles are to be computed again then.
///
/// # Errors
/// [`RenderError::TooComplex`] for a table with too many cells.
pub(super) fn tables(tree: &mut EngineTree, doc: &Document) -> Result<bool, RenderError> {
    let mut parts: Vec<TableRole> = doc.nodes().map(|node| part(tree, node)).collect();
    // The element in whose box another one is.
    let mut around: Vec<Option<NodeId>> = vec![None; doc.len()];
    let mut changes: Vec<(NodeId, &str)> = Vec::new();
    for node in doc.nodes().skip(1) {
        let at = node.index();
        let Some(parent) = doc.parent(node) else { continue };
        around[at] =
            if parts[parent.index()] == TableRole::Contents { around[parent.index()] } else { Some(parent) };
        let above = around[at].map_or(TableRole::Other, |parent| parts[parent.index()]);
        let in_table = matches!(above, TableRole::Table { .. });
        let display = match parts[at] {
            TableRole::Table { is_inline } if !is_whole(doc, &parts, node) => {
                Some(if is_inline { "inline-block" } else { "block" })
            }
            TableRole::Row if !in_table && above != TableRole::Group => Some("block"),
            TableRole::Group if !in_table => Some("block"),
            TableRole::Cell if !in_table && !matches!(above, TableRole::Group | TableRole::Row) => {
                Some("inline-block")
            }
            TableRole::Beside if !in_table && above != TableRole::Group && above != TableRole::Beside => {
                Some("block")
            }
            TableRole::Other if above == TableRole::Row => Some("table-cell"),
            _ => None,
        };
        if let Some(display) = display {
            parts[at] = if display == "table-cell" { TableRole::Cell } else { TableRole::Other };
            changes.push((node, display));
        }
    }
    check(doc, &parts, &around)?;
    let mut mutator = tree.engine.mutate();
    for &(node, display) in &changes {
        let own = doc.attribute(node, names::STYLE).unwrap_or_default();
        let style = QualName::new(None, ns!(), LocalName::from("style"));
        mutator.set_attribute(tree.nodes[node.index()], style, &format!("{own};display:{display}!important"));
    }
    Ok(!changes.is_empty())
}

fn part(tree: &EngineTree, node: NodeId) -> TableRole {
    let id = tree.nodes[node.index()];
    let display = tree.engine.get_node(id).filter(|_| id != EngineTree::NONE).and_then(|node| {
        let styles = node.primary_styles()?;
        Some(styles.clone_display())
    });
    let Some(display) = display else { return TableRole::None };
    match (display.outside(), display.inside()) {
        (DisplayOutside::None, DisplayInside::Contents) => TableRole::Contents,
        (DisplayOutside::None, _) => TableRole::None,
        (outside, DisplayInside::Table) => TableRole::Table { is_inline: outside == DisplayOutside::Inline },
        (
            _,
            DisplayInside::TableRowGroup | DisplayInside::TableHeaderGroup | DisplayInside::TableFooterGroup,
        ) => TableRole::Group,
        (_, DisplayInside::TableRow) => TableRole::Row,
        (_, DisplayInside::TableCell) => TableRole::Cell,
        (DisplayOutside::TableCaption, _)
        | (_, DisplayInside::TableColumn | DisplayInside::TableColumnGroup) => TableRole::Beside,
        _ => TableRole::Other,
    }
}

/// Whether a table has rows or cells, and nothing that would be left out.
fn is_whole(doc: &Document, parts: &[TableRole], table: NodeId) -> bool {
    let mut has_parts = false;
    for child in doc.children(table) {
        match parts[child.index()] {
            TableRole::Row | TableRole::Group | TableRole::Cell | TableRole::Contents => has_parts = true,
            TableRole::Other | TableRole::Table { .. } => return false,
            TableRole::None if doc.is_text(child) && !doc.text(child).trim().is_empty() => return false,
            _ => {}
        }
        // The caption of a table is made a cell, in a row that is not the page's.
        has_parts |= doc.name_str(doc.name(child)) == "caption";
    }
    has_parts
}

/// The engine keeps something for each cell of a table, also where none is, and counts rows and columns with 15 bits.
fn check(doc: &Document, parts: &[TableRole], around: &[Option<NodeId>]) -> Result<(), RenderError> {
    // Of each node that is a table: rows and most columns; of each row its columns.
    let mut rows = vec![0_usize; parts.len()];
    let mut columns = vec![0_usize; parts.len()];
    let colspan = doc.find_name("colspan");
    // Parents come before their children, so backwards all parts of a row come before the row.
    for node in doc.nodes().rev() {
        let at = node.index();
        let Some(parent) = around[at].map(NodeId::index) else { continue };
        match parts[at] {
            TableRole::Cell => {
                let spanned = colspan.and_then(|name| doc.attribute(node, name)).map_or(1, span);
                columns[parent] += spanned;
            }
            TableRole::Row => {
                rows[parent] += 1;
                columns[parent] = columns[parent].max(columns[at]);
            }
            TableRole::Group => {
                rows[parent] += rows[at];
                columns[parent] = columns[parent].max(columns[at]);
            }
            _ => {}
        }
    }
    for at in 0..parts.len() {
        let limit = i16::MAX as usize;
        if rows[at] > limit || columns[at] > limit || rows[at].saturating_mul(columns[at]) > MAX_CELLS {
            return Err(RenderError::TooComplex("the tables have too many cells"));
        }
    }
    Ok(())
}
