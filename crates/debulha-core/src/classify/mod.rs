//! Classifiers as data: what was learned elsewhere, read from a file and applied to rows of features.
//!
//! Training is `debulha-learn`'s business; nothing here depends on it. A row is a slice of numbers, NaN where a value is
//! missing.

pub mod boosted_trees;
pub mod centroids;
pub mod decision_tree;
pub mod form_kinds;
pub mod kernel;
pub mod linear;
mod malformed;
pub mod model;
pub mod neural_network;
pub mod one_vs_rest;
pub mod radial_network;
pub mod rules;
pub mod scale;
pub mod token_classifier;
pub mod token_odds;
pub mod tree_isotonic;
pub mod weighted_vote;

pub use malformed::Malformed;

use boosted_trees::BoostedTrees;
use centroids::Centroids;
use decision_tree::DecisionTree;
use kernel::KernelMachines;
use linear::Linear;
use neural_network::NeuralNetwork;
use one_vs_rest::OneVsRest;
use radial_network::RadialNetwork;
use rules::RuleList;
use serde::{Deserialize, Serialize};
use weighted_vote::WeightedVote;

/// A trained classifier of any kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Classifier {
    /// A decision tree, such as one of C4.5.
    DecisionTree(DecisionTree),
    /// Ordered rules.
    Rules(RuleList),
    /// A weighted sum of standardised features: logistic regression, a linear support vector machine.
    Linear(Linear),
    /// A weighted sum for each of several classes.
    OneVsRest(OneVsRest),
    /// A weighted vote of trees: AdaBoost.
    WeightedVote(WeightedVote),
    /// Support vector machines with a Gaussian kernel.
    Kernel(KernelMachines),
    /// A neural network with one hidden layer.
    NeuralNetwork(NeuralNetwork),
    /// The nearest of clusters: k-means.
    Centroids(Centroids),
    /// The sum of many small trees.
    BoostedTrees(BoostedTrees),
    /// A network of radial basis functions.
    RadialNetwork(RadialNetwork),
}

