//! Inputs and outputs as other tools write and read them.
#![allow(clippy::unwrap_used)]

use debulha::{Limits, Pipeline, WriteOptions};
use debulha_bulk::{
    Asked, BulkRow, Column, Columns, Event, Job, JobEnd, JobError, JobInput, PageBody, PageOrigin,
    PageRecord, ReadOptions, RowExtractor, SinglePageFile, SkipReason, SourceFormat, SourceStep,
    TargetFormat, open, state_folder,
};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Columns without those by which pages are selected and counted.
fn extractor(columns: &[Column]) -> RowExtractor {
    let columns = Columns::of(columns.iter().copied());
    RowExtractor::new(Pipeline::new("all_text").unwrap(), columns, WriteOptions::default())
}

fn job(inputs: Vec<JobInput>, folder: &Path) -> Job {
    Job {
        inputs,
        folder: folder.to_owned(),
        target: TargetFormat::JsonLines,
        shard_rows: 5,
        share: (1, 1),
        reading: ReadOptions::default(),
        asked: Asked::new(),
        append: false,
    }
}

fn file(path: &Path) -> JobInput {
    JobInput::Container(path.to_owned(), SourceFormat::of_file(path))
}

fn pages(paths: &[PathBuf]) -> JobInput {
    JobInput::Pages(paths.iter().map(|path| SinglePageFile { path: path.clone(), url: None }).collect())
}

fn try_run(job: &Job) -> Result<JobEnd, JobError> {
    let extractor = extractor(&[Column::Id, Column::Text, Column::Error]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    job.run(&extractor, &extractor, &pool, |_| {})
}

fn run(job: &Job) -> JobEnd {
    try_run(job).unwrap()
}

/// All that a folder holds, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn rows(folder: &Path) -> Vec<BulkRow> {
    let lines = names(folder).into_iter().map(|name| fs::read_to_string(folder.join(name)).unwrap());
    lines.collect::<String>().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn texts(folder: &Path) -> Vec<String> {
    rows(folder).into_iter().filter_map(|row| row.text).collect()
}

/// Lines of pages.
fn lines(numbers: std::ops::Range<usize>) -> String {
    numbers.map(|number| format!("{{\"html\": \"<p>Field {number}\"}}\n")).collect::<Vec<_>>().concat()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn an_output_folder_holds_rows_alone_and_its_state_is_next_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("a.jsonl");
    fs::write(&input, lines(0..7)).unwrap();
    let out = dir.path().join("rows");
    run(&job(vec![file(&input)], &out));
    assert_eq!(names(&out), ["part-00000-00000.jsonl", "part-00000-00001.jsonl"]);
    assert_eq!(names(dir.path()), [".rows.run", "a.jsonl", "rows"]);
    assert_eq!(names(&state_folder(&out)), ["manifest.json", "progress.jsonl"]);
    // Rows that were deleted are written again.
    fs::remove_dir_all(&out).unwrap();
    assert_eq!((run(&job(vec![file(&input)], &out)).before, texts(&out).len()), (0, 7));
    // The state is where the output is, wherever it is named from.
    assert_eq!(
        state_folder(&out.join("../rows")).canonicalize().unwrap(),
        state_folder(&out).canonicalize().unwrap()
    );
    // Where nothing can be next to it, the state is inside.
    let mount = dir.path().join("mount");
    fs::create_dir_all(mount.join(".debulha")).unwrap();
    run(&job(vec![file(&input)], &mount));
    assert_eq!(names(&mount), [".debulha", "part-00000-00000.jsonl", "part-00000-00001.jsonl"]);
    assert_eq!(names(&mount.join(".debulha")), ["manifest.json", "progress.jsonl"]);
    // A folder whose run is not known is left alone.
    fs::remove_dir_all(state_folder(&out)).unwrap();
    assert!(matches!(try_run(&job(vec![file(&input)], &out)), Err(JobError::OtherShards(_))));
    assert_eq!(names(&out).len(), 2);
}

#[test]
fn a_run_without_rows_does_not_refuse_the_corrected_one() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("a.jsonl");
    fs::write(&input, lines(0..3)).unwrap();
    let out = dir.path().join("rows");
    let mut wrong = job(vec![file(&dir.path().join("none.jsonl"))], &out);
    wrong.asked.insert("links".to_owned(), "true".to_owned());
    assert_eq!(run(&wrong).unreadable, 1);
    let mut right = job(vec![file(&input)], &out);
    right.reading.filter.min_bytes = 1000;
    let ended = run(&right);
    assert_eq!((ended.totals.rows, ended.totals.skips["size"]), (0, 3));
    right.reading.filter.min_bytes = 0;
    assert_eq!(run(&right).totals.rows, 3);
    assert!(matches!(try_run(&wrong), Err(JobError::OtherRun { .. })));
}

