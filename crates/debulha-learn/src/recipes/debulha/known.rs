//! The pages that are learned from: labelled ones, and those made of them.

use super::augmented::{self, Augmentation, Augmented};
use super::counts::{LearnedTokens, OddsParams, TokenCounts};
use super::{DebulhaRecipeParams, Training};
use crate::label::{BlockLabels, BlockRules, GoldStandard, RowWeights};
use crate::pages::{PageError, PageInfo, Pages};
use crate::recipes::{TrainError, check_kinds, no_labels};
use debulha_core::features::hashing::then;
use debulha_core::features::random::SplitMix64;
use debulha_core::source::PageSource;
use debulha_core::{Evidence, Page};
use rayon::prelude::*;
use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Seeds of the draws of augmented pages, beside that of the training.
const TRUNCATED: u64 = 1;
const SCRIPT_ONLY: u64 = 2;

/// A page with its labels.
pub(super) struct KnownPage {
    /// Its place in the list, or that of the page that it is made of.
    pub(super) page: usize,
    /// `None` for a labelled page as it is.
    pub(super) augmented: Option<Augmented>,
    pub(super) site: u32,
    pub(super) labels: BlockLabels,
    pub(super) weights: Vec<f64>,
    /// Nothing for augmented pages: their tokens are those of the pages that they are made of.
    counts: TokenCounts,
}

impl KnownPage {
    /// Labels a page by its gold standard; each of its blocks counts `weight` times. Without counts of tokens.
    fn new(page: usize, site: u32, shown: &Page<'_>, gold: GoldStandard<'_>, weight: f64) -> Self {
        let labels = BlockRules::default().label(shown, gold);
        let weights = RowWeights::default().weights(&labels);
        let weights = weights.into_iter().map(|of_row| of_row * weight).collect();
        KnownPage { page, augmented: None, site, labels, weights, counts: TokenCounts::default() }
    }
}

/// Whether a page's address counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressUse {
    Known,
    Unknown,
}

