//! Rows as Parquet.

use super::RowSink;
use crate::columns::Columns;
use crate::row::BulkRow;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::io;
use std::path::Path;

/// Bytes of rows that are held before they are encoded.
const BATCH_BYTES: usize = 8 << 20;

/// Bytes of rows in a row group, before compression. Readers hold a group, and so does the writer.
const GROUP_BYTES: usize = 64 << 20;

/// A Parquet file, compressed by Snappy.
pub(super) struct Parquet {
    writer: ArrowWriter<File>,
    columns: Columns,
    rows: Vec<BulkRow>,
    /// Bytes of `rows`.
    bytes: usize,
    /// Bytes of the row group so far.
    group: usize,
}

impl Parquet {
    pub(super) fn create(path: &Path, columns: Columns) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("debulha".to_owned())
            .build();
        let writer = ArrowWriter::try_new(File::create(path)?, columns.schema(), Some(properties))?;
        Ok(Parquet { writer, columns, rows: Vec::new(), bytes: 0, group: 0 })
    }

    fn encode(&mut self) -> io::Result<()> {
        let batch = self.columns.batch(&self.rows).map_err(io::Error::other)?;
        self.writer.write(&batch)?;
        self.rows.clear();
        self.group += std::mem::take(&mut self.bytes);
        if self.group >= GROUP_BYTES {
            self.writer.flush()?;
            self.group = 0;
        }
        Ok(())
    }
}

impl RowSink for Parquet {
    fn write(&mut self, row: &BulkRow) -> io::Result<()> {
        self.bytes += row.len();
        self.rows.push(row.clone());
        if self.bytes >= BATCH_BYTES { self.encode() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.encode()?;
        let Parquet { writer, .. } = *self;
        writer.into_inner()?.sync_all()
    }
}
