//! Random numbers that are the same on every machine.

/// The golden gamma of SplitMix64: the odd number next to 2⁶⁴ by the golden ratio (steele2014).
pub const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's finaliser (variant 13 of steele2014): each bit of the result depends on each of the number.
pub const fn mix(mut number: u64) -> u64 {
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// A generator whose numbers depend on its seed alone: SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable
/// pseudorandom number generators"). Good enough to draw pages, rows and centroids; not for secrets.
///
/// ```
/// use debulha_core::features::random::SplitMix64;
///
/// let mut random = SplitMix64::new(0);
/// assert_eq!([random.next_u64(), random.next_u64()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
/// ```
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Starts the sequence of `seed`.
    pub fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_GAMMA);
        mix(self.0)
    }

    /// A number in `0..bound`; 0 when `bound` is 0. Its bias is below `bound` / 2⁶⁴.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> u64::BITS) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn below_one(&mut self) -> f64 {
        // The 53 bits that a float between a half and one holds.
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts a slice in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut random = SplitMix64::new(3);
        assert!((0..1000).all(|_| random.below(7) < 7 && (0.0..1.0).contains(&random.below_one())));
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn shuffling_keeps_what_there_is() {
        let mut items: Vec<u32> = (0..100).collect();
        SplitMix64::new(7).shuffle(&mut items);
        assert_ne!(items[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        items.sort_unstable();
        assert!(items.iter().zip(0..100).all(|(&item, index)| item == index));
    }
}
