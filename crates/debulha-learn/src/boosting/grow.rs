//! One tree, leaf by leaf: the leaf whose split gains most is split next (ke2017).

use super::BoostedTreesParams;
use super::bins::Binned;
use debulha_core::classify::boosted_trees::{MAX_VALUE, TreeLeaf, TreeSplit};
use rayon::prelude::*;
use std::ops::{AddAssign, Range, Sub, SubAssign};

/// First and second derivative of a row's loss by its log-odds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slope {
    pub(super) gradient: f32,
    pub(super) hessian: f32,
}

/// Slopes of some rows, summed.
#[derive(Debug, Clone, Copy, Default)]
struct SlopeSums {
    gradient: f64,
    hessian: f64,
    rows: u32,
}

impl SlopeSums {
    #[inline]
    fn add(&mut self, slope: Slope) {
        self.gradient += f64::from(slope.gradient);
        self.hessian += f64::from(slope.hessian);
        self.rows += 1;
    }

    /// By how much the best value for these rows lowers their loss, twice.
    fn gain(self, l2: f64) -> f64 {
        self.gradient * self.gradient / (self.hessian + l2)
    }
}

impl AddAssign for SlopeSums {
    fn add_assign(&mut self, other: Self) {
        self.gradient += other.gradient;
        self.hessian += other.hessian;
        self.rows += other.rows;
    }
}

impl SubAssign for SlopeSums {
    fn sub_assign(&mut self, other: Self) {
        self.gradient -= other.gradient;
        self.hessian -= other.hessian;
        self.rows -= other.rows;
    }
}

impl Sub for SlopeSums {
    type Output = SlopeSums;

    fn sub(mut self, other: Self) -> SlopeSums {
        self -= other;
        self
    }
}

/// A split that may be made.
#[derive(Debug, Clone, Copy)]
struct SplitCandidate {
    gain: f64,
    column: usize,
    /// The last bin on the left.
    bin: u8,
    missing_right: bool,
    left: SlopeSums,
}

/// A node of a tree that grows.
struct GrowingNode {
    /// Where its rows are.
    rows: Range<usize>,
    sums: SlopeSums,
    /// Sums by wanted column and bin, [`Grower::stride`] bins a column; empty where the node is never split.
    histogram: Vec<SlopeSums>,
    best: Option<SplitCandidate>,
    /// Left and right, once it is split.
    sides: Option<[usize; 2]>,
}

/// A grown tree.
#[derive(Debug, Default)]
pub(super) struct Grown {
    pub(super) splits: Vec<TreeSplit>,
    pub(super) leaves: Vec<TreeLeaf>,
    /// The last bin on the left of each split.
    bins: Vec<u8>,
    /// Column and gain of each split.
    pub(super) gains: Vec<(usize, f64)>,
}

impl Grown {
    /// What the tree adds to the log-odds of a row of the binned matrix.
    pub(super) fn value(&self, data: &Binned, row: usize) -> f32 {
        let (mut at, mut leaf, mut leaves) = (0, 0, self.leaves.len());
        while leaves > 1 {
            let split = &self.splits[at];
            let column = usize::from(split.feature);
            let left = usize::from(split.left_leaves);
            let missing = data.bins[column].missing();
            if goes_right(data.column(column)[row], self.bins[at], missing, split.missing_right) {
                (at, leaf, leaves) = (at + left, leaf + left, leaves - left);
            } else {
                (at, leaves) = (at + 1, left);
            }
        }
        self.leaves[leaf].value
    }
}

#[inline]
fn goes_right(number: u8, last_left: u8, missing: u8, missing_right: bool) -> bool {
    if number == missing { missing_right } else { number > last_left }
}

/// What a tree is grown from.
pub(super) struct Grower<'a> {
    pub(super) data: &'a Binned,
    pub(super) params: &'a BoostedTreesParams,
    /// One a row of the data.
    pub(super) slopes: &'a [Slope],
    /// One a row of the data.
    pub(super) weights: &'a [f32],
    /// The columns that may be asked for, ascending.
    pub(super) columns: &'a [usize],
}

