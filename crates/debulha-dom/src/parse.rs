//! Text to [`Document`], within [`Limits`].

use crate::document::{Document, Namespace};
use crate::freeze::freeze;
use crate::limits::{Limits, Truncated};
use crate::names;
pub use crate::tokenizer::Unclosed;
use crate::tree_builder::TreeBuilder;

/// A tree, and what the limits cut from it.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; useful also when truncated.
    pub document: Document,
    /// One entry for each limit that was reached; empty for nearly every page.
    pub truncations: Vec<Truncated>,
    /// What the page never closes and was closed, each once; see [`parse_repaired`].
    pub repairs: Vec<Unclosed>,
}

/// The element that a fragment is the contents of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context<'a> {
    /// The element's namespace.
    pub namespace: Namespace,
    /// The element's name as in the tree: `div`, `foreignObject`.
    pub name: &'a str,
}

/// Parses a page as [the HTML standard](https://html.spec.whatwg.org/multipage/parsing.html) says, scripting off
/// (`noscript` has element children). One departure: `<iframe …/>` in a `noscript` has no contents. The standard
/// has it swallow the rest of the page, which no browser shows, since there a `noscript` is text.
///
/// Never fails: any text is a page, and a page beyond the limits becomes a partial tree with a report. Contents of
/// `template` are its children. O(bytes) time and memory, whatever the markup.
///
/// ```
/// use debulha_dom::{Limits, names, parse};
///
/// let page = "<p>One &amp; <b>two";
/// let doc = parse(page, &Limits::default()).document;
/// let p = doc.elements_named(names::P).next().expect("a paragraph");
/// assert_eq!(doc.text_content(p), "One & two");
/// assert_eq!(&page[doc.source_range(p).expect("its place")], page);
/// ```
pub fn parse(text: &str, limits: &Limits) -> Parsed {
    parse_as(text, None, limits, false)
}

/// The same, but what swallows the rest of the page since it is never closed ends before the next tag: `title`, `textarea`, `style`,
/// `script` and other raw text; a comment ends behind the next `>`. Browsers show such pages empty, and lenient parsers whole.
/// O(bytes).
///
/// ```
/// use debulha_dom::{Limits, names, parse::parse_repaired};
///
/// let parsed = parse_repaired("<title>Barn<body><h1>Barn</h1><p>Keep the <b>grain</b>.", &Limits::default());
/// assert_eq!(parsed.document.elements_named(names::P).count(), 1);
/// assert_eq!(parsed.repairs[0].to_string(), "<title>");
/// ```
pub fn parse_repaired(text: &str, limits: &Limits) -> Parsed {
    parse_as(text, None, limits, true)
}

/// Parses the contents of an element, as `innerHTML` does: the nodes become children of the document node.
pub fn parse_fragment(text: &str, context: Context<'_>, limits: &Limits) -> Parsed {
    parse_as(text, Some(context), limits, false)
}

fn parse_as(text: &str, context: Option<Context<'_>>, limits: &Limits, repairs: bool) -> Parsed {
    let mut truncations = Vec::new();
    let source = cut(text, limits, &mut truncations);
    let left = limits.max_work.saturating_sub(Limits::work(source.len(), 0));
    let by_work = usize::try_from(left).unwrap_or(usize::MAX);
    let limits = &Limits { max_nodes: limits.max_nodes.min(by_work), ..*limits };
    let mut builder = match context {
        Some(Context { namespace, name }) => TreeBuilder::of_fragment(source, (namespace, name), limits),
        None => TreeBuilder::new(source, limits),
    };
    if repairs {
        builder.repair();
    }
    let built = builder.build();
    let repairs = built.tokenizer.repaired().to_vec();
    match built.cut_at_nodes {
        Some(limit) if limit == by_work => {
            truncations.push(Truncated::Work { what: "tree", limit: limits.max_work });
        }
        Some(limit) => truncations.push(Truncated::Nodes { limit }),
        None => {}
    }
    let dropped = built.tokenizer.dropped_attributes;
    if dropped > 0 {
        truncations.push(Truncated::Attributes { dropped, limit: limits.max_attributes });
    }
    if built.dropped_formatting > 0 {
        truncations
            .push(Truncated::Formatting { dropped: built.dropped_formatting, limit: limits.max_formatting });
    }
    let uses = built.tokenizer.names.overflowed();
    if uses > 0 {
        truncations.push(Truncated::Names { uses, limit: names::OVERFLOW.0 as usize });
    }
    let (document, flattened) = freeze(built, limits.max_depth.max(1));
    if flattened > 0 {
        truncations.push(Truncated::Depth { flattened, limit: limits.max_depth });
    }
    Parsed { document, truncations, repairs }
}

/// Bytes of text that 31-bit positions can hold when every byte is NUL, which becomes the three bytes of U+FFFD.
const MAX_BYTES: usize = (1 << 31) / 3;

/// The start of a text that is within the limit.
fn cut<'a>(text: &'a str, limits: &Limits, truncations: &mut Vec<Truncated>) -> &'a str {
    // Half of the work, so that something is left for the tree.
    let by_work =
        usize::try_from((limits.max_work / 2).saturating_mul(Limits::WORK_BYTES)).unwrap_or(usize::MAX);
    let limit = limits.max_bytes.min(MAX_BYTES).min(by_work);
    if text.len() <= limit {
        return text;
    }
    truncations.push(if limit == by_work {
        Truncated::Work { what: "page", limit: limits.max_work }
    } else {
        Truncated::Bytes { bytes: text.len(), limit }
    });
    &text[..text.floor_char_boundary(limit)]
}
