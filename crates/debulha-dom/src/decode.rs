//! Bytes to text: which encoding a page is in, and by what evidence.
//!
//! The order is that of the [HTML standard](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm):
//! byte order mark, the caller's (transport's) charset, what the page says of itself, a guess from the bytes. It
//! differs from the standard in four places, each because a corpus keeps what a browser's user would see to be
//! broken and reload:
//!
//! - **What the page says is checked against the bytes.** A declaration is dropped when the bytes refute it:
//!   `iso-8859-1` on bytes that are UTF-8, or `utf-8` on bytes that are not. The test is a count, of characters
//!   that are well-formed UTF-8 against malformed ones; the majority wins. Re-encoded into 10 legacy encodings, 833
//!   Polish, Russian, Greek and Chinese news pages had at most 4 % well-formed in one-byte encodings and at most
//!   23 % in two-byte ones (but for one page that is garbled UTF-8 in itself). Of five damaged UTF-8 pages among
//!   the labelled ones four have 70 % and more. The caller's charset is never questioned.
//! - **UTF-8 needs no declaration.** Browsers refuse to guess UTF-8 so that authors keep declaring it.
//! - **A declaration after the first 1,024 bytes counts**, as it does in browsers once the parser meets it.
//! - **The labels that the standard maps to `replacement`** (`hz-gb-2312`, `iso-2022-kr`, …) count as no
//!   declaration: the standard would turn such a page into one U+FFFD.
//!
//! ## Known failures
//!
//! - An undeclared page in a two-byte encoding with a character cut in half, as teasers are: the detector strikes
//!   an encoding off at the first malformed byte. A declaration, in the page or the transport, prevents it.
//! - UTF-8 with more characters broken than whole is not seen to be UTF-8: the fifth of those pages, 37 % whole.
//! - A page that mixes encodings is decoded in one; the bytes of the other become U+FFFD or wrong letters.

mod byte_map;
mod prescan;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

pub use byte_map::ByteMap;

/// Bytes that the HTML standard has browsers search for a declaration before they parse.
const PRESCAN_BYTES: usize = 1024;

/// Bytes searched for a declaration when the first [`PRESCAN_BYTES`] have none and the page is not UTF-8.
///
/// The power of two past the latest declaration of another encoding than UTF-8 in 5,251 labelled pages, which
/// starts at byte 40,710.
const HEAD_BYTES: usize = 64 * 1024;

/// A page with fewer non-ASCII bytes than one in this many gives the detector nothing to go by.
///
/// They are then a few signs such as ©, £ and curly quotes, mostly in English text. On 30 of 5,251 labelled pages
/// of this kind the detector's guess reads otherwise than windows-1252; 26 of the guesses are wrong, and at most
/// one byte in 900 is non-ASCII. Of 833 Polish, Russian, Greek and Chinese news pages in legacy encodings none has
/// fewer than one in 328. Any number between would do as well.
const ONE_NON_ASCII_IN: usize = 500;

/// The byte that opens ISO-2022-JP's shifts out of ASCII.
const ESCAPE: u8 = 0x1B;

/// A page's text and how its encoding was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text without its byte order mark; borrowed when the bytes already were that text.
    ///
    /// Malformed bytes, and surrogates that stand alone in UTF-16, are U+FFFD. NULs stay.
    pub text: Cow<'a, str>,
    /// The encoding's name in the [WHATWG Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels),
    /// such as `UTF-8` or `windows-1252`.
    pub encoding: &'static str,
    /// What the choice of the encoding rests on.
    pub evidence: Evidence,
    /// Whether some bytes were malformed in this encoding and became U+FFFD.
    pub had_errors: bool,
}

/// What the choice of an encoding rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// A byte order mark of UTF-8 or UTF-16.
    Bom,
    /// The charset the caller gave, from the transport.
    Caller,
    /// An XML declaration, `<?xml … encoding="…"?>`.
    Xml,
    /// A `<meta charset>` or `<meta http-equiv="content-type">`.
    Meta,
    /// The bytes are UTF-8, ASCII included, and no other encoding was declared or the declaration was wrong.
    ///
    /// Some bytes may still be malformed ([`Decoded::had_errors`]): well-formed sequences outnumber errors.
    Utf8Valid,
    /// A guess from letter frequencies.
    Detector,
    /// windows-1252, because the page has too few non-ASCII bytes for a guess.
    Fallback,
}

