//! Tables as Parquet, written in row groups as rows come.
//!
//! ```
//! use debulha_io::parquet_file::{ParquetColumn, ColumnKind, Values, ParquetWriter};
//!
//! let columns = [ParquetColumn::new("page", ColumnKind::Text), ParquetColumn::new("words", ColumnKind::Real)];
//! let mut writer = ParquetWriter::new(Vec::new(), &columns)?;
//! writer.push(&[Values::Text(vec!["rye.html", "rye.html"]), Values::Real(vec![3.0, f32::NAN])])?;
//! let bytes = writer.finish()?;
//! assert_eq!(&bytes[..4], b"PAR1");
//! # Ok::<(), debulha_io::parquet_file::ParquetError>(())
//! ```

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, FloatType, Int64Type};
pub use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// Values that are held before they are written as a row group: some 16 MB of numbers.
const GROUP_VALUES: usize = 4 << 20;

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// UTF-8.
    Text,
    /// Whole numbers.
    Integer,
    /// Real numbers; NaN stands for a missing value and becomes null.
    Real,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParquetColumn {
    /// Its name.
    pub name: String,
    /// Its values.
    pub kind: ColumnKind,
}

impl ParquetColumn {
    /// A column.
    pub fn new(name: impl Into<String>, kind: ColumnKind) -> Self {
        ParquetColumn { name: name.into(), kind }
    }

    fn field(&self) -> Result<Arc<Type>, ParquetError> {
        let (physical, logical, repetition) = match self.kind {
            ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
            ColumnKind::Integer => (Physical::INT64, None, Repetition::REQUIRED),
            ColumnKind::Real => (Physical::FLOAT, None, Repetition::OPTIONAL),
        };
        let builder = Type::primitive_type_builder(&self.name, physical);
        Ok(Arc::new(builder.with_logical_type(logical).with_repetition(repetition).build()?))
    }
}

/// Values of a column in some rows.
#[derive(Debug, Clone, PartialEq)]
pub enum Values<'a> {
    /// Of a column of texts.
    Text(Vec<&'a str>),
    /// Of a column of whole numbers.
    Integer(Vec<i64>),
    /// Of a column of real numbers.
    Real(Vec<f32>),
}

/// Values that wait for their row group.
#[derive(Debug)]
enum WaitingValues {
    Text(Vec<ByteArray>),
    Integer(Vec<i64>),
    /// The values that are not missing, and for each row whether it has one.
    Real(Vec<f32>, Vec<i16>),
}

impl WaitingValues {
    fn of(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Text => WaitingValues::Text(Vec::new()),
            ColumnKind::Integer => WaitingValues::Integer(Vec::new()),
            ColumnKind::Real => WaitingValues::Real(Vec::new(), Vec::new()),
        }
    }

    fn push(&mut self, values: &Values<'_>) -> Result<usize, ParquetError> {
        match (self, values) {
            (WaitingValues::Text(waiting), Values::Text(new)) => {
                waiting.extend(new.iter().map(|&text| ByteArray::from(text)));
                Ok(new.len())
            }
            (WaitingValues::Integer(waiting), Values::Integer(new)) => {
                waiting.extend(new);
                Ok(new.len())
            }
            (WaitingValues::Real(waiting, present), Values::Real(new)) => {
                waiting.extend(new.iter().filter(|value| !value.is_nan()));
                present.extend(new.iter().map(|value| i16::from(!value.is_nan())));
                Ok(new.len())
            }
            _ => Err(ParquetError::General("a column has values of another type".to_owned())),
        }
    }
}

