//! A page: a document, its views, and further evidence where it is given.

mod views;

use crate::features::base_address::base_address;
use crate::features::stats::NodeStats;
use crate::features::text_blocks::TextBlocks;
use crate::features::visibility::{Visibility, VisibilityOptions};
use crate::layout::Layout;
use crate::query::QueryTerms;
use crate::site::evidence::SiteEvidence;
use crate::site::sample::PageKey;
use debulha_dom::{Document, Limits, NodeId};
use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use url::Url;
use views::Views;

pub(crate) use views::PageView;

/// How a page is looked at; the same for all systems that are compared.
#[derive(Debug, Clone, PartialEq)]
pub struct PageOptions {
    /// Which elements count as hidden.
    pub visibility: VisibilityOptions,
    /// Units of work on the page, as in [`Limits::max_work`], from which the facade takes it.
    pub max_work: u64,
}

impl Default for PageOptions {
    /// Default visibility, and the work of [`Limits::default`].
    fn default() -> Self {
        PageOptions { visibility: VisibilityOptions::default(), max_work: Limits::default().max_work }
    }
}

/// What is known of a page beside its text. What is not given is missing: nothing is guessed, and a system that needs it
/// abstains.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evidence<'e> {
    /// Its address.
    pub url: Option<&'e str>,
    /// Terms of the query that led to it.
    pub query: Option<&'e QueryTerms>,
    /// Where a browser put its elements. Must be of the page's own document: see
    /// [`LoadedPage::with_layout`](crate::source::LoadedPage::with_layout).
    pub layout: Option<&'e Layout>,
    /// What other pages of its site say about its parts.
    pub site: Option<&'e SiteEvidence>,
}

impl<'e> Evidence<'e> {
    /// An address, where known, and nothing else.
    pub fn of_url(url: Option<&'e str>) -> Self {
        Evidence { url, ..Evidence::default() }
    }
}

/// A document with shared views, each computed at most once, on first use, whatever systems run.
///
/// `Sync`: several threads may ask for views of one page.
#[derive(Debug)]
pub struct Page<'d> {
    document: &'d Document,
    evidence: Evidence<'d>,
    options: PageOptions,
    key: OnceLock<PageKey>,
    address: OnceLock<Option<Url>>,
    base_address: OnceLock<Option<Url>>,
    shared: SharedViews,
    views: Views,
}

/// The views that nearly everything asks for, as far as they are computed. A clone shares them.
#[derive(Debug, Clone, Default)]
pub struct SharedViews {
    visibility: OnceLock<Arc<Visibility>>,
    stats: OnceLock<Arc<NodeStats>>,
    text_blocks: OnceLock<Arc<TextBlocks>>,
}

impl<'d> Page<'d> {
    /// A page of which nothing is known beside its document, looked at with the default options.
    pub fn new(document: &'d Document) -> Self {
        Page::with_options(document, None, PageOptions::default())
    }

    /// A page with its address, where known, and options.
    pub fn with_options(document: &'d Document, url: Option<&'d str>, options: PageOptions) -> Self {
        Page::with(document, Evidence::of_url(url), options)
    }

    /// A page with what is known of it.
    pub fn with(document: &'d Document, evidence: Evidence<'d>, options: PageOptions) -> Self {
        // Corpora and callers write an unknown URL as an empty one, which would be the URL of all these pages.
        let url = evidence.url.filter(|url| !url.trim().is_empty());
        Page {
            document,
            evidence: Evidence { url, ..evidence },
            options,
            key: OnceLock::new(),
            address: OnceLock::new(),
            base_address: OnceLock::new(),
            shared: SharedViews::default(),
            views: Views::default(),
        }
    }

    /// The visibility, statistics and text blocks of this page, as far as they are computed. O(1).
    pub fn shared_views(&self) -> SharedViews {
        self.shared.clone()
    }

    /// The same page with what another one of the same document and options has computed.
    ///
    /// ```
    /// use debulha_core::Page;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let parsed = parse("<p>Rye", &Limits::default());
    /// let first = Page::new(&parsed.document);
    /// let stats: *const _ = first.stats();
    /// let second = Page::new(&parsed.document).with_shared_views(first.shared_views());
    /// assert!(std::ptr::eq(stats, second.stats()));
    /// ```
    #[must_use]
    pub fn with_shared_views(mut self, views: SharedViews) -> Self {
        self.shared = views;
        self
    }

    /// The same page without the views that were computed, but for [`SharedViews`]: of a large page they take tens of times
    /// its bytes.
    #[must_use]
    pub fn without_views(self) -> Self {
        Page { shared: self.shared, ..Page::with(self.document, self.evidence, self.options) }
    }

