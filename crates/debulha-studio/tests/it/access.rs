//! Who may ask: the token, `Host`, `Origin`, methods, bodies.

use crate::client::{Running, pages};
use debulha_studio::{Studio, StudioOptions};
use serde_json::json;
use std::fs;

#[test]
fn nothing_is_found_without_the_token() {
    let (dir, other) = (pages(false), pages(false));
    let (studio, neighbour) = (Running::on(dir.path()), Running::on(other.path()));
    assert_eq!(studio.root.len(), 34);
    assert_ne!(studio.root, neighbour.root);
    let host = &studio.host;
    let wrong = format!("/{}/", "0".repeat(32));
    for root in [
        "/",
        "/api/project",
        "//api/project",
        &wrong,
        &neighbour.root,
        &studio.root[..33],
        &studio.root[..32],
    ] {
        for path in ["", "api/project", "index.html"] {
            if (root, path) == ("/", "") {
                continue;
            }
            let answer = studio
                .raw(&format!("GET {root}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
            assert_eq!((answer.status, answer.problem().as_str()), (404, "not-found"), "{root}{path}");
        }
    }
    assert_eq!(studio.get("api/project").status, 200);
}

#[test]
fn other_hosts_and_origins_may_not_ask() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let port = studio.host.rsplit(':').next().unwrap().to_owned();
    let ask = |host: &str, lines: &str| {
        let root = &studio.root;
        studio.raw(&format!(
            "GET {root}api/project HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{lines}\r\n"
        ))
    };
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(ask(&format!("{host}:{port}"), "").status, 200, "{host}");
    }
    // DNS rebinding: the name of another site leads here.
    for host in [
        &format!("evil.example:{port}"),
        "evil.example",
        "127.0.0.1:1",
        &format!("localhost.evil.example:{port}"),
    ] {
        assert_eq!((ask(host, "").status, ask(host, "").problem().as_str()), (421, "other-host"), "{host}");
    }
    for origin in ["http://evil.example", "null", "http://localhost:1", "file://"] {
        let answer = ask(&studio.host, &format!("Origin: {origin}\r\n"));
        assert_eq!((answer.status, answer.problem().as_str()), (403, "other-origin"), "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    assert_eq!(ask(&studio.host, &format!("Origin: http://{}\r\n", studio.host)).status, 200);
}

#[test]
fn bodies_are_json_and_say_so() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let body = json!({ "system": { "extractor": "bte" } }).to_string();
    // What a form of another site can send without asking first.
    for lines in [
        "",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/jsonx\r\n",
    ] {
        let answer = studio.send("POST", "api/pages/0/answer", lines, &body);
        assert_eq!((answer.status, answer.problem().as_str()), (415, "not-json"), "{lines}");
    }
    let json = "Content-Type: application/json; charset=utf-8\r\n";
    assert_eq!(studio.send("POST", "api/pages/0/answer", json, &body).status, 200);
    for wrong in [
        "",
        "{",
        "[]",
        "{\"system\":{}}x",
        "{\"system\":{\"extractor\":5}}",
        "{\"systems\":{}}",
        "\u{feff}{}",
    ] {
        let answer = studio.send("POST", "api/pages/0/answer", json, wrong);
        assert_eq!((answer.status, answer.problem().as_str()), (400, "body"), "{wrong}");
    }
    let host = &studio.host;
    let large = studio.raw(&format!(
        "POST {}api/scan HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{json}Content-Length: 99999999\r\n\r\n",
        studio.root
    ));
    assert_eq!((large.status, large.problem().as_str()), (413, "too-large"));
}

#[test]
fn other_methods_and_other_paths_are_problems() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    for (method, path) in [
        ("POST", "api/project"),
        ("GET", "api/scan"),
        ("DELETE", "api/pages/0"),
        ("PUT", "api/pages/0/answer"),
        ("POST", ""),
        ("TRACE", "api/pages"),
    ] {
        let answer = studio.send(method, path, "", "");
        assert_eq!((answer.status, answer.problem().as_str()), (405, "method"), "{method} {path}");
    }
    for path in [
        "api",
        "api/",
        "api/nothing",
        "api/pages/12",
        "api/pages/-1",
        "api/pages/x",
        "api/pages/0/x",
        "api/pages/99999999999999999999",
        "api/pages/12/frame",
        "api/jobs/1",
        "api/jobs/x",
        "no.js",
        "../Cargo.toml",
        "..%2fCargo.toml",
        "%2e%2e/Cargo.toml",
        "web/../../Cargo.toml",
    ] {
        let answer = studio.get(path);
        let expected = if path == "api/jobs/1" { "no-job" } else { "not-found" };
        assert_eq!((answer.status, answer.problem().as_str()), (404, expected), "{path}");
    }
    for path in ["api/pages?sort=size", "api/pages?limit=-1", "api/pages?page=1", "api/pages/0/segments"] {
        assert_eq!((studio.get(path).status, studio.get(path).problem().as_str()), (400, "query"), "{path}");
    }
}

