//! A probe that was interrupted at any moment goes on: no answer twice, none lost.

use super::databases::{books, jobs};
use super::pages::Manners;
use super::server::{Server, answer};
use super::{open, options, run, serve, submitted};
use debulha_core::features::random::SplitMix64;
use debulha_crawl::CrawlError;
use debulha_crawl::probe::{ProbeEnded, ProbeError, ProbeOptions, ProbeStep, read_query};
use debulha_io::warc::{WarcReader, WarcRecordKind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What the tests of this file ask for.
fn wanted(server: &Server) -> ProbeOptions {
    ProbeOptions { submissions: 14, ..options(server) }
}

/// Queries and pages of the answers that a file holds. Panics on damage.
fn kept(dir: &Path) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    let mut asked = None;
    for record in WarcReader::open(&dir.join("answers.warc.gz")).unwrap() {
        let record = record.unwrap();
        let target = record.target().unwrap_or_default().to_owned();
        match record.kind {
            WarcRecordKind::Metadata => {
                asked = read_query(&record.block)
                    .map(|query| (query.key, query.page))
                    .map(|query| (query, target));
            }
            // A crash may leave the metadata of an answer that is lost.
            WarcRecordKind::Response => {
                found.extend(asked.take().filter(|(_, of)| *of == target).map(|(query, _)| query));
            }
            _ => {}
        }
    }
    found
}

/// Without the numbers of sessions, which are others in each run.
fn without_session(asked: &[String]) -> Vec<String> {
    let is_session = |part: &&str| part.starts_with("sid=");
    asked
        .iter()
        .map(|line| line.split('&').filter(|part| !is_session(part)).collect::<Vec<_>>().join("&"))
        .collect()
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

#[test]
fn a_server_that_was_down_is_asked_again_by_the_next_run() {
    let web = super::pages::Web::new(books(), Manners::default());
    let is_down = Arc::new(AtomicBool::new(true));
    let down = Arc::clone(&is_down);
    let server = Server::start(move |asked| {
        if asked.path.starts_with("/find") && down.load(Ordering::SeqCst) {
            return answer(503, &[("Content-Type", "text/html")], b"<p>Back soon.");
        }
        web.answer(asked)
    });
    let dir = tempfile::tempdir().unwrap();
    let (probe, ended) = run(dir.path(), wanted(&server));
    assert!(matches!(ended, ProbeEnded::Errors(503)), "{ended:?}");
    assert_eq!(probe.account().rows(), 0);
    drop(probe);
    is_down.store(false, Ordering::SeqCst);
    let (probe, ended) = run(dir.path(), wanted(&server));
    assert!(matches!(ended, ProbeEnded::Submissions), "{ended:?}");
    assert!(probe.account().rows() > 0 && probe.account().submitted.iter().any(|one| one.new > 0));
}

#[test]
fn a_probe_that_is_dropped_at_every_step_loses_nothing() {
    for (database, manners) in
        [(books(), Manners::default()), (jobs(), Manners { sessions: true, ..Manners::default() })]
    {
        let server = serve(database.clone(), manners.clone());
        let whole = tempfile::tempdir().unwrap();
        let (probe, _) = run(whole.path(), wanted(&server));
        let expected = sorted(kept(whole.path()));
        assert!(expected.len() >= 14);
        let (rows, asked_of_whole) = (probe.account().rows(), without_session(&submitted(&server)));

        let server = serve(database, manners);
        let dir = tempfile::tempdir().unwrap();
        let rows_in_parts = loop {
            let (mut probe, _) = open(dir.path(), wanted(&server), Duration::ZERO).unwrap();
            let before = submitted(&server).len();
            let ended = loop {
                match probe.step().unwrap() {
                    ProbeStep::Ended(ended) => break Some(ended),
                    // One fresh page, and the probe is dropped.
                    _ if submitted(&server).len() > before => break None,
                    _ => {}
                }
            };
            if let Some(ended) = ended {
                assert!(matches!(ended, ProbeEnded::Submissions), "{ended:?}");
                break probe.account().rows();
            }
        };
        assert_eq!(sorted(without_session(&submitted(&server))), sorted(asked_of_whole), "asked for");
        assert_eq!(sorted(kept(dir.path())), expected, "kept");
        assert_eq!(rows_in_parts, rows);
    }
}

#[test]
fn files_that_a_crash_leaves_at_twenty_moments_are_resumed() {
    let expected = {
        let server = serve(books(), Manners::default());
        let dir = tempfile::tempdir().unwrap();
        run(dir.path(), wanted(&server));
        sorted(kept(dir.path()))
    };
    let mut random = SplitMix64::new(7);
    let server = serve(books(), Manners::default());
    for moment in 0..20 {
        let (dir, crashed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (mut probe, _) = open(dir.path(), wanted(&server), Duration::ZERO).unwrap();
        for _ in 0..random.below(40) {
            probe.step().unwrap();
        }
        for name in ["answers.warc.gz", "answers.state"] {
            std::fs::copy(dir.path().join(name), crashed.path().join(name)).unwrap();
        }
        drop(probe);
        // What was written last may be lost, from any byte on.
        let path = crashed.path().join("answers.warc.gz");
        let len = std::fs::metadata(&path).unwrap().len();
        let lost = random.below(6000) as u64;
        let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(len.saturating_sub(lost)).unwrap();
        drop(file);
        let whole = WarcReader::open(&path)
            .unwrap()
            .flatten()
            .filter(|record| record.kind == WarcRecordKind::Response);
        let whole = whole.filter(|record| record.target().unwrap().contains("/find")).count();
        let before = submitted(&server).len();
        run(crashed.path(), wanted(&server));
        let again = submitted(&server).len() - before;
        assert_eq!(sorted(kept(crashed.path())), expected, "moment {moment}");
        assert_eq!(
            whole + again,
            expected.len(),
            "moment {moment}: what the file had is not asked for again"
        );
    }
}

#[test]
fn other_files_and_options_are_refused() {
    let server = serve(books(), Manners::default());
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), ProbeOptions { submissions: 3, ..wanted(&server) });
    let again = |options| open(dir.path(), options, Duration::ZERO).err();
    let other = ProbeOptions { seeds: vec!["rye".to_owned()], ..wanted(&server) };
    assert!(matches!(again(other), Some(ProbeError::Files(CrawlError::OtherOptions { name: "--seed", .. }))));
    // A larger budget goes on.
    let before = submitted(&server).len();
    run(dir.path(), ProbeOptions { submissions: 5, ..wanted(&server) });
    assert!(submitted(&server).len() > before);
    std::fs::remove_file(dir.path().join("answers.state")).unwrap();
    assert!(matches!(again(wanted(&server)), Some(ProbeError::Files(CrawlError::OtherWarc { .. }))));
}
