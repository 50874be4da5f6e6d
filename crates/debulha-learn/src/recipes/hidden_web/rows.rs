//! Elements of answer pages as rows: the query of a site, features, labels.

use super::{HiddenWebRecipeParams, QueryFeatures};
use crate::evaluate::percentage_split;
use crate::label::{GoldStandard, NodePreset, node_labels};
use crate::pages::{PageError, Pages};
use crate::recipes::TrainError;
use crate::table::{Attribute, AttributeKind, Table};
use debulha_core::feature_table::{RowUnit, Selection, UnknownColumn, compute};
use debulha_core::query::{QueryOptions, QueryTerms};
use debulha_core::{Evidence, Page, Scratch};
use debulha_systems::extractors::hidden_web::{CONTENT, NOISE};
use rayon::prelude::*;

/// Version of the features that are wanted here.
pub(super) const VERSION: u16 = 1;

/// Features without the query (lutz2013).
const PAGE_FEATURES: [&str; 3] = ["ctd", "density_sum", "distance"];

/// The terms of all submissions that led to some of the pages, as the parameters say.
///
/// Reads the pages where forms count.
///
/// # Errors
/// A page that cannot be read.
pub fn site_terms(
    pages: &dyn Pages,
    of_site: &[usize],
    params: &HiddenWebRecipeParams,
) -> Result<QueryTerms, PageError> {
    let options = QueryOptions {
        split_labels: params.split_labels,
        split_values: params.split_values,
        path: params.path,
    };
    let mut terms = QueryTerms::default();
    for &index in of_site.iter().filter(|_| params.submissions) {
        let info = &pages.list()[index];
        if let Some(url) = &info.url {
            terms.add_url(url, options);
        }
        if let Some(body) = &info.body {
            terms.add_form(body, options);
        }
    }
    if params.fields || params.visible_labels {
        let of_page = |&index: &usize| {
            let mut terms = QueryTerms::default();
            pages.visit(index, &mut |page| {
                if params.fields {
                    terms.add_fields(page.document(), options);
                }
                if params.visible_labels {
                    terms.add_visible_labels(page.document());
                }
            })?;
            Ok(terms)
        };
        for of_page in of_site.par_iter().map(of_page).collect::<Result<Vec<_>, _>>()? {
            terms.add_all(&of_page);
        }
    }
    terms.add_words(&params.extra_terms);
    Ok(terms)
}

fn selection(features: QueryFeatures) -> Result<Selection, UnknownColumn> {
    let [ctd, density_sum, distance] = PAGE_FEATURES;
    let names = match features {
        QueryFeatures::None => vec![ctd, density_sum, distance],
        QueryFeatures::Direct => vec![ctd, density_sum, "query_score", "matches", distance],
        QueryFeatures::Subtree => vec![ctd, density_sum, "query_score", "matches_subtree", distance],
    };
    Selection::of(RowUnit::Node, names.into_iter().map(|name| (name, VERSION)))
}

/// Labelled elements of pages.
#[derive(Debug, Clone)]
pub struct NodeRows {
    /// A row an element, page by page.
    pub table: Table,
    /// Rows before each page, and after the last.
    starts: Vec<u32>,
    /// Whether each row's element has text in it.
    has_text: Vec<bool>,
    selection: Selection,
}

/// Rows to learn from and rows to judge on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowSplit {
    /// Learned from, in order.
    pub known: Vec<u32>,
    /// Judged on, in order.
    pub held_out: Vec<u32>,
    /// Pages, by their place among the rows', of which nothing was learned, in order.
    pub unseen_pages: Vec<usize>,
}

impl NodeRows {
    /// No rows yet.
    pub(super) fn new(features: QueryFeatures) -> Result<Self, TrainError> {
        let selection = selection(features)?;
        let attribute = |name: &str| Attribute { name: name.to_owned(), kind: AttributeKind::Number };
        let attributes = selection.features().iter().map(|feature| attribute(feature.name)).collect();
        let table = Table::new(attributes, vec![NOISE.to_owned(), CONTENT.to_owned()]);
        Ok(NodeRows { table, starts: vec![0], has_text: Vec::new(), selection })
    }

    /// Adds the pages of a site, seen with the terms of its query. On all threads.
    ///
    /// # Errors
    /// A page that cannot be read.
    pub(super) fn add(
        &mut self,
        pages: &dyn Pages,
        of_site: &[usize],
        terms: &QueryTerms,
        preset: NodePreset,
    ) -> Result<(), PageError> {
        let selection = &self.selection;
        let read = |&index: &usize| -> Result<Vec<ElementRow>, PageError> {
            let mut rows = Vec::new();
            let gold = pages.list()[index].gold_standard().unwrap_or(GoldStandard::Text(""));
            pages.visit(index, &mut |page| {
                let asked = page.seen_with(Evidence { query: Some(terms), ..page.evidence() });
                rows = rows_of(&asked, gold, selection, preset);
            })?;
            Ok(rows)
        };
        for page in of_site.par_iter().map(read).collect::<Result<Vec<_>, _>>()? {
            for row in page {
                self.table.push(&row.values, usize::from(row.is_content));
                self.has_text.push(row.has_text);
            }
            self.starts.push(self.table.len() as u32);
        }
        Ok(())
    }

    /// Number of pages.
    pub fn pages(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether a row's element has text in it.
    pub fn has_text(&self, row: u32) -> bool {
        self.has_text[row as usize]
    }

    /// A share of the rows to learn from, drawn at random: as lutz2013. Rows of one page come on both sides.
    pub fn split_by_row(&self, share: f64, seed: u64) -> RowSplit {
        let (known, held_out) = percentage_split(self.table.len(), share, seed);
        RowSplit { known, held_out, unseen_pages: Vec::new() }
    }

    /// A share of the pages to learn from, drawn at random. All rows of a page come on one side.
    pub fn split_by_page(&self, share: f64, seed: u64) -> RowSplit {
        let (known, held_out) = percentage_split(self.pages(), share, seed);
        let rows = |pages: &[u32]| -> Vec<u32> {
            pages
                .iter()
                .flat_map(|&page| self.starts[page as usize]..self.starts[page as usize + 1])
                .collect()
        };
        let unseen_pages = held_out.iter().map(|&page| page as usize).collect();
        RowSplit { known: rows(&known), held_out: rows(&held_out), unseen_pages }
    }
}

/// An element.
struct ElementRow {
    values: Vec<Option<f64>>,
    is_content: bool,
    has_text: bool,
}

fn rows_of(
    page: &Page<'_>,
    gold: GoldStandard<'_>,
    selection: &Selection,
    preset: NodePreset,
) -> Vec<ElementRow> {
    let doc = page.document();
    let table = compute(page, selection, &mut Scratch::default());
    let labels = node_labels(page, gold, preset);
    let present = |&value: &f32| Some(f64::from(value)).filter(|value| !value.is_nan());
    let row = |(row, is_content): (usize, bool)| ElementRow {
        values: table.row(row).iter().map(present).collect(),
        is_content,
        has_text: page.stats().subtree(doc, table.rows()[row]).chars > 0,
    };
    labels.into_iter().enumerate().map(row).collect()
}
