//! What all requests share.

use crate::engine::Engine;
use crate::fetch::Fetching;
use crate::log::Logger;
use crate::metrics::Metrics;
use crate::options::ServeOptions;
use crate::problem::Problem;
use axum::extract::FromRef;
use debulha::Limits;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bodies of the greatest length that are held at once. Shorter ones are held as many as fit the same memory.
const WHOLE_BODIES: usize = 16;

/// Bytes of a unit of that memory.
const UNIT: usize = 1024;

/// Seconds after which it makes sense to ask again when the server is full.
const RETRY_SECONDS: u64 = 1;

/// What all requests share: the engine, what fetches pages, limits and counts.
///
/// The state of all routers: `State<App>`, or `State<Arc<Engine>>` and `State<Arc<Fetching>>` where that is enough.
#[derive(Clone)]
pub struct App {
    engine: Arc<Engine>,
    fetching: Arc<Fetching>,
    shared: Arc<AppShared>,
}

struct AppShared {
    admission: Arc<Semaphore>,
    room: Arc<Semaphore>,
    options: ServeOptions,
    metrics: Metrics,
    log: Logger,
}

impl FromRef<App> for Arc<Engine> {
    fn from_ref(app: &App) -> Self {
        Arc::clone(&app.engine)
    }
}

impl FromRef<App> for Arc<Fetching> {
    fn from_ref(app: &App) -> Self {
        Arc::clone(&app.fetching)
    }
}

impl App {
    /// What a server with these options shares.
    pub fn new(options: ServeOptions) -> Self {
        let fetching = options.fetching.clone().map_or_else(Fetching::off, Fetching::new);
        let fetching = fetching.with_browsers(options.browsers.clone());
        let limits = Limits { max_bytes: options.max_bytes, max_work: options.max_work, ..Limits::default() };
        let engine = Engine::new(options.engine).with_limits(limits);
        let units = options.max_bytes.max(UNIT).saturating_mul(WHOLE_BODIES) / UNIT;
        let shared = AppShared {
            admission: Arc::new(Semaphore::new(options.at_once)),
            room: Arc::new(Semaphore::new(units.min(Semaphore::MAX_PERMITS))),
            metrics: Metrics::default(),
            log: Logger::new(options.log),
            options,
        };
        App { engine: Arc::new(engine), fetching: Arc::new(fetching), shared: Arc::new(shared) }
    }

    /// Builds systems and does work.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Fetches pages, where that is allowed.
    pub fn fetching(&self) -> &Fetching {
        &self.fetching
    }

    /// Bytes of a page at most.
    pub fn max_bytes(&self) -> usize {
        self.shared.options.max_bytes
    }

    /// A place among the requests that are worked on or wait for their turn; kept until it is dropped.
    ///
    /// # Errors
    /// 429 where there is none.
    pub fn admit(&self) -> Result<Admission, Problem> {
        let Ok(place) = Arc::clone(&self.shared.admission).try_acquire_owned() else {
            self.shared.metrics.refused();
            let detail = format!("{} requests are in work or wait already", self.shared.options.at_once);
            return Err(Problem::new(429, "full", detail).retry_after(RETRY_SECONDS));
        };
        Ok(Admission { _place: place })
    }

    /// A place, as soon as there is one: for a line of a batch, whose sender waits in any case.
    ///
    /// # Errors
    /// None, as long as the server is there.
    pub(crate) async fn admit_in_turn(&self) -> Result<Admission, Problem> {
        let place = Arc::clone(&self.shared.admission).acquire_owned().await;
        let place = place.map_err(|error| Problem::internal(error.to_string()))?;
        Ok(Admission { _place: place })
    }

    pub(crate) fn options(&self) -> &ServeOptions {
        &self.shared.options
    }

    pub(crate) fn read_timeout(&self) -> Duration {
        self.shared.options.read_timeout
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    pub(crate) fn log(&self) -> &Logger {
        &self.shared.log
    }

    /// No room yet.
    pub(crate) fn room(&self) -> Room {
        Room { all: Arc::clone(&self.shared.room), held: None }
    }
}

/// A place among the requests that are worked on or wait.
#[derive(Debug)]
pub struct Admission {
    _place: OwnedSemaphorePermit,
}

/// Memory for a body, out of that for all bodies; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Room {
    all: Arc<Semaphore>,
    held: Option<OwnedSemaphorePermit>,
}

impl Room {
    /// Makes room for so many bytes in all.
    ///
    /// # Errors
    /// 503 where other bodies have it.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Problem> {
        let held = self.held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = bytes.div_ceil(UNIT).saturating_sub(held);
        if missing == 0 {
            return Ok(());
        }
        let missing = u32::try_from(missing).unwrap_or(u32::MAX);
        let Ok(more) = Arc::clone(&self.all).try_acquire_many_owned(missing) else {
            let detail = "too many long pages are in work already";
            return Err(Problem::new(503, "no-room", detail).retry_after(RETRY_SECONDS));
        };
        match &mut self.held {
            Some(held) => held.merge(more),
            None => self.held = Some(more),
        }
        Ok(())
    }
}
