//! `debulha extract`: pages to their content, one or millions.

use crate::batch::{self, Tally, in_order};
use crate::exit::Usage;
use crate::inputs::{Input, Inputs, listed};
use crate::layout::LayoutArgs;
use crate::messages::{Level, Messages, guarded};
use crate::output::{Output, Shape};
use crate::query::QueryArgs;
use crate::reading::{Fault, ReadingArgs};
use crate::system::SystemArgs;
use crate::writing::WritingArgs;
use anyhow::{Context, Result};
use debulha::{Extraction, Pipeline};
use debulha_core::Warning;
use debulha_core::{
    metadata::Metadata, query::QueryTerms, verdict::VerdictKind, write::Format, write::WriteOptions,
};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Extract the main content of pages
///
/// Reads files, directories (all files below, but for hidden ones), glob patterns or standard input, compressed
/// (.gz .zst .br) or not, and writes the content of each. Several pages on standard output are separated by a line
/// with a form feed; in JSON they are one object a line.
///
/// An object of JSON lines has the `file`, then `text` (other formats than text: `format` and `content`; JSON: the
/// fields of docs/json-schema.md), or `error` where there is nothing; and the `verdict`, as of `debulha verdict`. Where several systems decide, `agreement` is the
/// mean share of them that decide on a word of the page as it was decided.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct Args {
    /// Files, directories, glob patterns, or - for standard input, the default
    #[arg(value_name = "FILE|DIR|GLOB")]
    inputs: Vec<PathBuf>,
    /// File with the path of a page on each line, after a tab its address where it is known; or - for standard input
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Where to write: a file, a directory (one file a page), FILE.jsonl (one object a line), or - for standard output
    #[arg(short, long, alias = "output-dir", value_name = "PATH")]
    output: Option<PathBuf>,
    /// In an output directory, keep the directories of the inputs
    #[arg(long)]
    keep_dirs: bool,
    /// Pages extracted at once; 0: as many as there are processors, of which each gets 4 at most
    #[arg(short, long, alias = "parallel", value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Say nothing about single pages; the exit code tells
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Say a line for each page
    #[arg(short, long)]
    verbose: bool,
    /// Show no progress bar; there is none where standard error is no terminal
    #[arg(long)]
    no_progress: bool,
    #[command(flatten)]
    system: SystemArgs,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    writing: WritingArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    layout: LayoutArgs,
}

/// Runs the verb.
///
/// # Errors
/// A command line that makes no sense, or an output that cannot be written.
pub(crate) fn extract(args: &Args) -> Result<ExitCode> {
    let pipeline = args.reading.apply(args.system.pipeline()?)?;
    let mut inputs = match args.list {
        Some(_) if args.inputs.is_empty() => Inputs::none(),
        _ => Inputs::find(&args.inputs, args.output.as_deref())?,
    };
    if let Some(list) = &args.list {
        inputs.several = true;
        inputs.list.extend(listed(list).with_context(|| list.display().to_string())?);
    }
    if args.reading.url.is_some() && inputs.several {
        return Err(Usage("--url is the address of one page, and there are several".to_owned()).into());
    }
    args.layout.check(inputs.several)?;
    let target = args.output.as_deref();
    let format = args.writing.format().or_else(|| Output::format_of(target)).unwrap_or(Format::Text);
    let mut output = Output::open(target, &inputs, format, args.keep_dirs)?;
    let query = args.query.terms();
    let work = Work { args, pipeline, query, format, shape: output.shape() };
    let level = match (args.quiet, args.verbose) {
        (true, _) => Level::Quiet,
        (_, true) => Level::Verbose,
        _ => Level::Normal,
    };
    let progress = (inputs.several && !args.no_progress).then_some(inputs.list.len());
    let messages = Messages::new(level, progress);
    let pool = batch::pool(args.jobs)?;
    let mut tally = Tally::default();
    let result = in_order(
        &pool,
        inputs.list,
        |input| work.page(input),
        |done| finish(done, &mut output, &mut tally, &messages),
    );
    messages.finish();
    result?;
    if inputs.several {
        let level = if tally.code() == 0 { Level::Verbose } else { Level::Normal };
        messages.say(level, &tally.summary());
    }
    Ok(tally.exit_code())
}

/// What became of one input.
struct Done {
    input: Input,
    ending: Ending,
    warnings: Vec<Warning>,
    is_damaged: bool,
    /// What became of the page, once it was judged.
    verdict: Option<VerdictKind>,
    /// What is to be written, if anything.
    text: Option<String>,
}

enum Ending {
    Written,
    Skipped(&'static str),
    Failed(String),
}

/// What the workers share.
struct Work<'a> {
    args: &'a Args,
    pipeline: Pipeline,
    query: Option<QueryTerms>,
    format: Format,
    shape: Shape,
}

