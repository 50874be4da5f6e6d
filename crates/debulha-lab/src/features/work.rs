//! Pages to rows, on several threads.

use super::Args;
use super::corpus::LabelledPages;
use super::labels::{self, Labels};
use super::table_file::{Format, Part};
use anyhow::{Context, Result};
use debulha_cli::inputs::Input;
use debulha_cli::messages::guarded;
use debulha_cli::reading::{Fault, Loaded};
use debulha_core::feature_table::Selection;
use debulha_core::query::QueryTerms;
use debulha_core::{Evidence, Page, Scratch};
use debulha_io::site_store::StoreEvidence;
use debulha_learn::export::PageTable;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What the workers share.
pub(super) struct Work<'a> {
    args: &'a Args,
    pub(super) selection: Selection,
    pub(super) format: Format,
    pub(super) labels: Option<Labels>,
    pub(super) labelled: Option<LabelledPages>,
    store: Option<StoreEvidence>,
    query: Option<QueryTerms>,
    /// Buffers that no worker is using.
    scratches: Mutex<Vec<Scratch>>,
}

/// What rows are made of.
pub(super) enum Item<'w> {
    File(Input),
    /// A page of corpora, by its place.
    Labelled(&'w LabelledPages, usize),
}

/// What became of a page.
pub(super) struct Done {
    pub(super) name: String,
    pub(super) part: Result<Part, String>,
    pub(super) is_damaged: bool,
    pub(super) warnings: Vec<String>,
}

impl<'a> Work<'a> {
    pub(super) fn new(args: &'a Args) -> Result<Self> {
        let selection = args.selection()?;
        let read =
            |path: &PathBuf| Labels::read(path, selection.unit()).with_context(|| path.display().to_string());
        let labels = args.labels.as_ref().map(read).transpose()?;
        let labelled = (!args.data.is_empty()).then(|| LabelledPages::open(&args.data, selection.unit()));
        Ok(Work {
            labelled: labelled.transpose()?,
            args,
            selection,
            format: args.format.unwrap_or_else(|| Format::of(&args.output)),
            labels,
            store: args.store()?,
            query: args.query.terms(),
            scratches: Mutex::default(),
        })
    }

    /// One page from its bytes to its rows. A panic on the way is the failure of this page.
    pub(super) fn page(&self, item: &Item<'_>) -> Done {
        let name = match item {
            Item::File(input) => input.name.clone(),
            Item::Labelled(pages, index) => pages.info(*index).id.clone(),
        };
        let mut done = Done { name, part: Err(String::new()), is_damaged: false, warnings: Vec::new() };
        let table = || match item {
            Item::File(input) => self.table(input, &mut done),
            Item::Labelled(pages, index) => self.labelled_table(pages, *index, &mut done),
        };
        done.part = guarded(table).and_then(|result| result);
        done
    }

    fn labelled_table(&self, pages: &LabelledPages, index: usize, done: &mut Done) -> Result<Part, String> {
        let mut part = Err(String::new());
        pages.visit(index, &mut |page| {
            let page = page.seen_with(Evidence { query: self.query.as_ref(), ..page.evidence() });
            part = self.with_site(&page, Some(&pages.labels(index, &page)), done);
        })?;
        part
    }

    fn table(&self, input: &Input, done: &mut Done) -> Result<Part, String> {
        let reading = &self.args.reading;
        let Loaded { page: mut loaded, fault, url } = reading.load(input)?;
        done.is_damaged = matches!(fault, Some(Fault::Damaged(_)));
        done.warnings.extend(fault.map(Fault::into_reason));
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
        done: &mut Done,
    ) -> Result<Part, String> {
        let Some(store) = &self.store else { return Ok(self.tabulate(page, labels, &done.name)) };
        store.with(page, |site| {
            let Some(site) = site else {
                done.warnings.push("the site store does not know its site".to_owned());
                return self.tabulate(page, labels, &done.name);
            };
            let evidence = Evidence { site: Some(site), ..page.evidence() };
            self.tabulate(&page.seen_with(evidence), labels, &done.name)
        })
    }

    fn tabulate(&self, page: &Page<'_>, labels: Option<&BTreeMap<u32, f32>>, name: &str) -> Part {
        let mut scratch = self.lock_scratches().pop().unwrap_or_default();
        let mut table = PageTable::of(name, page, &self.selection, &mut scratch);
        self.lock_scratches().push(scratch);
        if let Some(labels) = labels {
            table = table.labelled(labels);
        }
        Part::of(table, self.format)
    }

    /// The lock is never held while a page is worked on, so what a panic leaves behind is sound.
    fn lock_scratches(&self) -> std::sync::MutexGuard<'_, Vec<Scratch>> {
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
