//! What a host lets us fetch: RFC 9309.

use crate::error::FetchError;
use crate::exchange::Exchange;
use std::time::Duration;
use url::Url;

/// Bytes of a robots.txt that are read (RFC 9309, 2.5, wants 500 KiB at least).
const MAX_BYTES: usize = 500 << 10;

/// Redirects on the way to a robots.txt that are followed (RFC 9309, 2.3.1.2).
pub(crate) const MAX_REDIRECTS: usize = 5;

/// The rules of a host for us.
#[derive(Debug, Clone)]
pub struct Robots {
    rules: robotxt::Robots,
    /// Why nothing may be fetched, where the file could not be had.
    unreachable: Option<String>,
}

impl Robots {
    /// Reads a robots.txt for a crawler of this name. O(bytes), of which 500 KiB count.
    pub fn parse(text: &[u8], name: &str) -> Robots {
        let text = &text[..text.len().min(MAX_BYTES)];
        Robots { rules: robotxt::Robots::parse(text, name), unreachable: None }
    }

    /// The rules that follow from an attempt to get the file: those in it; none if the server says that there is no file (4xx)
    /// or sends us around; and if there is no answer, or one that speaks of a fault (5xx), nothing may be fetched.
    pub(crate) fn of_attempt(attempt: &Result<Exchange, FetchError>, name: &str) -> Robots {
        let all = || Robots { rules: robotxt::Robots::allow_all(), unreachable: None };
        let none = |reason| Robots { rules: robotxt::Robots::disallow_all(), unreachable: Some(reason) };
        let exchange = match attempt {
            Ok(exchange) => exchange,
            Err(FetchError::TooManyRedirects(_) | FetchError::Circle(_)) => return all(),
            Err(error) => return none(error.to_string()),
        };
        match exchange.response() {
            Ok(response) => match response.status {
                200..300 => match response.body(MAX_BYTES) {
                    Ok(body) => Robots::parse(&body.bytes, name),
                    Err(error) => none(error.to_string()),
                },
                300..500 => all(),
                status => none(format!("status {status}")),
            },
            Err(error) => none(error.to_string()),
        }
    }

    /// Whether we may fetch an address of the host.
    ///
    /// # Errors
    /// [`FetchError::Robots`], or [`FetchError::NoRobots`] where the file could not be had.
    pub fn check(&self, url: &Url) -> Result<(), FetchError> {
        if self.rules.is_url_allowed(url) {
            return Ok(());
        }
        Err(match &self.unreachable {
            Some(reason) => FetchError::NoRobots(reason.clone()),
            None => FetchError::Robots,
        })
    }

    /// The time between two requests that the host asks for.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.rules.crawl_delay()
    }

    /// The sitemaps that it names.
    pub fn sitemaps(&self) -> &[Url] {
        self.rules.sitemaps()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn allows(robots: &str, name: &str, path: &str) -> bool {
        let url = Url::parse("https://example.org").unwrap().join(path).unwrap();
        Robots::parse(robots.as_bytes(), name).check(&url).is_ok()
    }

    /// RFC 9309, 5.1.
    #[test]
    fn simple_example() {
        let robots = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n\
            User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n\
            User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n";
        for (name, path, expected) in [
            ("other", "/a/b.gif", false),
            ("other", "/example/x", false),
            ("other", "/publications/x", true),
            ("other", "/x", true),
            ("foobot", "/example/page.html", true),
            ("foobot", "/example/allowed.gif", true),
            ("foobot", "/publications/", false),
            ("FooBot", "/x", false),
            ("barbot", "/example/page.html", false),
            ("bazbot", "/example/page.html", false),
            ("bazbot", "/x.gif", true),
            ("quxbot", "/example/page.html", true),
        ] {
            assert_eq!(allows(robots, name, path), expected, "{name} {path}");
        }
    }

    /// RFC 9309, 5.2 and 2.2.
    #[test]
    fn longest_match_merged_groups_and_special_characters() {
        for (robots, path, expected) in [
            (
                "User-agent: a\nAllow: /example/page/\nDisallow: /example/page/no.gif",
                "/example/page/no.gif",
                false,
            ),
            ("User-agent: a\nDisallow: /p\nAllow: /p", "/p", true),
            (
                "user-agent: a\ndisallow: /b\n\nuser-agent: o\ndisallow: /q\n\nuser-agent: a\ndisallow: /z",
                "/z",
                false,
            ),
            (
                "user-agent: a\ndisallow: /b\n\nuser-agent: o\ndisallow: /q\n\nuser-agent: a\ndisallow: /z",
                "/q",
                true,
            ),
            ("user-agent: *\nallow: /this/path/exactly$\ndisallow: /", "/this/path/exactly", true),
            ("user-agent: *\nallow: /this/path/exactly$\ndisallow: /", "/this/path/exactly/not", false),
            ("user-agent: *\nallow: /this/*/exactly\ndisallow: /this", "/this/path/exactly", true),
            ("user-agent: *\ndisallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", false),
            ("user-agent: *\ndisallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false),
            ("user-agent: *\ndisallow: /path/foo-%24", "/path/foo-%24", false),
            ("\u{feff}user-agent: * # all\r\ndisallow: /p # x\r\n", "/p", false),
            ("disallow: /a\nuser-agent: *\ndisallow: /b", "/a", true),
            ("user-agent: *\ndisallow: /", "/robots.txt", true),
            ("user-agent: *\ndisallow:", "/p", true),
        ] {
            assert_eq!(allows(robots, "a", path), expected, "{robots:?} {path}");
        }
    }

    #[test]
    fn half_a_mebibyte_counts_and_extensions_are_read() {
        let filler = "# rye\n".repeat(500 * 1024 / 6);
        let text = format!(
            "user-agent: *\ncrawl-delay: 2.5\nsitemap: https://example.org/s.xml\n{filler}disallow: /p\n"
        );
        assert!(allows(&text, "a", "/p"));
        let robots = Robots::parse(text.as_bytes(), "a");
        assert_eq!(robots.crawl_delay(), Some(Duration::from_millis(2500)));
        assert_eq!(robots.sitemaps().len(), 1);
    }
}
