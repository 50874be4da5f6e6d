//! `debulha crawl`: pages of the web into a WARC file.

use crate::exit::{FAILED, Usage};
use crate::fetching::{FetchArgs, words};
use crate::help;
use crate::messages::{Level, MessageArgs, Messages, NO_PROGRESS};
use anyhow::{Context, Result};
use debulha_crawl::{
    Budget, Crawl, CrawlError, CrawlOptions, Ended, Fetcher, MAX_PARTS, Politeness, Same, Scope, Seen, Sleep,
    Stop, Visitor,
};
use glob::Pattern;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;

/// Heading of which pages are fetched.
const WHICH: &str = "Which pages";

/// Requests for each page that is wanted, where nobody says how many.
const REQUESTS_PER_PAGE: u64 = 10;

/// The exit code of a process that a second Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// Crawl sites politely into a WARC file
///
/// Follows the links of pages within the sites of the addresses given, in the order of their depth. robots.txt is obeyed, with its
/// Crawl-delay, and a host gets one request at a time. No script is run.
///
/// Whatever stops a crawl, Ctrl-C too, the same command goes on with it: no page that is in the file is fetched again. The exit
/// code is 1 if it was stopped, a host does not answer, or there is no page.
///
/// The file is input for other verbs: `debulha extract site.warc.gz`, `debulha site learn site.warc.gz`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("no_progress", |arg| arg.help(NO_PROGRESS).long_help(NO_PROGRESS)))]
#[command(mut_arg("allow_private", |arg| arg.hide_long_help(false)))]
#[command(mut_arg("ca_file", |arg| arg.hide_long_help(false)))]
#[command(mut_arg("contact", |arg| arg.hide_short_help(false).hide_long_help(false)))]
#[command(mut_arg("user_agent", |arg| arg.hide_long_help(false)))]
pub(crate) struct Args {
    /// Addresses to begin with
    #[arg(value_name = "URL", required = true)]
    urls: Vec<String>,
    /// The WARC file; compressed if its name ends in .gz
    #[arg(short, long, value_name = "FILE", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// Where to keep what is known and left to do [default: the WARC file's name with .state]
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    state: Option<PathBuf>,
    /// A WARC file of an earlier crawl: pages that have not changed since are not sent again
    ///
    /// Where a server says so, the new file refers to the record in the old one.
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT, hide_short_help = true)]
    earlier: Option<PathBuf>,
    /// Fetch so many pages; answers that are no HTML, errors and redirects do not count
    #[arg(long, value_name = "N", default_value_t = Budget::default().pages, help_heading = WHICH)]
    max_pages: u64,
    /// Fetch so many pages of each host at most, where a crawl has several
    #[arg(long, value_name = "N", help_heading = WHICH, hide_short_help = true)]
    max_pages_per_host: Option<u64>,
    /// Follow so many links from an address given at most
    #[arg(long, value_name = "N", help_heading = WHICH)]
    max_depth: Option<u32>,
    /// Follow the next links of a list or article over so many pages as if they were one page
    ///
    /// They have the depth of the first one and come before other pages of that depth.
    #[arg(long, value_name = "N", default_value_t = MAX_PARTS, help_heading = WHICH, hide_short_help = true)]
    max_parts: u32,
    /// Make so many requests in this run at most [default: ten for each page]
    #[arg(long, value_name = "N", help_heading = WHICH, hide_short_help = true)]
    max_requests: Option<u64>,
    /// What makes an address belong to the same site
    ///
    /// host: the host and port; domain: the registrable domain; prefix: the folder that the address given lies in.
    #[arg(long, value_name = "host|domain|prefix", default_value_t, help_heading = WHICH)]
    same: Same,
    /// Fetch only what fits a pattern: * stands for any characters of an address
    #[arg(long, value_name = "PATTERN", value_parser = pattern, help_heading = WHICH)]
    include: Vec<Pattern>,
    /// Do not fetch what fits a pattern
    #[arg(long, value_name = "PATTERN", value_parser = pattern, help_heading = WHICH)]
    exclude: Vec<Pattern>,
    /// Read sitemaps and feeds too
    #[arg(long, help_heading = WHICH)]
    sitemap: bool,
    /// Draw --max-pages pages of the site at random
    ///
    /// Addresses are collected first, from sitemaps, feeds and a few pages. The file lists those drawn under the name
    /// urn:debulha:sample; it also has the pages that were looked at to collect addresses.
    #[arg(long, help_heading = WHICH)]
    sample: bool,
    /// Number that the sample depends on
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample", help_heading = WHICH, hide_short_help = true)]
    seed: u64,
    /// Follow links that ask not to be followed (`rel=nofollow`)
    #[arg(long, help_heading = WHICH, hide_short_help = true)]
    follow_nofollow: bool,
    /// Time between two requests to a host, such as 1s, 500ms or 2m; robots.txt may ask for more
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time, help_heading = help::FETCHING)]
    delay: Duration,
    /// Time for a page, from the look-up of its host to its last byte
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time, help_heading = help::FETCHING)]
    #[arg(hide_short_help = true)]
    timeout: Duration,
    #[command(flatten)]
    fetching: FetchArgs,
    #[command(flatten)]
    messages: MessageArgs,
}

