//! Which pages a verb reads and where its results go: the same for every verb.

use crate::batch::{self, BatchTally, in_order};
use crate::help;
use crate::inputs::{InputArgs, Inputs, PageInput};
use crate::messages::{MessageArgs, Messages, Verbosity, guarded};
use crate::output::{Output, OutputShape, OutputStyle};
use crate::reading::{ReadFault, ReadingArgs};
use anyhow::Result;
use debulha_core::verdict::VerdictKind;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The pages and the output of a verb.
#[derive(Debug, clap::Args)]
pub(crate) struct PagesArgs {
    #[command(flatten)]
    inputs: InputArgs,
    /// Output file or folder, or - for standard output (the default)
    ///
    /// A path is a file if it exists as one or has the extension of a format: .txt .md .html .json .xml .csv, or .jsonl
    /// for one object per line. Any other path is a folder that gets one file per page.
    #[arg(short, long, alias = "output-dir", value_name = "PATH", help_heading = help::OUTPUT, display_order = 0)]
    output: Option<PathBuf>,
    /// Keep the folder structure of the inputs in the output folder
    #[arg(long, help_heading = help::OUTPUT, display_order = 1, hide_short_help = true, hide_long_help = true)]
    keep_dirs: bool,
    /// Pages processed at once; 0 uses one per processor
    ///
    /// Maximum: four per processor.
    #[arg(short, long, alias = "parallel", value_name = "N", default_value_t = 0, help_heading = help::MESSAGES)]
    jobs: usize,
    #[command(flatten)]
    messages: MessageArgs,
}

/// What one page gave.
#[derive(Debug, Default)]
pub(crate) struct PageOutput {
    /// What is to be written.
    pub(crate) text: String,
    /// What is to be said of it.
    pub(crate) warnings: Vec<String>,
    /// Whether the input broke off.
    pub(crate) is_damaged: bool,
    /// Why it is left out as asked, if it is.
    pub(crate) skipped: Option<&'static str>,
    /// What the page turned out to be, where the verb's result does not say so on each page.
    pub(crate) verdict: Option<VerdictKind>,
}

impl PageOutput {
    /// A text of a page that was read whole, or in part with a reason.
    pub(crate) fn new(text: String, fault: Option<ReadFault>) -> PageOutput {
        let is_damaged = matches!(fault, Some(ReadFault::Damaged(_)));
        PageOutput {
            text,
            warnings: fault.map(ReadFault::into_reason).into_iter().collect(),
            is_damaged,
            skipped: None,
            verdict: None,
        }
    }
}

/// Why a page gave nothing.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) reason: String,
    /// The result for the page, once it was judged.
    pub(crate) verdict: Option<VerdictKind>,
}

impl From<String> for Failure {
    fn from(reason: String) -> Failure {
        Failure { reason, verdict: None }
    }
}

