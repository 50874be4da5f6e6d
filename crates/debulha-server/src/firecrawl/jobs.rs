//! Crawls and batches: pages that are fetched one after another while the client asks how far they are.
//!
//! They live in memory, for an hour after their end, within the limits below.

use super::options::{ScrapeOptions, is_unset, texts, wrong};
use super::{Fields, ScrapeOrigin, document};
use crate::problem::Problem;
use crate::service::Service;
use debulha::dom::decode::decode;
use debulha_crawl::links;
use debulha_io::warc::Time;
use regex::{Regex, RegexBuilder};
use serde_json::{Map, Value, json};
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::task::{self, AbortHandle};
use url::Url;

/// Jobs that are kept at most, and those that may be under way at once.
const MAX_JOBS: usize = 16;
const MAX_UNDER_WAY: usize = 4;

/// Pages of a job at most, and of a crawl whose client names no limit.
const MAX_PAGES: usize = 1000;
const USUAL_PAGES: usize = 100;

/// Bytes of the pages that a job keeps at most; then it ends.
const MAX_BYTES: usize = 16 << 20;

/// Addresses that wait in a crawl at most.
const MAX_WAITING: usize = 20_000;

/// Seconds that a job is kept after it has begun.
const LIFE: i64 = 3600;

/// Bytes of a compiled pattern at most.
const MAX_PATTERN: usize = 1 << 20;

/// Options of Firecrawl's crawls that change nothing here: pages come one at a time, with the delay of their host.
const WITHOUT_EFFECT: [&str; 8] = [
    "maxConcurrency",
    "delay",
    "zeroDataRetention",
    "origin",
    "integration",
    "allowBackwardLinks",
    "deduplicateSimilarURLs",
    "robotsUserAgent",
];

/// All jobs of a service.
#[derive(Debug, Default)]
pub(crate) struct ScrapeJobs {
    all: Mutex<JobTable>,
}

#[derive(Debug, Default)]
struct JobTable {
    by_id: BTreeMap<String, ScrapeJob>,
    /// Keys of ids, so that nobody guesses the job of another caller.
    keys: [RandomState; 2],
    begun: u64,
}

#[derive(Debug)]
struct ScrapeJob {
    state: JobState,
    /// Addresses that were or will be fetched.
    total: usize,
    pages: Vec<Value>,
    bytes: usize,
    errors: Vec<Value>,
    robots: Vec<String>,
    begun: Time,
    number: u64,
    work: Option<AbortHandle>,
}

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JobState {
    Scraping,
    Completed,
    Cancelled,
}

impl JobState {
    fn name(self) -> &'static str {
        match self {
            JobState::Scraping => "scraping",
            JobState::Completed => "completed",
            JobState::Cancelled => "cancelled",
        }
    }
}

impl ScrapeJobs {
    fn table(&self) -> MutexGuard<'_, JobTable> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new job, if there is room for it.
    fn begin(&self) -> Result<String, Problem> {
        let mut table = self.table();
        let now = Time::now();
        table.by_id.retain(|_, job| now.unix() - job.begun.unix() < LIFE || job.state == JobState::Scraping);
        let under_way = table.by_id.values().filter(|job| job.state == JobState::Scraping).count();
        if under_way >= MAX_UNDER_WAY {
            let detail =
                format!("{MAX_UNDER_WAY} crawls and batches are under way; try again when one has ended");
            return Err(Problem::new(429, "busy", detail).retry_after(5));
        }
        while table.by_id.len() >= MAX_JOBS {
            let oldest = table.by_id.iter().filter(|(_, job)| job.state != JobState::Scraping);
            let Some(id) = oldest.min_by_key(|(_, job)| job.number).map(|(id, _)| id.clone()) else { break };
            table.by_id.remove(&id);
        }
        let number = table.begun;
        table.begun += 1;
        let [high, low] = [0, 1].map(|at| table.keys[at].hash_one((number, now.unix(), at)));
        let id = format!(
            "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xfff,
            low >> 52,
            low & 0xffff_ffff_ffff
        );
        let job = ScrapeJob {
            state: JobState::Scraping,
            total: 0,
            pages: Vec::new(),
            bytes: 0,
            errors: Vec::new(),
            robots: Vec::new(),
            begun: now,
            number,
            work: None,
        };
        table.by_id.insert(id.clone(), job);
        Ok(id)
    }

