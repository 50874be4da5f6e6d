//! What a page asks for, and who answers.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// What a page wants a resource for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[non_exhaustive]
pub enum ResourceKind {
    /// The document of a frame, or another page in the place of this one.
    Document,
    /// A style sheet.
    Stylesheet,
    /// An image.
    Image,
    /// A film or a sound.
    Media,
    /// A font.
    Font,
    /// A script.
    Script,
    /// What a script asks for.
    #[serde(alias = "XHR", alias = "EventSource")]
    Fetch,
    /// Anything else, such as icons and beacons.
    #[serde(other)]
    Other,
}

impl fmt::Display for ResourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ResourceKind::Document => "document",
            ResourceKind::Stylesheet => "style sheet",
            ResourceKind::Image => "image",
            ResourceKind::Media => "media",
            ResourceKind::Font => "font",
            ResourceKind::Script => "script",
            ResourceKind::Fetch => "request of a script",
            ResourceKind::Other => "other",
        })
    }
}

/// A request of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest<'a> {
    /// The address, without its fragment.
    pub url: &'a str,
    /// What for.
    pub kind: ResourceKind,
    /// Such as `GET`.
    pub method: &'a str,
}

/// What a page is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// The `Content-Type`, with the charset of a text.
    pub content_type: String,
    /// The bytes, without a content encoding.
    pub body: Vec<u8>,
}

/// Who answers the requests of pages.
///
/// The browser itself never reaches the network: it asks here for each URL, and what is refused fails as if blocked. A layer
/// that fetches with its own rules (which hosts, how much, how often) goes here. The requests of one page come one after the
/// other, on the thread that renders it; those of several pages come at once.
pub trait Resources: Send + Sync + fmt::Debug {
    /// What a request gets; `None`: nothing, the request fails.
    fn get(&self, request: &PageRequest<'_>) -> Option<Resource>;
}

/// Refuses everything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Offline;

impl Resources for Offline {
    fn get(&self, _: &PageRequest<'_>) -> Option<Resource> {
        None
    }
}

/// Resources in memory, by their addresses. Everything else is refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InMemory(pub BTreeMap<String, Resource>);

impl Resources for InMemory {
    fn get(&self, request: &PageRequest<'_>) -> Option<Resource> {
        self.0.get(request.url).filter(|_| request.method == "GET").cloned()
    }
}
