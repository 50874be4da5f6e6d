//! What each route gives.

use super::common::{Running, STORY, options};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use debulha::{DEFAULT_EXTRACTOR, Format, Input, Pipeline, WriteOptions, csv_header};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const FORMATS: [(Format, &str); 7] = [
    (Format::Text, "text/plain; charset=utf-8"),
    (Format::Markdown, "text/markdown; charset=utf-8"),
    (Format::Html, "text/html; charset=utf-8"),
    (Format::Json, "application/json"),
    (Format::Xml, "application/xml; charset=utf-8"),
    (Format::XmlTei, "application/tei+xml; charset=utf-8"),
    (Format::Csv, "text/csv; charset=utf-8"),
];

/// The golden pages.
fn pages() -> Vec<(String, Vec<u8>)> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/pages"));
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() > 10);
    let name = |folder: &PathBuf| folder.file_name().unwrap().to_string_lossy().into_owned();
    folders.iter().map(|folder| (name(folder), fs::read(folder.join("source.html")).unwrap())).collect()
}

fn rendered(pipeline: &Pipeline, page: &[u8], format: Format) -> String {
    let extraction = pipeline.extract(Input::from(page).url("https://example.org/a"));
    let options = WriteOptions::default();
    let text = extraction.render(format, &options);
    match csv_header(&options) {
        Some(header) if format == Format::Csv => format!("{header}\n{text}\n"),
        _ => text,
    }
}

#[test]
fn content_is_that_of_the_library_in_every_format() {
    let server = Running::start(options());
    let (quick, default) = (Pipeline::new("cetd").unwrap(), Pipeline::default());
    for (name, page) in pages() {
        let mut client = server.client();
        for (format, media) in FORMATS {
            let path =
                format!("/v1/extract?extractor=cetd&url=https://example.org/a&format={}", format.name());
            let answer = client.ask("POST", &path, &[("Content-Type", "text/html")], &page);
            assert_eq!(answer.status, 200, "{name} {answer:?}");
            assert_eq!(answer.header("content-type"), Some(media), "{name}");
            assert!(answer.header("x-debulha-verdict").is_some(), "{name}");
            assert!(answer.text() == rendered(&quick, &page, format), "{name} {format:?}");
        }
        let answer = client.ask("POST", "/v1/extract?url=https://example.org/a", &[], &page);
        assert!(answer.text() == rendered(&default, &page, Format::Json), "{name}");
        assert!(answer.header("x-debulha-confidence").is_some(), "{name}");
        assert_eq!(answer.json()["extractor"], DEFAULT_EXTRACTOR);
    }
}

#[test]
fn the_page_may_stand_in_json_as_text_or_bytes() {
    let server = Running::start(options());
    let options = json!({
        "url": "https://example.org/a", "extractor": "cetd", "params": { "link_count": "descendants" }, "format": "markdown",
        "links": false, "images": false, "title": "never"
    });
    let with = |name: &str, page: String| {
        let mut object = options.clone();
        object[name] = Value::from(page);
        server.json("/v1/extract", &object)
    };
    let text = with("html", String::from_utf8(STORY.to_vec()).unwrap());
    let bytes = with("base64", STANDARD.encode(STORY));
    assert_eq!((text.status, bytes.status), (200, 200), "{}", text.text());
    assert!(!text.body.is_empty() && text.body == bytes.body);
    assert!(!text.text().contains("]("), "links are left out");
    let raw = "/v1/extract?extractor=cetd&params=%7B%22link_count%22:%22descendants%22%7D&format=md&links=false&images=false&title=never";
    assert_eq!(server.post(raw, &[], STORY).text(), text.text());
}

#[test]
fn the_charset_of_the_transport_counts() {
    let server = Running::start(options());
    let page = b"<p>Centeio d\xe1 em terra fraca.";
    for (path, media) in [
        ("/v1/extract?extractor=all_text&format=text", "text/html; charset=iso-8859-1"),
        ("/v1/extract?extractor=all_text&format=text&charset=latin1", "text/html; charset=utf-8"),
    ] {
        let answer = server.post(path, &[("Content-Type", media)], page);
        assert_eq!(answer.text(), "Centeio dá em terra fraca.", "{media}");
    }
}

