//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file: beside its place, as `NAME.part`, onto the disk, and then into its place. What was there stays until then.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("rye.txt");
/// debulha_io::whole_file::write(&path, b"Rye was sown early.")?;
/// assert_eq!(std::fs::read(&path)?, b"Rye was sown early.");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of the system.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&part, path)?;
    sync_folder(path)
}

/// Waits until the folder that holds a path has its name on the disk. Systems that cannot do that do it by themselves.
///
/// # Errors
/// Those of the system.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if cfg!(unix) => Err(error),
        _ => Ok(()),
    }
}
