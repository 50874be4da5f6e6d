//! Strings of JSON and of JavaScript literals, with their keys and objects.

use memchr::memchr2;
use std::ops::Range;

/// A string that is a value.
#[derive(Debug, Clone)]
pub(super) struct JsonString {
    /// Its contents, without quotes.
    pub(super) literal: Range<usize>,
    /// The contents of its key, or of the key of the array that it is in; empty without one.
    pub(super) key: Range<usize>,
    /// The innermost object around it, as a position in [`Strings::objects`].
    pub(super) object: usize,
    /// Whether the contents have escapes to resolve.
    pub(super) is_escaped: bool,
}

/// What is known of an object, its arrays included, the objects in it excluded.
#[derive(Debug, Clone, Default)]
pub(super) struct Object {
    /// The contents of its (first) `@type`, as JSON-LD has it; empty without one.
    pub(super) kind: Range<usize>,
    /// Values that are strings.
    pub(super) strings: u32,
    /// Those with places to be filled in, as in `{0} of {1}`.
    pub(super) placeholders: u32,
}

/// The strings of a value of JSON in order.
#[derive(Debug, Default)]
pub(super) struct Strings {
    pub(super) values: Vec<JsonString>,
    /// The first stands for what is in no object.
    pub(super) objects: Vec<Object>,
    /// Where reading ended: after the value, or at the first byte that cannot be part of it.
    pub(super) end: usize,
}

/// An object or array that is open.
struct JsonLevel {
    closes: u8,
    object: usize,
    key: Range<usize>,
}

/// Reads the object or array at `start`, as far as it is JSON or a JavaScript literal: keys may stand without
/// quotes, strings may have single ones, and words may be values. O(bytes read), whatever the depth.
pub(super) fn strings(text: &str, start: usize) -> Strings {
    let bytes = text.as_bytes();
    let mut found = Strings { objects: vec![Object::default()], ..Strings::default() };
    let mut open: Vec<JsonLevel> = Vec::new();
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                let level = found.level(byte, open.last());
                open.push(level);
                at += 1;
            }
            b'}' | b']' => {
                if open.pop().is_none_or(|level| level.closes != byte) {
                    break;
                }
                at += 1;
                if open.is_empty() {
                    break;
                }
            }
            b'"' | b'\'' => {
                let Some(end) = string_end(bytes, at) else { break };
                let Some(level) = open.last_mut() else { break };
                let literal = at + 1..end;
                at = end + 1;
                if level.closes == b'}' && is_key(bytes, at) {
                    level.key = literal;
                } else {
                    found.add(text, literal, level);
                }
            }
            b',' | b':' | b'\t' | b'\n' | b'\r' | b' ' => at += 1,
            _ if is_word(byte) => {
                let word = at;
                at += bytes[at..].iter().take_while(|&&byte| is_word(byte)).count();
                let Some(level) = open.last_mut() else { break };
                if level.closes == b'}' && is_key(bytes, at) {
                    level.key = word..at;
                }
            }
            _ => break,
        }
    }
    found.end = at;
    found
}

impl Strings {
    fn level(&mut self, opening: u8, parent: Option<&JsonLevel>) -> JsonLevel {
        let (object, key) = parent.map_or((0, 0..0), |parent| (parent.object, parent.key.clone()));
        if opening == b'[' {
            return JsonLevel { closes: b']', object, key };
        }
        self.objects.push(Object::default());
        JsonLevel { closes: b'}', object: self.objects.len() - 1, key: 0..0 }
    }

    fn add(&mut self, text: &str, literal: Range<usize>, level: &JsonLevel) {
        let object = &mut self.objects[level.object];
        object.strings += 1;
        object.placeholders += u32::from(has_placeholder(&text[literal.clone()]));
        if &text[level.key.clone()] == "@type" && object.kind.is_empty() {
            object.kind = literal.clone();
        }
        self.values.push(JsonString {
            literal,
            key: level.key.clone(),
            object: level.object,
            is_escaped: true,
        });
    }
}

