//! What a scrape or a parse asks for.

use super::Fields;
use crate::fetch::Via;
use crate::problem::Problem;
use crate::selection::PartSelection;
use serde_json::Value;
use std::time::Duration;

/// Options that change nothing here: nothing is kept from one request to the next, and embedded images are never written.
pub(super) const WITHOUT_EFFECT: [&str; 14] = [
    "origin",
    "integration",
    "maxAge",
    "minAge",
    "storeInCache",
    "blockAds",
    "fastMode",
    "removeBase64Images",
    "parsers",
    "lockdown",
    "useMock",
    "zeroDataRetention",
    "auditMetadata",
    "proxy",
];

/// The longest `waitFor`, as Firecrawl has it. The time that a page may be drawn bounds it, too.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// Proxies that leave it to the service how a page is fetched.
const USUAL_PROXIES: [&str; 2] = ["basic", "auto"];

/// What is written of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScrapeFormat {
    Markdown,
    Html,
    RawHtml,
    Links,
    Images,
}

impl ScrapeFormat {
    const ALL: [(&'static str, ScrapeFormat); 5] = [
        ("markdown", ScrapeFormat::Markdown),
        ("html", ScrapeFormat::Html),
        ("rawHtml", ScrapeFormat::RawHtml),
        ("links", ScrapeFormat::Links),
        ("images", ScrapeFormat::Images),
    ];

    fn read(value: &Value) -> Result<Self, Problem> {
        let name = value.as_str().or_else(|| value.get("type")?.as_str()).unwrap_or_default();
        let found = ScrapeFormat::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, format)| format).ok_or_else(|| {
            let known: Vec<&str> = ScrapeFormat::ALL.iter().map(|&(known, _)| known).collect();
            Problem::bad_request(
                "format",
                format!("the format `{name}` is not made here; there are: {}", known.join(", ")),
            )
        })
    }
}

/// What is requested.
#[derive(Debug)]
pub(super) struct ScrapeOptions {
    /// What is written.
    pub(super) formats: Vec<ScrapeFormat>,
    /// Whether the content is taken out, or all text stays.
    pub(super) only_main_content: bool,
    /// The parts of the page that count.
    pub(super) selection: PartSelection,
    /// Whether a browser draws the page, as `waitFor` asks for.
    pub(super) via: Via,
    /// How long the client waits.
    pub(super) timeout: Option<Duration>,
}

impl ScrapeOptions {
    /// Reads options. What is not requested (null, false, 0, empty) may have any name.
    ///
    /// # Errors
    /// 400 for options that are unknown, or ask for what is not done here.
    pub(super) fn read(fields: Fields) -> Result<Self, Problem> {
        let mut options = ScrapeOptions {
            formats: vec![ScrapeFormat::Markdown],
            only_main_content: true,
            selection: PartSelection::default(),
            via: Via::Direct,
            timeout: None,
        };
        let (mut only, mut without) = (Vec::new(), Vec::new());
        for (name, value) in fields {
            match name.as_str() {
                "formats" => {
                    let Value::Array(formats) = value else { return Err(wrong(&name, "a list")) };
                    options.formats = formats.iter().map(ScrapeFormat::read).collect::<Result<_, _>>()?;
                }
                "onlyMainContent" => {
                    options.only_main_content =
                        value.as_bool().ok_or_else(|| wrong(&name, "true or false"))?;
                }
                "includeTags" => only = texts(&name, value)?,
                "excludeTags" => without = texts(&name, value)?,
                "timeout" => {
                    let millis = value.as_u64().filter(|&millis| millis > 0);
                    let millis = millis.ok_or_else(|| wrong(&name, "a number of milliseconds"))?;
                    options.timeout = Some(Duration::from_millis(millis));
                }
                "waitFor" if !is_unset(&value) => {
                    let millis = value.as_u64().ok_or_else(|| wrong(&name, "a number of milliseconds"))?;
                    options.via = Via::Browser { settle: Duration::from_millis(millis).min(MAX_WAIT) };
                }
                "proxy" if value.as_str().is_some_and(|proxy| !USUAL_PROXIES.contains(&proxy)) => {
                    return Err(Problem::bad_request(
                        "option",
                        "pages are fetched without proxies: `proxy` may be basic or auto",
                    ));
                }
                other if is_unset(&value) || WITHOUT_EFFECT.contains(&other) => {}
                other => return Err(Problem::bad_request("option", format!("`{other}` is not done here"))),
            }
        }
        options.selection = PartSelection::new(&only, &without)?;
        Ok(options)
    }
}

pub(super) fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) => false,
    }
}

pub(super) fn texts(name: &str, value: Value) -> Result<Vec<String>, Problem> {
    serde_json::from_value(value).map_err(|_| wrong(name, "a list of selectors"))
}

pub(super) fn wrong(name: &str, wanted: &str) -> Problem {
    Problem::bad_request("option", format!("`{name}` must be {wanted}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: &Value) -> Result<ScrapeOptions, String> {
        ScrapeOptions::read(value.as_object().unwrap().clone()).map_err(|problem| problem.detail().to_owned())
    }

    #[test]
    fn what_clients_send_by_themselves_is_taken() {
        let sent = json!({
            "onlyMainContent": true, "mobile": false, "removeBase64Images": true, "fastMode": false, "blockAds": true, "maxAge": 14_400_000,
            "storeInCache": true, "formats": ["markdown", { "type": "links" }], "origin": "python-sdk@4.55.0", "proxy": "auto", "actions": [],
        });
        let options = read(&sent).unwrap();
        assert_eq!(options.formats, [ScrapeFormat::Markdown, ScrapeFormat::Links]);
        assert!(options.only_main_content && options.selection.is_all());
        assert_eq!(options.via, Via::Direct);
    }

    #[test]
    fn waiting_asks_for_a_browser() {
        let via = |wait: u64| read(&json!({ "waitFor": wait })).unwrap().via;
        assert_eq!(via(0), Via::Direct);
        assert_eq!(via(700), Via::Browser { settle: Duration::from_millis(700) });
        assert_eq!(via(u64::MAX), Via::Browser { settle: MAX_WAIT });
    }

    #[test]
    fn what_is_not_done_is_refused_in_words() {
        assert!(
            read(&json!({ "formats": ["summary"] }))
                .unwrap_err()
                .contains("markdown, html, rawHtml, links, images")
        );
        assert!(read(&json!({ "waitFor": -1 })).unwrap_err().contains("milliseconds"));
        assert_eq!(
            read(&json!({ "checkPromptInjection": true })).unwrap_err(),
            "`checkPromptInjection` is not done here"
        );
        assert!(read(&json!({ "proxy": "stealth" })).is_err());
        assert!(read(&json!({ "excludeTags": ["p["] })).is_err());
        assert!(read(&json!({ "timeout": -5 })).is_err());
        assert!(read(&json!({ "checkPromptInjection": false, "location": null })).is_ok());
    }
}
