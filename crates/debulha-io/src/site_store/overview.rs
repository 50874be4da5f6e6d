//! What a store knows, summed up for people.

use super::{StoreError, StoreView};
use debulha_core::site::by_template::PerTemplate;
use debulha_core::site::evidence::SiteEvidence;
use debulha_core::site::sample::PageKey;
use debulha_core::site::template_evidence::ID as EVIDENCE;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is kept of a site, over its crawls, by the method that keeps most of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SiteSummary {
    /// The site.
    pub site: String,
    /// Its crawls.
    pub crawls: usize,
    /// Pages kept.
    pub pages: usize,
    /// Pages seen: exact while no sample is full, else estimated.
    pub pages_seen: f64,
}

/// A template of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TemplateSummary {
    /// Pages of the sample that were made from it.
    pub pages: usize,
    /// Addresses of some of them.
    pub examples: Vec<String>,
}

/// The result for a page from one crawl to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It is in the later crawl alone.
    New,
    /// It is in the earlier crawl alone.
    Gone,
    /// Its content is another one.
    Changed,
    /// Its content is the same.
    Same,
}

/// A page in two crawls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageChange {
    /// Its address; empty where it is not known.
    pub url: String,
    /// The result for it.
    pub state: Change,
}

impl StoreView<'_> {
    /// All sites, by name. O(samples).
    ///
    /// # Errors
    /// Of reading.
    pub fn sites(&self) -> Result<Vec<SiteSummary>, StoreError> {
        let mut by_method: BTreeMap<(String, String), SiteSummary> = BTreeMap::new();
        for sample in self.samples()? {
            let sample = sample?;
            let site = by_method.entry((sample.site, sample.method)).or_default();
            site.crawls += 1;
            site.pages += sample.pages;
            site.pages_seen += sample.pages_seen;
        }
        let mut sites: Vec<SiteSummary> = Vec::new();
        for ((site, _), summary) in by_method {
            let summary = SiteSummary { site, ..summary };
            match sites.last_mut() {
                Some(last) if last.site == summary.site && summary.pages >= last.pages => *last = summary,
                Some(last) if last.site == summary.site => {}
                _ => sites.push(summary),
            }
        }
        Ok(sites)
    }

    /// The templates of a site, as they were told apart in `known`, with the addresses of so many pages of each.
    ///
    /// # Errors
    /// Of reading.
    pub fn templates(
        &self,
        site: &str,
        known: &PerTemplate<SiteEvidence>,
        examples: usize,
    ) -> Result<Vec<TemplateSummary>, StoreError> {
        let pages = self.pages(EVIDENCE, site, None)?;
        let urls: BTreeMap<PageKey, String> =
            pages.into_iter().map(|page| (page.observed.key, page.url)).collect();
        let clusters = known.clusters().iter().map(|cluster| {
            let of_pages =
                cluster.pages.iter().filter_map(|(key, _)| urls.get(key).filter(|url| !url.is_empty()));
            TemplateSummary {
                pages: cluster.pages.len(),
                examples: of_pages.take(examples).cloned().collect(),
            }
        });
        Ok(clusters.collect())
    }

    /// The result for the pages of a site from one crawl to another, by the order of their keys. Pages that fell out of a full
    /// sample look as if they were gone.
    ///
    /// # Errors
    /// Of reading.
    pub fn changes(&self, site: &str, from: &str, to: &str) -> Result<Vec<PageChange>, StoreError> {
        let mut pages: BTreeMap<PageKey, [Option<(u64, String)>; 2]> = BTreeMap::new();
        for (place, crawl) in [from, to].into_iter().enumerate() {
            for page in self.pages_of_crawl((EVIDENCE, site, crawl))? {
                let page = page?;
                pages.entry(page.observed.key).or_default()[place] = Some((page.content, page.url));
            }
        }
        let changes = pages.into_values().filter_map(|versions| {
            let (url, state) = match versions {
                [Some((before, _)), Some((after, url))] if before == after => (url, Change::Same),
                [Some(_), Some((_, url))] => (url, Change::Changed),
                [Some((_, url)), None] => (url, Change::Gone),
                [None, Some((_, url))] => (url, Change::New),
                [None, None] => return None,
            };
            Some(PageChange { url, state })
        });
        Ok(changes.collect())
    }
}
