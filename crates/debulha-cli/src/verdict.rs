//! `debulha verdict`: the result for pages, a line each.

use crate::format::{RowFormat, RowFormatArgs};
use crate::inputs::PageInput;
use crate::output::OutputShape;
use crate::pages::{PageLine, PageOutput, PagesArgs, json_line};
use crate::reading::{ReadFault, ReadingArgs};
use crate::system::SystemArgs;
use anyhow::Result;
use debulha::Pipeline;
use debulha_core::verdict::Verdict;
use std::process::ExitCode;

/// Classify pages: content, error page, wall, empty shell, listing
///
/// Writes one line per page, separated by tabs: the file, the verdict, the expected word F1 of the extraction (- if
/// unknown), and the evidence. Verdicts are ok, partial, shell (filled by scripts), consent, paywall, login, error-page
/// and listing.
#[derive(Debug, clap::Args)]
pub struct VerdictArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    system: SystemArgs,
    #[command(flatten)]
    format: RowFormatArgs,
    #[command(flatten)]
    pages: PagesArgs,
}

/// The columns of a table.
const COLUMNS: [&str; 4] = ["file", "verdict", "confidence", "evidence"];

/// Runs the verb.
///
/// # Errors
/// A usage error, and those of standard output.
pub(crate) fn verdict(args: &VerdictArgs) -> Result<ExitCode> {
    let pipeline = args.reading.apply(args.system.pipeline()?)?;
    let inputs = args.pages.inputs(&args.reading)?;
    let format = match args.format.of(args.pages.output(), RowFormat::Text)? {
        // Also of one page, so that a script reads one kind of output.
        RowFormat::Json => RowFormat::Jsonl,
        format => format,
    };
    args.pages.run(inputs, &format.style(&COLUMNS), |input, shape| {
        Ok(judge(&pipeline, args, format, input, shape)?)
    })
}

fn judge(
    pipeline: &Pipeline,
    args: &VerdictArgs,
    format: RowFormat,
    input: &PageInput,
    shape: OutputShape,
) -> Result<PageOutput, String> {
    let page = args.reading.read(input)?;
    if let Some(ReadFault::Damaged(reason)) = page.fault {
        return Err(reason);
    }
    let given = debulha::Input::from(&page.bytes).charset(page.charset.as_deref()).url(page.url.as_deref());
    let verdict = pipeline.extract(given).verdict;
    let text = match shape {
        OutputShape::Document if format != RowFormat::Jsonl => row(format, &input.name, &verdict)?,
        _ => json_line(&PageLine { file: &input.name, page: &verdict })?,
    };
    Ok(PageOutput::new(text, page.fault))
}

fn row(format: RowFormat, name: &str, verdict: &Verdict) -> Result<String, String> {
    let none = if format == RowFormat::Text { "-" } else { "" };
    let confidence = verdict.confidence.map_or(none.to_owned(), |confidence| format!("{confidence:.2}"));
    let evidence: Vec<String> =
        verdict.evidence.iter().map(|sign| format!("{}: {}", sign.rule, sign.detail)).collect();
    format.row([name, verdict.kind.name(), &confidence, &evidence.join("; ")])
}
