//! Records into a file.

use super::error::WarcError;
use super::id::digest;
use super::record::NewRecord;
use flate2::{Compression, GzBuilder};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

/// A WARC file that grows.
#[derive(Debug)]
pub struct WarcWriter {
    file: File,
    len: u64,
    is_compressed: bool,
}

impl WarcWriter {
    /// Makes a file. It is compressed if its name ends in `.gz`.
    ///
    /// # Errors
    /// A file of that name, and what the system says.
    pub fn create(path: &Path) -> Result<Self, WarcError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        Ok(WarcWriter { file, len: 0, is_compressed: is_compressed(path) })
    }

    /// Opens a file and cuts it at `end`, which is the end of a record: see
    /// [`WarcReader::last_whole`](super::WarcReader::last_whole).
    ///
    /// # Errors
    /// What the system says; a file that is shorter.
    pub fn resume(path: &Path, end: u64) -> Result<Self, WarcError> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        let len = file.metadata()?.len();
        if len < end {
            let reason = format!("the file has {len} bytes instead of {end}");
            return Err(WarcError::Damaged { offset: len, reason });
        }
        if len > end {
            file.set_len(end)?;
            file.sync_data()?;
        }
        file.seek(SeekFrom::Start(end))?;
        Ok(WarcWriter { file, len: end, is_compressed: is_compressed(path) })
    }

    /// Adds records in one go and says where each one is. What fails leaves the file as it was, as far as the system lets it.
    ///
    /// # Errors
    /// What the system says.
    pub fn append(&mut self, records: &[NewRecord<'_>]) -> Result<Vec<Range<u64>>, WarcError> {
        let mut bytes = Vec::new();
        let mut places = Vec::with_capacity(records.len());
        for record in records {
            let start = bytes.len() as u64;
            if self.is_compressed {
                let mut member = GzBuilder::new().write(&mut bytes, Compression::default());
                write_record(record, &mut member)?;
                member.finish()?;
            } else {
                write_record(record, &mut bytes)?;
            }
            places.push(self.len + start..self.len + bytes.len() as u64);
        }
        if let Err(error) = self.file.write_all(&bytes) {
            let _ = self.file.set_len(self.len).and_then(|()| self.file.seek(SeekFrom::Start(self.len)));
            return Err(error.into());
        }
        self.len += bytes.len() as u64;
        Ok(places)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&self) -> Result<(), WarcError> {
        Ok(self.file.sync_data()?)
    }

    /// Bytes of the file.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was written yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"))
}

/// A record as the standard has it: version, fields, empty line, block, two line breaks.
fn write_record(record: &NewRecord<'_>, out: &mut impl Write) -> io::Result<()> {
    write!(out, "WARC/1.1\r\nWARC-Type: {}\r\n", record.kind)?;
    write!(out, "WARC-Record-ID: {}\r\nWARC-Date: {}\r\n", record.id, record.date)?;
    if let Some(target) = record.target {
        write_field("WARC-Target-URI", target, out)?;
    }
    for (name, value) in &record.fields {
        write_field(name, value, out)?;
    }
    if let Some(truncation) = record.truncated {
        write_field("WARC-Truncated", truncation.name(), out)?;
    }
    if let Some(payload) = record.payload_at.and_then(|at| record.block.get(at..)) {
        write_field("WARC-Payload-Digest", &digest(payload), out)?;
    }
    write_field("WARC-Block-Digest", &digest(record.block), out)?;
    if let Some(content_type) = record.content_type.or(record.kind.content_type()) {
        write_field("Content-Type", content_type, out)?;
    }
    write!(out, "Content-Length: {}\r\n\r\n", record.block.len())?;
    out.write_all(record.block)?;
    out.write_all(b"\r\n\r\n")
}

/// A line that no value can break out of.
fn write_field(name: &str, value: &str, out: &mut impl Write) -> io::Result<()> {
    let value = value.replace(['\r', '\n'], " ");
    write!(out, "{name}: {value}\r\n")
}
