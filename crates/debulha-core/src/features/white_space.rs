//! White space of running text.

use memchr::memchr;

/// Bytes that are looked at together for white space to fold.
const STRETCH: usize = 64;

/// Appends a text with each run of white space folded to one space, and both ends trimmed.
///
/// White space is [`char::is_whitespace`]. O(bytes); text without such runs is copied whole.
///
/// ```
/// use debulha_core::features::white_space::fold_into;
///
/// let mut out = "Rye: ".to_owned();
/// fold_into(&mut out, " \n sown in\tautumn\u{a0} ");
/// assert_eq!(out, "Rye: sown in autumn");
/// ```
pub fn fold_into(out: &mut String, text: &str) {
    let mut rest = text.trim();
    while let Some(at) = first_to_fold(rest) {
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = rest[at..].trim_start();
    }
    out.push_str(rest);
}

/// A text folded as by [`fold_into`]: a part of it where there is nothing to fold, else in a buffer of the caller. O(bytes).
pub fn folded<'t>(text: &'t str, buffer: &'t mut String) -> &'t str {
    let text = text.trim();
    if first_to_fold(text).is_none() {
        return text;
    }
    buffer.clear();
    fold_into(buffer, text);
    buffer
}

/// Calls `found` with each run of a text without white space. As [`str::split_whitespace`], and faster on ASCII. O(bytes).
pub fn each_word<'t>(text: &'t str, found: impl FnMut(&'t str)) {
    // The vertical tab is the one that the two do not agree on.
    if text.is_ascii() && memchr(b'\x0b', text.as_bytes()).is_none() {
        text.split_ascii_whitespace().for_each(found);
    } else {
        text.split_whitespace().for_each(found);
    }
}

/// Where the first run of white space begins that is more or else than one space.
fn first_to_fold(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    while from < bytes.len() {
        let end = bytes.len().min(from + STRETCH);
        if may_need_folding(&bytes[from..end], bytes.get(from + 1..).unwrap_or_default()) {
            let at = (from..end).find(|&at| needs_folding(text, at));
            if at.is_some() {
                return at;
            }
        }
        from = end;
    }
    None
}

/// Whether any byte of a stretch could begin white space other than one space; `next` are the bytes from its second
/// on. May say yes where none does.
fn may_need_folding(stretch: &[u8], next: &[u8]) -> bool {
    // No early exits, so that the compiler looks at many bytes at once.
    let rare = stretch.iter().fold(false, |any, &byte| any | is_rare(byte));
    let doubled = stretch.iter().zip(next).fold(false, |any, pair| any | may_be_double(pair));
    rare | doubled
}

/// Whether two bytes may be a space and the start of further white space.
#[inline]
fn may_be_double(pair: (&u8, &u8)) -> bool {
    matches!(pair, (b' ', ..=b' ' | 0xc2..))
}

/// Whether a byte is white space but no space, or may begin white space beyond ASCII.
#[inline]
fn is_rare(byte: u8) -> bool {
    matches!(byte, 0x09..=0x0d | 0xc2 | 0xe1 | 0xe2 | 0xe3)
}

/// Whether the white space at a position, if it is one, is more or else than one space.
fn needs_folding(text: &str, at: usize) -> bool {
    let is_space_at = |at: usize| text[at..].starts_with(char::is_whitespace);
    match text.as_bytes()[at] {
        b' ' => is_space_at(at + 1),
        byte => is_rare(byte) && is_space_at(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs_are_folded_across_stretches() {
        for space in ["  ", " \u{a0}", "\u{3000} ", "\n", "\u{2028}\u{85}", " \t "] {
            for before in 0..2 * STRETCH {
                let (mut out, word) = (String::new(), "x".repeat(before));
                fold_into(&mut out, &format!("{word}{space}y z"));
                assert_eq!(out, format!("{word} y z").trim(), "{space:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn words_are_joined_by_single_spaces(
            text in "([a-z]{0,20}|[ \n\t\u{b}\u{1c}\u{85}\u{a0}\u{1680}\u{2003}\u{2028}\u{3000}]{0,3}|[é’“中\u{200b}]){0,40}"
        ) {
            let mut out = "x".to_owned();
            fold_into(&mut out, &text);
            let words: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(&out[1..], words.join(" "));
            let mut each = Vec::new();
            each_word(&text, |word| each.push(word));
            prop_assert_eq!(each, words);
        }
    }
}
