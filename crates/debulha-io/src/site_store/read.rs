//! What a store knows.

use super::error::AtStore;
use super::{Extent, RECORDS, Row, RowKey, SAMPLES, SampleKey, SiteStore, StoreError};
use debulha_core::Extractor;
use debulha_core::site::by_template::{self, ByTemplate, PerTemplate};
use debulha_core::site::evidence::SiteEvidence;
use debulha_core::site::sample::{PageKey, estimated_pages};
use debulha_core::site::template_evidence::{ID as EVIDENCE, evidence};
use debulha_core::site::{AnySiteMethod, Observed, RecordError};
use redb::{ReadOnlyTable, ReadableDatabase};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// How the pages of a site are read: by default all crawls alike, and the site as a whole.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SiteReading {
    /// Crawls after which a page counts half: see [`StoreView::pages`]. `None`: all crawls count alike.
    pub half_life: Option<f64>,
    /// How the templates of the site are told apart, each to be learned by itself; `None`: they are not, as by the
    /// published methods.
    pub by_template: Option<ByTemplate>,
}

/// What is kept of a site in one crawl by one method.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleInfo {
    /// Id of the method.
    pub method: String,
    /// The site.
    pub site: String,
    /// The crawl.
    pub crawl: String,
    /// Pages kept.
    pub pages: usize,
    /// Pages seen: exact while the sample is not full, else estimated.
    pub pages_seen: f64,
}

/// A page as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPage {
    /// The number of its content.
    pub content: u64,
    /// Its address; empty where it is not known.
    pub url: String,
    /// The page as the method gets it.
    pub observed: Observed<Vec<u8>>,
}

/// The store at one moment, whatever is written meanwhile.
#[derive(Debug)]
pub struct StoreView<'s> {
    path: &'s Path,
    capacity: usize,
    records: ReadOnlyTable<RowKey, Row>,
    samples: ReadOnlyTable<SampleKey, Extent>,
}

impl SiteStore {
    /// The store as it is now. Costs some microseconds.
    ///
    /// # Errors
    /// Of reading.
    pub fn view(&self) -> Result<StoreView<'_>, StoreError> {
        let path = self.path.as_path();
        let transaction = self.database.begin_read().at(path)?;
        let records = transaction.open_table(RECORDS).at(path)?;
        let samples = transaction.open_table(SAMPLES).at(path)?;
        Ok(StoreView { path, capacity: self.settings.capacity, records, samples })
    }

    /// Learns from what a method kept of a site; `None` where it kept nothing.
    ///
    /// # Errors
    /// Of reading, and a record that this version of the method cannot read.
    pub fn learn(
        &self,
        method: &dyn AnySiteMethod,
        site: &str,
        reading: &SiteReading,
    ) -> Result<Option<Box<dyn Extractor>>, StoreError> {
        self.read_site(method.info().extractor.id, site, reading, |pages| match &reading.by_template {
            Some(options) => by_template::finish(method, pages, options),
            None => method.finish(pages),
        })
    }

    /// How often each piece of text occurs on a site, on all pages and on those of each template; `None` where nothing
    /// was kept for that.
    ///
    /// # Errors
    /// Of reading, and a record that this version cannot read.
    pub fn evidence(
        &self,
        site: &str,
        reading: &SiteReading,
    ) -> Result<Option<PerTemplate<SiteEvidence>>, StoreError> {
        let apart =
            reading.by_template.unwrap_or(ByTemplate { min_pages: u32::MAX, ..ByTemplate::default() });
        let view = self.view()?;
        let mut all = Vec::new();
        for crawl in view.crawls(EVIDENCE, site)? {
            for page in view.pages_of_crawl((EVIDENCE, site, &crawl.crawl))? {
                all.push(page?.observed);
            }
        }
        self.read_site(EVIDENCE, site, reading, |pages| {
            let counted: BTreeSet<(PageKey, &str)> =
                pages.iter().map(|page| (page.key, &*page.crawl)).collect();
            let earlier = all.iter().filter(|page| !counted.contains(&(page.key, &*page.crawl)));
            let earlier: Vec<Observed<&[u8]>> = earlier.map(borrowed).collect();
            PerTemplate::learn(pages, &apart, |pages| evidence(pages, &earlier))
        })
    }

    fn read_site<T>(
        &self,
        method: &str,
        site: &str,
        reading: &SiteReading,
        learn: impl FnOnce(&[Observed<&[u8]>]) -> Result<T, RecordError>,
    ) -> Result<Option<T>, StoreError> {
        let pages = self.view()?.pages(method, site, reading.half_life)?;
        if pages.is_empty() {
            return Ok(None);
        }
        let observed: Vec<Observed<&[u8]>> = pages.iter().map(|page| borrowed(&page.observed)).collect();
        let learned = learn(&observed);
        learned.map(Some).map_err(|reason| StoreError::Record { path: self.path.clone(), reason })
    }
}

