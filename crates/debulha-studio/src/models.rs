//! Models by name: those that the studio was started with, and those that were trained in it.

use debulha_core::classify::model::{Model, ModelError};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};
use thiserror::Error;

/// Folder of trained models, in that of the labels.
pub(crate) const MODELS: &str = "models";

/// Ending of their files.
pub(crate) const MODEL_EXTENSION: &str = "model";

/// Why a model file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelFileError {
    /// It cannot be read.
    #[error("{}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        reason: io::Error,
    },
    /// It is no model, or not a whole one.
    #[error("{}: {reason}", path.display())]
    Model {
        /// The file.
        path: PathBuf,
        /// The cause.
        reason: ModelError,
    },
}

/// A model as the app sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ModelInfo {
    pub(crate) name: String,
    /// The id of its system.
    pub(crate) system: String,
}

/// A model that can be requested.
#[derive(Debug, Clone)]
pub(crate) struct KnownModel {
    pub(crate) model: Arc<Model>,
    /// Told apart from another that had its name before.
    pub(crate) number: usize,
}

/// All models of a studio.
#[derive(Debug, Default)]
pub(crate) struct StudioModels(Mutex<ModelList>);

#[derive(Debug, Default)]
struct ModelList {
    added: usize,
    known: Vec<(String, KnownModel)>,
}

impl StudioModels {
    /// Reads files; each model has the name of its file without the ending.
    ///
    /// # Errors
    /// A file that cannot be read or is no model.
    pub(crate) fn read(files: &[PathBuf]) -> Result<Self, ModelFileError> {
        let models = StudioModels::default();
        for path in files {
            let bytes = fs::read(path).map_err(|reason| ModelFileError::Io { path: path.clone(), reason })?;
            let model = Model::from_bytes(&bytes)
                .map_err(|reason| ModelFileError::Model { path: path.clone(), reason })?;
            models.add(&name_of(path), model);
        }
        Ok(models)
    }

    /// Adds the models that were trained in earlier runs, but for names that are taken. Files that are no model of this version are
    /// skipped: training writes over them.
    pub(crate) fn add_trained(&self, folder: &Path) {
        let Ok(files) = fs::read_dir(folder) else { return };
        let mut paths: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == MODEL_EXTENSION));
        paths.sort();
        for path in paths {
            let name = name_of(&path);
            let model = fs::read(&path).ok().and_then(|bytes| Model::from_bytes(&bytes).ok());
            if let Some(model) = model.filter(|_| self.get(&name).is_none()) {
                self.add(&name, model);
            }
        }
    }

    /// Adds a model, in place of one of the same name.
    pub(crate) fn add(&self, name: &str, model: Model) {
        let mut list = self.list();
        list.added += 1;
        let known = KnownModel { model: Arc::new(model), number: list.added };
        match list.known.iter().position(|(other, _)| other == name) {
            Some(place) => list.known[place].1 = known,
            None => list.known.push((name.to_owned(), known)),
        }
    }

    /// The model of a name.
    pub(crate) fn get(&self, name: &str) -> Option<KnownModel> {
        self.list().known.iter().find(|(known, _)| known == name).map(|(_, known)| known.clone())
    }

    /// All of them, in the order in which they came.
    pub(crate) fn named(&self) -> Vec<ModelInfo> {
        let named = |(name, known): &(String, KnownModel)| ModelInfo {
            name: name.clone(),
            system: known.model.card.system.clone(),
        };
        self.list().known.iter().map(named).collect()
    }

    fn list(&self) -> MutexGuard<'_, ModelList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
