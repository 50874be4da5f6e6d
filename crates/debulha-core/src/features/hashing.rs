//! Numbers for texts and sequences: the same on every machine, and therefore fit to be stored.

use crate::features::random::{GOLDEN_GAMMA, mix};
use debulha_dom::{Document, NameId, NodeId};
use rapidhash::v3::{DEFAULT_RAPID_SECRETS, rapidhash_v3_seeded};

/// The number of a text: rapidhash version 3. O(bytes).
#[inline]
pub fn hash_text(text: &str) -> u64 {
    hash_bytes(text.as_bytes())
}

/// The number of some bytes: rapidhash version 3. O(bytes).
#[inline]
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    rapidhash_v3_seeded(bytes, &DEFAULT_RAPID_SECRETS)
}

/// The number of a sequence that is followed by one more number; the order counts.
///
/// ```
/// use debulha_core::features::hashing::{hash_text, then};
///
/// let sequence = |words: &[&str]| words.iter().fold(0, |hash, word| then(hash, hash_text(word)));
/// assert_ne!(sequence(&["rye", "oats"]), sequence(&["oats", "rye"]));
/// ```
#[inline]
pub fn then(hash: u64, number: u64) -> u64 {
    mix(hash.wrapping_mul(GOLDEN_GAMMA) ^ number)
}

/// The first 28 bits of a number: four bytes in what is stored (postcard), where a number of 32 bits takes five. Two
/// different numbers agree in them with a chance of 1 in 2.7 · 10⁸.
#[inline]
pub fn short(number: u64) -> u32 {
    (number >> 36) as u32
}

/// The number of a text after each run of white space is folded to one space and both ends are trimmed, without a
/// copy of it. O(bytes).
pub fn hash_folded(text: &str) -> u64 {
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return hash_text("") };
    words.fold(hash_text(first), |hash, word| then(hash, hash_text(word)))
}

/// The number of an element's attributes, names and values, in whatever order they come. O(bytes of them).
pub fn hash_attributes(doc: &Document, element: NodeId) -> u64 {
    let of_one = |(name, value): (NameId, &str)| mix(then(hash_text(doc.name_str(name)), hash_text(value)));
    doc.attributes(element).map(of_one).fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_as_they_are() {
        assert_eq!(hash_text("debulha"), HASH_OF_DEBULHA);
        assert_eq!(hash_folded(" a\n b "), hash_folded("a b"));
        assert_eq!(hash_folded(" debulha "), hash_text("debulha"));
        assert_ne!(hash_folded("a b"), hash_folded("ab"));
    }

    /// Stored models hold such numbers: another value makes them unreadable.
    const HASH_OF_DEBULHA: u64 = 14_774_754_193_040_207_384;
}