fn borrowed(page: &Observed<Vec<u8>>) -> Observed<&[u8]> {
    Observed { key: page.key, crawl: Arc::clone(&page.crawl), record: page.record.as_slice() }
}

impl StoreView<'_> {
    /// Whether a page would change what is kept. Where the number of its content is not known yet, whether it might.
    ///
    /// # Errors
    /// Of reading.
    pub fn wants(
        &self,
        (method, site, crawl): (&str, &str, &str),
        key: PageKey,
        content: Option<u64>,
    ) -> Result<bool, StoreError> {
        let sample = self.samples.get((method, site, crawl)).at(self.path)?;
        let Some((len, last)) = sample.map(|sample| sample.value()) else { return Ok(true) };
        if key.0 > last {
            return Ok((len as usize) < self.capacity);
        }
        let Some(content) = content else { return Ok(true) };
        let kept = self.records.get((method, site, crawl, key.0)).at(self.path)?;
        Ok(kept.is_none_or(|kept| content < kept.value().0))
    }

    /// All samples, by method, site and crawl.
    ///
    /// # Errors
    /// Of reading.
    pub fn samples(&self) -> Result<impl Iterator<Item = Result<SampleInfo, StoreError>>, StoreError> {
        let rows = self.samples.range::<(&str, &str, &str)>(..).at(self.path)?;
        Ok(rows.map(|row| {
            let (name, sample) = row.at(self.path)?;
            Ok(self.info(name.value(), sample.value()))
        }))
    }

    /// What a method kept of a site, by crawl.
    ///
    /// # Errors
    /// Of reading.
    pub fn crawls(&self, method: &str, site: &str) -> Result<Vec<SampleInfo>, StoreError> {
        let mut crawls = Vec::new();
        for row in self.samples.range((method, site, "")..).at(self.path)? {
            let (name, sample) = row.at(self.path)?;
            let name = name.value();
            if (name.0, name.1) != (method, site) {
                break;
            }
            crawls.push(self.info(name, sample.value()));
        }
        Ok(crawls)
    }

    fn info(&self, (method, site, crawl): (&str, &str, &str), (len, last): (u64, u64)) -> SampleInfo {
        let pages = len as usize;
        SampleInfo {
            method: method.to_owned(),
            site: site.to_owned(),
            crawl: crawl.to_owned(),
            pages,
            pages_seen: estimated_pages(pages, self.capacity, PageKey(last)),
        }
    }

    /// The pages that a method kept of a site in one crawl, by key.
    ///
    /// # Errors
    /// Of reading.
    pub fn pages_of_crawl(
        &self,
        (method, site, crawl): (&str, &str, &str),
    ) -> Result<impl Iterator<Item = Result<StoredPage, StoreError>>, StoreError> {
        let name: Arc<str> = Arc::from(crawl);
        let range = (method, site, crawl, 0)..=(method, site, crawl, u64::MAX);
        let rows = self.records.range(range).at(self.path)?;
        Ok(rows.map(move |row| {
            let (key, kept) = row.at(self.path)?;
            let (content, url, record) = kept.value();
            let observed =
                Observed { key: PageKey(key.value().3), crawl: Arc::clone(&name), record: record.to_vec() };
            Ok(StoredPage { content, url: url.to_owned(), observed })
        }))
    }

    /// The pages of a site that a method learns from, by key: of each page its version in the newest crawl, and of all
    /// pages as many as one crawl may keep.
    ///
    /// Without a half-life those with the smallest keys, as if all crawls were one. With one, pages of older crawls
    /// are less likely to stay: the weight of a page halves with each `half_life` of crawls of the site that came after
    /// its own, and the chance to stay goes with the weight. Pages run a race, of which the first are kept: the time of
    /// a page is −ln(1 − u) / weight, exponentially distributed, u being the place of its key in the range of keys
    /// (efraimidis2006). Within a crawl that is the order of the keys, so that what the crawls keep is enough to know
    /// who comes first.
    ///
    /// # Errors
    /// Of reading.
    pub fn pages(
        &self,
        method: &str,
        site: &str,
        half_life: Option<f64>,
    ) -> Result<Vec<StoredPage>, StoreError> {
        let crawls = self.crawls(method, site)?;
        let mut kept: BTreeMap<PageKey, (f64, StoredPage)> = BTreeMap::new();
        for (age, crawl) in crawls.iter().rev().enumerate() {
            let weight = half_life.map_or(1.0, |half_life| (-(age as f64) / half_life).exp2());
            for page in self.pages_of_crawl((method, site, &crawl.crawl))? {
                let page = page?;
                let key = page.observed.key;
                let time = -(-key.share()).ln_1p() / weight;
                kept.entry(key).or_insert((time, page));
            }
            if kept.len() > self.capacity {
                let mut times: Vec<(f64, PageKey)> =
                    kept.iter().map(|(&key, &(time, _))| (time, key)).collect();
                times.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                for (_, key) in &times[self.capacity..] {
                    kept.remove(key);
                }
            }
        }
        Ok(kept.into_values().map(|(_, page)| page).collect())
    }
}
