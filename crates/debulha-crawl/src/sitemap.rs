//! Lists of addresses that sites publish: sitemaps, their indexes, text, RSS and Atom.

use debulha_core::features::canonical_url::is_web_address;
use debulha_dom::body::decompress;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use url::Url;

/// Bytes of a list at most ([sitemaps.org](https://www.sitemaps.org/protocol.html) lets a sitemap have 50 MB).
const MAX_BYTES: usize = 50 << 20;

/// Addresses of a list at most (the same).
const MAX_ADDRESSES: usize = 50_000;

/// What a list names, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SitemapListing {
    /// Pages.
    pub pages: Vec<Url>,
    /// Further lists.
    pub sitemaps: Vec<Url>,
}

/// Reads a list that was found at an address: a sitemap, an index of sitemaps, RSS, Atom, or text with an address a line; each also as
/// gzip. What is none of these gives nothing; what is damaged gives what stands before the damage. O(bytes).
pub fn read_listing(bytes: &[u8], url: &Url) -> SitemapListing {
    let Ok(body) = decompress(bytes, MAX_BYTES) else { return SitemapListing::default() };
    let bytes = body.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body.bytes);
    if bytes.trim_ascii_start().starts_with(b"<") { read_xml(bytes, url) } else { read_text(bytes) }
}

/// An address a line.
fn read_text(bytes: &[u8]) -> SitemapListing {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(str::trim);
    let pages = lines.filter(|line| is_web_address(line));
    let pages = pages.filter_map(|line| Url::parse(line).ok()).take(MAX_ADDRESSES).collect();
    SitemapListing { pages, sitemaps: Vec::new() }
}

/// What the text of an element is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SitemapPlace {
    /// Nothing that counts.
    Nowhere,
    /// An address of a page.
    Page,
    /// An address of a further list.
    Sitemap,
}

fn read_xml(bytes: &[u8], url: &Url) -> SitemapListing {
    let mut listing = SitemapListing::default();
    let mut reader = Reader::from_reader(bytes);
    reader.config_mut().check_end_names = false;
    let mut buffer = Vec::new();
    let mut around = Around::default();
    let mut text = String::new();
    while listing.pages.len() + listing.sitemaps.len() < MAX_ADDRESSES {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(element)) => {
                text.clear();
                around.open(&element);
                listing.pages.extend(around.atom_link(&element).and_then(|link| page_address(url, &link)));
            }
            Ok(Event::Empty(element)) => {
                listing.pages.extend(around.atom_link(&element).and_then(|link| page_address(url, &link)));
            }
            Ok(Event::Text(piece)) if around.place != SitemapPlace::Nowhere => {
                text.push_str(&String::from_utf8_lossy(&piece));
            }
            Ok(Event::CData(piece)) if around.place != SitemapPlace::Nowhere => {
                text.push_str(&String::from_utf8_lossy(&piece));
            }
            Ok(Event::GeneralRef(reference)) if around.place != SitemapPlace::Nowhere => {
                let name = String::from_utf8_lossy(&reference).into_owned();
                let number = reference.resolve_char_ref().ok().flatten();
                match number {
                    Some(character) => text.push(character),
                    None => {
                        text.push_str(
                            quick_xml::escape::resolve_predefined_entity(&name).unwrap_or_default(),
                        );
                    }
                }
            }
            Ok(Event::End(element)) => {
                let target = page_address(url, &text);
                match around.place {
                    SitemapPlace::Page => listing.pages.extend(target),
                    SitemapPlace::Sitemap => listing.sitemaps.extend(target),
                    SitemapPlace::Nowhere => {}
                }
                text.clear();
                around.close(element.local_name().as_ref());
            }
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    listing
}

/// An absolute address that can be fetched.
fn page_address(base: &Url, text: &str) -> Option<Url> {
    let text = text.trim();
    base.join(text).ok().filter(|url| !text.is_empty() && matches!(url.scheme(), "http" | "https"))
}

/// Where in a document the reader is. Its depth is not looked at.
struct Around {
    in_sitemap: bool,
    in_url: bool,
    in_item: bool,
    place: SitemapPlace,
}

impl Default for Around {
    fn default() -> Self {
        Around { in_sitemap: false, in_url: false, in_item: false, place: SitemapPlace::Nowhere }
    }
}

