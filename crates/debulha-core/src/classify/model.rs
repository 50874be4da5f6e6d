//! The model file: classifiers with the names of their features, what a system needs beside, and a card.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `debulhaM` |
//! | 4 | version of the format, little endian |
//! | 4, 8 | lengths of card and payload, little endian |
//! | … | the card as JSON, so that a person or a tool may read it |
//! | … | the payload: settings as JSON, classifiers, and log-odds of tokens |
//! | 8 | a hash of all before it |
//!
//! The same model gives the same bytes. What is read is checked, so that a damaged or foreign file is an error and never
//! a wrong answer.

use crate::BuildError;
use crate::ParamMap;
use crate::classify::token_odds::TokenOdds;
use crate::classify::{Classifier, Malformed};
use crate::feature_table::{Feature, RowUnit, Selection, UnknownColumn};
use crate::features::hashing::hash_bytes;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"debulhaM";

/// Version of the format that this library writes, the only one that it reads.
pub const FORMAT: u32 = 2;

/// Bytes before the card.
const HEADER: usize = 8 + 4 + 4 + 8;

/// Bytes of the hash.
const TRAILER: usize = 8;

/// Why bytes are no model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The bytes do not begin as a model does.
    #[error("not a model file; use one from `debulha train`")]
    Foreign,
    /// The file was written by another version.
    #[error(
        "the model file has format {found}, but this version reads only format {FORMAT}; use the debulha that wrote it, or train again"
    )]
    Version {
        /// The version that the file states.
        found: u32,
    },
    /// Bytes are missing or too many.
    #[error("the model file is truncated: {found} of {expected} bytes")]
    Cut {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: u64,
    },
    /// Bytes have changed, or do not fit together.
    #[error("the model file is damaged: {0}")]
    Damaged(String),
    /// A classifier cannot judge the rows that it is said to judge.
    #[error("the model file is damaged: classifier `{name}`: {reason}")]
    Classifier {
        /// Its part in the system.
        name: String,
        /// What is wrong with it.
        reason: Malformed,
    },
}

/// What the model was learned from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DataSet {
    /// Its name.
    pub name: String,
    /// Digest of its labels or rows.
    pub digest: String,
    /// Its licence, or that none is stated.
    pub licence: String,
    /// Pages, or rows of a table, that were learned from.
    pub examples: u64,
}

/// What a person must know before using a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Id of the system that uses the model.
    pub system: String,
    /// What was learned, in a sentence.
    pub about: String,
    /// What it was learned from.
    pub data: Vec<DataSet>,
    /// Licence of the model.
    pub licence: String,
    /// Seed of every random choice.
    pub seed: u64,
    /// Parameters of the training, by name.
    pub parameters: ParamMap,
    /// Measured quality by name, and how it was measured in the name, such as `accuracy, 10 folds by site`.
    pub metrics: BTreeMap<String, f64>,
    /// The command that makes the same file.
    pub command: String,
    /// The day it was made, as given; empty where none was.
    pub date: String,
    /// Version of the program, with its commit where known.
    pub program: String,
}

/// A feature that a classifier wants, by name and by version of its definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureRef {
    /// Its name.
    pub name: String,
    /// Version of its definition; a feature that is computed otherwise than in training is another feature.
    pub version: u16,
}

impl From<&Feature> for FeatureRef {
    fn from(feature: &Feature) -> Self {
        FeatureRef { name: feature.name.to_owned(), version: feature.version }
    }
}

/// A classifier with what it takes and gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// Its part in the system, such as `nodes`.
    pub name: String,
    /// What a row holds, in order.
    pub features: Vec<FeatureRef>,
    /// What it tells apart.
    pub classes: Vec<String>,
    /// The classifier.
    pub classifier: Classifier,
    /// What each feature brought in training, in their order, such as the gain of its splits; empty where the method of
    /// training has no such measure.
    pub gains: Vec<f64>,
}

impl Trained {
    /// The features of this version of the library that the classifier wants.
    ///
    /// # Errors
    /// A feature that rows of this unit do not have, or have in another version.
    pub fn selection(&self, unit: RowUnit) -> Result<Selection, UnknownColumn> {
        Selection::of(unit, self.features.iter().map(|feature| (feature.name.as_str(), feature.version)))
    }
}

/// A model: what a system needs to have learned.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// Who made it, of what and how well.
    pub card: Card,
    /// What the system learned beside classifiers, by name, such as terms or bounds.
    pub settings: ParamMap,
    /// The classifiers.
    pub classifiers: Vec<Trained>,
    /// What tokens of markup and text say; empty where the system asks for none.
    pub tokens: TokenOdds,
}

#[derive(Serialize)]
struct WrittenModel<'m> {
    settings: &'m str,
    classifiers: &'m [Trained],
    tokens: &'m TokenOdds,
}

