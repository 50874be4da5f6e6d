//! Texts that stand escaped in the source, and the way back to it.

use std::borrow::Cow;
use std::ops::Range;

/// A text and the places of its parts in the source of the document.
#[derive(Debug, Default)]
pub(super) struct DecodedText<'d> {
    pub(super) text: Cow<'d, str>,
    /// In order of the text, from 0, without gaps.
    runs: Vec<SourceRun>,
}

/// Characters from `at` to the next run. As many bytes in the source: they stand there as they are; else they are
/// one escape.
#[derive(Debug, Clone, Copy)]
struct SourceRun {
    at: u32,
    source: u32,
    source_len: u32,
}

impl<'d> DecodedText<'d> {
    /// A part of the source as it stands.
    pub(super) fn of_source(source: &'d str, range: Range<usize>) -> Self {
        let run = SourceRun { at: 0, source: range.start as u32, source_len: range.len() as u32 };
        DecodedText { text: Cow::Borrowed(&source[range]), runs: vec![run] }
    }

    /// The value of an attribute whose bytes are a part of the source, name to closing quote; `None` where the two cannot
    /// be held against each other. O(bytes).
    pub(super) fn of_attribute(source: &'d str, range: Range<usize>, value: &'d str) -> Option<Self> {
        let (name, raw) = source[range.clone()].split_once('=')?;
        let quoted = raw.trim_ascii_start();
        let start = range.start + name.len() + 1 + raw.len() - quoted.len();
        let (start, raw) = match quoted.strip_prefix(['"', '\'']) {
            Some(inner) => (start + 1, inner),
            None => (start, quoted),
        };
        DecodedText::of_references(start, raw, value)
    }

    /// The text of a node whose bytes are a part of the source; `None` where the two cannot be held against each other.
    /// O(bytes).
    pub(super) fn of_text(source: &'d str, range: Range<usize>, value: &'d str) -> Option<Self> {
        DecodedText::of_references(range.start, &source[range], value)
    }

    /// A value that stands with character references in a part of the source from `start` on.
    fn of_references(start: usize, raw: &str, value: &'d str) -> Option<Self> {
        let mut found = DecodedText { text: Cow::Borrowed(value), runs: Vec::new() };
        let (mut at, mut from) = (0, 0);
        while at < value.len() {
            let rest = raw.get(from..)?;
            let plain = memchr::memchr(b'&', rest.as_bytes()).unwrap_or(rest.len()).min(value.len() - at);
            let (taken, len) = match plain {
                0 => reference(&value[at..], rest)?,
                _ if value.as_bytes()[at..at + plain] == rest.as_bytes()[..plain] => (plain, plain),
                _ => return None,
            };
            found.runs.push(SourceRun {
                at: at as u32,
                source: (start + from) as u32,
                source_len: len as u32,
            });
            at += taken;
            from += len;
        }
        Some(found)
    }

