//! The class `Extractor`.

use crate::arrow;
use crate::building::{Built, ExtractorRecipe, ModelSource};
use crate::html::{HtmlArg, PageFacts, known_charset, query_terms};
use crate::many::{self, Many};
use crate::objects;
use crate::page::Page;
use crate::rendering::{self, Wanted};
use debulha::WriteOptions;
use debulha::systems::SystemSpec;
use debulha_core::features::hashing::hash_bytes;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A system with its parameters, ready for any number of pages.
///
/// Immutable. Threads may share it, and it can be pickled: the other process builds it again, from the same files. Building takes
/// some milliseconds, since it reads the model; most pages take less. So build it once.
///
/// Args:
///     id: the system that decides; ``systems()`` lists them.
///     params: parameters of the system by name; ``systems()`` has their meaning, range and default.
///     preset: a named set of parameters of the system, such as ``"precision"`` or ``"recall"``; ``params`` outweighs it.
///     model: a ``Model``, or a model file by its path or as bytes. Without ``id``, its system decides.
///     site_store: path of a ``SiteStore``, for systems that learn from sites and for ``drop_repeated``.
///     site: the site of all pages, where their addresses do not tell.
///     comments: how to treat reader comments: ``"auto"``, ``"keep"``, ``"drop"`` or ``"only"``; only the system ``debulha`` has it.
///     drop_repeated: drop text that at least this share (0 to 1) of the site's other pages have; the command's own is 0.3.
///
/// Raises:
///     ValueError: an unknown system, preset or parameter, or a value outside its range.
///     OSError: a file that cannot be read.
///
/// >>> import debulha
/// >>> extractor = debulha.Extractor("bte")
/// >>> extractor.parse("<p>Rye was sown early this year.").text
/// 'Rye was sown early this year.'
/// >>> debulha.Extractor("cetd", params={"link_count": "descendants"})
/// Extractor('cetd', params={"link_count":"descendants"})
#[pyclass(module = "debulha", frozen)]
pub(crate) struct Extractor {
    pub(crate) built: Built,
}

