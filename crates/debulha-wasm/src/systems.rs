//! The systems, for people and tools.

use debulha::DEFAULT_EXTRACTOR;
use debulha::systems::{EXTRACTORS, describe_params};
use serde_json::{Value, json};

/// The extractors in the order of their registry.
pub(crate) fn list() -> Vec<Value> {
    let systems = EXTRACTORS.iter().map(|system| {
        json!({
            "id": system.id,
            "title": system.title,
            "default": system.id == DEFAULT_EXTRACTOR,
            "needs": system.needs.names().collect::<Vec<_>>(),
            "cite": system.cite,
            "params": describe_params(system),
        })
    });
    systems.collect()
}
