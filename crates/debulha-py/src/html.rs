//! A page as Python has it.

use crate::objects::wrong_type;
use debulha::dom::body::{Truncation, decompress};
use debulha::dom::decode;
use debulha::evidence::QueryTerms;
use debulha::{Extraction, Input, Limits, PageSource, Pipeline, Warning};
use debulha_core::features::canonical_url::is_web_address;
use debulha_core::features::hashing::hash_bytes;
use debulha_core::source::LoadedPage;
use debulha_io::sniff::{InputKind, sniff};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyFloat, PyMemoryView, PyString};
use std::borrow::Cow;
use std::ffi::CString;

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
                Err(_) => HtmlArg::Replaced(without_surrogates(&text)?),
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

/// A text with a replacement character for each surrogate that stands alone.
fn without_surrogates(text: &Bound<'_, PyString>) -> PyResult<String> {
    let bytes: Vec<u8> = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?.extract()?;
    let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    Ok(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// A page, or what stands for none: None, and the NaN and NA of data frames.
pub(crate) struct OptionalHtml(pub(crate) Option<HtmlArg>);

impl FromPyObject<'_, '_> for OptionalHtml {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let is_nan = || object.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
        let is_na = || object.get_type().name().is_ok_and(|name| name == "NAType" || name == "NaTType");
        if object.is_none() || is_nan() || is_na() {
            return Ok(OptionalHtml(None));
        }
        object.extract().map(|html| OptionalHtml(Some(html)))
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
    /// Whether it is an address and no page, as of somebody who expects it to be fetched.
    pub(crate) fn is_address(&self) -> bool {
        let HtmlArg::Text(text) = self else { return false };
        let text = text.trim();
        is_web_address(text) && !text.contains(|c: char| c.is_whitespace() || c == '<')
    }

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

    /// The object it is of.
    pub(crate) fn to_python<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            HtmlArg::Text(text) => PyString::new(py, text).into_any(),
            HtmlArg::Replaced(text) => PyString::new(py, text).into_any(),
            HtmlArg::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
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

/// A charset, where it is known. Servers send others too, so the page is then read by what it says itself, with a `UserWarning`.
///
/// # Errors
/// Where warnings are errors.
pub(crate) fn known_charset<'c>(py: Python<'_>, charset: Option<&'c str>) -> PyResult<Option<&'c str>> {
    match charset {
        Some(label) if !decode::is_charset(label) => {
            warn(py, &format!("unknown charset `{label}`: the encoding is taken from the page"))?;
            Ok(None)
        }
        known => Ok(known),
    }
}

/// Warns of what a call does not do.
pub(crate) fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)
}

/// The terms of a query in words.
pub(crate) fn query_terms(query: Option<&str>) -> Option<QueryTerms> {
    let mut terms = QueryTerms::default();
    terms.add_words(query?);
    Some(terms).filter(|terms| !terms.is_empty())
}
