//! Pages as a browser draws them: [layout records](debulha_core::layout::LayoutRecord), the final HTML, and screenshots.
//!
//! ```no_run
//! use debulha_render::{RenderSource, RenderOptions, Renderer};
//!
//! let mut renderer = Renderer::new(RenderOptions::default())?;
//! let page = RenderSource { html: "<p>Rye", address: Some("https://example.org/rye") };
//! let rendered = renderer.render(&page)?;
//! println!("{}", rendered.record.to_json());
//! # Ok::<(), debulha_render::RenderError>(())
//! ```
//!
//! # What is drawn
//!
//! The text that debulha has decoded, at the URL of the page. The browser is told that it is UTF-8, so both see the same
//! characters; the page's own word about its encoding has no effect. Scripts are off unless [`RenderOptions::scripts`] says
//! otherwise. CSS animations are at their end, and parts that `content-visibility` puts off are drawn.
//!
//! The record has the elements and texts of the page's own document. Shadow trees, pseudo-elements and the documents of
//! frames are left out. What stands in a slot of a shadow tree is below its host, as in the source.
//!
//! # What a page may do
//!
//! Nothing outside the browser. Every request is asked about, and [`Resources`] answers it; [`Offline`], the default, refuses
//! all; debulha-crawl has one that fetches what a page needs, within limits. Under it lie a proxy without an address for all hosts, this machine included, and a resolver that finds none, for
//! requests that the protocol does not show: WebSockets, WebRTC, connections made ahead. Downloads are denied, dialogs
//! dismissed, and a page that leads to another stays where it is. Each page has a context of its own, without the cookies and
//! the storage of others.
//!
//! # Why a protocol client of our own
//!
//! Some fifteen commands of the DevTools protocol are in use, one at a time, for each browser. A loop over two pipes
//! (`--remote-debugging-pipe`) does that in 200 lines without an asynchronous runtime, and the answers are read
//! straight into the types that are needed. Crates for the whole protocol bring a runtime or a WebSocket, and tens of
//! thousands of generated lines. With a pipe no port is open for others to connect to, and Chromium ends when our end of
//! the pipe closes, which the system does even when this process is killed.
//!
//! # Limits
//!
//! A page has [`RenderOptions::timeout`] in all, then its browser is stopped and the next page gets a new one. A browser that
//! crashes is replaced and its page tried again. Each browser has a folder for temporary files, which is removed with it; one
//! that a killed process leaves is removed by the next process.
//!
//! # Without a browser
//!
//! With the feature `embedded`, [`RenderEngine::Embedded`] lays pages out in this process: by Blitz, without scripts, pictures and a
//! sandbox, with fonts of its own. Its records are rougher and the same on every machine. `docs/guides/rendering.md` has its limits.
#![forbid(unsafe_code)]

mod browser;
mod connection;
mod convert;
mod css;
mod drawing;
#[cfg(feature = "embedded")]
mod embedded;
mod error;
mod folder;
mod locate;
mod options;
mod page;
mod renderer;
mod resources;
mod snapshot;
mod stop;
mod switches;
mod time;

pub use error::RenderError;
pub use locate::find_browser;
pub use options::{PageRenderOptions, RenderEngine, RenderOptions, Window};
pub use page::NOWHERE;
pub use renderer::{Renderer, RendererPool};
pub use resources::{InMemory, Offline, PageRequest, Resource, ResourceKind, Resources};
pub use stop::RenderStop;

use debulha_core::layout::LayoutRecord;
use std::collections::BTreeMap;

/// A page to be rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderSource<'a> {
    /// Its text, decoded: as `debulha_dom::decode` gives it.
    pub html: &'a str,
    /// Its address, for what it takes from there. One that is not `http` or `https` counts as none.
    pub address: Option<&'a str>,
}

/// What a browser made of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// Where its nodes are and how they are drawn.
    pub record: LayoutRecord,
    /// Its final HTML: the tree as it was when the record was made, without shadow trees.
    pub html: String,
    /// A picture of it, PNG, where one was requested.
    pub screenshot: Option<Vec<u8>>,
    /// The requests that were refused.
    pub blocked: Blocked,
    /// Why it was rendered without scripts, where [`RenderOptions::scripts`] asks for them and rendering with them failed.
    pub scripts_failed: Option<String>,
}

impl Rendered {
    /// What it was rendered without, for a reader.
    pub fn warning(&self) -> Option<String> {
        self.scripts_failed.as_ref().map(|reason| format!("rendered without scripts: {reason}"))
    }
}

/// How many requests were refused, by what they were for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Blocked(pub BTreeMap<ResourceKind, usize>);

impl Blocked {
    /// All of them.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }
}
