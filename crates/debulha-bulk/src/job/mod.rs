//! Runs over many files that can be stopped at any moment and go on where they were.
//!
//! Each input gives shards: so many rows each, in the order of the input. A shard is written beside its place, put on the disk,
//! renamed, and then noted in the run's `progress.jsonl`. What is in a shard depends on the input, on where it begins there and
//! on what was requested, so a run that was killed and run again leaves the same bytes as one that was not.

mod inputs;
mod manifest;
mod totals;

pub use manifest::{Asked, state_folder};
pub use totals::Totals;

use crate::record::PageRecord;
use crate::row::{BulkRow, RowExtractor};
use crate::sink::{Shard, TargetFormat};
use crate::source::{
    self, ReadOptions, SinglePageFile, SkipReason, SourceError, SourceFormat, SourceStep, Steps, is_stream,
};
use debulha_io::in_order::in_order;
use inputs::InputName;
use manifest::{Ledger, SHARD, ShardProgress};
use rayon::ThreadPool;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Rows of a shard where nobody says how many.
pub const DEFAULT_SHARD_ROWS: usize = 10_000;

/// What a run reads: the pages of one file that holds many, or files of one page each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobInput {
    /// A file of many pages.
    Container(PathBuf, SourceFormat),
    /// Files of one page each, together one input.
    Pages(Vec<SinglePageFile>),
}

impl JobInput {
    /// Its name in messages.
    pub fn name(&self) -> String {
        match self {
            JobInput::Container(path, _) => path.display().to_string(),
            JobInput::Pages(files) => match files.as_slice() {
                [only] => only.path.display().to_string(),
                files => format!("{} pages", files.len()),
            },
        }
    }

    /// What tells it from other inputs in a manifest.
    fn identity(&self) -> InputName {
        match self {
            JobInput::Container(..) => InputName::Container(self.name()),
            JobInput::Pages(files) => InputName::Pages(files.iter().map(SinglePageFile::name).collect()),
        }
    }

    /// Whether it can be read only once.
    fn is_stream(&self) -> bool {
        matches!(self, JobInput::Container(path, _) if is_stream(path))
    }

    /// Bytes of the file; of pages, their number; 0 of a stream.
    fn size(&self) -> Result<u64, SourceError> {
        match self {
            JobInput::Container(path, _) if is_stream(path) => Ok(0),
            JobInput::Container(path, _) => {
                fs::metadata(path).map(|file| file.len()).map_err(|error| SourceError::new(path, &error))
            }
            JobInput::Pages(files) => Ok(files.len() as u64),
        }
    }

    fn open(&self, at: u64, options: &ReadOptions) -> Result<Steps, SourceError> {
        match self {
            JobInput::Container(path, format) => source::open(path, *format, at, options),
            JobInput::Pages(files) => Ok(source::open_pages(files.clone(), at, options)),
        }
    }
}

/// A run.
#[derive(Debug, Clone)]
pub struct Job {
    /// What it reads, in order.
    pub inputs: Vec<JobInput>,
    /// The folder that gets the shards.
    pub folder: PathBuf,
    /// What shards are.
    pub target: TargetFormat,
    /// Rows of a shard.
    pub shard_rows: usize,
    /// Of how many jobs this is which one, from 1: it reads every so-many-th input. `(1, 1)` for the only one.
    pub share: (usize, usize),
    /// How inputs are read.
    pub reading: ReadOptions,
    /// What decides the output beside that: options, the model, the version.
    pub asked: Asked,
    /// Whether to add the inputs that an earlier run did not have; unfinished ones of that run are resumed.
    pub append: bool,
}

