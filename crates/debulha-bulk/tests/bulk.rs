//! Files of many pages: whole and damaged, from page to shard, stopped and gone on with.
#![allow(clippy::unwrap_used)]

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use debulha::{Pipeline, WriteOptions};
use debulha_bulk::{
    Asked, BulkRow, Column, Columns, Event, FieldNames, Job, JobEnd, JobError, JobInput, PageBody,
    PageFilter, PageRecord, ReadOptions, RowExtractor, RowMaker, SinglePageFile, SourceFormat, TargetFormat,
    open, state_folder,
};
use debulha_io::warc::{NewRecord, RecordId, Time, WarcReader, WarcRecordKind, WarcWriter};
use parquet::arrow::ArrowWriter;
use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pages of the fixture.
const PAGES: usize = 200;

/// A WARC file of pages, each with a request before it, and where each answer is.
fn warc(folder: &Path, name: &str, pages: usize) -> (PathBuf, Vec<Range<u64>>) {
    let path = folder.join(name);
    let mut writer = WarcWriter::create(&path).unwrap();
    let places = (0..pages).map(|number| {
        let url = format!("http://example.org/{number}");
        // Incompressible enough that damage in a member shows.
        let noise: Vec<String> =
            (0..40).map(|word| format!("{:x}", (number + 7) * (word + 13) * 7919)).collect();
        let noise = noise.join(" ");
        let html = format!("<h1>Field {number}</h1><p>Rye was sown in field {number}. {noise}");
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n";
        let answer = format!("{head}Content-Length: {}\r\n\r\n{html}", html.len());
        let time = Time::of_unix(1_795_651_200);
        let mut request = NewRecord::new(
            WarcRecordKind::Request,
            RecordId::of(&["q", &url]),
            time,
            b"GET / HTTP/1.1\r\n\r\n",
        );
        request.target = Some(&url);
        let mut response =
            NewRecord::new(WarcRecordKind::Response, RecordId::of(&["a", &url]), time, answer.as_bytes());
        response.target = Some(&url);
        writer.append(&[request, response]).unwrap()[1].clone()
    });
    let places = places.collect();
    (path, places)
}

fn records(path: &Path, at: u64) -> Vec<PageRecord> {
    let steps = open(path, SourceFormat::of_name(path), at, &ReadOptions::default()).unwrap();
    steps.filter_map(|step| step.unwrap().record).collect()
}

fn whole(records: &[PageRecord]) -> usize {
    records.iter().filter(|record| matches!(record.body, PageBody::Html(_)) && record.fault.is_none()).count()
}

fn errors(records: &[PageRecord]) -> Vec<&str> {
    records
        .iter()
        .filter_map(|record| match &record.body {
            PageBody::Error(reason) => Some(reason.as_str()),
            _ => record.fault.as_deref(),
        })
        .collect()
}

#[test]
fn every_record_of_a_good_file_is_a_page_with_its_place() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["good.warc.gz", "good.warc"] {
        let (path, places) = warc(dir.path(), name, PAGES);
        let all = records(&path, 0);
        assert_eq!((all.len(), whole(&all)), (PAGES, PAGES), "{name}");
        for (record, place) in all.iter().zip(&places) {
            assert_eq!(record.origin.warc_offset, Some(place.start));
            assert_eq!(record.origin.charset.as_deref(), Some("utf-8"));
        }
        // From any place on, the same.
        for at in [1, 17, PAGES - 1] {
            assert_eq!(records(&path, places[at].start), all[at..], "{name} at {at}");
        }
        assert_eq!(records(&path, places[PAGES - 1].end), []);
    }
}

#[test]
fn damage_costs_the_records_that_it_is_in() {
    let dir = tempfile::tempdir().unwrap();
    let (path, places) = warc(dir.path(), "good.warc.gz", PAGES);
    let good = fs::read(&path).unwrap();
    let bad = dir.path().join("bad.warc.gz");
    let read = |bytes: &[u8]| {
        fs::write(&bad, bytes).unwrap();
        records(&bad, 0)
    };
    // Sixteen bytes inside one member.
    let mut bytes = good.clone();
    let middle = (places[50].start + places[50].end) as usize / 2;
    bytes[middle..middle + 16].fill(0xA5);
    let found = read(&bytes);
    assert_eq!((whole(&found), errors(&found).len()), (PAGES - 1, 1), "{:?}", errors(&found));
    // Bytes between two members.
    let mut bytes = good.clone();
    let at = places[50].end as usize;
    bytes.splice(at..at, *b"no record begins here, nor any member");
    let found = read(&bytes);
    assert_eq!((whole(&found), errors(&found).len()), (PAGES, 1), "{:?}", errors(&found));
    // The end is missing.
    let cut = (places[120].start + places[120].end) as usize / 2;
    let found = read(&good[..cut]);
    assert_eq!((whole(&found), errors(&found).len()), (120, 1), "{:?}", errors(&found));
}

