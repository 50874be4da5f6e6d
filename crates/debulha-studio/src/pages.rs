//! The list of pages, and what there is to say of one.

use crate::project::ProjectEntry;
use crate::scan::Scanned;
use crate::state::StudioState;
use crate::wire::{JsonReply, PageNumber, UrlQuery};
use crate::{answer, comparison, data, frame, overlays, repetition, scan, why};
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use debulha_core::{Evidence, metadata};
use debulha_dom::names;
use debulha_server::problem::Problem;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::sync::Arc;

/// Pages in one answer, unless another number is requested.
const LIMIT: usize = 100;

/// Pages in one answer at most.
const MAX_LIMIT: usize = 1000;

/// Routes of pages and of scans.
pub(crate) fn routes() -> Router<Arc<StudioState>> {
    Router::new()
        .route("/pages", get(list))
        .route("/pages/{id}", get(info))
        .route("/pages/{id}/frame", get(frame::get))
        .route("/pages/{id}/answer", post(answer::post))
        .route("/pages/{id}/why", post(why::post))
        .route("/pages/{id}/structures", get(overlays::get_structures))
        .route("/pages/{id}/segments", get(overlays::get_segments))
        .route("/pages/{id}/repetition", get(repetition::get))
        .route("/pages/{id}/data", get(data::get))
        .route("/pages/{id}/compare", post(comparison::post))
        .route("/scan", post(scan::post))
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sort {
    #[default]
    Name,
    /// The least agreement first.
    Disagreement,
    /// The least confidence first.
    Confidence,
    Verdict,
    /// The most uncertain first.
    Uncertainty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    #[serde(default)]
    sort: Sort,
    verdict: Option<String>,
    q: Option<String>,
    #[serde(default)]
    offset: usize,
    limit: Option<usize>,
}

#[derive(Serialize)]
struct PageList {
    /// Pages that were requested, on any page of the list.
    total: usize,
    /// Pages that were scanned.
    scanned: usize,
    pages: Vec<ListedPage>,
}

#[derive(Serialize)]
struct ListedPage {
    id: String,
    name: String,
    url: Option<String>,
    verdict: Option<&'static str>,
    confidence: Option<f64>,
    agreement: Option<f64>,
    labelled: Vec<String>,
}

async fn list(
    State(shared): State<Arc<StudioState>>,
    UrlQuery(asked): UrlQuery<ListQuery>,
) -> JsonReply<PageList> {
    let scans = shared.scans.all();
    let text = asked.q.as_deref().unwrap_or_default().to_lowercase();
    let has_text = |text: &str, entry: &ProjectEntry| {
        let has = |of: &str| of.to_lowercase().contains(text);
        text.is_empty() || has(&entry.name) || entry.url.as_deref().is_some_and(has)
    };
    let verdict = asked.verdict.as_deref().filter(|verdict| !verdict.is_empty());
    let has_verdict = |id: &usize| {
        verdict.is_none_or(|verdict| scans.get(id).is_some_and(|found| found.verdict == verdict))
    };
    let entries = shared.project.entries();
    let mut ids: Vec<usize> =
        (0..entries.len()).filter(has_verdict).filter(|&id| has_text(&text, &entries[id])).collect();
    // Stable: pages that are alike stay in the order of their names.
    ids.sort_by(|a, b| in_order(asked.sort, scans.get(a), scans.get(b)));
    let mut labelled = shared.label_files.by_page();
    let row = |&number: &usize| {
        let (entry, found) = (&entries[number], scans.get(&number));
        let labelled = Some(entry.key())
            .filter(|key| !shared.project.is_ambiguous(key))
            .and_then(|key| labelled.remove(key));
        ListedPage {
            id: shared.project.id(number).unwrap_or_default().to_owned(),
            name: entry.name.clone(),
            url: entry.url.clone(),
            verdict: found.map(|found| found.verdict),
            confidence: found.and_then(|found| found.confidence),
            agreement: found.and_then(|found| found.agreement),
            labelled: labelled.unwrap_or_default(),
        }
    };
    let limit = asked.limit.unwrap_or(LIMIT).min(MAX_LIMIT);
    let pages = ids.iter().skip(asked.offset).take(limit).map(row).collect();
    JsonReply(PageList { total: ids.len(), scanned: scans.len(), pages })
}

/// Pages that were not scanned, or of which a number is not known, come last.
fn in_order(sort: Sort, a: Option<&Scanned>, b: Option<&Scanned>) -> Ordering {
    let by = |of: &dyn Fn(&Scanned) -> Option<f64>| {
        let [a, b] = [a, b].map(|found| found.and_then(of).unwrap_or(f64::INFINITY));
        a.total_cmp(&b)
    };
    match sort {
        Sort::Name => Ordering::Equal,
        Sort::Disagreement => by(&|found| found.agreement),
        Sort::Confidence => by(&|found| found.confidence),
        Sort::Uncertainty => by(&|found| found.uncertainty.map(|uncertainty| -uncertainty)),
        Sort::Verdict => match (a, b) {
            (Some(a), Some(b)) => a.verdict.cmp(b.verdict),
            (a, b) => b.is_some().cmp(&a.is_some()),
        },
    }
}

#[derive(Serialize)]
struct Info {
    id: String,
    /// The ids of its neighbours in the list by name.
    previous: Option<String>,
    next: Option<String>,
    name: String,
    url: Option<String>,
    title: Option<String>,
    lang: Option<String>,
    dir: Option<String>,
    bytes: usize,
    text_nodes: usize,
    words: u32,
    gold: bool,
    has_layout: bool,
    /// The first node of each part in which its frame is shown.
    parts: Vec<u32>,
}

async fn info(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
) -> Result<JsonReply<Info>, Problem> {
    let own = Arc::clone(&shared);
    let work = move || {
        let (entry, stored, parsed) = (own.entry(id)?, own.stored(id)?, own.parsed(id)?);
        let page = parsed.page(Evidence::of_url(entry.url.as_deref()));
        let doc = page.document();
        let id_of = |number: usize| own.project.id(number).map(str::to_owned);
        let of_html = |name| doc.html().and_then(|html| doc.attribute(html, name)).map(str::to_owned);
        Ok(JsonReply(Info {
            id: id_of(id).unwrap_or_default(),
            previous: id.checked_sub(1).and_then(id_of),
            next: id_of(id + 1),
            name: entry.name.clone(),
            url: entry.url.clone(),
            title: metadata::extract(&page).title.value().map(str::to_owned),
            lang: of_html(names::LANG),
            dir: of_html(names::DIR),
            bytes: stored.bytes.len(),
            text_nodes: page.text_nodes().len(),
            words: page.text_blocks().blocks().iter().map(|block| block.counts.words).sum(),
            gold: own.project.gold(entry).is_some(),
            has_layout: own.project.layout_file(entry).is_some(),
            parts: frame::parts::parts(doc),
        }))
    };
    shared.engine.run(work).await?
}
