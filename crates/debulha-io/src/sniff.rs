//! What the bytes of an input are, so that nothing but a page is read as a page.

use std::fmt;

/// Bytes that are looked at.
const LOOKED_AT: usize = 64 * 1024;

/// Bytes in which binary data show, the resource header of the
/// [MIME Sniffing Standard](https://mimesniff.spec.whatwg.org/#reading-the-resource-header).
const HEADER_BYTES: usize = 1445;

/// A kind of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// HTML, or what can only be taken for it.
    Page,
    /// No bytes, or white space alone.
    Empty,
    /// Records of a crawl: WARC, ARC.
    Warc,
    /// One JSON value.
    Json,
    /// JSON values, one a line.
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

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 14] = [
        Kind::Page,
        Kind::Empty,
        Kind::Warc,
        Kind::Json,
        Kind::JsonLines,
        Kind::Feed,
        Kind::Sitemap,
        Kind::Robots,
        Kind::Xml,
        Kind::PlainText,
        Kind::Pdf,
        Kind::Image,
        Kind::Archive,
        Kind::Binary,
    ];

    /// What it is, in words.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Page => "a page",
            Kind::Empty => "empty",
            Kind::Warc => "a WARC file",
            Kind::Json => "JSON",
            Kind::JsonLines => "JSON lines",
            Kind::Feed => "a feed (RSS or Atom)",
            Kind::Sitemap => "a sitemap",
            Kind::Robots => "a robots.txt",
            Kind::Xml => "XML",
            Kind::PlainText => "plain text",
            Kind::Pdf => "a PDF",
            Kind::Image => "an image",
            Kind::Archive => "an archive",
            Kind::Binary => "binary data",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How files begin whose kind is told by their first bytes.
const MAGIC: &[(&[u8], Kind)] = &[
    (b"%PDF-", Kind::Pdf),
    (b"WARC/", Kind::Warc),
    (b"filedesc://", Kind::Warc),
    (b"\x89PNG", Kind::Image),
    (b"\xFF\xD8\xFF", Kind::Image),
    (b"GIF8", Kind::Image),
    (b"BM", Kind::Image),
    (b"\0\0\x01\0", Kind::Image),
    (b"II*\0", Kind::Image),
    (b"MM\0*", Kind::Image),
    (b"PK\x03\x04", Kind::Archive),
    (b"PK\x05\x06", Kind::Archive),
    (b"7z\xBC\xAF\x27\x1C", Kind::Archive),
    (b"Rar!", Kind::Archive),
    (b"\xFD7zXZ", Kind::Archive),
    (b"BZh", Kind::Archive),
    (b"\x1F\x8B", Kind::Archive),
    (b"\x28\xB5\x2F\xFD", Kind::Archive),
];

/// Elements that XML documents of known kinds begin with.
const ROOTS: &[(&str, Kind)] = &[
    ("rss", Kind::Feed),
    ("feed", Kind::Feed),
    ("rdf:RDF", Kind::Feed),
    ("urlset", Kind::Sitemap),
    ("sitemapindex", Kind::Sitemap),
    ("svg", Kind::Image),
    ("html", Kind::Page),
];

/// What some bytes are, by how they begin. What could be a page is one: a few words without markup are plain text, and bytes
/// that no encoding explains are binary. O(1): 64 KiB are looked at.
///
/// ```
/// use debulha_io::sniff::{Kind, sniff};
///
/// assert_eq!(sniff(b"<!doctype html><p>Rye"), Kind::Page);
/// assert_eq!(sniff(b"WARC/1.1\r\nWARC-Type: response\r\n"), Kind::Warc);
/// assert_eq!(sniff(b"{\"url\": \"/a\"}\n{\"url\": \"/b\"}\n"), Kind::JsonLines);
/// assert_eq!(sniff(b"User-agent: *\nDisallow: /private\n"), Kind::Robots);
/// ```
pub fn sniff(bytes: &[u8]) -> Kind {
    let bytes = &bytes[..bytes.len().min(LOOKED_AT)];
    let is_magic = |magic: &[u8], kind| {
        // Two letters may begin a text.
        bytes.starts_with(magic) && (kind != Kind::Image || magic.len() > 2 || is_binary(bytes))
    };
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, kind)| is_magic(magic, *kind)) {
        return *kind;
    }
    if bytes.get(257..262) == Some(b"ustar") {
        return Kind::Archive;
    }
    if bytes.get(8..12) == Some(b"WEBP") && bytes.starts_with(b"RIFF") {
        return Kind::Image;
    }
    let is_wide = bytes.starts_with(&[0xFE, 0xFF]) || bytes.starts_with(&[0xFF, 0xFE]);
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    if text.is_empty() {
        return Kind::Empty;
    }
    if is_wide {
        return Kind::Page;
    }
    if text.starts_with(b"<") {
        return of_markup(text);
    }
    if is_binary(bytes) {
        return Kind::Binary;
    }
    if matches!(text[0], b'{' | b'[')
        && let Some(kind) = of_json(text)
    {
        return kind;
    }
    if text.get(..11).is_some_and(|start| start.eq_ignore_ascii_case(b"user-agent:")) {
        return Kind::Robots;
    }
    if has_markup(text) { Kind::Page } else { Kind::PlainText }
}

