//! What the app shows first: the project, and what can be done with it.

use crate::models::Named;
use crate::project::Kind;
use crate::state::Shared;
use crate::systems;
use crate::wire::Json;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use debulha_core::segmenters::SEGMENTERS;
use serde::Serialize;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Name of the table of labels in the folder of a labeller.
pub(crate) use debulha_eval::corpus::BLOCKS_TABLE;

/// The labeller whose labels stand in the folder itself.
pub(crate) const DEFAULT_LABELLER: &str = "default";

/// Labellers that are listed at most.
const MAX_LABELLERS: usize = 100;

#[derive(Serialize)]
struct About {
    name: String,
    kind: Kind,
    pages: usize,
    has_gold: bool,
    labels_file: String,
    labellers: Vec<String>,
    models: Vec<Named>,
    store: bool,
    systems: Vec<Value>,
    segmenters: Vec<Value>,
}

/// Routes of the project.
pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/project", get(project))
}

async fn project(State(shared): State<Arc<Shared>>) -> Json<About> {
    let project = &shared.project;
    let segmenters = SEGMENTERS.iter().map(
        |info| json!({ "id": info.id, "title": info.title, "needs": info.needs.names().collect::<Vec<_>>() }),
    );
    Json(About {
        name: project.name.clone(),
        kind: project.kind,
        pages: project.entries().len(),
        has_gold: project.has_gold(),
        labels_file: shared.labels.join(BLOCKS_TABLE).display().to_string(),
        labellers: labellers(&shared.labels),
        models: shared.models.named(),
        store: shared.sites.is_some(),
        systems: systems::described(&shared),
        segmenters: segmenters.collect(),
    })
}

/// Who has labelled anything: each has a table in a folder of their own.
pub(crate) fn labellers(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    if folder.join(BLOCKS_TABLE).is_file() {
        names.push(DEFAULT_LABELLER.to_owned());
    }
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let others = entries.filter(|entry| entry.path().join(BLOCKS_TABLE).is_file());
    let mut others: Vec<String> = others.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    others.sort();
    names.extend(others);
    names.truncate(MAX_LABELLERS);
    names
}
