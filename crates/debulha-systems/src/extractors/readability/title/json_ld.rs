//! Title and author of the first article that the page describes in JSON-LD.

use super::{similarity, title_of_document, words};
use debulha_dom::{Document, names};
use serde_json::Value;

/// Least similarity of a name or headline to the page's title for it to be the article's.
const MIN_SIMILARITY: f64 = 0.75;

/// Parts of the names of articles' types, each wherever it occurs; those that contain another are left out.
const TYPES: [&str; 9] = [
    "AdvertiserContentArticle",
    "NewsArticle",
    "Report",
    "SatiricalArticle",
    "ScholarlyArticle",
    "SocialMediaPosting",
    "BlogPosting",
    "DiscussionForumPosting",
    "TechArticle",
];

#[derive(Debug, Default)]
pub(super) struct Linked {
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
}

/// Reads scripts until one describes an article. O(bytes).
pub(super) fn read(doc: &Document) -> Linked {
    doc.elements_named(names::SCRIPT)
        .filter(|&script| doc.attribute(script, names::TYPE) == Some("application/ld+json"))
        .find_map(|script| {
            let text = doc.text_content(script);
            let text = text.trim_start();
            let text = text.strip_prefix("<![CDATA[").unwrap_or(text).trim_end();
            let value = serde_json::from_str(text.strip_suffix("]]>").unwrap_or(text)).ok()?;
            Some(describe(doc, &article(value)?))
        })
        .unwrap_or_default()
}

/// The article in a value. What has an unreadable type before it is not found: the program stops there.
fn article(value: Value) -> Option<Value> {
    let mut found = match value {
        Value::Array(items) => first_article(items)?,
        value => value,
    };
    let context = found.get("@context")?;
    if !is_schema_org(context.as_str().or_else(|| context.get("@vocab")?.as_str())?) {
        return None;
    }
    if found.get("@type").is_none()
        && let Some(Value::Array(items)) = found.get_mut("@graph")
    {
        found = first_article(std::mem::take(items))?;
    }
    is_article_type(found.get("@type")?.as_str()?).then_some(found)
}

fn first_article(items: Vec<Value>) -> Option<Value> {
    for item in items {
        match item.get("@type") {
            Some(Value::String(name)) if is_article_type(name) => return Some(item),
            None | Some(Value::String(_)) => {}
            Some(_) => return None,
        }
    }
    None
}

fn is_schema_org(vocabulary: &str) -> bool {
    let host = vocabulary.strip_prefix("https://").or_else(|| vocabulary.strip_prefix("http://"));
    matches!(host, Some("schema.org" | "schema.org/"))
}

fn is_article_type(name: &str) -> bool {
    name.starts_with("Article")
        || name.ends_with("APIReference")
        || TYPES.iter().any(|part| name.contains(part))
}

fn describe(doc: &Document, article: &Value) -> Linked {
    let text = |key: &str| article.get(key).and_then(Value::as_str);
    let title = match (text("name"), text("headline")) {
        (Some(name), Some(headline)) if name != headline => {
            let mut title = words(&title_of_document(doc));
            title.sort_unstable();
            let is_like = |text: &str| {
                let mut known = words(text);
                known.sort_unstable();
                similarity(&known, &title) > MIN_SIMILARITY
            };
            Some(if is_like(headline) && !is_like(name) { headline } else { name })
        }
        (name, headline) => name.or(headline),
    };
    let author = article.get("author").and_then(|author| {
        let first = author.get("name").or_else(|| author.get(0)?.get("name"));
        first?.as_str()
    });
    Linked {
        title: title.map(|title| title.trim().to_owned()),
        author: author.map(|author| author.trim().to_owned()),
    }
}
