//! Why a piece of text was kept or dropped, as data.

use debulha::dom::NodeId;
use debulha::extend::Reason;
use debulha::why::{Found, find, hidden_by};
use debulha::{Extraction, Page, Pipeline, Scratch};
use serde::Serialize;

/// What is said of a text node.
#[derive(Serialize)]
pub(crate) struct Answer {
    decision: &'static str,
    place: usize,
    xpath: String,
    text: String,
    hidden_by: Option<String>,
    reasons: Vec<ReasonObject>,
}

/// A rule that spoke for a decision.
#[derive(Serialize)]
struct ReasonObject {
    rule: &'static str,
    keeps: bool,
    detail: String,
    xpath: String,
}

/// An answer for each text node of the first places of a text.
pub(crate) fn answers(
    extraction: &Extraction,
    pipeline: &Pipeline,
    text: &str,
    places: usize,
) -> Vec<Answer> {
    let page = extraction.page();
    let found = match find(&page, text) {
        Found::Visible(places) | Found::Hidden(places) if !text.trim().is_empty() => places,
        _ => return Vec::new(),
    };
    let mut scratch = Scratch::default();
    let mut answers = Vec::new();
    for (place, nodes) in found.into_iter().take(places).enumerate() {
        for node in nodes {
            answers.push(answer(extraction, pipeline, &page, &mut scratch, (place, node)));
        }
    }
    answers
}

fn answer(
    extraction: &Extraction,
    pipeline: &Pipeline,
    page: &Page<'_>,
    scratch: &mut Scratch,
    (place, node): (usize, NodeId),
) -> Answer {
    let document = page.document();
    let is_hidden = page.visibility().is_hidden(node);
    let is_judged = !is_hidden || pipeline.extractor().judges_hidden();
    let object = |Reason { rule, keeps, node, detail }| ReasonObject {
        rule,
        keeps,
        detail,
        xpath: document.xpath(node),
    };
    let reasons = if is_judged { pipeline.extractor().why(page, scratch, node) } else { Vec::new() };
    Answer {
        decision: if is_judged { decision(extraction, page, node) } else { "hidden" },
        place,
        xpath: document.xpath(node),
        text: document.text(node).split_whitespace().collect::<Vec<_>>().join(" "),
        hidden_by: is_hidden.then(|| hidden_by(page, node)),
        reasons: reasons.into_iter().map(object).collect(),
    }
}

fn decision(extraction: &Extraction, page: &Page<'_>, node: NodeId) -> &'static str {
    let spans = extraction.outcome.labels().map_or(&[][..], |labels| &labels.spans);
    let own = spans[spans.partition_point(|span| span.node < node)..].iter();
    let kept: u32 = own.take_while(|span| span.node == node).map(|span| span.end - span.start).sum();
    match kept as usize {
        0 => "dropped",
        kept if kept == page.document().text(node).len() => "kept",
        _ => "kept in part",
    }
}
