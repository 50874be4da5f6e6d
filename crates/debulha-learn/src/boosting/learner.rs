//! Boosted trees for tables.

use super::{BoostedTreesParams, FeatureMatrix, train};
use crate::learner::{self, LearnedClassifier, Learner};
use crate::table::Table;
use debulha_core::ParamMap;
use debulha_core::classify::Classifier;
use debulha_core::params::{BuildError, Params};

/// The learner.
pub static LEARNER: Learner = Learner {
    id: "boosted_trees",
    title: "Gradient-boosted trees",
    cite: &["friedman2001", "ke2017"],
    docs: "Two classes. Each tree lowers the cross-entropy of the sum of those before it; values are binned, names count \
        as their position, missing values go where they lower the loss. Rows are held out one by one. \
        O(trees · rows · features).",
    params: BoostedTreesParams::INFO,
    train: learn,
};

fn learn(table: &Table, rows: &[u32], map: &ParamMap, seed: u64) -> Result<LearnedClassifier, BuildError> {
    let params: BoostedTreesParams = learner::params(LEARNER.id, map)?;
    let matrix = FeatureMatrix::of_table(table).filter(|matrix| matrix.width() <= usize::from(u16::MAX) + 1);
    let Some(matrix) = matrix else {
        let reason = "boosting needs exactly two classes and at most 65,536 features".to_owned();
        return Err(BuildError::Invalid { extractor: LEARNER.id, reason });
    };
    let boosted = train(&matrix, rows, &params, seed, &|_| ());
    Ok(LearnedClassifier { classifier: Classifier::BoostedTrees(boosted.trees), gains: boosted.gains })
}
