//! The inputs of a run, as a manifest names and numbers them.

use super::JobInput;
use crate::source::{SinglePageFile, is_stream};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

/// What tells an input from others in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum InputName {
    /// A file of many pages.
    Container(String),
    /// Files of one page each.
    Pages(Vec<String>),
}

/// An input with the number that names its shards.
pub(super) type NumberedInput = (usize, JobInput);

/// Adds what is new among some inputs to those of an earlier run: the names of all, and the inputs to read with their numbers.
/// Those that the earlier run had keep their numbers. A stream that was read to its end is a new one.
pub(super) fn appended(
    mut names: Vec<InputName>,
    inputs: &[JobInput],
    shard_rows: usize,
    is_done: impl Fn(usize) -> bool,
) -> (Vec<InputName>, Vec<NumberedInput>) {
    let mut numbered: Vec<NumberedInput> = Vec::new();
    let mut pages: HashMap<String, &SinglePageFile> = HashMap::new();
    let mut order: Vec<&SinglePageFile> = Vec::new();
    let mut new: Vec<JobInput> = Vec::new();
    for input in inputs {
        match input {
            JobInput::Container(path, _) => {
                let name = input.identity();
                let is_same = |number: usize| !(is_stream(path) && is_done(number));
                match (0..names.len()).find(|&number| names[number] == name && is_same(number)) {
                    Some(number) => numbered.push((number, input.clone())),
                    None => new.push(input.clone()),
                }
            }
            JobInput::Pages(files) => {
                order.extend(files);
                pages.extend(files.iter().map(|file| (file.name(), file)));
            }
        }
    }
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for (number, name) in names.iter().enumerate() {
        let InputName::Pages(paths) = name else { continue };
        known.extend(paths.iter().map(String::as_str));
        let files: Option<Vec<SinglePageFile>> =
            paths.iter().map(|path| pages.get(path).map(|&file| file.clone())).collect();
        numbered.extend(files.map(|files| (number, JobInput::Pages(files))));
    }
    let fresh: Vec<SinglePageFile> =
        order.into_iter().filter(|file| !known.contains(file.name().as_str())).cloned().collect();
    new.extend(fresh.chunks(shard_rows.max(1)).map(|files| JobInput::Pages(files.to_vec())));
    for input in new {
        numbered.push((names.len(), input.clone()));
        names.push(input.identity());
    }
    numbered.sort_by_key(|(number, _)| *number);
    (names, numbered)
}
