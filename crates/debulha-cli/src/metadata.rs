//! `debulha metadata`: what a page says about itself.

use crate::inputs::Input;
use crate::reading::ReadingArgs;
use anyhow::{Result, anyhow};
use debulha::core::metadata;
use debulha::dom::{decode::decode, parse};
use debulha::{Page, Pipeline};
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
    let metadata = serde_json::to_string_pretty(&metadata::extract(&page))?;
    writeln!(stdout().lock(), "{metadata}")?;
    Ok(ExitCode::SUCCESS)
}
