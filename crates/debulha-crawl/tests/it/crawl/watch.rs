//! A clock for tests.

use debulha_crawl::{Pause, StopSignal};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A clock on which waiting takes no time.
#[derive(Debug, Default, Clone)]
pub(crate) struct Watch {
    waits: Arc<Mutex<Vec<Duration>>>,
    stop: StopSignal,
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
