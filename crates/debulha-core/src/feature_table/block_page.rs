//! What the page of a text block is like as a whole: the same for all its blocks.

use super::{Columns, Group, RowUnit, columns, ratio};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{NameId, NodeId, names};

macro_rules! counted_names {
    ($($name:ident $place:literal,)*) => {
        /// Elements that are counted by name, one column each.
        const NAMES: usize = [$($place),*].len();

        /// The place of a name among them.
        fn place(name: NameId) -> Option<usize> {
            match name {
                $(names::$name => Some($place),)*
                _ => None,
            }
        }
    };
}

counted_names! {
    P 0, LI 1, TABLE 2, FORM 3, BUTTON 4, INPUT 5, ARTICLE 6, SECTION 7, H1 8, H2 9, H3 10, TIME 11,
}

/// Columns before those.
const PLAIN: usize = 16;

/// The group.
pub(super) static GROUP: Group = Group {
    name: "block_page",
    unit: RowUnit::Block,
    features: columns! {
        "page_blocks": "Text blocks of the page.",
        "page_words": "Its words.",
        "page_bytes": "Bytes of its source.",
        "page_elements": "Its visible elements.",
        "page_links": "Its links.",
        "page_images": "Its images.",
        "page_link_share": "Words inside links by words, 0 to 1.",
        "page_punctuation": "Marks of punctuation by words.",
        "page_stop_word_share": "Stop words of the page's language by words, 0 to 1; missing without a stop list.",
        "page_sentences": "Ends of sentences.",
        "page_long_words": "Words in long blocks (12 words or more, links below 30 %).",
        "page_long_share": "These by all words, 0 to 1.",
        "page_date_blocks": "Blocks with a date.",
        "page_date_share": "These by all blocks, 0 to 1.",
        "page_price_blocks": "Blocks with a price.",
        "page_price_share": "These by all blocks, 0 to 1.",
        "page_p": "Visible `p` elements.",
        "page_li": "Visible `li` elements.",
        "page_table": "Visible `table` elements.",
        "page_form": "Visible `form` elements.",
        "page_button": "Visible `button` elements.",
        "page_input": "Visible `input` elements.",
        "page_article": "Visible `article` elements.",
        "page_section": "Visible `section` elements.",
        "page_h1": "Visible `h1` elements.",
        "page_h2": "Visible `h2` elements.",
        "page_h3": "Visible `h3` elements.",
        "page_time": "Visible `time` elements.",
    },
    fill,
};

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut Columns<'_>, _: &mut Scratch) {
    let (doc, measures) = (page.document(), page.text_measures());
    let found = measures.range(0..page.text_nodes().len() as u32);
    let counts = page.stats().range(0..doc.len() as u32);
    let stop_words = ratio(found.stop_words, found.words);
    let plain: [f32; PLAIN] = [
        found.blocks as f32,
        found.words as f32,
        doc.source().len() as f32,
        counts.elements as f32,
        counts.links as f32,
        counts.images as f32,
        ratio(found.link_words, found.words),
        ratio(found.punctuation, found.words),
        if measures.has_stop_list() { stop_words } else { f32::NAN },
        found.sentences as f32,
        found.long_words as f32,
        ratio(found.long_words, found.words),
        found.date_blocks as f32,
        ratio(found.date_blocks, found.blocks),
        found.price_blocks as f32,
        ratio(found.price_blocks, found.blocks),
    ];
    let mut values = [0.0; PLAIN + NAMES];
    values[..PLAIN].copy_from_slice(&plain);
    if (PLAIN..values.len()).any(|column| columns.wants(column)) {
        count_names(page, &mut values[PLAIN..]);
    }
    for row in columns.range() {
        columns.set_row(row, &values);
    }
}

/// Counts the visible elements of each name. O(nodes).
fn count_names(page: &Page<'_>, counts: &mut [f32]) {
    let doc = page.document();
    let mut counted = [0u32; NAMES];
    for node in doc.nodes().filter(|&node| !page.visibility().is_hidden(node)) {
        if let Some(place) = place(doc.name(node)) {
            counted[place] += 1;
        }
    }
    for (count, counted) in counts.iter_mut().zip(counted) {
        *count = counted as f32;
    }
}