#[test]
fn accept_chooses_the_format() {
    let server = Running::start(options());
    for (accept, media) in [
        ("*/*", "application/json"),
        ("text/markdown", "text/markdown; charset=utf-8"),
        ("application/json;q=0.1, text/plain", "text/plain; charset=utf-8"),
    ] {
        let answer = server.post("/v1/extract?extractor=bte", &[("Accept", accept)], STORY);
        assert_eq!(answer.header("content-type"), Some(media));
    }
    let answer = server.post("/v1/extract", &[("Accept", "image/png")], STORY);
    assert_eq!((answer.status, answer.problem().as_str()), (406, "not-acceptable"));
}

#[test]
fn a_page_without_content_is_no_error() {
    let server = Running::start(options());
    for (body, warning) in [(&b"<p></p>"[..], None), (b"{\"rye\": 1}", Some("not HTML: JSON"))] {
        let answer = server.post("/v1/extract", &[], body);
        assert_eq!(answer.status, 200);
        let page = answer.json();
        assert_eq!(page["blocks"], json!([]));
        assert!(page["verdict"] != "ok");
        if let Some(warning) = warning {
            assert!(page["warnings"].as_array().unwrap().contains(&Value::from(warning)), "{page}");
        }
    }
    for (body, status, problem) in [
        (&b""[..], 400, "no-page"),
        (b" \n", 400, "no-page"),
        (b"%PDF-1.7\n1 0 obj", 415, "not-a-page"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 415, "not-a-page"),
    ] {
        let answer = server.post("/v1/extract", &[], body);
        assert_eq!((answer.status, answer.problem().as_str()), (status, problem), "{body:?}");
    }
    let cut = server
        .post("/v1/extract?extractor=all_text&max_bytes=20", &[], b"<p>Rye was sown early this year.")
        .json();
    assert_eq!(cut["blocks"][0]["text"], "Rye was sown earl");
    assert!(cut["warnings"].to_string().contains("cut at 20 bytes"));
}

