//! How a site's template changed.

use std::collections::BTreeMap;

/// What most pages of a site have in common, before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Drift {
    /// Parts on most pages before and after.
    pub stayed: usize,
    /// Parts on most pages before alone.
    pub gone: usize,
    /// Parts on most pages after alone.
    pub added: usize,
}

impl Drift {
    /// Share of the parts that changed sides, from 0 to 1; `None` where no part was ever on most pages.
    ///
    /// ```
    /// use debulha_io::site_store::drift;
    ///
    /// let before = [vec![1, 2, 7], vec![1, 2, 8], vec![1, 2]];
    /// let after = [vec![1, 3, 9], vec![1, 3]];
    /// assert_eq!(drift(&before, &after).share(), Some(2.0 / 3.0));
    /// ```
    pub fn share(self) -> Option<f64> {
        let changed = self.gone + self.added;
        let all = self.stayed + changed;
        (all > 0).then(|| changed as f64 / all as f64)
    }
}

/// Compares what is on more than half of the pages of a site. Each page is a list of the numbers of its parts, each once.
/// O(parts log parts).
pub fn drift(before: &[Vec<u64>], after: &[Vec<u64>]) -> Drift {
    let mut counts: BTreeMap<u64, [usize; 2]> = BTreeMap::new();
    for (side, pages) in [before, after].into_iter().enumerate() {
        for &part in pages.iter().flatten() {
            counts.entry(part).or_default()[side] += 1;
        }
    }
    let mut drift = Drift::default();
    for [old, new] in counts.into_values() {
        match (2 * old > before.len(), 2 * new > after.len()) {
            (true, true) => drift.stayed += 1,
            (true, false) => drift.gone += 1,
            (false, true) => drift.added += 1,
            (false, false) => {}
        }
    }
    drift
}
