//! Main-content extraction from web pages: keep the grain, drop the chaff.
//!
//! # One page
//!
//! ```
//! let page = include_str!("../../../testdata/pages/barn-story/source.html");
//! let extraction = debulha::extract(page);
//! assert!(extraction.markdown().starts_with("# A barn that dries its own grain\n"));
//! assert!(page.contains("cookies") && !extraction.text().contains("cookies"));
//! ```
//!
//! # Bytes of any encoding, with an address
//!
//! Build a [`Pipeline`] once and share it between threads. [`Input`] says what is known of a page beside its bytes.
//!
//! ```
//! use debulha::{Input, Pipeline};
//!
//! let pipeline = Pipeline::default();
//! let page = include_bytes!("../../../testdata/pages/blog-windows-1252/source.html");
//! let extraction = pipeline.extract(Input::from(page).charset("windows-1252").url("https://example.org/"));
//! for warning in &extraction.warnings {
//!     eprintln!("{warning}");
//! }
//! assert!(!extraction.is_empty());
//! ```
//!
//! # Blocks with their places
//!
//! ```
//! let page = include_str!("../../../testdata/pages/barn-story/source.html");
//! let extraction = debulha::extract(page);
//! for block in extraction.blocks() {
//!     if let Some(bytes) = extraction.bytes(block) {
//!         println!("{bytes:?} {} {}", extraction.xpath(block), block.text());
//!     }
//! }
//! ```
//!
//! # Metadata
//!
//! ```
//! let page = include_str!("../../../testdata/pages/barn-story/source.html");
//! let metadata = debulha::extract(page).metadata();
//! assert_eq!(metadata.title.value(), Some("A barn that dries its own grain"));
//! println!("{:?} by {:?}", metadata.published.value(), metadata.authors);
//! ```
//!
//! # Records: posts, entries of listings, products
//!
//! ```
//! let page = include_str!("../../../testdata/records/thread-phpbb/source.html");
//! let extraction = debulha::Pipeline::new("all_text")?.extract(page);
//! for group in extraction.records() {
//!     for (nth, record) in group.records.iter().enumerate() {
//!         let author = record.fields.author.as_ref().map(|author| author.text.as_str());
//!         println!("{author:?}: {}", extraction.record_text(&group, nth));
//!     }
//! }
//! # Ok::<(), debulha::BuildError>(())
//! ```
//!
//! # What a site repeats
//!
//! ```
//! use debulha::{Input, Pipeline, site::SiteLearner};
//!
//! let page = |grain| format!("<ul><li>Barns for sale, and barns to let</ul><p>{grain} was sown early this year.");
//! let mut learner = SiteLearner::default();
//! for grain in ["Oats", "Spelt", "Wheat"] {
//!     learner.observe(Input::from(&page(grain)).url(&*format!("https://example.org/{grain}")));
//! }
//! let pipeline = Pipeline::new("all_text")?.without_repeated(learner.finish());
//! let extraction = pipeline.extract(Input::from(&page("Rye")).url("https://example.org/rye"));
//! assert_eq!(extraction.text(), "Rye was sown early this year.");
//! # Ok::<(), debulha::BuildError>(())
//! ```
//!
//! # Other systems
//!
//! [`systems`] has them all, with typed parameters; [`Pipeline::combined`] lets several decide together. [`extend`] is what
//! a system of your own is written with.
//!
//! ```
//! use debulha::systems::cetr::{Cetr, CetrParams};
//! use debulha::{Pipeline, systems};
//!
//! for system in systems::EXTRACTORS {
//!     println!("{}: {}", system.id, system.title);
//! }
//! let cetr = Cetr::new(CetrParams { alpha: 5, ..CetrParams::default() })?;
//! let text = Pipeline::with(cetr).extract("<p>Rye was sown early this year, and stood well in the winter.").text();
//! # assert!(!text.is_empty());
//! # Ok::<(), debulha::BuildError>(())
//! ```
#![forbid(unsafe_code)]

