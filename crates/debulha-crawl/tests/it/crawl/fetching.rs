//! One exchange.

use super::server::{Server, Then, answer, page, raw};
use super::{Watch, options, seconds};
use debulha_crawl::{Conditions, Exchange, FetchError, FetchOptions, Fetcher};
use debulha_io::warc::WarcTruncation;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use url::Url;

fn fetch_with(options: FetchOptions, url: &str) -> (Result<Exchange, FetchError>, Watch) {
    let watch = Watch::default();
    let mut fetcher = Fetcher::new(options).pause(Arc::new(watch.clone()));
    (fetcher.exchange(&Url::parse(url).unwrap(), None), watch)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn an_exchange_is_kept_byte_for_byte() {
    let server = Server::start(|_| {
        raw(
            b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-TYPE: text/html; charset=ISO-8859-2\r\n\
              Transfer-Encoding: chunked\r\n\r\n4\r\n<p>R\r\n2;x=y\r\nye\r\n0\r\n\r\n",
            Then::GoOn,
        )
    });
    let options = FetchOptions { contact: Some("mailto:a@example.org".to_owned()), ..options() };
    let exchange = fetch_with(options, &server.url("/rye?x=1")).0.unwrap();
    let request = String::from_utf8(exchange.request.clone()).unwrap();
    assert!(request.starts_with("GET /rye?x=1 HTTP/1.1\r\n") && request.ends_with("\r\n\r\n"), "{request}");
    assert!(exchange.answer.starts_with(b"HTTP/1.1 200 OK\r\ncontent-TYPE: text/html"));
    assert!(exchange.answer.ends_with(b"4\r\n<p>R\r\n2;x=y\r\nye\r\n0\r\n\r\n"));
    let response = exchange.response().unwrap();
    assert_eq!(response.charset().as_deref(), Some("iso-8859-2"));
    assert_eq!(&*response.body(100).unwrap().bytes, b"<p>Rye");
    assert_eq!((exchange.truncated, exchange.address), (None, Some([127, 0, 0, 1].into())));
    let asked = &server.asked()[0];
    let agent = asked.field("User-Agent").unwrap();
    assert!(agent.starts_with("debulha/") && agent.ends_with(" (+mailto:a@example.org)"), "{agent}");
    assert_eq!((asked.field("Cookie"), asked.field("Accept-Encoding")), (None, Some("gzip, br, zstd")));
}

#[test]
fn only_addresses_of_the_web_are_fetched() {
    for url in ["ftp://127.0.0.1/", "file:///etc/passwd", "data:text/html,x", "gopher://127.0.0.1/"] {
        assert!(matches!(fetch_with(options(), url).0, Err(FetchError::Scheme(_))), "{url}");
    }
}

#[test]
fn bombs_and_endless_bodies_are_cut() {
    let bomb = gzip(&vec![b'a'; 200 << 20]);
    let small = bomb.len();
    let server = Server::start(move |asked| match asked.path.as_str() {
        "/bomb" => answer(200, &[("Content-Encoding", "gzip"), ("Content-Type", "text/html")], &bomb),
        "/chunks" => raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;aaaa", Then::Endless),
        "/head" => raw(b"HTTP/1.1 200 OK\r\nX: a", Then::Endless),
        _ => raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>x", Then::Endless),
    });
    let options = FetchOptions { max_bytes: 1 << 20, retries: 0, ..options() };
    let fetch = |path: &str| fetch_with(options.clone(), &server.url(path)).0;
    let exchange = fetch("/bomb").unwrap();
    assert!(small < 1 << 20 && exchange.truncated.is_none());
    let body = exchange.response().unwrap().body(3 << 20).unwrap();
    assert_eq!((body.bytes.len(), body.fault.is_some()), (3 << 20, true));
    let exchange = fetch("/endless").unwrap();
    assert_eq!(exchange.truncated, Some(WarcTruncation::Length));
    assert_eq!(exchange.response().unwrap().raw_body.len(), 1 << 20);
    if let Ok(exchange) = fetch("/chunks") {
        assert!(exchange.truncated.is_some() && exchange.answer.len() < 4 << 20);
    }
    assert!(fetch("/head").is_err());
}

#[test]
fn slow_servers_do_not_hold_us() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/silent" => raw(b"", Then::Hang),
        "/head" => raw(b"HTTP/1.1 200 OK\r\nContent-", Then::Hang),
        _ => raw(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>half",
            Then::Hang,
        ),
    });
    let options = FetchOptions { timeout: Duration::from_millis(300), retries: 0, ..options() };
    let begun = Instant::now();
    for path in ["/silent", "/head"] {
        let error = fetch_with(options.clone(), &server.url(path)).0.unwrap_err();
        assert!(matches!(error, FetchError::Timeout(_)), "{path}: {error}");
    }
    let exchange = fetch_with(options, &server.url("/body")).0.unwrap();
    assert_eq!(exchange.truncated, Some(WarcTruncation::Time));
    assert_eq!(&*exchange.response().unwrap().body(100).unwrap().bytes, b"<p>half");
    assert!(begun.elapsed() < seconds(10));
}

