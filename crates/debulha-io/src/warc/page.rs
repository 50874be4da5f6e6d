//! The pages among records.

use super::http::{Body, Fault, HttpError, Response, charset_of};
use super::record::{Kind, Record};
use std::borrow::Cow;

/// What a record gives of a page: an answer of a server, or a thing by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordPage<'r> {
    /// The status of the answer; `None` for a thing by itself.
    pub status: Option<u16>,
    /// The media type, without parameters, in lower case; empty where none is given.
    pub media_type: String,
    /// The encoding of the text that is stated.
    pub charset: Option<String>,
    content: Content<'r>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Content<'r> {
    Answer(Response<'r>),
    Thing(&'r [u8]),
}

impl<'r> RecordPage<'r> {
    /// The page of a record; `None` for records of other kinds, such as requests.
    ///
    /// # Errors
    /// An answer whose head cannot be read.
    pub fn of(record: &'r Record) -> Result<Option<Self>, HttpError> {
        match record.kind {
            Kind::Response => {
                let response = Response::parse(&record.block)?;
                Ok(Some(RecordPage {
                    status: Some(response.status),
                    media_type: response.media_type(),
                    charset: response.charset(),
                    content: Content::Answer(response),
                }))
            }
            Kind::Resource | Kind::Conversion => Ok(Some(RecordPage {
                status: None,
                media_type: record.content_type(),
                charset: record.field("Content-Type").and_then(charset_of),
                content: Content::Thing(&record.block),
            })),
            _ => Ok(None),
        }
    }

    /// Whether it is HTML by its media type. An answer without a type may be.
    pub fn is_html(&self) -> bool {
        match &self.content {
            Content::Answer(response) => response.is_html(),
            Content::Thing(_) => matches!(self.media_type.as_str(), "text/html" | "application/xhtml+xml"),
        }
    }

    /// The page, at most `limit` bytes of it.
    ///
    /// # Errors
    /// As [`Response::body`].
    pub fn body(&self, limit: usize) -> Result<Body<'r>, HttpError> {
        match &self.content {
            Content::Answer(response) => response.body(limit),
            Content::Thing(bytes) => {
                let fault = (bytes.len() > limit).then_some(Fault::Limit(limit));
                Ok(Body { bytes: Cow::Borrowed(&bytes[..bytes.len().min(limit)]), fault })
            }
        }
    }
}
