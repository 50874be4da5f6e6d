//! Many rows at once, without following branches (after lucchese2015).
//!
//! A row begins with all leaves of a tree, one bit each. Every split that sends it right takes away the leaves on its
//! left; the leftmost leaf that remains is the one that the row reaches. All splits are asked, but there is nothing to
//! predict and nothing to wait for, and [`LANES`] rows are asked at once, by the widest registers that the processor has
//! (AVX2, where it is x86).
//!
//! 500 rows of 150 features and 200 trees of 31 leaves, one core: .2 ms with AVX2. 128 lanes need more registers than
//! there are, and 32 leave them empty.

// What is not inlined into `with_simd` is compiled for every processor alike.
#![allow(clippy::inline_always)]

use super::BoostedTrees;
use pulp::{Arch, Simd, WithSimd};
use std::array;
use std::ops::Range;

/// Rows that are asked at once.
const LANES: usize = 64;

/// The same where no more than these are left: unsure rows are often few.
const FEW_LANES: usize = 32;

/// The same for pages of a few blocks: one register of AVX2.
const MIN_LANES: usize = 8;

/// Rows that walk the trees one by one where no more are left: a walk asks one split in five.
const WALKING: usize = 2;

/// Rows that are brought into columns at once, as many as a register of AVX2 holds.
const TOGETHER: usize = 8;

/// Most leaves that a set of bits holds; rows walk larger trees one by one.
const BITS: usize = u32::BITS as usize;

/// Trees as they are asked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Questions {
    /// By tree, for those with at most [`BITS`] leaves.
    trees: Vec<Option<TreeQuestions>>,
    /// The questions of all trees.
    all: Vec<BatchSplit>,
}

/// A tree's part of all questions.
#[derive(Debug, Clone, PartialEq)]
struct TreeQuestions {
    /// Those that send NaN left, and those that send it right: with one loop for both, the processor waits longer.
    missing: [Range<u32>; 2],
    /// Of its leaves, side by side.
    values: [f32; BITS],
}

/// A split, as many rows are asked.
#[derive(Debug, Clone, Copy, PartialEq)]
struct BatchSplit {
    threshold: f32,
    /// The leaves that are left to a row that goes right.
    kept: u32,
    feature: u16,
}

impl Questions {
    /// O(leaves of all trees).
    pub(super) fn of(trees: &BoostedTrees) -> Self {
        let mut found = Questions { trees: Vec::with_capacity(trees.len()), all: Vec::new() };
        for tree in trees.trees() {
            let asked = (tree.leaves.len() <= BITS).then(|| TreeQuestions {
                missing: [false, true].map(|right| {
                    let start = found.all.len() as u32;
                    let splits = tree.splits.iter().filter(|split| split.missing_right == right);
                    found.all.extend(splits.map(|split| BatchSplit {
                        threshold: split.threshold,
                        kept: !(((1 << split.left_leaves) - 1) << split.first_leaf),
                        feature: split.feature,
                    }));
                    start..found.all.len() as u32
                }),
                values: array::from_fn(|leaf| tree.leaves.get(leaf).map_or(0.0, |leaf| leaf.value)),
            });
            found.trees.push(asked);
        }
        found
    }
}

impl BoostedTrees {
    /// The log-odds of many rows, `width` numbers each, into as many places; bit for bit those of
    /// [`score`](Self::score). Rows without a place are left out, and places without a row left as they are.
    ///
    /// O(rows · leaves of all trees), without regard to depth; .4 µs a row for 200 trees of 31 leaves.
    ///
    /// ```
    /// use debulha_core::classify::boosted_trees::{BoostedTrees, TreeLeaf, TreeSplit};
    ///
    /// let mut trees = BoostedTrees::new(0.0);
    /// let split = TreeSplit { feature: 0, threshold: 2.0, missing_right: false, first_leaf: 0, left_leaves: 1 };
    /// trees.push(&[split], &[TreeLeaf { value: -1.0, cover: 1.0 }, TreeLeaf { value: 1.0, cover: 1.0 }])?;
    /// let mut scores = [0.0; 3];
    /// trees.scores(&[1.0, 3.0, f32::NAN], 1, &mut scores);
    /// assert_eq!(scores, [-1.0, 1.0, -1.0]);
    /// # Ok::<(), debulha_core::classify::Malformed>(())
    /// ```
    pub fn scores(&self, rows: &[f32], width: usize, scores: &mut [f32]) {
        self.scores_by(&Questions::of(self), rows, width, scores);
    }

    /// [`scores`](Self::scores) by the questions of these trees.
    pub(super) fn scores_by(&self, questions: &Questions, rows: &[f32], width: usize, scores: &mut [f32]) {
        if width == 0 {
            scores.fill(self.score(&[]));
            return;
        }
        let filled = scores.len().min(rows.len() / width);
        scores[..filled].fill(self.base);
        let places: Vec<u32> = (0..filled as u32).collect();
        self.add(questions, rows, width, &places, scores);
    }

