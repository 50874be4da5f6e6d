//! Hands the commit to the program, for the cards of models.

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
}

/// What git answers, where there is a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
