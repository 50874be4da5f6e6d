//! The systems that can be named: all with the feature `systems`, otherwise those of the core.

#[cfg(feature = "systems")]
pub(crate) use debulha_systems::{extractors, segmenters, site};

/// The extractors of the core, by id.
#[cfg(not(feature = "systems"))]
pub(crate) mod extractors {
    use debulha_core::ParamMap;
    use debulha_core::classify::model::Model;
    use debulha_core::extractor::{Extractor, ExtractorInfo};
    use debulha_core::params::BuildError;

    pub use debulha_core::extractors::*;

    /// A registry with all of [`EXTRACTORS`], to which others can be added.
    pub fn registry() -> Registry {
        Registry::default()
    }

    /// The description of an extractor.
    ///
    /// # Errors
    /// [`BuildError::UnknownExtractor`].
    pub fn find(id: &str) -> Result<&'static ExtractorInfo, BuildError> {
        registry().find(id)
    }

    /// Builds an extractor from its id and parameters; what is not given has its default.
    ///
    /// # Errors
    /// As [`Registry::build`].
    pub fn build(id: &str, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
        registry().build(id, params)
    }

    /// Builds the extractor that a model was trained for.
    ///
    /// # Errors
    /// As [`Registry::load`].
    pub fn load(model: &Model, params: &ParamMap) -> Result<Box<dyn Extractor>, BuildError> {
        registry().load(model, params)
    }
}

/// The site methods of the core, by id.
#[cfg(not(feature = "systems"))]
pub(crate) mod site {
    use debulha_core::params::{BuildError, ParamMap};
    use debulha_core::site::template_evidence::TemplateEvidenceMethod;
    use debulha_core::site::{AnySiteMethod, SiteMethod, SiteMethodInfo};

    /// Every site method.
    pub static SITE_METHODS: &[&SiteMethodInfo] = &[<TemplateEvidenceMethod as SiteMethod>::INFO];

    /// The description of a site method.
    ///
    /// # Errors
    /// [`BuildError::UnknownSiteMethod`].
    pub fn find(id: &str) -> Result<&'static SiteMethodInfo, BuildError> {
        let found = SITE_METHODS.iter().copied().find(|info| info.extractor.id == id);
        found.ok_or_else(|| BuildError::UnknownSiteMethod(id.to_owned()))
    }

    /// Builds a site method from its id and parameters.
    ///
    /// # Errors
    /// An unknown id or parameter, a wrong type, or a value outside its range.
    pub fn build(id: &str, params: &ParamMap) -> Result<Box<dyn AnySiteMethod>, BuildError> {
        (find(id)?.build)(params)
    }
}