#[test]
fn inputs_are_added_to_a_finished_output() {
    let dir = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = (0..6).map(|number| dir.path().join(format!("{number}"))).collect();
    let lists = [paths[0].with_extension("jsonl"), paths[1].with_extension("jsonl")];
    fs::write(&lists[0], lines(0..7)).unwrap();
    fs::write(&lists[1], lines(7..9)).unwrap();
    for (number, path) in paths.iter().enumerate() {
        fs::write(path.with_extension("html"), format!("<p>Page {number}")).unwrap();
    }
    let paths: Vec<PathBuf> = paths.iter().map(|path| path.with_extension("html")).collect();
    let out = dir.path().join("rows");
    run(&job(vec![file(&lists[0]), pages(&paths[..2])], &out));
    let grown = job(vec![file(&lists[0]), file(&lists[1]), pages(&paths[..5]), pages(&paths[5..])], &out);
    match try_run(&grown).unwrap_err() {
        error @ JobError::OtherInputs { stored: 2, asked: 4, .. } => {
            assert!(error.to_string().contains("--append"), "{error}");
        }
        error => panic!("{error}"),
    }
    let ended = run(&Job { append: true, ..grown.clone() });
    assert_eq!((ended.before, ended.totals.rows), (9, 15));
    let all = texts(&out);
    let expected = (0..7).map(|n| format!("Field {n}")).chain((0..2).map(|n| format!("Page {n}")));
    let expected =
        expected.chain((7..9).map(|n| format!("Field {n}"))).chain((2..6).map(|n| format!("Page {n}")));
    assert_eq!(all, expected.collect::<Vec<_>>());
    // Again, and with the new ones alone: nothing is read twice.
    for inputs in [grown.inputs, vec![file(&lists[1])], vec![pages(&paths[3..5])]] {
        assert_eq!(run(&Job { append: true, ..job(inputs, &out) }).totals.rows, 15);
    }
    assert_eq!(texts(&out), all);
}

#[test]
fn lines_before_the_end_of_a_damaged_file_are_rows() {
    let dir = tempfile::tempdir().unwrap();
    let whole = lines(0..2000);
    for (name, packed) in [
        ("a.jsonl.gz", gzip(whole.as_bytes())),
        ("a.jsonl.zst", zstd(whole.as_bytes())),
        ("a.jsonl", whole.clone().into_bytes()),
    ] {
        let input = dir.path().join(name);
        let out = dir.path().join(format!("{name}-rows"));
        fs::write(&input, &packed[..packed.len() - 20]).unwrap();
        let mut job = job(vec![file(&input)], &out);
        job.shard_rows = 10_000;
        for _ in 0..2 {
            let ended = run(&job);
            let found = texts(&out);
            assert!(found.len() > 1000, "{name}: {}", found.len());
            assert!(found.iter().enumerate().all(|(number, text)| *text == format!("Field {number}")));
            // A line that is cut is an error row.
            assert_eq!(
                (ended.unreadable, ended.totals.failed),
                if name == "a.jsonl" { (0, 1) } else { (1, 0) }
            );
        }
        fs::write(&input, &packed).unwrap();
    }
    let (marked, plain) = (dir.path().join("marked.jsonl"), dir.path().join("plain.jsonl"));
    fs::write(&marked, format!("\u{FEFF}{}", lines(0..2))).unwrap();
    fs::write(&plain, lines(0..2)).unwrap();
    let out = dir.path().join("marked-rows");
    assert_eq!(run(&job(vec![file(&marked)], &out)).totals.failed, 0);
    assert_eq!(texts(&out), ["Field 0", "Field 1"]);
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    // One raw block for each 1000 bytes, behind a header without a checksum (RFC 8878, 3.1.1).
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x80, 0x58];
    frame.extend((bytes.len() as u32).to_le_bytes());
    let blocks = bytes.chunks(1000).count();
    for (number, block) in bytes.chunks(1000).enumerate() {
        let header = (block.len() as u32) << 3 | u32::from(number + 1 == blocks);
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}

/// A record of a WARC file.
fn record(kind: &str, fields: &str, block: &str) -> String {
    format!(
        "WARC/1.0\r\n{kind}\r\nWARC-Target-URI: http://e.org/\r\n{fields}Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
}

fn answer(html: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}")
}

fn steps(dir: &Path, name: &str, bytes: impl AsRef<[u8]>) -> Vec<SourceStep> {
    let path = dir.join(name);
    fs::write(&path, bytes).unwrap();
    let steps = open(&path, SourceFormat::of_file(&path), 0, &ReadOptions::default()).unwrap();
    steps.map(Result::unwrap).collect()
}

