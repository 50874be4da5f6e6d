//! A crawl: from the addresses that it begins with through a site, and on from wherever it was interrupted.
//!
//! The WARC file leads, the state follows: an exchange is written first and noted afterwards, so the file may be ahead of the
//! state, never behind it. When a crawl is opened again, what the file has beyond the state is read back and noted as if it had just
//! been fetched.

mod earlier;
pub(crate) mod open;
mod sample;
mod settle;

use crate::address::CrawlScope;
use crate::error::{CrawlError, FetchError};
use crate::exchange::Exchange;
use crate::frontier::{Frontier, FrontierEntry, UrlState, What};
use crate::pause::Pause;
use crate::polite::{UrlVisit, Visitor};
use crate::records::{Archive, ExchangeNotes};
use debulha_core::features::canonical_url::normalise;
use debulha_io::warc::WarcTruncation;
use earlier::EarlierPages;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use url::Url;

/// Pages after which the state is written at the latest.
const COMMIT_PAGES: usize = 64;

/// Time after which the state is written at the latest, when pages come slowly.
const COMMIT_TIME: Duration = Duration::from_secs(1);

/// Failures of a host one after another, after which it is left alone until the next run.
const MAX_FAILURES: u32 = 5;

/// How much is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrawlBudget {
    /// Pages: answers that are HTML and no error.
    pub pages: u64,
    /// Exchanges of any kind in one run, so that a site without pages has an end too.
    pub requests: u64,
    /// Links from an address that the crawl began with.
    pub depth: Option<u32>,
    /// Pages of one host. What is left of it stays queued.
    pub pages_per_host: Option<u64>,
}

impl Default for CrawlBudget {
    /// 200 pages, ten requests for each, any depth, any host.
    fn default() -> Self {
        CrawlBudget { pages: 200, requests: 2000, depth: None, pages_per_host: None }
    }
}

/// Pages of a list or article that are followed as one, unless told otherwise (our decision: few articles have more, and
/// the next links of a calendar have no end).
pub const MAX_PARTS: u32 = 20;

/// What is crawled, and how.
#[derive(Debug, Clone)]
pub struct CrawlOptions {
    /// The addresses to begin with.
    pub seeds: Vec<String>,
    /// Which addresses belong to the crawl.
    pub scope: CrawlScope,
    /// How much is fetched.
    pub budget: CrawlBudget,
    /// Also begin with the sitemaps and feeds of the hosts.
    pub sitemaps: bool,
    /// Draw [`CrawlBudget::pages`] pages at random from the addresses that sitemaps and the first pages tell, by this seed.
    pub sample: Option<u64>,
    /// Leave out links that ask not to be followed.
    pub respect_nofollow: bool,
    /// Pages of a list or article that have the depth of its first page at most.
    pub max_parts: u32,
    /// Also fetch the style sheets of pages, wherever they are, so that the pages can be drawn. They are no pages, and count as requests.
    pub style_sheets: bool,
    /// A WARC file of an earlier crawl: pages that have not changed since are not sent again.
    pub earlier: Option<PathBuf>,
}

impl Default for CrawlOptions {
    /// Nothing to begin with; [`CrawlBudget::default`] pages of the hosts, [`MAX_PARTS`] of a list or article.
    fn default() -> Self {
        CrawlOptions {
            seeds: Vec::new(),
            scope: CrawlScope::default(),
            budget: CrawlBudget::default(),
            sitemaps: false,
            sample: None,
            respect_nofollow: false,
            max_parts: MAX_PARTS,
            style_sheets: false,
            earlier: None,
        }
    }
}

/// The result for one address.
#[derive(Debug)]
pub struct SeenUrl {
    /// The address, the last one of its redirects.
    pub url: String,
    /// The status of the answer, or why there is none.
    pub outcome: Result<u16, FetchError>,
    /// Whether it is a page.
    pub is_page: bool,
    /// Pages so far, those of earlier runs included.
    pub pages: u64,
    /// Addresses that are left.
    pub queued: u64,
}

