//! From the bytes of an HTML page to an immutable tree in document order.
//!
//! The way of a page through this crate:
//!
//! | step | module | result |
//! |---|---|---|
//! | undo compression | [`body`] | bytes |
//! | find the encoding, decode | [`decode`](mod@decode) | text and the evidence used |
//! | parse within [`Limits`] | [`parse`](mod@parse) | a tree under construction |
//! | freeze | `freeze` | [`Document`] |
//!
//! The crate knows HTML and nothing about content. Everything outside sees [`Document`] only.
//!
//! ```
//! use debulha_dom::{Limits, names, parse};
//!
//! let parsed = parse("<title>Barn</title><p>Keep the <b>grain</b>.", &Limits::default());
//! let doc = &parsed.document;
//! let p = doc.elements_named(names::P).next().expect("a paragraph");
//! assert_eq!(doc.text_content(p), "Keep the grain.");
//! assert_eq!(doc.xpath(p), "/html[1]/body[1]/p[1]");
//! assert!(parsed.truncations.is_empty());
//! ```

mod arena;
pub mod body;
pub mod decode;
pub mod document;
mod freeze;
mod interner;
pub mod limits;
pub mod names;
pub mod parse;
mod references;
mod resolve;
mod scan;
pub mod select;
pub mod style;
mod tokenizer;
mod tokens;
mod tree_builder;
mod unfold;

pub use document::{
    AttributeSet, Doctype, Document, Namespace, NodeId, NodeKind, QuirksMode, TextCounts, XPaths,
};
pub use limits::{Limits, Truncated};
pub use names::NameId;
pub use parse::{Context, Parsed, Unclosed, parse, parse_fragment, parse_repaired};
pub use references::c1_replacement;
pub use tokens::TokenId;
pub use unfold::Unfolding;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
