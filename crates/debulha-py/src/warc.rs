//! Records of WARC files.

use crate::building::of_file;
use crate::objects::count;
use debulha::Limits;
use debulha_io::warc::{ArchiveRecord, RecordPage, WarcError, WarcReader, WarcRecordKind, http};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::path::PathBuf;

/// Bytes of a record that may come before a page.
const HEADERS: usize = 1 << 20;

/// A record of a WARC file, or what is damaged in its place.
///
/// ``html`` is the body, without chunks and compression. ``error`` says what is wrong, and is None otherwise: with it, the record is
/// damaged, or its body is there in part or not at all.
#[pyclass(module = "debulha", frozen, get_all)]
pub(crate) struct WarcRecord {
    /// Its address (``WARC-Target-URI``); None where it has none.
    url: Option<String>,
    /// When it was fetched (``WARC-Date``), as the file has it.
    date: Option<String>,
    /// The status of the answer; None of a record that is no answer.
    status: Option<u16>,
    /// The media type of the body in lower case; empty where none is given.
    mime: String,
    /// The encoding that the server states.
    charset: Option<String>,
    /// Where the record begins in the file, in bytes.
    offset: u64,
    /// ``WARC-Record-ID``.
    id: Option<String>,
    /// What is wrong, or None.
    error: Option<String>,
    /// The body.
    html: Py<PyBytes>,
}

#[pymethods]
impl WarcRecord {
    /// What `pickle` and `copy` make the record of.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, RecordParts)> {
        let again = py.import("debulha._debulha")?.getattr("record_again")?;
        let answer =
            (self.url.clone(), self.date.clone(), self.status, self.mime.clone(), self.charset.clone());
        let place = (self.offset, self.id.clone(), self.error.clone());
        Ok((again, (answer, place, self.html.clone_ref(py))))
    }

    fn __repr__(&self) -> String {
        let what = self.error.as_deref().or(self.url.as_deref()).unwrap_or("no address");
        format!("WarcRecord(offset={}, {what:?})", self.offset)
    }
}

/// Url, date, status, media type and charset; offset, id and error; the body.
type RecordParts = (RecordAnswer, RecordPlace, Py<PyBytes>);
type RecordAnswer = (Option<String>, Option<String>, Option<u16>, String, Option<String>);
type RecordPlace = (u64, Option<String>, Option<String>);

/// A record again that was pickled.
#[pyfunction]
pub(crate) fn record_again(answer: RecordAnswer, place: RecordPlace, html: Py<PyBytes>) -> WarcRecord {
    let (url, date, status, mime, charset) = answer;
    let (offset, id, error) = place;
    WarcRecord { url, date, status, mime, charset, offset, id, error, html }
}

/// What was read of a file.
struct WarcItem {
    record: Option<ArchiveRecord>,
    offset: u64,
    media_type: String,
    status: Option<u16>,
    charset: Option<String>,
    bytes: Vec<u8>,
    error: Option<String>,
}

/// The records of a file.
#[pyclass(module = "debulha")]
pub(crate) struct WarcRecords {
    reader: WarcReader<File>,
    all: bool,
}

/// Reads the pages of a WARC file, plain or compressed record by record.
///
/// Pages are answers of status 200 to 299 whose type is HTML, and resources that are HTML. One record is in memory at a time.
///
/// Args:
///     path: the file.
///     start, end: read the records that begin in this range of bytes, to share a file between processes. Ranges side by side have
///         each record once. None is the end of the file.
///     all: also answers and resources that are no pages.
///
/// Returns:
///     An iterator of ``WarcRecord``. What is damaged is an item with ``error``, and reading goes on behind it.
///
/// Raises:
///     OSError: a file that cannot be read.
///
/// >>> import debulha
/// >>> for record in debulha.read_warc("missing.warc.gz"):
/// ...     print(debulha.extract(record.html, record.url, charset=record.charset))
/// Traceback (most recent call last):
/// FileNotFoundError: [Errno 2] No such file or directory: 'missing.warc.gz'
#[pyfunction]
#[pyo3(signature = (path, start=0, end=None, *, all=false))]
pub(crate) fn read_warc(path: PathBuf, start: i128, end: Option<i128>, all: bool) -> PyResult<WarcRecords> {
    let start = count("start", start)?;
    let end = end.map(|end| count("end", end)).transpose()?;
    let limit = Limits::default().max_bytes.saturating_add(HEADERS);
    let file = File::open(&path).map_err(|error| of_file(&error, &path))?;
    let reader = WarcReader::from_byte(file, start)?;
    Ok(WarcRecords { reader: reader.until(end.unwrap_or(u64::MAX)).max_block(limit), all })
}

#[pymethods]
impl WarcRecords {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<WarcRecord>> {
        let item = py.detach(|| self.next_item())?;
        Ok(item.map(|item| {
            let field = |name| item.record.as_ref()?.field(name).map(str::to_owned);
            WarcRecord {
                url: item.record.as_ref().and_then(|record| record.target().map(str::to_owned)),
                date: field("WARC-Date"),
                status: item.status,
                mime: item.media_type,
                charset: item.charset,
                offset: item.offset,
                id: field("WARC-Record-ID"),
                error: item.error,
                html: PyBytes::new(py, &item.bytes).unbind(),
            }
        }))
    }
}

impl WarcRecords {
    fn next_item(&mut self) -> PyResult<Option<WarcItem>> {
        while let Some(read) = self.reader.next_record() {
            match read {
                Ok(record) if record.is_page() || (self.all && has_payload(&record)) => {
                    return Ok(Some(WarcItem::of(record)));
                }
                Ok(_) => {}
                Err(WarcError::Damaged { offset, reason }) => {
                    return Ok(Some(WarcItem::wrong(None, offset, reason)));
                }
                Err(WarcError::Io(error)) => return Err(error.into()),
                Err(error) => return Err(pyo3::exceptions::PyOSError::new_err(error.to_string())),
            }
        }
        Ok(None)
    }
}

fn has_payload(record: &ArchiveRecord) -> bool {
    matches!(record.kind, WarcRecordKind::Response | WarcRecordKind::Resource)
}

impl WarcItem {
    fn of(record: ArchiveRecord) -> Self {
        let offset = record.offset;
        let limit = Limits::default().max_bytes;
        let read = RecordPage::of(&record).and_then(|page| {
            page.map(|page| Ok((page.body(limit)?, page.status, page.media_type, page.charset))).transpose()
        });
        match read {
            Ok(Some((http::MessageBody { bytes, fault }, status, media_type, charset))) => {
                let (bytes, error) = (bytes.into_owned(), fault.map(|fault| fault.to_string()));
                WarcItem { record: Some(record), offset, media_type, status, charset, bytes, error }
            }
            Ok(None) => WarcItem::wrong(Some(record), offset, "no answer and no resource".to_owned()),
            Err(error) => {
                let reason = error.to_string();
                WarcItem::wrong(Some(record), offset, reason)
            }
        }
    }

    fn wrong(record: Option<ArchiveRecord>, offset: u64, reason: String) -> Self {
        let (media_type, bytes) = (String::new(), Vec::new());
        WarcItem { record, offset, media_type, status: None, charset: None, bytes, error: Some(reason) }
    }
}
