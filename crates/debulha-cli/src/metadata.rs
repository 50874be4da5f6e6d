//! `debulha metadata`: what pages say about themselves.

use crate::exit::Usage;
use crate::format::{RowFormat, RowFormatArgs};
use crate::inputs::PageInput;
use crate::output::OutputShape;
use crate::pages::{PageLine, PageOutput, PagesArgs, json_line};
use crate::reading::ReadingArgs;
use anyhow::Result;
use debulha::metadata::describe;
use debulha_core::Evidence;
use serde_json::Value;
use std::process::ExitCode;

/// Read metadata, each value with its source and alternatives
///
/// One page is a JSON object; several are one object per line, with the `file` first. CSV and TSV have one row per page
/// with the chosen value of each field; several authors, categories or tags are separated by "; ".
#[derive(Debug, clap::Args)]
pub struct MetadataArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    format: RowFormatArgs,
    #[command(flatten)]
    pages: PagesArgs,
}

/// The columns of a table: the file, fields of the JSON object, and those of its `product`.
const COLUMNS: [&str; 23] = [
    "file",
    "title",
    "authors",
    "published",
    "modified",
    "site_name",
    "url",
    "description",
    "language",
    "license",
    "image",
    "page_type",
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
];

/// Runs the verb.
///
/// # Errors
/// A command line that makes no sense, or an output that cannot be written.
pub(crate) fn metadata(args: &MetadataArgs) -> Result<ExitCode> {
    args.reading.check()?;
    let inputs = args.pages.inputs(&args.reading)?;
    let format = args.format.of(args.pages.output(), RowFormat::Json)?;
    if format == RowFormat::Text {
        return Err(Usage(
            "metadata cannot be written as text; use --format json, jsonl, csv or tsv".to_owned(),
        )
        .into());
    }
    args.pages.run(inputs, &format.style(&COLUMNS), |input, shape| Ok(page(args, format, input, shape)?))
}

fn page(
    args: &MetadataArgs,
    format: RowFormat,
    input: &PageInput,
    shape: OutputShape,
) -> Result<PageOutput, String> {
    let loaded = args.reading.load(input)?;
    let page = loaded.page.page(Evidence::of_url(loaded.url.as_deref()));
    let metadata = describe(&page);
    let text = match shape {
        OutputShape::Document if matches!(format, RowFormat::Csv | RowFormat::Tsv) => {
            row(format, &input.name, &serde_json::to_value(&metadata).map_err(|error| error.to_string())?)?
        }
        OutputShape::Document => {
            serde_json::to_string_pretty(&metadata).map_err(|error| error.to_string())?
        }
        OutputShape::JsonLine => json_line(&PageLine { file: &input.name, page: &metadata })?,
    };
    Ok(PageOutput::new(text, loaded.fault))
}

/// A page as a row of a table.
fn row(format: RowFormat, file: &str, metadata: &Value) -> Result<String, String> {
    let value = |name: &str| match name.strip_prefix("product_") {
        Some(name) => &metadata["product"][name],
        None => &metadata[name],
    };
    let field = |name: &&str| match value(name) {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; "),
        _ => String::new(),
    };
    let fields: Vec<String> = COLUMNS[1..].iter().map(field).collect();
    format.row(std::iter::once(file).chain(fields.iter().map(String::as_str)))
}
