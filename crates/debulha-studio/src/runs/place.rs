//! Where a run is, and how far it is.
//!
//! The rows of a run that goes on, or that ended early, are in `NAME.rows.part.jsonl`. Once it is whole, the file is called
//! `NAME.rows.jsonl`.

use super::{PageRow, RUNS};
use crate::state::StudioState;
use debulha_bulk::{Totals, state_folder};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::PathBuf;

/// A file that the state of every run has.
const MANIFEST: &str = "manifest.json";

/// How a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// There is none.
    Absent,
    /// It ended early; so many of its rows are in whole shards.
    Unfinished(u64),
    /// It is whole.
    Finished,
    /// The folder holds something else.
    Other,
}

/// Where a run is.
pub(super) struct RunPlace {
    pub(super) folder: PathBuf,
    /// The result for each page.
    pub(super) rows: PathBuf,
    /// The same while the run is not whole.
    part: PathBuf,
}

impl RunPlace {
    /// Of a name that was checked.
    pub(super) fn of(shared: &StudioState, name: &str) -> Self {
        let runs = shared.labels.join(RUNS);
        RunPlace {
            folder: runs.join(name),
            rows: runs.join(format!("{name}.rows.jsonl")),
            part: runs.join(format!("{name}.rows.part.jsonl")),
        }
    }

    /// How the run stands.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub(super) fn standing(&self) -> io::Result<Standing> {
        let is_run = state_folder(&self.folder).join(MANIFEST).is_file();
        if self.folder.exists() && !is_run {
            return Ok(Standing::Other);
        }
        if self.rows.exists() {
            return Ok(Standing::Finished);
        }
        if !is_run && !self.part.exists() {
            return Ok(Standing::Absent);
        }
        Ok(Standing::Unfinished(Totals::of_folder(&self.folder)?.rows))
    }

    /// Deletes the run.
    ///
    /// # Errors
    /// What cannot be deleted.
    pub(super) fn delete(&self) -> io::Result<()> {
        let missing_is_fine = |deleted: io::Result<()>| match deleted {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        let state = state_folder(&self.folder);
        // The rows first: without its folder a run could not go on.
        missing_is_fine(fs::remove_file(&self.rows))?;
        missing_is_fine(fs::remove_file(&self.part))?;
        missing_is_fine(fs::remove_dir_all(&self.folder))?;
        missing_is_fine(fs::remove_dir_all(state))
    }

    /// The rows, those of a run that is not whole too.
    ///
    /// # Errors
    /// There are none, or they cannot be read.
    pub(super) fn open(&self) -> io::Result<File> {
        File::open(&self.rows).or_else(|_| File::open(&self.part))
    }

    /// Opens the rows to write on: behind those of whole shards, which are shown to `each`. The rows behind them belong to a shard
    /// that is made once more, and are cut off.
    ///
    /// # Errors
    /// Rows that cannot be read or written, or that are fewer than those of the shards.
    pub(super) fn go_on(&self, mut each: impl FnMut(PageRow)) -> io::Result<File> {
        let noted = Totals::of_folder(&self.folder)?.rows;
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(&self.part)?;
        let mut lines = BufReader::new(&file);
        let mut whole = 0;
        for _ in 0..noted {
            let mut line = String::new();
            let bytes = lines.read_line(&mut line)?;
            let row = serde_json::from_str(&line).map_err(|_| {
                io::Error::other(format!(
                    "the shards have {noted} rows, and this file has fewer: start the run anew"
                ))
            })?;
            each(row);
            whole += bytes as u64;
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    }

    /// Says that the run is whole.
    ///
    /// # Errors
    /// A file that cannot be renamed.
    pub(super) fn finish(&self) -> io::Result<()> {
        fs::rename(&self.part, &self.rows)
    }
}
