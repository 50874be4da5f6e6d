//! Bytes of a file with a look ahead.

use crate::inflate::Inflate;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// Bytes that are read at once.
const PIECE: usize = 64 * 1024;

/// Bytes kept to go back in an input that cannot seek; most records are shorter.
const KEPT: usize = 1 << 20;

/// A reader that knows where it is and can look ahead.
#[derive(Debug)]
pub(super) struct WarcSource<R: Read> {
    inner: Feed<R>,
    /// Whether the input can seek. Others go back at most `KEPT` bytes.
    can_seek: bool,
    buffer: Vec<u8>,
    /// What was consumed of the buffer.
    at: usize,
    /// Where the buffer begins in the file.
    start: u64,
    is_at_end: bool,
}

/// Where bytes come from.
#[derive(Debug)]
enum Feed<R: Read> {
    Plain(R),
    Inflated(Box<Inflate<R>>),
    /// While one becomes the other, or after that failed.
    Closed,
}

impl<R: Read + Seek> WarcSource<R> {
    /// Reads from the start of a file; of what cannot seek, from where it is.
    pub(super) fn new(mut inner: R) -> Self {
        let can_seek = inner.seek(SeekFrom::Start(0)).is_ok();
        WarcSource {
            inner: Feed::Plain(inner),
            can_seek,
            buffer: Vec::new(),
            at: 0,
            start: 0,
            is_at_end: false,
        }
    }

    /// Whether the input can seek.
    pub(super) fn can_seek(&self) -> bool {
        self.can_seek
    }

    /// Reads the file anew as one compressed stream; offsets are those of its content.
    ///
    /// # Errors
    /// A pipe of which the beginning is gone; those of the system.
    pub(super) fn inflate(&mut self) -> io::Result<()> {
        let is_gone = !self.can_seek && self.start > 0;
        if is_gone || !matches!(self.inner, Feed::Plain(_)) {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let Feed::Plain(mut inner) = std::mem::replace(&mut self.inner, Feed::Closed) else {
            return Ok(());
        };
        let start = if self.can_seek {
            inner.seek(SeekFrom::Start(0))?;
            Vec::new()
        } else {
            std::mem::take(&mut self.buffer)
        };
        self.inner = Feed::Inflated(Box::new(Inflate::with_start(start, inner)?));
        self.buffer.clear();
        (self.can_seek, self.at, self.start, self.is_at_end) = (false, 0, 0, false);
        Ok(())
    }

    /// Where the next byte is.
    pub(super) fn offset(&self) -> u64 {
        self.start + self.at as u64
    }

    /// The next `len` bytes, or fewer at the end of the file; nothing is consumed.
    pub(super) fn peek(&mut self, len: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.at < len && !self.is_at_end {
            self.fill()?;
        }
        let there = &self.buffer[self.at..];
        Ok(&there[..there.len().min(len)])
    }

    /// Goes to a place.
    ///
    /// # Errors
    /// [`io::ErrorKind::Unsupported`] for a place of a pipe that is gone; those of the system.
    pub(super) fn seek(&mut self, offset: u64) -> io::Result<()> {
        let end = self.start + self.buffer.len() as u64;
        if (self.start..=end).contains(&offset) {
            self.at = (offset - self.start) as usize;
        } else if let (true, Feed::Plain(inner)) = (self.can_seek, &mut self.inner) {
            inner.seek(SeekFrom::Start(offset))?;
            self.buffer.clear();
            (self.at, self.start, self.is_at_end) = (0, offset, false);
        } else if offset > end {
            self.skip(offset - self.offset())?;
        } else {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(())
    }

    /// Skips CR and LF; returns the number of bytes.
    pub(super) fn skip_newlines(&mut self) -> io::Result<u64> {
        let mut skipped = 0;
        loop {
            let there = self.fill_buf()?;
            let len = there.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let is_all = len == there.len() && len > 0;
            self.consume(len);
            skipped += len as u64;
            if !is_all {
                return Ok(skipped);
            }
        }
    }

    /// Passes over bytes; how many there were.
    pub(super) fn skip(&mut self, len: u64) -> io::Result<u64> {
        let mut left = len;
        while left > 0 {
            let there = self.fill_buf()?.len() as u64;
            if there == 0 {
                break;
            }
            let step = there.min(left);
            self.consume(step as usize);
            left -= step;
        }
        Ok(len - left)
    }

    fn fill(&mut self) -> io::Result<()> {
        let kept = if self.can_seek { 0 } else { KEPT };
        // Not at each step: what is kept would be moved each time.
        if self.at > 2 * kept {
            let passed = self.at - kept;
            self.buffer.drain(..passed);
            self.start += passed as u64;
            self.at = kept;
        }
        let before = self.buffer.len();
        self.buffer.resize(before + PIECE, 0);
        let read = loop {
            let read = match &mut self.inner {
                Feed::Plain(inner) => inner.read(&mut self.buffer[before..]),
                Feed::Inflated(inner) => inner.read(&mut self.buffer[before..]),
                Feed::Closed => Ok(0),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(before + *read.as_ref().unwrap_or(&0));
        self.is_at_end = read? == 0;
        Ok(())
    }
}

impl<R: Read + Seek> Read for WarcSource<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let there = self.fill_buf()?;
        let len = there.len().min(out.len());
        out[..len].copy_from_slice(&there[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl<R: Read + Seek> BufRead for WarcSource<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() && !self.is_at_end {
            self.fill()?;
        }
        Ok(&self.buffer[self.at..])
    }

    fn consume(&mut self, len: usize) {
        self.at = (self.at + len).min(self.buffer.len());
    }
}
