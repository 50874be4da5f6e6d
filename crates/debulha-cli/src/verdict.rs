//! `debulha verdict`: what became of pages, a line each.

use crate::batch::{self, Tally, in_order};
use crate::inputs::{Input, Inputs};
use crate::messages::{Level, Messages, guarded};
use crate::reading::{Fault, ReadingArgs};
use crate::system::SystemArgs;
use anyhow::Result;
use debulha::Pipeline;
use debulha_core::verdict::Verdict;
use serde::Serialize;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Say what became of pages: content, or an error, a wall, a shell, a list
///
/// Prints a line a page: file, verdict, the word F1 that the system expects of its answer (- where it cannot tell), and the
/// evidence, separated by tabs. Verdicts: ok, partial, shell (needs rendering), consent, paywall, login, error-page, listing.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files, directories, glob patterns, or - for standard input, the default
    #[arg(value_name = "FILE|DIR|GLOB")]
    inputs: Vec<PathBuf>,
    /// Format: lines with tabs, or an object a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    format: VerdictFormat,
    /// Pages judged at once; 0: as many as there are processors, of which each gets 4 at most
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    #[command(flatten)]
    system: SystemArgs,
    #[command(flatten)]
    reading: ReadingArgs,
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
    let inputs = Inputs::find(&args.inputs, None)?;
    let messages = Messages::new(Level::Normal, None);
    let pool = batch::pool(args.jobs)?;
    let mut tally = Tally::default();
    let mut out = stdout().lock();
    let work = |input: Input| {
        let judged = guarded(|| judge(&pipeline, args, &input)).and_then(|result| result);
        (input.name, judged)
    };
    in_order(&pool, inputs.list, work, |(name, judged)| {
        match judged {
            Ok(verdict) => {
                tally.written += 1;
                match args.format {
                    VerdictFormat::Text => writeln!(out, "{}", line(&name, &verdict))?,
                    VerdictFormat::Json => {
                        let line = Line { file: &name, verdict: &verdict };
                        writeln!(out, "{}", serde_json::to_string(&line)?)?;
                    }
                }
            }
            Err(reason) => {
                tally.failed += 1;
                messages.say(Level::Normal, &format!("{name}: {reason}"));
            }
        }
        Ok(())
    })?;
    Ok(tally.exit_code())
}

fn judge(pipeline: &Pipeline, args: &Args, input: &Input) -> Result<Verdict, String> {
    let page = args.reading.read(input)?;
    if let Some(Fault::Damaged(reason)) = page.fault {
        return Err(reason);
    }
    let url = input.url.as_deref().or(args.reading.url.as_deref());
    let page = debulha::Input::from(&page.bytes).charset(args.reading.charset()).url(url);
    Ok(pipeline.extract(page).verdict)
}

fn line(name: &str, verdict: &Verdict) -> String {
    let confidence = verdict.confidence.map_or("-".to_owned(), |confidence| format!("{confidence:.2}"));
    let evidence: Vec<String> =
        verdict.evidence.iter().map(|sign| format!("{}: {}", sign.rule, sign.detail)).collect();
    let evidence = evidence.join("; ").replace(['\t', '\n', '\r'], " ");
    format!("{name}\t{}\t{confidence}\t{evidence}", verdict.kind)
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    verdict: &'a Verdict,
}
