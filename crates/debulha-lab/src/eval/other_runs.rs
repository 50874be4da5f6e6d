//! Runs of other programs, scored beside ours.

use anyhow::{Context, Result};
use debulha_cli::exit::Usage;
use debulha_corpus::Corpus;
use debulha_corpus::run_file::{RunRow, read_run};
use std::path::{Path, PathBuf};

/// Checks that each folder has a run of a corpus, before anything is run.
///
/// # Errors
/// [`Usage`] for a folder without one; a folder that cannot be read.
pub(super) fn check(dirs: &[PathBuf], corpora: &[Corpus]) -> Result<()> {
    for dir in dirs {
        let mut found = false;
        for corpus in corpora {
            found |= !run_files(dir, corpus.name())?.is_empty();
        }
        if !found {
            let names: Vec<String> =
                corpora.iter().map(|corpus| format!("{}.jsonl", corpus.name())).collect();
            let (dir, names) = (dir.display(), names.join(" nor "));
            let reason = format!("--runs {dir}: neither the folder nor a folder in it has {names}");
            return Err(Usage(format!(
                "{reason}; name runs SYSTEM/CORPUS.jsonl, or score a file with `debulha-lab score`"
            ))
            .into());
        }
    }
    Ok(())
}

/// The runs of all folders.
pub(super) fn read(dirs: &[PathBuf], corpus: &str) -> Result<Vec<Vec<RunRow>>> {
    let mut runs = Vec::new();
    for dir in dirs {
        for file in run_files(dir, corpus)? {
            runs.push(read_run(&file)?);
        }
    }
    Ok(runs)
}

/// The files `<dir>/<system>/<corpus>.jsonl`, or `<dir>/<corpus>.jsonl`, by name.
fn run_files(dir: &Path, corpus: &str) -> Result<Vec<PathBuf>> {
    let context = || format!("--runs: cannot read {}", dir.display());
    let mut folders = vec![dir.to_owned()];
    for entry in std::fs::read_dir(dir).with_context(context)? {
        folders.push(entry.with_context(context)?.path());
    }
    folders.sort();
    let files = folders.iter().map(|folder| folder.join(format!("{corpus}.jsonl")));
    Ok(files.filter(|file| file.is_file()).collect())
}
