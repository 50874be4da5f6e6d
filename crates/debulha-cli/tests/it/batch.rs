//! Many pages at once: order, destinations, failures, and what is left when the command is stopped.

use crate::common::{STORY, Sandbox, gzip};
use serde_json::Value;
use std::io::Read;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longest that a test waits for the command.
const PATIENCE: Duration = Duration::from_mins(1);

fn page(number: usize) -> String {
    STORY.replace("Hollin Farm", &format!("Farm Number {number}"))
}

/// A directory `pages` with so many different pages.
fn many(pages: usize) -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    for number in 0..pages {
        sandbox.write(&format!("pages/{number:04}.html"), page(number).as_bytes());
    }
    sandbox
}

fn mixed() -> Sandbox {
    let sandbox = many(2);
    sandbox.write("pages/0000a-empty.html", b"");
    sandbox.write("pages/0000b-binary.html", b"\x7fELF\0\0");
    sandbox.write("pages/sub/0000.html.gz", &gzip(page(7).as_bytes()));
    sandbox.write("pages/sub/broken.html.gz", &gzip(page(7).as_bytes())[..11]);
    sandbox.write("pages/.hidden.html", page(8).as_bytes());
    sandbox
}

const MIXED: [&str; 6] = [
    "pages/0000.html",
    "pages/0000a-empty.html",
    "pages/0000b-binary.html",
    "pages/0001.html",
    "pages/sub/0000.html.gz",
    "pages/sub/broken.html.gz",
];

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

