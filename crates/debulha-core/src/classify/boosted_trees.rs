//! Gradient-boosted trees: many small trees whose values add up to a log-odds (friedman2001, ke2017).
//!
//! A tree is kept without links. Its leaves are numbered from left to right and its splits stand in preorder, so that a
//! part of the tree with *n* leaves has *n* − 1 splits next to each other, and a split need only say how many leaves its
//! left side has. Then nothing can point outside or in a circle, and a tree of 31 leaves takes about 470 bytes in a file.

mod cascade;
mod scoring;

pub use cascade::Cascade;

use super::Malformed;
use super::linear::logistic;
use serde::{Deserialize, Serialize};

/// Most leaves of a tree.
pub const MAX_LEAVES: usize = 255;

/// Largest value of a leaf, positive or negative, and of the base: sums of any number of them stay finite.
pub const MAX_VALUE: f32 = 1e6;

/// What an inner node asks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TreeSplit {
    /// Position of the feature.
    pub feature: u16,
    /// The largest value that goes left.
    pub threshold: f32,
    /// Whether a missing value goes right.
    pub missing_right: bool,
    /// Number of the leftmost leaf below the node.
    pub first_leaf: u8,
    /// Number of leaves on the left side, at least 1.
    pub left_leaves: u8,
}

impl TreeSplit {
    /// Whether a value goes right.
    #[inline]
    pub fn goes_right(&self, value: f32) -> bool {
        value > self.threshold || value.is_nan() && self.missing_right
    }
}

/// An end of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TreeLeaf {
    /// What the tree adds to the log-odds of a row that ends here.
    pub value: f32,
    /// Weight of the training rows that ended here, above 0.
    pub cover: f32,
}

impl TreeLeaf {
    fn is_number(self) -> bool {
        held(self.value) && self.cover > 0.0 && self.cover.is_finite()
    }
}

/// One tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoostedTree<'t> {
    /// Inner nodes in preorder, one less than leaves.
    pub splits: &'t [TreeSplit],
    /// Leaves from left to right.
    pub leaves: &'t [TreeLeaf],
}

/// A part of a tree: a node and all below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreePart {
    split: usize,
    first_leaf: usize,
    leaves: usize,
}

impl TreePart {
    /// Position of the node among the splits; `None` for a leaf.
    pub fn split(self) -> Option<usize> {
        (self.leaves > 1).then_some(self.split)
    }

    /// The leaves below, the leaf itself for a leaf.
    pub fn leaves(self) -> std::ops::Range<usize> {
        self.first_leaf..self.first_leaf + self.leaves
    }

    /// What is left and right of a split.
    #[inline]
    fn sides(self, left: usize) -> [TreePart; 2] {
        let TreePart { split, first_leaf, leaves } = self;
        [
            TreePart { split: split + 1, first_leaf, leaves: left },
            TreePart { split: split + left, first_leaf: first_leaf + left, leaves: leaves - left },
        ]
    }
}

impl<'t> BoostedTree<'t> {
    /// The whole tree.
    pub fn root(self) -> TreePart {
        TreePart { split: 0, first_leaf: 0, leaves: self.leaves.len() }
    }

    /// The split of a part with the parts on its left and its right; `None` for a leaf.
    pub fn parts(self, part: TreePart) -> Option<(&'t TreeSplit, [TreePart; 2])> {
        let split = &self.splits[part.split()?];
        Some((split, part.sides(split.left_leaves.into())))
    }

    /// The number of the leaf that a row reaches. O(depth).
    pub fn leaf(self, row: &[f32]) -> usize {
        let mut part = self.root();
        while part.leaves > 1 {
            let split = &self.splits[part.split];
            let right = split.goes_right(row[split.feature as usize]);
            part = part.sides(split.left_leaves.into())[usize::from(right)];
        }
        part.first_leaf
    }

    /// Mean value of the leaves below a node, by their training rows. O(leaves of the part).
    pub fn mean(self, part: TreePart) -> f64 {
        let leaves = &self.leaves[part.leaves()];
        let cover: f64 = leaves.iter().map(|leaf| f64::from(leaf.cover)).sum();
        leaves.iter().map(|leaf| f64::from(leaf.value) * f64::from(leaf.cover)).sum::<f64>() / cover
    }

    fn check(self, features: usize) -> Result<(), Malformed> {
        if self.leaves.iter().any(|leaf| !leaf.is_number()) {
            return Err(Malformed::Numbers { part: "leaves of a tree" });
        }
        let mut open = vec![self.root()];
        while let Some(part) = open.pop() {
            let Some(index) = part.split() else { continue };
            let split = &self.splits[index];
            let left = usize::from(split.left_leaves);
            if left == 0 || left >= part.leaves || usize::from(split.first_leaf) != part.first_leaf {
                return Err(Malformed::SplitLeadsNowhere(index));
            }
            if usize::from(split.feature) >= features || !split.threshold.is_finite() {
                return Err(Malformed::SplitAsksNothing(index));
            }
            open.extend(part.sides(left));
        }
        Ok(())
    }
}

/// Whether a value is one that sums may have.
fn held(value: f32) -> bool {
    value.abs() <= MAX_VALUE
}

