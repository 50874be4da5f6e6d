//! Readers' comments are kept or left out as one.

use super::Comments;
use super::smoothing::SURE;
use crate::classify::linear::logistic;
use crate::features::comments::{CommentParams, CommentRegion, find};
use crate::outcome::Reason;
use crate::page::Page;
use debulha_dom::NodeId;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Words of a block from which on it is what a post says (our decision: shorter ones are names, dates and links).
const POST_WORDS: u32 = 8;

/// Least probability of what comments say where they alone are wanted (our decision: the cut keeps all of it).
const WANTED: f32 = 0.9;

/// Decides about the regions of comments: those that are apart from the content get a probability of 0, so that the cut does
/// not count them, and in those that the page is made for posts that stand alike
/// are at least as likely as their mean. `shown` is the page whose blocks
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
            for region in &mut regions {
                region.is_apart = region.speaks_for() >= params.least;
            }
        }
        Comments::Only => keep_alone(shown, &params, &regions, words, probabilities),
        Comments::Auto | Comments::Keep => {}
    }
    if choice == Comments::Only {
        for region in &mut regions {
            region.is_apart = false;
        }
    }
    for region in regions.iter().filter(|region| region.is_apart) {
        probabilities[shown.text_blocks().rows_in(&region.nodes)].fill(0.0);
    }
    for region in regions.iter().filter(|region| region.is_purpose() && choice == Comments::Auto) {
        level(shown, shown.text_blocks().rows_in(&region.nodes), words, probabilities);
    }
    regions
}

/// Draws the log-odds of what posts say up to the mean of those that stand alike, by words: a thread is kept whole or not
/// at all, and signatures and remarks below posts are judged among themselves.
fn level(shown: &Page<'_>, rows: Range<usize>, words: &[u32], probabilities: &mut [f32]) {
    let alike = &shown.alike_blocks().on_page;
    let posts: Vec<(usize, usize)> = rows
        .filter(|&row| words[row] >= POST_WORDS && probabilities[row] > 0.0)
        .filter_map(|row| Some((row, alike.of(row)?)))
        .collect();
    let mut sums: FxHashMap<usize, (f64, f64)> = FxHashMap::default();
    for &(row, class) in &posts {
        let probability = f64::from(probabilities[row]).clamp(SURE, 1.0 - SURE);
        let (odds, count) = sums.entry(class).or_default();
        *odds += f64::from(words[row]) * (probability / (1.0 - probability)).ln();
        *count += f64::from(words[row]);
    }
    for (row, class) in posts {
        if let Some((odds, count)) = sums.get(&class) {
            probabilities[row] = probabilities[row].max(logistic(odds / count) as f32);
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
        for row in shown.text_blocks().rows_in(&region.nodes) {
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