    /// Adds the values of all trees to the sums of some rows; `questions` are those of these trees.
    pub(super) fn add(
        &self,
        questions: &Questions,
        rows: &[f32],
        width: usize,
        places: &[u32],
        sums: &mut [f32],
    ) {
        Arch::new().dispatch(Scoring { model: self, questions, rows, width, places, sums });
    }
}

/// What [`BoostedTrees::add`] is asked.
struct Scoring<'s> {
    model: &'s BoostedTrees,
    questions: &'s Questions,
    rows: &'s [f32],
    width: usize,
    places: &'s [u32],
    sums: &'s mut [f32],
}

impl WithSimd for Scoring<'_> {
    type Output = ();

    /// Compiled for each kind of processor, with all that is inlined here.
    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        let width = self.width;
        let (mut columns, mut few, mut least) = (Vec::new(), Vec::new(), Vec::new());
        for places in self.places.chunks(LANES) {
            if places.len() <= WALKING {
                self.walk(places);
            } else if places.len() <= MIN_LANES {
                self.add_to::<MIN_LANES>(places, sized(&mut least, width));
            } else if places.len() <= FEW_LANES {
                self.add_to::<FEW_LANES>(places, sized(&mut few, width));
            } else {
                self.add_to::<LANES>(places, sized(&mut columns, width));
            }
        }
    }
}

/// A buffer of so many columns, made when it is first asked for.
fn sized<const L: usize>(columns: &mut Vec<[f32; L]>, width: usize) -> &mut [[f32; L]] {
    columns.resize(width, [0.0; L]);
    columns
}

impl Scoring<'_> {
    /// Row by row, as [`BoostedTrees::score`] does.
    fn walk(&mut self, places: &[u32]) {
        for &place in places {
            let row = &self.rows[place as usize * self.width..][..self.width];
            let sum = &mut self.sums[place as usize];
            for tree in self.model.trees() {
                *sum += tree.leaves[tree.leaf(row)].value;
            }
        }
    }

    /// For at most `L` rows. `columns` is a buffer.
    #[inline(always)]
    fn add_to<const L: usize>(&mut self, places: &[u32], columns: &mut [[f32; L]]) {
        let (rows, width) = (self.rows, columns.len());
        let row_at = |place: u32| &rows[place as usize * width..][..width];
        // Some rows at a time, so that what is written next to each other stays together.
        for (group, places) in places.chunks(TOGETHER).enumerate() {
            let rows: [&[f32]; TOGETHER] = array::from_fn(|row| row_at(places[row.min(places.len() - 1)]));
            for (column, values) in columns.iter_mut().enumerate() {
                let values = &mut values.as_chunks_mut::<TOGETHER>().0[group];
                for (value, row) in values.iter_mut().zip(rows) {
                    *value = row[column];
                }
            }
        }
        let mut sums = [0.0; L];
        for (sum, &place) in sums.iter_mut().zip(places) {
            *sum = self.sums[place as usize];
        }
        for (tree, asked) in self.model.trees().zip(&self.questions.trees) {
            if let Some(TreeQuestions { missing, values }) = asked {
                let [missing_left, missing_right] =
                    missing.clone().map(|part| &self.questions.all[part.start as usize..part.end as usize]);
                let left = remaining([missing_left, missing_right], columns);
                for lane in 0..L {
                    // The remainder says that the place is within: it need not be checked.
                    sums[lane] += values[left[lane].trailing_zeros() as usize % BITS];
                }
            } else {
                for (sum, &place) in sums.iter_mut().zip(places) {
                    *sum += tree.leaves[tree.leaf(row_at(place))].value;
                }
            }
        }
        for (&place, sum) in places.iter().zip(sums) {
            self.sums[place as usize] = sum;
        }
    }
}

/// The leaves that remain for each row; the rightmost leaf always does. Of the questions, those come first that send NaN
/// left.
#[inline(always)]
fn remaining<const L: usize>(questions: [&[BatchSplit]; 2], columns: &[[f32; L]]) -> [u32; L] {
    let [missing_left, missing_right] = questions;
    let mut left = [u32::MAX; L];
    for &BatchSplit { threshold, kept, feature } in missing_left {
        let column = &columns[usize::from(feature)];
        for lane in 0..L {
            left[lane] &= if column[lane] > threshold { kept } else { u32::MAX };
        }
    }
    for &BatchSplit { threshold, kept, feature } in missing_right {
        let column = &columns[usize::from(feature)];
        for lane in 0..L {
            left[lane] &= if column[lane] <= threshold { u32::MAX } else { kept };
        }
    }
    left
}
