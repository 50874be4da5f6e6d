//! What a page loads while it is drawn, from the network.

use crate::polite::Visitor;
use debulha_render::{PageRequest, Resource, ResourceKind, Resources};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use url::Url;

/// The part of a page's time in which it may load. The rest is left to the browser, so that a page with a slow server is seen as it is
/// by then.
const LOADING_SHARE: f64 = 2.0 / 3.0;

/// Bytes of one of them at most, as it is sent.
const MAX_BYTES: usize = 8 << 20;

/// Redirects that are followed for one of them.
const MAX_REDIRECTS: usize = 5;

/// What a page may load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchLimits {
    /// What for.
    pub kinds: &'static [ResourceKind],
    /// How many resources.
    pub resources: usize,
    /// Bytes of all of them, without the encodings of the way.
    pub bytes: usize,
}

impl FetchLimits {
    /// Style sheets: what the look of a page depends on, without its scripts.
    pub const STYLE_SHEETS: FetchLimits =
        FetchLimits { kinds: &[ResourceKind::Stylesheet], resources: 200, bytes: 32 << 20 };

    /// Style sheets, scripts and what scripts ask for: what the text of a page depends on.
    pub const SCRIPTS: FetchLimits = FetchLimits {
        kinds: &[ResourceKind::Stylesheet, ResourceKind::Script, ResourceKind::Fetch],
        ..FetchLimits::STYLE_SHEETS
    };
}

/// The resources of one page, fetched for it within limits, by the rules of a visitor: what hosts it may ask, and robots.txt.
///
/// All other kinds are refused, and so is all that is no GET, since a page that is read should change nothing.
#[derive(Debug)]
pub struct FetchedResources {
    state: Mutex<FetchState>,
    limits: FetchLimits,
    until: Instant,
}

#[derive(Debug)]
struct FetchState {
    visitor: Visitor,
    resources_left: usize,
    bytes_left: usize,
    asked: usize,
    missing: usize,
}

impl FetchedResources {
    /// The resources of a page that has so much time from now on.
    pub fn new(visitor: Visitor, limits: FetchLimits, time: Duration) -> Self {
        let state = FetchState {
            visitor,
            resources_left: limits.resources,
            bytes_left: limits.bytes,
            asked: 0,
            missing: 0,
        };
        FetchedResources {
            state: Mutex::new(state),
            limits,
            until: Instant::now() + time.mul_f64(LOADING_SHARE),
        }
    }

    /// How much of what the page requested is missing, in words.
    pub fn warning(&self) -> Option<String> {
        let state = self.state();
        let FetchState { asked, missing, .. } = *state;
        (missing > 0).then(|| {
            let what = match self.limits.kinds {
                [ResourceKind::Stylesheet] => "style sheets",
                _ => "scripts, style sheets and data",
            };
            format!("drawn without {missing} of {asked} {what} that the page asks for")
        })
    }

    fn state(&self) -> MutexGuard<'_, FetchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Resources for FetchedResources {
    fn get(&self, request: &PageRequest<'_>) -> Option<Resource> {
        if !self.limits.kinds.contains(&request.kind) {
            return None;
        }
        let mut state = self.state();
        state.asked = state.asked.saturating_add(1);
        let got = if request.method == "GET" { state.fetch(request.url, self.until) } else { None };
        if got.is_none() {
            state.missing = state.missing.saturating_add(1);
        }
        got
    }
}

impl FetchState {
    fn fetch(&mut self, url: &str, until: Instant) -> Option<Resource> {
        let url = Url::parse(url).ok()?;
        self.resources_left = self.resources_left.checked_sub(1)?;
        if self.bytes_left == 0 || Instant::now() >= until {
            return None;
        }
        self.visitor.bound(self.bytes_left.min(MAX_BYTES), until);
        let mut redirects = 0;
        let mut follow = |_: &Url| {
            redirects += 1;
            redirects <= MAX_REDIRECTS
        };
        let visit = self.visitor.visit(&url, None, &mut follow);
        self.visitor.take_asides();
        let sent: usize = visit.exchanges.iter().map(|exchange| exchange.answer.len()).sum();
        let page = visit.page();
        let got = page.ok().filter(|exchange| exchange.truncated.is_none()).and_then(|exchange| {
            let response =
                exchange.response().ok().filter(|response| (200..300).contains(&response.status))?;
            let body = response.body(self.bytes_left).ok().filter(|body| body.fault.is_none())?;
            let content_type = response.fields.get("Content-Type").unwrap_or_default().to_owned();
            Some(Resource { content_type, body: body.bytes.into_owned() })
        });
        let taken = got.as_ref().map_or(0, |resource| resource.body.len()).max(sent);
        self.bytes_left = self.bytes_left.saturating_sub(taken);
        got
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{FetchOptions, Fetcher, Politeness};
    use std::io::{BufRead, BufReader, Write};
    use std::net::{SocketAddr, TcpListener};
    use std::thread;

    const PATIENCE: Duration = Duration::from_mins(1);

    /// A site whose every path has a script of 1,000 bytes; `/moved` leads to it, for ever where it is `/moved/round`.
    fn site() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let first = BufReader::new(&stream).lines().next();
                let Some(Ok(first)) = first else { continue };
                let path = first.split(' ').nth(1).unwrap();
                let head = match path {
                    "/moved" => "302 Found\r\nLocation: /script".to_owned(),
                    round if round.starts_with("/round") => format!("302 Found\r\nLocation: {round}x"),
                    _ => "200 OK\r\nContent-Type: text/javascript; charset=utf-8".to_owned(),
                };
                let body = " ".repeat(1000);
                let answer =
                    format!("HTTP/1.1 {head}\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n{body}");
                // Whoever asked may have gone.
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        address
    }

