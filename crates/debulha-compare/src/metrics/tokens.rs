//! What the text metrics count: Unicode form, word boundaries, multisets, interned words.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// `text` in Unicode Normalisation Form C, copied only when it is not so already.
pub fn nfc(text: &str) -> Cow<'_, str> {
    if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// Characters of scripts written without spaces, each of which counts as a word of its own.
///
/// Thai, Hiragana and Katakana, Han with its extension A and compatibility ideographs: the ranges of
/// the comparison harness. Hangul is written with spaces and is not here.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0E7F}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

/// Letters with a circle, square or parenthesis: alphabetic for Unicode, symbols by general category.
fn is_enclosed_letter(c: char) -> bool {
    matches!(c, '\u{24B6}'..='\u{24E9}' | '\u{1F130}'..='\u{1F149}' | '\u{1F150}'..='\u{1F169}' | '\u{1F170}'..='\u{1F189}')
}

/// `\w` as Python's `re` means it for text: general category L or N, or an underscore.
///
/// Rust's `is_alphanumeric` also takes vowel signs and enclosed letters, which are taken off here.
fn is_word(c: char) -> bool {
    c == '_'
        || if c.is_ascii() {
            c.is_ascii_alphanumeric()
        } else {
            c.is_alphanumeric() && !is_combining_mark(c) && !is_enclosed_letter(c)
        }
}

/// Words of `text`: `[U]|[^\W U]+` in Python's notation, with U = the characters of scripts that are written without spaces.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    runs(text, is_word)
}

/// As [`words`], but an underscore separates.
pub fn alphanumeric_words(text: &str) -> impl Iterator<Item = &str> {
    runs(text, |c| c != '_' && is_word(c))
}

/// As [`alphanumeric_words`], with every other character that is no white space alone.
pub fn words_and_signs(text: &str) -> impl Iterator<Item = &str> {
    let in_word = |c: char| c != '_' && is_word(c) && !is_unspaced(c);
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let run = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
        let end = if run > 0 { run } else { first.len_utf8() };
        let (token, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(token)
    })
}

/// Maximal runs of characters that are `inside`, and every unspaced character alone.
fn runs(text: &str, inside: fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(|c| is_unspaced(c) || inside(c))?;
        let tail = &rest[start..];
        let end = match tail.chars().next() {
            Some(first) if is_unspaced(first) => first.len_utf8(),
            _ => tail.find(|c| is_unspaced(c) || !inside(c)).unwrap_or(tail.len()),
        };
        let (word, after) = tail.split_at(end);
        rest = after;
        Some(word)
    })
}

/// Sizes of two multisets and of their intersection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// Tokens of both.
    pub shared: usize,
    /// Tokens of the answer.
    pub predicted: usize,
    /// Tokens of the labelled text.
    pub gold: usize,
}

/// Counts the multiset intersection of two sequences, in time linear in their lengths.
pub fn overlap<T: Hash + Eq>(predicted: impl Iterator<Item = T>, gold: impl Iterator<Item = T>) -> Overlap {
    let mut left: HashMap<T, usize> = HashMap::new();
    let mut sizes = Overlap { shared: 0, predicted: 0, gold: 0 };
    for item in gold {
        *left.entry(item).or_default() += 1;
        sizes.gold += 1;
    }
    for item in predicted {
        sizes.predicted += 1;
        if let Some(count) = left.get_mut(&item).filter(|count| **count > 0) {
            *count -= 1;
            sizes.shared += 1;
        }
    }
    sizes
}

/// Gives equal words equal small numbers, in order of first sight.
#[derive(Default)]
pub struct WordInterner<'t> {
    ids: HashMap<&'t str, u32>,
}

impl<'t> WordInterner<'t> {
    /// Ids of `words`, in their order.
    pub fn intern(&mut self, words: impl Iterator<Item = &'t str>) -> Vec<u32> {
        words
            .map(|word| {
                let next = self.ids.len() as u32;
                *self.ids.entry(word).or_insert(next)
            })
            .collect()
    }

    /// Number of different words seen; all ids are below it.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_alone() {
        let tokens: Vec<&str> = words_and_signs(" | 8:10\u{a0}✓– 水車 a_b ").collect();
        assert_eq!(tokens, ["|", "8", ":", "10", "✓", "–", "水", "車", "a", "_", "b"]);
        assert_eq!(words_and_signs(" \n").count(), 0);
    }

    fn list(text: &str) -> Vec<&str> {
        words(text).collect()
    }

    #[test]
    fn words_follow_python() {
        assert_eq!(
            list("It's snake_case, 3.5 m² — naïve"),
            ["It", "s", "snake_case", "3", "5", "m²", "naïve"]
        );
        assert_eq!(list("東京 Tokyo2020年"), ["東", "京", "Tokyo2020", "年"]);
        assert_eq!(list("서울 사람"), ["서울", "사람"]);
        // A vowel sign and a circled letter are not word characters for Python.
        assert_eq!(list("कि aⒶb"), ["क", "a", "b"]);
        assert_eq!(list(" \u{a0}—…"), Vec::<&str>::new());
    }

    #[test]
    fn underscore_separates_alphanumeric_words() {
        assert_eq!(alphanumeric_words("snake_case 東京").collect::<Vec<_>>(), ["snake", "case", "東", "京"]);
    }

    #[test]
    fn overlap_counts_repetitions() {
        let found = overlap("a a a b c".split(' '), "a a b b d".split(' '));
        assert_eq!(found, Overlap { shared: 3, predicted: 5, gold: 5 });
    }

    #[test]
    fn nfc_composes() {
        assert_eq!(nfc("e\u{301}"), "é");
        assert!(matches!(nfc("é"), Cow::Borrowed(_)));
    }
}
