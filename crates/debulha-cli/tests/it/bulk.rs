//! `debulha extract --to`: what becomes of files of many pages, whatever ends the process.

use crate::common::debulha;
use debulha_io::warc::{NewRecord, RecordId, Time, WarcRecordKind, WarcWriter};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

/// A WARC file of pages.
fn warc(path: &Path, pages: &[String]) {
    let mut writer = WarcWriter::create(path).unwrap();
    for (number, page) in pages.iter().enumerate() {
        let url = format!("http://example.org/{number}");
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        let mut record = NewRecord::new(
            WarcRecordKind::Response,
            RecordId::of(&[&url]),
            Time::of_unix(0),
            block.as_bytes(),
        );
        record.target = Some(&url);
        writer.append(&[record]).unwrap();
    }
}

fn page(number: usize) -> String {
    format!("<title>Field {number}</title><p>Rye was sown in field {number}, and stood well in the winter.")
}

fn shards(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let shards = files.filter_map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("part-").then(|| (name, fs::read(&path).unwrap()))
    });
    shards.collect()
}

fn extract(input: &Path, folder: &Path, more: &[&str]) -> Command {
    let mut command = debulha();
    command
        .arg("extract")
        .arg(input)
        .args(["--to", "jsonl", "--shard-rows", "40", "-o"])
        .arg(folder)
        .args(more);
    command
}

fn run(input: &Path, folder: &Path, more: &[&str]) -> Output {
    extract(input, folder, more).output().unwrap()
}

fn rows(folder: &Path) -> Vec<serde_json::Value> {
    let text: Vec<u8> = shards(folder).into_values().flatten().collect();
    String::from_utf8(text).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_killed_run_goes_on_and_leaves_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("fields.warc.gz");
    warc(&input, &(0..400).map(page).collect::<Vec<_>>());
    let straight = dir.path().join("straight");
    assert!(run(&input, &straight, &["--jobs", "2"]).status.success());
    let killed = dir.path().join("killed");
    // Thirty moments from before the first row to after the last.
    for moment in 0..30u64 {
        let mut child = extract(&input, &killed, &["--jobs", "2", "--quiet"]).spawn().unwrap();
        sleep(Duration::from_millis(5 + 11 * moment));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = run(&input, &killed, &["--jobs", "1"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(shards(&killed), shards(&straight));
    assert_eq!(rows(&killed).len(), 400);
    let other = run(&input, &killed, &["--links"]);
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(
        !other.status.success() && said.contains("the earlier run had links: nothing; this one has"),
        "{said}"
    );
}

/// A page whose text is long, and does not become short by compression.
#[cfg(unix)]
fn long_page(words: u64) -> String {
    let word = |at| debulha_core::features::hashing::hash_bytes(&u64::to_le_bytes(at));
    let words: Vec<String> = (0..words).map(|at| format!("{:x}", word(at))).collect();
    format!("<title>A long field</title><p>{}", words.join(" "))
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_costs_no_finished_shard() {
    // Blocks of 512 bytes, or of 1024 in some shells: more than a shard of short pages takes, less than the long page.
    const LIMIT: &str = "trap '' XFSZ; ulimit -f 128; exec \"$@\"";
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("fields.warc.gz");
    let mut pages: Vec<String> = (0..200).map(page).collect();
    pages[130] = long_page(20_000);
    warc(&input, &pages);
    for format in ["jsonl", "parquet"] {
        let command = |folder: &Path| {
            let mut command = debulha();
            let arguments = ["--to", format, "--shard-rows", "40", "--extractor", "all_text", "-o"];
            command.arg("extract").arg(&input).args(arguments).arg(folder);
            command
        };
        let straight = dir.path().join(format!("{format}-straight"));
        assert!(command(&straight).output().unwrap().status.success());
        let whole = shards(&straight);
        assert_eq!(whole.len(), 5);

        let folder = dir.path().join(format!("{format}-full"));
        let unlimited = command(&folder);
        let mut limited = Command::new("sh");
        limited.args(["-c", LIMIT, "sh"]).arg(unlimited.get_program()).args(unlimited.get_args());
        for (name, _) in unlimited.get_envs() {
            limited.env_remove(name);
        }
        for _ in 0..2 {
            let output = limited.output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains(&format!("part-00000-00003.{format}: ")), "the file is named: {said}");
            assert!(shards(&folder).iter().eq(whole.iter().take(3)), "shards before it are whole");
        }
        assert!(command(&folder).output().unwrap().status.success());
        assert_eq!(shards(&folder), whole);
    }
}

#[test]
fn pages_that_end_their_process_cost_their_own_rows() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("fields.warc.gz");
    let mut pages: Vec<String> = (0..12).map(page).collect();
    for (at, word) in [(2, "abort"), (5, "hang"), (7, "memory"), (8, "panic")] {
        pages[at] = format!("<!-- poison: {word} --><p>Rye");
    }
    warc(&input, &pages);
    let out = dir.path().join("out");
    let sandbox = ["--sandbox", "--poison", "--deadline", "2", "--memory", "1500000000", "--jobs", "2"];
    let output = run(&input, &out, &sandbox);
    assert!(output.status.success(), "{output:?}");
    let rows = rows(&out);
    assert_eq!(rows.len(), 12);
    let failed: Vec<usize> = (0..12).filter(|&at| rows[at].get("error").is_some()).collect();
    assert_eq!(failed, [2, 5, 7, 8]);
    assert!(rows[5]["error"].as_str().unwrap().starts_with("took longer than 2 s"), "{}", rows[5]);
    assert!(rows[2]["error"].as_str().unwrap().contains("signal"), "{}", rows[2]);
    assert_eq!(rows[11]["url"], "http://example.org/11");
    assert_eq!(rows[7]["warc_offset"].as_u64().map(|at| at > 0), Some(true));
}

#[test]
fn rows_are_those_of_this_process_in_a_sandbox_too() {
    let dir = tempfile::tempdir().unwrap();
    let input = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    let columns =
        "id,text,markdown,title,authors,published,lang,verdict,confidence,blocks,records,comments,error";
    let [here, there] = [&[][..], &["--sandbox"]].map(|more| {
        let out = dir.path().join(format!("out{}", more.len()));
        let output = run(&input, &out, &[&["--columns", columns], more].concat());
        assert!(output.status.success(), "{output:?}");
        shards(&out)
    });
    assert_eq!(here, there);
}

#[test]
fn what_does_not_go_together_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("fields.warc.gz");
    warc(&input, &[page(1)]);
    let folder = dir.path().join("out");
    let said = |more: &[&str]| {
        let output = run(&input, &folder, more);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said(&["--markdown"]).contains("--markdown cannot be combined with --to"));
    assert!(said(&["--columns", "prose"]).contains("unknown column `prose`; use id, url"));
    assert!(said(&["--fields", "html"]).contains("`html` is not of the form html=COLUMN"));
    assert!(said(&["--language", "english"]).contains("use a code such as en, pt-BR or deu"));
    assert!(said(&["--shard", "3/2"]).contains("I/N with I from 1 to N"));
    let without = debulha().arg("extract").arg(&input).args(["--to", "jsonl"]).output().unwrap();
    assert_eq!(without.status.code(), Some(2));
    let unreadable = run(&dir.path().join("none.warc.gz"), &folder, &[]);
    assert_eq!(unreadable.status.code(), Some(1));
}

#[test]
fn an_input_that_vanished_is_said_and_read_when_it_is_back() {
    let dir = tempfile::tempdir().unwrap();
    let paths = ["a", "b", "c"].map(|name| dir.path().join(format!("{name}.warc.gz")));
    for (number, path) in paths.iter().enumerate() {
        warc(path, &[page(3 * number), page(3 * number + 1)]);
    }
    let hidden = dir.path().join("hidden");
    fs::rename(&paths[1], &hidden).unwrap();
    let folder = dir.path().join("out");
    let run = || {
        let mut command = debulha();
        command.arg("extract").args(&paths).args(["--to", "jsonl", "-o"]).arg(&folder);
        command.output().unwrap()
    };
    let output = run();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("b.warc.gz: No such file") && rows(&folder).len() == 4, "{said}");
    fs::rename(&hidden, &paths[1]).unwrap();
    assert!(run().status.success());
    let titles: Vec<String> =
        rows(&folder).iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect();
    assert_eq!(titles, ["Field 0", "Field 1", "Field 3", "Field 4", "Field 6", "Field 7"]);
}

