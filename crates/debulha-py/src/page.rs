//! The class `Page`.

use crate::block::Block;
use crate::building::Built;
use crate::extractor::{self, Extractor};
use crate::html::HtmlArg;
use crate::objects;
use crate::rendering;
use debulha::{Extraction, Format, WriteOptions, why};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::BTreeMap;

/// The result for a page: its content, with all that is known of it.
///
/// ``parse``, ``Extractor.parse`` and ``Extractor.extract_many`` make pages. A page without content has no blocks and an empty text;
/// its ``verdict`` and ``warnings`` say why. Immutable. It holds the tree of the page, some ten times the bytes of its source. A page
/// that was pickled is read again from its source.
///
/// >>> import debulha
/// >>> page = debulha.parse("<h1>Rye</h1><p>Sow in autumn.", extractor="all_text")
/// >>> page
/// Page(blocks=2, verdict='ok', extractor='all_text')
/// >>> bool(debulha.parse(""))
/// False
#[pyclass(module = "debulha", frozen)]
pub(crate) struct Page {
    extraction: Extraction,
    built: Built,
    /// The page as it was given, with its charset and query: what it is read from again in another process.
    html: HtmlArg,
    charset: Option<String>,
    query: Option<String>,
}

impl Page {
    pub(crate) fn new(
        extraction: Extraction,
        built: Built,
        html: HtmlArg,
        charset: Option<String>,
        query: Option<String>,
    ) -> Self {
        Page { extraction, built, html, charset, query }
    }

    fn render(&self, py: Python<'_>, format: Format, options: &WriteOptions) -> String {
        py.detach(|| self.extraction.render(format, options))
    }
}

/// Extractor, source, address, charset and query of a page.
type PageParts<'py> =
    (Bound<'py, Extractor>, Bound<'py, PyAny>, Option<String>, Option<String>, Option<String>);

/// Reads a page again that was pickled.
///
/// # Errors
/// Where warnings are errors.
#[pyfunction]
pub(crate) fn parse_again(
    py: Python<'_>,
    extractor: &Extractor,
    html: HtmlArg,
    url: Option<&str>,
    charset: Option<&str>,
    query: Option<&str>,
) -> PyResult<Page> {
    extractor::parse(py, &extractor.built, html, url, charset, query)
}

/// What a JSON object shows, apart from the whole.
fn shown() -> WriteOptions {
    WriteOptions { metadata: true, ..WriteOptions::with_links_and_images() }
}

