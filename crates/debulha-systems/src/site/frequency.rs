//! On how many pages of a site something occurs.

use debulha_core::page::Page;
use debulha_core::site::sample::PageKey;
use rustc_hash::{FxHashMap, FxHashSet};

/// Document frequencies over the pages of a sample: of texts, subtrees or blocks, by their numbers.
#[derive(Debug, Default)]
pub struct DocumentFrequency {
    pages: FxHashSet<PageKey>,
    counts: FxHashMap<u64, u32>,
}

impl DocumentFrequency {
    /// Counts a page. Numbers must be given once a page. O(numbers).
    pub fn add(&mut self, key: PageKey, numbers: impl IntoIterator<Item = u64>) {
        self.pages.insert(key);
        for number in numbers {
            *self.counts.entry(number).or_default() += 1;
        }
    }

    /// Pages counted.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Pages counted that have something. O(1).
    pub fn pages_with(&self, number: u64) -> u32 {
        self.counts.get(&number).copied().unwrap_or_default()
    }

    /// Looks from one page of the site at the others.
    pub fn beside(&self, page: &Page<'_>) -> PageFrequency<'_> {
        PageFrequency { frequency: self, own: u32::from(self.pages.contains(&page.key())) }
    }
}

/// [`DocumentFrequency`] as one page sees it, which may have been counted.
#[derive(Debug, Clone, Copy)]
pub struct PageFrequency<'f> {
    frequency: &'f DocumentFrequency,
    /// 1 where the page was counted.
    own: u32,
}

impl PageFrequency<'_> {
    /// Pages counted other than this one.
    pub fn other_pages(&self) -> u32 {
        self.frequency.pages.len() as u32 - self.own
    }

    /// Other pages that have something that this page has: where it was counted, once less. O(1).
    pub fn others_with(&self, number: u64) -> u32 {
        self.frequency.pages_with(number).saturating_sub(self.own)
    }
}
