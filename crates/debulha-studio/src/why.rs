//! Why a piece of text was kept or dropped.

use crate::state::Shared;
use crate::systems::Asked;
use crate::texts::{Fate, fates};
use crate::wire::{Json, Named, Sent, not_there};
use axum::extract::State;
use debulha::why::hidden_by;
use debulha::{Extraction, Pipeline};
use debulha_core::Scratch;
use debulha_core::extractor::Unit;
use debulha_core::outcome::Reason;
use debulha_dom::{NodeId, names};
use debulha_server::problem::Problem;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Characters of a text that are shown.
const SHOWN_CHARS: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    system: Asked,
    node: u32,
}

#[derive(Serialize)]
pub(crate) struct Answers {
    answers: Vec<Answer>,
}

#[derive(Serialize)]
struct Answer {
    decision: &'static str,
    place: usize,
    xpath: String,
    text: String,
    hidden_by: Option<String>,
    reasons: Vec<ReasonObject>,
}

#[derive(Serialize)]
struct ReasonObject {
    rule: &'static str,
    keeps: bool,
    detail: String,
    xpath: String,
}

/// `POST pages/ID/why`, of a text node, or of an image where the system decides on images.
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Named(id): Named<usize>,
    Sent(Question { system, node }): Sent<Question>,
) -> Result<Json<Answers>, Problem> {
    let extraction = shared.extraction(id, &system).await?;
    let built = shared.pipelines.get(&shared, &system).await?;
    let work = move || answer(&extraction, &built.pipeline, NodeId(node));
    let answer = shared.engine.run(work).await??;
    Ok(Json(Answers { answers: vec![answer] }))
}

fn answer(extraction: &Extraction, pipeline: &Pipeline, node: NodeId) -> Result<Answer, Problem> {
    let (page, system) = (extraction.page(), pipeline.extractor());
    let doc = page.document();
    let is_image = |node| doc.name(node) == names::IMG && system.info().unit == Unit::Image;
    if node.index() >= doc.len() || !doc.is_text(node) && !is_image(node) {
        return Err(not_there());
    }
    let is_hidden = page.visibility().is_hidden(node);
    let is_judged = !is_hidden || system.judges_hidden();
    let labels = extraction.outcome.labels();
    let decision = if is_image(node) {
        if labels.is_some_and(|labels| labels.omits(doc, node)) { "dropped" } else { "kept" }
    } else if is_judged {
        let fates = fates(&page, labels);
        match fates.binary_search_by_key(&node, |&(text, _)| text).ok().map(|place| fates[place].1) {
            Some(Fate::Kept) => "kept",
            Some(Fate::Part) => "kept in part",
            Some(Fate::Dropped | Fate::Hidden) | None => "dropped",
        }
    } else {
        "hidden"
    };
    let object =
        |Reason { rule, keeps, node, detail }| ReasonObject { rule, keeps, detail, xpath: doc.xpath(node) };
    let reasons = if is_judged { system.why(&page, &mut Scratch::default(), node) } else { Vec::new() };
    Ok(Answer {
        decision,
        place: 0,
        xpath: doc.xpath(node),
        text: doc.text(node).chars().take(SHOWN_CHARS).collect(),
        hidden_by: is_hidden.then(|| hidden_by(&page, node)),
        reasons: reasons.into_iter().map(object).collect(),
    })
}
