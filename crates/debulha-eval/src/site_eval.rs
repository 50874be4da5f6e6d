//! Evaluation by site: site methods learn from some pages of a site and are tested on others.
//!
//! # Protocol
//! The pages of a site are put in random order by a seed and closed to a circle, which is cut into folds. Each fold is
//! tested with what was learned from the `k` pages that follow it, so every page is tested once, never by what was
//! learned from it, and different folds learn from different pages. Sites with fewer than `k + 1` pages are left out.
//! [`Learn::Others`] learns from all pages outside the fold: with folds of one page that is leave-one-out.
//!
//! Page-level systems take part with a filter that drops what the site repeats ([`SiteSystem::filtered`]); its evidence
//! is learned like any method's.
//!
//! Rows are those of any run ([`debulha_corpus::run_file`]); pages that are left out have none. Their times cover parsing and
//! deciding, as everywhere; learning is not in them.

use debulha_core::Evidence;
use debulha_core::site::filter::WithoutRepeated;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Arc;

use debulha_core::extractor;
use debulha_core::features::hashing::hash_text;
use debulha_core::features::random::SplitMix64;
use debulha_core::site::Observed;
use debulha_core::site::by_template::{self, ByTemplate, PerTemplate};
use debulha_core::site::evidence::SiteEvidence;
use debulha_core::site::sample::PageKey;
use debulha_core::site::template_evidence::{TemplateEvidenceMethod, TemplateEvidenceParams, evidence};
use debulha_core::{BuildError, Extractor, ParamMap, Scratch};
use debulha_systems::extractors;
use debulha_systems::site::{self, AnySiteMethod};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use thiserror::Error;

use crate::runner::{RunOptions, RunnerError, run_in_memory, run_page};
use debulha_compare::{System, guarded};
use debulha_corpus::run_file::RunRow;
use debulha_corpus::{Corpus, CorpusError};

/// Least folds of a site, where it has as many pages: an average over learned sets says more than one draw. Our
/// decision.
const MIN_FOLDS: usize = 5;

/// Most folds where all other pages are learned from, so that the cost of learning stays linear in the site: beyond so
/// many pages a fold has several. Our decision.
const MAX_FOLDS: usize = 20;

/// End of the names of filtered systems.
pub const FILTERED: &str = "+filter";

/// End of the names of systems that learn template by template.
pub const TEMPLATES: &str = "+templates";

/// From how many pages of a site is learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Learn {
    /// From so many.
    Pages(NonZeroUsize),
    /// From all that are not in the fold: the case of practice.
    Others,
}

/// A text that is not a [`Learn`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("use a number of pages from 1, or `others`")]
pub struct NotLearn;

impl FromStr for Learn {
    type Err = NotLearn;

    fn from_str(text: &str) -> Result<Self, NotLearn> {
        match text {
            "others" => Ok(Learn::Others),
            number => number.parse().map(Learn::Pages).map_err(|_| NotLearn),
        }
    }
}

impl fmt::Display for Learn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Learn::Pages(pages) => write!(f, "{pages}"),
            Learn::Others => f.write_str("others"),
        }
    }
}

/// How pages are parted into those that are learned from and those that are tested.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Protocol {
    /// From how many pages is learned.
    pub learn: Learn,
    /// Sites with fewer pages are left out, beside those that are too small for `learn`.
    pub min_pages: usize,
    /// Decides which pages.
    pub seed: u64,
    /// How templates are told apart among the pages that are learned from, each to be learned by itself; `None`: they
    /// are not, as by the published methods.
    pub templates: Option<ByTemplate>,
}

impl Protocol {
    /// All sites that are large enough, seed 0, whole sites.
    pub fn new(learn: Learn) -> Self {
        Protocol { learn, min_pages: 0, seed: 0, templates: None }
    }
}

/// Pages that are tested, and those that are learned from for them, by their places in the corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// Learned from.
    pub learned: Vec<usize>,
    /// Tested.
    pub tested: Vec<usize>,
}

