//! Terms of running text: words as retrieval counts them.

use debulha_core::choices;
use debulha_core::features::hashing::hash_text;
use debulha_core::features::stop_words::{StopList, StopWords, language_of};
use debulha_core::page::Page;
use debulha_core::site::number_set::shortened;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// Bytes of a word above which it is not stemmed (our decision: no language has such words, and stemmers are not
/// made for them).
const MAX_STEMMED_BYTES: usize = 64;

/// The number of a term in records and counts. O(bytes).
pub fn number(term: &str) -> u64 {
    shortened(hash_text(term))
}

/// Numbers that two lists have in common, both in order without repetition. O(shorter · log longer).
pub fn common(a: &[u64], b: &[u64]) -> usize {
    let (shorter, longer) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    shorter.iter().filter(|number| longer.binary_search(number).is_ok()).count()
}

choices! {
    /// How words are reduced to stems.
    pub enum Stemming {
        /// As the Porter stemmer for English does, in its second version, on every page.
        Porter,
        /// By the stemmer of the page's language; not at all where there is none.
        PageLanguage,
        /// Not at all.
        None,
    }
}

/// What makes terms of the text of one page.
///
/// A term is a word by the Unicode word boundaries (UAX #29) in lower case that is not in the stop list, reduced to
/// its stem. Signs are no words; scripts without spaces give a term a sign or so.
pub struct Terms {
    stop_list: Option<&'static StopList>,
    stemmer: Option<Stemmer>,
    lower: String,
}

impl Terms {
    /// For the text of a page.
    pub fn of(page: &Page<'_>, stop_words: &StopWords, stemming: Stemming) -> Self {
        let algorithm = match stemming {
            Stemming::Porter => Some(Algorithm::English),
            Stemming::PageLanguage => language_of(page).as_deref().and_then(algorithm),
            Stemming::None => None,
        };
        Terms {
            stop_list: stop_words.list(page),
            stemmer: algorithm.map(Stemmer::create),
            lower: String::new(),
        }
    }

    /// All words in lower case, no stop list and no stems.
    pub fn all_words() -> Self {
        Terms { stop_list: None, stemmer: None, lower: String::new() }
    }

    /// Calls `act` with each term of a text in order. O(bytes).
    pub fn for_each(&mut self, text: &str, mut act: impl FnMut(&str)) {
        for word in text.unicode_words() {
            if self.stop_list.is_some_and(|list| list.contains(word, &mut self.lower)) {
                continue;
            }
            let word = lower_case(word, &mut self.lower);
            match &self.stemmer {
                Some(stemmer) if word.len() <= MAX_STEMMED_BYTES => act(&stemmer.stem(&word)),
                _ => act(&word),
            }
        }
    }
}

/// The stemmer of a language by its code. The Greek one is left out: it is reported to look beyond the end of words.
fn algorithm(code: &str) -> Option<Algorithm> {
    Some(match code {
        "ar" | "ara" => Algorithm::Arabic,
        "da" | "dan" => Algorithm::Danish,
        "de" | "deu" => Algorithm::German,
        "en" | "eng" => Algorithm::English,
        "es" | "spa" => Algorithm::Spanish,
        "fi" | "fin" => Algorithm::Finnish,
        "fr" | "fra" => Algorithm::French,
        "hu" | "hun" => Algorithm::Hungarian,
        "it" | "ita" => Algorithm::Italian,
        "nb" | "nn" | "no" | "nob" | "nno" | "nor" => Algorithm::Norwegian,
        "nl" | "nld" => Algorithm::Dutch,
        "pt" | "por" => Algorithm::Portuguese,
        "ro" | "ron" => Algorithm::Romanian,
        "ru" | "rus" => Algorithm::Russian,
        "sv" | "swe" => Algorithm::Swedish,
        "ta" | "tam" => Algorithm::Tamil,
        "tr" | "tur" => Algorithm::Turkish,
        _ => return None,
    })
}

/// A word in lower case, in a buffer where that spares an allocation.
fn lower_case<'w>(word: &'w str, lower: &'w mut String) -> Cow<'w, str> {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(word);
    }
    if word.is_ascii() {
        lower.clear();
        lower.push_str(word);
        lower.make_ascii_lowercase();
        return Cow::Borrowed(lower);
    }
    Cow::Owned(word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn terms(html: &str, stop_words: &StopWords, stemming: Stemming) -> Vec<String> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let mut reader = Terms::of(&page, stop_words, stemming);
        let mut terms = Vec::new();
        for &node in page.body_text_nodes() {
            reader.for_each(doc.text(node), |term| terms.push(term.to_owned()));
        }
        terms
    }

    #[test]
    fn terms_are_words_without_signs_and_case() {
        let all = |text| terms(text, &StopWords::None, Stemming::None);
        assert_eq!(all("Don't panic \u{2014} it's ÜBER 3.14!"), ["don't", "panic", "it's", "über", "3.14"]);
        assert_eq!(all("中国。AB"), ["中", "国", "ab"]);
        assert_eq!(all("... | -"), [""; 0]);
    }

    #[test]
    fn stop_words_go_and_stems_stay() {
        let english = "<html lang=en><p>The sowing of Oats";
        assert_eq!(terms(english, &StopWords::Auto, Stemming::Porter), ["sow", "oat"]);
        assert_eq!(terms(english, &StopWords::Auto, Stemming::None), ["sowing", "oats"]);
        assert_eq!(terms(english, &StopWords::None, Stemming::Porter), ["the", "sow", "of", "oat"]);
        let long = format!("{}s", "x".repeat(MAX_STEMMED_BYTES));
        assert_eq!(terms(&long, &StopWords::None, Stemming::Porter), [long]);
    }

    #[test]
    fn stems_may_be_those_of_the_language() {
        let of = |lang: &str, word: &str| {
            terms(&format!("<html lang={lang}><p>{word}"), &StopWords::None, Stemming::PageLanguage).concat()
        };
        assert_eq!(
            [of("de", "Häuser"), of("pt-BR", "colheitas"), of("zh", "fields")],
            ["haus", "colheit", "fields"]
        );
        assert_eq!(of("el", "χωράφια"), "χωράφια", "as it is");
        assert!(StopList::languages().filter(|code| algorithm(code).is_some()).count() >= 17);
    }

    #[test]
    fn common_numbers_are_counted() {
        assert_eq!(common(&[1, 3, 5, 9], &[3, 4, 9]), 2);
        assert_eq!((common(&[], &[1]), common(&[], &[])), (0, 0));
    }
}
