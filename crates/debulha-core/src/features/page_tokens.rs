//! Tokens of markup and of words, as numbers: what token odds are learned of.
//!
//! Markup gives the parts of class names, ids, roles and names of properties: `PostBody-text` is `post`, `body`, `text`.
//! Text gives words in lower case; ideographs, kana and the like are a token each; all digits are one digit, so that
//! years and counts are alike.

use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use memchr::memmem;

/// Where a token stands; tokens of different kinds are different tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// In a class, id, role or `itemprop`.
    Markup,
    /// In the text of a block.
    Word,
    /// In the heading before it.
    Heading,
    /// Of the page as a whole: its title, its kind as it states it.
    Page,
}

/// FNV-1a's start and factor of 32 bits.
const BASIS: u32 = 0x811c_9dc5;
const FACTOR: u32 = 0x0100_0193;

/// Letters of a markup token at least; shorter ones are mostly parts of generated names.
const MIN_LETTERS: usize = 2;

#[derive(Clone, Copy)]
struct Hasher(u32);

impl Hasher {
    fn new(kind: TokenKind) -> Self {
        Hasher(BASIS).byte(kind as u8)
    }

    #[inline]
    fn byte(self, byte: u8) -> Self {
        Hasher((self.0 ^ u32::from(byte)).wrapping_mul(FACTOR))
    }

    fn char(self, c: char) -> Self {
        c.to_lowercase().fold(self, |hash, c| {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().fold(hash, Hasher::byte)
        })
    }

    /// FNV's low bits are good, its high bits less so: fold them.
    fn finish(self) -> u32 {
        let hash = self.0 ^ (self.0 >> 15);
        hash.wrapping_mul(0x2c1b_3c6d) ^ (hash >> 12)
    }
}

/// The token of a whole string, in lower case.
pub fn token(kind: TokenKind, text: &str) -> u32 {
    text.chars().fold(Hasher::new(kind), Hasher::char).finish()
}

/// The parts of a name: cut at signs and digits and where a small letter meets a capital. O(bytes).
pub fn name_parts(kind: TokenKind, name: &str, mut found: impl FnMut(u32)) {
    let start = Hasher::new(kind);
    let (mut hash, mut letters, mut was_small) = (start, 0, false);
    for byte in name.bytes() {
        let letter = NAME_LETTERS[usize::from(byte)];
        let is_capital = letter != byte;
        if letter == 0 || is_capital && was_small {
            if letters >= MIN_LETTERS {
                found(hash.finish());
            }
            (hash, letters) = (start, 0);
        }
        if letter != 0 {
            hash = hash.byte(letter);
            letters += 1;
        }
        was_small = byte.is_ascii_lowercase();
    }
    if letters >= MIN_LETTERS {
        found(hash.finish());
    }
}

/// What each byte of a name counts as: letters in lower case, bytes beyond ASCII as they are; 0 for what cuts.
static NAME_LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut at = 0;
    while at < letters.len() {
        let byte = at as u8;
        if byte.is_ascii_alphabetic() || !byte.is_ascii() {
            letters[at] = byte.to_ascii_lowercase();
        }
        at += 1;
    }
    letters
};

/// What each ASCII byte of a text counts as: letters in lower case, all digits as one; 0 for what cuts, and beyond ASCII.
static WORD_LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut byte: u8 = 0;
    while byte.is_ascii() {
        if byte.is_ascii_alphanumeric() {
            letters[byte as usize] = if byte.is_ascii_digit() { b'0' } else { byte.to_ascii_lowercase() };
        }
        byte += 1;
    }
    letters
};

/// The words of a text. O(bytes).
pub fn word_tokens(kind: TokenKind, text: &str, mut found: impl FnMut(u32)) {
    let start = Hasher::new(kind);
    let (mut hash, mut letters) = (start, 0);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let letter = WORD_LETTERS[usize::from(byte)];
        if letter != 0 {
            hash = hash.byte(letter);
            letters += 1;
            at += 1;
            continue;
        }
        let other = if byte.is_ascii() { None } else { text[at..].chars().next() };
        at += other.map_or(1, char::len_utf8);
        let is_own_word = other.is_some_and(is_alone);
        if let Some(c) = other.filter(|c| !is_own_word && c.is_alphanumeric()) {
            hash = hash.char(c);
            letters += 1;
            continue;
        }
        if letters > 0 {
            found(hash.finish());
            (hash, letters) = (start, 0);
        }
        if let Some(c) = other.filter(|_| is_own_word) {
            found(start.char(c).finish());
        }
    }
    if letters > 0 {
        found(hash.finish());
    }
}