/// Why a crawl has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CrawlEnd {
    /// Nothing is left to fetch.
    Complete,
    /// All pages are there that were wanted.
    Pages,
    /// All requests of a run were made.
    Requests,
    /// It was told to stop.
    Stopped,
    /// These hosts do not answer; the next run tries again.
    Silent(Vec<String>),
}

/// A step of a crawl.
#[derive(Debug)]
pub enum CrawlStep {
    /// An address was visited.
    Seen(SeenUrl),
    /// There is nothing more to do.
    Ended(CrawlEnd),
}

/// A crawl under way. What it did since the last [`Crawl::commit`] is not lost when it is dropped, nor when the process is killed:
/// it is read back from the WARC file.
pub struct Crawl {
    frontier: Frontier,
    archive: Archive,
    visitor: Visitor,
    options: CrawlOptions,
    clock: Arc<dyn Pause>,
    /// What the addresses that it began with, and their redirects, belong to.
    sites: Vec<String>,
    pages: u64,
    host_pages: BTreeMap<String, u64>,
    requests: u64,
    /// In this run.
    sitemap_hosts: BTreeSet<String>,
    failures: BTreeMap<String, u32>,
    earlier: Option<EarlierPages>,
    uncommitted: usize,
    committed: Instant,
}

impl Crawl {
    /// Goes on by one address.
    ///
    /// # Errors
    /// Of the files. What goes wrong with an address is part of the step.
    pub fn step(&mut self) -> Result<CrawlStep, CrawlError> {
        loop {
            let has_pages = self.options.sample.is_none() && self.pages >= self.options.budget.pages;
            let ended = if !self.clock.wait(Duration::ZERO) {
                Some(CrawlEnd::Stopped)
            } else if has_pages && self.next_host(true).is_none() {
                Some(CrawlEnd::Pages)
            } else if self.requests >= self.options.budget.requests {
                Some(CrawlEnd::Requests)
            } else {
                None
            };
            if let Some(ended) = ended {
                self.commit()?;
                return Ok(CrawlStep::Ended(ended));
            }
            if let Some(entry) = self.next(has_pages)? {
                return Ok(CrawlStep::Seen(self.visit(entry)?));
            }
            if !self.draw()? {
                self.commit()?;
                let left = self.frontier.hosts().filter(|host| !self.has_all_of(host));
                let silent: Vec<String> = left.map(str::to_owned).collect();
                return Ok(CrawlStep::Ended(if silent.is_empty() {
                    CrawlEnd::Complete
                } else {
                    CrawlEnd::Silent(silent)
                }));
            }
        }
    }

    /// Goes on to the end.
    ///
    /// # Errors
    /// As [`Crawl::step`].
    pub fn run(&mut self, mut take: impl FnMut(&SeenUrl)) -> Result<CrawlEnd, CrawlError> {
        loop {
            match self.step()? {
                CrawlStep::Seen(seen) => take(&seen),
                CrawlStep::Ended(ended) => return Ok(ended),
            }
        }
    }

    /// Pages so far, those of earlier runs included.
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Addresses that are left.
    pub fn queued(&self) -> u64 {
        self.frontier.queued()
    }

    /// Writes everything to the disk: the WARC file first, then the state.
    ///
    /// # Errors
    /// Of the files.
    pub fn commit(&mut self) -> Result<(), CrawlError> {
        let len = self.archive.sync()?;
        self.frontier.set_meta("warc_len", &len.to_string())?;
        self.frontier.commit()?;
        (self.uncommitted, self.committed) = (0, self.clock.now());
        Ok(())
    }

    /// The next address: the first one of the host that is ready first.
    fn next(&mut self, of_style_sheets: bool) -> Result<Option<FrontierEntry>, CrawlError> {
        match self.next_host(of_style_sheets).map(str::to_owned) {
            Some(host) => self.frontier.first(&host),
            None => Ok(None),
        }
    }

