//! Run files: what one system extracted, one JSON object a page and line.
//!
//! Extraction and scoring are apart: anything that writes these lines can be scored, whatever language it
//! is written in. Fields:
//!
//! | field | meaning |
//! |---|---|
//! | `page` (or `id`) | id of the page in its corpus; else the name of its `file` without endings, as of `debulha extract` |
//! | `set` | name of the corpus |
//! | `system` | name of the system with its parameters |
//! | `text` | the extracted text; may be left out when `err` is there |
//! | `ms` | wall-clock milliseconds of the extraction alone |
//! | `cpu_ms` | processor milliseconds of the extraction alone |
//! | `confidence` | the word F1 that the system expects of its answer, 0 to 1 |
//! | `verdict` | the result for the page, as `debulha verdict` says |
//! | `err` (or `error`) | why there is no result; the text then counts as empty |
//! | `html` | the extracted content as HTML |
//! | `title`, `author`, `date` | extracted metadata |
//! | `product` | extracted product data: an object of `price`, `sku`, … |
//! | `structure` | counts of what was kept of the page's structures, where labels were known; see `docs/metrics.md` |
//!
//! Unknown fields are ignored. Null and absent mean the same.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::id_of;
use debulha_compare::metrics::structure::tally::StructureTally;

/// One line of a run file; see the module for the meaning of the fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    /// Id of the page in its corpus; `id` is read too.
    #[serde(default, alias = "id")]
    pub page: String,
    /// Path of the page, by which it is known where it has no id.
    #[serde(default, skip_serializing)]
    pub file: Option<String>,
    /// Name of the corpus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// Name of the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The extracted text.
    #[serde(default)]
    pub text: Option<String>,
    /// Wall-clock milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// Processor milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ms: Option<f64>,
    /// The word F1 that the system expects of its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The result for the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// Why there is no result.
    #[serde(default, alias = "error", skip_serializing_if = "Option::is_none")]
    pub err: Option<String>,
    /// The extracted content as HTML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Extracted title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Extracted author line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Extracted date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Extracted product data, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<BTreeMap<String, String>>,
    /// What was kept of the page's structures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<Box<StructureTally>>,
}

impl RunRow {
    /// The text that is scored: that of the row, or nothing when the extraction failed.
    pub fn scored_text(&self) -> &str {
        if self.err.is_some() { "" } else { self.text.as_deref().unwrap_or_default() }
    }
}

/// Why a run file cannot be read or written.
#[derive(Debug, Error)]
pub enum RunFileError {
    /// The file cannot be read or written.
    #[error("cannot read or write {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A line is not a JSON object of the expected shape.
    #[error("{path}, line {line}: not a run file row, which is a JSON object with `id` and `text`")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The cause.
        source: serde_json::Error,
    },
    /// A line does not say which page it is of.
    #[error("{path}, line {line}: the row needs `page`, `id` or `file`")]
    NoPage {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A line has neither a text nor an error, so there is nothing to score.
    #[error("{path}, line {line}: the row needs `text` or `err`")]
    NoText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// Reads a run file; blank lines are skipped.
///
/// Rows that do not name their `system` and `set` get the names of the folder and of the file without its
/// extension: runs are kept as `<system>/<set>.jsonl`.
///
/// # Errors
/// When the file cannot be read, or at the first line that is malformed or has neither `text` nor `err`.
pub fn read_run(path: &Path) -> Result<Vec<RunRow>, RunFileError> {
    let io_error = |source| RunFileError::Io { path: path.to_owned(), source };
    let name = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let system = name(path.parent().and_then(Path::file_name));
    let set = name(path.file_stem());
    let mut rows = Vec::new();
    for (i, line) in BufReader::new(File::open(path).map_err(io_error)?).split(b'\n').enumerate() {
        let (bytes, line) = (line.map_err(io_error)?, i + 1);
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let mut row: RunRow = serde_json::from_slice(&bytes).map_err(|source| RunFileError::Malformed {
            path: path.to_owned(),
            line,
            source,
        })?;
        if row.page.is_empty() {
            let id = row.file.take().map(|file| id_of(&file).to_owned());
            row.page = id.ok_or_else(|| RunFileError::NoPage { path: path.to_owned(), line })?;
        }
        if row.text.is_none() && row.err.is_none() {
            return Err(RunFileError::NoText { path: path.to_owned(), line });
        }
        row.system = row.system.or_else(|| system.clone());
        row.set = row.set.or_else(|| set.clone());
        rows.push(row);
    }
    Ok(rows)
}

/// Writes run rows, each flushed at once, so that a crash loses no finished page.
#[derive(Debug)]
pub struct RunWriter<W: Write> {
    out: W,
}

impl RunWriter<BufWriter<File>> {
    /// Creates or empties the file at `path`; its folder must exist.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path) -> Result<Self, RunFileError> {
        let file = File::create(path).map_err(|source| RunFileError::Io { path: path.to_owned(), source })?;
        Ok(Self::new(BufWriter::new(file)))
    }
}

