//! What of the strings of scripts becomes text of the page.

use super::PayloadOptions;
use super::decoded::DecodedText;
use super::json::{JsonString, Strings};
use super::prose::{Shingles, is_message, is_prose, may_be_prose, numbers_of};
use super::schema::{self, StringRole};
use super::sources::{PayloadPart, payloads};
use crate::features::escaped_markup::escaped_texts;
use debulha_dom::{Context, Document, Limits, NameId, Namespace, NodeId, names, parse_fragment};
use std::ops::Range;

/// What is taken of a script, or of a stream of scripts.
pub(super) struct PayloadSection {
    pub(super) range: Range<usize>,
    /// Bytes of its longest text, without tags.
    pub(super) longest: usize,
    /// Bytes of its strings that the page has already, structured data aside.
    pub(super) known: usize,
    pub(super) texts: Vec<PayloadText>,
}

/// A string that is taken.
pub(super) struct PayloadText {
    pub(super) element: NameId,
    /// The key and where it stands.
    pub(super) key: String,
    pub(super) key_range: Range<usize>,
    pub(super) range: Range<usize>,
    pub(super) paragraphs: Vec<PayloadParagraph>,
}

/// A line of a string, or the whole of one with markup.
pub(super) struct PayloadParagraph {
    pub(super) text: DecodedText<'static>,
    pub(super) markup: Option<Document>,
}

/// What is taken of each script, in order. O(bytes of scripts and of the page's text).
pub(super) fn sections(doc: &Document, options: &PayloadOptions) -> Vec<PayloadSection> {
    let (payloads, notes) = (payloads(doc), escaped_notes(doc));
    if payloads.is_empty() && notes.is_empty() {
        return Vec::new();
    }
    let mut taker = Taker { options, page: Shingles::of(doc), taken: Shingles::default() };
    let mut found = Vec::new();
    for payload in payloads {
        let mut section = PayloadSection { range: payload.range, longest: 0, known: 0, texts: Vec::new() };
        for PayloadPart { text, data } in &payload.parts {
            for strings in data {
                taker.take(text, strings, &mut section);
            }
        }
        if !section.texts.is_empty() {
            found.push(section);
        }
    }
    found.extend(notes.into_iter().filter_map(|(range, note)| taker.take_note(range, &note)));
    found
}

/// The markup that stands as text in `noscript`, with its bytes, escapes resolved.
fn escaped_notes(doc: &Document) -> Vec<(Range<usize>, DecodedText<'_>)> {
    let of_node = |node: NodeId| {
        let range = doc.text_pieces(node).next()?;
        let text = DecodedText::of_text(doc.source(), range.clone(), doc.text(node))?;
        Some((range, text))
    };
    escaped_texts(doc).filter_map(of_node).collect()
}

/// Decides string after string.
struct Taker<'o> {
    options: &'o PayloadOptions,
    /// Text of the page.
    page: Shingles,
    /// Text of strings so far.
    taken: Shingles,
}

