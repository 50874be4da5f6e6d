//! Pages to learn from, whoever reads them.

use crate::label::{Annotations, GoldStandard, LinkSelectors};
use debulha_core::classify::model::DataSet;
use debulha_core::layout::Layout;
use debulha_core::source::PageSource;
use debulha_core::{Evidence, Page};
use debulha_dom::Document;
use std::collections::BTreeMap;
use thiserror::Error;

/// What is known of a page beside its bytes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageInfo {
    /// Key of the page within its data set.
    pub id: String,
    /// Name of its data set; empty where it has none.
    pub data_set: String,
    /// The site; pages of one site are never parted by a split by site.
    pub site: String,
    /// Address, where known. Of a page that a form led to, with what was submitted.
    pub url: Option<String>,
    /// Body of the submission, of a form sent by POST.
    pub body: Option<String>,
    /// The main text as people labelled it; `None` where nobody did.
    pub gold: Option<String>,
    /// Parts of the page as people labelled them; empty where nobody did.
    pub annotations: Annotations,
    /// The links to other pages of its list or article, as people labelled them.
    pub page_links: LinkSelectors,
    /// Kind of page, such as `article`.
    pub page_type: Option<String>,
    /// Title of the content as people labelled it.
    pub title: Option<String>,
    /// Who wrote it, as people labelled it.
    pub author: Option<String>,
    /// The day of its publication, as people labelled it.
    pub date: Option<String>,
    /// What its forms are for, as people labelled them, in document order; empty where nobody did.
    pub forms: Vec<FormLabels>,
}

/// What a form is for, as people labelled it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormLabels {
    /// Code of its type.
    pub kind: String,
    /// Codes of the types of its fields, by their names.
    pub fields: BTreeMap<String, String>,
}

impl PageInfo {
    /// What is learned from: the labelled parts, or else the text; `None` for a page that nobody labelled.
    pub fn gold_standard(&self) -> Option<GoldStandard<'_>> {
        if self.annotations.is_empty() {
            return self.gold.as_deref().map(GoldStandard::Text);
        }
        Some(GoldStandard::Annotations(&self.annotations))
    }
}

/// A page that cannot be read.
#[derive(Debug, Error)]
#[error("page {id}: {reason}")]
pub struct PageError {
    /// Its key.
    pub id: String,
    /// Why.
    pub reason: String,
}

/// A set of pages, parsed on demand; may be asked from several threads.
pub trait Pages: Sync {
    /// The pages in order.
    fn list(&self) -> &[PageInfo];

    /// Reads and parses a page and shows it.
    ///
    /// # Errors
    /// The page cannot be read.
    fn visit(&self, index: usize, work: &mut dyn FnMut(&Page<'_>)) -> Result<(), PageError>;

    /// What the pages are, for the card.
    fn data_sets(&self) -> Vec<DataSet>;
}

/// A page in memory, for tests and examples.
#[derive(Debug, Clone, Default)]
pub struct MemoryPages {
    list: Vec<PageInfo>,
    html: Vec<String>,
    layout: Option<fn(&Document) -> Layout>,
}

impl MemoryPages {
    /// The same pages, each drawn as `layout` says.
    #[must_use]
    pub fn drawn(self, layout: fn(&Document) -> Layout) -> Self {
        MemoryPages { layout: Some(layout), ..self }
    }

    /// Adds a page.
    pub fn push(&mut self, info: PageInfo, html: impl Into<String>) {
        self.list.push(info);
        self.html.push(html.into());
    }
}

impl Pages for MemoryPages {
    fn list(&self) -> &[PageInfo] {
        &self.list
    }

    fn visit(&self, index: usize, work: &mut dyn FnMut(&Page<'_>)) -> Result<(), PageError> {
        let loaded = PageSource::default().load_text(&self.html[index]);
        let layout = self.layout.map(|layout| layout(&loaded.document));
        let evidence =
            Evidence { layout: layout.as_ref(), ..Evidence::of_url(self.list[index].url.as_deref()) };
        work(&loaded.page(evidence));
        Ok(())
    }

    fn data_sets(&self) -> Vec<DataSet> {
        vec![DataSet { name: "memory".to_owned(), examples: self.list.len() as u64, ..DataSet::default() }]
    }
}
