//! `debulha extract --to`: files of many pages to shards, in runs that go on where they were stopped.

mod report;

use crate::batch;
use crate::exit::Usage;
use crate::help;
use crate::inputs::{InputPlace, PageInput};
use crate::messages::{Messages, Verbosity};
use anyhow::{Result, bail};
use debulha::extend::features::stop_words::short_code_of_tag;
use debulha::{Pipeline, WriteOptions};
use debulha_bulk::sandbox::{self, Poisoned, Sandbox};
use debulha_bulk::{
    Asked, Columns, DEFAULT_SHARD_ROWS, FieldNames, Job, JobError, JobInput, PageFilter, ReadOptions,
    RowExtractor, RowMaker, SinglePageFile, SourceFormat, TargetFormat,
};
use report::BulkReporter;
use std::env;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Options that do not change what is written, and those that the run itself writes into its manifest.
const NOT_ASKED: [&str; 21] = [
    "append",
    "columns",
    "deadline",
    "fields",
    "inputs",
    "input-dir",
    "jobs",
    "language",
    "list",
    "max-bytes",
    "memory",
    "mime",
    "min-size",
    "no-progress",
    "output",
    "quiet",
    "sandbox",
    "shard",
    "status",
    "summary",
    "verbose",
];

/// How pages in bulk are read and written.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the command line")]
#[command(next_help_heading = help::BULK)]
pub(crate) struct BulkArgs {
    /// Write shards into the folder -o: jsonl, parquet, wet, md-dir
    ///
    /// One row per page; a page that fails has a row with its `error`. To resume an interrupted run, repeat the command;
    /// the output is the same as from an uninterrupted run.
    #[arg(long, value_name = "FORMAT", value_parser = target, help_heading = help::OUTPUT)]
    to: Option<TargetFormat>,
    /// Input format: html, warc, wet, jsonl, parquet [default: by file name, else by content]
    ///
    /// Required for standard input, which is read as warc, wet or jsonl.
    #[arg(long, value_name = "FORMAT", value_parser = source, requires = "to", hide_short_help = true, hide_long_help = true)]
    from: Option<SourceType>,
    /// Columns to write; NAME=COLUMN renames one [default: all but `blocks` and `product_*`]
    #[arg(
        long,
        value_name = "COLUMNS",
        value_delimiter = ',',
        requires = "to",
        hide_short_help = true,
        hide_long_help = true
    )]
    columns: Vec<String>,
    /// Input columns of JSON lines and Parquet: html, url, id, date, status, …
    ///
    /// Each as FIELD=COLUMN; the fields are html, url, id, date, status, mime, charset and text.
    #[arg(
        long,
        value_name = "html=COLUMN",
        value_delimiter = ',',
        requires = "to",
        hide_short_help = true,
        hide_long_help = true
    )]
    fields: Vec<String>,
    /// Maximum rows per shard
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SHARD_ROWS, hide_short_help = true, hide_long_help = true)]
    shard_rows: usize,
    /// Add the inputs that the output does not have yet
    ///
    /// Inputs of earlier runs are resumed if they were not read to their end, and skipped otherwise.
    #[arg(long, requires = "to", hide_short_help = true, hide_long_help = true)]
    append: bool,
    /// Write a summary of the run as JSON: rows by verdict and error, skipped records by reason
    #[arg(long, value_name = "FILE", requires = "to", hide_short_help = true, hide_long_help = true)]
    summary: Option<PathBuf>,
    /// Read every Nth input from the Ith on, to split a run over N machines
    ///
    /// All machines can write into one folder.
    #[arg(long, value_name = "I/N", value_parser = share, requires = "to", hide_short_help = true, hide_long_help = true)]
    shard: Option<Share>,
    /// HTTP statuses to accept: 200 or 200-299 [default: 200-299]
    #[arg(long, value_name = "STATUS", value_delimiter = ',', value_parser = statuses, requires = "to")]
    #[arg(hide_short_help = true, hide_long_help = true)]
    status: Vec<RangeInclusive<u16>>,
    /// Media types to accept [default: those of HTML]
    #[arg(
        long,
        value_name = "TYPE",
        value_delimiter = ',',
        requires = "to",
        hide_short_help = true,
        hide_long_help = true
    )]
    mime: Vec<String>,
    /// Minimum page size, in bytes
    #[arg(
        long,
        value_name = "BYTES",
        default_value_t = 0,
        requires = "to",
        hide_short_help = true,
        hide_long_help = true
    )]
    min_size: usize,
    /// Languages to accept, such as en,pt [default: all]
    ///
    /// Pages whose language is neither declared nor detected are accepted.
    #[arg(
        long,
        value_name = "CODE",
        value_delimiter = ',',
        value_parser = language,
        requires = "to",
        hide_short_help = true,
        hide_long_help = true
    )]
    language: Vec<String>,
    /// Process pages in separate processes, to survive crashes and hangs
    ///
    /// A page that crashes its process or exceeds --deadline loses only its own row.
    #[arg(long, requires = "to", hide_short_help = true, hide_long_help = true)]
    sandbox: bool,
    /// Maximum time per page with --sandbox, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = sandbox::DEFAULT_DEADLINE.as_secs(), hide_short_help = true, hide_long_help = true)]
    deadline: u64,
    /// Maximum memory per process with --sandbox, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = sandbox::DEFAULT_MEMORY, hide_short_help = true, hide_long_help = true)]
    memory: u64,
    /// Run as a sandbox process
    #[arg(long, hide = true)]
    worker: bool,
    /// Let pages break it, for tests
    #[arg(long, hide = true)]
    poison: bool,
}

