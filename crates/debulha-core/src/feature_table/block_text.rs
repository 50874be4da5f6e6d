//! What a text block is by itself.

use super::node_markup::heading_level;
use super::{Columns, Group, RowUnit, columns, ratio};
use crate::extractor::Scratch;
use crate::features::hashing::{hash_text, then};
use crate::features::text_blocks::TextBlocks;
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use rustc_hash::FxHashMap;

/// The group. Words are those of `features::words`.
pub(super) static GROUP: Group = Group {
    name: "block_text",
    unit: RowUnit::Block,
    features: columns! {
        "words": "Words; each ideograph is one.",
        "chars": "Characters, white space folded.",
        "word_chars": "Characters by words; 0 without words.",
        "link_share": "Words inside links by words, 0 to 1.",
        "punctuation": "Marks of punctuation by words.",
        "sentences": "Ends of sentences.",
        "digit_share": "Decimal digits by characters, 0 to 1.",
        "capital_share": "Words with a capital first letter by words, 0 to 1.",
        "stop_word_share": "Stop words of the page's language by words, 0 to 1; missing without a stop list.",
        "ends_sentence": "1 where the last sign ends a sentence, else 0.",
        "has_date": "1 with a year from 1900 to 2099, or three numbers joined by `.`, `-` or `/`; else 0.",
        "has_price": "1 with a sign of currency beside a digit or alone; else 0.",
        "repeats": "Blocks of the page with the same text, itself among them.",
        "heading_level": "1 to 6 where the block stands in `h1` to `h6` directly; 0 otherwise.",
        "is_paragraph": "1 where it stands in `p` directly, else 0.",
        "is_list_item": "1 where it stands in `li`, `dt` or `dd` directly, else 0.",
        "is_cell": "1 where it stands in `td` or `th` directly, else 0.",
    },
    fill,
};

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut Columns<'_>, _: &mut Scratch) {
    let (doc, measures, blocks) = (page.document(), page.text_measures(), page.text_blocks());
    let repeats = if columns.wants(REPEATS) { repeats(doc, blocks) } else { vec![0; blocks.blocks().len()] };
    let yes = |is: bool| f32::from(u8::from(is));
    for (row, block) in blocks.blocks().iter().enumerate() {
        let own = measures.range(block.runs.clone());
        let last = blocks.nodes(block).last().and_then(|&node| doc.text(node).trim_end().chars().last());
        let ends = last.is_some_and(|c| matches!(c, '.' | '!' | '?' | '…' | '؟' | '।' | '。' | '！' | '？'));
        let name = doc.name(block.element);
        let stop_words = ratio(own.stop_words, own.words);
        columns.set_row(
            row,
            &[
                own.words as f32,
                own.chars as f32,
                ratio(own.chars, own.words),
                ratio(own.link_words, own.words),
                ratio(own.punctuation, own.words),
                own.sentences as f32,
                ratio(own.digits, own.chars),
                ratio(own.capitals, own.words),
                if measures.has_stop_list() { stop_words } else { f32::NAN },
                yes(ends),
                own.date_blocks as f32,
                own.price_blocks as f32,
                repeats[row] as f32,
                heading_level(name) as f32,
                yes(name == names::P),
                yes(matches!(name, names::LI | names::DT | names::DD)),
                yes(matches!(name, names::TD | names::TH)),
            ],
        );
    }
}

/// Place of `repeats` among the columns.
const REPEATS: usize = 12;

/// For each block, how many have the same text. O(text).
fn repeats(doc: &Document, blocks: &TextBlocks) -> Vec<u32> {
    let mut folded = String::new();
    let mut hash = |nodes: &[NodeId]| {
        let mut hash = 0;
        for &node in nodes {
            folded.clear();
            fold_into(&mut folded, doc.text(node));
            hash = then(hash, hash_text(&folded));
        }
        hash
    };
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let mut counts: Vec<u32> = Vec::new();
    let mut number_of: Vec<u32> = Vec::with_capacity(blocks.blocks().len());
    for block in blocks.blocks() {
        let number = *numbers.entry(hash(blocks.nodes(block))).or_insert(counts.len() as u32);
        if number as usize == counts.len() {
            counts.push(0);
        }
        counts[number as usize] += 1;
        number_of.push(number);
    }
    number_of.into_iter().map(|number| counts[number as usize]).collect()
}
