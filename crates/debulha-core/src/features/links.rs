//! Where the links of a page lead: kinds of `a` elements.

use crate::page::{Page, PageView};
use debulha_dom::{NodeId, names};
use std::ops::Range;
use url::{Host, Url};

/// Where a link leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// To the same site: a relative address, or a host with the same registrable domain as the page.
    Internal,
    /// To another site.
    External,
    /// To a place on the page itself.
    Fragment,
    /// To a mail program: `mailto:`.
    Mail,
    /// To a telephone: `tel:`, `sms:`, `callto:`.
    Phone,
    /// To a program of the page: `javascript:`, `vbscript:`.
    Script,
    /// To anything else; also an absolute address on a page whose own address is unknown, and a broken one.
    Other,
}

/// A link of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The `a` element.
    pub node: NodeId,
    /// Where it leads.
    pub kind: LinkKind,
}

/// The `a` elements with `href`, hidden ones too, in document order.
#[derive(Debug)]
pub struct Links {
    all: Vec<Link>,
}

impl Links {
    /// One pass. O(nodes + bytes of the addresses): no address is ever joined to the page's.
    pub fn compute(page: &Page<'_>) -> Self {
        let (doc, here) = (page.document(), Here::new(page));
        let all = doc
            .elements_named(names::A)
            .filter_map(|node| Some(Link { node, kind: here.kind(doc.attribute(node, names::HREF)?) }))
            .collect();
        Links { all }
    }

    /// All links.
    pub fn all(&self) -> &[Link] {
        &self.all
    }

    /// The links with ids in a range, such as a subtree. O(log links).
    pub fn range(&self, range: Range<u32>) -> &[Link] {
        let start = self.all.partition_point(|link| link.node.0 < range.start);
        let len = self.all[start..].partition_point(|link| link.node.0 < range.end);
        &self.all[start..start + len]
    }

    /// Where an `a` element leads; `None` without `href`. O(log links).
    pub fn kind(&self, node: NodeId) -> Option<LinkKind> {
        let at = self.all.binary_search_by_key(&node, |link| link.node).ok()?;
        Some(self.all[at].kind)
    }
}

/// What is known of the page's own place.
struct Here {
    /// The page's address without its fragment.
    page: Option<String>,
    site: Option<LinkSite>,
    /// What a relative address means.
    relative: LinkKind,
}

impl Here {
    fn new(page: &Page<'_>) -> Self {
        let site = page.address().and_then(LinkSite::of);
        let base_site = page.base_address().and_then(LinkSite::of);
        let elsewhere = site.is_some() && base_site.is_some() && site != base_site;
        let page = page.address().cloned().map(|mut page| {
            page.set_fragment(None);
            page.into()
        });
        Here { page, site, relative: if elsewhere { LinkKind::External } else { LinkKind::Internal } }
    }

    fn kind(&self, href: &str) -> LinkKind {
        if href.trim_start().starts_with('#') {
            return LinkKind::Fragment;
        }
        let parsed = match Url::parse(href) {
            Err(url::ParseError::RelativeUrlWithoutBase) => match parse_absolute(href) {
                Some(url) => url,
                None if starts_with_slashes(href) => return LinkKind::Other,
                None => return self.relative,
            },
            Err(_) => return LinkKind::Other,
            Ok(url) => url,
        };
        match parsed.scheme() {
            "http" | "https" if self.leads_here(&parsed) => LinkKind::Fragment,
            "http" | "https" => match (&self.site, LinkSite::of(&parsed)) {
                (Some(here), Some(there)) if *here == there => LinkKind::Internal,
                (Some(_), Some(_)) => LinkKind::External,
                _ => LinkKind::Other,
            },
            "mailto" => LinkKind::Mail,
            "tel" | "sms" | "callto" => LinkKind::Phone,
            "javascript" | "vbscript" => LinkKind::Script,
            _ => LinkKind::Other,
        }
    }

    /// Whether an address is the page's own with a fragment.
    fn leads_here(&self, url: &Url) -> bool {
        let without_fragment = url.as_str().split('#').next();
        url.fragment().is_some() && self.page.as_deref() == without_fragment
    }
}

fn starts_with_slashes(href: &str) -> bool {
    let mut signs = href.trim_start().chars();
    let mut slash = || matches!(signs.next(), Some('/' | '\\'));
    slash() && slash()
}

/// Reads an address with a host; one that begins with `//` gets a scheme, since only the host matters here.
fn parse_absolute(href: &str) -> Option<Url> {
    if starts_with_slashes(href) {
        Url::parse(&format!("https:{}", href.trim_start())).ok()
    } else {
        Url::parse(href).ok()
    }
}