    /// The host that is ready first, of all or of those with style sheets.
    fn next_host(&self, of_style_sheets: bool) -> Option<&str> {
        let is_silent =
            |host: &str| self.failures.get(host).is_some_and(|failures| *failures >= MAX_FAILURES);
        // The style sheets of a host come before its pages.
        let is_open = |host: &&str| {
            let has_more = !of_style_sheets && !self.has_all_of(host);
            !is_silent(host) && (has_more || self.frontier.has_style_sheet(host))
        };
        self.frontier.hosts().filter(is_open).min_by_key(|host| self.visitor.ready_at(host))
    }

    /// Whether all pages of a host are there that were wanted.
    fn has_all_of(&self, host: &str) -> bool {
        let most = self.options.budget.pages_per_host.unwrap_or(u64::MAX);
        self.host_pages.get(host).is_some_and(|&pages| pages >= most)
    }

    /// Counts a page of a host.
    fn count_page(&mut self, host: String) {
        self.pages += 1;
        *self.host_pages.entry(host).or_insert(0) += 1;
    }

    fn visit(&mut self, entry: FrontierEntry) -> Result<SeenUrl, CrawlError> {
        let Ok(url) = Url::parse(&entry.url) else {
            let note = "not an address".to_owned();
            self.frontier.put(&FrontierEntry { state: UrlState::Failed, note, ..entry.clone() })?;
            return Ok(self.seen(entry.url, Err(FetchError::Address(String::new())), false));
        };
        self.frontier.put(&FrontierEntry { state: UrlState::InFlight, ..entry.clone() })?;
        let conditions = self.earlier.as_ref().and_then(|earlier| earlier.conditions(&url)).cloned();
        let UrlVisit { exchanges, error } = {
            let (frontier, scope, sites) = (&mut self.frontier, &self.options.scope, &self.sites);
            let mut follow = |target: &Url| may_follow(&entry, target, frontier, scope, sites);
            self.visitor.visit(&url, conditions.as_ref(), &mut follow)
        };
        self.requests += exchanges.len().max(1) as u64;
        let asides = self.visitor.take_asides();
        self.archive
            .append(&asides.into_iter().map(|aside| (aside, ExchangeNotes::default())).collect::<Vec<_>>())?;
        let last = exchanges.last().map(|exchange| (exchange.url.to_string(), exchange.redirect()));
        let status = exchanges.last().and_then(|exchange| Some(exchange.response().ok()?.status));
        let before = self.pages;
        self.keep(exchanges, &entry)?;
        if let Some(error) = &error {
            let place = match &last {
                None => Some(entry.url.clone()),
                Some((_, target)) => target.as_ref().and_then(normalise).map(|target| target.to_string()),
            };
            self.note_failure(place, error)?;
        } else {
            self.failures.remove(url.host_str().unwrap_or_default());
        }
        if self.options.sitemaps {
            self.add_sitemaps(&url)?;
        }
        self.uncommitted += 1;
        if self.uncommitted >= COMMIT_PAGES || self.clock.now() - self.committed >= COMMIT_TIME {
            self.commit()?;
        }
        let outcome = match (error, status) {
            // A redirect to what is known, or is of no interest, is an answer.
            (None | Some(FetchError::LeadsAway(_)), Some(status)) => Ok(status),
            (Some(error), _) => Err(error),
            (None, None) => Err(FetchError::Stopped),
        };
        let place = last.map_or(entry.url, |(url, _)| url);
        Ok(self.seen(place, outcome, self.pages > before))
    }

