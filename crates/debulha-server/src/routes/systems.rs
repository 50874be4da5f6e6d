//! `GET /v1/systems`: the systems there are.

use crate::answer::JsonAnswer;
use crate::problem::Problem;
use debulha::systems::SystemDescription;
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct SystemsAnswer {
    default: &'static str,
    systems: Vec<Value>,
}

/// The systems there are, with their parameters and presets
#[utoipa::path(
    get,
    path = "/v1/systems",
    tag = "service",
    responses(
        (status = 200, description = "Extractors, then segmenters, then methods that learn from sites", body = Object, example = json!({
            "default": "debulha",
            "systems": [{
                "id": "bte", "title": "BTE", "role": "extractor", "needs": [], "params": [], "presets": [], "docs": "…"
            }]
        })),
        crate::openapi::GuardProblems,
    )
)]
pub(super) async fn systems() -> Result<JsonAnswer, Problem> {
    let systems = SystemDescription::all().iter().map(SystemDescription::json).collect();
    JsonAnswer::of(&SystemsAnswer { default: debulha::DEFAULT_EXTRACTOR, systems })
}
