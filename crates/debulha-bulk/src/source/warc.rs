//! The pages of a WARC file.

use super::{ReadOptions, SourceError, SourceStep, at};
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
}

impl WarcPages {
    pub(super) fn open(path: &Path, offset: u64, options: &ReadOptions) -> Result<Self, SourceError> {
        let file = at(path, File::open(path))?;
        // Headers come before the page, and a limit of pages is one of decoded ones.
        let limit = options.max_bytes.saturating_add(HEADERS);
        Ok(WarcPages {
            path: path.to_owned(),
            name: path.display().to_string(),
            reader: at(path, WarcReader::at(file, offset))?.max_block(limit),
            queries: Queries::default(),
            options: options.clone(),
        })
    }

    /// The page of a record, if it is one that counts.
    fn page(&self, record: &ArchiveRecord, query: Option<AskedQuery>) -> Option<PageRecord> {
        let origin = self.origin(record);
        let page = match RecordPage::of(record) {
            Ok(page) => page?,
            Err(error) => return Some(PageRecord::new(origin, PageBody::Error(error.to_string()))),
        };
        let is_text = record.kind == WarcRecordKind::Conversion && page.media_type == "text/plain";
        if !self.options.filter.takes(page.status, &page.media_type, page.is_html() || is_text) {
            return None;
        }
        let origin = PageOrigin {
            status: page.status,
            charset: page.charset.clone(),
            mime: Some(page.media_type.clone()).filter(|media_type| !media_type.is_empty()),
            ..origin
        };
        let (body, fault) = match page.body(self.options.max_bytes) {
            Ok(http::MessageBody { bytes, .. }) if bytes.len() < self.options.filter.min_bytes => {
                return None;
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
        let fault = fault.map(|fault| fault.to_string()).or(cut);
        Some(PageRecord { origin, body, fault, query: query.map(|query| query.form_body()) })
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
            let record = match self.reader.next_record()? {
                Ok(record) => {
                    let query = self.queries.of(&record);
                    let is_page = matches!(
                        record.kind,
                        WarcRecordKind::Response | WarcRecordKind::Resource | WarcRecordKind::Conversion
                    );
                    // Some servers send it as if it were a page.
                    let is_robots = record.target().is_some_and(|target| target.ends_with("/robots.txt"));
                    if !is_page {
                        continue;
                    }
                    if is_robots { None } else { self.page(&record, query) }
                }
                Err(WarcError::Damaged { offset, reason }) => {
                    let reason = format!("damaged at byte {offset}: {reason}");
                    Some(PageRecord::new(self.origin_at(offset), PageBody::Error(reason)))
                }
                Err(error) => return Some(Err(SourceError::new(&self.path, &error))),
            };
            return Some(Ok(SourceStep { record, next: self.reader.offset() }));
        }
    }
}
