//! Browsers kept at work: one, or several at once.

use crate::browser::{Browser, is_root};
#[cfg(feature = "embedded")]
use crate::embedded;
use crate::page::{address, capture};
use crate::stop::RenderStop;
use crate::{
    Blocked, PageRenderOptions, RenderEngine, RenderError, RenderOptions, RenderSource, Rendered, Window,
    convert, find_browser, time,
};
use debulha_core::layout::{FORMAT, LayoutRecord, Viewport};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// How often a page is tried: a second time where a browser has ended under it.
const TRIES: usize = 2;

/// Name and version of the embedded engine.
pub(crate) const EMBEDDED: &str = "Blitz/0.2.4";

/// Renders pages, one after the other.
///
/// The browser is started for the first page, and again after [`RenderOptions::pages_per_browser`] pages, after a crash and
/// after a page that took too long. It ends when the renderer is dropped, or when the process ends, however it does. The
/// embedded engine needs no browser: each page has a thread of its own.
#[derive(Debug)]
pub struct Renderer {
    /// The browser; none for the embedded engine.
    program: Option<PathBuf>,
    options: RenderOptions,
    browser: Option<Browser>,
    /// Pages of this browser.
    pages: usize,
    #[cfg(feature = "embedded")]
    given_up: embedded::GivenUp,
}

impl Renderer {
    /// Finds the browser, and starts none yet.
    ///
    /// # Errors
    /// [`RenderError::NotFound`], [`RenderError::NotBuilt`].
    pub fn new(options: RenderOptions) -> Result<Self, RenderError> {
        let program = match options.engine {
            RenderEngine::Chromium => Some(find_browser(options.program.as_deref())?),
            engine if engine.is_built() => None,
            RenderEngine::Embedded => return Err(RenderError::NotBuilt),
        };
        Ok(Renderer {
            program,
            options,
            browser: None,
            pages: 0,
            #[cfg(feature = "embedded")]
            given_up: embedded::GivenUp::default(),
        })
    }

    /// Starts the browser, where it does not run, and gives its name and version.
    ///
    /// # Errors
    /// [`RenderError::Run`], [`RenderError::Start`], [`RenderError::Folder`], [`RenderError::Stopped`].
    pub fn start(&mut self) -> Result<&str, RenderError> {
        if self.options.stop.is_stopped() {
            self.browser = None;
            return Err(RenderError::Stopped);
        }
        let Some(program) = &self.program else { return Ok(EMBEDDED) };
        if self.pages >= self.options.pages_per_browser {
            self.browser = None;
        }
        if self.browser.is_none() {
            self.pages = 0;
        }
        let browser = self.browser.take().map_or_else(|| Browser::start(program, &self.options), Ok)?;
        Ok(self.browser.insert(browser).version())
    }

    /// Whether pages are kept away from the rest of the system by Chromium's sandbox: by the options, and since Chromium
    /// has none for `root`. The embedded engine runs no code of pages and needs none.
    pub fn has_sandbox(&self) -> bool {
        self.options.engine == RenderEngine::Embedded || self.options.sandbox && !is_root()
    }

    /// The number of the browser's process, while one runs.
    pub fn process(&self) -> Option<u32> {
        self.browser.as_ref().map(Browser::process)
    }

    /// Renders a page. Where a browser ends under it, it is tried once more in another; where it fails with its scripts, once more
    /// without them ([`Rendered::scripts_failed`]).
    ///
    /// # Errors
    /// See [`RenderError`]. The next page has a browser that works, or the error of starting it.
    pub fn render(&mut self, page: &RenderSource<'_>) -> Result<Rendered, RenderError> {
        let options = self.options.clone();
        self.render_by(page, &options)
    }

    /// As [`Renderer::render`], for a page with options of its own.
    ///
    /// # Errors
    /// As [`Renderer::render`].
    pub fn render_with(
        &mut self,
        page: &RenderSource<'_>,
        own: &PageRenderOptions,
    ) -> Result<Rendered, RenderError> {
        let PageRenderOptions { timeout, settle, resources } = own.clone();
        let options = RenderOptions { timeout, settle, resources, ..self.options.clone() };
        self.render_by(page, &options)
    }

    fn render_by(
        &mut self,
        page: &RenderSource<'_>,
        options: &RenderOptions,
    ) -> Result<Rendered, RenderError> {
        let (bytes, limit) = (page.html.len(), options.max_bytes);
        if bytes > limit {
            return Err(RenderError::TooManyBytes { bytes, limit });
        }
        #[cfg(feature = "embedded")]
        if options.engine == RenderEngine::Embedded {
            return embedded::render(page, options, &self.given_up);
        }
        if !options.scripts {
            return self.render_in_tries(page, options);
        }
        let timeout = options.timeout.mul_f64(RenderOptions::SCRIPTS_SHARE);
        let with_scripts = RenderOptions { timeout, ..options.clone() };
        let error = match self.render_in_tries(page, &with_scripts) {
            Err(error) if error.may_be_of_scripts() => error,
            rendered => return rendered,
        };
        let without = RenderOptions {
            scripts: false,
            timeout: options.timeout.saturating_sub(timeout),
            ..with_scripts
        };
        let rendered = self.render_in_tries(page, &without)?;
        Ok(Rendered { scripts_failed: Some(error.to_string()), ..rendered })
    }

