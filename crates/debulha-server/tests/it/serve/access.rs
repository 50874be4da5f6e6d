//! Who is let in.

use super::common::{Running, STORY, options};
use debulha_server::{AccessToken, ServeError, ServeOptions, Server};

#[test]
fn only_own_names_and_own_pages_are_answered() {
    let server = Running::start(ServeOptions { names: vec!["extract.example".to_owned()], ..options() });
    let port = server.address.port();
    let ask = |headers: &[(&str, &str)]| server.client().ask("GET", "/health", headers, b"");
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), "extract.example".to_owned()] {
        assert_eq!(ask(&[("Host", &host)]).status, 200, "{host}");
    }
    for host in ["evil.example", "127.0.0.1", "extract.example:81", ""] {
        let answer = ask(&[("Host", host)]);
        assert_eq!((answer.status, answer.problem().as_str()), (421, "other-host"), "{host}");
    }
    assert_eq!(ask(&[("Origin", &format!("http://127.0.0.1:{port}"))]).status, 200);
    for origin in ["http://evil.example", "null"] {
        let answer = ask(&[("Origin", origin)]);
        assert_eq!((answer.status, answer.problem().as_str()), (403, "other-origin"), "{origin}");
    }
}

#[test]
fn a_head_has_64_kib_at_most() {
    let server = Running::start(options());
    let host = server.address.to_string();
    let ask = |bytes: usize| {
        let value = "x".repeat(bytes);
        let headers = [("Host", &*host), ("X", &*value)];
        server.client().ask("GET", "/health", &headers, b"").status
    };
    assert_eq!(ask((64 << 10) - 100), 200);
    assert_eq!(ask((64 << 10) + 1), 431);
}

#[test]
fn a_token_is_asked_for_where_there_is_one() {
    let token = Some(AccessToken::new("correct horse battery").unwrap());
    let server = Running::start(ServeOptions { token, ..options() });
    let ask = |path: &str, shown: Option<&str>| {
        let field = shown.map(|shown| ("Authorization", shown));
        server.client().ask("POST", path, field.as_slice(), STORY)
    };
    for shown in [
        None,
        Some("Bearer correct horse batterx"),
        Some("Bearer correct horse batter"),
        Some("Bearer"),
        Some("correct horse battery"),
        Some("Basic correct horse battery"),
    ] {
        let answer = ask("/v1/verdict?extractor=bte", shown);
        assert_eq!((answer.status, answer.problem().as_str()), (401, "token"), "{shown:?}");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    }
    for shown in ["Bearer correct horse battery", "bearer  correct horse battery"] {
        assert_eq!(ask("/v1/verdict?extractor=bte", Some(shown)).status, 200, "{shown}");
    }
    for (path, status) in
        [("/health", 200), ("/", 200), ("/openapi.json", 200), ("/metrics", 401), ("/nothing", 401)]
    {
        assert_eq!(server.get(path).status, status, "{path}");
    }
}

#[test]
fn who_is_not_let_in_reads_why_in_the_shape_that_clients_of_other_services_know() {
    let token = Some(AccessToken::new("correct horse battery").unwrap());
    let server = Running::start(ServeOptions { token, ..options() });
    let host = format!("127.0.0.1:{}", server.address.port());
    let shown = ("Authorization", "Bearer correct horse battery");
    let json = ("Accept", "application/json");
    for (path, headers, status, code) in [
        ("/v2/scrape", vec![("Authorization", "Bearer wrong")], 401, "token"),
        ("/v2/scrape", vec![shown, ("Host", "evil.example")], 421, "other-host"),
        (
            "/v2/parse/formats",
            vec![shown, ("Host", &host), ("Origin", "http://evil.example")],
            403,
            "other-origin",
        ),
        ("/v2/nothing", vec![shown], 404, "no-route"),
        ("/v2/parse/formats", vec![shown], 405, "method"),
    ] {
        let answer = server.post(path, &headers, b"{}");
        let body = answer.json();
        assert_eq!((answer.status, &body["success"]), (status, &false.into()), "{path} {body}");
        assert!(
            body["code"] == code && body["error"].as_str().is_some_and(|words| !words.is_empty()),
            "{body}"
        );
        assert_eq!(answer.header("www-authenticate").is_some(), status == 401);
    }
    let of_reader = server.client().ask("GET", "/r/https://example.org/", &[json], b"");
    assert_eq!((of_reader.status, &of_reader.json()["name"]), (401, &"token".into()));
    let of_reader = server.get("/r/https://example.org/");
    assert!(of_reader.status == 401 && of_reader.text().starts_with("show the token"));
    assert_eq!(server.post("/mcp", &[], b"{}").problem(), "token");
}

#[test]
fn other_machines_are_served_with_a_token_or_on_request_alone() {
    let everywhere = ServeOptions { listen: "0.0.0.0:0".parse().unwrap(), ..options() };
    assert!(matches!(Server::bind(everywhere.clone()), Err(ServeError::Open(_))));
    let token = Some(AccessToken::new("correct horse battery").unwrap());
    assert!(Server::bind(ServeOptions { token, ..everywhere.clone() }).is_ok());
    assert!(matches!(AccessToken::new(" short "), Err(ServeError::Token(5))));

    // A server for all networks is asked for at the address that it was reached at.
    let server = Running::start(ServeOptions { open: true, ..everywhere });
    let address = format!("127.0.0.1:{}", server.address.port());
    let mut client = super::common::Client::new(address.parse().unwrap());
    assert_eq!(client.ask("GET", "/health", &[], b"").status, 200);
    assert_eq!(client.ask("GET", "/health", &[("Host", "evil.example")], b"").status, 421);
}
