//! The pages of labelled corpora as inputs, with their labels.

use super::columns::TableColumns;
use anyhow::Result;
use debulha_cli::corpora::{self, CorpusPurpose};
use debulha_cli::exit::Usage;
use debulha_core::Page;
use debulha_core::feature_table::RowUnit;
use debulha_corpus::corpus_pages::CorpusPages;
use debulha_learn::label::{BlockRules, Labeller};
use debulha_learn::pages::{PageInfo, Pages};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Labelled pages whose rows are written.
pub(super) struct FeaturePages {
    pages: CorpusPages,
    labeller: Labeller,
    /// Whether rows are nodes; else they are blocks.
    of_nodes: bool,
}

impl FeaturePages {
    /// Opens corpora.
    ///
    /// # Errors
    /// [`Usage`] where one is none, where no page has labels, and for rows that have none; labels that cannot be read.
    pub(super) fn open(data: &[PathBuf], columns: &TableColumns) -> Result<Self> {
        let of_nodes = match columns {
            TableColumns::Page(selection) if selection.unit() == RowUnit::Node => true,
            TableColumns::Page(selection) if selection.unit() == RowUnit::Block => false,
            _ => {
                let reason = "--data labels only blocks and nodes; use --unit block or node";
                return Err(Usage(reason.to_owned()).into());
            }
        };
        let opened: Result<Vec<_>> =
            data.iter().map(|data| corpora::open(data, CorpusPurpose::Learn)).collect();
        let pages = CorpusPages::new(opened?).filtered(|page| page.gold_standard().is_some());
        if pages.list().is_empty() {
            return Err(Usage(corpora::NO_LABELS.to_owned()).into());
        }
        Ok(FeaturePages { pages, labeller: Labeller::Blocks(BlockRules::default()), of_nodes })
    }

    /// How many pages there are.
    pub(super) fn len(&self) -> usize {
        self.pages.list().len()
    }

    /// What is known of a page.
    pub(super) fn info(&self, index: usize) -> &PageInfo {
        &self.pages.list()[index]
    }

    /// Reads a page, without the labels in its source.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    pub(super) fn visit(&self, index: usize, work: &mut dyn FnMut(&Page<'_>)) -> Result<(), String> {
        self.pages.visit(index, work).map_err(|error| error.reason)
    }

    /// The labels of a page's rows: as people gave them, or else by alignment with the text.
    pub(super) fn labels(&self, index: usize, page: &Page<'_>) -> BTreeMap<u32, f32> {
        let Some(gold) = self.info(index).gold_standard() else { return BTreeMap::new() };
        let labels = self.labeller.label(page, gold, self.of_nodes);
        let rows = labels.rows.iter().zip(labels.shares);
        rows.filter_map(|(row, share)| Some((row.0, share? as f32))).collect()
    }
}
