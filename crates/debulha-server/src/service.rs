//! What the tools and the drop-in interfaces share: systems, fetching, and limits.

use crate::engine::{Choice, Engine};
use crate::fetch::{FetchedPage, Fetching};
use crate::problem::Problem;
use debulha::evidence::{Evidence, QueryTerms};
use debulha::{Extraction, Input, LoadedPage, PageSource, Pipeline, VerdictKind};
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
}

/// A page as it came in.
#[derive(Debug)]
pub struct GivenPage {
    /// Its text or bytes.
    pub content: Content,
    /// The encoding of bytes, where the transport states one.
    pub charset: Option<String>,
    /// Its address.
    pub url: Option<String>,
}

/// A page's text, or its bytes.
#[derive(Debug)]
pub enum Content {
    /// Text that was decoded on the way.
    Text(String),
    /// Bytes of any encoding.
    Bytes(Vec<u8>),
}

impl GivenPage {
    /// A page that came as text.
    pub fn text(html: impl Into<String>, url: Option<String>) -> Self {
        GivenPage { content: Content::Text(html.into()), charset: None, url }
    }

    /// A page that came as bytes.
    pub fn bytes(bytes: Vec<u8>, charset: Option<String>, url: Option<String>) -> Self {
        GivenPage { content: Content::Bytes(bytes), charset, url }
    }

    /// What a pipeline takes.
    pub fn input(&self) -> Input<'_> {
        let input = match &self.content {
            Content::Text(text) => Input::from(text),
            Content::Bytes(bytes) => Input::from(bytes.as_slice()),
        };
        input.charset(self.charset.as_deref()).url(self.url.as_deref())
    }

    /// The page, read.
    pub fn load(&self, source: &PageSource) -> LoadedPage {
        match &self.content {
            Content::Text(text) => source.load_text(text),
            Content::Bytes(bytes) => source.load(bytes, self.charset.as_deref()),
        }
    }

    /// What is known of it beside its text.
    pub fn evidence(&self) -> Evidence<'_> {
        Evidence::of_url(self.url.as_deref())
    }

    fn len(&self) -> usize {
        match &self.content {
            Content::Text(text) => text.len(),
            Content::Bytes(bytes) => bytes.len(),
        }
    }
}

impl From<FetchedPage> for GivenPage {
    fn from(page: FetchedPage) -> Self {
        GivenPage::bytes(page.bytes, page.charset, Some(page.url))
    }
}

impl Service {
    /// Over these, for pages of so many bytes at most.
    pub fn new(engine: Arc<Engine>, fetching: Arc<Fetching>, max_bytes: usize) -> Self {
        Service { engine, fetching, max_bytes, count: Arc::new(|_| {}) }
    }

    /// Has the verdict of each page counted.
    #[must_use]
    pub fn counting(self, count: impl Fn(VerdictKind) + Send + Sync + 'static) -> Self {
        Service { count: Arc::new(count), ..self }
    }

    /// Has a system decide on a page, and does something with what it made of it, all on one turn.
    ///
    /// `query` is what the page was found by, in words.
    ///
    /// # Errors
    /// 413 for a page that is too large; those of [`Engine::pipeline`] and [`Engine::run`].
    pub async fn extract<T: Send + 'static>(
        &self,
        choice: &Choice,
        page: GivenPage,
        query: Option<&str>,
        work: impl FnOnce(&Extraction, &Pipeline) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.check_size(page.len())?;
        let terms = query.map(|words| {
            let mut terms = QueryTerms::default();
            terms.add_words(words);
            terms
        });
        let pipeline = self.engine.pipeline(choice).await?;
        let count = Arc::clone(&self.count);
        let run = move || {
            let extraction = pipeline.extract(page.input().query(terms.as_ref()));
            count(extraction.verdict.kind);
            work(&extraction, &pipeline)
        };
        self.engine.run(run).await
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

/// A choice of the default system, or of another by its id.
pub fn choice(extractor: Option<String>) -> Choice {
    let default = Choice::default();
    Choice { extractor: extractor.unwrap_or(default.extractor), ..default }
}
