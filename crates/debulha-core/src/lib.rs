//! What is content and what is noise: page views, extractors, content document, metadata, writers.
//!
//! The way of a page through this crate:
//!
//! | step | module | result |
//! |---|---|---|
//! | read | [`source`] | [`source::LoadedPage`]: the parsed page with the text of its scripts |
//! | gather evidence | [`page`], [`features`] | [`Page`]: views, each computed at most once |
//! | tabulate | [`feature_table`] | named features of nodes and blocks, for classifiers ([`classify`]) |
//! //! | decide | [`extractors`], several by [`combine`] | [`Outcome`]: labels on spans of text |
//! | learn from a site | [`site`] | an [`Extractor`] for the pages of one site |
//! | judge | [`verdict`] | [`verdict::Verdict`]: content, or an error, a wall, a shell, a list |
//! | shape | [`content`] | [`content::ContentDocument`] |
//! | describe | [`metadata`] | title, author, date … with sources |
//! | render | [`write`](mod@write) | text, Markdown, HTML, JSON, XML, TEI, CSV |
//!
//! The crate does no I/O, knows no clock and no environment, starts no thread and builds to WASM.
#![forbid(unsafe_code)]

// What macros expand to names the crate, inside of it too.
extern crate self as debulha_core;

/// What the macros need; no part of the interface.
#[doc(hidden)]
pub mod __private {
    pub use debulha_dom::NodeId;
    pub use serde;
    pub use serde_json;
}

pub mod about;
pub mod classify;
pub mod combine;
pub mod content;
pub mod criteria;
pub mod extractor;
pub mod extractors;
pub mod feature_table;
pub mod features;
pub mod layout;
pub mod metadata;
pub mod outcome;
pub mod page;
mod param_kind;
pub mod params;
pub mod query;
pub mod scratch;
pub mod segmentation;
pub mod site;
pub mod source;
pub mod verdict;
pub mod warning;
mod word_list;
pub mod write;

pub use extractor::{About, Extractor, ExtractorInfo, Scratch};
pub use outcome::{Labels, Outcome, Span};
pub use page::{Evidence, Page, PageOptions};
pub use params::{BuildError, ParamMap};
pub use warning::Warning;