/// Letters of scripts without spaces between words.
fn is_alone(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{2fdf}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// What a page says about its kind.
#[derive(Clone, Copy)]
enum TokenSource {
    Title = 1,
    Class,
    Type,
    Schema,
    Generator,
    Address,
}

/// Maximum words of the title, and parts of the address, that are looked at. Titles and paths of pages have fewer;
/// further ones are filled in for search engines.
const MAX_PAGE_WORDS: usize = 30;

/// Maximum types of structured data that are looked at: they are a set, and pages with more repeat few types for each
/// entry of a list.
const MAX_SCHEMA_TYPES: usize = 60;

/// The tokens of a page as a whole: words of its title, classes of `html` and `body`, `og:type`, generator, types of
/// structured data and parts of its address. O(`head` + scripts of structured data).
pub fn page_tokens(page: &Page<'_>, mut found: impl FnMut(u32)) {
    let doc = page.document();
    let mut of =
        |source: TokenSource, token: u32| found(token.rotate_left(source as u32 * 4) ^ source as u32);
    if let Some(title) = doc.elements_named(names::TITLE).next() {
        let mut left = MAX_PAGE_WORDS;
        word_tokens(TokenKind::Page, &doc.text_content(title), |token| {
            if left > 0 {
                left -= 1;
                of(TokenSource::Title, token);
            }
        });
    }
    for element in doc.html().into_iter().chain(doc.body()) {
        for class in doc.classes(element).take(MAX_PAGE_WORDS) {
            name_parts(TokenKind::Page, class, |token| of(TokenSource::Class, token));
        }
    }
    for meta in doc.elements_named(names::META) {
        let Some(content) = doc.attribute(meta, names::CONTENT) else { continue };
        let stated = doc.attribute(meta, names::PROPERTY).or_else(|| doc.attribute(meta, names::NAME));
        match stated {
            Some(name) if name.eq_ignore_ascii_case("og:type") => {
                of(TokenSource::Type, token(TokenKind::Page, content));
            }
            Some(name) if name.eq_ignore_ascii_case("generator") => {
                let program = content.split_whitespace().next().unwrap_or_default();
                of(TokenSource::Generator, token(TokenKind::Page, program));
            }
            _ => {}
        }
    }
    let mut left = MAX_SCHEMA_TYPES;
    for script in doc.elements_named(names::SCRIPT) {
        if doc
            .attribute(script, names::TYPE)
            .is_some_and(|kind| kind.eq_ignore_ascii_case("application/ld+json"))
            && let Some(text) = doc.first_child(script)
        {
            for schema in schema_types(doc.text(text)).take(left) {
                left -= 1;
                of(TokenSource::Schema, token(TokenKind::Page, schema));
            }
        }
    }
    if let Some(url) = page.url() {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let path = rest.find('/').map_or("", |start| &rest[start..]);
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let mut left = MAX_PAGE_WORDS;
        name_parts(TokenKind::Page, path, |token| {
            if left > 0 {
                left -= 1;
                of(TokenSource::Address, token);
            }
        });
    }
}

/// The values of `@type` in structured data, as far as they are plain strings.
fn schema_types(json: &str) -> impl Iterator<Item = &str> {
    memmem::find_iter(json.as_bytes(), "\"@type\"").filter_map(move |at| {
        let value = json[at + 7..].trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        value.split('"').next()
    })
}

/// The token that stands for another on pages of a kind.
pub fn of_kind(token: u32, kind: usize) -> u32 {
    (token ^ (kind as u32 + 1).wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b)
}

/// The values of an element's own attributes beside its classes: id, role and `itemprop`.
pub fn naming_attributes(doc: &Document, element: NodeId) -> impl Iterator<Item = &str> {
    [names::ID, names::ROLE, names::ITEMPROP].into_iter().filter_map(move |name| doc.attribute(element, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::PageOptions;
    use debulha_dom::{Limits, parse};

    fn parts(name: &str) -> Vec<u32> {
        let mut found = Vec::new();
        name_parts(TokenKind::Markup, name, |token| found.push(token));
        found
    }

    fn words(text: &str) -> Vec<u32> {
        let mut found = Vec::new();
        word_tokens(TokenKind::Word, text, |token| found.push(token));
        found
    }

    #[test]
    fn names_are_cut_at_signs_digits_and_capitals() {
        let tokens =
            |names: &[&str]| names.iter().map(|name| token(TokenKind::Markup, name)).collect::<Vec<_>>();
        assert_eq!(parts("PostBody-text_2x a"), tokens(&["post", "body", "text"]));
        assert_eq!(parts("HTMLview"), tokens(&["htmlview"]));
        assert_eq!(parts(""), [0; 0]);
    }

    #[test]
    fn words_fold_case_and_digits_and_part_ideographs() {
        assert_eq!(words("Rye, in 2024!"), words("rye in 1999"));
        assert_eq!(words("A黑麦b").len(), 4);
        assert_eq!(words("Ökonomie"), words("ökonomie"));
        assert_ne!(token(TokenKind::Word, "rye"), token(TokenKind::Heading, "rye"));
    }

    /// The tokens of a page, in order.
    fn of_page(html: &str, url: Option<&str>) -> Vec<u32> {
        let document = parse(html, &Limits::default()).document;
        let mut found = Vec::new();
        page_tokens(&Page::with_options(&document, url, PageOptions::default()), |token| found.push(token));
        found
    }

    /// The token of a word, as a source of the page says it.
    fn said(source: TokenSource, word: &str) -> u32 {
        token(TokenKind::Page, word).rotate_left(source as u32 * 4) ^ source as u32
    }

    #[test]
    fn a_page_says_its_kind_by_each_source_once() {
        let html = r#"<html class=dark><title>Rye News</title><meta property="og:type" content="Article">
            <meta name=generator content="Barn 2.1"><script type="application/ld+json">{"@type": "NewsArticle",
            "author": {"@type" : "Person"}}</script><body class="single-post wide"><p>Oats"#;
        let expected = [
            said(TokenSource::Title, "rye"),
            said(TokenSource::Title, "news"),
            said(TokenSource::Class, "dark"),
            said(TokenSource::Class, "single"),
            said(TokenSource::Class, "post"),
            said(TokenSource::Class, "wide"),
            said(TokenSource::Type, "article"),
            said(TokenSource::Generator, "barn"),
            said(TokenSource::Schema, "newsarticle"),
            said(TokenSource::Schema, "person"),
            said(TokenSource::Address, "news"),
            said(TokenSource::Address, "rye"),
        ];
        assert_eq!(of_page(html, Some("https://barn.example/news/2024/rye?page=2#top")), expected);
        assert_eq!(of_page(html, None), expected[..10]);
        assert_eq!(of_page(html, Some("https://barn.example")), expected[..10]);
    }

    #[test]
    fn sources_are_told_apart() {
        let sources = [
            TokenSource::Title,
            TokenSource::Class,
            TokenSource::Type,
            TokenSource::Schema,
            TokenSource::Address,
        ];
        let tokens: Vec<u32> = sources.into_iter().map(|source| said(source, "news")).collect();
        for (at, token) in tokens.iter().enumerate() {
            assert!(!tokens[..at].contains(token), "{tokens:?}");
        }
    }

    #[test]
    fn long_titles_and_many_types_are_cut() {
        let words: Vec<String> = (0..MAX_PAGE_WORDS + 5).map(|n| "x".repeat(n + 1)).collect();
        let types = r#"{"@type": "Thing"},"#.repeat(MAX_SCHEMA_TYPES + 5);
        let html =
            format!("<title>{}</title><script type=application/ld+json>[{types}]</script>", words.join(" "));
        assert_eq!(of_page(&html, None).len(), MAX_PAGE_WORDS + MAX_SCHEMA_TYPES);
    }
}
