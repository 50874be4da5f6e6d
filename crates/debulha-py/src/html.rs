//! A page as Python has it.

use crate::objects::wrong_type;
use debulha::dom::body::{Truncation, decompress};
use debulha::dom::decode;
use debulha::evidence::QueryTerms;
use debulha::{Extraction, Input, Limits, PageSource, Pipeline, Warning};
use debulha_core::features::hashing::hash_bytes;
use debulha_core::source::LoadedPage;
use debulha_io::sniff::{InputKind, sniff};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use std::borrow::Cow;

/// Text or bytes of a page. The memory of `str` and `bytes` is shared, that of the others is copied.
pub(crate) enum HtmlArg {
    Text(PyBackedStr),
    /// Text with surrogates alone, which are no characters: replaced.
    Replaced(String),
    Bytes(PyBackedBytes),
}

impl FromPyObject<'_, '_> for HtmlArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_owned();
            return Ok(match PyBackedStr::try_from(text.clone()) {
                Ok(shared) => HtmlArg::Text(shared),
                Err(_) => HtmlArg::Replaced(text.to_string_lossy().into_owned()),
            });
        }
        if object.cast::<PyBytes>().is_ok() || object.cast::<PyByteArray>().is_ok() {
            return Ok(HtmlArg::Bytes(object.extract()?));
        }
        if object.cast::<PyMemoryView>().is_ok() {
            return Ok(HtmlArg::Bytes(object.call_method0("tobytes")?.extract()?));
        }
        Err(wrong_type("html must be str or bytes", object))
    }
}

/// What is known of a page beside its text.
#[derive(Default)]
pub(crate) struct PageFacts<'a> {
    pub(crate) url: Option<&'a str>,
    pub(crate) charset: Option<&'a str>,
    pub(crate) query: Option<&'a QueryTerms>,
}

impl HtmlArg {
    /// What a pipeline makes of the page. Bytes are read as the command reads files: compressed ones are decompressed, and those
    /// that are no page have no content.
    pub(crate) fn extraction(&self, pipeline: &Pipeline, known: &PageFacts<'_>) -> Extraction {
        let extract = |input: Input<'_>| {
            pipeline.extract(input.url(known.url).charset(known.charset).query(known.query))
        };
        match self {
            HtmlArg::Text(text) => extract(Input::from(&**text)),
            HtmlArg::Replaced(text) => extract(Input::from(text)),
            HtmlArg::Bytes(stored) => {
                let (bytes, fault) = read(stored, known.charset);
                let mut extraction = extract(Input::from(&*bytes));
                extraction.warnings.extend(fault.map(Warning::Reading));
                extraction
            }
        }
    }
}

impl HtmlArg {
    /// The page, parsed, and a hash of what was read. Bytes are read as the command reads files.
    pub(crate) fn load(&self, source: &PageSource) -> (LoadedPage, u64) {
        match self {
            HtmlArg::Text(text) => (source.load_text(text), hash_bytes(text.as_bytes())),
            HtmlArg::Replaced(text) => (source.load_text(text), hash_bytes(text.as_bytes())),
            HtmlArg::Bytes(stored) => {
                let (bytes, _) = read(stored, None);
                (source.load(&bytes, None), hash_bytes(&bytes))
            }
        }
    }

    /// The bytes as they were given.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            HtmlArg::Text(text) => text.as_bytes(),
            HtmlArg::Replaced(text) => text.as_bytes(),
            HtmlArg::Bytes(bytes) => bytes,
        }
    }
}

/// The bytes of a page, and why they are not all or none.
pub(crate) fn read<'b>(stored: &'b [u8], charset: Option<&str>) -> (Cow<'b, [u8]>, Option<String>) {
    let none: &[u8] = &[];
    let limit = Limits::default().max_bytes;
    let body = match decompress(stored, limit) {
        Ok(body) => body,
        Err(error) => return (Cow::Borrowed(none), Some(error.to_string())),
    };
    let fault = body.truncated.map(|truncation| match truncation {
        Truncation::Limit => format!("cut at {limit} bytes"),
        Truncation::CorruptTail(reason) => format!("damaged, read in part: {reason}"),
    });
    match sniff(&body.bytes) {
        InputKind::Page | InputKind::Empty => (body.bytes, fault),
        // The bytes of an encoding that is not looked for.
        InputKind::Binary if charset.is_some() => (body.bytes, fault),
        kind => (Cow::Borrowed(none), Some(format!("not HTML: {kind}"))),
    }
}

/// Whether a charset is known.
///
/// # Errors
/// `ValueError`.
pub(crate) fn check_charset(charset: Option<&str>) -> PyResult<()> {
    match charset {
        Some(label) if decode::decode(b"", Some(label)).evidence != decode::Evidence::Caller => {
            Err(PyValueError::new_err(format!("unknown charset `{label}`")))
        }
        _ => Ok(()),
    }
}

/// The terms of a query in words.
pub(crate) fn query_terms(query: Option<&str>) -> Option<QueryTerms> {
    let mut terms = QueryTerms::default();
    terms.add_words(query?);
    Some(terms).filter(|terms| !terms.is_empty())
}
