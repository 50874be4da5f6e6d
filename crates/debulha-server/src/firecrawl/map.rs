//! `/v2/map`: the addresses of a site.

use super::options::{WITHOUT_EFFECT, is_unset, wrong};
use super::{Fields, within};
use crate::fetch::Via;
use crate::problem::Problem;
use crate::service::Service;
use debulha::dom::decode::decode;
use debulha_crawl::{links, read_listing};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::task;
use url::Url;

/// Addresses of an answer at most, and unless a client wants fewer; as Firecrawl has it.
const MAX_LINKS: usize = 5000;

/// Sitemaps that are fetched for an answer at most (our decision: each may wait for the delay of the host).
const MAX_SITEMAPS: usize = 5;

/// What of sitemaps is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sitemaps {
    /// Sitemaps and links.
    Include,
    /// Links alone.
    Skip,
    /// Sitemaps alone.
    Only,
}

/// What is requested.
#[derive(Debug)]
struct MapOptions {
    sitemaps: Sitemaps,
    include_subdomains: bool,
    ignore_query: bool,
    /// Words, in lower case; an address has one of them.
    search: Vec<String>,
    limit: usize,
    timeout: Option<Duration>,
}

impl MapOptions {
    fn read(fields: Fields) -> Result<Self, Problem> {
        let mut options = MapOptions {
            sitemaps: Sitemaps::Include,
            include_subdomains: true,
            ignore_query: false,
            search: Vec::new(),
            limit: MAX_LINKS,
            timeout: None,
        };
        let flag = |name: &str, value: &Value| value.as_bool().ok_or_else(|| wrong(name, "true or false"));
        for (name, value) in fields {
            match name.as_str() {
                "sitemap" => {
                    options.sitemaps = match value.as_str() {
                        Some("include") => Sitemaps::Include,
                        Some("skip") => Sitemaps::Skip,
                        Some("only") => Sitemaps::Only,
                        _ => return Err(wrong(&name, "include, skip or only")),
                    };
                }
                "ignoreSitemap" if flag(&name, &value)? => options.sitemaps = Sitemaps::Skip,
                "sitemapOnly" if flag(&name, &value)? => options.sitemaps = Sitemaps::Only,
                "ignoreSitemap" | "sitemapOnly" => {}
                "includeSubdomains" => options.include_subdomains = flag(&name, &value)?,
                "ignoreQueryParameters" => options.ignore_query = flag(&name, &value)?,
                "search" if !is_unset(&value) => {
                    let words = value.as_str().ok_or_else(|| wrong(&name, "words"))?;
                    options.search = words.split_whitespace().map(str::to_lowercase).collect();
                }
                "limit" if !is_unset(&value) => {
                    let limit = value.as_u64().ok_or_else(|| wrong(&name, "a number of addresses"))?;
                    options.limit = usize::try_from(limit).unwrap_or(MAX_LINKS).min(MAX_LINKS);
                }
                "timeout" if !is_unset(&value) => {
                    let millis = value.as_u64().ok_or_else(|| wrong(&name, "a number of milliseconds"))?;
                    options.timeout = Some(Duration::from_millis(millis));
                }
                other if is_unset(&value) || WITHOUT_EFFECT.contains(&other) => {}
                other => return Err(Problem::bad_request("option", format!("`{other}` is not done here"))),
            }
        }
        Ok(options)
    }

    /// An address as it is listed, if it belongs to the site.
    fn listed(&self, mut url: Url, host: &str) -> Option<Url> {
        let own = url.host_str()?;
        let is_below = || own.strip_suffix(host).is_some_and(|rest| rest.ends_with('.'));
        if own != host && !(self.include_subdomains && is_below())
            || !matches!(url.scheme(), "http" | "https")
        {
            return None;
        }
        url.set_fragment(None);
        if self.ignore_query {
            url.set_query(None);
        }
        let lower = url.as_str().to_lowercase();
        (self.search.is_empty() || self.search.iter().any(|word| lower.contains(word))).then_some(url)
    }
}

