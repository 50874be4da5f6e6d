//! `debulha compare`: several systems side by side on one page.

use crate::format::FormatArgs;
use crate::help;
use crate::inputs::PageInput;
use crate::messages;
use crate::models::ModelArgs;
use crate::reading::{Loaded, ReadFault, ReadingArgs};
use crate::site::learned::StoreArgs;
use crate::system::SystemsArgs;
use anyhow::{Context, Result, anyhow};
use debulha_compare::System;
use debulha_compare::html::{self, HtmlOptions};
use debulha_compare::text::{self, TextOptions};
use debulha_compare::{COMPARISON_VERSION, Comparison};
use debulha_core::Evidence;
use debulha_core::Scratch;
use serde_json::{Value, json};
use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Compare what several systems keep of a page
///
/// Shows one line per text block and one column per system: kept, kept in part (with the percentage of its words), or
/// dropped. A further column shows the share of systems that agree with the majority. The last table shows the agreement
/// of each pair of systems.
#[derive(Debug, clap::Args)]
pub struct CompareArgs {
    /// HTML file or URL, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Text file with the expected content; each system is scored against it
    #[arg(long, value_name = "FILE", help_heading = help::INPUT)]
    gold: Option<PathBuf>,
    #[command(flatten)]
    systems: SystemsArgs,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    format: FormatArgs,
    /// Also write an HTML report with the text, the decisions and a map
    #[arg(long, value_name = "FILE", help_heading = help::OUTPUT)]
    html: Option<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A page that cannot be read, a usage error, and those of the outputs.
pub(crate) fn compare(args: &CompareArgs) -> Result<ExitCode> {
    let built = args.systems.build(&args.store, &args.model.read()?)?;
    let systems: Vec<System> = built.into_iter().map(System::of).collect();
    args.reading.check()?;
    let input = PageInput::one(&args.file);
    let Loaded { page: loaded, fault, url } =
        args.reading.load(&input).map_err(|reason| anyhow!("{}: {reason}", input.name))?;
    if let Some(reason) = fault.map(ReadFault::into_reason) {
        messages::line(&format!("{}: warning: {reason}", input.name));
    }
    let gold = args
        .gold
        .as_ref()
        .map(|path| std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display())));
    let page = loaded.page(Evidence::of_url(url.as_deref()));
    let comparison = Comparison::of(&page, &systems, gold.transpose()?.as_deref(), &mut Scratch::default());
    if let Some(path) = &args.html {
        let page = html::render(&comparison, &HtmlOptions { title: input.name.clone() });
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut out = stdout().lock();
    if args.format.is_json() {
        let mut object = json!({ "schema": COMPARISON_VERSION, "file": input.name });
        if let (Value::Object(object), Value::Object(fields)) =
            (&mut object, serde_json::to_value(&comparison)?)
        {
            object.extend(fields);
        }
        writeln!(out, "{object}")?;
    } else {
        write!(out, "{}", text::render(&comparison, &input.name, layout()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The width of the terminal; colours on terminals alone, unless `NO_COLOR` is set (no-color.org).
fn layout() -> TextOptions {
    let is_terminal = stdout().is_terminal();
    let has_colour = is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let width =
        is_terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0));
    let default = TextOptions::default();
    TextOptions { width: width.unwrap_or(default.width), colour: has_colour }
}
