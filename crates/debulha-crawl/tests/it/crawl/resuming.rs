//! A crawl that was interrupted at any moment goes on: no page twice, none lost.

use super::crawling::{kept, open, options, run};
use super::server::{Server, answer, page, redirect};
use debulha_crawl::{CrawlBudget, CrawlEnd, CrawlOptions, CrawlStep};
use std::path::Path;

/// Pages of a site: each leads to two others, and some by a redirect.
const PAGES: usize = 40;

fn site() -> Server {
    Server::start(|asked| match asked.path.as_str() {
        "/robots.txt" => answer(404, &[], b""),
        path => match path.trim_start_matches(['/', 'm']).parse::<usize>() {
            Ok(number) if path.starts_with("/m") => redirect(&format!("/{number}")),
            Ok(number) => {
                let link = |n: usize| {
                    if n.is_multiple_of(5) {
                        format!("<a href=/m{n}>x</a>")
                    } else {
                        format!("<a href=/{n}>x</a>")
                    }
                };
                let links = [2 * number + 1, 2 * number + 2].into_iter().filter(|n| *n < PAGES).map(link);
                page(&links.collect::<String>())
            }
            Err(_) => answer(404, &[], b""),
        },
    })
}

fn wanted(server: &Server) -> CrawlOptions {
    CrawlOptions {
        budget: CrawlBudget { requests: 1_000_000, ..CrawlBudget::default() },
        ..options(&server.url("/0"))
    }
}

fn sorted(mut paths: Vec<String>) -> Vec<String> {
    paths.sort();
    paths
}

/// Copies of the files as they are now, as a crash would leave them.
fn copy(from: &Path, to: &Path) {
    for name in ["site.warc.gz", "site.state"] {
        std::fs::copy(from.join(name), to.join(name)).unwrap();
    }
}

#[test]
fn a_crawl_that_is_dropped_at_every_step_loses_nothing() {
    let server = site();
    let whole = tempfile::tempdir().unwrap();
    assert_eq!(run(whole.path(), wanted(&server)).0, CrawlEnd::Complete);
    let expected = sorted(server.paths());
    assert!(expected.len() > PAGES, "{}", expected.len());

    let server = site();
    let dir = tempfile::tempdir().unwrap();
    loop {
        let mut crawl = open(dir.path(), wanted(&server)).unwrap();
        if let CrawlStep::Ended(ended) = crawl.step().unwrap() {
            assert_eq!(ended, CrawlEnd::Complete);
            break;
        }
    }
    assert_eq!(sorted(server.paths()), expected, "asked for");
    assert_eq!(sorted(kept(dir.path())), expected, "kept");
}

#[test]
fn files_that_a_crash_leaves_at_any_moment_are_resumed() {
    let expected = {
        let server = site();
        let dir = tempfile::tempdir().unwrap();
        run(dir.path(), wanted(&server));
        sorted(kept(dir.path()))
    };
    for steps in [0, 2, 7, 20, 39] {
        for cut in [0, 1, 200, 5000] {
            let server = site();
            let (dir, crashed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let mut crawl = open(dir.path(), wanted(&server)).unwrap();
            for _ in 0..steps / 2 {
                crawl.step().unwrap();
            }
            crawl.commit().unwrap();
            let committed = std::fs::metadata(dir.path().join("site.warc.gz")).unwrap().len();
            for _ in steps / 2..steps {
                crawl.step().unwrap();
            }
            copy(dir.path(), crashed.path());
            drop(crawl);
            // What was not waited for may be lost, from any byte on.
            let path = crashed.path().join("site.warc.gz");
            let len = std::fs::metadata(&path).unwrap().len();
            let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
            file.set_len(len.saturating_sub(cut).max(committed)).unwrap();
            let before = kept_whole(&path);
            let asked_before = server.paths().len();
            let (ended, _) = run(crashed.path(), wanted(&server));
            assert_eq!(ended, CrawlEnd::Complete);
            assert_eq!(sorted(kept(crashed.path())), expected, "{steps} steps, {cut} bytes lost");
            // What the file had whole is not asked for again.
            let again: Vec<String> = server.paths().split_off(asked_before);
            let twice = again.iter().find(|path| before.contains(path));
            assert_eq!(twice, None, "{steps} steps, {cut} bytes lost");
        }
    }
}

/// The paths of answers that are whole in a file.
fn kept_whole(path: &Path) -> Vec<String> {
    let records = debulha_io::warc::WarcReader::open(path).unwrap().flatten();
    let answers = records.filter(|record| record.kind == debulha_io::warc::WarcRecordKind::Response);
    answers
        .map(|record| url::Url::parse(record.target().unwrap()).unwrap().path().to_owned())
        .filter(|p| p != "/robots.txt")
        .collect()
}

#[test]
fn a_file_that_lost_what_the_state_knows_is_filled_again() {
    let server = site();
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), wanted(&server));
    let expected = sorted(kept(dir.path()));
    let path = dir.path().join("site.warc.gz");
    let len = std::fs::metadata(&path).unwrap().len();
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(len / 2).unwrap();
    run(dir.path(), wanted(&server));
    assert_eq!(sorted(kept(dir.path())), expected);
}

#[test]
fn a_beginning_that_was_interrupted_begins_again() {
    let server = site();
    for left in ["", "\x1f"] {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("site.warc.gz"), left).unwrap();
        std::fs::write(dir.path().join("site.state"), "").unwrap();
        assert_eq!(run(dir.path(), wanted(&server)).0, CrawlEnd::Complete);
    }
}

#[test]
fn a_damaged_state_is_refused_or_gives_the_same_pages() {
    let server = site();
    let dir = tempfile::tempdir().unwrap();
    let mut crawl = open(dir.path(), wanted(&server)).unwrap();
    for _ in 0..20 {
        crawl.step().unwrap();
    }
    crawl.commit().unwrap();
    drop(crawl);
    let state = std::fs::read(dir.path().join("site.state")).unwrap();
    let expected = {
        let resumed = tempfile::tempdir().unwrap();
        copy(dir.path(), resumed.path());
        run(resumed.path(), wanted(&server));
        sorted(kept(resumed.path()))
    };
    let written: Vec<usize> = (0..state.len()).filter(|&at| state[at] != 0).collect();
    let mut refused = 0;
    let tried = written.iter().step_by(written.len() / 40);
    for (nth, &at) in tried.clone().enumerate() {
        let damaged = tempfile::tempdir().unwrap();
        copy(dir.path(), damaged.path());
        let mut bytes = state.clone();
        bytes[at] ^= 1 << (nth % 8);
        std::fs::write(damaged.path().join("site.state"), bytes).unwrap();
        match open(damaged.path(), wanted(&server)) {
            Ok(crawl) => {
                drop(crawl);
                run(damaged.path(), wanted(&server));
                assert_eq!(sorted(kept(damaged.path())), expected, "byte {at}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0 && refused < tried.len(), "{refused} of {}", tried.len());
}

#[test]
fn a_state_is_created_again_after_an_interrupted_creation() {
    let server = site();
    for state in [vec![], vec![0; 320], [vec![0; 9], vec![1; 311]].concat()] {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("site.state"), state).unwrap();
        assert_eq!(run(dir.path(), wanted(&server)).0, CrawlEnd::Complete);
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("site.state"), "no state").unwrap();
    assert!(open(dir.path(), wanted(&server)).is_err());
    assert_eq!(std::fs::read(dir.path().join("site.state")).unwrap(), b"no state");
}
