//! Pages drawn by a browser. Where there is none these tests say so and pass, unless `DEBULHA_CHROMIUM` names one.

#![allow(clippy::print_stderr)]

use crate::common::{Ran, STORY, Sandbox, gzip};
use crate::server::{Server, answer, page as page_answer};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longest that a test waits.
const PATIENCE: Duration = Duration::from_mins(1);

/// Whether there is a browser.
pub(crate) fn has_browser() -> bool {
    let is_named = std::env::var_os("DEBULHA_CHROMIUM").is_some();
    let found = debulha_render::find_browser(None);
    if !is_named && let Err(error) = &found {
        eprintln!("skipped: {error}");
    }
    is_named || found.is_ok()
}

fn page(number: usize) -> String {
    STORY.replace("Hollin Farm", &format!("Farm Number {number}"))
}

/// A directory `pages` with so many different pages.
fn many(pages: usize) -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    for number in 0..pages {
        sandbox.write(&format!("pages/{number:02}.html"), page(number).as_bytes());
    }
    sandbox
}

/// The command with a folder of its own for temporary files.
pub(crate) fn command(sandbox: &Sandbox, args: &[&str]) -> Command {
    std::fs::create_dir_all(sandbox.path("tmp")).unwrap();
    let mut command = sandbox.command(args);
    command.env("TMPDIR", sandbox.path("tmp"));
    command.envs(std::env::var_os("DEBULHA_CHROMIUM").map(|path| ("DEBULHA_CHROMIUM", path)));
    command
}

fn run(sandbox: &Sandbox, args: &[&str]) -> Ran {
    Ran::of(command(sandbox, args).output().unwrap())
}

