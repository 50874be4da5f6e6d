//! What people label: the blocks of a page with a system's guess, saved page by page; which page comes next; how far people agree.

use crate::label_files::{BlockLabel, DEFAULT_LABELLER, PersonLabels, check_name};
use crate::state::StudioState;
use crate::systems;
use crate::wire::{JsonBody, JsonReply, PageNumber, UrlQuery};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use debulha::{DEFAULT_EXTRACTOR, Extraction};
use debulha_core::Page;
use debulha_core::outcome::Labels;
use debulha_learn::label::{Annotation, Annotations, LabelPlace};
use debulha_server::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// Blocks of a page at most.
const MAX_BLOCKS: usize = 200_000;

/// The routes.
pub(crate) fn routes() -> Router<Arc<StudioState>> {
    Router::new()
        .route("/pages/{id}/labels", get(of_page).put(save))
        .route("/labels/next", get(next))
        .route("/labels/progress", get(progress))
        .route("/labels/agreement", get(agreement))
}

/// Who labels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Who {
    #[serde(default = "default_labeller")]
    labeller: String,
}

fn default_labeller() -> String {
    DEFAULT_LABELLER.to_owned()
}

/// The label of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LabelChoice {
    Content,
    Noise,
}

/// A block of a page, to be labelled.
#[derive(Serialize)]
struct LabelBlock {
    node: u32,
    xpath: String,
    text: String,
    label: Option<LabelChoice>,
    /// The share of it that the system keeps.
    guess: f64,
    texts: Vec<u32>,
}

async fn of_page(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
    UrlQuery(who): UrlQuery<Who>,
) -> Result<JsonReply<Value>, Problem> {
    checked(&who.labeller)?;
    let guess = shared.extraction(id, &systems::AskedSystem::of(DEFAULT_EXTRACTOR)).await?;
    let key = shared.entry(id)?.key().to_owned();
    let reader = Arc::clone(&shared);
    let work = move || -> Result<Value, Problem> {
        let labelled = reader.label_files.read(&who.labeller).map_err(unreadable)?;
        let is_done = labelled.done.contains(&key);
        let labels = labelled.pages.get(&key).map_or(&[][..], Vec::as_slice);
        let blocks = blocks(&guess, &SaidLabels::of(&guess, labels, is_done));
        Ok(json!({
            "labeller": who.labeller,
            "blocks": blocks,
            "done": is_done,
            "guess_system": guess.extractor,
        }))
    };
    Ok(JsonReply(shared.engine.run(work).await??))
}

/// The labels of a page, as learners read them.
pub(crate) fn annotations(labels: &[BlockLabel]) -> Annotations {
    let annotation = |label: &BlockLabel| {
        let place = if label.xpath.trim().is_empty() {
            LabelPlace::Text(label.text.clone())
        } else {
            LabelPlace::XPath(label.xpath.clone())
        };
        Annotation { place, is_content: label.is_content }
    };
    Annotations(labels.iter().map(annotation).collect())
}

/// What somebody said of the blocks of a page.
struct SaidLabels<'l> {
    /// Labels of blocks by their paths.
    by_path: HashMap<&'l str, bool>,
    /// Whether each text node is content, by all labels: those of elements around it count too.
    is_content: Vec<bool>,
    /// Whether what has no label is noise: nothing is left to be labelled.
    is_done: bool,
}

impl<'l> SaidLabels<'l> {
    fn of(page: &Extraction, labels: &'l [BlockLabel], is_done: bool) -> Self {
        let by_path = labels.iter().map(|label| (label.xpath.as_str(), label.is_content)).collect();
        let is_content = annotations(labels).resolve(&page.page()).is_content;
        SaidLabels { by_path, is_content, is_done }
    }

    /// The label of a block whose first text node has this path and this number.
    fn label(&self, path: &str, text: usize) -> Option<LabelChoice> {
        let is_content = match self.by_path.get(path) {
            Some(&is_content) => is_content,
            None if self.is_content[text] || self.is_done => self.is_content[text],
            None => return None,
        };
        Some(if is_content { LabelChoice::Content } else { LabelChoice::Noise })
    }
}

/// The text blocks of a page, with what somebody said of them and what the system makes of them.
fn blocks(guess: &Extraction, said: &SaidLabels<'_>) -> Vec<LabelBlock> {
    let page = guess.page();
    let document = page.document();
    let guesses = guess.outcome.labels().map(|labels| Guesses::of(&page, labels));
    let paths = debulha_dom::XPaths::new(document);
    let texts = page.text_nodes();
    let block = |block: &debulha_core::features::text_blocks::TextBlock| {
        let runs = block.runs.start as usize..block.runs.end as usize;
        let xpath = paths.of(texts[runs.start]);
        let words: Vec<&str> =
            runs.clone().flat_map(|run| document.text(texts[run]).split_whitespace()).collect();
        LabelBlock {
            node: block.element.0,
            text: words.join(" "),
            label: said.label(&xpath, runs.start),
            xpath,
            guess: guesses.as_ref().map_or(0.0, |guesses| guesses.of_texts(&page, runs.clone())),
            texts: runs.map(|run| texts[run].0).collect(),
        }
    };
    page.text_blocks().blocks().iter().take(MAX_BLOCKS).map(block).collect()
}

/// Bytes of each text node that a system keeps, the headings and captions beside the text included.
struct Guesses(Vec<u32>);

