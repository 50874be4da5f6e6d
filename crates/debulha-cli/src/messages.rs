//! What goes to standard error: messages, and how far a verb is. Standard output is for results alone.
//!
//! On a terminal progress is a bar. Elsewhere verbs whose results are piped show none, and long work, such as training,
//! writes lines by the rule of [`ProgressLines`]. Work whose end is known as a share writes its own ([`Messages::is_log`]).

mod lines;

use crate::help;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use lines::ProgressLines;
use std::any::Any;
use std::fmt;
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Writes one message. A standard error that is closed is no reason to stop.
pub fn line(message: &str) {
    let _ = writeln!(std::io::stderr(), "debulha: {}", without_codes(message));
}

/// A message without the numbers of system errors, which say nothing to most people: ` (os error 2)`.
fn without_codes(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((code, rest)) if code.parse::<i32>().is_ok() => text.push_str(rest),
            _ => {
                text.push_str(" (os error ");
                text.push_str(part);
            }
        }
    }
    text
}

/// How much is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Nothing about single pages.
    Quiet,
    /// Failures and warnings.
    Normal,
    /// A line for each page.
    Verbose,
}

/// How much a verb says whose results may be piped.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::MESSAGES)]
pub struct MessageArgs {
    /// Don't report individual pages; check the exit code
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Print one line per page, and the options read from files
    #[arg(short, long, overrides_with = "verbose")]
    verbose: bool,
    /// Don't show a progress bar
    ///
    /// It is shown only if standard error is a terminal.
    #[arg(long, hide_short_help = true, hide_long_help = true)]
    no_progress: bool,
}

impl MessageArgs {
    /// The messages about so many pages; where their number is not known, without a bar.
    pub fn messages(&self, pages: Option<usize>) -> Messages {
        self.showing(pages.map_or(Progress::None, Progress::Bar))
    }

    /// The messages of long work on so many pages; where their number is not known, without progress.
    pub fn of_long_work(&self, pages: Option<usize>) -> Messages {
        self.showing(pages.map_or(Progress::None, |pages| Progress::Long(PAGES.to_owned(), pages)))
    }

    /// The messages of work whose end is known as a share.
    pub fn of_share(&self) -> Messages {
        self.showing(Progress::Share)
    }

    fn showing(&self, progress: Progress) -> Messages {
        let level = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        Messages::new(level, if self.no_progress { Progress::None } else { progress })
    }
}

/// What `--no-progress` says where long work is done.
pub const NO_PROGRESS: &str = "Don't show progress. On a terminal, progress is a bar; elsewhere, a line at the start \
    and end of each step, and at every tenth in between, at most every 5 seconds";

/// Whether a verb that works long shows its progress.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = help::MESSAGES)]
pub struct ProgressArgs {
    #[arg(long, help = NO_PROGRESS, hide_short_help = true, hide_long_help = true)]
    no_progress: bool,
}

impl ProgressArgs {
    /// The messages of a step of so many parts. Where the step is called otherwise later, [`Messages::at`] names it.
    pub fn messages(&self, what: impl Into<String>, of: usize) -> Messages {
        let progress = if self.no_progress { Progress::None } else { Progress::Long(what.into(), of) };
        Messages::new(Verbosity::Normal, progress)
    }
}

/// How progress is shown.
#[derive(Debug, Clone)]
pub enum Progress {
    /// Not.
    None,
    /// As a bar over so many pages on a terminal; elsewhere not.
    Bar(usize),
    /// As a bar over the whole on a terminal; elsewhere by lines that the work itself writes.
    Share,
    /// As a bar on a terminal and as lines elsewhere: what is worked on, and how many there are.
    Long(String, usize),
}

/// What a bar and lines are about unless they are told.
pub const PAGES: &str = "pages";

/// Messages about the pages of a batch, with a progress bar below them or lines of progress between them.
#[derive(Debug)]
pub struct Messages {
    level: Verbosity,
    shown: ProgressDisplay,
}

#[derive(Debug)]
enum ProgressDisplay {
    Nothing,
    /// Lines that the work writes.
    Log,
    Bar(ProgressBar),
    Lines(Mutex<ProgressLines>),
}

