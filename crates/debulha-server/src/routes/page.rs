//! `POST /v1/verdict` and `POST /v1/metadata`: what a page is, and what it says of itself.

use crate::answer::JsonAnswer;
use crate::app::App;
use crate::ask::{AskedPage, PageFields};
use crate::openapi::{PageRequest, VerdictRequest};
use crate::problem::Problem;
use crate::system::SystemFields;
use axum::extract::State;
use debulha::metadata::describe;

/// Whether a page has content, or why there is little to keep
#[utoipa::path(
    post,
    path = "/v1/verdict",
    tag = "pages",
    params(PageFields, SystemFields),
    request_body(content(
        (String = "text/html", example = json!("<title>404 Not Found</title><h1>Not Found</h1>")),
        (VerdictRequest = "application/json", example = json!({ "html": "<title>404 Not Found</title><h1>Not Found</h1>" })),
    )),
    responses(
        (status = 200, description = "The verdict, with the word F1 that the system expects of its answer, and the evidence",
            body = Object, example = json!({
                "verdict": "error-page", "confidence": 0.7088,
                "evidence": [
                    { "rule": "status_in_title", "node": 3, "detail": "404 not found" },
                    { "rule": "status_in_heading", "node": 6, "detail": "not found" }
                ]
            })),
        crate::openapi::PageProblems,
    )
)]
pub(super) async fn verdict(
    State(app): State<App>,
    asked: AskedPage<(SystemFields,)>,
) -> Result<JsonAnswer, Problem> {
    let turns = asked.turns(&app);
    let AskedPage { page, options: (system,), .. } = asked;
    let pipeline = turns.pipeline(&system.spec()).await?;
    let counted = app.clone();
    let work = move || {
        let verdict = page.extract(&pipeline).verdict;
        counted.metrics().page(verdict.kind);
        JsonAnswer::of(&verdict)
    };
    turns.run(work).await?
}

/// What a page says of itself
///
/// Each value with its source and the runners-up, and the other pages of a list or article.
#[utoipa::path(
    post,
    path = "/v1/metadata",
    tag = "pages",
    params(PageFields),
    request_body(content(
        (String = "text/html", example = json!("<title>Rye</title><meta name=author content='Ana Lima'>")),
        (PageRequest = "application/json", example = json!({ "html": "<title>Rye</title><meta name=author content='Ana Lima'>" })),
    )),
    responses(
        (status = 200, description = "The metadata", body = Object, example = json!({
            "title": "Rye", "authors": ["Ana Lima"], "published": null
        })),
        crate::openapi::PageProblems,
    )
)]
pub(super) async fn metadata(State(app): State<App>, asked: AskedPage<()>) -> Result<JsonAnswer, Problem> {
    let turns = asked.turns(&app);
    let AskedPage { page, .. } = asked;
    turns.run(move || JsonAnswer::of(&describe(&page.load().page(page.evidence())))).await?
}
