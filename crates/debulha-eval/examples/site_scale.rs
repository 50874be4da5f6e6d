//! Learns made-up sites at scale, and prints speed and memory on the way. Linux only: memory is that of
//! `/proc/self/status`.
//!
//! ```sh
//! cargo run --release -p debulha-eval --example site_scale -- learn 100000 10000
//! cargo run --release -p debulha-eval --example site_scale -- compare 20000 200
//! ```
//!
//! `learn PAGES SITES` keeps what `template_evidence` needs of each site's sample. Times are those of one thread:
//! making the pages is not in them. `compare PAGES SITES` learns from all pages and then decides on each of them with
//! what was learned of its site, beside parsing and deciding with `cetd` alone.

#[path = "../../debulha-dom/examples/process/mod.rs"]
mod process;

use debulha::core::features::hashing::hash_text;
use debulha::core::site::sample::{DEFAULT_CAPACITY, Kept, PageKey, Sample};
use debulha::core::site::{self, AnySiteMethod};
use debulha::dom::parse;
use debulha::{Extractor, Limits, Outcome, Page, PageOptions, ParamMap, Scratch};
use debulha_eval::synthetic::{SyntheticPage, SyntheticWeb};
use process::memory;
use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

/// The method that learns.
const METHOD: &str = "template_evidence";

/// The page-level system that it is compared with.
const PAGE_LEVEL: &str = "cetd";

/// Pages that are made before they are timed together.
const BATCH: usize = 1_000;

/// Reports on the way.
const REPORTS: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [verb, pages, sites] = arguments.as_slice() else {
        return Err("give `learn` or `compare`, a number of pages and a number of sites".into());
    };
    let web = SyntheticWeb { pages: pages.parse()?, sites: sites.parse()?, ..SyntheticWeb::default() };
    match verb.as_str() {
        "learn" => learn(&web),
        "compare" => compare(&web),
        other => Err(format!("`{other}` is neither `learn` nor `compare`").into()),
    }
}

/// Samples of all sites.
struct Learner {
    method: Box<dyn AnySiteMethod>,
    sites: BTreeMap<u64, Sample<Vec<u8>>>,
}

impl Learner {
    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Learner { method: site::build(METHOD, &ParamMap::new())?, sites: BTreeMap::new() })
    }

    /// Learns from a page, unless its sample has no place for it.
    fn learn(&mut self, page: &SyntheticPage) {
        let (key, content) = (PageKey::of_url(&page.url), hash_text(&page.html));
        let sample = self.sites.entry(page.site).or_insert_with(|| Sample::new(DEFAULT_CAPACITY));
        if sample.wants(key, content) {
            let parsed = parse(&page.html, &Limits::default());
            let view = Page::with_options(&parsed.document, Some(&page.url), PageOptions::default());
            sample.insert(key, Kept { content, record: self.method.observe(&view) });
        }
    }

    /// Pages and bytes that are kept.
    fn kept(&self) -> (usize, usize) {
        let records = self.sites.values().flat_map(Sample::pages).map(|(_, kept)| kept.record.len());
        records.fold((0, 0), |(pages, bytes), record| (pages + 1, bytes + record))
    }
}

fn learn(web: &SyntheticWeb) -> Result<(), Box<dyn Error>> {
    let mut learner = Learner::new()?;
    println!("     pages   pages/s    kept   bytes a kept page   memory MB   peak MB");
    let (mut done, mut seconds) = (0, 0.0);
    let every = (web.pages as usize).div_ceil(REPORTS).next_multiple_of(BATCH);
    for_batches(web, |batch| {
        seconds += timed(|| batch.iter().for_each(|page| learner.learn(page))).as_secs_f64();
        done += batch.len();
        if done % every == 0 || done == web.pages as usize {
            let (kept, bytes) = learner.kept();
            println!(
                "{done:10} {:9.0} {kept:7} {:19.0} {:11.1} {:9.1}",
                done as f64 / seconds,
                bytes as f64 / kept.max(1) as f64,
                memory("VmRSS")? as f64 / 1e6,
                memory("VmHWM")? as f64 / 1e6
            );
        }
        Ok(())
    })
}

fn compare(web: &SyntheticWeb) -> Result<(), Box<dyn Error>> {
    let mut learner = Learner::new()?;
    let plain = debulha::core::extractors::build(PAGE_LEVEL, &ParamMap::new())?;
    let mut scratch = Scratch::default();
    let (mut learning, mut deciding, mut alone) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let mut bytes = 0;
    for_batches(web, |batch| {
        bytes += batch.iter().map(|page| page.html.len()).sum::<usize>();
        learning += timed(|| batch.iter().for_each(|page| learner.learn(page)));
        alone += timed(|| batch.iter().for_each(|page| _ = decide(&*plain, page, &mut scratch)));
        Ok(())
    })?;
    let mut sites: BTreeMap<u64, Box<dyn Extractor>> = BTreeMap::new();
    let started = Instant::now();
    for (&number, sample) in &learner.sites {
        sites.insert(number, site::finish_sample(&*learner.method, sample)?);
    }
    let finishing = started.elapsed();
    let (mut found, mut least) = (0, 0);
    for_batches(web, |batch| {
        deciding += timed(|| {
            for page in batch {
                let Some(learned) = sites.get(&page.site) else { continue };
                let text = decide(&**learned, page, &mut scratch);
                found += usize::from(page.story.lines().all(|line| text.contains(line)));
                least += usize::from(text.len() < page.html.len() / 2);
            }
        });
        Ok(())
    })?;
    let rate = |time: Duration| web.pages as f64 / time.as_secs_f64();
    println!(
        "{} pages of {} sites, {} bytes a page",
        web.pages,
        web.sites,
        bytes / web.pages.max(1) as usize
    );
    println!("{PAGE_LEVEL} alone         {:9.0} pages/s", rate(alone));
    println!("learning           {:9.0} pages/s", rate(learning));
    println!(
        "finishing          {:9.2} ms a site",
        1e3 * finishing.as_secs_f64() / sites.len().max(1) as f64
    );
    println!("deciding           {:9.0} pages/s", rate(deciding));
    let all = learning + finishing + deciding;
    println!("all together       {:9.0} pages/s, {:.2} of {PAGE_LEVEL}", rate(all), rate(all) / rate(alone));
    println!("the whole story is found on {found} pages, less than half of the page on {least}");
    Ok(())
}

/// Parses a page and decides on it.
fn decide(extractor: &dyn Extractor, page: &SyntheticPage, scratch: &mut Scratch) -> String {
    let parsed = parse(&page.html, &Limits::default());
    let view = Page::with_options(&parsed.document, Some(&page.url), PageOptions::default());
    match extractor.extract(&view, scratch) {
        Outcome::Labeled(labels) => labels.plain_text(&view),
        Outcome::Abstained(_) => String::new(),
    }
}

/// Hands all pages on, so many at a time.
fn for_batches(
    web: &SyntheticWeb,
    mut work: impl FnMut(&[SyntheticPage]) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut pages = web.pages();
    loop {
        let batch: Vec<SyntheticPage> = pages.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return Ok(());
        }
        work(&batch)?;
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}
