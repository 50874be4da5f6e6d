//! Compressed bodies to bytes, under a limit.
//!
//! Pages arrive as stored: gzip in most archives, what `Content-Encoding` says from a server. A body that breaks
//! off or is damaged yields what came before the damage, with the reason, because half a page is still a page.
//! No length that the input claims is ever allocated; memory follows the output that exists.

use std::borrow::Cow;
use std::io::{self, BufReader, Read};
use std::str::FromStr;

use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// First bytes of a gzip member (RFC 1952, 2.3.1).
const GZIP_MAGIC: &[u8] = &[0x1F, 0x8B];

/// First bytes of a Zstandard frame (RFC 8878, 3.1.1).
const ZSTD_MAGIC: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

/// An empty raw block marked as the last, and four bytes for a checksum if the frame has one (RFC 8878, 3.1.1.2).
const ZSTD_END: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

/// Compressed bytes given to an inflater at once.
///
/// It drops what it made of a piece in which it finds an error, so small pieces lose little before the damage.
const INPUT_PIECE: usize = 512;

/// Decompressed bytes taken at once; output may be made, though not kept, this far beyond the limit.
const OUTPUT_PIECE: usize = 8 * 1024;

/// How a body is compressed.
///
/// Parsed from one token of HTTP's `Content-Encoding`, letter case and surrounding spaces ignored. A list
/// (`gzip, br`) is the caller's to split; its last encoding is to be undone first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ContentEncoding {
    /// Not compressed; the tokens `identity` and the empty one.
    Identity,
    /// One or more gzip members; `gzip` and `x-gzip`.
    Gzip,
    /// A zlib stream, or the bare deflate stream that some servers send in its place; `deflate`.
    Deflate,
    /// One or more Zstandard frames, their checksums unchecked; `zstd`.
    Zstd,
    /// A Brotli stream; `br`.
    Brotli,
}

impl ContentEncoding {
    /// The encoding by the first bytes: gzip, Zstandard, else `Identity`. The others have no mark to know them by.
    pub fn sniff(bytes: &[u8]) -> Self {
        if bytes.starts_with(GZIP_MAGIC) {
            Self::Gzip
        } else if bytes.starts_with(ZSTD_MAGIC) {
            Self::Zstd
        } else {
            Self::Identity
        }
    }
}

impl FromStr for ContentEncoding {
    type Err = UnknownEncoding;

    fn from_str(token: &str) -> Result<Self, Self::Err> {
        match token.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Ok(Self::Identity),
            "gzip" | "x-gzip" => Ok(Self::Gzip),
            "deflate" => Ok(Self::Deflate),
            "zstd" => Ok(Self::Zstd),
            "br" => Ok(Self::Brotli),
            _ => Err(UnknownEncoding(token.to_owned())),
        }
    }
}

/// A `Content-Encoding` token that names none of the known encodings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown content encoding {0:?}")]
pub struct UnknownEncoding(pub String);

/// A decompressed body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body<'a> {
    /// The bytes; borrowed when they were not compressed.
    pub bytes: Cow<'a, [u8]>,
    /// Why `bytes` is not the whole body, if it is not.
    pub truncated: Option<Truncation>,
}

/// Why a body ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truncation {
    /// The body is longer than the limit; its bytes up to the limit are there.
    Limit,
    /// The compressed stream breaks off, is damaged or is followed by something else; the reason in words.
    ///
    /// The bytes before the damage are there but for at most the output of the last few hundred input bytes, and
    /// the last of them may be wrong already.
    CorruptTail(String),
}

/// A body of which nothing could be decompressed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot decode {encoding:?}: {reason}")]
pub struct BodyError {
    /// What the body was taken for.
    pub encoding: ContentEncoding,
    /// What the decoder said.
    pub reason: String,
}

