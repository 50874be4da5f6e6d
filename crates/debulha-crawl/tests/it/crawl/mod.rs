//! Fetching and crawling over the loopback interface. No test asks for a host beyond it.

mod crawling;
mod fetching;
mod guard;
mod resuming;
mod sampling;
pub(crate) mod server;
mod tls;
mod visiting;
mod watch;

use debulha_crawl::{FetchOptions, Fetcher, Politeness, Visitor};
use std::sync::Arc;
use std::time::Duration;
pub(crate) use watch::Watch;

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
