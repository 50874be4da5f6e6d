//! Words as labels compare them: what two writings of one text have in common.

use debulha_core::features::words::is_unspaced;
use rustc_hash::FxHashMap;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Number of a word that the gold text does not have.
pub(crate) const NOT_IN_GOLD: u32 = u32::MAX;

/// Soft hyphen, zero-width space, joiners and marks of direction, word joiner, byte order mark: never seen.
const INVISIBLE: [char; 8] =
    ['\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{2060}', '\u{feff}'];

/// Adds a text in the form in which words are compared: NFKC, lower case, without invisible signs. O(bytes).
pub(crate) fn normalise_into(text: &str, out: &mut String) {
    if text.is_ascii() {
        out.extend(text.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        let visible = text.chars().filter(|c| !INVISIBLE.contains(c));
        out.extend(visible.nfkc().flat_map(char::to_lowercase));
    }
}

/// Where the words of a normalised text are: maximal runs of letters, digits and their marks, and each character of a
/// script without spaces alone, with its marks. All other signs separate: quotes and dashes of any kind are alike.
pub(crate) fn word_ranges(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = chars.find(|(_, c)| c.is_alphanumeric())?;
        let alone = is_unspaced(first);
        let mut end = start + first.len_utf8();
        let goes_on = |c: char| is_combining_mark(c) || (!alone && c.is_alphanumeric() && !is_unspaced(c));
        while let Some((at, c)) = chars.next_if(|&(_, c)| goes_on(c)) {
            end = at + c.len_utf8();
        }
        Some(start..end)
    })
}

/// A gold text as numbered words.
#[derive(Debug, Default)]
pub(crate) struct GoldWords {
    ids: FxHashMap<String, u32>,
    /// The words in order, by number.
    pub(crate) words: Vec<u32>,
}

impl GoldWords {
    /// O(bytes).
    pub(crate) fn new(gold: &str) -> Self {
        let mut normalised = String::with_capacity(gold.len());
        normalise_into(gold, &mut normalised);
        let mut found = GoldWords::default();
        for range in word_ranges(&normalised) {
            let next = found.ids.len() as u32;
            let id = match found.ids.get(&normalised[range.clone()]) {
                Some(&id) => id,
                None => *found.ids.entry(normalised[range].to_owned()).or_insert(next),
            };
            found.words.push(id);
        }
        found
    }

    /// The number of a normalised word; [`NOT_IN_GOLD`] where the gold does not have it.
    pub(crate) fn id(&self, word: &str) -> u32 {
        self.ids.get(word).copied().unwrap_or(NOT_IN_GOLD)
    }

    /// Number of different words; all numbers are below it.
    pub(crate) fn different(&self) -> usize {
        self.ids.len()
    }

    /// How often the gold has each word, by number.
    pub(crate) fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.different()];
        for &word in &self.words {
            counts[word as usize] += 1;
        }
        counts
    }

    /// The numbers of the words of another text, in order. O(bytes).
    pub(crate) fn number(&self, text: &str) -> Vec<u32> {
        let mut normalised = String::with_capacity(text.len());
        normalise_into(text, &mut normalised);
        word_ranges(&normalised).map(|range| self.id(&normalised[range])).collect()
    }
}

/// F1 of the words of a text against those of a gold text, as multisets; 1 where both have none. O(bytes).
pub(crate) fn bag_f1(text: &str, gold: &str) -> f64 {
    let gold = GoldWords::new(gold);
    let mut left = gold.counts();
    let words = gold.number(text);
    let found = words.iter().filter(|&&word| word != NOT_IN_GOLD).filter(|&&word| {
        let left = &mut left[word as usize];
        let is_left = *left > 0;
        *left -= u32::from(is_left);
        is_left
    });
    let (found, both) = (found.count(), words.len() + gold.words.len());
    if both == 0 { 1.0 } else { 2.0 * found as f64 / both as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut normalised = String::new();
        normalise_into(text, &mut normalised);
        word_ranges(&normalised).map(|range| normalised[range].to_owned()).collect()
    }

    #[test]
    fn writings_of_one_text_are_the_same_words() {
        let plain = ["don", "t", "stop", "x2", "café", "file"];
        assert_eq!(words("Don't stop-x2 café file"), plain);
        assert_eq!(words("DON’T st\u{ad}op\u{2014}x\u{b2} cafe\u{301}\u{a0}\u{fb01}le\u{200b}"), plain);
    }

    #[test]
    fn scripts_without_spaces_are_cut_by_character() {
        assert_eq!(words("東京Tower2020年"), ["東", "京", "tower2020", "年"]);
        assert_eq!(words("ที่นี่"), ["ที่", "นี่"]);
        assert_eq!(words("हिन्दी 서울"), ["हिन्दी", "서울"]);
        assert_eq!(words("— … !"), Vec::<String>::new());
    }

    #[test]
    fn f1_counts_each_word_as_often_as_the_gold_has_it() {
        assert!((bag_f1("rye rye oats", "Rye, oats, hay") - 4.0 / 6.0).abs() < 1e-12);
        assert!((bag_f1("", "") - 1.0).abs() < 1e-12 && bag_f1("", "rye").abs() < 1e-12);
    }

    #[test]
    fn gold_words_are_numbered_in_order() {
        let gold = GoldWords::new("The rye, the oats");
        assert_eq!((gold.words.clone(), gold.counts()), (vec![0, 1, 0, 2], vec![2, 1, 1]));
        assert_eq!(gold.number("oats & barley"), [2, NOT_IN_GOLD]);
    }
}
