//! Pages from the network: fetched politely, never from private addresses, and only where that is allowed.

use crate::browsers::{self, BrowserPage, Browsers};
use crate::problem::Problem;
use crate::service::{GivenContent, GivenPage};
use debulha_core::layout::LayoutRecord;
use debulha_crawl::{Exchange, FetchError, FetchOptions, Fetcher, Politeness, Visitor};
use debulha_io::sniff::{InputKind, sniff};
use debulha_io::warc::WarcTruncation;
use debulha_io::warc::http::BodyFault;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::task;
use tokio::time::{Instant, timeout_at};
use url::Url;

/// Pages that a visitor fetches before a new one takes its place, since it remembers every host that it has seen.
const VISITS_OF_A_VISITOR: usize = 1000;

/// Seconds after which a caller may ask again for what took too long.
const RETRY_SECONDS: u64 = 10;

/// How pages are fetched for callers.
#[derive(Debug, Clone)]
pub struct FetchingOptions {
    /// How one exchange is made. `max_bytes` bounds what is read, whatever a caller asks for.
    pub fetch: FetchOptions,
    /// What each host is spared.
    pub politeness: Politeness,
    /// Pages that are fetched at once.
    pub at_once: usize,
    /// How long a caller waits for a page, the delays of its host and the browser included.
    pub deadline: Duration,
}

impl Default for FetchingOptions {
    /// No private addresses, no retries, 8 pages at once, and a minute.
    fn default() -> Self {
        FetchingOptions {
            fetch: FetchOptions { retries: 0, ..FetchOptions::default() },
            politeness: Politeness::default(),
            at_once: 8,
            deadline: Duration::from_mins(1),
        }
    }
}

/// How a page is had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Via {
    /// As the server sends it.
    #[default]
    Direct,
    /// As a browser draws it, with its scripts.
    Browser {
        /// How long scripts go on once it is loaded.
        settle: Duration,
    },
}

impl Via {
    /// By a browser, where a caller wants one.
    pub fn of(render: bool) -> Self {
        if render { Via::Browser { settle: browsers::SETTLE } } else { Via::Direct }
    }
}

/// A page as a server sent it, without the encodings of the way, or as a browser drew it.
#[derive(Debug, Clone, PartialEq)]
pub struct FetchedPage {
    /// The page; of one that was drawn its final HTML.
    pub bytes: Vec<u8>,
    /// Its encoding, where the server states one.
    pub charset: Option<String>,
    /// Where it was found, after redirects.
    pub url: String,
    /// The status of the answer. A page of an error is a page, too.
    pub status: u16,
    /// Where a browser put its elements.
    pub layout: Option<Arc<LayoutRecord>>,
    /// What is missing of a page that was drawn.
    pub warning: Option<String>,
}

/// Fetches pages for all callers, or says that this is off.
///
/// Hosts are shared out among some visitors by name. So each host has its delay and its robots.txt in one place, and a slow host holds
/// up few others. A redirect to another host is followed by the visitor that met it. Cookies are forgotten after each page: callers
/// share no session.
///
/// ```
/// use debulha_server::fetch::Fetching;
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// # use debulha_server::fetch::Via;
/// let problem = Fetching::off().page("https://example.org/", 1 << 20, Via::Direct).await.unwrap_err();
/// assert_eq!(problem.status().as_u16(), 400);
/// # });
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Fetching {
    /// None where fetching is off.
    visitors: Vec<Arc<Mutex<SharedVisitor>>>,
    options: FetchingOptions,
    /// None where no page is drawn.
    browsers: Option<Arc<Browsers>>,
}

/// A visitor, and how many pages it has fetched.
struct SharedVisitor {
    visitor: Visitor,
    visits: usize,
}

impl Fetching {
    /// Fetches nothing.
    pub fn off() -> Self {
        Fetching { visitors: Vec::new(), options: FetchingOptions::default(), browsers: None }
    }

    /// Fetches pages.
    pub fn new(options: FetchingOptions) -> Self {
        let shared = || Arc::new(Mutex::new(SharedVisitor { visitor: visitor(&options), visits: 0 }));
        let visitors = (0..options.at_once.max(1)).map(|_| shared()).collect();
        Fetching { visitors, options, browsers: None }
    }