/// The folds of one site; see the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFolds {
    /// Name of the site.
    pub site: String,
    /// Its folds. Each of its pages is tested in one of them.
    pub folds: Vec<Fold>,
}

impl SiteFolds {
    /// The pages that are tested: all of the site.
    pub fn tested(&self) -> impl Iterator<Item = usize> {
        self.folds.iter().flat_map(|fold| fold.tested.iter().copied())
    }
}

impl Protocol {
    /// Parts the given pages of a corpus, `None` being all, site by site in the order of their names.
    pub fn part(&self, corpus: &Corpus, pages: Option<&[usize]>) -> Vec<SiteFolds> {
        let mut sites: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let all: Vec<usize> = (0..corpus.pages().len()).collect();
        for &place in pages.unwrap_or(&all) {
            if let Some(site) = corpus.pages().get(place).and_then(|page| page.site.as_deref()) {
                sites.entry(site).or_default().push(place);
            }
        }
        let large = sites.into_iter().filter(|(_, pages)| pages.len() >= self.min_site());
        large
            .map(|(site, pages)| SiteFolds { site: site.to_owned(), folds: self.folds(site, pages) })
            .collect()
    }

    /// Fewest pages of a site that is not left out.
    pub fn min_site(&self) -> usize {
        let least = match self.learn {
            Learn::Pages(learned) => learned.get() + 1,
            Learn::Others => 2,
        };
        least.max(self.min_pages)
    }

    fn folds(&self, site: &str, mut pages: Vec<usize>) -> Vec<Fold> {
        SplitMix64::new(self.seed ^ hash_text(site)).shuffle(&mut pages);
        let n = pages.len();
        let count = match self.learn {
            // A fold and what is learned for it fit into the circle.
            Learn::Pages(learned) => n.div_ceil(n - learned.get()).max(MIN_FOLDS.min(n)),
            Learn::Others => n.min(MAX_FOLDS),
        };
        (0..count)
            .map(|fold| {
                let (start, end) = (fold * n / count, (fold + 1) * n / count);
                let others = n - (end - start);
                let learned = match self.learn {
                    Learn::Pages(learned) => learned.get().min(others),
                    Learn::Others => others,
                };
                Fold {
                    learned: (end..end + learned).map(|place| pages[place % n]).collect(),
                    tested: pages[start..end].to_vec(),
                }
            })
            .collect()
    }
}

/// A system that takes part in a run and learns from pages of a site.
pub struct SiteSystem {
    kind: SiteSystemKind,
    name: String,
}

enum SiteSystemKind {
    Method(Box<dyn AnySiteMethod>),
    /// A page-level system whose answers are filtered by what the site repeats.
    Filtered(Arc<dyn Extractor>, TemplateEvidenceParams),
}

impl SiteSystem {
    /// Builds the site method `id` with `params` over its defaults.
    ///
    /// # Errors
    /// An unknown id or parameter, a wrong type, or a value outside its range.
    pub fn new(id: &str, params: &ParamMap) -> Result<Self, BuildError> {
        let method = site::build(id, params)?;
        let unlearned = (method.info().extractor.build)(params)?;
        let name = extractor::name(&*unlearned);
        Ok(SiteSystem { kind: SiteSystemKind::Method(method), name })
    }

    /// The page-level system `id` with `params` over its defaults, from whose answers the text is taken that the site
    /// repeats.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn filtered(id: &str, params: &ParamMap, filter: TemplateEvidenceParams) -> Result<Self, BuildError> {
        let extractor: Arc<dyn Extractor> = extractors::build(id, params)?.into();
        let name = format!("{}{FILTERED}", extractor::name(&*extractor));
        Ok(SiteSystem { kind: SiteSystemKind::Filtered(extractor, filter), name })
    }

    /// The id and the parameters that differ from their defaults, with [`FILTERED`] where the system is filtered.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// [`name`](Self::name) with what is learned from, as rows of a run have it: `pagelet_local@5`,
    /// `x_cex@others+templates`.
    pub fn name_with(&self, protocol: &Protocol) -> String {
        let templates = if protocol.templates.is_some() { TEMPLATES } else { "" };
        format!("{}@{}{templates}", self.name, protocol.learn)
    }
}

