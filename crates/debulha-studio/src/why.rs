//! Why a piece of text was kept or dropped.

use crate::state::StudioState;
use crate::systems::AskedSystem;
use crate::wire::{JsonBody, JsonReply, PageNumber, not_there};
use axum::extract::State;
use debulha::why::{self, Answer, ReasonObject};
use debulha::{Extraction, Pipeline};
use debulha_core::Scratch;
use debulha_core::extractor::Unit;
use debulha_core::outcome::Reason;
use debulha_dom::{NodeId, names};
use debulha_server::problem::Problem;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyQuestion {
    system: AskedSystem,
    node: u32,
}

#[derive(Serialize)]
pub(crate) struct Answers {
    answers: Vec<Answer>,
}

/// `POST pages/ID/why`, of a text node, or of an image where the system decides on images.
pub(crate) async fn post(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
    JsonBody(WhyQuestion { system, node }): JsonBody<WhyQuestion>,
) -> Result<JsonReply<Answers>, Problem> {
    let extraction = shared.extraction(id, &system).await?;
    let built = shared.pipelines.get(&shared, &system).await?;
    let work = move || answer(&extraction, &built.pipeline, NodeId(node));
    let answer = shared.engine.run(work).await??;
    Ok(JsonReply(Answers { answers: vec![answer] }))
}

fn answer(extraction: &Extraction, pipeline: &Pipeline, node: NodeId) -> Result<Answer, Problem> {
    let doc = extraction.document();
    if node.index() >= doc.len() {
        return Err(not_there());
    }
    if doc.is_text(node) {
        return why::answers_at(extraction, pipeline, node, 1).pop().ok_or_else(not_there);
    }
    let decides_on_images = pipeline.extractor().info().unit == Unit::Image;
    if doc.name(node) == names::IMG && decides_on_images {
        Ok(of_image(extraction, pipeline, node))
    } else {
        Err(not_there())
    }
}

fn of_image(extraction: &Extraction, pipeline: &Pipeline, node: NodeId) -> Answer {
    let (page, doc) = (extraction.page(), extraction.document());
    let is_dropped = extraction.outcome.labels().is_some_and(|labels| labels.omits(doc, node));
    let is_hidden = page.visibility().is_hidden(node);
    let reasons = pipeline.extractor().why(&page, &mut Scratch::default(), node);
    let object =
        |Reason { rule, keeps, node, detail }| ReasonObject { rule, keeps, detail, xpath: doc.xpath(node) };
    Answer {
        decision: if is_dropped { "dropped" } else { "kept" },
        role: None,
        outputs: Vec::new(),
        output: None,
        place: 0,
        xpath: doc.xpath(node),
        text: String::new(),
        hidden_by: is_hidden.then(|| why::hidden_by(&page, node)),
        reasons: reasons.into_iter().map(object).collect(),
    }
}
