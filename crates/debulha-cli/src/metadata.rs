//! `debulha metadata`: what a page says about itself.

use crate::inputs::Input;
use crate::reading::ReadingArgs;
use anyhow::{Result, anyhow};
use debulha::core::metadata::extract;
use debulha::core::write::{Written, render};
use debulha::dom::{decode::decode, parse};
use debulha::{ContentDocument, Document, Format, Metadata, Page, Pipeline, WriteOptions};
use serde_json::Value;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Read the metadata of a page as JSON: each value with its source and the runners-up
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The page, or - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// Runs the verb.
///
/// # Errors
/// A page that cannot be read, and those of standard output.
pub(crate) fn metadata(args: &Args) -> Result<ExitCode> {
    args.reading.apply(Pipeline::default())?;
    let input = Input::one(&args.file);
    let page = args.reading.read(&input).map_err(|reason| anyhow!("{}: {reason}", input.name))?;
    let text = decode(&page.bytes, args.reading.charset()).text;
    let parsed = parse(&text, &args.reading.limits());
    let options = args.reading.page_options();
    let page = Page::with_options(&parsed.document, args.reading.url.as_deref(), options);
    let metadata = json(&parsed.document, &extract(&page))?;
    writeln!(stdout().lock(), "{metadata:#}")?;
    Ok(ExitCode::SUCCESS)
}

/// The metadata as the JSON format has it.
///
/// # Errors
/// None that is known: the writer gives valid JSON.
pub(crate) fn json(document: &Document, metadata: &Metadata) -> serde_json::Result<Value> {
    let written = Written {
        document,
        byte_map: None,
        content: &ContentDocument::default(),
        metadata: Some(metadata),
        records: None,
        comments: &[],
        url: None,
        extractor: "",
        agreement: None,
        verdict: None,
        warnings: &[],
    };
    let options = WriteOptions { metadata: true, ..WriteOptions::default() };
    let mut page: Value = serde_json::from_str(&render(Format::Json, &written, &options))?;
    Ok(page["metadata"].take())
}
