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
fn visual_units_are_read_from_the_layout() {
    let sandbox = Sandbox::new(&[("a.html", b"<body><h1>Rye</h1><p>Sown in autumn.</p>")]);
    let number = |text: &str| debulha_core::layout::text_number(text).unwrap();
    let text = |id: usize, text: &str, y: usize| {
        serde_json::json!({"id": id, "tag": "#text", "parent": id - 1, "style": 0, "text": number(text),
            "lines": [[8, y, 200, 20]]})
    };
    let element = |id: usize, tag: &str, y: usize, height: usize| {
        serde_json::json!({"id": id, "tag": tag, "parent": (id > 1).then_some(1), "style": 0, "x": 8, "y": y, "width": 784,
            "height": height})
    };
    let record = serde_json::json!({"format": 2, "page": {"width": 800, "height": 600}, "styles": [{}], "nodes": [
        element(1, "body", 8, 584), element(2, "h1", 8, 20), text(3, "Rye", 8), element(4, "p", 68, 20),
        text(5, "Sown in autumn.", 68)]});
    sandbox.write("a.json", record.to_string().as_bytes());
    let with = |more: &[&str]| sandbox.run(&[&["features", "a.html"], more].concat());
    let area = with(&["--layout", "a.json", "--unit", "area", "--select", "characters,y"]);
    assert_eq!((area.code, area.err.as_str()), (0, ""));
    let expected = "page,node,xpath,tag,characters,y\na.html,5,/html[1]/body[1]/h1[1]/text()[1],h1,3,0.013333334\n\
                    a.html,7,/html[1]/body[1]/p[1]/text()[1],p,15,0.11333334\n";
    assert_eq!(area.out, expected);
    let block = with(&["--layout", "a.json", "--unit", "visual-block", "--format", "arff"]);
    assert!(block.out.starts_with("@relation debulha_visual_block\n"), "{}", block.out);
    assert!(block.out.contains("@attribute song_center_x numeric\n"), "{}", block.out);
    assert_eq!(block.out.split("@data\n").nth(1).unwrap().lines().count(), 2);
    let without = with(&["--unit", "area"]);
    assert!(
        without.code == 1 && without.err.contains("--unit area needs the page's layout"),
        "{}",
        without.err
    );
    let wrong = with(&["--unit", "visual-block", "--select", "vips_lft"]);
    assert!(wrong.code == 2 && wrong.err.contains("did you mean `vips_left`"), "{}", wrong.err);
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
