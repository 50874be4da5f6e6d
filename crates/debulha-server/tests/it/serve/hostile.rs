//! Bodies that mean no good.

use super::common::{Answer, Running, STORY, options};
use debulha_server::ServeOptions;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::mpsc::channel;
use std::thread;

const PATH: &str = "/v1/extract?extractor=bte";

/// Requests with bodies made up at random.
const REQUESTS: usize = 10_000;

/// A megabyte.
const LIMIT: usize = 1_000_000;

/// 16 MiB of zeros in Brotli, by the reference encoder.
const BROTLI_BOMB: &[u8] = &[
    0xCB, 0xFF, 0xFF, 0x3F, 0xF8, 0x27, 0x00, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x2F, 0xFF, 0xFF, 0xFF,
    0xF0, 0x4F, 0x00, 0xC4, 0x61, 0x11, 0x80, 0xEE, 0xFD, 0x1F,
];

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Numbers without end, the same each time (xorshift).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn is_problem(answer: &Answer, status: u16, name: &str) -> bool {
    answer.status == status && answer.problem() == name
}

#[test]
fn random_bodies_make_no_server_error() {
    const PATHS: [&str; 10] = [
        "/v1/extract?extractor=bte",
        "/v1/extract?extractor=bte&format=markdown&records=true",
        "/v1/verdict?extractor=cetd",
        "/v1/metadata",
        "/v1/records",
        "/v1/segment?segmenter=pagelet",
        "/v1/why?extractor=bte&text=a",
        "/v1/why?extractor=bte&node=7",
        "/v1/compare?systems=bte,cetd",
        "/v1/batch?extractor=bte",
    ];
    const MEDIA: [&str; 5] = [
        "text/html",
        "application/json",
        "text/html; charset=utf-16",
        "application/json; charset=x",
        "\u{7f}",
    ];
    const ENCODINGS: [&str; 7] = ["", "", "", "gzip", "br", "zstd", "gzip, br"];
    const PIECES: [&[u8]; 16] = [
        b"<p>",
        b"</",
        b"<table><tr><td>",
        b"<!--",
        b"{\"html\":\"",
        b"\",\"url\":\"http://",
        b"\\u",
        b"\"}",
        b"[[[[",
        b"\0",
        b"\xFF\xFE",
        b"\x1F\x8B\x08",
        b"<script>",
        b"&#x110000;",
        b"\n",
        b" a ",
    ];
    let server = Running::start(options());
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut client = server.client();
    let mut by_class = [0; 6];
    for nth in 0..REQUESTS {
        let mut body = Vec::new();
        for _ in 0..numbers.below(12) {
            match numbers.below(3) {
                0 => body.push(numbers.next() as u8),
                _ => body.extend_from_slice(numbers.of(&PIECES)),
            }
        }
        let path = numbers.of(&PATHS);
        let encoding = numbers.of(&ENCODINGS);
        let headers = [("Content-Type", numbers.of(&MEDIA)), ("Content-Encoding", encoding)];
        let headers = if encoding.is_empty() { &headers[..1] } else { &headers[..] };
        let answer = client.ask("POST", path, headers, &body);
        assert!(answer.status < 500, "{nth} {path} {headers:?} {body:?}: {answer:?}");
        by_class[usize::from(answer.status / 100)] += 1;
        if answer.header("connection") == Some("close") {
            client = server.client();
        }
    }
    assert!(by_class[2] > 100 && by_class[4] > 100, "{by_class:?}");
    assert_eq!(client.ask("POST", PATH, &[], STORY).status, 200);
}

#[test]
fn what_is_no_http_is_refused() {
    let server = Running::start(options());
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 and so on\r\n\r\n"[..],
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let mut client = server.client();
        client.stream.write_all(bytes).unwrap();
        let status = client.answer().map_or(400, |answer| answer.status);
        assert!((400..500).contains(&status), "{status}");
    }
    let mut client = server.client();
    let long = "x".repeat(200_000);
    // The server may close before all is sent.
    let _ = client.stream.write_all(client.head("GET", &format!("/{long}"), &[]).as_bytes());
    let status = client.answer().map_or(431, |answer| answer.status);
    assert!([414, 431].contains(&status), "{status}");
    assert_eq!(server.post(PATH, &[], STORY).status, 200);
}

#[test]
fn bombs_are_defused() {
    let server = Running::start(ServeOptions { max_bytes: LIMIT, ..options() });
    let bomb = gzip(&vec![b'a'; 50 * LIMIT]);
    assert!(bomb.len() * 900 < 50 * LIMIT);
    let twice = gzip(&bomb);
    for (encoding, body) in
        [("gzip", &bomb[..]), ("br", BROTLI_BOMB), ("gzip, gzip", &twice), ("identity", &bomb)]
    {
        let answer = server.post(PATH, &[("Content-Encoding", encoding)], body);
        assert!(is_problem(&answer, 413, "too-large"), "{encoding} {answer:?}");
    }
    let json = [("Content-Encoding", "gzip"), ("Content-Type", "application/json")];
    assert!(is_problem(&server.post("/v1/extract", &json, &bomb), 413, "too-large"));
    assert_eq!(server.post(PATH, &[("Content-Encoding", "gzip")], &gzip(STORY)).status, 200);
}

