//! A store at work on the pages of any site in it: as an extractor, and as what is known of a site.

use super::{SiteReading, SiteStore, StoreError};
use debulha_core::outcome::{Abstention, Reason};
use debulha_core::site::by_template::PerTemplate;
use debulha_core::site::evidence::SiteEvidence;
use debulha_core::site::filter::{KnowsSite, WithoutRepeated};
use debulha_core::site::template_evidence::TemplateEvidenceParams;
use debulha_core::site::{AnySiteMethod, SiteKnowledge};
use debulha_core::{Extractor, ExtractorInfo, Outcome, Page, ParamMap, Scratch};
use debulha_dom::NodeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Sites of which what was learned is held ready; further ones take the place of those that were not requested longest.
const SITES_READY: usize = 64;

/// The sites of a store, and how they are read.
#[derive(Debug, Clone)]
pub struct StoreSites {
    /// The store.
    pub store: Arc<SiteStore>,
    /// The site of all pages, where their addresses do not tell.
    pub site: Option<String>,
    /// How sites are read.
    pub reading: SiteReading,
}

impl StoreSites {
    /// The site of a page: the given one, or by its address in the way of the store.
    fn of(&self, page: &Page<'_>) -> Option<String> {
        let by_url = || page.url().and_then(|url| self.store.settings().site_by.site_of(url));
        self.site.clone().or_else(by_url)
    }
}

impl SiteKnowledge for StoreSites {
    fn build(
        &self,
        method: &str,
        params: &ParamMap,
    ) -> Result<Box<dyn Extractor>, Box<dyn std::error::Error + Send + Sync>> {
        let method = self.store.build(method, params)?;
        Ok(Box::new(StoreExtractor::new(self.clone(), method)))
    }

    fn without_repeated(
        &self,
        extractor: Box<dyn Extractor>,
        params: TemplateEvidenceParams,
    ) -> Box<dyn Extractor> {
        Box::new(WithoutRepeated::new(extractor.into(), params, StoreEvidence::new(self.clone())))
    }
}

/// What was learned from a site, when somebody requested it; `None` where the store knows no page of it.
type Slot<T> = OnceLock<Result<Option<T>, StoreError>>;

/// What was learned from sites.
struct LearnedSites<T>(Mutex<Ready<T>>);

/// The sites that are held ready.
struct Ready<T> {
    requests: u64,
    /// Each with the number of the request that was the last for it.
    sites: BTreeMap<String, (u64, Arc<Slot<T>>)>,
}

impl<T> LearnedSites<T> {
    fn new() -> Self {
        LearnedSites(Mutex::new(Ready { requests: 0, sites: BTreeMap::new() }))
    }

    /// Where what is learned from a site is or will be. Learning itself holds no lock but the slot's.
    fn slot(&self, site: &str) -> Arc<Slot<T>> {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Ready { requests, sites } = &mut *guard;
        *requests += 1;
        if let Some((last, slot)) = sites.get_mut(site) {
            *last = *requests;
            return Arc::clone(slot);
        }
        if sites.len() >= SITES_READY {
            let oldest = sites.iter().min_by_key(|(_, (last, _))| *last).map(|(site, _)| site.clone());
            oldest.and_then(|site| sites.remove(&site));
        }
        let slot = Arc::<Slot<T>>::new(Slot::new());
        sites.insert(site.to_owned(), (*requests, Arc::clone(&slot)));
        slot
    }
}

/// Judges each page by what the store knows of its site.
///
/// A site is learned from when its first page comes. Abstains on pages of no site and of sites that the store does not
/// know.
pub struct StoreExtractor {
    sites: StoreSites,
    method: Box<dyn AnySiteMethod>,
    learned: LearnedSites<Box<dyn Extractor>>,
}

impl StoreExtractor {
    /// An extractor that takes `method`'s records from a store.
    pub fn new(sites: StoreSites, method: Box<dyn AnySiteMethod>) -> Self {
        StoreExtractor { sites, method, learned: LearnedSites::new() }
    }

    /// Calls `work` with what was learned from the page's site.
    fn with_site<T>(&self, page: &Page<'_>, work: impl FnOnce(&dyn Extractor) -> T) -> Result<T, Abstention> {
        let site = self.sites.of(page);
        let site = site.ok_or(Abstention::Missing("the address of the page, or the name of its site"))?;
        let StoreSites { store, reading, .. } = &self.sites;
        match self.learned.slot(&site).get_or_init(|| store.learn(&*self.method, &site, reading)) {
            Ok(Some(extractor)) => Ok(work(&**extractor)),
            Ok(None) => Err(Abstention::UnknownSite(site)),
            Err(error) => Err(Abstention::Unreadable(error.to_string())),
        }
    }
}

impl Extractor for StoreExtractor {
    fn info(&self) -> &'static ExtractorInfo {
        self.method.info().extractor
    }

    fn params(&self) -> ParamMap {
        self.method.params()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        self.with_site(page, |extractor| extractor.extract(page, scratch)).unwrap_or_else(Outcome::Abstained)
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        self.with_site(page, |extractor| extractor.why(page, scratch, text_node)).unwrap_or_else(
            |abstention| {
                let detail = format!("gives no answer: {abstention}");
                vec![Reason { rule: self.info().id, keeps: false, node: text_node, detail }]
            },
        )
    }
}

/// What a store knows of how often the pieces of text of a page occur on its site.
pub struct StoreEvidence {
    sites: StoreSites,
    learned: LearnedSites<PerTemplate<SiteEvidence>>,
}

impl StoreEvidence {
    /// Evidence out of a store, which must have records of `template_evidence`.
    pub fn new(sites: StoreSites) -> Self {
        StoreEvidence { sites, learned: LearnedSites::new() }
    }

    /// Calls `work` with what is known of the page's site, or of its template there; `None` where nothing is.
    ///
    /// # Errors
    /// A store that cannot be read, in words.
    pub fn with<T>(
        &self,
        page: &Page<'_>,
        work: impl FnOnce(Option<&SiteEvidence>) -> T,
    ) -> Result<T, String> {
        let Some(site) = self.sites.of(page) else { return Ok(work(None)) };
        let StoreSites { store, reading, .. } = &self.sites;
        match self.learned.slot(&site).get_or_init(|| store.evidence(&site, reading)) {
            Ok(known) => Ok(work(known.as_ref().map(|known| known.of(page)))),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl KnowsSite for StoreEvidence {
    fn with_evidence(
        &self,
        page: &Page<'_>,
        work: &mut dyn FnMut(Option<&SiteEvidence>),
    ) -> Result<(), Abstention> {
        self.with(page, work).map_err(Abstention::Unreadable)
    }
}
