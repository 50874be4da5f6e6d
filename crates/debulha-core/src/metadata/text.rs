//! Text of values: cleaned for output, folded for comparison.

use crate::features::control_chars::printable;
use crate::features::display::{is_block, is_raw};
use debulha_dom::{Document, Limits, NodeId, names, parse};

/// Characters of a value that are kept. Longer than any real title, byline or abstract.
pub(super) const MAX_VALUE_CHARS: usize = 4_000;

/// Nodes that are looked at for the text of one element, so that nested marks cannot make the work quadratic.
pub(super) const MAX_VALUE_NODES: usize = 200;

/// Nodes before an element among which its label is looked for: the label with its wrapper, and blank text. Farther
/// is another entry.
const MAX_NODES_BEFORE: u32 = 6;

/// Bytes of a label; what is longer is a sentence of its own.
const MAX_LABEL_BYTES: usize = 80;

/// A value as it is shown: entities resolved, white space folded, invisible characters left out, at most
/// [`MAX_VALUE_CHARS`] characters.
pub(super) fn clean(value: &str) -> String {
    let end = value.char_indices().nth(MAX_VALUE_CHARS).map_or(value.len(), |(end, _)| end);
    let value = &value[..end];
    if value.contains('&') && value.contains(';') {
        // Values inside JSON and attributes are often escaped once more than their place asks for.
        return fold_space(&resolve_entities(value));
    }
    fold_space(value)
}

/// Resolves character references; tags stay as text.
pub fn resolve_entities(value: &str) -> String {
    let parsed = parse(&value.replace('<', "&lt;"), &Limits::default());
    parsed.document.text_content(Document::ROOT)
}

/// Leaves out tags, such as those of a description that was written as HTML.
pub(super) fn without_tags(value: &str) -> String {
    if !(value.contains('<') && value.contains('>')) {
        return value.to_owned();
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let Some(length) = rest[start..].find('>') else {
            rest = &rest[start..];
            break;
        };
        text.push(' ');
        rest = &rest[start + length + 1..];
    }
    text.push_str(rest);
    fold_space(&text)
}

fn fold_space(value: &str) -> String {
    let value = printable(value);
    let mut text = String::with_capacity(value.len());
    for word in value.split_whitespace() {
        let start = text.len();
        if start > 0 {
            text.push(' ');
        }
        text.extend(word.chars().filter(|c| !is_invisible(*c)));
        if start > 0 && text.len() == start + 1 {
            text.pop();
        }
    }
    text
}

/// Soft hyphen, zero-width and direction marks, byte order mark.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

