//! What the app shows first: the project, and what can be done with it.

use crate::models::ModelInfo;
use crate::project::ProjectKind;
use crate::state::StudioState;
use crate::wire::JsonReply;
use crate::{systems, training};
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use debulha_corpus::BLOCKS_TABLE;
use debulha_systems::segmenters::SEGMENTERS;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Serialize)]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
struct ProjectAbout {
    name: String,
    kind: ProjectKind,
    /// The path that was opened, for commands.
    path: String,
    pages: usize,
    /// The id of the first page.
    first: Option<String>,
    /// Whether there are layout records.
    layouts: bool,
    has_gold: bool,
    labels_file: String,
    labellers: Vec<String>,
    models: Vec<ModelInfo>,
    store: bool,
    /// Whether pages may be fetched.
    fetches: bool,
    systems: Vec<Value>,
    segmenters: Vec<Value>,
    recipes: Vec<Value>,
}

/// Routes of the project.
pub(crate) fn routes() -> Router<Arc<StudioState>> {
    Router::new().route("/project", get(project))
}

async fn project(State(shared): State<Arc<StudioState>>) -> JsonReply<ProjectAbout> {
    let project = &shared.project;
    let segmenters = SEGMENTERS.iter().map(
        |info| json!({ "id": info.id, "title": info.title, "needs": info.needs.names().collect::<Vec<_>>() }),
    );
    JsonReply(ProjectAbout {
        name: project.name.clone(),
        kind: project.kind,
        path: project.path.display().to_string(),
        pages: project.entries().len(),
        first: project.id(0).map(str::to_owned),
        layouts: project.has_layouts(),
        has_gold: project.has_gold(),
        labels_file: shared.labels.join(BLOCKS_TABLE).display().to_string(),
        labellers: shared.label_files.labellers(),
        models: shared.models.named(),
        store: shared.sites.is_some(),
        fetches: shared.collector.is_some(),
        systems: systems::described(&shared),
        segmenters: segmenters.collect(),
        recipes: training::described(project.has_layouts()),
    })
}
