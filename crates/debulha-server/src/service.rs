//! What the tools and the drop-in interfaces share: systems, fetching, and limits.

use crate::engine::Engine;
use crate::fetch::{FetchedPage, Fetching, Via};
use crate::firecrawl::ScrapeJobs;
use crate::problem::Problem;
use debulha::evidence::{Evidence, QueryTerms};
use debulha::systems::SystemSpec;
use debulha::{Extraction, Input, LoadedPage, PageSource, Pipeline, VerdictKind, Warning};
use debulha_core::layout::LayoutRecord;
use std::sync::Arc;

/// What the tools and the drop-in interfaces work with.
pub struct Service {
    /// Systems, and turns at the processors.
    pub engine: Arc<Engine>,
    /// Pages from the network, where that is allowed.
    pub fetching: Arc<Fetching>,
    /// Bytes of a page at most.
    pub max_bytes: usize,
    /// Takes the verdict of each page.
    count: Arc<dyn Fn(VerdictKind) + Send + Sync>,
    /// Crawls and batches.
    pub(crate) jobs: ScrapeJobs,
}

/// A page as it came in.
#[derive(Debug)]
pub struct GivenPage {
    /// Its text or bytes.
    pub content: GivenContent,
    /// The encoding of bytes, where the transport states one.
    pub charset: Option<String>,
    /// Its address.
    pub url: Option<String>,
    /// Where a browser put its elements, where one has drawn it.
    pub layout: Option<Arc<LayoutRecord>>,
    /// What is to be said of how it was read or drawn.
    pub warnings: Vec<String>,
}

/// A page's text, or its bytes.
#[derive(Debug)]
pub enum GivenContent {
    /// Text that was decoded on the way.
    Text(String),
    /// Bytes of any encoding.
    Bytes(Vec<u8>),
}

impl GivenPage {
    /// A page that came as text.
    pub fn text(html: impl Into<String>, url: Option<String>) -> Self {
        GivenPage::of(GivenContent::Text(html.into()), None, url)
    }

    /// A page that came as bytes.
    pub fn bytes(bytes: Vec<u8>, charset: Option<String>, url: Option<String>) -> Self {
        GivenPage::of(GivenContent::Bytes(bytes), charset, url)
    }

    pub(crate) fn of(content: GivenContent, charset: Option<String>, url: Option<String>) -> Self {
        GivenPage { content, charset, url, layout: None, warnings: Vec::new() }
    }

    /// What a pipeline takes.
    pub fn input(&self) -> Input<'_> {
        let input = match &self.content {
            GivenContent::Text(text) => Input::from(text),
            GivenContent::Bytes(bytes) => Input::from(bytes.as_slice()),
        };
        input.charset(self.charset.as_deref()).url(self.url.as_deref()).layout(self.layout.as_deref())
    }

    /// The page, read.
    pub fn load(&self, source: &PageSource) -> LoadedPage {
        let loaded = match &self.content {
            GivenContent::Text(text) => source.load_text(text),
            GivenContent::Bytes(bytes) => source.load(bytes, self.charset.as_deref()),
        };
        match &self.layout {
            Some(record) => loaded.with_layout(record),
            None => loaded,
        }
    }

    /// What is known of it beside its text.
    pub fn evidence(&self) -> Evidence<'_> {
        Evidence::of_url(self.url.as_deref())
    }

    /// Bytes that it takes in memory, roughly.
    pub(crate) fn memory(&self) -> usize {
        self.content.len() + memory_of(self.layout.as_deref())
    }

    /// What a pipeline makes of it. `query` is what the page was found by.
    pub(crate) fn extract(&self, pipeline: &Pipeline, query: Option<&QueryTerms>) -> Extraction {
        let mut extraction = pipeline.extract(self.input().query(query));
        extraction.warnings.extend(self.warnings.iter().cloned().map(Warning::Reading));
        extraction
    }
}

/// Bytes that a node of a layout takes in memory, with what hangs on it.
const NODE_BYTES: usize = 256;

