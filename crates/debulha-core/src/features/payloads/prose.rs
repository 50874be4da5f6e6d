//! Which strings of data are text for readers, and which the page has already.

use super::PayloadOptions;
use super::json::{Object, has_placeholder};
use crate::features::display::is_raw;
use crate::features::escaped_markup::is_escaped_markup;
use crate::features::hashing::{hash_text, then};
use crate::features::words::words;
use debulha_dom::{Document, NodeId, names};
use rustc_hash::FxHashSet;

/// Share of words made of letters alone, from which a string is prose: class names, addresses, numbers and code have
/// fewer. Our decision.
const MIN_PLAIN_WORDS: f64 = 0.6;

/// Characters by which code is told from prose, and the share of them that prose stays below. Our decision.
const CODE_SIGNS: &[char] = &['{', '}', ';', '=', '<', '>', '\\', '|', '_', '`', '^', '~', '#'];
const MAX_CODE_SIGNS: f64 = 0.02;

/// Words from which a string needs no sign that ends a sentence or parts one. Shorter ones without a sign are labels,
/// titles and lists of names.
const LONG: usize = 20;

/// An object with at least this many strings, of which some have places to be filled in, is a dictionary of an
/// interface. Records of content have fewer fields.
const MIN_DICTIONARY: u32 = 10;

/// Whether a string can have so many words, as it stands in the source: most strings of data have no spaces.
pub(super) fn may_be_prose(literal: &str, options: &PayloadOptions) -> bool {
    // Tags and escapes part words, too, and some scripts have no spaces.
    let parts = literal.bytes().filter(|byte| matches!(byte, b' ' | b'<' | b'\\' | 0x80..));
    parts.take(options.min_words).count() + 1 >= options.min_words
}

/// Whether a string reads like a sentence, and is long enough to be no label.
pub(super) fn is_prose(text: &str, options: &PayloadOptions) -> bool {
    let (mut all, mut plain) = (0, 0);
    for word in words(text) {
        all += 1;
        plain += usize::from(is_plain(word));
    }
    if all < options.min_words || (plain as f64) < MIN_PLAIN_WORDS * all as f64 || has_placeholder(text) {
        return false;
    }
    let (mut chars, mut code) = (0, 0);
    for character in text.chars() {
        chars += 1;
        code += usize::from(CODE_SIGNS.contains(&character));
    }
    let has_sentence =
        || text.contains(['.', '!', '?', ',', '。', '！', '？', '，', '、', '।', '؟', '،', '…']);
    (code as f64) < MAX_CODE_SIGNS * f64::from(chars) && (all >= LONG || has_sentence())
}

/// Whether a word is of letters alone, but for signs at its ends and apostrophes.
fn is_plain(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.chars()
        .all(|c| c.is_alphabetic() || matches!(c, '\'' | '’') || !c.is_alphanumeric() && !c.is_ascii())
}

/// Whether a string with this key in this object is a message of an interface.
pub(super) fn is_message(key: &str, object: &Object) -> bool {
    key.contains(['.', ' ']) || (object.strings >= MIN_DICTIONARY && object.placeholders > 0)
}

/// Words of a shingle.
const SHINGLE: usize = 4;

/// The word shingles of texts.
#[derive(Debug, Default)]
pub(super) struct Shingles {
    known: FxHashSet<u64>,
}

impl Shingles {
    /// Those of the text nodes of a page, shown or not, but for scripts, sheets and the title of its window. O(text).
    pub(super) fn of(doc: &Document) -> Self {
        let mut shingles = Shingles::default();
        let mut numbers = Vec::new();
        let mut at = 0;
        while at < doc.len() as u32 {
            let node = NodeId(at);
            let name = doc.name(node);
            at += 1;
            if is_raw(name) && !matches!(name, names::NOSCRIPT | names::TEMPLATE) || name == names::TITLE {
                at = doc.subtree_end(node);
            } else if doc.is_text(node) && !is_escaped_markup(doc, node) {
                numbers.extend(numbers_of(doc.text(node)));
            }
        }
        shingles.add(&numbers);
        shingles
    }

    /// Whether at least so large a share of the shingles of a text, given by its words' numbers, is there.
    pub(super) fn has(&self, numbers: &[u64], share: f64) -> bool {
        let (mut all, mut known) = (0, 0);
        for shingle in shingles(numbers) {
            all += 1;
            known += usize::from(self.known.contains(&shingle));
        }
        known as f64 >= share * f64::from(all)
    }

    /// Also the shorter runs, so that a text of fewer words than a shingle is found inside a longer one.
    pub(super) fn add(&mut self, numbers: &[u64]) {
        for len in 1..=SHINGLE {
            self.known.extend(numbers.windows(len).map(number));
        }
    }
}

/// The shingles of a text; one of all its words where it is shorter than a shingle.
fn shingles(numbers: &[u64]) -> impl Iterator<Item = u64> + '_ {
    numbers.windows(numbers.len().clamp(1, SHINGLE)).map(number)
}

fn number(run: &[u64]) -> u64 {
    run.iter().fold(run.len() as u64, |hash, &number| then(hash, number))
}

/// The words of a text as numbers, without the signs at their ends.
pub(super) fn numbers_of(text: &str) -> impl Iterator<Item = u64> + '_ {
    words(text).map(|word| hash_text(word.trim_matches(|c: char| !c.is_alphanumeric())))
}
