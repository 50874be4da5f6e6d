//! What happens at the limits.

use super::common::{Running, STORY, options};
use debulha_server::ServeOptions;
use debulha_server::engine::EngineOptions;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

const PATH: &str = "/v1/extract?extractor=bte";

/// Takes the only turn of a server until the sender is dropped.
fn block(server: &Running) -> Sender<()> {
    let (release, released) = channel::<()>();
    let (begun, is_begun) = channel();
    let app = server.app.clone();
    server.handle.spawn(async move {
        let work = move || {
            begun.send(()).unwrap();
            // Ends when the sender is dropped.
            let _ = released.recv();
        };
        // The deadline of other requests may pass meanwhile.
        let deadline = app.engine().deadline().later_by(Duration::from_hours(1));
        app.engine().turns_until(deadline).run(work).await.unwrap();
    });
    is_begun.recv().unwrap();
    release
}

fn one_turn(deadline: Duration) -> ServeOptions {
    ServeOptions { engine: EngineOptions { threads: NonZeroUsize::MIN, deadline }, ..options() }
}

/// Waits until a metric has a value.
fn wait_for(server: &Running, line: &str) {
    while !server.get("/metrics").text().lines().any(|found| found == line) {
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_full_server_says_when_to_come_back() {
    let server = Running::start(ServeOptions { at_once: 2, ..options() });
    let held = [server.app.admit().unwrap(), server.app.admit().unwrap()];
    let mut client = server.client();
    let answer = client.ask("POST", PATH, &[], STORY);
    assert_eq!((answer.status, answer.problem().as_str()), (429, "full"));
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(server.get("/health").status, 200);
    assert!(server.get("/metrics").text().contains("\ndebulha_refused_total 1\n"));
    drop(held);
    assert_eq!(client.ask("POST", PATH, &[], STORY).status, 200);
}

#[test]
fn who_waits_too_long_is_told_so() {
    let server = Running::start(one_turn(Duration::from_millis(50)));
    let release = block(&server);
    let answer = server.post(PATH, &[], STORY);
    assert_eq!((answer.status, answer.problem().as_str()), (503, "deadline"));
    assert!(answer.header("retry-after").is_some());
    drop(release);
    wait_for(&server, "debulha_in_work 0");
    // A deadline is short in this test, and the machine may be slow: the server is asked until it has the time.
    while server.post("/v1/extract?extractor=bte", &[], b"<p>Rye").status != 200 {}
}

#[test]
fn what_is_in_work_is_finished_when_the_server_stops() {
    let mut server = Running::start(one_turn(Duration::from_mins(1)));
    let release = block(&server);
    let mut waiting = server.client();
    waiting.send("POST", PATH, &[], STORY);
    let mut idle = server.client();
    assert_eq!(idle.ask("GET", "/health", &[], b"").status, 200);
    wait_for(&server, "debulha_waiting 1");
    server.say_stop();
    assert!(idle.is_closed());
    drop(release);
    assert_eq!(waiting.answer().unwrap().status, 200);
    assert!(waiting.is_closed());
    server.wait();
    assert!(std::net::TcpStream::connect(server.address).is_err());
}

#[test]
fn a_panic_is_the_end_of_its_request_alone() {
    let server = Running::start(one_turn(Duration::from_mins(1)));
    let app = server.app.clone();
    let panicked = server.handle.block_on(async move {
        app.engine().run(|| assert!(STORY.is_empty(), "secret text of a page")).await
    });
    let problem = panicked.unwrap_err();
    assert_eq!(problem.status(), 500);
    assert!(!problem.detail().contains("secret"));
    assert_eq!(server.post(PATH, &[], STORY).status, 200);
}

#[test]
fn slow_senders_are_cut_off_and_hold_up_nobody() {
    let read_timeout = Duration::from_secs(1);
    let server = Running::start(ServeOptions { read_timeout, at_once: 1, ..options() });
    let mut slow: Vec<_> = (0..20).map(|_| server.client()).collect();
    for client in &mut slow {
        let head = client.head("POST", PATH, &[("Content-Length", "1000")]);
        client.stream.write_all(format!("{head}\r\n<p>Rye").as_bytes()).unwrap();
    }
    // The one place is free while they send.
    assert_eq!(server.post(PATH, &[], STORY).status, 200);
    for client in &mut slow {
        let answer = client.answer().unwrap();
        assert_eq!((answer.status, answer.problem().as_str()), (408, "too-slow"));
    }
    let mut headless = server.client();
    headless.stream.write_all(b"POST /v1/extract HTTP/1.1\r\nHost: ").unwrap();
    assert!(headless.is_closed());
    let mut lines = server.client();
    let head = lines.head("POST", "/v1/batch", &[("Content-Length", "1000")]);
    lines.stream.write_all(format!("{head}\r\n{{\"id\":1,").as_bytes()).unwrap();
    let answer = lines.answer().unwrap();
    assert!(answer.text().contains("\"type\":\"too-slow\""), "{answer:?}");
}

#[test]
fn work_of_callers_that_left_is_not_begun() {
    let server = Running::start(one_turn(Duration::from_mins(1)));
    let held = block(&server);
    let mut clients: Vec<_> = (0..8).map(|_| server.client()).collect();
    for client in &mut clients {
        client.send("POST", "/v1/compare?systems=bte,cetd", &[], STORY);
    }
    wait_for(&server, "debulha_waiting 8");
    drop(clients);
    wait_for(&server, "debulha_requests_total{route=\"/v1/compare\",status=\"499\"} 8");
    wait_for(&server, "debulha_waiting 0");
    drop(held);
    assert_eq!(server.post(PATH, &[], STORY).status, 200);
}

#[test]
fn the_oldest_connection_of_a_peer_gives_way_to_its_newest() {
    let server = Running::start(ServeOptions { connections: 4, ..options() });
    let mut asked = server.client();
    assert_eq!(asked.ask("GET", "/health", &[], b"").status, 200);
    let mut silent = server.client();
    for _ in 0..6 {
        assert_eq!(server.client().ask("GET", "/health", &[], b"").status, 200);
        let mut further = server.client();
        assert_eq!(further.ask("GET", "/health", &[], b"").status, 200);
    }
    assert!(asked.is_closed() && silent.is_closed());
}

#[test]
fn further_connections_wait_for_a_place() {
    let server = Running::start(ServeOptions { connections: 1, ..options() });
    let mut first = server.client();
    assert_eq!(first.ask("GET", "/health", &[], b"").status, 200);
    let mut second = server.client();
    second.send("GET", "/health", &[], b"");
    assert_eq!(first.ask("GET", "/health", &[], b"").status, 200);
    drop(first);
    assert_eq!(second.answer().unwrap().status, 200);
}

#[test]
fn a_page_of_much_work_is_done_in_part() {
    use std::fmt::Write as _;
    let server = Running::start(ServeOptions { max_work: 3_000, ..options() });
    let mut page = "<style>".to_owned();
    for nth in 0..200 {
        write!(page, "div p:nth-child(n+{nth}) a {{ display: none }}").unwrap();
    }
    page += "</style>";
    page += &"<div><p>Rye was <a href=x>sown</a> early.</p></div>".repeat(200);
    let answer = server.post("/v1/extract?extractor=all_text", &[], page.as_bytes()).json();
    assert!(!answer["blocks"].as_array().unwrap().is_empty());
    assert!(answer["warnings"].to_string().contains("style"), "{}", answer["warnings"]);
}
