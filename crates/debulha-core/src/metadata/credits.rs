//! Lines of credits taken apart: who wrote, and who took the pictures, reviewed, translated.

use crate::word_list::word_list;
use std::sync::LazyLock;

/// Words that introduce who wrote, with what follows them: a colon or a slash, in lower case.
const WRITTEN: &[&str] = word_list!("words/credits_written.txt");

/// The same before a name without a colon.
const WRITTEN_BY: &[&str] = word_list!("words/credits_written_by.txt");

/// Words for those who did something else, before a colon or a slash.
const OTHER: &[&str] = word_list!("words/credits_other.txt");

/// Words for them before a name without a colon.
const OTHER_BY: &[&str] = word_list!("words/credits_other_by.txt");

/// The same of the north and the Netherlands.
#[rustfmt::skip]
const OTHER_BY_NORTH: [&str; 10] = [
    "foto's van", "foto's door", "beeld van", "vertaald door", "gecontroleerd door", "herzien door", "foto av", "foton av",
    "foto af", "granskad av",
];

/// Whether a part of a line names writers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CreditRole {
    Writer,
    Other,
}

/// A label in lower case.
#[derive(Debug, Clone, Copy)]
struct CreditLabel {
    words: &'static str,
    role: CreditRole,
    /// Whether a colon has to follow.
    has_colon: bool,
}

/// The labels by their first byte, so that a look at a word costs a few comparisons.
static BY_BYTE: LazyLock<Vec<Vec<CreditLabel>>> = LazyLock::new(|| {
    let lists: [(&[&'static str], CreditRole, bool); 5] = [
        (WRITTEN, CreditRole::Writer, true),
        (WRITTEN_BY, CreditRole::Writer, false),
        (OTHER, CreditRole::Other, true),
        (OTHER_BY, CreditRole::Other, false),
        (&OTHER_BY_NORTH, CreditRole::Other, false),
    ];
    let mut found = vec![Vec::new(); 256];
    for (list, role, has_colon) in lists {
        for &words in list {
            found[usize::from(words.as_bytes()[0])].push(CreditLabel { words, role, has_colon });
        }
    }
    found
});

/// The parts of a line of credits that name writers, without the words that introduce them. What stands before the first
/// label counts as a writer's. O(text · labels).
pub(super) fn written_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut role, mut start, mut at) = (CreditRole::Writer, 0, 0);
    while at < text.len() {
        if begins_part(text, at)
            && let Some((found, length)) = label_at(&text[at..])
        {
            if role == CreditRole::Writer {
                parts.push(&text[start..at]);
            }
            (role, start) = (found, at + length);
            at = start;
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    if role == CreditRole::Writer {
        parts.push(&text[start..]);
    }
    let marks =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '/' | '·' | '•' | '–' | '—' | '(' | '.');
    let trimmed = parts
        .into_iter()
        .map(|part| part.trim_start_matches(marks).trim_end_matches(|c| c != '.' && marks(c)));
    trimmed.filter(|part| !part.is_empty()).collect()
}

/// Whether a line has a label of writers that a colon follows, such as "Words:".
pub(super) fn has_writer_label(text: &str) -> bool {
    let mut starts = text.char_indices().map(|(at, _)| at).filter(|&at| begins_part(text, at));
    text.contains([':', '：'])
        && starts.any(|at| {
            label_at(&text[at..]).is_some_and(|(role, length)| {
                role == CreditRole::Writer && text[at..at + length].ends_with([':', '：'])
            })
        })
}

/// Whether a text is nothing but the label of writers: "Words:".
pub(super) fn is_writer_label(text: &str) -> bool {
    label_at(text).is_some_and(|(role, length)| role == CreditRole::Writer && length == text.len())
}

/// A name without the role that stands behind it in brackets, as of "Ana Lima (text)"; `None` if that is no writer's.
pub(super) fn without_role(name: &str) -> Option<&str> {
    let in_brackets = name.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let Some((rest, role)) = in_brackets else { return Some(name) };
    let role = role.trim().to_lowercase();
    if OTHER.contains(&role.as_str()) {
        return None;
    }
    Some(if WRITTEN.contains(&role.as_str()) { rest.trim_end() } else { name })
}

/// Whether a label ends a text, so that what follows it are no writers: "Medically reviewed by", "Photos:".
pub(super) fn ends_with_other_role(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let label = text.trim_end_matches([':', '：', ' ']);
    let ends = |label: &str, word: &str| {
        label.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    };
    let is_noun = label.len() < text.len() && OTHER.iter().any(|word| ends(label, word));
    is_noun || other_by().any(|phrase| ends(label, phrase))
}

fn other_by() -> impl Iterator<Item = &'static str> {
    OTHER_BY.iter().chain(&OTHER_BY_NORTH).copied()
}

