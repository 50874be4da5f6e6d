//! The pages among records.

use super::http::{BodyFault, HttpError, MessageBody, Response, charset_of, content_type};
use super::record::{ArchiveRecord, WarcRecordKind};
use std::borrow::Cow;

/// What a record gives of a page: an answer of a server, or a thing by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordPage<'r> {
    /// The status of the answer; `None` for a thing by itself.
    pub status: Option<u16>,
    /// The media type, without parameters, in lower case; empty where none is given. What the crawler identified
    /// (`WARC-Identified-Payload-Type`) decides between HTML and other types.
    pub media_type: String,
    /// The encoding of the text that is stated.
    pub charset: Option<String>,
    content: RecordContent<'r>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum RecordContent<'r> {
    Answer(Response<'r>),
    Thing(&'r [u8]),
}

impl<'r> RecordPage<'r> {
    /// The page of a record; `None` for records of other kinds, such as requests.
    ///
    /// # Errors
    /// An answer whose head cannot be read.
    pub fn of(record: &'r ArchiveRecord) -> Result<Option<Self>, HttpError> {
        let identified = record.field("WARC-Identified-Payload-Type");
        match record.kind {
            WarcRecordKind::Response if is_http(record) => {
                let response = Response::parse(&record.block)?;
                Ok(Some(RecordPage {
                    status: Some(response.status),
                    media_type: identified_type(response.media_type(), identified),
                    charset: response.charset(),
                    content: RecordContent::Answer(response),
                }))
            }
            WarcRecordKind::Response | WarcRecordKind::Resource | WarcRecordKind::Conversion => {
                Ok(Some(RecordPage {
                    status: None,
                    media_type: identified_type(record.content_type(), identified),
                    charset: record.field("Content-Type").and_then(charset_of),
                    content: RecordContent::Thing(&record.block),
                }))
            }
            _ => Ok(None),
        }
    }

    /// Whether it is HTML by its media type. An answer without a type may be.
    pub fn is_html(&self) -> bool {
        is_html(&self.media_type)
            || self.media_type.is_empty() && matches!(self.content, RecordContent::Answer(_))
    }

    /// The page, at most `limit` bytes of it.
    ///
    /// # Errors
    /// As [`Response::body`].
    pub fn body(&self, limit: usize) -> Result<MessageBody<'r>, HttpError> {
        match &self.content {
            RecordContent::Answer(response) => response.body(limit),
            RecordContent::Thing(bytes) => {
                let fault = (bytes.len() > limit).then_some(BodyFault::Limit(limit));
                Ok(MessageBody { bytes: Cow::Borrowed(&bytes[..bytes.len().min(limit)]), fault })
            }
        }
    }
}

/// Whether a response is one of HTTP, and not of DNS, FTP or the like.
fn is_http(record: &ArchiveRecord) -> bool {
    let block_type = record.content_type();
    block_type.is_empty() || block_type == "application/http" || record.block.starts_with(b"HTTP/")
}

fn is_html(media_type: &str) -> bool {
    matches!(media_type, "text/html" | "application/xhtml+xml")
}

/// The stated media type, or the identified one if only one of them is HTML: servers send pages as
/// `application/octet-stream`, and other files as HTML.
fn identified_type(stated: String, identified: Option<&str>) -> String {
    let Some(identified) = identified.map(|identified| content_type([identified].into_iter()).0) else {
        return stated;
    };
    let is_vague = matches!(
        stated.as_str(),
        "" | "application/octet-stream" | "text/plain" | "application/xml" | "text/xml" | "unknown/unknown"
    );
    let is_text = identified.starts_with("text/") || identified.ends_with("xml");
    let is_other = is_html(&stated) && !is_text && identified.contains('/') && !is_html(&identified);
    // The type of data that could not be identified.
    if identified != "application/octet-stream"
        && (is_vague && is_html(&identified) || is_other || stated.is_empty())
    {
        identified
    } else {
        stated
    }
}

impl ArchiveRecord {
    /// Whether it has a page: HTML of an answer that is no error, or HTML by itself. O(bytes of the head).
    pub fn is_page(&self) -> bool {
        // Some servers send it as if it were a page.
        if self.target().is_some_and(|target| target.ends_with("/robots.txt")) {
            return false;
        }
        let is_success = |status: Option<u16>| status.is_none_or(|status| (200..300).contains(&status));
        let page = RecordPage::of(self).ok().flatten();
        page.is_some_and(|page| page.is_html() && is_success(page.status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: WarcRecordKind, target: &str, content_type: &str, block: &str) -> ArchiveRecord {
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        ArchiveRecord {
            kind,
            fields: vec![field("WARC-Target-URI", target), field("Content-Type", content_type)],
            offset: 0,
            end: 0,
            block: block.as_bytes().to_vec(),
            block_len: block.len() as u64,
        }
    }

    #[test]
    fn pages_are_html_and_no_errors() {
        let answer = |status: u16, media_type: &str| {
            let block = format!("HTTP/1.1 {status} X\r\nContent-Type: {media_type}\r\n\r\n<p>Rye");
            record(WarcRecordKind::Response, "http://e.org/", "application/http", &block)
        };
        assert!(answer(200, "text/html; charset=utf-8").is_page());
        assert!(!answer(404, "text/html").is_page() && !answer(200, "image/png").is_page());
        assert!(record(WarcRecordKind::Resource, "http://e.org/", "text/html", "<p>Rye").is_page());
        assert!(
            !record(WarcRecordKind::Resource, "http://e.org/robots.txt", "text/html", "<p>Rye").is_page()
        );
        assert!(!record(WarcRecordKind::Request, "http://e.org/", "application/http", "GET /").is_page());
    }

    #[test]
    fn responses_of_other_protocols_are_things_by_themselves() {
        let of = |content_type: &str| record(WarcRecordKind::Response, "dns:e.org", content_type, "<p>Rye");
        let dns = of("text/dns");
        assert_eq!(RecordPage::of(&dns).map(|page| page.map(|page| page.is_html())), Ok(Some(false)));
        assert!(of("text/html").is_page());
        assert_eq!(RecordPage::of(&of("application/http")), Err(HttpError::NotAResponse));
    }

    #[test]
    fn identified_types_decide_what_is_html() {
        for (stated, identified, is_page) in [
            ("application/octet-stream", "text/html", true),
            ("text/plain", "application/xhtml+xml", true),
            ("application/json", "text/html", false),
            ("text/html", "application/pdf", false),
            ("", "image/png", false),
            ("text/html", "text/plain", true),
            ("text/html", "application/octet-stream", true),
        ] {
            let block = format!("HTTP/1.1 200 OK\r\nContent-Type: {stated}\r\n\r\n<p>Rye");
            let mut record = record(WarcRecordKind::Response, "http://e.org/", "application/http", &block);
            record.fields.push(("WARC-Identified-Payload-Type".to_owned(), identified.to_owned()));
            assert_eq!(record.is_page(), is_page, "{stated}, {identified}");
        }
    }
}
