//! What stands around a text block in the order of reading.

use super::{FeatureGroup, GroupColumns, RowUnit, columns};
use crate::features::smoothing::gaussian;
use crate::features::text_measures::share;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{Document, NodeId};

/// Widths of the smoothing in blocks, and how many standard deviations it reaches (our decision: what is beyond weighs
/// less than 1.2 %).
const WIDTHS: [f64; 2] = [1.5, 4.0];
const REACH: f64 = 3.0;

/// Values that are smoothed, and their columns by width.
const SMOOTHED: usize = 4;
const OF_WIDTHS: [[usize; SMOOTHED]; WIDTHS.len()] = [
    [AT.near_words, AT.near_link_share, AT.near_long, AT.near_words_per_tag],
    [AT.far_words, AT.far_link_share, AT.far_long, AT.far_words_per_tag],
];

columns! {
    previous_words: "Words of the block before; missing for the first.",
    previous_link_share: "Words inside links by words of the block before; missing for the first.",
    previous_steps: "Steps in the tree from the element of the block before to this one's; missing for the first.",
    next_words: "Words of the block after; missing for the last.",
    next_link_share: "Words inside links by words of the block after; missing for the last.",
    next_steps: "Steps in the tree to the element of the block after; missing for the last.",
    near_words: "Words outside links, smoothed over the blocks around (Gaussian, 1.5 blocks wide; weninger2010).",
    near_link_share: "Words inside links by words, smoothed so, 0 to 1.",
    near_long: "1 for long blocks (12 words or more, links below 30 %), else 0; smoothed so.",
    near_words_per_tag: "Words by elements that begin since the block before, none counting as one; smoothed so.",
    far_words: "Words outside links, smoothed (Gaussian, 4 blocks wide).",
    far_link_share: "Words inside links by words, smoothed so, 0 to 1.",
    far_long: "1 for long blocks, else 0; smoothed so.",
    far_words_per_tag: "Words by elements that begin since the block before, none counting as one; smoothed so.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_neighbours", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (doc, measures, blocks) = (page.document(), page.text_measures(), page.text_blocks().blocks());
    let mut values: Vec<[f64; SMOOTHED]> = Vec::with_capacity(blocks.len());
    let mut begin = page.body().0;
    for (row, block) in blocks.iter().enumerate() {
        let own = measures.range(block.runs.clone());
        let end = rows[row].0;
        let tags = page.stats().range(begin.min(end)..end).elements;
        begin = end;
        values.push([
            f64::from(own.words - own.link_words),
            own.link_share(),
            f64::from(u8::from(own.long_words > 0)),
            f64::from(own.words) / f64::from(tags.max(1)),
        ]);
        if row > 0 {
            let before = measures.range(blocks[row - 1].runs.clone());
            let steps = steps(doc, blocks[row - 1].element, block.element) as f32;
            columns.set(row, AT.previous_words, before.words as f32);
            columns.set(row, AT.previous_link_share, before.link_share() as f32);
            columns.set(row, AT.previous_steps, steps);
            columns.set(row - 1, AT.next_words, own.words as f32);
            columns.set(row - 1, AT.next_link_share, share(own.link_words, own.words) as f32);
            columns.set(row - 1, AT.next_steps, steps);
        }
    }
    for (sigma, places) in WIDTHS.into_iter().zip(OF_WIDTHS) {
        if places.into_iter().any(|column| columns.wants(column)) {
            smooth(&values, &gaussian(sigma, (REACH * sigma).ceil() as u32), places, columns);
        }
    }
}

/// Sets the columns at some places to the values, smoothed: each as
/// [`convolve`](crate::features::smoothing::convolve) has it, and the four side by side.
fn smooth(
    values: &[[f64; SMOOTHED]],
    kernel: &[f64],
    places: [usize; SMOOTHED],
    columns: &mut GroupColumns<'_>,
) {
    let radius = kernel.len() / 2;
    for row in 0..values.len() {
        let begin = row.saturating_sub(radius);
        let end = (row + radius + 1).min(values.len());
        let mut sums = [0.0; SMOOTHED];
        for (values, &weight) in values[begin..end].iter().zip(&kernel[begin + radius - row..]) {
            sums = std::array::from_fn(|lane| sums[lane] + weight * values[lane]);
        }
        for (column, sum) in places.into_iter().zip(sums) {
            columns.set(row, column, sum as f32);
        }
    }
}

/// Steps from one element up to the lowest that contains both and down to the other. O(levels that end between them),
/// so O(nodes) over the blocks of a page.
fn steps(doc: &Document, first: NodeId, second: NodeId) -> u32 {
    let around = doc.lowest_common_ancestor(first, second);
    u32::from(doc.depth(first) - doc.depth(around)) + u32::from(doc.depth(second) - doc.depth(around))
}