/// Decompresses a body whose first bytes say gzip or Zstandard and passes any other through.
///
/// `limit` is the most bytes returned, for bodies that are not compressed too. Empty input is an empty body.
///
/// # Errors
///
/// [`BodyError`] when the first bytes are of a compressed stream but not one byte of output comes of it.
pub fn decompress(bytes: &[u8], limit: usize) -> Result<Body<'_>, BodyError> {
    decompress_as(bytes, ContentEncoding::sniff(bytes), limit)
}

/// Decompresses a body of a known encoding into at most `limit` bytes.
///
/// Empty input is an empty body in every encoding, as servers send it. O(input + output) time; memory is a small
/// multiple of the output kept, plus at most 16 MiB of Brotli window.
///
/// # Errors
///
/// [`BodyError`] when not one byte of output comes of a damaged stream, as for a body that is not of this encoding.
pub fn decompress_as(bytes: &[u8], encoding: ContentEncoding, limit: usize) -> Result<Body<'_>, BodyError> {
    if bytes.is_empty() || encoding == ContentEncoding::Identity {
        let truncated = (bytes.len() > limit).then_some(Truncation::Limit);
        return Ok(Body { bytes: Cow::Borrowed(&bytes[..bytes.len().min(limit)]), truncated });
    }
    let mut output = BoundedOutput { bytes: Vec::new(), limit };
    let input = || BufReader::with_capacity(INPUT_PIECE, bytes);
    let result = match encoding {
        ContentEncoding::Identity => Ok(()),
        ContentEncoding::Gzip => gunzip(bytes, &mut output),
        ContentEncoding::Deflate if has_zlib_header(bytes) => output.read_all(ZlibDecoder::new(input())),
        ContentEncoding::Deflate => output.read_all(DeflateDecoder::new(input())),
        ContentEncoding::Zstd => unzstd(bytes, &mut output),
        ContentEncoding::Brotli => {
            output.read_all(brotli_decompressor::Decompressor::new(bytes, INPUT_PIECE))
        }
    };
    let truncated = match result {
        Ok(()) => None,
        Err(Truncation::CorruptTail(reason)) if output.bytes.is_empty() => {
            return Err(BodyError { encoding, reason });
        }
        Err(truncation) => Some(truncation),
    };
    Ok(Body { bytes: Cow::Owned(output.bytes), truncated })
}

/// Decompresses gzip members up to the end, or up to the zeros that archives on tape and disk are padded with.
fn gunzip(bytes: &[u8], output: &mut BoundedOutput) -> Result<(), Truncation> {
    let mut decoder = GzDecoder::new(BufReader::with_capacity(INPUT_PIECE, bytes));
    loop {
        output.read_all(&mut decoder)?;
        let input = decoder.get_ref();
        let left = input.buffer().len() + input.get_ref().len();
        let rest = &bytes[bytes.len() - left..];
        if rest.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        if !rest.starts_with(GZIP_MAGIC) {
            return Err(Truncation::CorruptTail(format!("{left} bytes after the last gzip member")));
        }
        decoder.reset(BufReader::with_capacity(INPUT_PIECE, rest));
    }
}

/// Whether the bytes open as zlib does: method 8 and a check that makes the pair a multiple of 31 (RFC 1950, 2.2).
fn has_zlib_header(bytes: &[u8]) -> bool {
    matches!(bytes, [method, flags, ..]
        if method & 0x0F == 8 && u16::from_be_bytes([*method, *flags]) % 31 == 0)
}

