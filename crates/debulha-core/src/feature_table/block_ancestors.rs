//! How far above a text block the nearest element of a name is.

use super::{Columns, Group, RowUnit, columns};
use crate::extractor::Scratch;
use crate::page::Page;
use debulha_dom::{NameId, NodeId, names};

/// The names of the columns, in order.
const NAMES: [NameId; 17] = [
    names::A,
    names::ARTICLE,
    names::ASIDE,
    names::BLOCKQUOTE,
    names::DIV,
    names::DL,
    names::FIGURE,
    names::FOOTER,
    names::FORM,
    names::HEADER,
    names::LI,
    names::MAIN,
    names::NAV,
    names::OL,
    names::SECTION,
    names::TABLE,
    names::UL,
];

macro_rules! above {
    ($($column:literal $name:literal,)*) => { columns! { $(
        $column: concat!("Levels from the block's text up to the nearest `", $name, "`; missing where there is none."),
    )* } };
}

/// The group.
pub(super) static GROUP: Group = Group {
    name: "block_ancestors",
    unit: RowUnit::Block,
    features: above! {
        "above_a" "a",
        "above_article" "article",
        "above_aside" "aside",
        "above_blockquote" "blockquote",
        "above_div" "div",
        "above_dl" "dl",
        "above_figure" "figure",
        "above_footer" "footer",
        "above_form" "form",
        "above_header" "header",
        "above_li" "li",
        "above_main" "main",
        "above_nav" "nav",
        "above_ol" "ol",
        "above_section" "section",
        "above_table" "table",
        "above_ul" "ul",
    },
    fill,
};

/// One pass over the page. O(nodes + blocks · names).
fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>, _: &mut Scratch) {
    let doc = page.document();
    // Elements of each name that are open, the innermost last.
    let mut open: [Vec<NodeId>; NAMES.len()] = Default::default();
    let mut at = 0;
    for (row, &text) in rows.iter().enumerate() {
        for node in (at..text.0).map(NodeId) {
            if let Some(place) = NAMES.iter().position(|&known| known == doc.name(node)) {
                close(&mut open[place], page, node);
                open[place].push(node);
            }
        }
        at = text.0;
        for (column, open) in open.iter_mut().enumerate() {
            close(open, page, text);
            if let Some(&nearest) = open.last() {
                columns.set(row, column, f32::from(doc.depth(text) - doc.depth(nearest)));
            }
        }
    }
}

/// Ends the elements that do not contain a later node.
fn close(open: &mut Vec<NodeId>, page: &Page<'_>, node: NodeId) {
    while open.last().is_some_and(|&last| page.document().subtree_end(last) <= node.0) {
        open.pop();
    }
}
