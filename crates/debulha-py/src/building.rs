//! Pipelines from what Python says of them.

use crate::objects::wrong_type;
use debulha::systems::{self, Model};
use debulha::{BuildError, DEFAULT_EXTRACTOR, ParamMap, Pipeline, site};
use debulha_core::extractor::{Extractor, ExtractorInfo};
use debulha_core::site::filter::WithoutRepeated;
use debulha_core::site::template_evidence::TemplateEvidenceParams;
use debulha_io::site_store::{Reading, SiteStore, Sites, StoreEvidence, StoreExtractor};
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
pub(crate) struct Recipe {
    pub(crate) id: String,
    pub(crate) params: ParamMap,
    pub(crate) preset: Option<String>,
    pub(crate) model: Option<ModelSource>,
    pub(crate) site_store: Option<PathBuf>,
    pub(crate) site: Option<String>,
    pub(crate) drop_repeated: Option<f64>,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe::of(DEFAULT_EXTRACTOR)
    }
}

impl Recipe {
    /// A system as it is.
    pub(crate) fn of(id: &str) -> Self {
        Recipe {
            id: id.to_owned(),
            params: ParamMap::new(),
            preset: None,
            model: None,
            site_store: None,
            site: None,
            drop_repeated: None,
        }
    }

    /// Builds it.
    ///
    /// # Errors
    /// `ValueError` for what makes no sense, `OSError` for files that cannot be read.
    pub(crate) fn build(&self) -> PyResult<Pipeline> {
        let model = self.model.as_ref().map(ModelSource::read).transpose()?;
        let id = match &model {
            Some(model) if self.id == DEFAULT_EXTRACTOR => model.card.system.as_str(),
            _ => &self.id,
        };
        let params = self.params(id)?;
        if self.drop_repeated.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
            return Err(PyValueError::new_err("drop_repeated is a share from 0 to 1"));
        }
        let sites = self.site_store.as_deref().map(|path| self.sites(path)).transpose()?;
        if site::find(id).is_ok() {
            let Some(sites) = sites else {
                let reason = format!("`{id}` learns from several pages of a site: give site_store");
                return Err(PyValueError::new_err(reason));
            };
            let method = sites.store.build(id, &params).map_err(wrong)?;
            return Ok(Pipeline::with(StoreExtractor::new(sites, method)));
        }
        let system = match &model {
            Some(model) => load(model, id, &params)?,
            None => systems::build(id, &params).map_err(wrong)?,
        };
        Ok(match (sites, self.drop_repeated) {
            (Some(sites), Some(max_share)) => {
                let params = TemplateEvidenceParams { max_share, ..TemplateEvidenceParams::default() };
                Pipeline::with(WithoutRepeated::new(system.into(), params, StoreEvidence::new(sites)))
            }
            (None, Some(_)) => return Err(PyValueError::new_err("drop_repeated needs site_store")),
            _ => Pipeline::with_boxed(system),
        })
    }

    /// The parameters of the preset, and over them those given.
    fn params(&self, id: &str) -> PyResult<ParamMap> {
        let Some(name) = &self.preset else { return Ok(self.params.clone()) };
        let info = info(id).map_err(wrong)?;
        let Some(preset) = info.presets.iter().find(|preset| preset.name == name) else {
            let names: Vec<&str> = info.presets.iter().map(|preset| preset.name).collect();
            let reason = format!("`{id}` has no preset `{name}`; it has: {}", names.join(", "));
            return Err(PyValueError::new_err(reason));
        };
        let mut params: ParamMap = serde_json::from_str(preset.params).map_err(wrong)?;
        params.extend(self.params.clone());
        Ok(params)
    }

    fn sites(&self, path: &Path) -> PyResult<Sites> {
        let store = SiteStore::read(path).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let reading = Reading { half_life: None, by_template: None };
        Ok(Sites { store: Arc::new(store), site: self.site.clone(), reading })
    }
}

fn load(model: &Model, id: &str, params: &ParamMap) -> PyResult<Box<dyn Extractor>> {
    if model.card.system != id {
        let reason = format!("the model is for `{}`, not for `{id}`", model.card.system);
        return Err(PyValueError::new_err(reason));
    }
    systems::load(model, params).map_err(wrong)
}

/// The description of an extractor or a site method.
fn info(id: &str) -> Result<&'static ExtractorInfo, BuildError> {
    site::find(id).map(|method| method.extractor).or_else(|_| systems::find(id))
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
    let mut recipe = Recipe { preset: preset.map(str::to_owned), ..Recipe::default() };
    if drops_comments {
        recipe.drop_comments();
    }
    let built = Arc::new(recipe.build()?);
    Ok(Arc::clone(slot.get_or_init(|| built)))
}

impl Recipe {
    /// Has the system leave out readers' comments.
    pub(crate) fn drop_comments(&mut self) {
        self.params.insert("comments".to_owned(), "drop".into());
    }
}
