//! Which URLs belong to a crawl.

use debulha_core::features::links::registrable_domain;
use glob::{MatchOptions, Pattern};
use std::fmt;
use std::str::FromStr;
use url::Url;

/// What makes an address belong to the site of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Same {
    /// The same host and port.
    #[default]
    Host,
    /// The same registrable domain.
    Domain,
    /// The same host and port, and the same folder or one below it.
    Prefix,
}

impl fmt::Display for Same {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Same::Host => "host",
            Same::Domain => "domain",
            Same::Prefix => "prefix",
        })
    }
}

impl FromStr for Same {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "host" => Ok(Same::Host),
            "domain" => Ok(Same::Domain),
            "prefix" => Ok(Same::Prefix),
            _ => Err(format!("`{text}` is not accepted; use host, domain or prefix")),
        }
    }
}

/// Which addresses belong to a crawl. Patterns are those of shells, over the whole address: `*` stands for any characters.
#[derive(Debug, Clone, Default)]
pub struct CrawlScope {
    /// What makes addresses belong to the site of one that the crawl began with.
    pub same: Same,
    /// If there are any, one of them has to fit.
    pub include: Vec<Pattern>,
    /// None of them may fit.
    pub exclude: Vec<Pattern>,
}

impl CrawlScope {
    /// The site of an address, as [`CrawlScope::has`] compares it.
    pub(crate) fn site_of(&self, url: &Url) -> String {
        let host = url.host_str().unwrap_or_default();
        match self.same {
            Same::Domain => registrable_domain(url).unwrap_or_else(|| host.to_owned()),
            Same::Host => with_port(url),
            Same::Prefix => {
                let path = url.path();
                let folder = path.rfind('/').map_or("/", |at| &path[..=at]);
                format!("{}{folder}", with_port(url))
            }
        }
    }

    /// Whether an address belongs to one of the sites.
    pub(crate) fn is_of(&self, url: &Url, sites: &[String]) -> bool {
        match self.same {
            Same::Prefix => {
                let place = format!("{}{}", with_port(url), url.path());
                sites.iter().any(|site| place.starts_with(site.as_str()))
            }
            Same::Host | Same::Domain => sites.contains(&self.site_of(url)),
        }
    }

    /// Whether an address belongs to one of the sites and fits the patterns.
    pub(crate) fn has(&self, url: &Url, sites: &[String]) -> bool {
        let options = MatchOptions { case_sensitive: true, ..MatchOptions::new() };
        let fits = |pattern: &Pattern| pattern.matches_with(url.as_str(), options);
        self.is_of(url, sites)
            && (self.include.is_empty() || self.include.iter().any(fits))
            && !self.exclude.iter().any(fits)
    }
}

/// Host and port; http and https are one site, so their usual ports are left out.
fn with_port(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn sites_are_hosts_domains_or_folders() {
        let has = |same, other: &str| {
            let scope = CrawlScope { same, ..CrawlScope::default() };
            let sites = [scope.site_of(&url("https://news.example.co.uk/farm/rye.html"))];
            scope.has(&url(other), &sites)
        };
        for (other, host, domain, prefix) in [
            ("http://news.example.co.uk/farm/x/y", true, true, true),
            ("https://news.example.co.uk/", true, true, false),
            ("https://news.example.co.uk/farmers", true, true, false),
            ("https://www.example.co.uk/farm/", false, true, false),
            ("https://news.example.co.uk:8443/farm/", false, true, false),
            ("https://other.co.uk/farm/", false, false, false),
        ] {
            assert_eq!(
                [has(Same::Host, other), has(Same::Domain, other), has(Same::Prefix, other)],
                [host, domain, prefix],
                "{other}"
            );
        }
    }

    #[test]
    fn patterns_let_in_and_keep_out() {
        let pattern = |text| Pattern::new(text).unwrap();
        let scope = CrawlScope {
            same: Same::Host,
            include: vec![pattern("*/news/*")],
            exclude: vec![pattern("*print*")],
        };
        let sites = ["e.org".to_owned()];
        assert!(scope.has(&url("http://e.org/news/a/b"), &sites));
        assert!(!scope.has(&url("http://e.org/about"), &sites));
        assert!(!scope.has(&url("http://e.org/news/a?print=1"), &sites));
    }
}
