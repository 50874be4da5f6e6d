//! The texts of pages as WARC conversion records, as Common Crawl's WET files have them.

use super::RowSink;
use crate::row::BulkRow;
use debulha_io::warc::{NewRecord, RecordId, Time, WarcError, WarcRecordKind, WarcWriter};
use std::io;
use std::path::Path;

/// A WET file.
pub(super) struct Wet {
    writer: WarcWriter,
    /// The number of the next record.
    next: u64,
}

impl Wet {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let mut writer = WarcWriter::create(path).map_err(plain)?;
        let software =
            format!("software: debulha/{}\r\nformat: WARC File Format 1.1\r\n", env!("CARGO_PKG_VERSION"));
        // The same rows make the same bytes, so the file has no time of its own.
        let info = NewRecord::new(
            WarcRecordKind::Warcinfo,
            RecordId::of(&["wet"]),
            Time::of_unix(0),
            software.as_bytes(),
        );
        writer.append(&[info]).map_err(plain)?;
        Ok(Wet { writer, next: 0 })
    }
}

impl RowSink for Wet {
    fn write(&mut self, row: &BulkRow) -> io::Result<()> {
        let text = row.text.as_deref().unwrap_or_default();
        let id = RecordId::of(&["wet", &row.id, &self.next.to_string()]);
        self.next += 1;
        let date = row.date.as_deref().and_then(|date| date.parse().ok()).unwrap_or(Time::of_unix(0));
        let mut record = NewRecord::new(WarcRecordKind::Conversion, id, date, text.as_bytes());
        record.target = row.url.as_deref();
        record.content_type = Some("text/plain");
        if row.id.starts_with("<urn:") {
            record.fields.push(("WARC-Refers-To", row.id.clone()));
        }
        if let Some(error) = &row.error {
            record.fields.push(("X-Debulha-Error", error.clone()));
        }
        self.writer.append(&[record]).map(|_| ()).map_err(plain)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.writer.sync().map_err(plain)
    }
}

fn plain(error: WarcError) -> io::Error {
    match error {
        WarcError::Io(error) => error,
        error => io::Error::other(error),
    }
}
