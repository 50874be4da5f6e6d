//! Why a store cannot be used.

use debulha_core::BuildError;
use debulha_core::site::RecordError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a site store cannot be used, in words that name the file. Whatever it is, what was committed before stays as it was.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be opened, read or written: not there, no permission, no space left.
    #[error("{}: {reason}", path.display())]
    Io {
        /// The store.
        path: PathBuf,
        /// The cause.
        reason: io::Error,
    },
    /// A file of something else.
    #[error("{}: not a site store; use a file from `debulha site learn`", path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// Bytes were changed or lost since they were written.
    #[error("{}: the store is damaged: {reason}", path.display())]
    Damaged {
        /// The store.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// A later version wrote it.
    #[error("{}: format {found}, written by {by}; this version reads formats up to {known}, so update debulha", path.display())]
    NewerFormat {
        /// The store.
        path: PathBuf,
        /// The version of its format.
        found: u64,
        /// The program that wrote it.
        by: String,
        /// The newest format that is known here.
        known: u64,
    },
    /// Another process writes to it, or reads it while this one wants to write.
    #[error("{}: in use by another process; try again later", path.display())]
    InUse {
        /// The store.
        path: PathBuf,
    },
    /// There is a file already.
    #[error("{} already exists; choose another file or delete it", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// What is in the store was kept with other settings, so that the two do not go together.
    #[error("{}: `{what}` is {stored} in the store, not {asked}; use the same value or another store", path.display())]
    OtherSettings {
        /// The store.
        path: PathBuf,
        /// The setting, or the method and its parameter.
        what: String,
        /// Its value in the store.
        stored: String,
        /// The value that was requested.
        asked: String,
    },
    /// The store has no records of the method.
    #[error("{}: no records of the method `{method}`; the store has {known}", path.display())]
    NoSuchMethod {
        /// The store.
        path: PathBuf,
        /// The method that was requested.
        method: String,
        /// Those that are there.
        known: String,
    },
    /// A method that cannot be built with the parameters of its records, or those that were requested.
    #[error("{}: {reason}", path.display())]
    Build {
        /// The store.
        path: PathBuf,
        /// The cause.
        reason: BuildError,
    },
    /// The store was opened for reading.
    #[error("{}: the store is opened read-only", path.display())]
    ReadOnly {
        /// The store.
        path: PathBuf,
    },
    /// A record that this version of its method cannot read.
    #[error("{}: {reason}", path.display())]
    Record {
        /// The store.
        path: PathBuf,
        /// The cause.
        reason: RecordError,
    },
    /// What is read from a store cannot be written elsewhere.
    #[error("cannot write")]
    Output {
        /// The cause.
        source: io::Error,
    },
    /// A line that is no part of an exported store.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// Adds the path of the store to what went wrong with it.
pub(super) trait AtStore<T> {
    /// The error of a store at `path`.
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T, E: Into<redb::Error>> AtStore<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|error| of_database(error.into(), path))
    }
}

fn of_database(error: redb::Error, path: &Path) -> StoreError {
    use redb::Error as E;
    let path = path.to_owned();
    match error {
        // The end of the file where the trees have more.
        E::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            StoreError::Damaged { path, reason: "the file is too short".to_owned() }
        }
        E::Io(reason) => StoreError::Io { path, reason },
        E::DatabaseAlreadyOpen | E::LockProtocolMismatch => StoreError::InUse { path },
        // Tables that are missing or have other types.
        E::TableDoesNotExist(_) | E::TableTypeMismatch { .. } => StoreError::NotAStore { path },
        other => StoreError::Damaged { path, reason: other.to_string() },
    }
}
