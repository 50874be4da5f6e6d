//! Who has labelled which pages: each labeller has a table of blocks.

use debulha_eval::corpus::BLOCKS_TABLE;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The labeller whose table stands in the folder of labels itself; those of others are in folders of their names.
pub(crate) const DEFAULT_LABELLER: &str = "default";

/// Labellers that are listed at most.
const MAX_LABELLERS: usize = 100;

/// Who has labelled anything.
pub(crate) fn labellers(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    if folder.join(BLOCKS_TABLE).is_file() {
        names.push(DEFAULT_LABELLER.to_owned());
    }
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let others = entries.filter(|entry| entry.path().join(BLOCKS_TABLE).is_file());
    let mut others: Vec<String> = others.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    others.sort();
    names.extend(others);
    names.truncate(MAX_LABELLERS);
    names
}

/// The table of a labeller.
pub(crate) fn table(folder: &Path, labeller: &str) -> PathBuf {
    if labeller == DEFAULT_LABELLER {
        folder.join(BLOCKS_TABLE)
    } else {
        folder.join(labeller).join(BLOCKS_TABLE)
    }
}

/// By the name that the tables have for a page, who has labelled it. Tables that cannot be read have none.
pub(crate) fn labelled(folder: &Path) -> HashMap<String, Vec<String>> {
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for labeller in labellers(folder) {
        let Ok(mut rows) = csv::Reader::from_path(table(folder, &labeller)) else { continue };
        let column = rows.headers().ok().and_then(|names| names.iter().position(|name| name == "page"));
        let Some(column) = column else { continue };
        let pages = rows.records().filter_map(|row| row.ok()?.get(column).map(str::to_owned));
        for page in pages.collect::<BTreeSet<String>>() {
            found.entry(page).or_default().push(labeller.clone());
        }
    }
    found
}
