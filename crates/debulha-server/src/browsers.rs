//! Browsers that draw pages: what a page loads comes through the guarded fetching, and nothing by the browser itself.

use crate::problem::Problem;
use debulha_core::layout::LayoutRecord;
use debulha_crawl::{FetchLimits, FetchedResources, Visitor};
use debulha_dom::decode::decode;
use debulha_render::{
    Offline, PageRenderOptions, RenderError, RenderSource, Renderer, RendererPool, Resources,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task;
use tokio::time::{Instant, timeout_at};

/// How long scripts go on after a page is loaded unless a caller asks for another time.
pub(crate) const SETTLE: Duration = Duration::from_millis(500);

/// Seconds after which a caller may ask again where no browser was free.
const RETRY_SECONDS: u64 = 5;

/// How long browsers may take to end when the server stops, before they are left to end with this process.
const STOP_PATIENCE: Duration = Duration::from_secs(3);

/// What a page may take of a browser and of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrowserLimits {
    /// How long a page may be drawn, from when it has a browser.
    pub timeout: Duration,
    /// Style sheets, scripts and data that a page may load.
    pub resources: usize,
    /// Bytes of all of them, without the encodings of the way.
    pub resource_bytes: usize,
}

impl Default for BrowserLimits {
    /// 15 seconds, 200 resources, 32 MiB.
    fn default() -> Self {
        let FetchLimits { resources, bytes, .. } = FetchLimits::SCRIPTS;
        BrowserLimits { timeout: Duration::from_secs(15), resources, resource_bytes: bytes }
    }
}

/// Browsers that draw pages for all callers, each page in a context of its own.
#[derive(Debug)]
pub struct Browsers {
    pool: Arc<RendererPool>,
    free: Arc<Semaphore>,
    limits: BrowserLimits,
    counts: DrawCounts,
}

/// The result for the pages that were to be drawn.
#[derive(Debug, Default)]
struct DrawCounts {
    drawn: AtomicU64,
    late: AtomicU64,
    crashed: AtomicU64,
    failed: AtomicU64,
}

/// How many pages were drawn since the start, and how many were not, by the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Drawings {
    pub(crate) drawn: u64,
    /// Not drawn in time.
    pub(crate) late: u64,
    /// The browser or the process of the page ended.
    pub(crate) crashed: u64,
    /// Anything else.
    pub(crate) failed: u64,
    /// Browsers at work.
    pub(crate) in_work: usize,
}

/// A page as a browser drew it.
#[derive(Debug)]
pub(crate) struct BrowserPage {
    /// Its final HTML.
    pub(crate) html: String,
    /// Where its elements are.
    pub(crate) layout: LayoutRecord,
    /// What it did not get.
    pub(crate) warning: Option<String>,
}

impl Browsers {
    /// Draws by these renderers. Their options should let scripts run.
    pub fn new(pool: RendererPool, limits: BrowserLimits) -> Self {
        let free = Arc::new(Semaphore::new(pool.renderers()));
        Browsers { pool: Arc::new(pool), free, limits, counts: DrawCounts::default() }
    }

    /// Draws a page when a browser is free. `parts` visits what the page loads; without it, the page has no network.
    ///
    /// # Errors
    /// - 413 `render-too-large` for a page that is too large for a browser;
    /// - 502 `render-crash` where the browser ended, `not-rendered` where it could not open the page;
    /// - 503 `render-stopped` where the server stops;
    /// - 504 `render-deadline` where the page or the browsers take too long;
    /// - 500 where the browser does not start.
    pub(crate) async fn draw(
        &self,
        bytes: Vec<u8>,
        charset: Option<String>,
        address: Option<String>,
        parts: Option<Visitor>,
        settle: Duration,
        until: Instant,
    ) -> Result<BrowserPage, Problem> {
        let (pool, limits) = (Arc::clone(&self.pool), self.limits);
        let drawn = async {
            let browser = Arc::clone(&self.free).acquire_owned().await;
            let work = move || {
                let html = decode(&bytes, charset.as_deref()).text;
                let source = RenderSource { html: &html, address: address.as_deref() };
                let drawn = pool.with(|renderer| draw(renderer, &source, parts, limits, settle, until));
                drop(browser);
                drawn
            };
            task::spawn_blocking(work).await
        };
        let made = match timeout_at(until, drawn).await {
            Ok(Ok(made)) => made.map_err(|error| problem_of(&error)),
            Ok(Err(_)) => {
                Err(Problem::internal("the page could not be drawn, which is a bug; please report it"))
            }
            Err(_) => Err(too_late("no browser was free in time, or the page took too long")),
        };
        self.counts.take(made.as_ref().err());
        made
    }

