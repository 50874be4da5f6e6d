//! How far above a text block the nearest element of a name is.

use super::open_path::OpenPath;
use super::{Columns, Group, RowUnit, Wanted, columns};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{Document, NameId, NodeId, names};

/// The names of the columns, in order, which is also that of their numbers.
const NAMES: [NameId; 25] = [
    names::A,
    names::ADDRESS,
    names::ARTICLE,
    names::ASIDE,
    names::BLOCKQUOTE,
    names::BUTTON,
    names::CODE,
    names::DETAILS,
    names::DIALOG,
    names::DIV,
    names::DL,
    names::FIGURE,
    names::FOOTER,
    names::FORM,
    names::HEADER,
    names::LABEL,
    names::LI,
    names::MAIN,
    names::NAV,
    names::OL,
    names::PRE,
    names::SECTION,
    names::SELECT,
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
        "above_address" "address",
        "above_article" "article",
        "above_aside" "aside",
        "above_blockquote" "blockquote",
        "above_button" "button",
        "above_code" "code",
        "above_details" "details",
        "above_dialog" "dialog",
        "above_div" "div",
        "above_dl" "dl",
        "above_figure" "figure",
        "above_footer" "footer",
        "above_form" "form",
        "above_header" "header",
        "above_label" "label",
        "above_li" "li",
        "above_main" "main",
        "above_nav" "nav",
        "above_ol" "ol",
        "above_pre" "pre",
        "above_section" "section",
        "above_select" "select",
        "above_table" "table",
        "above_ul" "ul",
    },
    fill,
};

/// For each name, the depth of the nearest element; [`NONE`] where there is none.
type Nearest = [u16; NAMES.len()];

/// Deeper than any tree is.
const NONE: u16 = u16::MAX;

/// The nodes around each block, each looked at once. O(nodes + blocks · names).
fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>, _: &mut Scratch) {
    let doc = page.document();
    let wanted = columns.wanted(0..NAMES.len());
    let mut path: OpenPath<Nearest> = OpenPath::new(Document::ROOT);
    for row in columns.range() {
        let text = rows[row];
        let steps = path.come_to(doc, text, text, |node, above| {
            let mut nearest = above.copied().unwrap_or([NONE; NAMES.len()]);
            if let Ok(place) = NAMES.binary_search(&doc.name(node)) {
                nearest[place] = doc.depth(node);
            }
            nearest
        });
        let Some(step) = steps.last() else { continue };
        for &Wanted { column, .. } in wanted {
            let nearest = step.value[column];
            if nearest != NONE {
                columns.set(row, column, f32::from(doc.depth(text) - nearest));
            }
        }
    }
}
