//! Where the table goes.

use super::columns::TableColumns;
use anyhow::{Context, Result};
use debulha_cli::exit::Usage;
use debulha_io::parquet_file::{ColumnKind, ParquetColumn, ParquetWriter, Values};
use debulha_learn::export::{KEYS, LABEL, PageTable, TextFormat};
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write, stdout};
use std::path::Path;

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FeatureFormat {
    Csv,
    Arff,
    Parquet,
}

impl FeatureFormat {
    /// By the ending of a file's name; CSV where that says nothing.
    pub(super) fn of(path: &Path) -> Self {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some(ending) if ending.eq_ignore_ascii_case("arff") => FeatureFormat::Arff,
            Some(ending) if ending.eq_ignore_ascii_case("parquet") => FeatureFormat::Parquet,
            _ => FeatureFormat::Csv,
        }
    }

    fn text(self) -> Option<TextFormat> {
        match self {
            FeatureFormat::Csv => Some(TextFormat::Csv),
            FeatureFormat::Arff => Some(TextFormat::Arff),
            FeatureFormat::Parquet => None,
        }
    }
}

/// The rows of a page as far as a worker can make them.
pub(super) enum FeatureRows {
    Text(String),
    Table(PageTable),
}

impl FeatureRows {
    pub(super) fn of(table: PageTable, format: FeatureFormat) -> Self {
        match format.text() {
            Some(text) => FeatureRows::Text(text.rows(&table)),
            None => FeatureRows::Table(table),
        }
    }
}

type Out = Box<dyn Write + Send>;

/// The file that rows are added to.
pub(super) enum TableFile {
    Text(BufWriter<Out>),
    Parquet(Box<ParquetWriter<Out>>),
}

impl TableFile {
    /// Opens the file, `-` being standard output, and writes what stands before the rows.
    ///
    /// # Errors
    /// Of opening and writing; [`Usage`] for Parquet on a terminal.
    pub(super) fn open(
        path: &Path,
        format: FeatureFormat,
        columns: &TableColumns,
        labelled: bool,
    ) -> Result<Self> {
        let is_stdout = path == Path::new("-");
        if is_stdout && format == FeatureFormat::Parquet && stdout().is_terminal() {
            return Err(Usage(
                "Parquet cannot be written to a terminal; name a file with -o FILE".to_owned(),
            )
            .into());
        }
        let out: Out = if is_stdout {
            Box::new(stdout())
        } else {
            Box::new(File::create(path).with_context(|| path.display().to_string())?)
        };
        let Some(text) = format.text() else {
            let keys = KEYS.map(|name| {
                ParquetColumn::new(name, if name == "node" { ColumnKind::Integer } else { ColumnKind::Text })
            });
            let names = columns.names().into_iter();
            let features = names.map(|name| ParquetColumn::new(name, ColumnKind::Real));
            let label = labelled.then(|| ParquetColumn::new(LABEL, ColumnKind::Real));
            let columns: Vec<ParquetColumn> = keys.into_iter().chain(features).chain(label).collect();
            return Ok(TableFile::Parquet(Box::new(ParquetWriter::new(out, &columns)?)));
        };
        let mut out = BufWriter::new(out);
        out.write_all(text.header(columns.unit(), &columns.names(), labelled).as_bytes())?;
        Ok(TableFile::Text(out))
    }

    /// Adds the rows of a page.
    ///
    /// # Errors
    /// Of writing.
    pub(super) fn write(&mut self, part: FeatureRows) -> Result<()> {
        match (self, part) {
            (TableFile::Text(out), FeatureRows::Text(text)) => {
                out.write_all(text.as_bytes())?;
                // Whoever is stopped has lost no page that was done.
                out.flush()?;
            }
            (TableFile::Parquet(writer), FeatureRows::Table(table)) => writer.push(&columns(&table))?,
            (TableFile::Text(_), FeatureRows::Table(_)) | (TableFile::Parquet(_), FeatureRows::Text(_)) => {}
        }
        Ok(())
    }

    /// Writes the end.
    ///
    /// # Errors
    /// Of writing.
    pub(super) fn finish(self) -> Result<()> {
        match self {
            TableFile::Text(mut out) => out.flush()?,
            TableFile::Parquet(writer) => writer.finish()?.flush()?,
        }
        Ok(())
    }
}

/// A page's table by columns.
fn columns(table: &PageTable) -> Vec<Values<'_>> {
    let rows = &table.rows;
    let mut columns = vec![
        Values::Text(vec![table.page.as_str(); rows.len()]),
        Values::Integer(rows.iter().map(|row| i64::from(row.node.0)).collect()),
        Values::Text(rows.iter().map(|row| row.xpath.as_str()).collect()),
        Values::Text(rows.iter().map(|row| row.tag.as_str()).collect()),
    ];
    let column = |place| Values::Real((0..rows.len()).map(|row| table.values.row(row)[place]).collect());
    columns.extend((0..table.values.width()).map(column));
    columns.extend(table.labels.as_ref().map(|labels| Values::Real(labels.clone())));
    columns
}
