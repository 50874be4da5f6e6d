//! Politeness, robots.txt and redirects.

use super::server::{Server, Then, answer, page, raw, redirect};
use super::{Watch, options, seconds, visitor};
use debulha_crawl::{FetchError, FetchOptions, Fetcher, Pause, Politeness, UrlVisit};
use debulha_io::warc::WarcTruncation;
use std::sync::Arc;
use url::Url;

fn visit(server: &Server, path: &str) -> UrlVisit {
    visitor(Politeness::default()).0.visit(&Url::parse(&server.url(path)).unwrap(), None, &mut |_| true)
}

#[test]
fn robots_rules_are_kept() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => answer(
            200,
            &[("Content-Type", "text/plain")],
            b"User-agent: *\nDisallow: /\n\nUser-agent: debulha\nDisallow: /private\nCrawl-delay: 5\n",
        ),
        "/away" => redirect("/private/x"),
        _ => page("<p>rye"),
    });
    let (mut visitor, watch) = visitor(Politeness::default());
    let mut visit =
        |path: &str| visitor.visit(&Url::parse(&server.url(path)).unwrap(), None, &mut |_| true).error;
    assert!(visit("/a").is_none());
    assert!(matches!(visit("/private"), Some(FetchError::Robots)));
    assert!(visit("/b").is_none());
    assert!(matches!(visit("/away"), Some(FetchError::Robots)));
    assert_eq!(server.paths(), ["/a", "/b", "/away"]);
    assert_eq!(watch.waits(), [seconds(5), seconds(5)]);
}

#[test]
fn a_delay_of_any_length_is_bounded() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => answer(200, &[], b"User-agent: *\nCrawl-delay: 86400\n"),
        _ => page("<p>rye"),
    });
    let (mut visitor, watch) = visitor(Politeness::default());
    for path in ["/a", "/b"] {
        visitor.visit(&Url::parse(&server.url(path)).unwrap(), None, &mut |_| true);
    }
    assert_eq!(watch.waits(), [seconds(30)]);
}

#[test]
fn without_an_answer_about_robots_nothing_is_fetched() {
    for (status, allowed) in [(404, true), (403, true), (410, true), (500, false), (503, false)] {
        let server = Server::start(move |asked| match asked.path.as_str() {
            "/robots.txt" => answer(status, &[("Retry-After", "99999")], b"User-agent: *\nDisallow: /\n"),
            _ => page("<p>rye"),
        });
        let visit = visit(&server, "/");
        assert_eq!(visit.error.is_none(), allowed, "{status}: {:?}", visit.error);
        assert_eq!(server.paths().len(), usize::from(allowed), "{status}");
    }
}

#[test]
fn robots_are_found_behind_redirects() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => redirect("/other.txt"),
        "/other.txt" => answer(200, &[], b"User-agent: *\nDisallow: /private\n"),
        _ => page("<p>rye"),
    });
    assert!(matches!(visit(&server, "/private").error, Some(FetchError::Robots)));
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => redirect("/robots.txt"),
        _ => page("<p>rye"),
    });
    assert!(visit(&server, "/").error.is_none());
}

#[test]
fn redirects_are_followed_and_kept() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/1" => redirect("2?x=ü"),
        "/2?x=%C3%BC" => redirect("/3#part"),
        "/3" => page("<p>rye"),
        _ => answer(404, &[], b""),
    });
    let visit = visit(&server, "/1");
    let urls: Vec<&str> = visit.exchanges.iter().map(|exchange| exchange.url.path()).collect();
    assert_eq!((urls, visit.error.is_none()), (vec!["/1", "/2", "/3"], true));
}

#[test]
fn circles_and_long_ways_end() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/a" => redirect("/b"),
        "/b" => redirect("/a"),
        "/self" => redirect("/self"),
        path => {
            let number = path.trim_start_matches("/n").parse::<u32>();
            number.map_or_else(|_| answer(404, &[], b""), |number| redirect(&format!("/n{}", number + 1)))
        }
    });
    for path in ["/a", "/self"] {
        assert!(matches!(visit(&server, path).error, Some(FetchError::Circle(_))), "{path}");
    }
    let visit = visit(&server, "/n1");
    assert!(matches!(visit.error, Some(FetchError::TooManyRedirects(10))), "{:?}", visit.error);
    assert_eq!(visit.exchanges.len(), 11);
}

#[test]
fn a_redirect_that_leads_back_with_a_cookie_is_followed() {
    let server = Server::start(|asked| match (asked.path.as_str(), asked.field("Cookie")) {
        ("/a", None) => redirect("/set"),
        ("/set", _) => answer(302, &[("Location", "/a"), ("Set-Cookie", "seen=1; Path=/")], b""),
        ("/a", Some("seen=1")) => page("<p>rye"),
        _ => answer(404, &[], b""),
    });
    let page = visit(&server, "/a").page().unwrap();
    assert_eq!((page.url.path(), page.response().unwrap().status), ("/a", 200));
}

#[test]
fn parts_of_a_page_have_its_cookies_and_rules_and_bounds_of_their_own() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => answer(200, &[], b"User-agent: *\nDisallow: /shut\nCrawl-delay: 5\n"),
        "/page" => answer(200, &[("Set-Cookie", "a=1; Path=/")], b"<p>rye"),
        "/endless" => raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n", Then::Endless),
        _ => page("<p>oats"),
    });
    let url = |path: &str| Url::parse(&server.url(path)).unwrap();
    let (mut visitor, _) = visitor(Politeness::default());
    visitor.visit(&url("/page"), None, &mut |_| true);
    let watch = Watch::default();
    let fetcher = Fetcher::new(FetchOptions { retries: 0, ..options() }).pause(Arc::new(watch.clone()));
    let mut parts = visitor.for_parts_of(&url("/page"), fetcher);
    for path in ["/a", "/b"] {
        assert!(parts.visit(&url(path), None, &mut |_| true).error.is_none());
    }
    assert!(matches!(parts.visit(&url("/shut"), None, &mut |_| true).error, Some(FetchError::Robots)));
    assert!(watch.waits().is_empty());
    visitor.visit(&url("/again"), None, &mut |_| true);
    let cookies: Vec<(String, Option<String>)> = server
        .asked()
        .iter()
        .map(|asked| (asked.path.clone(), asked.field("Cookie").map(str::to_owned)))
        .collect();
    let expected =
        [("/robots.txt", None), ("/page", None), ("/a", Some("a=1")), ("/b", Some("a=1")), ("/again", None)];
    assert_eq!(cookies, expected.map(|(path, cookie)| (path.to_owned(), cookie.map(str::to_owned))));

    parts.bound(1 << 20, watch.now() + seconds(5));
    let cut = parts.visit(&url("/endless"), None, &mut |_| true).page().unwrap();
    assert_eq!(
        (cut.truncated, cut.response().unwrap().raw_body.len()),
        (Some(WarcTruncation::Length), 1 << 20)
    );
    parts.bound(100, watch.now());
    let late = parts.visit(&url("/a"), None, &mut |_| true).error;
    assert!(matches!(late, Some(FetchError::Timeout(_))), "{late:?}");
}
