//! What trafilatura 2 calls the metadata, and its JSON object.

use super::{Format, WriteOptions, Written, render};
use crate::content::comments::Comment;
use crate::metadata::Metadata;
use serde::Serializer;
use serde::ser::SerializeMap;

/// Characters of a day in ISO 8601: trafilatura's dates have no time.
const DAY: usize = "2024-05-01".len();

/// Metadata as trafilatura has it: one author string, a day, a registered domain.
#[derive(Default)]
pub(super) struct TrafilaturaFields<'a> {
    pub(super) title: Option<&'a str>,
    /// Several are parted by `; `.
    pub(super) author: Option<String>,
    pub(super) url: Option<&'a str>,
    /// The registered domain of the address: `example.org` of `www.example.org`.
    pub(super) hostname: Option<String>,
    pub(super) description: Option<&'a str>,
    /// The name of the site, else its host without `www.`.
    pub(super) sitename: Option<String>,
    /// The day of publication, else that of the last change.
    pub(super) date: Option<&'a str>,
    pub(super) categories: &'a [String],
    pub(super) tags: &'a [String],
    pub(super) license: Option<&'a str>,
    /// The code of the language, without region and script.
    pub(super) language: Option<String>,
    pub(super) image: Option<&'a str>,
    pub(super) pagetype: Option<&'a str>,
}

impl<'a> TrafilaturaFields<'a> {
    pub(super) fn of(written: &'a Written<'_>, metadata: &'a Metadata) -> Self {
        let authors: Vec<&str> = metadata.authors.iter().map(|author| author.value.as_str()).collect();
        let url = written.address();
        let host = url.and_then(|url| url::Url::parse(url).ok()?.host_str().map(str::to_owned));
        let own_host = || Some(host.as_deref()?.trim_start_matches("www."));
        let sitename = metadata.site_name.value().or_else(own_host);
        let date = metadata.published.value().or(metadata.modified.value());
        let code = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        TrafilaturaFields {
            title: metadata.title.value(),
            author: (!authors.is_empty()).then(|| authors.join("; ")),
            url,
            hostname: host.as_deref().map(|host| psl::domain_str(host).unwrap_or(host).to_owned()),
            description: metadata.description.value(),
            sitename: sitename.map(str::to_owned),
            date: date.map(|date| date.get(..DAY).unwrap_or(date)),
            categories: &metadata.categories,
            tags: &metadata.tags,
            license: metadata.license.value(),
            language: written.language().map(code),
            image: metadata.image.value(),
            pagetype: metadata.page_type.value(),
        }
    }
}

/// Joined as trafilatura joins categories and tags.
pub(super) fn joined(list: &[String]) -> String {
    list.join(";")
}

/// The content as plain text, without front matter.
pub(super) fn text(written: &Written<'_>, options: &WriteOptions) -> String {
    render(Format::Text, written, &WriteOptions { metadata: false, ..options.clone() })
}

/// The texts of readers' comments, one below the other.
pub(super) fn comments(written: &Written<'_>) -> String {
    let texts: Vec<&str> = written.comments.iter().map(|Comment { text, .. }| text.as_str()).collect();
    texts.join("\n")
}

/// The object of a page: with metadata all fields of trafilatura in their order, without only text and comments.
///
/// `fingerprint`, `id` and `filedate` are null: the first is a hash of a text of trafilatura's own, the others are of a
/// single run.
pub(super) fn serialize<S: Serializer>(
    written: &Written<'_>,
    options: &WriteOptions,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    const NOT_OURS: Option<&str> = None;
    let (text, comments) = (text(written, options), comments(written));
    let mut map = serializer.serialize_map(None)?;
    let Some(metadata) = written.described(options) else {
        map.serialize_entry("text", &text)?;
        map.serialize_entry("comments", &comments)?;
        return map.end();
    };
    let fields = TrafilaturaFields::of(written, metadata);
    let words: Vec<&str> = text.split_whitespace().collect();
    map.serialize_entry("title", &fields.title)?;
    map.serialize_entry("author", &fields.author)?;
    map.serialize_entry("hostname", &fields.hostname)?;
    map.serialize_entry("date", &fields.date)?;
    map.serialize_entry("fingerprint", &NOT_OURS)?;
    map.serialize_entry("id", &NOT_OURS)?;
    map.serialize_entry("license", &fields.license)?;
    map.serialize_entry("comments", &comments)?;
    map.serialize_entry("raw_text", &words.join(" "))?;
    map.serialize_entry("text", &text)?;
    map.serialize_entry("language", &fields.language)?;
    map.serialize_entry("image", &fields.image)?;
    map.serialize_entry("pagetype", &fields.pagetype)?;
    map.serialize_entry("filedate", &NOT_OURS)?;
    map.serialize_entry("source", &fields.url)?;
    map.serialize_entry("source-hostname", &fields.sitename)?;
    map.serialize_entry("excerpt", &fields.description)?;
    map.serialize_entry("categories", &joined(fields.categories))?;
    map.serialize_entry("tags", &joined(fields.tags))?;
    map.end()
}
