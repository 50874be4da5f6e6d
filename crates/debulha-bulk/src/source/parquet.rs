//! Pages as rows of Parquet.

use super::json_lines::of_fields;
use super::stdin::open_file;
use super::{FieldNames, ReadOptions, SkipReason, SourceError, SourceStep, at};
use crate::record::PageRecord;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema, TimeUnit};
use debulha_io::warc::Time;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use std::io::Seek;
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
        let mut file = at(path, open_file(path))?;
        if file.stream_position().is_err() {
            return Err(SourceError::new(path, &"Parquet is not read from a pipe; save it to a file first"));
        }
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

    fn record(&self, batch: &RecordBatch) -> Result<PageRecord, SkipReason> {
        let place = format!("{}#{}", self.path.display(), self.next);
        record_of_row(batch, self.row, place, &self.options)
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
    record_of_row(batch, row, place, options).ok()
}

fn record_of_row(
    batch: &RecordBatch,
    row: usize,
    place: String,
    options: &ReadOptions,
) -> Result<PageRecord, SkipReason> {
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
        Some(Ok(SourceStep::new(record, self.next)))
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

/// A value as text or bytes; `None` where it is null, or of a type that is neither text, a number nor a time. Times are written
/// as WARC writes them.
pub(crate) fn value(column: &dyn Array, row: usize) -> Option<Vec<u8>> {
    if column.is_null(row) {
        return None;
    }
    let of = |text: String| Some(text.into_bytes());
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(row).into()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row).into()),
        DataType::Utf8View => Some(column.as_string_view().value(row).into()),
        DataType::Binary => Some(column.as_binary::<i32>().value(row).into()),
        DataType::LargeBinary => Some(column.as_binary::<i64>().value(row).into()),
        DataType::BinaryView => Some(column.as_binary_view().value(row).into()),
        DataType::FixedSizeBinary(_) => Some(column.as_fixed_size_binary().value(row).into()),
        DataType::Dictionary(_, _) => {
            let dictionary = column.as_any_dictionary();
            let key = String::from_utf8(value(dictionary.keys(), row)?).ok()?.parse().ok()?;
            value(dictionary.values().as_ref(), key)
        }
        DataType::Boolean => of(column.as_boolean().value(row).to_string()),
        DataType::Int8 => of(number::<Int8Type>(column, row).to_string()),
        DataType::Int16 => of(number::<Int16Type>(column, row).to_string()),
        DataType::Int32 => of(number::<Int32Type>(column, row).to_string()),
        DataType::Int64 => of(number::<Int64Type>(column, row).to_string()),
        DataType::UInt8 => of(number::<UInt8Type>(column, row).to_string()),
        DataType::UInt16 => of(number::<UInt16Type>(column, row).to_string()),
        DataType::UInt32 => of(number::<UInt32Type>(column, row).to_string()),
        DataType::UInt64 => of(number::<UInt64Type>(column, row).to_string()),
        DataType::Float32 => of(number::<Float32Type>(column, row).to_string()),
        DataType::Float64 => of(number::<Float64Type>(column, row).to_string()),
        DataType::Date32 => of(time(i64::from(number::<Date32Type>(column, row)) * 86_400, 1)),
        DataType::Date64 => of(time(number::<Date64Type>(column, row), 1000)),
        DataType::Timestamp(unit, _) => of(match unit {
            TimeUnit::Second => time(number::<TimestampSecondType>(column, row), 1),
            TimeUnit::Millisecond => time(number::<TimestampMillisecondType>(column, row), 1000),
            TimeUnit::Microsecond => time(number::<TimestampMicrosecondType>(column, row), 1_000_000),
            TimeUnit::Nanosecond => time(number::<TimestampNanosecondType>(column, row), 1_000_000_000),
        }),
        _ => None,
    }
}

fn number<T: ArrowPrimitiveType>(column: &dyn Array, row: usize) -> T::Native {
    column.as_primitive::<T>().value(row)
}

/// A time since 1970 in parts of a second, which are written as far as they are not zero.
fn time(since: i64, per_second: i64) -> String {
    let whole = Time::of_unix(since.div_euclid(per_second)).to_string();
    let rest = since.rem_euclid(per_second);
    if rest == 0 {
        return whole;
    }
    let digits = per_second.ilog10() as usize;
    let rest = format!("{rest:0digits$}");
    format!("{}.{}Z", whole.trim_end_matches('Z'), rest.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::types::Int8Type;
    use arrow_array::{
        ArrayRef, BinaryViewArray, Date32Array, DictionaryArray, Float64Array, LargeStringArray,
        TimestampMicrosecondArray, TimestampNanosecondArray, TimestampSecondArray,
    };
    use std::sync::Arc;

    #[test]
    fn values_of_any_type_are_texts() {
        let dictionary: DictionaryArray<Int8Type> = [Some("rye"), None, Some("rye")].into_iter().collect();
        let columns: [(ArrayRef, Option<&str>); 9] = [
            (Arc::new(dictionary), Some("rye")),
            (Arc::new(LargeStringArray::from(vec!["a", "b", "rye"])), Some("rye")),
            (Arc::new(BinaryViewArray::from(vec![&b"a"[..], b"b", b"rye"])), Some("rye")),
            (Arc::new(TimestampSecondArray::from(vec![0, 0, 951_782_400])), Some("2000-02-29T00:00:00Z")),
            (
                Arc::new(TimestampMicrosecondArray::from(vec![0, 0, -500_000]).with_timezone("UTC")),
                Some("1969-12-31T23:59:59.5Z"),
            ),
            (
                Arc::new(TimestampNanosecondArray::from(vec![0, 0, 1_000_000_001])),
                Some("1970-01-01T00:00:01.000000001Z"),
            ),
            (Arc::new(Date32Array::from(vec![0, 0, 1])), Some("1970-01-02T00:00:00Z")),
            (Arc::new(Float64Array::from(vec![0.0, 0.0, 200.0])), Some("200")),
            (Arc::new(Float64Array::from(vec![Some(0.0), None, None])), None),
        ];
        for (column, expected) in columns {
            let found = value(column.as_ref(), 2).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            assert_eq!(found.as_deref(), expected, "{}", column.data_type());
        }
    }
}