/// The position of the quote that ends the string whose first quote is at `start`.
pub(super) fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let quote = *bytes.get(start)?;
    let mut at = start + 1;
    loop {
        at += memchr2(quote, b'\\', bytes.get(at..)?)?;
        if bytes[at] == quote {
            return Some(at);
        }
        at += 2;
    }
}

/// Whether what ends at `at` is followed by a colon.
fn is_key(bytes: &[u8], at: usize) -> bool {
    bytes[at..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

/// Bytes of numbers, `true`, `null`, and names of JavaScript.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'+' | b'-' | b'!' | 0x80..)
}

/// Whether a text has a place to be filled in: `%s`, `{0}`, `{{name}}`, `{count, plural, …}`.
pub(super) fn has_placeholder(text: &str) -> bool {
    let mut rest = text.as_bytes();
    while let Some(at) = memchr2(b'%', b'{', rest) {
        let after = &rest[at + 1..];
        let is_place = if rest[at] == b'%' {
            matches!(after.first(), Some(b's' | b'd' | b'@' | b'{' | b'('))
        } else {
            let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.$ ".contains(byte);
            let len = after.iter().take_while(is_name).count();
            (len > 0 && matches!(after.get(len), Some(b'}' | b','))) || after.first() == Some(&b'{')
        };
        if is_place {
            return true;
        }
        rest = after;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each string as key, value and type of its object.
    fn read(text: &str) -> Vec<(&str, &str, &str)> {
        let found = strings(text, 0);
        let of = |value: &JsonString| {
            let kind = found.objects[value.object].kind.clone();
            (&text[value.key.clone()], &text[value.literal.clone()], &text[kind])
        };
        found.values.iter().map(of).collect()
    }

    #[test]
    fn strings_know_their_keys_and_objects() {
        let text = r#"{"a": "1", "b": ["2", ["3"], {"c" : "4", "@type": ["T", "U"]}, "5"], "d": 6, "e":"7"}"#;
        let expected = [
            ("a", "1", ""),
            ("b", "2", ""),
            ("b", "3", ""),
            ("c", "4", "T"),
            ("@type", "T", "T"),
            ("@type", "U", "T"),
            ("b", "5", ""),
            ("e", "7", ""),
        ];
        assert_eq!(read(text), expected);
        assert_eq!(strings(text, 0).end, text.len());
    }

    #[test]
    fn javascript_literals_are_read_too() {
        let text = r#"{a:'it\'s',b:void 0,$c:[!0,-1.5e+3,"x\\"],é:"y"};more"#;
        assert_eq!(read(text), [("a", r"it\'s", ""), ("$c", r"x\\", ""), ("é", "y", "")]);
        assert_eq!(&text[strings(text, 0).end..], ";more");
    }

    #[test]
    fn what_is_broken_keeps_what_came_before() {
        assert_eq!(read(r#"{"a":"1","b":f("2")}"#), [("a", "1", "")]);
        assert_eq!(read(r#"["1","2"#), [("", "1", "")]);
        assert_eq!(read(r#"["1"}"2"]"#), [("", "1", "")]);
        assert_eq!(read(r#"["1","\"#), [("", "1", "")]);
        assert_eq!(read(""), []);
    }

    #[test]
    fn depth_costs_no_stack() {
        let text = "[{\"a\":".repeat(200_000) + "\"x\"";
        assert_eq!(read(&text), [("a", "x", "")]);
    }

    #[test]
    fn places_to_be_filled_in() {
        for text in
            ["{0} of {1}", "Hello {name}", "{{ n }} left", "{count, plural, one {x}}", "%s ago", "%(n)s"]
        {
            assert!(has_placeholder(text), "{text}");
        }
        for text in ["50% of it", "a set {1; 2}", "{", "100 %", "in {} braces"] {
            assert!(!has_placeholder(text), "{text}");
        }
    }
}