#[test]
fn encodings_are_undone_or_refused() {
    let server = Running::start(options());
    let plain = server.post(PATH, &[], STORY);
    for (encoding, body) in
        [("gzip", gzip(STORY)), ("x-gzip, identity", gzip(STORY)), ("gzip,gzip", gzip(&gzip(STORY)))]
    {
        assert_eq!(
            server.post(PATH, &[("Content-Encoding", encoding)], &body).body,
            plain.body,
            "{encoding}"
        );
    }
    let damaged = &gzip(STORY)[..500];
    assert!(is_problem(
        &server.post(PATH, &[("Content-Encoding", "gzip")], damaged),
        400,
        "content-encoding"
    ));
    for encoding in ["rot13", "gzip, gzip, gzip, gzip"] {
        let answer = server.post(PATH, &[("Content-Encoding", encoding)], b"<p>Rye");
        assert!(is_problem(&answer, 415, "content-encoding"), "{encoding} {answer:?}");
    }
    let lines = gzip(b"{\"id\":1,\"html\":\"<p>Rye\"}\n{\"id\":2}\n");
    let batch =
        server.post("/v1/batch?extractor=all_text&format=text", &[("Content-Encoding", "gzip")], &lines);
    let batch = batch.text();
    let lines: Vec<&str> = batch.lines().collect();
    assert!(
        lines[0].contains("\"text\":\"Rye\"") && lines[1].contains("no-page") && lines.len() == 2,
        "{batch}"
    );
    let bomb = gzip(&vec![b'\n'; LIMIT + 1]);
    let small = Running::start(ServeOptions { max_bytes: LIMIT, ..options() });
    assert_eq!(small.post("/v1/batch", &[("Content-Encoding", "gzip")], &bomb).status, 413);
    assert!(is_problem(
        &server.post("/v1/batch", &[("Content-Encoding", "rot13")], b"{}"),
        415,
        "content-encoding"
    ));
}

#[test]
fn long_bodies_are_refused_with_and_without_a_length() {
    let server = Running::start(ServeOptions { max_bytes: LIMIT, ..options() });
    let long = vec![b'a'; LIMIT + LIMIT / 2];
    assert!(is_problem(&server.post(PATH, &[], &long), 413, "too-large"));
    let mut client = server.client();
    let head = client.head("POST", PATH, &[("Transfer-Encoding", "chunked")]);
    client.stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    for _ in 0..15 {
        client.stream.write_all(format!("{:x}\r\n", LIMIT / 10).as_bytes()).unwrap();
        client.stream.write_all(&long[..LIMIT / 10]).unwrap();
        client.stream.write_all(b"\r\n").unwrap();
    }
    client.stream.write_all(b"0\r\n\r\n").unwrap();
    assert!(is_problem(&client.answer().unwrap(), 413, "too-large"));
    assert_eq!(server.post("/v1/extract?extractor=all_text", &[], &long[..LIMIT]).status, 200);
}

#[test]
fn long_bodies_share_their_memory() {
    let server = Running::start(ServeOptions { max_bytes: LIMIT, ..options() });
    let page = vec![b'a'; LIMIT - 1];
    // Bodies of which only the end is missing hold their memory, and there is none for one of them.
    let mut waiting: Vec<_> = (0..17).map(|_| server.client()).collect();
    for client in &mut waiting {
        let head =
            client.head("POST", "/v1/extract?extractor=all_text", &[("Content-Length", &LIMIT.to_string())]);
        client.stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        client.stream.write_all(&page).unwrap();
    }
    let mut ends: Vec<_> = waiting.iter().map(|client| client.stream.try_clone().unwrap()).collect();
    let (tell, told) = channel();
    for mut client in waiting {
        let tell = tell.clone();
        thread::spawn(move || tell.send(client.answer().unwrap()).unwrap());
    }
    let refused = told.recv().unwrap();
    assert!(is_problem(&refused, 503, "no-room"), "{refused:?}");
    assert!(refused.header("retry-after").is_some());
    for end in &mut ends {
        // Those who were refused have lost their connection.
        let _ = end.write_all(b"a");
    }
    let rest: Vec<Answer> = told.iter().take(16).collect();
    assert!(rest.iter().all(|answer| answer.status == 200 || is_problem(answer, 503, "no-room")), "{rest:?}");
    assert!(rest.iter().any(|answer| answer.status == 200));
    assert_eq!(server.post("/v1/extract?extractor=all_text", &[], &page).status, 200);
}
