//! From offsets in a page's text to offsets in its bytes, and back.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use super::{Decoded, ESCAPE, Evidence};

/// Text that one byte may set free: characters held back, the replacement of a malformed sequence, the byte's own.
const OUTPUT_BYTES: usize = 64;

/// Which bytes of a page each part of its text was decoded from.
///
/// Text and bytes are cut into the same row of units, without gaps. A unit is a character and its bytes, or U+FFFD
/// and the malformed bytes that it stands for. Where bytes give two characters at once, as four codes of Big5 do,
/// both are one unit; a character of well-formed UTF-8 is as many units as it has bytes. Escape sequences of
/// ISO-2022-JP belong to the character that follows. An offset inside a unit counts as its start.
///
/// Offsets are in bytes. A byte order mark lies before the text, and trailing bytes that gave no text at its end.
/// Offsets beyond 4 GiB are estimates.
///
/// ```
/// use debulha_dom::decode::{ByteMap, decode};
///
/// let page = b"<p>caf\xE9 au lait";
/// let decoded = decode(page, Some("latin1"));
/// let map = ByteMap::new(page, &decoded);
/// let text = decoded.text.find("é au").expect("in the text")..decoded.text.len();
/// assert_eq!(map.bytes_of(text), 6..page.len());
/// assert_eq!(&decoded.text[map.to_text(7)..], " au lait");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteMap {
    /// Bytes of the byte order mark.
    bom: usize,
    text_len: usize,
    byte_len: usize,
    /// Runs in order. Text before the first, or all of it where there is none, is its bytes.
    runs: Vec<UnitRun>,
}

/// Units of one size, up to the next run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct UnitRun {
    /// Where the run starts in the text.
    text: u32,
    /// Where the run starts in the bytes.
    bytes: u32,
    /// Bytes of text of a unit.
    text_step: u16,
    /// Bytes of a unit.
    byte_step: u16,
}

impl ByteMap {
    /// The map of `bytes`, of which [`decode`](super::decode()) made `decoded`.
    ///
    /// O(1) and without allocation for well-formed UTF-8 and for ASCII. Otherwise O(bytes), and 12 bytes of memory
    /// for each stretch of characters of one size: words of Russian and the spaces between them are such stretches.
    pub fn new(bytes: &[u8], decoded: &Decoded<'_>) -> Self {
        let bom = match decoded.evidence {
            Evidence::Bom => Encoding::for_bom(bytes).map_or(0, |(_, bom)| bom),
            _ => 0,
        };
        let encoding = Encoding::for_label(decoded.encoding.as_bytes()).unwrap_or(UTF_8);
        let mut units = ByteMapBuilder { text: 0, bytes: bom, steps: (1, 1), runs: Vec::new() };
        if matches!(decoded.text, Cow::Borrowed(_)) {
            // The text is its bytes.
        } else if encoding == UTF_8 {
            units.add_utf8(&bytes[bom..]);
        } else if encoding.is_single_byte() {
            decoded.text.chars().for_each(|character| units.add(1, character.len_utf8(), 1));
        } else if encoding == UTF_16LE || encoding == UTF_16BE {
            for character in decoded.text.chars() {
                // Shorter where the bytes end within a code unit.
                let rest = bytes.len().saturating_sub(units.bytes);
                units.add(1, character.len_utf8(), (2 * character.len_utf16()).min(rest).max(1));
            }
        } else {
            units.add_decoded(bytes, encoding);
        }
        ByteMap { bom, text_len: decoded.text.len(), byte_len: bytes.len(), runs: units.runs }
    }

    /// The byte that the character at an offset of the text begins with; past the text, the end of the bytes.
    ///
    /// O(log runs).
    pub fn to_bytes(&self, text_offset: usize) -> usize {
        self.unit_at(text_offset).start
    }

    /// Where the text that a byte belongs to begins; past the bytes, the end of the text.
    ///
    /// O(log runs).
    pub fn to_text(&self, byte_offset: usize) -> usize {
        if byte_offset >= self.byte_len {
            return self.text_len;
        }
        let run = self.last_run(|run| run.bytes as usize <= byte_offset);
        let units = byte_offset.saturating_sub(run.bytes as usize) / run.byte_step as usize;
        (run.text as usize + units * run.text_step as usize).min(self.text_len)
    }

    /// The bytes that a range of the text was decoded from: of every unit that it touches, none for an empty range.
    ///
    /// O(log runs).
    pub fn bytes_of(&self, text: Range<usize>) -> Range<usize> {
        let start = self.to_bytes(text.start);
        if text.is_empty() {
            return start..start;
        }
        let end = if text.end >= self.text_len { self.byte_len } else { self.unit_at(text.end - 1).end };
        start..end
    }

