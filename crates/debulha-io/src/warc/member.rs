//! Records that are compressed one by one.

use super::read::RecordFault;
use super::source::WarcSource;
use flate2::bufread::GzDecoder;
use lz4_flex::frame::FrameDecoder as Lz4Decoder;
use ruzstd::decoding::{Dictionary, FrameDecoder, StreamingDecoder};
use std::fmt;
use std::io::{self, Read, Seek};

/// How a gzip member begins, deflate being the only method.
const GZIP: &[u8] = &[0x1F, 0x8B, 8];

/// How a Zstandard frame begins (RFC 8878, 3.1.1).
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

/// How a frame of LZ4 begins.
const LZ4: &[u8] = &[0x04, 0x22, 0x4D, 0x18];

/// How a frame begins that holds the dictionary of the others
/// ([Zstandard in WARC files](https://iipc.github.io/warc-specifications/specifications/warc-zstd/)): a skippable frame.
const DICTIONARY: &[u8] = &[0x5D, 0x2A, 0x4D, 0x18];

/// Bytes of a dictionary at most.
const MAX_DICTIONARY: u64 = 64 << 20;

/// How a record is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberFormat {
    Gzip,
    Zstd,
    Lz4,
}

impl MemberFormat {
    /// First bytes that must be known to tell.
    pub(super) const MARK: usize = 4;

    /// How something that begins so is compressed.
    pub(super) fn of(begin: &[u8]) -> Option<MemberFormat> {
        let forms = [(GZIP, MemberFormat::Gzip), (ZSTD, MemberFormat::Zstd), (LZ4, MemberFormat::Lz4)];
        forms.into_iter().find(|(mark, _)| begin.starts_with(mark)).map(|(_, form)| form)
    }

    /// Whether something compressed may begin with this byte.
    pub(super) fn may_begin(byte: u8) -> bool {
        [GZIP[0], ZSTD[0], LZ4[0]].contains(&byte)
    }

    /// Whether what begins so is `wanted` once decompressed, as far as little of it tells.
    pub(super) fn holds(self, begin: &[u8], wanted: &[u8]) -> bool {
        let mut found = vec![0; wanted.len()];
        match self {
            MemberFormat::Gzip => GzDecoder::new(begin).read_exact(&mut found).is_ok() && found == wanted,
            // Blocks are decompressed as a whole. Four bytes rarely are there by chance.
            MemberFormat::Zstd | MemberFormat::Lz4 => true,
        }
    }
}

/// Decompresses the records of a file.
#[derive(Default)]
pub(super) struct Members {
    /// Kept for its buffers and the dictionary.
    zstd: FrameDecoder,
}

impl fmt::Debug for Members {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Members")
    }
}

impl Members {
    /// Reads the dictionary that a file may begin with, and leaves the source behind it.
    ///
    /// # Errors
    /// A dictionary that cannot be read.
    pub(super) fn read_dictionary<R: Read + Seek>(&mut self, source: &mut WarcSource<R>) -> io::Result<()> {
        if source.peek(DICTIONARY.len())? != DICTIONARY {
            return Ok(());
        }
        source.skip(DICTIONARY.len() as u64)?;
        let mut len = [0; 4];
        source.read_exact(&mut len)?;
        let mut raw = Vec::new();
        source.take(u64::from(u32::from_le_bytes(len)).min(MAX_DICTIONARY)).read_to_end(&mut raw)?;
        if MemberFormat::of(&raw) == Some(MemberFormat::Zstd) {
            let decoder = StreamingDecoder::new(raw.as_slice()).map_err(io::Error::other)?;
            let mut plain = Vec::new();
            decoder.take(MAX_DICTIONARY).read_to_end(&mut plain)?;
            raw = plain;
        }
        let dictionary = Dictionary::decode_dict(&raw).map_err(io::Error::other)?;
        self.zstd.add_dict(dictionary).map_err(io::Error::other)
    }

    /// Hands over what is compressed at the source's place; it ends where the record does, and so does the source then.
    ///
    /// # Errors
    /// What is no frame; those of `read`.
    pub(super) fn read<R: Read + Seek, T>(
        &mut self,
        form: MemberFormat,
        source: &mut WarcSource<R>,
        read: impl FnOnce(&mut dyn Read) -> Result<T, RecordFault>,
    ) -> Result<T, RecordFault> {
        match form {
            MemberFormat::Gzip => read(&mut GzDecoder::new(source)),
            MemberFormat::Zstd => {
                let decoder = StreamingDecoder::new_with_decoder(source, &mut self.zstd);
                let made =
                    read(&mut Decoding(decoder.map_err(|error| RecordFault::Damage(error.to_string()))?))?;
                let stated = self.zstd.get_checksum_from_data();
                if stated.is_some() && stated != self.zstd.get_calculated_checksum() {
                    return Err(RecordFault::Damage("the checksum does not match".to_owned()));
                }
                Ok(made)
            }
            MemberFormat::Lz4 => read(&mut Decoding(Lz4Decoder::new(source))),
        }
    }
}

/// A decoder that says of what it cannot decode that it is no error of the system.
struct Decoding<D>(D);

impl<D: Read> Read for Decoding<D> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out).map_err(|error| match error.kind() {
            io::ErrorKind::Other => io::Error::new(io::ErrorKind::InvalidData, error),
            _ => error,
        })
    }
}