/// Decompresses Zstandard frames, skipping those that hold no data.
///
/// The decoder is driven by hand because its `Read` holds back a window, whose size the input claims: of a frame
/// that breaks off nothing would come out, and a bomb would grow in it unseen.
fn unzstd(mut bytes: &[u8], output: &mut BoundedOutput) -> Result<(), Truncation> {
    while !bytes.is_empty() {
        // A used decoder would reserve the window that the next frame claims; a new one does not.
        let mut frame = FrameDecoder::new();
        match frame.init(&mut bytes) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                bytes = bytes.get(length as usize..).unwrap_or_default();
                continue;
            }
            header => header.map_err(corrupt)?,
        }
        // One byte more than there is room for, to tell a full body from one too long.
        let wanted = (output.limit - output.bytes.len()).saturating_add(1);
        let decoded = frame.decode_blocks(&mut bytes, BlockDecodingStrategy::UptoBytes(wanted));
        if !frame.is_finished() {
            // Only a finished frame gives up its window.
            frame.decode_blocks(ZSTD_END, BlockDecodingStrategy::All).map_err(corrupt)?;
        }
        output.read_all(&mut frame)?;
        decoded.map_err(corrupt)?;
    }
    Ok(())
}

fn corrupt(error: impl std::fmt::Display) -> Truncation {
    Truncation::CorruptTail(error.to_string())
}

/// The output so far, never longer than its limit.
struct BoundedOutput {
    bytes: Vec<u8>,
    limit: usize,
}

