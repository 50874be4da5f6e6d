//! `debulha explain`: how a system decides, and its parameters.

use crate::describe;
use crate::system::find_near;
use anyhow::Result;
use debulha::ExtractorInfo;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// Explain a system: how it decides, what it costs, its parameters and where it fails
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Id of the system
    id: String,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Runs the verb.
///
/// # Errors
/// An unknown id, and those of standard output.
pub(crate) fn explain(args: &Args) -> Result<ExitCode> {
    let info = find_near(&args.id)?;
    let mut out = stdout().lock();
    if args.json {
        let mut description = describe::json(info);
        description["docs"] = docs(info).into();
        writeln!(out, "{description:#}")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "# {} (`{}`)\n\n{}", info.title, info.id, docs(info))?;
    writeln!(out, "\n## Parameters")?;
    for param in info.params {
        write!(out, "- `{}` = {}", param.name, (param.default)())?;
        if !param.range.is_empty() {
            write!(out, ", in {}", param.range)?;
        }
        writeln!(out, ": {}", one_line(param.docs))?;
    }
    if info.params.is_empty() {
        writeln!(out, "None.")?;
    }
    if !info.presets.is_empty() {
        writeln!(out, "\n## Presets")?;
        for preset in info.presets {
            writeln!(out, "- `{}` = {}: {}", preset.name, one_line(preset.params), one_line(preset.docs))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The documentation without the space that stands before each line of a doc comment.
fn docs(info: &ExtractorInfo) -> String {
    let lines = info.docs.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
