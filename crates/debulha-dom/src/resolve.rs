//! From a run of source to the characters that it stands for.

use crate::references::{ReferenceChars, reference};
use memchr::memchr3;

/// How a run of source is read. Newlines are always normalised: CR LF and CR stand for LF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResolveRules {
    /// What `&` means.
    pub(crate) references: References,
    /// What U+0000 means.
    pub(crate) nul: Nul,
}

/// Where character references are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum References {
    /// Nowhere: `&` stands for itself, as in the text of `script`.
    None,
    /// In text.
    Text,
    /// In an attribute's value, where some references without a semicolon are none.
    Attribute,
}

/// What U+0000 of the source stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nul {
    /// Itself.
    Keep,
    /// Nothing.
    Drop,
    /// U+FFFD.
    Replace,
}

/// Appends the characters that a run of source stands for.
///
/// What a reference stands for is not read again: `&#13;` is CR, and `&amp;lt;` is `&lt;`. O(bytes).
///
/// `a&lt;b` CR LF `c` appends `a<b` LF `c`.
pub(crate) fn append(out: &mut String, source: &str, rules: ResolveRules) {
    let bytes = source.as_bytes();
    let mut copied = 0;
    let mut from = 0;
    // What lies between `copied` and `at` stands for itself.
    while let Some(length) = memchr3(b'&', b'\r', 0, &bytes[from..]) {
        let at = from + length;
        from = at + 1;
        match bytes[at] {
            b'&' => {
                let Some((characters, taken)) = resolved(&bytes[from..], rules) else { continue };
                out.push_str(&source[copied..at]);
                out.push(characters.first);
                out.extend(characters.second);
                from += taken;
            }
            b'\r' => {
                out.push_str(&source[copied..at]);
                // The LF of CR LF is copied with what follows.
                if bytes.get(from) != Some(&b'\n') {
                    out.push('\n');
                }
            }
            _ => {
                if rules.nul == Nul::Keep {
                    continue;
                }
                out.push_str(&source[copied..at]);
                if rules.nul == Nul::Replace {
                    out.push(char::REPLACEMENT_CHARACTER);
                }
            }
        }
        copied = from;
    }
    out.push_str(&source[copied..]);
}

/// Bytes of source at the start of a run that stand for white space: TAB, LF, FF, CR and SPACE, as they are or as
/// references such as `&#32;`. NUL is none, also where it is dropped. O(bytes taken).
pub(crate) fn leading_space(source: &str, rules: ResolveRules) -> usize {
    let mut taken = 0;
    while let Some((character, length)) = first(&source[taken..], rules)
        && character.is_ascii_whitespace()
    {
        taken += length;
    }
    taken
}

/// Bytes of source that one LF at the start of a run takes, which may be LF, CR, CR LF or a reference; 0 where there
/// is none.
pub(crate) fn leading_newline(source: &str, rules: ResolveRules) -> usize {
    match first(source, rules) {
        Some(('\n', length)) => length,
        _ => 0,
    }
}

/// Bytes of source that a run's first character takes, both of a reference to two; 0 in an empty run.
pub(crate) fn first_character(source: &str, rules: ResolveRules) -> usize {
    first(source, rules).map_or(0, |(_, length)| length)
}

/// The first character that a run stands for, NUL as it is, and the bytes of its source.
#[inline]
fn first(source: &str, rules: ResolveRules) -> Option<(char, usize)> {
    match *source.as_bytes() {
        [b'\r', b'\n', ..] => Some(('\n', 2)),
        [b'\r', ..] => Some(('\n', 1)),
        [b'&', ref after @ ..] => Some(match resolved(after, rules) {
            Some((characters, length)) => (characters.first, 1 + length),
            None => ('&', 1),
        }),
        _ => source.chars().next().map(|character| (character, character.len_utf8())),
    }
}