impl PagesArgs {
    /// Where results go, where it is no standard output.
    pub(crate) fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// How many pages are read at once, as it was requested.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs
    }

    /// For what is to be said before the first page.
    pub(crate) fn messages(&self) -> Messages {
        self.messages.messages(None)
    }

    /// For a run whose end is known as a share.
    pub(crate) fn messages_of_share(&self) -> Messages {
        self.messages.of_share()
    }

    /// The files, those of many pages unopened.
    ///
    /// # Errors
    /// As [`Inputs::find`]; a list that cannot be opened.
    pub(crate) fn files(&self) -> Result<Vec<PageInput>> {
        self.inputs.files(self.output())
    }

    /// The pages.
    ///
    /// # Errors
    /// As [`Inputs::find`]; a list that cannot be opened; an address for several pages.
    pub(crate) fn inputs(&self, reading: &ReadingArgs) -> Result<Inputs> {
        let mut inputs = self.inputs.named(self.output(), reading.url.as_deref())?;
        inputs.list.extend(self.inputs.listed()?.into_iter().flatten());
        Ok(inputs)
    }

    /// Works on all pages and writes what they give, in the order of the inputs.
    ///
    /// A page that fails, or panics, is reported; it has a line of its own in JSON lines.
    ///
    /// # Errors
    /// An output that cannot be opened or written.
    pub(crate) fn run(
        &self,
        inputs: Inputs,
        style: &OutputStyle,
        work: impl Fn(&PageInput, OutputShape) -> Result<PageOutput, Failure> + Sync,
    ) -> Result<ExitCode> {
        let mut output = Output::open(self.output(), &inputs, style, self.keep_dirs)?;
        let shape = output.shape();
        self.each(
            inputs,
            |input| work(input, shape),
            |input, made, tally, messages| finish(&input, made, &mut output, tally, messages),
        )
    }

    /// Works on all pages, and hands over what they give in the order of the inputs, of those that were read in part too.
    ///
    /// # Errors
    /// No worker threads.
    pub(crate) fn gather<R: Send>(
        &self,
        inputs: Inputs,
        work: impl Fn(&PageInput) -> Result<(R, Option<ReadFault>), String> + Sync,
        mut take: impl FnMut(PageInput, R),
    ) -> Result<ExitCode> {
        self.each(
            inputs,
            |input| Ok(work(input)?),
            |input, made, tally, messages| {
                match made {
                    Ok((made, fault)) => {
                        tally.count(fault.as_ref());
                        let said =
                            fault.map(|fault| format!("{}: warning: {}", input.name, fault.into_reason()));
                        match said {
                            Some(warning) => messages.say(Verbosity::Normal, &warning),
                            None => messages.say(Verbosity::Verbose, &format!("{}: read", input.name)),
                        }
                        take(input, made);
                    }
                    Err(Failure { reason, .. }) => {
                        tally.failed += 1;
                        messages.say(Verbosity::Normal, &format!("{}: {reason}", input.name));
                    }
                }
                Ok(())
            },
        )
    }

    fn each<R: Send>(
        &self,
        inputs: Inputs,
        work: impl Fn(&PageInput) -> Result<R, Failure> + Sync,
        mut take: impl FnMut(PageInput, Result<R, Failure>, &mut BatchTally, &Messages) -> Result<()>,
    ) -> Result<ExitCode> {
        let several = inputs.several;
        let messages = self.messages.messages(several.then_some(inputs.list.len()));
        let pool = batch::pool(self.jobs)?;
        let mut tally = BatchTally::default();
        let work = |input: PageInput| {
            let made = guarded(|| work(&input)).map_err(Failure::from).and_then(|made| made);
            (input, made)
        };
        let result = in_order(&pool, inputs.list, work, |(input, made)| {
            take(input, made, &mut tally, &messages)?;
            messages.step();
            Ok(())
        });
        messages.finish();
        result?;
        if several {
            let is_plain = tally.code() == 0 && !tally.has_doubts();
            let level = if is_plain { Verbosity::Verbose } else { Verbosity::Normal };
            messages.say(level, &tally.summary());
        }
        Ok(tally.exit_code())
    }
}

/// Writes a result and reports what is to be said about it.
fn finish(
    input: &PageInput,
    made: Result<PageOutput, Failure>,
    output: &mut Output,
    tally: &mut BatchTally,
    messages: &Messages,
) -> Result<()> {
    let name = &input.name;
    let line = match &made {
        Err(failure) if output.shape() == OutputShape::JsonLine => {
            let Failure { reason, verdict } = failure;
            Some(
                json_line(&FailureLine { file: name, error: reason, verdict: *verdict })
                    .map_err(anyhow::Error::msg)?,
            )
        }
        _ => None,
    };
    let text = match &made {
        Ok(made) if made.skipped.is_none() => Some(made.text.as_str()),
        _ => line.as_deref(),
    };
    let mut failed = made.as_ref().err().map(|failure| failure.reason.clone());
    if let Err(error) = output.write(input, text) {
        if output.is_shared() {
            return Err(output.failure(error));
        }
        failed = Some(format!("cannot write {error}"));
    }
    for warning in made.iter().flat_map(|made| &made.warnings) {
        messages.say(Verbosity::Normal, &format!("{name}: warning: {warning}"));
    }
    match (failed, made) {
        (Some(reason), _) => {
            tally.failed += 1;
            messages.say(Verbosity::Normal, &format!("{name}: {reason}"));
        }
        (None, Ok(PageOutput { skipped: Some(reason), .. })) => {
            tally.skipped += 1;
            messages.say(Verbosity::Verbose, &format!("{name}: skipped: {reason}"));
        }
        (None, made) => {
            if let Some(verdict) = made.as_ref().ok().and_then(|made| made.verdict) {
                tally.count_verdict(verdict);
            }
            let is_damaged = made.is_ok_and(|made| made.is_damaged);
            *(if is_damaged { &mut tally.damaged } else { &mut tally.written }) += 1;
            messages.say(Verbosity::Verbose, &format!("{name}: written"));
        }
    }
    Ok(())
}

/// The line of a page that gave nothing.
#[derive(Serialize)]
struct FailureLine<'a> {
    file: &'a str,
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<VerdictKind>,
}

/// The line of a page: its file, then the fields of what it gave.
#[derive(Serialize)]
pub(crate) struct PageLine<'a, P: Serialize> {
    pub(crate) file: &'a str,
    #[serde(flatten)]
    pub(crate) page: P,
}

/// A value as one line of JSON.
///
/// # Errors
/// Those of the value's serializer.
pub(crate) fn json_line(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
