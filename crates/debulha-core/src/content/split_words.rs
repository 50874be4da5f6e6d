//! Words whose letters are in elements of their own, as scripts split them for animations, and initials of a paragraph.

use super::class_names::has_class_word;
use super::media;
use crate::features::title_block::heading_level;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use rustc_hash::FxHashMap;

/// Minimum letters in a row without a class that says so: two letters beside each other are often labels.
const MIN_LETTERS: usize = 3;

/// Levels between letters and the heading around them: boxes of lines and words.
const MAX_HEADING_LEVELS: usize = 4;

/// Words in the classes of letters (Splitting, `SplitText`, lettering.js).
const LETTER_WORDS: [&str; 4] = ["char", "chars", "letter", "letters"];

/// Words in the classes of the first letter of a paragraph.
const INITIAL_WORDS: [&str; 5] = ["dropcap", "drop", "lettrine", "firstletter", "initial"];

/// Elements whose children are letters of words, each found once.
#[derive(Debug, Default)]
pub(super) struct SplitWords {
    by_parent: FxHashMap<NodeId, bool>,
}

impl SplitWords {
    /// Whether two neighbouring texts belong to one word: both are letters, or the first is a drop cap.
    pub(super) fn are_one_word(&mut self, page: &Page<'_>, before: NodeId, after: NodeId) -> bool {
        let doc = page.document();
        if letter(doc, before).is_none() {
            return false;
        }
        if doc.parent(before).is_some_and(|cap| has_class_word(doc, cap, &INITIAL_WORDS)) {
            return true;
        }
        letter(doc, after).is_some() && self.splits(page, doc.lowest_common_ancestor(before, after))
    }

    /// Whether an element is the box of one letter of a word.
    pub(super) fn is_letter_box(&mut self, page: &Page<'_>, element: NodeId) -> bool {
        let doc = page.document();
        box_letter(page, element).is_some()
            && doc.parent(element).is_some_and(|parent| self.splits(page, parent))
    }

    fn splits(&mut self, page: &Page<'_>, parent: NodeId) -> bool {
        *self.by_parent.entry(parent).or_insert_with(|| splits(page, parent))
    }
}

/// Whether children of an element are letters of words: they have classes of letters, or are at least [`MIN_LETTERS`] in a
/// row, with small letters among them or in a heading. The letters of an index are in the order of the alphabet.
fn splits(page: &Page<'_>, parent: NodeId) -> bool {
    let doc = page.document();
    let mut row: Vec<char> = Vec::new();
    let mut is_word = false;
    let in_heading = || {
        let around = std::iter::once(parent).chain(doc.ancestors(parent)).take(MAX_HEADING_LEVELS);
        around.into_iter().any(|node| heading_level(doc.name(node)) > 0)
    };
    for child in doc.children(parent) {
        let found = box_letter(page, child);
        if found.is_some() && has_class_word(doc, child, &LETTER_WORDS) {
            return true;
        }
        match found {
            Some(letter) => row.push(letter),
            None if page.stats().chars(doc, child) == 0 && doc.is_element(child) => {}
            None => {
                is_word |= is_row_of_word(&row, in_heading);
                row.clear();
            }
        }
    }
    is_word || is_row_of_word(&row, in_heading)
}

fn is_row_of_word(row: &[char], in_heading: impl Fn() -> bool) -> bool {
    let is_index = || row.windows(2).all(|pair| pair[1] as u32 == pair[0] as u32 + 1);
    row.len() >= MIN_LETTERS
        && row.iter().any(|c| c.is_alphabetic())
        && (row.iter().any(|c| c.is_alphabetic() && !c.is_uppercase()) || in_heading())
        && !is_index()
}

fn box_letter(page: &Page<'_>, element: NodeId) -> Option<char> {
    let doc = page.document();
    let is_box =
        matches!(doc.name(element), names::SPAN | names::DIV | names::I | names::B | names::EM | names::FONT);
    // Of `div` elements only those in a line.
    let is_of_line = doc.name(element) != names::DIV
        || doc.attribute(element, names::STYLE).is_some_and(|style| style.contains("inline"))
        || has_class_word(doc, element, &LETTER_WORDS);
    if !is_box || !is_of_line || page.stats().chars(doc, element) != 1 {
        return None;
    }
    let texts = page.text_nodes_in(element.0..doc.subtree_end(element));
    texts.first().and_then(|&text| letter(doc, text))
}

/// The only character of a text, if it is a letter or digit.
fn letter(doc: &Document, text: NodeId) -> Option<char> {
    let mut chars = doc.text(text).trim().chars();
    chars.next().filter(|c| c.is_alphanumeric() && chars.next().is_none())
}

/// The label of an element whose text is split into letters, if it is that text: it has the spaces between the words. O(label).
pub(super) fn spelled_label(page: &Page<'_>, element: NodeId) -> Option<String> {
    let doc = page.document();
    let label = doc.attribute(element, names::ARIA_LABEL)?;
    let texts = page.text_nodes_in(element.0..doc.subtree_end(element));
    if texts.len() < MIN_LETTERS || page.stats().chars(doc, element) as usize >= 2 * texts.len() {
        return None;
    }
    let letters = texts.iter().flat_map(|&text| doc.text(text).chars()).filter(|c| !c.is_whitespace());
    label.chars().filter(|c| !c.is_whitespace()).eq(letters).then(|| media::fold(label))
}