impl Grower<'_> {
    /// A tree over some rows; a leaf where no split gains anything.
    ///
    /// Each column is one task: sums of a column are made in the order of the rows, and the best splits of the columns
    /// are compared in the order of the columns. So the tree does not depend on the number of threads.
    pub(super) fn grow(&self, mut rows: Vec<u32>) -> Grown {
        let mut sums = SlopeSums::default();
        for &row in &rows {
            sums.add(self.slopes[row as usize]);
        }
        let whole = 0..rows.len();
        let mut root = GrowingNode { rows: whole, sums, histogram: Vec::new(), best: None, sides: None };
        self.examine(&rows, &mut root, None);
        let mut nodes = vec![root];
        let mut leaves = 1;
        while leaves < self.params.leaves as usize {
            let open = nodes.iter().enumerate().filter(|(_, node)| node.sides.is_none());
            let gains = open.filter_map(|(index, node)| Some((index, node.best?)));
            // The first of equal ones.
            let best = gains.reduce(|best, other| if other.1.gain > best.1.gain { other } else { best });
            let Some((index, split)) = best else { break };
            leaves += 1;
            let last = leaves == self.params.leaves as usize;
            self.split(&mut rows, &mut nodes, index, split, last);
        }
        self.finish(&rows, &nodes)
    }

    /// Makes the two sides of a node, and finds their best splits unless they are not wanted.
    fn split(
        &self,
        rows: &mut [u32],
        nodes: &mut Vec<GrowingNode>,
        index: usize,
        split: SplitCandidate,
        last: bool,
    ) {
        let node = &mut nodes[index];
        let histogram = std::mem::take(&mut node.histogram);
        let (range, sums) = (node.rows.clone(), node.sums);
        let numbers = self.data.column(split.column);
        let missing = self.data.bins[split.column].missing();
        let right = |row: u32| goes_right(numbers[row as usize], split.bin, missing, split.missing_right);
        let middle = range.start + partition(&mut rows[range.clone()], right);
        let side = |rows: Range<usize>, sums| GrowingNode {
            rows,
            sums,
            histogram: Vec::new(),
            best: None,
            sides: None,
        };
        let mut left = side(range.start..middle, split.left);
        let mut right = side(middle..range.end, sums - split.left);
        if !last {
            let (small, large) = if left.rows.len() <= right.rows.len() {
                (&mut left, &mut right)
            } else {
                (&mut right, &mut left)
            };
            large.histogram = histogram;
            self.examine(rows, small, Some(large));
        }
        nodes[index].sides = Some([nodes.len(), nodes.len() + 1]);
        nodes.extend([left, right]);
    }

    /// Sums the rows of a node by column and bin, takes them off the sums of both sides that its sibling has, and finds
    /// the best splits of both.
    fn examine(&self, rows: &[u32], small: &mut GrowingNode, large: Option<&mut GrowingNode>) {
        let least = 2 * self.params.min_rows as usize;
        if small.rows.len().max(large.as_ref().map_or(0, |large| large.rows.len())) < least {
            return;
        }
        let held = &rows[small.rows.clone()];
        let slopes: Vec<Slope> = held.iter().map(|&row| self.slopes[row as usize]).collect();
        let stride = self.stride();
        small.histogram = vec![SlopeSums::default(); stride * self.columns.len()];
        let fill = |column: usize, histogram: &mut [SlopeSums]| {
            let numbers = self.data.column(column);
            for (&row, &slope) in held.iter().zip(&slopes) {
                histogram[usize::from(numbers[row as usize])].add(slope);
            }
        };
        let parts = small.histogram.par_chunks_mut(stride).zip(self.columns);
        let Some(large) = large else {
            let found = parts.map(|(part, &column)| {
                fill(column, part);
                self.best(column, part, small.sums)
            });
            small.best = first_best(found.collect::<Vec<_>>());
            return;
        };
        let found = parts.zip(large.histogram.par_chunks_mut(stride)).map(|((part, &column), both)| {
            fill(column, part);
            both.iter_mut().zip(&*part).for_each(|(both, part)| *both -= *part);
            (self.best(column, part, small.sums), self.best(column, both, large.sums))
        });
        let (of_small, of_large): (Vec<_>, Vec<_>) = found.collect::<Vec<_>>().into_iter().unzip();
        (small.best, large.best) = (first_best(of_small), first_best(of_large));
    }

    /// Bins of a column in a histogram, that of missing values included.
    fn stride(&self) -> usize {
        self.params.max_bins as usize + 1
    }

    /// The best split of a node by one column.
    fn best(&self, column: usize, histogram: &[SlopeSums], sums: SlopeSums) -> Option<SplitCandidate> {
        let params = self.params;
        if sums.rows < params.min_rows.saturating_mul(2) {
            return None;
        }
        let bins = self.data.bins[column].len();
        let missing = histogram[bins];
        let whole = sums.gain(params.l2);
        let mut best: Option<SplitCandidate> = None;
        let mut scan = |mut left: SlopeSums, bins: &[SlopeSums], missing_right: Option<bool>| {
            for (bin, part) in bins.iter().enumerate().filter(|(_, part)| part.rows > 0) {
                left += *part;
                let right = sums - left;
                let enough =
                    |side: SlopeSums| side.rows >= params.min_rows && side.hessian >= params.min_hessian;
                if !enough(left) || !enough(right) {
                    continue;
                }
                let gain = left.gain(params.l2) + right.gain(params.l2) - whole;
                if gain > best.map_or(MIN_GAIN, |best| best.gain) {
                    // Where no training row lacks the value, one that does goes with most of them.
                    let missing_right = missing_right.unwrap_or(right.rows > left.rows);
                    best = Some(SplitCandidate { gain, column, bin: bin as u8, missing_right, left });
                }
            }
        };
        if missing.rows == 0 {
            scan(SlopeSums::default(), &histogram[..bins - 1], None);
        } else {
            // All bins on the left and what is missing on the right is a split as well.
            scan(SlopeSums::default(), &histogram[..bins], Some(true));
            scan(missing, &histogram[..bins - 1], Some(false));
        }
        best
    }

    /// The tree in preorder, with the values of its leaves.
    fn finish(&self, rows: &[u32], nodes: &[GrowingNode]) -> Grown {
        // Sides come after their node.
        let mut leaves = vec![1_usize; nodes.len()];
        for (index, node) in nodes.iter().enumerate().rev() {
            if let Some([left, right]) = node.sides {
                leaves[index] = leaves[left] + leaves[right];
            }
        }
        let mut grown = Grown::default();
        let mut open = vec![0];
        while let Some(index) = open.pop() {
            let node = &nodes[index];
            let (Some([left, right]), Some(split)) = (node.sides, node.best) else {
                grown.leaves.push(self.leaf(&rows[node.rows.clone()], node.sums));
                continue;
            };
            grown.splits.push(TreeSplit {
                feature: split.column as u16,
                threshold: self.data.bins[split.column].threshold(split.bin),
                missing_right: split.missing_right,
                first_leaf: grown.leaves.len() as u8,
                left_leaves: leaves[left] as u8,
            });
            grown.bins.push(split.bin);
            grown.gains.push((split.column, split.gain));
            open.extend([right, left]);
        }
        grown
    }

    fn leaf(&self, rows: &[u32], sums: SlopeSums) -> TreeLeaf {
        let value = -sums.gradient / (sums.hessian + self.params.l2) * self.params.learning_rate;
        let cover: f64 = rows.iter().map(|&row| f64::from(self.weights[row as usize])).sum();
        TreeLeaf {
            value: (value as f32).clamp(-MAX_VALUE, MAX_VALUE),
            cover: (cover as f32).clamp(f32::MIN_POSITIVE, f32::MAX),
        }
    }
}

/// Smaller gains are rounding.
const MIN_GAIN: f64 = 1e-9;

/// The best of the columns' splits, the first of equal ones.
fn first_best(found: Vec<Option<SplitCandidate>>) -> Option<SplitCandidate> {
    found.into_iter().flatten().reduce(|best, other| if other.gain > best.gain { other } else { best })
}

/// Puts the rows for which `right` holds behind the others, both in order; the number of the others.
fn partition(rows: &mut [u32], right: impl Fn(u32) -> bool) -> usize {
    let mut behind = Vec::new();
    let mut left = 0;
    for at in 0..rows.len() {
        let row = rows[at];
        if right(row) {
            behind.push(row);
        } else {
            rows[left] = row;
            left += 1;
        }
    }
    rows[left..].copy_from_slice(&behind);
    left
}
