//! What a request asks for: `x-` headers, or fields of the body with the same names.

use crate::fetch::Via;
use crate::problem::Problem;
use crate::selection::PartSelection;
use axum::http::HeaderMap;
use serde_json::{Map, Value};
use std::time::Duration;

/// Headers that are understood.
const KNOWN: [&str; 9] = [
    "x-respond-with",
    "x-return-format",
    "x-with-links-summary",
    "x-with-images-summary",
    "x-target-selector",
    "x-remove-selector",
    "x-retain-images",
    "x-timeout",
    "x-engine",
];

/// Longest time-out, in seconds, as the reader has it.
const MAX_SECONDS: u64 = 180;

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReaderForm {
    /// The main content as Markdown, after title and address.
    Content,
    /// All of the page as Markdown.
    Markdown,
    /// The source.
    Html,
    /// All text.
    Text,
}

impl ReaderForm {
    const ALL: [(&'static str, ReaderForm); 4] = [
        ("content", ReaderForm::Content),
        ("markdown", ReaderForm::Markdown),
        ("html", ReaderForm::Html),
        ("text", ReaderForm::Text),
    ];

    /// Whether the content is taken out of the page.
    pub(super) fn is_main_content(self) -> bool {
        self == ReaderForm::Content
    }
}

/// Which links are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkList {
    /// None.
    None,
    /// Each address once.
    Once,
    /// All.
    All,
}

/// What is requested.
#[derive(Debug)]
pub(super) struct ReaderOptions {
    /// What is written.
    pub(super) form: ReaderForm,
    /// The links of the page, listed.
    pub(super) links: LinkList,
    /// The images of the page, listed.
    pub(super) images: bool,
    /// Whether the Markdown has images.
    pub(super) retains_images: bool,
    /// The parts of the page that count.
    pub(super) selection: PartSelection,
    /// Whether a browser draws the page.
    pub(super) via: Via,
    /// How long the client waits.
    pub(super) timeout: Option<Duration>,
}

impl ReaderOptions {
    /// Reads options from headers, and from the fields of a body: `respondWith` says what `x-respond-with` does.
    ///
    /// Unknown options are ignored, as by the reader.
    ///
    /// # Errors
    /// 400 for values that make no sense.
    pub(super) fn read(headers: &HeaderMap, body: &Map<String, Value>) -> Result<Self, Problem> {
        let mut read = OptionReading::default();
        for (field, value) in body {
            let name = header_of(field);
            if KNOWN.contains(&name.as_str()) {
                for text in texts(field, value)? {
                    read.set(&name, &text)?;
                }
            }
        }
        for name in KNOWN {
            for value in headers.get_all(name) {
                let value = value.to_str().map_err(|_| wrong(name, "text"))?;
                read.set(name, value)?;
            }
        }
        let selection = PartSelection::new(&read.only, &read.without)?;
        Ok(ReaderOptions { selection, ..read.options })
    }
}

struct OptionReading {
    options: ReaderOptions,
    only: Vec<String>,
    without: Vec<String>,
}

impl Default for OptionReading {
    fn default() -> Self {
        let options = ReaderOptions {
            form: ReaderForm::Content,
            links: LinkList::None,
            images: false,
            retains_images: true,
            selection: PartSelection::default(),
            via: Via::Direct,
            timeout: None,
        };
        OptionReading { options, only: Vec::new(), without: Vec::new() }
    }
}

impl OptionReading {
    fn set(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        let value = value.trim();
        let options = &mut self.options;
        match name {
            "x-respond-with" | "x-return-format" => options.form = one_of(name, value, &ReaderForm::ALL)?,
            "x-with-links-summary" => {
                options.links = match (value, is_on(value)) {
                    ("all", _) => LinkList::All,
                    (_, true) => LinkList::Once,
                    (_, false) => LinkList::None,
                };
            }
            "x-with-images-summary" => options.images = is_on(value),
            "x-retain-images" => {
                options.retains_images = one_of(name, value, &[("all", true), ("none", false)])?;
            }
            "x-target-selector" => self.only.push(value.to_owned()),
            "x-remove-selector" => self.without.push(value.to_owned()),
            "x-timeout" => {
                let seconds = value.parse().ok().filter(|&seconds: &u64| seconds > 0);
                let seconds = seconds.ok_or_else(|| wrong(name, "a number of seconds"))?;
                options.timeout = Some(Duration::from_secs(seconds.min(MAX_SECONDS)));
            }
            "x-engine" => {
                options.via = Via::of(one_of(name, value, &[("direct", false), ("browser", true)])?);
            }
            _ => {}
        }
        Ok(())
    }
}

