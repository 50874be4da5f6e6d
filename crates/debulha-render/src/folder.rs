//! The folder that holds a browser's files for as long as it runs.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// How the folders' names begin.
const PREFIX: &str = "debulha-render-";

/// A file in the folder that is locked while the folder is in use. The system unlocks it however the process ends.
const LOCK: &str = "lock";

/// The folder in it that the browser gets.
const FILES: &str = "files";

/// A temporary folder; removed when it is dropped. What a killed process leaves is removed by the next one.
#[derive(Debug)]
pub(crate) struct TempFolder {
    path: PathBuf,
    /// Locked.
    _lock: File,
}

impl TempFolder {
    /// Makes a new folder, which only this user can read, and removes those that nobody uses.
    ///
    /// # Errors
    /// Of the file system.
    pub(crate) fn new() -> io::Result<Self> {
        TempFolder::new_in(&env::temp_dir())
    }

    fn new_in(root: &Path) -> io::Result<Self> {
        let own = tempfile::Builder::new().prefix(PREFIX).tempdir_in(root)?;
        sweep(root, own.path());
        // The lock appears locked: else another process could take the folder for abandoned.
        let begun = own.path().join("lock.part");
        let lock = File::create(&begun)?;
        // Some file systems have no locks: folders stay behind there when a process is killed.
        let _ = lock.try_lock();
        fs::rename(begun, own.path().join(LOCK))?;
        fs::create_dir(own.path().join(FILES))?;
        Ok(TempFolder { path: own.keep(), _lock: lock })
    }

    /// Where the browser's files go.
    pub(crate) fn files(&self) -> PathBuf {
        self.path.join(FILES)
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a folder. Where that fails, as when a browser is not quite at its end, the lock stays, for the next to try.
fn remove(folder: &Path) {
    let files = fs::remove_dir_all(folder.join(FILES));
    if files.is_ok() || !folder.join(FILES).exists() {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Removes the folders of processes that have ended, of the same user as `own`.
fn sweep(root: &Path, own: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes())
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
            && has_owner_of(&entry.path(), own);
        // Held until the folder is gone.
        let Some(lock) = is_ours.then(|| File::open(entry.path().join(LOCK)).ok()).flatten() else {
            continue;
        };
        if lock.try_lock().is_ok() {
            remove(&entry.path());
        }
    }
}

#[cfg(unix)]
fn has_owner_of(path: &Path, own: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| fs::symlink_metadata(path).map(|metadata| metadata.uid()).ok();
    owner(path).is_some_and(|uid| owner(own) == Some(uid))
}

#[cfg(not(unix))]
fn has_owner_of(_: &Path, _: &Path) -> bool {
    true
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_nobody_uses_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let used = TempFolder::new_in(root.path()).unwrap();
        // As a killed process leaves it: the file is there, and nobody holds the lock.
        let left = root.path().join("debulha-render-left");
        fs::create_dir_all(left.join("files/Default")).unwrap();
        fs::write(left.join(LOCK), "").unwrap();
        let begun = root.path().join("debulha-render-begun");
        fs::create_dir(&begun).unwrap();
        let foreign = root.path().join("else");
        fs::create_dir(&foreign).unwrap();
        fs::write(foreign.join(LOCK), "").unwrap();

        let another = TempFolder::new_in(root.path()).unwrap();
        assert!(!left.exists());
        assert!(used.files().exists() && begun.exists() && foreign.exists());
        let path = another.path.clone();
        drop(another);
        assert!(!path.exists());
    }
}
