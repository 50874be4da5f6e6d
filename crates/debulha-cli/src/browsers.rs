//! Browsers that draw pages for the callers of a service.

use crate::exit::Usage;
use crate::help::BROWSER;
use crate::messages::{Messages, Progress, Verbosity};
use crate::render::ChromiumArgs;
use crate::serve::bytes;
use anyhow::Result;
use debulha_render::{RenderEngine, RenderOptions};
use debulha_server::{BrowserLimits, Browsers};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Whether pages are drawn for callers, and by what.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = BROWSER)]
pub(crate) struct BrowsersArgs {
    /// Let clients request rendering by Chromium, with scripts
    ///
    /// A fetched page (--allow-fetch) loads its scripts, style sheets and data under the rules for fetching; a page that
    /// is sent loads none. The browser itself has no network access.
    #[arg(long)]
    render: bool,
    /// Pages rendered at once; each uses a browser of about 300 MB
    #[arg(long, value_name = "N", default_value = "2", requires = "render")]
    browsers: NonZeroUsize,
    /// Maximum writable memory of each browser process, on Linux, such as 500M or 2G
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "1G", requires = "render")]
    browser_memory: usize,
    #[command(flatten)]
    chromium: ChromiumArgs,
}

impl BrowsersArgs {
    /// The browsers, where pages are to be drawn. One is started, so that a browser that does not run is said at once.
    ///
    /// # Errors
    /// [`Usage`] for an engine without scripts and where there is no browser; a browser that does not run.
    pub(crate) fn start(&self) -> Result<Option<Arc<Browsers>>> {
        if !self.render {
            return Ok(None);
        }
        if self.chromium.engine() == RenderEngine::Embedded {
            return Err(
                Usage("the embedded engine does not run scripts; use --engine chromium".to_owned()).into()
            );
        }
        let max_memory = self.browser_memory as u64;
        let options = RenderOptions { scripts: true, max_memory, ..RenderOptions::default() };
        let messages = Messages::new(Verbosity::Normal, Progress::None);
        let pool = self.chromium.pool(options, self.browsers.get(), &messages)?;
        let limits = BrowserLimits { timeout: self.chromium.timeout(), ..BrowserLimits::default() };
        Ok(Some(Arc::new(Browsers::new(pool, limits))))
    }
}
