//! `debulha list`: the systems there are.

use crate::describe;
use anyhow::Result;
use debulha::{DEFAULT_EXTRACTOR, EXTRACTORS};
use serde_json::Value;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// List the systems
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// As JSON, with parameters and presets
    #[arg(long)]
    json: bool,
}

/// Runs the verb.
///
/// # Errors
/// Those of standard output.
pub(crate) fn list(args: &Args) -> Result<ExitCode> {
    let mut out = stdout().lock();
    if args.json {
        let all: Value = EXTRACTORS.iter().map(|info| describe::json(info)).collect();
        writeln!(out, "{all:#}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let ids = EXTRACTORS.iter().map(|info| info.id.len()).max().unwrap_or_default();
    let titles = EXTRACTORS.iter().map(|info| info.title.chars().count()).max().unwrap_or_default();
    writeln!(out, "  {:ids$}  {:titles$}  {:8}  needs", "id", "title", "decides")?;
    for info in EXTRACTORS {
        let mark = if info.id == DEFAULT_EXTRACTOR { '*' } else { ' ' };
        let needs = describe::needs(info.needs).join(", ");
        let needs = if needs.is_empty() { "the page" } else { &needs };
        let unit = describe::word(info.unit);
        writeln!(out, "{mark} {:ids$}  {:titles$}  {unit:8}  {needs}", info.id, info.title)?;
    }
    writeln!(out, "\n* is used unless told otherwise; `debulha explain ID` tells how one decides")?;
    Ok(ExitCode::SUCCESS)
}
