//! Hosts of addresses, and sets of domains that they are looked up in.

use crate::param_kind::{ParamKind, ParamType};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Bytes of the longest host name that there can be (RFC 1035); longer ones are no hosts.
const MAX_HOST_BYTES: usize = 253;

/// A set of domains, each with all hosts below it.
///
/// ```
/// use debulha_core::features::hosts::Domains;
///
/// let ads = Domains::from(vec!["doubleclick.net".to_owned()]);
/// assert!(ads.cover("doubleclick.net") && ads.cover("AD.doubleclick.net"));
/// assert!(!ads.cover("notdoubleclick.net"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct Domains(BTreeSet<String>);

impl ParamType for Domains {
    const KIND: ParamKind = ParamKind::List;
}

impl From<Vec<String>> for Domains {
    fn from(domains: Vec<String>) -> Self {
        let normal = |domain: &String| domain.trim().trim_matches('.').to_ascii_lowercase();
        Domains(domains.iter().map(normal).filter(|domain| !domain.is_empty()).collect())
    }
}

impl Domains {
    /// Whether a host is one of the domains or below one. O(labels of the host · log domains).
    pub fn cover(&self, host: &str) -> bool {
        if host.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return self.cover(&host.to_ascii_lowercase());
        }
        std::iter::successors(Some(host), |&domain| parent(domain)).any(|domain| self.0.contains(domain))
    }
}

fn parent(domain: &str) -> Option<&str> {
    domain.split_once('.').map(|(_, parent)| parent)
}

/// The host of an absolute web address, in any case, without user and port; `None` for relative and other addresses.
///
/// ```
/// use debulha_core::features::hosts::host_of;
///
/// assert_eq!(host_of("https://user@ad.example.org:8080/x?y"), Some("ad.example.org"));
/// assert_eq!(host_of("//cdn.example.org"), Some("cdn.example.org"));
/// assert_eq!(host_of("/x//y"), None);
/// ```
pub fn host_of(address: &str) -> Option<&str> {
    let address = address.trim_start();
    let rest = if address.starts_with(['/', '\\']) {
        address
    } else {
        let (scheme, rest) = address.split_once(':')?;
        (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")).then_some(rest)?
    };
    let is_slash = |c| matches!(c, '/' | '\\');
    let rest = rest.strip_prefix(is_slash)?.strip_prefix(is_slash)?;
    let authority = rest.split(['/', '\\', '?', '#']).next()?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let host = host.trim_end_matches('.');
    (1..=MAX_HOST_BYTES).contains(&host.len()).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_found_as_browsers_find_them() {
        assert_eq!(host_of(" HTTP://A.org."), Some("A.org"));
        assert_eq!(host_of("https:\\\\a.org\\x"), Some("a.org"));
        assert_eq!(host_of("//[::1]/x"), Some("[::1]"));
        for other in
            ["", "/", "x", "#//a.org", "http:x", "mailto:x@a.org", "ftp://a.org", "///", "x?u=http://a.org"]
        {
            assert_eq!(host_of(other), None, "{other:?}");
        }
        assert_eq!(host_of(&format!("//{}", "a.".repeat(200))), None);
    }

    #[test]
    fn domains_are_normal_and_in_order() {
        let domains = Domains::from(vec![".B.org".to_owned(), "a.org".to_owned(), "b.org".to_owned()]);
        assert_eq!(serde_json::to_value(&domains).ok(), Some(serde_json::json!(["a.org", "b.org"])));
        assert!(!domains.cover("org") && !domains.cover(""));
    }

    #[test]
    fn a_host_is_no_longer_than_its_limit() {
        for (bytes, is_host) in [(MAX_HOST_BYTES, true), (MAX_HOST_BYTES + 1, false)] {
            assert_eq!(host_of(&format!("//{}/", "a".repeat(bytes))).is_some(), is_host, "{bytes}");
        }
    }
}