/// Runs page-level systems and site methods over the pages that the protocol tests, and keeps the rows: one list a
/// system, then one a method, each in the order of the corpus.
///
/// Each page is parsed once for all methods to learn and once to be tested. A method that panics while it learns
/// fails on the pages of that fold alone. `progress` is called once a tested page for the systems and once for the
/// methods.
///
/// # Errors
/// When a page cannot be read or the threads do not start.
pub fn run_by_site(
    corpus: &Corpus,
    systems: &[System],
    methods: &[SiteSystem],
    protocol: &Protocol,
    options: &RunOptions,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Vec<RunRow>>, RunnerError> {
    let sites = protocol.part(corpus, options.pages.as_deref());
    let mut tested: Vec<usize> = sites.iter().flat_map(SiteFolds::tested).collect();
    tested.sort_unstable();
    let tested_alone = RunOptions { pages: Some(tested), ..options.clone() };
    let mut runs = run_in_memory(corpus, systems, &tested_alone, progress)?;
    let mut of_methods: Vec<Vec<RunRow>> = methods.iter().map(|_| Vec::new()).collect();
    if !methods.is_empty() {
        let pool = ThreadPoolBuilder::new().num_threads(options.jobs).build()?;
        let run = SiteRun { corpus, methods, protocol, options, progress };
        for site in &sites {
            for rows in pool.install(|| run.rows(site))? {
                of_methods.iter_mut().zip(rows).for_each(|(all, rows)| all.extend(rows));
            }
        }
    }
    for rows in &mut of_methods {
        rows.sort_by_key(|row| corpus.position(&row.page));
    }
    runs.append(&mut of_methods);
    Ok(runs)
}

/// What is kept of a page, or why that cannot be: all filtered systems learn the same.
struct Learnable {
    key: PageKey,
    /// One a system; empty for filtered ones.
    records: Vec<Result<Vec<u8>, String>>,
    /// That of `template_evidence`, where systems are filtered.
    units: Option<Result<Vec<u8>, String>>,
}

struct SiteRun<'r> {
    corpus: &'r Corpus,
    methods: &'r [SiteSystem],
    protocol: &'r Protocol,
    options: &'r RunOptions,
    progress: &'r (dyn Fn() + Sync),
}

