//! Addresses of links and images.

use super::Image;
use crate::features::control_chars::printable;
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NameId, NodeId, names};
use std::cell::Cell;
use url::Url;

/// Width or height in pixels below which an image is an icon, a spacer or a tracker.
const MIN_IMAGE_PIXELS: u32 = 16;

/// Schemes that are no address of anything to read.
const DROPPED_SCHEMES: [&str; 3] = ["javascript", "vbscript", "data"];

/// Attributes with the address of a lazy image, in order of trust: `src` has a placeholder.
const LAZY_SOURCES: [NameId; 3] = [names::DATA_SRC, names::DATA_ORIGINAL, names::DATA_LAZY_SRC];

/// Part of the names of attributes with the address of what is shown until the image is there.
const STAND_IN: &str = "placeholder";

/// Makes addresses absolute.
#[derive(Debug)]
pub(super) struct Addresses<'p> {
    base: Option<&'p Url>,
    /// Scheme and host of an `http` or `https` base, without a slash at the end.
    origin: Option<String>,
    /// Bytes by which addresses may still grow.
    left: Cell<usize>,
}

/// Bytes by which all addresses of a page may grow when they are made absolute: so many for each byte of the page, and on
/// any page. A long base would else make a multiple of the page of many short ones (our decision: pages stay far below).
const GROWTH_PER_BYTE: usize = 16;
const GROWTH_ON_ANY_PAGE: usize = 1 << 18;

impl<'p> Addresses<'p> {
    pub(super) fn new(page: &'p Page<'_>) -> Self {
        let base = page.base_address();
        let origin = base
            .filter(|base| matches!(base.scheme(), "http" | "https"))
            .map(|base| base[..url::Position::BeforePath].to_owned());
        let left = Cell::new(GROWTH_ON_ANY_PAGE + GROWTH_PER_BYTE * page.document().source().len());
        Addresses { base, origin, left }
    }

    /// The address, absolute where the base is known; `None` for scripts, data and what is no address. Once absolute
    /// addresses have grown out of proportion to the page, the address as the page has it.
    pub(super) fn resolve(&self, address: &str) -> Option<String> {
        let address = address.trim();
        let absolute = self.absolute(address)?;
        match self.left.get().checked_sub(absolute.len().saturating_sub(address.len())) {
            Some(left) => {
                self.left.set(left);
                Some(absolute)
            }
            None => Some(without_line_breaks(address)),
        }
    }

    fn absolute(&self, address: &str) -> Option<String> {
        if address.is_empty() {
            return None;
        }
        if let Some(absolute) = self.join_plain(address) {
            return Some(absolute);
        }
        match Url::options().base_url(self.base).parse(address) {
            Ok(url) if is_dropped(&url) => None,
            Ok(url) => Some(url.into()),
            Err(url::ParseError::RelativeUrlWithoutBase) => Some(without_line_breaks(address)),
            Err(_) => None,
        }
    }

    /// The two forms of nearly all addresses, without parsing: absolute ones stay as they are, and paths from the
    /// root follow the origin. Gives nothing where the URL standard would change more than that.
    fn join_plain(&self, address: &str) -> Option<String> {
        let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
        if let Some((host, path)) = rest.and_then(|rest| rest.split_once('/')) {
            return (is_plain_host(host) && is_plain_path(path)).then(|| address.to_owned());
        }
        let path = address.strip_prefix('/').filter(|path| !path.starts_with('/') && is_plain_path(path))?;
        let mut joined = self.origin.clone()?;
        joined.push('/');
        joined.push_str(path);
        Some(joined)
    }

    /// An `img` with an address that can be fetched and a size that can be looked at.
    pub(super) fn image(&self, doc: &Document, img: NodeId) -> Option<Image> {
        if is_tiny(doc, img) {
            return None;
        }
        let stated = |name| doc.attribute(img, name);
        let src = lazy_sources(doc, img)
            .chain(stated(names::DATA_SRCSET).and_then(largest_of_set))
            .chain(stated(names::SRC))
            .chain(stated(names::SRCSET).and_then(largest_of_set))
            .chain(picture_source(doc, img))
            .find_map(|address| self.resolve(address))?;
        let text = |name| fold(doc.attribute(img, name).unwrap_or_default());
        Some(Image { src, alt: text(names::ALT), title: text(names::TITLE), link: None })
    }
}

/// As parsers of addresses take it.
fn without_line_breaks(address: &str) -> String {
    address.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}

/// A name in lower case, and no number or Punycode, which have rules of their own.
fn is_plain_host(host: &str) -> bool {
    let is_plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'-' | b'.');
    host.bytes().all(is_plain)
        && host.ends_with(|c: char| c.is_ascii_lowercase())
        && !host.contains("xn--")
        && !host.contains("0x")
}

/// Path, query and fragment without characters to be escaped or segments of dots.
fn is_plain_path(path: &str) -> bool {
    // The path stands after a slash.
    let mut before = b'/';
    path.bytes().all(|byte| {
        let begins_dots = before == b'/' && matches!(byte, b'.' | b'%');
        before = byte;
        PLAIN_IN_PATHS[byte as usize] && !begins_dots
    })
}

