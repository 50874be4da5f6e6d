//! Crawling, fetching single pages, and WARC files as inputs. No test asks for a host beyond the loopback interface.

use crate::common::{STORY, Sandbox};
use crate::server::{Answer, Asked, Server, Then, answer, page, raw, redirect};
use serde_json::Value;
use std::thread;
use std::time::Duration;

/// A story without links.
fn story(number: usize) -> String {
    format!(
        "<!doctype html><html lang=en><title>Rye {number}</title><main><h1>Rye {number}</h1><p>Rye is sown in autumn on the {number} \
         fields above the village, and reaped in July before the storms come. The farmers dry it in the old barn, where the \
         wind goes through, and grind it before the winter begins.</p></main>"
    )
}

/// A site of stories: the first leads to the others.
fn site(stories: usize, pause: Duration) -> Server {
    Server::start(move |asked: &Asked| -> Answer {
        if asked.path == "/robots.txt" {
            return answer(200, &[], b"User-agent: *\nDisallow: /private\n");
        }
        thread::sleep(pause);
        match asked.path.trim_start_matches('/').parse::<usize>() {
            Ok(0) => {
                let link = |n| format!("<a href=/{n}>{n}</a> ");
                let links = (1..stories).map(link).collect::<String>();
                page(&format!("{}{links}<a href=/private>x</a>", story(0)))
            }
            Ok(number) if number < stories => page(&story(number)),
            _ => answer(404, &[("Content-Type", "text/html")], b"no"),
        }
    })
}

/// What every crawl of these tests is given.
const QUICK: [&str; 5] = ["--allow-private", "--delay", "0", "-o", "site.warc.gz"];