/// A plain file in which the length of one record is another.
fn with_length(dir: &Path, change: impl Fn(usize) -> usize) -> Vec<PageRecord> {
    let (path, places) = warc(dir, &format!("length-{}.warc", change(1000)), PAGES);
    let text = String::from_utf8(fs::read(&path).unwrap()).unwrap();
    let place = places[50].start as usize..places[50].end as usize;
    let own = &text[place.clone()];
    // The field of the record is the first one; that of the answer comes after the empty line.
    let (head, block) = own.split_once("\r\n\r\n").unwrap();
    let (before, length) = head.rsplit_once("Content-Length: ").unwrap();
    let changed = format!("{before}Content-Length: {}\r\n\r\n{block}", change(length.parse().unwrap()));
    fs::write(&path, [&text[..place.start], &changed, &text[place.end..]].concat()).unwrap();
    records(&path, 0)
}

#[test]
fn lengths_that_lie_are_one_error_and_the_rest_is_read() {
    let dir = tempfile::tempdir().unwrap();
    for change in [|length| length - 20, |length| length + 300, |_| usize::MAX / 4] {
        let found = with_length(dir.path(), change);
        assert_eq!(errors(&found).len(), 1, "{:?}", errors(&found));
        assert_eq!(whole(&found), PAGES - 1);
    }
}

#[test]
fn a_record_without_an_address_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.warc");
    let block = b"HTTP/1.1 200 OK\r\n\r\n<p>Rye was sown.";
    let record = NewRecord::new(WarcRecordKind::Response, RecordId::of(&["a"]), Time::of_unix(0), block);
    WarcWriter::create(&path).unwrap().append(&[record]).unwrap();
    let found = records(&path, 0);
    assert_eq!((found.len(), &found[0].origin.url), (1, &None));
    assert_eq!(found[0].origin.id, RecordId::of(&["a"]).to_string());
}

#[test]
fn statuses_and_types_are_filtered_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.warc");
    let mut writer = WarcWriter::create(&path).unwrap();
    for (number, head) in [
        "200 OK\r\nContent-Type: text/html",
        "404 No\r\nContent-Type: text/html",
        "200 OK\r\nContent-Type: image/png",
    ]
    .into_iter()
    .enumerate()
    {
        let block = format!("HTTP/1.1 {head}\r\n\r\n<p>Rye was sown.");
        let id = RecordId::of(&[&number.to_string()]);
        writer
            .append(&[NewRecord::new(WarcRecordKind::Response, id, Time::of_unix(0), block.as_bytes())])
            .unwrap();
    }
    let count = |filter: PageFilter| {
        let options = ReadOptions { filter, ..ReadOptions::default() };
        let steps: Vec<bool> = open(&path, SourceFormat::Warc, 0, &options)
            .unwrap()
            .map(|step| step.unwrap().record.is_some())
            .collect();
        assert_eq!(steps.len(), 3);
        steps.into_iter().filter(|&is_taken| is_taken).count()
    };
    assert_eq!(count(PageFilter::default()), 1);
    assert_eq!(count(PageFilter { statuses: vec![0..=999], ..PageFilter::default() }), 2);
    assert_eq!(count(PageFilter { types: vec!["image/png".to_owned()], ..PageFilter::default() }), 1);
    assert_eq!(count(PageFilter { min_bytes: 1000, ..PageFilter::default() }), 0);
}

fn extractor(target: TargetFormat) -> RowExtractor {
    let columns = target.columns(Columns::default());
    RowExtractor::new(Pipeline::new("all_text").unwrap(), columns, WriteOptions::default())
}

