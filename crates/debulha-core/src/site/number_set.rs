//! A set of numbers, small when stored.

use serde::{Deserialize, Serialize};

/// Bits that are kept of a number. Among the 60,000 different numbers of a site's sample, a number that is not
/// among them is taken for one of them once in 18 million times.
const BITS: u32 = 40;

/// The part of a hash that sets of numbers keep: its upper 40 bits.
#[inline]
pub fn shortened(hash: u64) -> u64 {
    hash >> (u64::BITS - BITS)
}

/// A sorted set of [`shortened`] numbers, kept as the steps between them: about 5 bytes a number for the few hundred
/// numbers of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NumberSet {
    steps: Vec<u64>,
}

impl NumberSet {
    /// The set of shortened hashes. O(n log n).
    pub fn of_hashes(hashes: impl IntoIterator<Item = u64>) -> Self {
        let mut numbers: Vec<u64> = hashes.into_iter().map(shortened).collect();
        numbers.sort_unstable();
        numbers.dedup();
        NumberSet::of_sorted(&numbers)
    }

    /// The set of numbers that are in order.
    pub(crate) fn of_sorted(numbers: &[u64]) -> Self {
        let mut last = 0;
        let steps = numbers.iter().map(|&number| number - std::mem::replace(&mut last, number)).collect();
        NumberSet { steps }
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        // A damaged record must not panic.
        self.steps.iter().scan(0_u64, |last, &step| {
            *last = last.wrapping_add(step);
            Some(*last)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order_once() {
        let hashes = [u64::MAX, 1 << 30, 5, 1 << 30, 1 << 62];
        let set = NumberSet::of_hashes(hashes);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 64, 1 << 38, (1 << 40) - 1]);
        assert_eq!(set.len(), 4);
    }
}
