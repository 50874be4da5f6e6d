//! Word lists in text files: one entry per line; lines that begin with `#` are comments.
//!
//! A `|` at the end of a line protects the space before it, which editors remove: `your |` is "your" with a space.
//! The order of a file is kept, because some lists are searched for the first entry that fits.

/// The entries of a file as a slice. The compiler reads the file, so that a list costs as much as an array in the code.
///
/// Fails to compile if the file has a blank line or an entry twice.
macro_rules! word_list {
    ($file:literal) => {{
        const TEXT: &str = include_str!($file);
        const WORDS: [&str; $crate::word_list::count(TEXT)] = $crate::word_list::entries(TEXT);
        WORDS.as_slice()
    }};
}
pub(crate) use word_list;

/// Number of entries. O(bytes).
pub(crate) const fn count(text: &str) -> usize {
    let (mut rest, mut found) = (text, 0);
    while let Some((entry, next)) = next_entry(rest) {
        assert!(!entry.is_empty(), "a word list has a blank line");
        (rest, found) = (next, found + 1);
    }
    found
}

/// The entries in the order of the file. O(bytes + entries²), when the compiler reads it.
pub(crate) const fn entries<const COUNT: usize>(text: &'static str) -> [&'static str; COUNT] {
    let (mut rest, mut words, mut found) = (text, [""; COUNT], 0);
    while let Some((entry, next)) = next_entry(rest) {
        let mut other = 0;
        while other < found {
            assert!(!is_same(words[other], entry), "a word list has an entry twice");
            other += 1;
        }
        words[found] = entry;
        (rest, found) = (next, found + 1);
    }
    words
}

/// The first entry of a text, and what follows its line.
const fn next_entry(text: &str) -> Option<(&str, &str)> {
    let mut rest = text;
    while !rest.is_empty() {
        let bytes = rest.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end] != b'\n' {
            end += 1;
        }
        let (line, after) = rest.split_at(end);
        rest = if after.is_empty() { after } else { after.split_at(1).1 };
        if line.is_empty() || line.as_bytes()[0] != b'#' {
            let is_protected = !line.is_empty() && line.as_bytes()[line.len() - 1] == b'|';
            return Some((if is_protected { line.split_at(line.len() - 1).0 } else { line }, rest));
        }
    }
    None
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b, mut at) = (a.as_bytes(), b.as_bytes(), 0);
    if a.len() != b.len() {
        return false;
    }
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# English\nby\nyour |\n# Deutsch\nvon\n";

    #[test]
    fn comments_are_skipped_and_spaces_protected() {
        assert_eq!(count(LIST), 3);
        assert_eq!(entries::<3>(LIST), ["by", "your ", "von"]);
        assert_eq!((count(""), count("# none"), count("by")), (0, 0, 1));
    }

    #[test]
    #[should_panic(expected = "twice")]
    fn duplicates_are_refused() {
        entries::<3>("by\nvon\nby\n");
    }

    #[test]
    #[should_panic(expected = "blank")]
    fn blank_lines_are_refused() {
        count("by\n\nvon\n");
    }
}