/// Trees that tell two classes apart by the sum of their values.
///
/// ```
/// use debulha_core::classify::boosted_trees::{BoostedTrees, TreeLeaf, TreeSplit};
///
/// let mut trees = BoostedTrees::new(0.5);
/// let split = TreeSplit { feature: 1, threshold: 2.0, missing_right: true, first_leaf: 0, left_leaves: 1 };
/// let leaves = [TreeLeaf { value: -1.0, cover: 30.0 }, TreeLeaf { value: 2.0, cover: 10.0 }];
/// trees.push(&[split], &leaves)?;
/// assert_eq!(trees.score(&[0.0, 2.0]), -0.5);
/// assert_eq!(trees.score(&[0.0, f32::NAN]), 2.5);
/// assert_eq!(trees.contributions(&[0.0, 3.0]), [0.0, 2.25]);
/// assert_eq!(trees.mean_score(), 0.25);
/// # Ok::<(), debulha_core::classify::Malformed>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BoostedTrees {
    base: f32,
    /// Leaves of each tree, at least 1.
    sizes: Vec<u8>,
    /// The splits of all trees.
    splits: Vec<TreeSplit>,
    /// The leaves of all trees.
    leaves: Vec<TreeLeaf>,
}

impl BoostedTrees {
    /// No trees: every row has the log-odds `base`.
    pub fn new(base: f32) -> Self {
        BoostedTrees { base, ..BoostedTrees::default() }
    }

    /// Adds a tree: splits in preorder, leaves from left to right.
    ///
    /// # Errors
    /// What is no tree.
    pub fn push(&mut self, splits: &[TreeSplit], leaves: &[TreeLeaf]) -> Result<(), Malformed> {
        let size = u8::try_from(leaves.len()).ok().filter(|&size| usize::from(size) == splits.len() + 1);
        let size = size.ok_or(Malformed::Leaves { leaves: leaves.len(), splits: splits.len() })?;
        BoostedTree { splits, leaves }.check(usize::from(u16::MAX) + 1)?;
        self.sizes.push(size);
        self.splits.extend_from_slice(splits);
        self.leaves.extend_from_slice(leaves);
        Ok(())
    }

    /// What gives the mean log-odds of some models: the trees of all, with values divided by their number. O(leaves).
    ///
    /// ```
    /// use debulha_core::classify::boosted_trees::BoostedTrees;
    ///
    /// let mean = BoostedTrees::mean(&[BoostedTrees::new(1.0), BoostedTrees::new(2.0)]);
    /// assert_eq!(mean.score(&[]), 1.5);
    /// ```
    pub fn mean(models: &[BoostedTrees]) -> Self {
        let share = 1.0 / models.len().max(1) as f32;
        let mut mean = BoostedTrees::default();
        for model in models {
            mean.base += model.base * share;
            mean.sizes.extend_from_slice(&model.sizes);
            mean.splits.extend_from_slice(&model.splits);
            mean.leaves
                .extend(model.leaves.iter().map(|leaf| TreeLeaf { value: leaf.value * share, ..*leaf }));
        }
        mean
    }

    /// Leaves out all trees after the first ones.
    pub fn truncate(&mut self, trees: usize) {
        *self = std::mem::take(self).split_at(trees).0;
    }

    /// The first trees with the base, and the others without: together they give what all trees give.
    fn split_at(mut self, trees: usize) -> (Self, Self) {
        let sizes = self.sizes.split_off(trees.min(self.len()));
        let leaves: usize = self.sizes.iter().map(|&size| usize::from(size)).sum();
        let splits = self.splits.split_off(leaves - self.sizes.len());
        let rest = BoostedTrees { base: 0.0, sizes, splits, leaves: self.leaves.split_off(leaves) };
        (self, rest)
    }

    /// The log-odds before any tree.
    pub fn base(&self) -> f32 {
        self.base
    }

    /// Number of trees.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there are no trees.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The trees in the order of their training.
    pub fn trees(&self) -> impl Iterator<Item = BoostedTree<'_>> {
        let (mut splits, mut leaves) = (&self.splits[..], &self.leaves[..]);
        self.sizes.iter().map(move |&size| {
            let size = usize::from(size);
            let tree = BoostedTree { splits: &splits[..size - 1], leaves: &leaves[..size] };
            (splits, leaves) = (&splits[size - 1..], &leaves[size..]);
            tree
        })
    }

    /// The log-odds of the second class. O(trees · depth).
    pub fn score(&self, row: &[f32]) -> f32 {
        self.trees().fold(self.base, |sum, tree| sum + tree.leaves[tree.leaf(row)].value)
    }

    /// Probability of the second class. Cost as that of [`score`](Self::score).
    pub fn probability(&self, row: &[f32]) -> f64 {
        logistic(self.score(row).into())
    }

    /// The mean log-odds of the training rows, as the covers of the leaves have it.
    pub fn mean_score(&self) -> f64 {
        self.trees().fold(self.base.into(), |sum, tree| sum + tree.mean(tree.root()))
    }

    /// By how much each feature changes the log-odds of a row: at each split on its way, the mean value of the side that
    /// it takes less that of the node (saabas2014). They sum to [`score`](Self::score) less
    /// [`mean_score`](Self::mean_score).
    ///
    /// O(leaves of all trees).
    pub fn contributions(&self, row: &[f32]) -> Vec<f64> {
        let mut sums = vec![0.0; row.len()];
        for tree in self.trees() {
            let mut part = tree.root();
            let mut mean = tree.mean(part);
            while let Some((split, sides)) = tree.parts(part) {
                let feature = usize::from(split.feature);
                part = sides[usize::from(split.goes_right(row[feature]))];
                let next = tree.mean(part);
                sums[feature] += next - mean;
                mean = next;
            }
        }
        sums
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        if classes != 2 {
            return Err(Malformed::NotTwoClasses(classes));
        }
        let leaves: usize = self.sizes.iter().map(|&size| usize::from(size)).sum();
        let whole = leaves == self.leaves.len() && leaves - self.sizes.len().min(leaves) == self.splits.len();
        if !whole || self.sizes.contains(&0) {
            return Err(Malformed::Cut);
        }
        if !held(self.base) {
            return Err(Malformed::Numbers { part: "base log-odds" });
        }
        self.trees().try_for_each(|tree| tree.check(features))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
