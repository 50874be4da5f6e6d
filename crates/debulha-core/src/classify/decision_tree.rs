//! Decision trees: each node asks for one feature, each leaf has counts of classes.

use super::Malformed;
use serde::{Deserialize, Serialize};

/// What a node asks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum NodeTest {
    /// For a number: the first branch up to the threshold, the second above it.
    Number {
        /// Position of the feature.
        feature: u32,
        /// The largest value of the first branch.
        threshold: f64,
    },
    /// For one of so many names: one branch each.
    Name {
        /// Position of the feature.
        feature: u32,
        /// Number of names.
        names: u32,
    },
}

impl NodeTest {
    /// Position of the feature.
    pub fn feature(self) -> usize {
        match self {
            NodeTest::Number { feature, .. } | NodeTest::Name { feature, .. } => feature as usize,
        }
    }

    /// Number of branches.
    pub fn branches(self) -> usize {
        match self {
            NodeTest::Number { .. } => 2,
            NodeTest::Name { names, .. } => names as usize,
        }
    }

    /// The branch of a value; `None` for a value that is missing or no name.
    fn branch(self, value: f32) -> Option<usize> {
        match self {
            _ if value.is_nan() => None,
            NodeTest::Number { threshold, .. } => Some(usize::from(f64::from(value) > threshold)),
            NodeTest::Name { names, .. } => (value >= 0.0 && value < names as f32).then_some(value as usize),
        }
    }
}

/// A node of a [`DecisionTree`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecisionNode {
    /// Training rows of each class that reached the node; parts of rows where values were missing.
    pub counts: Vec<f64>,
    /// What the node asks and where its branches begin among the nodes; `None` for a leaf. Branches are neighbours.
    pub split: Option<(NodeTest, u32)>,
}

impl DecisionNode {
    /// Rows that reached the node.
    fn weight(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Share of a class; 0 where no row came.
    fn share(&self, class: usize) -> f64 {
        share(&self.counts, class)
    }
}

/// Share of a class among rows of these counts; 0 where there is no row.
pub(super) fn share(counts: &[f64], class: usize) -> f64 {
    let rows: f64 = counts.iter().sum();
    if rows > 0.0 { counts[class] / rows } else { 0.0 }
}

/// A decision tree as a list of nodes, the root first, every branch after its node.
///
/// ```
/// use debulha_core::classify::decision_tree::{DecisionTree, DecisionNode, NodeTest};
///
/// let leaf = |counts: [f64; 2]| DecisionNode { counts: counts.to_vec(), split: None };
/// let question = NodeTest::Number { feature: 0, threshold: 4.0 };
/// let root = DecisionNode { counts: vec![6.0, 4.0], split: Some((question, 1)) };
/// let tree = DecisionTree { nodes: vec![root, leaf([6.0, 0.0]), leaf([0.0, 4.0])] };
/// assert_eq!(tree.probabilities(&[4.0]), [1.0, 0.0]);
/// assert_eq!(tree.probabilities(&[f32::NAN]), [0.6, 0.4]);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecisionTree {
    /// The nodes.
    pub nodes: Vec<DecisionNode>,
}