#[test]
fn an_unknown_or_wrong_option_names_those_that_are_known() {
    let server = Running::start(options());
    for (path, type_, detail) in [
        (
            "/v1/extract?shape=text",
            "option",
            "unknown option `shape`; known are url, charset, query, max_bytes",
        ),
        ("/v1/extract?format=word", "option", "use text, markdown"),
        ("/v1/extract?links=perhaps", "option", "`links`"),
        ("/v1/extract?html=x", "option", "unknown option `html`"),
        ("/v1/extract?charset=klingon", "option", "`klingon`"),
        ("/v1/extract?title=loud", "option", "use auto, page or never"),
        ("/v1/extract?extractor=cetdd", "system", "cetd"),
        ("/v1/extract?extractor=bte&preset=wild", "preset", "wild"),
        ("/v1/extract?extractor=bte&params=%7B%22nothing%22:1%7D", "system", "nothing"),
        ("/v1/extract?params=7", "option", "`params`"),
        ("/v1/segment?segmenter=knife", "system", "knife"),
        ("/v1/why", "option", "one of `text`, `xpath` and `node`"),
        ("/v1/why?text=a&node=3", "option", "one of"),
        ("/v1/why?text=a&places=0", "option", "`places`"),
        ("/v1/compare?systems=bte", "option", "2 to 24"),
        ("/v1/records?of=content&all=true", "option", "`all`"),
        ("/v1/records?of=everything", "option", "`regions`"),
        ("/v1/metadata?extractor=bte", "option", "unknown option `extractor`"),
    ] {
        let answer = server.post(path, &[], STORY);
        assert_eq!(answer.status, 400, "{path}");
        assert_eq!(answer.problem(), type_, "{path}");
        assert!(answer.text().contains(detail), "{path}: {}", answer.text());
    }
    for (body, type_) in [
        (r#"{"html":"<p>","shape":"text"}"#, "option"),
        (r#"{"html":"<p>","links":"perhaps"}"#, "option"),
        (r#"{"html":"<p>","base64":"PHA+"}"#, "option"),
        (r#"{"html":7}"#, "option"),
        (r#"{"base64":"?"}"#, "base64"),
        (r#"{"format":"text"}"#, "no-page"),
        (r#"["html"]"#, "json"),
        ("{", "json"),
        ("", "json"),
    ] {
        let answer = server.post("/v1/extract", &[("Content-Type", "application/json")], body.as_bytes());
        assert_eq!((answer.status, answer.problem().as_str()), (400, type_), "{body}");
    }
    let both = server.post("/v1/extract?format=text", &[("Content-Type", "application/json")], b"{}");
    assert_eq!(both.problem(), "option");
}

#[test]
fn verdicts_metadata_records_and_segments_come_as_json() {
    let server = Running::start(options());
    let verdict = server.post("/v1/verdict", &[], b"<title>404 Not Found</title><h1>Not Found</h1>").json();
    assert_eq!(verdict["verdict"], "error-page");
    assert!(!verdict["evidence"].as_array().unwrap().is_empty());

    let metadata = server.post("/v1/metadata", &[], STORY).json();
    assert_eq!(metadata["title"], "A barn that dries its own grain");

    let thread = include_bytes!("../../../../../testdata/records/thread-phpbb/source.html");
    let regions = server.post("/v1/records", &[], thread).json();
    assert!(regions["regions"][0]["records"].as_array().unwrap().len() > 1, "{regions}");
    let content = server.post("/v1/records?of=content", &[], thread).json();
    assert!(content["records"].as_array().unwrap().iter().any(|record| record["author"] == "barnkeeper"));
    let comments = include_bytes!("../../../../../testdata/pages/news-comments/source.html");
    let comments = server.post("/v1/records?of=comments", &[], comments).json();
    assert_eq!(comments["comments"][0]["author"], "oldmiller");

    let segments =
        server.post("/v1/segment", &[], b"<div><p>Rye</p><p>Oats</p></div><div>Wheat</div>").json();
    assert_eq!(
        (&segments["segmenter"], &segments["blocks"][2]["text"]),
        (&json!("tag_list"), &json!("Wheat"))
    );
    let drawn = server.post("/v1/segment?segmenter=vips", &[], STORY);
    assert_eq!((drawn.status, drawn.problem().as_str()), (422, "needs-layout"));
}

#[test]
fn why_takes_a_text_or_a_place() {
    let server = Running::start(options());
    let page = "<p>Rye was sown early this year.<p hidden>Wheat was not.";
    let why = |asked: Value| {
        let mut object = json!({ "html": page, "extractor": "bte" });
        object.as_object_mut().unwrap().extend(asked.as_object().unwrap().clone());
        server.json("/v1/why", &object).json()
    };
    let kept = why(json!({ "text": "sown early" }));
    assert_eq!((&kept["found"], &kept["answers"][0]["decision"]), (&json!("visible"), &json!("kept")));
    assert!(!kept["answers"][0]["reasons"].as_array().unwrap().is_empty());
    let hidden = why(json!({ "text": "Wheat" }));
    assert_eq!((&hidden["found"], &hidden["answers"][0]["decision"]), (&json!("hidden"), &json!("hidden")));
    assert_eq!(why(json!({ "text": "oats" })), json!({ "found": "nowhere", "answers": [] }));
    let placed = why(json!({ "xpath": "/html[1]/body[1]/p[1]" }));
    assert_eq!(placed["answers"][0]["text"], "Rye was sown early this year.");
    assert_eq!(why(json!({ "node": 1_000_000 }))["found"], "nowhere");
    assert_eq!(why(json!({ "node": 0, "places": 1 }))["answers"].as_array().unwrap().len(), 1);
}

#[test]
fn systems_are_compared() {
    let server = Running::start(options());
    let compared = server.post("/v1/compare?systems=bte,all_text,debulha", &[], STORY).json();
    assert_eq!(compared["schema"], "1");
    let names: Vec<&Value> =
        compared["systems"].as_array().unwrap().iter().map(|system| &system["name"]).collect();
    assert_eq!(names, ["bte", "all_text", "debulha"]);
    assert_eq!(compared["f1"][1][1], 1.0);
    assert!(compared["blocks"].as_array().unwrap().len() > 5);
}

#[test]
fn the_service_describes_itself() {
    let server = Running::start(options());
    let health = server.get("/health").json();
    assert_eq!(health, json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }));
    let systems = server.get("/v1/systems").json();
    let ids: Vec<&str> =
        systems["systems"].as_array().unwrap().iter().map(|system| system["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"debulha") && ids.contains(&"tag_list") && systems["default"] == "debulha");

    let document = server.get("/openapi.json").json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3."));
    let paths = document["paths"].as_object().unwrap();
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            let answer = server.client().ask(&method.to_uppercase(), path, &[], b"");
            // A job that is not there.
            let is_there = ![404, 405].contains(&answer.status) || answer.text().contains("no-job");
            assert!(is_there, "{method} {path}");
            let documented = operation["responses"].as_object().unwrap();
            assert!(
                documented.contains_key(&answer.status.to_string()),
                "{method} {path}: {}",
                answer.status
            );
            assert!(!operation["summary"].as_str().unwrap().is_empty(), "{method} {path}");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(parameter["description"].is_string(), "{method} {path}: {parameter}");
                let (example, schema) = (&parameter["example"], &parameter["schema"]);
                let is_shown = !example.is_null()
                    || schema["default"] != Value::Null
                    || schema["example"] != Value::Null;
                assert!(is_shown, "{method} {path}: {parameter}");
            }
            for response in documented.values() {
                assert!(!response["description"].as_str().unwrap().is_empty(), "{method} {path}: {response}");
            }
            if method == "post" {
                for (media, content) in operation["requestBody"]["content"].as_object().unwrap() {
                    assert!(!content["example"].is_null(), "{path} {media}");
                }
            }
        }
    }
    // Every schema that is named is there.
    let text = document.to_string();
    for name in text.split("#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
    }
    let request = &document["components"]["schemas"]["ExtractRequest"];
    assert_eq!(request["allOf"].as_array().unwrap().len(), 4, "{request}");
}

#[test]
fn the_page_to_try_it_asks_nobody_else() {
    let server = Running::start(options());
    for path in ["/", "/app.js", "/style.css"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
        );
        let text = answer.text();
        assert!(!text.contains("innerHTML") && !text.contains("<style"));
        assert!(!text.contains("//") || !text.replace("https://example.org/", "").contains("://"), "{path}");
    }
    let answer = server.post("/v1/extract?format=html", &[], STORY);
    assert_eq!(answer.header("content-security-policy"), Some("default-src 'none'; sandbox"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert!(answer.header("access-control-allow-origin").is_none());
}

#[test]
fn what_is_not_there_is_a_problem() {
    let server = Running::start(options());
    assert_eq!(server.get("/v1/nothing").problem(), "no-route");
    let answer = server.get("/v1/extract");
    assert_eq!((answer.status, answer.problem().as_str()), (405, "method"));
    assert_eq!(answer.header("allow"), Some("POST"));
}

#[test]
fn requests_are_counted_by_route() {
    let server = Running::start(options());
    server.post("/v1/extract?extractor=bte", &[], STORY);
    server.post("/v1/extract?shape=x", &[], b"1234");
    server.get("/no/such/route/anywhere");
    let metrics = server.get("/metrics");
    assert_eq!(metrics.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    for line in [
        "debulha_requests_total{route=\"/v1/extract\",status=\"200\"} 1".to_owned(),
        "debulha_requests_total{route=\"/v1/extract\",status=\"400\"} 1".to_owned(),
        "debulha_requests_total{route=\"none\",status=\"404\"} 1".to_owned(),
        "debulha_request_seconds_count{route=\"/v1/extract\"} 2".to_owned(),
        format!("debulha_received_bytes_total {}", STORY.len() + 4),
        "debulha_waiting 0".to_owned(),
    ] {
        assert!(metrics.text().lines().any(|found| found == line), "{line}\n{}", metrics.text());
    }
    let pages =
        metrics.text().lines().filter(|line| line.starts_with("debulha_pages_total") && line.ends_with(" 1"));
    assert_eq!(pages.count(), 1);
    assert!(!metrics.text().contains("anywhere"));
}