impl Classifier {
    /// Name of the kind, for people and in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Classifier::DecisionTree(_) => "decision tree",
            Classifier::Rules(_) => "rules",
            Classifier::Linear(_) => "weighted sum",
            Classifier::OneVsRest(_) => "weighted sums, one against the rest",
            Classifier::WeightedVote(_) => "weighted vote of trees",
            Classifier::Kernel(_) => "support vectors",
            Classifier::NeuralNetwork(_) => "neural network",
            Classifier::Centroids(_) => "clusters",
            Classifier::BoostedTrees(_) => "boosted trees",
            Classifier::RadialNetwork(_) => "radial basis functions",
        }
    }

    /// The probability of each class of what has these features, in the order of the classes.
    ///
    /// Cost: see each kind.
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        match self {
            Classifier::DecisionTree(tree) => tree.probabilities(row),
            Classifier::Rules(rules) => {
                let mut sure = vec![0.0; rules.classes.len()];
                sure[rules.decide_row(row).class] = 1.0;
                sure
            }
            Classifier::Linear(linear) => {
                let second = linear.probability(row);
                vec![1.0 - second, second]
            }
            Classifier::OneVsRest(planes) => planes.probabilities(row),
            Classifier::WeightedVote(vote) => vote.probabilities(row),
            Classifier::Kernel(kernel) => kernel.probabilities(row),
            Classifier::NeuralNetwork(network) => network.probabilities(row),
            Classifier::Centroids(centroids) => centroids.probabilities(row),
            Classifier::BoostedTrees(trees) => {
                let second = trees.probability(row);
                vec![1.0 - second, second]
            }
            Classifier::RadialNetwork(network) => network.probabilities(row),
        }
    }

    /// The most probable class, the first of several.
    pub fn classify(&self, row: &[f32]) -> usize {
        first_largest(self.probabilities(row))
    }

    /// What each feature adds to the decision for a class; the larger, the more it speaks for it.
    ///
    /// The unit is that of the classifier's own scale:
    ///
    /// | kind | contribution | cost |
    /// |---|---|---|
    /// | linear, one against the rest | the terms of the sum | O(features) |
    /// | tree | the changes of the class's probability along the path (saabas2014) | as for an answer |
    /// | boosted trees | the changes of the log-odds along the paths (saabas2014) | as for an answer |
    /// | vote | the weights of the votes for the class less those against it | as for an answer |
    /// | kernel, networks, clusters | what the class's probability loses when the feature is missing, that is, at its mean | features × an answer |
    /// | rules | none: their answer names the rule | |
    pub fn contributions(&self, row: &[f32], class: usize) -> Vec<f64> {
        match self {
            Classifier::DecisionTree(tree) => tree.contributions(row, class),
            Classifier::Rules(_) => vec![0.0; row.len()],
            Classifier::Linear(linear) => {
                let sign = if class == 1 { 1.0 } else { -1.0 };
                linear.terms(row).map(|term| sign * term).collect()
            }
            Classifier::OneVsRest(planes) => planes.planes[class].terms(row).collect(),
            Classifier::WeightedVote(vote) => vote.contributions(row, class),
            Classifier::Kernel(_)
            | Classifier::NeuralNetwork(_)
            | Classifier::Centroids(_)
            | Classifier::RadialNetwork(_) => self.contributions_by_omission(row, class),
            Classifier::BoostedTrees(trees) => {
                let sign = if class == 1 { 1.0 } else { -1.0 };
                trees.contributions(row).into_iter().map(|change| sign * change).collect()
            }
        }
    }

    /// What the probability of a class loses when a feature is missing, each on its own.
    fn contributions_by_omission(&self, row: &[f32], class: usize) -> Vec<f64> {
        let whole = self.probabilities(row)[class];
        let features = row.len();
        let mut row = row.to_vec();
        let without = |feature: usize| {
            let value = std::mem::replace(&mut row[feature], f32::NAN);
            let change = whole - self.probabilities(&row)[class];
            row[feature] = value;
            change
        };
        (0..features).map(without).collect()
    }

    /// Whether a row of `features` numbers and answers of `classes` classes are what the classifier expects, and
    /// all that it refers to is there: then nothing that it is asked can fail.
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        match self {
            Classifier::DecisionTree(tree) => tree.check(features, classes),
            Classifier::Rules(rules) => rules.check(features, classes),
            Classifier::Linear(linear) => linear.check(features, classes),
            Classifier::OneVsRest(planes) => planes.check(features, classes),
            Classifier::WeightedVote(vote) => vote.check(features, classes),
            Classifier::Kernel(kernel) => kernel.check(features, classes),
            Classifier::NeuralNetwork(network) => network.check(features, classes),
            Classifier::Centroids(centroids) => centroids.check(features, classes),
            Classifier::BoostedTrees(trees) => trees.check(features, classes),
            Classifier::RadialNetwork(network) => network.check(features, classes),
        }
    }
}

/// Probabilities that differ by less are equal (Weka).
const SMALL: f64 = 1e-6;

/// Position of the largest number, the first of several; 0 for none.
pub fn first_largest(numbers: impl IntoIterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, number) in numbers.into_iter().enumerate() {
        if number > best.1 + SMALL {
            best = (index, number);
        }
    }
    best.0
}

/// Shares that grow with e to the power of each number and sum to 1; equal where a number is none or infinite.
pub fn soft_max(mut numbers: Vec<f64>) -> Vec<f64> {
    let largest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for number in &mut numbers {
        *number = (*number - largest).exp();
    }
    let (sum, count) = (numbers.iter().sum::<f64>(), numbers.len() as f64);
    for number in &mut numbers {
        *number = if sum > 0.0 && sum.is_finite() { *number / sum } else { 1.0 / count };
    }
    numbers
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
