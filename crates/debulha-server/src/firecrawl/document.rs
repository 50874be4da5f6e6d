//! The answer: a page in the formats that were requested.

use super::options::{ScrapeFormat, ScrapeOptions};
use super::{Fields, ScrapeOrigin, metadata};
use crate::addresses::{NamedAddress, images, links};
use crate::problem::Problem;
use crate::selected::extract;
use crate::service::{GivenPage, Service};
use debulha::{Extraction, Format, Title, WriteOptions};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Makes the answer.
pub(super) async fn answer(
    service: &Service,
    page: GivenPage,
    options: ScrapeOptions,
    origin: ScrapeOrigin,
) -> Result<Value, Problem> {
    let ScrapeOptions { formats, only_main_content, selection, .. } = options;
    // Where parts are left out, the title of the metadata may be one of them.
    let title = if selection.is_all() { Title::Auto } else { Title::Page };
    extract(service, page, selection, only_main_content, move |whole, extraction| {
        write(whole, extraction, &formats, title, &origin)
    })
    .await
}

fn write(
    whole: &Extraction,
    extraction: &Extraction,
    formats: &[ScrapeFormat],
    title: Title,
    origin: &ScrapeOrigin,
) -> Value {
    let mut data = Fields::new();
    let options = WriteOptions { title, ..WriteOptions::with_links_and_images() };
    for format in formats {
        let (name, value) = match format {
            ScrapeFormat::Markdown => ("markdown", json!(extraction.render(Format::Markdown, &options))),
            ScrapeFormat::Html => ("html", json!(extraction.render(Format::Html, &options))),
            ScrapeFormat::RawHtml => ("rawHtml", json!(whole.document().source())),
            ScrapeFormat::Links => ("links", json!(once(links(&whole.page())))),
            ScrapeFormat::Images => ("images", json!(once(images(&whole.page())))),
        };
        data.insert(name.to_owned(), value);
    }
    if !extraction.warnings.is_empty() {
        let warnings: Vec<String> = extraction.warnings.iter().map(ToString::to_string).collect();
        data.insert("warning".to_owned(), json!(warnings.join("; ")));
    }
    data.insert("metadata".to_owned(), metadata::fields(whole, extraction, origin));
    Value::Object(data)
}

/// The addresses, each once.
fn once(all: Vec<NamedAddress>) -> Vec<String> {
    let mut seen = HashSet::new();
    all.into_iter().map(|address| address.url).filter(|url| seen.insert(url.clone())).collect()
}