/// Why a run ends before its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobError {
    /// The output cannot be written. What is noted there is safe, and the same run goes on from it.
    #[error("cannot write {}: {error}", path.display())]
    Output {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process works on the folder.
    #[error("{}: another run writes into this folder; wait for it or use another folder", .0.display())]
    Busy(PathBuf),
    /// The folder is that of a run that requested something else.
    #[error("{}: the earlier run had {name}: {stored}; this one has {asked}. Use another folder, or the same options", path.display())]
    OtherRun {
        /// The manifest.
        path: PathBuf,
        /// What differs.
        name: String,
        /// As it was requested then.
        stored: String,
        /// As it is requested now.
        asked: String,
    },
    /// The folder belongs to a run with other inputs.
    #[error(
        "{}: the earlier run had {stored} inputs, and this one has others ({asked}). Add the new ones with --append, or use another folder",
        folder.display()
    )]
    OtherInputs {
        /// The folder of the output.
        folder: PathBuf,
        /// How many there were then.
        stored: usize,
        /// How many there are now.
        asked: usize,
    },
    /// The folder has shards of an unknown run.
    #[error("{}: has the shards of a run whose state is missing; use another folder, or delete them", .0.display())]
    OtherShards(PathBuf),
    /// Pages are to be selected by language, and the extractor does not detect it.
    #[error(
        "pages are selected by language, but their language is not detected; use RowExtractor::detect_language"
    )]
    NoLanguage,
    /// A file of that name is something else.
    #[error("{}: not the manifest of a run; use another folder", .0.display())]
    NotAManifest(PathBuf),
    /// The run is not wanted any more. The same run goes on from what is noted.
    #[error("stopped")]
    Stopped,
}

/// What is going on.
#[derive(Debug)]
pub enum Event<'a> {
    /// A page is done.
    Row {
        /// Its row.
        row: &'a BulkRow,
        /// How far the run is, 0 to 1, by inputs and, where that is known, by how far the input is.
        share: f64,
    },
    /// A record was passed over.
    Skipped,
    /// A shard is in its place.
    Shard {
        /// What is in the folder by this job.
        totals: &'a Totals,
        /// Rows of the shard.
        rows: u64,
    },
    /// An input cannot be read, or not to its end. A later run tries again.
    Unreadable(&'a SourceError),
}

/// The result for a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobEnd {
    /// All rows that are in the folder by this job, those of earlier runs included.
    pub totals: Totals,
    /// Rows that were there before.
    pub before: u64,
    /// Inputs that could not be read to the end.
    pub unreadable: usize,
}

/// What makes rows: in this process, or in others.
pub trait RowMaker: Sync {
    /// The row of a page.
    fn row(&self, record: PageRecord) -> BulkRow;
}

impl RowMaker for RowExtractor {
    fn row(&self, record: PageRecord) -> BulkRow {
        RowExtractor::row(self, record)
    }
}