/// [`WrittenModel`], read back: field by field the same.
#[derive(Deserialize)]
struct ReadModel {
    settings: String,
    classifiers: Vec<Trained>,
    tokens: TokenOdds,
}

impl Model {
    /// The classifier with a part in the system.
    ///
    /// # Errors
    /// A model for another system, or one without the part.
    pub fn classifier(&self, system: &'static str, name: &str) -> Result<&Trained, BuildError> {
        self.made_for(system)?;
        let found = self.classifiers.iter().find(|trained| trained.name == name);
        found.ok_or_else(|| BuildError::Invalid {
            extractor: system,
            reason: format!("the model has no classifier `{name}`"),
        })
    }

    /// Whether the model is one of a system.
    ///
    /// # Errors
    /// [`BuildError::Invalid`] where it is not.
    pub fn made_for(&self, system: &'static str) -> Result<(), BuildError> {
        if self.card.system == system {
            return Ok(());
        }
        let reason = format!("the model was trained for `{}`", self.card.system);
        Err(BuildError::Invalid { extractor: system, reason })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// A number in card or settings that JSON cannot hold.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ModelError> {
        let damaged = |error: &dyn std::fmt::Display| ModelError::Damaged(error.to_string());
        let card = serde_json::to_vec(&self.card).map_err(|error| damaged(&error))?;
        let settings = serde_json::to_string(&self.settings).map_err(|error| damaged(&error))?;
        let payload =
            WrittenModel { settings: &settings, classifiers: &self.classifiers, tokens: &self.tokens };
        let payload = postcard::to_stdvec(&payload).map_err(|error| damaged(&error))?;
        let mut bytes = Vec::with_capacity(HEADER + card.len() + payload.len() + TRAILER);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&(card.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&card);
        bytes.extend_from_slice(&payload);
        let hash = hash_bytes(&bytes);
        bytes.extend_from_slice(&hash.to_le_bytes());
        Ok(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Bytes that are no model, of another version, cut, or changed.
    ///
    /// ```
    /// use debulha_core::classify::model::{Model, ModelError};
    ///
    /// let bytes = Model::default().to_bytes()?;
    /// assert_eq!(Model::from_bytes(&bytes)?, Model::default());
    /// assert_eq!(Model::from_bytes(b"<html>"), Err(ModelError::Foreign));
    /// assert!(matches!(Model::from_bytes(&bytes[..bytes.len() - 1]), Err(ModelError::Cut { .. })));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let known = bytes.len().min(MAGIC.len());
        if bytes.is_empty() || bytes[..known] != MAGIC[..known] {
            return Err(ModelError::Foreign);
        }
        let cut = |expected| ModelError::Cut { found: bytes.len(), expected };
        let version = bytes.get(8..12).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes);
        let version = version.ok_or(cut(HEADER as u64))?;
        if version != FORMAT {
            return Err(ModelError::Version { found: version });
        }
        let card = bytes.get(12..16).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes);
        let payload = bytes.get(16..HEADER).and_then(|word| word.try_into().ok()).map(u64::from_le_bytes);
        let (Some(card), Some(payload)) = (card, payload) else { return Err(cut(HEADER as u64)) };
        let expected = (HEADER as u64 + u64::from(card) + TRAILER as u64).saturating_add(payload);
        if bytes.len() as u64 != expected {
            return Err(cut(expected));
        }
        let (held, trailer) = bytes.split_at(bytes.len() - TRAILER);
        if hash_bytes(held).to_le_bytes() != trailer {
            return Err(ModelError::Damaged("its hash differs".to_owned()));
        }
        let (card, payload) = held[HEADER..].split_at(card as usize);
        let damaged = |error: &dyn std::fmt::Display| ModelError::Damaged(error.to_string());
        let card = serde_json::from_slice(card).map_err(|error| damaged(&error))?;
        let payload: ReadModel = postcard::from_bytes(payload).map_err(|error| damaged(&error))?;
        let settings = serde_json::from_str(&payload.settings).map_err(|error| damaged(&error))?;
        for trained in &payload.classifiers {
            let checked = trained.classifier.check(trained.features.len(), trained.classes.len());
            checked.map_err(|reason| ModelError::Classifier { name: trained.name.clone(), reason })?;
        }
        Ok(Model { card, settings, classifiers: payload.classifiers, tokens: payload.tokens })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::classify::decision_tree::{DecisionNode, DecisionTree, NodeTest};
    use crate::features::random::SplitMix64;

