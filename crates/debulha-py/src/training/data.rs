//! What is trained on: folders of corpora, or pages that Python has.

use crate::html::HtmlArg;
use crate::objects::wrong_type;
use debulha::PageSource;
use debulha_core::classify::model::DataSet;
use debulha_core::features::hashing::hash_bytes;
use debulha_core::features::hosts::host_of;

use debulha_core::{Evidence, Page};
use debulha_corpus::corpus_pages::CorpusPages;
use debulha_corpus::{Corpus, is_corpus, why_no_corpus};
use debulha_learn::pages::{PageError, PageInfo, Pages};
use debulha_learn::recipes::{LearnsFrom, Recipe};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::path::PathBuf;

/// The pages that a model learns from.
pub(super) enum TrainingPages {
    /// Those of corpora.
    Corpora { pages: CorpusPages, names: Vec<String> },
    /// Those that were handed over.
    Given(GivenPages),
}

impl TrainingPages {
    /// Reads corpora or pages.
    ///
    /// # Errors
    /// `ValueError` for data that the recipe does not learn from, `OSError` for corpora that cannot be read, `TypeError` for what is
    /// neither a path nor a page.
    pub(super) fn of(py: Python<'_>, recipe: &Recipe, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        if recipe.learns_from == LearnsFrom::Table {
            let reason = format!("`{}` learns from a table, and only the command reads tables", recipe.id);
            return Err(PyValueError::new_err(reason));
        }
        if let Ok(folder) = data.extract::<PathBuf>() {
            return TrainingPages::corpora(py, vec![folder]);
        }
        let (mut folders, mut given) = (Vec::new(), GivenPages::default());
        for item in data.try_iter()? {
            let item = item?;
            let is_markup = item.cast::<PyString>().is_ok_and(|text| text.to_string_lossy().contains('<'));
            if is_markup {
                let reason = "data must be paths of corpora or dicts of pages, not the text of a page";
                return Err(PyTypeError::new_err(reason));
            }
            match item.cast::<PyDict>() {
                Ok(page) => given.push(page)?,
                Err(_) => folders.push(item.extract::<PathBuf>().map_err(|_: PyErr| {
                    wrong_type("data must be paths of corpora or dicts of pages", item.as_borrowed())
                })?),
            }
        }
        match (folders.is_empty(), given.list.is_empty()) {
            (true, true) => Err(PyValueError::new_err("no pages to learn from")),
            (false, false) => Err(PyValueError::new_err("data is corpora or pages, not both")),
            (false, true) => TrainingPages::corpora(py, folders),
            (true, false) => Ok(TrainingPages::Given(given)),
        }
    }

    fn corpora(py: Python<'_>, folders: Vec<PathBuf>) -> PyResult<Self> {
        let open = |folder: &PathBuf| {
            if !is_corpus(folder) {
                let reason = format!("{} is not a corpus: {}", folder.display(), why_no_corpus(folder));
                return Err(PyFileNotFoundError::new_err(reason));
            }
            Corpus::open_to_learn(folder).map_err(|error| PyOSError::new_err(error.to_string()))
        };
        let corpora = py.detach(|| folders.iter().map(open).collect::<PyResult<Vec<Corpus>>>())?;
        let names = corpora.iter().map(|corpus| corpus.name().to_owned()).collect();
        Ok(TrainingPages::Corpora { pages: CorpusPages::new(corpora), names })
    }

    pub(super) fn pages(&self) -> &dyn Pages {
        match self {
            TrainingPages::Corpora { pages, .. } => pages,
            TrainingPages::Given(pages) => pages,
        }
    }
}

/// Pages in memory.
#[derive(Default)]
pub(super) struct GivenPages {
    list: Vec<PageInfo>,
    html: Vec<HtmlArg>,
}

/// What may stand in the dict of a page.
const FIELDS: [&str; 5] = ["html", "text", "url", "site", "id"];

impl GivenPages {
    /// Adds a page.
    ///
    /// # Errors
    /// `ValueError` for fields that are unknown or lack, `TypeError` for values of another type.
    fn push(&mut self, page: &Bound<'_, PyDict>) -> PyResult<()> {
        for name in page.keys() {
            let name: String = name.extract()?;
            if !FIELDS.contains(&name.as_str()) {
                let reason = format!("a page has no field `{name}`; there are {}", FIELDS.join(", "));
                return Err(PyValueError::new_err(reason));
            }
        }
        let text = |name: &str| -> PyResult<Option<String>> {
            page.get_item(name)?.map_or(Ok(None), |value| value.extract())
        };
        let Some(html) = page.get_item("html")? else {
            return Err(PyValueError::new_err("a page needs `html`"));
        };
        self.html.push(html.extract()?);
        let id = text("id")?.unwrap_or_else(|| self.list.len().to_string());
        let url = text("url")?;
        let host = || url.as_deref().and_then(host_of).map(str::to_ascii_lowercase);
        let site = text("site")?.or_else(host).unwrap_or_else(|| format!("page {id}"));
        self.list.push(PageInfo { id, site, gold: text("text")?, url, ..PageInfo::default() });
        Ok(())
    }

    /// Of all that was handed over, in order.
    fn digest(&self) -> String {
        let mut digests = Vec::with_capacity(self.list.len());
        for (info, html) in self.list.iter().zip(&self.html) {
            let fields = [&info.id, &info.site].map(String::as_str);
            let known = [info.url.as_deref(), info.gold.as_deref()].map(Option::unwrap_or_default);
            digests.push(hash_bytes(html.bytes()));
            digests.extend(fields.into_iter().chain(known).map(|field| hash_bytes(field.as_bytes())));
        }
        let bytes: Vec<u8> = digests.into_iter().flat_map(u64::to_le_bytes).collect();
        format!("{:016x}", hash_bytes(&bytes))
    }
}

impl Pages for GivenPages {
    fn list(&self) -> &[PageInfo] {
        &self.list
    }

    fn visit(&self, index: usize, work: &mut dyn FnMut(&Page<'_>)) -> Result<(), PageError> {
        let (loaded, _) = self.html[index].load(&PageSource::default());
        work(&loaded.page(Evidence::of_url(self.list[index].url.as_deref())));
        Ok(())
    }

    fn data_sets(&self) -> Vec<DataSet> {
        let (name, licence) = ("pages".to_owned(), "not stated".to_owned());
        vec![DataSet { name, digest: self.digest(), licence, examples: self.list.len() as u64 }]
    }
}