/// The bytes that stand for themselves in paths, queries and fragments.
static PLAIN_IN_PATHS: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < plain.len() {
        plain[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    let signs = b"/-_?=&%#.,:;~!*()+$@";
    let mut at = 0;
    while at < signs.len() {
        plain[signs[at] as usize] = true;
        at += 1;
    }
    plain
};

fn is_dropped(url: &Url) -> bool {
    DROPPED_SCHEMES.contains(&url.scheme())
}

pub(super) fn is_tiny(doc: &Document, img: NodeId) -> bool {
    [names::WIDTH, names::HEIGHT]
        .into_iter()
        .filter_map(|name| doc.attribute(img, name)?.trim().trim_end_matches("px").parse::<u32>().ok())
        .any(|pixels| pixels < MIN_IMAGE_PIXELS)
}

/// Addresses that a script will put into `src`, in order of trust.
pub(super) fn lazy_sources(doc: &Document, element: NodeId) -> impl Iterator<Item = &str> {
    let known = LAZY_SOURCES.into_iter().filter_map(move |name| doc.attribute(element, name));
    known.chain(other_lazy_sources(doc, element))
}

/// Addresses in attributes that only some sites and scripts have: `data-src-pc`, `nitro-lazy-src`, `data-lazy-srcset`.
///
/// On 670 pages of wcxb-dev, all attributes of `img` with `src` in their name have the image or a larger one, but for
/// those of placeholders and those with a script's expression for value.
fn other_lazy_sources(doc: &Document, img: NodeId) -> impl Iterator<Item = &str> {
    doc.attributes(img).filter_map(|(name, value)| {
        let known =
            LAZY_SOURCES.contains(&name) || matches!(name, names::SRC | names::SRCSET | names::DATA_SRCSET);
        let spelling = doc.name_str(name);
        let says_source = || spelling.as_bytes().windows(3).any(|part| part == b"src");
        if known || !says_source() || spelling.contains(STAND_IN) || spelling == "srcdoc" {
            return None;
        }
        let address = if spelling.ends_with("srcset") { largest_of_set(value)? } else { value.trim() };
        (address.contains('/') && !address.contains(char::is_whitespace)).then_some(address)
    })
}

/// The source of a `picture` around the image.
fn picture_source(doc: &Document, img: NodeId) -> Option<&str> {
    let picture = doc.parent(img).filter(|&parent| doc.name(parent) == names::PICTURE)?;
    doc.children(picture)
        .filter(|&child| doc.name(child) == names::SOURCE)
        .find_map(|source| doc.attribute(source, names::SRCSET).or(doc.attribute(source, names::DATA_SRCSET)))
        .and_then(largest_of_set)
}

/// The candidate of a `srcset` with the largest width or density.
fn largest_of_set(set: &str) -> Option<&str> {
    let mut best: Option<(&str, f64)> = None;
    let mut rest = set.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let address = word.trim_end_matches(',');
        // An address that ends in a comma has no descriptor.
        let (descriptor, after) = if address.len() < word.len() {
            ("", after)
        } else {
            after.split_at(after.find(',').unwrap_or(after.len()))
        };
        let size = descriptor.trim().trim_end_matches(['w', 'x']).parse().unwrap_or(1.0);
        if best.is_none_or(|(_, largest)| size > largest) {
            best = Some((address, size));
        }
        rest = after.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    }
    best.map(|(address, _)| address)
}

/// Attribute text with its white space folded, and without control characters.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::new();
    fold_into(&mut out, &printable(text));
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::page::PageOptions;
    use debulha_dom::{Limits, parse};

    fn page<'d>(doc: &'d Document, url: &'d str) -> Page<'d> {
        Page::with_options(doc, Some(url), PageOptions::default())
    }

    #[test]
    fn addresses_are_absolute_and_never_scripts() {
        let doc = parse("<base href='/docs/'>", &Limits::default()).document;
        let page = page(&doc, "https://example.org/a/b");
        let addresses = Addresses::new(&page);
        assert_eq!(addresses.resolve(" x?q=1 ").unwrap(), "https://example.org/docs/x?q=1");
        assert_eq!(addresses.resolve("//cdn.org/y").unwrap(), "https://cdn.org/y");
        for bad in ["javascript:alert(1)", " JaVa\nScript:alert(1)", "vbscript:x", "data:text/html,x"] {
            assert_eq!(addresses.resolve(bad), None, "{bad}");
        }
        let empty = parse("", &Limits::default()).document;
        let nowhere = Page::new(&empty);
        let unknown = Addresses::new(&nowhere);
        assert_eq!(unknown.resolve("/x").unwrap(), "/x");
        assert_eq!(unknown.resolve("java\tscript:x"), None);
        assert_eq!(unknown.resolve(""), None);
    }

    #[test]
    fn the_short_way_gives_what_the_url_standard_gives() {
        let url = "https://user@example.org:8080/a/b?c#d";
        let doc = parse("", &Limits::default()).document;
        let page = page(&doc, url);
        let addresses = Addresses::new(&page);
        let base = Url::parse(url).unwrap();
        for address in [
            "/x/y?z=1&w=%20#f",
            "/",
            "//cdn.org/x",
            "/a/../b",
            "/x y",
            "/é",
            "https://example.com/x-y_z?q",
            "https://example.com",
            "http://EXAMPLE.com/x",
            "http://1.2.3.4/x",
            "http://0x10/x",
            "http://a:80/x",
            "https:///x",
            "https://xn--a/x",
            "https://b.org./x",
            "http://b.org/?'",
            "/%zz",
            "/#a#b",
            "/a.b/c.html",
            "/a/.b",
            "/.",
            "/%2e%2e/x",
            "/a/%2E/b",
            "/x,y:z@w;v~!*()+$",
            "http://x.0x1/",
            "http://a.b/..",
            "http://a.b/%2e",
            "https://-a/",
        ] {
            let expected = base.join(address).ok().map(String::from);
            assert_eq!(addresses.resolve(address), expected, "{address}");
        }
    }

    #[test]
    fn sets_give_their_largest_image() {
        assert_eq!(largest_of_set("a.jpg 480w, b,c.jpg 800w, d.jpg 320w"), Some("b,c.jpg"));
        assert_eq!(largest_of_set("a.jpg, b.jpg 2x"), Some("b.jpg"));
        assert_eq!(largest_of_set(" , "), None);
    }
}
