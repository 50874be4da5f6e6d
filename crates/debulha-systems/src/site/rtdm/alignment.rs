//! Pairs of two sequences in the order of both, heaviest together.

use rustc_hash::FxHashMap;

/// The heaviest pairing, all pairs looked at: the usual table.
pub(super) struct PairingTable {
    columns: usize,
    /// Row by row: the weight of the first rows with the first columns, from none on.
    best: Vec<u32>,
}

impl PairingTable {
    /// O(rows · columns).
    pub(super) fn new(rows: usize, columns: usize, weight: impl Fn(usize, usize) -> u32) -> Self {
        let width = columns + 1;
        let mut best = vec![0_u32; (rows + 1) * width];
        for row in 0..rows {
            for column in 0..columns {
                let above = row * width + column;
                let both = best[above] + weight(row, column);
                best[above + width + 1] = both.max(best[above + 1]).max(best[above + width]);
            }
        }
        PairingTable { columns, best }
    }

    /// The weight of all pairs.
    pub(super) fn weight(&self) -> u32 {
        self.best.last().copied().unwrap_or(0)
    }

    /// The pairs, last first. O(rows + columns).
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let width = self.columns + 1;
        let (mut row, mut column) = (self.best.len() / width - 1, self.columns);
        let mut pairs = Vec::new();
        while row > 0 && column > 0 {
            let here = self.best[row * width + column];
            if here == self.best[(row - 1) * width + column] {
                row -= 1;
            } else if here == self.best[row * width + column - 1] {
                column -= 1;
            } else {
                (row, column) = (row - 1, column - 1);
                pairs.push((row, column));
            }
        }
        pairs
    }
}

/// The heaviest pairing of equal items where each is paired with the one of its number among equals: less than the
/// heaviest of all where items return, and the same whichever sequence is the first. O(items log items).
pub(super) fn equal_items(
    rows: &[u64],
    columns: &[u64],
    weight: impl Fn(usize) -> u32,
) -> Vec<(usize, usize)> {
    let place: FxHashMap<(u64, u32), usize> =
        numbered(columns).into_iter().enumerate().map(|(place, item)| (item, place)).collect();
    let rows = numbered(rows).into_iter().enumerate();
    let pairs: Vec<(usize, usize)> = rows.filter_map(|(row, item)| Some((row, *place.get(&item)?))).collect();

    // A Fenwick tree over columns: the heaviest chain that ends before one, and its last pair.
    let mut heaviest: Vec<(u32, Option<usize>)> = vec![(0, None); columns.len() + 1];
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let mut end = (0, None);
    for (index, &(row, column)) in pairs.iter().enumerate() {
        let mut best = (0, None);
        let mut at = column;
        while at > 0 {
            if heaviest[at].0 > best.0 {
                best = heaviest[at];
            }
            at &= at - 1;
        }
        before.push(best.1);
        let chain = (best.0 + weight(row), Some(index));
        let mut at = column + 1;
        while at < heaviest.len() {
            if chain.0 > heaviest[at].0 {
                heaviest[at] = chain;
            }
            at += at & at.wrapping_neg();
        }
        if chain.0 > end.0 {
            end = chain;
        }
    }
    std::iter::successors(end.1, |&index| before[index]).map(|index| pairs[index]).collect()
}

/// Items with their numbers among those equal to them.
fn numbered(items: &[u64]) -> Vec<(u64, u32)> {
    let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
    let number = |&item: &u64| {
        let number = seen.entry(item).or_default();
        *number += 1;
        (item, *number)
    };
    items.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn crossing_pairs_are_left_out_by_weight() {
        let mut pairs = equal_items(&[7, 8, 9, 7], &[9, 7, 8, 7, 7], |row| [1, 1, 5, 1][row]);
        pairs.reverse();
        assert_eq!(pairs, [(2, 0), (3, 3)]);
        let table = PairingTable::new(2, 2, |row, column| [[0, 3], [2, 0]][row][column]);
        assert_eq!((table.weight(), table.pairs()), (3, vec![(0, 1)]));
    }

    proptest! {
        #[test]
        fn distinct_items_are_paired_as_by_the_table(
            rows in prop::collection::btree_set(0_u64..12, 0..9),
            columns in prop::collection::btree_set(0_u64..12, 0..9),
            seed in any::<u64>(),
        ) {
            let mut random = debulha_core::features::random::SplitMix64::new(seed);
            let (mut rows, mut columns): (Vec<u64>, Vec<u64>) = (rows.into_iter().collect(), columns.into_iter().collect());
            random.shuffle(&mut rows);
            random.shuffle(&mut columns);
            let weight = |row: usize| 1 + (rows[row] % 5) as u32;
            let table = PairingTable::new(rows.len(), columns.len(), |row, column| {
                if rows[row] == columns[column] { weight(row) } else { 0 }
            });
            let pairs = equal_items(&rows, &columns, weight);
            prop_assert_eq!(pairs.iter().map(|&(row, _)| weight(row)).sum::<u32>(), table.weight());
            prop_assert!(pairs.windows(2).all(|pair| pair[1].0 < pair[0].0 && pair[1].1 < pair[0].1));
        }
    }
}