/// The addresses of the site of a page: those of its links, then those of sitemaps. A sitemap that is not there is no problem.
///
/// # Errors
/// 400 for options that are unknown; those of fetching the page.
pub(super) async fn links_of(service: &Service, url: &str, fields: Fields) -> Result<Vec<String>, Problem> {
    let options = MapOptions::read(fields)?;
    let limit = options.timeout;
    within(limit, async {
        let own = Url::parse(url).map_err(|error| Problem::bad_request("address", error.to_string()))?;
        let host = own.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        let mut list = |urls: Vec<Url>| {
            for url in urls.into_iter().filter_map(|url| options.listed(url, &host)) {
                if found.len() < options.limit && seen.insert(url.clone()) {
                    found.push(String::from(url));
                }
            }
        };
        if options.sitemaps != Sitemaps::Only {
            let page = service.fetched(url, Via::Direct).await?;
            let urls = task::spawn_blocking(move || {
                let here = Url::parse(&page.url).ok();
                let text = decode(&page.bytes, page.charset.as_deref()).text;
                here.map_or_else(Vec::new, |here| {
                    let below = links(&text, &here, false).pages;
                    std::iter::once(here).chain(below).collect()
                })
            });
            list(urls.await.unwrap_or_default());
        }
        let mut sitemaps: Vec<Url> = match options.sitemaps {
            Sitemaps::Skip => Vec::new(),
            Sitemaps::Include | Sitemaps::Only => own.join("/sitemap.xml").into_iter().collect(),
        };
        let mut at = 0;
        while at < sitemaps.len().min(MAX_SITEMAPS) {
            let place = sitemaps[at].clone();
            at += 1;
            let Ok(page) = service.fetched(place.as_str(), Via::Direct).await else { continue };
            if !(200..300).contains(&page.status) {
                continue;
            }
            let listing = task::spawn_blocking(move || read_listing(&page.bytes, &place)).await;
            let listing = listing.unwrap_or_default();
            sitemaps.extend(listing.sitemaps);
            list(listing.pages);
        }
        Ok(found)
    })
    .await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    fn options(value: &Value) -> MapOptions {
        MapOptions::read(value.as_object().unwrap().clone()).unwrap()
    }

    #[test]
    fn addresses_of_a_site_are_listed() {
        let listed = |options: &MapOptions, url: &str| {
            options.listed(Url::parse(url).unwrap(), "example.org").map(String::from)
        };
        let all = options(&json!({}));
        for url in ["https://example.org/rye", "https://www.example.org/", "http://shop.example.org/?p=1"] {
            assert_eq!(listed(&all, url).as_deref(), Some(url));
        }
        for url in ["https://notexample.org/", "https://example.org.evil.org/", "mailto:a@example.org"] {
            assert_eq!(listed(&all, url), None, "{url}");
        }
        assert_eq!(listed(&all, "https://example.org/rye#top").as_deref(), Some("https://example.org/rye"));
        let narrow = options(&json!({
            "includeSubdomains": false, "ignoreQueryParameters": true, "search": "Rye oats", "limit": 0,
        }));
        assert_eq!(listed(&narrow, "https://shop.example.org/rye"), None);
        assert_eq!(listed(&narrow, "https://example.org/barley"), None);
        assert_eq!(
            listed(&narrow, "https://example.org/Rye?p=1").as_deref(),
            Some("https://example.org/Rye")
        );
    }

    #[test]
    fn limits_and_unknown_options() {
        let limit = |limit: usize| options(&json!({ "limit": limit })).limit;
        assert_eq!([limit(MAX_LINKS), limit(MAX_LINKS + 1)], [MAX_LINKS; 2]);
        for wrong in [json!({ "sitemap": "some" }), json!({ "limit": "x" }), json!({ "actions": [1] })] {
            assert!(MapOptions::read(wrong.as_object().unwrap().clone()).is_err(), "{wrong}");
        }
    }
}
