//! A Markdown file for each page, and an index.

use super::RowSink;
use crate::columns::{Column, Columns};
use crate::row::BulkRow;
use debulha_io::whole_file::sync_folder;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What the index is called.
const INDEX: &str = "index.jsonl";

/// A folder.
pub(super) struct FolderSink {
    path: PathBuf,
    index: io::BufWriter<File>,
    columns: Columns,
    /// The number of the next page.
    next: u64,
}

impl FolderSink {
    pub(super) fn create(path: &Path, columns: Columns) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let index = io::BufWriter::new(File::create(path.join(INDEX))?);
        Ok(FolderSink { path: path.to_owned(), index, columns: columns.without(Column::Markdown), next: 0 })
    }
}

fn page_name(number: u64) -> String {
    format!("{number:06}.md")
}

impl RowSink for FolderSink {
    fn write(&mut self, row: &BulkRow) -> io::Result<()> {
        let name = page_name(self.next);
        self.next += 1;
        let mut object = self.columns.object(row);
        if let Some(markdown) = &row.markdown {
            fs::write(self.path.join(&name), format!("{markdown}\n"))?;
            object.insert("file".to_owned(), name.into());
        }
        serde_json::to_writer(&mut self.index, &object).map_err(io::Error::from)?;
        self.index.write_all(b"\n")
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let FolderSink { path, index, next, .. } = *self;
        for number in 0..next {
            match File::open(path.join(page_name(number))) {
                Ok(page) => page.sync_all()?,
                // A page without content has no file.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        index.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        sync_folder(&path.join(INDEX))
    }
}