/// All pages that are learned from.
pub(super) struct KnownPages<'a> {
    source: &'a dyn Pages,
    pub(super) pages: Vec<KnownPage>,
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
        training.tell("pages", 0, list.len());
        let of_page = |at: usize| -> Result<Vec<KnownPage>, PageError> {
            training.tell("pages", done.fetch_add(1, Ordering::Relaxed) + 1, list.len());
            let mut found = Vec::new();
            if let Some(gold) = list[at].gold_standard() {
                let site = sites.partition_point(|&site| site < list[at].site.as_str()) as u32;
                let seed = then(training.seed, at as u64);
                source.visit(at, &mut |given: &Page<'_>| {
                    let with_hidden = given.with_hidden_text();
                    let shown = with_hidden.as_ref().unwrap_or(given);
                    let weight = own.data_weight(&list[at]);
                    let mut known = KnownPage::new(at, site, shown, gold, weight);
                    known.counts = TokenCounts::of_page(
                        shown,
                        &known.labels.blocks,
                        list[at].page_type.as_deref(),
                        odds,
                    );
                    let text = match gold {
                        GoldStandard::Text(text) => Cow::Borrowed(text),
                        GoldStandard::Annotations(_) => known.labels.union(shown).plain_text(shown).into(),
                    };
                    for augmented in own.augmented(&list[at], shown, &known.labels, &text, seed) {
                        let mut of_augmented = None;
                        show_augmented(&augmented, given.url(), &mut |page| {
                            let with_hidden = page.with_hidden_text();
                            let shown = with_hidden.as_ref().unwrap_or(page);
                            of_augmented = Some(KnownPage::new(
                                at,
                                site,
                                shown,
                                GoldStandard::Text(&augmented.gold),
                                weight * own.weight(augmented.kind),
                            ));
                        });
                        found.extend(
                            of_augmented.map(|known| KnownPage { augmented: Some(augmented), ..known }),
                        );
                    }
                    found.push(known);
                })?;
            }
            found.retain(|known| !known.labels.blocks.is_empty());
            Ok(found)
        };
        let pages: Result<Vec<_>, PageError> = (0..list.len()).into_par_iter().map(of_page).collect();
        Ok(KnownPages { source, pages: pages?.into_iter().flatten().collect() })
    }

    /// The labelled pages, without those that were made of them.
    pub(super) fn labelled(&self) -> impl Iterator<Item = &KnownPage> {
        self.pages.iter().filter(|page| page.augmented.is_none())
    }

    /// Checks that there is something to learn.
    ///
    /// # Errors
    /// No labelled page with text, or labels of one kind alone.
    pub(super) fn check(&self) -> Result<(), TrainError> {
        let (mut content, mut all) = (0, 0);
        for page in self.labelled() {
            all += page.labels.block_words.iter().filter(|&&words| words > 0).count();
            content += (0..page.labels.blocks.len()).filter(|&block| page.labels.is_content(block)).count();
        }
        if all == 0 {
            Err(no_labels())
        } else {
            check_kinds(content, all, "text blocks", self.labelled().count())
        }
    }

    /// What is known of a page beside its bytes.
    pub(super) fn info(&self, known: &KnownPage) -> &PageInfo {
        &self.source.list()[known.page]
    }

    /// What the tokens of some pages say.
    pub(super) fn odds(&self, some: &[usize], params: OddsParams) -> LearnedTokens<'_> {
        LearnedTokens::of(some.iter().map(|&at| (self.pages[at].site, &self.pages[at].counts)), params)
    }

    /// Parses a page and shows it: as given, and as its blocks are judged.
    pub(super) fn show(
        &self,
        known: &KnownPage,
        address: AddressUse,
        work: &mut dyn FnMut(&Page<'_>, &Page<'_>),
    ) -> Result<(), PageError> {
        let mut both = |given: &Page<'_>| {
            let nameless = (address == AddressUse::Unknown)
                .then(|| given.seen_with(Evidence { url: None, ..given.evidence() }));
            let given = nameless.as_ref().unwrap_or(given);
            let with_hidden = given.with_hidden_text();
            work(given, with_hidden.as_ref().unwrap_or(given));
        };
        match &known.augmented {
            None => self.source.visit(known.page, &mut both)?,
            Some(augmented) => show_augmented(augmented, self.info(known).url.as_deref(), &mut both),
        }
        Ok(())
    }
}

impl DebulhaRecipeParams {
    /// The pages to make of one.
    fn augmented(
        &self,
        info: &PageInfo,
        shown: &Page<'_>,
        labels: &BlockLabels,
        gold: &str,
        seed: u64,
    ) -> impl Iterator<Item = Augmented> {
        let truncates = drawn(seed, TRUNCATED, self.truncated) && self.truncates(info);
        let mut random = SplitMix64::new(then(seed, TRUNCATED));
        let truncated = truncates.then(|| augmented::truncated(shown, labels, &mut random)).flatten();
        let script_only =
            drawn(seed, SCRIPT_ONLY, self.script_only).then(|| augmented::script_only(shown, labels, gold));
        [truncated, script_only].into_iter().flatten()
    }

    /// How much an augmented page counts.
    fn weight(&self, kind: Augmentation) -> f64 {
        match kind {
            Augmentation::Truncated => self.truncated_weight,
            Augmentation::ScriptOnly => self.script_only_weight,
        }
    }

    /// Whether pages of this kind are truncated; those of unknown kinds are taken for articles.
    fn truncates(&self, page: &PageInfo) -> bool {
        let kind = page.page_type.as_deref().unwrap_or("article");
        self.truncated_kinds.iter().any(|truncated| truncated == kind)
    }
}

/// Whether a page is among a share of all.
fn drawn(seed: u64, which: u64, share: f64) -> bool {
    SplitMix64::new(then(then(seed, which), which)).below_one() < share
}

fn show_augmented(augmented: &Augmented, url: Option<&str>, work: &mut dyn FnMut(&Page<'_>)) {
    let loaded = PageSource::default().load_text(&augmented.html);
    work(&loaded.page(Evidence::of_url(url)));
}