impl DecisionTree {
    /// Probability of each class: the shares of the leaf that the row reaches. Where a value is missing, all branches
    /// count by the training rows that took them (quinlan1993).
    ///
    /// O(depth), and up to O(nodes) where values are missing.
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        let mut sums = vec![0.0; self.nodes[0].counts.len()];
        let mut open = vec![(0, 1.0)];
        while let Some((index, share)) = open.pop() {
            let node = &self.nodes[index];
            match self.next(node, row) {
                NextNode::Branch(branch) => open.push((branch, share)),
                NextNode::All(branches) => {
                    for branch in branches {
                        let part = self.nodes[branch].weight() / node.weight();
                        open.extend((part > 0.0).then_some((branch, share * part)));
                    }
                }
                NextNode::Stay => {
                    for (class, sum) in sums.iter_mut().enumerate() {
                        *sum += share * node.share(class);
                    }
                }
            }
        }
        sums
    }

    /// By how much each feature changes the share of a class on the way of a row to its leaf (saabas2014). They sum to
    /// the class's probability less its share at the root.
    ///
    /// Cost as that of [`probabilities`](Self::probabilities).
    pub fn contributions(&self, row: &[f32], class: usize) -> Vec<f64> {
        let mut sums = vec![0.0; row.len()];
        let mut open = vec![(0, 1.0)];
        while let Some((index, share)) = open.pop() {
            let node = &self.nodes[index];
            let Some((question, _)) = node.split else { continue };
            let mut step = |branch: usize, share: f64| {
                let change = self.nodes[branch].share(class) - node.share(class);
                sums[question.feature()] += share * change;
                open.push((branch, share));
            };
            match self.next(node, row) {
                NextNode::Branch(branch) => step(branch, share),
                NextNode::All(branches) => {
                    for branch in branches.filter(|&branch| self.nodes[branch].weight() > 0.0) {
                        step(branch, share * self.nodes[branch].weight() / node.weight());
                    }
                }
                NextNode::Stay => {}
            }
        }
        sums
    }

    /// The nodes that a row passes, by their places: from the root to a leaf, or to where a missing value parts its way.
    ///
    /// O(depth).
    pub fn path(&self, row: &[f32]) -> Vec<usize> {
        let mut path = vec![0];
        while let Some(NextNode::Branch(branch)) = path.last().map(|&last| self.next(&self.nodes[last], row))
        {
            path.push(branch);
        }
        path
    }

    /// Where a row goes from a node. A branch that no training row took is no answer: the node's own shares are.
    fn next(&self, node: &DecisionNode, row: &[f32]) -> NextNode {
        let Some((question, first)) = node.split else { return NextNode::Stay };
        let first = first as usize;
        let value = row[question.feature()];
        match question.branch(value) {
            Some(branch) if self.nodes[first + branch].weight() > 0.0 => NextNode::Branch(first + branch),
            None if value.is_nan() && node.weight() > 0.0 => {
                NextNode::All(first..first + question.branches())
            }
            _ => NextNode::Stay,
        }
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        if self.nodes.is_empty() {
            return Err(Malformed::Without { whole: "a tree", part: "nodes" });
        }
        // A branch of two nodes would make the ways through the tree more than its nodes.
        let mut is_branch = vec![false; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if node.counts.len() != classes || !node.counts.iter().all(|count| *count >= 0.0) {
                return Err(Malformed::NodeClasses(index));
            }
            let Some((question, first)) = node.split else { continue };
            let end = u64::from(first) + question.branches() as u64;
            if first as usize <= index || end > self.nodes.len() as u64 || question.feature() >= features {
                return Err(Malformed::NodeLeadsNowhere(index));
            }
            let branches = &mut is_branch[first as usize..end as usize];
            if branches.contains(&true) {
                return Err(Malformed::NodeShares(index));
            }
            branches.fill(true);
        }
        Ok(())
    }
}

enum NextNode {
    Branch(usize),
    All(std::ops::Range<usize>),
    Stay,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(counts: [f64; 2]) -> DecisionNode {
        DecisionNode { counts: counts.to_vec(), split: None }
    }

    /// First a name of three, of which the last was never seen; then a number.
    fn tree() -> DecisionTree {
        let name = NodeTest::Name { feature: 1, names: 3 };
        let number = NodeTest::Number { feature: 0, threshold: 0.5 };
        let root = DecisionNode { counts: vec![5.0, 5.0], split: Some((name, 1)) };
        let inner = DecisionNode { counts: vec![3.0, 1.0], split: Some((number, 4)) };
        let nodes = vec![root, leaf([2.0, 4.0]), inner, leaf([0.0, 0.0]), leaf([3.0, 0.0]), leaf([0.0, 1.0])];
        DecisionTree { nodes }
    }

    #[test]
    fn missing_values_take_all_branches() {
        let tree = tree();
        assert_eq!(tree.probabilities(&[0.5, 1.0]), [1.0, 0.0]);
        assert_eq!(tree.probabilities(&[f32::NAN, 1.0]), [0.75, 0.25]);
        let shares = tree.probabilities(&[0.7, f32::NAN]);
        assert!((shares[0] - 0.6 * 2.0 / 6.0).abs() < 1e-12 && (shares[0] + shares[1] - 1.0).abs() < 1e-12);
        // A name that no row had, and one that is none.
        assert_eq!(tree.probabilities(&[0.0, 2.0]), [0.5, 0.5]);
        assert_eq!(tree.probabilities(&[0.0, 7.0]), [0.5, 0.5]);
    }

    #[test]
    fn contributions_sum_up_to_the_change_of_the_share() {
        let tree = tree();
        for row in
            [[0.0, 0.0], [0.7, 1.0], [f32::NAN, 1.0], [0.7, f32::NAN], [f32::NAN, f32::NAN], [0.0, 2.0]]
        {
            for class in 0..2 {
                let sum: f64 = tree.contributions(&row, class).iter().sum();
                assert!((0.5 + sum - tree.probabilities(&row)[class]).abs() < 1e-12, "{row:?}");
            }
        }
    }

    #[test]
    fn trees_that_lead_nowhere_are_refused() {
        assert_eq!(tree().check(2, 2), Ok(()));
        assert!(tree().check(1, 2).is_err() && tree().check(2, 3).is_err());
        assert!(DecisionTree { nodes: Vec::new() }.check(2, 2).is_err());
        let mut loops = tree();
        loops.nodes[2].split = Some((NodeTest::Number { feature: 0, threshold: 0.0 }, 2));
        assert!(loops.check(2, 2).is_err());
        loops.nodes[2].split = Some((NodeTest::Name { feature: 0, names: u32::MAX }, u32::MAX));
        assert!(loops.check(2, 2).is_err());
        let mut negative = tree();
        negative.nodes[4].counts[0] = f64::NAN;
        assert!(negative.check(2, 2).is_err());
    }
}
