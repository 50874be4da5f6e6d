//! Phrases that tell walls and errors: data, with its origin.
//!
//! The files in `words/` hold the phrases, in up to 38 languages; parts of class names and ids are in this file.
//!
//! All are in lower case, white space folded, with straight apostrophes, `i` for the dotless letter of Turkish, and
//! without joiners; texts are prepared the same way before a search. Origin: the default error pages of common servers and
//! site software, the texts of login and subscription boxes as readers know them, and their usual translations; our own
//! collection. Shape decides first.

use crate::word_list::word_list;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What a text mentions that asks for consent, in lower case. Most languages write "cookie"; the first letter is left
/// out, so that case needs no folding.
pub static CONSENT_WORDS: &[&str] = &["ookie", "onsent", "GDPR", "ciastecz", "куки", "クッキー", "同意"];

/// Names of consent managers in classes and ids, in lower case: those of the programs themselves.
pub static CONSENT_MANAGERS: &[&str] = &[
    "onetrust",
    "didomi",
    "usercentrics",
    "cookiebot",
    "cybotcookie",
    "qc-cmp",
    "cmpbox",
    "cmpwrapper",
    "fc-consent",
    "truste",
    "osano",
    "klaro",
    "iubenda",
    "cookieyes",
    "cky-consent",
    "cmplz",
    "borlabs",
    "sp_message",
    "termly",
    "axeptio",
    "tarteaucitron",
];

/// Parts of a class or id that make a container of "cookie" one that asks for consent.
pub static CONSENT_PARTS: &[&str] = &[
    "consent",
    "banner",
    "notice",
    "bar",
    "popup",
    "modal",
    "overlay",
    "law",
    "wall",
    "message",
    "warning",
    "dialog",
    "alert",
    "settings",
    "preference",
    "disclaimer",
    "notification",
];

/// Beginnings of classes by which site software names what a text is about, not what an element is.
pub static TOPIC_CLASSES: &[&str] = &["tag-", "category-", "post-", "type-", "topic-", "term-"];

/// Parts of classes and ids of containers around what is paid for.
pub static PAYWALL_PARTS: &[&str] = &[
    "paywall",
    "pay-wall",
    "regwall",
    "subscriber-only",
    "premium-content",
    "metered",
    "noaccess",
    "no-access",
];

/// Characters up to which a phrase must also end where a word does: "no" is in too many words.
const WHOLE_WORD_CHARS: usize = 3;

/// The first character of scripts written without spaces, or with syllables as words: Thai and what follows it in Unicode.
const FIRST_UNSPACED: char = '\u{e00}';

/// Phrases by their first character, so that a search costs a few comparisons per character.
pub(super) struct PhraseSet {
    by_char: FxHashMap<char, Vec<&'static str>>,
}

impl PhraseSet {
    fn new(phrases: impl IntoIterator<Item = &'static str>) -> Self {
        let mut by_char: FxHashMap<char, Vec<&'static str>> = FxHashMap::default();
        for phrase in phrases {
            if let Some(first) = phrase.chars().next() {
                by_char.entry(first).or_default().push(phrase);
            }
        }
        PhraseSet { by_char }
    }

    /// The phrases in a text in lower case that begin where a word does. Any character beyond ASCII may begin one, since
    /// not all scripts have spaces, and some write articles and prepositions as part of the word. O(bytes), as the
    /// number of phrases with one first character is fixed.
    pub(super) fn all_in<'t>(&'t self, text: &'t str) -> impl Iterator<Item = &'static str> + 't {
        let mut in_word = false;
        text.char_indices().flat_map(move |(at, c)| {
            let begins = !in_word || !c.is_ascii();
            in_word = c.is_ascii_alphanumeric();
            let phrases = if begins { self.by_char.get(&c) } else { None };
            phrases.into_iter().flatten().copied().filter(move |phrase| is_at(text, at, phrase))
        })
    }

    /// The first phrase in a text.
    pub(super) fn first_in(&self, text: &str) -> Option<&'static str> {
        self.all_in(text).next()
    }

    /// The first phrase that makes up at least this share of the bytes of a text.
    pub(super) fn first_with_share(&self, text: &str, share: f64) -> Option<&'static str> {
        let shortest = text.len() as f64 * share;
        self.all_in(text).find(|phrase| phrase.len() as f64 >= shortest)
    }

    /// Whether a text begins with a phrase.
    pub(super) fn begins(&self, text: &str) -> bool {
        let phrases = text.chars().next().and_then(|first| self.by_char.get(&first));
        phrases.is_some_and(|phrases| phrases.iter().any(|phrase| is_at(text, 0, phrase)))
    }
}

