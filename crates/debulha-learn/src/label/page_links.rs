//! Which links of a page lead to other pages of its list or article, as people labelled them by CSS selectors.

use debulha_core::Page;
use debulha_core::features::pagination::{LinkClass, PaginationCandidates};
use debulha_dom::select::{Matcher, Selector};
use debulha_dom::{Document, NodeId, names};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use thiserror::Error;

/// CSS selectors of the links of a page, a list for each class; empty where the page has no such link. `None` where nobody
/// labelled the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct LinkSelectors {
    /// Links to the page before.
    #[serde(default, deserialize_with = "text")]
    pub prev: Option<String>,
    /// Links to pages by their numbers.
    #[serde(default, deserialize_with = "text")]
    pub page: Option<String>,
    /// Links to the next page.
    #[serde(default, deserialize_with = "text")]
    pub next: Option<String>,
    /// Links to the first page.
    #[serde(default, deserialize_with = "text")]
    pub first: Option<String>,
    /// Links to the last page.
    #[serde(default, deserialize_with = "text")]
    pub last: Option<String>,
    /// `1` where the page was not saved whole and is no example.
    #[serde(default, deserialize_with = "text")]
    pub failed: Option<String>,
}

/// Text; of anything else, which other corpora may have under these names, nothing.
fn text<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    Ok(serde_json::Value::deserialize(value)?.as_str().map(|text| text.trim().to_owned()))
}

/// A selector that cannot be read.
#[derive(Debug, Error)]
#[error("the selector `{selector}` of class {class}: {source}")]
pub struct BadSelector {
    /// The selector.
    selector: String,
    /// The class of links.
    class: &'static str,
    /// Why.
    source: debulha_dom::select::SelectorError,
}

impl LinkSelectors {
    /// Whether somebody labelled the page, and it is whole.
    pub fn is_labelled(&self) -> bool {
        self.next.is_some() && self.failed.as_deref().unwrap_or_default().is_empty()
    }

    /// The selectors in the order in which they count where several fit one link: the rarer class first.
    fn by_class(&self) -> [(LinkClass, &Option<String>); 5] {
        [
            (LinkClass::Next, &self.next),
            (LinkClass::Previous, &self.prev),
            (LinkClass::First, &self.first),
            (LinkClass::Last, &self.last),
            (LinkClass::Page, &self.page),
        ]
    }

    /// The class of each link, in the order of the candidates. A selector may name the `a` element, one inside, or one around
    /// that holds it.
    ///
    /// # Errors
    /// A selector that cannot be read.
    pub fn classes(
        &self,
        page: &Page<'_>,
        links: &PaginationCandidates,
    ) -> Result<Vec<LinkClass>, BadSelector> {
        let doc = page.document();
        let mut matcher = Matcher::new(doc);
        let mut found: BTreeMap<NodeId, LinkClass> = BTreeMap::new();
        for (class, selector) in self.by_class() {
            let Some(selector) = selector.as_deref().filter(|text| !text.is_empty()) else { continue };
            let parsed = Selector::parse(selector).map_err(|source| BadSelector {
                selector: selector.to_owned(),
                class: class.name(),
                source,
            })?;
            for node in matcher.select(&parsed) {
                for link in links_of(doc, node) {
                    found.entry(link).or_insert(class);
                }
            }
        }
        let class = |node| found.get(&node).copied().unwrap_or(LinkClass::Other);
        Ok(links.links.iter().map(|link| class(link.node)).collect())
    }
}

/// The element itself if it is a link, or else those within, or else the one around.
fn links_of(doc: &Document, node: NodeId) -> Vec<NodeId> {
    if doc.name(node) == names::A {
        return vec![node];
    }
    let within: Vec<NodeId> = doc.descendants(node).filter(|&inside| doc.name(inside) == names::A).collect();
    if !within.is_empty() {
        return within;
    }
    doc.ancestors(node).find(|&around| doc.name(around) == names::A).into_iter().collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn selectors_name_links_and_what_is_inside_or_around() {
        let html = "<ul><li class=p><a href=1>1</a><li class=p><a href=2>2</a><li><a href=3><b class=n>›</b></a></ul><a href=x>x</a>";
        let parsed = parse(html, &Limits::default());
        let page = Page::new(&parsed.document);
        let selectors = LinkSelectors {
            page: Some(".p , a:nth-child(9)".to_owned()),
            next: Some(".n".to_owned()),
            ..LinkSelectors::default()
        };
        assert!(selectors.is_labelled() && !LinkSelectors::default().is_labelled());
        let classes = selectors.classes(&page, &PaginationCandidates::of(&page)).unwrap();
        assert_eq!(classes, [LinkClass::Page, LinkClass::Page, LinkClass::Next, LinkClass::Other]);
        let broken = LinkSelectors { next: Some("a[".to_owned()), ..LinkSelectors::default() };
        let error = broken.classes(&page, &PaginationCandidates::of(&page)).unwrap_err().to_string();
        assert!(error.contains("`a[` of class next"), "{error}");
    }

    #[test]
    fn other_values_under_these_names_are_passed_over() {
        let read: LinkSelectors =
            serde_json::from_str(r#"{"page": 3, "next": " .n ", "failed": ""}"#).unwrap();
        assert_eq!((read.page, read.next.as_deref()), (None, Some(".n")));
    }
}
