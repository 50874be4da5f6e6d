//! Addresses as TEI points with them.

use std::fmt::Write;

/// An address as a reference by RFC 3986, which is what `anyURI` of XML Schema has to be; letters beyond ASCII stay.
///
/// What may not stand where it does is percent-encoded: white space, quotes, brackets and braces, a `%` without digits, a
/// second `#`. An authority that is none becomes a part of the path. O(length).
pub(super) fn reference(address: &str) -> String {
    let address = address.trim();
    let mut out = String::with_capacity(address.len());
    let rest = match split_scheme(address) {
        Some((scheme, rest)) => {
            let _ = write!(out, "{scheme}:");
            rest
        }
        // Before a colon in its first part, a relative address needs a sign that it has no scheme.
        None if first_part(address).contains(':') => {
            out.push_str("./");
            address
        }
        None => address,
    };
    let rest = match rest.strip_prefix("//") {
        Some(after) => {
            let authority = &after[..after.find(['/', '?', '#']).unwrap_or(after.len())];
            out.push_str("//");
            if is_authority(authority) {
                out.push_str(authority);
            } else {
                out.push('/');
                encode(authority, &mut out);
            }
            &after[authority.len()..]
        }
        None => rest,
    };
    encode(rest, &mut out);
    out
}

/// What stands before the first sign of a path, a query or a fragment.
fn first_part(address: &str) -> &str {
    &address[..address.find(['/', '?', '#']).unwrap_or(address.len())]
}

fn split_scheme(address: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = address.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    is_scheme.then_some((scheme, rest))
}

/// `user@host:port` of characters that need no encoding, or with an IPv6 address in brackets.
fn is_authority(authority: &str) -> bool {
    let is_name = |name: &str| {
        name.chars().all(|c| is_unreserved(c) || is_delimiter(c) || !(c.is_ascii() || c.is_whitespace()))
    };
    let (user, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (host, port) = match place.rfind(':') {
        Some(at) if !place[at..].contains(']') => place.split_at(at),
        _ => (place, ""),
    };
    let is_bracketed = || {
        let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        inner.is_some_and(|inner| inner.parse::<core::net::Ipv6Addr>().is_ok())
    };
    user.split(':').all(is_name)
        && (is_name(host) || is_bracketed())
        && port.chars().skip(1).all(|c| c.is_ascii_digit())
}

/// Path, query and fragment.
fn encode(part: &str, out: &mut String) {
    let mut has_fragment = false;
    for (at, c) in part.char_indices() {
        let digits = part.as_bytes().get(at + 1..at + 3);
        let stays = match c {
            '%' => digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)),
            '#' => !std::mem::replace(&mut has_fragment, true),
            '/' | '?' | ':' | '@' => true,
            _ => {
                is_unreserved(c) || is_delimiter(c) || !(c.is_ascii() || c.is_whitespace() || c.is_control())
            }
        };
        if stays {
            out.push(c);
            continue;
        }
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

fn is_unreserved(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~')
}

/// `sub-delims`.
fn is_delimiter(c: char) -> bool {
    matches!(c, '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | ';' | '=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_are_references_stay() {
        for address in [
            "",
            "https://a.example:8080/b/c;d=1?e=f/g&h=%C3%A9#i?j",
            "//a.example/x",
            "/b:c",
            "mailto:a@b.example",
            "?a=b:c",
            "#a",
            "https://u:p@a.example/",
            "http://[2001:db8::1]:80/",
            "https://españa.example/ñ?q=grão",
        ] {
            assert_eq!(reference(address), address);
        }
    }

    #[test]
    fn what_is_not_allowed_is_encoded_where_it_stands() {
        for (address, expected) in [
            (" /a b\t\"c\" ", "/a%20b%09%22c%22"),
            ("https://a.example/x[1]?t[]={y}|^`\\", "https://a.example/x%5B1%5D?t%5B%5D=%7By%7D%7C%5E%60%5C"),
            ("/a%zz%4", "/a%25zz%254"),
            ("/a#b#c", "/a#b%23c"),
            ("/\u{a0}\u{2028}x", "/%C2%A0%E2%80%A8x"),
            ("1a:b/c", "./1a:b/c"),
            ("[x]:y", "./%5Bx%5D:y"),
            ("http://a b/c", "http:///a%20b/c"),
            ("http://[x]/c", "http:///%5Bx%5D/c"),
            ("http://a.example:port/c", "http:///a.example:port/c"),
            ("http://a@b@c.example/", "http:///a@b@c.example/"),
        ] {
            assert_eq!(reference(address), expected, "{address}");
        }
    }
}
