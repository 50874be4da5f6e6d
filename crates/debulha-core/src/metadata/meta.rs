//! `meta` and `link` elements, whatever vocabulary and spelling they use.

use crate::metadata::text::clean;
use crate::metadata::{Candidate, MAX_CANDIDATES};
use debulha_dom::{Document, NodeId, names};
use rustc_hash::FxHashMap;

/// A `meta` element: each of its keys with its content.
#[derive(Debug)]
struct MetaTag {
    /// The key without case and punctuation: `og:title`, `DC.Title` become `ogtitle`, `dctitle`.
    key: String,
    value: String,
}

/// An element with a `rel`: `link` in the head, `a` in the text.
#[derive(Debug)]
pub(super) struct Relation<'d> {
    pub(super) node: NodeId,
    rel: &'d str,
    pub(super) href: &'d str,
    /// Whether it is an `a`, which has a text.
    pub(super) is_anchor: bool,
}

/// The `meta` elements and relations of a page in document order. Of each key, the first [`MAX_CANDIDATES`] values are kept, the maximum of
/// any field, so that the cost is linear in the number of elements.
#[derive(Debug, Default)]
pub(super) struct MetaTags<'d> {
    tags: Vec<MetaTag>,
    /// Occurrences of each key.
    met: FxHashMap<String, usize>,
    relations: Vec<Relation<'d>>,
}

impl<'d> MetaTags<'d> {
    /// O(nodes).
    pub(super) fn collect(doc: &'d Document) -> Self {
        let mut found = MetaTags::default();
        for node in doc.nodes() {
            match doc.name(node) {
                names::META => found.add_meta(doc, node),
                names::LINK | names::A => {
                    if let (Some(rel), Some(href)) =
                        (doc.attribute(node, names::REL), doc.attribute(node, names::HREF))
                    {
                        let is_anchor = doc.name(node) == names::A;
                        found.relations.push(Relation { node, rel, href: href.trim(), is_anchor });
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn add_meta(&mut self, doc: &Document, node: NodeId) {
        let content = doc.attribute(node, names::CONTENT).or_else(|| doc.attribute(node, names::VALUE));
        let value = clean(content.unwrap_or_default());
        if value.is_empty() {
            return;
        }
        for attribute in [names::PROPERTY, names::NAME, names::ITEMPROP, names::HTTP_EQUIV] {
            // RDFa allows several properties in one attribute.
            for key in doc.attribute(node, attribute).unwrap_or_default().split_ascii_whitespace() {
                let key = plain_key(key);
                let met = self.met.entry(key.clone()).or_default();
                *met += 1;
                if *met <= MAX_CANDIDATES {
                    self.tags.push(MetaTag { key, value: value.clone() });
                }
            }
        }
    }

    /// Every value of the given keys: all of the first key, then all of the second, and so on.
    pub(super) fn candidates<'a>(&'a self, keys: &'a [&'a str]) -> impl Iterator<Item = Candidate> + 'a {
        keys.iter().flat_map(move |key| {
            let plain = plain_key(key);
            self.tags
                .iter()
                .filter(move |tag| tag.key == plain)
                .map(move |tag| Candidate { value: tag.value.clone(), source: format!("meta:{key}") })
        })
    }

    /// The first value of a key.
    pub(super) fn first(&self, key: &str) -> Option<&str> {
        let plain = plain_key(key);
        self.tags.iter().find(|tag| tag.key == plain).map(|tag| tag.value.as_str())
    }

    /// The elements that have a token in their `rel`.
    pub(super) fn relations<'a>(&'a self, token: &'a str) -> impl Iterator<Item = &'a Relation<'d>> + 'a {
        self.relations.iter().filter(move |relation| relation.has(token))
    }

    /// All anchors with a `rel`, and all `link` elements.
    pub(super) fn all_relations(&self) -> &[Relation<'d>] {
        &self.relations
    }
}

impl Relation<'_> {
    /// Whether a token is among those of `rel`, case aside.
    pub(super) fn has(&self, token: &str) -> bool {
        self.rel.split_ascii_whitespace().any(|t| t.eq_ignore_ascii_case(token))
    }
}

fn plain_key(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn spellings_of_a_key_are_one() {
        let html =
            "<meta name='DC.Date.Issued' content=' 2024 '><meta property=article:published_time content=b>
            <meta itemprop=x property='og:title dc:title' content=c><meta name=empty content=''>";
        let doc = parse(html, &Limits::default()).document;
        let meta = MetaTags::collect(&doc);
        assert_eq!(meta.first("dc.date.issued"), Some("2024"));
        assert_eq!(meta.first("article:published-time"), Some("b"));
        assert_eq!(meta.first("empty"), None);
        let titles: Vec<_> = meta.candidates(&["dc.title", "og:title"]).map(|c| c.source).collect();
        assert_eq!(titles, ["meta:dc.title", "meta:og:title"]);
    }

    #[test]
    fn so_many_values_of_a_key_are_kept_at_most() {
        for count in [MAX_CANDIDATES, MAX_CANDIDATES + 1] {
            let html =
                "<meta name=title content=Rye>".repeat(count) + "<meta name=author content='A. Miller'>";
            let doc = parse(&html, &Limits::default()).document;
            let meta = MetaTags::collect(&doc);
            assert_eq!(meta.candidates(&["title", "author"]).count(), MAX_CANDIDATES + 1, "{count}");
        }
    }

    #[test]
    fn relations_have_tokens() {
        let doc = parse("<a rel='category TAG' href=' /x '>X</a>", &Limits::default()).document;
        let meta = MetaTags::collect(&doc);
        assert_eq!(meta.relations("tag").map(|r| r.href).collect::<Vec<_>>(), ["/x"]);
        assert_eq!(meta.relations("author").count(), 0);
    }
}