    /// The contents of a string literal of this text, escapes of JSON and JavaScript resolved. O(bytes).
    pub(super) fn unescaped(&self, literal: Range<usize>) -> DecodedText<'static> {
        let mut found = DecodedText::default();
        found.append(self, literal);
        found
    }

    /// A part of this text as it stands. O(bytes).
    pub(super) fn part(&self, range: Range<usize>) -> DecodedText<'static> {
        let mut found = DecodedText::default();
        found.copy(self, range);
        found
    }

    /// Appends the contents of a string literal of another text, escapes resolved. Lone surrogates become U+FFFD,
    /// as in the HTML standard.
    pub(super) fn append(&mut self, other: &DecodedText<'_>, literal: Range<usize>) {
        let mut at = literal.start;
        while at < literal.end {
            let rest = &other.text[at..literal.end];
            let plain = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
            self.copy(other, at..at + plain);
            at += plain;
            if at < literal.end {
                let (character, len) = escape(&rest[plain..]);
                self.push(character, other.place(at..at + len));
                at += len;
            }
        }
    }

    fn copy(&mut self, other: &DecodedText<'_>, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let at = self.text.len();
        let mut from = range.start;
        let first = other.run_of(from);
        for (index, run) in other.runs.iter().enumerate().skip(first) {
            if from >= range.end {
                break;
            }
            let to = other.end_of(index).min(range.end);
            let place = if run.source_len as usize == other.end_of(index) - run.at as usize {
                let source = run.source + (from as u32 - run.at);
                (source, (to - from) as u32)
            } else {
                (run.source, run.source_len)
            };
            let at = (at + from - range.start) as u32;
            self.runs.push(SourceRun { at, source: place.0, source_len: place.1 });
            from = to;
        }
        self.text.to_mut().push_str(&other.text[range]);
    }

    fn push(&mut self, character: Option<char>, place: Range<usize>) {
        if let Some(character) = character {
            let (at, source) = (self.text.len() as u32, place.start as u32);
            self.runs.push(SourceRun { at, source, source_len: place.len() as u32 });
            self.text.to_mut().push(character);
        }
    }

    /// Where a part of the text stands in the source. O(log escapes).
    pub(super) fn place(&self, range: Range<usize>) -> Range<usize> {
        if self.runs.is_empty() {
            return 0..0;
        }
        let start = self.place_in(self.run_of(range.start), range.start);
        if range.is_empty() {
            return start..start;
        }
        let last = self.run_of(range.end - 1);
        let run = self.runs[last];
        let end = if range.end == self.end_of(last) {
            run.source as usize + run.source_len as usize
        } else {
            self.place_in(last, range.end)
        };
        // Chunks of a stream may come in any order.
        start.min(end)..end.max(start)
    }

    fn place_in(&self, index: usize, at: usize) -> usize {
        let run = self.runs[index];
        run.source as usize + (at - run.at as usize).min(run.source_len as usize)
    }

    /// The run that holds a byte of the text.
    fn run_of(&self, at: usize) -> usize {
        self.runs.partition_point(|run| run.at as usize <= at).saturating_sub(1)
    }

    fn end_of(&self, index: usize) -> usize {
        self.runs.get(index + 1).map_or(self.text.len(), |next| next.at as usize)
    }
}

/// Bytes of the longest named character reference, `&CounterClockwiseContourIntegral;`.
const MAX_REFERENCE: usize = 33;

/// The bytes of the character that a value starts with, and those of the reference for it that its source starts with.
fn reference(value: &str, source: &str) -> Option<(usize, usize)> {
    let character = value.chars().next()?;
    let is_reference = character != '&' || source.starts_with("&amp;") || source.starts_with("&#");
    if !is_reference {
        return Some((1, 1));
    }
    let end = source.bytes().take(MAX_REFERENCE).position(|byte| byte == b';')?;
    Some((character.len_utf8(), end + 1))
}

/// The character of the escape that a text starts with, and the length of the escape; none for a line continuation.
fn escape(text: &str) -> (Option<char>, usize) {
    let Some(kind) = text[1..].chars().next() else { return (None, 1) };
    let len = 1 + kind.len_utf8();
    let character = match kind {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '\n' => return (None, len),
        'x' => return hexadecimal(text, 2, 2).map_or((Some('x'), len), |code| (char::from_u32(code), 4)),
        'u' => return unicode(text).unwrap_or((Some('u'), len)),
        // A quote, a slash, a backslash; anything else stands for itself in JavaScript.
        other => other,
    };
    (Some(character), len)
}

