//! One form of a URL, for comparison and for requests.

use url::Url;

/// Bytes of an address at most. Longer ones are hardly pages, and no index takes them.
const MAX_BYTES: usize = 2000;

/// How often a folder may return in a path: pages that link to themselves by a wrong relative address make such paths without
/// end.
const MAX_REPEATS: usize = 4;

/// Parameters that only tell where a reader came from.
const TRACKING: [&str; 6] = ["fbclid", "gclid", "dclid", "msclkid", "mc_cid", "mc_eid"];

/// Whether a text begins as an address of the web does, in capitals or not.
///
/// ```
/// use debulha_core::features::canonical_url::is_web_address;
///
/// for (text, expected) in [("https://example.org/", true), ("HTTP://x", true), ("ftp://x", false), ("http.html", false)] {
///     assert_eq!(is_web_address(text), expected, "{text}");
/// }
/// ```
pub fn is_web_address(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)))
}

/// The one form of an address, for comparison and for asking: scheme and host in lower case, no usual port, no `.` and `..`, no
/// fragment, no name or password, escapes in upper case and only where they are needed (RFC 3986, 6.2.2), no parameters that only
/// tell where a reader came from (`utm_*` and a few more). `None` for what is not of the web, too long, or goes round in circles.
///
/// ```
/// use debulha_core::features::canonical_url::normalise;
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
    fn long_and_circular_addresses_are_refused() {
        let base = "http://e.org/";
        for (more, is_kept) in [(0, true), (1, false)] {
            let long = format!("{base}{}", "a".repeat(MAX_BYTES - base.len() + more));
            assert_eq!(normalise(&url(&long)).is_some(), is_kept, "{more} bytes");
            let circular = format!("{base}{}", "a/".repeat(MAX_REPEATS + more));
            assert_eq!(normalise(&url(&circular)).is_some(), is_kept, "{more} repeats");
        }
    }
}