    fn model() -> Model {
        let leaf = |counts: [f64; 2]| DecisionNode { counts: counts.to_vec(), split: None };
        let question = NodeTest::Number { feature: 0, threshold: 4.0 };
        let root = DecisionNode { counts: vec![6.0, 4.0], split: Some((question, 1)) };
        let tree = DecisionTree { nodes: vec![root, leaf([6.0, 0.0]), leaf([0.0, 4.0])] };
        let trained = Trained {
            name: "nodes".to_owned(),
            features: vec![FeatureRef { name: "distance".to_owned(), version: 1 }],
            classes: vec!["noise".to_owned(), "content".to_owned()],
            classifier: Classifier::DecisionTree(tree),
            gains: vec![1.5],
        };
        let card = Card {
            system: "cetd".to_owned(),
            metrics: [("accuracy".to_owned(), 0.75)].into(),
            ..Card::default()
        };
        let settings = ParamMap::from_iter([("terms".to_owned(), "rye".into())]);
        Model { card, settings, classifiers: vec![trained], tokens: TokenOdds::new([(7, 1.5)]) }
    }

    #[test]
    fn a_file_gives_the_model_back() {
        let bytes = model().to_bytes().unwrap();
        assert_eq!(Model::from_bytes(&bytes).unwrap(), model());
        assert_eq!(bytes, model().to_bytes().unwrap());
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains(r#""metrics":{"accuracy":0.75}"#), "people can read the card");
    }

    #[test]
    fn what_is_no_model_is_named() {
        let bytes = model().to_bytes().unwrap();
        assert_eq!(Model::from_bytes(b""), Err(ModelError::Foreign));
        assert_eq!(Model::from_bytes(b"PK\x03\x04"), Err(ModelError::Foreign));
        for len in 1..bytes.len() {
            assert!(matches!(Model::from_bytes(&bytes[..len]), Err(ModelError::Cut { .. })), "{len} bytes");
        }
        let longer = [&bytes[..], b"\0"].concat();
        assert!(matches!(Model::from_bytes(&longer), Err(ModelError::Cut { .. })));
        let mut newer = bytes.clone();
        newer[8] = 9;
        assert_eq!(Model::from_bytes(&newer), Err(ModelError::Version { found: 9 }));
        let mut changed = bytes;
        let last = changed.len() - TRAILER - 1;
        changed[last] ^= 1;
        assert!(matches!(Model::from_bytes(&changed), Err(ModelError::Damaged(_))));
    }

    /// Bytes that were changed on purpose, the hash with them, give an error or a model that answers.
    #[test]
    fn forged_models_do_no_harm() {
        let bytes = model().to_bytes().unwrap();
        let mut random = SplitMix64::new(6);
        for _ in 0..20_000 {
            let mut forged = bytes.clone();
            let end = forged.len() - TRAILER;
            for _ in 0..=random.next_u64() % 3 {
                let at = HEADER + random.next_u64() as usize % (end - HEADER);
                forged[at] = random.next_u64() as u8;
            }
            let hash = hash_bytes(&forged[..end]).to_le_bytes();
            forged[end..].copy_from_slice(&hash);
            if let Ok(model) = Model::from_bytes(&forged) {
                for trained in &model.classifiers {
                    for value in [f32::NAN, -1.0, 4.0, 1e30] {
                        let row = vec![value; trained.features.len()];
                        assert_eq!(trained.classifier.probabilities(&row).len(), trained.classes.len());
                        if !trained.classes.is_empty() {
                            trained.classifier.contributions(&row, 0);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_classifier_that_cannot_judge_is_named() {
        let mut broken = model();
        broken.classifiers[0].features.clear();
        let error = Model::from_bytes(&broken.to_bytes().unwrap()).unwrap_err();
        let reason = Malformed::NodeLeadsNowhere(0);
        assert_eq!(error, ModelError::Classifier { name: "nodes".to_owned(), reason });
        assert_eq!(
            error.to_string(),
            "the model file is damaged: classifier `nodes`: node 0 of the tree leads nowhere"
        );
    }

    #[test]
    fn models_of_other_systems_are_refused() {
        let model = model();
        assert!(model.classifier("cetd", "nodes").is_ok());
        let error = model.classifier("bte", "nodes").unwrap_err().to_string();
        assert!(error.contains("trained for `cetd`"), "{error}");
        assert!(model.classifier("cetd", "blocks").is_err());
        let old = Trained {
            features: vec![FeatureRef { name: "distance".to_owned(), version: 99 }],
            ..model.classifiers[0].clone()
        };
        assert!(model.classifiers[0].selection(RowUnit::Node).is_ok());
        let error = old.selection(RowUnit::Node).unwrap_err();
        let (name, unit) = ("distance".to_owned(), RowUnit::Node);
        assert_eq!(error, UnknownColumn::Version { unit, name, known: 1, wanted: 99 });
        assert_eq!(error.to_string(), "feature `distance` has version 1, but version 99 is requested");
    }
}