mod catalog;
mod describe;
mod described;
mod extraction;
mod input;
mod joined;
pub mod node_table;
mod pipeline;
mod record_objects;
pub mod segments;
pub mod site;
mod spec;
pub mod why;

pub use debulha_core::combine::{Combine, Combined, Rule};
pub use debulha_core::content::records::RecordKind;
pub use debulha_core::extractor::Scratch;
pub use debulha_core::page::{Page, PageOptions};
pub use debulha_core::params::{BuildError, ParamMap};
pub use debulha_core::source::{LoadedPage, PageSource};
pub use debulha_core::verdict::{Verdict, VerdictKind};
pub use debulha_core::warning::Warning;
pub use debulha_core::write::{Compat, Format, Title, WriteOptions, csv_header};
pub use debulha_dom::Limits;
pub use extraction::Extraction;
pub use input::Input;
pub use joined::{Joined, title_key};
pub use pipeline::Pipeline;

/// The tree of a page.
pub mod dom {
    pub use debulha_dom::*;
}

/// The content document: blocks, running text, tables.
pub mod content {
    pub use debulha_core::content::*;
    pub use debulha_core::write::{ChunkSize, HeadingPaths, Placed, Rendition, Renditions, chunks};
}

/// What a page says about itself.
pub mod metadata {
    pub use crate::described::{Described, describe};
    pub use debulha_core::metadata::*;
}

/// What repeats on a page: the records of its content, readers' comments, and regions of any page.
pub mod records {
    pub use crate::record_objects::{RegionObjects, of_content};
    pub use debulha_core::content::comments::Comment;
    pub use debulha_core::content::records::*;
    pub use debulha_core::features::records as regions;
}

/// The systems: published methods, each with its parameters, and what was trained for them.
pub mod systems {
    pub use crate::catalog::extractors::*;
    pub use crate::describe::{SystemDescription, describe_param};
    pub use crate::spec::{Sources, SpecError, SystemSpec, build_all, did_you_mean};
    pub use debulha_core::classify::model::Model;
    #[cfg(feature = "systems")]
    pub use debulha_systems::segmenters::{self, SEGMENTERS};
}

/// Evidence beside the text of a page.
pub mod evidence {
    pub use debulha_core::features::payloads::{PayloadOptions, ReadPayloads};
    pub use debulha_core::layout::{
        Color, Display, Drawn, Family, Fitted, Layout, LayoutError, LayoutNode, LayoutRecord, Misfit,
        NodeKey, Rectangle, Size, Style, Viewport,
    };
    pub use debulha_core::page::Evidence;
    pub use debulha_core::query::{QueryOptions, QueryTerms};
}

/// What a system of one's own is written with.
///
/// The macros need `debulha-core` among the dependencies, whose paths they name. `examples/own_system` in the repository is
/// a whole crate that registers a system.
pub mod extend {
    pub use debulha_core::extractor::{
        About, Extractor, ExtractorInfo, Needs, Preset, Provenance, Status, Unit,
    };
    pub use debulha_core::extractors::Registry;
    pub use debulha_core::features;
    pub use debulha_core::outcome::{Abstention, BlockChance, Labels, Outcome, Reason, Span};
    pub use debulha_core::params::{ParamInfo, ParamKind, Params};
    pub use debulha_core::site::SiteKnowledge;
    pub use debulha_core::{choices, extractor, params};
}

/// Id of the system that is used by default: `debulha`. In a library without its model (feature `model`) it is `vote`, and without
/// the published systems (feature `systems`) `all_text`.
pub const DEFAULT_EXTRACTOR: &str = if cfg!(feature = "model") {
    "debulha"
} else if cfg!(feature = "systems") {
    "vote"
} else {
    "all_text"
};

/// Extracts the content of a page with the default system, which is built once a process.
pub fn extract<'i>(page: impl Into<Input<'i>>) -> Extraction {
    pipeline::shared().extract(page)
}
