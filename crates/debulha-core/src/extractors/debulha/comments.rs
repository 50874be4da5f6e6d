//! Readers' comments are kept or left out as one.

use super::Comments;
use super::smoothing::SURE;
use crate::classify::linear::logistic;
use crate::features::comments::{CommentParams, CommentRegion, find};
use crate::outcome::Reason;
use crate::page::Page;
use debulha_dom::NodeId;
use std::ops::Range;

/// Words of a block from which on it is what a post says (our decision: shorter ones are names, dates and links).
const POST_WORDS: u32 = 8;

/// Least probability of what comments say where they alone are wanted (our decision: the cut keeps all of it).
const WANTED: f32 = 0.9;

/// Decides about the regions of comments: those that are apart from the content get a probability of 0, so that the cut does
/// not count them, and in those that the page is made for posts are as likely as each other. `shown` is the page whose blocks
/// are judged, `words` are those of its blocks. Gives all regions. O(nodes + blocks); see [`find`].
pub fn decide(
    shown: &Page<'_>,
    choice: Comments,
    words: &[u32],
    probabilities: &mut [f32],
) -> Vec<CommentRegion> {
    if choice == Comments::Keep {
        return Vec::new();
    }
    let params = CommentParams::default();
    let worth = |row: usize| f64::from(words[row]) * f64::from(probabilities[row]);
    let mut regions = find(shown, &params, &worth);
    match choice {
        Comments::Drop => {
            regions.iter_mut().for_each(|region| region.is_apart = region.speaks_for() >= params.least)
        }
        Comments::Only => keep_alone(shown, &params, &regions, words, probabilities),
        Comments::Auto | Comments::Keep => {}
    }
    if choice == Comments::Only {
        regions.iter_mut().for_each(|region| region.is_apart = false);
    }
    for region in regions.iter().filter(|region| region.is_apart) {
        probabilities[rows(shown, region)].fill(0.0);
    }
    for region in regions.iter().filter(|region| region.is_purpose() && choice == Comments::Auto) {
        level(&words[rows(shown, region)], &mut probabilities[rows(shown, region)]);
    }
    regions
}

/// Draws the log-odds of what posts say up to their mean, by words: a thread is kept whole or not at all.
fn level(words: &[u32], probabilities: &mut [f32]) {
    let posts = || words.iter().enumerate().filter(|&(_, &words)| words >= POST_WORDS);
    let sum: u32 = posts().map(|(_, words)| words).sum();
    let odds = |probability: f32| {
        let probability = f64::from(probability).clamp(SURE, 1.0 - SURE);
        (probability / (1.0 - probability)).ln()
    };
    let mean = posts().map(|(row, &words)| f64::from(words) * odds(probabilities[row])).sum::<f64>();
    let mean = logistic(mean / f64::from(sum.max(1))) as f32;
    let rows: Vec<usize> = posts().map(|(row, _)| row).collect();
    for row in rows {
        if probabilities[row] > 0.0 {
            probabilities[row] = probabilities[row].max(mean);
        }
    }
}

/// Leaves the text of comments, whatever the page is made for.
fn keep_alone(
    shown: &Page<'_>,
    params: &CommentParams,
    regions: &[CommentRegion],
    words: &[u32],
    probabilities: &mut [f32],
) {
    let mut left = vec![0.0; probabilities.len()];
    for region in regions.iter().filter(|region| region.speaks_for() >= params.least) {
        for row in rows(shown, region) {
            let element = shown.text_blocks().blocks()[row].element;
            let says = words[row] >= POST_WORDS || region.posts.contains(&element);
            left[row] = if says { probabilities[row].max(WANTED) } else { probabilities[row] };
        }
    }
    probabilities.copy_from_slice(&left);
}

/// What the region around a text node says of it; `None` elsewhere.
pub fn reason(regions: &[CommentRegion], text_node: NodeId, keeps: bool) -> Option<Reason> {
    let region = regions.iter().find(|region| region.nodes.contains(&text_node.0))?;
    let became = if region.is_apart { "left out" } else { "judged like all other text" };
    let detail = format!("readers' comments, {became}: {:.2} = {}", region.score(), region.describe());
    Some(Reason { rule: "comments", keeps, node: NodeId(region.nodes.start), detail })
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