/// A site: hosts under one registrable domain, or one numeric or unregistered host.
#[derive(PartialEq, Eq)]
pub(super) struct LinkSite(String);

impl LinkSite {
    /// The site of an address; `None` without a host.
    pub(super) fn of(url: &Url) -> Option<LinkSite> {
        let name = match url.host()? {
            Host::Domain(host) => {
                let host = host.trim_end_matches('.');
                psl::domain_str(host).unwrap_or(host).to_owned()
            }
            address => address.to_string(),
        };
        Some(LinkSite(name))
    }
}

/// The registrable domain of an address by the Public Suffix List, such as `example.co.uk`; the host itself where it is
/// numeric or unregistered, `None` where there is none.
pub fn registrable_domain(url: &Url) -> Option<String> {
    LinkSite::of(url).map(|site| site.0)
}

impl Page<'_> {
    /// Where the page's links lead.
    pub fn links(&self) -> &Links {
        self.view(PageView::Links, || Links::compute(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::PageOptions;
    use debulha_dom::{Limits, parse};

    const I: LinkKind = LinkKind::Internal;
    const E: LinkKind = LinkKind::External;
    const F: LinkKind = LinkKind::Fragment;
    const M: LinkKind = LinkKind::Mail;
    const P: LinkKind = LinkKind::Phone;
    const S: LinkKind = LinkKind::Script;
    const O: LinkKind = LinkKind::Other;

    fn kinds(url: Option<&str>, base: &str, hrefs: &[&str]) -> Vec<LinkKind> {
        let links: Vec<String> = hrefs.iter().map(|href| format!("<a href='{href}'>x</a>")).collect();
        let doc = parse(&format!("{base}<a>no link</a>{}", links.concat()), &Limits::default()).document;
        let page = Page::with_options(&doc, url, PageOptions::default());
        Links::compute(&page).all().iter().map(|link| link.kind).collect()
    }

    #[test]
    fn hosts_of_one_registrable_domain_are_one_site() {
        let hrefs = [
            "https://www.shop.co.uk/a",
            "//img.shop.co.uk/b",
            "http://other.co.uk",
            "https://co.uk/",
            "/c",
            "?page=2",
            "",
        ];
        assert_eq!(kinds(Some("https://news.shop.co.uk/x?y"), "", &hrefs), [I, I, E, E, I, I, I]);
    }

    #[test]
    fn schemes_and_fragments_have_their_kinds() {
        let hrefs = [
            "#top",
            " https://a.org/p#s",
            "mailto:x@a.org",
            "tel:+1",
            " JavaScript:void(0)",
            "java\nscript:f()",
            "ftp://a.org/",
            "https://[broken",
            "//",
        ];
        assert_eq!(kinds(Some("https://a.org/p#here"), "", &hrefs), [F, F, M, P, S, S, O, O, O]);
    }

    #[test]
    fn numeric_and_local_hosts_are_compared_whole() {
        let hrefs = ["http://10.0.0.1/", "http://10.1.0.1/", "http://localhost/"];
        assert_eq!(kinds(Some("http://10.0.0.1:8080/x"), "", &hrefs), [I, E, E]);
        assert_eq!(kinds(Some("http://localhost:80/x"), "", &hrefs), [E, E, I]);
    }

    #[test]
    fn nothing_is_guessed_on_a_page_of_unknown_address() {
        assert_eq!(kinds(None, "", &["https://a.org/", "b"]), [O, I]);
    }

    #[test]
    fn a_base_on_another_site_moves_relative_links_there() {
        let url = Some("https://a.org/");
        assert_eq!(kinds(url, "<base href='//b.org/'>", &["x", "#x", "https://a.org/y"]), [E, F, I]);
        assert_eq!(kinds(url, "<base href='/sub/'>", &["x"]), [I]);
    }

    #[test]
    fn links_are_found_by_node_and_range() {
        let doc = parse("<p><a href=x>1</a><p><a>2</a><a href=mailto:y>3</a>", &Limits::default()).document;
        let links = Links::compute(&Page::new(&doc));
        let p = doc.elements_named(names::P).nth(1).expect("p");
        let inside = links.range(p.0..doc.subtree_end(p));
        assert_eq!(inside.len(), 1);
        assert_eq!(links.kind(inside[0].node), Some(LinkKind::Mail));
        assert_eq!(links.kind(p), None);
    }
}