/// Decodes a page, finding its encoding.
///
/// `charset` is the transport's label, for example of the HTTP `Content-Type`; quotes and spaces around it are
/// ignored, and so is a label that nobody knows: besides those of the WHATWG standard, common names of other programs are read, and
/// the first of several. It overrides everything but a byte order mark.
/// Never fails: the worst input decodes to text with U+FFFD in it and `had_errors` set. Empty input is empty text.
///
/// O(bytes). Copies nothing when the bytes are well-formed UTF-8, or ASCII in an encoding that contains it.
///
/// ```
/// use debulha_dom::decode::{Evidence, decode};
///
/// let page = decode(b"<meta charset=latin1><p>caf\xE9", None);
/// assert_eq!(page.text, "<meta charset=latin1><p>café");
/// assert_eq!((page.encoding, page.evidence), ("windows-1252", Evidence::Meta));
/// ```
pub fn decode<'a>(bytes: &'a [u8], charset: Option<&str>) -> Decoded<'a> {
    let (encoding, evidence, bytes) = if let Some((encoding, bom_len)) = Encoding::for_bom(bytes) {
        (encoding, Evidence::Bom, &bytes[bom_len..])
    } else if let Some(encoding) = charset.and_then(known_charset) {
        (encoding, Evidence::Caller, bytes)
    } else {
        // On nearly every page this is the text already.
        let utf8 = UTF_8.decode_without_bom_handling_and_without_replacement(bytes);
        let (encoding, evidence) = sniff(bytes, utf8.is_some());
        if let Some(text) = utf8.filter(|_| encoding == UTF_8) {
            return Decoded { text, encoding: encoding.name(), evidence, had_errors: false };
        }
        (encoding, evidence, bytes)
    };
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    Decoded { text, encoding: encoding.name(), evidence, had_errors }
}

/// Names of encodings that the WHATWG standard does not have, those of Python's codecs and of MySQL, with hyphens.
const OTHER_NAMES: [(&str, &str); 22] = [
    ("ansi", "windows-1252"),
    ("cp65001", "utf-8"),
    ("cp932", "shift_jis"),
    ("cp936", "gbk"),
    ("cp949", "euc-kr"),
    ("cp950", "big5"),
    ("eucjp", "euc-jp"),
    ("euckr", "euc-kr"),
    ("hebrew-iso-8859-8", "iso-8859-8"),
    ("iso2022-jp", "iso-2022-jp"),
    ("iso8859", "iso-8859-1"),
    ("latin-1", "latin1"),
    ("latin-2", "latin2"),
    ("mac-cyrillic", "x-mac-cyrillic"),
    ("mac-roman", "macintosh"),
    ("sjis-win", "shift_jis"),
    ("uhc", "euc-kr"),
    ("utf", "utf-8"),
    ("utf-8-sig", "utf-8"),
    ("utf8mb3", "utf-8"),
    ("utf8mb4", "utf-8"),
    ("win1251", "windows-1251"),
];

/// The encoding of a label: as the standard has it, or else the first one of several, with underscores as hyphens, or another program's
/// name of it.
fn known_charset(label: &str) -> Option<&'static Encoding> {
    let label = label.trim().trim_matches(['"', '\'']);
    Encoding::for_label_no_replacement(label.as_bytes()).or_else(|| {
        let first = label.split([',', ';', ' ']).next()?.trim_matches(['"', '\'']);
        let name = first.to_ascii_lowercase().replace('_', "-");
        let other = OTHER_NAMES.iter().find(|(other, _)| *other == name);
        Encoding::for_label_no_replacement(other.map_or(&*name, |(_, name)| name).as_bytes())
    })
}

/// Whether a label names an encoding, as [`decode`] takes labels.
///
/// ```
/// use debulha_dom::decode::is_charset;
///
/// assert!(is_charset("latin_1") && is_charset("ISO-8859-1,utf-8") && !is_charset("none"));
/// ```
pub fn is_charset(label: &str) -> bool {
    known_charset(label).is_some()
}

