//! Standard input and pipes as files.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The path that means standard input.
const STDIN: &str = "-";

/// Opens a file, or standard input.
pub(super) fn open_file(path: &Path) -> io::Result<File> {
    if path == Path::new(STDIN) { stdin() } else { File::open(path) }
}

/// Whether a path is standard input or a pipe, which can be read only once.
pub(crate) fn is_stream(path: &Path) -> bool {
    path == Path::new(STDIN) || fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir())
}

#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn stdin() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn stdin() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
