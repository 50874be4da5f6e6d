//! What an element is made of beside text.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::features::title_block::heading_level;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{Document, NameId, NodeId, names};

columns! {
    elements: "Elements.",
    tags_per_word: "Elements by words, a subtree without words counting as one.",
    html_bytes: "Bytes of the source from its start tag to its end; missing where the parser implied it.",
    visible_share: "Characters by these bytes; missing where the parser implied it.",
    images: "`img` elements.",
    form_controls: "`input`, `select`, `textarea` and `button` elements.",
    paragraphs: "`p` elements.",
    list_items: "`li`, `dt` and `dd` elements.",
    tables: "`table` elements.",
    headings: "`h1` to `h6` elements.",
    heading_level: "1 to 6 where the element is `h1` to `h6`; 0 otherwise.",
}

/// The group. All counts are of visible elements in the subtree, itself included.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "node_markup", unit: RowUnit::Node, features: COLUMNS, fill };

/// Kinds of elements that are counted here: paragraphs, list items, tables, headings.
const KINDS: usize = 4;

fn kind(name: NameId) -> Option<usize> {
    match name {
        names::P => Some(0),
        names::LI | names::DT | names::DD => Some(1),
        names::TABLE => Some(2),
        name if heading_level(name) > 0 => Some(3),
        _ => None,
    }
}

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (doc, measures, stats) = (page.document(), page.text_measures(), page.stats());
    // Rows are in document order, so those of a subtree follow one another: counts before each row.
    let mut before: Vec<[u32; KINDS]> = Vec::with_capacity(rows.len() + 1);
    let mut sum = [0; KINDS];
    for &node in rows {
        before.push(sum);
        if let Some(kind) = kind(doc.name(node)) {
            sum[kind] += 1;
        }
    }
    before.push(sum);
    for (row, &node) in rows.iter().enumerate() {
        let (words, counts) = (measures.subtree(doc, node).words, stats.subtree(doc, node));
        let after = &before[row + counts.elements as usize];
        let of = |kind: usize| (after[kind] - before[row][kind]) as f32;
        let bytes = source_bytes(doc, node);
        let missing = f32::NAN;
        columns.set_row(
            row,
            &Row {
                elements: counts.elements as f32,
                tags_per_word: ratio(counts.elements, words.max(1)),
                html_bytes: bytes.map_or(missing, |bytes| bytes as f32),
                visible_share: bytes.map_or(missing, |bytes| ratio(counts.chars, bytes)),
                images: counts.images as f32,
                form_controls: counts.inputs as f32,
                paragraphs: of(0),
                list_items: of(1),
                tables: of(2),
                headings: of(3),
                heading_level: heading_level(doc.name(node)) as f32,
            }
            .array(),
        );
    }
}

fn source_bytes(doc: &Document, node: NodeId) -> Option<u32> {
    doc.source_range(node).map(|range| range.len() as u32)
}
