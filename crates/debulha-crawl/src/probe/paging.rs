//! Where an answer goes on.

use debulha_core::Page;
use debulha_core::features::pagination::pagination;
use url::Url;

/// The next page of an answer of which `number` is open, if it has one: what continues the page, or else the page with the
/// following number, for answers that do not say their own. O(nodes + bytes of addresses).
pub(super) fn next_page(page: &Page<'_>, here: &Url, number: usize) -> Option<Url> {
    let pages = pagination(page);
    let following = u32::try_from(number + 1).ok();
    let numbered = || pages.pages.iter().find(|link| link.number.is_some() && link.number == following);
    let url = Url::parse(&pages.continuation().or_else(numbered)?.address).ok()?;
    (url != *here && url.origin() == here.origin()).then_some(url)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn next(html: &str, number: usize) -> Option<String> {
        let here = Url::parse("https://example.org/find?q=rye&page=2").unwrap();
        let document = parse(html, &Limits::default()).document;
        let page = Page::with_options(&document, Some(here.as_str()), debulha_core::PageOptions::default());
        next_page(&page, &here, number).map(|url| url.query().unwrap_or_default().to_owned())
    }

    #[test]
    fn the_next_page_is_found() {
        for (html, expected) in [
            ("<link rel=next href='?q=rye&page=3'><a href='?other'>next</a>", Some("q=rye&page=3")),
            ("<a href='?q=rye&page=1'>« Back</a> <a href='?q=rye&page=3'>Next »</a>", Some("q=rye&page=3")),
            (
                "<a href='?q=rye&page=1'>1</a> 2 <a href='?q=rye&page=3'>3</a> <a href='?q=rye&page=4'>4</a>",
                Some("q=rye&page=3"),
            ),
            ("<a href='/books/3'>3</a>", None),
            ("<a href='#'>Next</a>", None),
            ("<a href='//other.org/?page=3'>Next</a>", None),
            ("<a href='?q=rye&page=3'>The next harvest</a>", None),
        ] {
            assert_eq!(next(html, 2).as_deref(), expected, "{html}");
        }
    }
}
