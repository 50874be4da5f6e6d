//! What a text block is by itself.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio};
use crate::features::justext::JustextRules;
use crate::features::justext::classes::ParagraphClass;
use crate::features::text_measures::{Measures, share};
use crate::features::title_block::heading_level;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{NodeId, names};

columns! {
    words: "Words; each ideograph is one.",
    chars: "Characters, white space folded.",
    word_chars: "Characters by words; 0 without words.",
    link_share: "Words inside links by words, 0 to 1.",
    punctuation: "Marks of punctuation by words.",
    sentences: "Ends of sentences.",
    digit_share: "Decimal digits by characters, 0 to 1.",
    capital_share: "Words with a capital first letter by words, 0 to 1.",
    stop_word_share: "Stop words of the page's language by words, 0 to 1; missing without a stop list.",
    ends_sentence: "1 where the last sign ends a sentence, else 0.",
    has_date: "1 with a year from 1900 to 2099, or three numbers joined by `.`, `-` or `/`; else 0.",
    has_price: "1 with a sign of currency beside a digit or alone; else 0.",
    repeats: "Blocks of the page with the same text, itself among them.",
    heading_level: "1 to 6 where the block stands in `h1` to `h6` directly; 0 otherwise.",
    is_paragraph: "1 where it stands in `p` directly, else 0.",
    is_list_item: "1 where it stands in `li`, `dt` or `dd` directly, else 0.",
    is_cell: "1 where it stands in `td` or `th` directly, else 0.",
    class_by_counts: "Class by jusText's lengths and shares, of characters, linked words and stop words: 0 bad, 1 \
        short, 2 near-good, 3 good (pomikalek2011).",
}

/// The group. Words are those of `features::words`.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_text", unit: RowUnit::Block, features: COLUMNS, fill };

fn fill(page: &Page<'_>, _: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let (doc, measures, blocks) = (page.document(), page.text_measures(), page.text_blocks());
    let same_text = columns.wants(AT.repeats).then(|| (page.same_text(), page.same_text().sizes()));
    let repeats = |row: usize| {
        let of_class = same_text.as_ref().and_then(|(same, sizes)| Some(sizes[same.of(row)?]));
        of_class.map_or(f32::NAN, |blocks| blocks as f32)
    };
    let yes = |is: bool| f32::from(u8::from(is));
    for row in columns.range() {
        let block = &blocks.blocks()[row];
        let own = measures.range(block.runs.clone());
        let last = blocks.nodes(block).last().and_then(|&node| doc.text(node).trim_end().chars().last());
        let ends = last.is_some_and(|c| matches!(c, '.' | '!' | '?' | '…' | '؟' | '।' | '。' | '！' | '？'));
        let name = doc.name(block.element);
        let stop_words = ratio(own.stop_words, own.words);
        columns.set_row(
            row,
            &Row {
                words: own.words as f32,
                chars: own.chars as f32,
                word_chars: ratio(own.chars, own.words),
                link_share: ratio(own.link_words, own.words),
                punctuation: ratio(own.punctuation, own.words),
                sentences: own.sentences as f32,
                digit_share: ratio(own.digits, own.chars),
                capital_share: ratio(own.capitals, own.words),
                stop_word_share: if measures.has_stop_list() { stop_words } else { f32::NAN },
                ends_sentence: yes(ends),
                has_date: own.date_blocks as f32,
                has_price: own.price_blocks as f32,
                repeats: repeats(row),
                heading_level: heading_level(name) as f32,
                is_paragraph: yes(name == names::P),
                is_list_item: yes(matches!(name, names::LI | names::DT | names::DD)),
                is_cell: yes(matches!(name, names::TD | names::TH)),
                class_by_counts: class_by_counts(own, measures.has_stop_list()).number(),
            }
            .array(),
        );
    }
}

/// What jusText would take a block for, were it one of its paragraphs. Words of ideographs are short: each counts as much as
/// in the system `justext`. Without a stop list all words are stop words, as there.
fn class_by_counts(own: Measures, has_stop_list: bool) -> ParagraphClass {
    let chars = own.chars.max(JustextRules::DEFAULT.ideograph_weight * own.words);
    let stop_words = if has_stop_list { share(own.stop_words, own.words) } else { 1.0 };
    JustextRules::DEFAULT.of_counts(chars, own.link_share(), stop_words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_classed_as_justext_classes_paragraphs() {
        let text = Measures { chars: 300, words: 50, stop_words: 20, ..Measures::default() };
        let class = |own: Measures| class_by_counts(own, true);
        assert_eq!(class(text), ParagraphClass::Good);
        assert_eq!(class(Measures { chars: 160, ..text }), ParagraphClass::NearGood);
        assert_eq!(class(Measures { stop_words: 9, ..text }), ParagraphClass::Bad);
        assert_eq!(class(Measures { link_words: 11, ..text }), ParagraphClass::Bad);
        let short = Measures { chars: 60, words: 10, ..Measures::default() };
        assert_eq!(class(short), ParagraphClass::Short);
        assert_eq!(class(Measures { link_words: 1, ..short }), ParagraphClass::Bad);
        // 80 ideographs count as 240 characters, and without a list each word is a stop word.
        let ideographs = Measures { chars: 80, words: 80, ..Measures::default() };
        assert_eq!(class_by_counts(ideographs, false), ParagraphClass::Good);
    }
}