    /// This page with other evidence. Views are computed anew.
    #[must_use]
    pub fn seen_with<'q>(&self, evidence: Evidence<'q>) -> Page<'q>
    where
        'd: 'q,
    {
        Page::with(self.document, evidence, self.options.clone())
    }

    /// What is known of the page beside its document.
    pub fn evidence(&self) -> Evidence<'d> {
        self.evidence
    }

    /// How it is looked at.
    pub fn options(&self) -> &PageOptions {
        &self.options
    }

    /// The terms of the query that led to the page, where known.
    pub fn query(&self) -> Option<&'d QueryTerms> {
        self.evidence.query
    }

    /// Where the page's elements are, where it was rendered.
    pub fn layout(&self) -> Option<&'d Layout> {
        self.evidence.layout
    }

    /// The tree.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The page's address, where known.
    pub fn url(&self) -> Option<&'d str> {
        self.evidence.url
    }

    /// The page's address, read; `None` where it is not known or broken.
    pub fn address(&self) -> Option<&Url> {
        self.address.get_or_init(|| self.evidence.url.and_then(|url| Url::parse(url).ok())).as_ref()
    }

    /// What relative addresses on the page are relative to; `None` where that is not known.
    pub fn base_address(&self) -> Option<&Url> {
        self.base_address.get_or_init(|| base_address(self.document, self.address())).as_ref()
    }

    /// The key that tells this page from others of its site: of its address, or of its text where it has none. A blank
    /// address is none.
    ///
    /// ```
    /// use debulha_core::page::{Evidence, Page, PageOptions};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let key = |html: &str| {
    ///     let document = parse(html, &Limits::default()).document;
    ///     Page::with(&document, Evidence::of_url(Some("")), PageOptions::default()).key()
    /// };
    /// assert_ne!(key("<p>Rye"), key("<p>Oats"));
    /// ```
    pub fn key(&self) -> PageKey {
        *self.key.get_or_init(|| match self.evidence.url {
            Some(url) => PageKey::of_url(url),
            None => PageKey::of_text(self.document.source()),
        })
    }

    /// Which nodes belong to the clean view of the page.
    pub fn visibility(&self) -> &Visibility {
        self.shared.visibility.get_or_init(|| {
            let left = self.options.max_work.saturating_sub(self.parse_work());
            let options = &self.options.visibility;
            let view = Visibility::within(self.document, options, left);
            Arc::new(match self.evidence.layout {
                Some(layout) => view.with_layout(self.document, layout, options),
                None => view,
            })
        })
    }

    fn parse_work(&self) -> u64 {
        Limits::work(self.document.source().len(), self.document.len())
    }

    /// Units of work that parsing and style sheets left of [`PageOptions::max_work`].
    pub fn work_left(&self) -> u64 {
        self.options
            .max_work
            .saturating_sub(self.parse_work())
            .saturating_sub(self.visibility().style_steps())
    }

    /// This page with its hidden text shown (`VisibilityOptions::everything`): sections that open on a click, `noscript`,
    /// `template`. `None` where it hides no text. Views of the new page are computed anew, but for what these two count
    /// alike.
    pub fn with_hidden_text(&self) -> Option<Page<'d>> {
        if self.options.visibility.everything || !self.visibility().hides_text(self.document) {
            return None;
        }
        let mut options = self.options.clone();
        options.visibility.everything = true;
        let visibility = Visibility::compute(self.document, &options.visibility);
        let stats = self.stats().widened(self.document, self.visibility(), &visibility);
        let shared = SharedViews {
            visibility: OnceLock::from(Arc::new(visibility)),
            stats: OnceLock::from(Arc::new(stats)),
            text_blocks: OnceLock::new(),
        };
        Some(Page { shared, ..Page::with(self.document, self.evidence, options) })
    }

    /// Text, link and element counts of every subtree of the clean view.
    pub fn stats(&self) -> &NodeStats {
        self.shared.stats.get_or_init(|| Arc::new(NodeStats::compute(self.document, self.visibility())))
    }

    /// Visible, non-blank text in runs between block-level tags.
    pub fn text_blocks(&self) -> &TextBlocks {
        let compute = || TextBlocks::compute(self.document, self.visibility(), self.stats());
        self.shared.text_blocks.get_or_init(|| Arc::new(compute()))
    }

    /// The value of a view, computed where it is not yet.
    pub(crate) fn view<T: Any + Send + Sync>(&self, view: PageView, compute: impl FnOnce() -> T) -> &T {
        self.views.get(view, compute)
    }

    /// The visible, non-blank text nodes in document order.
    pub fn text_nodes(&self) -> &[NodeId] {
        self.stats().text_nodes()
    }

    /// Those of the body, in document order. O(log text nodes).
    pub fn body_text_nodes(&self) -> &[NodeId] {
        let body = self.body();
        self.text_nodes_in(body.0..self.document.subtree_end(body))
    }

    /// The visible, non-blank text nodes with ids in a range, such as a subtree. O(log text nodes).
    pub fn text_nodes_in(&self, range: Range<u32>) -> &[NodeId] {
        let nodes = self.text_nodes();
        let start = nodes.partition_point(|node| node.0 < range.start);
        let len = nodes[start..].partition_point(|node| node.0 < range.end);
        &nodes[start..start + len]
    }

    /// The `body` element, or the document where there is none: where the text systems look.
    pub fn body(&self) -> NodeId {
        self.document.body().unwrap_or(Document::ROOT)
    }
}
