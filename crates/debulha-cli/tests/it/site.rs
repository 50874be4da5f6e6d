//! Learning from sites: what a store holds, what survives, and what is made of it.

use crate::common::{Ran, Sandbox};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// A page of a site: its menu, and a story of its own.
fn page(site: usize, number: usize) -> String {
    let menu: Vec<String> =
        (0..6).map(|item| format!("<li><a href=/{item}>Menu {item} of site {site}</a>")).collect();
    let story: Vec<String> = (0..40).map(|word| format!("w{}", number * 41 + word)).collect();
    format!(
        "<title>{number}</title><div class=menu><ul>{}</ul></div><div><p>Story {number}: {}.</p></div>",
        menu.concat(),
        story.join(" ")
    )
}

/// Pages of two sites below `pages`, each site in a folder, and a list of them with their addresses.
fn sites(pages: usize) -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let mut list = Vec::new();
    for number in 0..pages {
        let site = number % 2;
        let path = format!("pages/site{site}/{number:04}.html");
        sandbox.write(&path, page(site, number).as_bytes());
        list.push(format!("{path}\thttp://site{site}.example.org/{number}"));
    }
    sandbox.write("list", list.join("\n").as_bytes());
    sandbox
}

fn learned(sandbox: &Sandbox, args: &[&str]) -> Ran {
    let ran = sandbox.run(&[&["site", "learn", "--method", "pagelet_local"], args].concat());
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    ran
}

