//! Which crate may use which, and what an extractor file may use.

use crate::cycles;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Crates of this workspace and the ones of it that they may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("debulha-dom", &[]),
    ("debulha-core", &["debulha-dom"]),
    ("debulha-systems", &["debulha-dom", "debulha-core"]),
    ("debulha", &["debulha-dom", "debulha-core", "debulha-systems"]),
    ("debulha-wasm", &["debulha-dom", "debulha-core", "debulha"]),
    ("debulha-compare", &["debulha-dom", "debulha-core", "debulha-systems", "debulha"]),
    ("debulha-learn", &["debulha-dom", "debulha-core", "debulha-systems"]),
    ("debulha-io", &["debulha-dom", "debulha-core", "debulha-systems"]),
    ("debulha-bulk", &["debulha-dom", "debulha-core", "debulha", "debulha-io"]),
    ("debulha-crawl", &["debulha-dom", "debulha-core", "debulha-io", "debulha-render"]),
    ("debulha-render", &["debulha-dom", "debulha-core"]),
    ("debulha-corpus", &["debulha-dom", "debulha-core", "debulha-compare", "debulha-io", "debulha-learn"]),
    (
        "debulha-eval",
        &[
            "debulha-dom",
            "debulha-core",
            "debulha-systems",
            "debulha",
            "debulha-compare",
            "debulha-corpus",
            "debulha-io",
            "debulha-learn",
        ],
    ),
    (
        "debulha-py",
        &[
            "debulha-dom",
            "debulha-core",
            "debulha",
            "debulha-io",
            "debulha-bulk",
            "debulha-learn",
            "debulha-corpus",
        ],
    ),
    (
        "debulha-server",
        &[
            "debulha-dom",
            "debulha-core",
            "debulha",
            "debulha-crawl",
            "debulha-io",
            "debulha-render",
            "debulha-compare",
        ],
    ),
    (
        "debulha-studio",
        &[
            "debulha-dom",
            "debulha-core",
            "debulha-systems",
            "debulha",
            "debulha-bulk",
            "debulha-compare",
            "debulha-io",
            "debulha-learn",
            "debulha-corpus",
            "debulha-server",
        ],
    ),
    (
        "debulha-lab",
        &[
            "debulha-dom",
            "debulha-core",
            "debulha",
            "debulha-cli",
            "debulha-compare",
            "debulha-corpus",
            "debulha-eval",
            "debulha-io",
            "debulha-learn",
            "debulha-render",
            "debulha-systems",
        ],
    ),
    (
        "debulha-cli",
        &[
            "debulha-dom",
            "debulha-core",
            "debulha",
            "debulha-bulk",
            "debulha-compare",
            "debulha-corpus",
            "debulha-crawl",
            "debulha-io",
            "debulha-learn",
            "debulha-render",
            "debulha-eval",
            "debulha-server",
            "debulha-studio",
        ],
    ),
];

/// Rooms of the core from the ground up, by their paths: each may use those of its own floor and of the floors below. The
/// longest path that fits counts.
///
/// Page and features are one floor, with what a site says of a page: a page needs the simplest features, and most features need
/// a page.
const FLOORS: &[&[&str]] = &[
    &["param_kind", "params", "about", "criteria", "scratch", "layout", "word_list"],
    &[
        "page",
        "features",
        "outcome",
        "segmentation",
        "query",
        "site::evidence",
        "site::sample",
        "site::structure",
        "site::number_set",
    ],
    &["feature_table", "metadata"],
    &["classify"],
    &["extractor", "warning", "source", "features::pagination"],
    &["extractors", "site", "combine"],
    &["content", "verdict"],
    &["write"],
];

/// What goes up by name: the errors of higher floors that the one error of building a system passes on.
const UPWARDS: &[(&str, &str)] =
    &[("params", "classify::model::ModelError"), ("params", "feature_table::UnknownColumn")];

/// Where the names live that the core shows at its root.
const AT_ROOT: &[(&str, &str)] = &[
    ("About", "about"),
    ("Extractor", "extractor"),
    ("ExtractorInfo", "extractor"),
    ("Scratch", "scratch"),
    ("Labels", "outcome"),
    ("Outcome", "outcome"),
    ("Span", "outcome"),
    ("Evidence", "page"),
    ("Page", "page"),
    ("PageOptions", "page"),
    ("BuildError", "params"),
    ("ParamMap", "params"),
    ("Warning", "warning"),
    // Macros.
    ("choices", "params"),
    ("params", "params"),
    ("extractor", "extractor"),
    ("site_method", "site"),
];

