//! The file that `--export` writes: the node tables of all pages.

use crate::exit::Usage;
use anyhow::{Context, Result};
use debulha::node_table::NodeRow;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Columns in the order of a row, after the page.
const COLUMNS: [&str; 20] = [
    "page",
    "id",
    "tag",
    "level",
    "parent",
    "children",
    "x",
    "y",
    "width",
    "height",
    "links",
    "subtree_links",
    "intra_site_links",
    "words",
    "subtree_words",
    "link_words",
    "anchor_text",
    "text",
    "start",
    "end",
];

/// A file that rows are added to, page by page.
pub(super) struct NodeFile {
    path: PathBuf,
    rows: RowWriter,
}

enum RowWriter {
    Csv(Box<csv::Writer<File>>),
    Jsonl(BufWriter<File>),
}

/// A row as JSON.
#[derive(Serialize)]
struct JsonRow<'r> {
    page: &'r str,
    #[serde(flatten)]
    row: &'r NodeRow,
}

impl NodeFile {
    /// Opens a file whose name ends in `.csv` or `.jsonl`.
    ///
    /// # Errors
    /// [`Usage`] for another name; a file that cannot be written.
    pub(super) fn create(path: &Path) -> Result<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_csv = ending.eq_ignore_ascii_case("csv");
        if !is_csv && !ending.eq_ignore_ascii_case("jsonl") {
            let reason = format!("--export {}: use a name that ends in .csv or .jsonl", path.display());
            return Err(Usage(reason).into());
        }
        let file = File::create(path).with_context(|| path.display().to_string())?;
        let mut rows = if is_csv {
            RowWriter::Csv(Box::new(csv::Writer::from_writer(file)))
        } else {
            RowWriter::Jsonl(BufWriter::new(file))
        };
        if let RowWriter::Csv(out) = &mut rows {
            out.write_record(COLUMNS).with_context(|| path.display().to_string())?;
        }
        Ok(NodeFile { path: path.to_owned(), rows })
    }

    /// Adds the rows of a page. They are in the file when it returns.
    ///
    /// # Errors
    /// Of writing.
    pub(super) fn add(&mut self, page: &str, rows: &[NodeRow]) -> Result<()> {
        self.rows.add(page, rows).with_context(|| self.path.display().to_string())
    }
}

impl RowWriter {
    fn add(&mut self, page: &str, rows: &[NodeRow]) -> Result<()> {
        match self {
            RowWriter::Csv(out) => {
                for row in rows {
                    out.write_record(cells(page, row))?;
                }
                out.flush()?;
            }
            RowWriter::Jsonl(out) => {
                for row in rows {
                    serde_json::to_writer(&mut *out, &JsonRow { page, row })?;
                    out.write_all(b"\n")?;
                }
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// The cells of a row; what is missing is empty.
fn cells(page: &str, row: &NodeRow) -> [String; COLUMNS.len()] {
    let whole = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    let pixels = |number: Option<f32>| number.map(|number| number.to_string()).unwrap_or_default();
    let byte = |end: usize| row.bytes.map(|bytes| bytes[end].to_string()).unwrap_or_default();
    let children: Vec<String> = row.children.iter().map(u32::to_string).collect();
    [
        page.to_owned(),
        row.id.to_string(),
        row.tag.clone(),
        row.level.to_string(),
        whole(row.parent),
        children.join(" "),
        pixels(row.x),
        pixels(row.y),
        pixels(row.width),
        pixels(row.height),
        row.links.to_string(),
        row.subtree_links.to_string(),
        whole(row.intra_site_links),
        row.words.to_string(),
        row.subtree_words.to_string(),
        row.link_words.to_string(),
        row.anchor_text.clone(),
        row.text.clone(),
        byte(0),
        byte(1),
    ]
}