/// A form in which two spellings of one text are equal: lower case, letters and digits only, one space between
/// words. Empty for text without letters and digits.
pub(super) fn folded(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        if c.is_ascii_alphanumeric() {
            text.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            text.extend(c.to_lowercase());
        } else if !is_apostrophe(c) && !text.ends_with(' ') && !text.is_empty() {
            text.push(' ');
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// The first character of what [`folded`] makes of a text.
pub(super) fn first_folded(value: &str) -> Option<char> {
    value.chars().find(|c| c.is_alphanumeric())?.to_lowercase().next()
}

/// [`folded`] without spaces, to compare with the labels of a host name.
pub(super) fn squashed(value: &str) -> String {
    value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '`' | '´')
}

/// The text below an element, cleaned: what a reader or a program could read there, scripts and styles left out.
///
/// Looks at a bounded number of nodes. Hidden text counts: pages hide the names and dates meant for programs.
pub(super) fn text_of(doc: &Document, node: NodeId) -> String {
    let mut text = String::new();
    let mut raw_end = 0;
    // Ends of the block-level elements that are open: they part words as their starts do.
    let mut block_ends: Vec<u32> = Vec::new();
    for id in doc.descendants(node).take(MAX_VALUE_NODES) {
        while block_ends.last().is_some_and(|&end| end <= id.0) {
            block_ends.pop();
            text.push(' ');
        }
        if id.0 < raw_end {
            continue;
        }
        let name = doc.name(id);
        if doc.is_text(id) {
            let run = doc.text(id);
            text.push_str(&run[..run.floor_char_boundary(4 * MAX_VALUE_CHARS)]);
        } else if is_raw(name) {
            raw_end = doc.subtree_end(id);
        } else if is_block(name) || name == names::BR {
            block_ends.push(doc.subtree_end(id));
            text.push(' ');
        }
        if text.len() > MAX_VALUE_CHARS {
            break;
        }
    }
    clean(&text)
}

/// The short text that stands last before an element, at most [`MAX_NODES_BEFORE`] nodes before it: where its label is.
/// Empty if there is none.
pub(super) fn text_before(doc: &Document, node: NodeId) -> &str {
    let first = node.0.saturating_sub(MAX_NODES_BEFORE);
    let mut texts = (first..node.0).rev().map(NodeId).filter(|&before| doc.is_text(before));
    let last = texts.find(|&before| !doc.text(before).trim().is_empty());
    let is_raw = |text: NodeId| doc.parent(text).is_some_and(|parent| is_raw(doc.name(parent)));
    let last = last.filter(|&text| !is_raw(text)).map(|text| doc.text(text).trim());
    last.filter(|text| text.len() <= MAX_LABEL_BYTES).unwrap_or_default()
}

/// The texts of an element's text nodes, each cleaned, blank ones left out; as bounded as [`text_of`].
pub(super) fn pieces_of(doc: &Document, node: NodeId) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut raw_end = 0;
    for id in
        doc.descendants(node).take(MAX_VALUE_NODES).filter(|&id| doc.is_text(id) || is_raw(doc.name(id)))
    {
        if !doc.is_text(id) {
            raw_end = doc.subtree_end(id).max(raw_end);
        } else if id.0 >= raw_end {
            let piece = clean(doc.text(id));
            if !piece.is_empty() {
                pieces.push(piece);
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_unescaped_and_folded() {
        assert_eq!(clean(" Barn &amp;\n  grain\u{200b} &#8217;s "), "Barn & grain ’s");
        assert_eq!(clean("The &lt;table> <b>element"), "The <table> <b>element");
        assert_eq!(clean("R&D; AT&T"), "R&D; AT&T");
    }

    #[test]
    fn folding_ignores_case_and_punctuation() {
        assert_eq!(folded("  It’s “Grain” – now! "), "its grain now");
        assert_eq!(folded("…"), "");
        assert_eq!(squashed("The Barn-Times"), "thebarntimes");
    }

    #[test]
    fn tags_are_left_out_of_descriptions() {
        assert_eq!(without_tags("<p>One</p><p>two"), "One two");
        assert_eq!(without_tags("a < b"), "a < b");
    }

    #[test]
    fn text_of_an_element_skips_scripts_and_keeps_words_apart() {
        let doc = parse("<div>a<script>x</script><p>b</p><i>c</i>d</div>", &Limits::default()).document;
        let div = doc.elements_named(names::DIV).next().expect("div");
        assert_eq!(text_of(&doc, div), "a b cd");
    }

    #[test]
    fn a_value_ends_at_its_limit() {
        for length in [MAX_VALUE_CHARS, MAX_VALUE_CHARS + 1] {
            assert_eq!(clean(&"x".repeat(length)).len(), MAX_VALUE_CHARS);
        }
        // Once the limit is reached in bytes, no further node is read.
        for (more, is_read) in [("", true), ("x", false)] {
            let html = format!("<p>{}{more}<i>last</i>", "é".repeat(MAX_VALUE_CHARS / 2));
            let doc = parse(&html, &Limits::default()).document;
            let p = doc.elements_named(names::P).next().expect("p");
            assert_eq!(text_of(&doc, p).ends_with("last"), is_read, "{more}");
        }
    }

    #[test]
    fn nodes_beyond_the_limit_are_not_read() {
        for (more, is_read) in [(0, true), (1, false)] {
            // The last text is a node, too.
            let html = format!("<p>{}last", "<i></i>".repeat(MAX_VALUE_NODES - 1 + more));
            let doc = parse(&html, &Limits::default()).document;
            let p = doc.elements_named(names::P).next().expect("p");
            assert_eq!(text_of(&doc, p) == "last", is_read, "{more}");
            assert_eq!(!pieces_of(&doc, p).is_empty(), is_read, "{more}");
        }
    }

    #[test]
    fn a_label_is_short_and_near() {
        let nearest = MAX_NODES_BEFORE as usize - 1;
        for (length, between, is_label) in [
            (MAX_LABEL_BYTES, 0, true),
            (MAX_LABEL_BYTES + 1, 0, false),
            (1, nearest, true),
            (1, nearest + 1, false),
        ] {
            let html = format!("<p>{}{}<b>x</b>", "y".repeat(length), "<i></i>".repeat(between));
            let doc = parse(&html, &Limits::default()).document;
            let b = doc.elements_named(names::B).next().expect("b");
            assert_eq!(!text_before(&doc, b).is_empty(), is_label, "{length} {between}");
        }
    }
}