    /// Has pages drawn for callers who ask for it.
    #[must_use]
    pub fn with_browsers(mut self, browsers: Option<Arc<Browsers>>) -> Self {
        self.browsers = browsers;
        self
    }

    /// The browsers, where there are any.
    pub(crate) fn browsers(&self) -> Option<&Arc<Browsers>> {
        self.browsers.as_ref()
    }

    /// Whether pages are fetched at all.
    pub fn is_on(&self) -> bool {
        !self.visitors.is_empty()
    }

    /// Whether pages are fetched.
    ///
    /// # Errors
    /// 400 `fetch-off`.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        if self.is_on() {
            return Ok(());
        }
        let detail = "this server fetches no pages: send the HTML, or start it with --allow-fetch";
        Err(Problem::bad_request("fetch-off", detail))
    }

    /// Fetches a page of at most `limit` bytes, without its encodings, and has it drawn where it is to come via a browser.
    ///
    /// # Errors
    /// - 400 `fetch-off` and `render-off` for what this server does not do, 400 `address` for what is no address of the web;
    /// - 403 `private-address` and `robots` for what may not be fetched;
    /// - 413 `page-too-large`, 415 `not-a-page` for a picture, a film or the like;
    /// - 502 `not-fetched` where the server does not answer as it should;
    /// - 504 `fetch-deadline` where it takes too long;
    /// - those of [`Fetching::given`].
    pub async fn page(&self, url: &str, limit: usize, via: Via) -> Result<FetchedPage, Problem> {
        self.check()?;
        let url = Url::parse(url).map_err(|error| Problem::bad_request("address", error.to_string()))?;
        let until = Instant::now() + self.options.deadline;
        let Via::Browser { settle } = via else { return Ok(self.fetch(url, limit, false, until).await?.0) };
        let browsers = self.browsers.as_ref().ok_or_else(browsers::off)?;
        let (mut page, parts) = self.fetch(url, limit, true, until).await?;
        // A page of an error stays as it is.
        if (200..300).contains(&page.status) && is_page(&page) {
            let (bytes, charset) = (std::mem::take(&mut page.bytes), page.charset.take());
            let drawn = browsers.draw(bytes, charset, Some(page.url.clone()), parts, settle, until).await?;
            let BrowserPage { html, layout, warning } = drawn;
            if html.len() > limit {
                return Err(too_large(limit));
            }
            page = FetchedPage {
                bytes: html.into_bytes(),
                charset: Some("utf-8".to_owned()),
                layout: Some(Arc::new(layout)),
                warning,
                ..page
            };
        }
        Ok(page)
    }

    /// A page that a caller sent: as it is, or drawn without a network.
    ///
    /// # Errors
    /// - 400 `render-off` where no page is drawn;
    /// - 413 `render-too-large` for a page that is too large for a browser;
    /// - 502 `render-crash` where the browser ended, `not-rendered` where it could not open the page;
    /// - 503 `render-stopped` where the server stops;
    /// - 504 `render-deadline` where the page or the browsers take too long.
    pub async fn given(&self, page: GivenPage, via: Via) -> Result<GivenPage, Problem> {
        let Via::Browser { settle } = via else { return Ok(page) };
        let browsers = self.browsers.as_ref().ok_or_else(browsers::off)?;
        let until = Instant::now() + self.options.deadline;
        let (bytes, charset) = match page.content {
            GivenContent::Text(text) => (text.into_bytes(), Some("utf-8".to_owned())),
            GivenContent::Bytes(bytes) => (bytes, page.charset),
        };
        let drawn = browsers.draw(bytes, charset, page.url.clone(), None, settle, until).await?;
        Ok(GivenPage {
            layout: Some(Arc::new(drawn.layout)),
            warnings: page.warnings,
            ..GivenPage::text(drawn.html, page.url)
        })
    }

    /// Fetches a page, and where it is to be drawn gives the visitor of what it loads.
    async fn fetch(
        &self,
        url: Url,
        limit: usize,
        is_drawn: bool,
        until: Instant,
    ) -> Result<(FetchedPage, Option<Visitor>), Problem> {
        let shared = Arc::clone(&self.visitors[self.place_of(&url)]);
        let options = self.options.clone();
        let fetched = async move {
            let mut shared = shared.lock_owned().await;
            task::spawn_blocking(move || {
                if shared.visits == VISITS_OF_A_VISITOR {
                    *shared = SharedVisitor { visitor: visitor(&options), visits: 0 };
                }
                shared.visits += 1;
                let visitor = &mut shared.visitor;
                let exchange = visitor.visit(&url, None, &mut |_| true).page();
                let parts = exchange.as_ref().ok().filter(|_| is_drawn).map(|exchange| {
                    // Who waits for a page waits for no second try of its parts.
                    let fetch = FetchOptions { retries: 0, ..options.fetch };
                    visitor.for_parts_of(&exchange.url, Fetcher::new(fetch))
                });
                visitor.forget_cookies();
                visitor.take_asides();
                drop(shared);
                let exchange = exchange.map_err(|error| problem_of(&error))?;
                Ok((page_of(&exchange, limit)?, parts))
            })
            .await
        };
        match timeout_at(until, fetched).await {
            Ok(Ok(page)) => page,
            Ok(Err(_)) => {
                Err(Problem::internal("the page could not be fetched, which is a bug; please report it"))
            }
            Err(_) => Err(too_late("the host is asked too often, or too slow")),
        }
    }

    /// The visitor of an address's host.
    fn place_of(&self, url: &Url) -> usize {
        let hash = BuildHasherDefault::<DefaultHasher>::new().hash_one(url.host_str().unwrap_or_default());
        (hash % self.visitors.len() as u64) as usize
    }
}

