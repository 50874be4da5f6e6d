//! Page numbers in addresses: by what two addresses of one host differ.

use super::cursors::is_size;
use url::{Position, Url};

/// Maximum bytes of an address that is compared, as in `canonical_url`: longer ones are hardly pages.
const MAX_BYTES: usize = 2000;

/// Maximum digits of a number: offsets of entries have as many, and longer ones are dates and keys.
const MAX_DIGITS: usize = 7;

/// What page numbers are called in addresses; names that begin with `page` and `pag` count too.
const NAMES: &[&str] = &[
    "p", "pn", "pg", "cpage", "start", "offset", "from", "seite", "s", "strana", "str", "strona", "sivu",
    "side", "sida",
];

/// How the number in the address of a link differs from that of the page's own address, all else being equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberStep {
    /// The number of the page's own address; `None` where it has none, as first pages mostly have.
    pub from: Option<u32>,
    /// The number of the link's address; `None` where it has none.
    pub to: Option<u32>,
    /// Whether the number has the name of a page number, such as `page`.
    pub is_named: bool,
}

impl NumberStep {
    /// How much the number grows, if a page without one has the number 1.
    pub fn growth(self) -> i64 {
        i64::from(self.to.unwrap_or(1)) - i64::from(self.from.unwrap_or(1))
    }
}

/// The step from one address to another: `None` where they differ in more than one number. O(bytes).
pub(super) fn step(own: &Url, target: &Url) -> Option<NumberStep> {
    if own.host_str() != target.host_str() || own.as_str().len().max(target.as_str().len()) > MAX_BYTES {
        return None;
    }
    let (whole_own, whole_target) = (tail(own), tail(target));
    let (own, target) = (whole_own.as_bytes(), whole_target.as_bytes());
    let is_digit = |text: &[u8], at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let mut start = own.iter().zip(target).take_while(|(a, b)| a == b).count();
    // A number that begins alike is taken whole.
    if is_digit(own, start) || is_digit(target, start) {
        start = own[..start].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
    }
    let (own, target) = (&own[start..], &target[start..]);
    let mut same = own.iter().rev().zip(target.iter().rev()).take_while(|(a, b)| a == b).count();
    // So is one that ends alike.
    let ends_in_digit = |text: &[u8], same: usize| same < text.len() && is_digit(text, text.len() - same - 1);
    if ends_in_digit(own, same) || ends_in_digit(target, same) {
        let end = &own[own.len() - same..];
        same -= end.iter().take_while(|byte| byte.is_ascii_digit()).count();
    }
    let (own, target) =
        (AddressPart::of(&own[..own.len() - same])?, AddressPart::of(&target[..target.len() - same])?);
    match (own.number, target.number) {
        (Some(from), Some(to)) if from != to && own.before == target.before && own.after == target.after => {
            let is_named = own.is_named() || is_page_name(&name_before(whole_own.as_bytes(), start));
            Some(NumberStep { from: Some(from), to: Some(to), is_named })
        }
        (None, Some(to)) if own.is_plain() && (target.is_named() || target.is_bare()) => {
            Some(NumberStep { from: None, to: Some(to), is_named: target.is_named() })
        }
        (Some(from), None) if target.is_plain() && (own.is_named() || own.is_bare()) => {
            Some(NumberStep { from: Some(from), to: None, is_named: own.is_named() })
        }
        _ => None,
    }
}

/// Path and query, the parameters in order of their bytes, without those that say how many rows a page has.
fn tail(url: &Url) -> String {
    let path = &url[Position::BeforePath..Position::AfterPath];
    let is_told =
        |p: &&str| !p.is_empty() && !is_size(&letters(p.split('=').next().unwrap_or_default().as_bytes()));
    let mut parameters: Vec<&str> = url.query().unwrap_or_default().split('&').filter(is_told).collect();
    parameters.sort_unstable();
    parameters.iter().fold(path.to_owned(), |text, parameter| text + "&" + parameter)
}

/// The letters of the last word before a place.
fn name_before(text: &[u8], at: usize) -> String {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = text[..at].iter().rposition(is_of_word).map_or(0, |last| last + 1);
    let start = text[..end].iter().rposition(|byte| !is_of_word(byte)).map_or(0, |last| last + 1);
    letters(&text[start..end])
}

fn letters(text: &[u8]) -> String {
    let letters = text.iter().filter(|byte| byte.is_ascii_alphabetic());
    letters.map(|byte| char::from(byte.to_ascii_lowercase())).collect()
}

/// Whether page numbers are called so.
pub(super) fn is_page_name(letters: &str) -> bool {
    (letters.starts_with("pag") && !is_size(letters)) || NAMES.contains(&letters)
}

