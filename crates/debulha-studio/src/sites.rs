//! What the store knows of sites: templates with their pages, and the result for pages between two crawls.

use crate::state::StudioState;
use crate::wire::{JsonReply, PathNames, UrlQuery};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use debulha_core::site::by_template::ByTemplate;
use debulha_core::site::template_evidence::ID as EVIDENCE;
use debulha_io::site_store::{Change, SiteReading, SiteStore, SiteSummary, StoreError};
use debulha_server::problem::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Addresses that are shown of a template.
const EXAMPLES: usize = 20;

/// Pages of a comparison of crawls at most; the counts are of all.
const SHOWN_CHANGES: usize = 2_000;

/// The routes.
pub(crate) fn routes() -> Router<Arc<StudioState>> {
    Router::new()
        .route("/sites", get(sites))
        .route("/sites/{site}", get(site))
        .route("/sites/{site}/diff", get(diff))
}

async fn sites(State(shared): State<Arc<StudioState>>) -> Result<JsonReply<Value>, Problem> {
    ask(&shared, |store| {
        let view = store.view()?;
        let mut methods: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for sample in view.samples()? {
            let sample = sample?;
            methods.entry(sample.site).or_default().insert(sample.method);
        }
        let site = |summary: SiteSummary| {
            let SiteSummary { site, crawls, pages, pages_seen } = summary;
            let methods = methods.get(&site);
            json!({ "site": site, "crawls": crawls, "pages": pages, "pages_seen": pages_seen, "methods": methods })
        };
        Ok(json!({ "sites": view.sites()?.into_iter().map(site).collect::<Vec<_>>() }))
    })
    .await
}

async fn site(
    State(shared): State<Arc<StudioState>>,
    PathNames(site): PathNames<String>,
) -> Result<JsonReply<Value>, Problem> {
    let name = site.clone();
    let found = ask(&shared, move |store| {
        let view = store.view()?;
        let mut methods = Vec::new();
        for id in store.methods().keys() {
            let crawls = view.crawls(id, &site)?;
            if crawls.is_empty() {
                continue;
            }
            let crawls = crawls.iter().map(
                |crawl| json!({ "crawl": crawl.crawl, "pages": crawl.pages, "pages_seen": crawl.pages_seen }),
            );
            methods.push(json!({ "id": id, "crawls": crawls.collect::<Vec<_>>() }));
        }
        let crawls: Vec<String> = view.crawls(EVIDENCE, &site)?.into_iter().map(|crawl| crawl.crawl).collect();
        let apart = SiteReading { by_template: Some(ByTemplate::default()), ..SiteReading::default() };
        let known = store.evidence(&site, &apart)?;
        let templates = known.as_ref().map(|known| view.templates(&site, known, EXAMPLES)).transpose()?;
        let shared_texts = known.map(|known| known.all().frequent(HALF).len());
        Ok(json!({
            "site": site, "methods": methods, "crawls": crawls, "templates": templates.unwrap_or_default(), "shared": shared_texts,
        }))
    })
    .await?;
    if found.0["methods"].as_array().is_none_or(Vec::is_empty) {
        return Err(Problem::new(404, "no-site", format!("the store has no site `{name}`")));
    }
    Ok(found)
}

/// Share of a site's pages from which on a text counts as shared, as in `debulha site show`.
const HALF: f64 = 0.5;

/// Which crawls.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Crawls {
    from: String,
    to: String,
}

async fn diff(
    State(shared): State<Arc<StudioState>>,
    PathNames(site): PathNames<String>,
    UrlQuery(Crawls { from, to }): UrlQuery<Crawls>,
) -> Result<JsonReply<Value>, Problem> {
    ask(&shared, move |store| {
        let changes = store.view()?.changes(&site, &from, &to)?;
        let count = |state| changes.iter().filter(|change| change.state == state).count();
        let counts = [Change::New, Change::Gone, Change::Changed, Change::Same].map(count);
        let shown = changes.iter().filter(|change| change.state != Change::Same).take(SHOWN_CHANGES);
        Ok(json!({
            "new": counts[0], "gone": counts[1], "changed": counts[2], "same": counts[3],
            "pages": shown.collect::<Vec<_>>(),
        }))
    })
    .await
}

/// Asks the store, on a turn of the engine.
async fn ask(
    shared: &Arc<StudioState>,
    question: impl FnOnce(&SiteStore) -> Result<Value, StoreError> + Send + 'static,
) -> Result<JsonReply<Value>, Problem> {
    let Some(sites) = shared.sites.clone() else {
        return Err(Problem::new(
            409,
            "no-store",
            "no site store is open: give --site-store, or open a store",
        ));
    };
    let answer = shared.engine.run(move || question(&sites.store)).await?;
    answer.map(JsonReply).map_err(|error| Problem::new(500, "store", error.to_string()))
}