impl Taker<'_> {
    /// Takes what is text of the strings of one literal.
    fn take(&mut self, source: &DecodedText<'_>, strings: &Strings, section: &mut PayloadSection) {
        // The last heading, until its object turns out to have text.
        let mut heading: Option<(usize, PayloadText)> = None;
        for value in &strings.values {
            let Some(role) = self.role(source, strings, value) else { continue };
            let text = read(source, value);
            if role == StringRole::Heading {
                heading = Some((value.object, PayloadText { element: names::H2, ..text }));
                continue;
            }
            let content = text.content();
            let is_text = role == StringRole::Text || is_prose(&content, self.options);
            if !is_text || !self.is_new(&content, role, section) {
                continue;
            }
            if let Some((_, heading)) = heading.take_if(|(object, _)| *object == value.object)
                && self.is_new(&heading.content(), StringRole::Heading, section)
            {
                section.texts.push(heading);
            }
            section.longest = section.longest.max(content.len());
            section.texts.push(text);
        }
    }

    /// Takes the markup of a `noscript` if it has text that reads like one.
    fn take_note(&mut self, range: Range<usize>, note: &DecodedText<'_>) -> Option<PayloadSection> {
        let text = note.part(0..note.text.len());
        let markup = Some(markup(&text.text));
        let paragraphs = vec![PayloadParagraph { text, markup }];
        let key_range = range.start..range.start;
        let text = PayloadText {
            element: names::DIV,
            key: String::new(),
            key_range,
            range: range.clone(),
            paragraphs,
        };
        let content = text.content();
        let mut section = PayloadSection { range, longest: content.len(), known: 0, texts: Vec::new() };
        let is_taken =
            is_prose(&content, self.options) && self.is_new(&content, StringRole::Text, &mut section);
        section.texts.push(text);
        is_taken.then_some(section)
    }

    /// What a string may be; `None`: no text. [`StringRole::Other`] has to read like text.
    fn role(&self, source: &DecodedText<'_>, strings: &Strings, value: &JsonString) -> Option<StringRole> {
        let object = &strings.objects[value.object];
        let key = &source.text[value.key.clone()];
        if object.kind.is_empty() {
            let literal = &source.text[value.literal.clone()];
            return (may_be_prose(literal, self.options) && !is_message(key, object))
                .then_some(StringRole::Other);
        }
        let role = schema::role(&source.text[object.kind.clone()], key);
        (role != StringRole::Other).then_some(role)
    }

    /// Whether a text is neither in the page nor in a string before it. Those that the page has are counted, but for
    /// structured data, which are about the page that they are in.
    fn is_new(&mut self, text: &str, role: StringRole, section: &mut PayloadSection) -> bool {
        let numbers: Vec<u64> = numbers_of(text).collect();
        let share = self.options.known_share;
        let is_new = !self.taken.has(&numbers, share);
        let is_in_page = self.page.has(&numbers, share);
        if is_new {
            self.taken.add(&numbers);
            section.known += if is_in_page && role == StringRole::Other { text.len() } else { 0 };
        }
        is_new && !is_in_page
    }
}

/// Whether a text has tags.
pub(super) fn has_tags(text: &str) -> bool {
    memchr::memchr_iter(b'<', text.as_bytes())
        .any(|at| matches!(text.as_bytes().get(at + 1), Some(b'/' | b'!' | b'a'..=b'z' | b'A'..=b'Z')))
}

fn read(source: &DecodedText<'_>, value: &JsonString) -> PayloadText {
    let literal = value.literal.clone();
    let text =
        if value.is_escaped { source.unescaped(literal.clone()) } else { source.part(literal.clone()) };
    let whole = 0..text.text.len();
    let lines = if has_tags(&text.text) { Vec::from([whole]) } else { lines(&text.text) };
    let paragraph = |line: Range<usize>| {
        let text = text.part(line);
        let has_markup = memchr::memchr2(b'<', b'&', text.text.as_bytes()).is_some();
        let markup = has_markup.then(|| markup(&text.text));
        PayloadParagraph { text, markup }
    };
    PayloadText {
        element: names::DIV,
        key: source.text[value.key.clone()].to_owned(),
        key_range: source.place(value.key.clone()),
        range: source.place(literal),
        paragraphs: lines.into_iter().map(paragraph).collect(),
    }
}

/// The lines of a text that are not blank, without white space at their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let start = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let parts = text.split(['\n', '\r', '\u{2028}', '\u{2029}']).map(str::trim);
    parts.filter(|part| !part.is_empty()).map(|part| start(part)..start(part) + part.len()).collect()
}

/// A text as the contents of a `div`, no deeper than leaves room for the elements around it.
fn markup(text: &str) -> Document {
    let context = Context { namespace: Namespace::Html, name: "div" };
    let limits = Limits::default();
    parse_fragment(text, context, &Limits { max_depth: limits.max_depth - 4, ..limits }).document
}

impl PayloadText {
    /// Its characters without tags, scripts and sheets.
    fn content(&self) -> String {
        let mut content = String::new();
        for paragraph in &self.paragraphs {
            if !content.is_empty() {
                content.push('\n');
            }
            match &paragraph.markup {
                None => content.push_str(&paragraph.text.text),
                Some(doc) => {
                    for node in doc.nodes().filter(|&node| doc.is_text(node)) {
                        let parent = doc.parent(node).map_or(names::NONE, |parent| doc.name(parent));
                        if !matches!(parent, names::SCRIPT | names::STYLE) {
                            content.push_str(doc.text(node));
                            content.push(' ');
                        }
                    }
                }
            }
        }
        content
    }
}
