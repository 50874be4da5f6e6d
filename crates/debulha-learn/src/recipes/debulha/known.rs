//! The pages that are learned from: labelled ones, and those made of them.

use super::counts::{Counts, Learned, OddsParams};
use super::made::{self, Made};
use super::{DebulhaRecipeParams, Training};
use crate::label::{BlockLabels, BlockRules, RowWeights};
use crate::pages::{PageError, PageInfo, Pages};
use crate::recipes::Step;
use debulha_core::features::hashing::then;
use debulha_core::features::payloads::{PayloadOptions, unfolded};
use debulha_core::features::random::SplitMix64;
use debulha_core::{Page, PageOptions};
use debulha_dom::{Limits, parse};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Seeds of the draws of made pages, beside that of the training.
const THINNED: u64 = 1;
const SHELL: u64 = 2;

/// Where a page to learn from comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Origin {
    /// It is a labelled one.
    Labelled,
    /// Made of one; its source.
    Thinned(String),
    /// Made of one; its source.
    Shell(String),
}

impl Origin {
    /// The made pages' name in figures.
    pub(super) fn made(&self) -> Option<&'static str> {
        match self {
            Origin::Labelled => None,
            Origin::Thinned(_) => Some("made: thinned"),
            Origin::Shell(_) => Some("made: shells"),
        }
    }
}

/// A page with its labels.
pub(super) struct Known {
    /// Its place in the list, or that of the page that it is made of.
    pub(super) page: usize,
    pub(super) origin: Origin,
    pub(super) site: u32,
    pub(super) labels: BlockLabels,
    pub(super) weights: Vec<f64>,
    /// Nothing for made pages: their tokens are those of the pages that they are made of.
    counts: Counts,
}

/// Whether a page's address counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    Known,
    Unknown,
}

/// All pages that are learned from.
pub(super) struct KnownPages<'a> {
    source: &'a dyn Pages,
    pub(super) pages: Vec<Known>,
}

impl<'a> KnownPages<'a> {
    /// Reads and labels the pages with gold text and text blocks, each followed by those made of it.
    pub(super) fn read(
        source: &'a dyn Pages,
        own: &DebulhaRecipeParams,
        odds: &OddsParams,
        training: &Training<'_>,
    ) -> Result<Self, PageError> {
        let list = source.list();
        let mut sites: Vec<&str> = list.iter().map(|page| page.site.as_str()).collect();
        sites.sort_unstable();
        sites.dedup();
        let done = AtomicUsize::new(0);
        let of_page = |at: usize| -> Result<Vec<Known>, PageError> {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (training.progress)(Step { what: "pages", done, of: list.len() });
            let mut found = Vec::new();
            let Some(gold) = list[at].gold.as_deref() else { return Ok(found) };
            let site = sites.partition_point(|&site| site < list[at].site.as_str()) as u32;
            source.visit(at, &mut |given: &Page<'_>| {
                let unveiled = given.unveiled();
                let shown = unveiled.as_ref().unwrap_or(given);
                let labels = BlockRules::default().label(shown, gold);
                let counts = Counts::of_page(shown, &labels.blocks, list[at].page_type.as_deref(), odds);
                let weights = RowWeights::default().weights(&labels);
                let seed = then(training.seed, at as u64);
                let mut add = |made: Option<Made>, origin: fn(String) -> Origin, weight: f64| {
                    let Some(Made { html, gold }) = made else { return };
                    show_made(&html, given.url(), &mut |page| {
                        let unveiled = page.unveiled();
                        let labels = BlockRules::default().label(unveiled.as_ref().unwrap_or(page), &gold);
                        let weights = RowWeights::default().weights(&labels);
                        let weights = weights.into_iter().map(|of_row| of_row * weight).collect();
                        let (origin, counts) = (origin(html.clone()), Counts::default());
                        found.push(Known { page: at, origin, site, labels, weights, counts });
                    });
                };
                if drawn(seed, THINNED, own.thinned) && own.thins(&list[at]) {
                    let mut random = SplitMix64::new(then(seed, THINNED));
                    let thinned = made::thinned(shown, &labels, &mut random);
                    add(thinned, Origin::Thinned, own.thinned_weight);
                }
                if drawn(seed, SHELL, own.shells) {
                    add(Some(made::shell(shown, &labels, gold)), Origin::Shell, own.shell_weight);
                }
                found.push(Known { page: at, origin: Origin::Labelled, site, labels, weights, counts });
            })?;
            found.retain(|known| !known.labels.blocks.is_empty());
            Ok(found)
        };
        let pages: Result<Vec<_>, PageError> = (0..list.len()).into_par_iter().map(of_page).collect();
        Ok(KnownPages { source, pages: pages?.into_iter().flatten().collect() })
    }

    /// What is known of a page beside its bytes.
    pub(super) fn info(&self, known: &Known) -> &PageInfo {
        &self.source.list()[known.page]
    }

    /// What the tokens of some pages say.
    pub(super) fn odds(&self, some: &[usize], params: OddsParams) -> Learned<'_> {
        Learned::of(some.iter().map(|&at| (self.pages[at].site, &self.pages[at].counts)), params)
    }

    /// Parses a page and shows it: as given, and as its blocks are judged.
    pub(super) fn show(
        &self,
        known: &Known,
        address: Address,
        work: &mut dyn FnMut(&Page<'_>, &Page<'_>),
    ) -> Result<(), PageError> {
        let mut both = |given: &Page<'_>| {
            let nameless = (address == Address::Unknown).then(|| given.without_url());
            let given = nameless.as_ref().unwrap_or(given);
            let unveiled = given.unveiled();
            work(given, unveiled.as_ref().unwrap_or(given));
        };
        match &known.origin {
            Origin::Labelled => self.source.visit(known.page, &mut both)?,
            Origin::Thinned(html) | Origin::Shell(html) => {
                show_made(html, self.info(known).url.as_deref(), &mut both);
            }
        }
        Ok(())
    }
}

impl DebulhaRecipeParams {
    /// Whether pages of this kind are thinned; those of unknown kinds are taken for articles.
    fn thins(&self, page: &PageInfo) -> bool {
        let kind = page.page_type.as_deref().unwrap_or("article");
        self.thinned_kinds.iter().any(|thinned| thinned == kind)
    }
}

/// Whether a page is among a share of all.
fn drawn(seed: u64, which: u64, share: f64) -> bool {
    SplitMix64::new(then(then(seed, which), which)).below_one() < share
}

fn show_made(html: &str, url: Option<&str>, work: &mut dyn FnMut(&Page<'_>)) {
    let document = unfolded(parse(html, &Limits::default()).document, &PayloadOptions::default());
    work(&Page::with_options(&document, url, PageOptions::default()));
}
