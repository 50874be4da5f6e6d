//! Streams that may be compressed, recognised by their first bytes.

use flate2::bufread::MultiGzDecoder;
use lz4_flex::frame::FrameDecoder as Lz4Decoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::fmt;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// Bytes that show how a stream is compressed.
const MARK: usize = 6;

/// An empty raw block marked as the last, and four bytes for a checksum (RFC 8878, 3.1.1.2).
const ZSTD_END: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

/// The stream with the bytes that were read of it already.
type Replayed<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

/// A stream, decompressed if it is gzip, Zstandard or LZ4. Of a stream that breaks off, all bytes before the break are read
/// before the error.
///
/// ```
/// use debulha_io::inflate::Inflate;
/// use std::io::Read;
///
/// let mut text = String::new();
/// Inflate::new(&b"{}\n"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "{}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Inflate<R: Read>(Decoder<R>);

enum Decoder<R: Read> {
    Plain(Replayed<R>),
    Gzip(MultiGzDecoder<Replayed<R>>),
    Zstd(Box<ZstdFrames<Replayed<R>>>),
    Lz4(Box<Lz4Decoder<Replayed<R>>>),
}

impl<R: Read> Inflate<R> {
    /// Reads the first bytes of a stream.
    ///
    /// # Errors
    /// A stream that cannot be read, or is compressed by bzip2 or xz.
    pub fn new(inner: R) -> io::Result<Self> {
        Inflate::with_start(Vec::new(), inner)
    }

    /// The same of a stream of which `start` was read already.
    ///
    /// # Errors
    /// Those of [`Self::new`].
    pub fn with_start(mut start: Vec<u8>, mut inner: R) -> io::Result<Self> {
        let missing = MARK.saturating_sub(start.len()) as u64;
        inner.by_ref().take(missing).read_to_end(&mut start)?;
        let mark = start.clone().into_iter().take(MARK).collect::<Vec<_>>();
        let stream = BufReader::new(Cursor::new(start).chain(inner));
        let unknown = |name: &str| {
            let reason = format!("compressed by {name}, which is not supported; decompress it first");
            Err(io::Error::new(io::ErrorKind::InvalidData, reason))
        };
        Ok(Inflate(match mark.as_slice() {
            [0x1F, 0x8B, ..] => Decoder::Gzip(MultiGzDecoder::new(stream)),
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {
                Decoder::Zstd(Box::new(ZstdFrames { stream, frame: None, error: None }))
            }
            [0x04, 0x22, 0x4D, 0x18, ..] => Decoder::Lz4(Box::new(Lz4Decoder::new(stream))),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41] => return unknown("bzip2"),
            [0xFD, b'7', b'z', b'X', b'Z', 0] => return unknown("xz"),
            _ => Decoder::Plain(stream),
        }))
    }
}

impl<R: Read> Read for Inflate<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Decoder::Plain(stream) => stream.read(out),
            Decoder::Gzip(stream) => stream.read(out),
            Decoder::Zstd(stream) => stream.read(out),
            // A frame ends with 0 bytes, and another one may follow.
            Decoder::Lz4(stream) => match stream.read(out) {
                Ok(0) if !out.is_empty() && !stream.get_mut().fill_buf()?.is_empty() => stream.read(out),
                read => read,
            },
        }
    }
}

impl<R: Read> fmt::Debug for Inflate<R> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Inflate")
    }
}

/// Zstandard frames one after another. Frames without data are skipped.
struct ZstdFrames<R> {
    stream: R,
    frame: Option<FrameDecoder>,
    /// What ended the frame early; reported once its bytes are read.
    error: Option<io::Error>,
}

impl<R: BufRead> ZstdFrames<R> {
    /// Starts the next frame; false at the end of the stream.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.stream.fill_buf()?.is_empty() {
                return Ok(false);
            }
            let mut frame = FrameDecoder::new();
            match frame.init(&mut self.stream) {
                Ok(()) => {
                    self.frame = Some(frame);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut self.stream.by_ref().take(u64::from(length)), &mut io::sink())?;
                }
                Err(error) => return Err(invalid(&error)),
            }
        }
    }
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            let Some(frame) = &mut self.frame else {
                if let Some(error) = self.error.take() {
                    return Err(error);
                }
                if !self.begin()? {
                    return Ok(0);
                }
                continue;
            };
            if frame.can_collect() == 0 && !frame.is_finished() {
                let step = BlockDecodingStrategy::UptoBytes(out.len());
                if let Err(error) = frame.decode_blocks(&mut self.stream, step) {
                    self.error = Some(invalid(&error));
                    // Only a finished frame gives up its window.
                    if frame.decode_blocks(ZSTD_END, BlockDecodingStrategy::All).is_err() {
                        self.frame = None;
                    }
                }
                continue;
            }
            let read = frame.read(out)?;
            if read > 0 {
                return Ok(read);
            }
            self.frame = None;
        }
    }
}

fn invalid(error: &dyn fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write;

    fn text() -> Vec<u8> {
        (0..40_000).flat_map(|n: u32| format!("{}\n", n * 7919 % 10_007).into_bytes()).collect()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
    }

    fn lz4(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> (Vec<u8>, bool) {
        let mut out = Vec::new();
        let is_whole = Inflate::new(bytes).and_then(|mut stream| stream.read_to_end(&mut out)).is_ok();
        (out, is_whole)
    }

    #[test]
    fn streams_of_several_parts_are_read_to_their_end() {
        let text = text();
        let (first, rest) = text.split_at(1000);
        for pack in [gzip, zstd, lz4, <[u8]>::to_vec] {
            let packed = [pack(first), pack(rest)].concat();
            assert_eq!(read(&packed), (text.clone(), true));
        }
        // A skippable frame before the data.
        let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 9, 9][..], &zstd(&text)].concat();
        assert_eq!(read(&skipped), (text.clone(), true));
        assert_eq!(read(b""), (Vec::new(), true));
    }

    #[test]
    fn a_stream_that_breaks_off_gives_what_came_before() {
        let text = text();
        for pack in [gzip, zstd] {
            let packed = pack(&text);
            let (out, is_whole) = read(&packed[..packed.len() * 2 / 3]);
            assert!(!is_whole && text.starts_with(&out), "{}", out.len());
            assert!(out.len() > text.len() / 3, "{} of {}", out.len(), text.len());
        }
    }

    #[test]
    fn unsupported_compressions_are_named() {
        let named = |bytes: &[u8]| Inflate::new(bytes).unwrap_err().to_string();
        assert!(named(b"\xFD7zXZ\0 ").contains("xz") && named(b"BZh91AY&SY").contains("bzip2"));
    }
}
