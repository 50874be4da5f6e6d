//! What was last drawn at each place of a line.

use std::collections::BTreeMap;

/// Disjoint half-open ranges, each with a number.
#[derive(Debug, Default)]
pub(super) struct IntervalMap {
    /// By start: end and number.
    ranges: BTreeMap<i32, (i32, usize)>,
}

impl IntervalMap {
    /// What covers a place. O(log ranges).
    pub(super) fn at(&self, place: i32) -> Option<usize> {
        let (_, &(end, number)) = self.ranges.range(..=place).next_back()?;
        (place < end).then_some(number)
    }

    /// What covers parts of a range, in their order. O(log ranges + parts).
    pub(super) fn over(&self, start: i32, end: i32) -> impl Iterator<Item = usize> + '_ {
        let first = self.at(start).filter(|_| start < end);
        let others = if start < end { Some(self.ranges.range(start + 1..end)) } else { None };
        first.into_iter().chain(others.into_iter().flatten().map(|(_, &(_, number))| number))
    }

    /// Covers a range, and whatever was there. O(log ranges), beside the ranges that are covered wholly, which are gone then.
    pub(super) fn cover(&mut self, start: i32, end: i32, number: usize) {
        if start >= end {
            return;
        }
        let before = self.ranges.range(..start).next_back().map(|(&start, &range)| (start, range));
        if let Some((first, (last, of_before))) = before.filter(|&(_, (last, _))| last > start) {
            self.ranges.insert(first, (start, of_before));
            if last > end {
                self.ranges.insert(end, (last, of_before));
            }
        }
        while let Some((&first, &(last, covered))) = self.ranges.range(start..end).next() {
            self.ranges.remove(&first);
            if last > end {
                self.ranges.insert(end, (last, covered));
            }
        }
        self.ranges.insert(start, (end, number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_later_covers_what_was_there() {
        let mut map = IntervalMap::default();
        map.cover(0, 10, 1);
        map.cover(3, 5, 2);
        map.cover(20, 30, 3);
        map.cover(8, 25, 4);
        map.cover(7, 7, 5);
        let found: Vec<_> = [-1, 0, 2, 3, 4, 5, 7, 8, 24, 25, 29, 30].map(|place| map.at(place)).to_vec();
        let expected = [
            None,
            Some(1),
            Some(1),
            Some(2),
            Some(2),
            Some(1),
            Some(1),
            Some(4),
            Some(4),
            Some(3),
            Some(3),
            None,
        ];
        assert_eq!(found, expected);
        let over = |start, end| map.over(start, end).collect::<Vec<_>>();
        assert_eq!(over(-5, 9), [1, 2, 1, 4]);
        assert_eq!(
            (over(4, 5), over(4, 6), over(25, 40), over(30, 40)),
            (vec![2], vec![2, 1], vec![3], vec![])
        );
        assert!(over(4, 4).is_empty());
    }
}
