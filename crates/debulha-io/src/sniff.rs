//! What the bytes of an input are, so that nothing but a page is read as a page.

use debulha_dom::body;
use std::fmt;

/// Bytes that are looked at.
const LOOKED_AT: usize = 64 * 1024;

/// Bytes in which binary data show, the resource header of the
/// [MIME Sniffing Standard](https://mimesniff.spec.whatwg.org/#reading-the-resource-header).
const HEADER_BYTES: usize = 1445;

/// A kind of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InputKind {
    /// HTML, or what can only be taken for it.
    Page,
    /// No bytes, or white space alone.
    Empty,
    /// Records of a crawl: WARC.
    Warc,
    /// Records of a crawl in the older format ARC.
    Arc,
    /// WARC files with an index, packed into one.
    Wacz,
    /// One JSON value.
    Json,
    /// JSON values, one per line.
    JsonLines,
    /// RSS or Atom.
    Feed,
    /// A list of addresses for crawlers.
    Sitemap,
    /// Rules for crawlers.
    Robots,
    /// XML that is no page.
    Xml,
    /// Text without markup.
    PlainText,
    /// PDF.
    Pdf,
    /// A picture.
    Image,
    /// Files packed into one, or compressed in a way that is not undone.
    Archive,
    /// Other data that are no text.
    Binary,
}

impl InputKind {
    /// All kinds.
    pub const ALL: [InputKind; 16] = [
        InputKind::Page,
        InputKind::Empty,
        InputKind::Warc,
        InputKind::Arc,
        InputKind::Wacz,
        InputKind::Json,
        InputKind::JsonLines,
        InputKind::Feed,
        InputKind::Sitemap,
        InputKind::Robots,
        InputKind::Xml,
        InputKind::PlainText,
        InputKind::Pdf,
        InputKind::Image,
        InputKind::Archive,
        InputKind::Binary,
    ];

    /// What it is, in words.
    pub fn name(self) -> &'static str {
        match self {
            InputKind::Page => "a page",
            InputKind::Empty => "empty",
            InputKind::Warc => "a WARC file",
            InputKind::Arc => "an ARC file",
            InputKind::Wacz => "a WACZ file",
            InputKind::Json => "JSON",
            InputKind::JsonLines => "JSON lines",
            InputKind::Feed => "a feed (RSS or Atom)",
            InputKind::Sitemap => "a sitemap",
            InputKind::Robots => "a robots.txt",
            InputKind::Xml => "XML",
            InputKind::PlainText => "plain text",
            InputKind::Pdf => "a PDF",
            InputKind::Image => "an image",
            InputKind::Archive => "an archive",
            InputKind::Binary => "binary data",
        }
    }
}

impl fmt::Display for InputKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How files begin whose kind is told by their first bytes.
const MAGIC: &[(&[u8], InputKind)] = &[
    (b"%PDF-", InputKind::Pdf),
    (b"WARC/", InputKind::Warc),
    (b"filedesc://", InputKind::Arc),
    (b"\x89PNG", InputKind::Image),
    (b"\xFF\xD8\xFF", InputKind::Image),
    (b"GIF8", InputKind::Image),
    (b"BM", InputKind::Image),
    (b"\0\0\x01\0", InputKind::Image),
    (b"II*\0", InputKind::Image),
    (b"MM\0*", InputKind::Image),
    (b"PK\x03\x04", InputKind::Archive),
    (b"PK\x05\x06", InputKind::Archive),
    (b"7z\xBC\xAF\x27\x1C", InputKind::Archive),
    (b"Rar!", InputKind::Archive),
    (b"\xFD7zXZ", InputKind::Archive),
    (b"BZh", InputKind::Archive),
    (b"\x1F\x8B", InputKind::Archive),
    (b"\x28\xB5\x2F\xFD", InputKind::Archive),
];

/// Elements that XML documents of known kinds begin with.
const ROOTS: &[(&str, InputKind)] = &[
    ("rss", InputKind::Feed),
    ("feed", InputKind::Feed),
    ("rdf:RDF", InputKind::Feed),
    ("urlset", InputKind::Sitemap),
    ("sitemapindex", InputKind::Sitemap),
    ("svg", InputKind::Image),
    ("html", InputKind::Page),
];