#[pymethods]
impl Extractor {
    #[new]
    #[pyo3(signature = (id="debulha", *, params=None, preset=None, comments=None, model=None, site_store=None, site=None,
        drop_repeated=None))]
    fn new(
        py: Python<'_>,
        id: &str,
        params: Option<&Bound<'_, PyAny>>,
        preset: Option<String>,
        comments: Option<&str>,
        model: Option<ModelSource>,
        site_store: Option<PathBuf>,
        site: Option<String>,
        drop_repeated: Option<f64>,
    ) -> PyResult<Self> {
        let params = params.map(objects::params).transpose()?.unwrap_or_default();
        let spec = SystemSpec { id: id.to_owned(), preset, params };
        let spec = comments.into_iter().fold(spec, |spec, choice| spec.with_param("comments", choice));
        // Other processes may have another folder.
        let model = model.map(ModelSource::absolute).transpose()?;
        let site_store = site_store.map(std::path::absolute).transpose()?;
        let recipe = ExtractorRecipe { spec, model, site_store, site, drop_repeated };
        Ok(Extractor { built: py.detach(|| Built::of(recipe))? })
    }

    /// The id of the system.
    ///
    /// >>> import debulha
    /// >>> debulha.Extractor().id
    /// 'debulha'
    #[getter]
    fn id(&self) -> &str {
        self.built.pipeline.name()
    }

    /// Reads one page.
    ///
    /// Args:
    ///     html: the page, as text or bytes; compressed bytes are decompressed.
    ///     url: its address: links become absolute, and site methods know the site by it.
    ///     charset: the encoding of bytes as the server states it.
    ///     query: words of the query that led to the page, for systems that look for them.
    ///
    /// Raises:
    ///     TypeError: html that is neither text nor bytes.
    ///
    /// >>> import debulha
    /// >>> page = debulha.Extractor("all_text").parse(b"<h1>Rye</h1><p>Sow in autumn.")
    /// >>> [block.type for block in page.blocks]
    /// ['heading', 'paragraph']
    #[pyo3(signature = (html, url=None, *, charset=None, query=None))]
    fn parse(
        &self,
        py: Python<'_>,
        html: HtmlArg,
        url: Option<&str>,
        charset: Option<&str>,
        query: Option<&str>,
    ) -> PyResult<Page> {
        parse(py, &self.built, html, url, charset, query)
    }

    /// Reads many pages on several threads.
    ///
    /// Results come in the order of the pages. Some four pages a thread are under way at a time, so ``pages`` may be endless. The
    /// iterator belongs to the process that made it.
    ///
    /// Args:
    ///     pages: each ``html``, a tuple ``(html, url)``, or ``(html, url, charset)``.
    ///     threads: how many; None for one a processor.
    ///     output_format: ``"txt"``, ``"markdown"``, ``"json"``, ``"html"``, ``"xml"``, ``"xmltei"`` or ``"csv"``: results are
    ///         then ``str``, or None for pages without content. Without it, they are pages.
    ///     with_metadata, include_links, include_images, include_tables, include_formatting, target_language, only_with_metadata,
    ///         compat: as for ``extract``; of no account for pages.
    ///
    /// Returns:
    ///     An iterator. What goes wrong with one page is a result: an exception that is not raised. ``close()`` gives up what is under way.
    ///
    /// Raises:
    ///     ValueError: an unknown format or language, or threads below 1.
    ///
    /// >>> import debulha
    /// >>> pages = ["<p>Rye was sown early this year.", 7, ("<p>Oats are sown in March.", "https://example.org/")]
    /// >>> for text in debulha.Extractor("bte").extract_many(pages, output_format="txt"):
    /// ...     print(repr(text))
    /// 'Rye was sown early this year.'
    /// TypeError('html must be str or bytes, not int')
    /// 'Oats are sown in March.'
    #[pyo3(signature = (pages, threads=None, *, output_format=None, with_metadata=false, include_links=false,
        include_images=false, include_tables=true, include_formatting=false, target_language=None, only_with_metadata=false,
        compat=None))]
    fn extract_many(
        &self,
        pages: &Bound<'_, PyAny>,
        threads: Option<i128>,
        output_format: Option<&str>,
        with_metadata: bool,
        include_links: bool,
        include_images: bool,
        include_tables: bool,
        include_formatting: bool,
        target_language: Option<&str>,
        only_with_metadata: bool,
        compat: Option<&str>,
    ) -> PyResult<Many> {
        let options = shown(include_links, include_images, include_tables);
        let options = WriteOptions { metadata: with_metadata, compat: rendering::compat(compat)?, ..options };
        let wanted = |format: &str| {
            Wanted::new(format, options, include_formatting, target_language, only_with_metadata)
        };
        Many::new(pages, threads, self.built.clone(), output_format.map(wanted).transpose()?)
    }

    /// Reads the pages of an Arrow record batch: a row for each row, in order.
    ///
    /// Args:
    ///     batch: a ``pyarrow.RecordBatch``, or anything with ``__arrow_c_array__``. It has the page in a column ``html``
    ///         (binary or string, also large ones and views), and may have ``url``, ``charset``, ``mime``, ``status``, ``id`` and
    ///         ``date``. Other names by ``fields``. Of a table, take ``to_batches()``.
    ///     columns: the columns of the result, such as ``["url", "text"]``; ``"content=text"`` gives one another name. None for
    ///         all but ``blocks``.
    ///     fields: names of columns of the batch, such as ``{"html": "raw"}``.
    ///     include_links, include_images, include_tables: as for ``extract``.
    ///     threads: threads that work on the batch.
    ///
    /// Returns:
    ///     A ``pyarrow.RecordBatch``; where pyarrow is not installed, an object with ``__arrow_c_array__``. What is wrong with a page
    ///     stands in the column ``error``.
    ///
    /// Raises:
    ///     ValueError: unknown columns, no pages in the batch, or more than 2 GiB in a column.
    ///
    /// >>> import debulha, pyarrow
    /// >>> pages = pyarrow.record_batch({"html": ["<p>Rye was sown early.", ""], "url": ["https://e.org/", None]})
    /// >>> made = debulha.Extractor("bte").extract_arrow(pages, columns=["url", "text", "error"])
    /// >>> made.to_pylist()
    /// [{'url': 'https://e.org/', 'text': 'Rye was sown early.', 'error': None},
    ///  {'url': None, 'text': None, 'error': 'empty'}]
    #[pyo3(signature = (batch, *, columns=None, fields=None, include_links=false, include_images=false, include_tables=true,
        threads=1))]
    fn extract_arrow<'py>(
        &self,
        py: Python<'py>,
        batch: Bound<'py, PyAny>,
        columns: Option<Vec<String>>,
        fields: Option<BTreeMap<String, String>>,
        include_links: bool,
        include_images: bool,
        include_tables: bool,
        threads: i128,
    ) -> PyResult<Bound<'py, PyAny>> {
        let threads = many::checked_threads(threads)?;
        let batch = arrow::batch(&batch)?;
        let options = shown(include_links, include_images, include_tables);
        arrow::extract(py, &self.built.pipeline, batch, columns.as_deref(), fields.as_ref(), options, threads)
    }

    /// What `pickle` and `copy` call the class with.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let recipe = &self.built.recipe;
        let keywords = PyDict::new(py);
        keywords.set_item("params", objects::to_python(py, &recipe.spec.params)?)?;
        keywords.set_item("preset", &recipe.spec.preset)?;
        match &recipe.model {
            Some(ModelSource::Bytes(bytes)) => keywords.set_item("model", PyBytes::new(py, bytes))?,
            Some(ModelSource::Path(path)) => keywords.set_item("model", path)?,
            None => {}
        }
        keywords.set_item("site_store", &recipe.site_store)?;
        keywords.set_item("site", &recipe.site)?;
        keywords.set_item("drop_repeated", recipe.drop_repeated)?;
        Ok(((recipe.spec.id.clone(),), keywords))
    }

    fn __repr__(&self) -> String {
        let SystemSpec { params, preset, .. } = &self.built.recipe.spec;
        let preset = preset.as_ref().map(|preset| format!(", preset='{preset}'"));
        let params = (!params.is_empty()).then(|| format!(", params={}", Value::from(params.clone())));
        let (preset, params) = (preset.unwrap_or_default(), params.unwrap_or_default());
        format!("Extractor('{}'{preset}{params})", self.built.pipeline.name())
    }

    /// Whether both are built from the same.
    fn __eq__(&self, other: &Self) -> bool {
        self.built.recipe == other.built.recipe
    }

    fn __hash__(&self) -> u64 {
        hash_bytes(self.built.recipe.spec.id.as_bytes())
    }
}

/// What is shown of the content, under the page's own heading or the title of the metadata.
pub(crate) fn shown(links: bool, images: bool, tables: bool) -> WriteOptions {
    WriteOptions { links, images, tables, ..WriteOptions::default() }
}

/// One page, read without the lock of the interpreter.
///
/// # Errors
/// Where warnings are errors.
pub(crate) fn parse(
    py: Python<'_>,
    built: &Built,
    html: HtmlArg,
    url: Option<&str>,
    charset: Option<&str>,
    query: Option<&str>,
) -> PyResult<Page> {
    let charset = known_charset(py, charset)?;
    let terms = query_terms(query);
    let known = PageFacts { url, charset, query: terms.as_ref() };
    let extraction = py.detach(|| html.extraction(&built.pipeline, &known));
    Ok(Page::new(extraction, built.clone(), html, charset.map(str::to_owned), query.map(str::to_owned)))
}