#[test]
fn every_answer_keeps_the_address_to_itself() {
    let dir = pages(false);
    fs::write(dir.path().join("own.html"), "<p>a").unwrap();
    let studio = Running::on(dir.path());
    for path in ["api/project", "api/pages/0/frame", "no", ""] {
        let answer = studio.get(path);
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
    }
    let policy = studio.get("api/pages/0/frame");
    let policy = policy.header("content-security-policy").unwrap();
    for part in
        ["sandbox allow-same-origin;", "default-src 'none';", "img-src data:;", "frame-ancestors 'self'"]
    {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("script") && !policy.contains("http"), "{policy}");
}

#[test]
fn browsers_without_the_token_are_told_about_it() {
    let dir = pages(false);
    let studio = Running::on(dir.path());
    let host = &studio.host;
    let ask = |path: &str, lines: &str| {
        studio.raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{lines}\r\n"))
    };
    let browser = "Accept: text/html,*/*\r\n";
    let old = format!("/{}/", "0".repeat(32));
    for (path, lines) in [("/", ""), ("/", browser), (&old, browser), ("/index.html", browser)] {
        let answer = ask(path, lines);
        assert_eq!((answer.status, answer.header("content-type")), (404, Some("text/html; charset=utf-8")));
        assert!(answer.body.contains("--token-file") && !answer.body.contains(studio.root.trim_matches('/')));
        assert!(answer.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
    }
    assert_eq!(ask("/theme.css", "").header("content-type"), Some("text/css; charset=utf-8"));
    // Nobody is told under another name.
    let other = studio.raw("GET / HTTP/1.1\r\nHost: e.org\r\nConnection: close\r\n\r\n");
    assert_eq!(other.status, 421);
}

#[test]
fn a_token_file_keeps_the_url() {
    let (dir, other) = (pages(false), tempfile::tempdir().unwrap());
    let file = other.path().join("token");
    let options = || StudioOptions { token_file: Some(file.clone()), ..StudioOptions::of(dir.path()) };
    let first = Running::with(options()).root.clone();
    assert_eq!(Running::with(options()).root, first);
    assert_eq!(fs::read_to_string(&file).unwrap().trim(), first.trim_matches('/'));
    let refused = || {
        let bound = tokio::runtime::Runtime::new().unwrap().block_on(Studio::bind(&options()));
        bound.err().unwrap().to_string()
    };
    for text in
        ["", "short", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r", "\u{e9}".repeat(20).as_str(), &"a".repeat(300)]
    {
        fs::write(&file, text).unwrap();
        assert!(refused().contains("must contain one token of 32 to 256 letters"), "{text}: {}", refused());
    }
    fs::write(&file, format!("{}\n", "aB3_-".repeat(8))).unwrap();
    assert_eq!(Running::with(options()).root, format!("/{}/", "aB3_-".repeat(8)));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(refused().contains("(mode 0640); run `chmod 600"), "{}", refused());
    }
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(refused().starts_with("--token-file: "), "{}", refused());
}
