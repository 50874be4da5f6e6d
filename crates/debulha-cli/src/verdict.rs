//! `debulha verdict`: what became of pages, a line each.

use crate::help;
use crate::inputs::Input;
use crate::output::{Form, Shape, Style};
use crate::pages::{PageLine, PageOutput, PagesArgs, json_line};
use crate::reading::{Fault, ReadingArgs};
use crate::system::SystemArgs;
use anyhow::Result;
use debulha::Pipeline;
use debulha_core::verdict::Verdict;
use std::process::ExitCode;

/// Judge pages: content, or an error page, a wall, an empty shell, a listing
///
/// Writes a line for each page, with tabs: the file, the verdict, the word F1 that the system expects of its answer (- where
/// it cannot tell), and the evidence. Verdicts are ok, partial, shell (scripts would fill the page), consent, paywall,
/// login, error-page and listing.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    system: SystemArgs,
    /// Lines with tabs, or an object a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", help_heading = help::OUTPUT)]
    format: VerdictFormat,
    #[command(flatten)]
    pages: PagesArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum VerdictFormat {
    Text,
    Json,
}

/// Runs the verb.
///
/// # Errors
/// A command line that makes no sense, and those of standard output.
pub(crate) fn verdict(args: &Args) -> Result<ExitCode> {
    let pipeline = args.reading.apply(args.system.pipeline()?)?;
    let inputs = args.pages.inputs(&args.reading)?;
    let style = match args.format {
        VerdictFormat::Text => Style { extension: "txt", form: Form::Rows { header: String::new() } },
        VerdictFormat::Json => Style { extension: "json", form: Form::JsonLines },
    };
    args.pages.run(inputs, &style, |input, shape| Ok(judge(&pipeline, args, input, shape)?))
}

fn judge(pipeline: &Pipeline, args: &Args, input: &Input, shape: Shape) -> Result<PageOutput, String> {
    let page = args.reading.read(input)?;
    if let Some(Fault::Damaged(reason)) = page.fault {
        return Err(reason);
    }
    let given = debulha::Input::from(&page.bytes).charset(page.charset.as_deref()).url(page.url.as_deref());
    let verdict = pipeline.extract(given).verdict;
    let text = match (args.format, shape) {
        (VerdictFormat::Text, Shape::Document) => line(&input.name, &verdict),
        _ => json_line(&PageLine { file: &input.name, page: &verdict })?,
    };
    Ok(PageOutput::new(text, page.fault))
}

fn line(name: &str, verdict: &Verdict) -> String {
    let confidence = verdict.confidence.map_or("-".to_owned(), |confidence| format!("{confidence:.2}"));
    let evidence: Vec<String> =
        verdict.evidence.iter().map(|sign| format!("{}: {}", sign.rule, sign.detail)).collect();
    let evidence = evidence.join("; ").replace(['\t', '\n', '\r'], " ");
    format!("{name}\t{}\t{confidence}\t{evidence}", verdict.kind)
}
