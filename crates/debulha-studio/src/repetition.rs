//! What a site repeats: how many of its other pages have the texts of a page.

use crate::project::ProjectEntry;
use crate::recent::RecentCache;
use crate::state::{StudioState, unreadable};
use crate::wire::{JsonReply, PageNumber};
use axum::extract::State;
use debulha::site::{PageUnits, SiteEvidence};
use debulha_core::site::evidence::TemplateEvidence;
use debulha_core::site::template_evidence;
use debulha_core::{Evidence, Page};
use debulha_io::site_store::{SiteBy, StoreEvidence, StoreSites};
use debulha_server::problem::Problem;
use serde::Serialize;
use std::sync::Arc;

/// Pages of a site that are read at most; the first by name. Shares of a sample of this size are right within some hundredths.
const MAX_PAGES: usize = 500;

/// Memory for what sites repeat.
const SITES_BYTES: usize = 128 << 20;

/// Memory of a site for each byte of its pages.
const BYTES_PER_BYTE: usize = 2;

/// The site of pages of a folder that are not known to be of any: saved pages of one place.
const FOLDER: &str = "";

/// What is known of sites.
pub(crate) struct Repetition {
    store: Option<StoreEvidence>,
    /// By name, what the project's own pages repeat.
    own: RecentCache<String, SiteEvidence>,
}

impl Repetition {
    /// Of a store, where there is one, and of the project's pages.
    pub(crate) fn of(sites: Option<&StoreSites>) -> Self {
        let knows = |sites: &&StoreSites| sites.store.methods().contains_key(template_evidence::ID);
        let store = sites.filter(knows).cloned().map(StoreEvidence::new);
        Repetition { store, own: RecentCache::new(SITES_BYTES) }
    }
}

#[derive(Serialize)]
pub(crate) struct RepetitionAnswer {
    /// Other pages of the site that were looked at.
    pages: u32,
    source: &'static str,
    /// Text node, share of the other pages that have its text.
    nodes: Vec<(u32, f64)>,
}

/// `GET pages/ID/repetition`.
pub(crate) async fn get(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
) -> Result<JsonReply<RepetitionAnswer>, Problem> {
    let own = Arc::clone(&shared);
    shared.engine.run(move || repeated(&own, id)).await?.map(JsonReply)
}

fn repeated(shared: &StudioState, id: usize) -> Result<RepetitionAnswer, Problem> {
    let (parsed, entry) = (shared.parsed(id)?, shared.entry(id)?);
    let page = parsed.page(Evidence::of_url(entry.url.as_deref()));
    if let Some(store) = &shared.repetition.store {
        let look = |site: Option<&SiteEvidence>| site.map(|site| shares(&page, site, "store"));
        let found = store.with(&page, look).map_err(|reason| Problem::new(422, "store", reason))?;
        if let Some(found) = found {
            return Ok(found);
        }
    }
    let site = site_of(shared, entry);
    let known = match shared.repetition.own.get(&site) {
        Some(known) => known,
        None => learn(shared, site)?,
    };
    let found = shares(&page, &known, "folder");
    if found.pages == 0 {
        return Err(Problem::new(409, "no-site", "the project has no other page of this site"));
    }
    Ok(found)
}

/// The site of a page by its address; pages without one are taken for one site, as somebody put them in one folder.
fn site_of(shared: &StudioState, entry: &ProjectEntry) -> String {
    let known = entry.site.clone().or_else(|| SiteBy::default().site_of(entry.url.as_deref()?));
    // Pages of a corpus whose sites are known are not of one with those whose sites are not.
    known.unwrap_or_else(|| if shared.project.has_sites { entry.name.clone() } else { FOLDER.to_owned() })
}

fn learn(shared: &StudioState, site: String) -> Result<Arc<SiteEvidence>, Problem> {
    let pages = shared.project.entries().iter().filter(|entry| site_of(shared, entry) == site);
    let (mut units, mut bytes) = (Vec::new(), 0);
    for entry in pages.take(MAX_PAGES) {
        let stored = shared.project.read(entry).map_err(unreadable)?;
        bytes += stored.bytes.len();
        let parsed = shared.parse(entry, &stored)?;
        let page = parsed.page(Evidence::of_url(entry.url.as_deref()));
        units.push((page.key(), PageUnits::of(&page)));
    }
    units.sort_by_key(|(key, _)| *key);
    units.dedup_by_key(|(key, _)| *key);
    let crawl: Arc<str> = Arc::from("");
    let evidence = SiteEvidence::count(units.iter().map(|(key, units)| (*key, &crawl, units)));
    Ok(shared.repetition.own.keep(site, evidence, bytes.saturating_mul(BYTES_PER_BYTE)))
}

fn shares(page: &Page<'_>, site: &SiteEvidence, source: &'static str) -> RepetitionAnswer {
    let evidence = TemplateEvidence::compute(page, site);
    let share = |&node: &_| evidence.of(node).map(|seen| (node.0, seen.share));
    RepetitionAnswer {
        pages: evidence.other_pages(),
        source,
        nodes: page.text_nodes().iter().filter_map(share).collect(),
    }
}
