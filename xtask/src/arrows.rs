//! Which crate may use which, and what an extractor file may use.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Crates of this workspace and the ones of it that they may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("debulha-dom", &[]),
    ("debulha-core", &["debulha-dom"]),
    ("debulha", &["debulha-dom", "debulha-core"]),
    ("debulha-learn", &["debulha-dom", "debulha-core"]),
    ("debulha-io", &["debulha-dom", "debulha-core"]),
    ("debulha-eval", &["debulha-dom", "debulha-core", "debulha", "debulha-learn"]),
    (
        "debulha-cli",
        &["debulha-dom", "debulha-core", "debulha", "debulha-io", "debulha-learn", "debulha-eval"],
    ),
];

/// What the core must not touch: files, network, clock, environment, threads.
const NOT_IN_CORE: &[&str] =
    &["std::fs", "std::net", "std::time", "std::env", "std::thread", "std::process", "rayon::"];

/// Fails on the first dependency that is not allowed.
pub(crate) fn check(root: &Path) -> Result<()> {
    for entry in fs::read_dir(root.join("crates"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let Some((_, allowed)) = ARROWS.iter().find(|(member, _)| *member == name) else {
            bail!("crate {name} has no row in xtask/src/arrows.rs");
        };
        let path = root.join("crates").join(&name).join("Cargo.toml");
        let manifest: toml::Table = fs::read_to_string(&path)?.parse().context(name.clone())?;
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        for used in dependencies.into_iter().flat_map(toml::Table::keys) {
            if used.starts_with("debulha") && !allowed.contains(&used.as_str()) {
                bail!("{name} must not depend on {used}");
            }
        }
    }
    let core = root.join("crates/debulha-core/src");
    for path in sources(&core)? {
        let text = fs::read_to_string(&path)?;
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        if let Some(what) = NOT_IN_CORE.iter().find(|what| code.contains(**what)) {
            bail!("{} uses {what}: the core does no I/O and starts no thread", path.display());
        }
    }
    let extractors = core.join("extractors");
    for path in sources(&extractors)? {
        let own =
            path.strip_prefix(&extractors)?.components().next().map(|c| c.as_os_str().to_string_lossy());
        let own = own.unwrap_or_default().trim_end_matches(".rs").to_owned();
        if own == "mod" || path.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            // Combiners build members by id and name no file; a system of several files names its own.
            let others = line.contains("extractors::")
                && !line.contains("extractors::build")
                && !line.contains(&format!("extractors::{own}"));
            if others {
                bail!("{}: an extractor uses another: `{}`", path.display(), line.trim());
            }
        }
    }
    println!("arrows as drawn");
    Ok(())
}

/// The Rust files below a folder.
fn sources(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
