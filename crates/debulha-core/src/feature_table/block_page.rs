//! What the page of a text block is like as a whole: the same for all its blocks.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{NameId, NodeId, names};

columns! {
    page_blocks: "Text blocks of the page.",
    page_words: "Its words.",
    page_bytes: "Bytes of its source.",
    page_elements: "Its visible elements.",
    page_links: "Its links.",
    page_images: "Its images.",
    page_link_share: "Words inside links by words, 0 to 1.",
    page_punctuation: "Marks of punctuation by words.",
    page_stop_word_share: "Stop words of the page's language by words, 0 to 1; missing without a stop list.",
    page_sentences: "Ends of sentences.",
    page_long_words: "Words in long blocks (12 words or more, links below 30 %).",
    page_long_share: "These by all words, 0 to 1.",
    page_date_blocks: "Blocks with a date.",
    page_date_share: "These by all blocks, 0 to 1.",
    page_price_blocks: "Blocks with a price.",
    page_price_share: "These by all blocks, 0 to 1.",
    page_p: "Visible `p` elements.",
    page_li: "Visible `li` elements.",
    page_table: "Visible `table` elements.",
    page_form: "Visible `form` elements.",
    page_button: "Visible `button` elements.",
    page_input: "Visible `input` elements.",
    page_article: "Visible `article` elements.",
    page_section: "Visible `section` elements.",
    page_h1: "Visible `h1` elements.",
    page_h2: "Visible `h2` elements.",
    page_h3: "Visible `h3` elements.",
    page_time: "Visible `time` elements.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_page", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (doc, measures) = (page.document(), page.text_measures());
    let found = measures.range(0..page.text_nodes().len() as u32);
    let counts = page.stats().range(0..doc.len() as u32);
    let stop_words = ratio(found.stop_words, found.words);
    let is_wanted = (AT.page_p..COLUMNS.len()).any(|column| columns.wants(column));
    let counted = if is_wanted { count_names(page) } else { [0; COLUMNS.len()] };
    let of = |column: usize| counted[column] as f32;
    let values = Row {
        page_blocks: found.blocks as f32,
        page_words: found.words as f32,
        page_bytes: doc.source().len() as f32,
        page_elements: counts.elements as f32,
        page_links: counts.links as f32,
        page_images: counts.images as f32,
        page_link_share: ratio(found.link_words, found.words),
        page_punctuation: ratio(found.punctuation, found.words),
        page_stop_word_share: if measures.has_stop_list() { stop_words } else { f32::NAN },
        page_sentences: found.sentences as f32,
        page_long_words: found.long_words as f32,
        page_long_share: ratio(found.long_words, found.words),
        page_date_blocks: found.date_blocks as f32,
        page_date_share: ratio(found.date_blocks, found.blocks),
        page_price_blocks: found.price_blocks as f32,
        page_price_share: ratio(found.price_blocks, found.blocks),
        page_p: of(AT.page_p),
        page_li: of(AT.page_li),
        page_table: of(AT.page_table),
        page_form: of(AT.page_form),
        page_button: of(AT.page_button),
        page_input: of(AT.page_input),
        page_article: of(AT.page_article),
        page_section: of(AT.page_section),
        page_h1: of(AT.page_h1),
        page_h2: of(AT.page_h2),
        page_h3: of(AT.page_h3),
        page_time: of(AT.page_time),
    };
    let values = values.array();
    for row in columns.range() {
        columns.set_row(row, &values);
    }
}

/// The column of elements that are counted by name.
fn column_of(name: NameId) -> Option<usize> {
    match name {
        names::P => Some(AT.page_p),
        names::LI => Some(AT.page_li),
        names::TABLE => Some(AT.page_table),
        names::FORM => Some(AT.page_form),
        names::BUTTON => Some(AT.page_button),
        names::INPUT => Some(AT.page_input),
        names::ARTICLE => Some(AT.page_article),
        names::SECTION => Some(AT.page_section),
        names::H1 => Some(AT.page_h1),
        names::H2 => Some(AT.page_h2),
        names::H3 => Some(AT.page_h3),
        names::TIME => Some(AT.page_time),
        _ => None,
    }
}

/// Counts the visible elements of each name, by column. O(nodes).
fn count_names(page: &Page<'_>) -> [u32; COLUMNS.len()] {
    let doc = page.document();
    let mut counted = [0; COLUMNS.len()];
    for node in doc.nodes().filter(|&node| !page.visibility().is_hidden(node)) {
        if let Some(column) = column_of(doc.name(node)) {
            counted[column] += 1;
        }
    }
    counted
}
