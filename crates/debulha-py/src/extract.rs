//! The function `extract`, called as trafilatura's.

use crate::building::{self, Built};
use crate::functions::SystemArg;
use crate::html::{OptionalHtml, PageFacts, known_charset, warn};
use crate::rendering::{self, Wanted};
use debulha::systems::SystemSpec;
use debulha::{DEFAULT_EXTRACTOR, WriteOptions};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Extracts the main content of a page. The call is that of ``trafilatura.extract``.
///
/// The default system is built once a process. For another one, build an ``Extractor`` once and pass it.
///
/// Args:
///     html: the page, as ``str``, ``bytes``, ``bytearray`` or ``memoryview``; also called ``filecontent``. None gives None, and so do
///         the NaN and NA of data frames and a text that is an address alone.
///     url: its address: links become absolute.
///     output_format: ``"txt"``, ``"markdown"``, ``"json"``, ``"html"``, ``"xml"``, ``"xmltei"`` or ``"csv"`` (a row without header).
///     with_metadata: put title, author, date and so on before the content, or into its fields.
///     include_links, include_images, include_tables: what is shown. Of links the text always stays.
///     include_formatting: with ``"txt"``, write headings, emphasis and lists as Markdown does. Other formats have them anyway.
///     include_comments: no effect: the system ``debulha`` drops readers' comments below content and keeps the posts of threads. For
///         another choice, use ``Extractor(comments="keep")`` or ``"drop"``.
///     favor_precision, favor_recall: keep less, or more: the presets ``precision`` and ``recall`` of the system.
///     target_language: None for pages that are in another language than this one, by its tag: ``"de"``, ``"de-AT"`` or ``"deu"``.
///     only_with_metadata: None for pages without title, date or address. With ``compat``, it includes ``with_metadata``.
///     compat: ``"trafilatura"`` has front matter, JSON and CSV under the names and in the shape of trafilatura.
///     charset: the encoding of bytes as the server states it. One that nobody knows is a ``UserWarning``.
///     extractor: the system: an id, or an ``Extractor``, which already has its presets.
///     fast, no_fallback: no effect: there is one speed.
///     record_id, deduplicate, prune_xpath, url_blacklist, author_blacklist, date_extraction_params, tei_validation, max_tree_size,
///         settingsfile, config, options: names of trafilatura that have no counterpart here: a ``UserWarning``.
///
/// Returns:
///     The content, or None where there is none.
///
/// Raises:
///     TypeError: html of another type, or an unknown argument.
///     ValueError: an unknown format, system or language; both presets.
///
/// >>> import debulha
/// >>> html = "<title>Rye</title><h2>Rye</h2><p>Rye is <b>sown</b> in autumn, and reaped in July."
/// >>> debulha.extract(html, output_format="markdown")
/// '## Rye\n\nRye is **sown** in autumn, and reaped in July.'
/// >>> debulha.extract("<p></p>") is None
/// True
#[pyfunction]
#[pyo3(signature = (html=None, url=None, record_id=None, *, filecontent=None, output_format="txt", with_metadata=false,
    include_links=false, include_images=false, include_tables=true, include_comments=true, include_formatting=false,
    favor_precision=false, favor_recall=false, fast=false, no_fallback=false, target_language=None, only_with_metadata=false,
    compat=None, charset=None, extractor=None, deduplicate=false, prune_xpath=None, url_blacklist=None, author_blacklist=None,
    date_extraction_params=None, tei_validation=false, max_tree_size=None, settingsfile=None, config=None, options=None))]
pub(crate) fn extract<'py>(
    py: Python<'py>,
    html: Option<Bound<'py, PyAny>>,
    url: Option<&str>,
    record_id: Option<Bound<'py, PyAny>>,
    filecontent: Option<Bound<'py, PyAny>>,
    output_format: &str,
    with_metadata: bool,
    include_links: bool,
    include_images: bool,
    include_tables: bool,
    include_comments: Option<bool>,
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
    max_tree_size: Option<Bound<'py, PyAny>>,
    settingsfile: Option<Bound<'py, PyAny>>,
    config: Option<Bound<'py, PyAny>>,
    options: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<String>> {
    // They mean what is done anyway.
    let _ = (include_comments, fast, no_fallback);
    for (name, is_given) in [("deduplicate", deduplicate), ("tei_validation", tei_validation)] {
        if is_given {
            warn_of(py, name)?;
        }
    }
    for (name, given) in [
        ("prune_xpath", prune_xpath),
        ("url_blacklist", url_blacklist),
        ("author_blacklist", author_blacklist),
        ("date_extraction_params", date_extraction_params),
        ("record_id", record_id),
        ("max_tree_size", max_tree_size),
        ("settingsfile", settingsfile),
        ("config", config),
        ("options", options),
    ] {
        // An empty set asks for nothing.
        if given.is_some_and(|given| given.is_truthy().unwrap_or(true)) {
            warn_of(py, name)?;
        }
    }
    let html = match (html, filecontent) {
        (Some(_), Some(_)) => {
            return Err(PyTypeError::new_err("html and filecontent are the same: give one"));
        }
        (Some(html), None) | (None, Some(html)) => html.extract::<OptionalHtml>()?.0,
        (None, None) => None,
    };
    let wanted = Wanted::new(
        output_format,
        WriteOptions {
            links: include_links,
            images: include_images,
            tables: include_tables,
            metadata: with_metadata,
            compat: rendering::compat(compat)?,
            ..WriteOptions::default()
        },
        include_formatting.unwrap_or_default(),
        target_language,
        only_with_metadata,
    )?;
    let charset = known_charset(py, charset)?;
    let preset = preset(favor_precision, favor_recall)?;
    let Built { pipeline, .. } = match extractor {
        None => building::shared(preset)?,
        Some(SystemArg::Id(id)) if id == DEFAULT_EXTRACTOR => building::shared(preset)?,
        Some(SystemArg::Id(id)) => {
            building::of_spec(SystemSpec { preset: preset.map(str::to_owned), ..SystemSpec::new(id) })?
        }
        Some(SystemArg::Built(_)) if preset.is_some() => {
            return Err(PyValueError::new_err("presets belong to the Extractor: give them there"));
        }
        Some(system) => system.built()?,
    };
    let Some(html) = html.filter(|html| !html.is_address()) else { return Ok(None) };
    Ok(py.detach(|| {
        let extraction = html.extraction(&pipeline, &PageFacts { url, charset, query: None });
        wanted.of(&extraction)
    }))
}

/// The preset that two switches name.
fn preset(favor_precision: bool, favor_recall: bool) -> PyResult<Option<&'static str>> {
    match (favor_precision, favor_recall) {
        (true, true) => Err(PyValueError::new_err("favor_precision and favor_recall exclude each other")),
        (true, false) => Ok(Some("precision")),
        (false, true) => Ok(Some("recall")),
        (false, false) => Ok(None),
    }
}

/// Says of an argument that it does nothing.
fn warn_of(py: Python<'_>, name: &str) -> PyResult<()> {
    warn(py, &format!("debulha.extract: `{name}` has no effect; docs/guides/migration.md says what to use"))
}