/// XML of a known kind by its root; a page else.
fn of_markup(text: &[u8]) -> Kind {
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
                let other = if is_xml && !has_body(text) { Kind::Xml } else { Kind::Page };
                return known.map_or(other, |(_, kind)| *kind);
            }
        };
        if inner.starts_with(b"?xml") {
            is_xml = true;
        }
        if inner.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"!doctype")) {
            let name = inner[8..].trim_ascii_start();
            if name.get(..4).is_some_and(|name| name.eq_ignore_ascii_case(b"html")) {
                return Kind::Page;
            }
        }
        let Some(at) = inner.windows(end.len()).position(|window| window == end) else { return Kind::Page };
        rest = inner[at + end.len()..].trim_ascii_start();
    }
    Kind::Page
}

/// Whether the element of a page stands anywhere, whatever the document begins with.
fn has_body(text: &[u8]) -> bool {
    text.windows(5).any(|tag| tag.eq_ignore_ascii_case(b"<html") || tag.eq_ignore_ascii_case(b"<body"))
}

/// JSON or lines of it, by the first line.
fn of_json(text: &[u8]) -> Option<Kind> {
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let first = std::str::from_utf8(&text[..end]).ok()?;
    let is_value = serde_json::from_str::<serde::de::IgnoredAny>(first).is_ok();
    let has_more = text[end..].trim_ascii().first().is_some_and(|byte| matches!(byte, b'{' | b'['));
    if is_value {
        return Some(if has_more { Kind::JsonLines } else { Kind::Json });
    }
    // A value over several lines, or longer than what is looked at: a name in quotes, or a value, comes first.
    let inner = text[1..].trim_ascii_start();
    let begins = matches!(inner, [b'"' | b'{' | b'[' | b'}' | b']', ..]);
    begins.then_some(Kind::Json)
}

/// Whether a tag or a reference stands anywhere.
fn has_markup(text: &[u8]) -> bool {
    text.windows(2)
        .any(|pair| pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || matches!(pair[1], b'/' | b'!')))
}

/// Whether control characters stand in the beginning that no text has.
fn is_binary(bytes: &[u8]) -> bool {
    let is_binary_byte = |&byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    bytes[..bytes.len().min(HEADER_BYTES)].iter().any(is_binary_byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_told_by_how_they_begin() {
        for (bytes, expected) in [
            (&b"<p>a stray \0 in a page"[..], Kind::Page),
            (b"\xEF\xBB\xBF<!DOCTYPE html><html>", Kind::Page),
            (b"<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><html xmlns='y'>", Kind::Page),
            (b"<!-- saved --><html>", Kind::Page),
            (b"Some words and <b>markup</b>", Kind::Page),
            (b"\xFF\xFE<\0p\0>\0", Kind::Page),
            (b"", Kind::Empty),
            (b" \r\n\t", Kind::Empty),
            (b"WARC/1.0\r\n", Kind::Warc),
            (b"{\"a\": 1}", Kind::Json),
            (b"[\n  {\"a\": 1}\n]", Kind::Json),
            (b"{\"a\": 1}\n{\"a\": 2}\n", Kind::JsonLines),
            (b"<?xml version='1.0'?>\n<rss version='2.0'>", Kind::Feed),
            (b"<feed xmlns='http://www.w3.org/2005/Atom'>", Kind::Feed),
            (b"<?xml version='1.0'?><!-- x --><urlset xmlns='y'>", Kind::Sitemap),
            (b"<?xml version='1.0'?><book>", Kind::Xml),
            (b"<?xml version='1.0'?><head><title>x</title></head><body>", Kind::Page),
            (b"<svg xmlns='y'>", Kind::Image),
            (b"user-agent: *\nDisallow:", Kind::Robots),
            (b"Rye is sown in autumn. 3 < 4.", Kind::PlainText),
            (b"BMW builds cars", Kind::PlainText),
            (b"[sic] they said", Kind::PlainText),
            (b"%PDF-1.7\n", Kind::Pdf),
            (b"\x89PNG\r\n\x1a\n", Kind::Image),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Kind::Image),
            (b"PK\x03\x04\x14", Kind::Archive),
            (b"\x7FELF\x02\x01\x01\0\0", Kind::Binary),
            (b"\x1b$B ISO-2022-JP", Kind::PlainText),
        ] {
            assert_eq!(sniff(bytes), expected, "{}", String::from_utf8_lossy(bytes));
        }
        let mut tar = vec![b'a'; 300];
        tar[257..262].copy_from_slice(b"ustar");
        assert_eq!(sniff(&tar), Kind::Archive);
    }

    #[test]
    fn kinds_have_names_of_their_own() {
        let names: std::collections::BTreeSet<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), Kind::ALL.len());
    }
}
