//! Classifiers as data: what was learned elsewhere, read from a file and applied to rows of features.
//!
//! Training is `debulha-learn`'s business; nothing here depends on it. A row is a slice of numbers, NaN where a value is
//! missing.

pub mod boosted_trees;
pub mod decision_tree;
pub mod linear;
pub mod model;
pub mod rules;

use boosted_trees::BoostedTrees;
use decision_tree::DecisionTree;
use linear::Linear;
use rules::RuleList;
use serde::{Deserialize, Serialize};

/// A trained classifier of any kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Classifier {
    /// A decision tree, such as one of C4.5.
    DecisionTree(DecisionTree),
    /// Ordered rules.
    Rules(RuleList),
    /// A weighted sum of standardised features: logistic regression, a linear support vector machine.
    Linear(Linear),
    /// The sum of many small trees.
    BoostedTrees(BoostedTrees),
}

impl Classifier {
    /// Name of the kind, for people and in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Classifier::DecisionTree(_) => "decision tree",
            Classifier::Rules(_) => "rules",
            Classifier::Linear(_) => "weighted sum",
            Classifier::BoostedTrees(_) => "boosted trees",
        }
    }

    /// The probability of each class of what has these features, in the order of the classes.
    ///
    /// Cost: see each kind.
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        match self {
            Classifier::DecisionTree(tree) => tree.probabilities(row),
            Classifier::Rules(rules) => {
                let value = |feature: usize| Some(f64::from(row[feature])).filter(|value| !value.is_nan());
                let mut sure = vec![0.0; rules.classes.len()];
                sure[rules.decide(value).class] = 1.0;
                sure
            }
            Classifier::Linear(linear) => {
                let second = linear.probability(row);
                vec![1.0 - second, second]
            }
            Classifier::BoostedTrees(trees) => {
                let second = trees.probability(row);
                vec![1.0 - second, second]
            }
        }
    }

    /// The most probable class, the first of several.
    pub fn classify(&self, row: &[f32]) -> usize {
        first_largest(self.probabilities(row))
    }

    /// What each feature adds to the decision for a class; the larger, the more it speaks for it.
    ///
    /// Of a linear classifier, its terms; of a tree, the changes of the class's probability along the path
    /// (saabas2014), of boosted trees those of the log-odds. Rules have none: their answer names the rule. The unit is that of the classifier's own scale.
    pub fn contributions(&self, row: &[f32], class: usize) -> Vec<f64> {
        match self {
            Classifier::DecisionTree(tree) => tree.contributions(row, class),
            Classifier::Rules(_) => vec![0.0; row.len()],
            Classifier::Linear(linear) => {
                let sign = if class == 1 { 1.0 } else { -1.0 };
                linear.terms(row).map(|term| sign * term).collect()
            }
            Classifier::BoostedTrees(trees) => {
                let sign = if class == 1 { 1.0 } else { -1.0 };
                trees.contributions(row).into_iter().map(|change| sign * change).collect()
            }
        }
    }

    /// Whether a row of `features` numbers and answers of `classes` classes are what the classifier expects, and
    /// all that it refers to is there: then nothing that it is asked can fail.
    ///
    /// # Errors
    /// The reason in words.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), String> {
        match self {
            Classifier::DecisionTree(tree) => tree.check(features, classes),
            Classifier::Rules(rules) => rules.check(features, classes),
            Classifier::Linear(linear) => linear.check(features, classes),
            Classifier::BoostedTrees(trees) => trees.check(features, classes),
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