    /// Changes a job that is there; `None` where it is gone.
    fn change<T>(&self, id: &str, change: impl FnOnce(&mut ScrapeJob) -> T) -> Option<T> {
        self.table().by_id.get_mut(id).map(change)
    }

    /// Keeps a page, and says whether there is room for more.
    fn keep(&self, id: &str, url: &str, page: Result<Value, Problem>) -> bool {
        let kept = self.change(id, |job| {
            match page {
                Ok(page) => {
                    job.bytes = job.bytes.saturating_add(page.to_string().len());
                    if job.bytes > MAX_BYTES {
                        let error = format!("the job has more than {MAX_BYTES} bytes");
                        job.errors.push(json!({ "url": url, "error": error, "code": "job-too-large" }));
                        return false;
                    }
                    job.pages.push(page);
                }
                Err(problem) if problem.kind() == "robots" => job.robots.push(url.to_owned()),
                Err(problem) => {
                    job.errors.push(json!({ "url": url, "error": problem.detail(), "code": problem.kind() }));
                }
            }
            true
        });
        kept.unwrap_or(false)
    }
}

/// The answer to a job that was begun.
fn begun(id: &str, base: &str, more: Map<String, Value>) -> Value {
    let mut answer = json!({ "success": true, "id": id, "url": format!("{base}/{id}") });
    if let Value::Object(fields) = &mut answer {
        fields.extend(more);
    }
    answer
}

/// How far a job is, with its pages so far.
///
/// # Errors
/// 404 for a job that is not known.
pub(super) fn status(service: &Service, id: &str) -> Result<Value, Problem> {
    let status = service.jobs.change(id, |job| {
        json!({
            "success": true,
            "status": job.state.name(),
            "total": job.total,
            "completed": job.pages.len() + job.errors.len() + job.robots.len(),
            "creditsUsed": job.pages.len(),
            "expiresAt": Time::of_unix(job.begun.unix() + LIFE).to_string(),
            "data": job.pages,
        })
    });
    status.ok_or_else(|| unknown(id))
}

/// What went wrong with pages of a job.
///
/// # Errors
/// As [`status`].
pub(super) fn errors(service: &Service, id: &str) -> Result<Value, Problem> {
    let found = service.jobs.change(id, |job| json!({ "errors": job.errors, "robotsBlocked": job.robots }));
    found.ok_or_else(|| unknown(id))
}