impl Guesses {
    fn of(page: &Page<'_>, labels: &Labels) -> Self {
        let texts = page.text_nodes();
        let mut kept = vec![0; texts.len()];
        let mut text = 0;
        for span in &labels.with_beside().spans {
            while texts.get(text).is_some_and(|&node| node < span.node) {
                text += 1;
            }
            if texts.get(text) == Some(&span.node) {
                kept[text] += span.end - span.start;
            }
        }
        Guesses(kept)
    }

    /// The share of some text nodes that is kept.
    fn of_texts(&self, page: &Page<'_>, runs: std::ops::Range<usize>) -> f64 {
        let all: usize = runs.clone().map(|run| page.document().text(page.text_nodes()[run]).len()).sum();
        f64::from(self.0[runs].iter().sum::<u32>()) / all.max(1) as f64
    }
}

/// All labels of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    #[serde(default = "default_labeller")]
    labeller: String,
    labels: Vec<SavedLabel>,
    #[serde(default)]
    done: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedLabel {
    xpath: String,
    label: LabelChoice,
}

async fn save(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
    JsonBody(saved): JsonBody<Saved>,
) -> Result<JsonReply<Value>, Problem> {
    checked(&saved.labeller)?;
    if saved.labels.len() > MAX_BLOCKS {
        return Err(Problem::bad_request("too-many", format!("a page has at most {MAX_BLOCKS} labels")));
    }
    let key = shared.entry(id)?.key().to_owned();
    if shared.project.is_ambiguous(&key) {
        let detail =
            format!("several pages are named `{key}`, so their labels would be mixed up; rename them");
        return Err(Problem::new(409, "ambiguous", detail));
    }
    let of_saved = |label: SavedLabel| BlockLabel {
        xpath: label.xpath,
        text: String::new(),
        is_content: label.label == LabelChoice::Content,
    };
    let labels: Vec<BlockLabel> = saved.labels.into_iter().map(of_saved).collect();
    let count = labels.len();
    let (labeller, done) = (saved.labeller, saved.done);
    let writer = Arc::clone(&shared);
    let work = move || writer.label_files.save(&labeller, &key, &labels, done).map_err(unwritable);
    shared.engine.run(work).await??;
    Ok(JsonReply(json!({ "saved": count })))
}

async fn next(
    State(shared): State<Arc<StudioState>>,
    UrlQuery(who): UrlQuery<Who>,
) -> Result<JsonReply<Value>, Problem> {
    let labelled = of_labeller(&shared, who.labeller).await?;
    let (page, reason) = next_page(&shared, &labelled);
    let page = page.and_then(|number| shared.project.id(number));
    Ok(JsonReply(json!({ "page": page, "reason": reason })))
}

/// Of the pages that are not done, the one whose blocks are least certain; where nothing is known of them, the first.
fn next_page(shared: &StudioState, labelled: &PersonLabels) -> (Option<usize>, &'static str) {
    let is_left = |&id: &usize| {
        let key = shared.project.entries()[id].key();
        !labelled.done.contains(key) && !shared.project.is_ambiguous(key)
    };
    let left: Vec<usize> = (0..shared.project.entries().len()).filter(is_left).collect();
    let uncertain = |&id: &usize| Some((id, shared.scans.uncertainty(id)?));
    let most = left.iter().filter_map(uncertain).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    match (most, left.first()) {
        (Some((id, _)), _) => (Some(id), "the page with the most uncertain blocks"),
        (None, Some(&id)) => {
            (Some(id), "the first page without labels; scan the pages to start with the most uncertain ones")
        }
        (None, None) => (None, "all pages are done"),
    }
}

async fn progress(
    State(shared): State<Arc<StudioState>>,
    UrlQuery(who): UrlQuery<Who>,
) -> Result<JsonReply<Value>, Problem> {
    let labelled = of_labeller(&shared, who.labeller).await?;
    let blocks: usize = labelled.pages.values().map(Vec::len).sum();
    let total = shared.project.entries().len();
    Ok(JsonReply(json!({ "labelled": labelled.done.len(), "total": total, "blocks": blocks })))
}

async fn agreement(State(shared): State<Arc<StudioState>>) -> Result<JsonReply<Value>, Problem> {
    let reader = Arc::clone(&shared);
    let pairs = shared.engine.run(move || reader.label_files.agreements().map_err(unreadable)).await??;
    Ok(JsonReply(json!({ "pairs": pairs })))
}

async fn of_labeller(shared: &Arc<StudioState>, labeller: String) -> Result<PersonLabels, Problem> {
    checked(&labeller)?;
    let reader = Arc::clone(shared);
    shared.engine.run(move || reader.label_files.read(&labeller).map_err(unreadable)).await?
}

fn checked(labeller: &str) -> Result<(), Problem> {
    check_name(labeller).map_err(|reason| Problem::bad_request("labeller", reason))
}

// Built as `map_err` hands it over.
#[allow(clippy::needless_pass_by_value)]
fn unreadable(error: io::Error) -> Problem {
    Problem::new(500, "labels", format!("the labels cannot be read: {error}"))
}

#[allow(clippy::needless_pass_by_value)]
fn unwritable(error: io::Error) -> Problem {
    Problem::new(500, "labels", format!("the labels cannot be written, and are as they were: {error}"))
}
