//! What of an element occurs again on its page, and how it is named.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::features::content_hash::ContentHashes;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{AttributeSet, NodeId};
use rustc_hash::FxHashMap;

columns! {
    text_repeats: "Times that the element's visible text occurs on the page, wrappers counted once; 0 without text.",
    alike: "Elements of the page that look like it, itself among them.",
    alike_share: "Share of the page's visible elements that look like it, 0 to 1.",
    like_siblings: "Siblings that look like it, itself among them.",
    like_sibling_index: "Those of them before it.",
    like_sibling_share: "Its share of the words of these siblings, 0 to 1; 0 without text.",
    class_tokens: "Classes that it has.",
    has_id: "1 with an attribute `id`, else 0.",
}

/// The group. Elements look alike that have the same name and the same first class.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "node_repetition", unit: RowUnit::Node, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (doc, measures, groups) = (page.document(), page.text_measures(), page.element_groups());
    let hashes = ContentHashes::compute(page);
    let mut repeats: FxHashMap<u64, u32> = FxHashMap::default();
    for (_, hash) in hashes.distinct_units(page) {
        *repeats.entry(hash).or_default() += 1;
    }
    let repeats_of = |node| hashes.of(node).and_then(|hash| repeats.get(&hash)).copied().unwrap_or(0);
    for (row, &node) in rows.iter().enumerate() {
        let group = groups.group(node);
        columns.set_row(
            row,
            &Row {
                text_repeats: repeats_of(node) as f32,
                alike: groups.alike(node) as f32,
                alike_share: ratio(groups.alike(node), rows.len() as u32),
                like_siblings: group.members as f32,
                like_sibling_index: groups.index(node) as f32,
                like_sibling_share: ratio(measures.subtree(doc, node).words, group.words),
                class_tokens: doc.class_tokens(node).len() as f32,
                has_id: f32::from(u8::from(doc.attribute_set(node).intersects(AttributeSet::ID))),
            }
            .array(),
        );
    }
}