/// `x-respond-with` for `respondWith`.
fn header_of(field: &str) -> String {
    let mut header = "x-".to_owned();
    for c in field.chars() {
        if c.is_ascii_uppercase() {
            header.push('-');
        }
        header.push(c.to_ascii_lowercase());
    }
    header
}

/// A field of a body as texts: one, or those of a list. What is null is not there.
fn texts(name: &str, value: &Value) -> Result<Vec<String>, Problem> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Bool(_) | Value::Number(_) => Ok(vec![value.to_string()]),
        Value::Array(items) => {
            let text = |item: &Value| {
                item.as_str().map(str::to_owned).ok_or_else(|| wrong(name, "a text or a list of texts"))
            };
            items.iter().map(text).collect()
        }
        Value::Object(_) => Err(wrong(name, "a text or a list of texts")),
    }
}

fn is_on(value: &str) -> bool {
    !matches!(value, "" | "0" | "false" | "no")
}

fn one_of<T: Copy>(name: &str, value: &str, known: &[(&str, T)]) -> Result<T, Problem> {
    let found = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(value));
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
        let detail = format!("`{name}` may not be `{value}` here; it may be: {}", names.join(", "));
        Problem::bad_request("option", detail)
    })
}

fn wrong(name: &str, wanted: &str) -> Problem {
    Problem::bad_request("option", format!("`{name}` must be {wanted}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(pairs: &[(&'static str, &'static str)], body: &Value) -> Result<ReaderOptions, String> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        ReaderOptions::read(&headers, body.as_object().unwrap())
            .map_err(|problem| problem.detail().to_owned())
    }

    #[test]
    fn headers_and_fields_say_the_same() {
        let pairs = [
            ("x-respond-with", "text"),
            ("x-with-links-summary", "all"),
            ("x-timeout", "500"),
            ("x-engine", "browser"),
            ("x-forwarded-for", "e.org"),
        ];
        let of_headers = read(&pairs, &json!({})).unwrap();
        let of_fields = read(
            &[],
            &json!({ "respondWith": "text", "withLinksSummary": "all", "timeout": 500, "engine": "browser", "noCache": true }),
        )
        .unwrap();
        for options in [of_headers, of_fields] {
            assert_eq!(options.form, ReaderForm::Text);
            assert_eq!(options.links, LinkList::All);
            assert_eq!(options.via, Via::of(true));
            assert_eq!(options.timeout, Some(Duration::from_secs(MAX_SECONDS)));
        }
        assert!(read(&[("x-with-links-summary", "false")], &json!({})).unwrap().links == LinkList::None);
    }

    #[test]
    fn unknown_options_are_ignored() {
        let headers = [("x-wait-for-selector", "p"), ("x-token-budget", "9"), ("x-respond-with", "text")];
        let body = json!({ "viewport": { "width": 5 }, "pdf": "x" });
        assert_eq!(read(&headers, &body).unwrap().form, ReaderForm::Text);
    }

    #[test]
    fn values_that_make_no_sense_are_refused_in_words() {
        let of = |name, value| read(&[(name, value)], &json!({})).unwrap_err();
        assert!(of("x-respond-with", "screenshot").ends_with("it may be: content, markdown, html, text"));
        assert!(of("x-engine", "curl").ends_with("direct, browser"));
        assert!(of("x-timeout", "soon").contains("seconds"));
        assert!(of("x-target-selector", "p[").contains("p["));
        assert!(read(&[], &json!({ "timeout": { "seconds": 5 } })).is_err());
    }
}
