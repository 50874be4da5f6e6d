//! Files of one page, perhaps compressed.

use crate::warc::http::BodyFault;
use debulha_dom::body::{BodyError, ContentEncoding, Truncation, decompress, decompress_as};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;

/// A page as it was stored, decompressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Why they are not all of the page, if they are not.
    pub fault: Option<BodyFault>,
}

/// Why a file gives no page.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PageFileError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Nothing of it can be decompressed.
    #[error(transparent)]
    Body(#[from] BodyError),
}

/// Reads a file: at most `limit` bytes of the page in it. Compression by gzip and zstd shows in the bytes, that by Brotli in
/// the name, which ends in `.br`.
///
/// # Errors
/// A file that cannot be read, or not be decompressed at all.
pub fn open(path: &Path, limit: usize) -> Result<PageFile, PageFileError> {
    let is_brotli = path.extension().is_some_and(|ending| ending == "br");
    read(File::open(path)?, is_brotli, limit)
}

/// The same of any source.
///
/// # Errors
/// As [`open`].
pub fn read(source: impl Read, is_brotli: bool, limit: usize) -> Result<PageFile, PageFileError> {
    let mut stored = Vec::new();
    // One byte more than the limit, so that a longer input is known to be longer.
    source.take((limit as u64).saturating_add(1)).read_to_end(&mut stored)?;
    let body = if is_brotli {
        decompress_as(&stored, ContentEncoding::Brotli, limit)
    } else {
        decompress(&stored, limit)
    }?;
    let fault = body.truncated.map(|truncation| match truncation {
        Truncation::Limit => BodyFault::Limit(limit),
        Truncation::CorruptTail(reason) => BodyFault::Damaged(reason),
    });
    let bytes = match body.bytes {
        Cow::Owned(bytes) => bytes,
        Cow::Borrowed(kept) => {
            let len = kept.len();
            stored.truncate(len);
            stored
        }
    };
    Ok(PageFile { bytes, fault })
}
