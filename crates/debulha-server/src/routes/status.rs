//! `GET /health` and `GET /metrics`: how the server fares.

use crate::answer::JsonAnswer;
use crate::app::App;
use crate::metrics::{MEDIA_TYPE, Now};
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Serialize;

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
}

/// Whether the server answers
#[utoipa::path(
    get,
    path = "/health",
    tag = "service",
    responses((status = 200, description = "It does", body = Object, example = json!({ "status": "ok", "version": "0.1.0" })))
)]
pub(super) async fn health() -> Result<JsonAnswer, Problem> {
    JsonAnswer::of(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// What was counted since the server was started
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "service",
    responses(
        (status = 200, description = "Counts, in the text format of Prometheus", body = String, content_type = "text/plain",
            example = "debulha_requests_total{route=\"/v1/extract\",status=\"200\"} 17"),
        crate::openapi::GuardProblems,
    )
)]
pub(super) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let now = Now {
        in_work: app.engine().in_work(),
        waiting: app.engine().waiting(),
        drawings: app.fetching().browsers().map(|browsers| browsers.drawings()),
    };
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], app.metrics().text(now))
}