fn visitor(options: &FetchingOptions) -> Visitor {
    Visitor::new(Fetcher::new(options.fetch.clone()), options.politeness.clone())
}

/// Whether it is something that a browser draws.
fn is_page(page: &FetchedPage) -> bool {
    match sniff(&page.bytes) {
        InputKind::Page => true,
        // The bytes of an encoding that is not looked for.
        InputKind::Binary => page.charset.is_some(),
        _ => false,
    }
}

fn page_of(exchange: &Exchange, limit: usize) -> Result<FetchedPage, Problem> {
    let response = exchange.response().map_err(|error| problem_of(&error))?;
    match exchange.truncated {
        None => {}
        Some(WarcTruncation::Length) => return Err(too_large(limit)),
        Some(WarcTruncation::Time) => return Err(too_late("the page was sent too slowly")),
        Some(WarcTruncation::Disconnect) => return Err(not_fetched("the connection broke off")),
        Some(WarcTruncation::Unspecified) => {
            return Err(Problem::new(415, "not-a-page", format!("not HTML: {}", response.media_type())));
        }
    }
    let body = response.body(limit).map_err(|error| not_fetched(error.to_string()))?;
    match body.fault {
        None => {}
        Some(BodyFault::Limit(_)) => return Err(too_large(limit)),
        Some(fault @ BodyFault::Damaged(_)) => return Err(not_fetched(fault.to_string())),
    }
    Ok(FetchedPage {
        bytes: body.bytes.into_owned(),
        charset: response.charset(),
        url: exchange.url.to_string(),
        status: response.status,
        layout: None,
        warning: None,
    })
}

fn too_large(limit: usize) -> Problem {
    Problem::new(413, "page-too-large", format!("the page has more than {limit} bytes"))
}

fn problem_of(error: &FetchError) -> Problem {
    match error {
        FetchError::Scheme(_) | FetchError::Address(_) => Problem::bad_request("address", error.to_string()),
        // Where a name leads inside a private network is nobody's business outside.
        FetchError::Private { .. } => {
            Problem::new(403, "private-address", "the host is at no public address")
        }
        FetchError::Robots | FetchError::NoRobots(_) => Problem::new(403, "robots", error.to_string()),
        FetchError::Timeout(_) => too_late(&error.to_string()),
        _ => not_fetched(error.to_string()),
    }
}

fn not_fetched(detail: impl Into<String>) -> Problem {
    Problem::new(502, "not-fetched", detail)
}

fn too_late(detail: &str) -> Problem {
    Problem::new(504, "fetch-deadline", detail).retry_after(RETRY_SECONDS)
}
