//! Every kind of classifier by name: one way to train them all.
//!
//! | learner | missing values | names |
//! |---|---|---|
//! | `c45` | parts of rows down every branch | a branch each |
//! | `adaboost_m1` | the class that weighs most among the known | a branch each |
//! | `logistic_regression`, `linear_svm`, `rbf_svm`, `neural_network`, `rbf_network`, `k_means` | the mean | two are a number; more are refused, [`Table::with_indicators`] makes numbers of them |

mod adaboost_m1;
mod k_means;
mod linear_svm;
mod logistic_regression;
mod matrix;
mod neural_network;
mod platt;
mod rbf_network;
mod rbf_svm;
pub mod token_classifier;

pub use adaboost_m1::AdaBoostParams;
pub use k_means::KMeansParams;
pub use linear_svm::LinearSvmParams;
pub use logistic_regression::LogisticRegressionParams;
pub use neural_network::NeuralNetworkParams;
pub use rbf_network::RbfNetworkParams;
pub use rbf_svm::RbfSvmParams;

use crate::boosting;
use crate::c45;
use crate::table::Table;
use debulha_core::ParamMap;
use debulha_core::classify::Classifier;
use debulha_core::classify::model::{FeatureRef, Trained};
use debulha_core::params::{BuildError, ParamInfo, Params};
use thiserror::Error;

/// A kind of classifier that can be trained.
pub struct Learner {
    /// Name in commands and cards.
    pub id: &'static str,
    /// Name in the literature.
    pub title: &'static str,
    /// Keys in `references.bib`.
    pub cite: &'static [&'static str],
    /// How it learns and what it costs, in Markdown.
    pub docs: &'static str,
    /// Its parameters in order.
    pub params: &'static [ParamInfo],
    /// Trains on some rows of a table; the seed decides every random choice.
    pub train: fn(&Table, &[u32], &ParamMap, u64) -> Result<LearnedClassifier, BuildError>,
}

/// What was learned.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedClassifier {
    /// The classifier.
    pub classifier: Classifier,
    /// What each attribute brought; empty where the method has no such measure.
    pub gains: Vec<f64>,
}

impl LearnedClassifier {
    /// The classifier with names, as models hold it. Attributes that are no features of the registry have version 0.
    pub fn named(self, name: &str, table: &Table, version: impl Fn(&str) -> u16) -> Trained {
        let feature = |attribute: &crate::Attribute| FeatureRef {
            name: attribute.name.clone(),
            version: version(&attribute.name),
        };
        Trained {
            name: name.to_owned(),
            features: table.attributes().iter().map(feature).collect(),
            classes: table.classes().to_vec(),
            classifier: self.classifier,
            gains: self.gains,
        }
    }
}

/// Every learner, in the order of lists.
pub static LEARNERS: &[&Learner] = &[
    &c45::LEARNER,
    &boosting::LEARNER,
    &adaboost_m1::LEARNER,
    &logistic_regression::LEARNER,
    &linear_svm::LEARNER,
    &rbf_svm::LEARNER,
    &neural_network::LEARNER,
    &rbf_network::LEARNER,
    &k_means::LEARNER,
];

/// A learner by its name.
///
/// # Errors
/// No learner has it.
pub fn find(id: &str) -> Result<&'static Learner, UnknownLearner> {
    LEARNERS.iter().copied().find(|learner| learner.id == id).ok_or_else(|| UnknownLearner {
        id: id.to_owned(),
        known: LEARNERS.iter().map(|learner| learner.id).collect(),
    })
}

/// No learner has the name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown learner `{id}`; use one of {}", known.join(", "))]
#[non_exhaustive]
pub struct UnknownLearner {
    /// The name that was given.
    pub id: String,
    /// The names there are, in the order of lists.
    pub known: Vec<&'static str>,
}

/// Reads the parameters of a learner over its defaults.
pub(crate) fn params<P: Params>(id: &'static str, map: &ParamMap) -> Result<P, BuildError> {
    P::from_map(id, map)
}
