//! What the classic systems say of a text block.

use super::open_path::OpenPath;
use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio_of};
use crate::features::best_span::SpanSearch;
use crate::features::boilerpipe::rules::DensityRules;
use crate::features::boilerpipe::{BoilerpipeDraft, filters};
use crate::features::justext::JustextRules;
use crate::features::text_density::{DensitySelection, DensityThreshold, PathText};
use crate::features::tokens::{PageStep, PageSteps};
use crate::outcome::Labels;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;
use std::ops::Range;

/// Words that a tag costs in the two windows: as in finn2001, and so much that the window is one dense text.
const TAG_COSTS: [f64; 2] = [1.0, 4.0];

/// Share of the top score, and least score, from which on a sibling of the top candidate belongs to it (mozilla2025).
const SIBLING_SHARE: f64 = 0.2;
const MIN_SIBLING_SCORE: f64 = 10.0;

columns! {
    in_densest: "1 in the element with the highest density sum of the page, else 0 (sun2011).",
    in_dense_subtree: "1 in a content subtree of the system `cetd`, else 0 (sun2011).",
    boilerpipe: "1 where the system `boilerpipe_default` keeps it, else 0; 0 outside its blocks \
        (kohlschuetter2010).",
    justext_alone: "Class of its jusText paragraph by itself: 0 bad, 1 short, 2 near-good, 3 good; missing in \
        controls (pomikalek2011).",
    justext: "The same in view of the paragraphs around it (pomikalek2011).",
    in_window: "1 where the block begins in the span of the system `bte`, a tag costing one word; else 0 \
        (finn2001).",
    window_distance: "Words and tags between the block's begin and that span; 0 in it, missing without one.",
    in_dense_window: "1 where the block begins in the span in which a tag costs 4 words; else 0.",
    dense_window_distance: "Words and tags between the block's begin and that span; 0 in it, missing without one.",
    readability_best: "Highest score in the manner of Readability of the elements around, by the highest of the \
        page, at most 1; 0 where none has one (mozilla2025).",
    readability_rank: "Elements of the page with a higher score than this; missing where none around has one.",
    in_readability_top: "1 in the element with the highest score, else 0.",
    in_readability_joined: "1 in that element or in a sibling of it with a fifth of its score, 10 at least; else 0.",
    in_readability_parent: "1 in the parent of that element, else 0.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_systems", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, scratch: &mut Scratch) {
    if rows.is_empty() {
        return;
    }
    if columns.wants(AT.in_densest) || columns.wants(AT.in_dense_subtree) {
        by_density(page, rows, columns, scratch);
    }
    if columns.wants(AT.boilerpipe) {
        let mut draft = BoilerpipeDraft::new(page);
        filters::fuse_equal_density(&mut draft);
        DensityRules::PUBLISHED.classify(&mut draft);
        set_kept(rows, &draft.labels(), |row, kept| columns.set(row, AT.boilerpipe, kept));
    }
    if columns.wants(AT.justext_alone) || columns.wants(AT.justext) {
        by_paragraphs(page, rows, columns);
    }
    if (AT.in_window..=AT.dense_window_distance).any(|column| columns.wants(column)) {
        by_windows(page, rows, columns);
    }
    if (AT.readability_best..=AT.in_readability_parent).any(|column| columns.wants(column)) {
        by_scores(page, rows, columns);
    }
}

fn by_density(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, scratch: &mut Scratch) {
    let densities = &page.composite_densities().densities;
    let selection = DensitySelection::choose(page, densities, DensityThreshold::PathMinimum, scratch);
    for (row, &node) in rows.iter().enumerate() {
        columns.set(row, AT.in_densest, yes(page.document().contains(selection.densest, node)));
    }
    if columns.wants(AT.in_dense_subtree) {
        set_kept(rows, &selection.labels(page, PathText::Drop), |row, kept| {
            columns.set(row, AT.in_dense_subtree, kept);
        });
    }
    selection.give(scratch);
}

