//! Hands the commit to the program, for the cards of models, and the ids of the experiments, for completions.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A path that is not there would make every build run this again.
    if let Some(head) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|path| Path::new(path).exists())
    {
        println!("cargo::rerun-if-changed={head}");
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_default();
    println!("cargo::rustc-env=DEBULHA_COMMIT={commit}");
    // Not DEBULHA_…: cargo shows the variable to programs that it runs, and to them that would be an option.
    println!("cargo::rustc-env=EXPERIMENT_IDS={}", experiments().join(" "));
}

/// What git answers, where there is a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
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