impl BoundedOutput {
    /// Reads to the end, to the limit or to an error, whichever comes first.
    fn read_all(&mut self, mut reader: impl Read) -> Result<(), Truncation> {
        let mut piece = [0; OUTPUT_PIECE];
        loop {
            let read = match reader.read(&mut piece) {
                Ok(0) => return Ok(()),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(corrupt(error)),
            };
            let room = self.limit - self.bytes.len();
            self.bytes.extend_from_slice(&piece[..read.min(room)]);
            if read > room {
                return Err(Truncation::Limit);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    const NO_LIMIT: usize = usize::MAX;

    /// `<p>body</p>` twenty times, by the reference encoder.
    const BROTLI_PAGE: &[u8] = &[
        0x1B, 0xDB, 0x00, 0xF8, 0x1D, 0xA7, 0xC1, 0x9A, 0x9B, 0x1F, 0x53, 0xCD, 0x43, 0x06, 0x97, 0xA7, 0x5E,
        0xC4, 0xCA, 0xE7, 0x2D, 0x06, 0x8C, 0x00, 0x5A, 0x90, 0x1D, 0x01,
    ];

    /// 16 MiB of zeros, by the reference encoder.
    const BROTLI_BOMB: &[u8] = &[
        0xCB, 0xFF, 0xFF, 0x3F, 0xF8, 0x27, 0x00, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x2F, 0xFF, 0xFF, 0xFF,
        0xF0, 0x4F, 0x00, 0xC4, 0x61, 0x11, 0x80, 0xEE, 0xFD, 0x1F,
    ];

    const COMPRESSED: [ContentEncoding; 4] =
        [ContentEncoding::Gzip, ContentEncoding::Deflate, ContentEncoding::Zstd, ContentEncoding::Brotli];

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    /// A page that does not compress to nothing: numbers in order.
    fn page() -> Vec<u8> {
        (0..20_000).flat_map(|n: u32| format!("<p>{}</p>", n * n).into_bytes()).collect()
    }

    fn tail(body: &Body<'_>) -> String {
        match &body.truncated {
            Some(Truncation::CorruptTail(reason)) => reason.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_encoding_round_trips() {
        let page = page();
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(&page).unwrap();
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::default());
        raw.write_all(&page).unwrap();
        for (encoding, bytes) in [
            (ContentEncoding::Gzip, gzip(&page)),
            (ContentEncoding::Zstd, zstd(&page)),
            (ContentEncoding::Deflate, zlib.finish().unwrap()),
            (ContentEncoding::Deflate, raw.finish().unwrap()),
        ] {
            // A limit of just the length must not count as reached.
            for limit in [NO_LIMIT, page.len()] {
                let body = decompress_as(&bytes, encoding, limit).unwrap();
                assert!(body.bytes == page, "{encoding:?}");
                assert_eq!(body.truncated, None, "{encoding:?}");
            }
        }
        let body = decompress_as(BROTLI_PAGE, ContentEncoding::Brotli, NO_LIMIT).unwrap();
        assert_eq!(body.bytes, b"<p>body</p>".repeat(20));
        assert_eq!(body.truncated, None);
    }

    #[test]
    fn magic_is_sniffed_and_other_bytes_are_borrowed() {
        assert_eq!(decompress(&gzip(b"page"), NO_LIMIT).unwrap().bytes, &b"page"[..]);
        assert_eq!(decompress(&zstd(b"page"), NO_LIMIT).unwrap().bytes, &b"page"[..]);
        let plain = decompress(b"page", NO_LIMIT).unwrap();
        assert!(matches!(plain.bytes, Cow::Borrowed(b"page")));
        let cut = decompress(b"page", 2).unwrap();
        assert_eq!((cut.bytes.as_ref(), cut.truncated), (&b"pa"[..], Some(Truncation::Limit)));
    }

    #[test]
    fn empty_input_is_an_empty_body() {
        assert_eq!(decompress(b"", 0).unwrap(), Body { bytes: Cow::Borrowed(b""), truncated: None });
        for encoding in COMPRESSED {
            let body = decompress_as(b"", encoding, 0).unwrap();
            assert_eq!(body, Body { bytes: Cow::Borrowed(b""), truncated: None });
        }
    }

    #[test]
    fn compressed_emptiness_is_an_empty_body() {
        for bytes in [gzip(b""), zstd(b"")] {
            let body = decompress(&bytes, 0).unwrap();
            assert_eq!((body.bytes.len(), body.truncated), (0, None));
        }
    }

    #[test]
    fn members_and_frames_are_joined() {
        let members = [gzip(b"one "), gzip(b""), gzip(b"two")].concat();
        let body = decompress(&members, NO_LIMIT).unwrap();
        assert_eq!((body.bytes.as_ref(), body.truncated), (&b"one two"[..], None));

        let skippable = b"\x50\x2A\x4D\x18\x03\0\0\0abc".to_vec();
        let frames = [zstd(b"one "), skippable, zstd(b"two")].concat();
        let body = decompress(&frames, NO_LIMIT).unwrap();
        assert_eq!((body.bytes.as_ref(), body.truncated), (&b"one two"[..], None));
    }

    #[test]
    fn what_follows_the_last_member_is_padding_or_reported() {
        let padded = [gzip(b"page"), vec![0; 700]].concat();
        assert_eq!(decompress(&padded, NO_LIMIT).unwrap().truncated, None);
        let followed = [gzip(b"page"), b"junk".to_vec()].concat();
        let body = decompress(&followed, NO_LIMIT).unwrap();
        assert_eq!(body.bytes, &b"page"[..]);
        assert_eq!(tail(&body), "4 bytes after the last gzip member");
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let limit = 100_000;
        let zeros = vec![0; 1 << 24];
        for (encoding, bomb) in [
            (ContentEncoding::Gzip, gzip(&zeros)),
            (ContentEncoding::Zstd, zstd(&zeros)),
            (ContentEncoding::Brotli, BROTLI_BOMB.to_vec()),
        ] {
            assert!(bomb.len() < 20_000, "{encoding:?}: {}", bomb.len());
            let body = decompress_as(&bomb, encoding, limit).unwrap();
            assert_eq!((body.bytes.len(), body.truncated), (limit, Some(Truncation::Limit)), "{encoding:?}");
            assert!(body.bytes.into_owned().capacity() < 3 * limit, "{encoding:?}");
        }
    }

    #[test]
    fn a_claimed_window_is_not_allocated() {
        // No checksum, a window of 2^41 bytes, one raw block `page`, no end.
        let frame = [ZSTD_MAGIC, &[0, 31 << 3], &[4 << 3, 0, 0], b"page"].concat();
        let body = decompress(&frame, NO_LIMIT).unwrap();
        assert_eq!(body.bytes, &b"page"[..]);
        assert!(!tail(&body).is_empty());
    }

    #[test]
    fn a_cut_stream_yields_its_beginning() {
        let page = page();
        for bytes in [gzip(&page), zstd(&page)] {
            let body = decompress(&bytes[..bytes.len() / 2], NO_LIMIT).unwrap();
            assert!(body.bytes.len() > page.len() / 4 && body.bytes.len() < page.len());
            assert!(page.starts_with(&body.bytes));
            assert!(!tail(&body).is_empty());
        }
        let cut = &BROTLI_PAGE[..BROTLI_PAGE.len() - 1];
        let body = decompress_as(cut, ContentEncoding::Brotli, NO_LIMIT).unwrap();
        assert!(!body.bytes.is_empty() && b"<p>body</p>".repeat(20).starts_with(&body.bytes));
        assert!(!tail(&body).is_empty());
    }

    #[test]
    fn damage_costs_little_before_it() {
        let page = page();
        let mut bytes = gzip(&page);
        let middle = bytes.len() / 2;
        bytes[middle..middle + 64].fill(0xFF);
        let body = decompress(&bytes, NO_LIMIT).unwrap();
        assert!(!tail(&body).is_empty());
        let same = body.bytes.iter().zip(&page).take_while(|(a, b)| a == b).count();
        assert!(same > page.len() * 2 / 5, "{same} of {}", page.len());
    }

    #[test]
    fn a_wrong_checksum_is_reported_with_the_whole_body() {
        let mut bytes = gzip(b"page");
        let checksum = bytes.len() - 8;
        bytes[checksum] ^= 1;
        let body = decompress(&bytes, NO_LIMIT).unwrap();
        assert_eq!(body.bytes, &b"page"[..]);
        assert!(!tail(&body).is_empty());
    }

    #[test]
    fn nothing_decoded_is_an_error() {
        for encoding in COMPRESSED {
            let error = decompress_as(b"<!doctype html>", encoding, NO_LIMIT).unwrap_err();
            assert_eq!(error.encoding, encoding);
            assert!(!error.reason.is_empty());
        }
        assert!(decompress(&gzip(b"page")[..10], NO_LIMIT).is_err());
        assert!(decompress(ZSTD_MAGIC, NO_LIMIT).is_err());
    }

    #[test]
    fn tokens_of_http() {
        assert_eq!(" GZip ".parse(), Ok(ContentEncoding::Gzip));
        assert_eq!("x-gzip".parse(), Ok(ContentEncoding::Gzip));
        assert_eq!("br".parse(), Ok(ContentEncoding::Brotli));
        assert_eq!("zstd".parse(), Ok(ContentEncoding::Zstd));
        assert_eq!("deflate".parse(), Ok(ContentEncoding::Deflate));
        assert_eq!("identity".parse(), Ok(ContentEncoding::Identity));
        assert_eq!("".parse(), Ok(ContentEncoding::Identity));
        let error = "compress".parse::<ContentEncoding>().unwrap_err();
        assert_eq!(error.to_string(), "unknown content encoding \"compress\"");
    }

    proptest! {
        #[test]
        fn no_input_panics_or_passes_the_limit(
            bytes in prop::collection::vec(any::<u8>(), 0..300),
            cut in any::<prop::sample::Index>(),
            flip in any::<u8>(),
            limit in 0usize..2000,
        ) {
            let page = bytes.repeat(8);
            for good in [gzip(&page), zstd(&page), BROTLI_PAGE.to_vec(), bytes.clone()] {
                let mut bad = good;
                if !bad.is_empty() {
                    let at = cut.index(bad.len());
                    bad[at] ^= flip;
                }
                for encoding in COMPRESSED {
                    if let Ok(body) = decompress_as(&bad, encoding, limit) {
                        prop_assert!(body.bytes.len() <= limit);
                    }
                }
            }
        }
    }
}