fn yes(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// Whether each row's node is in the labels, which are in document order too.
fn set_kept(rows: &[NodeId], labels: &Labels, mut set: impl FnMut(usize, f32)) {
    let mut spans = labels.spans.iter().map(|span| span.node).peekable();
    for (row, &node) in rows.iter().enumerate() {
        while spans.next_if(|&kept| kept < node).is_some() {}
        set(row, yes(spans.peek() == Some(&node)));
    }
}

fn by_paragraphs(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>) {
    let (paragraphs, classes) = JustextRules::DEFAULT.classify(page, page.text_measures().stop_list());
    for (row, &node) in rows.iter().enumerate() {
        if let Some(paragraph) = paragraphs.of_node(node) {
            columns.set(row, AT.justext_alone, classes.alone[paragraph].number());
            columns.set(row, AT.justext, classes.revised[paragraph].number());
        }
    }
}

/// The windows over `Page::tokens`, without a list of them: the words of a text node count as one step.
fn by_windows(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>) {
    let (doc, stats) = (page.document(), page.stats());
    let mut searches = TAG_COSTS.map(SpanSearch::new);
    let mut at = 0;
    let mut rows_left = rows.iter().enumerate().peekable();
    // Rows with the token that each begins with.
    let mut begins: Vec<(usize, usize)> = Vec::with_capacity(rows.len());
    for piece in PageSteps::new(doc, page.visibility(), page.body()) {
        let PageStep::Text(node) = piece else {
            searches.iter_mut().for_each(SpanSearch::tag);
            at += 1;
            continue;
        };
        let words = stats.subtree(doc, node).words as usize;
        if words == 0 {
            continue;
        }
        while rows_left.next_if(|&(_, &row)| row < node).is_some() {}
        begins.extend(rows_left.next_if(|&(_, &row)| row == node).map(|(row, _)| (row, at)));
        for search in &mut searches {
            search.words(words);
        }
        at += words;
    }
    let places = [(AT.in_window, AT.window_distance), (AT.in_dense_window, AT.dense_window_distance)];
    for (search, (is_in, how_far)) in searches.iter().zip(places) {
        for &(row, begin) in &begins {
            columns.set(row, is_in, yes(search.best.as_ref().is_some_and(|window| window.contains(&begin))));
            if let Some(window) = &search.best {
                columns.set(row, how_far, distance(window, begin) as f32);
            }
        }
    }
}

fn distance(window: &Range<usize>, index: usize) -> usize {
    if index < window.start { window.start - index } else { index.saturating_sub(window.end - 1) }
}

fn by_scores(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>) {
    let (doc, scores) = (page.document(), page.content_scores());
    // With the highest score from `body` down.
    let mut path: OpenPath<f64> = OpenPath::new(page.body());
    let top_score = scores.top_score().unwrap_or(0.0);
    let top = scores.top();
    let parent = top.and_then(|top| doc.parent(top));
    let least = (SIBLING_SHARE * top_score).max(MIN_SIBLING_SCORE);
    let is_joined = |node: NodeId| scores.score(node).is_some_and(|score| score >= least);
    // Siblings in document order, as rows are.
    let joined: Vec<NodeId> = parent.map_or_else(Vec::new, |parent| {
        doc.children(parent).filter(|&child| Some(child) == top || is_joined(child)).collect()
    });
    for (row, &node) in rows.iter().enumerate() {
        let steps = path.come_to(doc, node, node, |node, above| {
            above.copied().unwrap_or(f64::NAN).max(scores.score(node).unwrap_or(f64::NAN))
        });
        let score = steps.last().map_or(f64::NAN, |step| step.value);
        columns.set(row, AT.readability_best, if score.is_nan() { 0.0 } else { ratio_of(score, top_score) });
        columns.set(
            row,
            AT.readability_rank,
            if score.is_nan() { f32::NAN } else { scores.rank(score) as f32 },
        );
        let is_in = |around: Option<NodeId>| around.is_some_and(|around| doc.contains(around, node));
        let before = joined.partition_point(|&sibling| sibling <= node);
        columns.set(row, AT.in_readability_top, yes(is_in(top)));
        columns.set(row, AT.in_readability_joined, yes(before > 0 && is_in(joined.get(before - 1).copied())));
        columns.set(row, AT.in_readability_parent, yes(is_in(parent)));
    }
}