/// The reference after an ampersand, where the rules have any.
#[inline]
fn resolved(after: &[u8], rules: ResolveRules) -> Option<(ReferenceChars, usize)> {
    match rules.references {
        References::None => None,
        References::Text => reference(after, false),
        References::Attribute => reference(after, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::references::tests::html5ever;
    use html5ever::tokenizer::states::{Rcdata, State};
    use proptest::prelude::*;

    const TEXT: ResolveRules = ResolveRules { references: References::Text, nul: Nul::Keep };
    const VALUE: ResolveRules = ResolveRules { references: References::Attribute, nul: Nul::Replace };
    const RAW: ResolveRules = ResolveRules { references: References::None, nul: Nul::Drop };

    fn append_to_nothing(source: &str, rules: ResolveRules) -> String {
        let mut out = String::new();
        append(&mut out, source, rules);
        out
    }

    #[test]
    fn a_run_stands_for_its_characters() {
        assert_eq!(append_to_nothing("a &lt; b", TEXT), "a < b");
        assert_eq!(append_to_nothing("&amp;lt;&&amp", TEXT), "&lt;&&");
        assert_eq!(append_to_nothing("&NotEqualTilde;é&eacute", TEXT), "≂̸éé");
        assert_eq!(append_to_nothing("?a=1&copy=2&lt", VALUE), "?a=1&copy=2<");
        assert_eq!(append_to_nothing("&lt;&amp", RAW), "&lt;&amp");
        assert_eq!(append_to_nothing("", TEXT), "");
        let mut out = String::from("x");
        append(&mut out, "&gt;", TEXT);
        assert_eq!(out, "x>");
    }

    #[test]
    fn newlines_are_normalised_but_those_of_references() {
        assert_eq!(append_to_nothing("a\r\nb\rc\nd\r\r\n\r", RAW), "a\nb\nc\nd\n\n\n");
        assert_eq!(append_to_nothing("&#13;\n&#13;&#10;\r&#10;", TEXT), "\r\n\r\n\n\n");
    }

    #[test]
    fn nul_is_kept_dropped_or_replaced_but_that_of_references() {
        let source = "\0a\0\0&#0;\0";
        let read = |nul| append_to_nothing(source, ResolveRules { nul, ..TEXT });
        assert_eq!(read(Nul::Keep), "\0a\0\0\u{fffd}\0");
        assert_eq!(read(Nul::Drop), "a\u{fffd}");
        assert_eq!(read(Nul::Replace), "\u{fffd}a\u{fffd}\u{fffd}\u{fffd}\u{fffd}");
    }

    #[test]
    fn leading_space_is_that_of_html() {
        for (source, taken) in [
            ("", 0),
            ("a ", 0),
            (" \t\n\x0c\r\r\n", 7),
            ("  a ", 2),
            (" &#32;&Tab;&NewLine;&#13;&#x0c a", 31),
            (" &nbsp;", 1),
            ("\u{a0}", 0),
            ("\u{b}", 0),
            ("\0 ", 0),
            (" & ", 1),
            ("&ThickSpace; ", 0),
        ] {
            assert_eq!(leading_space(source, TEXT), taken, "{source:?}");
        }
        assert_eq!(leading_space(" &#32;", RAW), 1);
        assert_eq!(leading_space("\0 ", RAW), 0);
    }

    #[test]
    fn one_leading_newline_is_taken() {
        for (source, taken) in [
            ("", 0),
            ("a\n", 0),
            ("\n\n", 1),
            ("\r\n\n", 2),
            ("\r\r", 1),
            ("&#10;\n", 5),
            ("&NewLine;", 9),
            ("&#13;\n", 0),
            (" \n", 0),
        ] {
            assert_eq!(leading_newline(source, TEXT), taken, "{source:?}");
        }
        assert_eq!(leading_newline("&#10;", RAW), 0);
    }

    #[test]
    fn the_first_character_takes_its_source() {
        for (source, taken) in [
            ("", 0),
            ("ab", 1),
            ("éa", 2),
            ("😀", 4),
            ("\r\n", 2),
            ("\ra", 1),
            ("&lt;a", 4),
            ("&a", 1),
            ("&NotEqualTilde;", 15),
            ("\0\0", 1),
        ] {
            assert_eq!(first_character(source, TEXT), taken, "{source:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn soup_is_read_as_html5ever_reads_it(
            parts in prop::collection::vec("&(lt|amp|nbsp|copy|notin|Tab|#13|#10|#0|#x80);?|[\0\r\n=a é]{1,4}|&|;", 0..16)
        ) {
            let source = parts.concat();
            let replace = |references| ResolveRules { references, nul: Nul::Replace };
            prop_assert_eq!(append_to_nothing(&source, TEXT), html5ever(&source, State::Data));
            prop_assert_eq!(append_to_nothing(&source, replace(References::Text)), html5ever(&source, State::RawData(Rcdata)));
            prop_assert_eq!(append_to_nothing(&source, replace(References::None)), html5ever(&source, State::Plaintext));
            prop_assert_eq!(append_to_nothing(&source, VALUE), html5ever(&format!("<a b=\"{source}\">"), State::Data));
        }

        #[test]
        fn a_run_is_its_characters_one_after_the_other(source in "(&(lt|copy|Tab|#13|#10);?|[\0\r\n\t a é&]){0,16}") {
            for rules in [TEXT, RAW, ResolveRules { nul: Nul::Replace, ..TEXT }] {
                let whole = append_to_nothing(&source, rules);
                let mut pieces = String::new();
                let mut rest = source.as_str();
                while !rest.is_empty() {
                    let (character, others) = rest.split_at(first_character(rest, rules));
                    append(&mut pieces, character, rules);
                    rest = others;
                }
                prop_assert_eq!(&pieces, &whole);

                let (space, others) = source.split_at(leading_space(&source, rules));
                prop_assert!(append_to_nothing(space, rules).bytes().all(|byte| byte.is_ascii_whitespace()));
                let others = append_to_nothing(others, ResolveRules { nul: Nul::Keep, ..rules });
                prop_assert!(!others.starts_with(|c: char| c.is_ascii_whitespace()));
            }
        }
    }
}