    /// The bytes of the unit at an offset of the text.
    fn unit_at(&self, text_offset: usize) -> Range<usize> {
        if text_offset >= self.text_len {
            return self.byte_len..self.byte_len;
        }
        let run = self.last_run(|run| run.text as usize <= text_offset);
        let units = (text_offset - run.text as usize) / run.text_step as usize;
        let start = run.bytes as usize + units * run.byte_step as usize;
        start.min(self.byte_len)..(start + run.byte_step as usize).min(self.byte_len)
    }

    /// The last run with a property that the first ones have.
    fn last_run(&self, is_before: impl Fn(&UnitRun) -> bool) -> UnitRun {
        let after = self.runs.partition_point(is_before);
        let first = UnitRun { text: 0, bytes: self.bom as u32, text_step: 1, byte_step: 1 };
        after.checked_sub(1).map_or(first, |last| self.runs[last])
    }
}

/// A map in the making: units so far, joined into runs.
struct ByteMapBuilder {
    /// End of the last unit in the text.
    text: usize,
    /// End of the last unit in the bytes.
    bytes: usize,
    /// Sizes of the last unit in text and bytes.
    steps: (usize, usize),
    runs: Vec<UnitRun>,
}

impl ByteMapBuilder {
    /// Appends `count` units of one size.
    fn add(&mut self, count: usize, text_step: usize, byte_step: usize) {
        if count > 0 && self.steps != (text_step, byte_step) {
            if let (Ok(text), Ok(bytes)) = (u32::try_from(self.text), u32::try_from(self.bytes)) {
                // A unit is a few bytes long.
                self.runs.push(UnitRun {
                    text,
                    bytes,
                    text_step: text_step as u16,
                    byte_step: byte_step as u16,
                });
            }
            self.steps = (text_step, byte_step);
        }
        self.text += count * text_step;
        self.bytes += count * byte_step;
    }

    /// Appends U+FFFD for the bytes up to `end`.
    fn add_malformed(&mut self, end: usize) {
        self.add(1, char::REPLACEMENT_CHARACTER.len_utf8(), end - self.bytes);
    }

    fn add_utf8(&mut self, bytes: &[u8]) {
        for chunk in bytes.utf8_chunks() {
            self.add(chunk.valid().len(), 1, 1);
            if !chunk.invalid().is_empty() {
                self.add_malformed(self.bytes + chunk.invalid().len());
            }
        }
    }

    /// Appends what a decoder puts out when it is fed byte by byte, from the end of the last unit.
    fn add_decoded(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut output = "\0".repeat(OUTPUT_BYTES);
        let mut fed = self.bytes;
        loop {
            // When the decoder holds nothing back, ASCII is itself, and need not go through it.
            if fed == self.bytes && encoding.is_ascii_compatible() {
                self.add(Encoding::ascii_valid_up_to(&bytes[fed..]), 1, 1);
                fed = self.bytes;
            }
            let input = &bytes[fed..bytes.len().min(fed + 1)];
            let is_last = input.is_empty();
            let (result, read, written) =
                decoder.decode_to_str_without_replacement(input, &mut output, is_last);
            fed += read;
            let text = &output[..written];
            match result {
                DecoderResult::Malformed(len, then) => {
                    let end = fed - then as usize;
                    self.add_text(text, &bytes[self.bytes..end - len as usize]);
                    self.add_malformed(end);
                }
                DecoderResult::InputEmpty | DecoderResult::OutputFull => {
                    // An escape belongs to what follows; text that came with it was held back.
                    let held = usize::from(encoding == ISO_2022_JP && input == [ESCAPE]);
                    self.add_text(text, &bytes[self.bytes..fed - held]);
                    if is_last {
                        return;
                    }
                }
            }
        }
    }

