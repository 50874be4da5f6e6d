//! Records of all pages as one table.

use super::RecordSearch;
use crate::inputs::{Inputs, PageInput};
use crate::output::{WholeFile, is_file_path, refuse_inputs};
use crate::pages::{PagesArgs, json_line};
use crate::reading::ReadFault;
use anyhow::{Context, Result};
use debulha_core::Page;
use debulha_core::features::records::{
    self, Candidate, PLACE_COLUMNS, PageRecords, RecordRow, RecordTable, agree,
};
#[cfg(feature = "bulk")]
use debulha_io::parquet_file::{ColumnKind, ParquetColumn, ParquetWriter, Values};
use serde_json::{Map, Value};
use std::io::{BufWriter, Write, stdout};
use std::path::Path;
use std::process::ExitCode;

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableFormat {
    Csv,
    JsonLines,
    Parquet,
}

impl TableFormat {
    /// The file of a table in an output directory.
    fn file_name(self) -> &'static str {
        match self {
            TableFormat::Csv => "records.csv",
            TableFormat::JsonLines => "records.jsonl",
            TableFormat::Parquet => "records.parquet",
        }
    }
}

/// Rows of a group of Parquet.
#[cfg(feature = "bulk")]
const ROWS_AT_ONCE: usize = 10_000;

/// Regions of a page among which the pages choose (our decision: a page of few results has several larger menus).
const CANDIDATES: usize = 16;

/// Share of a page's best score from which on a region speaks for its place (our decision).
const STRONG_SHARE: f64 = 0.5;

/// A choice of the records of a page.
pub(super) struct RecordsChoice {
    candidate: Candidate,
    records: PageRecords,
}

/// The regions that may be the main one of a page, with their records.
pub(super) fn candidates(page: &Page<'_>, search: &RecordSearch) -> Vec<RecordsChoice> {
    let found = records::candidates(page, &search.params, search.kept(page).as_ref(), CANDIDATES);
    let choice = |candidate: Candidate| {
        let records = PageRecords::of(page, std::slice::from_ref(&candidate.region));
        RecordsChoice { candidate, records }
    };
    found.into_iter().map(choice).collect()
}

/// All regions of a page as one choice.
pub(super) fn all(page: &Page<'_>, search: &RecordSearch) -> Vec<RecordsChoice> {
    let regions = search.regions(page);
    let records = PageRecords::of(page, &regions);
    let place = String::new();
    let first = regions.into_iter().next();
    first
        .map(|region| RecordsChoice { candidate: Candidate { region, place }, records })
        .into_iter()
        .collect()
}

/// The records of each page: those in the place that the pages agree on.
fn chosen(pages: Vec<Vec<RecordsChoice>>) -> Vec<PageRecords> {
    let candidates: Vec<Vec<&Candidate>> =
        pages.iter().map(|page| page.iter().map(|choice| &choice.candidate).collect()).collect();
    let agreed = agree(&candidates, STRONG_SHARE);
    let take =
        |(mut page, at): (Vec<RecordsChoice>, Option<usize>)| at.map(|at| page.swap_remove(at).records);
    pages.into_iter().zip(agreed).map(|page| take(page).unwrap_or_default()).collect()
}

/// Reads all pages, and writes their records as one table behind the last: only then all columns are known.
///
/// # Errors
/// An output that is an input, or cannot be written.
pub(super) fn run(
    pages: &PagesArgs,
    inputs: Inputs,
    format: TableFormat,
    read: impl Fn(&PageInput) -> Result<(Vec<RecordsChoice>, Option<ReadFault>), String> + Sync,
) -> Result<ExitCode> {
    let out = TableOut::open(pages, &inputs, format)?;
    let (mut files, mut found) = (Vec::new(), Vec::new());
    let code = pages.gather(inputs, read, |input, records| {
        files.push(input.name);
        found.push(records);
    })?;
    out.write(&RecordTable::new(chosen(found)), &files)?;
    Ok(code)
}

/// Where a table is written.
pub(super) struct TableOut {
    format: TableFormat,
    /// `None` for standard output.
    file: Option<WholeFile>,
}

impl TableOut {
    /// Opens it before the pages are read.
    ///
    /// # Errors
    /// An output that is an input, or cannot be written.
    pub(super) fn open(pages: &PagesArgs, inputs: &Inputs, format: TableFormat) -> Result<Self> {
        let file = pages.output().map(|path| open(path, inputs, format)).transpose()?;
        Ok(TableOut { format, file })
    }

