//! What can be wrong with a classifier that was read from a file.

use thiserror::Error;

/// Why a classifier cannot judge the rows that its model says it judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Malformed {
    /// A part takes another number of features, or tells another number of classes apart.
    #[error("mismatch between {part} and the features or classes")]
    Shape {
        /// What does, such as `a sum`.
        part: &'static str,
    },
    /// A part with infinite numbers, with NaN, or with numbers outside what it allows.
    #[error("invalid numbers in {part}")]
    Numbers {
        /// Which numbers, such as `terms of a sum`.
        part: &'static str,
    },
    /// A classifier that has none of something it cannot do without.
    #[error("{whole} without {part}")]
    Without {
        /// The classifier, such as `a tree`.
        whole: &'static str,
        /// What it has none of, such as `nodes`.
        part: &'static str,
    },
    /// A node of a decision tree that counts other classes, or counts below 0.
    #[error("node {0} of the tree has other classes")]
    NodeClasses(usize),
    /// A node of a decision tree whose branches or feature are not there.
    #[error("node {0} of the tree leads nowhere")]
    NodeLeadsNowhere(usize),
    /// A node of a decision tree with branches that another node has too.
    #[error("node {0} of the tree has branches of another node")]
    NodeShares(usize),
    /// A split of a boosted tree whose sides are not there.
    #[error("split {0} of a tree leads nowhere")]
    SplitLeadsNowhere(usize),
    /// A split of a boosted tree that asks for a feature that is not there, or for no number.
    #[error("split {0} of a tree tests an unknown feature")]
    SplitAsksNothing(usize),
    /// A boosted tree whose leaves are too many, or not one more than its splits.
    #[error("a tree has {leaves} leaves for {splits} splits; the maximum is {most}", most = super::boosted_trees::MAX_LEAVES)]
    Leaves {
        /// Number of leaves.
        leaves: usize,
        /// Number of splits.
        splits: usize,
    },
    /// Boosted trees whose lists of leaves and splits do not fit one another.
    #[error("the boosted trees are incomplete")]
    Cut,
    /// Boosted trees for other than two classes.
    #[error("boosted trees have two classes, not {0}")]
    NotTwoClasses(usize),
    /// Support vector there is not one machine per pair of classes.
    #[error("there is not one machine per pair of classes")]
    Pairs,
    /// A support vector machine that names a vector that is not there.
    #[error("a machine has a missing support vector")]
    NoVector,
}