/// Whether a part may begin here: at the start, after a mark, or after a space.
fn begins_part(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '\'' && c != '’' && c != '-')
}

/// The label that a text begins with, the longest of several ("written and reviewed by"), and its length.
fn label_at(text: &str) -> Option<(CreditRole, usize)> {
    let mut first = [0; 4];
    let lower = text.chars().next()?.to_lowercase().next()?;
    let byte = lower.encode_utf8(&mut first).as_bytes()[0];
    let lengths = BY_BYTE[usize::from(byte)].iter().filter_map(|label| {
        let length = prefix(text, label.words)?;
        let rest = &text[length..];
        let colon = rest.trim_start();
        let space = rest.len() - colon.len();
        let mark = colon.chars().next().filter(|c| matches!(c, ':' | '：'));
        match mark {
            Some(mark) => Some((label.role, length + space + mark.len_utf8())),
            // Before a name: "Photos by Ana".
            None => (!label.has_colon && (colon.is_empty() || space > 0)).then_some((label.role, length)),
        }
    });
    lengths.max_by_key(|&(_, length)| length)
}

/// Bytes of a text that say a word in lower case.
fn prefix(text: &str, lower: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    for expected in lower.chars() {
        let (_, found) = chars.next()?;
        if found != expected && !found.to_lowercase().eq([expected]) {
            return None;
        }
    }
    Some(chars.next().map_or(text.len(), |(at, _)| at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writers_are_told_from_others() {
        let cases: [(&str, &[&str]); 14] = [
            ("Ana Lima", &["Ana Lima"]),
            ("Words: Ana Lima, Pictures: Rui Sá", &["Ana Lima"]),
            ("Text: Ana Lima | Fotos: Rui Sá", &["Ana Lima"]),
            ("Text: Ana Lima Fotos: Rui Sá", &["Ana Lima"]),
            ("Photos: Rui Sá / Words: Ana Lima", &["Ana Lima"]),
            ("By Ana Lima, photography by Rui Sá", &["By Ana Lima"]),
            ("Written by Ana Lima, medically reviewed by Eva Cruz, MD", &["Ana Lima"]),
            ("Written and reviewed by Ana Lima", &["Ana Lima"]),
            ("Medically reviewed by Eva Cruz, MD", &[]),
            ("Reviewed by Eva Cruz. Written by Ana Lima.", &["Ana Lima."]),
            ("Texte : Ana Lima. Photos : Rui Sá", &["Ana Lima."]),
            ("Tekst: Ana Lima Foto: Rui Sá", &["Ana Lima"]),
            ("Текст: Анна Лимова, фото: Руй Са", &["Анна Лимова"]),
            ("Story and photos by Ana Lima", &["Ana Lima"]),
        ];
        for (line, expected) in cases {
            assert_eq!(written_parts(line), expected, "{line}");
        }
    }

    #[test]
    fn labels_before_an_element() {
        for text in ["Medically reviewed by", "Fact checked by:", "Photos:", "| Edited by ", "Fotos von"] {
            assert!(ends_with_other_role(text), "{text}");
        }
        for text in ["By", "Written by", "Photos", "", "Words:"] {
            assert!(!ends_with_other_role(text), "{text}");
        }
    }
}
