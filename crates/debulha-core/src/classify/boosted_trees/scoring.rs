//! Many rows at once, without following branches (after lucchese2015).
//!
//! A row begins with all leaves of a tree, one bit each. Every split that sends it right takes away the leaves on its
//! left; the leftmost leaf that remains is the one that the row reaches. There is nothing to predict and nothing to wait
//! for, and [`LANES`] rows are asked at once. Splits that send all of these rows one way, as the span of the feature among
//! them tells, are not asked of each, and what is on their other side is passed over: rows of one page are much alike.

use super::{BoostedTrees, Part, Split, Tree};

/// Rows that are asked at once.
const LANES: usize = 32;

/// Most leaves that a set of bits holds; rows walk larger trees one by one.
const BITS: usize = u32::BITS as usize;

impl BoostedTrees {
    /// The log-odds of many rows, `width` numbers each, into as many places; bit for bit those of
    /// [`score`](Self::score). Rows without a place are left out, and places without a row left as they are.
    ///
    /// O(rows · leaves of all trees) at most, without regard to depth.
    ///
    /// ```
    /// use debulha_core::classify::boosted_trees::{BoostedTrees, Leaf, Split};
    ///
    /// let mut trees = BoostedTrees::new(0.0);
    /// let split = Split { feature: 0, threshold: 2.0, missing_right: false, first_leaf: 0, left_leaves: 1 };
    /// trees.push(&[split], &[Leaf { value: -1.0, cover: 1.0 }, Leaf { value: 1.0, cover: 1.0 }])?;
    /// let mut scores = [0.0; 3];
    /// trees.scores(&[1.0, 3.0, f32::NAN], 1, &mut scores);
    /// assert_eq!(scores, [-1.0, 1.0, -1.0]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn scores(&self, rows: &[f32], width: usize, scores: &mut [f32]) {
        if width == 0 {
            scores.fill(self.score(&[]));
            return;
        }
        let mut columns = vec![Column::EMPTY; width];
        let mut open = Vec::new();
        for (rows, scores) in rows.chunks(width * LANES).zip(scores.chunks_mut(LANES)) {
            let rows = rows.chunks_exact(width);
            let filled = scores.len().min(rows.len());
            let scores = &mut scores[..filled];
            come_to(&mut columns, rows.clone().take(filled));
            let mut sums = [self.base; LANES];
            for tree in self.trees() {
                if tree.leaves.len() <= BITS {
                    let left = remaining(tree, &columns, &mut open);
                    for (sum, left) in sums.iter_mut().zip(left) {
                        *sum += tree.leaves[left.trailing_zeros() as usize].value;
                    }
                } else {
                    for (sum, row) in sums.iter_mut().zip(rows.clone()) {
                        *sum += tree.leaves[tree.leaf(row)].value;
                    }
                }
            }
            scores.copy_from_slice(&sums[..filled]);
        }
    }
}

/// The values of a feature in the rows that are asked at once.
#[derive(Clone)]
struct Column {
    values: [f32; LANES],
    /// The least and the largest of them, missing ones aside: infinite where all are missing.
    least: f32,
    most: f32,
    /// Whether any is missing.
    misses: bool,
}

impl Column {
    const EMPTY: Column = Column { values: [0.0; LANES], least: 0.0, most: 0.0, misses: false };

    /// Finds what the values lie between.
    fn find_span(&mut self) {
        let or = |other: f32| self.values.map(|value| if value.is_nan() { other } else { value });
        self.least = halved(or(f32::INFINITY), |a, b| if a < b { a } else { b });
        self.most = halved(or(f32::NEG_INFINITY), |a, b| if a > b { a } else { b });
        self.misses = self.values.iter().fold(false, |any, value| any | value.is_nan());
    }

    /// Whether all rows go right at a split, or none; `None` where they part.
    #[inline]
    fn goes_right(&self, split: &Split) -> Option<bool> {
        if self.most <= split.threshold && !(self.misses && split.missing_right) {
            Some(false)
        } else if self.least > split.threshold && (!self.misses || split.missing_right) {
            Some(true)
        } else {
            None
        }
    }
}

/// The value that is left when one of each two is, again and again: halves lie side by side, so that the processor takes
/// many at once.
#[inline]
fn halved(mut values: [f32; LANES], choose: impl Fn(f32, f32) -> f32) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            values[lane] = choose(values[lane], values[lane + half]);
        }
        half /= 2;
    }
    values[0]
}

/// Takes the next rows, at least one. The last stands in for those that are wanting.
fn come_to<'r>(columns: &mut [Column], mut rows: impl Iterator<Item = &'r [f32]>) {
    let mut row: &[f32] = &[];
    for lane in 0..LANES {
        row = rows.next().unwrap_or(row);
        columns.iter_mut().zip(row).for_each(|(column, &value)| column.values[lane] = value);
    }
    columns.iter_mut().for_each(Column::find_span);
}

/// The leaves that remain for each row; the rightmost of those that any row may reach always does. `open` is a buffer.
fn remaining(tree: Tree<'_>, columns: &[Column], open: &mut Vec<Part>) -> [u32; LANES] {
    let mut left = [u32::MAX; LANES];
    // Leaves on the left of splits that send all rows right.
    let mut passed = 0;
    open.push(tree.root());
    while let Some(mut part) = open.pop() {
        while let Some((split, [low, high])) = tree.parts(part) {
            let column = &columns[usize::from(split.feature)];
            let below = ((1 << split.left_leaves) - 1) << split.first_leaf;
            part = match column.goes_right(split) {
                Some(false) => low,
                Some(true) => {
                    passed |= below;
                    high
                }
                None => {
                    take_away(&mut left, &column.values, split, !below);
                    open.push(high);
                    low
                }
            };
        }
    }
    left.map(|left| left & !passed)
}

/// Leaves no more than `kept` to the rows that go right.
#[inline]
fn take_away(left: &mut [u32; LANES], values: &[f32; LANES], split: &Split, kept: u32) {
    let threshold = split.threshold;
    // The loops differ in where NaN goes.
    if split.missing_right {
        for (left, value) in left.iter_mut().zip(values) {
            *left &= if *value <= threshold { u32::MAX } else { kept };
        }
    } else {
        for (left, value) in left.iter_mut().zip(values) {
            *left &= if *value > threshold { kept } else { u32::MAX };
        }
    }
}
