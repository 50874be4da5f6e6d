//! The functions of the package.

use crate::building::{self, Built, ExtractorRecipe};
use crate::extractor::{self, Extractor};
use crate::html::{self, HtmlArg};
use crate::objects;
use crate::page::Page;
use debulha::evidence::Evidence;
use debulha::metadata;
use debulha::systems::{Sources, SystemDescription, SystemSpec};
use debulha::{DEFAULT_EXTRACTOR, PageSource, ParamMap, Pipeline, Rule};
use debulha_io::site_store::SiteBy;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

/// A system by its id, or one that is built.
pub(crate) enum SystemArg<'py> {
    Id(String),
    Built(Bound<'py, Extractor>),
}

impl<'py> FromPyObject<'_, 'py> for SystemArg<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(built) = object.cast::<Extractor>() {
            return Ok(SystemArg::Built(built.to_owned()));
        }
        object
            .extract()
            .map(SystemArg::Id)
            .map_err(|_| objects::wrong_type("extractor must be an id or an Extractor", object))
    }
}

impl SystemArg<'_> {
    /// The system, built.
    ///
    /// # Errors
    /// `ValueError`.
    pub(crate) fn built(&self) -> PyResult<Built> {
        match self {
            SystemArg::Built(built) => Ok(built.get().built.clone()),
            SystemArg::Id(id) if id == DEFAULT_EXTRACTOR => building::shared(None),
            SystemArg::Id(id) => building::of_spec(SystemSpec::new(id)),
        }
    }
}

/// Reads one page.
///
/// The last systems and parameters requested are kept. Reading a model takes longer than most pages: build an ``Extractor`` for it.
///
/// Args:
///     html, url, charset, query: as of ``Extractor.parse``.
///     extractor: the id of a system, or an ``Extractor``.
///     params, model: as of ``Extractor``; not beside an ``Extractor``.
///
/// Raises:
///     TypeError: html that is neither text nor bytes.
///     ValueError: an unknown system or parameter.
///
/// >>> import debulha
/// >>> page = debulha.parse("<title>Rye</title><h1>Rye</h1><p>Rye is sown in autumn, and reaped in July.")
/// >>> page.markdown()
/// '# Rye\n\nRye is sown in autumn, and reaped in July.'
/// >>> page.metadata["title"], page.verdict
/// ('Rye', 'ok')
#[pyfunction]
#[pyo3(signature = (html, url=None, *, extractor=None, params=None, model=None, charset=None, query=None))]
pub(crate) fn parse(
    py: Python<'_>,
    html: HtmlArg,
    url: Option<&str>,
    extractor: Option<SystemArg<'_>>,
    params: Option<&Bound<'_, PyAny>>,
    model: Option<building::ModelSource>,
    charset: Option<&str>,
    query: Option<&str>,
) -> PyResult<Page> {
    let system = extractor.unwrap_or_else(|| SystemArg::Id(DEFAULT_EXTRACTOR.to_owned()));
    let built = match &system {
        _ if params.is_none() && model.is_none() => system.built()?,
        SystemArg::Built(_) => {
            return Err(PyValueError::new_err("params and model belong to the Extractor: give them there"));
        }
        SystemArg::Id(id) => {
            let params: ParamMap = params.map(objects::params).transpose()?.unwrap_or_default();
            let spec = SystemSpec { params, ..SystemSpec::new(id) };
            match model {
                None => building::of_spec(spec)?,
                Some(model) => {
                    let model = Some(model.absolute()?);
                    Built::of(ExtractorRecipe { model, ..ExtractorRecipe::of(spec) })?
                }
            }
        }
    };
    extractor::parse(py, &built, html, url, charset, query)
}