/// What some bytes are, by how they begin. What could be a page is one: a few words without markup are plain text, and bytes
/// that no encoding explains are binary. O(1): 64 KiB are looked at.
///
/// ```
/// use debulha_io::sniff::{InputKind, sniff};
///
/// assert_eq!(sniff(b"<!doctype html><p>Rye"), InputKind::Page);
/// assert_eq!(sniff(b"WARC/1.1\r\nWARC-Type: response\r\n"), InputKind::Warc);
/// assert_eq!(sniff(b"{\"url\": \"/a\"}\n{\"url\": \"/b\"}\n"), InputKind::JsonLines);
/// assert_eq!(sniff(b"User-agent: *\nDisallow: /private\n"), InputKind::Robots);
/// ```
pub fn sniff(bytes: &[u8]) -> InputKind {
    let bytes = &bytes[..bytes.len().min(LOOKED_AT)];
    let is_magic = |magic: &[u8], kind| {
        // Two letters may begin a text.
        bytes.starts_with(magic) && (kind != InputKind::Image || magic.len() > 2 || is_binary(bytes))
    };
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, kind)| is_magic(magic, *kind)) {
        return if *kind == InputKind::Archive && is_wacz(bytes) { InputKind::Wacz } else { *kind };
    }
    if bytes.get(257..262) == Some(b"ustar") {
        return InputKind::Archive;
    }
    if bytes.get(8..12) == Some(b"WEBP") && bytes.starts_with(b"RIFF") {
        return InputKind::Image;
    }
    let is_wide = bytes.starts_with(&[0xFE, 0xFF]) || bytes.starts_with(&[0xFF, 0xFE]);
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    if text.is_empty() {
        return InputKind::Empty;
    }
    if is_wide {
        return InputKind::Page;
    }
    if text.starts_with(b"<") {
        return of_markup(text);
    }
    if is_binary(bytes) {
        return InputKind::Binary;
    }
    if matches!(text[0], b'{' | b'[')
        && let Some(kind) = of_json(text)
    {
        return kind;
    }
    if text.get(..11).is_some_and(|start| start.eq_ignore_ascii_case(b"user-agent:")) {
        return InputKind::Robots;
    }
    if has_markup(text) { InputKind::Page } else { InputKind::PlainText }
}

/// XML of a known kind by its root; a page else.
fn of_markup(text: &[u8]) -> InputKind {
    let mut rest = text;
    let mut is_xml = false;
    while let Some(inner) = rest.strip_prefix(b"<") {
        let end: &[u8] = match inner {
            [b'?', ..] => b"?>",
            [b'!', b'-', b'-', ..] => b"-->",
            [b'!', ..] => b">",
            _ => {
                let end =
                    inner.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
                let name = &inner[..end.unwrap_or(inner.len())];
                let known = ROOTS.iter().find(|(root, _)| root.as_bytes().eq_ignore_ascii_case(name));
                let other = if is_xml && !has_body(text) { InputKind::Xml } else { InputKind::Page };
                return known.map_or(other, |(_, kind)| *kind);
            }
        };
        if inner.starts_with(b"?xml") {
            is_xml = true;
        }
        if inner.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"!doctype")) {
            let name = inner[8..].trim_ascii_start();
            if name.get(..4).is_some_and(|name| name.eq_ignore_ascii_case(b"html")) {
                return InputKind::Page;
            }
        }
        let Some(at) = inner.windows(end.len()).position(|window| window == end) else {
            return InputKind::Page;
        };
        rest = inner[at + end.len()..].trim_ascii_start();
    }
    InputKind::Page
}

/// Whether the element of a page stands anywhere, whatever the document begins with.
fn has_body(text: &[u8]) -> bool {
    text.windows(5).any(|tag| tag.eq_ignore_ascii_case(b"<html") || tag.eq_ignore_ascii_case(b"<body"))
}

/// JSON or lines of it, by the first line.
fn of_json(text: &[u8]) -> Option<InputKind> {
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let first = std::str::from_utf8(&text[..end]).ok()?;
    let is_value = serde_json::from_str::<serde::de::IgnoredAny>(first).is_ok();
    let has_more = text[end..].trim_ascii().first().is_some_and(|byte| matches!(byte, b'{' | b'['));
    if is_value {
        return Some(if has_more { InputKind::JsonLines } else { InputKind::Json });
    }
    // A value over several lines, or longer than what is looked at: a name in quotes, or a value, comes first.
    let inner = text[1..].trim_ascii_start();
    let begins = matches!(inner, [b'"' | b'{' | b'[' | b'}' | b']', ..]);
    begins.then_some(InputKind::Json)
}

/// Whether a tag or a reference stands anywhere.
fn has_markup(text: &[u8]) -> bool {
    text.windows(2)
        .any(|pair| pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || matches!(pair[1], b'/' | b'!')))
}

/// The kind of binary data sent as a page: a PDF, an image, an archive or other data; `None` for what may be a page. Gzip and
/// Zstandard are decompressed first. O(1).
///
/// ```
/// use debulha_io::sniff::{InputKind, binary_kind};
///
/// assert_eq!(binary_kind(b"\r\n%PDF-1.7\n1 0 obj"), Some(InputKind::Pdf));
/// assert_eq!(binary_kind(b"Some words"), None);
/// ```
pub fn binary_kind(bytes: &[u8]) -> Option<InputKind> {
    let begin = &bytes[..bytes.len().min(LOOKED_AT)];
    let plain = body::decompress(begin, LOOKED_AT).ok()?.bytes;
    let text = plain.trim_ascii_start();
    let is_binary = |kind: &InputKind| {
        matches!(kind, InputKind::Pdf | InputKind::Archive | InputKind::Wacz)
            || matches!(kind, InputKind::Image | InputKind::Binary)
                && !text.starts_with(b"<")
                && !has_body(text)
    };
    Some(sniff(if text.starts_with(b"%PDF-") { text } else { &plain })).filter(is_binary)
}