#[test]
fn json_lines_and_parquet_give_the_pages_of_their_columns() {
    let dir = tempfile::tempdir().unwrap();
    let lines = dir.path().join("a.jsonl.gz");
    let mut packed =
        flate2::write::GzEncoder::new(fs::File::create(&lines).unwrap(), flate2::Compression::fast());
    packed
        .write_all(b"{\"html\": \"<p>Rye\", \"url\": \"http://e.org/1\", \"id\": 7}\n\n{\"html\": 3\nno JSON\n{\"text\": \"Oats\"}\n{}\n{\"html\": \"\"}")
        .unwrap();
    packed.finish().unwrap();
    let found = records(&lines, 0);
    assert_eq!(found.len(), 6);
    assert_eq!((found[0].origin.id.as_str(), &found[0].body), ("7", &PageBody::Html(b"<p>Rye".to_vec())));
    assert_eq!(found[3].body, PageBody::Text("Oats".to_owned()));
    let bodies = found.iter().map(|record| matches!(record.body, PageBody::Error(_))).collect::<Vec<_>>();
    assert_eq!(bodies, [false, true, true, false, true, true]);
    // The empty line counts as a line, and not as a page.
    assert_eq!(records(&lines, 4), found[3..]);

    // Rows that a run has written are pages again, by other names.
    let (warc, _) = warc(dir.path(), "a.warc.gz", 150);
    let out = dir.path().join("out");
    let job = job(&[warc], &out, TargetFormat::Parquet);
    run(&job, 2);
    let shard = out.join("part-00000-00001.parquet");
    let fields = FieldNames::parse(["html=markdown"]).unwrap();
    let read = |at| -> Vec<PageRecord> {
        let options = ReadOptions { fields: fields.clone(), ..ReadOptions::default() };
        open(&shard, SourceFormat::Parquet, at, &options)
            .unwrap()
            .filter_map(|step| step.unwrap().record)
            .collect()
    };
    let all = read(0);
    assert_eq!((all.len(), whole(&all)), (64, 64));
    assert_eq!(all[0].origin.url.as_deref(), Some("http://example.org/64"));
    assert_eq!(read(63), all[63..]);
    let none =
        ReadOptions { fields: FieldNames::parse(["html=no", "text=no"]).unwrap(), ..ReadOptions::default() };
    assert!(open(&shard, SourceFormat::Parquet, 0, &none).is_err());
}

#[test]
fn parquet_of_every_codec_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let html: ArrayRef = Arc::new(StringArray::from(vec!["<p>Rye", "<p>Oats"]));
    let batch = RecordBatch::try_from_iter([("html", html)]).unwrap();
    for codec in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ] {
        let path = dir.path().join("pages.parquet");
        let properties = WriterProperties::builder().set_compression(codec).build();
        let file = fs::File::create(&path).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        let bodies: Vec<PageBody> = records(&path, 0).into_iter().map(|record| record.body).collect();
        assert_eq!(bodies, ["<p>Rye", "<p>Oats"].map(|html| PageBody::Html(html.into())), "{codec}");
    }
}

fn job(inputs: &[PathBuf], folder: &Path, target: TargetFormat) -> Job {
    Job {
        inputs: inputs
            .iter()
            .map(|path| JobInput::Container(path.clone(), SourceFormat::of_name(path)))
            .collect(),
        folder: folder.to_owned(),
        target,
        shard_rows: 64,
        share: (1, 1),
        reading: ReadOptions::default(),
        asked: Asked::new(),
        append: false,
    }
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

fn run(job: &Job, threads: usize) -> JobEnd {
    let extractor = extractor(job.target);
    job.run(&extractor, &extractor, &pool(threads), |_| {}).unwrap()
}

/// The bytes of all files below a folder.
fn bytes_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                found.insert(entry.strip_prefix(folder).unwrap().to_owned(), fs::read(&entry).unwrap());
            }
        }
    }
    found
}