#[test]
fn records_stand_where_they_are_looked_for() {
    if !has_browser() {
        return;
    }
    let sandbox = many(1);
    sandbox.write("pages/news/b.html.gz", &gzip(page(7).as_bytes()));
    let ran =
        run(&sandbox, &["render", "pages", "-o", "records", "--html", "final", "--screenshots", "pictures"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert_eq!(sandbox.files("records"), ["00.json.gz", "news/b.json.gz"]);
    assert_eq!(sandbox.files("final"), ["00.html", "news/b.html"]);
    assert_eq!(sandbox.files("pictures"), ["00.png", "news/b.png"]);
    assert!(sandbox.read("final/news/b.html").contains("Farm Number 7"));
    assert_eq!(&std::fs::read(sandbox.path("pictures/00.png")).unwrap()[1..4], b"PNG");
    assert!(ran.err.lines().last().unwrap().starts_with("debulha: 2 rendered in "), "{}", ran.err);
    assert!(sandbox.files("tmp").is_empty(), "{:?}", sandbox.files("tmp"));

    // The records fit.
    let ran = run(&sandbox, &["extract", "pages", "--layout", "records", "-o", "out"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(sandbox.read("out/b.txt").contains("Farm Number 7"));

    let again = run(&sandbox, &["render", "pages", "-o", "records"]);
    assert_eq!(again.code, 0);
    assert!(again.err.contains("0 rendered, 2 skipped (record exists), 0 failed"), "{}", again.err);
    let forced = run(&sandbox, &["render", "pages", "-o", "records", "--force"]);
    assert!(
        forced.err.contains("2 rendered in ") && forced.err.contains(", 0 skipped (record exists)"),
        "{}",
        forced.err
    );
}

#[test]
fn one_page_goes_to_standard_output() {
    if !has_browser() {
        return;
    }
    let sandbox = Sandbox::new(&[("a.html", b"<meta charset=latin1><p>Caf\xe9")]);
    let ran = run(&sandbox, &["render", "a.html", "--url", "https://example.org/a", "--viewport", "640x480"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let record: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&record["format"], &record["viewport"]["width"]), (&2.into(), &640.0.into()));
    assert_eq!(record["address"], "https://example.org/a");
    let text = record["nodes"].as_array().unwrap().iter().find(|node| node["tag"] == "#text").unwrap();
    assert_eq!(text["text"], debulha_core::layout::text_number("Café").unwrap());
    let file = run(&sandbox, &["render", "a.html", "-o", "a.json", "-q"]);
    assert_eq!((file.code, file.err.as_str()), (0, ""));
    assert!(sandbox.read("a.json").starts_with("{\"format\":2,"));
}

#[test]
fn the_embedded_engine_is_in_builds_that_ask_for_it() {
    let sandbox = many(2);
    let ran = run(&sandbox, &["render", "pages", "-o", "records", "--engine", "embedded"]);
    if cfg!(feature = "embedded") {
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(sandbox.files("records"), ["00.json.gz", "01.json.gz"]);
        let ran = run(&sandbox, &["extract", "pages/00.html", "--render", "--engine", "embedded"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("Farm Number 0"), "{}", ran.out);
        for (option, said) in
            [("--scripts", "does not run scripts"), ("--screenshots=pictures", "takes no screenshots")]
        {
            let ran = run(&sandbox, &["render", "pages", "-o", "records", "--engine", "embedded", option]);
            assert_eq!(ran.code, 2);
            assert!(ran.err.contains(said), "{}", ran.err);
        }
    } else {
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(
            ran.err.contains("cargo install --path crates/debulha-cli --features embedded"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn bad_pages_do_not_stop_the_others() {
    if !has_browser() {
        return;
    }
    let sandbox = many(2);
    sandbox.write("pages/00a.html", b"");
    sandbox.write("pages/00b.html", b"<p>Rye<script>for(;;);</script>");
    sandbox.write("pages/01.htm", page(3).as_bytes());
    let args = ["render", "pages", "-o", "records", "--scripts", "--timeout", "10"];
    let ran = run(&sandbox, &args);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(sandbox.files("records"), ["00.json.gz", "00b.json.gz", "01.json.gz"]);
    for said in [
        "pages/00a.html: empty",
        "pages/00b.html: warning: rendered without scripts: timed out after 8 seconds",
        "pages/01.html: ",
        "01.json.gz belongs to another page",
        "3 rendered in ",
        ", 0 skipped (record exists), 2 failed",
        "  1 failed: empty",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
}

#[test]
fn a_killed_run_is_resumed_and_leaves_no_browser() {
    if !has_browser() {
        return;
    }
    let sandbox = many(12);
    let args = ["render", "pages", "-o", "records", "--jobs", "2"];
    let mut child = command(&sandbox, &args).spawn().unwrap();
    std::fs::create_dir_all(sandbox.path("records")).unwrap();
    let records = || {
        let mut records = sandbox.files("records");
        records.retain(|name| name.ends_with(".json.gz") && !name.starts_with('.'));
        records
    };
    wait_until("records", || records().len() >= 3);
    child.kill().unwrap();
    child.wait().unwrap();
    let mark = sandbox.path("tmp").display().to_string();
    wait_until("the browser's end", || !processes().contains(&mark));
    let finished = records();
    assert!(finished.len() < 12, "it was killed on its way");
    let before: Vec<Vec<u8>> =
        finished.iter().map(|name| std::fs::read(sandbox.path("records").join(name)).unwrap()).collect();
    let rest = run(&sandbox, &args);
    assert_eq!(rest.code, 0, "{}", rest.err);
    assert_eq!(records().len(), 12);
    let said = format!("{} rendered in ", 12 - finished.len());
    assert!(rest.err.contains(&said), "{said}: {}", rest.err);
    for (name, bytes) in finished.iter().zip(before) {
        assert_eq!(std::fs::read(sandbox.path("records").join(name)).unwrap(), bytes, "{name} as it was");
    }
    assert!(
        sandbox.files("tmp").is_empty(),
        "what the killed run left is removed: {:?}",
        sandbox.files("tmp")
    );
}

#[test]
fn a_killed_browser_costs_no_page() {
    if !has_browser() {
        return;
    }
    let sandbox = many(8);
    let child = command(&sandbox, &["render", "pages", "-o", "records", "--jobs", "1"]).spawn().unwrap();
    std::fs::create_dir_all(sandbox.path("records")).unwrap();
    wait_until("a record", || !sandbox.files("records").is_empty());
    let mark = format!("--user-data-dir={}", sandbox.path("tmp").display());
    let processes = processes();
    let browser = processes.lines().find(|line| line.contains(&mark) && !line.contains("--type=")).unwrap();
    let id = browser.split_whitespace().next().unwrap();
    assert!(Command::new("kill").args(["-9", id]).status().unwrap().success());
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("8 rendered in "), "{}", ran.err);
    assert_eq!(sandbox.files("records").len(), 8);
}

#[test]
fn extract_reads_what_scripts_make() {
    if !has_browser() {
        return;
    }
    let body = STORY.split_once("<body").unwrap().1;
    let script = format!(
        "<!doctype html><title>x</title><body><script>document.write({:?})</script>",
        format!("<div{body}").replace("</script", "<\\/script")
    );
    let sandbox = Sandbox::new(&[("a.html", script.as_bytes())]);
    let plain = run(&sandbox, &["extract", "a.html", "-e", "cetd"]);
    assert!(!plain.out.contains("Hollin Farm"), "{}", plain.out);
    let ran = run(&sandbox, &["extract", "a.html", "-e", "cetd", "--render"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Hollin Farm"), "{}", ran.out);
}

/// Width and height of a PNG.
fn size(sandbox: &Sandbox, path: &str) -> (u32, u32) {
    let bytes = std::fs::read(sandbox.path(path)).unwrap();
    assert_eq!(&bytes[1..4], b"PNG");
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (side(16), side(20))
}

#[test]
fn the_node_table_has_a_row_for_each_element() {
    if !has_browser() {
        return;
    }
    let sandbox = many(1);
    sandbox.write("pages/b.html", b"<body><p>Rye, <a href=/oats>and \"oats\"</a><p hidden>wheat");
    let export = |name: &str| run(&sandbox, &["render", "pages", "-o", "records", "--export", name]);
    assert_eq!(export("nodes.csv").code, 0);
    let csv = sandbox.read("nodes.csv");
    let columns = csv.lines().next().unwrap();
    assert!(columns.starts_with("page,id,tag,level,parent,children,x,y,width,height,links,"), "{columns}");
    let row = csv
        .lines()
        .find(|line| line.starts_with("pages/b.html,4,p,2,3,6,8,"))
        .unwrap_or_else(|| panic!("{csv}"));
    assert!(row.ends_with(",1,1,,1,3,2,\"and \"\"oats\"\"\",\"Rye,\",6,42"), "{row}");
    let hidden = csv.lines().last().unwrap();
    assert!(hidden.ends_with(",p,2,3,,,,,,0,0,,0,0,0,,,42,57"), "{hidden}");

    // The records are there, and the table is the same.
    assert!(export("nodes.jsonl").err.contains("0 rendered, 2 skipped"));
    let jsonl = sandbox.read("nodes.jsonl");
    assert_eq!(jsonl.lines().count(), csv.lines().count() - 1);
    assert!(jsonl.contains(r#""tag":"p","level":2,"parent":3,"children":[6],"x":8.0,"#), "{jsonl}");
    let wrong = export("nodes.txt");
    assert!(wrong.code == 2 && wrong.err.contains("use a name that ends in .csv or .jsonl"), "{}", wrong.err);
}

#[test]
fn pictures_show_the_page_and_what_is_made_of_it() {
    if !has_browser() {
        return;
    }
    let sandbox = many(1);
    let page = "pages/00.html";
    let vips = ["segment", page, "-s", "vips", "--render", "--png", "blocks.png", "--svg", "blocks.svg"];
    let ran = run(&sandbox, &vips);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("DoC "), "{}", ran.out);
    let kept = ["extract", page, "--render", "--viewport", "640x480", "--png", "kept.png"];
    assert_eq!(run(&sandbox, &kept).code, 0);
    assert_eq!((size(&sandbox, "blocks.png").0, size(&sandbox, "kept.png").0), (1280, 640));
    let svg = sandbox.read("blocks.svg");
    assert!(svg.contains("<image href=\"data:image/png;base64,iVBOR") && svg.contains("DoC "), "{svg}");

    // Over a record, the boxes alone.
    assert_eq!(run(&sandbox, &["render", page, "-o", "00.json"]).code, 0);
    let recorded = ["segment", page, "-s", "vips", "--layout", "00.json", "--png", "recorded.png"];
    assert_eq!(run(&sandbox, &recorded).code, 0);
    assert_eq!(size(&sandbox, "recorded.png").0, 1280);

    let several = ["extract", page, page, "--render", "--png", "x.png"];
    let ran = run(&sandbox, &several);
    assert!(ran.code == 2 && ran.err.contains("--png draws one page"), "{}", ran.err);
    let without = run(&sandbox, &["extract", page, "--png", "x.png"]);
    assert!(without.code == 2 && without.err.contains("--render"), "{}", without.err);
}

#[test]
fn what_makes_no_sense_is_said_before_a_browser_starts() {
    let sandbox = many(2);
    for (args, said) in [
        (vec!["render", "pages"], "several records cannot go to standard output"),
        (vec!["render", "pages", "-o", "a.json.gz"], "several records cannot go into one file"),
        (
            vec!["render", "pages", "-o", "x", "--chromium", "/no/such"],
            "Chromium not found: /no/such does not exist",
        ),
        (vec!["render", "pages", "-o", "x", "--viewport", "9"], "WIDTHxHEIGHT"),
        (vec!["render", "pages", "-o", "x", "--charset", "klingon"], "unknown charset"),
        (vec!["extract", "pages", "--render", "--layout", "x"], "cannot be used with"),
    ] {
        let ran = run(&sandbox, &args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
    }
}

fn processes() -> String {
    String::from_utf8_lossy(&Command::new("ps").args(["-eo", "pid,args"]).output().unwrap().stdout)
        .into_owned()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < until, "waited too long for {what}");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn style_sheets_beside_pages_and_in_archives_are_used() {
    if !has_browser() {
        return;
    }
    let html = "<!DOCTYPE html><title>T</title><link rel=stylesheet href=css/s.css><div class=hid>Hidden by a style sheet</div>\
                <h1>Harvest</h1><p>Rye ripens in July, and the miller waits for it.</p>";
    let css = ".hid { display: none }";
    let sandbox = Sandbox::new(&[("site/page.html", html.as_bytes()), ("site/css/s.css", css.as_bytes())]);
    let record = |url: &str, kind: &str, body: &str| {
        let block = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let archive = [
        record("http://example.org/page.html", "text/html", html),
        record("http://example.org/css/s.css", "text/css", css),
    ];
    sandbox.write("site.warc", archive.concat().as_bytes());
    for input in ["site/page.html", "site.warc"] {
        let ran = run(&sandbox, &["extract", input, "--render", "-e", "cetd"]);
        assert!(
            ran.out.contains("Rye ripens") && !ran.out.contains("Hidden by"),
            "{input}: {} {}",
            ran.out,
            ran.err
        );
    }
    std::fs::remove_file(sandbox.path("site/css/s.css")).unwrap();
    let ran = run(&sandbox, &["extract", "site/page.html", "--render", "-e", "cetd"]);
    assert!(ran.out.contains("Hidden by"), "{} {}", ran.out, ran.err);
}

/// A page whose style sheet hides a paragraph, with other resources that nobody may fetch.
fn styled_site() -> Server {
    let body = "<link rel=stylesheet href=s.css><link rel=stylesheet href=gone.css><script src=a.js></script><img src=i.png>\
        <iframe src=/frame></iframe><p class=hid>Hidden by a style sheet of the site.</p>\
        <p>Rye ripens in July, and the miller waits for it.</p>";
    Server::start(move |asked| match asked.path.as_str() {
        "/page" => page_answer(body),
        "/s.css" => answer(200, &[("Content-Type", "text/css")], b".hid { display: none }"),
        _ => answer(404, &[("Content-Type", "text/html")], b"no"),
    })
}

#[test]
fn fetched_pages_are_drawn_with_their_style_sheets_and_nothing_else() {
    if !has_browser() {
        return;
    }
    let (server, sandbox) = (styled_site(), Sandbox::new(&[]));
    let url = server.url("/page");
    let ran = run(&sandbox, &["extract", &url, "--allow-private", "--render", "-e", "cetd"]);
    assert!(ran.out.contains("Rye ripens") && !ran.out.contains("Hidden by"), "{} {}", ran.out, ran.err);
    assert!(ran.err.contains("drawn without 1 of 2 style sheets"), "{}", ran.err);
    let mut paths = server.paths();
    paths.sort();
    assert_eq!(paths, ["/gone.css", "/page", "/s.css"]);
    let ran = run(&sandbox, &["render", &url, "--allow-private", "-o", "page.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);

    // The same from a file of a crawl.
    let crawl = ["crawl", &url, "--allow-private", "--delay", "0", "-o", "c.warc.gz", "--assets", "css"];
    assert_eq!(run(&sandbox, &crawl).code, 0);
    let ran = run(&sandbox, &["extract", "c.warc.gz", "--render", "-e", "cetd"]);
    assert!(ran.out.contains("Rye ripens") && !ran.out.contains("Hidden by"), "{} {}", ran.out, ran.err);
}
