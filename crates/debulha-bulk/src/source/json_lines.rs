//! Pages as JSON, an object a line.

use super::{ReadOptions, SkipReason, SourceError, SourceStep, at, open_text};
use crate::record::{PageBody, PageOrigin, PageRecord};
use debulha_io::inflate::Inflate;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Bytes of a line for each byte of a page at most: JSON may write one as `\u0000`.
const BYTES_PER_BYTE: u64 = 6;

/// Bytes of a line beside those of the page.
const OTHER_FIELDS: u64 = 16 << 20;

/// What some editors put before the first line.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Reads lines.
pub(super) struct JsonLinesSource {
    path: PathBuf,
    lines: BufReader<Inflate<File>>,
    /// The number of the next line, from 0.
    next: u64,
    options: ReadOptions,
}

impl JsonLinesSource {
    pub(super) fn open(path: &Path, line: u64, options: &ReadOptions) -> Result<Self, SourceError> {
        let mut lines = at(path, open_text(path))?;
        for _ in 0..line {
            at(path, skip_line(&mut lines))?;
        }
        Ok(JsonLinesSource { path: path.to_owned(), lines, next: line, options: options.clone() })
    }

    /// The bytes of the next line without its end, and whether they are all.
    fn line(&mut self) -> io::Result<Option<(Vec<u8>, bool)>> {
        let limit =
            (self.options.max_bytes as u64).saturating_mul(BYTES_PER_BYTE).saturating_add(OTHER_FIELDS);
        let mut line = Vec::new();
        if self.lines.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < limit;
        if !is_whole {
            skip_line(&mut self.lines)?;
        }
        if self.next == 0 && line.starts_with(BOM) {
            line.drain(..BOM.len());
        }
        Ok(Some((line, is_whole)))
    }

    fn record(&self, line: &[u8], is_whole: bool) -> Result<PageRecord, SkipReason> {
        let place = format!("{}#{}", self.path.display(), self.next + 1);
        let error = |reason: String| {
            let origin = PageOrigin { id: place.clone(), ..PageOrigin::default() };
            Ok(PageRecord::new(origin, PageBody::Error(reason)))
        };
        if !is_whole {
            return error("the line is too long".to_owned());
        }
        match serde_json::from_slice::<Map<String, Value>>(line) {
            Ok(object) => of_object(&object, place, &self.options),
            Err(reason) => error(format!("not a JSON object: {reason}")),
        }
    }
}

/// Passes over the rest of a line.
fn skip_line(lines: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let there = lines.fill_buf()?;
        if there.is_empty() {
            return Ok(());
        }
        let end = there.iter().position(|&byte| byte == b'\n');
        let step = end.map_or(there.len(), |end| end + 1);
        lines.consume(step);
        if end.is_some() {
            return Ok(());
        }
    }
}

impl Iterator for JsonLinesSource {
    type Item = Result<SourceStep, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (line, is_whole) = match self.line() {
                Ok(line) => line?,
                Err(error) => return Some(Err(SourceError::new(&self.path, &error))),
            };
            let is_empty = line.trim_ascii().is_empty();
            let record = if is_empty { None } else { Some(self.record(&line, is_whole)) };
            self.next += 1;
            if let Some(record) = record {
                return Some(Ok(SourceStep::new(record, self.next)));
            }
        }
    }
}

fn of_object(
    object: &Map<String, Value>,
    place: String,
    options: &ReadOptions,
) -> Result<PageRecord, SkipReason> {
    let text = |names: &[String]| {
        let value = names.iter().find_map(|name| object.get(name).filter(|value| !value.is_null()))?;
        Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    of_fields(text, |names| text(names).map(String::into_bytes), place, options)
}

/// The page of a row, by what gives a text and what gives bytes under the first of some names.
pub(super) fn of_fields(
    text: impl Fn(&[String]) -> Option<String>,
    bytes: impl Fn(&[String]) -> Option<Vec<u8>>,
    place: String,
    options: &ReadOptions,
) -> Result<PageRecord, SkipReason> {
    let names = &options.fields;
    let status = text(&names.status).and_then(|status| status_of(&status));
    let content_type = text(&names.mime).unwrap_or_default();
    let mime = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_html = matches!(mime.as_str(), "" | "text/html" | "application/xhtml+xml");
    let charset = text(&names.charset).or_else(|| debulha_io::warc::http::charset_of(&content_type));
    let origin = PageOrigin {
        id: text(&names.id).unwrap_or(place),
        url: text(&names.url),
        date: text(&names.date),
        status,
        charset,
        mime: Some(mime.clone()).filter(|mime| !mime.is_empty()),
        ..PageOrigin::default()
    };
    if let Some(reason) = options.filter.skips(status, &mime, is_html) {
        return Err(reason);
    }
    let (body, fault) = match (bytes(&names.html), text(&names.text)) {
        (Some(html), _) if html.len() < options.filter.min_bytes => return Err(SkipReason::Size),
        (Some(mut html), _) if !html.is_empty() => {
            let is_cut = html.len() > options.max_bytes;
            html.truncate(options.max_bytes);
            (PageBody::Html(html), is_cut.then(|| format!("cut at {} bytes", options.max_bytes)))
        }
        (None, Some(text)) => (PageBody::Text(text), None),
        (Some(_), _) => (PageBody::Error("empty".to_owned()), None),
        (None, None) => {
            (PageBody::Error(format!("`{}` is missing or null", names.html.join("` or `"))), None)
        }
    };
    Ok(PageRecord { fault, ..PageRecord::new(origin, body) })
}

/// A status as a number. Tables with missing ones have them as `200.0`.
fn status_of(text: &str) -> Option<u16> {
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}
