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
use debulha_core::metadata::Metadata;
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

/// Runs the verb.
///
/// # Errors
/// A usage error, or an output that cannot be written.
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
    let columns = Metadata::default().columns();
    let columns: Vec<&str> =
        std::iter::once("file").chain(columns.iter().map(|(name, _)| name.as_str())).collect();
    args.pages.run(inputs, &format.style(&columns), |input, shape| Ok(page(args, format, input, shape)?))
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
            let columns = metadata.metadata.columns();
            format.row(
                std::iter::once(input.name.as_str()).chain(columns.iter().map(|(_, value)| value.as_str())),
            )?
        }
        OutputShape::Document => {
            serde_json::to_string_pretty(&metadata).map_err(|error| error.to_string())?
        }
        OutputShape::JsonLine => json_line(&PageLine { file: &input.name, page: &metadata })?,
    };
    Ok(PageOutput::new(text, loaded.fault))
}
