//! A word to stop, which any thread may give.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells renderers to stop: their browsers end, and pages that are being drawn fail with
/// [`RenderError::Stopped`](crate::RenderError::Stopped). Copies are one.
#[derive(Debug, Clone, Default)]
pub struct RenderStop(Arc<AtomicBool>);

impl RenderStop {
    /// Stops, for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the word was given.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
