//! Requests that make no sense.

use super::ask::{ask, post, server};
use serde_json::json;

/// Requests of each face.
const TRIES: u64 = 200;

/// Pieces that requests are made of.
const PIECES: [&str; 24] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "null",
    "-1",
    "1e999",
    "\"url\"",
    "\"html\"",
    "\"formats\"",
    "\"timeout\"",
    "\"includeTags\"",
    "\"p[\"",
    "\"method\"",
    "\"tools/call\"",
    "\"params\"",
    "\r\n",
    "--edge",
    "name=\"file\"",
    "<p>rye",
    "\u{e9}",
];

/// Numbers that look random and are always the same (xorshift).
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state as usize
}

#[tokio::test]
async fn broken_requests_are_refused_and_the_next_good_one_is_answered() {
    let address = server(false);
    let faces = [
        ("/v2/scrape", "application/json"),
        ("/v2/parse", "multipart/form-data; boundary=edge"),
        ("/r", "application/json"),
        ("/mcp", "application/json"),
    ];
    let mut state = 0x5EED;
    for (path, media) in faces {
        for _ in 0..TRIES {
            let pieces = next(&mut state) % 16;
            let body: String = (0..pieces).map(|_| PIECES[next(&mut state) % PIECES.len()]).collect();
            let headers = [("content-type", media), ("accept", "application/json, text/event-stream")];
            let answer = ask(address, "POST", path, &headers, body.as_bytes()).await;
            assert!(
                (400..500).contains(&answer.status),
                "{path} {body:?}: {} {}",
                answer.status,
                answer.body
            );
        }
    }
    let good =
        post(address, "/r", &json!({ "html": "<p>Rye is sown in autumn.", "respondWith": "text" })).await;
    assert_eq!(good.json()["data"]["text"], "Rye is sown in autumn.");
}
