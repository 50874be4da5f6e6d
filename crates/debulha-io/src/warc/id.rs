//! Ids and digests of records.

use sha1::{Digest, Sha1};
use std::fmt;

/// The alphabet of RFC 4648, section 6.
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The id of a record: a UUID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecordId([u8; 16]);

impl RecordId {
    /// The id of what these parts name, by SHA-1: a UUID of version 8 (RFC 9562, 5.8). The same parts give the same id.
    pub fn of(parts: &[&str]) -> RecordId {
        let mut hash = Sha1::new();
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        bytes[6] = bytes[6] & 0x0F | 0x80;
        bytes[8] = bytes[8] & 0x3F | 0x80;
        RecordId(bytes)
    }
}

impl fmt::Display for RecordId {
    /// As a URI in angle brackets, the form of `WARC-Record-ID`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("<urn:uuid:")?;
        for (at, byte) in self.0.iter().enumerate() {
            if matches!(at, 4 | 6 | 8 | 10) {
                out.write_str("-")?;
            }
            write!(out, "{byte:02x}")?;
        }
        out.write_str(">")
    }
}

/// The SHA-1 of some bytes as WARC files label it: `sha1:` and base 32.
///
/// ```
/// assert_eq!(debulha_io::warc::digest(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
/// ```
pub fn digest(bytes: &[u8]) -> String {
    let mut text = String::from("sha1:");
    // 20 bytes are 32 digits exactly.
    for group in Sha1::digest(bytes).chunks(5) {
        let bits = group.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
        text.extend((0..8).rev().map(|at| char::from(BASE32[(bits >> (5 * at) & 31) as usize])));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_uuids_and_depend_on_every_part() {
        let id = RecordId::of(&["a", "b"]).to_string();
        assert_eq!((id.len(), &id[..10], &id[24..25]), (47, "<urn:uuid:", "8"));
        assert_eq!(id, RecordId::of(&["a", "b"]).to_string());
        assert_ne!(id, RecordId::of(&["ab", ""]).to_string());
    }

    #[test]
    fn digests_are_those_of_other_programs() {
        // `printf abc | sha1sum` is a9993e36…9cd0d89d.
        assert_eq!(digest(b"abc"), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
    }
}
