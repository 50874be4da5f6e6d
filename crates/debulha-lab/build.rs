//! Hands the ids of the experiments to the program, for completions.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Not DEBULHA_…: cargo shows the variable to programs that it runs, and to them that would be an option.
    println!("cargo::rustc-env=EXPERIMENT_IDS={}", experiments().join(" "));
}

/// Ids of the experiments, such as `finn2001/scrapinghub`, where the program is built in its repository.
fn experiments() -> Vec<String> {
    let root = Path::new("../../experiments");
    if !root.is_dir() {
        return Vec::new();
    }
    println!("cargo::rerun-if-changed={}", root.display());
    let entries =
        |dir: &Path| std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = entries(root).filter(|path| path.is_dir()).flat_map(|dir| entries(&dir).collect::<Vec<_>>());
    let ids = files.filter(|file| file.extension().is_some_and(|ending| ending == "toml"));
    let ids = ids.filter_map(|file| file.with_extension("").strip_prefix(root).ok().map(Path::to_path_buf));
    let mut ids: Vec<String> = ids.map(|id| id.to_string_lossy().replace('\\', "/")).collect();
    ids.sort();
    ids
}
