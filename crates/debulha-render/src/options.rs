//! How pages are rendered.

use crate::stop::RenderStop;
use crate::{Offline, Resources};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The size of the window in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// What renders pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RenderEngine {
    /// Chromium, in processes of its own.
    #[default]
    Chromium,
    /// Blitz, in this process: no browser is needed, and the layout is rougher. Only with the feature `embedded`.
    Embedded,
}

impl RenderEngine {
    /// Whether this build has it.
    pub fn is_built(self) -> bool {
        self == RenderEngine::Chromium || cfg!(feature = "embedded")
    }
}

/// How pages are rendered, and with what.
#[derive(Debug, Clone)]
pub struct RenderOptions {
    /// What renders them. Default: Chromium.
    pub engine: RenderEngine,
    /// The browser: a path, or a name on the `PATH`; see [`find_browser`](crate::find_browser).
    pub program: Option<PathBuf>,
    /// Whether Chromium's sandbox is requested. Chromium has none for `root`.
    pub sandbox: bool,
    /// Whether the page's scripts run. A page that leads on to another, takes longer than [`RenderOptions::SCRIPTS_SHARE`] of the
    /// time, crashes or grows too large with them is rendered without. The embedded engine runs none.
    pub scripts: bool,
    /// The window. Default: 1280 × 800, a common screen of laptops and wider than the largest common step of layouts that
    /// adapt to the window (1200 pixels, Bootstrap's `xl`): pages show their layout for desktops.
    pub viewport: Window,
    /// How long a page may take in all. Default: 15 s.
    pub timeout: Duration,
    /// How long scripts may go on, where they run, once the page is loaded and after each resource that it gets later; half of
    /// the time that is left at most. Default: .5 s.
    pub settle: Duration,
    /// Bytes that a page may have. Default: 32 MB, which the browser holds several times over.
    pub max_bytes: usize,
    /// Nodes that a page may have: elements, texts, comments. Default: 200,000.
    pub max_nodes: usize,
    /// Whether a picture is made, and of how many pixels from the top at most. The embedded engine makes none.
    pub screenshot: Option<u32>,
    /// Maximum bytes of writable memory per browser process, on Linux. A script that allocates more fails, or its page crashes. Default:
    /// 2 GiB, enough for a page of 32 MB with 90,000 paragraphs (with 1.5 GiB it crashed, 2026-11-28); Chromium itself uses some 350 MB.
    pub max_memory: u64,
    /// Pages after which a browser is replaced, to bound its memory. Default: 200.
    pub pages_per_browser: usize,
    /// What pages get of what they ask for. Default: [`Offline`].
    pub resources: Arc<dyn Resources>,
    /// Ends the browsers of all renderers that were made with these options, or with copies of them.
    pub stop: RenderStop,
}

/// What one page has of its own, in the place of what [`RenderOptions`] gives to all.
#[derive(Debug, Clone)]
pub struct PageRenderOptions {
    /// How long it may take in all.
    pub timeout: Duration,
    /// How long its scripts may go on once it is loaded and after each resource that it gets later.
    pub settle: Duration,
    /// What it gets of what it asks for.
    pub resources: Arc<dyn Resources>,
}

impl RenderOptions {
    /// The highest picture that Chromium makes without repeating parts, in pixels: the largest texture.
    pub const MAX_SCREENSHOT: u32 = 16_384;

    /// The share of [`RenderOptions::timeout`] that a page with scripts gets. The rest is for rendering it without.
    pub const SCRIPTS_SHARE: f64 = 0.8;
}

impl Default for RenderOptions {
    fn default() -> Self {
        RenderOptions {
            engine: RenderEngine::Chromium,
            program: None,
            sandbox: true,
            scripts: false,
            viewport: Window { width: 1280, height: 800 },
            timeout: Duration::from_secs(15),
            settle: Duration::from_millis(500),
            max_bytes: 32 << 20,
            max_nodes: 200_000,
            screenshot: None,
            max_memory: 2 << 30,
            pages_per_browser: 200,
            resources: Arc::new(Offline),
            stop: RenderStop::default(),
        }
    }
}
