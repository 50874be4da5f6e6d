//! Pipelines from what Python says of them.

use crate::objects::wrong_type;
use debulha::Pipeline;
use debulha::systems::{Model, Sources, SpecError, SystemSpec};
use debulha_io::site_store::{SiteReading, SiteStore, StoreSites};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Where a model is.
pub(crate) enum ModelSource {
    Bytes(PyBackedBytes),
    Path(PathBuf),
}

impl FromPyObject<'_, '_> for ModelSource {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(model) = object.cast::<crate::model::Model>() {
            return Ok(ModelSource::Bytes(model.get().bytes.extract(object.py())?));
        }
        let bytes = object.extract().map(ModelSource::Bytes);
        let path = || object.extract().map(ModelSource::Path);
        bytes
            .or_else(|_| path())
            .map_err(|_: PyErr| wrong_type("model must be a model, a path or bytes", object))
    }
}

impl ModelSource {
    /// Reads the model.
    ///
    /// # Errors
    /// `OSError` for a file that cannot be read, `ValueError` for one that is no model.
    pub(crate) fn read(&self) -> PyResult<Model> {
        let bytes = match self {
            ModelSource::Bytes(bytes) => Cow::Borrowed(&**bytes),
            ModelSource::Path(path) => Cow::Owned(std::fs::read(path)?),
        };
        Model::from_bytes(&bytes).map_err(wrong)
    }
}

/// What an extractor is built from.
#[derive(Default)]
pub(crate) struct ExtractorRecipe {
    pub(crate) spec: SystemSpec,
    pub(crate) model: Option<ModelSource>,
    pub(crate) site_store: Option<PathBuf>,
    pub(crate) site: Option<String>,
    pub(crate) drop_repeated: Option<f64>,
}

impl ExtractorRecipe {
    /// A system without model and site store.
    pub(crate) fn of(spec: SystemSpec) -> Self {
        ExtractorRecipe { spec, ..ExtractorRecipe::default() }
    }

    /// Builds it.
    ///
    /// # Errors
    /// `ValueError` for options that are unknown or do not go together, `OSError` for files that cannot be read.
    pub(crate) fn build(&self) -> PyResult<Pipeline> {
        let models = Vec::from_iter(self.model.as_ref().map(ModelSource::read).transpose()?);
        let sites = self.site_store.as_deref().map(|path| self.sites(path)).transpose()?;
        let sites = sites.as_ref().map(|sites| sites as _);
        let sources = Sources { models: &models, sites, drop_repeated: self.drop_repeated };
        self.spec.pipeline(&sources).map_err(|error| match error {
            SpecError::NoSites { .. } | SpecError::RepeatedWithoutSites => {
                PyValueError::new_err(format!("{error} (site_store)"))
            }
            error => wrong(error),
        })
    }

    fn sites(&self, path: &Path) -> PyResult<StoreSites> {
        let store = SiteStore::read(path).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let reading = SiteReading { half_life: None, by_template: None };
        Ok(StoreSites { store: Arc::new(store), site: self.site.clone(), reading })
    }
}

fn wrong(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The presets of the default system that `extract` asks for by name.
const PRESETS: [Option<&str>; 3] = [None, Some("precision"), Some("recall")];

/// The default system with one of [`PRESETS`], with comments dropped or not: each is built once a process, since that takes
/// longer than most pages.
///
/// # Errors
/// None that a caller could cause.
pub(crate) fn shared(preset: Option<&str>, drops_comments: bool) -> PyResult<Arc<Pipeline>> {
    static BUILT: [[OnceLock<Arc<Pipeline>>; 2]; PRESETS.len()] =
        [const { [const { OnceLock::new() }; 2] }; PRESETS.len()];
    let place = PRESETS.iter().position(|&known| known == preset).unwrap_or_default();
    let slot = &BUILT[place][usize::from(drops_comments)];
    if let Some(built) = slot.get() {
        return Ok(Arc::clone(built));
    }
    let spec = SystemSpec { preset: preset.map(str::to_owned), ..SystemSpec::default() };
    let spec = if drops_comments { without_comments(spec) } else { spec };
    let built = Arc::new(ExtractorRecipe::of(spec).build()?);
    Ok(Arc::clone(slot.get_or_init(|| built)))
}

/// The system without reader comments.
pub(crate) fn without_comments(spec: SystemSpec) -> SystemSpec {
    spec.with_param("comments", "drop")
}
