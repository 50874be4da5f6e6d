//! Crawls and harvests, by a stand-in for the command.

use crate::client::{Running, pages};
use debulha_studio::{Collector, StudioOptions};
use serde_json::{Value, json};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// A studio whose command is a script.
fn studio(folder: &Path, script: &str) -> Running {
    let program = folder.join("command.sh");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    let collector = Some(Collector { program, allow_private: true });
    Running::with(StudioOptions { collector, ..StudioOptions::of(folder) })
}

fn ask(kind: &str, url: &str) -> Value {
    json!({ "kind": kind, "url": url, "name": "mill", "pages": 3 })
}

#[test]
fn a_crawl_is_counted_and_leaves_its_file() {
    let dir = pages(false);
    let script = "echo \"$@\" > arguments.txt; for argument; do [ \"$last\" = --output ] && out=\"$argument\"; last=\"$argument\"; done; echo x > \"$out\"
        echo 'debulha: https://e.org/: 200' >&2; echo 'debulha: https://e.org/b: 404' >&2; echo 'debulha: 1 pages fetched' >&2";
    let script = script.replace("arguments.txt", &dir.path().join("arguments.txt").display().to_string());
    let studio = studio(dir.path(), &script);
    let started = studio.post("api/collect", &ask("crawl", "https://e.org/")).json();
    let report = studio.wait(&started["job"]);
    assert_eq!((&report["state"], &report["done"]), (&json!("done"), &json!(2)), "{report}");
    let result = &report["result"];
    assert_eq!(result["outcomes"], json!({ "200": 1, "404": 1 }));
    assert_eq!(
        (&result["warc"], &result["summary"]),
        (&json!("collected/mill.warc.gz"), &json!("1 pages fetched"))
    );
    let arguments = fs::read_to_string(dir.path().join("arguments.txt")).unwrap();
    assert!(arguments.starts_with("crawl --verbose --no-config --max-pages 3 --output "), "{arguments}");
    assert!(arguments.ends_with("collected/mill.warc.gz --allow-private -- https://e.org/\n"), "{arguments}");
}

#[test]
fn a_harvest_has_a_table() {
    let dir = pages(false);
    let script = "for argument; do [ \"$last\" = --output ] && out=\"$argument\"; last=\"$argument\"; done
        printf 'title,price\\nRye,\"1,20\"\\nOats,2\\n' > \"$out\"; echo x > \"${out%.csv}.warc.gz\"";
    let studio = studio(dir.path(), script);
    let started = studio.post("api/collect", &ask("harvest", "https://e.org/search")).json();
    let report = studio.wait(&started["job"]);
    assert!(
        report["result"]["table"].as_str().is_some_and(|table| table.ends_with("collected/mill.csv")),
        "{report}"
    );
    let table = studio.get("api/collect/mill").json();
    assert_eq!(
        table,
        json!({ "columns": ["title", "price"], "rows": [["Rye", "1,20"], ["Oats", "2"]], "total": 2 })
    );
    assert_eq!(studio.get("api/collect/none").problem(), "no-table");
}

#[test]
fn a_cancelled_run_is_interrupted_and_a_failed_one_says_why() {
    let dir = pages(false);
    let studio_of = |script: &str| studio(dir.path(), script);
    let studio = studio_of(
        "trap 'echo debulha: stopped >&2; exit 1' TERM; echo debulha: begun >&2; while :; do sleep .05; done",
    );
    let started = studio.post("api/collect", &ask("crawl", "https://e.org/")).json();
    let path = format!("api/jobs/{}", started["job"]);
    while studio.get(&path).json()["message"] != "begun" {
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(studio.post("api/collect", &ask("crawl", "https://e.org/")).problem(), "busy");
    studio.send("DELETE", &path, "", "");
    let report = studio.wait(&started["job"]);
    assert_eq!(
        (&report["state"], &report["result"]["summary"]),
        (&json!("cancelled"), &json!("stopped")),
        "{report}"
    );
    drop(studio);

    let studio = studio_of("echo 'debulha: no such host' >&2; exit 2");
    let started = studio.post("api/collect", &ask("crawl", "https://e.org/")).json();
    let report = studio.wait(&started["job"]);
    assert_eq!((&report["state"], &report["message"]), (&json!("failed"), &json!("no such host")));
}

#[test]
fn nothing_is_fetched_unless_it_is_allowed_and_no_option_gets_in() {
    let dir = pages(false);
    let off = Running::on(dir.path());
    assert_eq!(off.post("api/collect", &ask("crawl", "https://e.org/")).problem(), "no-fetching");
    assert_eq!(off.get("api/project").json()["fetches"], false);
    let studio = studio(dir.path(), "exit 0");
    for url in ["--output=/tmp/x", "file:///etc/passwd", "javascript:x", ""] {
        assert_eq!(studio.post("api/collect", &ask("crawl", url)).problem(), "url", "{url}");
    }
    let with = |name: &str, value: Value| {
        let mut body = ask("crawl", "https://e.org/");
        body[name] = value;
        studio.post("api/collect", &body).problem()
    };
    assert_eq!(with("name", json!("../x")), "name");
    assert_eq!(
        (with("pages", json!(0)), with("pages", json!(10_001))),
        ("pages".to_owned(), "pages".to_owned())
    );
}
