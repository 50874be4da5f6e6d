//! Where a text block stands to what is offered on a page: the first price, button and form after its title, its images.
//! And whether its text was there before.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{NameId, NodeId, names};

columns! {
    offer_price_blocks: "Blocks from the first block with a price after the title (of the page, without a title) to \
        this one, negative before it; missing without.",
    offer_button_blocks: "Blocks from the first `button` after the title to this one, negative before it; missing without.",
    offer_form_blocks: "Blocks from the first `form` after the title to this one, negative before it; missing without.",
    offer_images: "Images from the title to the block, negative before it.",
    offer_image_place: "Share of the page's images before the block, 0 to 1; 0 where there are none.",
    offer_price_place: "Share of the page's blocks with a price before the block, 0 to 1; 0 where there are none.",
    offer_seen: "Blocks since the same text was there last; missing where it is new.",
    offer_ends_colon: "1 for a text that ends with a colon, else 0.",
    offer_after_colon: "1 where the block before does, else 0.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_offer", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (doc, measures, blocks) = (page.document(), page.text_measures(), page.text_blocks().blocks());
    let title = page.title_block().unwrap_or(0);
    let Some(title_node) = rows.get(title).copied() else { return };
    let price = (title..blocks.len()).find(|&row| measures.range(blocks[row].runs.clone()).price_blocks > 0);
    let first = |name: NameId| {
        let is_after = |node: &NodeId| *node > title_node && !page.visibility().is_hidden(*node);
        let node = doc.elements_named(name).find(is_after)?;
        Some(rows.partition_point(|&row| row < node))
    };
    let marks = [
        (AT.offer_price_blocks, price),
        (AT.offer_button_blocks, first(names::BUTTON)),
        (AT.offer_form_blocks, first(names::FORM)),
    ];
    let images_before = |node: NodeId| page.stats().range(0..node.0).images;
    let images = page.stats().range(0..doc.len() as u32).images;
    let title_images = images_before(title_node);
    let prices = measures.range(0..page.text_nodes().len() as u32).price_blocks;
    for row in columns.range() {
        let node = rows[row];
        for (column, mark) in marks {
            if let Some(mark) = mark {
                columns.set(row, column, row as f32 - mark as f32);
            }
        }
        let before = images_before(node);
        columns.set(row, AT.offer_images, before as f32 - title_images as f32);
        columns.set(row, AT.offer_image_place, ratio(before, images));
        let prices_before = measures.range(0..blocks[row].runs.start).price_blocks;
        columns.set(row, AT.offer_price_place, ratio(prices_before, prices));
    }
    fill_texts(page, columns);
}

/// Texts that return, and names of values.
fn fill_texts(page: &Page<'_>, columns: &mut GroupColumns<'_>) {
    let (doc, blocks) = (page.document(), page.text_blocks());
    for (row, last) in page.same_text().last_before().enumerate() {
        if let Some(last) = last {
            columns.set(row, AT.offer_seen, (row - last) as f32);
        }
    }
    let mut after_colon = false;
    for (row, block) in blocks.blocks().iter().enumerate() {
        let last = blocks.nodes(block).last().map_or("", |&node| doc.text(node)).trim_end();
        let ends_colon = last.ends_with([':', '：']);
        columns.set(row, AT.offer_ends_colon, f32::from(u8::from(ends_colon)));
        columns.set(row, AT.offer_after_colon, f32::from(u8::from(after_colon)));
        after_colon = ends_colon;
    }
}
