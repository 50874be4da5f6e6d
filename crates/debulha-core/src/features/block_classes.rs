//! Text blocks that have something in common.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Blocks in classes, each with the number of its class.
#[derive(Debug, Default)]
pub struct BlockClasses {
    number_of: Vec<Option<u32>>,
    count: usize,
}

impl BlockClasses {
    /// Numbers blocks by their keys; a block without a key is in no class. O(blocks), expected.
    pub fn by<K: Eq + Hash>(keys: impl Iterator<Item = Option<K>>) -> Self {
        let mut numbers: FxHashMap<K, u32> = FxHashMap::default();
        let number_of = keys.map(|key| {
            let next = numbers.len() as u32;
            Some(*numbers.entry(key?).or_insert(next))
        });
        let number_of = number_of.collect();
        BlockClasses { number_of, count: numbers.len() }
    }

    /// The class of a block, below [`count`](Self::count).
    #[inline]
    pub fn of(&self, block: usize) -> Option<usize> {
        self.number_of[block].map(|number| number as usize)
    }

    /// The blocks that are in a class, each with it, in document order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.number_of.iter().enumerate();
        all.filter_map(|(block, number)| Some((block, (*number)? as usize)))
    }

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The mean of a value over the blocks of each class. O(blocks).
    pub fn means(&self, value: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![(0.0, 0_u32); self.count];
        for (block, class) in self.iter() {
            let (sum, count) = &mut sums[class];
            *sum += value(block);
            *count += 1;
        }
        sums.into_iter().map(|(sum, count)| sum / f64::from(count)).collect()
    }

    /// For each block, the last one before it of its class.
    pub fn last_before(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        let mut last: Vec<Option<usize>> = vec![None; self.count];
        let all = self.number_of.iter().enumerate();
        all.map(move |(block, number)| last[(*number)? as usize].replace(block))
    }

    /// The number of blocks of each class.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.count];
        self.iter().for_each(|(_, class)| sizes[class] += 1);
        sizes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_with_a_key_are_in_its_class() {
        let classes = BlockClasses::by([Some('b'), None, Some('a'), Some('b'), Some('b')].into_iter());
        assert_eq!(classes.iter().collect::<Vec<_>>(), [(0, 0), (2, 1), (3, 0), (4, 0)]);
        assert_eq!((classes.count(), classes.sizes(), classes.of(1)), (2, vec![3, 1], None));
        assert_eq!(classes.means(|block| block as f64), [7.0 / 3.0, 2.0]);
        assert_eq!(classes.last_before().collect::<Vec<_>>(), [None, None, None, Some(0), Some(3)]);
    }
}
