//! The pages in a WARC file.

use super::{Input, Place, path_of_address};
use debulha_crawl::probe::{AskedQuery, read_query};
use debulha_io::warc::{Kind, Record, WarcReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use url::form_urlencoded::Serializer;

/// Bytes of an answer that are read to see whether it is a page.
const HEAD: usize = 64 << 10;

/// Whether a file is a WARC file, by its name.
pub(super) fn is_warc(path: &Path) -> bool {
    let ends_in =
        |path: &Path, ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let is_packed =
        ends_in(path, "gz") && path.file_stem().is_some_and(|name| ends_in(Path::new(name), "warc"));
    ends_in(path, "warc") || is_packed
}

/// The pages of a WARC file: answers that are HTML and no errors, each named by its address. What is damaged is an input that cannot
/// be used. The file is gone through once here, and the pages are read at their places later.
pub(super) fn pages(path: &Path) -> Vec<Input> {
    let reader = match WarcReader::open(path) {
        Ok(reader) => reader.max_block(HEAD),
        Err(error) => return vec![Input::unusable(path, error.to_string())],
    };
    let file = Arc::new(path.to_owned());
    let mut inputs = Vec::new();
    let mut asked = None;
    for (number, record) in (1..).zip(reader) {
        match record {
            Ok(record) => {
                let query = query_of(&record, &mut asked);
                if record.is_page() {
                    inputs.push(Input { query, ..input(&file, &record, number) });
                }
            }
            Err(error) => inputs.push(Input::unusable(path, error.to_string())),
        }
    }
    if inputs.is_empty() {
        inputs.push(Input::unusable(path, "no pages in it".to_owned()));
    }
    inputs
}

/// The query that the answer of a record is one to. A record before the answer says so, which `asked` is for.
fn query_of(record: &Record, asked: &mut Option<(String, AskedQuery)>) -> Option<String> {
    let target = record.target().unwrap_or_default();
    match record.kind {
        Kind::Metadata => {
            *asked = read_query(&record.block).map(|query| (target.to_owned(), query));
            None
        }
        Kind::Response => {
            let (_, query) = asked.take().filter(|(url, _)| url == target)?;
            Some(Serializer::new(String::new()).extend_pairs(query.pairs()).finish())
        }
        _ => None,
    }
}

fn input(file: &Arc<PathBuf>, record: &Record, number: usize) -> Input {
    let url = record.target().map(str::to_owned);
    let name = url.clone().unwrap_or_else(|| format!("{}: record {number}", file.display()));
    let numbered = PathBuf::from(format!("record-{number}.html"));
    Input {
        name,
        place: Place::Record { file: Arc::clone(file), offset: record.offset },
        relative: url.as_deref().map_or(numbered, path_of_address),
        url,
        query: None,
        folder: file.file_name().map(|name| name.to_string_lossy().into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_the_query_of_the_record_before_it() {
        let record = |kind: Kind, target: &str, block: &str| Record {
            kind,
            fields: vec![("WARC-Target-URI".to_owned(), target.to_owned())],
            offset: 0,
            end: 0,
            block: block.as_bytes().to_vec(),
            block_len: block.len() as u64,
        };
        let query = r#"{"debulha-probe": 1, "form-page": "http://h/", "form": 1, "page": 1,
            "query": [{"name": "crop", "value": "rye & oats"}]}"#;
        let mut asked = None;
        let mut read = |kind, target, block| query_of(&record(kind, target, block), &mut asked);
        assert_eq!(read(Kind::Response, "http://h/", ""), None);
        assert_eq!(read(Kind::Metadata, "http://h/find", query), None);
        assert_eq!(read(Kind::Request, "http://h/find", ""), None);
        assert_eq!(read(Kind::Response, "http://h/find", "").as_deref(), Some("crop=rye+%26+oats"));
        assert_eq!(read(Kind::Response, "http://h/find", ""), None, "one answer a query");
        assert_eq!(read(Kind::Metadata, "http://h/find", query), None);
        assert_eq!(read(Kind::Response, "http://h/other", ""), None);
        assert_eq!(read(Kind::Metadata, "http://h/find", "hopsFromSeed: 1"), None);
        assert_eq!(read(Kind::Response, "http://h/find", ""), None);
    }
}
