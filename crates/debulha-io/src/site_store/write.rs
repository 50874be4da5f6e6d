//! How pages come into a store.

use super::error::AtStore;
use super::{Extent, RECORDS, Row, RowKey, SAMPLES, SampleKey, SiteStore, StoreError};
use debulha_core::Page;
use debulha_core::site::AnySiteMethod;
use debulha_core::site::sample::PageKey;
use redb::{ReadableTable, Table};
use std::mem;
use std::path::Path;

/// Pages that wait for a commit at most, unless told otherwise: enough that syncing costs little, few enough that a
/// crash loses little.
pub const BATCH_PAGES: usize = 2048;

/// Bytes of records that wait for a commit at most.
const BATCH_BYTES: usize = 8 << 20;

/// What a method observed of one page: a row of a store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObservedPage {
    /// Id of the method.
    pub method: String,
    /// The site.
    pub site: String,
    /// The crawl; crawls follow one another in the order of their names.
    pub crawl: String,
    /// The page's key.
    pub key: PageKey,
    /// The number of its content: of two versions of a page in one crawl, the one with the smaller number is kept.
    pub content: u64,
    /// Its address without the fragment; empty where it is not known.
    pub url: String,
    /// The record.
    pub record: Vec<u8>,
}

impl ObservedPage {
    /// Observes a page. `content` is the number of the page's bytes.
    pub fn observe(
        method: &dyn AnySiteMethod,
        page: &Page<'_>,
        site: &str,
        crawl: &str,
        content: u64,
    ) -> ObservedPage {
        // What the key is of.
        let url = page.url().map_or("", |url| url.split('#').next().unwrap_or(url).trim());
        ObservedPage {
            method: method.info().extractor.id.to_owned(),
            site: site.to_owned(),
            crawl: crawl.to_owned(),
            key: page.key(),
            content,
            url: url.to_owned(),
            record: method.observe(page),
        }
    }

    /// Whether both belong to the same sample.
    fn is_beside(&self, other: &ObservedPage) -> bool {
        self.sample() == other.sample()
    }

    fn sample(&self) -> (&str, &str, &str) {
        (&self.method, &self.site, &self.crawl)
    }

    fn bytes(&self) -> usize {
        self.method.len() + self.site.len() + self.crawl.len() + self.url.len() + self.record.len()
    }
}

/// Adds pages to a store, many to a transaction.
#[derive(Debug)]
pub struct StoreWriter<'s> {
    store: &'s SiteStore,
    batch: Vec<ObservedPage>,
    bytes: usize,
    batch_pages: usize,
}

impl SiteStore {
    /// Begins to add pages.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`].
    pub fn writer(&self) -> Result<StoreWriter<'_>, StoreError> {
        if self.is_read_only {
            return Err(StoreError::ReadOnly { path: self.path.clone() });
        }
        Ok(StoreWriter { store: self, batch: Vec::new(), bytes: 0, batch_pages: BATCH_PAGES })
    }
}

impl StoreWriter<'_> {
    /// Commits after so many pages at the latest.
    #[must_use]
    pub fn batch_pages(mut self, pages: usize) -> Self {
        self.batch_pages = pages.max(1);
        self
    }

    /// Adds a page, and commits where enough of them wait. Its method must have been registered.
    ///
    /// # Errors
    /// Of the commit; what was committed before stays.
    pub fn push(&mut self, page: ObservedPage) -> Result<(), StoreError> {
        self.bytes += page.bytes();
        self.batch.push(page);
        if self.batch.len() >= self.batch_pages || self.bytes >= BATCH_BYTES { self.commit() } else { Ok(()) }
    }

    /// Commits what waits. What is not finished is lost.
    ///
    /// # Errors
    /// Of the commit.
    pub fn finish(mut self) -> Result<(), StoreError> {
        self.commit()
    }

    /// O(pages · log rows). Synced to the disk when it returns.
    fn commit(&mut self) -> Result<(), StoreError> {
        self.bytes = 0;
        let mut batch = mem::take(&mut self.batch);
        // By key: in a full sample, the pages that stay come before those that would be evicted for them.
        batch.sort_unstable();
        if batch.is_empty() {
            return Ok(());
        }
        let path = &self.store.path;
        let transaction = self.store.begin()?;
        {
            let mut records = transaction.open_table(RECORDS).at(path)?;
            let mut samples = transaction.open_table(SAMPLES).at(path)?;
            for pages in batch.chunk_by(ObservedPage::is_beside) {
                add(&mut records, &mut samples, pages, self.store.settings.capacity, path)?;
            }
        }
        transaction.commit().at(path)
    }
}

/// Adds pages to the sample that they all belong to.
fn add(
    records: &mut Table<'_, RowKey, Row>,
    samples: &mut Table<'_, SampleKey, Extent>,
    pages: &[ObservedPage],
    capacity: usize,
    path: &Path,
) -> Result<(), StoreError> {
    let Some((method, site, crawl)) = pages.first().map(ObservedPage::sample) else { return Ok(()) };
    let before = samples.get((method, site, crawl)).at(path)?.map(|sample| sample.value());
    let (mut len, mut last) = before.unwrap_or_default();
    let capacity = capacity as u64;
    for page in pages {
        let row = (method, site, crawl, page.key.0);
        if len >= capacity && page.key.0 > last {
            continue;
        }
        match records.get(row).at(path)?.map(|kept| kept.value().0) {
            Some(content) if content <= page.content => continue,
            Some(_) => {}
            None => {
                len += 1;
                last = last.max(page.key.0);
            }
        }
        records.insert(row, (page.content, page.url.as_str(), page.record.as_slice())).at(path)?;
        if len > capacity {
            records.remove((method, site, crawl, last)).at(path)?;
            len -= 1;
            let mut rest = records.range((method, site, crawl, 0)..(method, site, crawl, last)).at(path)?;
            last = rest.next_back().transpose().at(path)?.map_or(0, |(key, _)| key.value().3);
        }
    }
    samples.insert((method, site, crawl), (len, last)).at(path)?;
    Ok(())
}
