//! Files that hold many pages, read page by page in memory that does not grow with the file.

mod json_lines;
mod page_files;
mod parquet;
mod warc;

pub use parquet::page_of_row;

use crate::record::PageRecord;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceFormat {
    /// One page.
    Html,
    /// WARC, and WET, which is WARC with text in it: records plain, or compressed one by one by gzip, Zstandard or LZ4.
    Warc,
    /// JSON, an object a line; compressed by gzip or not.
    JsonLines,
    /// Parquet.
    Parquet,
}

impl SourceFormat {
    /// All of them.
    pub const ALL: [SourceFormat; 4] =
        [SourceFormat::Html, SourceFormat::Warc, SourceFormat::JsonLines, SourceFormat::Parquet];

    /// The name, such as `warc`.
    pub fn name(self) -> &'static str {
        match self {
            SourceFormat::Html => "html",
            SourceFormat::Warc => "warc",
            SourceFormat::JsonLines => "jsonl",
            SourceFormat::Parquet => "parquet",
        }
    }

    /// What a file is by its name; what has no known ending is a page.
    ///
    /// ```
    /// use debulha_bulk::SourceFormat;
    /// use std::path::Path;
    ///
    /// assert_eq!(SourceFormat::of_name(Path::new("crawl/00.warc.wet.gz")), SourceFormat::Warc);
    /// assert_eq!(SourceFormat::of_name(Path::new("pages.JSONL")), SourceFormat::JsonLines);
    /// assert_eq!(SourceFormat::of_name(Path::new("page.html.gz")), SourceFormat::Html);
    /// ```
    pub fn of_name(path: &Path) -> SourceFormat {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let packed = [".gz", ".zst", ".lz4"].into_iter().find_map(|ending| name.strip_suffix(ending));
        let name = packed.unwrap_or(&name);
        match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "warc" | "wet" => SourceFormat::Warc,
            "jsonl" | "ndjson" => SourceFormat::JsonLines,
            "parquet" => SourceFormat::Parquet,
            _ => SourceFormat::Html,
        }
    }
}

impl fmt::Display for SourceFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// How sources are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// Bytes of a page at most; what is over is left out, and the row says so.
    pub max_bytes: usize,
    /// Which answers count.
    pub filter: PageFilter,
    /// In which columns or fields tables have what.
    pub fields: FieldNames,
}

impl Default for ReadOptions {
    fn default() -> Self {
        let max_bytes = debulha::Limits::default().max_bytes;
        ReadOptions { max_bytes, filter: PageFilter::default(), fields: FieldNames::default() }
    }
}

/// Which pages count; others are passed over and counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFilter {
    /// Statuses of HTTP answers; pages without one count.
    pub statuses: Vec<std::ops::RangeInclusive<u16>>,
    /// Media types; empty for those of HTML, and for pages without one.
    pub types: Vec<String>,
    /// Bytes of a page at least.
    pub min_bytes: usize,
    /// Languages, as the column `lang` has them; empty for all.
    pub languages: Vec<String>,
}

impl Default for PageFilter {
    /// HTML of successful answers.
    fn default() -> Self {
        PageFilter { statuses: vec![200..=299], types: Vec::new(), min_bytes: 0, languages: Vec::new() }
    }
}

impl PageFilter {
    /// The same in words, for a manifest.
    pub(crate) fn asked(&self) -> Vec<(&'static str, String)> {
        let statuses = self.statuses.iter().map(|range| format!("{}-{}", range.start(), range.end()));
        vec![
            ("status", statuses.collect::<Vec<_>>().join(",")),
            ("mime", self.types.join(",")),
            ("min-size", self.min_bytes.to_string()),
            ("language", self.languages.join(",")),
        ]
    }

    /// Whether an answer of this status and type counts. Text that was extracted already counts as HTML does.
    pub(crate) fn takes(&self, status: Option<u16>, media_type: &str, is_page: bool) -> bool {
        let has_status = |status| self.statuses.iter().any(|range| range.contains(&status));
        let has_type = || self.types.iter().any(|known| known == media_type);
        status.is_none_or(has_status) && if self.types.is_empty() { is_page } else { has_type() }
    }
}

/// In which columns or fields tables have what; the first of several that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldNames {
    /// The page.
    pub html: Vec<String>,
    /// Text that was extracted already, where there is no page.
    pub text: Vec<String>,
    /// Its address.
    pub url: Vec<String>,
    /// Its id.
    pub id: Vec<String>,
    /// When it was fetched.
    pub date: Vec<String>,
    /// The status of the answer.
    pub status: Vec<String>,
    /// The media type, perhaps with the encoding.
    pub mime: Vec<String>,
    /// The encoding that the server states.
    pub charset: Vec<String>,
}

