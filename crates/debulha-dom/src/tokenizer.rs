//! Text to tokens, as [the standard's tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)
//! finds them, each with its place in the source.
//!
//! A token holds no characters: text, comments and attribute values are [`CharacterRun`]s of the source, and what of them has
//! to be resolved is known by the [`Dirt`] seen on the way. The standard's states are loops here over whole runs;
//! characters are looked at one by one only inside tags.

mod declarations;
#[cfg(test)]
mod html5lib_tests;
mod raw;
mod repair;

use crate::document::AttributeEntry;
use crate::interner::NameInterner;
use crate::names::{self, NameId};
use crate::resolve::{Nul, References, ResolveRules};
use crate::scan::{Dirt, is_space, until, until_name_end};
use repair::Repairs;
pub use repair::Unclosed;

/// Turns a text into tokens, one at a time.
#[derive(Debug)]
pub(crate) struct Tokenizer<'s> {
    source: &'s str,
    at: usize,
    content: ContentState,
    /// The element whose end tag ends RCDATA, RAWTEXT and script data, in lower case.
    raw_name: String,
    raw_element: NameId,
    repairs: Repairs,
    pub(crate) names: NameInterner,
    /// Attributes of all tags that became elements, and of the last tag.
    pub(crate) attributes: Vec<AttributeEntry>,
    /// By name: the last start tag that had the attribute.
    last_tag_with: Vec<u32>,
    start_tags: u32,
    max_attributes: u16,
    pub(crate) dropped_attributes: usize,
    /// Details of the last doctype token.
    pub(crate) doctype: DoctypeToken,
}

