//! Every verb that reads pages takes the same inputs and writes to the same places.

use crate::common::{Ran, Sandbox, gzip};
use serde_json::Value;

/// A listing, so that every verb has something to say.
const LISTING: &str = "<!doctype html><html lang=en><title>What is sown</title><main><h1>What is sown</h1><ul>\
    <li><a href=1>Rye for the winter</a> is sown in autumn, reaped in July and ground before the winter begins.</li>\
    <li><a href=2>Oats for the horses</a> are sown in spring, as early as the ground can be walked upon at all.</li>\
    <li><a href=3>Barley for the brewer</a> is sown in spring, too, a little later, and reaped before the oats.</li>\
    </ul></main>";

/// The verbs, each with what it takes to write text and to write JSON.
const VERBS: [(&str, &[&str], &[&str]); 5] = [
    ("extract", &[], &["--format", "json"]),
    ("verdict", &["--format", "text"], &["--format", "json"]),
    ("records", &["--format", "text"], &["--format", "json"]),
    ("segment", &["--format", "text"], &["--format", "json"]),
    ("metadata", &[], &[]),
];

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("pages/a.html", LISTING.as_bytes()),
        ("pages/sub/b.html.gz", &gzip(LISTING.as_bytes())),
        ("pages/.hidden.html", b"<p>x"),
        ("list", b"# what is sown\npages/a.html\thttps://example.org/a\r\n\npages/sub/b.html.gz\n"),
        ("null", b"pages/a.html\thttps://example.org/a\0pages/sub/b.html.gz\0"),
    ]);
    std::fs::create_dir(sandbox.path("nothing")).unwrap();
    sandbox
}

fn run(sandbox: &Sandbox, verb: &str, more: &[&[&str]]) -> Ran {
    let mut args = vec![verb];
    args.extend(more.iter().copied().flatten());
    sandbox.run(&args)
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

#[test]
fn every_verb_takes_every_kind_of_input() {
    let sandbox = sandbox();
    for (verb, _, json) in VERBS {
        let files = ["pages/a.html", "pages/sub/b.html.gz"];
        let given = rows(&run(&sandbox, verb, &[json, &files]).out);
        assert_eq!(given.len(), 2, "{verb}");
        for (row, file) in given.iter().zip(files) {
            assert_eq!(row["file"], file, "{verb}");
        }
        for inputs in [&["pages"][..], &["pages/*.html", "pages/sub/*"], &["--jobs", "1", "pages"]] {
            let ran = run(&sandbox, verb, &[json, inputs]);
            assert_eq!((ran.code, rows(&ran.out)), (0, given.clone()), "{verb} {inputs:?}: {}", ran.err);
        }
        let listed = run(&sandbox, verb, &[json, &["--list", "list"]]);
        assert_eq!((listed.code, rows(&listed.out).len()), (0, 2), "{verb}: {}", listed.err);
        let null = run(&sandbox, verb, &[json, &["-0", "--list", "null"]]);
        assert_eq!((null.code, &null.out), (0, &listed.out), "{verb}: {}", null.err);
    }
}

#[test]
fn every_verb_says_the_same_of_what_is_no_input() {
    let sandbox = sandbox();
    for (verb, _, json) in VERBS {
        for (input, said) in [
            ("http://127.0.0.1/", "--allow-private"),
            ("nothing", "the folder has no files"),
            ("missing.html", "No such file"),
            ("no*such", "no file matches"),
        ] {
            let ran = run(&sandbox, verb, &[json, &[input]]);
            assert!(ran.code == 1 && ran.err.contains(said), "{verb} {input}: {}", ran.err);
            let quiet = run(&sandbox, verb, &[json, &["-q", input]]);
            assert_eq!((quiet.code, quiet.err.as_str()), (1, ""), "{verb} {input}");
        }
        let ran = run(&sandbox, verb, &[json, &["pages", "--url", "https://example.org/"]]);
        assert!(ran.code == 2 && ran.err.contains("there are several"), "{verb}: {}", ran.err);
    }
}

#[test]
fn every_verb_writes_to_the_same_places() {
    for (verb, text, json) in VERBS {
        let sandbox = sandbox();
        let extension = if verb == "metadata" { "json" } else { "txt" };
        // A directory, whether there is one page or several.
        for (inputs, names) in [("pages/a.html", &["a"][..]), ("pages", &["a", "b"])] {
            let ran = run(&sandbox, verb, &[text, &[inputs, "-o", "out"]]);
            assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{verb}: {}", ran.err);
            let names: Vec<String> = names.iter().map(|name| format!("{name}.{extension}")).collect();
            assert_eq!(sandbox.files("out"), names, "{verb}");
        }
        run(&sandbox, verb, &[text, &["pages", "-o", "kept", "--keep-dirs"]]);
        assert_eq!(sandbox.files("kept"), [format!("a.{extension}"), format!("sub/b.{extension}")], "{verb}");
        // One page is the same on standard output, in its file, and in a file of a directory.
        let one = run(&sandbox, verb, &[text, &["pages/a.html"]]).out;
        let file = format!("one.{extension}");
        run(&sandbox, verb, &[text, &["pages/a.html", "-o", &file]]);
        assert_eq!(sandbox.read(&file), one, "{verb}");
        assert_eq!(sandbox.read(&format!("out/a.{extension}")), one, "{verb}");
        // JSON lines.
        let ran = run(&sandbox, verb, &[json, &["pages", "pages/none.html", "-o", "all.jsonl"]]);
        let rows = rows(&sandbox.read("all.jsonl"));
        assert_eq!((ran.code, rows.len()), (1, 3), "{verb}: {}", ran.err);
        assert!(rows[2]["file"] == "pages/none.html" && rows[2]["error"].is_string(), "{verb}: {}", rows[2]);
    }
}

#[test]
fn options_of_trafilatura_are_taken_or_answered() {
    let sandbox = sandbox();
    let plain = sandbox.run(&["extract", "pages", "--comments", "drop"]);
    let theirs = sandbox.run(&["extract", "--input-dir", "pages", "--no-comments", "--fast", "--formatting"]);
    assert_eq!((theirs.code, theirs.out), (0, plain.out), "{}", theirs.err);
    for (option, said) in [
        ("--validate-tei", "tei_all.rng"),
        ("--blacklist=b.txt", "--list FILE"),
        ("--url-filter=blog", "--list FILE"),
        ("--probe", "debulha verdict"),
        ("--target-language=de", "`language`"),
        ("-i", "--list FILE"),
    ] {
        let ran = sandbox.run(&["extract", "pages", option]);
        assert!(ran.code == 2 && ran.err.contains(said), "{option}: {}", ran.err);
        assert!(
            ran.err.starts_with("debulha: ") && ran.err.contains("an option of trafilatura"),
            "{}",
            ran.err
        );
    }
    let elsewhere = sandbox.run(&["metadata", "pages", "--fast"]);
    assert!(elsewhere.code == 2 && elsewhere.err.contains("remove it"), "{}", elsewhere.err);
    let other = sandbox.run(&["extract", "pages", "--jason"]);
    assert!(other.code == 2 && other.err.contains("--json"), "{}", other.err);
}
