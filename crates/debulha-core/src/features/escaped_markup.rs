//! Markup that stands as text in `noscript`: sanitizers and lazy loaders escape what was there.

use debulha_dom::{Document, NodeId, names};
use memchr::memchr2;

/// Bytes of the longest name of an element of HTML, `blockquote` and `figcaption`.
const MAX_NAME: usize = 10;

/// Ancestors of a text that are searched for its `noscript`: lazy loaders write one right around the markup. The
/// bound keeps deep pages linear.
const MAX_LEVELS: usize = 16;

/// Whether a text node of a `noscript` is markup that was escaped: it has a whole tag of HTML, escaped once or twice.
///
/// A listing that shows markup (`pre`, `code`) is a text. O(bytes).
pub fn is_escaped_markup(doc: &Document, text: NodeId) -> bool {
    let value = doc.text(text);
    // Most texts have neither.
    if memchr2(b'<', b'&', value.as_bytes()).is_none() {
        return false;
    }
    (has_tag(value, "<", ">") || has_tag(value, "&lt;", "&gt;")) && is_noted(doc, text)
}

/// Whether a text is in a `noscript`, and in no listing there.
fn is_noted(doc: &Document, text: NodeId) -> bool {
    let mut around = doc.ancestors(text).take(MAX_LEVELS).map(|node| doc.name(node));
    let found = around.find(|&name| {
        matches!(
            name,
            names::NOSCRIPT | names::PRE | names::CODE | names::KBD | names::SAMP | names::TEXTAREA
        )
    });
    found == Some(names::NOSCRIPT)
}

/// The text nodes below the `noscript` elements of a page that are escaped markup, in document order. O(nodes below them).
pub fn escaped_texts(doc: &Document) -> impl Iterator<Item = NodeId> + '_ {
    let mut read_to = 0;
    let outermost = doc.elements_named(names::NOSCRIPT).filter(move |&node| {
        let is_outermost = node.0 >= read_to;
        read_to = read_to.max(doc.subtree_end(node));
        is_outermost
    });
    let texts = outermost.flat_map(|node| doc.descendants(node)).filter(|&node| doc.is_text(node));
    texts.filter(|&text| is_escaped_markup(doc, text))
}

/// Whether a text has a tag with a name of HTML between two delimiters.
fn has_tag(text: &str, open: &str, close: &str) -> bool {
    let Some(last_close) = text.rfind(close) else { return false };
    text[..last_close].match_indices(open).any(|(at, _)| {
        let inside = &text[at + open.len()..];
        let inside = inside.strip_prefix('/').unwrap_or(inside);
        let end = inside.bytes().take(MAX_NAME + 1).position(|byte| !byte.is_ascii_alphanumeric());
        end.is_some_and(|end| {
            let ends = inside[end..].starts_with(|c: char| c.is_whitespace() || c == '/')
                || inside[end..].starts_with(close);
            ends && names::lookup(&inside[..end].to_ascii_lowercase()).is_some()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn escaped(html: &str) -> Vec<String> {
        let doc = parse(&format!("<body>{html}"), &Limits::default()).document;
        escaped_texts(&doc).map(|text| doc.text(text).trim().to_owned()).collect()
    }

    #[test]
    fn tags_that_were_escaped_are_found() {
        assert_eq!(escaped("<noscript>&lt;img src=x&gt;</noscript>"), ["<img src=x>"]);
        assert_eq!(escaped("<noscript>&amp;lt;img src=x /&amp;gt;</noscript>"), ["&lt;img src=x /&gt;"]);
        assert_eq!(escaped("<noscript><p>&lt;p&gt;Rye&lt;/p&gt;</noscript>"), ["<p>Rye</p>"]);
        assert_eq!(escaped("<noscript>Rye &lt;br/&gt; oats</noscript>"), ["Rye <br/> oats"]);
    }

    #[test]
    fn other_text_is_none() {
        for html in [
            "<noscript>Rye &lt; oats and barley &gt; rye</noscript>",
            "<noscript><img src=x>Rye</noscript>",
            "<noscript><pre>&lt;img src=x&gt;</pre></noscript>",
            "<noscript>&lt;rye&gt;</noscript>",
            "<noscript>&lt;img src=x</noscript>",
            "<p>&lt;img src=x&gt;</p>",
        ] {
            assert_eq!(escaped(html), [""; 0], "{html}");
        }
    }

    #[test]
    fn names_and_levels_have_limits() {
        assert_eq!("blockquote".len(), MAX_NAME);
        assert_eq!(escaped("<noscript>&lt;blockquote&gt;</noscript>"), ["<blockquote>"]);
        for (levels, is_found) in [(MAX_LEVELS - 1, true), (MAX_LEVELS, false)] {
            let html = format!("<noscript>{}&lt;p&gt;", "<div>".repeat(levels));
            assert_eq!(!escaped(&html).is_empty(), is_found, "{levels}");
        }
    }
}
