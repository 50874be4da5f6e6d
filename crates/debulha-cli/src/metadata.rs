//! `debulha metadata`: what a page says about itself.

use crate::inputs::Input;
use crate::reading::ReadingArgs;
use anyhow::{Result, anyhow};
use debulha_core::Evidence;
use debulha_core::metadata::extract;
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
    args.reading.check()?;
    let input = Input::one(&args.file);
    let loaded = args.reading.load(&input).map_err(|reason| anyhow!("{}: {reason}", input.name))?;
    let metadata = extract(&loaded.page.page(Evidence::of_url(args.reading.url.as_deref())));
    writeln!(stdout().lock(), "{:#}", serde_json::to_value(&metadata)?)?;
    Ok(ExitCode::SUCCESS)
}
