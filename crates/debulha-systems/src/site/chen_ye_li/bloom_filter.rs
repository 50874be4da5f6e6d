//! A set of numbers in few bits that at times takes a new number for one that it has.

use debulha_core::features::random::{GOLDEN_GAMMA, mix};

/// A Bloom filter: never forgets a number, and takes a new one for known with a chance that its size decides.
#[derive(Debug)]
pub(super) struct BloomFilter {
    bits: Vec<u64>,
    hashes: u32,
}

impl BloomFilter {
    /// For about so many numbers.
    pub(super) fn new(numbers: usize, bits_per_number: u32, hashes: u32) -> Self {
        let words = (numbers * bits_per_number as usize).div_ceil(64).max(1);
        BloomFilter { bits: vec![0; words], hashes }
    }

    /// Adds a number; whether it seemed to be there before. O(hashes).
    pub(super) fn insert(&mut self, number: u64) -> bool {
        // Two numbers give as many positions as wanted, as good as independent ones (Kirsch and Mitzenmacher 2006,
        // "Less hashing, same performance").
        let (mut place, step) = (mix(number), mix(number ^ GOLDEN_GAMMA) | 1);
        let mut was_there = true;
        for _ in 0..self.hashes {
            let bit = (u128::from(place) * (self.bits.len() as u128 * 64)) >> 64;
            let (word, mask) = ((bit / 64) as usize, 1_u64 << (bit % 64));
            was_there &= self.bits[word] & mask != 0;
            self.bits[word] |= mask;
            place = place.wrapping_add(step);
        }
        was_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_again_and_few_others_with_them() {
        let mut filter = BloomFilter::new(10_000, 10, 7);
        let mistaken = (0..10_000_u64).filter(|&number| filter.insert(mix(number))).count();
        assert!(mistaken < 40, "{mistaken} of 10,000 on the way to .8 %");
        assert!((0..10_000_u64).all(|number| filter.insert(mix(number))));
        assert!(BloomFilter::new(0, 1, 1).bits.len() == 1);
    }
}
