//! How a text block relates to the last heading before it and to the title of the page.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::features::text_blocks::TextBlock;
use crate::features::title_block::level_of;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    last_heading_level: "1 to 6, of the last heading before the block or of the block itself; missing before the \
        first.",
    last_heading_blocks: "Blocks from that heading to this one, 0 in it; missing before the first.",
    last_heading_words: "Words from the begin of that heading to this block; missing before the first.",
    heading_section_words: "Words from that heading to the next one, its own among them; missing before the first.",
    heading_section_link_share: "Words inside links by these words, 0 to 1; missing before the first.",
    title_blocks: "Blocks from the title to this one, negative before it; missing without a title.",
    title_words: "Words from the begin of the title to this block, negative before it; missing without a title.",
    title_levels: "Levels from the title's element up to the lowest element with both; missing without a title.",
    title_block_levels: "Levels from the block's element up to that element; missing without a title.",
    title_container_share: "Share of the page's words in that element, 0 to 1; missing without a title.",
}

/// The group. The title is that of `features::title_block`.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_headings", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let blocks = page.text_blocks().blocks();
    last_headings(page, blocks, columns);
    if (AT.title_blocks..=AT.title_container_share).any(|column| columns.wants(column))
        && let Some(title) = page.title_block()
    {
        around_title(page, blocks, title, columns);
    }
}

fn last_headings(page: &Page<'_>, blocks: &[TextBlock], columns: &mut GroupColumns<'_>) {
    let measures = page.text_measures();
    let headings: Vec<usize> = (0..blocks.len()).filter(|&at| level_of(page, &blocks[at]) > 0).collect();
    for (place, &heading) in headings.iter().enumerate() {
        let next = headings.get(place + 1).copied().unwrap_or(blocks.len());
        let begin = blocks[heading].runs.start;
        let section = measures.range(begin..blocks[next - 1].runs.end);
        let level = level_of(page, &blocks[heading]) as f32;
        for (row, block) in blocks.iter().enumerate().take(next).skip(heading) {
            columns.set(row, AT.last_heading_level, level);
            columns.set(row, AT.last_heading_blocks, (row - heading) as f32);
            columns.set(row, AT.last_heading_words, measures.range(begin..block.runs.start).words as f32);
            columns.set(row, AT.heading_section_words, section.words as f32);
            columns.set(row, AT.heading_section_link_share, section.link_share() as f32);
        }
    }
}

fn around_title(page: &Page<'_>, blocks: &[TextBlock], title: usize, columns: &mut GroupColumns<'_>) {
    let (doc, measures) = (page.document(), page.text_measures());
    let element = blocks[title].element;
    let all_words = measures.range(0..page.text_nodes().len() as u32).words;
    let mut set = |row: usize, around: NodeId| {
        let block = &blocks[row];
        let (first, last) = (title.min(row), title.max(row));
        let words = measures.range(blocks[first].runs.start..blocks[last].runs.start).words as f32;
        columns.set(row, AT.title_blocks, row as f32 - title as f32);
        columns.set(row, AT.title_words, if row < title { -words } else { words });
        columns.set(row, AT.title_levels, f32::from(doc.depth(element) - doc.depth(around)));
        columns.set(row, AT.title_block_levels, f32::from(doc.depth(block.element) - doc.depth(around)));
        columns.set(row, AT.title_container_share, ratio(measures.subtree(doc, around).words, all_words));
    };
    // The farther from the title, the higher the element with both: each pass climbs once.
    let mut around = element;
    for (row, block) in blocks.iter().enumerate().skip(title) {
        around = climb(page, around, block.element);
        set(row, around);
    }
    around = element;
    for (row, block) in blocks[..title].iter().enumerate().rev() {
        around = climb(page, around, block.element);
        set(row, around);
    }
}

/// The lowest element at or above `from` that contains another.
fn climb(page: &Page<'_>, mut from: NodeId, other: NodeId) -> NodeId {
    let doc = page.document();
    while !doc.contains(from, other)
        && let Some(parent) = doc.parent(from)
    {
        from = parent;
    }
    from
}
