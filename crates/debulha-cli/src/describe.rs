//! A system's description as JSON and as short words.

use debulha::core::extractor::Needs;
use debulha::{DEFAULT_EXTRACTOR, ExtractorInfo};
use serde_json::{Value, json};
use std::fmt::Debug;

/// A variant's name in lower case.
pub(crate) fn word(variant: impl Debug) -> String {
    format!("{variant:?}").to_lowercase()
}

/// The evidence that a system cannot do without, in words.
pub(crate) fn needs(needs: Needs) -> Vec<&'static str> {
    let all = [(needs.layout, "layout"), (needs.site, "site"), (needs.query, "query")];
    all.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name).collect()
}

/// Everything but the documentation.
pub(crate) fn json(info: &ExtractorInfo) -> Value {
    let params = info.params.iter().map(|param| {
        json!({
            "name": param.name,
            "default": (param.default)(),
            "range": param.range,
            "docs": param.docs.trim(),
        })
    });
    let presets = info.presets.iter().map(|preset| {
        let values = serde_json::from_str::<Value>(preset.params).unwrap_or_default();
        json!({"name": preset.name, "docs": preset.docs, "params": values})
    });
    json!({
        "id": info.id,
        "title": info.title,
        "default": info.id == DEFAULT_EXTRACTOR,
        "unit": word(info.unit),
        "needs": needs(info.needs),
        "provenance": word(info.provenance),
        "status": word(info.status),
        "cite": info.cite,
        "params": params.collect::<Vec<_>>(),
        "presets": presets.collect::<Vec<_>>(),
    })
}