    /// Writes exchanges, then notes them.
    fn keep(&mut self, exchanges: Vec<Exchange>, entry: &FrontierEntry) -> Result<(), CrawlError> {
        let depth = entry.what.is_page().then_some(entry.depth);
        let mut kept = Vec::with_capacity(exchanges.len());
        for exchange in exchanges {
            if exchange.truncated == Some(WarcTruncation::Unspecified) {
                self.note_other(&exchange)?;
                continue;
            }
            let is_same = exchange.response().is_ok_and(|response| response.status == 304);
            let page =
                self.earlier.as_ref().filter(|_| is_same).and_then(|earlier| earlier.record(&exchange.url));
            kept.push((exchange, ExchangeNotes { depth, earlier: page.cloned(), query: None }));
        }
        let offsets = self.archive.append(&kept)?;
        for ((exchange, _), offset) in kept.iter().zip(offsets) {
            self.settle(&exchange.url, &exchange.answer, offset)?;
        }
        Ok(())
    }

    /// What is no text is not kept, and was not even read.
    fn note_other(&mut self, exchange: &Exchange) -> Result<(), CrawlError> {
        let media = exchange.response().map(|response| response.media_type()).unwrap_or_default();
        let Some(url) = normalise(&exchange.url) else { return Ok(()) };
        if let Some(entry) = self.frontier.get(url.as_str())? {
            self.frontier.put(&FrontierEntry {
                state: UrlState::Failed,
                note: format!("not HTML: {media}"),
                ..entry
            })?;
        }
        Ok(())
    }

    /// Notes why an address gave nothing, so that it is not requested again; after a failure that may pass the next run does.
    fn note_failure(&mut self, place: Option<String>, error: &FetchError) -> Result<(), CrawlError> {
        let Some(place) = place else { return Ok(()) };
        let host =
            Url::parse(&place).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        let is_of_host =
            error.is_passing() || matches!(error, FetchError::NotFound | FetchError::NoRobots(_));
        if is_of_host {
            *self.failures.entry(host).or_insert(0) += 1;
        }
        let Some(entry) = self.frontier.get(&place)? else { return Ok(()) };
        if entry.state == UrlState::Done {
            return Ok(());
        }
        let (state, note) = match error {
            FetchError::Stopped => (UrlState::Queued, String::new()),
            error if is_of_host => (UrlState::Failed, format!("{}{error}", open::AGAIN)),
            error => (UrlState::Failed, error.to_string()),
        };
        self.frontier.put(&FrontierEntry { state, note, ..entry })
    }

    /// The sitemaps of the host of an address, once in a run.
    fn add_sitemaps(&mut self, url: &Url) -> Result<(), CrawlError> {
        let origin = url.origin().ascii_serialization();
        if !self.sitemap_hosts.insert(origin) {
            return Ok(());
        }
        let Ok(robots) = self.visitor.robots_of(url) else { return Ok(()) };
        let mut sitemaps = robots.sitemaps().to_vec();
        if sitemaps.is_empty() {
            sitemaps.extend(url.join("/sitemap.xml"));
        }
        for sitemap in sitemaps.iter().filter_map(normalise) {
            self.frontier.add(&sitemap, UrlState::Queued, What::Sitemap, 0)?;
        }
        Ok(())
    }

    fn seen(&self, url: String, outcome: Result<u16, FetchError>, is_page: bool) -> SeenUrl {
        SeenUrl { url, outcome, is_page, pages: self.pages, queued: self.frontier.queued() }
    }
}

/// Whether a redirect of an entry is followed at once: to what belongs to the crawl and was not fetched yet. An address that the crawl
/// began with may lead elsewhere, and so may a list.
fn may_follow(
    entry: &FrontierEntry,
    target: &Url,
    frontier: &mut Frontier,
    scope: &CrawlScope,
    sites: &[String],
) -> bool {
    let Some(target) = normalise(target) else { return false };
    let is_known = target.as_str() != entry.url
        && !matches!(
            frontier.get(target.as_str()),
            Ok(None | Some(FrontierEntry { state: UrlState::Queued | UrlState::Candidate, .. }))
        );
    let is_free = !entry.what.is_page() || entry.depth == 0;
    !is_known && (is_free || scope.has(&target, sites))
}
