//! Stop lists: the frequent words of languages, and the language of a page.
//!
//! The lists are those of the program jusText: the words that make up a fixed share of a large text, most of them
//! longer than usual stop lists. They are data of their authors under BSD-2-Clause: see `stop_words/LICENSE`.

use crate::features::random::mix;
use crate::page::Page;
use crate::param_kind::{ParamKind, ParamType};
use debulha_dom::{Document, names};
use flate2::read::ZlibDecoder;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::Read;
use std::sync::{LazyLock, OnceLock};

/// Characters of a page's text from which its language is guessed (our decision: the guess is as sure on more, and
/// its cost grows with the text).
const SAMPLE_CHARS: usize = 1_000;

/// Minimum bytes of text for a language guess. A guess from fewer is unreliable, and it takes 28 µs of a page that takes 26 without (our
/// decision). Eight Chinese characters have as many bytes.
const MIN_SAMPLE_BYTES: usize = 24;

/// Codes that pages use for a language which has another one here.
const ALIASES: [(&str, &str); 6] =
    [("no", "nb"), ("iw", "he"), ("in", "id"), ("mo", "ro"), ("fil", "tl"), ("fas", "fa")];

/// ISO 639-3 codes of guessed languages that have no stop list here, with their ISO 639-1 ones.
const SHORT_CODES: [(&str, &str); 13] = [
    ("aka", "ak"),
    ("amh", "am"),
    ("cmn", "zh"),
    ("jpn", "ja"),
    ("khm", "km"),
    ("mya", "my"),
    ("ori", "or"),
    ("pan", "pa"),
    ("sin", "si"),
    ("sna", "sn"),
    ("tha", "th"),
    ("yid", "yi"),
    ("zul", "zu"),
];

/// A language with a stop list.
struct Language {
    /// ISO 639-1.
    code: &'static str,
    /// ISO 639-3.
    long_code: &'static str,
    /// Its words, as zlib packs them.
    packed: &'static [u8],
    words: OnceLock<StopList>,
}

macro_rules! languages {
    ($($code:ident $long_code:ident,)*) => {
        static LANGUAGES: [Language; [$(stringify!($code)),*].len()] = [$(Language {
            code: stringify!($code),
            long_code: stringify!($long_code),
            packed: include_bytes!(concat!("stop_words/", stringify!($code), ".z")),
            words: OnceLock::new(),
        }),*];
    };
}

// By ISO 639-1 code, in order.
languages! {
    af afr, an arg, ar ara, az aze, be bel, bg bul, bn ben, br bre, bs bos, ca cat, cs ces, cv chv, cy cym,
    da dan, de deu, el ell, en eng, eo epo, es spa, et est, eu eus, fa pes, fi fin, fr fra, fy fry, ga gle,
    gl glg, gu guj, he heb, hi hin, hr hrv, hu hun, hy hye, id ind, ig ibo, is isl, it ita, jv jav, ka kat,
    kk kaz, kn kan, ko kor, ku kur, ky kir, la lat, lb ltz, lt lit, lv lav, mk mkd, ml mal, mr mar, ms msa,
    mt mlt, nb nob, ne nep, nl nld, nn nno, oc oci, pl pol, pt por, qu que, ro ron, ru rus, sh hbs, sk slk,
    sl slv, sq sqi, sr srp, su sun, sv swe, sw swa, ta tam, te tel, tk tuk, tl tgl, tr tur, uk ukr, ur urd,
    uz uzb, vi vie, wa wln, yo yor,
}

/// The frequent words of a language.
#[derive(Debug, Default)]
pub struct StopList {
    /// Words of up to eight bytes, nearly all, as numbers.
    short: ShortWords,
    long: FxHashSet<Box<str>>,
    /// Bytes of the longest word.
    longest: usize,
}

/// Bytes of a word that is kept as a number.
const SHORT: usize = size_of::<u64>();

/// Words of up to [`SHORT`] bytes as numbers, in open addressing: no text is compared.
#[derive(Debug, Default)]
struct ShortWords {
    /// A power of two of them, at most a quarter used; 0 for none.
    slots: Vec<u64>,
}