#[pymethods]
impl Page {
    /// The content as plain text, a line a paragraph.
    ///
    /// >>> import debulha
    /// >>> debulha.parse("<p>Rye<p>Oats", extractor="all_text").text
    /// 'Rye\nOats'
    #[getter]
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.extraction.text())
    }

    /// The content as Markdown (CommonMark with the tables of GFM).
    ///
    /// Args:
    ///     links, images, tables: whether to keep them. Of links the text stays.
    ///     metadata: whether to put metadata before the content.
    ///     title: which heading names the content: ``"auto"``, the page's own or else the title of the metadata; ``"page"``, only
    ///         the page's own; ``"never"``, none.
    ///     footnotes: whether to write notes as footnotes (``[^1]``) instead of links and lists.
    ///
    /// >>> import debulha
    /// >>> page = debulha.parse("<h2>Rye</h2><p>See <a href=/oats>oats</a>", "https://e.org/", extractor="all_text")
    /// >>> page.markdown()
    /// '## Rye\n\nSee [oats](https://e.org/oats)'
    /// >>> page.markdown(links=False)
    /// '## Rye\n\nSee oats'
    #[pyo3(signature = (*, links=true, images=true, tables=true, metadata=false, title="auto", footnotes=false))]
    fn markdown(
        &self,
        py: Python<'_>,
        links: bool,
        images: bool,
        tables: bool,
        metadata: bool,
        title: &str,
        footnotes: bool,
    ) -> PyResult<String> {
        let title = rendering::title(title)?;
        let options =
            WriteOptions { links, images, tables, metadata, title, footnotes, ..WriteOptions::default() };
        Ok(self.render(py, Format::Markdown, &options))
    }

    /// The content as a whole HTML document of harmless elements. Arguments as of ``markdown``.
    ///
    /// >>> import debulha
    /// >>> "<p>Rye</p>" in debulha.parse("<p onclick=x()>Rye", extractor="all_text").html()
    /// True
    #[pyo3(signature = (*, links=true, images=true, tables=true, metadata=false, title="auto"))]
    fn html(
        &self,
        py: Python<'_>,
        links: bool,
        images: bool,
        tables: bool,
        metadata: bool,
        title: &str,
    ) -> PyResult<String> {
        let title = rendering::title(title)?;
        let options = WriteOptions { links, images, tables, metadata, title, ..WriteOptions::default() };
        Ok(self.render(py, Format::Html, &options))
    }

    /// The page as a JSON object on one line, after ``docs/json-schema.md``: blocks with their places, links, images and metadata.
    ///
    /// >>> import debulha
    /// >>> debulha.parse("<p>Rye", extractor="all_text").json()[:46]
    /// '{"schema":"1","url":null,"extractor":"all_text'
    #[pyo3(signature = (*, records=false))]
    fn json(&self, py: Python<'_>, records: bool) -> String {
        self.render(py, Format::Json, &WriteOptions { records, ..shown() })
    }

    /// The object of ``json`` as a dict.
    ///
    /// >>> import debulha
    /// >>> debulha.parse("<p>Rye", extractor="all_text").to_dict()["blocks"][0]["text"]
    /// 'Rye'
    #[pyo3(signature = (*, records=false))]
    fn to_dict<'py>(&self, py: Python<'py>, records: bool) -> PyResult<Bound<'py, PyAny>> {
        objects::loads(py, &self.json(py, records))
    }

    /// What the page says of itself: title, authors, dates (ISO 8601) and so on, with all candidates and their sources.
    ///
    /// >>> import debulha
    /// >>> debulha.parse("<title>Rye</title><p>Sow in autumn.").metadata["title"]
    /// 'Rye'
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let metadata = py.detach(|| self.extraction.metadata());
        objects::to_python(py, &metadata)
    }

    /// The blocks of the content, in the order of the page.
    ///
    /// >>> import debulha
    /// >>> html = b"<h1>Rye</h1><p>Sow in autumn."
    /// >>> for block in debulha.parse(html, extractor="all_text").blocks:
    /// ...     print(block.type, block.text, html[slice(*block.bytes)])
    /// heading Rye b'<h1>Rye</h1>'
    /// paragraph Sow in autumn. b'<p>Sow in autumn.'
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, py.detach(|| Block::all(&self.extraction)))
    }

    /// The posts, entries or product that the content is made of, in groups: dicts with ``kind`` (``"thread"``, ``"listing"``
    /// or ``"product"``) and ``records``. Looked for each time.
    ///
    /// >>> import debulha
    /// >>> debulha.parse("<p>Rye", extractor="all_text").records()
    /// []
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py, true)?.get_item("records")
    }

    /// The records of all groups as columns of one length, for ``pandas.DataFrame`` or ``polars.DataFrame``: the number of the
    /// ``group``, ``kind``, ``title``, ``link``, ``author``, ``date``, ``price``, ``image``, ``depth`` and ``text``.
    ///
    /// >>> import debulha
    /// >>> debulha.parse("<p>Rye", extractor="all_text").records_table()["title"]
    /// []
    fn records_table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let groups = py.detach(|| self.extraction.records());
        let (mut group_of, mut kinds, mut depths, mut texts) = (vec![], vec![], vec![], vec![]);
        let mut fields: BTreeMap<&str, Vec<Option<&str>>> = BTreeMap::new();
        let names = ["title", "link", "author", "date", "price", "image"];
        for (number, group) in groups.iter().enumerate() {
            let kind = serde_json::to_value(group.kind).ok();
            let kind = kind.as_ref().and_then(|kind| kind.as_str()).unwrap_or_default().to_owned();
            for (nth, record) in group.records.iter().enumerate() {
                group_of.push(number);
                kinds.push(kind.clone());
                depths.push(record.depth);
                texts.push(self.extraction.record_text(group, nth));
                for (name, value) in record.fields.named() {
                    fields.entry(name).or_default().push(value.map(|value| value.text.as_str()));
                }
            }
        }
        let table = PyDict::new(py);
        table.set_item("group", group_of)?;
        table.set_item("kind", kinds)?;
        for name in names {
            table.set_item(name, fields.remove(name).unwrap_or_default())?;
        }
        table.set_item("depth", depths)?;
        table.set_item("text", texts)?;
        Ok(table)
    }

    /// Readers' comments that were left out of the content: dicts with ``author``, ``date``, ``depth`` and ``text``.
    ///
    /// >>> import debulha
    /// >>> debulha.parse("<p>Rye").comments()
    /// []
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let comments = py.detach(|| self.extraction.comments());
        objects::to_python(py, &comments)
    }

    /// The content in chunks for retrieval. No block is cut.
    ///
    /// Args:
    ///     chars: characters of a chunk at most; a longer block is a chunk of its own.
    ///     blocks: blocks of a chunk at most. Give one of both.
    ///     markdown: whether chunks are Markdown, with links and images, or plain text.
    ///
    /// Returns:
    ///     Dicts with ``markdown`` or ``text``, the ``heading_path`` above, ``blocks`` (from, to), ``xpath`` and ``bytes`` (start,
    ///     end) of the source.
    ///
    /// Raises:
    ///     ValueError: neither or both sizes, or 0.
    ///
    /// >>> import debulha
    /// >>> page = debulha.parse("<h2>Rye</h2><p>Sow in autumn.<p>Reap in July.", extractor="all_text")
    /// >>> [chunk["text"] for chunk in page.chunks(chars=20, markdown=False)]
    /// ['Rye\nSow in autumn.', 'Reap in July.']
    #[pyo3(signature = (*, chars=None, blocks=None, markdown=true))]
    fn chunks<'py>(
        &self,
        py: Python<'py>,
        chars: Option<i128>,
        blocks: Option<i128>,
        markdown: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let size = rendering::chunk_size(chars, blocks)?;
        let mut options = WriteOptions::with_links_and_images();
        options.renditions.markdown = markdown;
        options.renditions.chunks = Some(size);
        let text = self.render(py, Format::Json, &options);
        objects::loads(py, &text)?.get_item("chunks")
    }

    /// Why a piece of text was kept or dropped.
    ///
    /// Args:
    ///     text: some of the page's text. White space does not matter.
    ///     places: explain so many places at most, where the text stands in several.
    ///
    /// Returns:
    ///     A dict for each text node: ``decision`` (``"kept"``, ``"kept in part"``, ``"dropped"`` or ``"hidden"``), ``role``
    ///     (what it is in the outputs, such as ``"heading"``, or None), ``outputs`` (names of the formats that contain it), ``output``
    ///     (both in words, or None), ``place`` (from 0), ``xpath``, ``text``, ``hidden_by`` (str or None), and ``reasons``, each with ``rule``, ``keeps``, ``detail``
    ///     and ``xpath``. Empty where the text is not in the page.
    ///
    /// >>> import debulha
    /// >>> page = debulha.parse("<p>Rye was sown early this year.", extractor="bte")
    /// >>> page.why("sown early")[0]["decision"]
    /// 'kept'
    /// >>> page.why("wheat")
    /// []
    #[pyo3(signature = (text, *, places=3))]
    fn why<'py>(&self, py: Python<'py>, text: &str, places: usize) -> PyResult<Bound<'py, PyAny>> {
        let answers = py.detach(|| why::answers(&self.extraction, &self.built.pipeline, text, places));
        objects::to_python(py, &answers)
    }

    /// What the page turned out to be: ``"ok"``, ``"partial"``, ``"shell"``, ``"consent"``, ``"paywall"``, ``"login"``,
    /// ``"error-page"`` or ``"listing"``.
    ///
    /// >>> import debulha
    /// >>> debulha.parse("<title>404 Not Found</title><h1>Not Found</h1>").verdict
    /// 'error-page'
    #[getter]
    fn verdict(&self) -> &'static str {
        self.extraction.verdict.kind.name()
    }

    /// The word F1 that the system expects of its answer, 0 to 1; None where it cannot tell.
    #[getter]
    fn confidence(&self) -> Option<f64> {
        self.extraction.verdict.rounded_confidence()
    }

    /// What was cut, replaced or missing, in words.
    ///
    /// >>> import debulha
    /// >>> debulha.parse(b"%PDF-1.7").warnings
    /// ['not HTML: a PDF']
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.extraction.warnings.iter().map(ToString::to_string).collect()
    }

    /// The page's address as it was given.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.extraction.url.as_deref()
    }

    /// The id of the system that decided.
    #[getter]
    fn extractor(&self) -> &str {
        &self.extraction.extractor
    }

    /// What `pickle` and `copy` make the page of: its extractor and its source, which is read again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PageParts<'py>)> {
        let again = py.import("debulha._debulha")?.getattr("parse_again")?;
        let extractor = Bound::new(py, Extractor { built: self.built.clone() })?;
        let (charset, query) = (self.charset.clone(), self.query.clone());
        Ok((again, (extractor, self.html.to_python(py), self.extraction.url.clone(), charset, query)))
    }

    fn __bool__(&self) -> bool {
        !self.extraction.is_empty()
    }

    fn __repr__(&self) -> String {
        let Extraction { verdict, extractor, .. } = &self.extraction;
        let blocks = self.extraction.blocks().len();
        format!("Page(blocks={blocks}, verdict='{}', extractor='{extractor}')", verdict.kind)
    }
}