    fn parts(allow_private: bool, resources: usize, bytes: usize) -> FetchedResources {
        with_limits(allow_private, FetchLimits { resources, bytes, ..FetchLimits::SCRIPTS })
    }

    fn with_limits(allow_private: bool, limits: FetchLimits) -> FetchedResources {
        let fetch = FetchOptions { allow_private, retries: 0, ..FetchOptions::default() };
        let politeness = Politeness { delay: Duration::ZERO, robots: false, ..Politeness::default() };
        FetchedResources::new(Visitor::new(Fetcher::new(fetch), politeness), limits, PATIENCE)
    }

    fn ask(parts: &FetchedResources, url: &str, kind: ResourceKind, method: &str) -> bool {
        parts.get(&PageRequest { url, kind, method }).is_some()
    }

    #[test]
    fn scripts_styles_and_data_are_fetched_and_nothing_else() {
        let url = format!("http://{}/script", site());
        let parts = parts(true, 10, 100_000);
        for kind in [ResourceKind::Script, ResourceKind::Stylesheet, ResourceKind::Fetch] {
            let got = parts.get(&PageRequest { url: &url, kind, method: "GET" }).unwrap();
            assert_eq!((got.content_type.as_str(), got.body.len()), ("text/javascript; charset=utf-8", 1000));
        }
        assert!(ask(&parts, &url.replace("script", "moved"), ResourceKind::Script, "GET"));
        assert_eq!(parts.warning(), None);
        for kind in [ResourceKind::Image, ResourceKind::Font, ResourceKind::Document, ResourceKind::Other] {
            assert!(!ask(&parts, &url, kind, "GET"));
        }
        assert_eq!(parts.warning(), None, "no text depends on them");
        assert!(!ask(&parts, &url, ResourceKind::Fetch, "POST"));
        assert!(!ask(&parts, &url.replace("script", "round"), ResourceKind::Script, "GET"));
        assert!(!ask(&parts, "file:///etc/passwd", ResourceKind::Fetch, "GET"));
        assert!(parts.warning().unwrap().starts_with("drawn without 3 of 7 "));
    }

    #[test]
    fn other_kinds_are_not_even_asked_for() {
        let url = format!("http://{}/script", site());
        let parts = with_limits(true, FetchLimits::STYLE_SHEETS);
        assert!(ask(&parts, &url, ResourceKind::Stylesheet, "GET"));
        for kind in [ResourceKind::Script, ResourceKind::Fetch, ResourceKind::Image] {
            assert!(!ask(&parts, &url, kind, "GET"));
        }
        assert_eq!(parts.warning(), None);
        assert!(!ask(&parts, &url.replace("script", "round"), ResourceKind::Stylesheet, "GET"));
        assert_eq!(parts.warning().unwrap(), "drawn without 1 of 2 style sheets that the page asks for");
    }

    #[test]
    fn private_addresses_are_refused() {
        let parts = parts(false, 10, 100_000);
        for url in [format!("http://{}/script", site()), "http://localhost/".into(), "http://[::1]/".into()] {
            assert!(!ask(&parts, &url, ResourceKind::Script, "GET"), "{url}");
        }
    }

    #[test]
    fn a_page_gets_so_many_resources_and_bytes() {
        let url = format!("http://{}/script", site());
        let of = |resources, bytes| {
            let parts = parts(true, resources, bytes);
            (0..6).filter(|_| ask(&parts, &url, ResourceKind::Script, "GET")).count()
        };
        assert_eq!(of(4, 100_000), 4);
        // Heads count, so a third does not fit.
        assert_eq!(of(100, 3_000), 2);
        assert_eq!(of(100, 500), 0);
    }
}