/// Runs the verb.
///
/// # Errors
/// A command line that makes no sense, and those of the files.
pub(crate) fn crawl(args: &Args) -> Result<ExitCode> {
    if args.max_pages == 0 {
        return Err(Usage("--max-pages is 0".to_owned()).into());
    }
    let stop = Stop::default();
    let options = debulha_crawl::FetchOptions { timeout: args.timeout, ..args.fetching.options() };
    let fetcher = Fetcher::new(options).pause(Arc::new(Sleep(stop.clone())));
    stop_on_signals(stop, fetcher.interrupter())?;
    let politeness = Politeness { delay: args.delay, ..Politeness::default() };
    let visitor = Visitor::new(fetcher, politeness);
    let mut crawl = Crawl::open(&args.output, &args.state(), args.options(), visitor).map_err(of_opening)?;
    let messages = args.messages.of_long_work(usize::try_from(args.max_pages).ok());
    let before = crawl.pages();
    let ended = crawl.run(|seen| report(seen, args, &messages));
    messages.finish();
    let ended = ended?;
    let (pages, queued) = (crawl.pages(), crawl.queued());
    let end = match &ended {
        Ended::Complete => "nothing is left to fetch".to_owned(),
        Ended::Pages => "all pages wanted are there".to_owned(),
        Ended::Requests => "all requests were made".to_owned(),
        Ended::Stopped => "stopped; the same command goes on".to_owned(),
        Ended::Silent(hosts) => format!("no answer from {}; the same command tries again", hosts.join(", ")),
    };
    let new = pages - before;
    messages
        .say(Level::Normal, &format!("{new} pages fetched, {pages} in all, {queued} addresses left: {end}"));
    let is_good = pages > 0 && !matches!(ended, Ended::Stopped | Ended::Silent(_));
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

impl Args {
    fn state(&self) -> PathBuf {
        self.state.clone().unwrap_or_else(|| beside(&self.output))
    }

    fn options(&self) -> CrawlOptions {
        let requests = self.max_requests.unwrap_or(self.max_pages.saturating_mul(REQUESTS_PER_PAGE));
        CrawlOptions {
            seeds: self.urls.clone(),
            scope: Scope { same: self.same, include: self.include.clone(), exclude: self.exclude.clone() },
            budget: Budget {
                pages: self.max_pages,
                requests,
                depth: self.max_depth,
                pages_per_host: self.max_pages_per_host,
            },
            sitemaps: self.sitemap || self.sample,
            sample: self.sample.then_some(self.seed),
            respect_nofollow: !self.follow_nofollow,
            max_parts: self.max_parts,
            earlier: self.earlier.as_deref().map(Path::to_owned),
        }
    }
}

/// The state of a WARC file where nobody says where it is.
pub(crate) fn beside(warc: &Path) -> PathBuf {
    let mut name = OsString::from(warc);
    name.push(".state");
    PathBuf::from(name)
}

/// Says what became of an address.
fn report(seen: &Seen, args: &Args, messages: &Messages) {
    match &seen.outcome {
        Ok(status) => messages.say(Level::Verbose, &format!("{}: {status}", seen.url)),
        Err(error) => messages.say(Level::Normal, &format!("{}: {}", seen.url, words(error))),
    }
    if seen.is_page {
        let wanted = usize::try_from(args.max_pages).unwrap_or(usize::MAX);
        messages.at("pages", usize::try_from(seen.pages).unwrap_or(wanted).min(wanted), wanted);
    }
}

/// What makes no sense on the command line, and what the system says.
fn of_opening(error: CrawlError) -> anyhow::Error {
    match error {
        CrawlError::Seed { .. }
        | CrawlError::OtherOptions { .. }
        | CrawlError::OtherWarc { .. }
        | CrawlError::NotAState { .. } => Usage(error.to_string()).into(),
        other => other.into(),
    }
}

/// The first signal breaks the current request off, the second one ends the process at once.
pub(crate) fn stop_on_signals(stop: Stop, interrupt: impl Fn() + Send + 'static) -> Result<()> {
    ctrlc::set_handler(move || {
        if stop.is_stopped() {
            process::exit(INTERRUPTED);
        }
        stop.stop();
        interrupt();
    })
    .context("no handler of signals")
}

fn pattern(text: &str) -> Result<Pattern, String> {
    Pattern::new(text).map_err(|error| error.to_string())
}

/// A time: a number with ms, s, m or h; seconds without.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let at = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let unit = match &text[at..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("a time is a number with ms, s, m or h".to_owned()),
    };
    let number: f64 = text[..at].parse().map_err(|_| "a time is a number with ms, s, m or h".to_owned())?;
    Duration::try_from_secs_f64(number * unit).map_err(|error| error.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::time;
    use std::time::Duration;

    #[test]
    fn times_have_units() {
        for (text, milliseconds) in
            [("1s", 1000), ("250ms", 250), ("0", 0), ("1.5", 1500), ("2m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(time(text).unwrap(), Duration::from_millis(milliseconds), "{text}");
        }
        for text in ["", "s", "1 s", "-1s", "1d", "1.2.3s"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
