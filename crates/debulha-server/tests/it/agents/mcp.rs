use super::ask::{BARN, MAX_BYTES, ask, post, server, site};
use debulha::Pipeline;
use serde_json::{Value, json};
use std::net::SocketAddr;

async fn call(address: SocketAddr, method: &str, params: Value) -> Value {
    let answer =
        post(address, "/mcp", &json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
            .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["result"].clone()
}

#[tokio::test]
async fn tools_are_listed_and_called_without_a_session() {
    let address = server(false);
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
    let hello = call(address, "initialize", hello).await;
    assert_eq!(hello["serverInfo"]["name"], "debulha");
    assert!(hello["instructions"].as_str().unwrap().contains("untrusted"));
    let tools = call(address, "tools/list", json!({})).await;
    let names: Vec<&str> =
        tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["extract", "records", "why", "compare"]);
    assert_eq!(tools["tools"][0]["annotations"]["readOnlyHint"], true);
    let result =
        call(address, "tools/call", json!({ "name": "extract", "arguments": { "html": BARN } })).await;
    assert_eq!(result["isError"], false);
    assert!(result["content"][0]["text"].as_str().unwrap().starts_with("verdict: ok; confidence: "));
    assert_eq!(result["content"][1]["text"], Pipeline::default().extract(BARN).markdown());
}

#[tokio::test]
async fn a_page_is_fetched_in_pieces() {
    let (address, site) = (server(true), site().await);
    let fetch = |start: usize| {
        let arguments =
            json!({ "url": format!("http://{site}/barn"), "max_length": 500, "start_index": start });
        call(address, "tools/call", json!({ "name": "fetch", "arguments": arguments }))
    };
    let first = fetch(0).await;
    let head = first["content"][0]["text"].as_str().unwrap();
    assert!(head.contains(&format!("fetched: http://{site}/barn\n")), "{head}");
    let (_, next) = head.split_once("continue with start_index=").unwrap();
    let next: usize = next.lines().next().unwrap().parse().unwrap();
    let text = first["content"][1]["text"].as_str().unwrap();
    assert_eq!(text.chars().count(), next);
    let second = fetch(next).await;
    assert!(!second["content"][1]["text"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn the_source_of_a_page_is_fetched_where_it_is_asked_for() {
    let (address, site) = (server(true), site().await);
    let arguments = json!({ "url": format!("http://{site}/barn"), "raw": true, "max_length": 1_000_000 });
    let raw = call(address, "tools/call", json!({ "name": "fetch", "arguments": arguments })).await;
    assert_eq!(raw["content"][0]["text"], format!("fetched: http://{site}/barn\n"));
    assert_eq!(raw["content"][1]["text"], BARN);
}

#[tokio::test]
async fn pieces_are_of_one_version_and_the_first_is_fetched_anew() {
    let (address, site) = (server(true), site().await);
    let fetch = |start: usize| {
        let arguments = json!({
            "url": format!("http://{site}/changing"), "extractor": "all_text", "max_length": 300, "start_index": start,
        });
        call(address, "tools/call", json!({ "name": "fetch", "arguments": arguments }))
    };
    let text = |result: &Value| result["content"][1]["text"].as_str().unwrap().to_owned();
    let first = text(&fetch(0).await);
    assert!(first.starts_with("This is version 0 "), "{first}");
    assert!(text(&fetch(first.chars().count()).await).starts_with("This is version 0 "));
    assert!(text(&fetch(0).await).starts_with("This is version 1 "));
}

#[tokio::test]
async fn what_is_no_message_gets_an_error() {
    let address = server(false);
    let headers = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
    for (body, code) in [(&b"{bad"[..], -32700), (b"\xff", -32700), (b"[1]", -32600)] {
        let answer = ask(address, "POST", "/mcp", &headers, body).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(code)), "{}", answer.body);
    }
}

#[tokio::test]
async fn the_limits_of_the_service_hold() {
    let address = server(false);
    let arguments = json!({ "html": "<p>rye".repeat(MAX_BYTES / 6 + 1) });
    let params = json!({ "name": "extract", "arguments": arguments });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    assert_eq!(post(address, "/mcp", &body).await.status, 413);
    let headers = [("content-type", "application/json"), ("origin", "https://evil.example")];
    assert_eq!(ask(address, "POST", "/mcp", &headers, b"{}").await.status, 403);
}