fn crawl(sandbox: &Sandbox, server: &Server, more: &[&str]) -> crate::common::Ran {
    let url = server.url("/0");
    sandbox.run(&[&["crawl", &url][..], &QUICK, more].concat())
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

#[test]
fn a_site_becomes_a_file_that_other_verbs_read() {
    let (sandbox, server) = (Sandbox::new(&[]), site(6, Duration::ZERO));
    let ran = crawl(&sandbox, &server, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert!(ran.err.contains("/private: not fetched: disallowed by robots.txt"), "{}", ran.err);
    assert!(ran.err.contains("6 pages fetched, 6 in total, 0 URLs queued"), "{}", ran.err);
    assert_eq!(server.paths().len(), 6);

    let ran = sandbox.run(&["extract", "site.warc.gz", "--json"]);
    let pages = rows(&ran.out);
    assert_eq!((ran.code, pages.len()), (0, 6), "{}", ran.err);
    assert_eq!(pages[1]["file"], server.url("/1"));
    assert_eq!(pages[1]["metadata"]["url"].is_null(), pages[0]["metadata"]["url"].is_null());
    assert!(pages[1].to_string().contains("the 1 fields"), "{}", pages[1]);
    let ran = sandbox.run(&["extract", "site.warc.gz", "-o", "texts", "--keep-dirs"]);
    let host = format!("127.0.0.1_{}", server.port());
    assert_eq!((ran.code, sandbox.files("texts").len()), (0, 6), "{}", ran.err);
    assert_eq!(sandbox.files("texts")[0], format!("{host}/0.txt"));

    let ran = sandbox.run(&["site", "learn", "site.warc.gz", "-s", "site.store"]);
    assert!(ran.code == 0 && ran.err.contains("6 pages learned"), "{}", ran.err);
    let ran = sandbox.run(&["site", "show", "site.store"]);
    assert!(ran.out.contains("127.0.0.1"), "{} {}", ran.out, ran.err);
}

#[test]
fn a_crawl_that_was_killed_goes_on() {
    let (sandbox, server) = (Sandbox::new(&[]), site(40, Duration::from_millis(15)));
    let url = server.url("/0");
    let args = [&["crawl", &url][..], &QUICK].concat();
    for pages in [1, 9, 21] {
        let mut child = sandbox.command(&args).spawn().unwrap();
        while server.paths().len() < pages {
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(server.paths().len() < 40, "killed too late to show anything");
    let ran = crawl(&sandbox, &server, &[]);
    assert!(ran.code == 0 && ran.err.contains("40 in total"), "{}", ran.err);
    let pages = rows(&sandbox.run(&["extract", "site.warc.gz", "--json"]).out);
    let mut names: Vec<&str> = pages.iter().map(|page| page["file"].as_str().unwrap()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!((pages.len(), names.len()), (40, 40));
    // A page that was being fetched when the process was killed is all that may be asked for again.
    let paths = server.paths();
    assert!(paths.len() <= 43, "{paths:?}");
}

#[cfg(unix)]
#[test]
fn a_signal_stops_a_crawl_cleanly() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => answer(404, &[], b""),
        "/0" => page("<a href=/hangs>x</a>"),
        _ => raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>half", Then::Hang),
    });
    let sandbox = Sandbox::new(&[]);
    let url = server.url("/0");
    let child = sandbox.command(&[&["crawl", &url][..], &QUICK].concat()).spawn().unwrap();
    while server.paths().len() < 2 {
        thread::sleep(Duration::from_millis(20));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let ran = crate::common::Ran::of(child.wait_with_output().unwrap());
    assert!(ran.code == 1 && ran.err.contains("stopped; repeat the command to resume"), "{}", ran.err);
    assert!(ran.err.contains("1 pages fetched, 1 in total, 1 URLs queued"), "{}", ran.err);
}

#[test]
fn single_addresses_are_fetched_as_pages() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => answer(200, &[], b"User-agent: *\nDisallow: /private\n"),
        "/moved" => redirect("/story"),
        "/story" => page(STORY),
        "/latin" => answer(
            200,
            &[("Content-Type", "text/html; charset=iso-8859-2")],
            b"<p>Za\xbf\xf3\xb3\xe6 g\xea\xb6l\xb1 ja\xbc\xf1</p>",
        ),
        "/picture" => answer(200, &[("Content-Type", "image/png")], b"x"),
        _ => answer(404, &[], b"no"),
    });
    let sandbox = Sandbox::new(&[]);
    let (moved, latin, private) = (server.url("/moved"), server.url("/latin"), server.url("/private"));
    let (picture, missing) = (server.url("/picture"), server.url("/missing"));
    let ran = sandbox.run(&["extract", &moved, "--allow-private", "--markdown"]);
    assert!(ran.code == 0 && ran.out.starts_with("# A barn"), "{}", ran.err);
    let ran = sandbox.run(&["extract", "-e", "all_text", &latin, "--allow-private"]);
    assert_eq!(ran.out.trim(), "Zażółć gęślą jaźń", "{}", ran.err);
    let ran = sandbox.run(&["why", &server.url("/story"), "barn", "--allow-private"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    sandbox.write("list", format!("{moved}\n{private}\n{picture}\n{missing}\n").as_bytes());
    let ran = sandbox.run(&["metadata", "--list", "list", "--allow-private"]);
    assert_eq!((ran.code, ran.out.lines().count()), (1, 4), "{}", ran.err);
    for said in ["disallowed by robots.txt", "not HTML: image/png", "status 404"] {
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    let ran = sandbox.run(&["extract", &moved]);
    assert!(
        ran.code == 1 && ran.err.contains("127.0.0.1 is a private address; use --allow-private"),
        "{}",
        ran.err
    );
}

#[test]
fn command_lines_that_make_no_sense_are_told() {
    let (sandbox, server) = (Sandbox::new(&[("other.warc.gz", b"x")]), site(2, Duration::ZERO));
    for (more, said) in [
        (&["--max-pages", "0"][..], "--max-pages is 0"),
        (&["--timeout", "soon"], "not a time; use a number"),
        (&["--same", "planet"], "use host, domain or prefix"),
        (&["--seed", "1"], "--sample"),
        (&["ftp://e.org/"], "is not a web URL"),
        (&["/a"], "`/a` is not an absolute URL; begin with https://"),
    ] {
        let ran = crawl(&sandbox, &server, more);
        assert!(ran.code == 2 && ran.err.contains(said), "{more:?}: {} {}", ran.code, ran.err);
    }
    let url = server.url("/0");
    let ran = sandbox.run(&["crawl", &url, "-o", "other.warc.gz", "--allow-private"]);
    assert!(ran.code == 2 && ran.err.contains("other.warc.gz exists but has no crawl state"), "{}", ran.err);
    assert_eq!(sandbox.read("other.warc.gz"), "x");
    let ran = sandbox.run(&["crawl", "http://127.0.0.1/", "-o", "site.warc.gz"]);
    assert!(ran.code == 1 && ran.err.contains("is a private address"), "{}", ran.err);
}

#[test]
fn a_damaged_file_gives_what_is_whole() {
    let (sandbox, server) = (Sandbox::new(&[]), site(4, Duration::ZERO));
    assert_eq!(crawl(&sandbox, &server, &[]).code, 0);
    let mut bytes = std::fs::read(sandbox.path("site.warc.gz")).unwrap();
    let at = bytes.len() - 100;
    bytes[at] ^= 0xFF;
    sandbox.write("damaged.warc.gz", &bytes);
    sandbox.write("empty.warc", b"");
    let ran = sandbox.run(&["extract", "damaged.warc.gz", "empty.warc", "--json"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("damaged.warc.gz: damaged at byte"), "{}", ran.err);
    assert!(ran.err.contains("empty.warc: the file has no HTML pages"), "{}", ran.err);
    assert_eq!(rows(&ran.out).iter().filter(|row| row["error"].is_null()).count(), 3);
}
