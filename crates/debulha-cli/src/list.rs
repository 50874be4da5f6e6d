//! `debulha list`: the systems there are.

use crate::format::FormatArgs;
use anyhow::Result;
use debulha::systems::SystemDescription;
use serde_json::Value;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// List extractors, segmenters and site methods
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs the verb.
///
/// # Errors
/// Those of standard output.
pub(crate) fn list(args: &ListArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let all = SystemDescription::all();
    if args.format.is_json() {
        let all: Value = all.iter().map(SystemDescription::json).collect();
        writeln!(out, "{all:#}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let ids = all.iter().map(|system| system.id.len()).max().unwrap_or_default();
    let titles = all.iter().map(|system| system.title.chars().count()).max().unwrap_or_default();
    writeln!(out, "  {:ids$}  {:titles$}  {:8}  needs", "id", "title", "decides")?;
    let mut role = "extractor";
    for system in &all {
        if system.role != role {
            role = system.role;
            writeln!(out, "\n  {role}s, for {}", verbs(role))?;
        }
        let mark = if system.is_default() { '*' } else { ' ' };
        let needs = system.needs.names().collect::<Vec<_>>().join(", ");
        let needs = if needs.is_empty() { "the page" } else { &needs };
        writeln!(out, "{mark} {:ids$}  {:titles$}  {:8}  {needs}", system.id, system.title, system.unit)?;
    }
    writeln!(out, "\n* is the default; `debulha explain ID` describes a system")?;
    Ok(ExitCode::SUCCESS)
}

/// The verbs that take systems of a role, where not all do.
fn verbs(role: &str) -> &'static str {
    match role {
        "segmenter" => "`debulha segment`",
        "site method" => "`debulha site learn`, then --site-store with the others",
        _ => "",
    }
}
