//! Files that hold many pages, read page by page in memory that does not grow with the file.

mod json_lines;
mod page_files;
mod parquet;
mod stdin;
mod warc;

pub use parquet::page_of_row;
pub(crate) use stdin::is_stream;

use crate::record::PageRecord;
use debulha_io::inflate::Inflate;
use debulha_io::sniff::{InputKind, sniff};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Bytes of a file that show what it is.
const SNIFFED: u64 = 64 << 10;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceFormat {
    /// One page.
    Html,
    /// WARC, and WET, which is WARC with text in it: plain, or compressed by gzip, Zstandard or LZ4.
    Warc,
    /// JSON, an object a line; plain, or compressed by gzip, Zstandard or LZ4.
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
        // Heritrix names the file so that it writes.
        let name = name.strip_suffix(".open").unwrap_or(&name);
        match ending(name) {
            "warc" | "wet" => SourceFormat::Warc,
            "jsonl" | "ndjson" => SourceFormat::JsonLines,
            "parquet" => SourceFormat::Parquet,
            _ => SourceFormat::Html,
        }
    }

    /// The format of a file by its name, else by its first bytes. Pipes are not opened.
    ///
    /// ```
    /// use debulha_bulk::SourceFormat;
    ///
    /// let dir = tempfile::tempdir()?;
    /// let path = dir.path().join("crawl.bin");
    /// std::fs::write(&path, "WARC/1.1\r\n")?;
    /// assert_eq!(SourceFormat::of_file(&path), SourceFormat::Warc);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of_file(path: &Path) -> SourceFormat {
        let by_name = SourceFormat::of_name(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let is_known = by_name != SourceFormat::Html || matches!(ending(&name), "html" | "htm" | "xhtml");
        if is_known || is_stream(path) {
            return by_name;
        }
        let mut begin = Vec::new();
        let read = File::open(path)
            .and_then(Inflate::new)
            .and_then(|file| file.take(SNIFFED).read_to_end(&mut begin));
        match sniff(&begin) {
            // A file that breaks off is classified by what could be read.
            _ if read.is_err() && begin.is_empty() => by_name,
            _ if begin.starts_with(b"PAR1") => SourceFormat::Parquet,
            InputKind::Warc => SourceFormat::Warc,
            InputKind::JsonLines => SourceFormat::JsonLines,
            _ => by_name,
        }
    }
}

/// What a name ends in, without the ending of a compression.
fn ending(name: &str) -> &str {
    let packed = [".gz", ".zst", ".lz4", ".bz2", ".xz"].into_iter().find_map(|end| name.strip_suffix(end));
    packed.unwrap_or(name).rsplit_once('.').map_or("", |(_, ending)| ending)
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

    /// Why a response of this status and type is skipped, if it is. Text that was extracted already counts as HTML does.
    pub(crate) fn skips(&self, status: Option<u16>, media_type: &str, is_page: bool) -> Option<SkipReason> {
        let has_status = |status| self.statuses.iter().any(|range| range.contains(&status));
        let has_type = || self.types.iter().any(|known| known == media_type);
        if !status.is_none_or(has_status) {
            return Some(SkipReason::Status);
        }
        let is_taken = if self.types.is_empty() { is_page } else { has_type() };
        (!is_taken).then_some(SkipReason::MediaType)
    }

    /// Whether pages of a language are accepted, as the column `lang` names it. An unknown language is.
    pub(crate) fn takes_language(&self, language: Option<&str>) -> bool {
        self.languages.is_empty()
            || language.is_none_or(|own| self.languages.iter().any(|wanted| wanted == own))
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

/// Why a record is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// Its HTTP status.
    Status,
    /// Its media type.
    MediaType,
    /// Its size.
    Size,
    /// Its language.
    Language,
    /// It is a `robots.txt`.
    Robots,
    /// Its `WARC-Type` is unknown or damaged, and it holds no HTTP response.
    RecordType,
}

impl SkipReason {
    /// The name, such as `media type`.
    pub fn name(self) -> &'static str {
        match self {
            SkipReason::Status => "status",
            SkipReason::MediaType => "media type",
            SkipReason::Size => "size",
            SkipReason::Language => "language",
            SkipReason::Robots => "robots.txt",
            SkipReason::RecordType => "record type",
        }
    }
}

/// What a source has next.
#[derive(Debug)]
pub struct SourceStep {
    /// A page; `None` for what is skipped.
    pub record: Option<PageRecord>,
    /// Why it is skipped.
    pub skipped: Option<SkipReason>,
    /// Where to go on behind it: see [`open`].
    pub next: u64,
    /// Whether the file cannot be read at all, or is not of its format.
    pub is_unread: bool,
}

impl SourceStep {
    fn new(record: Result<PageRecord, SkipReason>, next: u64) -> Self {
        let skipped = record.as_ref().err().copied();
        SourceStep { record: record.ok(), skipped, next, is_unread: false }
    }
}

/// A source: pages in the order of the file.
pub type Steps = Box<dyn Iterator<Item = Result<SourceStep, SourceError>> + Send>;

/// Opens a file at a place: 0, or what a [`SourceStep`] of it says. From there on it gives the same pages as it did.
///
/// What a place is depends on the format: a byte of a WARC file, a line of JSON lines, a row of Parquet. The path `-` is
/// standard input. Pipes are read as WARC and JSON lines, from where they are.
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

impl SinglePageFile {
    /// Its name in messages and manifests.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// Files of one page each, from the one of this number on. A file that cannot be read is a page with an error.
pub fn open_pages(files: Vec<SinglePageFile>, at: u64, options: &ReadOptions) -> Steps {
    Box::new(page_files::PageFiles::new(files, at, options))
}

/// What an open file says when it is read.
fn at<T, E: ToString>(path: &Path, result: Result<T, E>) -> Result<T, SourceError> {
    result.map_err(|error| SourceError::new(path, &error))
}

/// Opens a file of text that may be compressed.
fn open_text(path: &Path) -> io::Result<io::BufReader<Inflate<File>>> {
    Ok(io::BufReader::new(Inflate::new(stdin::open_file(path)?)?))
}
