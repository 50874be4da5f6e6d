//! What stands around a text block in the order of reading.

use super::{Columns, Group, RowUnit, columns};
use crate::extractor::Scratch;
use crate::features::smoothing::{convolve, gaussian};
use crate::features::text_measures::share;
use crate::page::Page;
use debulha_dom::{Document, NodeId};

/// Widths of the smoothing in blocks, and how many standard deviations it reaches (our decision: what is beyond weighs
/// less than 1.2 %).
const WIDTHS: [f64; 2] = [1.5, 4.0];
const REACH: f64 = 3.0;

/// Columns before the smoothed ones, and of each width.
const PLAIN: usize = 6;
const SMOOTHED: usize = 4;

/// The group.
pub(super) static GROUP: Group = Group {
    name: "block_neighbours",
    unit: RowUnit::Block,
    features: columns! {
        "previous_words": "Words of the block before; missing for the first.",
        "previous_link_share": "Words inside links by words of the block before; missing for the first.",
        "previous_steps": "Steps in the tree from the element of the block before to this one's; missing for the first.",
        "next_words": "Words of the block after; missing for the last.",
        "next_link_share": "Words inside links by words of the block after; missing for the last.",
        "next_steps": "Steps in the tree to the element of the block after; missing for the last.",
        "near_words": "Words outside links, smoothed over the blocks around (Gaussian, 1.5 blocks wide; weninger2010).",
        "near_link_share": "Words inside links by words, smoothed so, 0 to 1.",
        "near_long": "1 for long blocks (12 words or more, links below 30 %), else 0; smoothed so.",
        "near_words_per_tag": "Words by elements that begin since the block before, none counting as one; smoothed so.",
        "far_words": "Words outside links, smoothed (Gaussian, 4 blocks wide).",
        "far_link_share": "Words inside links by words, smoothed so, 0 to 1.",
        "far_long": "1 for long blocks, else 0; smoothed so.",
        "far_words_per_tag": "Words by elements that begin since the block before, none counting as one; smoothed so.",
    },
    fill,
};

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>, scratch: &mut Scratch) {
    let (doc, measures, blocks) = (page.document(), page.text_measures(), page.text_blocks().blocks());
    let mut values: [Vec<f64>; SMOOTHED] = std::array::from_fn(|_| scratch.floats(blocks.len(), 0.0));
    let mut begin = page.body().0;
    for (row, block) in blocks.iter().enumerate() {
        let own = measures.range(block.runs.clone());
        let end = rows[row].0;
        let tags = page.stats().range(begin.min(end)..end).elements;
        begin = end;
        values[0][row] = f64::from(own.words - own.link_words);
        values[1][row] = own.link_share();
        values[2][row] = f64::from(u8::from(own.long_words > 0));
        values[3][row] = f64::from(own.words) / f64::from(tags.max(1));
        if row > 0 {
            let before = measures.range(blocks[row - 1].runs.clone());
            let steps = steps(doc, blocks[row - 1].element, block.element) as f32;
            columns.set(row, 0, before.words as f32);
            columns.set(row, 1, before.link_share() as f32);
            columns.set(row, 2, steps);
            columns.set(row - 1, 3, own.words as f32);
            columns.set(row - 1, 4, share(own.link_words, own.words) as f32);
            columns.set(row - 1, 5, steps);
        }
    }
    let mut smooth = scratch.floats(0, 0.0);
    for (width, sigma) in WIDTHS.into_iter().enumerate() {
        let kernel = gaussian(sigma, (REACH * sigma).ceil() as u32);
        for (value, values) in values.iter().enumerate().filter(|(_, values)| !values.is_empty()) {
            let column = PLAIN + width * SMOOTHED + value;
            if columns.wants(column) {
                convolve(values, &kernel, &mut smooth);
                smooth.iter().enumerate().for_each(|(row, &value)| columns.set(row, column, value as f32));
            }
        }
    }
    scratch.give_floats(smooth);
    for values in values {
        scratch.give_floats(values);
    }
}

/// Steps from one element up to the lowest that contains both and down to the other. O(levels that end between them),
/// so O(nodes) over the blocks of a page.
fn steps(doc: &Document, first: NodeId, second: NodeId) -> u32 {
    let around = doc.lowest_common_ancestor(first, second);
    u32::from(doc.depth(first) - doc.depth(around)) + u32::from(doc.depth(second) - doc.depth(around))
}
