//! Pages that a browser draws for callers. Where there is none the tests say so and pass, unless `DEBULHA_CHROMIUM` names one.
#![allow(clippy::print_stderr)]

use super::common::{Answer, Running, options};
use debulha_crawl::{FetchOptions, Politeness};
use debulha_render::{RenderOptions, RendererPool, find_browser};
use debulha_server::fetch::FetchingOptions;
use debulha_server::{BrowserLimits, Browsers, ServeOptions};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// A page whose text is data that its script asks for.
const APP: &str = "<!doctype html><title>Rye</title><link rel=stylesheet href=/style.css><main><h1>Rye</h1><p id=text></p></main>
    <script src=/app.js></script>";

const SCRIPT: &str = "fetch('/data.json').then((answer) => answer.json()).then(({ text }) => {
    document.getElementById('text').textContent = text;
});";

/// A page that says which cookies its script is known by, some time after it was opened.
const SESSION: &str = "<!doctype html><p id=text></p><script>
    document.cookie = 'own=' + location.search.slice(1);
    setTimeout(() => fetch('/who').then((answer) => answer.text()).then((text) => {
        document.getElementById('text').textContent = text + ' and ' + document.cookie;
    }), 200);
    </script>";

/// A site that answers until the test ends, and counts what it is asked for but robots.txt.
struct Site {
    address: SocketAddr,
    asked: Arc<AtomicUsize>,
}

impl Site {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let count = Arc::clone(&count);
                thread::spawn(move || answer(&stream.unwrap(), &count));
            }
        });
        Site { address, asked }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

fn answer(mut stream: &TcpStream, count: &AtomicUsize) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let cookie =
        lines.iter().find_map(|line| line.to_ascii_lowercase().strip_prefix("cookie: ").map(str::to_owned));
    let path = first.split(' ').nth(1).unwrap();
    if path != "/robots.txt" {
        count.fetch_add(1, Ordering::SeqCst);
    }
    let (media, field, body) = match path {
        "/robots.txt" => ("text/plain", String::new(), "User-agent: *\nDisallow: /shut".to_owned()),
        "/app" => ("text/html", String::new(), APP.to_owned()),
        "/app.js" => ("text/javascript", String::new(), SCRIPT.to_owned()),
        "/style.css" => ("text/css", String::new(), "h1 { color: red }".to_owned()),
        "/data.json" => (
            "application/json",
            String::new(),
            json!({ "text": "Rye is sown in autumn, and reaped in July." }).to_string(),
        ),
        "/endless" => ("text/html", String::new(), "<p>Rye.</p><script>for (;;) {}</script>".to_owned()),
        "/parted" => ("text/html", String::new(), "<p>Rye</p><script src=/shut.js></script>".to_owned()),
        "/who" => ("text/plain", String::new(), format!("known by {}", cookie.unwrap_or_default())),
        session if session.starts_with("/session?") => {
            ("text/html", format!("Set-Cookie: session={}; Path=/\r\n", &session[9..]), SESSION.to_owned())
        }
        _ => ("text/html", String::new(), "<p>Nothing.".to_owned()),
    };
    let len = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {media}\r\n{field}Content-Length: {len}\r\nConnection: close\r\n\r\n"
    );
    // Whoever asked may have gone.
    let _ = stream.write_all(format!("{head}{body}").as_bytes());
}