#[test]
fn each_record_is_a_row_of_each_format_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let (warc, places) = warc(dir.path(), "a.warc.gz", PAGES);
    let mut bytes = fs::read(&warc).unwrap();
    let middle = (places[9].start + places[9].end) as usize / 2;
    bytes[middle..middle + 16].fill(0xA5);
    fs::write(&warc, bytes).unwrap();
    for target in TargetFormat::ALL {
        let [one, four] = [1, 4].map(|threads| {
            let out = dir.path().join(format!("{}-{threads}", target.name()));
            let ended = run(&job(std::slice::from_ref(&warc), &out, target), threads);
            assert_eq!((ended.totals.rows, ended.totals.failed, ended.unreadable), (PAGES as u64, 1, 0));
            bytes_of(&out)
        });
        assert_eq!(one, four, "{}", target.name());
        assert!(one.keys().all(|path| !path.to_string_lossy().contains(".part")));
    }
    let lines: Vec<BulkRow> = fs::read_to_string(dir.path().join("jsonl-1/part-00000-00000.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 64);
    assert!(lines[9].error.as_ref().unwrap().starts_with("damaged at byte") && lines[9].text.is_none());
    assert!(lines[10].text.as_ref().unwrap().starts_with("Field 10"));
    let wet = dir.path().join("wet-1/part-00000-00003.warc.wet.gz");
    let texts: Vec<_> = WarcReader::open(&wet).unwrap().map(Result::unwrap).collect();
    assert_eq!((texts.len(), texts[1].kind), (1 + PAGES - 3 * 64, WarcRecordKind::Conversion));
    assert!(texts[1].field("WARC-Refers-To").is_some() && texts[1].block.starts_with(b"Field 192"));
    // What was written is an input again, and its texts are rows.
    assert_eq!(records(&wet, 0)[0].body, PageBody::Text(String::from_utf8(texts[1].block.clone()).unwrap()));
}

/// Work that panics at the n-th page, as a stand-in for the end of the process: nothing of the run is tidied up by design, as
/// what is written counts only once it is noted.
struct Dying<'e> {
    extractor: &'e RowExtractor,
    left: AtomicUsize,
}

impl RowMaker for Dying<'_> {
    fn row(&self, record: PageRecord) -> BulkRow {
        assert!(self.left.fetch_sub(1, Ordering::SeqCst) > 1, "the end of the process");
        RowMaker::row(self.extractor, record)
    }
}

#[test]
fn a_run_that_was_stopped_leaves_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let inputs: Vec<PathBuf> = (0..3).map(|n| warc(dir.path(), &format!("{n}.warc.gz"), 100).0).collect();
    let target = TargetFormat::Parquet;
    let straight = dir.path().join("straight");
    run(&job(&inputs, &straight, target), 2);
    let stopped = dir.path().join("stopped");
    let job = job(&inputs, &stopped, target);
    let extractor = extractor(target);
    for left in [1, 30, 70, 5, 100, 120] {
        let dying = Dying { extractor: &extractor, left: AtomicUsize::new(left) };
        let _ = catch_unwind(AssertUnwindSafe(|| job.run(&extractor, &dying, &pool(2), |_| {}).map(|_| ())));
        // A line of the notes that was cut off.
        let mut notes =
            fs::OpenOptions::new().append(true).open(state_folder(&stopped).join("progress.jsonl")).unwrap();
        notes.write_all(b"{\"input\": 1, \"sh").unwrap();
    }
    let ended = run(&job, 2);
    assert_eq!(ended.totals.rows, 300);
    assert!(ended.before > 0 && ended.before < 300);
    assert_eq!(bytes_of(&stopped), bytes_of(&straight));
    // There is nothing more to do, and nothing changes.
    assert_eq!(run(&job, 2).before, 300);
    assert_eq!(bytes_of(&stopped), bytes_of(&straight));
}

#[test]
fn a_run_that_is_not_wanted_any_more_goes_on_later() {
    let dir = tempfile::tempdir().unwrap();
    let (warc, _) = warc(dir.path(), "a.warc.gz", 200);
    let straight = job(std::slice::from_ref(&warc), &dir.path().join("straight"), TargetFormat::JsonLines);
    run(&straight, 1);
    let stopped = job(&[warc], &dir.path().join("stopped"), TargetFormat::JsonLines);
    let extractor = extractor(stopped.target);
    let rows = Cell::new(0);
    let count = |event: Event<'_>| rows.set(rows.get() + usize::from(matches!(event, Event::Row { .. })));
    let error = stopped.run_while(&extractor, &extractor, &pool(1), count, &|| rows.get() < 100).unwrap_err();
    assert!(matches!(error, JobError::Stopped), "{error}");
    assert_eq!(rows.get(), 100);
    assert_eq!(run(&stopped, 1).before, 64);
    assert_eq!(bytes_of(&stopped.folder), bytes_of(&straight.folder));
}

