//! Terms of running text: words as retrieval counts them.

use crate::choices;
use crate::features::stop_words::{StopList, StopWords, language_of};
use crate::page::Page;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// Bytes of a word above which it is not stemmed (our decision: no language has such words, and stemmers are not
/// made for them).
const MAX_STEMMED_BYTES: usize = 64;

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
