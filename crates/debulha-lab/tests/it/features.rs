//! Tables of features.

use crate::common::{STORY, Sandbox};

const PAGE: &[u8] = b"<html lang=en><body><nav><a href=/a>Home</a></nav><p>Rye is sown in autumn.</p>";

fn pages() -> Sandbox {
    Sandbox::new(&[
        ("pages/a.html", PAGE),
        ("pages/b.html", STORY.as_bytes()),
        ("pages/c.html", b"\0\x01\x02\x03"),
    ])
}

#[test]
fn rows_come_in_order_and_a_bad_page_is_left_out() {
    let sandbox = pages();
    let args = ["features", "pages", "--select", "words,above_nav,site_share", "-o"];
    let run = |file: &str, jobs: &str| sandbox.run(&[&args[..], &[file, "--jobs", jobs]].concat());
    let ran = run("one.csv", "1");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("c.html") && ran.err.contains("binary"), "{}", ran.err);
    let text = sandbox.read("one.csv");
    let expected = "page,node,xpath,tag,words,above_nav,site_share\n\
        pages/a.html,6,/html[1]/body[1]/nav[1]/a[1]/text()[1],a,1,2,\n\
        pages/a.html,8,/html[1]/body[1]/p[1]/text()[1],p,5,,\n\
        pages/b.html,";
    assert!(text.starts_with(expected), "{text}");
    run("two.csv", "2");
    assert_eq!(sandbox.read("two.csv"), text);
}

#[test]
fn units_formats_and_labels_are_as_asked_for() {
    let sandbox = pages();
    sandbox.write("labels.jsonl", br#"{"id": "a", "unit": "node", "labels": [[7, 1], [4, 0.5]]}"#);
    let select = ["--unit", "node", "--select", "distance", "--labels", "labels.jsonl"];
    let ran = sandbox.run(&[&["features", "pages/a.html", "--format", "arff"], &select[..]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let rows = ran.out.split("@data\n").nth(1).unwrap();
    let expected = "'pages/a.html',3,'/html[1]/body[1]','body',0,?\n\
        'pages/a.html',4,'/html[1]/body[1]/nav[1]','nav',1,0.5\n\
        'pages/a.html',5,'/html[1]/body[1]/nav[1]/a[1]','a',2,?\n\
        'pages/a.html',7,'/html[1]/body[1]/p[1]','p',1,1\n";
    assert_eq!(rows, expected);
    let ran = sandbox.run(&["features", "pages/a.html", "--query-url", "http://h/?q=rye", "-o", "x.parquet"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let bytes = std::fs::read(sandbox.path("x.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

#[test]
fn the_list_names_every_feature_and_wrong_names_are_refused() {
    let sandbox = pages();
    let ran = sandbox.run(&["features", "--list"]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("| `ctd` | 1 | page | Composite text density"), "{}", ran.out);
    for (args, reason) in [
        (["--select", "no_such"], "unknown feature `no_such` for a block"),
        (
            ["--select", "word"],
            "unknown feature `word` for a block; `debulha-lab features --list` shows all; did you mean `words`",
        ),
        (["--select", "words,words"], "`words` is named twice"),
        (["--site-store", "none.store"], "none.store"),
        (["--labels", "none.jsonl"], "none.jsonl"),
    ] {
        let ran = sandbox.run(&[&["features", "pages/a.html"], &args[..]].concat());
        assert!(ran.code != 0 && ran.err.contains(reason), "{args:?}: {}", ran.err);
    }
}
