//! The page in a record.

use super::http::{self, HttpError, Response};
use super::{Kind, Record};

/// What a record holds, without the message around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// The status of the answer; `None` of a record that is no answer.
    pub status: Option<u16>,
    /// The media type, in lower case; empty where none is given.
    pub media_type: String,
    /// The encoding of the text that is stated.
    pub charset: Option<String>,
    /// Its bytes, without the encodings for the way and for the content.
    pub bytes: Vec<u8>,
    /// Why they are not all, if they are not.
    pub fault: Option<http::Fault>,
}

impl Record {
    /// Whether it has a page: HTML of an answer that is no error, or of a resource. Reads the head of the block.
    pub fn is_page(&self) -> bool {
        // Some servers send it as if it were a page.
        if self.target().is_some_and(|target| target.ends_with("/robots.txt")) {
            return false;
        }
        match self.kind {
            Kind::Response => Response::parse(&self.block)
                .is_ok_and(|response| (200..300).contains(&response.status) && response.is_html()),
            Kind::Resource => matches!(self.content_type().as_str(), "text/html" | "application/xhtml+xml"),
            _ => false,
        }
    }

    /// What the record holds: of an answer its body, else the block. At most `limit` bytes.
    ///
    /// # Errors
    /// An answer that cannot be read.
    pub fn payload(&self, limit: usize) -> Result<Payload, HttpError> {
        if self.kind == Kind::Response {
            let response = Response::parse(&self.block)?;
            let body = response.body(limit)?;
            return Ok(Payload {
                status: Some(response.status),
                media_type: response.media_type(),
                charset: response.charset(),
                bytes: body.bytes.into_owned(),
                fault: body.fault,
            });
        }
        let kept = &self.block[..self.block.len().min(limit)];
        let is_cut = self.block_len > kept.len() as u64;
        Ok(Payload {
            status: None,
            media_type: self.content_type(),
            charset: self.field("Content-Type").and_then(http::charset_of),
            bytes: kept.to_vec(),
            fault: is_cut.then_some(http::Fault::Limit(limit)),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn record(kind: Kind, target: &str, content_type: &str, block: &str) -> Record {
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Record {
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
            record(Kind::Response, "http://e.org/", "application/http", &block)
        };
        assert!(answer(200, "text/html; charset=utf-8").is_page());
        assert!(!answer(404, "text/html").is_page() && !answer(200, "image/png").is_page());
        assert!(record(Kind::Resource, "http://e.org/", "text/html", "<p>Rye").is_page());
        assert!(!record(Kind::Resource, "http://e.org/robots.txt", "text/html", "<p>Rye").is_page());
        assert!(!record(Kind::Request, "http://e.org/", "application/http", "GET /").is_page());
    }

    #[test]
    fn payloads_are_bodies_with_what_is_stated_of_them() {
        let block =
            "HTTP/1.1 404 X\r\nContent-Type: text/html; charset=koi8-r\r\nContent-Length: 9\r\n\r\n<p>Rye";
        let payload = record(Kind::Response, "http://e.org/", "", block).payload(100).unwrap();
        assert_eq!((payload.status, payload.media_type.as_str()), (Some(404), "text/html"));
        assert_eq!((payload.charset.as_deref(), &*payload.bytes), (Some("koi8-r"), &b"<p>Rye"[..]));
        assert!(matches!(payload.fault, Some(http::Fault::Damaged(_))));
        let payload = record(Kind::Resource, "http://e.org/", "text/html", "<p>Rye").payload(3).unwrap();
        assert_eq!((payload.status, &*payload.bytes), (None, &b"<p>"[..]));
        assert_eq!(payload.fault, Some(http::Fault::Limit(3)));
        assert!(record(Kind::Response, "http://e.org/", "", "no answer").payload(3).is_err());
    }
}