#[test]
fn a_list_on_standard_input_goes_with_a_sandbox() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("fields.warc.gz");
    warc(&input, &[page(1), page(2)]);
    let list = dir.path().join("list");
    fs::write(&list, format!("{}\n", input.display())).unwrap();
    let mut command = debulha();
    let arguments = ["extract", "--list", "-", "--to", "jsonl", "--sandbox", "-o"];
    command.args(arguments).arg(dir.path().join("out")).stdin(fs::File::open(&list).unwrap());
    let output = command.output().unwrap();
    assert!(output.status.success() && rows(&dir.path().join("out")).len() == 2, "{output:?}");
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_warc_stream_on_standard_input_becomes_rows() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("fields.warc.gz");
    warc(&input, &(0..50).map(page).collect::<Vec<_>>());
    let folder = dir.path().join("out");
    let piped = |more: &[&str]| {
        let mut source =
            Command::new("cat").arg(&input).stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut command = extract(Path::new("-"), &folder, more);
        let output = command.stdin(source.stdout.take().unwrap()).output().unwrap();
        source.wait().unwrap();
        output
    };
    let output = piped(&[]);
    assert!(output.status.code() == Some(2) && said(&output).contains("add --from warc"), "{output:?}");
    let output = piped(&["--from", "warc"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(rows(&folder).len(), 50);
    let again = piped(&["--from", "warc"]);
    assert!(again.status.code() == Some(1) && said(&again).contains("--append"), "{again:?}");
    assert!(piped(&["--from", "warc", "--append"]).status.success());
    assert_eq!(rows(&folder).len(), 100);
}

#[test]
fn a_summary_is_said_and_written() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("fields.warc.gz");
    warc(&input, &[page(1), page(2), "%PDF-1.7".to_owned(), String::new()]);
    let file = dir.path().join("summary.json");
    let output = run(&input, &dir.path().join("out"), &["--summary", file.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let text = said(&output);
    assert!(text.contains("4 rows, 2 without content"), "{text}");
    assert!(text.contains("errors: 1 empty, 1 not HTML"), "{text}");
    let summary: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!((&summary["rows"], &summary["errors"]["not HTML"]), (&4.into(), &1.into()), "{summary}");
    let quiet = run(&input, &dir.path().join("quiet"), &["--quiet"]);
    assert_eq!(said(&quiet), "");
    let none = run(&input, &dir.path().join("none"), &["--mime", "text/*"]);
    let text = said(&none);
    assert!(
        text.contains("no rows were written; 4 records skipped") && text.contains("4 media type"),
        "{text}"
    );
}
