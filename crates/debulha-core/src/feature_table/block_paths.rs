//! Text blocks whose elements stand alike in the tree: same name and first class on three levels.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::features::text_measures::Measures;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    same_path_blocks: "Blocks of the page that stand alike, this one among them.",
    same_path_share: "Share of the page's words in them, 0 to 1.",
    same_path_words: "Their words in the mean.",
    same_path_link_share: "Words inside links by words of all of them, 0 to 1.",
    same_path_index: "Blocks that stand alike before this one.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_paths", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (measures, alike) = (page.text_measures(), &page.alike_blocks().on_page);
    let blocks = page.text_blocks().blocks();
    let mut sums = vec![Measures::default(); alike.count()];
    for (row, class) in alike.iter() {
        let sum = &mut sums[class];
        columns.set(row, AT.same_path_index, sum.blocks as f32);
        *sum += measures.range(blocks[row].runs.clone());
    }
    let all_words = measures.range(0..page.text_nodes().len() as u32).words;
    for (row, class) in alike.iter() {
        let sum = sums[class];
        columns.set(row, AT.same_path_blocks, sum.blocks as f32);
        columns.set(row, AT.same_path_share, ratio(sum.words, all_words));
        columns.set(row, AT.same_path_words, ratio(sum.words, sum.blocks));
        columns.set(row, AT.same_path_link_share, ratio(sum.link_words, sum.words));
    }
}