impl ShortWords {
    fn of(words: &[&str]) -> Self {
        let mut short = ShortWords { slots: vec![0; (4 * words.len()).next_power_of_two()] };
        for number in words.iter().map(|word| number_of(word.as_bytes())).filter(|&number| number != 0) {
            let slot = short.slot(number);
            short.slots[slot] = number;
        }
        short
    }

    #[inline]
    fn contains(&self, number: u64) -> bool {
        number != 0 && !self.slots.is_empty() && self.slots[self.slot(number)] == number
    }

    /// The slot of a number, or the one where it would be.
    #[inline]
    fn slot(&self, number: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (mix(number) >> 32) as usize & mask;
        while self.slots[slot] != 0 && self.slots[slot] != number {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// Up to [`SHORT`] bytes as one number; 0 for none, and for bytes that end in NUL, which no word does.
#[inline]
fn number_of(bytes: &[u8]) -> u64 {
    if bytes.last() == Some(&0) {
        return 0;
    }
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// ASCII capitals of eight bytes as small letters.
#[inline]
fn lower_case(bytes: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    let low = bytes & !HIGH;
    // The high bit of each byte tells whether it is at least `A`, and whether it is beyond `Z`.
    let from_a = low + (0x80 - b'A' as u64) * ONES;
    let beyond_z = low + (0x7f - b'Z' as u64) * ONES;
    let capitals = from_a & !beyond_z & !bytes & HIGH;
    bytes | capitals >> 2
}

impl StopList {
    /// The list of a language by its ISO 639-1 or 639-3 code in lower case; `None` where there is none.
    ///
    /// The first call for a language reads its list; later ones are a look-up.
    ///
    /// ```
    /// use debulha_core::features::stop_words::StopList;
    ///
    /// let english = StopList::of_language("en").expect("a list");
    /// let mut buffer = String::new();
    /// assert!(english.contains("The", &mut buffer) && !english.contains("Barn", &mut buffer));
    /// assert!(StopList::of_language("zh").is_none());
    /// ```
    pub fn of_language(code: &str) -> Option<&'static StopList> {
        let language = Language::find(code)?;
        Some(language.words.get_or_init(|| StopList::unpack(language.packed)))
    }

    /// The ISO 639-1 codes of all languages with a list, in order.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|language| language.code)
    }

    /// Whether a word, in any case, is one of the list. `lower` is a buffer of the caller.
    pub fn contains(&self, word: &str, lower: &mut String) -> bool {
        // Lower case may be shorter in bytes, but no word of a list comes from one of twice its length.
        if word.len() > 2 * self.longest {
            return false;
        }
        if word.is_ascii() {
            return self.contains_ascii(word, lower);
        }
        self.contains_lower(&word.to_lowercase())
    }

    /// As [`StopList::contains`], of a word that is ASCII.
    #[inline]
    pub(crate) fn contains_ascii(&self, word: &str, lower: &mut String) -> bool {
        if word.len() <= SHORT {
            return self.short.contains(lower_case(number_of(word.as_bytes())));
        }
        if word.len() > self.longest {
            return false;
        }
        lower.clear();
        lower.push_str(word);
        lower.make_ascii_lowercase();
        self.long.contains(lower.as_str())
    }

    fn contains_lower(&self, word: &str) -> bool {
        if word.len() <= SHORT {
            self.short.contains(number_of(word.as_bytes()))
        } else {
            self.long.contains(word)
        }
    }

    /// A list that cannot be read is empty; the tests read them all.
    fn unpack(packed: &[u8]) -> Self {
        let mut text = String::new();
        let read = ZlibDecoder::new(packed).read_to_string(&mut text);
        if read.is_err() {
            return StopList::default();
        }
        let (short, long): (Vec<&str>, Vec<&str>) = text.lines().partition(|word| word.len() <= SHORT);
        StopList {
            short: ShortWords::of(&short),
            long: long.into_iter().map(Box::from).collect(),
            longest: text.lines().map(str::len).max().unwrap_or_default(),
        }
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.long.len() + self.short.slots.iter().filter(|&&number| number != 0).count()
    }
}

impl Language {
    fn find(code: &str) -> Option<&'static Language> {
        let code = ALIASES.iter().find(|(alias, _)| *alias == code).map_or(code, |&(_, code)| code);
        let found = LANGUAGES.binary_search_by_key(&code, |language| language.code).ok();
        let index = found.or_else(|| LANGUAGES.iter().position(|language| language.long_code == code))?;
        LANGUAGES.get(index)
    }
}

/// Where the stop list of a page comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum StopWords {
    /// The list of the language that the page declares, or else of the one that its text seems to be in.
    #[default]
    Auto,
    /// No list.
    None,
    /// The list of the language with this code.
    Of(String),
}