#[test]
fn wrong_lengths_are_told() {
    let server = Server::start(|_| {
        raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>half", Then::Close)
    });
    let exchange = fetch_with(options(), &server.url("/")).0.unwrap();
    assert_eq!(exchange.truncated, Some(WarcTruncation::Disconnect));
    assert!(exchange.response().unwrap().body(100).unwrap().fault.is_some());
}

#[test]
fn what_is_no_text_is_not_read() {
    let server =
        Server::start(|_| raw(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx", Then::Endless));
    let exchange = fetch_with(options(), &server.url("/")).0.unwrap();
    assert_eq!(exchange.truncated, Some(WarcTruncation::Unspecified));
    assert!(exchange.answer.len() < 1 << 20);
}

#[test]
fn failures_that_may_pass_are_tried_again_after_the_time_that_the_server_gives() {
    let tries = AtomicUsize::new(0);
    let server = Server::start(move |_| match tries.fetch_add(1, Ordering::SeqCst) {
        0 => answer(429, &[("Retry-After", "7")], b""),
        1 => answer(503, &[], b""),
        _ => page("<p>rye"),
    });
    let (exchange, watch) = fetch_with(options(), &server.url("/"));
    assert_eq!(exchange.unwrap().response().unwrap().status, 200);
    assert_eq!(watch.waits(), [seconds(7), seconds(4)]);
}

#[test]
fn a_server_that_wants_a_long_rest_gets_it() {
    for field in ["3600", "Fri, 31 Dec 2100 23:59:59 GMT"] {
        let server = Server::start(move |_| answer(503, &[("Retry-After", field)], b"closed"));
        let (exchange, watch) = fetch_with(options(), &server.url("/"));
        assert_eq!(exchange.unwrap().response().unwrap().status, 503);
        assert_eq!((watch.waits().len(), server.asked().len()), (0, 1));
    }
    let server =
        Server::start(|_| answer(503, &[("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")], b"closed"));
    let (_, watch) = fetch_with(options(), &server.url("/"));
    assert_eq!((watch.waits().len(), server.asked().len()), (0, 3));
}

#[test]
fn a_connection_that_nobody_takes_is_tried_three_times() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (made, watch) = fetch_with(options(), &format!("http://127.0.0.1:{port}/"));
    assert!(matches!(made, Err(FetchError::Connection(_))), "{made:?}");
    assert_eq!(watch.waits(), [seconds(2), seconds(4)]);
}

#[test]
fn what_is_no_http_is_an_error() {
    for bytes in [&b"SSH-2.0-OpenSSH_9\r\n"[..], b"<html>\r\n\r\n", b"\0\x01\x02\x03\r\n\r\n"] {
        let server = Server::start(move |_| raw(bytes, Then::Close));
        let options = FetchOptions { retries: 0, ..options() };
        assert!(fetch_with(options, &server.url("/")).0.is_err(), "{bytes:?}");
    }
}

#[test]
fn cookies_are_sent_back_in_a_session() {
    let server = Server::start(|_| {
        answer(200, &[("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Path=/farm")], b"")
    });
    let mut fetcher = Fetcher::new(options());
    for path in ["/", "/", "/farm/"] {
        fetcher.exchange(&Url::parse(&server.url(path)).unwrap(), None).unwrap();
    }
    let cookies: Vec<Option<String>> =
        server.asked().iter().map(|asked| asked.field("Cookie").map(str::to_owned)).collect();
    assert_eq!(cookies, [None, Some("a=1".to_owned()), Some("b=2; a=1".to_owned())]);
}

#[test]
fn a_page_that_has_not_changed_is_not_sent_again() {
    let server = Server::start(|asked| match asked.field("If-None-Match") {
        Some("\"rye\"") => answer(304, &[("ETag", "\"rye\"")], b""),
        _ => {
            answer(200, &[("ETag", "\"rye\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")], b"<p>rye")
        }
    });
    let mut fetcher = Fetcher::new(options());
    let url = Url::parse(&server.url("/")).unwrap();
    let first = fetcher.exchange(&url, None).unwrap();
    let conditions = Conditions::of(&first.response().unwrap()).unwrap();
    let second = fetcher.exchange(&url, Some(&conditions)).unwrap();
    assert_eq!(second.response().unwrap().status, 304);
    assert_eq!(server.asked()[1].field("If-Modified-Since"), Some("Sun, 06 Nov 1994 08:49:37 GMT"));
}

#[test]
fn another_thread_breaks_an_exchange_off() {
    let server = Server::start(|_| raw(b"", Then::Hang));
    let mut fetcher = Fetcher::new(FetchOptions { timeout: seconds(30), retries: 0, ..options() });
    let interrupt = fetcher.interrupter();
    let begun = Instant::now();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupt();
    });
    assert!(fetcher.exchange(&Url::parse(&server.url("/")).unwrap(), None).is_err());
    assert!(begun.elapsed() < seconds(10));
    thread.join().unwrap();
}
