//! Trees that vote with weights, as boosting makes them.

use super::decision_tree::DecisionTree;
use super::{Malformed, first_largest, soft_max};
use serde::{Deserialize, Serialize};

/// A tree and what its vote counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WeightedTree {
    /// Weight of the vote, not below 0.
    pub weight: f64,
    /// The tree; it votes for its most probable class.
    pub tree: DecisionTree,
}

/// A weighted vote, such as AdaBoost's of decision stumps (freund1996).
///
/// ```
/// use debulha_core::classify::decision_tree::{DecisionTree, DecisionNode, NodeTest};
/// use debulha_core::classify::weighted_vote::{WeightedTree, WeightedVote};
///
/// let leaf = |counts: [f64; 2]| DecisionNode { counts: counts.to_vec(), split: None };
/// let stump = |threshold: f64| {
///     let question = NodeTest::Number { feature: 0, threshold };
///     let root = DecisionNode { counts: vec![1.0, 1.0], split: Some((question, 1)) };
///     DecisionTree { nodes: vec![root, leaf([1.0, 0.0]), leaf([0.0, 1.0])] }
/// };
/// let member = |weight: f64, threshold: f64| WeightedTree { weight, tree: stump(threshold) };
/// let vote = WeightedVote { members: vec![member(1.0, 2.0), member(3.0, 4.0)] };
/// assert_eq!(vote.votes(&[3.0]), [3.0, 1.0]);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WeightedVote {
    /// Those who vote.
    pub members: Vec<WeightedTree>,
}

impl WeightedVote {
    /// The sum of the weights of those who vote for each class. O(sum of depths).
    pub fn votes(&self, row: &[f32]) -> Vec<f64> {
        let classes = self.members.first().map_or(0, |member| member.tree.nodes[0].counts.len());
        let mut sums = vec![0.0; classes];
        for WeightedTree { weight, tree } in &self.members {
            sums[first_largest(tree.probabilities(row))] += weight;
        }
        sums
    }

    /// The soft maximum of the votes: for two classes and AdaBoost's weights, the probability of friedman2000.
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        soft_max(self.votes(row))
    }

    /// The weight of each vote for the class, less that of each vote against it, on the feature that the tree's root
    /// asks for.
    pub fn contributions(&self, row: &[f32], class: usize) -> Vec<f64> {
        let mut sums = vec![0.0; row.len()];
        for WeightedTree { weight, tree } in &self.members {
            let Some((question, _)) = tree.nodes[0].split else { continue };
            let is_for = first_largest(tree.probabilities(row)) == class;
            sums[question.feature()] += if is_for { *weight } else { -weight };
        }
        sums
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        if self.members.is_empty() || classes == 0 {
            return Err(Malformed::Without { whole: "a vote", part: "members or classes" });
        }
        if !self.members.iter().all(|member| member.weight.is_finite() && member.weight >= 0.0) {
            return Err(Malformed::Numbers { part: "weights of a vote" });
        }
        self.members.iter().try_for_each(|member| member.tree.check(features, classes))
    }
}
