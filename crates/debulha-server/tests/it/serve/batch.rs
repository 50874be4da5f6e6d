//! Pages in lines.

use super::common::{Client, Running, STORY, options};
use debulha_server::ServeOptions;
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};
use std::time::Duration;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_line_gets_a_line_in_order_and_bad_ones_an_error() {
    let server = Running::start(ServeOptions { max_bytes: 30_000, ..options() });
    let story = std::str::from_utf8(STORY).unwrap();
    let mut body = String::new();
    for line in [
        json!({ "id": 1, "html": "<p>Rye was sown early.", "extractor": "all_text" }).to_string(),
        String::new(),
        "{\"id\":2,".to_owned(),
        json!({ "id": [3, "c"], "html": story }).to_string(),
        json!({ "id": 4, "html": "<p>", "shape": "x" }).to_string(),
        format!("{{\"id\":5,\"html\":\"{}\"}}", "a".repeat(40_000)),
        json!({ "id": 6, "base64": "PHA+T2F0cw==", "format": "json", "extractor": "all_text" }).to_string(),
        json!({ "html": "<p>Wheat", "extractor": "all_text" }).to_string(),
        json!({ "id": 8, "url": "https://example.org/" }).to_string(),
        json!({ "id": 9, "html": "<p>Barley", "extractor": "all_text" }).to_string(),
    ] {
        body += &line;
        body += "\n";
    }
    let body = body.trim_end();
    let answer = server.post(
        "/v1/batch?format=text&extractor=cetd",
        &[("Content-Type", "application/x-ndjson")],
        body.as_bytes(),
    );
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/x-ndjson")));
    let answers = lines(answer.text());
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(json!(ids), json!([1, null, [3, "c"], 4, null, 6, null, 8, 9]));
    assert_eq!(answers[0]["text"], "Rye was sown early.");
    assert!(answers[0]["verdict"].is_string() && answers[0]["warnings"].is_array());
    let alone = server.post("/v1/extract?format=text&extractor=cetd", &[], STORY);
    assert_eq!(answers[2]["text"], alone.text());
    assert_eq!(answers[5]["blocks"][0]["text"], "Oats");
    assert_eq!(answers[6]["text"], "Wheat");
    let problems: Vec<&Value> =
        [1, 3, 4, 7].iter().map(|nth: &usize| &answers[*nth]["error"]["type"]).collect();
    assert_eq!(problems, ["json", "option", "too-large", "fetch-off"]);
    assert_eq!(server.post("/v1/batch?shape=x", &[], b"").status, 400);
    assert!(server.post("/v1/batch", &[], b"").body.is_empty());
}

#[test]
fn answers_come_while_lines_are_sent() {
    let server = Running::start(options());
    let mut client = server.client();
    let head =
        client.head("POST", "/v1/batch?extractor=all_text&format=text", &[("Transfer-Encoding", "chunked")]);
    client.stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    for nth in 0..20 {
        let line = format!("{{\"id\":{nth},\"html\":\"<p>Rye {nth}\"}}\n");
        client.stream.write_all(format!("{:x}\r\n{line}\r\n", line.len()).as_bytes()).unwrap();
        if nth == 0 {
            assert_eq!(client.answer_head().unwrap().0, 200);
        }
        let answer: Value = serde_json::from_slice(&client.chunk().unwrap().unwrap()).unwrap();
        assert_eq!((&answer["id"], &answer["text"]), (&json!(nth), &json!(format!("Rye {nth}"))));
    }
    client.stream.write_all(b"0\r\n\r\n").unwrap();
    assert_eq!(client.chunk().unwrap(), None);
}

/// Bytes of lines that are sent at most to a server that nobody reads from: more than the buffers of both ends of a
/// connection hold.
const MOST: usize = 100 << 20;

/// Sends lines until the connection takes no more. The number of whole lines, and what of the next one was not sent.
fn flood(client: &mut Client, line: impl Fn(usize) -> Vec<u8>) -> (usize, Vec<u8>) {
    client.stream.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    let mut sent = 0;
    for nth in 0.. {
        let line = line(nth);
        let mut rest = &line[..];
        while !rest.is_empty() {
            match client.stream.write(rest) {
                Ok(len) => rest = &rest[len..],
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return (nth, rest.to_vec());
                }
                Err(error) => panic!("{error}"),
            }
        }
        sent += line.len();
        assert!(sent < MOST, "the server read {sent} bytes while nobody read its answers");
    }
    unreachable!("there are always more numbers")
}

#[test]
fn a_server_that_nobody_reads_from_stops_reading() {
    let server = Running::start(options());
    let mut client = server.client();
    let head =
        client.head("POST", "/v1/batch?extractor=all_text&format=text", &[("Transfer-Encoding", "chunked")]);
    client.stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    let text = "Rye was sown early this year. ".repeat(2000);
    let line = |nth: usize| {
        let line = format!("{{\"id\":{nth},\"html\":\"<p>{text}\"}}\n");
        format!("{:x}\r\n{line}\r\n", line.len()).into_bytes()
    };
    let (whole, rest) = flood(&mut client, line);
    // Others are served meanwhile.
    assert_eq!(server.post("/v1/extract?extractor=bte", &[], STORY).status, 200);
    let mut sender = client.stream.try_clone().unwrap();
    sender.set_write_timeout(None).unwrap();
    let end = std::thread::spawn(move || {
        sender.write_all(&rest).unwrap();
        sender.write_all(b"0\r\n\r\n").unwrap();
    });
    let answer = client.answer().unwrap();
    end.join().unwrap();
    let answers = lines(answer.text());
    assert_eq!(answers.len(), whole + 1);
    for (nth, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], nth);
        assert_eq!(answer["text"].as_str().unwrap().len(), text.trim_end().len());
    }
}
