//! Fetching and crawling over the loopback interface. No test asks for a host beyond it.
#![allow(clippy::unwrap_used)]

mod crawling;
mod fetching;
mod guard;
mod resuming;
mod sampling;
mod server;
mod tls;
mod visiting;

use debulha_crawl::{FetchOptions, Fetcher, Pause, Politeness, Stop, Visitor};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A clock on which waiting takes no time.
#[derive(Debug, Default, Clone)]
pub(crate) struct Watch {
    waits: Arc<Mutex<Vec<Duration>>>,
    stop: Stop,
    begun: Arc<std::sync::OnceLock<Instant>>,
}

impl Watch {
    /// The waits so far.
    pub(crate) fn waits(&self) -> Vec<Duration> {
        self.waits.lock().unwrap().clone()
    }
}

impl Pause for Watch {
    fn now(&self) -> Instant {
        *self.begun.get_or_init(Instant::now) + self.waits().iter().sum::<Duration>()
    }

    fn wait(&self, time: Duration) -> bool {
        if !time.is_zero() {
            self.waits.lock().unwrap().push(time);
        }
        !self.stop.is_stopped()
    }
}

/// Options for the loopback interface.
pub(crate) fn options() -> FetchOptions {
    FetchOptions {
        allow_private: true,
        timeout: Duration::from_secs(5),
        connect_timeout: Duration::from_secs(2),
        ..FetchOptions::default()
    }
}

/// A visitor that waits for nobody, and the record of its waits.
pub(crate) fn visitor(politeness: Politeness) -> (Visitor, Watch) {
    let watch = Watch::default();
    let fetcher = Fetcher::new(options()).pause(Arc::new(watch.clone()));
    (Visitor::new(fetcher, politeness), watch)
}

/// Seconds.
pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