impl GivenContent {
    /// Its bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            GivenContent::Text(text) => text.len(),
            GivenContent::Bytes(bytes) => bytes.len(),
        }
    }

    /// Refuses what is empty.
    ///
    /// # Errors
    /// 400.
    pub(crate) fn check_filled(&self) -> Result<(), Problem> {
        let is_empty = match self {
            GivenContent::Text(text) => text.trim().is_empty(),
            GivenContent::Bytes(bytes) => bytes.trim_ascii().is_empty(),
        };
        if is_empty { Err(Problem::bad_request("no-page", "the page is empty")) } else { Ok(()) }
    }
}

/// Bytes that a layout takes in memory, roughly.
pub(crate) fn memory_of(layout: Option<&LayoutRecord>) -> usize {
    layout.map_or(0, |layout| layout.nodes.len().saturating_mul(NODE_BYTES))
}

impl From<FetchedPage> for GivenPage {
    fn from(page: FetchedPage) -> Self {
        let FetchedPage { bytes, charset, url, layout, warning, .. } = page;
        GivenPage { layout, warnings: Vec::from_iter(warning), ..GivenPage::bytes(bytes, charset, Some(url)) }
    }
}

impl Service {
    /// Over these, for pages of so many bytes at most.
    pub fn new(engine: Arc<Engine>, fetching: Arc<Fetching>, max_bytes: usize) -> Self {
        Service { engine, fetching, max_bytes, count: Arc::new(|_| {}), jobs: ScrapeJobs::default() }
    }

    /// Has the verdict of each page counted.
    #[must_use]
    pub fn counting(self, count: impl Fn(VerdictKind) + Send + Sync + 'static) -> Self {
        Service { count: Arc::new(count), ..self }
    }

    /// Whether pages are fetched.
    ///
    /// # Errors
    /// 400 `fetch-off`.
    pub(crate) fn check_fetching(&self) -> Result<(), Problem> {
        self.fetching.check()
    }

    /// The page at an address.
    ///
    /// # Errors
    /// Those of [`Fetching::page`].
    pub async fn fetched(&self, url: &str, via: Via) -> Result<FetchedPage, Problem> {
        self.fetching.page(url, self.max_bytes, via).await
    }

    /// A page that a caller sent, drawn without a network where it is to come via a browser.
    ///
    /// # Errors
    /// 400 for an empty page, 413 for one that is too large; those of [`Fetching::given`].
    pub async fn given(&self, page: GivenPage, via: Via) -> Result<GivenPage, Problem> {
        page.content.check_filled()?;
        self.check_size(page.content.len())?;
        self.fetching.given(page, via).await
    }

    /// Has a system decide on a page, and does something with what it made of it, all on one turn.
    ///
    /// `query` is what the page was found by, in words.
    ///
    /// # Errors
    /// 413 for a page that is too large; those of [`Engine::pipeline`] and [`Engine::run`].
    pub async fn extract<T: Send + 'static>(
        &self,
        spec: &SystemSpec,
        page: GivenPage,
        query: Option<&str>,
        work: impl FnOnce(&Extraction, &Pipeline) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.check_size(page.content.len())?;
        let terms = query.map(|words| {
            let mut terms = QueryTerms::default();
            terms.add_words(words);
            terms
        });
        let turns = self.engine.turns();
        let pipeline = turns.pipeline(spec).await?;
        let count = Arc::clone(&self.count);
        let run = move || {
            let extraction = page.extract(&pipeline, terms.as_ref());
            count(extraction.verdict.kind);
            work(&extraction, &pipeline)
        };
        turns.run(run).await
    }

    /// Refuses a page that is too large.
    ///
    /// # Errors
    /// 413.
    pub fn check_size(&self, bytes: usize) -> Result<(), Problem> {
        if bytes <= self.max_bytes {
            return Ok(());
        }
        let detail = format!("the page has {bytes} bytes; at most {} are taken", self.max_bytes);
        Err(Problem::new(413, "page-too-large", detail))
    }
}

/// The system of an id, or else the default system.
pub fn spec(extractor: Option<String>) -> SystemSpec {
    extractor.map_or_else(SystemSpec::default, SystemSpec::new)
}
