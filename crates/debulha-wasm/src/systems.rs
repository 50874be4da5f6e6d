//! The systems, for people and tools.

use debulha::systems::SystemDescription;
use serde_json::Value;

/// The extractors in the order of their registry. Segmenters and methods that learn from sites cannot be used here.
pub(crate) fn list() -> Vec<Value> {
    let extractors = SystemDescription::all().into_iter().filter(|system| system.role == "extractor");
    extractors.map(|system| system.json()).collect()
}