/// `\uXXXX`, a pair of them, or `\u{X…}`.
fn unicode(text: &str) -> Option<(Option<char>, usize)> {
    const SURROGATE_LEN: usize = 6;
    if let Some(braced) = text[2..].strip_prefix('{') {
        let digits = braced.bytes().take_while(u8::is_ascii_hexdigit).take(6).count();
        let code = u32::from_str_radix(&braced[..digits], 16).ok()?;
        let closed = braced[digits..].starts_with('}');
        return closed.then(|| (Some(char::from_u32(code).unwrap_or('\u{fffd}')), digits + 4));
    }
    let high = hexadecimal(text, 2, 4)?;
    if (0xD800..0xDC00).contains(&high)
        && text[SURROGATE_LEN..].starts_with("\\u")
        && let Some(low @ 0xDC00..0xE000) = hexadecimal(text, SURROGATE_LEN + 2, 4)
    {
        let code = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        return Some((char::from_u32(code), 2 * SURROGATE_LEN));
    }
    Some((Some(char::from_u32(high).unwrap_or('\u{fffd}')), SURROGATE_LEN))
}

fn hexadecimal(text: &str, from: usize, digits: usize) -> Option<u32> {
    let digits = text.get(from..from + digits)?;
    // A sign would be read as a number, too.
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unescaped(literal: &str) -> String {
        DecodedText::of_source(literal, 0..literal.len()).unescaped(0..literal.len()).text.into_owned()
    }

    #[test]
    fn escapes_of_json_and_javascript() {
        assert_eq!(unescaped(r#"caf\u00e9 \"x\" <\/p>\n\\"#), "café \"x\" </p>\n\\");
        assert_eq!(unescaped(r"\ud83c\udf3e \u{1F33E} \x41\'"), "🌾 🌾 A'");
        assert_eq!(unescaped(r"\ud83c! \udf3e \ud83cx"), "\u{fffd}! \u{fffd} \u{fffd}x");
        assert_eq!(unescaped("a\\\nb"), "ab");
        for broken in [r"\", r"\u12", r"\u{", r"\x", r"\u{110000}", r"\u+123", "\\u00é9", "\\é"] {
            unescaped(broken);
        }
        assert_eq!(unescaped(r"\u12"), "u12");
    }

    #[test]
    fn values_of_attributes_are_held_against_their_source() {
        let value = |source: &str, value: &str| {
            let decoded = DecodedText::of_attribute(source, 0..source.len(), value)?;
            Some(source[decoded.place(1..value.len() - 1)].to_owned())
        };
        assert_eq!(
            value(r#"a="[&quot;x&amp;y&quot;]""#, "[\"x&y\"]").as_deref(),
            Some("&quot;x&amp;y&quot;")
        );
        assert_eq!(value("a = '[x & y &#39; é]'", "[x & y ' é]").as_deref(), Some("x & y &#39; é"));
        assert_eq!(value("a=[x]", "[x]").as_deref(), Some("x"));
        for (source, text) in [("a", "[x]"), ("a='[y]'", "[x]"), ("a='[", "[x]"), ("a='&quot'", "\"x\"")] {
            assert_eq!(value(source, text), None, "{source}");
        }
    }

    #[test]
    fn every_part_is_found_again() {
        let source = r#"x = "a\u00e9\n🌾 \\\"deep\\\"";"#;
        let range = 5..source.len() - 2;
        let once = DecodedText::of_source(source, 0..source.len()).unescaped(range.clone());
        assert_eq!(once.text, "aé\n🌾 \\\"deep\\\"");
        let place = |decoded: &DecodedText<'_>, part: &str| {
            let at = decoded.text.find(part).unwrap_or(usize::MAX);
            source[decoded.place(at..at + part.len())].to_owned()
        };
        assert_eq!(place(&once, "a"), "a");
        assert_eq!(place(&once, "é"), "\\u00e9");
        assert_eq!(place(&once, "é\n🌾"), "\\u00e9\\n🌾");
        let twice = once.unescaped(0..once.text.len());
        assert_eq!(twice.text, "aé\n🌾 \"deep\"");
        assert_eq!(place(&twice, "é\n🌾 \"deep"), r#"\u00e9\n🌾 \\\"deep"#);
        assert_eq!(place(&twice, "\""), r#"\\\""#);
        assert_eq!(twice.place(0..twice.text.len()), range);
    }
}
