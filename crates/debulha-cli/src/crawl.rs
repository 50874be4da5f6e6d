//! `debulha crawl`: pages of the web into a WARC file.

use crate::exit::{FAILED, Usage};
use crate::fetching::{FetchingArgs, words};
use crate::help;
use crate::messages::{MessageArgs, Messages, NO_PROGRESS, Verbosity};
use anyhow::{Context, Result};
use debulha_crawl::{
    Crawl, CrawlBudget, CrawlEnd, CrawlError, CrawlOptions, CrawlScope, Fetcher, MAX_PARTS, Politeness, Same,
    SeenUrl, Sleep, StopSignal, Visitor,
};
use glob::Pattern;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;

/// Heading of which pages are fetched.
const WHICH: &str = "Scope";

/// Requests for each page that is wanted, where nobody says how many.
const REQUESTS_PER_PAGE: u64 = 10;

/// The exit code of a process that a second Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// Crawl sites politely into a WARC file
///
/// Follows links within the sites of the start URLs, breadth first. Obeys robots.txt with its Crawl-delay; each host gets
/// one request at a time. Scripts are not run.
///
/// To resume an interrupted crawl, Ctrl-C included, repeat the command; pages already in the file are not fetched again.
/// The exit code is 1 if the crawl was interrupted, a host does not respond, or there is no page.
///
/// Other verbs read the file: `debulha extract site.warc.gz`, `debulha site learn site.warc.gz`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("no_progress", |arg| arg.help(NO_PROGRESS).long_help(NO_PROGRESS)))]
#[command(mut_arg("allow_private", |arg| arg.hide_long_help(false)))]
#[command(mut_arg("ca_file", |arg| arg.hide_long_help(false)))]
#[command(mut_arg("contact", |arg| arg.hide_short_help(false).hide_long_help(false)))]
#[command(mut_arg("user_agent", |arg| arg.hide_long_help(false)))]
pub struct CrawlArgs {
    /// Start URLs
    #[arg(value_name = "URL", required = true)]
    urls: Vec<String>,
    /// WARC file to write; compressed if its name ends in .gz
    #[arg(short, long, value_name = "FILE", help_heading = help::OUTPUT)]
    output: PathBuf,
    /// State file, for resuming [default: the WARC file's name with .state]
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    state: Option<PathBuf>,
    /// WARC file of an earlier crawl; unchanged pages are not sent again
    ///
    /// Where a server reports a page unchanged, the new file refers to the record in the old one.
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT, hide_short_help = true)]
    earlier: Option<PathBuf>,
    /// Number of pages to fetch; errors, redirects and non-HTML don't count
    #[arg(long, value_name = "N", default_value_t = CrawlBudget::default().pages, help_heading = WHICH)]
    max_pages: u64,
    /// Maximum pages per host
    #[arg(long, value_name = "N", help_heading = WHICH, hide_short_help = true)]
    max_pages_per_host: Option<u64>,
    /// Maximum link depth from a start URL
    #[arg(long, value_name = "N", help_heading = WHICH)]
    max_depth: Option<u32>,
    /// Maximum pages of a paginated list or article, followed by next links
    ///
    /// They have the depth of the first page and are fetched before other pages of that depth.
    #[arg(long, value_name = "N", default_value_t = MAX_PARTS, help_heading = WHICH, hide_short_help = true)]
    max_parts: u32,
    /// Maximum requests in this run [default: ten per page]
    #[arg(long, value_name = "N", help_heading = WHICH, hide_short_help = true)]
    max_requests: Option<u64>,
    /// URLs that belong to the same site
    ///
    /// host: same host and port; domain: same registrable domain; prefix: below the folder of the start URL.
    #[arg(long, value_name = "host|domain|prefix", default_value_t, help_heading = WHICH)]
    same: Same,
    /// Fetch only URLs that match a pattern; * matches any characters
    #[arg(long, value_name = "PATTERN", value_parser = pattern, help_heading = WHICH)]
    include: Vec<Pattern>,
    /// Skip URLs that match a pattern
    #[arg(long, value_name = "PATTERN", value_parser = pattern, help_heading = WHICH)]
    exclude: Vec<Pattern>,
    /// Also read sitemaps and feeds
    #[arg(long, help_heading = WHICH)]
    sitemap: bool,
    /// Fetch a random sample of --max-pages pages of the site
    ///
    /// URLs are collected first, from sitemaps, feeds and a few pages. The file lists the sampled URLs under the name
    /// urn:debulha:sample; it also contains the pages fetched to collect URLs.
    #[arg(long, help_heading = WHICH)]
    sample: bool,
    /// Random seed of the sample
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample", help_heading = WHICH, hide_short_help = true)]
    seed: u64,
    /// Follow links marked `rel=nofollow`
    #[arg(long, help_heading = WHICH, hide_short_help = true)]
    follow_nofollow: bool,
    /// Also fetch what pages need to be drawn: their style sheets, from any host
    ///
    /// `--render` of other verbs then draws the pages of the file with them.
    #[arg(long, value_name = "css", num_args = 0..=1, default_missing_value = "css", help_heading = WHICH, hide_short_help = true)]
    assets: Option<Assets>,
    /// Delay between requests to a host: 1s, 500ms, 2m; robots.txt may raise it
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time, help_heading = help::FETCHING)]
    delay: Duration,
    /// Maximum time per page, from host lookup to last byte
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time, help_heading = help::FETCHING)]
    #[arg(hide_short_help = true)]
    timeout: Duration,
    #[command(flatten)]
    fetching: FetchingArgs,
    #[command(flatten)]
    messages: MessageArgs,
}

