//! Where a text block stands on its page.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    blocks_before: "Text blocks before this one.",
    blocks_after: "Text blocks after it.",
    position: "Share of the page's blocks before it, 0 to 1.",
    words_before: "Words before it.",
    words_after: "Words after it.",
    word_position: "Share of the page's words before it, 0 to 1.",
    long_words_before: "Share of the words in long blocks (12 words or more, links below 30 %) that stand before it, \
        0 to 1; 0 where there are none.",
    levels: "Levels from `body` to the block-level element that it stands in.",
    level_share: "These levels by the most of any block of the page, 0 to 1; 0 where that is 0.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_position", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (doc, measures, blocks) = (page.document(), page.text_measures(), page.text_blocks().blocks());
    let all = measures.range(0..page.text_nodes().len() as u32);
    let body_level = u32::from(doc.depth(page.body()));
    let level = |element: NodeId| u32::from(doc.depth(element)).saturating_sub(body_level);
    let deepest = blocks.iter().map(|block| level(block.element)).max().unwrap_or(0);
    for row in columns.range() {
        let block = &blocks[row];
        let before = measures.range(0..block.runs.start);
        let own = measures.range(block.runs.clone());
        let after = all - before - own;
        columns.set_row(
            row,
            &Row {
                blocks_before: row as f32,
                blocks_after: (rows.len() - row - 1) as f32,
                position: ratio(row as u32, rows.len() as u32),
                words_before: before.words as f32,
                words_after: after.words as f32,
                word_position: ratio(before.words, all.words),
                long_words_before: ratio(before.long_words, all.long_words),
                levels: level(block.element) as f32,
                level_share: ratio(level(block.element), deepest),
            }
            .array(),
        );
    }
}
