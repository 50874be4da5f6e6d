//! The browser of a verb, or the engine in its place.

use crate::exit::Usage;
use crate::help::BROWSER;
use crate::messages::{Messages, Verbosity};
use anyhow::Result;
use debulha_render::{RenderEngine, RenderError, RenderOptions, RendererPool, Window};
use std::env;
use std::path::PathBuf;
use std::time::Duration;

/// Names the browser where no option does.
const VARIABLE: &str = "DEBULHA_CHROMIUM";

/// The browser, and how it draws pages.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = BROWSER)]
pub struct ChromiumArgs {
    /// Rendering engine
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t)]
    #[arg(hide_short_help = true, hide_long_help = true)]
    engine: EngineName,
    /// Browser [default: $DEBULHA_CHROMIUM, else chromium or google-chrome]
    ///
    /// Without the variable, chromium, chromium-browser and google-chrome are tried.
    #[arg(long, value_name = "PATH", hide_short_help = true, hide_long_help = true)]
    chromium: Option<PathBuf>,
    /// Window size, in CSS pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = window)]
    #[arg(hide_short_help = true, hide_long_help = true)]
    viewport: Window,
    /// Maximum time per page, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "15", value_parser = seconds)]
    #[arg(hide_short_help = true, hide_long_help = true)]
    timeout: Duration,
    /// Run the browser without its sandbox, if the system does not allow one
    ///
    /// As root, the browser always runs without it.
    #[arg(long, hide_short_help = true, hide_long_help = true)]
    no_sandbox: bool,
}

/// The engines, as options name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum EngineName {
    /// Chromium
    #[default]
    Chromium,
    /// Blitz, built in: no browser, scripts or screenshots
    Embedded,
}

impl ChromiumArgs {
    /// What draws pages.
    pub fn engine(&self) -> RenderEngine {
        match self.engine {
            EngineName::Chromium => RenderEngine::Chromium,
            EngineName::Embedded => RenderEngine::Embedded,
        }
    }

    /// How long a page may take.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// So many browsers, of which the first is started, so that a browser that does not run is said at once.
    ///
    /// # Errors
    /// [`Usage`] where there is no browser, or where the engine is not in this build or cannot do what is requested; that of
    /// starting it.
    pub fn pool(&self, options: RenderOptions, browsers: usize, messages: &Messages) -> Result<RendererPool> {
        if self.engine() == RenderEngine::Embedded && options.screenshot.is_some() {
            return Err(
                Usage("the embedded engine takes no screenshots; use --engine chromium".to_owned()).into()
            );
        }
        let options = RenderOptions {
            engine: self.engine(),
            program: self.chromium.clone().or_else(|| env::var_os(VARIABLE).map(PathBuf::from)),
            viewport: self.viewport,
            timeout: self.timeout,
            sandbox: !self.no_sandbox,
            ..options
        };
        let pool = RendererPool::new(&options, browsers).map_err(|error| match error {
            RenderError::NotBuilt => Usage(error.to_string()).into(),
            RenderError::NotFound(_) => {
                Usage(format!("{error}; install it, or name it with --chromium or ${VARIABLE}")).into()
            }
            error => anyhow::Error::from(error),
        })?;
        let has_sandbox = pool.with(|renderer| renderer.start().map(drop).map(|()| renderer.has_sandbox()));
        let has_sandbox = has_sandbox.map_err(|error| match error {
            RenderError::Start { .. } if options.sandbox => anyhow::Error::from(error)
                .context("the browser does not start; if the system allows no sandbox, try --no-sandbox"),
            error => error.into(),
        })?;
        if options.sandbox && !has_sandbox {
            messages.say(Verbosity::Normal, "running as root, so the sandbox of the browser is off");
        }
        Ok(pool)
    }
}

/// `WIDTHxHEIGHT`; Chromium takes no window wider or higher than 10 million pixels.
fn window(text: &str) -> Result<Window, String> {
    let parts = text.split_once(['x', 'X']).and_then(|(width, height)| {
        Some(Window { width: width.trim().parse().ok()?, height: height.trim().parse().ok()? })
    });
    let sizes = 1..=10_000_000;
    parts
        .filter(|window| sizes.contains(&window.width) && sizes.contains(&window.height))
        .ok_or_else(|| "not of the form WIDTHxHEIGHT in pixels, such as 1280x800".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    // Longer than a day is as good as never, and ends before clocks do.
    seconds
        .filter(|length| !length.is_zero())
        .map(|length| length.min(Duration::from_hours(24)))
        .ok_or_else(|| "use a number of seconds above 0".to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read() {
        assert_eq!(window("1024x768").unwrap(), Window { width: 1024, height: 768 });
        for wrong in ["1024", "0x9", "-1x9", "1x", "99999999x1"] {
            assert!(window(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seconds("0.5").unwrap(), Duration::from_millis(500));
        assert_eq!(seconds("1e9").unwrap(), Duration::from_hours(24));
        for wrong in ["0", "-1", "nan", "1e300", "soon"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
