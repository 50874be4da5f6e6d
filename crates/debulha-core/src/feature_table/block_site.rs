//! How a text block occurs on the other pages of its site.

use super::{FeatureGroup, GroupColumns, RowUnit, columns};
use crate::about::Needs;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    Needs { site: true, ..Needs::PAGE };
    site_pages: "Other pages of the site that have the block's first piece of text: its document frequency.",
    site_share: "Share of the site's other pages that have it, 0 to 1.",
    site_entropy: "How evenly its occurrences spread over them, 0 to 1 (lin2002).",
    element_site_pages: "Other pages that have all the text of the block's element.",
    element_site_share: "Share of the other pages that have it, 0 to 1.",
    element_site_entropy: "How evenly these occurrences spread over them, 0 to 1 (lin2002).",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_site", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let Some(evidence) = page.template_evidence() else { return };
    let blocks = page.text_blocks().blocks();
    for row in columns.range() {
        let block = &blocks[row];
        if let Some(seen) = evidence.of(rows[row]) {
            columns.set(row, AT.site_pages, seen.pages as f32);
            columns.set(row, AT.site_share, seen.share as f32);
            columns.set(row, AT.site_entropy, seen.entropy() as f32);
        }
        if let Some(seen) = evidence.of(block.element) {
            columns.set(row, AT.element_site_pages, seen.pages as f32);
            columns.set(row, AT.element_site_share, seen.share as f32);
            columns.set(row, AT.element_site_entropy, seen.entropy() as f32);
        }
    }
}