/// The encoding by what the page says and what its bytes are.
fn sniff(bytes: &[u8], is_well_formed: bool) -> (&'static Encoding, Evidence) {
    let shape =
        if is_well_formed { Utf8Shape::of_well_formed(bytes) } else { Utf8Shape::of_malformed(bytes) };
    if let Some((encoding, evidence)) = declared(bytes, shape)
        && !shape.refutes(encoding)
    {
        return (encoding, evidence);
    }
    if shape.is_utf8() && memchr::memchr(ESCAPE, bytes).is_none() {
        return (UTF_8, Evidence::Utf8Valid);
    }
    let non_ascii = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    if !shape.is_utf8() && non_ascii.saturating_mul(ONE_NON_ASCII_IN) < bytes.len() {
        return (WINDOWS_1252, Evidence::Fallback);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Allow);
    if shape.is_utf8() && guess.is_ascii_compatible() {
        (UTF_8, Evidence::Utf8Valid)
    } else {
        (guess, Evidence::Detector)
    }
}

/// The encoding that the page declares.
fn declared(bytes: &[u8], shape: Utf8Shape) -> Option<(&'static Encoding, Evidence)> {
    let meta = |limit: usize| {
        let encoding = prescan::meta_encoding(&bytes[..bytes.len().min(limit)])?;
        Some((encoding, Evidence::Meta))
    };
    meta(PRESCAN_BYTES)
        .or_else(|| Some((prescan::xml_encoding(bytes)?, Evidence::Xml)))
        // A late declaration could tell nothing about bytes that are UTF-8.
        .or_else(|| if shape.is_utf8() { None } else { meta(HEAD_BYTES) })
}

/// How much like UTF-8 some bytes are.
#[derive(Debug, Clone, Copy)]
enum Utf8Shape {
    /// ASCII, as in most encodings.
    Ascii,
    /// UTF-8 without errors, in which some characters are not ASCII.
    WellFormed,
    Malformed {
        /// Well-formed sequences of more than one byte, that is, non-ASCII characters.
        sequences: usize,
        /// Maximal malformed subparts: the U+FFFD that a decoder would put.
        errors: usize,
    },
}

impl Utf8Shape {
    fn of_well_formed(bytes: &[u8]) -> Self {
        if bytes.is_ascii() { Self::Ascii } else { Self::WellFormed }
    }

    fn of_malformed(bytes: &[u8]) -> Self {
        let (mut sequences, mut errors) = (0, 0);
        for chunk in bytes.utf8_chunks() {
            // Each non-ASCII character has one byte that leads it.
            sequences += chunk.valid().bytes().filter(|&byte| byte >= 0xC0).count();
            errors += usize::from(!chunk.invalid().is_empty());
        }
        Self::Malformed { sequences, errors }
    }

    fn is_utf8(self) -> bool {
        match self {
            Self::Ascii | Self::WellFormed => true,
            Self::Malformed { sequences, errors } => sequences > errors,
        }
    }

