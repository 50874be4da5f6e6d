//! The part of the page under the last `h1` or `h2`, and the table that a text block stands in.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, finite, ratio};
use crate::features::section_links::SectionLinks;
use crate::features::text_blocks::TextBlock;
use crate::features::title_block::level_of;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{NodeId, names};

/// Headings down to this level begin a part: those below are names of records as often (our decision).
const LOWEST: u32 = 2;

columns! {
    part_index: "Headings `h1` and `h2` up to the block; 0 before the first.",
    part_words: "Words from the last of them, or the page's begin, to the next, or its end.",
    part_blocks: "Blocks there.",
    part_link_share: "Words inside links by words there, 0 to 1.",
    part_long_share: "Words in long blocks (12 words or more, links below 30 %) by words there, 0 to 1.",
    part_prices: "Blocks with a price by blocks there, 0 to 1.",
    part_images: "Images by blocks there.",
    part_inputs: "Form controls by blocks there.",
    part_section_links: "Share of the links there that lead into the first part of the path of the page's own \
        address, 0 to 1; missing without links, an address or such a part.",
    part_place: "Share of the part's words before the block, 0 to 1.",
    table_rows: "`tr` of the nearest `table` around, or `dt` of the nearest `dl`; missing without.",
    table_cells: "`td` and `th`, or `dd`, by these rows; missing without.",
    table_words: "Words by rows; missing without.",
    table_words_before: "Words from the begin of the table to the block; missing without.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_parts", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    fill_parts(page, columns);
    fill_tables(page, columns);
}

fn fill_parts(page: &Page<'_>, columns: &mut GroupColumns<'_>) {
    let blocks = page.text_blocks().blocks();
    let links = SectionLinks::of(page);
    let begins = |block: &TextBlock| (1..=LOWEST).contains(&level_of(page, block));
    let (mut start, mut index) = (0, 0);
    for row in 0..blocks.len() {
        index += u32::from(begins(&blocks[row]));
        if blocks.get(row + 1).is_none_or(begins) {
            fill_part(page, start, row + 1, index, &links, columns);
            start = row + 1;
        }
    }
}

/// The part of the blocks from `start` to `end`.
fn fill_part(
    page: &Page<'_>,
    start: usize,
    end: usize,
    index: u32,
    links: &SectionLinks,
    columns: &mut GroupColumns<'_>,
) {
    let (doc, measures, blocks) = (page.document(), page.text_measures(), page.text_blocks().blocks());
    let node_of = |row: usize| blocks.get(row).map(|block| page.text_nodes()[block.runs.start as usize].0);
    let nodes = node_of(start).unwrap_or(0)..node_of(end).unwrap_or(doc.len() as u32);
    let runs = blocks[start].runs.start..blocks[end - 1].runs.end;
    let (found, counts) = (measures.range(runs.clone()), page.stats().range(nodes.clone()));
    let mut values = Row {
        part_index: index as f32,
        part_words: found.words as f32,
        part_blocks: found.blocks as f32,
        part_link_share: ratio(found.link_words, found.words),
        part_long_share: ratio(found.long_words, found.words),
        part_prices: ratio(found.price_blocks, found.blocks),
        part_images: ratio(counts.images, found.blocks),
        part_inputs: ratio(counts.inputs, found.blocks),
        part_section_links: links.share(nodes),
        part_place: 0.0,
        table_rows: f32::NAN,
        table_cells: f32::NAN,
        table_words: f32::NAN,
        table_words_before: f32::NAN,
    };
    let wanted = columns.wanted(0..AT.table_rows);
    for (row, block) in blocks.iter().enumerate().take(end).skip(start) {
        values.part_place = ratio(measures.range(runs.start..block.runs.start).words, found.words);
        columns.set_some(row, wanted, 0, &values.array().map(finite));
    }
}

/// Rows and cells of a table or `dl`.
#[derive(Debug, Clone, Copy, Default)]
struct TableParts {
    rows: u32,
    cells: u32,
}

fn fill_tables(page: &Page<'_>, columns: &mut GroupColumns<'_>) {
    let (doc, measures) = (page.document(), page.text_measures());
    // By node: the nearest table around; 0 for none.
    let mut around = vec![0_u32; doc.len()];
    let mut tables: Vec<(NodeId, TableParts)> = vec![(page.body(), TableParts::default())];
    for node in doc.descendants(page.body()).filter(|&node| doc.is_element(node)) {
        let above = doc.parent(node).map_or(0, |parent| around[parent.index()]);
        around[node.index()] = above;
        let table = &mut tables[above as usize].1;
        match doc.name(node) {
            names::TABLE | names::DL => {
                around[node.index()] = tables.len() as u32;
                tables.push((node, TableParts::default()));
            }
            names::TR | names::DT => table.rows += 1,
            names::TD | names::TH | names::DD => table.cells += 1,
            _ => {}
        }
    }
    for (row, block) in page.text_blocks().blocks().iter().enumerate() {
        let place = around[block.element.index()] as usize;
        let (element, table) = tables[place];
        if place == 0 || table.rows == 0 {
            continue;
        }
        let runs = measures.runs(doc, element);
        columns.set(row, AT.table_rows, table.rows as f32);
        columns.set(row, AT.table_cells, ratio(table.cells, table.rows));
        columns.set(row, AT.table_words, ratio(measures.range(runs.clone()).words, table.rows));
        let begin = block.runs.start.max(runs.start);
        columns.set(row, AT.table_words_before, measures.range(runs.start..begin).words as f32);
    }
}
