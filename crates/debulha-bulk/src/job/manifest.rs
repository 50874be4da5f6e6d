//! The request of a run, and its progress.
//!
//! Both are kept in a folder of their own next to the output (see [`state_folder`]), so that the output holds rows alone.
//! `manifest.json` says what was requested. A run that asks for something else is refused, since shards of both would not fit
//! together. `progress.jsonl` has a line for each shard that is in its place. A shard without a line is made once more.

use super::inputs::{InputName, NumberedInput, appended};
use super::totals::Totals;
use super::{Job, JobError, JobInput};
use debulha_io::whole_file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What was requested, by name; each value is text. It decides every byte of the output.
pub type Asked = BTreeMap<String, String>;

/// The name of the folder of a run's state, where it is within the output.
const INNER: &str = ".debulha";

/// What the names of shards begin with.
pub(super) const SHARD: &str = "part-";

/// What `manifest.json` says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    options: Asked,
    inputs: Vec<InputName>,
}

/// What a shard holds, and where the next one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ShardProgress {
    /// The number of the input, from 0.
    pub(super) input: usize,
    /// The number of the shard in the input, from 0.
    pub(super) shard: usize,
    /// Its rows, and the records that were passed over.
    #[serde(flatten)]
    pub(super) totals: Totals,
    /// Where the next shard begins in the input.
    pub(super) next: u64,
    /// Whether the input has no more.
    pub(super) is_last: bool,
    /// Bytes of the input, so that another one of the same name is noticed.
    pub(super) bytes: u64,
}

/// The state of a run, held by one process.
pub(super) struct Ledger {
    progress: File,
    path: PathBuf,
    /// The folder of the state; shards are written in it before they are in their places.
    pub(super) folder: PathBuf,
    /// What is read, with the numbers that shards are named by.
    pub(super) inputs: Vec<NumberedInput>,
    /// Of each input that was begun, the last line.
    pub(super) last: BTreeMap<usize, ShardProgress>,
    /// The sums of all lines.
    pub(super) totals: Totals,
}

/// The folder with the state of the run that writes into `output`: `.NAME.run` next to it, or `.debulha` inside it if it is the
/// root of a file system or nothing can be written next to it. Tools that read a folder as a table find rows alone in it.
pub fn state_folder(output: &Path) -> PathBuf {
    let inner = output.join(INNER);
    if inner.exists() {
        return inner;
    }
    let absolute = output.canonicalize().or_else(|_| std::path::absolute(output));
    let absolute = absolute.unwrap_or_else(|_| output.to_owned());
    match (absolute.parent(), absolute.file_name()) {
        (Some(parent), Some(name)) if is_one_file_system(parent, &absolute) => {
            parent.join(format!(".{}.run", name.to_string_lossy()))
        }
        _ => inner,
    }
}

/// Whether files can be renamed from one folder into the other; yes where one is not there.
#[cfg(unix)]
fn is_one_file_system(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |path: &Path| fs::metadata(path).map(|folder| folder.dev());
    !matches!((of(one), of(other)), (Ok(one), Ok(other)) if one != other)
}

#[cfg(not(unix))]
fn is_one_file_system(_: &Path, _: &Path) -> bool {
    true
}

/// Makes the folder of the state of a run.
fn create_state(output: &Path) -> Result<PathBuf, JobError> {
    let folder = state_folder(output);
    let is_denied = |error: &io::Error| {
        matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
    };
    match fs::create_dir_all(&folder) {
        Err(error) if is_denied(&error) => {
            let inner = output.join(INNER);
            fs::create_dir_all(&inner).map_err(at(&inner)).map(|()| inner)
        }
        created => created.map_err(at(&folder)).map(|()| folder),
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> JobError {
    let path = path.to_owned();
    move |error| JobError::Output { path: path.clone(), error }
}

impl Totals {
    /// What the folder of a run that nobody shares holds so far; nothing where there is no run.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn of_folder(folder: &Path) -> io::Result<Totals> {
        match fs::read_to_string(state_folder(folder).join(progress_file(""))) {
            Ok(text) => Ok(Noted::of(&text).totals),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Totals::default()),
            Err(error) => Err(error),
        }
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
            noted.totals.add(&done.totals);
            noted.last.insert(done.input, done);
        }
        noted
    }
}

fn progress_file(share: &str) -> String {
    format!("progress{share}.jsonl")
}

