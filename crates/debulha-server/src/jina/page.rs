//! The answer, as text and as data.

use super::options::{LinkList, ReaderForm, ReaderOptions};
use crate::account::account;
use crate::addresses::{NamedAddress, images, links};
use debulha::{Extraction, Format, WriteOptions};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::fmt::Write as _;

/// An answer.
pub(super) enum ReaderAnswer {
    /// As data.
    Json(Value),
    /// As text.
    Text(String),
}

/// Writes the whole page, or the content of the parts that count.
pub(super) fn write(
    whole: &Extraction,
    parts: &Extraction,
    options: &ReaderOptions,
    is_json: bool,
) -> ReaderAnswer {
    let images_kept = options.retains_images;
    let shown = WriteOptions { images: images_kept, ..WriteOptions::with_links_and_images() };
    let (name, body) = match options.form {
        ReaderForm::Content | ReaderForm::Markdown => ("content", parts.render(Format::Markdown, &shown)),
        ReaderForm::Html => ("html", parts.document().source().to_owned()),
        ReaderForm::Text => ("text", parts.render(Format::Text, &WriteOptions::default())),
    };
    let found = ReaderFindings::of(whole, options);
    if is_json {
        return ReaderAnswer::Json(data(whole, parts, &found, (name, body)));
    }
    ReaderAnswer::Text(if options.form == ReaderForm::Content { text(whole, &found, &body) } else { body })
}

/// What the page says of itself, and its lists.
struct ReaderFindings {
    title: String,
    description: Option<String>,
    published: Option<String>,
    url: String,
    links: Option<Vec<NamedAddress>>,
    images: Option<Vec<NamedAddress>>,
}

impl ReaderFindings {
    fn of(whole: &Extraction, options: &ReaderOptions) -> Self {
        let (metadata, page) = (whole.metadata(), whole.page());
        let links = match options.links {
            LinkList::None => None,
            LinkList::Once => Some(once(links(&page))),
            LinkList::All => Some(links(&page)),
        };
        let of = |field: Option<&str>| field.map(str::to_owned);
        ReaderFindings {
            title: of(metadata.title.value()).unwrap_or_default(),
            description: of(metadata.description.value()),
            published: of(metadata.published.value()),
            url: whole.url.clone().unwrap_or_default(),
            links,
            images: options
                .images
                .then(|| once(images(&page)).into_iter().enumerate().map(numbered).collect()),
        }
    }
}

fn once(all: Vec<NamedAddress>) -> Vec<NamedAddress> {
    let mut seen = HashSet::new();
    all.into_iter().filter(|address| seen.insert(address.url.clone())).collect()
}

/// Images are called `Image 1: a field`.
fn numbered((at, image): (usize, NamedAddress)) -> NamedAddress {
    let number = at + 1;
    let name = if image.name.is_empty() {
        format!("Image {number}")
    } else {
        format!("Image {number}: {}", image.name)
    };
    NamedAddress { name, ..image }
}

fn data(
    whole: &Extraction,
    parts: &Extraction,
    found: &ReaderFindings,
    (name, body): (&str, String),
) -> Value {
    let mut data = Map::new();
    data.insert("title".to_owned(), json!(found.title));
    data.insert("description".to_owned(), json!(found.description.as_deref().unwrap_or_default()));
    data.insert("url".to_owned(), json!(found.url));
    data.insert(name.to_owned(), Value::String(body));
    if let Some(published) = &found.published {
        data.insert("publishedTime".to_owned(), json!(published));
    }
    let by_name = |list: &Vec<NamedAddress>| {
        list.iter().map(|one| (one.name.clone(), json!(one.url))).collect::<Map<_, _>>()
    };
    if let Some(images) = &found.images {
        data.insert("images".to_owned(), by_name(images).into());
    }
    if let Some(links) = &found.links {
        data.insert("links".to_owned(), by_name(links).into());
    }
    if !whole.warnings.is_empty() {
        let warnings: Vec<String> = whole.warnings.iter().map(ToString::to_string).collect();
        data.insert("warning".to_owned(), json!(warnings.join("; ")));
    }
    data.insert("debulha".to_owned(), account(parts));
    Value::Object(data)
}

fn text(whole: &Extraction, found: &ReaderFindings, content: &str) -> String {
    let mut text = format!("Title: {}\n\nURL Source: {}\n\n", found.title, found.url);
    if let Some(published) = &found.published {
        let _ = write!(text, "Published Time: {published}\n\n");
    }
    for warning in &whole.warnings {
        let _ = write!(text, "Warning: {warning}\n\n");
    }
    let _ = writeln!(text, "Markdown Content:\n{content}");
    if let Some(images) = &found.images {
        list(&mut text, "Images", images, "!", "images");
    }
    if let Some(links) = &found.links {
        list(&mut text, "Links/Buttons", links, "", "buttons/links");
    }
    text
}

fn list(text: &mut String, title: &str, all: &[NamedAddress], mark: &str, none: &str) {
    let _ = writeln!(text, "\n{title}:");
    if all.is_empty() {
        let _ = writeln!(text, "This page does not seem to contain any {none}.");
    }
    for NamedAddress { name, url } in all {
        let _ = writeln!(text, "- {mark}[{name}]({url})");
    }
}