/// What inputs are, where it is said.
#[derive(Debug, Clone, Copy)]
struct SourceType(SourceFormat);

/// Which of so many jobs it is.
#[derive(Debug, Clone, Copy)]
struct Share(usize, usize);

fn target(name: &str) -> Result<TargetFormat, String> {
    let known = TargetFormat::ALL.into_iter().find(|format| format.name() == name);
    known.ok_or_else(|| "use jsonl, parquet, wet or md-dir".to_owned())
}

fn source(name: &str) -> Result<SourceType, String> {
    let name = if name == "wet" { "warc" } else { name };
    let known = SourceFormat::ALL.into_iter().find(|format| format.name() == name);
    known.map(SourceType).ok_or_else(|| "use html, warc, wet, jsonl or parquet".to_owned())
}

fn share(text: &str) -> Result<Share, String> {
    let numbers = text.split_once('/').and_then(|(which, of)| Some((which.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((which, of)) if (1..=of).contains(&which) => Ok(Share(which, of)),
        _ => Err("use I/N with I from 1 to N, such as 2/8".to_owned()),
    }
}

fn statuses(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("use a status or a range, such as 200 or 200-299".to_owned()),
    }
}

impl BulkArgs {
    /// Whether pages go to shards.
    pub(crate) fn is_asked(&self) -> bool {
        self.to.is_some()
    }

    /// Whether pages come from the process that started this one, and not from inputs.
    pub(crate) fn is_worker(&self) -> bool {
        self.worker
    }

    /// Runs.
    ///
    /// # Errors
    /// A usage error; an output that cannot be written.
    pub(crate) fn run(&self, run: BulkRun<'_>) -> Result<ExitCode> {
        let Some(target) = self.to else { bail!("--to is missing; use jsonl, parquet, wet or md-dir") };
        let columns = if self.columns.is_empty() {
            Columns::default()
        } else {
            let names = self.columns.iter().map(String::as_str);
            Columns::parse(names).map_err(|reason| Usage(format!("--columns: {reason}")))?
        };
        let mut extractor = RowExtractor::new(run.pipeline, target.columns(columns), run.writing);
        if !self.language.is_empty() {
            extractor = extractor.detect_language();
        }
        if self.worker {
            return self.serve(&extractor);
        }
        let Some(folder) = run.output else {
            return Err(Usage("--to writes into a folder; name it with -o DIR".to_owned()).into());
        };
        let jobs = batch::threads(run.jobs);
        let (inputs, unusable) = self.inputs(run.inputs, &run.messages)?;
        let job = Job {
            inputs,
            folder: folder.to_owned(),
            target,
            shard_rows: self.shard_rows.max(1),
            share: self.shard.map_or((1, 1), |Share(which, of)| (which, of)),
            reading: self.reading(run.max_bytes)?,
            asked: asked(run.given, run.model),
            append: self.append,
        };
        let sandbox = self.sandbox.then(|| Sandbox::new(worker, Duration::from_secs(self.deadline)));
        let work: &dyn RowMaker = match &sandbox {
            Some(sandbox) => sandbox,
            None => &extractor,
        };
        let mut reporter = BulkReporter::new(&run.messages);
        let ended = job.run(&extractor, work, &batch::pool(jobs)?, |event| reporter.take(&event));
        run.messages.finish();
        let ended = match ended {
            Err(error @ JobError::Output { .. }) => {
                bail!("{error}; repeat the command to resume");
            }
            ended => ended?,
        };
        reporter.end(&ended, unusable, self.summary.as_deref())
    }

    /// Makes rows of what the other side sends.
    fn serve(&self, extractor: &RowExtractor) -> Result<ExitCode> {
        // Where the system has no such limit, the deadline alone holds.
        let _ = sandbox::limit_memory(self.memory);
        let poisoned = Poisoned(extractor);
        let work: &dyn RowMaker = if self.poison { &poisoned } else { extractor };
        sandbox::serve(work, io::stdin().lock(), io::stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }

    fn reading(&self, max_bytes: usize) -> Result<ReadOptions> {
        let mut filter = PageFilter { min_bytes: self.min_size, ..PageFilter::default() };
        if !self.status.is_empty() {
            filter.statuses.clone_from(&self.status);
        }
        filter.types = self.mime.iter().map(|mime| mime.to_ascii_lowercase()).collect();
        filter.languages.clone_from(&self.language);
        let pairs = self.fields.iter().map(String::as_str);
        let fields = FieldNames::parse(pairs).map_err(|reason| Usage(format!("--fields: {reason}")))?;
        Ok(ReadOptions { max_bytes, filter, fields })
    }

    /// The inputs: files of many pages one by one, and files of one page in shards. Says which cannot be used, and counts them.
    fn inputs(&self, inputs: Vec<PageInput>, messages: &Messages) -> Result<(Vec<JobInput>, usize)> {
        let mut found: Vec<JobInput> = Vec::new();
        let mut unusable = 0;
        for input in inputs {
            let path = match input.place {
                InputPlace::File(path) => path,
                // It has its place among the inputs, for when it is there again.
                InputPlace::Unusable(_) if is_missing(Path::new(&input.name)) => PathBuf::from(&input.name),
                InputPlace::Unusable(reason) => {
                    messages.say(Verbosity::Normal, &format!("{}: {reason}", input.name));
                    unusable += 1;
                    continue;
                }
                InputPlace::Stdin if self.from.is_some() => PathBuf::from(&input.name),
                InputPlace::Stdin => {
                    let reason =
                        "--to reads standard input only with --from; add --from warc or --from jsonl";
                    return Err(Usage(reason.to_owned()).into());
                }
                InputPlace::Address(_) | InputPlace::Record { .. } => {
                    let reason =
                        "--to does not fetch URLs; save the pages with `debulha crawl URL -o site.warc.gz`";
                    return Err(Usage(format!("{}: {reason}", input.name)).into());
                }
            };
            match self.from.map_or_else(|| SourceFormat::of_file(&path), |SourceType(format)| format) {
                SourceFormat::Html => {
                    let page = SinglePageFile { path, url: input.url };
                    match found.last_mut() {
                        Some(JobInput::Pages(pages)) if pages.len() < self.shard_rows => pages.push(page),
                        _ => found.push(JobInput::Pages(vec![page])),
                    }
                }
                format => found.push(JobInput::Container(path, format)),
            }
        }
        Ok((found, unusable))
    }
}

/// The language of a tag as the column `lang` has it: `pt` of `pt-BR` and of `por`.
fn language(tag: &str) -> Result<String, String> {
    short_code_of_tag(tag).ok_or_else(|| "use a code such as en, pt-BR or deu".to_owned())
}

/// Whether a path names a file that is not there, and is neither a pattern nor a folder.
fn is_missing(path: &Path) -> bool {
    !path.exists() && !path.to_string_lossy().contains(['*', '?', '['])
}

/// What the verb gives to a run.
pub(crate) struct BulkRun<'a> {
    pub(crate) pipeline: Pipeline,
    pub(crate) writing: WriteOptions,
    pub(crate) inputs: Vec<PageInput>,
    pub(crate) output: Option<&'a Path>,
    pub(crate) jobs: usize,
    pub(crate) max_bytes: usize,
    pub(crate) messages: Messages,
    /// What tells the models that decide from others.
    pub(crate) model: String,
    /// The options that were given, by name.
    pub(crate) given: &'a [(String, String)],
}

/// The options that decide what is written.
fn asked(given: &[(String, String)], model: String) -> Asked {
    let options = given.iter().filter(|(name, _)| !NOT_ASKED.contains(&name.as_str())).cloned();
    options.chain([("model".to_owned(), model)]).collect()
}

/// This command once more, as a process of a sandbox.
fn worker() -> Command {
    let program = env::current_exe().unwrap_or_else(|_| "debulha".into());
    let mut command = Command::new(program);
    command.args(env::args_os().skip(1)).arg("--worker");
    command
}