    fn render_in_tries(
        &mut self,
        page: &RenderSource<'_>,
        options: &RenderOptions,
    ) -> Result<Rendered, RenderError> {
        let begin = Instant::now();
        let mut rendered = self.render_once(page, options);
        for _ in 1..TRIES {
            let left = options.timeout.saturating_sub(begin.elapsed());
            if left.is_zero() || !rendered.as_ref().is_err_and(RenderError::is_crash) {
                break;
            }
            rendered = self.render_once(page, &RenderOptions { timeout: left, ..options.clone() });
        }
        rendered
    }

    fn render_once(
        &mut self,
        page: &RenderSource<'_>,
        options: &RenderOptions,
    ) -> Result<Rendered, RenderError> {
        let engine = self.start()?.to_owned();
        self.pages += 1;
        let Some(browser) = &mut self.browser else { return Err(RenderError::Gone) };
        let captured = capture(browser, page, options);
        if captured.as_ref().is_err_and(|error| !error.spares_browser()) {
            self.browser = None;
        }
        let captured = captured?;
        let mut record = complete(convert::record(&captured.snapshot), &engine, page, options.viewport);
        record.time = Some(time::rfc3339(SystemTime::now()));
        record.scripts = Some(captured.scripts);
        Ok(Rendered {
            record,
            html: captured.html,
            screenshot: captured.screenshot,
            blocked: Blocked(captured.blocked),
            scripts_failed: None,
        })
    }
}

/// A record with what is known of its making.
pub(crate) fn complete(
    record: LayoutRecord,
    engine: &str,
    page: &RenderSource<'_>,
    window: Window,
) -> LayoutRecord {
    LayoutRecord {
        format: Some(FORMAT),
        engine: Some(engine.to_owned()),
        address: address(page).map(String::from),
        viewport: Some(Viewport { width: window.width as f32, height: window.height as f32, scale: 1.0 }),
        ..record
    }
}

/// Renders pages at once, each in one of several browsers. Shared between threads.
#[derive(Debug)]
pub struct RendererPool {
    renderers: usize,
    idle: Mutex<Vec<Renderer>>,
    freed: Condvar,
    stop: RenderStop,
}

impl RendererPool {
    /// So many renderers, at least one. Their browsers start with their first pages.
    ///
    /// # Errors
    /// [`RenderError::NotFound`], [`RenderError::NotBuilt`].
    pub fn new(options: &RenderOptions, renderers: usize) -> Result<Self, RenderError> {
        let renderers = renderers.max(1);
        let idle = (0..renderers).map(|_| Renderer::new(options.clone())).collect::<Result<_, _>>()?;
        Ok(RendererPool {
            renderers,
            idle: Mutex::new(idle),
            freed: Condvar::new(),
            stop: options.stop.clone(),
        })
    }

    /// How many renderers there are.
    pub fn renderers(&self) -> usize {
        self.renderers
    }

    /// Tells the renderers to stop ([`RenderOptions::stop`]) and waits until all browsers have ended, for so long at most.
    /// Whether they all have.
    pub fn stop(&self, patience: Duration) -> bool {
        self.stop.stop();
        let until = Instant::now() + patience;
        let mut idle = self.lock();
        while idle.len() < self.renderers {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            idle = self.freed.wait_timeout(idle, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        for renderer in idle.iter_mut() {
            renderer.browser = None;
        }
        idle.len() == self.renderers
    }

    /// As [`Renderer::render`], by the first renderer that is free.
    ///
    /// # Errors
    /// As [`Renderer::render`].
    pub fn render(&self, page: &RenderSource<'_>) -> Result<Rendered, RenderError> {
        self.with(|renderer| renderer.render(page))
    }

    /// Lends a renderer, as soon as one is free.
    pub fn with<R>(&self, work: impl FnOnce(&mut Renderer) -> R) -> R {
        let mut lent = Lent { pool: self, renderer: None };
        let mut idle = self.lock();
        while lent.renderer.is_none() {
            // The one that was used last, since its browser runs.
            lent.renderer = idle.pop();
            if lent.renderer.is_none() {
                idle = self.freed.wait(idle).unwrap_or_else(PoisonError::into_inner);
            }
        }
        drop(idle);
        let renderer = lent.renderer.as_mut();
        work(renderer.expect("one was taken"))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Renderer>> {
        // A renderer is put back whole, or not at all.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A renderer that goes back to its pool, also when the work with it panics.
struct Lent<'p> {
    pool: &'p RendererPool,
    renderer: Option<Renderer>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Some(renderer) = self.renderer.take() {
            self.pool.lock().push(renderer);
            self.pool.freed.notify_all();
        }
    }
}
