//! Text blocks whose elements stand alike in the tree: same name and first class on three levels.

use super::{Columns, Group, RowUnit, columns, ratio};
use crate::extractor::Scratch;
use crate::features::element_groups::ElementGroups;
use crate::features::text_measures::Measures;
use crate::page::Page;
use debulha_dom::NodeId;
use rustc_hash::FxHashMap;

/// Levels that are compared: the block's element, its parent and its grandparent.
const LEVELS: usize = 3;

/// The group.
pub(super) static GROUP: Group = Group {
    name: "block_paths",
    unit: RowUnit::Block,
    features: columns! {
        "same_path_blocks": "Blocks of the page that stand alike, this one among them.",
        "same_path_share": "Share of the page's words in them, 0 to 1.",
        "same_path_words": "Their words in the mean.",
        "same_path_link_share": "Words inside links by words of all of them, 0 to 1.",
        "same_path_index": "Blocks that stand alike before this one.",
    },
    fill,
};

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut Columns<'_>, scratch: &mut Scratch) {
    let (doc, measures, groups) = (page.document(), page.text_measures(), page.element_groups());
    let blocks = page.text_blocks().blocks();
    let mut numbers: FxHashMap<[u32; LEVELS], u32> = FxHashMap::default();
    let mut sums: Vec<Measures> = Vec::new();
    let mut path_of = scratch.indices(blocks.len(), 0);
    for (row, block) in blocks.iter().enumerate() {
        let mut path = [ElementGroups::NONE; LEVELS];
        let mut above = Some(block.element);
        for look in &mut path {
            *look = above.map_or(ElementGroups::NONE, |element| groups.look(element));
            above = above.and_then(|element| doc.parent(element));
        }
        let next = sums.len() as u32;
        let number = *numbers.entry(path).or_insert(next);
        if number == next {
            sums.push(Measures::default());
        }
        columns.set(row, 4, sums[number as usize].blocks as f32);
        sums[number as usize] += measures.range(block.runs.clone());
        path_of[row] = number;
    }
    let all_words = measures.range(0..page.text_nodes().len() as u32).words;
    for (row, &path) in path_of.iter().enumerate() {
        let sum = sums[path as usize];
        columns.set(row, 0, sum.blocks as f32);
        columns.set(row, 1, ratio(sum.words, all_words));
        columns.set(row, 2, ratio(sum.words, sum.blocks));
        columns.set(row, 3, ratio(sum.link_words, sum.words));
    }
    scratch.give_indices(path_of);
}