/// Whether a phrase is at a place of a text, as a whole word if it is short.
fn is_at(text: &str, at: usize, phrase: &str) -> bool {
    let Some(rest) = text[at..].strip_prefix(phrase) else { return false };
    let is_word =
        phrase.starts_with(|c: char| c < FIRST_UNSPACED) && phrase.chars().count() <= WHOLE_WORD_CHARS;
    !is_word || !rest.starts_with(char::is_alphanumeric)
}

macro_rules! phrase_sets {
    ($($(#[$doc:meta])* $name:ident: $file:literal;)*) => {
        $($(#[$doc])* pub(super) static $name: LazyLock<PhraseSet> = LazyLock::new(|| {
            const WORDS: &[&str] = word_list!($file);
            PhraseSet::new(WORDS.iter().copied())
        });)*
    };
}

phrase_sets! {
    /// Nouns for what a reader looked for.
    PAGE_NOUNS: "words/page_nouns.txt";
    /// What is said of a page that is not there.
    NOT_FOUND: "words/not_found.txt";
    /// Titles and short texts of error pages, robot checks, and servers without a site.
    STATUS: "words/status.txt";
    /// What a site says of itself during maintenance, or before its launch.
    MAINTENANCE: "words/maintenance.txt";
    /// Complete titles of such pages.
    MAINTENANCE_TITLES: "words/maintenance_titles.txt";
    /// What a search, a shop or a list says that has nothing to show.
    NOTHING_FOUND: "words/nothing_found.txt";
    /// What titles and headings of searches and baskets say.
    SEARCH_WORDS: "words/search_words.txt";
    /// What servers and site software show before there is a site.
    DEFAULT_PAGES: "words/default_pages.txt";
    /// What a check for robots asks or says.
    HUMAN_CHECKS: "words/human_checks.txt";
    /// What a browser lacks on pages that ask to switch it on.
    WALL_TOPICS: "words/wall_topics.txt";
    /// What such pages want readers to do.
    WALL_DEMANDS: "words/wall_demands.txt";
    /// What a page says or asks that wants to know a reader's age.
    AGE: "words/age_phrases.txt";
    /// Labels of controls that agree.
    ACCEPT: "words/accept.txt";
    /// Labels of controls that refuse, or that let readers choose.
    DECLINE: "words/decline.txt";
    /// What a text mentions that asks for consent, next to [`CONSENT_WORDS`].
    CONSENT: "words/consent.txt";
    /// What a page says until its scripts have run.
    LOADING: "words/loading.txt";
    /// Titles and headings that ask to log in.
    LOGIN: "words/login.txt";
    /// What a box says that hides the rest of a text.
    PAYWALL: "words/paywall.txt";
}

/// Words next to the code of an error that say no more than the code.
pub(super) const ERROR_WORDS: &[&str] = word_list!("words/error_words.txt");

/// The first phrase of a paywall in a text in lower case that begins where a word
/// does. Any character beyond ASCII may begin one, since not all scripts have spaces. O(bytes).
///
/// ```
/// use debulha_core::verdict::phrases::paywall_phrase;
///
/// assert_eq!(paywall_phrase("now subscribe to continue"), Some("subscribe to continue"));
/// assert_eq!(paywall_phrase("unsubscribe to continue"), None);
/// assert_eq!(paywall_phrase("この記事は会員限定です"), Some("会員限定"));
/// ```
pub fn paywall_phrase(text: &str) -> Option<&'static str> {
    PAYWALL.first_in(text)
}
