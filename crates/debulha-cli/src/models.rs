//! Model files that systems are built from.

use crate::exit::Usage;
use crate::help;
use anyhow::{Context, Result};
use debulha::systems;
use debulha_core::classify::model::Model;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The program, with its commit where it was built in its repository, for the cards of models.
pub const PROGRAM: &str = concat!("debulha ", env!("CARGO_PKG_VERSION"), " ", env!("DEBULHA_COMMIT"));

/// Where systems that learn from labelled pages have it from.
#[derive(Debug, clap::Args)]
pub struct ModelArgs {
    /// Model file from `debulha train`, for its system
    ///
    /// Repeatable. Without -e, the systems of the models are used.
    #[arg(long, value_name = "FILE", help_heading = help::SYSTEM, hide_short_help = true)]
    model: Vec<PathBuf>,
}

impl ModelArgs {
    /// Reads the files.
    ///
    /// # Errors
    /// A file that cannot be read or is no model; [`Usage`] for two models of one system.
    pub fn read(&self) -> Result<ModelSet> {
        let mut models: Vec<Model> = Vec::new();
        for path in &self.model {
            let model = read(path)?;
            if models.iter().any(|other| other.card.system == model.card.system) {
                return Err(Usage(format!(
                    "--model: two models for the system `{}`; give one",
                    model.card.system
                ))
                .into());
            }
            models.push(model);
        }
        Ok(ModelSet(models))
    }

    /// What tells these models, or else the one inside this program, from others: the SHA-256 of their files.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn digest(&self) -> Result<String> {
        let mut hash = Sha256::new();
        for path in &self.model {
            hash.update(fs::read(path).with_context(|| path.display().to_string())?);
        }
        if self.model.is_empty() {
            hash.update(systems::debulha::shipped().unwrap_or_default());
        }
        Ok(hash.finalize().iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}")))
    }
}

/// Models, one a system.
#[derive(Debug)]
pub struct ModelSet(pub Vec<Model>);

/// Reads a model file.
///
/// # Errors
/// A file that cannot be read or is no model.
pub fn read(path: &Path) -> Result<Model> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Model::from_bytes(&bytes).with_context(|| path.display().to_string())
}
