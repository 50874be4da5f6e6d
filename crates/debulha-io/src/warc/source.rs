//! Bytes of a file with a look ahead.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// Bytes that are read at once.
const PIECE: usize = 64 * 1024;

/// A reader that knows where it is and can look ahead.
#[derive(Debug)]
pub(super) struct WarcSource<R> {
    inner: R,
    buffer: Vec<u8>,
    /// What was consumed of the buffer.
    at: usize,
    /// Where the buffer begins in the file.
    start: u64,
    is_at_end: bool,
}

impl<R: Read + Seek> WarcSource<R> {
    pub(super) fn new(mut inner: R, offset: u64) -> io::Result<Self> {
        inner.seek(SeekFrom::Start(offset))?;
        Ok(WarcSource { inner, buffer: Vec::new(), at: 0, start: offset, is_at_end: false })
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
    pub(super) fn seek(&mut self, offset: u64) -> io::Result<()> {
        let end = self.start + self.buffer.len() as u64;
        if (self.start..=end).contains(&offset) {
            self.at = (offset - self.start) as usize;
        } else {
            self.inner.seek(SeekFrom::Start(offset))?;
            self.buffer.clear();
            (self.at, self.start, self.is_at_end) = (0, offset, false);
        }
        Ok(())
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
        self.buffer.drain(..self.at);
        self.start += self.at as u64;
        self.at = 0;
        let before = self.buffer.len();
        self.buffer.resize(before + PIECE, 0);
        let read = loop {
            match self.inner.read(&mut self.buffer[before..]) {
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