impl From<StopWords> for String {
    fn from(stop_words: StopWords) -> String {
        match stop_words {
            StopWords::Auto => "auto".to_owned(),
            StopWords::None => "none".to_owned(),
            StopWords::Of(code) => code,
        }
    }
}

impl TryFrom<String> for StopWords {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            "auto" => Ok(StopWords::Auto),
            "none" => Ok(StopWords::None),
            code if Language::find(code).is_some() => Ok(StopWords::Of(name)),
            code => {
                let codes: Vec<&str> = StopList::languages().collect();
                Err(format!("no stop list for `{code}`; there are `auto`, `none` and {}", codes.join(", ")))
            }
        }
    }
}

impl ParamType for StopWords {
    const KIND: ParamKind = ParamKind::Choice(|| {
        static NAMES: LazyLock<Vec<&str>> =
            LazyLock::new(|| ["auto", "none"].into_iter().chain(StopList::languages()).collect());
        &NAMES
    });
}

impl StopWords {
    /// The list for a page; `None` where its language has none or is not found.
    pub fn list(&self, page: &Page<'_>) -> Option<&'static StopList> {
        match self {
            StopWords::None => None,
            StopWords::Of(code) => StopList::of_language(code),
            StopWords::Auto => StopList::of_language(&language_of(page)?),
        }
    }
}

/// The language that a page declares, or else the one that its text seems to be in: an ISO 639 code of two or three
/// letters in lower case. O(1,000 characters).
pub fn language_of(page: &Page<'_>) -> Option<Cow<'static, str>> {
    let declared = declared_language(page.document()).map(Cow::Owned);
    declared.or_else(|| guessed_language(page).map(Cow::Borrowed))
}

/// [`language_of`] by its code of two letters, where it has one.
///
/// ```
/// use debulha_core::{Page, features::stop_words::short_code_of};
///
/// let page = "<p>Der Roggen steht in diesem Jahr sehr gut, und die Ernte beginnt in der nächsten Woche.";
/// let document = debulha_dom::parse(page, &debulha_dom::Limits::default()).document;
/// assert_eq!(short_code_of(&Page::new(&document)).as_deref(), Some("de"));
/// ```
pub fn short_code_of(page: &Page<'_>) -> Option<Cow<'static, str>> {
    let code = language_of(page)?;
    let known = SHORT_CODES.iter().find(|(long, _)| *long == code).map(|&(_, short)| short);
    Some(known.or_else(|| Language::find(&code).map(|language| language.code)).map_or(code, Cow::Borrowed))
}

/// The short code of a language by its tag: `de`, `DE`, `de-AT` and `deu` are `de`. `None` for what is no tag of a language, such as a name.
///
/// ```
/// use debulha_core::features::stop_words::short_code_of_tag;
///
/// assert_eq!(short_code_of_tag("en-US").as_deref(), Some("en"));
/// assert_eq!(short_code_of_tag("deu").as_deref(), Some("de"));
/// assert_eq!(short_code_of_tag("english"), None);
/// ```
pub fn short_code_of_tag(tag: &str) -> Option<String> {
    let primary = tag.trim().split(['-', '_']).next()?.to_ascii_lowercase();
    if !matches!(primary.len(), 2..=3) || !primary.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let known = SHORT_CODES.iter().find(|(long, _)| *long == primary).map(|&(_, short)| short);
    let short = known.or_else(|| Language::find(&primary).map(|language| language.code));
    Some(short.map_or(primary, str::to_owned))
}

/// The primary subtag of `lang` or `xml:lang` of the `html` element, in lower case, such as `pt` for `pt-BR`.
fn declared_language(doc: &Document) -> Option<String> {
    let html = doc.html()?;
    let tag = [names::LANG, names::XML_LANG].into_iter().find_map(|name| doc.attribute(html, name))?;
    let primary = tag.trim().split(['-', '_']).next()?;
    let is_code = matches!(primary.len(), 2..=3) && primary.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| primary.to_ascii_lowercase())
}

/// The ISO 639-3 code of the language that the first running text of the page is most probably in.
fn guessed_language(page: &Page<'_>) -> Option<&'static str> {
    let doc = page.document();
    let mut sample = String::new();
    let mut chars = 0;
    for &node in page.text_nodes_in(page.body().0..doc.subtree_end(page.body())) {
        let left = SAMPLE_CHARS - chars;
        chars += doc.text(node).chars().take(left).map(|c| sample.push(c)).count();
        if chars == SAMPLE_CHARS {
            break;
        }
        sample.push(' ');
    }
    if sample.trim_end().len() < MIN_SAMPLE_BYTES {
        return None;
    }
    whatlang::detect_lang(&sample).map(|language| language.code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn list_of(html: &str) -> Option<&'static StopList> {
        let doc = parse(html, &Limits::default()).document;
        StopWords::Auto.list(&Page::new(&doc))
    }

    fn is(found: Option<&'static StopList>, code: &str) -> bool {
        found.is_some_and(|list| std::ptr::eq(list, StopList::of_language(code).expect("a list")))
    }

    #[test]
    fn every_list_is_read_and_in_order() {
        assert!(LANGUAGES.is_sorted_by_key(|language| language.code));
        assert!(LANGUAGES.len() >= 40);
        for code in StopList::languages() {
            let list = StopList::of_language(code).expect("a list");
            assert!(list.len() >= 100, "{code} has {}", list.len());
            assert!(list.long.iter().all(|word| !word.contains(char::is_whitespace)), "{code}");
            let is_clean = |number: &u64| !number.to_le_bytes().iter().any(u8::is_ascii_whitespace);
            assert!(list.short.slots.iter().all(is_clean), "{code}");
        }
        assert_eq!(StopList::of_language("en").map(StopList::len), Some(453));
    }

    #[test]
    fn words_are_found_in_any_case() {
        let mut buffer = String::new();
        let german = StopList::of_language("de").expect("a list");
        assert!(["über", "Über", "ÜBER", "Und"].iter().all(|word| german.contains(word, &mut buffer)));
        assert!(!german.contains("und,", &mut buffer), "signs belong to the word");
        let english = StopList::of_language("en").expect("a list");
        assert!(
            ["THROUGHOUT", "throughout", "Because"].iter().all(|word| english.contains(word, &mut buffer))
        );
        assert!(
            !["", "@he", "[he", "t\u{0}he", "the\u{0}"]
                .iter()
                .any(|word| english.contains(word, &mut buffer))
        );
    }

    #[test]
    fn no_language_is_guessed_from_less_than_the_smallest_sample() {
        let text = "der Roggen und der Weizen";
        let cut = |bytes: usize| format!("<p>{}", &text[..bytes]);
        assert!(list_of(&cut(MIN_SAMPLE_BYTES)).is_some());
        assert!(list_of(&cut(MIN_SAMPLE_BYTES - 1)).is_none());
    }

    #[test]
    fn the_declared_language_goes_before_the_guessed_one() {
        let text = "<p>Dies ist ein ganz gewöhnlicher Satz, der nichts weiter sagt als das, was er sagt.";
        assert!(is(list_of(text), "de"));
        assert!(is(list_of(&format!("<html lang=en-GB>{text}")), "en"));
        assert!(is(list_of(&format!("<html xml:lang=no>{text}")), "nb"));
        assert!(is(list_of(&format!("<html lang='English (UK)'>{text}")), "de"), "not a code");
        assert!(list_of(&format!("<html lang=zh>{text}")).is_none());
        assert!(list_of("<p>这是一个很普通的句子").is_none());
        assert!(list_of("").is_none());
    }

    #[test]
    fn codes_without_a_list_are_refused() {
        assert_eq!(StopWords::try_from("por".to_owned()), Ok(StopWords::Of("por".to_owned())));
        assert!(StopWords::try_from("zh".to_owned()).is_err());
    }
}
