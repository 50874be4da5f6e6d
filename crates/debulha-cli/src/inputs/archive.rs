//! The pages in a WARC file.

use super::{InputPlace, PageInput, path_of_address};
use debulha_io::warc::{ArchiveRecord, AskedQuery, Queries, WarcReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of an answer that are read to see whether it is a page.
const HEAD: usize = 64 << 10;

/// Whether a file is a WARC file, by its name.
pub(super) fn is_warc(path: &Path) -> bool {
    let ends_in =
        |path: &Path, ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let is_packed = ["gz", "zst", "lz4"].iter().any(|ending| ends_in(path, ending))
        && path.file_stem().is_some_and(|name| ends_in(Path::new(name), "warc"));
    ends_in(path, "warc") || is_packed
}

/// The pages of a WARC file: answers that are HTML and no errors, each named by its address. What is damaged is an input that cannot
/// be used. The file is gone through once here, and the pages are read at their places later.
pub(super) fn pages(path: &Path) -> Vec<PageInput> {
    let reader = match WarcReader::open(path) {
        Ok(reader) => reader.max_block(HEAD),
        Err(error) => return vec![PageInput::unusable(path, error.to_string())],
    };
    let file = Arc::new(path.to_owned());
    let mut inputs = Vec::new();
    let mut queries = Queries::default();
    for (number, record) in (1..).zip(reader) {
        match record {
            Ok(record) => {
                let query = queries.of(&record);
                if record.is_page() {
                    let query = query.as_ref().map(AskedQuery::form_body);
                    inputs.push(PageInput { query, ..input(&file, &record, number) });
                }
            }
            Err(error) => inputs.push(PageInput::unusable(path, error.to_string())),
        }
    }
    if inputs.is_empty() {
        inputs.push(PageInput::unusable(path, "the file has no HTML pages".to_owned()));
    }
    inputs
}

fn input(file: &Arc<PathBuf>, record: &ArchiveRecord, number: usize) -> PageInput {
    let url = record.target().map(str::to_owned);
    let name = url.clone().unwrap_or_else(|| format!("{}: record {number}", file.display()));
    let numbered = PathBuf::from(format!("record-{number}.html"));
    PageInput {
        name,
        place: InputPlace::Record { file: Arc::clone(file), offset: record.offset },
        relative: url.as_deref().map_or(numbered, path_of_address),
        url,
        query: None,
        folder: file.file_name().map(|name| name.to_string_lossy().into_owned()),
    }
}
