//! What a studio can be opened on.

use crate::client::Running;
use debulha_studio::{ProjectError, Studio, StudioError, StudioOptions};
use serde_json::{Value, json};
use std::fs;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr};

fn names(studio: &Running) -> Vec<String> {
    let list = studio.get("api/pages").json();
    list["pages"].as_array().unwrap().iter().map(|page| page["name"].as_str().unwrap().to_owned()).collect()
}

fn markdown(studio: &Running, id: usize) -> Value {
    let system = json!({ "system": { "extractor": "all_text" } });
    studio.post(&format!("api/pages/{id}/answer"), &system).json()["markdown"].clone()
}

fn refused(options: &StudioOptions) -> StudioError {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(Studio::bind(options)).err().unwrap()
}

#[test]
fn a_folder_is_walked_without_hidden_files_and_links() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("b.html", b"<p>Rye");
    write("a/x.HTM", b"<p>Oats");
    write("a/y.xhtml", b"<p>Wheat");
    let mut packed = gzip(b"<p>Barley");
    write("c.html.gz", &packed);
    packed.clear();
    write(".hidden.html", b"<p>x");
    write(".git/z.html", b"<p>x");
    write("notes.txt", b"x");
    write("page.gz", b"x");
    #[cfg(unix)]
    std::os::unix::fs::symlink(dir.path(), dir.path().join("circle")).unwrap();
    let studio = Running::on(dir.path());
    assert_eq!(names(&studio), ["a/x.HTM", "a/y.xhtml", "b.html", "c.html.gz"]);
    assert_eq!(markdown(&studio, 3), "Barley");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

#[test]
fn a_corpus_has_ids_addresses_and_texts() {
    let dir = tempfile::tempdir().unwrap();
    let truth = concat!(
        r#"{"id":"rye","file":"1.html","url":"https://e.org/rye","text":"Rye."}"#,
        "\n",
        r#"{"id":"oats","file":"2.html","encoding":"iso-8859-1"}"#,
        "\n"
    );
    fs::write(dir.path().join("truth.jsonl"), truth).unwrap();
    fs::write(dir.path().join("1.html"), "<p data-debulha=content>Rye.<p>x").unwrap();
    fs::write(dir.path().join("2.html"), b"<p>Caf\xe9").unwrap();
    fs::write(dir.path().join("3.html"), "<p>not of the corpus").unwrap();
    let studio = Running::on(dir.path());
    assert_eq!(names(&studio), ["oats", "rye"]);
    let rye = studio.get("api/pages/1").json();
    assert_eq!((&rye["url"], &rye["gold"]), (&json!("https://e.org/rye"), &json!(true)));
    assert_eq!(markdown(&studio, 0), "Café");
    assert!(!studio.get("api/pages/1/frame").body.contains("data-debulha"));

    fs::write(dir.path().join("truth.jsonl"), "{").unwrap();
    assert!(matches!(refused(&StudioOptions::of(dir.path())), StudioError::Project(ProjectError::Corpus(_))));
}

#[test]
fn files_of_many_pages_are_read_by_their_places() {
    let dir = tempfile::tempdir().unwrap();
    let record = |url: &str, page: &str| {
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Record-ID: <urn:uuid:{url}>\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{answer}\r\n\r\n",
            answer.len()
        )
    };
    let pages = [
        record("https://e.org/b", "<p>Rye"),
        record("https://e.org/robots.txt", "x"),
        record("https://e.org/a", "<p>Oats"),
    ];
    let warc = dir.path().join("farm.warc");
    fs::write(&warc, pages.concat()).unwrap();
    let studio = Running::on(&warc);
    assert_eq!(names(&studio), ["https://e.org/a", "https://e.org/b"]);
    assert_eq!((markdown(&studio, 0), markdown(&studio, 1)), (json!("Oats"), json!("Rye")));
    assert_eq!(studio.get("api/project").json()["kind"], "file");

    let lines = dir.path().join("farm.jsonl");
    fs::write(&lines, "{\"id\":\"y\",\"html\":\"<p>Rye\"}\n\n{\"id\":\"x\",\"text\":\"no page\"}\n{\"id\":\"a\",\"html\":\"<p>Oats\"}\n").unwrap();
    let studio = Running::on(&lines);
    assert_eq!((names(&studio), markdown(&studio, 0)), (vec!["a".to_owned(), "y".to_owned()], json!("Oats")));
}

