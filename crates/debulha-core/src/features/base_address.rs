//! What the relative addresses of a page are relative to.

use debulha_dom::{Document, Namespace, names};
use url::Url;

/// The document base URL of the HTML standard (section 2.4.3): the `href` of the first `base` element that has one, wherever
/// it stands, itself relative to the page's own address. The page's address where there is no such element, or where its
/// address is broken or a script or data. Also where nothing can be relative to it, such as `mailto:` (our decision: by the
/// standard all relative links of such a page are broken).
///
/// O(`base` elements · depth).
pub fn base_address(doc: &Document, own: Option<&Url>) -> Option<Url> {
    let is_inert = |node| doc.ancestors(node).any(|around| doc.name(around) == names::TEMPLATE);
    let href = doc
        .elements_named(names::BASE)
        .filter(|&base| doc.namespace(base) == Namespace::Html)
        .find_map(|base| doc.attribute(base, names::HREF).filter(|_| !is_inert(base)));
    href.and_then(|href| Url::options().base_url(own).parse(href).ok())
        .filter(|url| !url.cannot_be_a_base() && !matches!(url.scheme(), "data" | "javascript"))
        .or_else(|| own.cloned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn base(html: &str, own: Option<&str>) -> Option<String> {
        let own = own.map(|url| Url::parse(url).expect("an address"));
        base_address(&parse(html, &Limits::default()).document, own.as_ref()).map(String::from)
    }

    #[test]
    fn the_first_base_with_an_address_counts_wherever_it_stands() {
        let own = Some("https://a.org/x/y?z");
        for (html, expected) in [
            ("<p>Rye", "https://a.org/x/y?z"),
            ("<base target=_top><base href=/b/><base href=/c/><p>Rye", "https://a.org/b/"),
            ("<p>Rye<div><base href='//b.org/d/'></div>", "https://b.org/d/"),
            ("<base href=' \n e/ '>", "https://a.org/x/e/"),
            ("<base href=''><base href=/c/>", "https://a.org/x/y?z"),
            ("<template><base href=/b/></template><base href=/c/>", "https://a.org/c/"),
        ] {
            assert_eq!(base(html, own).as_deref(), Some(expected), "{html}");
        }
    }

    #[test]
    fn what_nothing_can_be_relative_to_is_no_base() {
        for href in ["https://[broken", "javascript:void(0)", "data:text/plain,x", "mailto:a@b.org"] {
            let html = format!("<base href='{href}'><p>Rye");
            assert_eq!(base(&html, Some("https://a.org/x")).as_deref(), Some("https://a.org/x"), "{href}");
            assert_eq!(base(&html, None), None, "{href}");
        }
    }

    #[test]
    fn a_page_of_unknown_address_has_the_base_that_it_states_in_full() {
        assert_eq!(base("<base href=https://b.org/x><p>Rye", None).as_deref(), Some("https://b.org/x"));
        assert_eq!(base("<base href=/x><p>Rye", None), None);
    }
}
