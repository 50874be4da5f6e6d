//! The systems of the core, one file each, named by its id, and the registry that holds systems by id.

pub mod all_text;
pub mod debulha;

use crate::classify::model::Model;
use crate::extractor::{Extractor, ExtractorInfo};
use crate::params::{BuildError, ParamMap};

/// The extractors of the core. `debulha-systems` has the published ones.
pub static EXTRACTORS: &[&ExtractorInfo] = &[all_text::AllText::INFO, debulha::Debulha::INFO];

/// Systems that can be built by id.
///
/// ```
/// use debulha_core::ParamMap;
/// use debulha_core::extractors::Registry;
///
/// let all_text = Registry::default().build("all_text", &ParamMap::new()).expect("known");
/// assert_eq!(all_text.info().title, "Whole page text");
/// assert!(Registry::default().build("no_such", &ParamMap::new()).is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Registry {
    systems: Vec<&'static ExtractorInfo>,
}

impl Default for Registry {
    /// [`EXTRACTORS`].
    fn default() -> Self {
        Registry::of(EXTRACTORS)
    }
}

impl Registry {
    /// These systems, in this order.
    pub fn of(systems: &[&'static ExtractorInfo]) -> Self {
        Registry { systems: systems.to_vec() }
    }

    /// Adds a system; it hides one of the same id.
    #[must_use]
    pub fn and(mut self, system: &'static ExtractorInfo) -> Self {
        self.systems.retain(|known| known.id != system.id);
        self.systems.push(system);
        self
    }

    /// The systems, in the order of lists and tables.
    pub fn systems(&self) -> &[&'static ExtractorInfo] {
        &self.systems
    }

    /// The description of a system.
    ///
    /// # Errors
    /// [`BuildError::UnknownExtractor`].
    pub fn find(&self, id: &str) -> Result<&'static ExtractorInfo, BuildError> {
        let found = self.systems.iter().copied().find(|info| info.id == id);
        found.ok_or_else(|| BuildError::UnknownExtractor(id.to_owned()))
    }

    /// Builds a system from its id and parameters; what is not given has its default.
    ///
    /// # Errors
    /// An unknown id or parameter, a wrong type, or a value outside its range.
    pub fn build(&self, id: &str, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
        (self.find(id)?.build)(params)
    }

    /// Builds the system that a model was trained for.
    ///
    /// # Errors
    /// As [`Registry::build`]; a model of a system that learns nothing, or one that lacks what the system needs.
    pub fn load(&self, model: &Model, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
        let info = self.find(&model.card.system)?;
        let learns = info.load.ok_or_else(|| {
            let reason = "learns nothing from models".to_owned();
            BuildError::Invalid { extractor: info.id, reason }
        })?;
        learns(params, model)
    }
}
