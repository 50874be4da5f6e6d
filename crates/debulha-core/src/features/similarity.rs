//! Similarity of short texts: longest common subsequences, bit-parallel.

/// Symbols below this number (Latin-1 characters, frequent words) are looked up without a search.
const DIRECT_SYMBOLS: usize = 256;
/// Marks a symbol that the pattern does not have.
const ABSENT: u16 = u16::MAX;

/// A sequence prepared for longest common subsequences with many others.
///
/// Symbols are any numbers: characters, or words by number. The row of the usual table is held as bits and filled
/// 64 entries at a time (Hyyrö 2004, "Bit-parallel LCS-length computation revisited").
///
/// ```
/// use debulha_core::features::similarity::LcsPattern;
///
/// let symbols = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
/// let pattern = LcsPattern::new(&symbols("Posted by Ann on 12 May 2009 at 10:01"));
/// assert_eq!(pattern.length_with(&symbols("Posted by Bob on 12 May 2009 at 11:30"), &mut Vec::new()), 32);
/// ```
#[derive(Debug)]
pub struct LcsPattern {
    len: usize,
    /// 64-bit words of a row.
    words: usize,
    /// Row of each small symbol in `masks`.
    direct: [u16; DIRECT_SYMBOLS],
    /// The other symbols in order, with their rows.
    others: Vec<(u32, u16)>,
    /// A row a distinct symbol: the positions where it occurs.
    masks: Vec<u64>,
}

impl LcsPattern {
    /// Prepares a sequence. O(n log n) for a sequence of n symbols; positions from 65,535 on are left out.
    pub fn new(sequence: &[u32]) -> Self {
        // Rows are numbered in 16 bits.
        let sequence = &sequence[..sequence.len().min(ABSENT as usize)];
        let words = sequence.len().div_ceil(64);
        let mut others: Vec<(u32, u16)> =
            sequence.iter().filter(|&&s| s as usize >= DIRECT_SYMBOLS).map(|&s| (s, ABSENT)).collect();
        others.sort_unstable();
        others.dedup();
        let mut pattern = LcsPattern {
            len: sequence.len(),
            words,
            direct: [ABSENT; DIRECT_SYMBOLS],
            others,
            masks: Vec::new(),
        };
        for (position, &symbol) in sequence.iter().enumerate() {
            let row = pattern.row_or_new(symbol);
            pattern.masks[row * words + position / 64] |= 1 << (position % 64);
        }
        pattern
    }

    fn row_or_new(&mut self, symbol: u32) -> usize {
        let next = self.masks.len() / self.words;
        let row = if let Some(row) = self.direct.get_mut(symbol as usize) {
            row
        } else {
            // Every symbol of the sequence is in the list, so that the position is its own.
            let index = self.others.partition_point(|&(other, _)| other < symbol);
            &mut self.others[index].1
        };
        if *row == ABSENT {
            *row = next as u16;
            self.masks.resize((next + 1) * self.words, 0);
        }
        *row as usize
    }

    fn row(&self, symbol: u32) -> Option<&[u64]> {
        let row = match self.direct.get(symbol as usize) {
            Some(&row) => row,
            None => self.others[self.others.binary_search_by_key(&symbol, |&(other, _)| other).ok()?].1,
        };
        let start = row as usize * self.words;
        (row != ABSENT).then(|| &self.masks[start..start + self.words])
    }

    /// Length of the longest common subsequence with another sequence. O(other · ⌈n / 64⌉).
    ///
    /// `zeros` is a buffer; its contents do not matter.
    pub fn length_with(&self, other: &[u32], zeros: &mut Vec<u64>) -> usize {
        // A 0 bit: the longest subsequence grows at this position.
        zeros.clear();
        zeros.resize(self.words, u64::MAX);
        for &symbol in other {
            let Some(mask) = self.row(symbol) else { continue };
            let mut carry = false;
            for (row, mask) in zeros.iter_mut().zip(mask) {
                let matches = *row & mask;
                let (sum, overflow) = row.overflowing_add(matches);
                let (sum, overflow_of_carry) = sum.overflowing_add(u64::from(carry));
                carry = overflow || overflow_of_carry;
                *row = sum | (*row & !mask);
            }
        }
        // Bits beyond the sequence have no matches, so they change only by a carry; they are not counted.
        let full = self.len / 64;
        let last = zeros.get(full).map(|row| (!row & ((1 << (self.len % 64)) - 1)).count_ones());
        let grown = zeros[..full].iter().map(|row| row.count_zeros()).sum::<u32>() + last.unwrap_or(0);
        grown as usize
    }
}

#[cfg(test)]
mod tests {
    use super::LcsPattern;
    use proptest::prelude::*;

    /// The usual table, a row at a time.
    fn by_table(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    fn symbols(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn spec_01_t2_common_subsequences() {
        let ann = symbols("Posted by Ann on 12 May 2009 at 10:01");
        let bob = symbols("Posted by Bob on 12 May 2009 at 11:30");
        let eve = symbols("Posted by Eve on 13 May 2009 at 09:15");
        let agree = symbols("I fully agree with the mayor on this");
        let nothing = symbols("Nothing will change anyway, believe me");
        let length = |a: &[u32], b: &[u32]| LcsPattern::new(a).length_with(b, &mut Vec::new());
        assert_eq!(
            [length(&ann, &bob), length(&ann, &eve), length(&bob, &eve), length(&agree, &nothing)],
            [32, 31, 29, 13]
        );
        assert_eq!((length(&[], &ann), length(&ann, &[])), (0, 0));
    }

    proptest! {
        #[test]
        fn bits_agree_with_the_table(
            a in prop::collection::vec(prop_oneof![0u32..4, 1000u32..1004], 0..200),
            b in prop::collection::vec(prop_oneof![0u32..4, 1000u32..1004], 0..200),
        ) {
            prop_assert_eq!(LcsPattern::new(&a).length_with(&b, &mut Vec::new()), by_table(&a, &b));
        }
    }
}
