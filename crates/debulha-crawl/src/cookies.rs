//! The cookies of a session: kept while the program runs, and sent back where they belong (RFC 6265).

use debulha_core::features::links::registrable_domain;
use url::Url;

/// Cookies that are kept of all sites; the oldest give way.
const MAX_COOKIES: usize = 1000;

/// Bytes of a cookie at most (RFC 6265, 6.1).
const MAX_BYTES: usize = 4096;

/// The cookies of all sites.
#[derive(Debug, Default)]
pub(crate) struct Jar(Vec<Cookie>);

#[derive(Debug)]
struct Cookie {
    name: String,
    value: String,
    domain: String,
    /// Whether the hosts below the domain get it too.
    for_subdomains: bool,
    path: String,
    is_secure: bool,
}

impl Jar {
    /// Keeps what a `Set-Cookie` field of an answer says. How long a cookie lasts is not looked at, but for those that have
    /// ended at once.
    pub(crate) fn set(&mut self, url: &Url, field: &str) {
        let Some(host) = url.host_str().filter(|_| field.len() <= MAX_BYTES) else { return };
        let mut parts = field.split(';');
        let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else { return };
        let mut cookie = Cookie {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
            domain: host.to_owned(),
            for_subdomains: false,
            path: default_path(url.path()),
            is_secure: false,
        };
        let mut is_over = false;
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = value.trim();
            match key.trim().to_ascii_lowercase().as_str() {
                "domain" => {
                    let domain = value.trim_start_matches('.').to_ascii_lowercase();
                    if domain.is_empty() {
                        continue;
                    }
                    // A cookie for a whole public suffix, or for somebody else, is refused.
                    if !is_below(host, &domain) || !may_share(url, &domain) {
                        return;
                    }
                    (cookie.domain, cookie.for_subdomains) = (domain, true);
                }
                "path" if value.starts_with('/') => value.clone_into(&mut cookie.path),
                "secure" => cookie.is_secure = true,
                "max-age" => is_over = value.parse::<i64>().is_ok_and(|age| age <= 0),
                "expires" => {
                    is_over |=
                        httpdate::parse_http_date(value).is_ok_and(|end| end <= std::time::SystemTime::now());
                }
                _ => {}
            }
        }
        let is_plain = |text: &str| text.bytes().all(|byte| (0x20..0x7F).contains(&byte));
        if cookie.name.is_empty() || !is_plain(&cookie.name) || !is_plain(&cookie.value) {
            return;
        }
        self.0.retain(|old| {
            (&old.name, &old.domain, &old.path) != (&cookie.name, &cookie.domain, &cookie.path)
        });
        if !is_over {
            if self.0.len() == MAX_COOKIES {
                self.0.remove(0);
            }
            self.0.push(cookie);
        }
    }

    /// The `Cookie` field of a request: the longest paths first, then the oldest cookies.
    pub(crate) fn of(&self, url: &Url) -> Option<String> {
        let host = url.host_str()?;
        let is_wanted = |cookie: &&Cookie| {
            (if cookie.for_subdomains { is_below(host, &cookie.domain) } else { host == cookie.domain })
                && is_path_below(url.path(), &cookie.path)
                && (!cookie.is_secure || url.scheme() == "https")
        };
        let mut wanted: Vec<&Cookie> = self.0.iter().filter(is_wanted).collect();
        wanted.sort_by_key(|cookie| std::cmp::Reverse(cookie.path.len()));
        let pairs: Vec<String> =
            wanted.iter().map(|cookie| format!("{}={}", cookie.name, cookie.value)).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

/// The folder of a path (RFC 6265, 5.1.4).
fn default_path(path: &str) -> String {
    match path.rfind('/') {
        Some(at) if at > 0 => path[..at].to_owned(),
        _ => "/".to_owned(),
    }
}

fn is_path_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || folder.ends_with('/') || rest.starts_with('/'))
}

fn is_below(host: &str, domain: &str) -> bool {
    host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

/// Whether a domain is within the registrable one of an address.
fn may_share(url: &Url, domain: &str) -> bool {
    registrable_domain(url).is_some_and(|registrable| is_below(domain, &registrable))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn cookies_go_back_where_they_belong() {
        let url = |text: &str| Url::parse(text).unwrap();
        let mut jar = Jar::default();
        let here = url("https://www.example.co.uk/farm/rye");
        for field in [
            "a=1",
            "b=2; Domain=example.co.uk; Path=/",
            "c=3; Secure; Path=/farm/rye",
            "d=4; Domain=co.uk",
            "e=5; Domain=other.org",
            "f=6; Max-Age=0",
            "g=7; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
            "a=8; HttpOnly",
            "nothing",
        ] {
            jar.set(&here, field);
        }
        assert_eq!(jar.of(&here).as_deref(), Some("c=3; a=8; b=2"));
        assert_eq!(jar.of(&url("http://www.example.co.uk/farm/rye")).as_deref(), Some("a=8; b=2"));
        assert_eq!(jar.of(&url("https://other.example.co.uk/")).as_deref(), Some("b=2"));
        assert_eq!(jar.of(&url("https://www.example.co.uk/farmers")).as_deref(), Some("b=2"));
        assert_eq!(jar.of(&url("https://badexample.co.uk/")), None);
        jar.set(&here, "a=; Max-Age=-1");
        assert_eq!(jar.of(&url("https://www.example.co.uk/farm/x")).as_deref(), Some("b=2"));
    }
}