/// Whether a ZIP file has the members of a WACZ file ([WACZ, 4](https://specs.webrecorder.net/wacz/1.1.1/)).
fn is_wacz(bytes: &[u8]) -> bool {
    let has = |name: &[u8]| bytes.windows(name.len()).any(|window| window == name);
    bytes.starts_with(b"PK") && (has(b"archive/") || has(b"datapackage.json"))
}

/// Whether control characters stand in the beginning that no text has.
fn is_binary(bytes: &[u8]) -> bool {
    let is_binary_byte = |&byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    bytes[..bytes.len().min(HEADER_BYTES)].iter().any(is_binary_byte)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_told_by_how_they_begin() {
        for (bytes, expected) in [
            (&b"<p>a stray \0 in a page"[..], InputKind::Page),
            (b"\xEF\xBB\xBF<!DOCTYPE html><html>", InputKind::Page),
            (b"<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><html xmlns='y'>", InputKind::Page),
            (b"<!-- saved --><html>", InputKind::Page),
            (b"Some words and <b>markup</b>", InputKind::Page),
            (b"\xFF\xFE<\0p\0>\0", InputKind::Page),
            (b"", InputKind::Empty),
            (b" \r\n\t", InputKind::Empty),
            (b"WARC/1.0\r\n", InputKind::Warc),
            (b"{\"a\": 1}", InputKind::Json),
            (b"[\n  {\"a\": 1}\n]", InputKind::Json),
            (b"{\"a\": 1}\n{\"a\": 2}\n", InputKind::JsonLines),
            (b"<?xml version='1.0'?>\n<rss version='2.0'>", InputKind::Feed),
            (b"<feed xmlns='http://www.w3.org/2005/Atom'>", InputKind::Feed),
            (b"<?xml version='1.0'?><!-- x --><urlset xmlns='y'>", InputKind::Sitemap),
            (b"<?xml version='1.0'?><book>", InputKind::Xml),
            (b"<?xml version='1.0'?><head><title>x</title></head><body>", InputKind::Page),
            (b"<svg xmlns='y'>", InputKind::Image),
            (b"user-agent: *\nDisallow:", InputKind::Robots),
            (b"Rye is sown in autumn. 3 < 4.", InputKind::PlainText),
            (b"BMW builds cars", InputKind::PlainText),
            (b"[sic] they said", InputKind::PlainText),
            (b"%PDF-1.7\n", InputKind::Pdf),
            (b"\x89PNG\r\n\x1a\n", InputKind::Image),
            (b"RIFF\x10\0\0\0WEBPVP8 ", InputKind::Image),
            (b"PK\x03\x04\x14", InputKind::Archive),
            (b"PK\x03\x04\x14 archive/data.warc.gz", InputKind::Wacz),
            (b"filedesc://x.arc 0.0.0.0", InputKind::Arc),
            (b"\x7FELF\x02\x01\x01\0\0", InputKind::Binary),
            (b"\x1b$B ISO-2022-JP", InputKind::PlainText),
        ] {
            assert_eq!(sniff(bytes), expected, "{}", String::from_utf8_lossy(bytes));
        }
        let mut tar = vec![b'a'; 300];
        tar[257..262].copy_from_slice(b"ustar");
        assert_eq!(sniff(&tar), InputKind::Archive);
    }

    #[test]
    fn binary_data_sent_as_pages_are_found() {
        for (bytes, expected) in [
            (&b"%PDF-1.4"[..], Some(InputKind::Pdf)),
            (b"\n%PDF-1.4", Some(InputKind::Pdf)),
            (b"\x89PNG\r\n\x1a\n", Some(InputKind::Image)),
            (b"ID3\x03\0\0\0", Some(InputKind::Binary)),
            (b"PK\x03\x04\x14", Some(InputKind::Archive)),
            (b"<svg xmlns='y'>", None),
            (b"<p>a stray \0", None),
            (b"\0\0\x01<html>", None),
            (b"{\"a\": 1}", None),
            (b"Some words", None),
            (b"", None),
        ] {
            assert_eq!(binary_kind(bytes), expected, "{}", String::from_utf8_lossy(bytes));
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            std::io::Write::write_all(&mut encoder, bytes).unwrap();
            assert_eq!(binary_kind(&encoder.finish().unwrap()), expected, "compressed");
        }
    }

    #[test]
    fn kinds_have_names_of_their_own() {
        let names: std::collections::BTreeSet<&str> = InputKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), InputKind::ALL.len());
    }
}
