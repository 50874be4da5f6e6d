//! What a run was asked for, and how far it is.
//!
//! `manifest.json` says what was asked for. A run that asks for something else is refused, since shards of both would not fit
//! together. `progress.jsonl` has a line for each shard that is in its place. A shard without a line is made once more.

use super::JobError;
use debulha_io::whole_file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What was asked for, by name; each value is text. It decides every byte of the output.
pub type Asked = BTreeMap<String, String>;

/// What a shard holds, and where the next one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ShardProgress {
    /// The number of the input, from 0.
    pub(super) input: usize,
    /// The number of the shard in the input, from 0.
    pub(super) shard: usize,
    /// Its rows.
    pub(super) rows: u64,
    /// Rows with an error and without content.
    pub(super) failed: u64,
    /// Records that were passed over.
    pub(super) skipped: u64,
    /// Where the next shard begins in the input.
    pub(super) next: u64,
    /// Whether the input has no more.
    pub(super) is_last: bool,
    /// Bytes of the input, so that another one of the same name is noticed.
    pub(super) bytes: u64,
}

/// The folder of a run, held by one process.
pub(super) struct Ledger {
    progress: File,
    path: PathBuf,
    /// Of each input that was begun, the last line.
    pub(super) last: BTreeMap<usize, ShardProgress>,
    /// The sums of all lines.
    pub(super) totals: Totals,
}

/// Sums over shards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Rows that were written.
    pub rows: u64,
    /// Those of them with an error and without content.
    pub failed: u64,
    /// Records that were passed over.
    pub skipped: u64,
}

impl Totals {
    /// What the folder of a run that nobody shares holds so far; nothing where there is no run.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn of_folder(folder: &Path) -> io::Result<Totals> {
        match fs::read_to_string(folder.join(progress_file(""))) {
            Ok(text) => Ok(Noted::of(&text).totals),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Totals::default()),
            Err(error) => Err(error),
        }
    }

    pub(super) fn add(&mut self, done: &ShardProgress) {
        self.rows += done.rows;
        self.failed += done.failed;
        self.skipped += done.skipped;
    }
}

/// The whole lines of `progress.jsonl`.
#[derive(Default)]
struct Noted {
    bytes: usize,
    last: BTreeMap<usize, ShardProgress>,
    totals: Totals,
}

impl Noted {
    fn of(text: &str) -> Self {
        let mut noted = Noted::default();
        for line in text.split_inclusive('\n') {
            // A line that was cut off when the process ended is the last one.
            let Some(done) =
                line.strip_suffix('\n').and_then(|line| serde_json::from_str::<ShardProgress>(line).ok())
            else {
                break;
            };
            noted.bytes += line.len();
            noted.totals.add(&done);
            noted.last.insert(done.input, done);
        }
        noted
    }
}

fn progress_file(share: &str) -> String {
    format!("progress{share}.jsonl")
}

impl Ledger {
    /// Opens the folder of a run, or makes it. `share` tells the names of jobs apart that share a folder.
    pub(super) fn open(folder: &Path, share: &str, asked: &Asked) -> Result<Ledger, JobError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| JobError::Output { path, error }
        };
        fs::create_dir_all(folder).map_err(at(folder))?;
        let path = folder.join(progress_file(share));
        let mut options = OpenOptions::new();
        let mut progress =
            options.read(true).write(true).create(true).truncate(false).open(&path).map_err(at(&path))?;
        if progress.try_lock().is_err() {
            return Err(JobError::Busy(folder.to_owned()));
        }
        let manifest = folder.join(format!("manifest{share}.json"));
        match fs::read(&manifest) {
            Ok(bytes) => compare(&manifest, &bytes, asked)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = serde_json::to_string_pretty(asked).map_err(io::Error::from);
                text.and_then(|text| whole_file::write(&manifest, format!("{text}\n").as_bytes()))
                    .map_err(at(&manifest))?;
            }
            Err(error) => return Err(at(&manifest)(error)),
        }
        let text = io::read_to_string(&progress).map_err(at(&path))?;
        let Noted { bytes, last, totals } = Noted::of(&text);
        progress.set_len(bytes as u64).map_err(at(&path))?;
        progress.seek(SeekFrom::End(0)).map_err(at(&path))?;
        Ok(Ledger { progress, path, last, totals })
    }

    /// Notes that a shard is in its place.
    pub(super) fn note(&mut self, done: ShardProgress) -> Result<(), JobError> {
        let written = serde_json::to_string(&done).map_err(io::Error::from).and_then(|line| {
            self.progress.write_all(format!("{line}\n").as_bytes())?;
            self.progress.sync_data()
        });
        written.map_err(|error| JobError::Output { path: self.path.clone(), error })?;
        self.totals.add(&done);
        self.last.insert(done.input, done);
        Ok(())
    }
}

/// Whether a run asks for what the manifest says.
fn compare(path: &Path, bytes: &[u8], asked: &Asked) -> Result<(), JobError> {
    let Ok(stored) = serde_json::from_slice::<Asked>(bytes) else {
        return Err(JobError::NotAManifest(path.to_owned()));
    };
    let names = stored.keys().chain(asked.keys());
    let Some(name) = names.into_iter().find(|name| stored.get(*name) != asked.get(*name)) else {
        return Ok(());
    };
    let text = |of: &Asked| of.get(name).cloned().unwrap_or_else(|| "nothing".to_owned());
    Err(JobError::OtherRun {
        path: path.to_owned(),
        name: name.clone(),
        stored: text(&stored),
        asked: text(asked),
    })
}