#[test]
fn records_with_a_damaged_head_are_rows_or_counted() {
    let dir = tempfile::tempdir().unwrap();
    let page = answer("<p>Rye");
    let good = record("WARC-Type: response", "", &page);
    for (damaged, expected) in [
        (record("WARC-Type: respoose", "", &page), Ok(Some("WARC-Type is `respoose`"))),
        (record("WARC-Typd: response", "", &page), Ok(Some("WARC-Type is ``"))),
        (record("WARC-Type: requesu", "", "GET / HTTP/1.1\r\n\r\n"), Err(SkipReason::RecordType)),
        (record("WARC-Type: response", "WARC-Segment-Number: 1\r\n", &page), Ok(Some("segment 1"))),
        (
            record("WARC-Type: response", "Content-Type: text/dns\r\n", "e.org. 1 IN A"),
            Err(SkipReason::MediaType),
        ),
        (good.clone(), Ok(None)),
    ] {
        let found = steps(dir.path(), "a.warc", [&good, &damaged, &good].map(String::as_str).concat());
        assert_eq!(found.len(), 3, "{damaged}");
        let step = &found[1];
        match (&step.record, expected) {
            (Some(record), Ok(fault)) => {
                assert_eq!(record.body, PageBody::Html(b"<p>Rye".to_vec()));
                assert_eq!(record.fault.is_some(), fault.is_some());
                assert!(record.fault.as_deref().unwrap_or_default().contains(fault.unwrap_or_default()));
            }
            (None, Err(reason)) => assert_eq!(step.skipped, Some(reason)),
            (record, expected) => panic!("{record:?} in place of {expected:?}"),
        }
    }
}

#[test]
fn every_record_of_a_damaged_file_is_accounted_for() {
    let dir = tempfile::tempdir().unwrap();
    let records: Vec<String> = (0..4)
        .map(|number| record("WARC-Type: response", "", &answer(&format!("<p>Field {number} of rye"))))
        .collect();
    let whole = records.concat().into_bytes();
    for at in 0..whole.len() {
        for bit in [0, 5] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << bit;
            let found = steps(dir.path(), "a.warc", &damaged);
            let accounted =
                found.iter().filter(|step| step.record.is_some() || step.skipped.is_some()).count();
            assert!(accounted >= 4, "byte {at}, bit {bit}: {found:?}");
        }
    }
}

#[test]
fn files_that_are_something_else_are_named_and_unread() {
    let dir = tempfile::tempdir().unwrap();
    let arc = "filedesc://x.arc 0.0.0.0 20260102030405 text/plain 76\n1 0 Test\n";
    let unread = |name: &str, bytes: &[u8]| -> (String, usize) {
        let found = steps(dir.path(), name, bytes);
        let error = found[0].record.as_ref().map(|record| match &record.body {
            PageBody::Error(reason) => reason.clone(),
            body => format!("{body:?}"),
        });
        (error.unwrap_or_default(), found.iter().filter(|step| step.is_unread).count())
    };
    for (name, bytes, word) in [
        ("x.arc.gz", gzip(arc.as_bytes()), "an ARC file"),
        ("x.arc", arc.into(), "an ARC file"),
        ("x.wacz", b"PK\x03\x04 archive/data.warc.gz".to_vec(), "a WACZ file"),
        ("x.warc", b"<html><p>Rye".to_vec(), "damaged at byte 0"),
        ("x.warc.gz", gzip(b"<html><p>Rye"), "damaged at byte 0"),
    ] {
        let (error, count) = unread(name, &bytes);
        assert!(error.contains(word) && count == 1, "{name}: {error}, {count}");
    }
    assert_eq!(unread("x.pdf", b"%PDF-1.7").1, 0);
    let out = dir.path().join("rows");
    let missing = dir.path().join("none.html");
    let job = job(vec![pages(std::slice::from_ref(&missing)), file(&dir.path().join("x.warc"))], &out);
    for _ in 0..2 {
        let ended = run(&job);
        assert_eq!((ended.totals.unread, ended.totals.failed), (2, 2));
    }
}

#[test]
fn a_file_is_recognised_by_its_content_where_its_name_says_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let warc = record("WARC-Type: response", "", &answer("<p>Rye"));
    for (name, bytes, format) in [
        ("x.warc.gz.open", gzip(warc.as_bytes()), SourceFormat::Warc),
        ("crawl-1", gzip(warc.as_bytes()), SourceFormat::Warc),
        ("dump.json", lines(0..2).into_bytes(), SourceFormat::JsonLines),
        ("table", b"PAR1".to_vec(), SourceFormat::Parquet),
        ("page", b"<p>Rye".to_vec(), SourceFormat::Html),
        ("empty", Vec::new(), SourceFormat::Html),
    ] {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        assert_eq!(SourceFormat::of_file(&path), format, "{name}");
    }
    assert_eq!(SourceFormat::of_file(&dir.path().join("none")), SourceFormat::Html);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_once_and_added_to() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("p.warc.gz");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let feed = |word: &str| {
        let (path, bytes) = (pipe.clone(), gzip(record("WARC-Type: response", "", &answer(word)).as_bytes()));
        std::thread::spawn(move || fs::write(path, bytes).unwrap())
    };
    let out = dir.path().join("rows");
    let job = job(vec![file(&pipe)], &out);
    let feeding = feed("<p>Rye");
    assert_eq!(run(&job).totals.rows, 1);
    feeding.join().unwrap();
    // Nothing says that what comes is the same again.
    assert_eq!(run(&job).unreadable, 1);
    let feeding = feed("<p>Oats");
    assert_eq!(run(&Job { append: true, ..job }).totals.rows, 2);
    feeding.join().unwrap();
    assert_eq!(texts(&out), ["Rye", "Oats"]);
}

