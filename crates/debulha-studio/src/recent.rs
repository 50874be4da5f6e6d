//! What was requested lately, within a number of bytes.

use std::sync::{Arc, Mutex, PoisonError};

/// Values that are kept at most, whatever they weigh.
const KEPT: usize = 64;

/// A cache that forgets what was not requested for the longest time.
#[derive(Debug)]
pub(crate) struct RecentCache<K, V> {
    /// Bytes of all values at most.
    limit: usize,
    kept: Mutex<Vec<CachedValue<K, V>>>,
}

#[derive(Debug)]
struct CachedValue<K, V> {
    key: K,
    value: Arc<V>,
    bytes: usize,
}

impl<K: PartialEq, V> RecentCache<K, V> {
    /// An empty cache of at most so many bytes.
    pub(crate) fn new(limit: usize) -> Self {
        RecentCache { limit, kept: Mutex::default() }
    }

    /// What is kept for a key.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|kept| kept.key == *key)?;
        let found = kept.remove(place);
        let value = Arc::clone(&found.value);
        kept.push(found);
        Some(value)
    }

    /// Keeps a value of about so many bytes; one that is too large for the cache is only handed back.
    pub(crate) fn keep(&self, key: K, value: V, bytes: usize) -> Arc<V> {
        let value = Arc::new(value);
        if bytes <= self.limit {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.retain(|kept| kept.key != key);
            kept.push(CachedValue { key, value: Arc::clone(&value), bytes });
            while kept.len() > KEPT || kept.iter().map(|kept| kept.bytes).sum::<usize>() > self.limit {
                kept.remove(0);
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_last_stays() {
        let recent = RecentCache::new(20);
        recent.keep(1, "rye", 10);
        recent.keep(2, "oats", 10);
        assert_eq!(recent.get(&1).as_deref(), Some(&"rye"));
        recent.keep(3, "wheat", 10);
        assert_eq!((recent.get(&1).is_some(), recent.get(&2).is_some()), (true, false));
        assert_eq!(*recent.keep(4, "barley", 21), "barley");
        assert_eq!(recent.get(&4), None);
    }
}
