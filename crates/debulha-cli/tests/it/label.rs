//! Gold texts by selectors.

use crate::common::Sandbox;
use serde_json::Value;

const RULES: &str = r#"
[[site]]
match = "farm.example"
content = ["h1", ".story"]
drop = [".related"]
title = "h1"

[[site]]
match = "paper"
content = ["article"]
"#;

#[test]
fn selectors_of_a_site_make_a_corpus() {
    let page = "<nav>Menu</nav><h1>Rye  in autumn</h1><div class=story><p>Sown late.</p><p class=related>Oats</p></div>";
    let sandbox = Sandbox::new(&[
        ("corpus/pages/paper/1.html", b"<nav>Menu</nav><article>Wheat prices rise.</article>"),
        ("corpus/pages/paper/2.html", b"<nav>Menu</nav><main>Nothing selected</main>"),
        ("other/rye.html", page.as_bytes()),
        ("other/unknown.html", b"<p>Barley"),
        ("rules.toml", RULES.as_bytes()),
    ]);
    sandbox.write(
        "list.txt",
        b"other/rye.html\thttps://www.farm.example/rye\nother/unknown.html\thttps://otherfarm.example/\n",
    );
    let args = ["label", "selectors", "corpus/pages", "--rules", "rules.toml", "-o", "corpus/truth.jsonl"];
    let ran = sandbox.run(&args);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("paper/2.html: the rules of `paper` select nothing"), "{}", ran.err);
    let truth = sandbox.read("corpus/truth.jsonl");
    let first: Value = serde_json::from_str(&truth).unwrap();
    assert_eq!((&first["id"], &first["file"]), (&"paper/1".into(), &"pages/paper/1.html".into()));
    assert_eq!(first["text"], "Wheat prices rise.");

    let listed = sandbox.run(&["label", "selectors", "--list", "list.txt", "--rules", "rules.toml"]);
    assert!(listed.err.contains("unknown.html: no table of the rules matches"), "{}", listed.err);
    let rye: Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!((&rye["title"], &rye["site"]), (&"Rye in autumn".into(), &"farm.example".into()));
    let text = rye["text"].as_str().unwrap();
    assert!(text.contains("Sown late.") && !text.contains("Oats") && !text.contains("Menu"), "{text}");
}

#[test]
fn rules_that_make_no_sense_are_refused() {
    let sandbox = Sandbox::new(&[("a.html", b"<p>Rye")]);
    for (rules, reason) in [
        ("[[site]]\nmatch = \"a\"\ncontent = [\"p:hover(\"]\n", "site `a`: not a selector"),
        ("[[site]]\nmatch = \"a\"\ncontent = []\n", "site `a` has no selector in `content`"),
        ("[[site]]\nmatch = \"a\"\ncontents = [\"p\"]\n", "unknown field `contents`"),
        ("site", "rules.toml"),
    ] {
        sandbox.write("rules.toml", rules.as_bytes());
        let ran = sandbox.run(&["label", "selectors", "a.html", "--rules", "rules.toml"]);
        assert!(ran.code == 2 && ran.err.contains(reason), "{rules}: {} {}", ran.code, ran.err);
    }
}