/// What is fetched beside pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Assets {
    /// Style sheets.
    Css,
}

/// Runs the verb.
///
/// # Errors
/// A usage error, and those of the files.
pub(crate) fn crawl(args: &CrawlArgs) -> Result<ExitCode> {
    if args.max_pages == 0 {
        return Err(Usage("--max-pages is 0; use 1 or more".to_owned()).into());
    }
    let stop = StopSignal::default();
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
        CrawlEnd::Complete => "no URLs left".to_owned(),
        CrawlEnd::Pages => "reached --max-pages".to_owned(),
        CrawlEnd::Requests => "reached the maximum requests".to_owned(),
        CrawlEnd::Stopped => "stopped; repeat the command to resume".to_owned(),
        CrawlEnd::Silent(hosts) => {
            format!("no response from {}; repeat the command to retry", hosts.join(", "))
        }
    };
    let new = pages - before;
    messages.say(
        Verbosity::Normal,
        &format!("{new} pages fetched, {pages} in total, {queued} URLs queued: {end}"),
    );
    let is_good = pages > 0 && !matches!(ended, CrawlEnd::Stopped | CrawlEnd::Silent(_));
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

impl CrawlArgs {
    fn state(&self) -> PathBuf {
        self.state.clone().unwrap_or_else(|| beside(&self.output))
    }

    fn options(&self) -> CrawlOptions {
        let requests = self.max_requests.unwrap_or(self.max_pages.saturating_mul(REQUESTS_PER_PAGE));
        CrawlOptions {
            seeds: self.urls.clone(),
            scope: CrawlScope {
                same: self.same,
                include: self.include.clone(),
                exclude: self.exclude.clone(),
            },
            budget: CrawlBudget {
                pages: self.max_pages,
                requests,
                depth: self.max_depth,
                pages_per_host: self.max_pages_per_host,
            },
            sitemaps: self.sitemap || self.sample,
            sample: self.sample.then_some(self.seed),
            respect_nofollow: !self.follow_nofollow,
            max_parts: self.max_parts,
            style_sheets: self.assets == Some(Assets::Css),
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

/// Says the result for an address.
fn report(seen: &SeenUrl, args: &CrawlArgs, messages: &Messages) {
    match &seen.outcome {
        Ok(status) => messages.say(Verbosity::Verbose, &format!("{}: {status}", seen.url)),
        Err(error) => messages.say(Verbosity::Normal, &format!("{}: {}", seen.url, words(error))),
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
pub(crate) fn stop_on_signals(stop: StopSignal, interrupt: impl Fn() + Send + 'static) -> Result<()> {
    ctrlc::set_handler(move || {
        if stop.is_stopped() {
            process::exit(INTERRUPTED);
        }
        stop.stop();
        interrupt();
    })
    .context("cannot install signal handlers")
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
        _ => return Err("not a time; use a number with ms, s, m or h, such as 500ms".to_owned()),
    };
    let number: f64 = text[..at]
        .parse()
        .map_err(|_| "not a time; use a number with ms, s, m or h, such as 500ms".to_owned())?;
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