    /// What was drawn so far.
    pub(crate) fn drawings(&self) -> Drawings {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Drawings {
            drawn: count(&self.counts.drawn),
            late: count(&self.counts.late),
            crashed: count(&self.counts.crashed),
            failed: count(&self.counts.failed),
            in_work: self.pool.renderers() - self.free.available_permits(),
        }
    }

    /// Ends all browsers, those in the middle of a page too. Nothing is drawn afterwards. Takes seconds at most, and blocks.
    pub fn stop(&self) {
        self.pool.stop(STOP_PATIENCE);
    }
}

/// Draws a page. Its time begins when its browser runs.
fn draw(
    renderer: &mut Renderer,
    source: &RenderSource<'_>,
    parts: Option<Visitor>,
    limits: BrowserLimits,
    settle: Duration,
    until: Instant,
) -> Result<BrowserPage, RenderError> {
    renderer.start()?;
    let timeout = limits.timeout.min(until.saturating_duration_since(Instant::now()));
    let loading =
        FetchLimits { resources: limits.resources, bytes: limits.resource_bytes, ..FetchLimits::SCRIPTS };
    let parts = parts.map(|visitor| Arc::new(FetchedResources::new(visitor, loading, timeout)));
    let resources: Arc<dyn Resources> = match &parts {
        Some(parts) => Arc::<FetchedResources>::clone(parts),
        None => Arc::new(Offline),
    };
    let rendered = renderer.render_with(source, &PageRenderOptions { timeout, settle, resources })?;
    let warnings: Vec<String> =
        rendered.warning().into_iter().chain(parts.and_then(|parts| parts.warning())).collect();
    let warning = (!warnings.is_empty()).then(|| warnings.join("; "));
    Ok(BrowserPage { html: rendered.html, layout: rendered.record, warning })
}

impl DrawCounts {
    fn take(&self, problem: Option<&Problem>) {
        let counter = match problem.map(Problem::kind) {
            None => &self.drawn,
            Some(DEADLINE) => &self.late,
            Some(CRASH) => &self.crashed,
            Some(_) => &self.failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

const DEADLINE: &str = "render-deadline";
const CRASH: &str = "render-crash";

/// The problem of a server without browsers.
pub(crate) fn off() -> Problem {
    let detail = "this server draws no pages: leave out what asks for a browser, or start it with --render";
    Problem::bad_request("render-off", detail)
}

fn problem_of(error: &RenderError) -> Problem {
    let words = error.to_string();
    match error {
        RenderError::Timeout(_) => too_late(&format!("the browser was stopped: {words}")),
        RenderError::Gone | RenderError::Crashed => {
            Problem::new(502, CRASH, format!("the browser crashed on the page: {words}"))
        }
        RenderError::TooManyBytes { .. } | RenderError::TooManyNodes { .. } | RenderError::TooLong(_) => {
            Problem::new(413, "render-too-large", format!("the page is too large to be drawn: {words}"))
        }
        RenderError::Stopped => Problem::new(503, "render-stopped", words),
        RenderError::Open(_) | RenderError::LeadsOn | RenderError::Refused { .. } => {
            Problem::new(502, "not-rendered", format!("the page was not drawn: {words}"))
        }
        // Where the browser is and what it says is nobody's business outside.
        _ => {
            Problem::internal("the browser of this server does not work; its log on standard error says more")
        }
    }
}

fn too_late(detail: &str) -> Problem {
    Problem::new(504, DEADLINE, detail).retry_after(RETRY_SECONDS)
}
