//! Where scripts and attributes hold data: found by shape, whatever framework wrote it.

use super::decoded::DecodedText;
use super::json::{JsonString, Object, Strings, string_end, strings};
use debulha_dom::{AttributeSet, Document, NodeId, names};
use memchr::{memchr, memchr2_iter, memmem};
use std::ops::Range;

/// Strings that are JSON themselves are read to this many levels: a call of `JSON.parse` with a store in it that keeps
/// answers as strings. Our decision.
const MAX_LEVELS: usize = 3;

/// Bytes of an attribute that may hold text, at least: a key and eight short words. Our decision.
const MIN_ATTRIBUTE: usize = 64;

/// Data of one script, of the scripts of one stream, or of one attribute.
#[derive(Debug)]
pub(super) struct Payload<'d> {
    /// The script or attribute, or from the first script to the last.
    pub(super) range: Range<usize>,
    /// In order of the source; a string that is JSON itself comes after what it is in.
    pub(super) parts: Vec<PayloadPart<'d>>,
}

/// A text and the strings of the data in it.
#[derive(Debug)]
pub(super) struct PayloadPart<'d> {
    pub(super) text: DecodedText<'d>,
    pub(super) data: Vec<Strings>,
}

/// The data of all scripts, then those of attributes. O(nodes + bytes of scripts and attributes).
pub(super) fn payloads(doc: &Document) -> Vec<Payload<'_>> {
    let mut found = Vec::new();
    let mut stream = Stream::default();
    for script in doc.elements_named(names::SCRIPT) {
        let range = doc.source_range(script).unwrap_or_default();
        let mut parts = Vec::new();
        for text in texts(doc, script) {
            if !stream.takes(&text, &range) {
                read(PayloadPart::of(text), &mut parts);
            }
        }
        if !parts.is_empty() {
            found.push(Payload { range, parts });
        }
    }
    found.extend(stream.payload());
    for (range, value) in data_attributes(doc) {
        let mut parts = Vec::new();
        if let Some(text) = DecodedText::of_attribute(doc.source(), range.clone(), value) {
            read(PayloadPart::of(text), &mut parts);
        }
        if !parts.is_empty() {
            found.push(Payload { range, parts });
        }
    }
    found
}

/// The attributes that are JSON, by their bytes: what frameworks give to the element that they are to fill.
fn data_attributes(doc: &Document) -> impl Iterator<Item = (Range<usize>, &str)> {
    let may_have = |&node: &NodeId| doc.attribute_set(node).intersects(AttributeSet::OTHER);
    let attributes = doc
        .nodes()
        .filter(may_have)
        .flat_map(|node| doc.attribute_ranges(node).zip(doc.attributes(node).map(|(_, value)| value)));
    attributes.filter(|(_, value)| value.len() >= MIN_ATTRIBUTE && is_json(value))
}

/// The text of a script as the source has it.
fn texts(doc: &Document, script: NodeId) -> impl Iterator<Item = DecodedText<'_>> {
    let children = doc.children(script).filter(|&node| doc.is_text(node));
    let pieces = children.flat_map(|text| doc.text_pieces(text));
    pieces.map(|piece| DecodedText::of_source(doc.source(), piece))
}

/// Takes a part, and those that are strings of it.
fn read<'d>(first: PayloadPart<'d>, parts: &mut Vec<PayloadPart<'d>>) {
    let mut pending = vec![(first, 1)];
    while let Some((part, level)) = pending.pop() {
        let text = &part.text;
        if level < MAX_LEVELS {
            let values =
                part.data.iter().flat_map(|strings| &strings.values).map(|value| value.literal.clone());
            let nested = values
                .chain(parsed_strings(&text.text))
                .filter(|literal| is_json(&text.text[literal.clone()]));
            let nested: Vec<_> =
                nested.map(|literal| (PayloadPart::of(text.unescaped(literal)), level + 1)).collect();
            pending.extend(nested.into_iter().rev());
        }
        if part.data.iter().any(|strings| !strings.values.is_empty()) {
            parts.push(part);
        }
    }
}

impl<'d> PayloadPart<'d> {
    /// The objects and arrays of a text that is JSON or has literals between code.
    fn of(text: DecodedText<'d>) -> Self {
        let mut data = Vec::new();
        literals(&text.text, 0..text.text.len(), &mut data);
        PayloadPart { text, data }
    }
}

/// Adds the objects and arrays of a part of a text. What was read is not read again.
fn literals(text: &str, range: Range<usize>, found: &mut Vec<Strings>) {
    let mut read_to = range.start;
    for start in memchr2_iter(b'{', b'[', &text.as_bytes()[range.clone()]).map(|at| range.start + at) {
        if start >= read_to && starts_literal(text.as_bytes(), start) {
            let strings = strings(text, start);
            read_to = strings.end.max(start + 1);
            found.push(strings);
        }
    }
}

