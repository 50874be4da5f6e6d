//! The pages of a WARC file.

use super::stdin::open_file;
use super::{ReadOptions, SkipReason, SourceError, SourceStep, at};
use crate::record::{PageBody, PageOrigin, PageRecord};
use debulha_io::warc::{
    ArchiveRecord, AskedQuery, Queries, RecordPage, WarcError, WarcReader, WarcRecordKind, http,
};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Bytes of a record that may come before a page.
const HEADERS: usize = 1 << 20;

/// Reads answers, things by themselves, and text that was extracted already.
pub(super) struct WarcPages {
    path: PathBuf,
    name: String,
    reader: WarcReader<File>,
    queries: Queries,
    options: ReadOptions,
    /// Whether any record could be read, or reading started after one.
    is_read: bool,
    is_damaged: bool,
}

impl WarcPages {
    pub(super) fn open(path: &Path, offset: u64, options: &ReadOptions) -> Result<Self, SourceError> {
        let file = at(path, open_file(path))?;
        // Headers come before the page, and a limit of pages is one of decoded ones.
        let limit = options.max_bytes.saturating_add(HEADERS);
        Ok(WarcPages {
            path: path.to_owned(),
            name: path.display().to_string(),
            reader: at(path, WarcReader::at(file, offset))?.max_block(limit),
            queries: Queries::default(),
            options: options.clone(),
            is_read: offset > 0,
            is_damaged: false,
        })
    }

    /// The page of a record, if it is one that counts. `None` for records of other kinds, such as requests.
    fn page(
        &self,
        record: &ArchiveRecord,
        query: Option<AskedQuery>,
        type_fault: Option<String>,
    ) -> Option<Result<PageRecord, SkipReason>> {
        use WarcRecordKind::{Conversion, Resource, Response};
        if !matches!(record.kind, Response | Resource | Conversion) {
            return None;
        }
        // Some servers send it as if it were a page.
        if record.target().is_some_and(|target| target.ends_with("/robots.txt")) {
            return Some(Err(SkipReason::Robots));
        }
        let origin = self.origin(record);
        let page = match RecordPage::of(record) {
            Ok(page) => page?,
            Err(error) => return Some(Ok(PageRecord::new(origin, PageBody::Error(error.to_string())))),
        };
        let is_text = record.kind == WarcRecordKind::Conversion && page.media_type == "text/plain";
        let is_page = page.is_html() || is_text;
        if let Some(reason) = self.options.filter.skips(page.status, &page.media_type, is_page) {
            return Some(Err(reason));
        }
        let origin = PageOrigin {
            status: page.status,
            charset: page.charset.clone(),
            mime: Some(page.media_type.clone()).filter(|media_type| !media_type.is_empty()),
            ..origin
        };
        let (body, fault) = match page.body(self.options.max_bytes) {
            Ok(http::MessageBody { bytes, .. }) if bytes.len() < self.options.filter.min_bytes => {
                return Some(Err(SkipReason::Size));
            }
            Ok(http::MessageBody { bytes, fault }) if is_text => {
                (PageBody::Text(String::from_utf8_lossy(&bytes).into_owned()), fault)
            }
            Ok(http::MessageBody { bytes, fault }) if bytes.is_empty() => {
                (PageBody::Error("empty".to_owned()), fault)
            }
            Ok(http::MessageBody { bytes, fault }) => (PageBody::Html(bytes.into_owned()), fault),
            Err(error) => (PageBody::Error(error.to_string()), None),
        };
        let cut =
            record.field("WARC-Truncated").map(|reason| format!("truncated when it was fetched: {reason}"));
        let segment = record
            .field("WARC-Segment-Number")
            .map(|number| format!("segment {number} of a record; the others are not read"));
        let fault = fault.map(|fault| fault.to_string()).or(cut).or(segment).or(type_fault);
        Some(Ok(PageRecord { origin, body, fault, query: query.map(|query| query.form_body()) }))
    }

    fn origin(&self, record: &ArchiveRecord) -> PageOrigin {
        let own = |name: &str| record.field(name).map(str::to_owned);
        PageOrigin {
            id: own("WARC-Record-ID").unwrap_or_else(|| self.place(record.offset)),
            url: record.target().map(str::to_owned),
            date: own("WARC-Date"),
            digest: own("WARC-Payload-Digest"),
            ..self.origin_at(record.offset)
        }
    }

    fn origin_at(&self, offset: u64) -> PageOrigin {
        PageOrigin {
            id: self.place(offset),
            warc_file: Some(self.name.clone()),
            warc_offset: Some(offset),
            ..PageOrigin::default()
        }
    }

    fn place(&self, offset: u64) -> String {
        format!("{}#{offset}", self.name)
    }
}

impl Iterator for WarcPages {
    type Item = Result<SourceStep, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let record = match self.reader.next_record() {
                None if self.is_damaged && !self.is_read => {
                    self.is_read = true;
                    let next = self.reader.offset();
                    return Some(Ok(SourceStep { record: None, skipped: None, next, is_unread: true }));
                }
                None => return None,
                Some(Ok(mut record)) => {
                    self.is_read = true;
                    let query = self.queries.of(&record);
                    let type_fault = mend_kind(&mut record);
                    if record.kind == WarcRecordKind::Other {
                        Err(SkipReason::RecordType)
                    } else if let Some(page) = self.page(&record, query, type_fault) {
                        page
                    } else {
                        continue;
                    }
                }
                Some(Err(WarcError::Damaged { offset, reason })) => {
                    self.is_damaged = true;
                    let reason = format!("damaged at byte {offset}: {reason}");
                    Ok(PageRecord::new(self.origin_at(offset), PageBody::Error(reason)))
                }
                Some(Err(error)) => return Some(Err(SourceError::new(&self.path, &error))),
            };
            return Some(Ok(SourceStep::new(record, self.reader.offset())));
        }
    }
}

/// Makes a response of a record that holds one under a missing or damaged `WARC-Type`; returns what is wrong.
fn mend_kind(record: &mut ArchiveRecord) -> Option<String> {
    if record.kind != WarcRecordKind::Other || !record.block.starts_with(b"HTTP/") {
        return None;
    }
    record.kind = WarcRecordKind::Response;
    let stated = record.field("WARC-Type").unwrap_or_default();
    Some(format!("WARC-Type is `{stated}`; the record holds an HTTP response"))
}