impl Around {
    fn open(&mut self, element: &BytesStart<'_>) {
        // Extensions, such as `image:loc`, have elements of the same names.
        let is_plain = element.name().prefix().is_none();
        self.place = SitemapPlace::Nowhere;
        match element.local_name().as_ref() {
            b"sitemap" => self.in_sitemap = true,
            b"url" => self.in_url = true,
            b"item" | b"entry" => self.in_item = true,
            b"loc" if self.in_sitemap && is_plain => self.place = SitemapPlace::Sitemap,
            b"loc" if self.in_url && is_plain => self.place = SitemapPlace::Page,
            b"link" if self.in_item && is_plain => self.place = SitemapPlace::Page,
            _ => {}
        }
    }

    fn close(&mut self, name: &[u8]) {
        self.place = SitemapPlace::Nowhere;
        match name {
            b"sitemap" => self.in_sitemap = false,
            b"url" => self.in_url = false,
            b"item" | b"entry" => self.in_item = false,
            _ => {}
        }
    }

    /// The address of `<link href>` in an entry of Atom, unless it is of another relation than the page itself.
    fn atom_link(&self, element: &BytesStart<'_>) -> Option<String> {
        if !self.in_item || element.local_name().as_ref() != b"link" {
            return None;
        }
        let value = |name: &str| {
            let attribute = element.try_get_attribute(name).ok().flatten()?;
            attribute.unescape_value().ok().map(std::borrow::Cow::into_owned)
        };
        let is_page = value("rel").is_none_or(|rel| rel == "alternate");
        value("href").filter(|_| is_page)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(text: &[u8]) -> (Vec<String>, Vec<String>) {
        let listing = read_listing(text, &Url::parse("https://example.org/sitemap.xml").unwrap());
        let strings = |urls: &[Url]| urls.iter().map(ToString::to_string).collect();
        (strings(&listing.pages), strings(&listing.sitemaps))
    }

    #[test]
    fn addresses_that_cannot_be_fetched_are_left_out() {
        let list = "<urlset><url><loc>javascript:alert(1)</loc></url><url><loc>ftp://example.org/rye</loc></url>\
            <url><loc> /oats </loc></url><url><loc> </loc></url></urlset>";
        assert_eq!(read(list.as_bytes()).0, ["https://example.org/oats"]);
    }

    #[test]
    fn sitemaps_and_their_indexes_are_read() {
        let sitemap = b"\xEF\xBB\xBF<?xml version='1.0'?><urlset xmlns='x' xmlns:image='y'>\
            <url><loc> https://example.org/a?b=1&amp;c=&#50; </loc><image:image><image:loc>https://example.org/i.png</image:loc></image:image></url>\
            <url><loc><![CDATA[/b]]></loc><lastmod>2026</lastmod></url></urlset>";
        let pages = vec!["https://example.org/a?b=1&c=2".to_owned(), "https://example.org/b".to_owned()];
        assert_eq!(read(sitemap), (pages.clone(), vec![]));
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(sitemap).unwrap();
        assert_eq!(read(&packed.finish().unwrap()), (pages, vec![]));
        let index =
            b"<sitemapindex><sitemap><loc>https://example.org/s1.xml.gz</loc></sitemap><sitemap><loc>/s2";
        assert_eq!(read(index), (vec![], vec!["https://example.org/s1.xml.gz".to_owned()]));
    }

    #[test]
    fn feeds_and_text_are_read() {
        let rss = b"<rss><channel><link>https://example.org/</link><item><link>https://example.org/1</link></item></channel></rss>";
        assert_eq!(read(rss).0, ["https://example.org/1"]);
        let atom =
            b"<feed><link href='/'/><entry><link rel='edit' href='/e'/><link href='/2'/></entry></feed>";
        assert_eq!(read(atom).0, ["https://example.org/2"]);
        assert_eq!(
            read(b"https://example.org/3\r\n# no\nhttp://e.org/4").0,
            ["https://example.org/3", "http://e.org/4"]
        );
        assert_eq!(read(b"<html><p>Not found"), (vec![], vec![]));
    }

    #[test]
    fn lists_are_bounded() {
        let endless = "<url><loc>http://e.org/</loc></url>".repeat(60_000);
        assert_eq!(read(endless.as_bytes()).0.len(), MAX_ADDRESSES);
    }
}
