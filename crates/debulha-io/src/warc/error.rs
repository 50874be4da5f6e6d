//! What can go wrong with a WARC file.

use std::io;
use thiserror::Error;

/// Why a record cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WarcError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Bytes that are no whole record. Reading goes on with the next one that can be found.
    #[error("damaged at byte {offset}: {reason}")]
    Damaged {
        /// Where the record begins, or where one should.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
}

impl WarcError {
    /// Whether other records of the file may still be read.
    pub fn is_of_one_record(&self) -> bool {
        matches!(self, WarcError::Damaged { .. })
    }
}