impl Ledger {
    /// Opens the state of a run, or makes it. `share` tells the names of jobs apart that share a folder.
    pub(super) fn open(job: &Job, share: &str, options: Asked) -> Result<Ledger, JobError> {
        fs::create_dir_all(&job.folder).map_err(at(&job.folder))?;
        let folder = create_state(&job.folder)?;
        let path = folder.join(progress_file(share));
        let mut file = OpenOptions::new();
        let mut progress =
            file.read(true).write(true).create(true).truncate(false).open(&path).map_err(at(&path))?;
        if progress.try_lock().is_err() {
            return Err(JobError::Busy(job.folder.clone()));
        }
        let text = io::read_to_string(&progress).map_err(at(&path))?;
        let manifest = folder.join(format!("manifest{share}.json"));
        let is_own = |name: &str| shard_input(name).is_some_and(|number| job.is_own(number));
        let is_bound = has_file(&job.folder, is_own).map_err(at(&job.folder))?;
        // If the output was deleted or never had a shard, the earlier request does not bind this one.
        let stored = read(&manifest).map_err(at(&manifest))?.filter(|_| is_bound);
        let is_manifest = |name: &str| name.starts_with("manifest");
        if is_bound && stored.is_none() && !has_file(&folder, is_manifest).map_err(at(&folder))? {
            return Err(JobError::OtherShards(job.folder.clone()));
        }
        let noted = if stored.is_some() { Noted::of(&text) } else { Noted::default() };
        let all = || job.inputs.iter().cloned().enumerate().collect();
        let mut asked = Manifest { options, inputs: job.inputs.iter().map(JobInput::identity).collect() };
        let inputs = match &stored {
            None => all(),
            Some(bytes) => {
                let stored = serde_json::from_slice::<Manifest>(bytes)
                    .map_err(|_| JobError::NotAManifest(manifest.clone()))?;
                compare(&manifest, &stored.options, &asked.options)?;
                if job.append {
                    let is_done = |number| noted.last.get(&number).is_some_and(|done| done.is_last);
                    let (names, inputs) = appended(stored.inputs, &job.inputs, job.shard_rows, is_done);
                    asked.inputs = names;
                    inputs
                } else if stored.inputs == asked.inputs {
                    all()
                } else {
                    return Err(JobError::OtherInputs {
                        folder: job.folder.clone(),
                        stored: stored.inputs.len(),
                        asked: asked.inputs.len(),
                    });
                }
            }
        };
        let text =
            serde_json::to_string_pretty(&asked).map_err(io::Error::from).map_err(at(&manifest))? + "\n";
        if stored.as_deref() != Some(text.as_bytes()) {
            whole_file::write(&manifest, text.as_bytes()).map_err(at(&manifest))?;
        }
        let Noted { bytes, last, totals } = noted;
        progress.set_len(bytes as u64).map_err(at(&path))?;
        progress.seek(SeekFrom::End(0)).map_err(at(&path))?;
        Ok(Ledger { progress, path, folder, inputs, last, totals })
    }

    /// Notes that a shard is in its place.
    pub(super) fn note(&mut self, done: ShardProgress) -> Result<(), JobError> {
        let written = serde_json::to_string(&done).map_err(io::Error::from).and_then(|line| {
            self.progress.write_all(format!("{line}\n").as_bytes())?;
            self.progress.sync_data()
        });
        written.map_err(at(&self.path))?;
        self.totals.add(&done.totals);
        self.last.insert(done.input, done);
        Ok(())
    }
}

/// The bytes of a file, if it is there.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a folder has an entry of such a name.
fn has_file(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if is_wanted(&entry?.file_name().to_string_lossy()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The number of the input that a shard is of, by its name.
fn shard_input(name: &str) -> Option<usize> {
    name.strip_prefix(SHARD)?.split('-').next()?.parse().ok()
}

/// Whether a run asks for what the manifest says.
fn compare(path: &Path, stored: &Asked, asked: &Asked) -> Result<(), JobError> {
    let names = stored.keys().chain(asked.keys());
    let Some(name) = names.into_iter().find(|name| stored.get(*name) != asked.get(*name)) else {
        return Ok(());
    };
    let text = |of: &Asked| of.get(name).cloned().unwrap_or_else(|| "nothing".to_owned());
    Err(JobError::OtherRun {
        path: path.to_owned(),
        name: name.clone(),
        stored: text(stored),
        asked: text(asked),
    })
}
