//! A page as a row of a table.

use super::trafilatura::{TrafilaturaFields, comments, text};
use super::{Compat, WriteOptions, Writer, Written};
use crate::metadata::{Metadata, ProductMetadata};
use std::fmt;

/// One row, quoted as RFC 4180 says where a value has a separator, a quote or a line break. Metadata is always in it, as far as it
/// was read.
///
/// Values stand as the page has them, also those that a spreadsheet would take for a formula.
pub(super) struct CsvWriter;

/// The columns, under the names that JSON has for them.
const COLUMNS: [&str; 27] = [
    "url",
    "extractor",
    "verdict",
    "confidence",
    "title",
    "published",
    "modified",
    "site_name",
    "description",
    "language",
    "license",
    "image",
    "page_type",
    "authors",
    "categories",
    "tags",
    "product_name",
    "product_brand",
    "product_sku",
    "product_gtin",
    "product_mpn",
    "product_price",
    "product_currency",
    "product_availability",
    "product_rating",
    "text",
    "comments",
];

/// Stands between the values of a list: authors, categories, tags.
const LIST_SEPARATOR: &str = "; ";

/// What trafilatura writes for a value that is missing.
const NULL: &str = "null";

/// The row with the names of the columns; `None` for the tables of trafilatura, which have none.
pub fn csv_header(options: &WriteOptions) -> Option<String> {
    match options.compat {
        None => Some(COLUMNS.join(",")),
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

/// The values of [`COLUMNS`]; what is missing is empty.
fn own(written: &Written<'_>, metadata: &Metadata, options: &WriteOptions) -> [String; COLUMNS.len()] {
    let value = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let unsold = ProductMetadata::default();
    let product = metadata.product.as_ref().unwrap_or(&unsold);
    let authors: Vec<&str> = metadata.authors.iter().map(|author| author.value.as_str()).collect();
    let confidence = written.verdict.and_then(crate::verdict::Verdict::rounded_confidence);
    [
        value(written.address()),
        written.extractor.to_owned(),
        written.verdict.map(|verdict| verdict.kind.to_string()).unwrap_or_default(),
        confidence.map(|confidence| confidence.to_string()).unwrap_or_default(),
        value(metadata.title.value()),
        value(metadata.published.value()),
        value(metadata.modified.value()),
        value(metadata.site_name.value()),
        value(metadata.description.value()),
        value(metadata.language.value()),
        value(metadata.license.value()),
        value(metadata.image.value()),
        value(metadata.page_type.value()),
        authors.join(LIST_SEPARATOR),
        metadata.categories.join(LIST_SEPARATOR),
        metadata.tags.join(LIST_SEPARATOR),
        value(product.name.value()),
        value(product.brand.value()),
        value(product.sku.value()),
        value(product.gtin.value()),
        value(product.mpn.value()),
        value(product.price.value()),
        value(product.currency.value()),
        value(product.availability.value()),
        value(product.rating.value()),
        text(written, options),
        comments(written),
    ]
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
