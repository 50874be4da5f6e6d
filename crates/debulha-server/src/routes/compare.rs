//! `POST /v1/compare`: several systems side by side on one page.

use crate::answer::JsonAnswer;
use crate::app::App;
use crate::ask::{AskedPage, PageFields};
use crate::fields::{NameList, fields};
use crate::openapi::CompareRequest;
use crate::problem::Problem;
use axum::extract::State;
use debulha::Scratch;
use debulha::systems::SystemSpec;
use debulha_compare::System;
use debulha_compare::{COMPARISON_VERSION, Comparison};
use debulha_core::extractor::name;
use serde::Serialize;

/// Systems of a comparison at least and at most.
const SYSTEMS: std::ops::RangeInclusive<usize> = 2..=24;

fields! {
    /// What is compared.
    pub(crate) struct CompareFields {
        /// Ids of 2 to 24 systems: an array, or in a query with commas between them.
        #[schema(value_type = Option<Vec<String>>, example = json!(["debulha", "readability", "cetd"]))]
        #[param(value_type = Option<String>, example = "debulha,readability,cetd")]
        systems: Option<NameList>,
    }
}

#[derive(Serialize)]
struct CompareAnswer {
    schema: &'static str,
    #[serde(flatten)]
    comparison: Comparison,
}

/// Several systems side by side on one page
///
/// How many words each keeps of each text block, how far they agree on it, and the token F1 of each two.
#[utoipa::path(
    post,
    path = "/v1/compare",
    tag = "pages",
    params(PageFields, CompareFields),
    request_body(content(
        (String = "text/html", example = json!("<p>Rye")),
        (CompareRequest = "application/json", example = json!({
            "html": "<p>Rye", "systems": ["bte", "cetd"]
        })),
    )),
    responses(
        (status = 200, description = "The comparison", body = Object, example = json!({
            "schema": "1", "systems": [{ "name": "bte", "words": 1, "no_answer": null }, { "name": "cetd", "words": 1, "no_answer": null }],
            "words": 1, "agreement": 1.0, "f1": [[1.0, 1.0], [1.0, 1.0]],
            "blocks": [{
                "node": 4, "xpath": "/html[1]/body[1]/p[1]", "words": 1, "agreement": 1.0, "kept": [1, 1], "tag": "p", "nesting": 0,
                "text": "Rye", "cut": false
            }]
        })),
        crate::openapi::PageProblems,
    )
)]
pub(super) async fn compare(
    State(app): State<App>,
    asked: AskedPage<(CompareFields,)>,
) -> Result<JsonAnswer, Problem> {
    let turns = asked.turns(&app);
    let AskedPage { page, options: (options,), .. } = asked;
    let names = options.systems.unwrap_or_default().0;
    if !SYSTEMS.contains(&names.len()) {
        let detail = format!("option `systems`: {} to {} ids", SYSTEMS.start(), SYSTEMS.end());
        return Err(Problem::bad_request("option", detail));
    }
    let mut systems = Vec::with_capacity(names.len());
    for extractor in names {
        let pipeline = turns.pipeline(&SystemSpec::new(extractor)).await?;
        let name = name(pipeline.extractor());
        systems.push(System::of_pipeline(pipeline, name));
    }
    let work = move || {
        let loaded = page.load();
        let page = loaded.page(page.evidence());
        let comparison = Comparison::of(&page, &systems, None, &mut Scratch::default());
        JsonAnswer::of(&CompareAnswer { schema: COMPARISON_VERSION, comparison })
    };
    turns.run(work).await?
}
