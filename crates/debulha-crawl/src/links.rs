//! Where a page leads.

use crate::style_sheets::style_sheets;
use debulha_core::features::pagination::pagination;
use debulha_core::{Page, PageOptions};
use debulha_dom::{Document, Limits, NodeId, names, parse};
use url::{Position, Url};

/// Links of a page that are kept at most.
const MAX_LINKS: usize = 20_000;

/// The addresses that a page names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageLinks {
    /// Where its links lead, in the order of the page; those that ask not to be followed only where they are wanted.
    pub pages: Vec<Url>,
    /// What continues it: the next page of its list or article. One of `pages`.
    pub next: Option<Url>,
    /// The address that it calls its own.
    pub canonical: Option<Url>,
    /// Its feeds.
    pub feeds: Vec<Url>,
    /// Its style sheets, wherever they are.
    pub style_sheets: Vec<Url>,
}

/// The links of a page at an address: `a` and `area`, `link` to the next and the previous page, and where `meta` sends readers on. No
/// script is run. With `respect_nofollow`, what asks not to be followed is left out. O(bytes of the page).
pub fn links(html: &str, url: &Url, respect_nofollow: bool) -> PageLinks {
    let limits = Limits { max_bytes: 32 << 20, ..Limits::default() };
    let document = parse(html, &limits).document;
    let base = base_of(&document, url);
    let mut found = PageLinks { style_sheets: style_sheets(&document, url), ..PageLinks::default() };
    let ignores_all = respect_nofollow && asks_not_to_follow(&document);
    for node in document.nodes() {
        let name = document.name(node);
        let href = || base.join(document.attribute(node, names::HREF)?.trim()).ok();
        if name == names::A || name == names::AREA {
            if !(ignores_all || respect_nofollow && has_rel(&document, node, "nofollow")) {
                found.pages.extend(href());
            }
        } else if name == names::LINK {
            if has_rel(&document, node, "canonical") && found.canonical.is_none() {
                found.canonical = href();
            } else if (has_rel(&document, node, "next") || has_rel(&document, node, "prev")) && !ignores_all {
                found.pages.extend(href());
            } else if has_rel(&document, node, "alternate") && is_feed(&document, node) {
                found.feeds.extend(href());
            }
        } else if name == names::META && !ignores_all {
            found.pages.extend(refresh(&document, node).and_then(|target| base.join(target).ok()));
        }
        if found.pages.len() >= MAX_LINKS {
            break;
        }
    }
    found.next = next(&document, url, &found.pages);
    found
}

/// What continues a page, if it is among the links that may be followed.
fn next(document: &Document, url: &Url, allowed: &[Url]) -> Option<Url> {
    let page = Page::with_options(document, Some(url.as_str()), PageOptions::default());
    let next = Url::parse(&pagination(&page).continuation()?.address).ok()?;
    let is_same = |url: &Url| url[..Position::AfterQuery] == next[..Position::AfterQuery];
    allowed.iter().any(is_same).then_some(next)
}

/// What the relative addresses of a page at a URL are relative to.
pub(crate) fn base_of(document: &Document, url: &Url) -> Url {
    document
        .elements_named(names::BASE)
        .find_map(|node| url.join(document.attribute(node, names::HREF)?.trim()).ok())
        .unwrap_or_else(|| url.clone())
}

pub(crate) fn has_rel(document: &Document, node: NodeId, rel: &str) -> bool {
    let rels = document.attribute(node, names::REL).unwrap_or_default();
    rels.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(rel))
}

fn is_feed(document: &Document, node: NodeId) -> bool {
    let media = document.attribute(node, names::TYPE).unwrap_or_default().trim().to_ascii_lowercase();
    matches!(media.as_str(), "application/rss+xml" | "application/atom+xml")
}

/// Whether `<meta name=robots>` says so.
fn asks_not_to_follow(document: &Document) -> bool {
    document.elements_named(names::META).any(|node| {
        let name = document.attribute(node, names::NAME).unwrap_or_default();
        let content = document.attribute(node, names::CONTENT).unwrap_or_default();
        name.trim().eq_ignore_ascii_case("robots")
            && content
                .split(',')
                .any(|word| matches!(word.trim().to_ascii_lowercase().as_str(), "nofollow" | "none"))
    })
}

/// Where `<meta http-equiv=refresh content="0; url=…">` leads.
fn refresh(document: &Document, node: NodeId) -> Option<&str> {
    let equiv = document.attribute(node, names::HTTP_EQUIV)?;
    if !equiv.trim().eq_ignore_ascii_case("refresh") {
        return None;
    }
    let (_, target) = document.attribute(node, names::CONTENT)?.split_once([';', ','])?;
    let (name, target) = target.split_once('=')?;
    name.trim().eq_ignore_ascii_case("url").then(|| target.trim().trim_matches(['"', '\'']))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const PAGE: &str = "<base href=/farm/><link rel=canonical href=rye><link rel=alternate type=application/rss+xml href=/feed>\
        <link rel=next href=?p=2><meta http-equiv=refresh content='5; URL=\"later\"'>\
        <a href=oats>Oats</a><a rel='x NoFollow' href=advert>Advert</a><a name=x>no link</a><area href='//other.org/'>\
        <a href='javascript:void(0)'>x</a><script>document.write('<a href=no>')</script>";

    fn pages(html: &str, respect: bool) -> Vec<String> {
        let links = links(html, &Url::parse("https://example.org/x/y").unwrap(), respect);
        links.pages.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_next_page_is_a_link_that_may_be_followed() {
        let here = Url::parse("https://example.org/rye?p=2").unwrap();
        let next = |html: &str| links(html, &here, true).next.map(String::from);
        let pager = |rel: &str| {
            format!(
                "<p><a href='?p=1'>1</a> <b>2</b> <a href='?p=3'>3</a> <a rel='{rel}' href='?p=3#top'>Next page</a>"
            )
        };
        assert_eq!(next(&pager("")).as_deref(), Some("https://example.org/rye?p=3"));
        let nofollow = "<p>Rye <a rel='nofollow next' href='?p=3'>Next page</a>";
        assert_eq!(next(nofollow), None);
        assert_eq!(next(&format!("<meta name=robots content=nofollow>{}", pager(""))), None);
        assert_eq!(next("<a href=oats>Oats</a>"), None);
    }

    #[test]
    fn links_are_found_by_the_tree() {
        let here = Url::parse("https://example.org/x/y").unwrap();
        let found = links(PAGE, &here, true);
        assert_eq!(found.canonical.unwrap().as_str(), "https://example.org/farm/rye");
        assert_eq!(found.feeds[0].as_str(), "https://example.org/feed");
        let expected = [
            "https://example.org/farm/?p=2",
            "https://example.org/farm/later",
            "https://example.org/farm/oats",
            "https://other.org/",
            "javascript:void(0)",
        ];
        assert_eq!(pages(PAGE, true), expected);
        assert!(pages(PAGE, false).contains(&"https://example.org/farm/advert".to_owned()));
        let closed = format!("<meta name=Robots content='noindex, NoFollow'>{PAGE}");
        assert_eq!((pages(&closed, true).len(), pages(&closed, false).len()), (0, 6));
    }
}