#[test]
fn languages_and_counts_do_not_depend_on_columns() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("a.jsonl");
    let page = |language: &str, html: &str| format!("{{\"html\": \"<html lang={language}>{html}\"}}\n");
    fs::write(&input, [page("de", "<p>Roggen"), page("en", "<p>Rye"), page("de", "")].concat()).unwrap();
    for columns in [&[Column::Url, Column::Text][..], &[Column::Error], &[Column::Markdown], &Column::ALL] {
        let out = tempfile::tempdir().unwrap();
        let mut job = job(vec![file(&input)], out.path());
        job.reading.filter.languages = vec!["de".to_owned()];
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        if !columns.contains(&Column::Lang) {
            let without = extractor(columns);
            let refused = job.run(&without, &without, &pool, |_| {}).unwrap_err();
            assert!(matches!(refused, JobError::NoLanguage), "{refused}");
        }
        let extractor = extractor(columns).detect_language();
        let mut skipped = 0;
        let count = |event: Event<'_>| skipped += usize::from(matches!(event, Event::Skipped));
        let totals = job.run(&extractor, &extractor, &pool, count).unwrap().totals;
        assert_eq!(
            (totals.rows, totals.failed, skipped, totals.skips["language"]),
            (2, 1, 1, 1),
            "{columns:?}"
        );
    }
}

#[test]
fn binary_data_and_cut_pages_say_so() {
    let html = |bytes: &[u8]| extractor(&Column::ALL).row(PageRecord::html(bytes));
    for bytes in [&b"%PDF-1.7\n\xE2\xE3\xCF\xD3"[..], b"\x89PNG\r\n\x1a\n\0\x01", b"\x7FELF\x02\x01\x01\0\0"]
    {
        let row = html(bytes);
        assert!(row.error.as_ref().unwrap().starts_with("not HTML: "), "{row:?}");
        assert!(!row.has_content() && row.text.as_deref() == Some(""), "{row:?}");
    }
    let wide: Vec<u8> = "<p>Rye".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let origin = PageOrigin { charset: Some("utf-16be".to_owned()), ..PageOrigin::default() };
    let row = extractor(&[Column::Text]).row(PageRecord::new(origin, PageBody::Html(wide)));
    assert_eq!(row.text.as_deref(), Some("Rye"));

    let limits = Limits { max_nodes: 30, ..Limits::default() };
    let pipeline = Pipeline::new("all_text").unwrap().limits(limits);
    let columns = Columns::of([Column::Text, Column::Warnings, Column::Error]);
    let cut = RowExtractor::new(pipeline, columns, WriteOptions::default());
    let row = cut.row(PageRecord::html("<p>Rye</p>".repeat(100)));
    assert!(row.has_content() && row.error.is_some(), "{row:?}");
    assert_eq!(row.warnings.unwrap(), [row.error.unwrap()]);
    assert_eq!(html(b"<p>Rye").error, None);
}

#[test]
fn metadata_are_columns() {
    let html = "<title>Rye - Barn Times</title><meta property=og:site_name content='Barn Times'>\
        <meta name=description content='How rye is sown in autumn.'><meta name=keywords content='rye, grain'>\
        <meta property=og:image content='http://e.org/rye.jpg'><link rel=canonical href='http://e.org/rye'>\
        <p>Rye was sown early.";
    let all = [Column::SiteName, Column::Description, Column::Tags, Column::Image, Column::CanonicalUrl];
    let row = extractor(&all).row(PageRecord::html(html));
    let texts = [&row.site_name, &row.description, &row.image, &row.canonical_url];
    let expected = ["Barn Times", "How rye is sown in autumn.", "http://e.org/rye.jpg", "http://e.org/rye"];
    assert_eq!(texts.map(|text| text.as_deref().unwrap_or_default()), expected);
    assert_eq!(
        (row.tags.as_deref().unwrap(), &row.title),
        (&["rye".to_owned(), "grain".to_owned()][..], &None)
    );
}
