//! Learns made-up sites into a store, and prints speed and memory on the way. Linux only: memory is that of
//! `/proc/self/status`.
//!
//! ```sh
//! cargo run --release -p measure -- site_scale learn 1000000 10000 web.store
//! cargo run --release -p measure -- site_scale compare 20000 200 web.store
//! ```
//!
//! `learn PAGES SITES STORE` keeps what `template_evidence` needs of each site's sample. `compare PAGES SITES STORE`
//! learns from all pages and then decides on each of them with what is stored of its site, beside parsing and deciding
//! with `cetd` alone. Speed is by processor time of one thread, making the pages left out; `elapsed` is the whole run.

use crate::process::memory;
use cpu_time::ThreadTime;
use debulha_core::features::hashing::hash_text;
use debulha_core::site::sample::PageKey;
use debulha_core::{Extractor, Outcome, Page, PageOptions, ParamMap, Scratch};
use debulha_dom::Limits;
use debulha_dom::parse;
use debulha_eval::synthetic::{SyntheticPage, SyntheticWeb};
use debulha_io::site_store::{ObservedPage, SiteReading, SiteStore, StoreSettings, StoreWriter};
use debulha_systems::site::{self, AnySiteMethod};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

/// The method that learns.
const METHOD: &str = "template_evidence";

/// The only crawl.
const CRAWL: &str = "";

/// The page-level system that it is compared with.
const PAGE_LEVEL: &str = "cetd";

/// Pages that are made before they are timed together.
const BATCH: usize = 1_000;

/// Reports on the way.
const REPORTS: usize = 10;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = crate::arguments().collect();
    let [verb, pages, sites, store] = arguments.as_slice() else {
        return Err("give `learn` or `compare`, a number of pages, a number of sites and a file".into());
    };
    let web = SyntheticWeb { pages: pages.parse()?, sites: sites.parse()?, ..SyntheticWeb::default() };
    let method = site::build(METHOD, &ParamMap::new())?;
    let mut store = SiteStore::create(Path::new(store), &StoreSettings::default())?;
    store.register(&*method)?;
    let learner = Learner { method, store };
    match verb.as_str() {
        "learn" => learn(&learner, &web),
        "compare" => compare(&learner, &web),
        other => Err(format!("`{other}` is neither `learn` nor `compare`").into()),
    }
}

struct Learner {
    method: Box<dyn AnySiteMethod>,
    store: SiteStore,
}

impl Learner {
    /// Learns from pages; those that the samples have no place for are not parsed.
    fn learn(&self, pages: &[SyntheticPage], writer: &mut StoreWriter<'_>) -> Result<(), Box<dyn Error>> {
        let view = self.store.view()?;
        for page in pages {
            let site = name(page.site);
            let (key, content) = (PageKey::of_url(&page.url), hash_text(&page.html));
            if view.wants((METHOD, &site, CRAWL), key, Some(content))? {
                let parsed = parse(&page.html, &Limits::default());
                let view = Page::with_options(&parsed.document, Some(&page.url), PageOptions::default());
                writer.push(ObservedPage::observe(&*self.method, &view, &site, CRAWL, content))?;
            }
        }
        Ok(())
    }

    /// Pages that are kept.
    fn kept(&self) -> Result<usize, Box<dyn Error>> {
        let view = self.store.view()?;
        let mut kept = 0;
        for sample in view.samples()? {
            kept += sample?.pages;
        }
        Ok(kept)
    }

    /// Bytes of the file.
    fn bytes(&self) -> Result<f64, Box<dyn Error>> {
        Ok(std::fs::metadata(self.store.path())?.len() as f64)
    }
}

fn name(site: u64) -> String {
    format!("site{site}.example")
}

fn learn(learner: &Learner, web: &SyntheticWeb) -> Result<(), Box<dyn Error>> {
    println!("     pages   pages/s    kept   file bytes a kept page   memory MB   peak MB   elapsed s");
    let (mut done, mut time) = (0, Duration::ZERO);
    let started = Instant::now();
    let every = (web.pages as usize).div_ceil(REPORTS).next_multiple_of(BATCH);
    for_batches(web, |batch| {
        let mut writer = learner.store.writer()?;
        time += timed(|| {
            learner.learn(batch, &mut writer)?;
            Ok(writer.finish()?)
        })?;
        done += batch.len();
        if done % every == 0 || done == web.pages as usize {
            let kept = learner.kept()?;
            println!(
                "{done:10} {:9.0} {kept:7} {:24.0} {:11.1} {:9.1} {:11.0}",
                done as f64 / time.as_secs_f64(),
                learner.bytes()? / kept.max(1) as f64,
                memory("VmRSS")? as f64 / 1e6,
                memory("VmHWM")? as f64 / 1e6,
                started.elapsed().as_secs_f64()
            );
        }
        Ok(())
    })
}

fn compare(learner: &Learner, web: &SyntheticWeb) -> Result<(), Box<dyn Error>> {
    let plain = debulha_systems::extractors::build(PAGE_LEVEL, &ParamMap::new())?;
    let mut scratch = Scratch::default();
    let (mut learning, mut deciding, mut alone) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let mut bytes = 0;
    for_batches(web, |batch| {
        bytes += batch.iter().map(|page| page.html.len()).sum::<usize>();
        let mut writer = learner.store.writer()?;
        learning += timed(|| {
            learner.learn(batch, &mut writer)?;
            Ok(writer.finish()?)
        })?;
        alone += timed(|| {
            for page in batch {
                _ = decide(&*plain, page, &mut scratch);
            }
            Ok(())
        })?;
        Ok(())
    })?;
    let mut sites: BTreeMap<u64, Box<dyn Extractor>> = BTreeMap::new();
    let finishing = timed(|| {
        for site in 0..web.sites {
            let learned = learner.store.learn(&*learner.method, &name(site), &SiteReading::default())?;
            sites.extend(learned.map(|learned| (site, learned)));
        }
        Ok(())
    })?;
    let (mut found, mut menus) = (0, 0);
    for_batches(web, |batch| {
        let mut texts = Vec::with_capacity(batch.len());
        deciding += timed(|| {
            let learned = |page: &SyntheticPage| sites.get(&page.site).map(|learned| &**learned);
            let decide =
                |page: &SyntheticPage| learned(page).map(|learned| decide(learned, page, &mut scratch));
            texts.extend(batch.iter().map(decide));
            Ok(())
        })?;
        for (page, text) in batch.iter().zip(texts) {
            let text = text.unwrap_or_default();
            found += usize::from(page.story.lines().all(|line| text.contains(line)));
            menus += usize::from(text.contains(&page.foot));
        }
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
    println!("kept: the whole story on {found} pages, the foot of the site on {menus}");
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

fn timed(work: impl FnOnce() -> Result<(), Box<dyn Error>>) -> Result<Duration, Box<dyn Error>> {
    let started = ThreadTime::try_now()?;
    work()?;
    Ok(started.try_elapsed()?)
}