fn exported(sandbox: &Sandbox, store: &str) -> String {
    let ran = sandbox.run(&["site", "export", store]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    ran.out
}

#[test]
fn what_was_learned_is_kept_and_used() {
    let sandbox = sites(12);
    let ran = learned(&sandbox, &["--list", "list", "--site-store", "s"]);
    assert_eq!(
        ran.err,
        "debulha: 12 pages learned, 0 already known or outside the sample, 0 damaged, 0 failed\n"
    );
    sandbox.write("new.html", page(1, 99).as_bytes());
    let system = ["-e", "pagelet_local", "--site-store", "s"];
    let by_url = |url: &str| sandbox.run(&[&["extract", "new.html", "--url", url][..], &system].concat());
    let known = by_url("http://site1.example.org/99");
    assert!(known.code == 0 && known.out.starts_with("Story 99: w4059"), "{}{}", known.out, known.err);
    let other = by_url("http://site0.example.org/99");
    assert!(other.out.contains("Menu 0 of site 1"), "another site's menu is none here: {}", other.out);
    let unknown = by_url("http://example.com/");
    assert_eq!(unknown.code, 1);
    assert!(unknown.err.contains("no page of the site `example.com` was learned"), "{}", unknown.err);
    let nowhere = sandbox.run(&[&["extract", "new.html"][..], &system].concat());
    assert!(nowhere.code == 1 && nowhere.err.contains("needs the address of the page"), "{}", nowhere.err);
    let named = sandbox.run(&[&["extract", "new.html", "--site", "site1.example.org"][..], &system].concat());
    assert_eq!(named.out, known.out);
    let listed = sandbox.run(&[&["extract", "--list", "list", "--json"][..], &system].concat());
    assert_eq!((listed.code, listed.out.lines().count()), (0, 12), "{}", listed.err);
    assert!(!listed.out.contains("Menu"));

    let site = ["--site", "site1.example.org"];
    let why = sandbox.run(&[&["why", "new.html", "Menu 3"][..], &system, &site].concat());
    assert!(why.out.contains("7 pages of the site have this pagelet"), "{}{}", why.out, why.err);
    let several =
        ["compare", "new.html", "-e", "all_text,pagelet_local", "--site-store", "s", "--format", "json"];
    let compared = sandbox.run(&[&several[..], &site].concat());
    assert!(compared.code == 0 && compared.out.contains("pagelet_local"), "{}", compared.err);
    let both = ["-e", "all_text,pagelet_local", "--combine", "intersection", "--site-store", "s"];
    let combined = sandbox.run(&[&["extract", "new.html"][..], &both, &site].concat());
    assert_eq!(combined.out, known.out, "{}", combined.err);
}

#[test]
fn sites_are_told_by_rule_folder_or_name() {
    let sandbox = sites(8);
    let names = |store: &str| -> Vec<String> {
        let shown: Value =
            serde_json::from_str(&sandbox.run(&["site", "show", store, "--json"]).out).unwrap();
        shown["sites"].as_array().unwrap().iter().map(|s| s["site"].as_str().unwrap().to_owned()).collect()
    };
    learned(&sandbox, &["pages", "--site-store", "folders", "--site-by", "folder"]);
    assert_eq!(names("folders"), ["site0", "site1"]);
    learned(&sandbox, &["--list", "list", "--site-store", "domains", "--site-by", "domain"]);
    assert_eq!(names("domains"), ["example.org"]);
    learned(&sandbox, &["pages", "--site-store", "named", "--site", "mine"]);
    assert_eq!(names("named"), ["mine"]);
    let ran = sandbox.run(&["site", "learn", "pages", "--site-store", "none"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("0000.html: unknown site; give URLs with --list"), "{}", ran.err);
    let story = ["extract", "pages/site0/0000.html", "-e", "pagelet_local", "--site-store", "folders"];
    let ran = sandbox.run(&[&story[..], &["--site", "site0"]].concat());
    assert!(ran.out.starts_with("Story 0"), "{}{}", ran.out, ran.err);
}

#[test]
fn however_pages_are_split_the_store_is_the_same() {
    let sandbox = sites(96);
    let list = sandbox.read("list");
    let options = ["--capacity", "20", "--commit-pages", "7", "--crawl", "2026-11"];
    learned(&sandbox, &[&["--list", "list", "--site-store", "whole"][..], &options].concat());
    let whole = exported(&sandbox, "whole");
    assert_eq!(whole.lines().count(), 1 + 2 * 2 * 20, "a header, and 20 pages of two sites by two methods");
    for count in [4, 16] {
        let mut stores = Vec::new();
        for shard in (0..count).rev() {
            let lines: Vec<&str> = list.lines().skip(shard).step_by(count).collect();
            sandbox.write("shard", lines.join("\n").as_bytes());
            stores.push(format!("{count}-{shard}"));
            for store in [&stores[stores.len() - 1], &format!("sequence-{count}")] {
                learned(
                    &sandbox,
                    &[&["--list", "shard", "--site-store", store, "-j", "3"][..], &options].concat(),
                );
            }
        }
        let merged = format!("merged-{count}");
        let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
        let ran = sandbox.run(&[&["site", "merge"][..], &stores, &["-o", &merged]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert_eq!(exported(&sandbox, &merged), whole);
        assert_eq!(exported(&sandbox, &format!("sequence-{count}")), whole);
    }
    let again = learned(&sandbox, &["--list", "list", "--site-store", "whole", "--crawl", "2026-11"]);
    assert!(again.err.contains("0 pages learned, 96 already known or outside the sample"), "{}", again.err);
    assert_eq!(exported(&sandbox, "whole"), whole);
    let ran = sandbox.pipe(&["site", "import", "--site-store", "copy"], whole.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(exported(&sandbox, "copy"), whole);
}

#[test]
fn a_kill_midway_costs_nothing_but_time() {
    let sandbox = sites(400);
    let options = [
        "site",
        "learn",
        "--method",
        "pagelet_local",
        "--list",
        "list",
        "--capacity",
        "150",
        "--commit-pages",
        "10",
        "-v",
    ];
    let ran = sandbox.run(&[&options[..], &["--site-store", "whole"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let whole = exported(&sandbox, "whole");
    let mut are_cut_short = Vec::new();
    for wait in [3, 60, 150] {
        let store = format!("killed-{wait}");
        let mut command = sandbox.command(&[&options[..], &["--site-store", &store, "-j", "2"]].concat());
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        for _ in 0..wait {
            lines.next().unwrap().unwrap();
        }
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        let midway = exported(&sandbox, &store).lines().count();
        assert!(midway > 1 || wait < 20, "{midway} lines after {wait} pages");
        are_cut_short.push(midway < whole.lines().count());
        let ran = sandbox.run(&[&options[..], &["--site-store", &store]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(exported(&sandbox, &store), whole);
    }
    // What is printed waits to be read, so that on a busy machine the program may be done before it is killed.
    assert!(are_cut_short[0] || are_cut_short[1], "{are_cut_short:?}");
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_store_as_it_was() {
    use std::process::Command;
    let sandbox = sites(600);
    let list = sandbox.read("list");
    let few: Vec<&str> = list.lines().take(40).collect();
    sandbox.write("few", few.join("\n").as_bytes());
    learned(&sandbox, &["--list", "few", "--site-store", "s", "--capacity", "500"]);
    let before = exported(&sandbox, "s");
    let blocks = std::fs::metadata(sandbox.path("s")).unwrap().len() / 2048;
    // No file may be written to beyond its first half or quarter, as blocks are counted; the signal that says so is ignored, so that writing fails as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" site learn --list list --site-store s --commit-pages 20"
    );
    let ran = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_debulha")])
        .current_dir(sandbox.path(""))
        .output()
        .unwrap();
    let err = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{err}");
    assert_eq!(err, "debulha: s: File too large\n");
    // What was there is there, and beside it what was committed before the disk was full.
    let after = exported(&sandbox, "s");
    assert!(before.lines().all(|line| after.lines().any(|other| other == line)));
    learned(&sandbox, &["--list", "list", "--site-store", "s"]);
    learned(&sandbox, &["--list", "list", "--site-store", "whole", "--capacity", "500"]);
    assert_eq!(exported(&sandbox, "s"), exported(&sandbox, "whole"));
}

#[test]
fn stores_are_shown_and_compared() {
    let sandbox = sites(40);
    learned(&sandbox, &["--list", "list", "--site-store", "old", "--crawl", "1", "--capacity", "10"]);
    learned(&sandbox, &["--list", "list", "--site-store", "old", "--crawl", "2"]);
    let shown = sandbox.run(&["site", "show", "old"]).out;
    assert!(shown.starts_with("old: 2 sites by host, at most 10 pages per site and crawl, "), "{shown}");
    assert!(shown.contains("pagelet_local: 40 pages, "), "{shown}");
    let site = sandbox.run(&["site", "show", "old", "site1.example.org"]).out;
    assert!(site.contains("pagelet_local: learns from 10 pages\n    crawl 1: 10 pages of ≈"), "{site}");
    // Six items and their list.
    assert!(site.contains("7 text spans are on at least half of its pages"), "{site}");
    assert!(site.contains("template of 10 pages\n    http://site1.example.org/"), "{site}");
    let of_page = ["site", "show", "old", "site1.example.org", "--page", "pages/site1/0001.html"];
    let repeated = sandbox.run(&of_page).out;
    assert!(repeated.contains("of the page, 10 other pages of its template have:\n    100 %"), "{repeated}");
    assert!(repeated.contains("crawls 1 to 2\n        Menu 0 of site 1 Menu 1"), "{repeated}");
    let missing = sandbox.run(&["site", "show", "old", "example.com"]);
    assert_eq!(
        (missing.code, missing.err.as_str()),
        (1, "debulha: old: no site `example.com`; `debulha site show` lists the sites\n")
    );
    sandbox.write("first", sandbox.read("list").lines().next().unwrap().as_bytes());
    learned(&sandbox, &["--list", "first", "--site-store", "one"]);
    let few = sandbox.run(&["site", "show", "one", "site0.example.org"]).out;
    assert!(few.contains("too few: it needs 2"), "{few}");

    for number in (1..40).step_by(2) {
        let path = format!("pages/site1/{number:04}.html");
        sandbox.write(&path, page(7, number).as_bytes());
    }
    learned(&sandbox, &["--list", "list", "--site-store", "new"]);
    let ran = sandbox.run(&["site", "diff", "old", "new", "--json"]);
    let rows: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[0]["site"], &rows[0]["drift"]), (&"site0.example.org".into(), &0.0.into()));
    assert_eq!((&rows[1]["drift"], &rows[1]["gone"], &rows[1]["added"]), (&1.0.into(), &7.into(), &7.into()));
    assert!(sandbox.run(&["site", "diff", "old", "one"]).out.contains("1 sites only in the old store"));
}

#[test]
fn what_makes_no_sense_is_answered_with_a_way_out() {
    let sandbox = sites(4);
    learned(&sandbox, &["--list", "list", "--site-store", "s"]);
    let before = std::fs::read(sandbox.path("s")).unwrap();
    sandbox.write("text", b"not a store");
    let mut damaged = before.clone();
    for at in (4096..damaged.len()).step_by(512) {
        damaged[at] ^= 1;
    }
    sandbox.write("damaged", &damaged);
    let learn = ["site", "learn", "--method", "pagelet_local", "--list", "list", "--site-store", "s"];
    let with = |args: &[&'static str]| -> Vec<&str> { [&learn[..], args].concat() };
    for (args, code, reason) in [
        (with(&["--capacity", "3"]), 2, "s: `capacity` is 200 in the store, not 3"),
        (with(&["--site-by", "domain"]), 2, "s: `site_by` is host in the store, not domain"),
        (with(&["--no-style-sheets"]), 2, "s: `visibility` is "),
        (with(&["-p", "pagelet_local.k=4"]), 2, "s: `pagelet_local.k` is 3 in the store, not 4"),
        (with(&["-p", "no_such=4"]), 2, "no_such"),
        (with(&["-m", "pagelet_locale"]), 2, "did you mean `pagelet_local`"),
        (with(&["--url", "http://a/"]), 2, "--url applies to one page"),
        (
            with(&["--site-by", "planet"]),
            2,
            "`planet` is not accepted; use host, domain, folder, or prefix:N",
        ),
        (vec!["site", "learn", "pages", "--site-store", "text", "--site", "x"], 1, "text: not a site store"),
        (vec!["site", "show", "text"], 1, "text: not a site store"),
        (vec!["site", "show", "damaged"], 1, "damaged: the store is damaged: "),
        (vec!["site", "show", "missing"], 1, "missing: No such file"),
        (vec!["site", "merge", "s", "-o", "text"], 2, "text already exists"),
        (vec!["site", "import", "list", "--site-store", "new"], 1, "list: line 1: "),
        (vec!["extract", "-e", "pagelet_local", "text"], 2, "`debulha site learn PAGES --site-store FILE"),
        (vec!["extract", "text", "--site", "x"], 2, "--site-store"),
        (vec!["extract", "-e", "pagelet_local", "--site-store", "text", "text"], 1, "not a site store"),
        (
            vec!["extract", "-e", "pagelet_local", "--site-store", "s", "-p", "k=9", "text"],
            2,
            "`pagelet_local.k` is 3 in the store, not 9",
        ),
    ] {
        let ran = sandbox.run(&args);
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(reason), "{args:?}: {}", ran.err);
    }
    assert!(!sandbox.path("new").exists());
    assert_eq!(std::fs::read(sandbox.path("damaged")).unwrap(), damaged);
    let all: Vec<Value> = serde_json::from_str(&sandbox.run(&["list", "--json"]).out).unwrap();
    assert!(all.iter().any(|system| system["role"] == "site method" && system["id"] == "pagelet_local"));
    assert!(sandbox.run(&["list"]).out.contains("site methods, for `debulha site learn`"));
    assert!(sandbox.run(&["explain", "pagelet_local"]).out.contains("- `min_owners` = 2"));
}

#[test]
fn what_a_site_repeats_is_taken_off_any_answer() {
    let sandbox = sites(12);
    learned(&sandbox, &["--list", "list", "--site-store", "s"]);
    let extract = ["extract", "pages/site1/0001.html", "-e", "all_text"];
    let store = ["--site", "site1.example.org", "--site-store", "s"];
    let with = |more: &[&str]| sandbox.run(&[&extract[..], more].concat());
    let filtered = with(&[&store[..], &["--drop-repeated"]].concat());
    assert!(
        filtered.code == 0 && filtered.out.starts_with("Story 1: w41"),
        "{}{}",
        filtered.out,
        filtered.err
    );
    assert!(with(&store).out.contains("Menu 3"), "not asked for");
    assert!(with(&[&store[..], &["--drop-repeated=1.0"]].concat()).out.starts_with("Story 1"));
    let elsewhere = with(&["--site", "elsewhere", "--site-store", "s", "--drop-repeated"]);
    assert!(elsewhere.code == 0 && elsewhere.out.contains("Menu 3"), "nothing is known of the site");
    assert_eq!(with(&[&store[..], &["--drop-repeated=2"]].concat()).code, 2);
    assert_eq!(with(&["--drop-repeated"]).code, 2, "no store");
    let why = ["why", "pages/site1/0001.html", "Menu 3", "-e", "all_text", "--drop-repeated"];
    let why = sandbox.run(&[&why[..], &store].concat());
    assert!(why.out.contains("6 of 6 other pages have this text"), "{}{}", why.out, why.err);
}
