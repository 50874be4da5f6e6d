//! Where an element stands in the page.

use super::open_rows::is_implied;
use super::{FeatureGroup, GroupColumns, RowUnit, columns};
use crate::features::text_measures::share;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    distance: "Levels from `body` to the element; `tbody` that the parser implied does not count (lutz2013).",
    height: "Levels from the element down to the deepest visible element in it; 0 without any.",
    children: "Child elements that are visible.",
    siblings: "Visible elements with the same parent, the element itself among them.",
    sibling_index: "Those of them before the element.",
    elements_before: "Share of the page's visible elements that begin before it, 0 to 1.",
    words_before: "Share of the page's words before it, 0 to 1.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "node_position", unit: RowUnit::Node, features: COLUMNS, fill };

/// An element that is open, with what was counted below it so far.
struct OpenNode {
    end: u32,
    row: usize,
    counts_as_level: bool,
    height: u32,
    children: u32,
}

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, scratch: &mut Scratch) {
    let (doc, measures) = (page.document(), page.text_measures());
    let all_words = measures.range(0..page.text_nodes().len() as u32).words;
    let words_before = |node: NodeId| measures.range(0..measures.runs(doc, node).start).words;
    let mut open: Vec<OpenNode> = Vec::new();
    let mut level = 0;
    // By row: its parent's row.
    let mut parents = scratch.indices(rows.len(), u32::MAX);
    let mut children = scratch.indices(rows.len(), 0);
    for (row, &node) in rows.iter().enumerate() {
        while open.last().is_some_and(|last| last.end <= node.0) {
            level -= close(&mut open, columns, &mut children);
        }
        columns.set(row, AT.distance, level as f32);
        columns.set(row, AT.elements_before, share(row as u32, rows.len() as u32) as f32);
        columns.set(row, AT.words_before, share(words_before(node), all_words) as f32);
        if let Some(parent) = open.last_mut() {
            columns.set(row, AT.sibling_index, parent.children as f32);
            parent.children += 1;
            parents[row] = parent.row as u32;
        } else {
            columns.set(row, AT.sibling_index, 0.0);
        }
        let implied = is_implied(doc, node);
        open.push(OpenNode {
            end: doc.subtree_end(node),
            row,
            counts_as_level: !implied,
            height: 0,
            children: 0,
        });
        level += u32::from(!implied);
    }
    while !open.is_empty() {
        close(&mut open, columns, &mut children);
    }
    for (row, &parent) in parents.iter().enumerate() {
        columns.set(row, AT.siblings, children.get(parent as usize).map_or(1.0, |&count| count as f32));
    }
    scratch.give_indices(parents);
    scratch.give_indices(children);
}

/// Ends the innermost element; gives the levels that end with it.
fn close(open: &mut Vec<OpenNode>, columns: &mut GroupColumns<'_>, children: &mut [u32]) -> u32 {
    let Some(ended) = open.pop() else { return 0 };
    columns.set(ended.row, AT.height, ended.height as f32);
    columns.set(ended.row, AT.children, ended.children as f32);
    children[ended.row] = ended.children;
    if let Some(parent) = open.last_mut() {
        parent.height = parent.height.max(ended.height + 1);
    }
    u32::from(ended.counts_as_level)
}
