//! Addresses: one form for each, and which of them belong to a crawl.

use debulha_core::features::links::registrable_domain;
use glob::{MatchOptions, Pattern};
use std::fmt;
use std::str::FromStr;
use url::Url;

/// Bytes of an address at most. Longer ones are hardly pages, and no index takes them.
const MAX_BYTES: usize = 2000;

/// How often a folder may return in a path: pages that link to themselves by a wrong relative address make such paths without
/// end.
const MAX_REPEATS: usize = 4;

/// Parameters that only tell where a reader came from.
const TRACKING: [&str; 6] = ["fbclid", "gclid", "dclid", "msclkid", "mc_cid", "mc_eid"];

/// The one form of an address, for comparison and for asking: scheme and host in lower case, no usual port, no `.` and `..`, no
/// fragment, no name or password, escapes in upper case and only where they are needed (RFC 3986, 6.2.2), no parameters that only
/// tell where a reader came from (`utm_*` and a few more). `None` for what is not of the web, too long, or goes round in circles.
///
/// ```
/// use debulha_crawl::normalise;
/// use url::Url;
///
/// let url = Url::parse("HTTP://Example.org:80/a/../%7efarm/%e2%82%ac?q=1&utm_source=x#top")?;
/// assert_eq!(normalise(&url).unwrap().as_str(), "http://example.org/~farm/%E2%82%AC?q=1");
/// # Ok::<(), url::ParseError>(())
/// ```
pub fn normalise(url: &Url) -> Option<Url> {
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return None;
    }
    let mut url = url.clone();
    url.set_fragment(None);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let path = unescape(url.path());
    url.set_path(&path);
    let query = url.query().map(|query| {
        let pairs = query.split('&').filter(|pair| !is_tracking(pair));
        unescape(&pairs.collect::<Vec<_>>().join("&"))
    });
    url.set_query(query.as_deref().filter(|query| !query.is_empty()));
    (url.as_str().len() <= MAX_BYTES && !goes_in_circles(&url)).then_some(url)
}

fn is_tracking(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default();
    name.starts_with("utm_") || TRACKING.contains(&name)
}

fn goes_in_circles(url: &Url) -> bool {
    let mut segments: Vec<&str> =
        url.path_segments().into_iter().flatten().filter(|s| !s.is_empty()).collect();
    segments.sort_unstable();
    segments.chunk_by(|a, b| a == b).any(|same| same.len() > MAX_REPEATS)
}

/// Escapes in upper case, and none of letters, digits and `-._~`.
fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(found) = text[at..].find('%') {
        out.push_str(&text[at..at + found]);
        at += found;
        let digits = bytes.get(at + 1..at + 3).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let value = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        let Some(byte) = value else {
            out.push('%');
            at += 1;
            continue;
        };
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&text[at..at + 3].to_ascii_uppercase());
        }
        at += 3;
    }
    out.push_str(&text[at..]);
    out
}

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
            _ => Err(format!("`{text}` is none of host, domain and prefix")),
        }
    }
}

/// Which addresses belong to a crawl. Patterns are those of shells, over the whole address: `*` stands for any characters.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// What makes addresses belong to the site of one that the crawl began with.
    pub same: Same,
    /// If there are any, one of them has to fit.
    pub include: Vec<Pattern>,
    /// None of them may fit.
    pub exclude: Vec<Pattern>,
}

impl Scope {
    /// The site of an address, as [`Scope::has`] compares it.
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
    fn addresses_of_the_same_page_are_the_same() {
        for (given, expected) in [
            ("http://example.org", "http://example.org/"),
            ("https://me:secret@EXAMPLE.org:443/a/./b/../c#d", "https://example.org/a/c"),
            ("http://example.org/?", "http://example.org/"),
            ("http://example.org/?utm_source=a&utm_medium=b", "http://example.org/"),
            ("http://example.org/?b=2&gclid=x&a=1", "http://example.org/?b=2&a=1"),
            ("http://example.org/%41%2d%2f%zz%e9", "http://example.org/A-%2F%zz%E9"),
            ("http://example.org/ä?ö=%c3%bc", "http://example.org/%C3%A4?%C3%B6=%C3%BC"),
        ] {
            let once = normalise(&url(given)).unwrap();
            assert_eq!(once.as_str(), expected);
            assert_eq!(normalise(&once).unwrap(), once);
        }
        for refused in
            ["mailto:a@example.org", "ftp://example.org/", "data:text/html,x", "http://e.org/a/a/a/b/a/a/"]
        {
            assert_eq!(normalise(&url(refused)), None, "{refused}");
        }
        assert_eq!(normalise(&url(&format!("http://e.org/{}", "a".repeat(2000)))), None);
    }

    #[test]
    fn sites_are_hosts_domains_or_folders() {
        let has = |same, other: &str| {
            let scope = Scope { same, ..Scope::default() };
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
        let scope =
            Scope { same: Same::Host, include: vec![pattern("*/news/*")], exclude: vec![pattern("*print*")] };
        let sites = ["e.org".to_owned()];
        assert!(scope.has(&url("http://e.org/news/a/b"), &sites));
        assert!(!scope.has(&url("http://e.org/about"), &sites));
        assert!(!scope.has(&url("http://e.org/news/a?print=1"), &sites));
    }
}