/// Ends a job. Its pages stay.
///
/// # Errors
/// As [`status`].
pub(super) fn cancel(service: &Service, id: &str) -> Result<Value, Problem> {
    let cancelled = service.jobs.change(id, |job| {
        if job.state == JobState::Scraping {
            job.state = JobState::Cancelled;
            if let Some(work) = job.work.take() {
                work.abort();
            }
        }
        json!({ "success": true, "status": job.state.name() })
    });
    cancelled.ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> Problem {
    let shown: String = id.chars().take(64).collect();
    Problem::new(404, "no-job", format!("no crawl or batch `{shown}`; they are kept for an hour"))
}

/// Begins a batch: pages at addresses, with the options of a scrape.
///
/// # Errors
/// 400 for options that are unknown, and where pages are not fetched; 429 where too many jobs are under way.
pub(super) fn batch(service: &Arc<Service>, mut fields: Fields, base: &str) -> Result<Value, Problem> {
    let given = fields.remove("urls").ok_or_else(|| wrong("urls", "a list of addresses"))?;
    let given = texts("urls", given).map_err(|_| wrong("urls", "a list of addresses"))?;
    let skips_invalid = fields.remove("ignoreInvalidURLs").and_then(|value| value.as_bool()).unwrap_or(false);
    fields.retain(|name, _| !WITHOUT_EFFECT.contains(&name.as_str()));
    if given.len() > MAX_PAGES {
        return Err(wrong("urls", &format!("at most {MAX_PAGES} addresses")));
    }
    let is_web = |url: &String| Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    let (valid, invalid): (Vec<String>, Vec<String>) = given.into_iter().partition(is_web);
    if let Some(url) = invalid.first().filter(|_| !skips_invalid) {
        return Err(Problem::bad_request("address", format!("`{url}` is no address of the web")));
    }
    // Tells what is wrong with them before anything is fetched.
    ScrapeOptions::read(fields.clone())?;
    service.check_fetching()?;
    let id = service.jobs.begin()?;
    service.jobs.change(&id, |job| job.total = valid.len());
    let (own, job) = (Arc::clone(service), id.clone());
    let work = async move {
        for url in valid {
            let page = scraped(&own, &url, &fields).await.map(|(page, _)| page);
            if !own.jobs.keep(&job, &url, page) {
                break;
            }
        }
        own.jobs.change(&job, ScrapeJob::complete);
    };
    start(service, &id, work);
    let more = skips_invalid.then(|| ("invalidURLs".to_owned(), json!(invalid)));
    Ok(begun(&id, base, more.into_iter().collect()))
}

/// Begins a crawl of the site of an address.
///
/// # Errors
/// As [`batch`].
pub(super) fn crawl(service: &Arc<Service>, url: &str, fields: Fields, base: &str) -> Result<Value, Problem> {
    let options = CrawlScopeOptions::read(url, fields)?;
    ScrapeOptions::read(options.scrape.clone())?;
    service.check_fetching()?;
    let id = service.jobs.begin()?;
    let (own, job) = (Arc::clone(service), id.clone());
    let work = async move {
        options.run(&own, &job).await;
        own.jobs.change(&job, ScrapeJob::complete);
    };
    start(service, &id, work);
    Ok(begun(&id, base, Map::new()))
}

/// Lets a job run, unless it was cancelled already.
fn start(service: &Service, id: &str, work: impl Future<Output = ()> + Send + 'static) {
    let work = task::spawn(work).abort_handle();
    service.jobs.change(id, |job| {
        if job.state == JobState::Scraping {
            job.work = Some(work);
        }
    });
}

impl ScrapeJob {
    fn complete(&mut self) {
        if self.state == JobState::Scraping {
            self.state = JobState::Completed;
        }
    }
}

/// A page in the formats that were requested, and where it leads.
async fn scraped(service: &Service, url: &str, fields: &Fields) -> Result<(Value, Vec<Url>), Problem> {
    let options = ScrapeOptions::read(fields.clone())?;
    let fetched = service.fetched(url, options.via).await?;
    if fetched.status >= 400 {
        let detail = format!("the server answered with status {}", fetched.status);
        return Err(Problem::new(502, "not-fetched", detail));
    }
    let (bytes, charset, here) = (fetched.bytes.clone(), fetched.charset.clone(), fetched.url.clone());
    let read = move || {
        let here = Url::parse(&here).ok()?;
        Some(links(&decode(&bytes, charset.as_deref()).text, &here, true).pages)
    };
    let below = task::spawn_blocking(read).await.ok().flatten().unwrap_or_default();
    let origin = ScrapeOrigin { url: Some(url.to_owned()), status: fetched.status };
    let page = document::answer(service, fetched.into(), options, origin).await?;
    Ok((page, below))
}

/// What belongs to a crawl.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the request")]
struct CrawlScopeOptions {
    start: Url,
    limit: usize,
    depth: usize,
    include: Vec<Regex>,
    exclude: Vec<Regex>,
    on_full_url: bool,
    entire_domain: bool,
    subdomains: bool,
    ignore_query: bool,
    scrape: Fields,
}

impl CrawlScopeOptions {
    fn read(url: &str, fields: Fields) -> Result<Self, Problem> {
        let start = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let start = start
            .ok_or_else(|| Problem::bad_request("address", format!("`{url}` is no address of the web")))?;
        let mut options = CrawlScopeOptions {
            start,
            limit: USUAL_PAGES,
            depth: usize::MAX,
            include: Vec::new(),
            exclude: Vec::new(),
            on_full_url: false,
            entire_domain: false,
            subdomains: false,
            ignore_query: false,
            scrape: Fields::new(),
        };
        for (name, value) in fields {
            let flag = || value.as_bool().ok_or_else(|| wrong(&name, "true or false"));
            let number = |what: &str| {
                let number = value.as_u64().ok_or_else(|| wrong(&name, what))?;
                Ok::<_, Problem>(usize::try_from(number).unwrap_or(usize::MAX))
            };
            match name.as_str() {
                _ if is_unset(&value) => {}
                "limit" => options.limit = number("a number of pages")?.min(MAX_PAGES),
                "maxDiscoveryDepth" | "maxDepth" => options.depth = number("a number of links")?,
                "includePaths" => options.include = patterns(&name, value)?,
                "excludePaths" => options.exclude = patterns(&name, value)?,
                "regexOnFullURL" => options.on_full_url = flag()?,
                "crawlEntireDomain" => options.entire_domain = flag()?,
                "allowSubdomains" => options.subdomains = flag()?,
                "ignoreQueryParameters" => options.ignore_query = flag()?,
                // Sitemaps are read by `/v2/map`.
                "sitemap" | "ignoreSitemap" => {}
                "scrapeOptions" => {
                    options.scrape = serde_json::from_value(value).map_err(|_| wrong(&name, "an object"))?;
                }
                other if WITHOUT_EFFECT.contains(&other) => {}
                other => return Err(Problem::bad_request("option", format!("`{other}` is not done here"))),
            }
        }
        Ok(options)
    }

    /// An address as it is fetched, if it belongs to the crawl.
    fn scoped(&self, mut url: Url) -> Option<Url> {
        url.set_fragment(None);
        if self.ignore_query {
            url.set_query(None);
        }
        let (own, host) = (self.start.host_str()?, url.host_str()?);
        let is_host = own == host
            || self.subdomains
                && host.strip_suffix(own.trim_start_matches("www.")).is_some_and(|rest| rest.ends_with('.'));
        let folder = self.start.path().rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_below = self.entire_domain || url.path().starts_with(folder);
        let text = if self.on_full_url { url.as_str() } else { url.path() };
        let is_wanted = (self.include.is_empty()
            || self.include.iter().any(|pattern| pattern.is_match(text)))
            && !self.exclude.iter().any(|pattern| pattern.is_match(text));
        let is_web = matches!(url.scheme(), "http" | "https");
        (is_web && is_host && is_below && is_wanted && url.port() == self.start.port()).then_some(url)
    }

    /// Breadth first, from the start.
    async fn run(&self, service: &Service, id: &str) {
        let mut waiting = VecDeque::from([(self.start.clone(), 0)]);
        let mut seen = BTreeSet::from([self.start.clone()]);
        let mut pages = 0;
        while pages < self.limit
            && let Some((url, depth)) = waiting.pop_front()
        {
            pages += 1;
            service.jobs.change(id, |job| job.total = (pages + waiting.len()).min(self.limit));
            let made = scraped(service, url.as_str(), &self.scrape).await;
            let (page, below) = match made {
                Ok((page, below)) => (Ok(page), below),
                Err(problem) => (Err(problem), Vec::new()),
            };
            if depth < self.depth {
                for url in below.into_iter().filter_map(|url| self.scoped(url)) {
                    if waiting.len() < MAX_WAITING && seen.len() < 2 * MAX_WAITING && seen.insert(url.clone())
                    {
                        waiting.push_back((url, depth + 1));
                    }
                }
            }
            if !service.jobs.keep(id, url.as_str(), page) {
                return;
            }
        }
        service.jobs.change(id, |job| job.total = pages);
    }
}

/// Patterns of paths.
fn patterns(name: &str, value: Value) -> Result<Vec<Regex>, Problem> {
    let compile = |text: &String| {
        let made = RegexBuilder::new(text).size_limit(MAX_PATTERN).build();
        made.map_err(|_| wrong(name, &format!("a list of regular expressions: `{text}` is none")))
    };
    texts(name, value)?.iter().map(compile).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn options(fields: &Value) -> CrawlScopeOptions {
        let fields = fields.as_object().unwrap().clone();
        CrawlScopeOptions::read("https://www.example.org/farm/index", fields).unwrap()
    }

    #[test]
    fn a_crawl_stays_below_its_start() {
        let is_in =
            |options: &CrawlScopeOptions, url: &str| options.scoped(Url::parse(url).unwrap()).is_some();
        let plain = options(&json!({}));
        assert!(is_in(&plain, "https://www.example.org/farm/rye#x"));
        for url in [
            "https://www.example.org/",
            "https://shop.example.org/farm/",
            "https://www.example.org:8/farm/a",
            "ftp://www.example.org/farm/",
        ] {
            assert!(!is_in(&plain, url), "{url}");
        }
        let wide = options(
            &json!({ "crawlEntireDomain": true, "allowSubdomains": true, "excludePaths": ["^/oats"] }),
        );
        assert!(is_in(&wide, "https://www.example.org/") && is_in(&wide, "https://shop.example.org/a"));
        assert!(!is_in(&wide, "https://www.example.org/oats/1") && !is_in(&wide, "https://notexample.org/"));
        let some = options(&json!({ "includePaths": ["rye|oats"] }));
        assert!(
            is_in(&some, "https://www.example.org/farm/rye")
                && !is_in(&some, "https://www.example.org/farm/b")
        );
    }

    #[test]
    fn options_are_bounded_and_refused_in_words() {
        let limit = |limit: usize| options(&json!({ "limit": limit })).limit;
        assert_eq!([limit(MAX_PAGES), limit(MAX_PAGES + 1)], [MAX_PAGES; 2]);
        // What clients send by themselves.
        options(
            &json!({ "sitemap": "include", "deduplicateSimilarURLs": true, "ignoreRobotsTxt": false, "delay": null }),
        );
        for wrong in [
            json!({ "includePaths": ["("] }),
            json!({ "webhook": "https://e.org" }),
            json!({ "limit": "x" }),
            json!({ "excludePaths": ["a{1000}{1000}{1000}"] }),
        ] {
            let fields = wrong.as_object().unwrap().clone();
            assert!(CrawlScopeOptions::read("https://e.org/", fields).is_err(), "{wrong}");
        }
        assert!(CrawlScopeOptions::read("file:///etc", Fields::new()).is_err());
    }

    #[test]
    fn jobs_are_bounded() {
        let jobs = ScrapeJobs::default();
        let ids: BTreeSet<String> = (0..MAX_UNDER_WAY).map(|_| jobs.begin().unwrap()).collect();
        assert_eq!((ids.len(), jobs.begin().unwrap_err().status().as_u16()), (MAX_UNDER_WAY, 429));
        for _ in 0..2 * MAX_JOBS {
            let id =
                jobs.table().by_id.iter().find(|(_, job)| job.state == JobState::Scraping).unwrap().0.clone();
            jobs.change(&id, ScrapeJob::complete);
            jobs.begin().unwrap();
        }
        assert_eq!(jobs.table().by_id.len(), MAX_JOBS);
    }

    #[test]
    fn a_job_keeps_so_many_bytes() {
        let jobs = ScrapeJobs::default();
        let id = jobs.begin().unwrap();
        let page = || Ok(json!("x".repeat(MAX_BYTES / 2 - 2)));
        assert!(
            jobs.keep(&id, "a", page()) && jobs.keep(&id, "b", page()) && !jobs.keep(&id, "c", Ok(json!(1)))
        );
        assert!(!jobs.keep("none", "a", page()));
    }
}
