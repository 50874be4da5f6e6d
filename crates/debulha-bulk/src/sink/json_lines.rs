//! Rows as JSON, an object a line.

use super::RowSink;
use crate::columns::Columns;
use crate::row::BulkRow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A file of lines.
pub(super) struct JsonLinesSink {
    out: BufWriter<File>,
    columns: Columns,
}

impl JsonLinesSink {
    pub(super) fn create(path: &Path, columns: Columns) -> io::Result<Self> {
        Ok(JsonLinesSink { out: BufWriter::new(File::create(path)?), columns })
    }
}

impl RowSink for JsonLinesSink {
    fn write(&mut self, row: &BulkRow) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, &self.columns.object(row)).map_err(io::Error::from)?;
        self.out.write_all(b"\n")
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}
