//! Control characters in text: what a reader sees instead.

use std::borrow::Cow;

use debulha_dom::c1_replacement;

/// A text without control characters.
///
/// U+0080 to U+009F become the characters of windows-1252 with these numbers, as browsers read `&#147;`: a page that holds them
/// was converted to UTF-8 as ISO 8859-1. Other control characters are dropped, except white space. O(bytes).
///
/// ```
/// use debulha_core::features::control_chars::printable;
///
/// assert_eq!(printable("\u{93}Rye\u{94}\u{7}\tand\noats"), "“Rye”\tand\noats");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(begins_control) || !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    text.chars()
        .filter_map(|c| if is_control(c) { c1_replacement(c) } else { Some(c) })
        .collect::<String>()
        .into()
}

/// Whether the UTF-8 form of a control character can begin with a byte.
fn begins_control(byte: u8) -> bool {
    byte < b' ' && !byte.is_ascii_whitespace() || byte == 0x7f || byte == 0xc2
}

/// A control character, other than white space of ASCII.
fn is_control(c: char) -> bool {
    c.is_control() && !(c.is_ascii() && c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_1252_is_read_and_other_controls_are_dropped() {
        assert_eq!(printable("a\u{80}\u{85}\u{9f}b"), "a€…Ÿb");
        assert_eq!(printable("a\u{81}\u{1b}[1m\0\u{7f}b"), "a[1mb");
        assert_eq!(printable("\u{a0}a\t\r\n\u{b}\u{c}é"), "\u{a0}a\t\r\n\u{b}\u{c}é");
        assert!(matches!(printable("© a é"), Cow::Borrowed(_)));
    }
}