impl<W: Write> RunWriter<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    /// Writes one line and flushes it. NaN and infinite times are written as null.
    ///
    /// # Errors
    /// When the underlying writer fails.
    pub fn write(&mut self, row: &RunRow) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, row)?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn file(lines: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("bte")).unwrap();
        let path = dir.path().join("bte/wcxb-dev.jsonl");
        std::fs::write(&path, lines).unwrap();
        (dir, path)
    }

    #[test]
    fn reads_both_shapes() {
        let lines = concat!(
            r#"{"id": "1", "ms": 2.5, "cpu_ms": 2.0, "text": "a"}"#,
            "\n\n",
            r#"{"page": "2", "set": "s", "system": "x(k=4)", "text": "partial", "ms": 1, "err": "crash", "new": 0}"#,
            "\n",
            r#"{"id": "3", "err": "timeout"}"#,
        );
        let (_dir, path) = file(lines);
        let rows = read_run(&path).unwrap();
        let names = |row: &RunRow| (row.system.clone().unwrap(), row.set.clone().unwrap());
        assert_eq!(names(&rows[0]), ("bte".into(), "wcxb-dev".into()));
        assert_eq!(names(&rows[1]), ("x(k=4)".into(), "s".into()));
        assert_eq!((rows[0].page.as_str(), rows[0].cpu_ms, rows[0].scored_text()), ("1", Some(2.0), "a"));
        assert_eq!((rows[1].scored_text(), rows[2].scored_text()), ("", ""));
    }

    #[test]
    fn errors_name_file_and_line() {
        let (_dir, path) = file("{\"id\": \"1\", \"text\": \"\"}\n{\"id\": \"2\", \"te");
        let message = read_run(&path).unwrap_err().to_string();
        assert!(message.contains("wcxb-dev.jsonl, line 2"), "{message}");
        let (_dir, path) = file("{\"id\": \"1\", \"html\": \"<p>\"}");
        assert!(matches!(read_run(&path), Err(RunFileError::NoText { line: 1, .. })));
        assert!(matches!(read_run(Path::new("/nonexistent")), Err(RunFileError::Io { .. })));
    }

    #[test]
    fn writes_what_it_reads() {
        let row = RunRow {
            page: "ü\n".into(),
            set: Some("s".into()),
            system: Some("bte".into()),
            text: Some("line\nline".into()),
            ms: Some(0.25),
            ..RunRow::default()
        };
        let mut out = Vec::new();
        let mut writer = RunWriter::new(&mut out);
        writer.write(&row).unwrap();
        writer.write(&row).unwrap();
        let (_dir, path) = file(std::str::from_utf8(&out).unwrap());
        assert_eq!(read_run(&path).unwrap(), [row.clone(), row]);
    }

    #[test]
    fn each_row_is_flushed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.jsonl");
        let mut writer = RunWriter::create(&path).unwrap();
        let row = RunRow { page: "1".into(), text: Some(String::new()), ..RunRow::default() };
        writer.write(&row).unwrap();
        assert_eq!(read_run(&path).unwrap().len(), 1);
    }
}
