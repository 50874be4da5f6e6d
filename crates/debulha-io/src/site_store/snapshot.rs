//! A file that is read and never written: changes stay in memory.
//!
//! A database checks its trees when it is opened, and puts right what a killed process left, by writing. Here it may
//! write, and the file stays as it is: a store can be read that may not be written, by any number of processes, and also
//! after a crash.

use redb::backends::FileBackend;
use redb::{BackendError, DatabaseError, StorageBackend};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::ops::{Bound, Range};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes that are copied when one of them is changed; the page of the database.
const BLOCK: u64 = 4096;

/// A file with changes in memory. While it is open it cannot be opened for writing.
#[derive(Debug)]
pub(super) struct StoreSnapshot {
    file: FileBackend,
    changes: Mutex<Changes>,
}

#[derive(Debug)]
struct Changes {
    len: u64,
    /// How much of the file still counts.
    file_len: u64,
    /// The blocks that were written to, by their number.
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl StoreSnapshot {
    /// Opens a file for reading.
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let file = FileBackend::new(File::open(path)?)?;
        let len = file.len()?;
        let changes = Changes { len, file_len: len, blocks: BTreeMap::new() };
        Ok(StoreSnapshot { file, changes: Mutex::new(changes) })
    }

    fn lock(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads as if nothing had been written.
    fn read_file(&self, changes: &Changes, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let there = changes.file_len.saturating_sub(offset).min(out.len() as u64) as usize;
        out[there..].fill(0);
        if there > 0 { self.file.read(offset, &mut out[..there]) } else { Ok(()) }
    }
}

/// The parts of a range that lie in one block each: the block, where in it, and where in the range.
fn parts(offset: u64, len: usize) -> impl Iterator<Item = (u64, Range<usize>, Range<usize>)> {
    let end = offset + len as u64;
    let blocks = if len == 0 { 0..0 } else { offset / BLOCK..end.div_ceil(BLOCK) };
    blocks.map(move |block| {
        let first = (block * BLOCK).max(offset);
        let last = ((block + 1) * BLOCK).min(end);
        let in_block = (first - block * BLOCK) as usize..(last - block * BLOCK) as usize;
        (block, in_block, (first - offset) as usize..(last - offset) as usize)
    })
}

impl StorageBackend for StoreSnapshot {
    fn len(&self) -> Result<u64, io::Error> {
        Ok(self.lock().len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<(), io::Error> {
        let changes = self.lock();
        if offset.checked_add(out.len() as u64).is_none_or(|end| end > changes.len) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.read_file(&changes, offset, out)?;
        for (block, in_block, in_out) in parts(offset, out.len()) {
            if let Some(bytes) = changes.blocks.get(&block) {
                out[in_out].copy_from_slice(&bytes[in_block]);
            }
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> Result<(), io::Error> {
        let mut changes = self.lock();
        if len < changes.len {
            changes.file_len = changes.file_len.min(len);
            changes.blocks.split_off(&len.div_ceil(BLOCK));
            if let Some(last) = changes.blocks.get_mut(&(len / BLOCK)) {
                last[(len % BLOCK) as usize..].fill(0);
            }
        }
        changes.len = len;
        Ok(())
    }

    fn sync_data(&self) -> Result<(), io::Error> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), io::Error> {
        let mut changes = self.lock();
        for (block, in_block, in_data) in parts(offset, data.len()) {
            if !changes.blocks.contains_key(&block) {
                let mut bytes = vec![0; BLOCK as usize];
                self.read_file(&changes, block * BLOCK, &mut bytes)?;
                changes.blocks.insert(block, bytes);
            }
            if let Some(bytes) = changes.blocks.get_mut(&block) {
                bytes[in_block].copy_from_slice(&data[in_data]);
            }
        }
        changes.len = changes.len.max(offset + data.len() as u64);
        Ok(())
    }

    fn close(&self) -> Result<(), io::Error> {
        self.file.close()
    }

    /// The database wants the file for itself; sharing it with other readers is enough, since nobody writes.
    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LEN: u64 = 3 * BLOCK + 100;

    proptest! {
        #[test]
        fn reads_what_was_written_and_leaves_the_file(
            steps in prop::collection::vec((0..LEN, 0_usize..9000, any::<u8>(), any::<bool>()), 0..20),
        ) {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("x");
            let bytes: Vec<u8> = (0..LEN).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let snapshot = StoreSnapshot::open(&path).unwrap();
            let mut expected = bytes.clone();
            for (at, len, byte, resizes) in steps {
                if resizes {
                    expected.resize(at as usize, 0);
                    snapshot.set_len(at).unwrap();
                } else {
                    let end = at as usize + len;
                    expected.resize(expected.len().max(end), 0);
                    expected[at as usize..end].fill(byte);
                    snapshot.write(at, &vec![byte; len]).unwrap();
                }
                prop_assert_eq!(snapshot.len().unwrap(), expected.len() as u64);
                let mut all = vec![0; expected.len()];
                snapshot.read(0, &mut all).unwrap();
                prop_assert_eq!(&all, &expected);
                prop_assert!(snapshot.read(expected.len() as u64, &mut [0]).is_err());
            }
            prop_assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
    }
}
