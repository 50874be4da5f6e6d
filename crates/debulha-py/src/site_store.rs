//! The class `SiteStore`.

use crate::html::HtmlArg;
use debulha::evidence::Evidence;
use debulha::{PageSource, ParamMap};
use debulha_core::site::AnySiteMethod;
use debulha_core::site::template_evidence::ID as EVIDENCE;
use debulha_io::site_store::{ObservedPage, SiteStore as Store, StoreError, StoreSettings, export, import};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What was learned from the pages of sites, in one file: that of ``debulha site learn``.
///
/// The file is made where there is none. It is open during a call alone, so the object may be shared and pickled. Nobody else may
/// have it open while pages are learned, and an ``Extractor`` that reads it has.
///
/// Args:
///     path: the file.
///
/// Raises:
///     OSError: a file that is no store, or is in use.
///
/// >>> import debulha, pathlib, tempfile
/// >>> page = "<ul><li>Barns for sale, and barns to let</ul><p>{} was sown early this year."
/// >>> pages = [(page.format(grain), f"https://example.org/{grain}") for grain in ["Oats", "Spelt", "Wheat"]]
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     store = debulha.SiteStore(pathlib.Path(folder, "farms.store"))
/// ...     store.learn(pages)
/// ...     store.sites()
/// ...     extractor = debulha.Extractor("all_text", site_store=store.path, drop_repeated=0.3)
/// ...     extractor.parse(page.format("Rye"), "https://example.org/rye").text
/// 3
/// {'example.org': 3}
/// 'Rye was sown early this year.'
#[pyclass(module = "debulha", frozen)]
pub(crate) struct SiteStore {
    path: PathBuf,
}

#[pymethods]
impl SiteStore {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| {
            if path.exists() { Store::read(&path) } else { Store::create(&path, &StoreSettings::default()) }
        })
        .map_err(wrong)?;
        Ok(SiteStore { path })
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Learns from pages. A page that comes again, by its address, counts once; of a site some hundred pages are kept.
    ///
    /// Args:
    ///     pages: tuples ``(html, url)``. Pages whose address has no host are passed over, but for ``site``.
    ///     methods: site methods to learn for, beside those that the store has and ``template_evidence``, which ``drop_repeated``
    ///         needs. ``systems()`` lists them.
    ///     crawl: the name of the crawl; crawls follow one another in the order of their names.
    ///     site: the site of all pages; without it, addresses tell.
    ///
    /// Returns:
    ///     The number of pages that were read and belong to a site.
    ///
    /// Raises:
    ///     ValueError: an unknown method.
    ///     OSError: a store that cannot be written.
    #[pyo3(signature = (pages, *, methods=None, crawl="", site=None))]
    fn learn(
        &self,
        py: Python<'_>,
        pages: &Bound<'_, PyAny>,
        methods: Option<Vec<String>>,
        crawl: &str,
        site: Option<&str>,
    ) -> PyResult<usize> {
        let mut store = Store::open(&self.path).map_err(wrong)?;
        let methods = registered(&mut store, methods.unwrap_or_default())?;
        let mut writer = store.writer().map_err(wrong)?;
        let source = PageSource::default();
        let mut learned = 0;
        for page in pages.try_iter()? {
            let (html, url): (HtmlArg, Option<String>) = page?.extract()?;
            let url = url.as_deref();
            let by_url = || url.and_then(|url| store.settings().site_by.site_of(url));
            let Some(site) = site.map(str::to_owned).or_else(by_url) else { continue };
            let records = py.detach(|| observed(&html, url, &site, crawl, &source, &methods));
            for record in records {
                py.detach(|| writer.push(record)).map_err(wrong)?;
            }
            learned += 1;
        }
        py.detach(|| writer.finish()).map_err(wrong)?;
        Ok(learned)
    }

    /// The store as JSON lines: its settings, then one line per page.
    ///
    /// ``import_lines`` of another store takes them, some or all: the first line always.
    fn export_lines(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let lines = py.detach(|| {
            let mut lines = Vec::new();
            export(&Store::read(&self.path)?, &mut lines).map(|_| lines)
        });
        let lines = String::from_utf8(lines.map_err(wrong)?)
            .map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(lines.lines().map(str::to_owned).collect())
    }

    /// Adds lines of ``export_lines``, as text or bytes. Pages that are there already count once.
    ///
    /// Returns:
    ///     The number of pages in the lines.
    ///
    /// Raises:
    ///     ValueError: lines of no store, or of one with other settings.
    ///     OSError: a store that cannot be read or written.
    fn import_lines(&self, py: Python<'_>, lines: HtmlArg) -> PyResult<u64> {
        py.detach(|| import(lines.bytes(), &self.path)).map_err(|error| match error {
            StoreError::Io { .. } | StoreError::InUse { .. } => wrong(error),
            error => PyValueError::new_err(error.to_string()),
        })
    }

    /// The sites in the store, with the number of pages that are kept of each.
    fn sites(&self, py: Python<'_>) -> PyResult<BTreeMap<String, usize>> {
        py.detach(|| {
            let store = Store::read(&self.path)?;
            let mut sites: BTreeMap<String, usize> = BTreeMap::new();
            for sample in store.view()?.samples()? {
                let sample = sample?;
                let pages = sites.entry(sample.site).or_default();
                *pages = sample.pages.max(*pages);
            }
            Ok(sites)
        })
        .map_err(wrong)
    }

    /// The ids of the methods that the store has records for.
    fn methods(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| Ok(Store::read(&self.path)?.methods().keys().cloned().collect())).map_err(wrong)
    }

    fn __getnewargs__(&self) -> (PathBuf,) {
        (self.path.clone(),)
    }

    fn __repr__(&self) -> String {
        format!("SiteStore('{}')", self.path.display())
    }
}

/// The methods of a store, those requested and the evidence among them.
fn registered(store: &mut Store, asked: Vec<String>) -> PyResult<Vec<Box<dyn AnySiteMethod>>> {
    for id in asked.into_iter().chain([EVIDENCE.to_owned()]) {
        if !store.methods().contains_key(&id) {
            let method = debulha::site::build(&id, &ParamMap::new());
            let method = method.map_err(|error| PyValueError::new_err(error.to_string()))?;
            store.register(&*method).map_err(wrong)?;
        }
    }
    store.methods().keys().map(|id| store.build(id, &ParamMap::new()).map_err(wrong)).collect()
}

fn observed(
    html: &HtmlArg,
    url: Option<&str>,
    site: &str,
    crawl: &str,
    source: &PageSource,
    methods: &[Box<dyn AnySiteMethod>],
) -> Vec<ObservedPage> {
    let (loaded, content) = html.load(source);
    let page = loaded.page(Evidence::of_url(url));
    methods.iter().map(|method| ObservedPage::observe(&**method, &page, site, crawl, content)).collect()
}

fn wrong(error: StoreError) -> PyErr {
    PyOSError::new_err(error.to_string())
}
