//! What is read of the protocol's answers and events.

use crate::ResourceKind;
use crate::snapshot::ProtocolText;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BrowserContext {
    pub(super) browser_context_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreatedTarget {
    pub(super) target_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attached {
    pub(super) session_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Navigated {
    pub(super) loader_id: Option<String>,
    pub(super) error_text: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Lifecycle {
    pub(super) frame_id: String,
    pub(super) loader_id: String,
    pub(super) name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Paused {
    pub(super) request_id: String,
    pub(super) request: WantedResource,
    pub(super) frame_id: String,
    pub(super) resource_type: ResourceKind,
}

#[derive(Deserialize)]
pub(super) struct WantedResource {
    pub(super) url: String,
    pub(super) method: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameRef {
    pub(super) frame_id: String,
}

#[derive(Deserialize)]
pub(super) struct FrameNavigated {
    pub(super) frame: Frame,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame {
    pub(super) id: String,
    pub(super) loader_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct World {
    pub(super) execution_context_id: u64,
}

#[derive(Deserialize)]
pub(super) struct EvaluatedScript {
    pub(super) result: Remote,
}

#[derive(Deserialize)]
pub(super) struct Remote {
    #[serde(default)]
    pub(super) value: Value,
}

#[derive(Deserialize)]
pub(super) struct Root {
    pub(super) root: RootNode,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RootNode {
    pub(super) node_id: u64,
}

#[derive(Deserialize)]
pub(super) struct OuterHtml {
    #[serde(rename = "outerHTML")]
    pub(super) outer_html: ProtocolText,
}

#[derive(Deserialize)]
pub(super) struct Picture {
    pub(super) data: String,
}
