//! Bit-parallel longest common subsequence over interned words.
//!
//! One bit a word of `a`: 0 where the LCS of the prefixes grows by one with that word. A word of `b`
//! updates the whole row with one addition (Hyyrö 2004, "Bit-parallel LCS-length computation
//! revisited"): `row = (row + (row & mask)) | (row & !mask)`, where `mask` marks the word in `a`.
//! Only 64-bit blocks that hold the word, or that a carry reaches, are touched.

const BLOCK: usize = u64::BITS as usize;

/// Where each word occurs in one sequence.
pub(super) struct Occurrences {
    blocks: usize,
    /// By word: the blocks that have it, ascending, with its bits in them.
    of_word: Vec<Vec<(usize, u64)>>,
}

impl Occurrences {
    /// Indexes `sequence`, whose ids are below `words`. Linear in both.
    pub(super) fn new(sequence: &[u32], words: usize) -> Self {
        let mut of_word: Vec<Vec<(usize, u64)>> = vec![Vec::new(); words];
        for (i, &word) in sequence.iter().enumerate() {
            let (block, bit) = (i / BLOCK, 1 << (i % BLOCK));
            match of_word[word as usize].last_mut() {
                Some((last, bits)) if *last == block => *bits |= bit,
                _ => of_word[word as usize].push((block, bit)),
            }
        }
        Self { blocks: sequence.len().div_ceil(BLOCK), of_word }
    }

    /// The row before any word of the other sequence.
    pub(super) fn first_row(&self) -> Vec<u64> {
        vec![u64::MAX; self.blocks]
    }

    /// Takes one word of the other sequence into `row`, in at most `row.len()` steps.
    pub(super) fn advance(&self, row: &mut [u64], word: u32) {
        let (mut carry, mut at) = (false, 0);
        for &(block, mask) in &self.of_word[word as usize] {
            ride(row, &mut carry, &mut at, block);
            let old = row[block];
            let (sum, over) = old.overflowing_add(old & mask);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            row[block] = sum | (old & !mask);
            (carry, at) = (over || over_again, block + 1);
        }
        ride(row, &mut carry, &mut at, row.len());
    }
}

/// Carries the addition through blocks without the word, up to `end` or until nothing is carried.
fn ride(row: &mut [u64], carry: &mut bool, at: &mut usize, end: usize) {
    while *carry && *at < end {
        let (sum, over) = row[*at].overflowing_add(1);
        row[*at] |= sum;
        *carry = over;
        *at += 1;
    }
}

/// Length of the longest common subsequence; ids are below `words`.
///
/// O(|a|·|b| / 64) time in the worst case, O(|a| + `words`) memory. Equal ends are cut off first, which
/// changes no length and makes near-identical texts cheap.
pub(super) fn length(a: &[u32], b: &[u32], words: usize) -> usize {
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
    let occurrences = Occurrences::new(a, words);
    let mut row = occurrences.first_row();
    for &word in b {
        occurrences.advance(&mut row, word);
    }
    head + tail + row.iter().map(|block| block.count_zeros() as usize).sum::<usize>()
}

/// The places in `a` and `b` of one longest common subsequence, in order; ids are below `words`.
///
/// Of several the one that ends first in `b`. O(|a|·|b| / 64) time and memory.
pub(super) fn pairs(a: &[u32], b: &[u32], words: usize) -> Vec<(usize, usize)> {
    let occurrences = Occurrences::new(a, words);
    let mut rows = vec![occurrences.first_row()];
    for &word in b {
        let mut row = rows[rows.len() - 1].clone();
        occurrences.advance(&mut row, word);
        rows.push(row);
    }
    let (mut left, mut right) = (a.len(), b.len());
    let mut pairs = Vec::new();
    while left > 0 && right > 0 {
        if !grows_at(&rows[right], left - 1) {
            left -= 1;
        } else if grows_at(&rows[right - 1], left - 1) {
            right -= 1;
        } else {
            (left, right) = (left - 1, right - 1);
            pairs.push((left, right));
        }
    }
    pairs.reverse();
    pairs
}

/// Whether bit `i` of `row` is 0, i.e. word `i` makes the common subsequence longer.
pub(super) fn grows_at(row: &[u64], i: usize) -> bool {
    row[i / BLOCK] >> (i % BLOCK) & 1 == 0
}

/// The textbook table, O(|a|·|b|), to test against.
#[cfg(test)]
pub(super) fn table(a: &[u32], b: &[u32]) -> Vec<Vec<usize>> {
    let mut t = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            t[i][j] = if a[i - 1] == b[j - 1] { t[i - 1][j - 1] + 1 } else { t[i - 1][j].max(t[i][j - 1]) };
        }
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn length_equals_the_table(
            words in 1_u32..9,
            a in prop::collection::vec(0_u32..1000, 0..300),
            b in prop::collection::vec(0_u32..1000, 0..300),
        ) {
            let fold = |ids: Vec<u32>| ids.into_iter().map(|id| id % words).collect::<Vec<_>>();
            let (a, b) = (fold(a), fold(b));
            let length_of_table = table(&a, &b)[a.len()][b.len()];
            prop_assert_eq!(length(&a, &b, words as usize), length_of_table);
            let pairs = pairs(&a, &b, words as usize);
            prop_assert_eq!(pairs.len(), length_of_table);
            prop_assert!(pairs.iter().all(|&(left, right)| a[left] == b[right]));
            prop_assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        }
    }

    #[test]
    fn carries_cross_blocks() {
        let a: Vec<u32> = (0..200).collect();
        let b: Vec<u32> = (0..200).rev().chain(0..200).collect();
        assert_eq!(length(&a, &b, 200), 200);
        assert_eq!(length(&[7; 200], &[7; 130], 8), 130);
        assert_eq!(length(&[], &[1], 2), 0);
    }
}
