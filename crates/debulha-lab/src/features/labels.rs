//! Labels of rows from a file: an object a line.

use anyhow::{Context, Result, anyhow, bail};
use debulha_cli::exit::Usage;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Component, Path};

/// The folder of a labelled corpus with its pages; no part of their ids.
const PAGES: &str = "pages";

/// Labels of a page without any.
pub(super) static NONE: BTreeMap<u32, f32> = BTreeMap::new();

/// Labels by page and node.
pub(super) struct FileLabels(BTreeMap<String, BTreeMap<u32, f32>>);

impl FileLabels {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read, a line that is no labels of a page, two of one page; [`Usage`] for labels of another
    /// unit.
    pub(super) fn read(path: &Path, unit: &str) -> Result<Self> {
        let mut labels = FileLabels(BTreeMap::new());
        if path.is_dir() {
            bail!(Usage("--labels needs a file; give a corpus with --data".to_owned()));
        }
        for (number, line) in BufReader::new(File::open(path)?).lines().enumerate() {
            let line = line?;
            if !line.trim().is_empty() {
                labels.add(&line, unit).with_context(|| format!("line {}", number + 1))?;
            }
        }
        Ok(labels)
    }

    fn add(&mut self, line: &str, unit: &str) -> Result<()> {
        let object: Value = serde_json::from_str(line)?;
        let id = object["id"].as_str().ok_or_else(|| anyhow!("`id` is missing"))?;
        let not_ours = || {
            anyhow!("`unit` is missing; use a file from `debulha label auto`, or give a corpus with --data")
        };
        let of = object["unit"].as_str().ok_or_else(not_ours)?;
        if of != unit {
            let reason = format!("the labels are for the unit {of}, but --unit is {unit}");
            return Err(Usage(reason).into());
        }
        let pairs = object["labels"].as_array().ok_or_else(|| anyhow!("`labels` is missing"))?;
        let pair = |pair: &Value| -> Option<(u32, f32)> {
            let node = u32::try_from(pair.get(0)?.as_u64()?).ok()?;
            Some((node, pair.get(1)?.as_f64()? as f32))
        };
        let found: Option<BTreeMap<u32, f32>> = pairs.iter().map(pair).collect();
        let found = found.ok_or_else(|| anyhow!("`labels` must be pairs of node and number"))?;
        if self.0.insert(id.to_owned(), found).is_some() {
            bail!("page {id} has labels twice; remove one");
        }
        Ok(())
    }

    /// The labels of a page by its path: of the longest end of it that is an id.
    pub(super) fn of(&self, path: &Path) -> Option<&BTreeMap<u32, f32>> {
        if let Some(whole) = path.to_str().and_then(|path| self.0.get(path)) {
            return Some(whole);
        }
        let stem = path.file_name()?.to_str()?.split('.').next()?;
        let above = path.parent().map(Path::components).into_iter().flatten();
        let mut parts: Vec<&str> = above
            .filter_map(|part| match part {
                Component::Normal(part) => part.to_str().filter(|part| *part != PAGES),
                _ => None,
            })
            .collect();
        parts.push(stem);
        (0..parts.len()).find_map(|first| self.0.get(&parts[first..].join("/")))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_by_the_end_of_their_path() {
        let mut labels = FileLabels(BTreeMap::new());
        for id in ["wcxb/0001", "0002", "x.html"] {
            let line = format!("{{\"id\": \"{id}\", \"unit\": \"block\", \"labels\": [[7, 0.5]]}}");
            labels.add(&line, "block").unwrap();
        }
        for path in ["/data/wcxb/pages/0001.html.gz", "other/pages/0002.html", "x.html"] {
            assert_eq!(labels.of(Path::new(path)), Some(&BTreeMap::from([(7, 0.5)])), "{path}");
        }
        assert_eq!(labels.of(Path::new("/data/other/pages/0001.html")), None);
    }

    #[test]
    fn lines_that_are_no_labels_are_refused() {
        for line in [
            "x",
            "{}",
            r#"{"id": "a", "unit": "block"}"#,
            r#"{"id": "a", "unit": "block", "labels": [[-1, 0]]}"#,
            r#"{"id": "a", "unit": "node", "labels": []}"#,
        ] {
            assert!(FileLabels(BTreeMap::new()).add(line, "block").is_err(), "{line}");
        }
    }
}
