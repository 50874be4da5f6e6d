//! A server for a test, and a client of few words.

use axum::Router;
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::get;
use debulha_crawl::{FetchOptions, Politeness};
use debulha_server::fetch::FetchingOptions;
use debulha_server::{ServeOptions, Server};
use serde_json::Value;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A page with an article, a menu, links and an image.
pub(crate) const BARN: &str = include_str!("../../../../../testdata/pages/barn-story/source.html");

/// Bytes of a page that the server of a test takes.
pub(crate) const MAX_BYTES: usize = 1 << 18;

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }
}

/// Starts a server.
pub(crate) fn server(is_fetching: bool) -> SocketAddr {
    let fetch = FetchOptions { allow_private: true, retries: 0, ..FetchOptions::default() };
    let politeness = Politeness { delay: Duration::ZERO, ..Politeness::default() };
    let fetching = FetchingOptions { fetch, politeness, ..FetchingOptions::default() };
    let listen = "127.0.0.1:0".parse().unwrap();
    let fetching = is_fetching.then_some(fetching);
    let options = ServeOptions { listen, fetching, max_bytes: MAX_BYTES, ..ServeOptions::default() };
    let server = Server::bind(options).unwrap();
    let address = server.local_addr();
    tokio::spawn(server.run(std::future::pending()));
    address
}

/// Starts a site with the pages `/barn`, and `/changing` that says how often it was fetched before.
pub(crate) async fn site() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let visits = AtomicUsize::new(0);
    let changing = move || {
        let visit = visits.fetch_add(1, Ordering::Relaxed);
        let paragraph = format!(
            "<p>This is version {visit} of a page about rye, which is another one each time that it is fetched."
        );
        std::future::ready(Html(paragraph.repeat(20)))
    };
    let changing = Arc::new(changing);
    let router = Router::new()
        .route("/barn", get(|| async { Html(BARN) }))
        .route(
            "/hub",
            get(|| async {
                Html("<a href=/barn#x>a</a><a href=/rye?p=1>b</a><a href='https://example.org/'>c</a>")
            }),
        )
        .route(
            "/sitemap.xml",
            get(|| async { "<urlset><url><loc>/oats</loc></url><url><loc>/barn</loc></url></urlset>" }),
        )
        .route(
            "/gone",
            get(|| async { (StatusCode::NOT_FOUND, Html("<h1>Gone</h1><p>There is no such page here.")) }),
        )
        .route("/changing", get(move || changing()));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// Sends a request and reads the answer to its end.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Answer {
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        write!(request, "{name}: {value}\r\n").unwrap();
    }
    request.push_str("\r\n");
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    // A server that has refused the request may close before it has read the body.
    let _ = stream.write_all(body).await;
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(!head.to_ascii_lowercase().contains("transfer-encoding"), "an answer of one piece: {head}");
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// Sends JSON.
pub(crate) async fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
    ask(address, "POST", path, &headers, body.to_string().as_bytes()).await
}
