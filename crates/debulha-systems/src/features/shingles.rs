//! Fingerprints of token sequences that small changes mostly leave as they are (broder1997).
//!
//! The numbers are the same on every machine and may be stored.

use debulha_core::features::hashing::then;
use debulha_core::features::random::{GOLDEN_GAMMA, mix};

/// What FNV-1a starts from, for 64 bits.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
/// What FNV-1a multiplies by, for 64 bits.
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// The number of a token. O(bytes).
pub fn token(text: &str) -> u64 {
    let hash = text.bytes().fold(FNV_OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME));
    mix(hash)
}

/// The fingerprint of tokens: of each of `hashes` orders over their runs of `window` tokens, the smallest, and a
/// number for all of these. Fewer tokens than a run are one run.
///
/// Sequences that share most of their runs have the same smallest ones with a chance of that share each.
/// O(tokens · (window + hashes)).
///
/// ```
/// use debulha_systems::features::shingles::{fingerprint, token};
///
/// let of = |text: &str| fingerprint(&text.split(' ').map(token).collect::<Vec<_>>(), 4, 8);
/// assert_eq!(of("home news sport weather"), of("home news sport weather"));
/// assert_ne!(of("home news sport weather"), of("home news weather sport"));
/// ```
pub fn fingerprint(tokens: &[u64], window: usize, hashes: usize) -> u64 {
    if tokens.len() < window || window == 0 {
        return combined(tokens);
    }
    let mut smallest = vec![u64::MAX; hashes];
    for run in tokens.windows(window) {
        let run = combined(run);
        let mut seed = 0_u64;
        for least in &mut smallest {
            seed = seed.wrapping_add(GOLDEN_GAMMA);
            *least = mix(run ^ seed).min(*least);
        }
    }
    combined(&smallest)
}

/// One number for several in their order.
fn combined(numbers: &[u64]) -> u64 {
    numbers.iter().fold(numbers.len() as u64, |hash, &number| then(hash, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> u64 {
        fingerprint(&text.split(' ').map(token).collect::<Vec<_>>(), 4, 8)
    }

    #[test]
    fn order_counts_in_short_sequences_and_repetition_does_not_in_long_ones() {
        assert_ne!(of("a b c"), of("a c b"));
        assert_ne!(of("a b c"), of("a b c d"));
        assert_eq!(of("a b c d a b c d a b c d"), of("a b c d a b c d a b c d a b c d"));
        assert_eq!(fingerprint(&[], 4, 8), fingerprint(&[], 4, 8));
    }

    #[test]
    fn a_small_change_in_a_long_text_often_changes_nothing() {
        let words: Vec<String> = (0..400).map(|number| format!("word{number}")).collect();
        let whole = of(&words.join(" "));
        let unchanged = (0..100).filter(|&left_out| {
            let mut words = words.clone();
            words[left_out * 4] = "other".to_owned();
            of(&words.join(" ")) == whole
        });
        // Each of 8 orders has its smallest among the 4 runs of 397 that changed with a chance of 1 %.
        assert!(unchanged.count() > 80);
    }

    #[test]
    fn numbers_stay_as_they_are() {
        assert_eq!(token(""), mix(FNV_OFFSET));
        assert_eq!(mix(GOLDEN_GAMMA), 0xe220_a839_7b1d_cdaf, "SplitMix64's first number from seed 0");
    }
}
