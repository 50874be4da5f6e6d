//! A bounded sample of a site's pages that merges exactly.

use crate::features::hashing::hash_bytes;
use crate::features::random::mix;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use url::Url;

/// Pages of a site that are kept unless told otherwise: more than any of the methods' authors asked for but one.
pub const DEFAULT_CAPACITY: usize = 200;

/// Tells pages of a site apart, and orders them as if by lot: equally likely anywhere in the range of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PageKey(pub u64);

impl PageKey {
    /// The key of an address; how it is written and its fragment do not count. O(bytes).
    ///
    /// ```
    /// use debulha_core::site::sample::PageKey;
    ///
    /// assert_eq!(PageKey::of_url("http://example.org#top"), PageKey::of_url(" HTTP://Example.org/"));
    /// ```
    pub fn of_url(url: &str) -> Self {
        match Url::parse(url) {
            Ok(url) => PageKey::of_parsed(url),
            Err(_) => PageKey::of_bytes(url.trim().as_bytes()),
        }
    }

    /// The key of an address that is parsed already.
    pub fn of_parsed(mut url: Url) -> Self {
        url.set_fragment(None);
        PageKey::of_bytes(url.as_str().as_bytes())
    }

    /// The key of a page without an address. O(bytes).
    pub fn of_text(text: &str) -> Self {
        PageKey::of_bytes(text.as_bytes())
    }

    /// The key of a page without an address that is not decoded yet. O(bytes).
    pub fn of_bytes(bytes: &[u8]) -> Self {
        PageKey(mix(hash_bytes(bytes)))
    }

    /// Where the key lies in its range, from 0 to 1.
    pub fn share(self) -> f64 {
        (self.0 as f64 + 1.0) / (u64::MAX as f64 + 1.0)
    }
}

/// What is kept of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPage<T> {
    /// The number of the page's content: of two versions of a page, the one with the smaller number is kept.
    pub content: u64,
    /// What was observed.
    pub record: T,
}

/// The pages of a site with the smallest keys, at most `capacity` of them: a bottom-k sample.
///
/// Which pages these are depends on the set of all pages seen and on nothing else, so merging is associative,
/// commutative and idempotent, and a page that is seen twice counts once. A page has the same chance to be in the
/// sample whatever its order of arrival.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample<T> {
    capacity: usize,
    pages: BTreeMap<PageKey, KeptPage<T>>,
}

impl<T> Sample<T> {
    /// No pages yet. At least one page is kept.
    pub fn new(capacity: usize) -> Self {
        Sample { capacity: capacity.max(1), pages: BTreeMap::new() }
    }

    /// Whether a page would change the sample; if not, it need not even be parsed.
    pub fn wants(&self, key: PageKey, content: u64) -> bool {
        match self.pages.get(&key) {
            Some(kept) => content < kept.content,
            None => {
                self.pages.len() < self.capacity
                    || self.pages.last_key_value().is_some_and(|(&last, _)| key < last)
            }
        }
    }

    /// Takes a page in if it belongs to the sample. O(log capacity).
    pub fn insert(&mut self, key: PageKey, page: KeptPage<T>) {
        if !self.wants(key, page.content) {
            return;
        }
        match self.pages.entry(key) {
            Entry::Occupied(mut kept) => _ = kept.insert(page),
            Entry::Vacant(place) => {
                place.insert(page);
                if self.pages.len() > self.capacity {
                    self.pages.pop_last();
                }
            }
        }
    }

    /// Takes in all pages of another sample. The capacity becomes the smaller one of both.
    pub fn merge(&mut self, other: Sample<T>) {
        self.capacity = self.capacity.min(other.capacity);
        while self.pages.len() > self.capacity {
            self.pages.pop_last();
        }
        for (key, page) in other.pages {
            self.insert(key, page);
        }
    }

    /// Number of pages in the sample.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether no page was seen.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The pages in the order of their keys.
    pub fn pages(&self) -> impl ExactSizeIterator<Item = (PageKey, &KeptPage<T>)> {
        self.pages.iter().map(|(&key, kept)| (key, kept))
    }

    /// Takes the sample apart, in the order of the keys.
    pub fn into_pages(self) -> impl ExactSizeIterator<Item = (PageKey, KeptPage<T>)> {
        self.pages.into_iter()
    }

    /// Number of pages seen: see [`estimated_pages`].
    pub fn pages_seen(&self) -> f64 {
        let last = self.pages.last_key_value().map(|(&key, _)| key);
        last.map_or(0.0, |last| estimated_pages(self.pages.len(), self.capacity, last))
    }
}

/// Number of distinct pages behind a sample of `len` of them, the last of which is `last`: exact while the sample
/// is not full, else estimated with a relative standard error of about 1 / √(capacity − 2) (beyer2007: the unbiased
/// estimator of the k-th smallest of n numbers drawn evenly).
///
/// ```
/// use debulha_core::site::sample::{PageKey, estimated_pages};
///
/// assert_eq!(estimated_pages(3, 200, PageKey(u64::MAX)), 3.0);
/// let half = PageKey(u64::MAX / 2);
/// assert!((estimated_pages(200, 200, half) - 398.0).abs() < 1e-6);
/// ```
pub fn estimated_pages(len: usize, capacity: usize, last: PageKey) -> f64 {
    if len < capacity { len as f64 } else { ((len as f64 - 1.0) / last.share()).max(len as f64) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample(capacity: usize, pages: &[(u64, u64)]) -> Sample<u64> {
        let mut sample = Sample::new(capacity);
        for &(key, content) in pages {
            sample.insert(PageKey(key), KeptPage { content, record: content });
        }
        sample
    }

    proptest! {
        #[test]
        fn any_sharding_in_any_order_gives_the_same_sample(
            pages in prop::collection::vec((0_u64..60, 0_u64..3), 0..120),
            shards in prop::collection::vec(0_usize..16, 120),
            capacity in 1_usize..40,
        ) {
            let whole = sample(capacity, &pages);
            let mut parts = vec![Vec::new(); 16];
            for (page, &shard) in pages.iter().zip(&shards) {
                parts[shard].push(*page);
            }
            let parts: Vec<_> = parts.iter().map(|pages| sample(capacity, pages)).collect();
            let merged = |parts: Vec<Sample<u64>>| parts.into_iter().reduce(|mut a, b| { a.merge(b); a }).unwrap();
            prop_assert_eq!(&merged(parts.clone()), &whole);
            prop_assert_eq!(&merged(parts.iter().rev().cloned().collect()), &whole);
            let (left, right) = parts.split_at(5);
            let mut pair = merged(left.to_vec());
            pair.merge(merged(right.to_vec()));
            prop_assert_eq!(&pair, &whole);
            pair.merge(whole.clone());
            prop_assert_eq!(&pair, &whole, "twice the same");
        }
    }

    #[test]
    fn pages_are_counted_once_and_estimated_when_the_sample_is_full() {
        let key = |number: u64| (PageKey::of_url(&format!("http://example.org/{number}")).0, 0);
        let pages: Vec<(u64, u64)> = (0..20_000).map(key).collect();
        assert_eq!(sample(200, &[&pages[..150], &pages[..150]].concat()).pages_seen(), 150.0);
        let seen = sample(1000, &pages).pages_seen();
        assert!((seen / 20_000.0 - 1.0).abs() < 0.1, "{seen}");
    }
}
