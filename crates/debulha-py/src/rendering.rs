//! How content is written.

use debulha::content::ChunkSize;
use debulha::{Compat, Extraction, Format, Title, WriteOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A format with its options.
pub(crate) struct Rendering {
    pub(crate) format: Format,
    pub(crate) options: WriteOptions,
}

impl Rendering {
    /// The content in the format; `None` where there is none.
    pub(crate) fn of(&self, extraction: &Extraction) -> Option<String> {
        (!extraction.is_empty()).then(|| extraction.render(self.format, &self.options))
    }
}

/// A format by its name.
///
/// # Errors
/// `ValueError`.
pub(crate) fn format(name: &str) -> PyResult<Format> {
    name.parse().map_err(|error| PyValueError::new_err(format!("output_format: {error}")))
}

/// Which heading names the content, by name.
///
/// # Errors
/// `ValueError`.
pub(crate) fn title(name: &str) -> PyResult<Title> {
    name.parse().map_err(|error| PyValueError::new_err(format!("title: {error}")))
}

/// The program that is imitated, by name.
///
/// # Errors
/// `ValueError`.
pub(crate) fn compat(name: Option<&str>) -> PyResult<Option<Compat>> {
    let wrong = |error| PyValueError::new_err(format!("compat: {error}"));
    name.map(|name| name.parse().map_err(wrong)).transpose()
}

/// The size of chunks: one of both must be given.
///
/// # Errors
/// `ValueError`.
pub(crate) fn chunk_size(chars: Option<usize>, blocks: Option<usize>) -> PyResult<ChunkSize> {
    match (chars, blocks) {
        (Some(chars), None) if chars > 0 => Ok(ChunkSize::Chars(chars)),
        (None, Some(blocks)) if blocks > 0 => Ok(ChunkSize::Blocks(blocks)),
        _ => Err(PyValueError::new_err("give either chars or blocks, from 1")),
    }
}
