//! How much text an element holds, and of what kind.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::features::text_measures::share;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

columns! {
    chars: "Characters, white space folded.",
    words: "Words; each ideograph is one.",
    own_words: "Words that stand in the element itself, not in an element below it.",
    blocks: "Text blocks that begin in the element.",
    block_words: "Words by text blocks; 0 without text.",
    sentences: "Ends of sentences.",
    punctuation: "Marks of punctuation by words; 0 without text.",
    digit_share: "Decimal digits by characters, 0 to 1; 0 without text.",
    capital_share: "Words with a capital first letter by words, 0 to 1; 0 without text.",
    stop_word_share: "Stop words of the page's language by words, 0 to 1; 0 without text, missing without a stop \
        list.",
    long_block_share: "Words in long text blocks (12 words or more, links below 30 %) by words, 0 to 1; 0 without \
        text.",
    page_share: "Share of the page's words, 0 to 1.",
}

/// The group. All counts are of the subtree and of the clean view; words as in `features::words`.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "node_text", unit: RowUnit::Node, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, scratch: &mut Scratch) {
    let (doc, measures) = (page.document(), page.text_measures());
    let mut own_words = scratch.indices(doc.len(), 0);
    for (run, &node) in page.text_nodes().iter().enumerate() {
        if let Some(parent) = doc.parent(node) {
            own_words[parent.index()] += measures.range(run as u32..run as u32 + 1).words;
        }
    }
    let all_words = measures.range(0..page.text_nodes().len() as u32).words;
    for (row, &node) in rows.iter().enumerate() {
        let found = measures.subtree(doc, node);
        let stop_words =
            if measures.has_stop_list() { share(found.stop_words, found.words) as f32 } else { f32::NAN };
        columns.set_row(
            row,
            &Row {
                chars: found.chars as f32,
                words: found.words as f32,
                own_words: own_words[node.index()] as f32,
                blocks: found.blocks as f32,
                block_words: ratio(found.words, found.blocks),
                sentences: found.sentences as f32,
                punctuation: ratio(found.punctuation, found.words),
                digit_share: ratio(found.digits, found.chars),
                capital_share: ratio(found.capitals, found.words),
                stop_word_share: stop_words,
                long_block_share: ratio(found.long_words, found.words),
                page_share: ratio(found.words, all_words),
            }
            .array(),
        );
    }
    scratch.give_indices(own_words);
}
