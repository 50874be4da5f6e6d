//! How content is written.

use debulha::content::ChunkSize;
use debulha::extend::features::stop_words::{short_code_of, short_code_of_tag};
use debulha::{Compat, Extraction, Format, Title, WriteOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What is wanted of pages: a format with its options, and which pages.
pub(crate) struct Wanted {
    format: Format,
    options: WriteOptions,
    /// The language of the page; one that is not found may be any.
    language: Option<String>,
    /// Title, date and address.
    only_with_metadata: bool,
}

impl Wanted {
    /// Of what Python says.
    ///
    /// # Errors
    /// `ValueError` for an unknown format, or what is no tag of a language.
    pub(crate) fn new(
        format: &str,
        options: WriteOptions,
        formatting: bool,
        language: Option<&str>,
        only_with_metadata: bool,
    ) -> PyResult<Self> {
        let format = match self::format(format)? {
            Format::Text if formatting => Format::Markdown,
            format => format,
        };
        let code = |tag: &str| {
            let wrong = || {
                PyValueError::new_err(format!(
                    "target_language: `{tag}` is no tag of a language, such as `de`"
                ))
            };
            short_code_of_tag(tag).ok_or_else(wrong)
        };
        // trafilatura writes what it asks for.
        let has_metadata = options.metadata || only_with_metadata && options.compat.is_some();
        let options = WriteOptions { metadata: has_metadata, ..options };
        Ok(Wanted { format, options, language: language.map(code).transpose()?, only_with_metadata })
    }

    /// The content in the format; `None` where there is none, or the page is none of those wanted.
    pub(crate) fn of(&self, extraction: &Extraction) -> Option<String> {
        let is_other = |code: &str| short_code_of(&extraction.page()).is_some_and(|own| own != code);
        if extraction.is_empty()
            || self.language.as_deref().is_some_and(is_other)
            || self.only_with_metadata && extraction.missing_metadata().is_some()
        {
            return None;
        }
        let text = extraction.render(self.format, &self.options);
        Some(match self.format {
            // A text of Python has no encoding, and lxml refuses one that states it.
            Format::Xml | Format::XmlTei => without_declaration(&text).to_owned(),
            _ => text,
        })
    }
}

/// An XML document without its declaration.
fn without_declaration(xml: &str) -> &str {
    match xml.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")) {
        Some((_, rest)) => rest.trim_start(),
        None => xml,
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
pub(crate) fn chunk_size(chars: Option<i128>, blocks: Option<i128>) -> PyResult<ChunkSize> {
    let size = |given: i128| usize::try_from(given).ok().filter(|&size| size > 0);
    match (chars.map(size), blocks.map(size)) {
        (Some(Some(chars)), None) => Ok(ChunkSize::Chars(chars)),
        (None, Some(Some(blocks))) => Ok(ChunkSize::Blocks(blocks)),
        _ => Err(PyValueError::new_err("give either chars or blocks, from 1")),
    }
}