/// A server with so many browsers, which give each page so much time; `None` where there is no browser.
fn server(browsers: usize, timeout: Duration) -> Option<Running> {
    let named = std::env::var_os("DEBULHA_CHROMIUM").map(PathBuf::from);
    let program = match find_browser(named.as_deref()) {
        Ok(program) => program,
        Err(error) if named.is_none() => {
            eprintln!("skipped: {error}");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let options = RenderOptions { program: Some(program), scripts: true, ..RenderOptions::default() };
    let pool = RendererPool::new(&options, browsers).unwrap();
    let browsers = Browsers::new(pool, BrowserLimits { timeout, ..BrowserLimits::default() });
    Some(Running::start(ServeOptions { browsers: Some(Arc::new(browsers)), ..fetching() }))
}

fn fetching() -> ServeOptions {
    let fetch = FetchOptions { allow_private: true, retries: 0, ..FetchOptions::default() };
    let politeness = Politeness { delay: Duration::ZERO, ..Politeness::default() };
    let fetching = FetchingOptions { fetch, politeness, deadline: PATIENCE, ..FetchingOptions::default() };
    ServeOptions { fetching: Some(fetching), ..self::options() }
}

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

fn text(url: &str, render: bool) -> Value {
    json!({ "url": url, "extractor": "all_text", "format": "text", "render": render })
}

fn metric(server: &Running, line: &str) -> bool {
    server.get("/metrics").text().lines().any(|found| found == line)
}

#[test]
fn text_that_a_script_fetches_is_there_when_a_browser_draws_the_page() {
    let Some(server) = server(1, PATIENCE) else { return };
    let site = Site::start();
    let direct = server.json("/v1/extract", &text(&site.url("/app"), false));
    assert_eq!((direct.status, direct.text().contains("sown in autumn")), (200, false));
    let drawn = server.json("/v1/extract", &text(&site.url("/app"), true));
    assert_eq!(drawn.status, 200, "{}", drawn.text());
    assert!(drawn.text().contains("Rye is sown in autumn, and reaped in July."), "{}", drawn.text());
    assert!(metric(&server, "debulha_drawings_total{outcome=\"drawn\"} 1"));
    assert!(metric(&server, "debulha_browsers_in_work 0"));
    // A segmenter that needs to know where things are gets it.
    let blocks = json!({ "url": site.url("/app"), "segmenter": "vips" });
    assert_eq!(server.json("/v1/segment", &blocks).problem(), "needs-layout");
    let blocks = json!({ "url": site.url("/app"), "segmenter": "vips", "render": true });
    let blocks = server.json("/v1/segment", &blocks);
    assert!(blocks.status == 200 && blocks.text().contains("sown in autumn"), "{}", blocks.text());
}

#[test]
fn robots_are_asked_for_what_a_page_loads_and_what_is_missing_is_said() {
    let Some(server) = server(1, PATIENCE) else { return };
    let site = Site::start();
    let asked = json!({ "url": site.url("/parted"), "extractor": "all_text", "render": true });
    let answer = server.json("/v1/extract", &asked);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(
        answer.json()["warnings"][0],
        "drawn without 1 of 1 scripts, style sheets and data that the page asks for"
    );
    assert_eq!(site.asked.load(Ordering::SeqCst), 1);
}

#[test]
fn a_page_whose_script_never_ends_is_drawn_without_it_and_the_next_is_drawn() {
    let Some(server) = server(1, Duration::from_secs(10)) else { return };
    let site = Site::start();
    let asked = json!({ "url": site.url("/endless"), "extractor": "all_text", "render": true });
    let answer = server.json("/v1/extract", &asked);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["warnings"][0], "rendered without scripts: timed out after 8 seconds");
    assert!(metric(&server, "debulha_drawings_total{outcome=\"drawn\"} 1"));
    let next = server.post("/v1/extract?extractor=all_text&format=text&render=true", &[], b"<p>Rye.");
    assert_eq!((next.status, next.text()), (200, "Rye."));
}

#[test]
fn a_page_that_takes_too_long_is_given_up() {
    let Some(server) = server(1, Duration::from_millis(1)) else { return };
    let answer = server.post("/v1/extract?render=true", &[], b"<p>Rye.");
    assert_eq!((answer.status, answer.problem().as_str()), (504, "render-deadline"));
    assert!(answer.header("retry-after").is_some());
    assert!(metric(&server, "debulha_drawings_total{outcome=\"deadline\"} 1"));
}

#[test]
fn pages_at_once_share_no_cookies() {
    let Some(server) = server(2, PATIENCE) else { return };
    let site = Site::start();
    let visit = |name: &str| server.json("/v1/extract", &text(&site.url(&format!("/session?{name}")), true));
    let answers: Vec<Answer> = thread::scope(|scope| {
        let visits = ["ana", "eva", "ivo"].map(|name| scope.spawn(move || visit(name)));
        visits.into_iter().map(|visit| visit.join().unwrap()).collect()
    });
    for (answer, name) in answers.iter().zip(["ana", "eva", "ivo"]) {
        assert_eq!(answer.text(), format!("known by session={name} and own={name}"));
    }
}

#[test]
fn a_page_that_is_sent_is_drawn_without_a_network() {
    let Some(server) = server(1, PATIENCE) else { return };
    let site = Site::start();
    let page = format!(
        "<p id=a></p><script>document.getElementById('a').textContent = 'Rye is sown.'</script><script src={}></script>",
        site.url("/app.js")
    );
    let answer = server.post("/v1/extract?extractor=all_text&format=text&render=true", &[], page.as_bytes());
    assert_eq!((answer.status, answer.text()), (200, "Rye is sown."));
    assert_eq!(site.asked.load(Ordering::SeqCst), 0);
    let line = format!("{}\n", json!({ "id": 1, "html": page }));
    let lines = server.post("/v1/batch?extractor=all_text&format=text&render=true", &[], line.as_bytes());
    let answer: Value = serde_json::from_str(lines.text().trim()).unwrap();
    assert_eq!(answer["text"], "Rye is sown.");
}

#[test]
fn drop_in_interfaces_and_tools_ask_for_a_browser_in_their_own_words() {
    let Some(server) = server(1, PATIENCE) else { return };
    let site = Site::start();
    let url = site.url("/app");
    let scraped = server.json("/v2/scrape", &json!({ "url": url, "waitFor": 300, "onlyMainContent": false }));
    assert!(scraped.text().contains("sown in autumn"), "{}", scraped.text());
    let path = format!("/r/{url}");
    let headers = [("x-engine", "browser"), ("x-respond-with", "text")];
    let read = server.client().ask("GET", &path, &headers, b"");
    assert!(read.text().contains("sown in autumn"), "{}", read.text());
    let arguments = json!({ "url": url, "render": true, "extractor": "all_text" });
    let params = json!({ "name": "fetch", "arguments": arguments });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    let headers = [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
    let result = server.post("/mcp", &headers, call.as_bytes()).json()["result"].clone();
    assert!(result["content"][0]["text"].as_str().unwrap().contains(", drawn by a browser\n"), "{result}");
    assert!(result["content"][1]["text"].as_str().unwrap().contains("sown in autumn"), "{result}");
}

#[test]
fn a_server_without_browsers_says_how_to_have_them() {
    let server = Running::start(fetching());
    let site = Site::start();
    let url = site.url("/app");
    let answers = [
        server.json("/v1/extract", &text(&url, true)),
        server.post("/v1/extract?render=true", &[], b"<p>Rye."),
        server.json("/v2/scrape", &json!({ "url": url, "waitFor": 300 })),
        server.client().ask("GET", &format!("/r/{url}"), &[("x-engine", "browser")], b""),
    ];
    for answer in answers {
        assert!(answer.status == 400 && answer.text().contains("--render"), "{answer:?}");
    }
    assert_eq!(site.asked.load(Ordering::SeqCst), 0);
    assert!(!server.get("/metrics").text().contains("debulha_drawings"));
}
