//! The function `extract`, called as trafilatura's.

use crate::building::{self, ExtractorRecipe};
use crate::functions::SystemArg;
use crate::html::{HtmlArg, PageFacts, check_charset};
use crate::rendering::{self, Rendering};
use debulha::extend::features::stop_words::short_code_of;
use debulha::systems::SystemSpec;
use debulha::{DEFAULT_EXTRACTOR, WriteOptions};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use std::ffi::CString;
use std::sync::Arc;

/// Extracts the main content of a page. The call is that of ``trafilatura.extract``.
///
/// The default system is built once a process. For another one, build an ``Extractor`` once and pass it.
///
/// Args:
///     html: the page, as ``str``, ``bytes``, ``bytearray`` or ``memoryview``. None gives None.
///     url: its address: links become absolute.
///     output_format: ``"txt"``, ``"markdown"``, ``"json"``, ``"html"``, ``"xml"``, ``"xmltei"`` or ``"csv"`` (a row without header).
///     with_metadata: put title, author, date and so on before the content, or into its fields.
///     include_links, include_images, include_tables: what is shown. Of links the text always stays.
///     include_comments: False leaves out readers' comments; True lets the system decide, page by page.
///     favor_precision, favor_recall: keep less, or more: the presets ``precision`` and ``recall`` of the system.
///     target_language: None for pages that are in another language than this one (ISO 639: two letters, such as ``"de"``).
///     only_with_metadata: None for pages without title, date or address.
///     compat: ``"trafilatura"`` has front matter, JSON and CSV under the names and in the shape of trafilatura.
///     charset: the encoding of bytes as the server states it.
///     extractor: the system: an id, or an ``Extractor``, which already has its presets.
///     include_formatting, fast, no_fallback: no effect: formats that have emphasis show it, and there is one speed.
///     deduplicate, prune_xpath, url_blacklist, author_blacklist, date_extraction_params, tei_validation, record_id,
///         max_tree_size, settingsfile, config, options: names of trafilatura that have no counterpart here: a ``UserWarning``.
///
/// Returns:
///     The content, or None where there is none.
///
/// Raises:
///     TypeError: html of another type, or an unknown argument.
///     ValueError: an unknown format, system or charset; both presets.
///
/// >>> import debulha
/// >>> html = "<title>Rye</title><h2>Rye</h2><p>Rye is <b>sown</b> in autumn, and reaped in July."
/// >>> debulha.extract(html, output_format="markdown")
/// '## Rye\n\nRye is **sown** in autumn, and reaped in July.'
/// >>> debulha.extract("<p></p>") is None
/// True
#[pyfunction]
#[pyo3(signature = (html, url=None, *, output_format="txt", with_metadata=false, include_links=false, include_images=false,
    include_tables=true, include_comments=true, include_formatting=None, favor_precision=false, favor_recall=false, fast=false,
    no_fallback=false, target_language=None, only_with_metadata=false, compat=None, charset=None, extractor=None,
    deduplicate=false, prune_xpath=None, url_blacklist=None, author_blacklist=None, date_extraction_params=None,
    tei_validation=false, record_id=None, max_tree_size=None, settingsfile=None, config=None, options=None))]
pub(crate) fn extract<'py>(
    py: Python<'py>,
    html: Option<HtmlArg>,
    url: Option<&str>,
    output_format: &str,
    with_metadata: bool,
    include_links: bool,
    include_images: bool,
    include_tables: bool,
    include_comments: bool,
    include_formatting: Option<bool>,
    favor_precision: bool,
    favor_recall: bool,
    fast: bool,
    no_fallback: bool,
    target_language: Option<&str>,
    only_with_metadata: bool,
    compat: Option<&str>,
    charset: Option<&str>,
    extractor: Option<SystemArg<'py>>,
    deduplicate: bool,
    prune_xpath: Option<Bound<'py, PyAny>>,
    url_blacklist: Option<Bound<'py, PyAny>>,
    author_blacklist: Option<Bound<'py, PyAny>>,
    date_extraction_params: Option<Bound<'py, PyAny>>,
    tei_validation: bool,
    record_id: Option<Bound<'py, PyAny>>,
    max_tree_size: Option<Bound<'py, PyAny>>,
    settingsfile: Option<Bound<'py, PyAny>>,
    config: Option<Bound<'py, PyAny>>,
    options: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<String>> {
    // They mean what is done anyway.
    let _ = (include_formatting, fast, no_fallback);
    for (name, is_given) in [
        ("deduplicate", deduplicate),
        ("prune_xpath", prune_xpath.is_some()),
        ("url_blacklist", url_blacklist.is_some()),
        ("author_blacklist", author_blacklist.is_some()),
        ("date_extraction_params", date_extraction_params.is_some()),
        ("tei_validation", tei_validation),
        ("record_id", record_id.is_some()),
        ("max_tree_size", max_tree_size.is_some()),
        ("settingsfile", settingsfile.is_some()),
        ("config", config.is_some()),
        ("options", options.is_some()),
    ] {
        if is_given {
            warn(py, name)?;
        }
    }
    let preset = match (favor_precision, favor_recall) {
        (true, true) => {
            return Err(PyValueError::new_err("favor_precision and favor_recall exclude each other"));
        }
        (true, false) => Some("precision"),
        (false, true) => Some("recall"),
        (false, false) => None,
    };
    check_charset(charset)?;
    let rendering = Rendering {
        format: rendering::format(output_format)?,
        options: WriteOptions {
            links: include_links,
            images: include_images,
            tables: include_tables,
            metadata: with_metadata,
            compat: rendering::compat(compat)?,
            ..WriteOptions::default()
        },
    };
    let pipeline = match extractor {
        None => building::shared(preset, !include_comments)?,
        Some(SystemArg::Id(id)) if id == DEFAULT_EXTRACTOR => building::shared(preset, !include_comments)?,
        Some(SystemArg::Id(id)) => {
            let spec = SystemSpec { preset: preset.map(str::to_owned), ..SystemSpec::new(id) };
            let spec = if include_comments { spec } else { building::without_comments(spec) };
            Arc::new(ExtractorRecipe::of(spec).build()?)
        }
        Some(SystemArg::Built(_)) if preset.is_some() || !include_comments => {
            let reason = "presets and comments belong to the Extractor: give them there";
            return Err(PyValueError::new_err(reason));
        }
        Some(built) => built.pipeline()?,
    };
    let Some(html) = html else { return Ok(None) };
    Ok(py.detach(|| {
        let extraction = html.extraction(&pipeline, &PageFacts { url, charset, query: None });
        // A language that is not found may be any.
        let is_other = |code: &str| short_code_of(&extraction.page()).is_some_and(|own| own != code);
        if target_language.is_some_and(is_other)
            || (only_with_metadata && extraction.missing_metadata().is_some())
        {
            return None;
        }
        rendering.of(&extraction)
    }))
}

/// Says of an argument that it does nothing.
fn warn(py: Python<'_>, name: &str) -> PyResult<()> {
    let message =
        format!("debulha.extract: `{name}` has no effect; docs/guides/migration.md says what to use");
    let message = CString::new(message)?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)
}
