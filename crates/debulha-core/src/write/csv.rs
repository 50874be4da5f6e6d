//! A page as a row of a table.

use super::trafilatura::{TrafilaturaFields, comments, text};
use super::{Compat, WriteOptions, Writer, Written};
use crate::metadata::Metadata;
use std::fmt;

/// One row, quoted as RFC 4180 says where a value has a separator, a quote or a line break. Metadata is always in it, as far as it
/// was read.
///
/// Values stand as the page has them, also those that a spreadsheet would take for a formula.
pub(super) struct CsvWriter;

/// The columns before those of metadata, under the names that JSON has for them.
const BEFORE: [&str; 4] = ["url", "extractor", "verdict", "confidence"];

/// The columns after them.
const AFTER: [&str; 2] = ["text", "comments"];

/// The columns of metadata with their values. The URL is a column of its own, since a page may be given one.
fn columns(metadata: &Metadata) -> impl Iterator<Item = (String, String)> {
    metadata.columns().into_iter().filter(|(name, _)| name != BEFORE[0])
}

/// What trafilatura writes for a value that is missing.
const NULL: &str = "null";

/// The row with the names of the columns; `None` for the tables of trafilatura, which have none.
pub fn csv_header(options: &WriteOptions) -> Option<String> {
    match options.compat {
        None => {
            let own: Vec<String> = columns(&Metadata::default()).map(|(name, _)| name).collect();
            let own = own.iter().map(String::as_str);
            let names: Vec<&str> = BEFORE.into_iter().chain(own).chain(AFTER).collect();
            Some(names.join(","))
        }
        Some(Compat::Trafilatura) => None,
    }
}

impl Writer for CsvWriter {
    fn write(&self, written: &Written<'_>, options: &WriteOptions, out: &mut dyn fmt::Write) -> fmt::Result {
        let unread = Metadata::default();
        let metadata = written.metadata.unwrap_or(&unread);
        match options.compat {
            None => write_row(out, b',', &own(written, metadata, options)),
            Some(Compat::Trafilatura) => write_row(out, b'\t', &theirs(written, metadata, options)),
        }
    }
}

/// The values of the columns; what is missing is empty.
fn own(written: &Written<'_>, metadata: &Metadata, options: &WriteOptions) -> Vec<String> {
    let confidence = written.verdict.and_then(crate::verdict::Verdict::rounded_confidence);
    let before = [
        written.address().unwrap_or_default().to_owned(),
        written.extractor.to_owned(),
        written.verdict.map(|verdict| verdict.kind.to_string()).unwrap_or_default(),
        confidence.map(|confidence| confidence.to_string()).unwrap_or_default(),
    ];
    let of_metadata = columns(metadata).map(|(_, value)| value);
    before.into_iter().chain(of_metadata).chain([text(written, options), comments(written)]).collect()
}

/// The columns of trafilatura: url, id, fingerprint, hostname, title, image, date, text, comments, license, pagetype.
fn theirs(written: &Written<'_>, metadata: &Metadata, options: &WriteOptions) -> [String; 11] {
    let fields = TrafilaturaFields::of(written, metadata);
    let value = |value: Option<&str>| value.filter(|value| !value.is_empty()).unwrap_or(NULL).to_owned();
    [
        value(fields.url),
        NULL.to_owned(),
        NULL.to_owned(),
        value(fields.hostname.as_deref()),
        value(fields.title),
        value(fields.image),
        value(fields.date),
        value(Some(&text(written, options))),
        value(Some(&comments(written))),
        value(fields.license),
        value(fields.pagetype),
    ]
}

/// A row without the line break at its end.
fn write_row(out: &mut dyn fmt::Write, delimiter: u8, values: &[String]) -> fmt::Result {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    writer.write_record(values).map_err(|_| fmt::Error)?;
    let bytes = writer.into_inner().map_err(|_| fmt::Error)?;
    // Made of strings, with ASCII between them.
    let row = std::str::from_utf8(&bytes).map_err(|_| fmt::Error)?;
    out.write_str(row.strip_suffix('\n').unwrap_or(row))
}