#[test]
fn bad_files_are_reported_and_the_batch_goes_on() {
    let sandbox = mixed();
    let ran = sandbox.run(&["extract", "pages", "-o", "out"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(sandbox.files("out"), ["0000-2.txt", "0000.txt", "0001.txt", "names.tsv"], "{}", ran.err);
    let names = "0000.txt\tpages/0000.html\n0000-2.txt\tpages/sub/0000.html.gz\n";
    assert_eq!(sandbox.read("out/names.tsv"), names);
    assert!(sandbox.read("out/0000.txt").contains("Farm Number 0"));
    assert!(sandbox.read("out/0000-2.txt").contains("Farm Number 7"));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.err);
    for (line, name) in lines.iter().zip(["0000a-empty.html", "0000b-binary.html", "sub/broken.html.gz"]) {
        assert!(line.starts_with(&format!("debulha: pages/{name}: ")), "{line}");
    }
    assert_eq!(lines[3], "debulha: 3 written, 0 damaged, 3 failed, 0 skipped");
}

#[test]
fn directories_of_inputs_can_be_kept() {
    let sandbox = mixed();
    sandbox.run(&["extract", "pages", "-o", "out", "--keep-dirs", "--markdown"]);
    assert_eq!(sandbox.files("out"), ["0000.md", "0001.md", "sub/0000.md"]);
}

#[test]
fn json_lines_have_a_row_for_each_input_in_order() {
    let sandbox = mixed();
    assert_eq!(sandbox.run(&["extract", "pages", "-o", "out.jsonl", "--with-metadata"]).code, 1);
    let written = rows(&sandbox.read("out.jsonl"));
    let names: Vec<&str> = written.iter().map(|row| row["file"].as_str().unwrap()).collect();
    assert_eq!(names, MIXED);
    assert!(written[0]["text"].as_str().unwrap().contains("Farm Number 0"));
    assert_eq!(written[0]["metadata"]["title"], "A barn that dries its own grain");
    assert_eq!(written[1]["error"], "empty");
    assert!(written[1].get("text").is_none());
    let stdout = rows(&sandbox.run(&["extract", "pages", "--json"]).out);
    assert_eq!(stdout.len(), MIXED.len());
    assert_eq!((&stdout[3]["file"], &stdout[3]["schema"]), (&"pages/0001.html".into(), &"1".into()));
    assert!(!stdout[3]["blocks"].as_array().unwrap().is_empty());
    let markdown = sandbox.run(&["extract", "pages", "-o", "md.jsonl", "--markdown"]);
    assert_eq!(markdown.code, 1);
    assert_eq!(rows(&sandbox.read("md.jsonl"))[0]["format"], "markdown");
}

#[test]
fn several_texts_are_separated_by_form_feeds() {
    let sandbox = many(3);
    let all = sandbox.run(&["extract", "pages/000?.html"]);
    assert_eq!(all.code, 0, "{}", all.err);
    let pages: Vec<&str> = all.out.split("\u{c}\n").collect();
    assert_eq!(pages.len(), 3);
    for (number, text) in pages.iter().enumerate() {
        assert_eq!(*text, sandbox.run(&["extract", &format!("pages/{number:04}.html")]).out);
    }
}

#[test]
fn rows_of_many_pages_are_one_table() {
    let sandbox = mixed();
    sandbox.write("pages/a,\"b\".html", page(3).as_bytes());
    let ran = sandbox.run(&["extract", "pages", "-o", "all.csv"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let table = sandbox.read("all.csv");
    assert_eq!(sandbox.run(&["extract", "pages", "--csv"]).out, table);
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let names = reader.headers().unwrap().clone();
    let column = |name: &str| names.iter().position(|other| other == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let files: Vec<&str> = rows.iter().map(|row| &row[column("file")]).collect();
    assert_eq!(files, ["pages/0000.html", "pages/0001.html", "pages/a,\"b\".html", "pages/sub/0000.html.gz"]);
    for (row, number) in rows.iter().zip([0, 1, 3, 7]) {
        assert!(
            row[column("text")].contains(&format!("Farm Number {number}"))
                && !row[column("title")].is_empty()
        );
    }
    // A file for each page has a header of its own.
    sandbox.run(&["extract", "pages", "--csv", "-o", "out"]);
    assert_eq!(sandbox.read("out/0001.csv").matches("file,url,").count(), 1);
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let sandbox = many(60);
    sandbox.write("pages/0030a.html", b"");
    let one = sandbox.run(&["extract", "pages", "--jobs", "1", "--json"]);
    let eight = sandbox.run(&["extract", "pages", "--parallel", "8", "--json"]);
    assert_eq!(one.out, eight.out);
    assert_eq!((one.code, one.err), (eight.code, eight.err));
    sandbox.run(&["extract", "pages", "--jobs", "1", "-o", "one/"]);
    sandbox.run(&["extract", "pages", "--jobs", "8", "-o", "eight/"]);
    assert_eq!(sandbox.files("one"), sandbox.files("eight"));
    for name in sandbox.files("one") {
        assert_eq!(sandbox.read(&format!("one/{name}")), sandbox.read(&format!("eight/{name}")));
    }
}

#[test]
fn a_second_run_does_not_read_what_the_first_has_written() {
    let sandbox = many(2);
    for target in ["pages/out", "pages/out.jsonl"] {
        sandbox.run(&["extract", "pages", "-o", target]);
        let files = sandbox.files("pages");
        let again = sandbox.run(&["extract", "pages", "-o", target, "-v"]);
        assert_eq!(sandbox.files("pages"), files);
        assert!(!again.err.contains(&format!("debulha: {target}")), "{}", again.err);
        std::fs::remove_dir_all(sandbox.path("pages/out")).ok();
    }
}

#[test]
fn inputs_are_never_written_over() {
    let sandbox = many(2);
    let ran = sandbox.run(&["extract", "pages/0000.html", "pages/0001.html", "--html", "-o", "pages"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(sandbox.read("pages/0000.html"), page(0));
    assert_eq!(sandbox.files("pages"), ["0000-2.html", "0000.html", "0001-2.html", "0001.html", "names.tsv"]);
}

#[test]
fn failures_all_over_are_too_many() {
    let sandbox = Sandbox::new(&[]);
    for number in 0..10 {
        sandbox.write(&format!("pages/{number}.html"), b"");
    }
    let ran = sandbox.run(&["extract", "pages"]);
    assert_eq!(ran.code, 126);
    assert_eq!(ran.err.lines().last(), Some("debulha: 0 written, 0 damaged, 10 failed, 0 skipped"));
    std::fs::remove_file(sandbox.path("pages/0.html")).unwrap();
    assert_eq!(sandbox.run(&["extract", "pages"]).code, 1);
    std::fs::create_dir(sandbox.path("none")).unwrap();
    assert_eq!(sandbox.run(&["extract", "none"]).code, 1);
}

#[test]
fn a_reader_that_has_enough_is_no_failure() {
    let sandbox = many(200);
    for args in [&["extract", "pages"][..], &["extract", "pages", "--json"], &["completions", "bash"]] {
        let mut child = sandbox.command(args).spawn().unwrap();
        let mut first = [0];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let mut messages = String::new();
        child.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
        assert_eq!((child.wait().unwrap().code(), messages.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn a_kill_midway_leaves_whole_lines() {
    let sandbox = many(400);
    let mut command = sandbox.command(&["extract", "pages", "-o", "out.jsonl", "--jobs", "2"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(|| sandbox.path("out.jsonl").exists() && sandbox.read("out.jsonl").lines().count() > 5);
    child.kill().unwrap();
    child.wait().unwrap();
    let text = sandbox.read("out.jsonl");
    // The kill may fall into the writing of the last line.
    let whole = &text[..=text.rfind('\n').unwrap()];
    for (number, row) in rows(whole).iter().enumerate() {
        assert_eq!(row["file"], format!("pages/{number:04}.html"));
        assert!(row["text"].as_str().unwrap().contains(&format!("Farm Number {number} ")));
    }
}

#[test]
fn a_kill_midway_leaves_whole_files() {
    let sandbox = many(400);
    let mut command = sandbox.command(&["extract", "pages", "-o", "out", "--jobs", "2"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(|| sandbox.path("out/0005.txt").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let sample = sandbox.run(&["extract", "pages/0000.html"]).out;
    for name in sandbox.files("out").iter().filter(|name| !name.starts_with('.')) {
        let number: usize = name.trim_end_matches(".txt").parse().unwrap();
        let expected = sample.replace("Farm Number 0", &format!("Farm Number {number}"));
        assert_eq!(sandbox.read(&format!("out/{name}")), expected);
    }
}

fn wait_until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "the command does nothing");
        sleep(Duration::from_millis(2));
    }
}

/// A beginning of each kind of file that is no page, and what is said of it.
const NO_PAGES: [(&str, &[u8], &str); 14] = [
    ("crawl.dat", b"WARC/1.1\r\nWARC-Type: response\r\n\r\n<html><p>Rye", "a WARC file"),
    ("pages.jsonl", b"{\"html\": \"<p>Rye\"}\n{\"html\": \"<p>Oats\"}\n", "JSON lines"),
    ("page.json", b"{\"html\": \"<p>Rye\"}", "JSON"),
    ("feed.xml", b"<?xml version='1.0'?><rss><channel>", "a feed"),
    ("sitemap.xml", b"<?xml version='1.0'?><urlset>", "a sitemap"),
    ("book.xml", b"<?xml version='1.0'?><book>", "XML"),
    ("robots.txt", b"User-agent: *\nDisallow: /", "a robots.txt"),
    ("notes.txt", b"Rye is sown in autumn.\n", "plain text"),
    ("paper.pdf", b"%PDF-1.7\n", "a PDF"),
    ("rye.png", b"\x89PNG\r\n\x1a\n\0", "an image"),
    ("rye.svg", b"<svg xmlns='http://www.w3.org/2000/svg'>", "an image"),
    ("pages.zip", b"PK\x03\x04\x14\0", "an archive"),
    ("program", b"\x7fELF\x02\x01\x01\0", "binary data"),
    ("empty.html", b" \n", "empty"),
];

#[test]
fn what_is_no_page_is_named_by_every_verb() {
    let sandbox = Sandbox::new(&NO_PAGES.map(|(name, bytes, _)| (name, bytes)));
    for (name, _, said) in NO_PAGES {
        for verb in [&["extract"][..], &["verdict"], &["records"], &["metadata"], &["segment"], &["why"]] {
            let mut args = verb.to_vec();
            args.push(name);
            args.extend((verb == ["why"]).then_some("rye"));
            let ran = sandbox.run(&args);
            assert_eq!(ran.code, 1, "{args:?}: {}", ran.err);
            assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
            assert!(verb == ["records"] || ran.out.is_empty(), "{args:?}: {}", ran.out);
        }
    }
}

#[test]
fn addresses_empty_folders_and_lists_say_what_they_are() {
    let sandbox = Sandbox::new(&[("story.html", STORY.as_bytes())]);
    for verb in ["extract", "verdict", "metadata"] {
        let ran = sandbox.run(&[verb, "http://127.0.0.1/story"]);
        assert!(ran.code == 1 && ran.err.contains("--allow-private"), "{}", ran.err);
    }
    let ran = sandbox.run(&["story.html", "--markdown"]);
    assert!(ran.code == 0 && ran.out.starts_with("# A barn"), "a file in the place of a verb: {}", ran.err);
    let ran = sandbox.run(&["missing.html"]);
    assert!(ran.code == 1 && ran.err.contains("missing.html"), "{}", ran.err);
    std::fs::create_dir(sandbox.path("nothing")).unwrap();
    let ran = sandbox.run(&["extract", "nothing"]);
    assert!(ran.code == 1 && ran.err.contains("nothing: the folder has no files"), "{}", ran.err);

    std::fs::write(
        sandbox.path("list"),
        "# pages of today\nstory.html\thttps://a.org/1\n\nhttp://127.0.0.1/2\n",
    )
    .unwrap();
    let ran = sandbox.run(&["extract", "--list", "list", "-o", "out.jsonl"]);
    assert_eq!(sandbox.read("out.jsonl").lines().count(), 2, "{}", ran.err);
    assert!(ran.code == 1 && ran.err.contains("http://127.0.0.1/2: not fetched"), "{}", ran.err);
}
