//! A store at work: an extractor for the pages of any site in it.

use super::{SiteStore, StoreError};
use debulha_core::outcome::{Abstention, Reason};
use debulha_core::site::AnySiteMethod;
use debulha_core::{Extractor, ExtractorInfo, Outcome, Page, ParamMap, Scratch};
use debulha_dom::NodeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Sites whose extractors are held ready; further ones take the place of those that were not asked for longest.
const SITES_READY: usize = 64;

/// What was learned from a site, when somebody asked for it; `None` where the store knows no page of it.
type Learned = OnceLock<Result<Option<Box<dyn Extractor>>, StoreError>>;

/// Judges each page by what the store knows of its site.
///
/// The site is told by the page's address, in the way of the store, or given for all pages. A site is learned from when
/// its first page comes. Abstains on pages of no site and of sites that the store does not know.
pub struct StoreExtractor {
    store: Arc<SiteStore>,
    method: Box<dyn AnySiteMethod>,
    site: Option<String>,
    half_life: Option<f64>,
    ready: Mutex<Ready>,
}

/// Sites with the number of the request that was the last for each.
#[derive(Default)]
struct Ready {
    sites: BTreeMap<String, (u64, Arc<Learned>)>,
    requests: u64,
}

impl StoreExtractor {
    /// An extractor that takes `method`'s records from `store`. `site` is the site of all pages, where their addresses
    /// do not tell; for `half_life` see [`View::pages`](super::View::pages).
    pub fn new(
        store: Arc<SiteStore>,
        method: Box<dyn AnySiteMethod>,
        site: Option<String>,
        half_life: Option<f64>,
    ) -> Self {
        StoreExtractor { store, method, site, half_life, ready: Mutex::default() }
    }

    /// Calls `work` with what was learned from the page's site.
    fn with_site<T>(&self, page: &Page<'_>, work: impl FnOnce(&dyn Extractor) -> T) -> Result<T, Abstention> {
        let by_url = || page.url().and_then(|url| self.store.settings().site_by.site_of(url));
        let site = self.site.clone().or_else(by_url);
        let site = site.ok_or(Abstention::Missing("the address of the page, or the name of its site"))?;
        let learned = self.slot(&site);
        match learned.get_or_init(|| self.store.learn(&*self.method, &site, self.half_life)) {
            Ok(Some(extractor)) => Ok(work(&**extractor)),
            Ok(None) => Err(Abstention::UnknownSite(site)),
            Err(error) => Err(Abstention::Unreadable(error.to_string())),
        }
    }

    /// Where what is learned from a site is or will be. Learning itself holds no lock but the slot's.
    fn slot(&self, site: &str) -> Arc<Learned> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        ready.requests += 1;
        let now = ready.requests;
        if let Some((last, learned)) = ready.sites.get_mut(site) {
            *last = now;
            return Arc::clone(learned);
        }
        if ready.sites.len() >= SITES_READY {
            let oldest = ready.sites.iter().min_by_key(|(_, (last, _))| *last).map(|(site, _)| site.clone());
            oldest.and_then(|site| ready.sites.remove(&site));
        }
        let learned = Arc::<Learned>::default();
        ready.sites.insert(site.to_owned(), (now, Arc::clone(&learned)));
        learned
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
