//! `POST /v1/why`: why a piece of text was kept or dropped.

use crate::answer::JsonAnswer;
use crate::app::App;
use crate::ask::{AskedPage, PageFields};
use crate::fields::fields;
use crate::openapi::WhyRequest;
use crate::problem::Problem;
use crate::system::SystemFields;
use axum::extract::State;
use debulha::dom::NodeId;
use debulha::why::{Answer, Found, answers, answers_at, find};
use debulha::{Extraction, Pipeline};
use serde::Serialize;

/// Places that are explained unless told otherwise.
const PLACES: usize = 3;

/// Places that are explained at most: for each text node the page is decided anew.
const MAX_PLACES: usize = 20;

/// Characters of a text that is looked for at most.
const MAX_TEXT_CHARS: usize = 10_000;

fields! {
    /// What is asked about: one of `text`, `xpath` and `node`.
    pub(crate) struct WhyFields {
        /// Some of the page's text. White space does not matter.
        #[schema(example = "sown in autumn")]
        #[param(example = "sown in autumn")]
        text: Option<String>,
        /// The place of an element or text node, as blocks have it.
        #[schema(example = "/html[1]/body[1]/p[1]")]
        #[param(example = "/html[1]/body[1]/p[1]")]
        xpath: Option<String>,
        /// The number of a node in document order, as blocks have it.
        #[schema(example = 4)]
        #[param(example = 4)]
        node: Option<u32>,
        /// Explain so many places at most, from 1 to 20.
        #[schema(default = 3)]
        #[param(default = 3)]
        places: Option<usize>,
    }
}

#[derive(Serialize)]
struct Why {
    /// Where it stands.
    found: &'static str,
    answers: Vec<Answer>,
}

/// Why a piece of text was kept or dropped
///
/// `found` says where it stands: `visible`, `hidden`, `attribute` or `nowhere`. There is an answer for each text node of the places.
#[utoipa::path(
    post,
    path = "/v1/why",
    tag = "pages",
    params(PageFields, SystemFields, WhyFields),
    request_body(content(
        (String = "text/html", example = json!("<p>Rye was sown early this year.")),
        (WhyRequest = "application/json", example = json!({
            "html": "<p>Rye was sown early this year.", "text": "sown early", "extractor": "bte"
        })),
    )),
    responses(
        (status = 200, description = "The answers", body = Object, example = json!({
            "found": "visible",
            "answers": [{
                "decision": "kept", "role": "paragraph", "outputs": ["text", "markdown", "html", "json", "xml", "xmltei", "csv"],
                "output": "paragraph in every format", "place": 0, "xpath": "/html[1]/body[1]/p[1]/text()[1]", "text": "Rye was sown early this year.",
                "hidden_by": null, "reasons": [{
                    "rule": "span", "keeps": true, "xpath": "/html[1]/body[1]/p[1]/text()[1]",
                    "detail": "6 of 6 words, tokens 1..7 of 8, lie in the best span, tokens 1..7 with 6 words and 0 tags"
                }]
            }]
        })),
        crate::openapi::PageProblems,
    )
)]
pub(super) async fn why(
    State(app): State<App>,
    asked: AskedPage<(SystemFields, WhyFields)>,
) -> Result<JsonAnswer, Problem> {
    let turns = asked.turns(&app);
    let AskedPage { page, options: (system, asked), .. } = asked;
    let places = asked.places.unwrap_or(PLACES);
    if !(1..=MAX_PLACES).contains(&places) {
        return Err(Problem::bad_request("option", format!("option `places` is from 1 to {MAX_PLACES}")));
    }
    let place = WhyPlace::of(asked)?;
    let pipeline = turns.pipeline(&system.spec()).await?;
    let work = move || {
        let extraction = page.extract(&pipeline);
        JsonAnswer::of(&place.explain(&extraction, &pipeline, places))
    };
    turns.run(work).await?
}

enum WhyPlace {
    Text(String),
    Path(String),
    Node(u32),
}

impl WhyPlace {
    fn of(asked: WhyFields) -> Result<Self, Problem> {
        match (asked.text, asked.xpath, asked.node) {
            (Some(text), None, None) if text.chars().count() > MAX_TEXT_CHARS => {
                let detail = format!("option `text` has {MAX_TEXT_CHARS} characters at most");
                Err(Problem::bad_request("option", detail))
            }
            (Some(text), None, None) if !text.trim().is_empty() => Ok(WhyPlace::Text(text)),
            (None, Some(path), None) => Ok(WhyPlace::Path(path)),
            (None, None, Some(node)) => Ok(WhyPlace::Node(node)),
            _ => Err(Problem::bad_request("option", "ask for one of `text`, `xpath` and `node`")),
        }
    }

    fn explain(&self, extraction: &Extraction, pipeline: &Pipeline, places: usize) -> Why {
        let node = match self {
            WhyPlace::Text(text) => {
                let found = match find(&extraction.page(), text) {
                    Found::Visible(_) => "visible",
                    Found::Hidden(_) => "hidden",
                    Found::Attribute(..) => "attribute",
                    Found::Nowhere => "nowhere",
                };
                return Why { found, answers: answers(extraction, pipeline, text, places) };
            }
            WhyPlace::Path(path) => extraction.document().find_xpath(path),
            WhyPlace::Node(node) => {
                Some(NodeId(*node)).filter(|_| (*node as usize) < extraction.document().len())
            }
        };
        match node {
            None => Why { found: "nowhere", answers: Vec::new() },
            Some(node) => {
                let is_hidden = extraction.page().visibility().is_hidden(node);
                let found = if is_hidden { "hidden" } else { "visible" };
                Why { found, answers: answers_at(extraction, pipeline, node, places) }
            }
        }
    }
}
