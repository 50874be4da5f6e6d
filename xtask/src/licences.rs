//! Licences of everything that is linked: permissive ones, and the selector engine's file-level copyleft.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const PERMISSIVE: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "CC0-1.0",
    "Unlicense",
    "0BSD",
    "BSL-1.0",
    // Of data: the root certificates.
    "CDLA-Permissive-2.0",
];

/// The engine of Firefox and its parts: the licence covers its own files only.
const FILE_LEVEL: &[(&str, &str)] = &[
    ("cssparser", "MPL-2.0"),
    ("cssparser-macros", "MPL-2.0"),
    ("selectors", "MPL-2.0"),
    ("dtoa-short", "MPL-2.0"),
];

/// The style engine of Firefox and its parts, of the same licence: in use, unchanged, with the feature `embedded` of
/// `debulha-render` alone, which is off unless a build asks for it.
const OPTIONAL: &[(&str, &str)] = &[
    ("app_units", "MPL-2.0"),
    ("stylo", "MPL-2.0"),
    ("stylo_atoms", "MPL-2.0"),
    ("stylo_config", "MPL-2.0"),
    ("stylo_derive", "MPL-2.0"),
    ("stylo_dom", "MPL-2.0"),
    ("stylo_static_prefs", "MPL-2.0"),
    ("stylo_traits", "MPL-2.0"),
    ("to_shmem", "MPL-2.0"),
    ("to_shmem_derive", "MPL-2.0"),
    ("uluru", "MPL-2.0"),
];

/// Models of our own, which were trained on annotations of others.
const MODELS: &[(&str, &str)] = &[("debulha-core", "CC-BY-4.0")];

/// Fails on the first package whose licence is not among them, or that comes from outside a registry.
pub(crate) fn check(root: &Path) -> Result<()> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--all-features"])
        .current_dir(root)
        .output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let packages = metadata["packages"].as_array().context("packages")?;
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let licence = package["license"].as_str().unwrap_or_default();
        if !is_allowed(name, licence) {
            bail!("{name}: licence `{licence}` is not on the list");
        }
        if package["source"].as_str().is_some_and(|source| source.starts_with("git")) {
            bail!("{name} comes from a repository, not a registry");
        }
    }
    println!("{} packages with licences on the list", packages.len());
    Ok(())
}

/// Whether some alternative of the expression is a conjunction of allowed licences. Parentheses only group
/// alternatives in the expressions that are in use, so each conjunct may be one.
fn is_allowed(name: &str, expression: &str) -> bool {
    let allowed = |licence: &str| {
        let licence = licence.trim().trim_matches(['(', ')']);
        PERMISSIVE.contains(&licence)
            || FILE_LEVEL.contains(&(name, licence))
            || OPTIONAL.contains(&(name, licence))
            || MODELS.contains(&(name, licence))
    };
    let expression = expression.replace('/', " OR ");
    expression.split(" AND ").all(|part| part.split(" OR ").any(allowed))
        || expression.split(" OR ").any(|part| part.split(" AND ").all(allowed))
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn expressions_are_read_with_their_alternatives() {
        assert!(is_allowed("a", "MIT OR GPL-3.0"));
        assert!(is_allowed("a", "(Apache-2.0 OR MIT) AND BSD-3-Clause"));
        assert!(is_allowed("a", "MIT/Apache-2.0"));
        assert!(is_allowed("selectors", "MPL-2.0") && is_allowed("stylo", "MPL-2.0"));
        assert!(!is_allowed("a", "MPL-2.0"));
        assert!(!is_allowed("a", "MIT AND GPL-3.0"));
        assert!(!is_allowed("a", ""));
    }
}
