//! Pages that the server fetches.

use super::common::{Running, options};
use debulha_crawl::{FetchOptions, Politeness};
use debulha_server::ServeOptions;
use debulha_server::fetch::FetchingOptions;
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;
use std::time::Duration;

/// A site that answers by path until the test ends.
fn site() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let first = lines.next().unwrap().unwrap();
            let cookie = lines.map_while(Result::ok).take_while(|line| !line.is_empty());
            let has_cookie =
                cookie.filter(|line| line.to_ascii_lowercase().starts_with("cookie:")).count() > 0;
            let (status, fields, body) = match first.split(' ').nth(1).unwrap() {
                "/robots.txt" => {
                    ("200 OK", "Content-Type: text/plain\r\n", b"User-agent: *\nDisallow: /shut\n".to_vec())
                }
                "/rye" => (
                    "200 OK",
                    "Content-Type: text/html; charset=iso-8859-1\r\nSet-Cookie: session=1; Path=/\r\n",
                    if has_cookie {
                        b"<p>A session.".to_vec()
                    } else {
                        b"<p>Centeio d\xe1 <a href=/oats>em terra fraca</a>.".to_vec()
                    },
                ),
                "/old" => ("302 Found", "Location: /rye\r\n", Vec::new()),
                "/picture" => ("200 OK", "Content-Type: image/png\r\n", b"\x89PNG".to_vec()),
                "/long" => ("200 OK", "Content-Type: text/html\r\n", vec![b'a'; 300_000]),
                _ => ("404 Not Found", "Content-Type: text/html\r\n", b"<p>Gone.".to_vec()),
            };
            let len = body.len();
            let head =
                format!("HTTP/1.1 {status}\r\n{fields}Content-Length: {len}\r\nConnection: close\r\n\r\n");
            // Whoever asked may have gone.
            let _ = stream.write_all(&[head.as_bytes(), &body].concat());
        }
    });
    address
}

fn fetching(allow_private: bool) -> ServeOptions {
    let fetch = FetchOptions { allow_private, retries: 0, max_bytes: 200_000, ..FetchOptions::default() };
    let politeness = Politeness { delay: Duration::ZERO, ..Politeness::default() };
    let fetching = FetchingOptions { fetch, politeness, ..FetchingOptions::default() };
    ServeOptions { fetching: Some(fetching), ..options() }
}

#[test]
fn pages_are_fetched_where_that_is_allowed() {
    let (site, server) = (site(), Running::start(fetching(true)));
    let asked = |path: &str| json!({ "url": format!("http://{site}{path}"), "extractor": "all_text", "format": "markdown", "links": true });
    let wanted = format!("Centeio dá [em terra fraca](http://{site}/oats).");
    // The second visit brings no cookie along.
    for path in ["/rye", "/old", "/rye"] {
        let answer = server.json("/v1/extract", &asked(path));
        assert_eq!((answer.status, answer.text()), (200, wanted.as_str()), "{path}");
    }
    for (path, status, problem) in [
        ("/shut", 403, "robots"),
        ("/gone", 502, "upstream-status"),
        ("/picture", 415, "not-a-page"),
        ("/long", 413, "page-too-large"),
    ] {
        let answer = server.json("/v1/extract", &asked(path));
        assert_eq!((answer.status, answer.problem().as_str()), (status, problem), "{path}");
    }
    let verdict =
        server.json("/v1/verdict", &json!({ "url": format!("http://{site}/rye"), "extractor": "bte" }));
    assert_eq!(verdict.status, 200);
    let other = server.json("/v1/extract", &json!({ "url": "ftp://example.org/" }));
    assert_eq!((other.status, other.problem().as_str()), (400, "address"));
}

#[test]
fn private_addresses_are_not_fetched() {
    let (site, server) = (site(), Running::start(fetching(false)));
    for url in [format!("http://{site}/rye"), "http://localhost/".to_owned(), "http://[::1]/".to_owned()] {
        let answer = server.json("/v1/extract", &json!({ "url": url }));
        assert_eq!((answer.status, answer.problem().as_str()), (403, "private-address"), "{url}");
        assert!(!answer.text().contains("127.0.0.1"), "{url}");
    }
}

#[test]
fn nothing_is_fetched_unless_the_server_was_told_so() {
    let (site, server) = (site(), Running::start(options()));
    let answer = server.json("/v1/extract", &json!({ "url": format!("http://{site}/rye") }));
    assert_eq!((answer.status, answer.problem().as_str()), (400, "fetch-off"));
    assert!(answer.text().contains("--allow-fetch"));
}