impl Work<'_> {
    /// One input from its bytes to what is written. A panic on the way is the failure of this page.
    fn page(&self, input: Input) -> Done {
        let mut done = Done {
            ending: Ending::Written,
            warnings: Vec::new(),
            is_damaged: false,
            verdict: None,
            text: None,
            input,
        };
        if let Err(reason) = guarded(|| self.fill(&mut done)).and_then(|result| result) {
            if self.shape == Shape::JsonLine {
                let failure = Failure { file: &done.input.name, error: &reason, verdict: done.verdict };
                done.text = line(&failure).ok();
            }
            done.ending = Ending::Failed(reason);
        }
        done
    }

    fn fill(&self, done: &mut Done) -> Result<(), String> {
        let page = self.args.reading.read(&done.input)?;
        done.is_damaged = matches!(page.fault, Some(Fault::Damaged(_)));
        let url = done.input.url.as_deref().or(self.args.reading.url.as_deref());
        let layout = self.args.layout.read(&done.input)?;
        let input = debulha::Input::from(&page.bytes).charset(self.args.reading.charset());
        let input = input.url(url).query(self.query.as_ref()).layout(layout.as_ref());
        let mut extraction = self.pipeline.extract(input);
        extraction.warnings.extend(page.fault.map(|fault| Warning::Reading(fault.into_reason())));
        done.verdict = Some(extraction.verdict.kind);
        if extraction.is_empty() {
            let reasons = extraction.warnings.iter().map(|warning| format!("; {warning}"));
            let reasons = reasons.collect::<String>();
            // That something is missing is plain here.
            let kind = Some(extraction.verdict.kind).filter(|kind| *kind != VerdictKind::Partial);
            let kind = kind.map_or(String::new(), |kind| format!(" ({kind})"));
            return Err(format!("no content{kind}{reasons}"));
        }
        done.warnings.clone_from(&extraction.warnings);
        if self.args.writing.only_with_metadata
            && let Some(missing) = missing_metadata(&extraction.metadata(), url)
        {
            done.ending = Ending::Skipped(missing);
            return Ok(());
        }
        done.text = Some(self.render(&done.input, &extraction)?);
        Ok(())
    }

    fn render(&self, input: &Input, extraction: &Extraction) -> Result<String, String> {
        let options = self.args.writing.options();
        if self.shape == Shape::Document {
            return Ok(extraction.render(self.format, &options));
        }
        if self.format == Format::Json {
            return line(&JsonPage { file: &input.name, page: extraction.json(&options) });
        }
        // The metadata has a field of its own here.
        let content = extraction.render(self.format, &WriteOptions { metadata: false, ..options.clone() });
        let is_text = self.format == Format::Text;
        line(&Page {
            file: &input.name,
            extractor: &extraction.extractor,
            agreement: extraction.agreement,
            verdict: extraction.verdict.kind,
            confidence: extraction.verdict.rounded_confidence(),
            url: extraction.url.as_deref(),
            metadata: options.metadata.then(|| extraction.metadata()),
            text: is_text.then_some(&content),
            format: (!is_text).then(|| self.format.name()),
            content: (!is_text).then_some(&content),
            warnings: &extraction.warnings,
        })
    }
}

/// The line of a page whose JSON is wanted.
#[derive(Serialize)]
struct JsonPage<'a, P: Serialize> {
    file: &'a str,
    #[serde(flatten)]
    page: P,
}

/// The line of a page in any other format.
#[derive(Serialize)]
struct Page<'a> {
    file: &'a str,
    extractor: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<f64>,
    verdict: VerdictKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Metadata>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    warnings: &'a [Warning],
}

/// The line of a page without content.
#[derive(Serialize)]
struct Failure<'a> {
    file: &'a str,
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<VerdictKind>,
}

fn line(page: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(page).map_err(|error| error.to_string())
}

/// The first of title, date and address that is not known.
fn missing_metadata(metadata: &Metadata, url: Option<&str>) -> Option<&'static str> {
    let has_date = metadata.published.value().or(metadata.modified.value()).is_some();
    let known = [
        (metadata.title.value().is_some(), "no title"),
        (has_date, "no date"),
        (metadata.url.value().or(url).is_some(), "no address"),
    ];
    known.into_iter().find(|&(known, _)| !known).map(|(_, missing)| missing)
}

/// Writes a result and reports what is to be said about it.
fn finish(mut done: Done, output: &mut Output, tally: &mut Tally, messages: &Messages) -> Result<()> {
    let name = &done.input.name;
    if let Err(error) = output.write(&done.input, done.text.as_deref()) {
        if output.is_shared() {
            return Err(error).context("cannot write");
        }
        done.ending = Ending::Failed(format!("cannot write: {error}"));
    }
    for warning in &done.warnings {
        messages.say(Level::Normal, &format!("{name}: warning: {warning}"));
    }
    match &done.ending {
        Ending::Written if done.is_damaged => tally.damaged += 1,
        Ending::Written => tally.written += 1,
        Ending::Skipped(_) => tally.skipped += 1,
        Ending::Failed(_) => tally.failed += 1,
    }
    match &done.ending {
        Ending::Written => messages.say(Level::Verbose, &format!("{name}: written")),
        Ending::Skipped(reason) => messages.say(Level::Verbose, &format!("{name}: skipped: {reason}")),
        Ending::Failed(reason) => messages.say(Level::Normal, &format!("{name}: {reason}")),
    }
    messages.step();
    Ok(())
}