    /// Writes the table.
    ///
    /// # Errors
    /// Those of the output.
    pub(super) fn write(mut self, table: &RecordTable, files: &[String]) -> Result<()> {
        let own = table.columns.iter().map(String::as_str);
        let columns: Vec<&str> = PLACE_COLUMNS.into_iter().chain(own).collect();
        let out: &mut (dyn Write + Send) = match &mut self.file {
            Some(file) => file,
            None => &mut stdout(),
        };
        let mut out = BufWriter::new(out);
        match self.format {
            TableFormat::Csv => csv(table, &columns, files, &mut out)?,
            TableFormat::JsonLines => json_lines(table, &columns, files, &mut out)?,
            #[cfg(feature = "bulk")]
            TableFormat::Parquet => parquet(table, &columns, files, &mut out)?,
            #[cfg(not(feature = "bulk"))]
            TableFormat::Parquet => return Err(crate::absent::missing("Parquet", "bulk").into()),
        }
        out.flush().context("cannot write")?;
        drop(out);
        self.file.map_or(Ok(()), WholeFile::finish).context("cannot write")
    }
}

/// The file of the table; in a directory it has a name of its own.
fn open(path: &Path, inputs: &Inputs, format: TableFormat) -> Result<WholeFile> {
    let path = if is_file_path(path) { path.to_owned() } else { path.join(format.file_name()) };
    refuse_inputs(&path, inputs)?;
    WholeFile::create(&path).with_context(|| format!("cannot write to {}", path.display()))
}

fn csv(table: &RecordTable, columns: &[&str], files: &[String], out: &mut dyn Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns)?;
    for row in &table.rows {
        let numbers = [row.region, row.record].map(|number| number.to_string());
        let place = [files[row.page].as_str(), &numbers[0], &numbers[1]];
        writer.write_record(place.into_iter().chain(whole(row, table.columns.len())))?;
    }
    writer.flush()?;
    Ok(())
}

/// The values of a row for all columns.
fn whole(row: &RecordRow, columns: usize) -> impl Iterator<Item = &str> {
    let mut values = row.values.iter().peekable();
    (0..columns)
        .map(move |at| values.next_if(|(place, _)| *place == at).map_or("", |(_, value)| value.as_str()))
}

fn json_lines(table: &RecordTable, columns: &[&str], files: &[String], out: &mut dyn Write) -> Result<()> {
    for row in &table.rows {
        let mut object = Map::new();
        object.insert(PLACE_COLUMNS[0].to_owned(), Value::from(files[row.page].as_str()));
        object.insert(PLACE_COLUMNS[1].to_owned(), Value::from(row.region));
        object.insert(PLACE_COLUMNS[2].to_owned(), Value::from(row.record));
        let values = whole(row, table.columns.len());
        // Every row has every field, so that readers see one schema.
        let fields = columns[PLACE_COLUMNS.len()..].iter().zip(values);
        object.extend(
            fields.map(|(name, value)| {
                ((*name).to_owned(), Some(value).filter(|value| !value.is_empty()).into())
            }),
        );
        writeln!(out, "{}", json_line(&object).map_err(anyhow::Error::msg)?)?;
    }
    Ok(())
}

#[cfg(feature = "bulk")]
fn parquet(table: &RecordTable, columns: &[&str], files: &[String], out: impl Write + Send) -> Result<()> {
    let kind = |at: usize| {
        if (1..PLACE_COLUMNS.len()).contains(&at) { ColumnKind::Integer } else { ColumnKind::Text }
    };
    let described: Vec<ParquetColumn> =
        columns.iter().enumerate().map(|(at, name)| ParquetColumn::new(*name, kind(at))).collect();
    let mut writer = ParquetWriter::new(out, &described)?;
    for rows in table.rows.chunks(ROWS_AT_ONCE) {
        let mut values = vec![
            Values::Text(rows.iter().map(|row| files[row.page].as_str()).collect()),
            Values::Integer(rows.iter().map(|row| row.region as i64).collect()),
            Values::Integer(rows.iter().map(|row| row.record as i64).collect()),
        ];
        let mut texts: Vec<Vec<&str>> = vec![Vec::with_capacity(rows.len()); table.columns.len()];
        for row in rows {
            for (column, value) in texts.iter_mut().zip(whole(row, table.columns.len())) {
                column.push(value);
            }
        }
        values.extend(texts.into_iter().map(Values::Text));
        writer.push(&values)?;
    }
    writer.finish()?.flush().context("cannot write")
}