/// What the tokenizer reads: the standard's states outside of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContentState {
    Data,
    Rcdata,
    Rawtext,
    ScriptData,
    Plaintext,
    #[cfg_attr(not(test), expect(dead_code, reason = "entered by markup; a state to start from in tests"))]
    CdataSection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HtmlTokenKind {
    StartTag,
    EndTag,
    Text,
    Comment,
    Doctype,
    EndOfFile,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct HtmlToken {
    pub(crate) kind: HtmlTokenKind,
    /// Of a tag.
    pub(crate) name: NameId,
    pub(crate) self_closing: bool,
    /// First of a start tag's entries in [`Tokenizer::attributes`], which go to the end.
    pub(crate) attributes: u32,
    /// Characters of text or a comment.
    pub(crate) run: CharacterRun,
    /// Bytes of the source, delimiters included.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Characters as a part of the source, and what has to be done to read them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CharacterRun {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) dirt: Dirt,
    pub(crate) rules: ResolveRules,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DoctypeToken {
    pub(crate) name: Option<String>,
    pub(crate) public_id: Option<String>,
    pub(crate) system_id: Option<String>,
    pub(crate) force_quirks: bool,
}

/// How text of normal elements is read. The tree builder decides about NUL.
pub(crate) const TEXT: ResolveRules = ResolveRules { references: References::Text, nul: Nul::Keep };
const RCDATA: ResolveRules = ResolveRules { references: References::Text, nul: Nul::Replace };
const RAWTEXT: ResolveRules = ResolveRules { references: References::None, nul: Nul::Replace };
const CDATA: ResolveRules = ResolveRules { references: References::None, nul: Nul::Keep };
/// How attribute values are read.
pub(crate) const VALUE: ResolveRules = ResolveRules { references: References::Attribute, nul: Nul::Replace };

/// What ends a tag's name: white space, `/`, `>`.
const ENDS_TAG_NAME: u8 = 1;
/// What ends an attribute's name: the same and `=`.
const ENDS_ATTRIBUTE_NAME: u8 = 2;
/// What ends a value without quotes: white space, `>`.
const ENDS_VALUE: u8 = 4;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\t' | b'\n' | 0x0C | b'\r' | b' ' | b'>' => ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_VALUE,
            b'/' => ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME,
            b'=' => ENDS_ATTRIBUTE_NAME,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

impl CharacterRun {
    #[inline]
    fn new(start: usize, end: usize, rules: ResolveRules, seen: Dirt) -> Self {
        let dirt = if rules.references == References::None { seen.without_ampersand() } else { seen };
        CharacterRun { start: start as u32, end: end as u32, dirt, rules }
    }

    /// Whether the characters are those of the source as they stand.
    pub(crate) fn is_clean(self) -> bool {
        self.dirt.is_clean()
    }

    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }

    fn empty(at: usize) -> Self {
        CharacterRun::new(at, at, TEXT, Dirt::default())
    }
}

impl HtmlToken {
    fn new(kind: HtmlTokenKind, start: usize, end: usize) -> Self {
        HtmlToken {
            kind,
            name: names::NONE,
            self_closing: false,
            attributes: 0,
            run: CharacterRun::empty(start),
            start: start as u32,
            end: end as u32,
        }
    }

    fn of_run(kind: HtmlTokenKind, run: CharacterRun, start: usize, end: usize) -> Self {
        HtmlToken { run, ..HtmlToken::new(kind, start, end) }
    }
}

impl<'s> Tokenizer<'s> {
    /// Starts in the data state, after a byte order mark.
    pub(crate) fn new(source: &'s str, max_attributes: u16) -> Self {
        const BYTE_ORDER_MARK: char = '\u{FEFF}';
        /// Bytes of source per attribute on real pages, about: sizes the first allocation only.
        const BYTES_PER_ATTRIBUTE: usize = 96;
        Tokenizer {
            source,
            at: if source.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 },
            content: ContentState::Data,
            raw_name: String::new(),
            raw_element: names::NONE,
            repairs: Repairs::default(),
            names: NameInterner::new(),
            attributes: Vec::with_capacity(source.len() / BYTES_PER_ATTRIBUTE),
            last_tag_with: Vec::new(),
            start_tags: 0,
            max_attributes,
            dropped_attributes: 0,
            doctype: DoctypeToken::default(),
        }
    }

    pub(crate) fn max_attributes(&self) -> u16 {
        self.max_attributes
    }

    /// Closes what the page never closes, rather than have it swallow the rest.
    pub(crate) fn repair(&mut self) {
        self.repairs.is_on = true;
    }

    /// What was closed so.
    pub(crate) fn repaired(&self) -> &[Unclosed] {
        &self.repairs.done
    }

    pub(crate) fn source(&self) -> &'s str {
        self.source
    }

    /// Switches to the contents of an element, up to the end tag with its name; [`names::NONE`]: to the end.
    pub(crate) fn set_content(&mut self, content: ContentState, element: NameId) {
        self.content = content;
        self.raw_element = element;
        self.raw_name.clear();
        self.raw_name.push_str(self.names.spelling(element));
    }

    /// The next token; the end of the file again and again at the end.
    ///
    /// `foreign`: whether the adjusted current node is an element of SVG or MathML, where CDATA sections are text.
    pub(crate) fn next(&mut self, foreign: bool) -> HtmlToken {
        loop {
            let found = match self.content {
                ContentState::Data => self.data(foreign),
                ContentState::Rcdata => self.raw_text(RCDATA),
                ContentState::Rawtext => self.raw_text(RAWTEXT),
                ContentState::ScriptData => self.script_data(),
                ContentState::Plaintext => self.plaintext(),
                ContentState::CdataSection => Some(self.cdata_section(self.at)),
            };
            match found {
                Some(token) => return token,
                None if self.at >= self.source.len() => {
                    return HtmlToken::new(HtmlTokenKind::EndOfFile, self.source.len(), self.source.len());
                }
                None => {}
            }
        }
    }

    fn bytes(&self) -> &'s [u8] {
        self.source.as_bytes()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes().get(at).copied()
    }

    /// Text up to the next markup, or the markup.
    fn data(&mut self, foreign: bool) -> Option<HtmlToken> {
        let bytes = self.bytes();
        let start = self.at;
        let mut dirt = Dirt::default();
        let mut from = start;
        loop {
            let (end, seen) = until(bytes, from, b'<');
            dirt |= seen;
            let is_markup = match self.byte(end + 1) {
                Some(b'/') => end + 2 < bytes.len(),
                Some(b'!' | b'?') => true,
                Some(next) => next.is_ascii_alphabetic(),
                None => end >= bytes.len(),
            };
            if is_markup {
                if end > start {
                    self.at = end;
                    let run = CharacterRun::new(start, end, TEXT, dirt);
                    return Some(HtmlToken::of_run(HtmlTokenKind::Text, run, start, end));
                }
                return if end < bytes.len() { self.markup(end, foreign) } else { None };
            }
            from = end + 1;
        }
    }

    /// What `<` at `start` opens; `None` where it comes to nothing.
    fn markup(&mut self, start: usize, foreign: bool) -> Option<HtmlToken> {
        let bytes = self.bytes();
        match bytes[start + 1] {
            b'/' => match bytes[start + 2] {
                b'>' => {
                    self.at = start + 3;
                    None
                }
                byte if byte.is_ascii_alphabetic() => self.tag(HtmlTokenKind::EndTag, start, start + 2),
                _ => Some(self.bogus_comment(start, start + 2)),
            },
            b'!' => Some(self.declaration(start, foreign)),
            b'?' => Some(self.bogus_comment(start, start + 1)),
            _ => self.tag(HtmlTokenKind::StartTag, start, start + 1),
        }
    }

    /// A tag whose name starts at `name_start`; `None` where the file ends inside.
    fn tag(&mut self, kind: HtmlTokenKind, start: usize, name_start: usize) -> Option<HtmlToken> {
        let bytes = self.bytes();
        let unfinished = bytes.len();
        self.at = unfinished;
        let name_end = position(bytes, name_start, ENDS_TAG_NAME)?;
        let name = self.names.id(self.source, name_start, name_end);
        let first_attribute = self.attributes.len();
        let is_start = kind == HtmlTokenKind::StartTag;
        if is_start {
            self.start_tags += 1;
        }
        let mut self_closing = false;
        let mut at = name_end;
        loop {
            match *bytes.get(at)? {
                b'>' => break,
                b'/' if self.byte(at + 1) == Some(b'>') => {
                    self_closing = true;
                    at += 1;
                    break;
                }
                byte if byte == b'/' || is_space(byte) => at += 1,
                _ => at = self.attribute(at, is_start, first_attribute)?,
            }
        }
        self.at = at + 1;
        let attributes = first_attribute as u32;
        Some(HtmlToken { name, self_closing, attributes, ..HtmlToken::new(kind, start, self.at) })
    }

    /// Reads an attribute; the position after it, `None` where the file ends inside.
    #[inline]
    fn attribute(&mut self, start: usize, keep: bool, first_of_tag: usize) -> Option<usize> {
        let bytes = self.bytes();
        // `=` at the start belongs to the name.
        let name_end = position(bytes, start + 1, ENDS_ATTRIBUTE_NAME)?;
        let after_name = skip_space(bytes, name_end);
        let (value, dirt, end, next) = if self.byte(after_name) == Some(b'=') {
            let from = skip_space(bytes, after_name + 1);
            match *bytes.get(from)? {
                quote @ (b'"' | b'\'') => {
                    let (end, dirt) = until(bytes, from + 1, quote);
                    bytes.get(end)?;
                    ((from + 1, end), dirt, end + 1, end + 1)
                }
                b'>' => ((from, from), Dirt::default(), after_name + 1, from),
                _ => {
                    let end = position(bytes, from, ENDS_VALUE)?;
                    ((from, end), self.dirt(from, end), end, end)
                }
            }
        } else {
            ((name_end, name_end), Dirt::default(), name_end, after_name)
        };
        if keep {
            let name = self.names.id(self.source, start, name_end);
            let attribute = AttributeEntry {
                name,
                dirt,
                value: (value.0 as u32, value.1 as u32),
                range: (start as u32, end as u32),
            };
            self.keep(attribute, first_of_tag);
        }
        Some(next)
    }

    /// Keeps an attribute unless the tag has one of that name, or too many.
    fn keep(&mut self, attribute: AttributeEntry, first_of_tag: usize) {
        let index = attribute.name.0 as usize;
        if attribute.name == names::OVERFLOW {
            return;
        }
        if index >= self.last_tag_with.len() {
            self.last_tag_with.resize(index + 64, 0);
        }
        if self.last_tag_with[index] == self.start_tags {
            return;
        }
        self.last_tag_with[index] = self.start_tags;
        if self.attributes.len() - first_of_tag < self.max_attributes as usize {
            self.attributes.push(attribute);
        } else {
            self.dropped_attributes += 1;
        }
    }

    /// What has to be resolved between two positions.
    fn dirt(&self, start: usize, end: usize) -> Dirt {
        let bytes = &self.bytes()[..end];
        let mut dirt = Dirt::default();
        let mut from = start;
        while from < end {
            let (delimiter, seen) = until(bytes, from, b'>');
            dirt |= seen;
            from = delimiter + 1;
        }
        dirt
    }
}

/// The first byte of a class at or after `from`.
#[inline]
fn position(bytes: &[u8], from: usize, class: u8) -> Option<usize> {
    let mut at = until_name_end(bytes, from);
    loop {
        if CLASSES[*bytes.get(at)? as usize] & class != 0 {
            return Some(at);
        }
        at = until_name_end(bytes, at + 1);
    }
}

#[inline]
fn skip_space(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}