#[test]
fn a_store_is_a_project_without_pages() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("farms.store");
    debulha_io::site_store::SiteStore::create(&store, &debulha_io::site_store::StoreSettings::default())
        .unwrap();
    let studio = Running::on(&store);
    let project = studio.get("api/project").json();
    assert_eq!(
        (&project["kind"], &project["store"], &project["pages"]),
        (&json!("store"), &json!(true), &json!(0))
    );
}

#[test]
fn what_cannot_be_opened_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let empty = StudioOptions::of(dir.path());
    assert!(matches!(refused(&empty), StudioError::Project(ProjectError::Empty { .. })));
    assert!(matches!(
        refused(&StudioOptions::of("/nonexistent")),
        StudioError::Project(ProjectError::Io { .. })
    ));
    fs::write(dir.path().join("a.html"), "<p>a").unwrap();
    let any = StudioOptions { host: IpAddr::V4(Ipv4Addr::UNSPECIFIED), ..empty.clone() };
    assert!(matches!(refused(&any), StudioError::Unspecified(_)));
    let model = StudioOptions { models: vec![dir.path().join("a.html")], ..empty.clone() };
    assert!(matches!(refused(&model), StudioError::Model(_)));
    let store = StudioOptions { store: Some(dir.path().join("a.html")), ..empty };
    assert!(matches!(refused(&store), StudioError::Store(_)));
}

#[test]
fn a_model_is_a_system() {
    let dir = crate::client::pages(false);
    let model = dir.path().join("own.model");
    fs::write(&model, debulha_core::extractors::debulha::shipped().unwrap()).unwrap();
    let studio = Running::with(StudioOptions { models: vec![model], ..StudioOptions::of(dir.path()) });
    assert_eq!(studio.get("api/project").json()["models"], json!([{ "name": "own", "system": "debulha" }]));
    let ask = |system: Value| {
        studio.post("api/pages/0/answer", &json!({ "system": system })).json()["nodes"].clone()
    };
    assert_eq!(
        ask(json!({ "extractor": "debulha", "model": "own" })),
        ask(json!({ "extractor": "debulha" }))
    );
    assert_eq!(
        ask(json!({ "model": "own", "preset": "recall" })),
        ask(json!({ "extractor": "debulha", "preset": "recall" }))
    );
    let wrong =
        studio.post("api/pages/0/answer", &json!({ "system": { "extractor": "bte", "model": "own" } }));
    assert_eq!(wrong.problem(), "model");
}

#[test]
fn a_scan_that_is_cancelled_ends_and_leaves_what_it_found() {
    let dir = tempfile::tempdir().unwrap();
    let page = include_str!("../../../../testdata/pages/barn-story/source.html");
    for number in 0..400 {
        fs::write(dir.path().join(format!("{number:03}.html")), page).unwrap();
    }
    let studio = Running::on(dir.path());
    let question = json!({ "systems": ["debulha", "bte"] });
    let job = studio.post("api/scan", &question).json()["job"].clone();
    let again = studio.post("api/scan", &question);
    assert_eq!((again.status, again.problem().as_str()), (409, "busy"));
    studio.send("DELETE", &format!("api/jobs/{job}"), "", "").json();
    let report = studio.wait(&job);
    assert_eq!(report["state"], "cancelled");
    let scanned = studio.get("api/pages").json()["scanned"].clone();
    assert_eq!(scanned, report["done"]);
    assert!(scanned.as_u64().unwrap() < 400, "{scanned}");
}

#[test]
fn a_page_that_cannot_be_read_any_more_is_a_problem_and_a_failed_page() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.html"), "<p>Rye").unwrap();
    fs::write(dir.path().join("b.html"), "<p>Oats").unwrap();
    let studio = Running::on(dir.path());
    fs::remove_file(dir.path().join("a.html")).unwrap();
    let gone = studio.get("api/pages/0/frame");
    assert_eq!((gone.status, gone.problem().as_str()), (422, "unreadable"));
    let job = studio.post("api/scan", &json!({ "systems": ["bte"] })).json()["job"].clone();
    assert_eq!(studio.wait(&job)["state"], "done");
    let list = studio.get("api/pages?verdict=failed").json();
    assert_eq!((&list["total"], &list["pages"][0]["name"]), (&json!(1), &json!("a.html")));
}

