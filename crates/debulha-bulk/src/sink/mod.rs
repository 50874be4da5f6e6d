//! Where rows go: a shard is written beside its place and appears whole.

mod folder;
mod json_lines;
mod parquet;
mod wet;

use crate::columns::Columns;
use crate::row::BulkRow;
use debulha_io::whole_file::sync_folder;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What a shard is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TargetFormat {
    /// JSON, an object a line.
    JsonLines,
    /// Parquet.
    Parquet,
    /// WET: WARC with a conversion record of the text of each page.
    Wet,
    /// A folder with a Markdown file for each page, and `index.jsonl` with the other columns.
    MarkdownFolder,
}

impl TargetFormat {
    /// All of them.
    pub const ALL: [TargetFormat; 4] =
        [TargetFormat::JsonLines, TargetFormat::Parquet, TargetFormat::Wet, TargetFormat::MarkdownFolder];

    /// The name, such as `parquet`.
    pub fn name(self) -> &'static str {
        match self {
            TargetFormat::JsonLines => "jsonl",
            TargetFormat::Parquet => "parquet",
            TargetFormat::Wet => "wet",
            TargetFormat::MarkdownFolder => "md-dir",
        }
    }

    /// What the names of shards end in; a folder has no ending.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            TargetFormat::JsonLines => ".jsonl",
            TargetFormat::Parquet => ".parquet",
            TargetFormat::Wet => ".warc.wet.gz",
            TargetFormat::MarkdownFolder => "",
        }
    }

    /// The columns that the format writes whatever is requested: WET has the text, and a folder the Markdown.
    pub fn columns(self, asked: Columns) -> Columns {
        use crate::columns::Column;
        match self {
            TargetFormat::Wet => asked.with(Column::Text),
            TargetFormat::MarkdownFolder => asked.with(Column::Markdown),
            TargetFormat::JsonLines | TargetFormat::Parquet => asked,
        }
    }
}

/// What rows are written to.
trait RowSink {
    /// Adds a row.
    fn write(&mut self, row: &BulkRow) -> io::Result<()>;

    /// Writes the rest, and waits until it is on the disk.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A shard under way. Dropped before [`Self::finish`], it leaves nothing.
pub(crate) struct Shard {
    sink: Option<Box<dyn RowSink>>,
    part: PathBuf,
    path: PathBuf,
}

impl Shard {
    /// Begins the shard of this name in a folder; until it is whole, it is in the folder `parts`. What an earlier run left of it is
    /// taken away.
    pub(crate) fn create(
        folder: &Path,
        parts: &Path,
        name: &str,
        format: TargetFormat,
        columns: &Columns,
    ) -> io::Result<Self> {
        let path = folder.join(format!("{name}{}", format.ending()));
        // WARC files are compressed by their name.
        let part = match format {
            TargetFormat::Wet => parts.join(format!("{name}.part{}", format.ending())),
            _ => parts.join(format!("{name}{}.part", format.ending())),
        };
        remove(&part)?;
        let columns = columns.clone();
        let sink: Box<dyn RowSink> = match format {
            TargetFormat::JsonLines => Box::new(json_lines::JsonLinesSink::create(&part, columns)?),
            TargetFormat::Parquet => Box::new(parquet::Parquet::create(&part, columns)?),
            TargetFormat::Wet => Box::new(wet::Wet::create(&part)?),
            TargetFormat::MarkdownFolder => Box::new(folder::FolderSink::create(&part, columns)?),
        };
        Ok(Shard { sink: Some(sink), part, path })
    }

    /// Adds a row.
    pub(crate) fn write(&mut self, row: &BulkRow) -> io::Result<()> {
        self.sink.as_mut().map_or(Ok(()), |sink| sink.write(row))
    }

    /// Puts the shard into its place, whole and on the disk.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(sink) = self.sink.take() {
            sink.finish()?;
        }
        remove(&self.path)?;
        fs::rename(&self.part, &self.path)?;
        sync_folder(&self.path)
    }
}

impl Drop for Shard {
    fn drop(&mut self) {
        drop(self.sink.take());
        let _ = remove(&self.part);
    }
}

/// Takes a file or a folder away, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
