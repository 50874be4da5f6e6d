//! What goes to standard error: messages and the progress bar. Standard output is for results alone.

use crate::help;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::any::Any;
use std::fmt;
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::thread;

/// Writes one message. A standard error that is closed is no reason to stop.
pub(crate) fn line(message: &str) {
    let _ = writeln!(std::io::stderr(), "debulha: {message}");
}

/// How much is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Nothing about single pages.
    Quiet,
    /// Failures and warnings.
    Normal,
    /// A line for each page.
    Verbose,
}

/// How much a verb says.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::MESSAGES)]
pub(crate) struct MessageArgs {
    /// Say nothing about single pages; the exit code tells
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Say a line for each page, and which options come from a file
    #[arg(short, long, overrides_with = "verbose")]
    verbose: bool,
    /// Show no progress bar
    ///
    /// There is none where standard error is no terminal.
    #[arg(long, hide_short_help = true)]
    no_progress: bool,
}

impl MessageArgs {
    /// The messages about so many pages; where their number is not known, without a bar.
    pub(crate) fn messages(&self, pages: Option<usize>) -> Messages {
        let level = match (self.quiet, self.verbose) {
            (true, _) => Level::Quiet,
            (_, true) => Level::Verbose,
            _ => Level::Normal,
        };
        Messages::new(level, pages.filter(|_| !self.no_progress))
    }
}

/// Messages about the pages of a batch, with a progress bar below them.
#[derive(Debug)]
pub(crate) struct Messages {
    level: Level,
    bar: ProgressBar,
}

impl Messages {
    /// `progress` asks for a bar over so many pages; it shows on a terminal only.
    pub(crate) fn new(level: Level, progress: Option<usize>) -> Self {
        let terminal = level > Level::Quiet && std::io::stderr().is_terminal();
        let bar = match progress.filter(|_| terminal) {
            Some(pages) => ProgressBar::new(pages as u64).with_style(style()),
            None => ProgressBar::hidden(),
        };
        Messages { level, bar }
    }

    /// Says it at this level and the louder ones.
    pub(crate) fn say(&self, level: Level, message: &str) {
        if level <= self.level && level > Level::Quiet {
            self.bar.suspend(|| line(message));
        }
    }

    /// One page is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// So many of so many are done of something that has several phases.
    pub(crate) fn at(&self, phase: &'static str, done: usize, of: usize) {
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(phase);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn style() -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{:.0}", state.per_sec());
    };
    ProgressStyle::with_template("{bar:30} {pos}/{len} pages, {rate} a second, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", rate)
}

/// Runs work on one page; a panic becomes that page's failure.
pub(crate) fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|payload| format!("internal error: {}", panic_message(&*payload)))
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Has each panic say where it was, in one line and without a backtrace.
pub(crate) fn report_panics_in_one_line() {
    set_hook(Box::new(|info| {
        let place = info.location().map_or("an unknown place".to_owned(), ToString::to_string);
        let thread = thread::current().name().unwrap_or("worker").to_owned();
        line(&format!("internal error at {place} ({thread}): {}", panic_message(info.payload())));
    }));
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_the_failure_of_one_page() {
        assert_eq!(guarded(|| 7), Ok(7));
        assert_eq!(guarded(|| panic!("plain")), Err::<(), _>("internal error: plain".to_owned()));
        let page = 3;
        assert_eq!(guarded(|| panic!("page {page}")), Err::<(), _>("internal error: page 3".to_owned()));
    }
}