#[test]
fn a_page_of_a_hundred_thousand_texts_is_shown_in_parts() {
    let dir = tempfile::tempdir().unwrap();
    let texts: String = (0..100_000).fold(String::new(), |mut page, text| {
        page.push_str("<div><span class=x>");
        page.push_str(&text.to_string());
        page.push_str("</span>");
        page
    });
    fs::write(dir.path().join("a.html"), texts).unwrap();
    let studio = Running::on(dir.path());
    let parts = studio.get("api/pages/0").json()["parts"].clone();
    let parts: Vec<u64> = parts.as_array().unwrap().iter().map(|part| part.as_u64().unwrap()).collect();
    assert!(parts.len() > 2 && parts.is_sorted(), "{parts:?}");
    let mut count = 0;
    for (part, first) in parts.iter().enumerate() {
        let frame = studio.get(&format!("api/pages/0/frame?part={part}"));
        assert_eq!(frame.status, 200);
        assert!(frame.body.ends_with("</body></html>"));
        assert!(part == 0 || frame.body.contains(&format!("data-e=\"{first}\"")), "{first}");
        assert_eq!(frame.body.matches("<div ").count(), frame.body.matches("</div>").count());
        count += frame.body.matches("<x-t ").count();
    }
    assert_eq!(count, 100_000);
    assert_eq!(studio.get(&format!("api/pages/0/frame?part={}", parts.len())).problem(), "not-found");
}

#[test]
fn layout_records_are_fitted_to_their_pages() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("pages/news")).unwrap();
    fs::create_dir_all(dir.path().join("layouts/news")).unwrap();
    let page = "<body><h1>Rye &amp; &lt;oats&gt;</h1><p>Sown in autumn.</p>";
    fs::write(dir.path().join("pages/news/a.html"), page).unwrap();
    fs::write(dir.path().join("pages/b.html"), page).unwrap();
    let text = |id: usize, parent: usize, text: &str, y: usize| {
        let number = debulha_core::layout::text_number(text).unwrap();
        json!({ "id": id, "tag": "#text", "parent": parent, "style": 0, "text": number, "lines": [[8, y, 200, 20]] })
    };
    let element = |id: usize, tag: &str, parent: Option<usize>, y: usize, height: usize| json!({ "id": id, "tag": tag, "parent": parent, "style": 0, "x": 8, "y": y, "width": 784, "height": height });
    let record = json!({ "format": 2, "page": { "width": 800, "height": 600 }, "styles": [{}], "nodes": [
        element(1, "body", None, 8, 584), element(2, "h1", Some(1), 8, 20), text(3, 2, "Rye & <oats>", 8),
        element(4, "p", Some(1), 68, 20), text(5, 4, "Sown in autumn.", 68)] });
    fs::write(dir.path().join("layouts/news/a.json"), record.to_string()).unwrap();
    let layouts = Some(dir.path().join("layouts"));
    let studio = Running::with(StudioOptions { layouts, ..StudioOptions::of(dir.path().join("pages")) });
    let has_layout = |id: usize| studio.get(&format!("api/pages/{id}")).json()["has_layout"].clone();
    assert_eq!((has_layout(0), has_layout(1)), (json!(false), json!(true)));
    let blocks = studio.get("api/pages/1/segments?segmenter=vips").json()["blocks"].clone();
    assert_eq!(
        (&blocks[1]["coherence"], blocks[0]["texts"].as_array().unwrap().len()),
        (&json!(10), 1),
        "{blocks}"
    );
    assert_eq!(studio.get("api/pages/0/segments?segmenter=vips").problem(), "needs-layout");
    let systems = studio.get("api/project").json()["systems"].clone();
    let vide = systems.as_array().unwrap().iter().find(|system| system["id"] == "vide").unwrap();
    assert_eq!(vide["usable"], true);
}

