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
    assert!(lines[1]["file"] == "nothing.html" && lines[1]["error"].is_string(), "{}", ran.out);
    assert_eq!(lines[2]["evidence"][0]["rule"], "status_in_title");
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

/// Pages of our own, one a verdict, each with the first rule that finds it.
const MADE: [(&str, &str, &str, &str); 7] = [
    (
        "consent",
        "consent",
        "consent_container",
        "<title>Before you continue</title><form action=https://consent.barn.example/save><h1>Before you continue to The Barn</h1>\
         <p>We use cookies and data to keep the barn open, to measure how many readers come, and to protect against spam. If you \
         accept all cookies, we will also use cookies and data to show adverts that fit you.</p><button>Accept all</button></form>",
    ),
    (
        "login",
        "login",
        "password_field",
        "<title>Log in – The Barn</title><h1>Log in</h1><form><p>Email <input type=email></p><p>Password <input type=password></p>\
         <button>Log in</button></form>",
    ),
    (
        "paywall",
        "paywall",
        "asks_to_subscribe",
        "<title>The price of seed – The Barn</title><article><h1>The price of seed</h1><p>The price of rye for seed rose again \
         this spring, the third year in a row, and the small farms of the valley have begun to keep a part of the harvest for \
         the next sowing.</p><div class=offer><p>This article is for subscribers only</p><p><a href=/l>Log in</a></p></div></article>",
    ),
    (
        "error",
        "error-page",
        "status_in_title",
        "<title>Object not found!</title><h1>Object not found!</h1><p>The requested URL was not found on this server. If you \
         entered the URL manually please check your spelling and try again.</p><h2>Error 404</h2><address>Apache/2.4.10</address>",
    ),
    (
        "stated-listing",
        "listing",
        "stated_list",
        "<title>Sickles</title><script type=application/ld+json>{\"@type\": \"CollectionPage\", \"name\": \"Sickles\"}</script>\
         <h1>Sickles</h1><p>All our sickles are forged by hand in the old smithy at the river, and are sharpened before they are sent. \
         The handles are of ash wood that has lain for two years.</p>",
    ),
    ("listing", "listing", "linked_titles", ""),
    ("shell", "shell", "empty_root", SHELL),
];

/// Twelve teasers.
fn listing() -> String {
    let titles = [
        "How the barn was built",
        "What rye needs after frost",
        "The mill at the bend",
        "A history of the flail",
    ];
    let teaser = |place: usize| {
        let title = titles[place % titles.len()];
        format!(
            "<article class=teaser><h2><a href=/{place}>{title}, part {place}</a></h2><p>It took two brothers, a borrowed saw \
             and a wet spring, and it was not the last of their barns.</p></article>"
        )
    };
    let teasers: Vec<String> = (0..12).map(teaser).collect();
    format!("<title>All stories</title><main><h1>All stories</h1>{}</main>", teasers.join(""))
}

#[test]
fn each_kind_of_page_is_told() {
    let sandbox = Sandbox::new(&[]);
    let file = |name: &str| format!("{name}.html");
    for (name, _, _, html) in MADE {
        let html = if name == "listing" { listing() } else { html.to_owned() };
        sandbox.write(&file(name), html.as_bytes());
    }
    let files: Vec<String> = MADE.iter().map(|(name, ..)| file(name)).collect();
    let args: Vec<&str> = std::iter::once("verdict").chain(files.iter().map(String::as_str)).collect();
    let ran = sandbox.run(&args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.lines().count(), MADE.len());
    for (line, (name, kind, rule, _)) in ran.out.lines().zip(MADE) {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(columns[..2], [file(name).as_str(), kind], "{line}");
        assert!(columns[3].starts_with(rule), "{line}");
    }
}
