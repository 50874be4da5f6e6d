//! Layout records in files: one a page, in a folder that looks like that of the pages.

use debulha_core::layout::{LayoutError, LayoutRecord};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The ending of records that are written.
pub const ENDING: &str = "json.gz";

/// Endings of records.
const ENDINGS: [&str; 4] = [ENDING, "json", "jsonl.gz", "jsonl"];

/// Bytes of a record that are read at most, decompressed: one of 100,000 nodes takes 20 MB.
const MAX_BYTES: u64 = 1 << 28;

/// Why a record cannot be read.
#[derive(Debug, Error)]
pub enum LayoutFileError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It is no record.
    #[error("{}: {source}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: LayoutError,
    },
}

/// Where in a folder something stands that belongs to a page, given by its path without the ending, such as `news/a`.
///
/// ```
/// use debulha_io::layout_files::{ENDING, place};
/// use std::path::Path;
///
/// assert_eq!(place(Path::new("records"), Path::new("news/a"), ENDING), Path::new("records/news/a.json.gz"));
/// ```
pub fn place(folder: &Path, page: &Path, ending: &str) -> PathBuf {
    let mut name = page.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    page.parent().map_or_else(|| folder.to_owned(), |parent| folder.join(parent)).join(name)
}

/// The record of a page, `news/a`: `news/a.json.gz`, `.json`, `.jsonl.gz` or `.jsonl`, or one of these without `news`.
pub fn find(folder: &Path, page: &Path) -> Option<PathBuf> {
    let at_top = Path::new(page.file_name().unwrap_or_default());
    let places =
        [page, at_top].into_iter().flat_map(|page| ENDINGS.map(|ending| place(folder, page, ending)));
    places.into_iter().find(|path| path.is_file())
}

/// Reads a record, up to 256 MB of JSON.
///
/// # Errors
/// A file that cannot be read or unpacked, and one that is no record.
pub fn read(path: &Path) -> Result<LayoutRecord, LayoutFileError> {
    let text = read_text(path).map_err(|source| LayoutFileError::Io { path: path.to_owned(), source })?;
    LayoutRecord::from_json(&text).map_err(|source| LayoutFileError::Record { path: path.to_owned(), source })
}

fn read_text(path: &Path) -> io::Result<String> {
    let file = BufReader::new(File::open(path)?);
    let is_gzip = path.extension().is_some_and(|ending| ending == "gz");
    let mut source: Box<dyn Read> =
        if is_gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut text = String::new();
    let read = source.by_ref().take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if read as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("the record is larger than {} MB", MAX_BYTES >> 20)));
    }
    Ok(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    #[test]
    fn records_stand_in_the_folder_of_their_page_or_at_the_top() {
        let dir = tempfile::tempdir().unwrap();
        let page = Path::new("news/a");
        assert_eq!(find(dir.path(), page), None);
        let at_top = dir.path().join("a.jsonl");
        std::fs::write(&at_top, r#"{"nodes": []}"#).unwrap();
        assert_eq!(find(dir.path(), page), Some(at_top.clone()));
        assert!(read(&at_top).unwrap().nodes.is_empty());
        let beside = place(dir.path(), page, ENDING);
        std::fs::create_dir_all(beside.parent().unwrap()).unwrap();
        let mut gzip = GzEncoder::new(File::create(&beside).unwrap(), Compression::default());
        gzip.write_all(br#"{"nodes": [{"id": 1, "tag": "body"}]}"#).unwrap();
        gzip.finish().unwrap();
        assert_eq!(find(dir.path(), page), Some(beside.clone()), "first");
        assert_eq!(read(&beside).unwrap().nodes.len(), 1);
    }

    #[test]
    fn what_is_no_record_is_an_error_with_its_path() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        assert!(matches!(read(&path), Err(LayoutFileError::Io { .. })));
        std::fs::write(&path, "rye").unwrap();
        let error = read(&path).unwrap_err();
        assert!(
            matches!(error, LayoutFileError::Record { .. }) && error.to_string().contains("a.json"),
            "{error}"
        );
        let packed = dir.path().join("a.json.gz");
        std::fs::write(&packed, "rye").unwrap();
        assert!(matches!(read(&packed), Err(LayoutFileError::Io { .. })), "called gzip and none");
    }
}