impl Default for FieldNames {
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        FieldNames {
            html: names(&["html", "raw_html", "content", "body"]),
            text: names(&["text"]),
            url: names(&["url", "uri", "warc_target_uri"]),
            id: names(&["id", "warc_record_id"]),
            date: names(&["date", "warc_date", "timestamp"]),
            status: names(&["status", "http_status", "status_code"]),
            mime: names(&["mime", "content_type"]),
            charset: names(&["charset", "encoding"]),
        }
    }
}

impl FieldNames {
    /// The same in words, for a manifest.
    pub(crate) fn asked(&self) -> Vec<(&'static str, String)> {
        let FieldNames { html, text, url, id, date, status, mime, charset } = self;
        let all =
            [("html", html), ("text", text), ("url", url), ("id", id), ("date", date), ("status", status)];
        let all = all.into_iter().chain([("mime", mime), ("charset", charset)]);
        let pairs = all.map(|(own, names)| format!("{own}={}", names.join("|")));
        vec![("fields", pairs.collect::<Vec<_>>().join(","))]
    }

    /// The default names with some of them replaced: `html=raw`.
    ///
    /// ```
    /// use debulha_bulk::FieldNames;
    ///
    /// let names = FieldNames::parse(["html=raw", "url=link"])?;
    /// assert_eq!((names.html, names.url), (vec!["raw".to_owned()], vec!["link".to_owned()]));
    /// assert!(FieldNames::parse(["page=raw"]).is_err());
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What is no pair, or names nothing that is read, in words.
    pub fn parse<'a>(pairs: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut names = FieldNames::default();
        for pair in pairs {
            let (own, field) =
                pair.split_once('=').ok_or_else(|| format!("`{pair}` is not of the form html=COLUMN"))?;
            let place = match own {
                "html" => &mut names.html,
                "text" => &mut names.text,
                "url" => &mut names.url,
                "id" => &mut names.id,
                "date" => &mut names.date,
                "status" => &mut names.status,
                "mime" => &mut names.mime,
                "charset" => &mut names.charset,
                _ => {
                    let known = "html, text, url, id, date, status, mime, charset";
                    return Err(format!("unknown field `{own}`; use {known}"));
                }
            };
            *place = vec![field.to_owned()];
        }
        Ok(names)
    }
}

/// Why the rest of a source cannot be read.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct SourceError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

impl SourceError {
    pub(crate) fn new(path: &Path, reason: &impl ToString) -> Self {
        SourceError { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// What a source has next.
#[derive(Debug)]
pub struct SourceStep {
    /// A page; `None` for what was passed over.
    pub record: Option<PageRecord>,
    /// Where to go on behind it: see [`open`].
    pub next: u64,
}

/// A source: pages in the order of the file.
pub type Steps = Box<dyn Iterator<Item = Result<SourceStep, SourceError>> + Send>;

/// Opens a file at a place: 0, or what a [`SourceStep`] of it says. From there on it gives the same pages as it did.
///
/// What a place is depends on the format: a byte of a WARC file, a line of JSON lines, a row of Parquet.
///
/// # Errors
/// A file that cannot be opened.
pub fn open(path: &Path, format: SourceFormat, at: u64, options: &ReadOptions) -> Result<Steps, SourceError> {
    match format {
        SourceFormat::Html => {
            Ok(open_pages(vec![SinglePageFile { path: path.to_owned(), url: None }], at, options))
        }
        SourceFormat::Warc => Ok(Box::new(warc::WarcPages::open(path, at, options)?)),
        SourceFormat::JsonLines => Ok(Box::new(json_lines::JsonLinesSource::open(path, at, options)?)),
        SourceFormat::Parquet => Ok(Box::new(parquet::ParquetRows::open(path, at, options)?)),
    }
}

/// A file of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SinglePageFile {
    /// Where it is.
    pub path: PathBuf,
    /// The page's address, where it is known.
    pub url: Option<String>,
}

/// Files of one page each, from the one of this number on. A file that cannot be read is a page with an error.
pub fn open_pages(files: Vec<SinglePageFile>, at: u64, options: &ReadOptions) -> Steps {
    Box::new(page_files::PageFiles::new(files, at, options))
}

/// What an open file says when it is read.
fn at<T, E: ToString>(path: &Path, result: Result<T, E>) -> Result<T, SourceError> {
    result.map_err(|error| SourceError::new(path, &error))
}

/// Opens a file that may be compressed by gzip, by its name.
fn open_text(path: &Path) -> io::Result<Box<dyn io::BufRead + Send>> {
    let file = std::fs::File::open(path)?;
    let is_gzip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
    Ok(if is_gzip {
        Box::new(io::BufReader::new(flate2::read::MultiGzDecoder::new(file)))
    } else {
        Box::new(io::BufReader::new(file))
    })
}
