//! Where an answer goes on.

use debulha_core::Page;
use debulha_dom::{Document, NodeId, names};
use url::Url;

/// What links to the next page say, without arrows, in lower case.
const NEXT: [&str; 24] = [
    "avanti",
    "dalej",
    "following",
    "further",
    "volgende",
    "more results",
    "nächste",
    "nächste seite",
    "nästa",
    "next",
    "next page",
    "older",
    "próxima",
    "próxima página",
    "próximo",
    "página siguiente",
    "seguinte",
    "siguiente",
    "successiva",
    "suivant",
    "suivante",
    "vor",
    "weiter",
    "下一页",
];

/// Links that are an arrow and nothing else.
const ARROWS: [&str; 7] = ["»", "›", "→", ">", ">>", "▶", "⟩"];

/// The next page of an answer of which `number` is open, if it has one.
///
/// That is what `rel=next` names; or else a link that says so in words or by an arrow; or else one whose text is the
/// following number and that leads to the same path. O(nodes).
pub(super) fn next_page(page: &Page<'_>, here: &Url, number: usize) -> Option<Url> {
    let doc = page.document();
    let base = page.base_address().unwrap_or(here).clone();
    let target = |node: NodeId| {
        let mut url = base.join(doc.attribute(node, names::HREF)?.trim()).ok()?;
        url.set_fragment(None);
        let is_here = url == *here || url.host_str() != here.host_str() || url.port() != here.port();
        (!is_here && matches!(url.scheme(), "http" | "https")).then_some(url)
    };
    let links = || {
        let all = doc.nodes().filter(|&node| doc.is_element(node));
        all.filter(|&node| matches!(doc.name(node), names::A | names::LINK))
    };
    let named = links().filter(|&node| has_next(doc, node)).find_map(target);
    let anchors = || links().filter(|&node| doc.name(node) == names::A && !page.visibility().is_hidden(node));
    let said = || anchors().filter(|&node| says_next(doc, node)).find_map(target);
    let following = (number + 1).to_string();
    let numbered = || {
        let fits = anchors().filter(|&node| doc.text_content(node).trim() == following).filter_map(target);
        fits.into_iter().find(|url| url.path() == here.path())
    };
    named.or_else(said).or_else(numbered)
}

fn has_next(doc: &Document, node: NodeId) -> bool {
    let rels = doc.attribute(node, names::REL).unwrap_or_default();
    rels.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("next"))
}

fn says_next(doc: &Document, node: NodeId) -> bool {
    let text = doc.text_content(node);
    let text = text.trim();
    if ARROWS.contains(&text) {
        return true;
    }
    let words = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    NEXT.contains(&words.as_str())
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
            ("<a href='?p=3'>Weiter</a>", Some("p=3")),
            ("<a href='?p=3'>Próxima página</a>", Some("p=3")),
            ("<a href='?p=1'>‹</a><a href='?p=3'>›</a>", Some("p=3")),
            ("<a href='?p=1'>1</a> 2 <a href='?p=3'>3</a><a href='?p=4'>4</a>", Some("p=3")),
            // An entry of the list that is called so, a link to this page, to another host.
            ("<a href='/books/3'>3</a>", None),
            ("<a href='#'>Next</a>", None),
            ("<a href='//other.org/?p=3'>Next</a>", None),
            ("<a href='?p=3'>The next harvest</a>", None),
        ] {
            assert_eq!(next(html, 2).as_deref(), expected, "{html}");
        }
    }
}
