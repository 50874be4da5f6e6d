//! C4.5: decision trees (quinlan1993), as Weka's J48 grows and prunes them, and rules from trees.
//!
//! - A node is split by the attribute with the best gain ratio among those of at least average information gain;
//!   numbers at one threshold, names into one branch each.
//! - A row without a value goes down every branch, with the weight of the branch's share of the rows that have one.
//! - A subtree that errs as often as a leaf on the training rows becomes a leaf; then one whose pessimistic errors, the
//!   upper limit of a confidence interval, are no fewer, or its largest branch takes its place.
//! - [`rules`] turns each path into a conjunction, drops conditions, chooses and orders what is left.
//!
//! Functions recurse over the tree, which is at most half as deep as there are rows.

mod learner;
mod prune;
mod rules;
mod split;

pub use learner::{C45Params, LEARNER};
pub use prune::added_errors;
pub use rules::{ClassOrder, RuleOptions, rules};

use crate::describe::tree_text;
use crate::table::Table;
use debulha_core::classify::decision_tree::{DecisionNode, DecisionTree, NodeTest};
use debulha_core::classify::first_largest;
use split::{Splitter, Weighted};
use std::collections::VecDeque;

/// How trees are grown and pruned. The defaults are those of Weka's J48, and of C4.5 where not said otherwise.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each turns a step of the method off")]
pub struct Options {
    /// Rows that at least two branches of a split must have (quinlan1993: 2).
    pub min_objects: f64,
    /// Confidence of pessimistic errors, above 0 and at most .5; less prunes more (quinlan1993: .25).
    pub confidence: f64,
    /// Whether the gain of a threshold is lowered by the bits that choose it (C4.5 release 8 and Weka).
    pub mdl_correction: bool,
    /// Whether a threshold is the largest value of the training rows that is not above it, not the midpoint of its
    /// neighbours (release 8 and Weka).
    pub actual_thresholds: bool,
    /// Whether subtrees that are no better than a leaf on the training rows become leaves before pruning.
    pub collapse: bool,
    /// Whether the tree is pruned by pessimistic errors.
    pub prune: bool,
    /// Whether pruning may put a subtree's largest branch in its place.
    pub subtree_raising: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            min_objects: 2.0,
            confidence: 0.25,
            mdl_correction: true,
            actual_thresholds: true,
            collapse: true,
            prune: true,
            subtree_raising: true,
        }
    }
}

/// Questions from the root to a leaf at most (our decision: bounds the stack; quinlan1993 has no bound).
const MAX_DEPTH: usize = 256;

/// What a node asks.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeSplit {
    /// For a name: one branch each.
    Name {
        /// Position of the attribute.
        attribute: usize,
    },
    /// For a number: the first branch up to the threshold, the second above it.
    Number {
        /// Position of the attribute.
        attribute: usize,
        /// The largest value of the first branch.
        threshold: f64,
    },
}

impl NodeSplit {
    fn attribute(&self) -> usize {
        match *self {
            NodeSplit::Name { attribute } | NodeSplit::Number { attribute, .. } => attribute,
        }
    }

    /// The branch of a value.
    fn branch(&self, value: f64) -> usize {
        match *self {
            NodeSplit::Name { .. } => value as usize,
            NodeSplit::Number { threshold, .. } => usize::from(value > threshold),
        }
    }
}

/// A node of a tree with all that is below it.
#[derive(Debug, Clone, PartialEq)]
pub struct GrownTree {
    /// Training rows of each class that reached the node; parts of rows where values were missing.
    pub counts: Vec<f64>,
    /// What the node asks; `None` for a leaf.
    pub split: Option<NodeSplit>,
    /// One a branch of the split; a branch that no row reached has counts of 0.
    pub branches: Vec<GrownTree>,
}

/// Learns a tree from some rows of a table.
///
/// O(nodes × (values that are not 0 in their rows + attributes)), beside sorting.
pub fn train(table: &Table, rows: &[u32], options: &Options) -> GrownTree {
    let splitter = Splitter::new(table, rows, options);
    let rows: Vec<Weighted> = rows.iter().map(|&row| (row, 1.0)).collect();
    let mut tree = GrownTree::grow(table, &splitter, &rows, 0);
    if options.collapse {
        tree.collapse();
    }
    if options.prune {
        prune::prune(&mut tree, table, &rows, options);
    }
    tree
}

impl GrownTree {
    fn leaf(table: &Table, rows: &[Weighted]) -> Self {
        let mut counts = vec![0.0; table.classes().len()];
        for &(row, weight) in rows {
            counts[table.class(row)] += weight;
        }
        GrownTree { counts, split: None, branches: Vec::new() }
    }

    fn grow(table: &Table, splitter: &Splitter<'_>, rows: &[Weighted], depth: usize) -> Self {
        let mut tree = GrownTree::leaf(table, rows);
        if let Some(split) = splitter.choose(rows, &tree.counts).filter(|_| depth < MAX_DEPTH) {
            let parts = divide(table, &split, rows);
            tree.branches =
                parts.iter().map(|rows| GrownTree::grow(table, splitter, rows, depth + 1)).collect();
            tree.split = Some(split);
        }
        tree
    }

