//! How far above a text block the nearest element of a name is.

use super::open_path::OpenPath;
use super::{FeatureGroup, GroupColumns, RowUnit, WantedColumn, columns};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{Document, NameId, NodeId, names};

macro_rules! above {
    ($($column:ident $id:ident $name:literal,)*) => {
        /// The names of the columns, in order, which is also that of their numbers.
        const NAMES: [NameId; COLUMNS.len()] = [$(names::$id),*];

        columns! { $(
            $column: concat!("Levels from the block's text up to the nearest `", $name, "`; missing where there is none."),
        )* }
    };
}

above! {
    above_a A "a",
    above_address ADDRESS "address",
    above_article ARTICLE "article",
    above_aside ASIDE "aside",
    above_blockquote BLOCKQUOTE "blockquote",
    above_button BUTTON "button",
    above_code CODE "code",
    above_details DETAILS "details",
    above_dialog DIALOG "dialog",
    above_div DIV "div",
    above_dl DL "dl",
    above_figure FIGURE "figure",
    above_footer FOOTER "footer",
    above_form FORM "form",
    above_header HEADER "header",
    above_label LABEL "label",
    above_li LI "li",
    above_main MAIN "main",
    above_nav NAV "nav",
    above_ol OL "ol",
    above_pre PRE "pre",
    above_section SECTION "section",
    above_select SELECT "select",
    above_table TABLE "table",
    above_ul UL "ul",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_ancestors", unit: RowUnit::Block, features: COLUMNS, fill };

/// For each name, the depth of the nearest element; [`NONE`] where there is none.
type Nearest = [u16; NAMES.len()];

/// Deeper than any tree is.
const NONE: u16 = u16::MAX;

/// The nodes around each block, each looked at once. O(nodes + blocks · names).
fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
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
        for &WantedColumn { column, .. } in wanted {
            let nearest = step.value[column];
            if nearest != NONE {
                columns.set(row, column, f32::from(doc.depth(text) - nearest));
            }
        }
    }
}
