//! Pipelines from what Python says of them.

use crate::objects::wrong_type;
use debulha::Pipeline;
use debulha::systems::{Model, Sources, SpecError, SystemSpec};
use debulha_io::site_store::{SiteReading, SiteStore, StoreSites};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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

impl PartialEq for ModelSource {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (ModelSource::Bytes(one), ModelSource::Bytes(other)) => **one == **other,
            (ModelSource::Path(one), ModelSource::Path(other)) => one == other,
            _ => false,
        }
    }
}

impl ModelSource {
    /// The same with an absolute path, which other processes in other folders find too.
    pub(crate) fn absolute(self) -> PyResult<Self> {
        Ok(match self {
            ModelSource::Path(path) => ModelSource::Path(std::path::absolute(path)?),
            bytes @ ModelSource::Bytes(_) => bytes,
        })
    }

    /// Reads the model.
    ///
    /// # Errors
    /// `OSError` for a file that cannot be read, `ValueError` for one that is no model.
    pub(crate) fn read(&self) -> PyResult<Model> {
        let bytes = match self {
            ModelSource::Bytes(bytes) => Cow::Borrowed(&**bytes),
            ModelSource::Path(path) => {
                Cow::Owned(std::fs::read(path).map_err(|error| of_file(&error, path))?)
            }
        };
        Model::from_bytes(&bytes).map_err(wrong)
    }
}

/// What an extractor is built from.
#[derive(Default, PartialEq)]
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

/// A pipeline, and what it is built from again in another process.
#[derive(Clone)]
pub(crate) struct Built {
    pub(crate) pipeline: Arc<Pipeline>,
    pub(crate) recipe: Arc<ExtractorRecipe>,
}

impl Built {
    /// Builds a recipe.
    ///
    /// # Errors
    /// As [`ExtractorRecipe::build`].
    pub(crate) fn of(recipe: ExtractorRecipe) -> PyResult<Self> {
        Ok(Built { pipeline: Arc::new(recipe.build()?), recipe: Arc::new(recipe) })
    }
}

/// The presets of the default system that `extract` asks for by name.
const PRESETS: [Option<&str>; 3] = [None, Some("precision"), Some("recall")];

/// The default system with one of [`PRESETS`]: each is built once a process, since that takes longer than most pages.
///
/// # Errors
/// None that a caller could cause.
pub(crate) fn shared(preset: Option<&str>) -> PyResult<Built> {
    static BUILT: [OnceLock<Built>; PRESETS.len()] = [const { OnceLock::new() }; PRESETS.len()];
    let place = PRESETS.iter().position(|&known| known == preset).unwrap_or_default();
    let slot = &BUILT[place];
    if let Some(built) = slot.get() {
        return Ok(built.clone());
    }
    let spec = SystemSpec { preset: preset.map(str::to_owned), ..SystemSpec::default() };
    let built = Built::of(ExtractorRecipe::of(spec))?;
    Ok(slot.get_or_init(|| built).clone())
}

/// Systems that [`of_spec`] keeps.
const KEPT: usize = 8;

/// A system by its id, preset and parameters. The last ones requested are kept, since `parse(params=…)` is called page by page.
///
/// # Errors
/// `ValueError` for options that are unknown or do not go together.
pub(crate) fn of_spec(spec: SystemSpec) -> PyResult<Built> {
    static LAST: Mutex<Vec<Built>> = Mutex::new(Vec::new());
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(built) = last().iter().find(|known| known.recipe.spec == spec) {
        return Ok(built.clone());
    }
    let built = Built::of(ExtractorRecipe::of(spec))?;
    let mut last = last();
    last.truncate(KEPT - 1);
    last.insert(0, built.clone());
    Ok(built)
}

/// An error of a file, as Python has it: `FileNotFoundError: [Errno 2] No such file or directory: 'rye.warc'`.
pub(crate) fn of_file(error: &io::Error, path: &Path) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let words = error.to_string();
    let words = words.split(" (os error").next().unwrap_or_default().to_owned();
    PyOSError::new_err((number, words, path.display().to_string()))
}
