//! The token in the studio's URL: random for each run, or kept in a file.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Bytes of a random token: as many as cannot be guessed.
const RANDOM_BYTES: usize = 16;

/// Accepted lengths of a token in a file; a random one has 32 characters.
const MIN_CHARS: usize = 32;
const MAX_CHARS: usize = 256;

/// Why there is no token.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TokenError {
    /// The system gives no random numbers.
    #[error("cannot get random numbers: {0}")]
    Random(getrandom::Error),
    /// The file cannot be read or created.
    #[error("--token-file: {}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        reason: io::Error,
    },
    /// Other users can read the file.
    #[error("--token-file: other users can read {} (mode {mode:04o}); run `chmod 600 {}`", path.display(), path.display())]
    Exposed {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// The file holds no usable token.
    #[error(
        "--token-file: {} must contain one token of {MIN_CHARS} to {MAX_CHARS} letters, digits, `-` or `_`; delete the file to have a \
         new one written",
        path.display()
    )]
    Invalid {
        /// The file.
        path: PathBuf,
    },
}

/// The token of a file, which is created with a random one if it does not exist; without a file, a random one.
pub(crate) fn token(file: Option<&Path>) -> Result<String, TokenError> {
    let Some(path) = file else { return random() };
    let at = |reason| TokenError::Io { path: path.to_owned(), reason };
    match create(path) {
        Ok(mut file) => {
            let token = random()?;
            file.write_all(format!("{token}\n").as_bytes()).map_err(at)?;
            Ok(token)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read(path),
        Err(error) => Err(at(error)),
    }
}

/// Creates a file that only its owner can read.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn read(path: &Path) -> Result<String, TokenError> {
    let at = |reason| TokenError::Io { path: path.to_owned(), reason };
    let file = File::open(path).map_err(at)?;
    check_permissions(&file, path)?;
    let mut text = String::new();
    // A character over the limit, and the end of the line.
    file.take(MAX_CHARS as u64 + 2).read_to_string(&mut text).map_err(at)?;
    let token = text.trim();
    let is_valid = (MIN_CHARS..=MAX_CHARS).contains(&token.len())
        && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if is_valid { Ok(token.to_owned()) } else { Err(TokenError::Invalid { path: path.to_owned() }) }
}

/// Refuses a file that other users can read.
#[cfg(unix)]
fn check_permissions(file: &File, path: &Path) -> Result<(), TokenError> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = file.metadata().map_err(|reason| TokenError::Io { path: path.to_owned(), reason })?;
    let mode = metadata.permissions().mode() & 0o777;
    let of_others = mode & 0o077;
    if of_others == 0 { Ok(()) } else { Err(TokenError::Exposed { path: path.to_owned(), mode }) }
}

/// Elsewhere, permissions are those of the folder.
#[cfg(not(unix))]
fn check_permissions(_: &File, _: &Path) -> Result<(), TokenError> {
    Ok(())
}

fn random() -> Result<String, TokenError> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes).map_err(TokenError::Random)?;
    Ok(bytes.iter().fold(String::new(), |mut token, byte| {
        // Writing to a string cannot fail.
        let _ = write!(token, "{byte:02x}");
        token
    }))
}
