//! What a page says of itself, under the names of Firecrawl.

use super::{Fields, ScrapeOrigin};
use crate::account::account;
use debulha::{Extraction, Page};
use debulha_dom::names;
use serde_json::{Value, json};

/// Characters of a value of a `meta` element.
const MAX_CHARS: usize = 2_000;

/// Names of `meta` elements, in lower case, and of fields.
const FIELDS: [(&str, &str); 27] = [
    ("keywords", "keywords"),
    ("robots", "robots"),
    ("og:title", "ogTitle"),
    ("og:description", "ogDescription"),
    ("og:url", "ogUrl"),
    ("og:image", "ogImage"),
    ("og:audio", "ogAudio"),
    ("og:determiner", "ogDeterminer"),
    ("og:locale", "ogLocale"),
    ("og:site_name", "ogSiteName"),
    ("og:video", "ogVideo"),
    ("article:section", "articleSection"),
    ("article:tag", "articleTag"),
    ("article:published_time", "publishedTime"),
    ("article:modified_time", "modifiedTime"),
    ("dcterms.created", "dcTermsCreated"),
    ("dc.date.created", "dcDateCreated"),
    ("dc.date", "dcDate"),
    ("dcterms.type", "dcTermsType"),
    ("dc.type", "dcType"),
    ("dcterms.audience", "dcTermsAudience"),
    ("dcterms.subject", "dcTermsSubject"),
    ("dc.subject", "dcSubject"),
    ("dc.description", "dcDescription"),
    ("dcterms.keywords", "dcTermsKeywords"),
    ("generator", "generator"),
    ("viewport", "viewport"),
];

/// The metadata of a page, and under `debulha` what was made of it. `whole` is the page, `extraction` what was made of the parts that count.
pub(super) fn fields(whole: &Extraction, extraction: &Extraction, origin: &ScrapeOrigin) -> Value {
    let page = whole.page();
    let mut fields = stated(&page);
    let metadata = whole.metadata();
    let read = [
        ("title", metadata.title.value()),
        ("description", metadata.description.value()),
        ("language", metadata.language.value().or(whole.content.language.as_deref())),
        ("publishedTime", metadata.published.value()),
        ("modifiedTime", metadata.modified.value()),
        ("url", whole.url.as_deref()),
        ("sourceURL", origin.url.as_deref().or(whole.url.as_deref())),
    ];
    for (name, value) in read {
        if let Some(value) = value {
            fields.insert(name.to_owned(), json!(value));
        }
    }
    if let Some(icon) = favicon(&page) {
        fields.insert("favicon".to_owned(), Value::String(icon));
    }
    fields.insert("statusCode".to_owned(), json!(origin.status));
    fields.insert("debulha".to_owned(), account(extraction));
    Value::Object(fields)
}

/// The `meta` elements that have a field, the first of each name.
fn stated(page: &Page<'_>) -> Fields {
    let doc = page.document();
    let mut fields = Fields::new();
    for meta in doc.elements_named(names::META) {
        let name = doc.attribute(meta, names::PROPERTY).or_else(|| doc.attribute(meta, names::NAME));
        let found =
            name.and_then(|name| FIELDS.iter().find(|(known, _)| name.trim().eq_ignore_ascii_case(known)));
        let (Some((_, field)), Some(value)) = (found, doc.attribute(meta, names::CONTENT)) else { continue };
        if !fields.contains_key(*field) {
            fields.insert((*field).to_owned(), Value::String(value.trim().chars().take(MAX_CHARS).collect()));
        }
    }
    fields
}

fn favicon(page: &Page<'_>) -> Option<String> {
    let doc = page.document();
    let is_icon = |rel: &str| rel.split_whitespace().any(|part| part.eq_ignore_ascii_case("icon"));
    let icon =
        doc.elements_named(names::LINK).find(|&link| doc.attribute(link, names::REL).is_some_and(is_icon))?;
    let href = doc.attribute(icon, names::HREF)?.trim();
    page.base_address()?
        .join(href)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))
        .map(Into::into)
}
