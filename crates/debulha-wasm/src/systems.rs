//! The systems, for people and tools.

use debulha::DEFAULT_EXTRACTOR;
use debulha::systems::EXTRACTORS;
use serde_json::{Value, json};

/// The extractors in the order of their registry.
pub(crate) fn list() -> Vec<Value> {
    let systems = EXTRACTORS.iter().map(|system| {
        let params = system.params.iter().map(|param| {
            json!({
                "name": param.name,
                "default": (param.default)(),
                "range": param.range,
                "docs": param.docs.trim(),
            })
        });
        json!({
            "id": system.id,
            "title": system.title,
            "default": system.id == DEFAULT_EXTRACTOR,
            "needs": system.needs.names().collect::<Vec<_>>(),
            "cite": system.cite,
            "params": params.collect::<Vec<_>>(),
        })
    });
    systems.collect()
}
