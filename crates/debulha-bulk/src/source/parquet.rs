//! Pages as rows of Parquet.

use super::json_lines::of_fields;
use super::{FieldNames, ReadOptions, SourceError, SourceStep, at};
use crate::record::PageRecord;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Rows that are decoded at once.
const BATCH: usize = 64;

/// Reads rows.
pub(super) struct ParquetRows {
    path: PathBuf,
    batches: ParquetRecordBatchReader,
    batch: Option<RecordBatch>,
    /// The row of the batch that comes next.
    row: usize,
    /// The same of the file.
    next: u64,
    options: ReadOptions,
}

impl ParquetRows {
    pub(super) fn open(path: &Path, row: u64, options: &ReadOptions) -> Result<Self, SourceError> {
        let file = at(path, File::open(path))?;
        let builder = at(path, ParquetRecordBatchReaderBuilder::try_new(file))?;
        let columns = wanted(builder.schema(), &options.fields);
        if columns.is_empty() {
            let reason = format!("no column `{}`", options.fields.html.join("` or `"));
            return Err(SourceError::new(path, &reason));
        }
        let mask = ProjectionMask::roots(builder.parquet_schema(), columns);
        let skipped = usize::try_from(row).unwrap_or(usize::MAX);
        let batches = builder.with_projection(mask).with_batch_size(BATCH).with_offset(skipped).build();
        Ok(ParquetRows {
            path: path.to_owned(),
            batches: at(path, batches)?,
            batch: None,
            row: 0,
            next: row,
            options: options.clone(),
        })
    }

    fn record(&self, batch: &RecordBatch) -> Option<PageRecord> {
        let place = format!("{}#{}", self.path.display(), self.next);
        page_of_row(batch, self.row, place, &self.options)
    }
}

/// The page of a row of a record batch; `None` where the options pass it over. `place` is its id where the batch has none.
///
/// # Panics
/// If there is no such row.
pub fn page_of_row(
    batch: &RecordBatch,
    row: usize,
    place: String,
    options: &ReadOptions,
) -> Option<PageRecord> {
    let bytes =
        |names: &[String]| names.iter().find_map(|name| value(batch.column_by_name(name)?.as_ref(), row));
    let text = |names: &[String]| bytes(names).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    of_fields(text, bytes, place, options)
}

impl Iterator for ParquetRows {
    type Item = Result<SourceStep, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.batch.as_ref().is_none_or(|batch| self.row == batch.num_rows()) {
            self.batch = match self.batches.next()? {
                Ok(batch) => Some(batch),
                Err(error) => return Some(Err(SourceError::new(&self.path, &error))),
            };
            self.row = 0;
        }
        let record = self.record(self.batch.as_ref()?);
        self.row += 1;
        self.next += 1;
        Some(Ok(SourceStep { record, next: self.next }))
    }
}

/// The places of the columns that are read.
fn wanted(schema: &Schema, names: &FieldNames) -> Vec<usize> {
    let FieldNames { html, text, url, id, date, status, mime, charset } = names;
    let place = |name: &String| schema.index_of(name).ok();
    if html.iter().chain(text).all(|name| place(name).is_none()) {
        return Vec::new();
    }
    [html, text, url, id, date, status, mime, charset].into_iter().flatten().filter_map(place).collect()
}

/// A value as text or bytes; `None` where it is null, or neither text nor a whole number.
pub(crate) fn value(column: &dyn Array, row: usize) -> Option<Vec<u8>> {
    if column.is_null(row) {
        return None;
    }
    let number = |number: i128| Some(number.to_string().into_bytes());
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(row).into()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row).into()),
        DataType::Utf8View => Some(column.as_string_view().value(row).into()),
        DataType::Binary => Some(column.as_binary::<i32>().value(row).into()),
        DataType::LargeBinary => Some(column.as_binary::<i64>().value(row).into()),
        DataType::BinaryView => Some(column.as_binary_view().value(row).into()),
        DataType::Int16 => number(column.as_primitive::<Int16Type>().value(row).into()),
        DataType::Int32 => number(column.as_primitive::<Int32Type>().value(row).into()),
        DataType::Int64 => number(column.as_primitive::<Int64Type>().value(row).into()),
        DataType::UInt16 => number(column.as_primitive::<UInt16Type>().value(row).into()),
        DataType::UInt32 => number(column.as_primitive::<UInt32Type>().value(row).into()),
        DataType::UInt64 => number(column.as_primitive::<UInt64Type>().value(row).into()),
        _ => None,
    }
}
