//! Tools for agents on standard input and output.

use crate::common::Sandbox;
use serde_json::{Value, json};

/// What a program that starts the tools sends first.
fn hello() -> [Value; 2] {
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    [
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
    ]
}

/// The answers to some calls, in the order of their numbers, which begin with 1.
fn answers(sandbox: &Sandbox, options: &[&str], calls: &[(&str, Value)]) -> Vec<Value> {
    let mut messages = hello().to_vec();
    for (nth, (method, params)) in calls.iter().enumerate() {
        messages.push(json!({ "jsonrpc": "2.0", "id": nth + 1, "method": method, "params": params }));
    }
    let lines: Vec<String> = messages.iter().map(|message| format!("{message}\n")).collect();
    let ran = sandbox.pipe(&[&["mcp"], options].concat(), lines.concat().as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    // Nothing but the protocol is on standard output.
    let mut answers: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers.into_iter().skip(1).map(|answer| answer["result"].clone()).collect()
}

fn extract(arguments: &Value) -> (&'static str, Value) {
    ("tools/call", json!({ "name": "extract", "arguments": arguments }))
}

#[test]
fn tools_answer_until_the_input_ends() {
    let sandbox =
        Sandbox::new(&[("pages/rye.html", b"<p>Rye is sown in autumn."), ("oats.html", b"<p>Oats.")]);
    let calls = [
        ("tools/list", json!({})),
        extract(&json!({ "html": "<p>Rye is sown in autumn.", "extractor": "all_text" })),
        extract(&json!({ "path": "rye.html", "extractor": "all_text" })),
        extract(&json!({ "path": "../oats.html" })),
    ];
    let answers = answers(&sandbox, &["--allow-files", "pages", "--jobs", "1"], &calls);
    assert_eq!(answers[0]["tools"].as_array().unwrap().len(), 4);
    for answer in &answers[1..3] {
        assert_eq!(answer["content"][1]["text"], "Rye is sown in autumn.");
    }
    assert_eq!(answers[3]["isError"], true);
}

#[test]
fn fetching_is_a_tool_where_it_is_allowed() {
    let sandbox = Sandbox::new(&[]);
    let answers = answers(&sandbox, &["--allow-fetch"], &[("tools/list", json!({}))]);
    let names: Vec<&str> =
        answers[0]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["extract", "records", "why", "compare", "fetch"]);
}

#[test]
fn a_folder_that_is_not_there_is_wrong_usage() {
    let ran = Sandbox::new(&[]).run(&["mcp", "--allow-files", "nowhere"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("--allow-files nowhere: "), "{}", ran.err);
}