impl Messages {
    /// Messages of a level, with progress unless the level is [`Verbosity::Quiet`].
    pub fn new(level: Verbosity, progress: Progress) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let bar = |what: String, of: usize| {
            ProgressDisplay::Bar(ProgressBar::new(of as u64).with_style(style()).with_message(what))
        };
        let shown = match progress {
            _ if level == Verbosity::Quiet => ProgressDisplay::Nothing,
            Progress::Bar(pages) if is_terminal => bar(PAGES.to_owned(), pages),
            Progress::Share if is_terminal => {
                ProgressDisplay::Bar(ProgressBar::new(WHOLE).with_style(style_of_share()))
            }
            Progress::Long(what, of) if is_terminal => bar(what, of),
            Progress::Long(what, of) => {
                let mut lines = ProgressLines::new(Instant::now());
                if let Some(due) = lines.at(&what, 0, of, Instant::now()) {
                    line(&due);
                }
                ProgressDisplay::Lines(Mutex::new(lines))
            }
            Progress::Share => ProgressDisplay::Log,
            Progress::None | Progress::Bar(_) => ProgressDisplay::Nothing,
        };
        Messages { level, shown }
    }

    /// Whether the work is to write lines of its progress.
    pub fn is_log(&self) -> bool {
        matches!(self.shown, ProgressDisplay::Log)
    }

    /// Says it at this level and the louder ones.
    pub fn say(&self, level: Verbosity, message: &str) {
        if level <= self.level && level > Verbosity::Quiet {
            match &self.shown {
                ProgressDisplay::Bar(bar) => bar.suspend(|| line(message)),
                _ => line(message),
            }
        }
    }

    /// One page is done.
    pub fn step(&self) {
        match &self.shown {
            ProgressDisplay::Nothing | ProgressDisplay::Log => {}
            ProgressDisplay::Bar(bar) => {
                bar.inc(1);
                if bar.length().is_some_and(|length| length < bar.position()) {
                    bar.set_length(bar.position());
                }
            }
            ProgressDisplay::Lines(lines) => tell(lines, ProgressLines::step),
        }
    }

    /// A page is done, and such a share of the whole.
    pub fn share(&self, share: f64) {
        if let ProgressDisplay::Bar(bar) = &self.shown {
            bar.set_position((share * WHOLE as f64) as u64);
        }
    }

    /// So many of so many are done of something that has several steps.
    pub fn at(&self, what: &'static str, done: usize, of: usize) {
        match &self.shown {
            ProgressDisplay::Nothing | ProgressDisplay::Log => {}
            ProgressDisplay::Bar(bar) => {
                if bar.message() != what {
                    bar.reset();
                    bar.set_message(what);
                }
                bar.set_length(of as u64);
                bar.set_position(done as u64);
            }
            ProgressDisplay::Lines(lines) => tell(lines, |lines, now| lines.at(what, done, of, now)),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let ProgressDisplay::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

/// Writes the line that is due, under the lock: lines come in the order in which they were due.
fn tell(lines: &Mutex<ProgressLines>, due: impl FnOnce(&mut ProgressLines, Instant) -> Option<String>) {
    let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(due) = due(&mut lines, Instant::now()) {
        line(&due);
    }
}

/// The length of a bar over a share.
const WHOLE: u64 = 100_000;

fn style_of_share() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {percent} %, {elapsed} elapsed, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn style() -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{:.0}", state.per_sec());
    };
    ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {rate}/s, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", rate)
}

/// Runs work on one page; a panic becomes that page's failure.
///
/// # Errors
/// The message of the panic.
pub fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|payload| format!("internal error: {}", panic_message(&*payload)))
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Has each panic say where it was, in one line and without a backtrace.
pub fn report_panics_in_one_line() {
    set_hook(Box::new(|info| {
        let place = info.location().map_or("an unknown place".to_owned(), ToString::to_string);
        let thread = thread::current().name().unwrap_or("worker").to_owned();
        line(&format!("internal error at {place} ({thread}): {}", panic_message(info.payload())));
    }));
}

/// Reports panics by their place alone: what they say may be text of somebody's page.
pub fn report_panics_without_words() {
    set_hook(Box::new(|info| {
        let place = info.location().map_or("an unknown place".to_owned(), ToString::to_string);
        line(&format!("internal error at {place}"));
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
