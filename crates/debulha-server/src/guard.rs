//! Who may ask: a check of `Host` and `Origin`, against pages of other sites that a browser has open.
//!
//! A page of another site can make a browser send requests to this machine (cross-site request forgery), and can have its own name
//! resolve to this machine and then read the answers (DNS rebinding). The first is told by `Origin`, the second by `Host`.

use crate::problem::Problem;
use axum::http::{HeaderMap, header};
use std::net::SocketAddr;

/// The names by which this machine may be addressed for what listens at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnNames(Vec<String>);

impl OwnNames {
    /// The address itself; one that is of this machine alone also has the names `localhost`, `127.0.0.1` and `[::1]`.
    pub fn of(address: SocketAddr) -> Self {
        let port = address.port();
        let mut names = vec![address.to_string()];
        if address.ip().is_loopback() {
            names.extend(["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}")));
        }
        OwnNames(names)
    }

    /// Adds a name, with its port where that is not the usual one, such as the name of a server behind a proxy.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>) -> Self {
        self.0.push(name.into());
        self
    }

    /// Lets requests through that ask for one of the names, and come from no page of another site.
    ///
    /// # Errors
    /// 400 for a second `Host` or `Origin`, of which a proxy may have checked the other one; 421 for another `Host`, 403 for another
    /// `Origin`.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        if [header::HOST, header::ORIGIN].iter().any(|name| headers.get_all(name).iter().nth(1).is_some()) {
            return Err(Problem::new(400, "repeated-header", "send Host and Origin at most once"));
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        if !host.is_some_and(|host| self.has(host)) {
            return Err(Problem::new(421, "other-host", "this server does not answer for that Host"));
        }
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let own = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        match own {
            Some(("http" | "https", name)) if self.has(name) => Ok(()),
            _ => Err(Problem::new(403, "other-origin", "pages of other sites may not ask here")),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn asked(host: &str, origin: Option<&str>) -> u16 {
        let names = OwnNames::of("127.0.0.1:8080".parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        names.check(&headers).map_or_else(|problem| problem.status().as_u16(), |()| 200)
    }

    #[test]
    fn own_names_are_let_through_and_others_are_not() {
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"] {
            assert_eq!(asked(host, None), 200, "{host}");
        }
        for host in
            ["evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:8080"]
        {
            assert_eq!(asked(host, None), 421, "{host}");
        }
        assert_eq!(asked("localhost:8080", Some("http://localhost:8080")), 200);
        for origin in ["http://evil.example", "null", "http://localhost", "file://", "ftp://localhost:8080"] {
            assert_eq!(asked("localhost:8080", Some(origin)), 403, "{origin}");
        }
    }
    #[test]
    fn repeated_headers_are_refused() {
        let names = OwnNames::of("127.0.0.1:8080".parse().unwrap());
        for name in [header::HOST, header::ORIGIN] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "localhost:8080".parse().unwrap());
            headers.insert(header::ORIGIN, "http://localhost:8080".parse().unwrap());
            assert!(names.check(&headers).is_ok());
            headers.append(&name, "localhost:8080".parse().unwrap());
            assert_eq!(names.check(&headers).unwrap_err().status(), 400, "{name}");
        }
    }
}
