//! `debulha explain`: how a system decides and its parameters, or what a model holds.

#[cfg(feature = "learn")]
mod model;
#[cfg(feature = "learn")]
mod outline;

use crate::format::FormatArgs;
use crate::known::{self, KnownValues};
use crate::system::find_any;
use anyhow::Result;
use debulha_core::criteria::Criteria;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// Explain how a system decides, or what a model contains
///
/// For a system: how it decides, its cost, its parameters and where it fails. For a model: its training data, its scores
/// and the importance of its features.
#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// System id; `debulha list` shows all
    #[cfg_attr(feature = "learn", arg(required_unless_present = "model"))]
    #[cfg_attr(not(feature = "learn"), arg(required = true))]
    #[arg(value_parser = KnownValues::text(known::systems), hide_possible_values = true)]
    id: Option<String>,
    #[cfg(feature = "learn")]
    #[command(flatten)]
    of_model: model::ExplainModelArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs the verb.
///
/// # Errors
/// An unknown id, a file that is no model, and those of standard output.
pub(crate) fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    #[cfg(feature = "learn")]
    args.of_model.check()?;
    #[cfg(feature = "learn")]
    if let Some(path) = &args.of_model.model {
        write!(out, "{}", model::describe(path, &args.of_model, args.format.is_json())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let system = find_any(args.id.as_deref().unwrap_or_default())?;
    if args.format.is_json() {
        writeln!(out, "{:#}", system.json())?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "# {} (`{}`)\n\n{}", system.title, system.id, system.docs())?;
    if let Some(criteria) = Criteria::of(system.cite) {
        let note = criteria.note.map(|note| format!(" ({note})")).unwrap_or_default();
        writeln!(out, "\n## Criteria of lutz2013\n{}{note}", criteria.words())?;
    }
    writeln!(out, "\n## Parameters")?;
    for param in system.params {
        let (default, accepted) = ((param.default)(), param.accepted());
        writeln!(out, "- `{}` = {default}, {accepted}: {}", param.name, one_line(param.docs))?;
    }
    if system.params.is_empty() {
        writeln!(out, "None.")?;
    }
    if !system.presets.is_empty() {
        writeln!(out, "\n## Presets")?;
        for preset in system.presets {
            writeln!(out, "- `{}` = {}: {}", preset.name, one_line(preset.params), one_line(preset.docs))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
