//! The links and images of a whole page.

use debulha::Page;
use debulha_dom::{NameId, NodeId, names};
use url::Url;

/// Links and images of a page that are listed; of 3,012 saved pages none has as many.
const MOST: usize = 10_000;

/// Bytes of an address that is listed or resolved.
const MAX_BYTES: usize = 4_096;

/// Characters of the text of a link.
const MAX_CHARS: usize = 200;

/// An address with what the page calls it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedAddress {
    /// The text of the link, or the alternative text of the image.
    pub(crate) name: String,
    /// Where it leads: absolute.
    pub(crate) url: String,
}

/// Where the links of a page lead: to pages and mail boxes. O(nodes).
pub(crate) fn links(page: &Page<'_>) -> Vec<NamedAddress> {
    let doc = page.document();
    // Links may nest in broken markup; what is in another was read with it.
    let mut end = 0;
    let outermost = doc.elements_named(names::A).filter(|link| {
        let is_outermost = link.0 >= end;
        end = end.max(doc.subtree_end(*link));
        is_outermost
    });
    let name = |node| doc.text_content(node);
    list(page, outermost, names::HREF, &["http", "https", "mailto"], name)
}

/// The images of a page. O(nodes).
pub(crate) fn images(page: &Page<'_>) -> Vec<NamedAddress> {
    let doc = page.document();
    let name = |node| doc.attribute(node, names::ALT).unwrap_or_default().to_owned();
    list(page, doc.elements_named(names::IMG), names::SRC, &["http", "https"], name)
}

fn list(
    page: &Page<'_>,
    nodes: impl Iterator<Item = NodeId>,
    attribute: NameId,
    schemes: &[&str],
    name: impl Fn(NodeId) -> String,
) -> Vec<NamedAddress> {
    let doc = page.document();
    let base = page.base_address().filter(|base| base.as_str().len() <= MAX_BYTES);
    let address = |node: NodeId| {
        let given = doc.attribute(node, attribute).filter(|given| given.len() <= MAX_BYTES)?.trim();
        if given.is_empty() || given.starts_with('#') {
            return None;
        }
        let url = match base {
            Some(base) => base.join(given),
            None => Url::parse(given),
        };
        let url = url.ok().filter(|url| schemes.contains(&url.scheme()))?;
        Some(NamedAddress { name: folded(&name(node)), url: url.into() })
    };
    nodes.filter_map(address).take(MOST).collect()
}

fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha::evidence::Evidence;
    use debulha_dom::{Limits, parse};

    #[test]
    fn addresses_become_absolute_and_scripts_are_none() {
        let html =
            "<a href=/rye> Rye <b>bread</b></a><a href='javascript:x()'>No</a><a href='#top'>No</a><a>No</a>
            <a href='mailto:a@e.org'>Mail</a><img src=rye.png alt='A field'><img src='data:image/png,x'>";
        let doc = parse(html, &Limits::default()).document;
        let page =
            Page::with(&doc, Evidence::of_url(Some("https://e.org/a/b")), debulha::PageOptions::default());
        let shown = |all: Vec<NamedAddress>| {
            all.into_iter().map(|one| format!("{}|{}", one.name, one.url)).collect::<Vec<_>>()
        };
        assert_eq!(shown(links(&page)), ["Rye bread|https://e.org/rye", "Mail|mailto:a@e.org"]);
        assert_eq!(shown(images(&page)), ["A field|https://e.org/a/rye.png"]);
    }
}