/// Writes a file.
///
/// What was pushed is in the file once [`Self::finish`] has written its end; a file without it cannot be read.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    kinds: Vec<ColumnKind>,
    waiting: Vec<WaitingValues>,
    rows: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file with these columns, compressed by Snappy.
    ///
    /// # Errors
    /// Of writing.
    pub fn new(out: W, columns: &[ParquetColumn]) -> Result<Self, ParquetError> {
        let fields = columns.iter().map(ParquetColumn::field).collect::<Result<Vec<_>, _>>()?;
        let schema = Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("debulha".to_owned())
            .build();
        let file = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
        let kinds: Vec<ColumnKind> = columns.iter().map(|column| column.kind).collect();
        let waiting = kinds.iter().map(|&kind| WaitingValues::of(kind)).collect();
        Ok(ParquetWriter { file, kinds, waiting, rows: 0 })
    }

    /// Adds rows: as many values of each column, in the order of the columns.
    ///
    /// # Errors
    /// Of writing; columns of different length, of another type, or too few or too many of them.
    pub fn push(&mut self, columns: &[Values<'_>]) -> Result<(), ParquetError> {
        if columns.len() != self.waiting.len() {
            return Err(ParquetError::General("the number of columns differs from the file".to_owned()));
        }
        let mut rows = None;
        for (waiting, values) in self.waiting.iter_mut().zip(columns) {
            let new = waiting.push(values)?;
            if *rows.get_or_insert(new) != new {
                return Err(ParquetError::General("the columns differ in length".to_owned()));
            }
        }
        self.rows += rows.unwrap_or_default();
        if self.rows * self.kinds.len() >= GROUP_VALUES { self.write_group() } else { Ok(()) }
    }

    /// Writes the rest and the end of the file.
    ///
    /// # Errors
    /// Of writing.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.file.into_inner()
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for waiting in &self.waiting {
            match waiting {
                WaitingValues::Text(values) => write_column::<ByteArrayType, _>(&mut group, values, None)?,
                WaitingValues::Integer(values) => write_column::<Int64Type, _>(&mut group, values, None)?,
                WaitingValues::Real(values, present) => {
                    write_column::<FloatType, _>(&mut group, values, Some(present))?;
                }
            }
        }
        group.close()?;
        self.waiting = self.kinds.iter().map(|&kind| WaitingValues::of(kind)).collect();
        self.rows = 0;
        Ok(())
    }
}

/// Writes the next column of a row group.
fn write_column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    present: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("a column is missing".to_owned()));
    };
    column.typed::<T>().write_batch(values, present, None)?;
    column.close()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    #[test]
    fn rows_are_read_back_and_missing_values_are_null() {
        let columns = [
            ParquetColumn::new("page", ColumnKind::Text),
            ParquetColumn::new("node", ColumnKind::Integer),
            ParquetColumn::new("x", ColumnKind::Real),
        ];
        let mut writer = ParquetWriter::new(Vec::new(), &columns).unwrap();
        let first =
            [Values::Text(vec!["é", "b"]), Values::Integer(vec![1, 2]), Values::Real(vec![f32::NAN, 0.5])];
        writer.push(&first).unwrap();
        writer.write_group().unwrap();
        writer
            .push(&[Values::Text(vec![""]), Values::Integer(vec![-3]), Values::Real(vec![f32::NAN])])
            .unwrap();
        let bytes = bytes::Bytes::from(writer.finish().unwrap());
        let reader = SerializedFileReader::new(bytes).unwrap();
        let rows: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().into_columns().into_iter().map(|(_, field)| field).collect())
            .collect();
        let row = |page: &str, node, x| vec![Field::Str(page.to_owned()), Field::Long(node), x];
        assert_eq!(
            rows,
            [row("é", 1, Field::Null), row("b", 2, Field::Float(0.5)), row("", -3, Field::Null)]
        );
    }

    #[test]
    fn columns_that_do_not_fit_are_refused() {
        let mut writer =
            ParquetWriter::new(Vec::new(), &[ParquetColumn::new("x", ColumnKind::Real)]).unwrap();
        assert!(writer.push(&[]).is_err());
        assert!(writer.push(&[Values::Integer(vec![1])]).is_err());
    }
}
