//! The model: a classifier over the words of links.

use super::tokens::{Describer, VERSION};
use super::{LinkClass, PaginationCandidates, Probabilities, rules};
use crate::classify::model::Model;
use crate::classify::token_classifier::TokenClassifier;
use crate::page::Page;
use crate::params::BuildError;
use serde_json::Value;
use std::sync::OnceLock;

/// Id of the system in models.
pub const ID: &str = "pagination";

/// Name of the classifier among the settings of a model.
pub const CLASSIFIER: &str = "classifier";

/// Name of the version of the words among the settings of a model.
pub const VERSION_SETTING: &str = "tokens";

/// The model inside the library.
#[cfg(feature = "model")]
const SHIPPED: Option<&[u8]> = Some(include_bytes!("pagination.model"));
#[cfg(not(feature = "model"))]
const SHIPPED: Option<&[u8]> = None;

/// The bytes of the model inside the library; `None` where it was built without.
pub fn shipped() -> Option<&'static [u8]> {
    SHIPPED
}

/// The model inside the library, read once.
pub(super) fn built_in() -> Option<&'static PaginationModel> {
    static READ: OnceLock<Option<PaginationModel>> = OnceLock::new();
    let read = || PaginationModel::of(&Model::from_bytes(SHIPPED?).ok()?).ok();
    READ.get_or_init(read).as_ref()
}

/// A classifier of links, checked.
#[derive(Debug, Clone, PartialEq)]
pub struct PaginationModel {
    classifier: TokenClassifier,
    /// For each of its classes the place in [`LinkClass::ALL`].
    places: Vec<usize>,
}

impl PaginationModel {
    /// The classifier of a model.
    ///
    /// # Errors
    /// A model of another system, of other words, or a damaged one.
    pub fn of(model: &Model) -> Result<Self, BuildError> {
        model.made_for(ID)?;
        let invalid = |reason: String| BuildError::Invalid { extractor: ID, reason };
        let version = model.settings.get(VERSION_SETTING).and_then(Value::as_u64);
        if version != Some(u64::from(VERSION)) {
            return Err(invalid(
                "the model was learned from other words of links: train it again".to_owned(),
            ));
        }
        let stored = model.settings.get(CLASSIFIER).cloned().unwrap_or_default();
        let classifier: TokenClassifier =
            serde_json::from_value(stored).map_err(|error| invalid(error.to_string()))?;
        Self::with(classifier)
            .ok_or_else(|| invalid("the model has classes that are none of links".to_owned()))
    }

    /// A classifier whose classes are names of [`LinkClass`]; `None` for others.
    pub fn with(classifier: TokenClassifier) -> Option<Self> {
        let place = |name: &String| LinkClass::ALL.iter().position(|class| class.name() == name);
        let places: Option<Vec<usize>> = classifier.classes().iter().map(place).collect();
        Some(PaginationModel { places: places?, classifier })
    }

    /// How likely a link with these words is of each class.
    pub fn probabilities(&self, words: &[String]) -> Probabilities {
        let mut all = Probabilities::default();
        for (place, probability) in
            self.places.iter().zip(self.classifier.probabilities(words.iter().map(String::as_str)))
        {
            all[*place] = probability;
        }
        all
    }
}

impl PaginationCandidates {
    /// How likely each link is of each class, by a model or else by rules.
    pub fn judge(&self, page: &Page<'_>, model: Option<&PaginationModel>) -> Vec<Probabilities> {
        let describer = Describer::new(page, self);
        let judge = |at| {
            let words = describer.words(at);
            model.map_or_else(|| rules(&words), |model| model.probabilities(&words))
        };
        (0..self.links.len()).map(judge).collect()
    }
}