/// What one of two addresses has for itself.
struct AddressPart<'a> {
    before: &'a [u8],
    number: Option<u32>,
    after: &'a [u8],
}

impl AddressPart<'_> {
    /// Parted at its last number; `None` where that is too long for one of pages.
    fn of(part: &[u8]) -> Option<AddressPart<'_>> {
        let Some(last) = part.iter().rposition(u8::is_ascii_digit) else {
            return Some(AddressPart { before: part, number: None, after: &[] });
        };
        let first = part[..last].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |at| at + 1);
        let digits = &part[first..=last];
        if digits.len() > MAX_DIGITS {
            return None;
        }
        let number = digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
        Some(AddressPart { before: &part[..first], number: Some(number), after: &part[last + 1..] })
    }

    /// The letters around the number, in lower case.
    fn letters(&self) -> String {
        letters(self.before) + &letters(self.after)
    }

    fn is_named(&self) -> bool {
        is_page_name(&self.letters())
    }

    /// Whether a number stands there and no letters.
    fn is_bare(&self) -> bool {
        self.number.is_some() && self.letters().is_empty()
    }

    /// Whether neither letters nor numbers stand there.
    fn is_plain(&self) -> bool {
        self.number.is_none() && self.letters().is_empty()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_number_that_differs_is_found() {
        let own = |from, to, is_named| Some(NumberStep { from, to, is_named });
        for (a, b, expected) in [
            ("/a?page=2", "/a?page=3", own(Some(2), Some(3), true)),
            ("/a?page=9", "/a?page=10", own(Some(9), Some(10), true)),
            ("/a?page=2&c=1", "/a?c=1&page=3", own(Some(2), Some(3), true)),
            ("/a?c=1", "/a?page=2&c=1", own(None, Some(2), true)),
            ("/a?c=1", "/a?c=1&paged=2", own(None, Some(2), true)),
            ("/a?page=12&x", "/a?page=22&x", own(Some(12), Some(22), true)),
            ("/a?page=19", "/a?page=1", own(Some(19), Some(1), true)),
            ("/a", "/a?PAGEN_1=5", own(None, Some(5), true)),
            ("/blog/", "/blog/page/2/", own(None, Some(2), true)),
            ("/blog", "/blog/page/2", own(None, Some(2), true)),
            ("/blog/page/2/", "/blog/", own(Some(2), None, true)),
            ("/story.html", "/story-2.html", own(None, Some(2), false)),
            ("/story-p2/", "/story-p3/", own(Some(2), Some(3), true)),
            ("/a?start=10", "/a?start=20", own(Some(10), Some(20), true)),
            ("/2016/03/a", "/2016/04/a", own(Some(3), Some(4), false)),
            ("/rye", "/oats", None),
            ("/a?id=7", "/b?id=8", None),
            ("/a", "/a?id=8", None),
            ("/a", "/a", None),
            ("/p/123456789", "/p/123456790", None),
        ] {
            let url = |tail: &str| Url::parse(&format!("https://e.org{tail}")).unwrap();
            assert_eq!(step(&url(a), &url(b)), expected, "{a} {b}");
        }
        let other = Url::parse("https://f.org/a?page=3").unwrap();
        assert_eq!(step(&Url::parse("https://e.org/a?page=2").unwrap(), &other), None);
    }

    #[test]
    fn a_page_without_number_is_the_first() {
        assert_eq!(NumberStep { from: None, to: Some(2), is_named: true }.growth(), 1);
        assert_eq!(NumberStep { from: Some(2), to: None, is_named: true }.growth(), -1);
    }

    #[test]
    fn long_numbers_and_addresses_have_no_step() {
        let of = |from: String, to: String| step(&Url::parse(&from).unwrap(), &Url::parse(&to).unwrap());
        for (more, is_step) in [(0, true), (1, false)] {
            let zeros = "0".repeat(MAX_DIGITS - 2 + more);
            let found = of(format!("https://e.org/p/1{zeros}1"), format!("https://e.org/p/1{zeros}2"));
            assert_eq!(found.is_some(), is_step, "{more} digits");
            let base = format!("https://e.org/{}", "a".repeat(MAX_BYTES - 22 + more));
            let found = of(format!("{base}?page=2"), format!("{base}?page=3"));
            assert_eq!(format!("{base}?page=2").len(), MAX_BYTES - 1 + more);
            let longer = of(format!("{base}?page=2"), format!("{base}?page=10"));
            assert_eq!((found.is_some(), longer.is_some()), (true, is_step), "{more} bytes");
        }
    }
}
