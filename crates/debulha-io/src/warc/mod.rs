//! WARC files: what a crawl saw, exchange by exchange.
//!
//! [`WarcWriter`] writes WARC/1.1, each record a gzip member of its own, or plain where the file's name does not end in
//! `.gz`. What it writes depends on nothing but the records. [`WarcReader`] goes through a file of any writer, one record
//! at a time, in memory that does not grow with the file. [`http`] reads the HTTP messages inside.
//!
//! A record is in the file whole or counts as not there. [`WarcReader::last_whole`] finds where the whole records end, and
//! [`WarcWriter::resume`] goes on from there.
//!
//! ```
//! use debulha_io::warc::{WarcRecordKind, NewRecord, RecordId, Time, WarcReader, WarcWriter, http};
//!
//! let dir = tempfile::tempdir()?;
//! let path = dir.path().join("farm.warc.gz");
//! let message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Rye";
//! let mut record = NewRecord::new(WarcRecordKind::Response, RecordId::of(&["rye"]), Time::of_unix(1_795_651_200), message);
//! record.target = Some("https://example.org/rye");
//! WarcWriter::create(&path)?.append(&[record])?;
//!
//! let mut reader = WarcReader::open(&path)?;
//! let record = reader.next_record().expect("one record")?;
//! assert_eq!(record.target(), Some("https://example.org/rye"));
//! let response = http::Response::parse(&record.block)?;
//! assert_eq!((response.status, response.charset().as_deref()), (200, Some("utf-8")));
//! assert_eq!(&*response.body(1000)?.bytes, b"<p>Rye");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod http;
mod id;
mod member;
mod page;
mod query;
mod read;
mod record;
mod source;
mod time;
mod write;

pub use error::WarcError;
pub use id::{RecordId, digest};
pub use page::RecordPage;
pub use query::{AskedQuery, Queries, read_query};
pub use read::{DEFAULT_MAX_BLOCK, WarcReader};
pub use record::{ArchiveRecord, NewRecord, WarcRecordKind, WarcTruncation};
pub use time::Time;
pub use write::WarcWriter;

#[cfg(test)]
mod tests;
