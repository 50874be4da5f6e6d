//! Names of months in the languages of the web.

use crate::word_list::word_list;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Names and short forms of each month in lower case, without the point of a short form. Genitives, where dates have
/// them. Languages whose short forms are those of another are not repeated.
const MONTHS: [&[&str]; 12] = [
    word_list!("words/months/01.txt"),
    word_list!("words/months/02.txt"),
    word_list!("words/months/03.txt"),
    word_list!("words/months/04.txt"),
    word_list!("words/months/05.txt"),
    word_list!("words/months/06.txt"),
    word_list!("words/months/07.txt"),
    word_list!("words/months/08.txt"),
    word_list!("words/months/09.txt"),
    word_list!("words/months/10.txt"),
    word_list!("words/months/11.txt"),
    word_list!("words/months/12.txt"),
];

/// Names that are months of different numbers in two languages, read as in the one that has more pages: Czech and Polish
/// `listopadu` and `listopada` are November.
const NUMBERS: [(&str, u32); 1] = [("listopada", 11)];

/// The number of each name.
static BY_NAME: LazyLock<FxHashMap<&'static str, u32>> = LazyLock::new(|| {
    let numbered =
        MONTHS.iter().zip(1..).flat_map(|(names, number)| names.iter().map(move |name| (*name, number)));
    numbered.chain(NUMBERS).collect()
});

/// Letters of the longest name, so that long words are refused without a search.
static MAX_CHARS: LazyLock<usize> =
    LazyLock::new(|| BY_NAME.keys().map(|name| name.chars().count()).max().unwrap_or_default());

/// The month of a name in any case, 1 to 12. O(letters of the longest name).
pub(super) fn month_of(word: &str) -> Option<u32> {
    if word.chars().nth(*MAX_CHARS).is_some() {
        return None;
    }
    // The dotted capital of Turkish becomes a letter and a mark.
    let word: String = word.chars().flat_map(char::to_lowercase).filter(|&c| c != '\u{307}').collect();
    BY_NAME.get(word.as_str()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_in_lower_case_and_of_one_month() {
        for (names, number) in MONTHS.iter().zip(1..) {
            for name in *names {
                assert_eq!(*name, name.to_lowercase());
                let is_read_otherwise = NUMBERS.iter().any(|(other, _)| other == name);
                assert!(
                    is_read_otherwise || month_of(name) == Some(number),
                    "{name} is {:?}",
                    month_of(name)
                );
            }
        }
    }

    #[test]
    fn case_does_not_matter() {
        assert_eq!(month_of("ŞUBAT"), Some(2));
        assert_eq!(month_of("Μαΐου"), Some(5));
        assert_eq!(month_of("Maybe"), None);
    }
}
