//! Structured data: things with properties, whether stated in JSON-LD, microdata or RDFa.

use crate::metadata::text::{clean, folded};
use debulha_dom::NodeId;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Maximum depth to which values inside values are followed: an array of objects with an array of names takes three.
/// References may go round.
const MAX_VALUE_DEPTH: usize = 4;

/// The notation that a thing was stated in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    JsonLd,
    Microdata,
    Rdfa,
}

impl Syntax {
    /// The first part of a candidate's source.
    pub(super) fn id(self) -> &'static str {
        match self {
            Syntax::JsonLd => "json-ld",
            Syntax::Microdata => "microdata",
            Syntax::Rdfa => "rdfa",
        }
    }
}

/// What a thing can tell about the page. The order is that of trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ItemRole {
    /// A text: `Article`, `BlogPosting` and the like.
    Article,
    /// Another work or offer that a page can be about: `Recipe`, `Product`, `Question`.
    Work,
    /// The page itself.
    WebPage,
    /// Properties on the page without a thing around them.
    Loose,
    /// The site, a person, a rating: nothing about the page's content.
    Other,
}

/// A thing with properties, each under its plain schema.org name.
#[derive(Debug, Clone)]
pub(super) struct DataItem {
    pub(super) syntax: Syntax,
    /// The element that states it.
    pub(super) node: NodeId,
    /// Names of types, without their vocabulary's address.
    pub(super) types: Vec<String>,
    pub(super) properties: Map<String, Value>,
    /// The elements that state its people and dates, in the order of these values; none in JSON-LD.
    pub(super) places: Vec<(String, NodeId)>,
}

impl DataItem {
    pub(super) fn role(&self) -> ItemRole {
        self.types.iter().map(|name| role_of(name)).min().unwrap_or(ItemRole::Loose)
    }

    pub(super) fn is_a(&self, name: &str) -> bool {
        self.types.iter().any(|have| have == name)
    }
}

fn role_of(name: &str) -> ItemRole {
    match name {
        _ if name.ends_with("Article") || name.ends_with("Posting") && name != "JobPosting" => {
            ItemRole::Article
        }
        "Report" | "HowTo" | "CreativeWork" | "Thesis" => ItemRole::Article,
        "Recipe"
        | "Product"
        | "ProductGroup"
        | "Question"
        | "VideoObject"
        | "AudioObject"
        | "Book"
        | "Movie"
        | "Event"
        | "Course"
        | "SoftwareApplication"
        | "MobileApplication"
        | "WebApplication"
        | "Service"
        | "JobPosting"
        | "Dataset"
        | "PodcastEpisode"
        | "TVEpisode"
        | "MusicRecording"
        | "MusicAlbum"
        | "Game"
        | "VideoGame"
        | "SoftwareSourceCode" => ItemRole::Work,
        _ if name.ends_with("Page") => ItemRole::WebPage,
        _ => ItemRole::Other,
    }
}

/// All things of a page, those about its content first.
#[derive(Debug, Default)]
pub(super) struct Items {
    items: Vec<DataItem>,
    by_id: HashMap<String, usize>,
}

impl Items {
    pub(super) fn push(&mut self, item: DataItem) {
        if let Some(id) = item.properties.get("@id").and_then(Value::as_str) {
            self.by_id.entry(id.to_owned()).or_insert(self.items.len());
        }
        self.items.push(item);
    }

    /// All things, in the order of the page.
    pub(super) fn all(&self) -> &[DataItem] {
        &self.items
    }