    /// Whether the bytes are rather not in an encoding that the page declares.
    fn refutes(self, encoding: &Encoding) -> bool {
        match self {
            // Its `<?xml` was read as UTF-16 already.
            _ if encoding == UTF_16LE || encoding == UTF_16BE => false,
            Self::Ascii => false,
            Self::WellFormed => encoding != UTF_8,
            Self::Malformed { sequences, errors } if encoding == UTF_8 => errors > sequences,
            Self::Malformed { sequences, errors } => sequences > errors,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};

    use proptest::prelude::*;

    use super::*;
    use crate::body::decompress;

    fn choice(bytes: &[u8], charset: Option<&str>) -> (&'static str, Evidence) {
        let decoded = decode(bytes, charset);
        (decoded.encoding, decoded.evidence)
    }

    #[test]
    fn clean_utf8_is_borrowed() {
        for page in ["", "ascii", "<p>açaí 漢字 🦀"] {
            let decoded = decode(page.as_bytes(), None);
            assert!(matches!(decoded.text, Cow::Borrowed(text) if text == page));
            assert_eq!((decoded.encoding, decoded.evidence), ("UTF-8", Evidence::Utf8Valid));
            assert!(!decoded.had_errors);
        }
    }

    #[test]
    fn a_byte_order_mark_outweighs_the_caller_and_is_dropped() {
        let utf8 = decode(b"\xEF\xBB\xBF<meta charset=big5>\xC3\xA9", Some("windows-1252"));
        assert!(matches!(utf8.text, Cow::Borrowed("<meta charset=big5>é")));
        assert_eq!((utf8.encoding, utf8.evidence), ("UTF-8", Evidence::Bom));
        let little = decode(b"\xFF\xFEa\0\x22\x6F", None);
        assert_eq!((little.text.as_ref(), little.encoding), ("a漢", "UTF-16LE"));
        let big = decode(b"\xFE\xFF\0a\x6F\x22", None);
        assert_eq!((big.text.as_ref(), big.encoding), ("a漢", "UTF-16BE"));
    }

    #[test]
    fn surrogates_alone_become_replacements() {
        let decoded = decode(b"\xFF\xFEa\0\x3D\xD8b\0", None);
        assert_eq!(decoded.text, "a\u{FFFD}b");
        assert!(decoded.had_errors);
        // The same in UTF-8: three malformed bytes.
        let decoded = decode(b"a\xED\xA0\xBDb", Some("utf-8"));
        assert_eq!(decoded.text, "a\u{FFFD}\u{FFFD}\u{FFFD}b");
        assert!(decoded.had_errors);
    }

    #[test]
    fn nuls_stay() {
        assert_eq!(decode(b"a\0b\xC3\xA9", None).text, "a\0bé");
        assert_eq!(decode(b"a\0b\xE9", Some("latin1")).text, "a\0bé");
    }

    #[test]
    fn the_caller_is_believed_against_page_and_bytes() {
        let page = b"<meta charset=utf-8>\xC3\xA9";
        assert_eq!(choice(page, Some("ISO-8859-1")), ("windows-1252", Evidence::Caller));
        assert_eq!(choice(b"\xE9t\xE9", Some(" \"UTF-8\" ")), ("UTF-8", Evidence::Caller));
        assert_eq!(choice(page, Some("no-such-charset")), ("UTF-8", Evidence::Meta));
        assert_eq!(choice(page, Some("")), ("UTF-8", Evidence::Meta));
    }

    #[test]
    fn the_page_is_believed_when_the_bytes_allow_it() {
        assert_eq!(choice(b"<meta charset=koi8-r>\xF0\xD2", None), ("KOI8-R", Evidence::Meta));
        assert_eq!(choice(b"<meta charset=koi8-r>ascii", None), ("KOI8-R", Evidence::Meta));
        assert_eq!(choice(b"<?xml encoding='koi8-r'?>\xF0\xD2", None), ("KOI8-R", Evidence::Xml));
        let both = b"<?xml encoding='koi8-r'?><meta charset=big5>";
        assert_eq!(choice(both, None), ("Big5", Evidence::Meta));
        let damaged = "<meta charset=utf-8>é — ü".bytes().chain(*b"\xA0").collect::<Vec<_>>();
        let decoded = decode(&damaged, None);
        assert_eq!(
            (decoded.text.as_ref(), decoded.evidence),
            ("<meta charset=utf-8>é — ü\u{FFFD}", Evidence::Meta)
        );
        assert!(decoded.had_errors);
    }

    #[test]
    fn a_declaration_that_the_bytes_refute_is_dropped() {
        for label in ["iso-8859-1", "windows-1251", "gb2312", "shift_jis"] {
            let page = format!("<meta charset={label}><p>Müller’s 漢字");
            let decoded = decode(page.as_bytes(), None);
            assert_eq!(decoded.text, page);
            assert_eq!(decoded.evidence, Evidence::Utf8Valid);
        }
        let not_utf8 = decode(b"<meta charset=utf-8>the caf\xE9\x92s menu", None);
        assert_eq!(not_utf8.text, "<meta charset=utf-8>the café’s menu");
        assert_eq!(not_utf8.evidence, Evidence::Detector);
        let mostly = decode(b"<meta charset=latin1>12\xC2\xB0 13\xC2\xB0 15\xB0", None);
        assert_eq!(mostly.text, "<meta charset=latin1>12° 13° 15\u{FFFD}");
        assert_eq!((mostly.evidence, mostly.had_errors), (Evidence::Utf8Valid, true));
    }

    #[test]
    fn a_late_declaration_counts_where_it_can_tell_something() {
        let page = |tail: &[u8]| [&[b' '; PRESCAN_BYTES], &b"<meta charset=koi8-r>"[..], tail].concat();
        assert_eq!(choice(&page(b"\xF0\xD2\xC9"), None), ("KOI8-R", Evidence::Meta));
        assert_eq!(choice(&page("é".as_bytes()), None), ("UTF-8", Evidence::Utf8Valid));
    }

    #[test]
    fn undeclared_bytes_are_guessed() {
        let text = "Съешь же ещё этих мягких французских булок, да выпей чаю. ".repeat(5);
        let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(&text);
        let decoded = decode(&bytes, None);
        assert_eq!((decoded.text.as_ref(), decoded.encoding), (text.as_str(), "windows-1251"));
        assert_eq!(decoded.evidence, Evidence::Detector);
        // Alone, the sign makes the detector say ISO-8859-2 or windows-1250 now and then.
        let sign = [&b"\xA3125 and \xB9 "[..], &b"English text. ".repeat(200)].concat();
        assert_eq!(choice(&sign, None), ("windows-1252", Evidence::Fallback));
        let decoded = decode(b"<p>\x1B$B4A;z\x1B(B</p>", None);
        assert_eq!((decoded.text.as_ref(), decoded.encoding), ("<p>漢字</p>", "ISO-2022-JP"));
        assert_eq!(choice(b"a terminal's \x1B[1m", None), ("UTF-8", Evidence::Utf8Valid));
        // Not the single U+FFFD of the standard's `replacement`.
        let hz = decode(b"<meta charset=hz-gb-2312>text", None);
        assert_eq!((hz.text.len(), hz.evidence), (29, Evidence::Utf8Valid));
    }

    #[test]
    fn utf16_that_shows_itself_by_its_xml_declaration() {
        let bytes: Vec<u8> = "<?xml version='1.0'?><p>漢".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let decoded = decode(&bytes, None);
        assert_eq!(decoded.text, "<?xml version='1.0'?><p>漢");
        assert_eq!((decoded.encoding, decoded.evidence), ("UTF-16LE", Evidence::Xml));
    }

    proptest! {
        #[test]
        fn any_bytes_decode(bytes in prop::collection::vec(any::<u8>(), 0..3000), label in "[a-z0-9-]{0,12}") {
            decode(&bytes, None);
            decode(&bytes, Some(&label));
        }

        #[test]
        fn any_markup_decodes(page in "(<(meta|!--|\\?xml|/a|p) ?|charset|content|http-equiv|=|\"|'|>|[a-z é/;-]){0,60}") {
            decode(page.as_bytes(), None);
            decode(&[b"<?xml ", page.as_bytes()].concat(), None);
        }

        #[test]
        fn undeclared_utf8_round_trips(text in "[^<\u{1B}\u{FEFF}]{0,300}") {
            let decoded = decode(text.as_bytes(), None);
            prop_assert_eq!(&decoded.text, &text);
            prop_assert!(!decoded.had_errors);
        }
    }

    fn data() -> Option<PathBuf> {
        let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
        let data = std::env::var_os("DEBULHA_DATA").map_or_else(beside, PathBuf::from);
        if !data.join("QUALITY.tsv").is_file() {
            println!("skipped: no labelled pages at {}", data.display());
            return None;
        }
        Some(data)
    }

    /// Labelled pages come out as the text of their labelled encoding, the transport's charset untold.
    #[test]
    fn labelled_pages_decode_to_their_encoding() {
        let Some(data) = data() else { return };
        let table = std::fs::read_to_string(data.join("QUALITY.tsv")).unwrap();
        let (mut right, mut total) = (0, 0);
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for row in table.lines().skip(1) {
            let fields: Vec<&str> = row.split('\t').collect();
            let [set, id, label] = fields[..3] else { panic!("{row}") };
            let file = std::fs::read(data.join(set).join("pages").join(format!("{id}.html.gz"))).unwrap();
            let bytes = decompress(&file, usize::MAX).unwrap().bytes;
            let found = decode(&bytes, None);
            // `!`: the bytes are not in the labelled encoding; `?`: the label is a guess.
            let is_sure = !label.ends_with(['!', '?']);
            let name =
                label.trim_end_matches(['!', '?']).trim_end_matches("-bom").replace("cp1252", "windows-1252");
            let same = found.text == decode(&bytes, Some(&name)).text;
            if !same {
                println!("{set} {id}: labelled {label}, found {} by {:?}", found.encoding, found.evidence);
            }
            let kind = format!("{:?}, sure label {is_sure}, as labelled {same}", found.evidence);
            *kinds.entry(kind).or_default() += 1;
            right += usize::from(is_sure && same);
            total += usize::from(is_sure);
        }
        println!("{right} of {total} pages with a sure label decode as labelled; all pages: {kinds:#?}");
        assert_eq!(right, total);
    }
}
