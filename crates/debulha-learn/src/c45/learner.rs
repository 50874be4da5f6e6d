//! C4.5 under its name among the learners.

use super::{Options, train};
use crate::learner::{LearnedClassifier, Learner, params};
use crate::table::Table;
use debulha_core::classify::Classifier;
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};

const ID: &str = "c45";

params! {
    /// Parameters of `c45`.
    #[derive(Copy)]
    pub struct C45Params {
        /// Rows that at least two branches of a split must have (quinlan1993: 2).
        pub min_objects: f64 = 2.0, range: 1.0..=1_000_000.0;
        /// Confidence of pessimistic errors; less prunes more (quinlan1993: .25).
        pub confidence: f64 = 0.25, range: 0.000_001..=0.5;
        /// Whether the tree is pruned.
        pub prune: bool = true;
    }
}

/// The learner.
pub static LEARNER: Learner = Learner {
    id: ID,
    title: "C4.5 decision tree (J48)",
    cite: &["quinlan1993"],
    docs: "Splits by gain ratio, pessimistic pruning, missing values by parts of rows. O(nodes × values).",
    params: C45Params::INFO,
    train: |table, rows, map, _| learn(table, rows, map),
};

fn learn(table: &Table, rows: &[u32], map: &ParamMap) -> Result<LearnedClassifier, BuildError> {
    let C45Params { min_objects, confidence, prune } = params(ID, map)?;
    let tree = train(table, rows, &Options { min_objects, confidence, prune, ..Options::default() });
    Ok(LearnedClassifier {
        classifier: Classifier::DecisionTree(tree.to_classifier(table)),
        gains: Vec::new(),
    })
}
