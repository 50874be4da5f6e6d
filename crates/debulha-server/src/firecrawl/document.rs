//! The answer: a page in the formats that were asked for.

use super::options::{ScrapeFormat, ScrapeOptions};
use super::{Fields, ScrapeOrigin, metadata};
use crate::addresses::{NamedAddress, images, links};
use crate::problem::Problem;
use crate::selected::extract;
use crate::service::{GivenPage, Service};
use debulha::{Extraction, WriteOptions};
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
    extract(service, page, selection, only_main_content, move |whole, extraction| {
        write(whole, extraction, &formats, &origin)
    })
    .await
}

fn write(
    whole: &Extraction,
    extraction: &Extraction,
    formats: &[ScrapeFormat],
    origin: &ScrapeOrigin,
) -> Value {
    let mut data = Fields::new();
    for format in formats {
        let (name, value) = match format {
            ScrapeFormat::Markdown => ("markdown", json!(extraction.markdown())),
            ScrapeFormat::Html => {
                let options = WriteOptions::with_links_and_images();
                ("html", json!(extraction.render(debulha::Format::Html, &options)))
            }
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