#[test]
fn other_options_and_two_runs_at_once_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (warc, _) = warc(dir.path(), "a.warc.gz", 100);
    let job = job(&[warc], &dir.path().join("out"), TargetFormat::JsonLines);
    let other = Job { shard_rows: 65, ..job.clone() };
    let extractor = extractor(job.target);
    let pool = pool(2);
    let mut refused = None;
    job.run(&extractor, &extractor, &pool, |event| {
        if let (Event::Shard { .. }, None) = (event, &refused) {
            refused = Some(job.run(&extractor, &extractor, &pool, |_| {}).unwrap_err());
        }
    })
    .unwrap();
    assert!(matches!(refused, Some(JobError::Busy(_))), "{refused:?}");
    match other.run(&extractor, &extractor, &pool, |_| {}).unwrap_err() {
        JobError::OtherRun { name, stored, asked, .. } => {
            assert_eq!((name.as_str(), stored.as_str(), asked.as_str()), ("shard-rows", "64", "65"));
        }
        error => panic!("{error}"),
    }
}

#[test]
fn inputs_that_vanish_or_change_are_reported_and_taken_up_later() {
    let dir = tempfile::tempdir().unwrap();
    let inputs: Vec<PathBuf> = (0..3).map(|n| warc(dir.path(), &format!("{n}.warc.gz"), 70).0).collect();
    let hidden = dir.path().join("hidden");
    fs::rename(&inputs[1], &hidden).unwrap();
    let job = job(&inputs, &dir.path().join("out"), TargetFormat::JsonLines);
    let ended = run(&job, 2);
    assert_eq!((ended.totals.rows, ended.unreadable), (140, 1));
    fs::rename(&hidden, &inputs[1]).unwrap();
    // What is done already may go.
    fs::remove_file(&inputs[0]).unwrap();
    let ended = run(&job, 2);
    assert_eq!((ended.totals.rows, ended.unreadable), (210, 0));
    // And may not become something else.
    fs::write(&inputs[2], b"another").unwrap();
    assert_eq!(run(&job, 2).unreadable, 1);
}

#[test]
fn jobs_share_a_folder() {
    let dir = tempfile::tempdir().unwrap();
    let inputs: Vec<PathBuf> = (0..5).map(|n| warc(dir.path(), &format!("{n}.warc.gz"), 10).0).collect();
    let alone = job(&inputs, &dir.path().join("alone"), TargetFormat::JsonLines);
    run(&alone, 2);
    let folder = dir.path().join("shared");
    let rows = [1, 2]
        .map(|which| run(&Job { share: (which, 2), folder: folder.clone(), ..alone.clone() }, 2).totals.rows);
    assert_eq!(rows, [30, 20]);
    assert_eq!(bytes_of(&folder), bytes_of(&alone.folder));
}

#[test]
fn single_pages_are_rows_and_a_folder_that_cannot_be_written_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("rye.html");
    fs::write(&page, "<title>Rye</title><p>Rye was sown.").unwrap();
    let file = |path: &Path| SinglePageFile { path: path.to_owned(), url: Some("http://e.org/".to_owned()) };
    let pages = vec![file(&page), file(&dir.path().join("none.html"))];
    let out = dir.path().join("out");
    let job = Job { inputs: vec![JobInput::Pages(pages)], ..job(&[], &out, TargetFormat::MarkdownFolder) };
    assert_eq!(run(&job, 1).totals.failed, 1);
    let shard = out.join("part-00000-00000");
    assert_eq!(fs::read_to_string(shard.join("000000.md")).unwrap(), "# Rye\n\nRye was sown.\n");
    let index = fs::read_to_string(shard.join("index.jsonl")).unwrap();
    assert!(index.contains("\"file\":\"000000.md\"") && index.lines().count() == 2, "{index}");

    let extractor = extractor(job.target);
    let nowhere = Job { folder: page.join("below"), ..job };
    let error = nowhere.run(&extractor, &extractor, &pool(1), |_| {}).unwrap_err();
    assert!(matches!(error, JobError::Output { .. }), "{error}");
}

#[test]
fn a_language_that_is_not_wanted_is_passed_over() {
    let dir = tempfile::tempdir().unwrap();
    let lines = dir.path().join("a.jsonl");
    let page = |language: &str| format!("{{\"html\": \"<html lang={language}><p>Rye was sown.\"}}\n");
    fs::write(&lines, ["en-GB", "pt", "de"].map(page).concat()).unwrap();
    let mut job = job(&[lines], &dir.path().join("out"), TargetFormat::JsonLines);
    job.reading.filter.languages = vec!["en".to_owned(), "pt".to_owned()];
    let ended = run(&job, 1);
    assert_eq!((ended.totals.rows, ended.totals.skipped), (2, 1));
    assert!(Columns::default().has(Column::Lang));
}