impl SiteRun<'_> {
    /// A list a fold, of a list a method.
    fn rows(&self, site: &SiteFolds) -> Result<Vec<Vec<Vec<RunRow>>>, CorpusError> {
        let pages: Vec<usize> = site.tested().collect();
        let learnable: BTreeMap<usize, Learnable> = pages
            .into_par_iter()
            .map(|place| Ok((place, self.observe(place)?)))
            .collect::<Result<_, CorpusError>>()?;
        site.folds
            .par_iter()
            .map_init(Scratch::default, |scratch, fold| self.test(fold, &learnable, scratch))
            .collect()
    }

    fn observe(&self, place: usize) -> Result<Learnable, CorpusError> {
        let labels = &self.corpus.pages()[place];
        let loaded = self.corpus.load(labels, &self.options.source)?;
        let view = || loaded.page(Evidence::of_url(labels.url.as_deref()));
        let records = self.methods.iter().map(|system| match &system.kind {
            SiteSystemKind::Method(method) => guarded(|| method.observe(&view())),
            SiteSystemKind::Filtered(..) => Ok(Vec::new()),
        });
        let records = records.collect();
        let is_filtered =
            self.methods.iter().any(|system| matches!(system.kind, SiteSystemKind::Filtered(..)));
        let units = is_filtered
            .then(|| guarded(|| AnySiteMethod::observe(&TemplateEvidenceMethod::default(), &view())));
        Ok(Learnable { key: view().key(), records, units })
    }

    /// Learns from a fold and tests it.
    fn test(
        &self,
        fold: &Fold,
        learnable: &BTreeMap<usize, Learnable>,
        scratch: &mut Scratch,
    ) -> Result<Vec<Vec<RunRow>>, CorpusError> {
        let pages: Vec<&Learnable> = fold.learned.iter().filter_map(|place| learnable.get(place)).collect();
        let templates = self.protocol.templates;
        let known = count(&pages, templates);
        let learned = self.methods.iter().enumerate().map(|(index, system)| {
            let name = system.name_with(self.protocol);
            Ok(match &system.kind {
                SiteSystemKind::Method(method) => {
                    System::learned(finish(&**method, index, &pages, templates)?, name)
                }
                SiteSystemKind::Filtered(extractor, params) => {
                    let known = Arc::clone(known.as_ref().map_err(String::clone)?);
                    System::learned(
                        Arc::new(WithoutRepeated::new(Arc::clone(extractor), *params, known)),
                        name,
                    )
                }
            })
        });
        let learned: Vec<Result<System, String>> = learned.collect();
        let able: Vec<&System> = learned.iter().flatten().collect();
        let mut rows: Vec<Vec<RunRow>> = learned.iter().map(|_| Vec::new()).collect();
        for &place in &fold.tested {
            let labels = &self.corpus.pages()[place];
            let mut tested = run_page(self.corpus, labels, &able, self.options, scratch)?.into_iter();
            for ((rows, learned), system) in rows.iter_mut().zip(&learned).zip(self.methods) {
                rows.extend(match learned {
                    Ok(_) => tested.next(),
                    Err(reason) => Some(RunRow {
                        page: labels.id.clone(),
                        set: Some(self.corpus.name().to_owned()),
                        system: Some(system.name_with(self.protocol)),
                        err: Some(format!("learning: {reason}")),
                        ..RunRow::default()
                    }),
                });
            }
            (self.progress)();
        }
        Ok(rows)
    }
}

/// What a method, the `index`-th of the systems, learns from pages.
fn finish(
    method: &dyn AnySiteMethod,
    index: usize,
    pages: &[&Learnable],
    templates: Option<ByTemplate>,
) -> Result<Arc<dyn Extractor>, String> {
    let pages = observed(pages, |page| page.records.get(index))?;
    let learned = guarded(|| match &templates {
        None => method.finish(&pages),
        Some(options) => by_template::finish(method, &pages, options),
    })?;
    learned.map(Arc::from).map_err(|error| error.to_string())
}

/// How often each piece of text occurs on pages, for filtered systems.
fn count(
    pages: &[&Learnable],
    templates: Option<ByTemplate>,
) -> Result<Arc<PerTemplate<SiteEvidence>>, String> {
    let apart = templates.unwrap_or(ByTemplate { min_pages: u32::MAX, ..ByTemplate::default() });
    let pages = observed(pages, |page| page.units.as_ref())?;
    let counted = PerTemplate::learn(&pages, &apart, |pages| evidence(pages, &[]));
    counted.map(Arc::new).map_err(|error| error.to_string())
}

/// Records of pages, each page once.
fn observed<'l>(
    pages: &[&'l Learnable],
    record: impl Fn(&'l Learnable) -> Option<&'l Result<Vec<u8>, String>>,
) -> Result<Vec<Observed<&'l [u8]>>, String> {
    let crawl: Arc<str> = Arc::from("");
    let mut known: BTreeMap<PageKey, &[u8]> = BTreeMap::new();
    for page in pages {
        if let Some(record) = record(page) {
            known.entry(page.key).or_insert(record.as_ref().map_err(String::clone)?);
        }
    }
    Ok(known.into_iter().map(|(key, record)| Observed { key, crawl: Arc::clone(&crawl), record }).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
