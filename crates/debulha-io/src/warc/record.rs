//! Records, as they are read and as they are to be written.

use super::http::content_type;
use super::id::RecordId;
use super::time::Time;
use std::fmt;

/// The kind of a record, `WARC-Type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WarcRecordKind {
    /// About the file.
    Warcinfo,
    /// What was sent to a server.
    Request,
    /// What a server answered.
    Response,
    /// A thing without the exchange that it came by.
    Resource,
    /// About another record.
    Metadata,
    /// An answer that says no more than an earlier one.
    Revisit,
    /// Another form of a thing, such as its text.
    Conversion,
    /// The further part of a record in several files.
    Continuation,
    /// A kind that the standard does not know.
    Other,
}

impl WarcRecordKind {
    const ALL: [WarcRecordKind; 8] = [
        WarcRecordKind::Warcinfo,
        WarcRecordKind::Request,
        WarcRecordKind::Response,
        WarcRecordKind::Resource,
        WarcRecordKind::Metadata,
        WarcRecordKind::Revisit,
        WarcRecordKind::Conversion,
        WarcRecordKind::Continuation,
    ];

    /// As in files.
    pub fn name(self) -> &'static str {
        match self {
            WarcRecordKind::Warcinfo => "warcinfo",
            WarcRecordKind::Request => "request",
            WarcRecordKind::Response => "response",
            WarcRecordKind::Resource => "resource",
            WarcRecordKind::Metadata => "metadata",
            WarcRecordKind::Revisit => "revisit",
            WarcRecordKind::Conversion => "conversion",
            WarcRecordKind::Continuation => "continuation",
            WarcRecordKind::Other => "other",
        }
    }

    pub(super) fn of_name(name: &str) -> WarcRecordKind {
        WarcRecordKind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name))
            .unwrap_or(WarcRecordKind::Other)
    }

    /// The content type of its blocks as this writer makes them.
    pub(super) fn content_type(self) -> Option<&'static str> {
        match self {
            WarcRecordKind::Warcinfo | WarcRecordKind::Metadata => Some("application/warc-fields"),
            WarcRecordKind::Request => Some("application/http; msgtype=request"),
            WarcRecordKind::Response | WarcRecordKind::Revisit => Some("application/http; msgtype=response"),
            _ => None,
        }
    }
}

impl fmt::Display for WarcRecordKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Why a block is not all there is, `WARC-Truncated`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WarcTruncation {
    /// Longer than the limit.
    Length,
    /// It took too long.
    Time,
    /// The connection broke off.
    Disconnect,
    /// For another reason.
    Unspecified,
}

impl WarcTruncation {
    /// As in files.
    pub fn name(self) -> &'static str {
        match self {
            WarcTruncation::Length => "length",
            WarcTruncation::Time => "time",
            WarcTruncation::Disconnect => "disconnect",
            WarcTruncation::Unspecified => "unspecified",
        }
    }
}

/// A record to be written.
#[derive(Debug, Clone)]
pub struct NewRecord<'a> {
    /// Its kind.
    pub kind: WarcRecordKind,
    /// Its id.
    pub id: RecordId,
    /// When the block was got.
    pub date: Time,
    /// The address that it is about.
    pub target: Option<&'a str>,
    /// The type of the block; where it is `None`, the usual one of the kind.
    pub content_type: Option<&'a str>,
    /// Why the block is not all there is.
    pub truncated: Option<WarcTruncation>,
    /// Further fields, in this order: `WARC-IP-Address`, `WARC-Concurrent-To`, `WARC-Refers-To` …
    pub fields: Vec<(&'static str, String)>,
    /// The block.
    pub block: &'a [u8],
    /// Where the payload begins in it: what follows the head of a message. It gets a digest of its own.
    pub payload_at: Option<usize>,
}

impl<'a> NewRecord<'a> {
    /// A record without fields of its own.
    pub fn new(kind: WarcRecordKind, id: RecordId, date: Time, block: &'a [u8]) -> Self {
        NewRecord {
            kind,
            id,
            date,
            target: None,
            content_type: None,
            truncated: None,
            fields: Vec::new(),
            block,
            payload_at: None,
        }
    }
}

/// A record that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveRecord {
    /// Its kind.
    pub kind: WarcRecordKind,
    /// Its fields, in the order of the file.
    pub fields: Vec<(String, String)>,
    /// Where it begins in the file. [`WarcReader::at`](super::WarcReader::at) reads it again.
    pub offset: u64,
    /// Where it ends in the file.
    pub end: u64,
    /// Its block, up to the limit of the reader.
    pub block: Vec<u8>,
    /// The length of the whole block.
    pub block_len: u64,
}

impl ArchiveRecord {
    /// A field by its name, in any case; the first of several.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The address that it is about. Some writers put it in angle brackets.
    pub fn target(&self) -> Option<&str> {
        let target = self.field("WARC-Target-URI")?;
        Some(target.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(target))
    }

    /// The type of the block, without parameters, in lower case.
    pub fn content_type(&self) -> String {
        content_type(self.field("Content-Type").into_iter()).0
    }

    /// Whether the limit of the reader left out a part of the block.
    pub fn is_cut(&self) -> bool {
        (self.block.len() as u64) < self.block_len
    }
}