    /// Appends text that came at once for some bytes.
    fn add_text(&mut self, text: &str, bytes: &[u8]) {
        let first = text.chars().next().map_or(0, char::len_utf8);
        let is_ascii = bytes.first().is_some_and(u8::is_ascii);
        if is_ascii && first < text.len() {
            // A byte held back until it was clear that it is no part of the malformed sequence before it.
            self.add(1, first, 1);
            self.add(1, text.len() - first, bytes.len() - 1);
        } else if first > 0 {
            self.add(1, text.len(), bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::*;
    use proptest::prelude::*;

    use super::super::decode;
    use super::*;

    /// Every encoding that a page can be in.
    #[rustfmt::skip]
    const ENCODINGS: [&Encoding; 39] = [
        BIG5, EUC_JP, EUC_KR, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_10, ISO_8859_13, ISO_8859_14,
        ISO_8859_15, ISO_8859_16, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5, ISO_8859_6, ISO_8859_7,
        ISO_8859_8, ISO_8859_8_I, KOI8_R, KOI8_U, MACINTOSH, SHIFT_JIS, UTF_16BE, UTF_16LE, UTF_8,
        WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
        WINDOWS_1257, WINDOWS_1258, WINDOWS_874, X_MAC_CYRILLIC, X_USER_DEFINED,
    ];

    fn map(bytes: &[u8], label: &str) -> (String, ByteMap) {
        let decoded = decode(bytes, Some(label));
        (decoded.text.to_string(), ByteMap::new(bytes, &decoded))
    }

    /// The text of each unit with its bytes.
    fn units(bytes: &[u8], label: &str) -> Vec<(String, Vec<u8>)> {
        let (text, map) = map(bytes, label);
        let starts = text.char_indices().map(|(at, _)| at).filter(|&at| map.to_text(map.to_bytes(at)) == at);
        let starts: Vec<usize> = starts.chain([text.len()]).collect();
        let unit = |pair: &[usize]| {
            (text[pair[0]..pair[1]].to_owned(), bytes[map.bytes_of(pair[0]..pair[1])].to_vec())
        };
        starts.windows(2).map(unit).collect()
    }

    #[track_caller]
    fn assert_units(bytes: &[u8], label: &str, expected: &[(&str, &[u8])]) {
        let expected: Vec<_> =
            expected.iter().map(|&(text, bytes)| (text.to_owned(), bytes.to_vec())).collect();
        assert_eq!(units(bytes, label), expected, "{label}");
    }

    fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        if encoding == UTF_16LE {
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        } else if encoding == UTF_16BE {
            text.encode_utf16().flat_map(u16::to_be_bytes).collect()
        } else {
            encoding.encode(text).0.into_owned()
        }
    }

    #[test]
    fn clean_utf8_needs_no_runs() {
        let (text, map) = map("\u{FEFF}<p>açaí 漢字".as_bytes(), "utf-8");
        assert!(map.runs.is_empty());
        assert_eq!(map.to_bytes(0), 3);
        assert_eq!(map.to_text(0), 0);
        assert_eq!(map.to_bytes(text.len()), text.len() + 3);
        assert_eq!(map.bytes_of(4..6), 7..9);
    }

    #[test]
    fn a_stretch_of_one_size_is_one_run() {
        let (text, map) = map(&encode("<p>漢字漢字漢字</p>", GBK), "gbk");
        assert_eq!(text, "<p>漢字漢字漢字</p>");
        let run = |text, bytes, text_step, byte_step| UnitRun { text, bytes, text_step, byte_step };
        assert_eq!(map.runs, [run(3, 3, 3, 2), run(21, 15, 1, 1)]);
    }

    #[test]
    fn malformed_bytes_belong_to_their_replacement() {
        let bad = "\u{FFFD}";
        assert_units(b"a\xE2\x82<", "utf-8", &[("a", b"a"), (bad, b"\xE2\x82"), ("<", b"<")]);
        assert_units(b"\x81<", "gbk", &[(bad, b"\x81"), ("<", b"<")]);
        assert_units(b"\x81\x300<", "gbk", &[(bad, b"\x81"), ("0", b"0"), ("0", b"0"), ("<", b"<")]);
        assert_units(b"\x810\x82A", "gb18030", &[(bad, b"\x81"), ("0", b"0"), ("侫", b"\x82A")]);
        assert_units(b"\x8F\xA1<", "euc-jp", &[(bad, b"\x8F\xA1"), ("<", b"<")]);
        assert_units(b"\x3D\xD8b\0c", "utf-16le", &[(bad, b"\x3D\xD8"), ("b", b"b\0"), (bad, b"c")]);
    }

    #[test]
    fn bytes_that_give_two_characters_are_one_unit() {
        let units: [(&str, &[u8]); 3] = [("a", b"a"), ("\u{CA}\u{304}", b"\x88\x62"), ("<", b"<")];
        assert_units(b"a\x88\x62<", "big5", &units);
    }

    #[test]
    fn an_escape_belongs_to_the_character_after_it() {
        let units: [(&str, &[u8]); 4] = [("a", b"a"), ("漢", b"\x1B$B4A"), ("字", b";z"), ("<", b"\x1B(B<")];
        assert_units(b"a\x1B$B4A;z\x1B(B<", "iso-2022-jp", &units);
        let (text, map) = map(b"\x1B$B4A\x1B(B", "iso-2022-jp");
        assert_eq!((text.as_str(), map.bytes_of(0..3)), ("漢", 0..8));
    }

    /// Checks what holds for any page.
    fn check(bytes: &[u8], encoding: &'static Encoding) -> Result<(), TestCaseError> {
        let decoded = decode(bytes, Some(encoding.name()));
        let (text, map) = (&decoded.text, ByteMap::new(bytes, &decoded));
        let offsets: Vec<usize> = (0..text.len() + 2).collect();
        prop_assert!(offsets.is_sorted_by_key(|&at| map.to_bytes(at)));
        prop_assert!((0..bytes.len() + 2).is_sorted_by_key(|at| map.to_text(at)));
        prop_assert!(map.to_bytes(text.len()) == bytes.len() && map.to_text(bytes.len()) == text.len());
        let mut starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        // The second of two characters at once.
        if decoded.encoding == "Big5" {
            starts.retain(|&at| !text[at..].starts_with(['\u{304}', '\u{30C}']));
        }
        for &at in &starts {
            prop_assert_eq!(map.to_text(map.to_bytes(at)), at);
        }
        starts.push(text.len());
        for pair in starts.windows(2) {
            prop_assert_eq!(map.bytes_of(pair[0]..pair[1]).end, map.to_bytes(pair[1]));
        }
        // Needs the state that earlier bytes left.
        if decoded.encoding == "ISO-2022-JP" {
            return Ok(());
        }
        let found = Encoding::for_label(decoded.encoding.as_bytes()).unwrap_or(encoding);
        // Here a malformed sequence may be known by the bytes after it.
        let is_gb = found == GBK || found == GB18030;
        for pair in starts.windows(2).chain(starts.windows(5)) {
            let range = pair[0]..pair[pair.len() - 1];
            let expected = &text[range.clone()];
            let (again, _) = found.decode_without_bom_handling(&bytes[map.bytes_of(range)]);
            if !(is_gb && expected.contains('\u{FFFD}')) {
                prop_assert_eq!(&again, expected);
            }
        }
        Ok(())
    }

    /// Every sequence of a few telling bytes.
    #[test]
    fn short_sequences_map() {
        let telling: [(&Encoding, &[u8]); 6] = [
            (ISO_2022_JP, b"\x1B$(BIJ!\x80"),
            (GB18030, b"\x810\x82\xFFA\x80<"),
            (BIG5, b"\x88\x62\xA4\xFF<"),
            (EUC_JP, b"\x8E\x8F\xA1\xB0\xFF<"),
            (SHIFT_JIS, b"\x81\x40\xB1\xFD<"),
            (UTF_16LE, b"\0\xD8\xDC\x3D<"),
        ];
        for (encoding, telling) in telling {
            for number in 0..telling.len().pow(5) {
                let digits = std::iter::successors(Some(number), |rest| Some(rest / telling.len())).take(5);
                let bytes: Vec<u8> = digits.map(|digit| telling[digit % telling.len()]).collect();
                check(&bytes, encoding).unwrap_or_else(|error| panic!("{bytes:x?} {error}"));
            }
        }
    }

    proptest! {
        #[test]
        fn encoded_text_maps(
            text in "([a-z<>]{0,5}|[à-ÿ]{0,3}|[а-я]{0,4}|[漢字仮名交]{0,4}|[あ-ん]{0,4}|[가-나]{0,3}|[\u{1F600}-\u{1F640}]|[ｱ-ﾝ]{0,3}|.){0,8}",
            bom in any::<bool>(),
        ) {
            for encoding in ENCODINGS {
                let mark = if bom && encode("\u{FEFF}", encoding).len() < 4 { "\u{FEFF}" } else { "" };
                check(&encode(&format!("{mark}{text}"), encoding), encoding)?;
            }
        }

        #[test]
        fn any_bytes_map(
            bytes in prop::collection::vec(
                prop_oneof![
                    any::<u8>(), 0x81u8..=0xFE, Just(0x1B), Just(b'$'), Just(b'('), Just(b'B'), Just(b'J'), Just(b'0'),
                    Just(0x8F), Just(0x8E), Just(0x88), Just(0xD8), Just(0xDC), b'0'..=b'9', b'@'..=b'J',
                ],
                0..40,
            ),
        ) {
            for encoding in ENCODINGS {
                check(&bytes, encoding)?;
            }
        }
    }
}
