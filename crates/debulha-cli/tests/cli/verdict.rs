//! `debulha verdict`, and verdicts in other outputs.

use crate::common::{STORY, Sandbox};
use serde_json::Value;

const ERROR: &str = "<title>404 Not Found</title><h1>Not Found</h1><p>There is no such barn on this server.";
const SHELL: &str = "<title>The Barn</title><div id=root></div><script src=/app.js></script>";

fn pages() -> Sandbox {
    Sandbox::new(&[
        ("error.html", ERROR.as_bytes()),
        ("shell.html", SHELL.as_bytes()),
        ("story.html", STORY.as_bytes()),
    ])
}

#[test]
fn text_has_a_line_a_page() {
    let ran = pages().run(&["verdict", "error.html", "shell.html", "story.html"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let lines: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines[0][..2], ["error.html", "error-page"]);
    assert!(lines[0][2].parse::<f64>().is_ok_and(|confidence| confidence <= 1.0), "{}", ran.out);
    assert!(lines[0][3].starts_with("status_in_title: 404 not found"), "{}", ran.out);
    assert_eq!(lines[1][..2], ["shell.html", "shell"]);
    assert_eq!(lines[1][3], "empty_root: 2 visible words");
    assert_eq!((&lines[2][..2], lines[2][3]), (&["story.html", "ok"][..], ""));
}

#[test]
fn json_has_an_object_a_page_and_missing_pages_fail_alone() {
    let ran = pages().run(&["verdict", "--format", "json", "story.html", "nothing.html", "error.html"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("nothing.html"), "{}", ran.err);
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[0]["verdict"], "ok");
    assert!(lines[0]["confidence"].as_f64().is_some_and(|confidence| confidence > 0.8), "{}", ran.out);
    assert_eq!(lines[1]["evidence"][0]["rule"], "status_in_title");
}

#[test]
fn extract_and_run_say_it_too() {
    let sandbox = pages();
    let json = sandbox.run(&["extract", "story.html", "--output-format", "json"]);
    let page: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((&page["verdict"], &page["evidence"]), (&"ok".into(), &Value::Array(Vec::new())));
    let empty = sandbox.run(&["extract", "shell.html"]);
    assert_eq!(empty.code, 1);
    assert!(empty.err.contains("no content (shell)"), "{}", empty.err);
    let lines = sandbox.run(&["extract", "shell.html", "story.html", "-o", "out.jsonl"]);
    assert_eq!(lines.code, 1);
    let rows = sandbox.read("out.jsonl");
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&rows[0]["verdict"], &rows[1]["verdict"]), (&"shell".into(), &"ok".into()));
    sandbox.write("list", b"error.html\n");
    let row: Value = serde_json::from_str(&sandbox.run(&["run", "list"]).out).expect("JSON");
    assert_eq!(row["verdict"], "error-page");
}