    /// The things that speak of this page: texts before other works before the page itself, and among equals those
    /// that state one of the page's addresses before those that state none. Things that state another address are
    /// left out, being teasers of other pages.
    pub(super) fn about(&self, addresses: &[String]) -> Vec<&DataItem> {
        // A page with one text is about it whatever address it states; a list of texts is about none of them.
        let count = |role: ItemRole| self.items.iter().filter(|item| item.role() == role).count();
        let (articles, works) = (count(ItemRole::Article), count(ItemRole::Work));
        let is_one_of_many = |role: ItemRole| match role {
            ItemRole::Article => articles > 1,
            ItemRole::Work => works > 1,
            _ => false,
        };
        let mut ranked: Vec<(ItemRole, bool, usize)> = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            let role = item.role();
            let stated = self.addresses(item);
            let matches = stated.iter().any(|url| addresses.contains(&plain_address(url)));
            // Templates often state the site's home page.
            let is_page = |url: &String| plain_address(url).contains('/');
            let elsewhere = !matches && stated.iter().any(is_page) && !addresses.is_empty();
            if role < ItemRole::Other && !(elsewhere && is_one_of_many(role)) {
                ranked.push((role, !matches, index));
            }
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, _, index)| &self.items[index]).collect()
    }

    fn addresses(&self, item: &DataItem) -> Vec<String> {
        ["url", "mainEntityOfPage"]
            .iter()
            .filter_map(|key| item.properties.get(*key))
            .flat_map(|v| self.urls(v))
            .collect()
    }

    /// Texts of a property: strings, numbers, names of objects.
    pub(super) fn texts(&self, item: &DataItem, key: &str) -> Vec<String> {
        item.properties.get(key).map(|value| self.texts_at(value)).unwrap_or_default()
    }

    /// Texts of a property's value.
    pub(super) fn texts_at(&self, value: &Value) -> Vec<String> {
        self.strings(value, &["@value", "name"])
    }

    /// Addresses of a property: strings, or where objects have theirs.
    pub(super) fn links(&self, item: &DataItem, key: &str) -> Vec<String> {
        item.properties.get(key).map(|value| self.urls(value)).unwrap_or_default()
    }

    /// Addresses of a property's value.
    pub(super) fn links_at(&self, value: &Value) -> Vec<String> {
        self.urls(value)
    }

    fn urls(&self, value: &Value) -> Vec<String> {
        self.strings(value, &["contentUrl", "url", "@id"])
    }

    /// The strings at a value: itself, those of its elements, or the first of `keys` that an object has.
    fn strings(&self, value: &Value, keys: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        let mut pending = vec![(value, 0)];
        while let Some((value, depth)) = pending.pop() {
            match value {
                Value::String(text) => {
                    let text = clean(text);
                    if !text.is_empty() {
                        found.push(text);
                    }
                }
                Value::Number(number) => found.push(number.to_string()),
                _ if depth == MAX_VALUE_DEPTH => {}
                Value::Array(values) => pending.extend(values.iter().rev().map(|v| (v, depth + 1))),
                Value::Object(object) => {
                    let object = self.resolve(object, keys);
                    if let Some(value) = keys.iter().find_map(|key| object.get(*key)) {
                        pending.push((value, depth + 1));
                    } else if let Some(name) = full_name(object) {
                        found.push(name);
                    }
                }
                Value::Null | Value::Bool(_) => {}
            }
        }
        found
    }

    /// Whether a value is a company, an editorial staff or the like.
    pub(super) fn is_organisation(&self, value: &Value) -> bool {
        let Value::Object(object) = value else { return false };
        let says =
            |name: &str| local_name(name).ends_with("Organization") || local_name(name) == "Corporation";
        let types = match object.get("@type") {
            Some(Value::Array(names)) => names.as_slice(),
            Some(name) => std::slice::from_ref(name),
            None => &[],
        };
        let id = object.get("@id").and_then(Value::as_str);
        let referred = id.and_then(|id| self.by_id.get(id)).map(|&index| &self.items[index].types);
        types.iter().filter_map(Value::as_str).any(says)
            || referred.is_some_and(|types| types.iter().any(|t| says(t)))
    }

    /// The object that another one only refers to; itself where it has more to say.
    pub(super) fn referred<'a>(&'a self, object: &'a Map<String, Value>) -> &'a Map<String, Value> {
        if object.len() == 1 { self.resolve(object, &["@id"]) } else { object }
    }

    /// An object that only refers to a thing is that thing.
    fn resolve<'a>(&'a self, object: &'a Map<String, Value>, keys: &[&str]) -> &'a Map<String, Value> {
        if keys.iter().any(|key| *key != "@id" && object.contains_key(*key)) {
            return object;
        }
        let id = object.get("@id").and_then(Value::as_str);
        id.and_then(|id| self.by_id.get(id)).map_or(object, |&index| &self.items[index].properties)
    }
}

fn full_name(object: &Map<String, Value>) -> Option<String> {
    let given = object.get("givenName").and_then(Value::as_str)?;
    let family = object.get("familyName").and_then(Value::as_str)?;
    Some(clean(&format!("{given} {family}")))
}

/// An address without what often differs between spellings of one: scheme, `www.`, query, fragment, last slash.
pub(super) fn plain_address(url: &str) -> String {
    let url = url.trim();
    let url = url.split_once("://").map_or(url, |(_, rest)| rest);
    let url = url.strip_prefix("www.").unwrap_or(url);
    let end = url.find(['?', '#']).unwrap_or(url.len());
    url[..end].trim_end_matches('/').to_lowercase()
}

/// The last part of a type's or property's name: `http://schema.org/Article` and `schema:Article` are `Article`.
pub(super) fn local_name(name: &str) -> &str {
    let name = name.trim().trim_end_matches('/');
    // A JSON-LD keyword (`@id`) has no vocabulary.
    name.rsplit(['/', '#', ':']).next().unwrap_or(name)
}

/// Whether two texts say the same, case and punctuation aside.
pub(crate) fn same(a: &str, b: &str) -> bool {
    folded(a) == folded(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_followed_to_a_depth() {
        for (levels, is_read) in [(MAX_VALUE_DEPTH, true), (MAX_VALUE_DEPTH + 1, false)] {
            let value = (0..levels).fold(Value::from("a"), |inner, _| Value::from(vec![inner]));
            assert_eq!(!Items::default().texts_at(&value).is_empty(), is_read, "{levels}");
        }
    }
}
