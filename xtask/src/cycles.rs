//! Which files of a crate use one another in a cycle.

use crate::arrows::{paths_behind, room_at_root, sources};
use anyhow::{Context, Result, bail};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files of the core that may use one another in a cycle, at most.
const MAX_CYCLE: usize = 5;

/// Fails on the first cycle of too many files. Tests do not count.
pub(crate) fn check(core: &Path) -> Result<()> {
    let mut code = BTreeMap::new();
    for path in sources(core)? {
        let module = module_of(path.strip_prefix(core)?);
        if module != "lib" && !module.contains("tests") {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            code.insert(module, crate::arrows::code_of(&text));
        }
    }
    for cycle in cycles(&code) {
        if cycle.len() > MAX_CYCLE {
            bail!("{} files use one another in a cycle: {}", cycle.len(), cycle.join(", "));
        }
    }
    Ok(())
}

/// The path of the module in a file: `features::listings` for `features/listings/mod.rs`.
fn module_of(path: &Path) -> String {
    let path = path.with_extension("");
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    let parts = parts.strip_suffix(&["mod".into()]).unwrap_or(&parts);
    parts.join("::")
}

/// The groups of modules each of which uses all others of its group, by way of others or not.
fn cycles(code: &BTreeMap<String, String>) -> Vec<Vec<&str>> {
    let mut uses = DiGraphMap::<&str, ()>::new();
    for (module, text) in code {
        let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
        let of_crate = paths_behind("crate::", text).into_iter().map(|path| room_at_root(&path));
        let of_parent = paths_behind("super::", text).into_iter().map(|path| join(parent, &path));
        let of_own = paths_behind("self::", text).into_iter().map(|path| join(module, &path));
        for path in of_crate.chain(of_parent).chain(of_own) {
            if let Some(used) = file_of(&path, code).filter(|used| used != module) {
                uses.add_edge(module, used, ());
            }
        }
    }
    let mut cycles = tarjan_scc(&uses);
    cycles.retain(|cycle| cycle.len() > 1);
    for cycle in &mut cycles {
        cycle.sort_unstable();
    }
    cycles
}

fn join(module: &str, path: &str) -> String {
    if module.is_empty() { path.to_owned() } else { format!("{module}::{path}") }
}

/// The module that a path is of: the longest one that it begins with.
fn file_of<'c>(path: &str, code: &'c BTreeMap<String, String>) -> Option<&'c str> {
    let mut path = path;
    loop {
        if let Some((module, _)) = code.get_key_value(path) {
            return Some(module);
        }
        path = path.rsplit_once("::")?.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let code = files.iter().map(|(module, text)| ((*module).to_owned(), (*text).to_owned())).collect();
        cycles(&code).into_iter().map(|cycle| cycle.into_iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn cycles_are_found_by_paths_of_the_crate_and_of_the_parent() {
        let files = [
            ("site::one", "use super::two::Two;"),
            ("site::two", "use crate::{site::three::Three, page::Page};"),
            ("site::three", "use super::one::One;"),
            ("page", "fn none() {}"),
        ];
        assert_eq!(cycles_of(&files), [["site::one", "site::three", "site::two"]]);
    }

    #[test]
    fn a_line_of_arrows_is_no_cycle() {
        let files = [("a", "use crate::b::B;"), ("b", "use crate::c::C;"), ("c", "use self::d::D;")];
        assert!(cycles_of(&files).is_empty());
    }
}