/// What the core and the systems must not touch: files, network, clock, environment, threads.
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
    check_floors(&core)?;
    for folder in [core, root.join("crates/debulha-systems/src")] {
        check_purity(&folder)?;
        cycles::check(&folder)?;
        check_extractors(&folder.join("extractors"))?;
    }
    println!("arrows as drawn");
    Ok(())
}

/// Fails on the first file that touches what the core must not.
fn check_purity(folder: &Path) -> Result<()> {
    for path in sources(folder)? {
        let text = fs::read_to_string(&path)?;
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        if let Some(what) = NOT_IN_CORE.iter().find(|what| code.contains(**what)) {
            bail!("{} uses {what}: the core and the systems do no I/O and start no thread", path.display());
        }
    }
    Ok(())
}

/// Fails on the first extractor that uses another.
fn check_extractors(folder: &Path) -> Result<()> {
    for path in sources(folder)? {
        let own = path.strip_prefix(folder)?.components().next().map(|c| c.as_os_str().to_string_lossy());
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
    Ok(())
}

/// Fails on the first file of the core that uses a room above its own.
fn check_floors(core: &Path) -> Result<()> {
    for path in sources(core)? {
        let own = path.strip_prefix(core)?.with_extension("");
        let own: Vec<_> = own.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        let own = own.join("::");
        if own == "lib" || own.contains("tests") {
            continue;
        }
        let floor = floor_of(&own).with_context(|| format!("{own} has no floor in xtask/src/arrows.rs"))?;
        let text = fs::read_to_string(&path)?;
        for used in paths_behind("crate::", &code_of(&text)) {
            match floor_of(&room_at_root(&used)) {
                Some(other) if other > floor && !UPWARDS.contains(&(own.as_str(), used.as_str())) => {
                    bail!("{own} uses {used}, which is above it")
                }
                Some(_) => {}
                None => bail!("{own} uses {used}, which has no floor in xtask/src/arrows.rs"),
            }
        }
    }
    Ok(())
}

/// The floor of a path such as `features::structures`, by the longest room that it is in.
fn floor_of(path: &str) -> Option<usize> {
    let is_in =
        |room: &str| path.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    let rooms =
        FLOORS.iter().enumerate().flat_map(|(floor, rooms)| rooms.iter().map(move |room| (floor, *room)));
    rooms.filter(|(_, room)| is_in(room)).max_by_key(|(_, room)| room.len()).map(|(floor, _)| floor)
}

/// A file's code without its comments and tests.
pub(crate) fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    lines.join("\n")
}

/// A path behind `crate::`, from the room that it is in: `page::Page` for `Page`.
pub(crate) fn room_at_root(path: &str) -> String {
    AT_ROOT
        .iter()
        .find(|(name, _)| *name == path)
        .map_or_else(|| path.to_owned(), |(name, room)| format!("{room}::{name}"))
}

/// The paths behind a mark such as `crate::` in some code, those of groups one by one.
pub(crate) fn paths_behind(mark: &str, code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, mark) in code.match_indices(mark) {
        let is_own = !code[..at].ends_with(|c: char| c == '$' || c == '_' || c.is_alphanumeric());
        if is_own {
            add_paths("", &code[at + mark.len()..], &mut found);
        }
    }
    found
}

/// Adds the path at the start of some code, or the paths of the group there, behind a prefix.
fn add_paths(prefix: &str, code: &str, found: &mut Vec<String>) {
    if let Some(group) = code.strip_prefix('{') {
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => return add_paths(prefix, group[start..at].trim(), found),
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    add_paths(prefix, group[start..at].trim(), found);
                    start = at + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let end = code.find(|c: char| !(c == '_' || c == ':' || c.is_alphanumeric())).unwrap_or(code.len());
    let path = format!("{prefix}{}", &code[..end]);
    match path.strip_suffix("::") {
        Some(_) if code[end..].starts_with('{') => add_paths(&path, &code[end..], found),
        _ if path.is_empty() => {}
        _ => found.push(path.trim_end_matches(':').to_owned()),
    }
}

/// The Rust files below a folder.
pub(crate) fn sources(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_groups_are_read_one_by_one() {
        let code = "use crate::page::Page;\nuse crate::{Labels, site::{evidence::SiteEvidence, sample}};\n$crate::no; x(crate::write::render())";
        let expected =
            ["page::Page", "Labels", "site::evidence::SiteEvidence", "site::sample", "write::render"];
        assert_eq!(paths_behind("crate::", code), expected);
    }

    #[test]
    fn the_longest_room_counts() {
        assert!(floor_of("site::evidence::SiteEvidence") < floor_of("site::filter"));
        assert_eq!(floor_of("page"), floor_of("features::structures"));
        assert_eq!(floor_of("pages"), None);
    }
}