/// Whether a bracket opens data: where a value may stand, and before what data begin with.
fn starts_literal(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].trim_ascii_end();
    let after = bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
    let may_stand = before.last().is_none_or(|byte| b"=(,:[>;".contains(byte)) || before.ends_with(b"return");
    let begins = match after {
        Some(b'"' | b'\'' | b'{' | b'[' | b'$' | b'_' | b'a'..=b'z' | b'A'..=b'Z') => true,
        Some(byte) => bytes[at] == b'[' && byte.is_ascii_digit(),
        None => false,
    };
    may_stand && begins
}

/// Whether the contents of a string look like an object or array with strings in it.
fn is_json(literal: &str) -> bool {
    let mut signs = literal.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'\\');
    match (signs.next(), signs.next()) {
        (Some(b'{'), second) => second == Some(b'"'),
        (Some(b'['), second) => matches!(second, Some(b'{' | b'[' | b'"')),
        _ => false,
    }
}

/// The strings that a script gives to `JSON.parse`, or another function of such a name.
fn parsed_strings(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut read_to = 0;
    memmem::find_iter(bytes, b"parse(").filter_map(move |call| {
        let space = bytes[call + 6..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = call + 6 + space;
        if start < read_to || !matches!(bytes.get(start), Some(b'"' | b'\'')) {
            return None;
        }
        let end = string_end(bytes, start)?;
        read_to = end;
        Some(start + 1..end)
    })
}

/// The strings that scripts push one after the other, to be read as one text: `x.push([1,"…"])`.
#[derive(Debug, Default)]
struct Stream {
    text: DecodedText<'static>,
    range: Option<Range<usize>>,
}

impl Stream {
    /// Whether the script is a piece of the stream, which then has it.
    fn takes(&mut self, script: &DecodedText<'_>, range: &Range<usize>) -> bool {
        let Some(literal) = pushed(&script.text) else { return false };
        self.text.append(script, literal);
        self.range = Some(self.range.as_ref().map_or(range.clone(), |known| known.start..range.end));
        true
    }

    fn payload(self) -> Option<Payload<'static>> {
        let range = self.range?;
        let data = rows(&self.text.text);
        let mut parts = Vec::new();
        read(PayloadPart { text: self.text, data }, &mut parts);
        (!parts.is_empty()).then_some(Payload { range, parts })
    }
}

/// The data of a stream's rows. A row is `id:JSON` up to the end of its line, or `id:T`, the length of a text in
/// hexadecimal digits, a comma, and the text.
fn rows(text: &str) -> Vec<Strings> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if let Some(row) = text_row(text, at) {
            at = row.end;
            let value = JsonString { literal: row, key: 0..0, object: 0, is_escaped: false };
            let objects = vec![Object::default()];
            found.push(Strings { values: vec![value], objects, end: at });
        } else {
            let end = memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |len| at + len + 1);
            literals(text, at..end, &mut found);
            at = end;
        }
    }
    found
}

/// The text of the row at `at`, if it is a text.
fn text_row(text: &str, at: usize) -> Option<Range<usize>> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_hexdigit).count();
    let row = &text[at..];
    let len = row[digits(row)..].strip_prefix(":T")?;
    let comma = digits(len);
    let bytes = usize::from_str_radix(&len[..comma], 16).ok()?;
    let start = text.len() - len[comma..].strip_prefix(',')?.len();
    Some(start..text.floor_char_boundary(start.saturating_add(bytes)))
}

/// The string of a script that is a single call of `push` with a number and a string.
fn pushed(script: &str) -> Option<Range<usize>> {
    let bytes = script.as_bytes();
    let call = memmem::find(&bytes[..bytes.len().min(MAX_CALLEE)], b"push(")? + 5;
    let mut at = call;
    for expected in [SignToken::Sign(b'['), SignToken::Digits, SignToken::Sign(b',')] {
        at = expected.end(bytes, at)?;
    }
    let start = spaces_end(bytes, at);
    if bytes.get(start) != Some(&b'"') {
        return None;
    }
    let end = string_end(bytes, start)?;
    let closed = SignToken::Sign(b')').end(bytes, SignToken::Sign(b']').end(bytes, end + 1)?)?;
    let is_all = bytes[closed..].iter().all(|byte| byte.is_ascii_whitespace() || *byte == b';');
    is_all.then_some(start + 1..end)
}

/// Bytes that a call of `push` may have before it.
const MAX_CALLEE: usize = 96;

enum SignToken {
    Sign(u8),
    Digits,
}

impl SignToken {
    /// Where the token ends that begins at `at`, white space before it aside.
    fn end(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let start = spaces_end(bytes, at);
        let len = match self {
            SignToken::Sign(sign) => usize::from(bytes.get(start) == Some(sign)),
            SignToken::Digits => bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count(),
        };
        (len > 0).then_some(start + len)
    }
}

fn spaces_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}