#[test]
fn a_store_says_what_sites_repeat_and_its_methods_are_systems() {
    use debulha::site;
    use debulha_core::{Page, PageOptions, ParamMap};
    use debulha_dom::{Limits, parse};
    use debulha_io::site_store::{ObservedPage, SiteStore, StoreSettings};
    let dir = tempfile::tempdir().unwrap();
    let menu = "<div><a href=/>Home</a><a href=/n>News</a><a href=/s>Sport</a></div>";
    let html = |story: &str| format!("{menu}<div><p>{story}</p></div>");
    let path = dir.path().join("farms.store");
    let mut store = SiteStore::create(&path, &StoreSettings::default()).unwrap();
    let methods = ["template_evidence", "pagelet_local"].map(|id| site::build(id, &ParamMap::new()).unwrap());
    for method in &methods {
        store.register(&**method).unwrap();
    }
    let mut writer = store.writer().unwrap();
    for story in ["rye", "oats", "wheat"] {
        let (url, text) = (format!("http://example.org/{story}"), html(story));
        let parsed = parse(&text, &Limits::default());
        let page = Page::with_options(&parsed.document, Some(&url), PageOptions::default());
        for method in &methods {
            writer.push(ObservedPage::observe(&**method, &page, "example.org", "2026", 0)).unwrap();
        }
    }
    writer.finish().unwrap();
    drop(store);

    let truth = r#"{"id":"a","file":"a.html","url":"http://example.org/barley","text":"barley"}"#;
    fs::write(dir.path().join("truth.jsonl"), truth).unwrap();
    fs::write(dir.path().join("a.html"), html("barley")).unwrap();
    let studio = Running::with(StudioOptions { store: Some(path), ..StudioOptions::of(dir.path()) });
    let found = studio.get("api/pages/0/repetition").json();
    assert_eq!((&found["pages"], &found["source"]), (&json!(3), &json!("store")));
    let shares: Vec<f64> =
        found["nodes"].as_array().unwrap().iter().map(|node| node[1].as_f64().unwrap()).collect();
    assert_eq!(shares, [1.0, 1.0, 1.0, 0.0]);
    let system = json!({ "system": { "extractor": "pagelet_local" } });
    assert_eq!(studio.post("api/pages/0/answer", &system).json()["markdown"], "barley");
    let systems = studio.get("api/project").json()["systems"].clone();
    let usable = |id: &str| {
        systems.as_array().unwrap().iter().find(|system| system["id"] == id).unwrap()["usable"].clone()
    };
    assert_eq!((usable("pagelet_local"), usable("pagelet_global")), (json!(true), json!(false)));
}

#[test]
fn pages_keep_their_ids_when_others_come() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("m.html"), "<p>Rye").unwrap();
    let id = Running::on(dir.path()).id(0);
    fs::write(dir.path().join("a.html"), "<p>Oats").unwrap();
    let studio = Running::on(dir.path());
    assert_eq!(studio.id(1), id);
    let found = studio.get(&format!("api/pages/{id}")).json();
    assert_eq!((&found["name"], &found["previous"]), (&json!("m.html"), &json!(studio.id(0))));
}

#[test]
fn style_sheets_that_were_saved_with_a_page_are_shown_without_requests() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("a_files")).unwrap();
    let sheet = "@import 'x.css';p{color:red;background:url(https://e.org/x.png)}i{content:'</style>'}";
    fs::write(dir.path().join("a_files/s.css"), sheet).unwrap();
    let page = "<link rel=stylesheet href=a_files/s.css media=screen><style>b{background:url(x)}</style><p style='background:url(y);top:0'>Rye";
    fs::write(dir.path().join("a.html"), page).unwrap();
    let frame = Running::on(dir.path()).get("api/pages/0/frame").body;
    assert!(
        frame.contains(" media=\"screen\">p{color:red;background:none}i{content:'\\3c /style>'}</style>"),
        "{frame}"
    );
    assert!(frame.contains(">b{background:none}</style>"), "{frame}");
    assert!(frame.contains(" style=\"background:none;top:0\""), "{frame}");
    assert!(!frame.contains("url(") && !frame.contains("import"), "{frame}");
}
