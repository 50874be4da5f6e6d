//! Readers' comments are kept or left out as one.

use super::Comments;
use crate::features::comments::{CommentParams, CommentRegion, find};
use crate::page::Page;
use std::ops::Range;

/// Decides about the regions of comments: those that are apart from the content get a probability of 0, so that the cut does
/// not count them. `shown` is the page whose blocks are judged, `words` are those of its blocks. Gives all regions, those that
/// the page is made for among them. O(nodes + blocks); see [`find`].
pub fn decide(
    shown: &Page<'_>,
    choice: Comments,
    words: &[u32],
    probabilities: &mut [f32],
) -> Vec<CommentRegion> {
    if choice == Comments::Keep {
        return Vec::new();
    }
    let worth = |row: usize| f64::from(words[row]) * f64::from(probabilities[row]);
    let mut regions = find(shown, &CommentParams::default(), &worth);
    if choice == Comments::Drop {
        for region in &mut regions {
            region.is_apart = region.speaks_for() >= CommentParams::default().least;
        }
    }
    for region in regions.iter().filter(|region| region.is_apart) {
        probabilities[rows(shown, region)].fill(0.0);
    }
    regions
}

/// The blocks of a region.
pub fn rows(shown: &Page<'_>, region: &CommentRegion) -> Range<usize> {
    let nodes = shown.text_nodes();
    let blocks = shown.text_blocks().blocks();
    let before = |id: u32| {
        let run = nodes.partition_point(|node| node.0 < id) as u32;
        blocks.partition_point(|block| block.runs.start < run)
    };
    let start = before(region.nodes.start);
    start..before(region.nodes.end).max(start)
}
