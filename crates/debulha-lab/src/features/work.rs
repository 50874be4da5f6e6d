//! Pages to rows, on several threads.

use super::FeaturesArgs;
use super::columns::TableColumns;
use super::corpus::FeaturePages;
use super::labels::{self, FileLabels};
use super::table_file::{FeatureFormat, FeatureRows};
use anyhow::{Context, Result};
use debulha_cli::inputs::PageInput;
use debulha_cli::messages::guarded;
use debulha_cli::reading::{Loaded, ReadFault};
use debulha_core::query::QueryTerms;
use debulha_core::{Evidence, Page, Scratch};
use debulha_io::site_store::StoreEvidence;
use debulha_learn::export::PageTable;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What the workers share.
pub(super) struct FeatureWork<'a> {
    args: &'a FeaturesArgs,
    pub(super) columns: TableColumns,
    pub(super) format: FeatureFormat,
    pub(super) labels: Option<FileLabels>,
    pub(super) labelled: Option<FeaturePages>,
    store: Option<StoreEvidence>,
    query: Option<QueryTerms>,
    /// Buffers that no worker is using.
    scratches: Mutex<Vec<Scratch>>,
}

/// What rows are made of.
pub(super) enum WorkItem<'w> {
    File(PageInput),
    /// A page of corpora, by its place.
    Labelled(&'w FeaturePages, usize),
}

/// The result for a page.
pub(super) struct FinishedPage {
    pub(super) name: String,
    pub(super) part: Result<FeatureRows, String>,
    pub(super) is_damaged: bool,
    pub(super) warnings: Vec<String>,
}

impl<'a> FeatureWork<'a> {
    pub(super) fn new(args: &'a FeaturesArgs) -> Result<Self> {
        let columns = args.columns()?;
        let read = |path: &PathBuf| {
            FileLabels::read(path, columns.unit()).with_context(|| path.display().to_string())
        };
        let labels = args.labels.as_ref().map(read).transpose()?;
        let labelled = (!args.data.is_empty()).then(|| FeaturePages::open(&args.data, &columns));
        Ok(FeatureWork {
            labelled: labelled.transpose()?,
            args,
            columns,
            format: args.format.unwrap_or_else(|| FeatureFormat::of(&args.output)),
            labels,
            store: args.store()?,
            query: args.query.terms(),
            scratches: Mutex::default(),
        })
    }

    /// One page from its bytes to its rows. A panic on the way is the failure of this page.
    pub(super) fn page(&self, item: &WorkItem<'_>) -> FinishedPage {
        let name = match item {
            WorkItem::File(input) => input.name.clone(),
            WorkItem::Labelled(pages, index) => pages.info(*index).id.clone(),
        };
        let mut done =
            FinishedPage { name, part: Err(String::new()), is_damaged: false, warnings: Vec::new() };
        let table = || match item {
            WorkItem::File(input) => self.table(input, &mut done),
            WorkItem::Labelled(pages, index) => self.labelled_table(pages, *index, &mut done),
        };
        done.part = guarded(table).and_then(|result| result);
        done
    }

    fn labelled_table(
        &self,
        pages: &FeaturePages,
        index: usize,
        done: &mut FinishedPage,
    ) -> Result<FeatureRows, String> {
        let mut part = Err(String::new());
        pages.visit(index, &mut |page| {
            let page = page.seen_with(Evidence { query: self.query.as_ref(), ..page.evidence() });
            part = self.with_site(&page, Some(&pages.labels(index, &page)), done);
        })?;
        part
    }

    fn table(&self, input: &PageInput, done: &mut FinishedPage) -> Result<FeatureRows, String> {
        let reading = &self.args.reading;
        let Loaded { page: mut loaded, fault, url } = reading.load(input)?;
        done.is_damaged = matches!(fault, Some(ReadFault::Damaged(_)));
        done.warnings.extend(fault.map(ReadFault::into_reason));
        if let Some(record) = self.args.layout.read(input)? {
            loaded = loaded.with_layout(&record);
        }
        done.warnings.extend(loaded.warnings().iter().map(ToString::to_string));
        let query = self.args.query.terms_of(input);
        let page =
            loaded.page(Evidence { url: url.as_deref(), query: query.as_ref(), ..Evidence::default() });
        let labels = self.labels.as_ref().map(|labels| labels.of(Path::new(&input.name)));
        if labels == Some(None) {
            done.warnings.push("the page has no labels".to_owned());
        }
        self.with_site(&page, labels.map(|labels| labels.unwrap_or(&labels::NONE)), done)
    }

    /// The rows of a page, seen with what the store knows of its site.
    fn with_site(
        &self,
        page: &Page<'_>,
        labels: Option<&BTreeMap<u32, f32>>,
        done: &mut FinishedPage,
    ) -> Result<FeatureRows, String> {
        let Some(store) = &self.store else { return self.tabulate(page, labels, &done.name) };
        store.with(page, |site| {
            let Some(site) = site else {
                done.warnings.push("the site store does not know its site".to_owned());
                return self.tabulate(page, labels, &done.name);
            };
            let evidence = Evidence { site: Some(site), ..page.evidence() };
            self.tabulate(&page.seen_with(evidence), labels, &done.name)
        })?
    }

    fn tabulate(
        &self,
        page: &Page<'_>,
        labels: Option<&BTreeMap<u32, f32>>,
        name: &str,
    ) -> Result<FeatureRows, String> {
        let mut scratch = self.lock_scratches().pop().unwrap_or_default();
        let values = self.columns.table(page, &mut scratch);
        self.lock_scratches().push(scratch);
        let mut table = PageTable::new(name, page, values?);
        if let Some(labels) = labels {
            table = table.labelled(labels);
        }
        Ok(FeatureRows::of(table, self.format))
    }

    /// The lock is never held while a page is worked on, so what a panic leaves behind is sound.
    fn lock_scratches(&self) -> std::sync::MutexGuard<'_, Vec<Scratch>> {
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
