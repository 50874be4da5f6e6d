//! What systems say of themselves, as JSON for people and tools.

use debulha_core::extractor::About;
use serde_json::{Value, json};

/// A system with all that it says of itself: `id`, `title`, `kind`, `needs`, `params`, `presets` and `docs`. The kind is the
/// caller's word, such as `extractor`.
///
/// ```
/// let bte = debulha::systems::describe("extractor", debulha::systems::find("bte")?);
/// assert_eq!(bte["id"], "bte");
/// # Ok::<(), debulha::BuildError>(())
/// ```
pub fn describe(kind: &str, about: &About) -> Value {
    json!({
        "id": about.id,
        "title": about.title,
        "kind": kind,
        "needs": about.needs.names().collect::<Vec<_>>(),
        "params": describe_params(about),
        "presets": describe_presets(about),
        "docs": docs(about),
    })
}

/// The parameters of a system in order: `name`, `default`, `range` and `docs`.
pub fn describe_params(about: &About) -> Value {
    let params = about.params.iter().map(|param| {
        json!({ "name": param.name, "default": (param.default)(), "range": param.range, "docs": param.docs.trim() })
    });
    params.collect()
}

/// The presets of a system in order: `name`, `docs`, and the `params` that they set.
pub fn describe_presets(about: &About) -> Value {
    let presets = about.presets.iter().map(|preset| {
        let params = serde_json::from_str::<Value>(preset.params).unwrap_or_default();
        json!({ "name": preset.name, "docs": preset.docs, "params": params })
    });
    presets.collect()
}

/// The documentation of a system in Markdown, without the space that stands before each line of a doc comment.
pub fn docs(about: &About) -> String {
    let lines = about.docs.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