impl Job {
    /// Runs until all inputs are read, from where an earlier run was.
    ///
    /// An input that cannot be read, or that has changed since a part of it was read, is passed over and reported.
    ///
    /// # Errors
    /// An output that cannot be written, or that belongs to another run.
    pub fn run(
        &self,
        extractor: &RowExtractor,
        work: &dyn RowMaker,
        pool: &ThreadPool,
        watch: impl FnMut(Event<'_>),
    ) -> Result<JobEnd, JobError> {
        self.run_while(extractor, work, pool, watch, &|| true)
    }

    /// [`Self::run`] as long as it is wanted, which is asked after each row.
    ///
    /// # Errors
    /// Those of [`Self::run`]; a run that is not wanted any more.
    pub fn run_while(
        &self,
        extractor: &RowExtractor,
        work: &dyn RowMaker,
        pool: &ThreadPool,
        mut watch: impl FnMut(Event<'_>),
        wanted: &dyn Fn() -> bool,
    ) -> Result<JobEnd, JobError> {
        let (which, of) = self.share;
        let share = if of > 1 { format!("-{which}-of-{of}") } else { String::new() };
        if !self.reading.filter.languages.is_empty() && !extractor.has_language() {
            return Err(JobError::NoLanguage);
        }
        let mut ledger = Ledger::open(self, &share, self.manifest(extractor))?;
        let before = ledger.totals.rows;
        let mut unreadable = 0;
        let inputs = std::mem::take(&mut ledger.inputs);
        for (place, (number, input)) in inputs.iter().enumerate() {
            let number = *number;
            if !self.is_own(number) {
                continue;
            }
            let part = (place as f64, inputs.len() as f64);
            let mut run = InputRun { job: self, number, part, input, extractor, work, pool, wanted };
            match run.all(&mut ledger, &mut watch) {
                Ok(()) => {}
                Err(StopReason::Job(error)) => return Err(error),
                Err(StopReason::Input(error)) => {
                    unreadable += 1;
                    watch(Event::Unreadable(&error));
                }
            }
        }
        Ok(JobEnd { totals: ledger.totals, before, unreadable })
    }

    /// Whether this job reads the input of a number.
    fn is_own(&self, number: usize) -> bool {
        let (which, of) = self.share;
        number % of == which - 1
    }

    /// All that decides the bytes of the output.
    fn manifest(&self, extractor: &RowExtractor) -> Asked {
        let mut asked = self.asked.clone();
        let columns: Vec<String> =
            extractor.columns().iter().map(|(column, name)| format!("{name}={}", column.name())).collect();
        let ReadOptions { max_bytes, filter, fields } = &self.reading;
        let read = [filter.asked(), fields.asked()].into_iter().flatten();
        let own = [
            ("debulha", env!("CARGO_PKG_VERSION").to_owned()),
            ("to", self.target.name().to_owned()),
            ("columns", columns.join(",")),
            ("shard-rows", self.shard_rows.to_string()),
            ("max-bytes", max_bytes.to_string()),
        ];
        asked.extend(own.into_iter().chain(read).map(|(name, value)| (name.to_owned(), value)));
        asked
    }
}

/// Why an input ends before its end.
enum StopReason {
    /// The whole run ends.
    Job(JobError),
    /// This input alone.
    Input(SourceError),
}

impl From<JobError> for StopReason {
    fn from(error: JobError) -> Self {
        StopReason::Job(error)
    }
}

impl From<SourceError> for StopReason {
    fn from(error: SourceError) -> Self {
        StopReason::Input(error)
    }
}

/// The way of one input.
struct InputRun<'a> {
    job: &'a Job,
    number: usize,
    /// Its place among the inputs that are read, and how many they are.
    part: (f64, f64),
    input: &'a JobInput,
    extractor: &'a RowExtractor,
    work: &'a dyn RowMaker,
    pool: &'a ThreadPool,
    wanted: &'a dyn Fn() -> bool,
}

/// A shard under way. It has a file once it has a row.
struct OpenShard {
    shard: Option<Shard>,
    done: ShardProgress,
}

impl InputRun<'_> {
    fn all(&mut self, ledger: &mut Ledger, watch: &mut impl FnMut(Event<'_>)) -> Result<(), StopReason> {
        let earlier = ledger.last.get(&self.number).cloned();
        let bytes = match (self.input.size(), &earlier) {
            // It is no longer needed.
            (Err(_), Some(done)) if done.is_last => return Ok(()),
            (bytes, _) => bytes?,
        };
        if let Some(done) = &earlier
            && done.bytes != bytes
        {
            let reason = format!("the file had {} bytes when it was read and now has {bytes}", done.bytes);
            return Err(StopReason::Input(SourceError { path: PathBuf::from(self.input.name()), reason }));
        }
        if earlier.as_ref().is_some_and(|done| done.is_last) {
            if self.input.is_stream() {
                let reason = "was read to its end by an earlier run; add --append to read more from it";
                return Err(StopReason::Input(SourceError::new(Path::new(&self.input.name()), &reason)));
            }
            return Ok(());
        }
        let (next, shard) = earlier.map_or((0, 0), |done| (done.next, done.shard + 1));
        let begin = |shard: usize, next: u64| ShardProgress {
            input: self.number,
            shard,
            totals: Totals::default(),
            next,
            is_last: false,
            bytes,
        };
        let mut open = OpenShard { shard: None, done: begin(shard, next) };
        let steps = self.input.open(next, &self.job.reading)?;
        let weight = |step: &Result<SourceStep, SourceError>| {
            step.as_ref().ok().and_then(|step| step.record.as_ref()).map_or(0, PageRecord::len)
        };
        let work = |step: Result<SourceStep, SourceError>| {
            step.map(|mut step| (step.record.take().map(|record| self.work.row(record)), step))
        };
        let languages = &self.job.reading.filter;
        let read = in_order(self.pool, steps, weight, work, |step| {
            let (row, SourceStep { skipped, next, is_unread, .. }) = step?;
            open.done.next = next;
            open.done.totals.unread += u64::from(is_unread);
            let row = match (row, skipped) {
                (Some(row), _) if languages.takes_language(row.lang.as_deref()) => row,
                (None, None) => return Ok::<(), StopReason>(()),
                (_, reason) => {
                    open.done.totals.add_skip(reason.unwrap_or(SkipReason::Language));
                    watch(Event::Skipped);
                    return Ok(());
                }
            };
            self.write(&mut open, &row, ledger)?;
            watch(Event::Row { row: &row, share: self.share(next, bytes) });
            if !(self.wanted)() {
                return Err(JobError::Stopped.into());
            }
            if open.done.totals.rows as usize >= self.job.shard_rows {
                let new = OpenShard { shard: None, done: begin(open.done.shard + 1, next) };
                self.finish(std::mem::replace(&mut open, new), ledger, watch)?;
            }
            Ok(())
        });
        match read {
            // Rows before the error are kept.
            Err(error @ StopReason::Input(_)) => {
                if open.done.totals != Totals::default() {
                    self.finish(open, ledger, watch)?;
                }
                return Err(error);
            }
            read => read?,
        }
        open.done.is_last = true;
        self.finish(open, ledger, watch)?;
        Ok(())
    }

    fn write(&self, open: &mut OpenShard, row: &BulkRow, ledger: &Ledger) -> Result<(), JobError> {
        let number = open.done.shard;
        let shard = match open.shard.take() {
            Some(shard) => shard,
            None => self.create(number, ledger)?,
        };
        open.shard.insert(shard).write(row).map_err(|error| self.output(number, error))?;
        open.done.totals.add_row(row);
        Ok(())
    }

    /// The name of a shard, without its ending.
    fn name(&self, shard: usize) -> String {
        format!("{SHARD}{:05}-{shard:05}", self.number)
    }

    fn create(&self, shard: usize, ledger: &Ledger) -> Result<Shard, JobError> {
        let Job { folder, target, .. } = self.job;
        let created =
            Shard::create(folder, &ledger.folder, &self.name(shard), *target, self.extractor.columns());
        created.map_err(|error| self.output(shard, error))
    }

    fn finish(
        &self,
        open: OpenShard,
        ledger: &mut Ledger,
        watch: &mut impl FnMut(Event<'_>),
    ) -> Result<(), JobError> {
        if let Some(shard) = open.shard {
            shard.finish().map_err(|error| self.output(open.done.shard, error))?;
        }
        let rows = open.done.totals.rows;
        ledger.note(open.done)?;
        watch(Event::Shard { totals: &ledger.totals, rows });
        Ok(())
    }

    /// How far the run is when this input is at such a place.
    fn share(&self, next: u64, bytes: u64) -> f64 {
        let is_measured = match self.input {
            JobInput::Container(_, format) => *format == SourceFormat::Warc && bytes > 0,
            JobInput::Pages(_) => true,
        };
        let of_input = if is_measured { next as f64 / bytes.max(1) as f64 } else { 0.0 };
        let (place, of) = self.part;
        (place + of_input.min(1.0)) / of
    }

    /// What went wrong with the file of a shard.
    fn output(&self, shard: usize, error: io::Error) -> JobError {
        let Job { folder, target, .. } = self.job;
        JobError::Output { path: folder.join(self.name(shard) + target.ending()), error }
    }
}
