//! Waiting, in a way that can be broken off.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a wait looks whether it shall end.
const TICK: Duration = Duration::from_millis(50);

/// A word to stop that any thread may give.
#[derive(Debug, Clone, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Stops.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the word was given.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The clock of a visitor, and how it waits. Tests put another one in its place.
pub trait Pause: fmt::Debug + Send + Sync {
    /// The time that it is.
    fn now(&self) -> Instant;

    /// Waits so long; `false` if that was broken off.
    fn wait(&self, time: Duration) -> bool;
}

/// Sleeps, until it is told to stop.
#[derive(Debug, Clone, Default)]
pub struct Sleep(pub StopSignal);

impl Pause for Sleep {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn wait(&self, time: Duration) -> bool {
        let begun = Instant::now();
        loop {
            if self.0.is_stopped() {
                return false;
            }
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return true;
            }
            thread::sleep(left.min(TICK));
        }
    }
}
