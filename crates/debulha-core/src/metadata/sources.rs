//! Everything the page declares, gathered once for all fields.

use crate::metadata::Candidate;
use crate::metadata::items::{DataItem, ItemRole, Items, Syntax, plain_address};
use crate::metadata::meta::MetaTags;
use crate::metadata::surroundings::Surroundings;
use crate::metadata::{json_ld, microdata};
use crate::page::Page;
use debulha_dom::NodeId;
use serde_json::Value;
use url::Url;

/// What stands in the page for programs.
pub(super) struct DeclaredMetadata<'d> {
    meta: MetaTags<'d>,
    items: Items,
}

impl<'d> DeclaredMetadata<'d> {
    /// O(nodes + declared values).
    pub(super) fn collect(page: &Page<'d>) -> Self {
        let doc = page.document();
        let mut items = Items::default();
        json_ld::collect(doc, &mut items);
        microdata::collect(doc, &mut items);
        DeclaredMetadata { meta: MetaTags::collect(doc), items }
    }
}

/// A page with what it declares, as the fields look at it.
pub(super) struct MetadataSources<'a, 'd> {
    pub(super) page: &'a Page<'d>,
    pub(super) meta: &'a MetaTags<'d>,
    pub(super) items: &'a Items,
    /// The things that speak of this page, the most telling first.
    pub(super) about: Vec<&'a DataItem>,
    /// What relative addresses are relative to.
    base: Option<&'a Url>,
}

impl<'a, 'd> MetadataSources<'a, 'd> {
    pub(super) fn new(page: &'a Page<'d>, declared: &'a DeclaredMetadata<'d>) -> Self {
        let base = page.base_address();
        let (meta, items) = (&declared.meta, &declared.items);
        let mut sources = MetadataSources { page, meta, items, about: Vec::new(), base };
        sources.about = items.about(&sources.addresses());
        sources
    }

    /// The addresses under which the page goes, in plain form.
    pub(super) fn addresses(&self) -> Vec<String> {
        self.own_addresses()
            .filter_map(|address| self.absolute(address))
            .map(|address| plain_address(&address))
            .collect()
    }

    /// The host of the page's address, else of what the page says is its address.
    pub(super) fn host(&self) -> Option<String> {
        self.own_addresses().find_map(|address| Url::parse(address).ok()?.host_str().map(str::to_owned))
    }

    /// The page's address, and what the page says is its address, as they stand.
    pub(super) fn own_addresses(&self) -> impl Iterator<Item = &str> {
        let canonical = self.meta.relations("canonical").map(|link| link.href);
        self.page.url().into_iter().chain(canonical).chain(self.meta.first("og:url"))
    }

    /// An address as an absolute one where that can be known; `None` for what is no address of a resource.
    pub(super) fn absolute(&self, address: &str) -> Option<String> {
        let address = address.trim();
        let parsed = match self.base {
            Some(base) => base.join(address).ok(),
            None => Url::parse(address).ok(),
        };
        match parsed {
            Some(url) if matches!(url.scheme(), "http" | "https") => Some(url.into()),
            Some(_) => None,
            None => (self.base.is_none() && !address.is_empty()).then(|| address.to_owned()),
        }
    }

    /// The texts of a thing's properties as candidates.
    pub(super) fn texts_of_item(&self, item: &DataItem, keys: &[&str]) -> Vec<Candidate> {
        let of_key = |key: &&str| {
            let source = format!("{}:{key}", item.syntax.id());
            let texts = self.items.texts(item, key);
            texts.into_iter().map(move |value| Candidate::new(value, source.clone()))
        };
        keys.iter().flat_map(of_key).collect()
    }

    /// The things that speak of this page, without those in markup that belong to teasers: they stand in an aside, or are one
    /// of several texts and do not hold the main heading. O(things).
    pub(super) fn about_near(&self, surroundings: &Surroundings<'_, '_>) -> Vec<&'a DataItem> {
        let doc = self.page.document();
        let is_text = |item: &DataItem| item.syntax != Syntax::JsonLd && item.role() == ItemRole::Article;
        let has_heading =
            |item: &DataItem| surroundings.heading.is_some_and(|heading| doc.contains(item.node, heading));
        let is_one_of_many = self.about.iter().filter(|item| is_text(item)).count() > 1;
        let is_of_others = |item: &DataItem| {
            item.syntax != Syntax::JsonLd
                && (surroundings.is_aside(item.node) || is_one_of_many && is_text(item) && !has_heading(item))
        };
        self.about.iter().copied().filter(|item| !is_of_others(item)).collect()
    }

    /// The values of a thing's property, each with its texts as candidates and the element that states it.
    pub(super) fn placed_texts(
        &self,
        item: &'a DataItem,
        key: &str,
    ) -> Vec<(&'a Value, Option<NodeId>, Vec<Candidate>)> {
        let values = match item.properties.get(key) {
            Some(Value::Array(values)) => values.as_slice(),
            Some(value) => std::slice::from_ref(value),
            None => &[],
        };
        let mut places = item.places.iter().filter(|(name, _)| name == key).map(|&(_, node)| node);
        let source = format!("{}:{key}", item.syntax.id());
        let candidates = |value: &Value| {
            let texts = self.items.texts_at(value).into_iter();
            texts.map(|text| Candidate::new(text, source.clone())).collect()
        };
        values.iter().map(|value| (value, places.next(), candidates(value))).collect()
    }

    /// The addresses of a thing's properties as candidates, absolute.
    pub(super) fn links_of_item(&self, item: &DataItem, keys: &[&str]) -> Vec<Candidate> {
        let of_key = |key: &&str| {
            let source = format!("{}:{key}", item.syntax.id());
            let links = self.items.links(item, key);
            let links: Vec<String> = links.iter().filter_map(|link| self.absolute(link)).collect();
            links.into_iter().map(move |value| Candidate::new(value, source.clone()))
        };
        keys.iter().flat_map(of_key).collect()
    }

    /// Candidates that are addresses, made absolute; others are left out.
    pub(super) fn as_links(&self, candidates: impl IntoIterator<Item = Candidate>) -> Vec<Candidate> {
        let absolute = |c: Candidate| self.absolute(&c.value).map(|value| Candidate { value, ..c });
        candidates.into_iter().filter_map(absolute).collect()
    }
}
