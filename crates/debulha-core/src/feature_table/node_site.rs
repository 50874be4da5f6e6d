//! How the text of an element occurs on the other pages of its site.

use super::{FeatureGroup, GroupColumns, RowUnit, columns};
use crate::about::Needs;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    Needs { site: true, ..Needs::PAGE };
    site_pages: "Other pages of the site that have the same text: its document frequency.",
    site_share: "Share of the site's other pages that have it, 0 to 1.",
    site_entropy: "How evenly its occurrences spread over them, 0 to 1 (lin2002).",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "node_site", unit: RowUnit::Node, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let Some(evidence) = page.template_evidence() else { return };
    for (row, &node) in rows.iter().enumerate() {
        if let Some(seen) = evidence.of(node) {
            columns.set_row(
                row,
                &Row {
                    site_pages: seen.pages as f32,
                    site_share: seen.share as f32,
                    site_entropy: seen.entropy() as f32,
                }
                .array(),
            );
        }
    }
}
