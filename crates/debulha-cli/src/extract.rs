//! `debulha extract`: pages to their content, one or millions.

use crate::batch::{self, Tally, in_order};
use crate::exit::Usage;
use crate::inputs::{Input, Inputs, listed};
use crate::layout::LayoutArgs;
use crate::messages::{Level, Messages, guarded};
use crate::metadata;
use crate::output::{Output, Shape};
use crate::query::QueryArgs;
use crate::reading::{Fault, ReadingArgs};
use crate::system::SystemArgs;
use crate::verdict::rounded;
use crate::writing::WritingArgs;
use anyhow::{Context, Result};
use debulha::{
    Evidence, Extraction, Format, Metadata, Pipeline, QueryTerms, Scratch, VerdictKind, WriteOptions,
};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

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
    let work = Work { args, pipeline, query, format, shape: output.shape(), scratches: Mutex::default() };
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
    warnings: Vec<String>,
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
    /// Buffers that no worker is using.
    scratches: Mutex<Vec<Scratch>>,
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
                let mut fields = vec![("error", Value::String(reason.clone()))];
                fields.extend(done.verdict.map(|kind| ("verdict", Value::from(kind.name()))));
                done.text = Some(record(&done.input, fields));
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
        let mut scratch = self.lock_scratches().pop().unwrap_or_default();
        let evidence = Evidence { url, query: self.query.as_ref(), layout: layout.as_ref() };
        let charset = self.args.reading.charset();
        let mut extraction = self.pipeline.extract_bytes_with(&page.bytes, charset, &evidence, &mut scratch);
        self.lock_scratches().push(scratch);
        extraction.warnings.extend(page.fault.map(Fault::into_reason));
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

    /// The lock is never held while a page is worked on, so what a panic leaves behind is sound.
    fn lock_scratches(&self) -> std::sync::MutexGuard<'_, Vec<Scratch>> {
        self.scratches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn render(&self, input: &Input, extraction: &Extraction) -> Result<String, String> {
        let options = self.args.writing.options();
        if self.shape == Shape::Document {
            return Ok(extraction.render(self.format, &options));
        }
        if self.format == Format::Json {
            let page = serde_json::from_str::<Map<String, Value>>(&extraction.render(Format::Json, &options));
            return Ok(record(input, page.map_err(|error| error.to_string())?));
        }
        let mut fields = vec![("extractor", Value::from(extraction.extractor.as_str()))];
        if let Some(agreement) = extraction.agreement {
            fields.push(("agreement", Value::from(agreement)));
        }
        fields.push(("verdict", Value::from(extraction.verdict.kind.name())));
        if let Some(confidence) = extraction.verdict.confidence {
            fields.push(("confidence", Value::from(rounded(confidence))));
        }
        if let Some(url) = &extraction.url {
            fields.push(("url", Value::from(url.as_str())));
        }
        if options.metadata {
            let metadata = metadata::json(&extraction.document, &extraction.metadata());
            let metadata = metadata.map_err(|error| error.to_string())?;
            fields.push(("metadata", metadata));
        }
        // The metadata has a field of its own here.
        let text = extraction.render(self.format, &WriteOptions { metadata: false, ..options });
        if self.format == Format::Text {
            fields.push(("text", Value::from(text)));
        } else {
            fields.push(("format", Value::from(self.format.name())));
            fields.push(("content", Value::from(text)));
        }
        if !extraction.warnings.is_empty() {
            fields.push(("warnings", Value::from(extraction.warnings.clone())));
        }
        Ok(record(input, fields))
    }
}

/// A JSON line: `file`, then the fields.
fn record<K: Into<String>>(input: &Input, fields: impl IntoIterator<Item = (K, Value)>) -> String {
    let mut object = Map::new();
    object.insert("file".to_owned(), Value::from(input.name.as_str()));
    object.extend(fields.into_iter().map(|(name, value)| (name.into(), value)));
    Value::Object(object).to_string()
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