/// Reads the metadata of a page, without looking for its content. ``default_url`` is another name of ``url``.
///
/// Returns:
///     A dict with ``title``, ``authors``, ``published``, ``modified``, ``site_name``, ``url``, ``description``, ``language``,
///     ``license``, ``image``, ``page_type``, ``categories``, ``tags`` and ``product``, a dict or None. ``candidates`` has all values that were found with
///     their sources. Pages of a list also have ``pagination``.
///
/// Raises:
///     TypeError: html that is neither text nor bytes.
///
/// >>> import debulha
/// >>> found = debulha.extract_metadata("<title>Rye</title><meta name=author content='Ana Lima'>")
/// >>> found["title"], found["authors"], found["published"]
/// ('Rye', ['Ana Lima'], None)
#[pyfunction]
#[pyo3(signature = (html, url=None, *, default_url=None, charset=None))]
pub(crate) fn extract_metadata<'py>(
    py: Python<'py>,
    html: HtmlArg,
    url: Option<&str>,
    default_url: Option<&str>,
    charset: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let url = url.or(default_url);
    let charset = html::known_charset(py, charset)?;
    let described = py.detach(|| {
        let source = PageSource::default();
        let loaded = match &html {
            HtmlArg::Text(text) => source.load_text(text),
            HtmlArg::Replaced(text) => source.load_text(text),
            HtmlArg::Bytes(bytes) => source.load(&html::read(bytes, charset).0, charset),
        };
        let page = loaded.page(Evidence::of_url(url));
        metadata::describe(&page)
    });
    objects::to_python(py, &described)
}

/// The site that an address belongs to, as a ``SiteStore`` tells sites apart: its host, with the port where it is not the usual one.
/// None for what is no address with a host.
///
/// >>> import debulha
/// >>> debulha.site_of("https://Example.org/rye"), debulha.site_of("rye.html")
/// ('example.org', None)
#[pyfunction]
pub(crate) fn site_of(url: &str) -> Option<String> {
    SiteBy::default().site_of(url)
}

/// The systems: extractors, then segmenters, then methods that learn from sites.
///
/// Returns:
///     Dicts with ``id``, ``title``, ``role`` (``"extractor"``, ``"segmenter"`` or ``"site method"``), ``default``, ``unit``,
///     ``needs`` (what it needs beside the page: ``"layout"``, ``"site"``, ``"query"``, ``"model"``), ``provenance``, ``status``,
///     ``cite``, ``params`` (each with ``name``, ``kind``, ``default``, ``range``, ``choices``, ``accepted`` and ``docs``), ``presets``
///     and ``docs`` (Markdown).
///
/// >>> import debulha
/// >>> {"debulha", "vote", "cetd"} <= {system["id"] for system in debulha.systems()}
/// True
#[pyfunction]
pub(crate) fn systems(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let systems: Vec<Value> = SystemDescription::all().iter().map(SystemDescription::json).collect();
    objects::to_python(py, &systems)
}

/// What several systems keep of one page.
///
/// Args:
///     html, url: the page.
///     systems: ids, at least one.
///
/// Returns:
///     A dict with ``texts``, the text by system (None from one that gives no answer), and ``agreement``: the mean share of the
///     systems that decide on a word of the page as most of them do.
///
/// Raises:
///     ValueError: an unknown system, or none.
///
/// >>> import debulha
/// >>> found = debulha.compare("<p>Rye was sown early this year.", systems=["bte", "all_text"])
/// >>> found["texts"]["bte"], found["agreement"]
/// ('Rye was sown early this year.', 1.0)
#[pyfunction]
#[pyo3(signature = (html, url=None, *, systems))]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    html: HtmlArg,
    url: Option<&str>,
    systems: Vec<String>,
) -> PyResult<Bound<'py, PyDict>> {
    let known = html::PageFacts { url, ..html::PageFacts::default() };
    let texts = PyDict::new(py);
    for id in &systems {
        let pipeline = SystemArg::Id(id.clone()).built()?.pipeline;
        let page = py.detach(|| html.extraction(&pipeline, &known));
        texts.set_item(id, page.outcome.labels().is_some().then(|| page.text()))?;
    }
    let specs: Vec<SystemSpec> = systems.iter().map(SystemSpec::new).collect();
    let all = Pipeline::of_specs(&specs, Rule::Vote.into(), &Sources::default());
    let all = all.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let agreement = py.detach(|| html.extraction(&all, &known).agreement);
    let found = PyDict::new(py);
    found.set_item("texts", texts)?;
    found.set_item("agreement", agreement)?;
    Ok(found)
}