    /// Makes leaves of subtrees that err as often as a leaf on the training rows.
    fn collapse(&mut self) {
        if self.training_errors() >= self.errors() - COLLAPSE_SLACK {
            self.make_leaf();
        }
        self.branches.iter_mut().for_each(GrownTree::collapse);
    }

    fn make_leaf(&mut self) {
        self.split = None;
        self.branches.clear();
    }

    /// Rows that reached the node.
    pub fn weight(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The most frequent class at the node, the first of several.
    pub fn class(&self) -> usize {
        first_largest(self.counts.iter().copied())
    }

    /// Training rows that the node gets wrong as a leaf.
    fn errors(&self) -> f64 {
        self.weight() - self.counts[self.class()]
    }

    fn training_errors(&self) -> f64 {
        if self.split.is_none() {
            self.errors()
        } else {
            self.branches.iter().map(GrownTree::training_errors).sum()
        }
    }

    /// Probability of each class for what has the given values, by position of the attribute; `None` is missing.
    ///
    /// O(depth), and up to O(nodes) where values are missing.
    pub fn probabilities(&self, value: impl Fn(usize) -> Option<f64>) -> Vec<f64> {
        let mut sums = vec![0.0; self.counts.len()];
        let mut open = vec![(self, 1.0)];
        while let Some((node, share)) = open.pop() {
            let value = node.split.as_ref().map(|split| (split, value(split.attribute())));
            match value {
                Some((split, Some(value))) if node.reached(split.branch(value)) => {
                    open.push((&node.branches[split.branch(value)], share));
                }
                Some((_, None)) => {
                    let branches = node.branches.iter().filter(|branch| branch.weight() > 0.0);
                    open.extend(branches.map(|branch| (branch, share * branch.weight() / node.weight())));
                }
                // A leaf, or a branch that no training row took.
                _ => {
                    let weight = node.weight();
                    for (sum, count) in sums.iter_mut().zip(&node.counts).filter(|_| weight > 0.0) {
                        *sum += share * count / weight;
                    }
                }
            }
        }
        sums
    }

    fn reached(&self, branch: usize) -> bool {
        self.branches.get(branch).is_some_and(|branch| branch.weight() > 0.0)
    }

    /// The most probable class, the first of several.
    pub fn classify(&self, value: impl Fn(usize) -> Option<f64>) -> usize {
        first_largest(self.probabilities(value))
    }

    /// The tree as data, for rows whose columns are the attributes of `table`.
    ///
    /// Rows of features have less digits than tables: thresholds are rounded as the values are, and compare alike.
    pub fn to_classifier(&self, table: &Table) -> DecisionTree {
        self.to_nodes(table, |threshold| f64::from(threshold as f32))
    }

    fn to_nodes(&self, table: &Table, rounded: impl Fn(f64) -> f64) -> DecisionTree {
        let mut nodes = vec![DecisionNode { counts: self.counts.clone(), split: None }];
        // Level by level, so that branches are neighbours and come after their node.
        let mut open = VecDeque::from([(self, 0)]);
        while let Some((tree, index)) = open.pop_front() {
            let Some(split) = &tree.split else { continue };
            let question = match *split {
                NodeSplit::Number { attribute, threshold } => {
                    NodeTest::Number { feature: attribute as u32, threshold: rounded(threshold) }
                }
                NodeSplit::Name { attribute } => {
                    let names = table.attributes()[attribute].names() as u32;
                    NodeTest::Name { feature: attribute as u32, names }
                }
            };
            nodes[index].split = Some((question, nodes.len() as u32));
            for branch in &tree.branches {
                open.push_back((branch, nodes.len()));
                nodes.push(DecisionNode { counts: branch.counts.clone(), split: None });
            }
        }
        DecisionTree { nodes }
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        if self.split.is_none() { 1 } else { self.branches.iter().map(GrownTree::leaves).sum() }
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        1 + self.branches.iter().map(GrownTree::size).sum::<usize>()
    }

    /// The tree as C4.5 and Weka print it: see [`tree_text`].
    pub fn display(&self, table: &Table) -> String {
        tree_text(&self.to_nodes(table, |threshold| threshold), table)
    }
}

/// How much worse than a leaf, in training rows, a subtree may be and still stay (Weka).
const COLLAPSE_SLACK: f64 = 1e-3;

/// The rows of each branch. Rows without a value go to every branch, in parts.
fn divide(table: &Table, split: &NodeSplit, rows: &[Weighted]) -> Vec<Vec<Weighted>> {
    let attribute = split.attribute();
    let branches = match split {
        NodeSplit::Number { .. } => 2,
        NodeSplit::Name { .. } => table.attributes()[attribute].names(),
    };
    let branch_of = |row| table.value(row, attribute).map(|value| split.branch(value));
    let mut shares = vec![0.0; branches];
    for &(row, weight) in rows {
        if let Some(branch) = branch_of(row) {
            shares[branch] += weight;
        }
    }
    let known: f64 = shares.iter().sum();
    for share in &mut shares {
        *share = if known > 0.0 { *share / known } else { 1.0 / branches as f64 };
    }
    let mut parts = vec![Vec::new(); branches];
    for &(row, weight) in rows {
        match branch_of(row) {
            Some(branch) => parts[branch].push((row, weight)),
            None => {
                for (part, share) in parts.iter_mut().zip(&shares).filter(|(_, share)| **share > 0.0) {
                    part.push((row, weight * share));
                }
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests;
