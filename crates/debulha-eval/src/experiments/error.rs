//! Errors of experiments.

use std::io;
use std::path::PathBuf;

use debulha_core::BuildError;
use thiserror::Error;

use crate::runner::RunnerError;
use crate::score::ScoreError;
use debulha_corpus::CorpusError;

/// Why an experiment cannot be read or run.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// A file or folder cannot be read or written.
    #[error("cannot read or write {path}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is not of the expected shape.
    #[error("{path}: {reason}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The corpus is not at hand.
    #[error("corpus {name} is not in {data}; {}", source_hint(made_by.as_deref()))]
    NoData {
        /// Name of the corpus.
        name: String,
        /// The folder that was looked in.
        data: PathBuf,
        /// Command that makes the corpus, where one does.
        made_by: Option<String>,
    },
    /// The experiment looks at rendered pages, and they are not at hand.
    #[error("corpus {name} has no layout records; make them by `{made_by}` and add `--layout layouts`")]
    NoLayouts {
        /// Name of the corpus.
        name: String,
        /// Command that makes them.
        made_by: String,
    },
    /// The corpus at hand is not the one of the experiment.
    #[error("corpus {name} at hand differs from that of the experiment: {what}")]
    OtherCorpus {
        /// Name of the corpus.
        name: String,
        /// Digest or number of pages, both sides.
        what: String,
    },
    /// A corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A system does not build.
    #[error("row {label:?}")]
    Build {
        /// Name of the row.
        label: String,
        /// The cause.
        source: BuildError,
    },
    /// The systems cannot be run.
    #[error(transparent)]
    Run(#[from] RunnerError),
    /// Nothing can be learned.
    #[error(transparent)]
    Train(#[from] debulha_learn::recipes::TrainError),
    /// The rows cannot be scored.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// A system that is timed panics.
    #[error("{0}")]
    Panic(String),
}

/// Where a corpus comes from, for an error message.
fn source_hint(made_by: Option<&str>) -> String {
    match made_by {
        Some(command) => format!("make it by `{command}`"),
        None => "see experiments/README.md for where it comes from".to_owned(),
    }
}
