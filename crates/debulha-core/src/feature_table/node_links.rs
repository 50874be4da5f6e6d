//! How much of an element is links, and where they lead.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::features::links::LinkKind;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    links: "`a` elements that are visible.",
    link_words: "Words inside links.",
    link_share: "Words inside links by words, 0 to 1; 0 without text.",
    link_density: "Characters inside links by characters, 0 to 1; 0 without text.",
    anchor_words: "Words inside links by links; 0 without links.",
    links_per_word: "Links by words, a page without words counting as one.",
    intra_site_share: "Of the links to this and to other sites, the share of those to this one, 0 to 1; missing \
        without such links and on a page of unknown address.",
}

/// The group. All counts are of the subtree; the element itself counts where it is a link.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "node_links", unit: RowUnit::Node, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, scratch: &mut Scratch) {
    let (doc, measures, stats) = (page.document(), page.text_measures(), page.stats());
    // Links to this site and to others before each link of the page.
    let links = page.links().all();
    let mut internal = scratch.indices(links.len() + 1, 0);
    let mut external = scratch.indices(links.len() + 1, 0);
    for (at, link) in links.iter().enumerate() {
        internal[at + 1] = internal[at] + u32::from(link.kind == LinkKind::Internal);
        external[at + 1] = external[at] + u32::from(link.kind == LinkKind::External);
    }
    for (row, &node) in rows.iter().enumerate() {
        let (found, counts) = (measures.subtree(doc, node), stats.subtree(doc, node));
        let start = links.partition_point(|link| link.node < node);
        let end = links.partition_point(|link| link.node.0 < doc.subtree_end(node));
        let here = internal[end] - internal[start];
        let known = here + external[end] - external[start];
        let is_known = page.url().is_some() && known > 0;
        columns.set_row(
            row,
            &Row {
                links: counts.links as f32,
                link_words: found.link_words as f32,
                link_share: ratio(found.link_words, found.words),
                link_density: counts.link_density() as f32,
                anchor_words: ratio(found.link_words, counts.links),
                links_per_word: ratio(counts.links, found.words.max(1)),
                intra_site_share: if is_known { ratio(here, known) } else { f32::NAN },
            }
            .array(),
        );
    }
    scratch.give_indices(internal);
    scratch.give_indices(external);
}
