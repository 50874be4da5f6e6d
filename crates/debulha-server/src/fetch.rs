//! Pages from the network: fetched politely, never from private addresses, and only where that is allowed.

use crate::problem::Problem;
use debulha_crawl::{Exchange, FetchError, FetchOptions, Fetcher, Politeness, Visitor};
use debulha_io::warc::Truncation;
use debulha_io::warc::http::Fault;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::task;
use tokio::time::timeout;
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
    /// How long a caller waits for a page, the delays of its host included.
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

/// A page as a server sent it, without the encodings of the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedPage {
    /// The page.
    pub bytes: Vec<u8>,
    /// Its encoding, where the server states one.
    pub charset: Option<String>,
    /// Where it was found, after redirects.
    pub url: String,
    /// The status of the answer. A page of an error is a page, too.
    pub status: u16,
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
/// let problem = Fetching::off().page("https://example.org/", 1 << 20).await.unwrap_err();
/// assert_eq!(problem.status().as_u16(), 400);
/// # });
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Fetching {
    /// None where fetching is off.
    visitors: Vec<Arc<Mutex<Shared>>>,
    options: FetchingOptions,
}

/// A visitor, and how many pages it has fetched.
struct Shared {
    visitor: Visitor,
    visits: usize,
}

impl Fetching {
    /// Fetches nothing.
    pub fn off() -> Self {
        Fetching { visitors: Vec::new(), options: FetchingOptions::default() }
    }

    /// Fetches pages.
    pub fn new(options: FetchingOptions) -> Self {
        let shared = || Arc::new(Mutex::new(Shared { visitor: visitor(&options), visits: 0 }));
        let visitors = (0..options.at_once.max(1)).map(|_| shared()).collect();
        Fetching { visitors, options }
    }

    /// Whether pages are fetched at all.
    pub fn is_on(&self) -> bool {
        !self.visitors.is_empty()
    }

    /// Fetches a page of at most `limit` bytes, without its encodings.
    ///
    /// # Errors
    /// - 400 `fetch-off` where fetching is off, 400 `address` for what is no address of the web;
    /// - 403 `private-address` and `robots` for what may not be fetched;
    /// - 413 `page-too-large`, 415 `not-a-page` for a picture, a film or the like;
    /// - 502 `not-fetched` where the server does not answer as it should;
    /// - 504 `fetch-deadline` where it takes too long.
    pub async fn page(&self, url: &str, limit: usize) -> Result<FetchedPage, Problem> {
        if !self.is_on() {
            let detail = "this server fetches no pages: send the HTML, or start it with --allow-fetch";
            return Err(Problem::bad_request("fetch-off", detail));
        }
        let url = Url::parse(url).map_err(|error| Problem::bad_request("address", error.to_string()))?;
        let shared = Arc::clone(&self.visitors[self.place_of(&url)]);
        let options = self.options.clone();
        let fetched = async move {
            let mut shared = shared.lock_owned().await;
            task::spawn_blocking(move || {
                if shared.visits == VISITS_OF_A_VISITOR {
                    *shared = Shared { visitor: visitor(&options), visits: 0 };
                }
                shared.visits += 1;
                let visit = shared.visitor.visit(&url, None, &mut |_| true);
                shared.visitor.forget_cookies();
                shared.visitor.take_asides();
                drop(shared);
                visit
                    .page()
                    .map_err(|error| problem_of(&error))
                    .and_then(|exchange| page_of(&exchange, limit))
            })
            .await
        };
        match timeout(self.options.deadline, fetched).await {
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

fn page_of(exchange: &Exchange, limit: usize) -> Result<FetchedPage, Problem> {
    let response = exchange.response().map_err(|error| problem_of(&error))?;
    let too_large = || Problem::new(413, "page-too-large", format!("the page has more than {limit} bytes"));
    match exchange.truncated {
        None => {}
        Some(Truncation::Length) => return Err(too_large()),
        Some(Truncation::Time) => return Err(too_late("the page was sent too slowly")),
        Some(Truncation::Disconnect) => return Err(not_fetched("the connection broke off")),
        Some(Truncation::Unspecified) => {
            return Err(Problem::new(415, "not-a-page", format!("not a page: {}", response.media_type())));
        }
    }
    let body = response.body(limit).map_err(|error| not_fetched(error.to_string()))?;
    match body.fault {
        None => {}
        Some(Fault::Limit(_)) => return Err(too_large()),
        Some(fault @ Fault::Damaged(_)) => return Err(not_fetched(fault.to_string())),
    }
    Ok(FetchedPage {
        bytes: body.bytes.into_owned(),
        charset: response.charset(),
        url: exchange.url.to_string(),
        status: response.status,
    })
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
