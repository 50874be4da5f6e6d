//! What the classic systems say of a text block.

use super::{Columns, Group, RowUnit, columns, ratio_of};
use crate::extractor::Scratch;
use crate::features::best_span::best_span;
use crate::features::boilerpipe::rules::DensityRules;
use crate::features::boilerpipe::{Draft, filters};
use crate::features::justext::Rules;
use crate::features::justext::classes::Class;
use crate::features::stop_words::StopWords;
use crate::features::text_density::{PathText, Selection, Threshold};
use crate::features::tokens::Token;
use crate::outcome::Labels;
use crate::page::Page;
use debulha_dom::NodeId;
use std::ops::Range;

/// Words that a tag costs in the two windows: as in finn2001, and so much that the window is one dense text.
const TAG_COSTS: [f64; 2] = [1.0, 4.0];

/// Share of the top score, and least score, from which on a sibling of the top candidate belongs to it (mozilla2025).
const SIBLING_SHARE: f64 = 0.2;
const MIN_SIBLING_SCORE: f64 = 10.0;

/// The group.
pub(super) static GROUP: Group = Group {
    name: "block_systems",
    unit: RowUnit::Block,
    features: columns! {
        "in_densest": "1 in the element with the highest density sum of the page, else 0 (sun2011).",
        "in_dense_subtree": "1 in a content subtree of the system `cetd`, else 0 (sun2011).",
        "boilerpipe": "1 where the system `boilerpipe_default` keeps it, else 0; 0 outside its blocks \
            (kohlschuetter2010).",
        "justext_alone": "Class of its jusText paragraph by itself: 0 bad, 1 short, 2 near-good, 3 good; missing in \
            controls (pomikalek2011).",
        "justext": "The same in view of the paragraphs around it (pomikalek2011).",
        "in_window": "1 where the block begins in the span of the system `bte`, a tag costing one word; else 0 \
            (finn2001).",
        "window_distance": "Words and tags between the block's begin and that span; 0 in it, missing without one.",
        "in_dense_window": "1 where the block begins in the span in which a tag costs 4 words; else 0.",
        "dense_window_distance": "Words and tags between the block's begin and that span; 0 in it, missing without one.",
        "readability_best": "Highest score in the manner of Readability of the elements around, by the highest of the \
            page, at most 1; 0 where none has one (mozilla2025).",
        "readability_rank": "Elements of the page with a higher score than this; missing where none around has one.",
        "in_readability_top": "1 in the element with the highest score, else 0.",
        "in_readability_joined": "1 in that element or in a sibling of it with a fifth of its score, 10 at least; else 0.",
        "in_readability_parent": "1 in the parent of that element, else 0.",
    },
    fill,
};

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>, scratch: &mut Scratch) {
    if rows.is_empty() {
        return;
    }
    by_density(page, rows, columns, scratch);
    if columns.wants(2) {
        let mut draft = Draft::new(page);
        filters::fuse_equal_density(&mut draft);
        DensityRules::PUBLISHED.classify(&mut draft);
        set_kept(rows, &draft.labels(), |row, kept| columns.set(row, 2, kept));
    }
    if columns.wants(3) || columns.wants(4) {
        by_paragraphs(page, rows, columns);
    }
    if (5..9).any(|column| columns.wants(column)) {
        by_windows(page, rows, columns);
    }
    by_scores(page, rows, columns, scratch);
}

fn by_density(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>, scratch: &mut Scratch) {
    let densities = &page.composite_densities().densities;
    let selection = Selection::choose(page, densities, Threshold::PathMinimum, scratch);
    for (row, &node) in rows.iter().enumerate() {
        columns.set(row, 0, yes(page.document().contains(selection.densest, node)));
    }
    set_kept(rows, &selection.labels(page, PathText::Drop), |row, kept| columns.set(row, 1, kept));
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

fn by_paragraphs(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>) {
    let (paragraphs, classes) = Rules::DEFAULT.classify(page, StopWords::Auto.list(page));
    let number = |class: Class| match class {
        Class::Bad => 0.0,
        Class::Short => 1.0,
        Class::NearGood => 2.0,
        Class::Good => 3.0,
    };
    for (row, &node) in rows.iter().enumerate() {
        if let Some(paragraph) = paragraphs.of_node(node) {
            columns.set(row, 3, number(classes.alone[paragraph]));
            columns.set(row, 4, number(classes.revised[paragraph]));
        }
    }
}

fn by_windows(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>) {
    let tokens = page.tokens();
    let windows = TAG_COSTS.map(|cost| best_span(tokens.tags(), cost));
    let mut at = 0;
    for (row, &node) in rows.iter().enumerate() {
        // Words come in document order, those of a node one after another.
        let first = (at..tokens.len()).find(|&index| match tokens.get(index) {
            Token::Word(span) => span.node >= node,
            Token::Start(_) | Token::End(_) => false,
        });
        let Some(first) = first else { break };
        at = first;
        if !matches!(tokens.get(first), Token::Word(span) if span.node == node) {
            continue;
        }
        for (window, column) in windows.iter().zip([5, 7]) {
            columns.set(row, column, yes(window.as_ref().is_some_and(|window| window.contains(&first))));
            if let Some(window) = window {
                columns.set(row, column + 1, distance(window, first) as f32);
            }
        }
    }
}

fn distance(window: &Range<usize>, index: usize) -> usize {
    if index < window.start { window.start - index } else { index.saturating_sub(window.end - 1) }
}

fn by_scores(page: &Page<'_>, rows: &[NodeId], columns: &mut Columns<'_>, scratch: &mut Scratch) {
    let (doc, body, scores) = (page.document(), page.body(), page.content_scores());
    // By node: the highest score from `body` down to it.
    let mut best = scratch.floats(doc.len(), f64::NAN);
    for node in doc.subtree(body) {
        let above = doc.parent(node).filter(|_| node > body).map_or(f64::NAN, |parent| best[parent.index()]);
        best[node.index()] = above.max(scores.score(node).unwrap_or(f64::NAN));
    }
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
        let score = best[node.index()];
        columns.set(row, 9, if score.is_nan() { 0.0 } else { ratio_of(score, top_score) });
        columns.set(row, 10, if score.is_nan() { f32::NAN } else { scores.rank(score) as f32 });
        let is_in = |around: Option<NodeId>| around.is_some_and(|around| doc.contains(around, node));
        let before = joined.partition_point(|&sibling| sibling <= node);
        columns.set(row, 11, yes(is_in(top)));
        columns.set(row, 12, yes(before > 0 && is_in(joined.get(before - 1).copied())));
        columns.set(row, 13, yes(is_in(parent)));
    }
    scratch.give_floats(best);
}
