//! The verbs of evaluation, through the binary.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

fn debulha(dir: &Path, args: &[&str]) -> Output {
    Command::new(crate::PROGRAM).args(args).current_dir(dir).env_remove("DEBULHA_DATA").output().unwrap()
}

/// A folder with the corpus `small` of two pages.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("small/pages");
    fs::create_dir_all(&pages).unwrap();
    let mut truth = Vec::new();
    for id in ["a", "b"] {
        let text = "Rye stands well in poor soil.";
        writeln!(truth, "{{\"id\": \"{id}\", \"page_type\": \"article\", \"text\": \"{text}\"}}").unwrap();
        let mut page = GzEncoder::new(
            File::create(pages.join(format!("{id}.html.gz"))).unwrap(),
            Compression::default(),
        );
        page.write_all(b"<nav><a href=/>Home</a></nav><p>Rye stands well in poor soil.</p>").unwrap();
        page.finish().unwrap();
    }
    fs::write(dir.path().join("small/truth.jsonl"), truth).unwrap();
    dir
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn eval_records_scores_site_by_site() {
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("lists/pages");
    fs::create_dir_all(&pages).unwrap();
    let html = "<dl><dt>Rye<dd>Sown in autumn, for bread.<dt>Oats<dd>Sown in spring, for horses.</dl>";
    let mut page = GzEncoder::new(File::create(pages.join("a.html.gz")).unwrap(), Compression::default());
    page.write_all(html.as_bytes()).unwrap();
    page.finish().unwrap();
    let records = [("dt", "Rye"), ("dt[2]", "Oats"), ("dt[3]", "Wheat")];
    let records =
        records.map(|(step, text)| format!(r#"{{"xpath": "/html/body/dl/{step}", "text": "{text}"}}"#));
    let truth = format!(r#"{{"id": "a", "site": "crops", "records": [{}]}}"#, records.join(", "));
    fs::write(dir.path().join("lists/truth.jsonl"), truth).unwrap();
    let out = debulha(dir.path(), &["eval-records", "--data", "lists", "--pages"]);
    let table = text(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let numbers = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert_eq!(numbers("crops").split_whitespace().collect::<Vec<_>>(), ["crops", "1.000", "0.667", "0.800"]);
    assert!(numbers("a:").ends_with("2 found, 3 labelled, F1 0.800"));
}

#[test]
fn eval_records_scores_wrappers_on_pages_that_they_were_not_learned_from() {
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("lists/pages");
    fs::create_dir_all(&pages).unwrap();
    let mut truth = Vec::new();
    for (nth, crops) in [&["Rye", "Oats"][..], &["Peas", "Beans", "Vetch"], &["Millet"]].iter().enumerate() {
        let record = |crop: &&str| format!("<dt>{crop}<dd>{crop} is sown in the spring of the year.");
        let html = format!("<dl>{}</dl>", crops.iter().map(record).collect::<String>());
        let mut page = GzEncoder::new(
            File::create(pages.join(format!("{nth}.html.gz"))).unwrap(),
            Compression::default(),
        );
        page.write_all(html.as_bytes()).unwrap();
        page.finish().unwrap();
        let label = |(at, crop): (usize, &&str)| {
            format!(r#"{{"xpath": "/html/body/dl/dt[{}]", "text": "{crop}"}}"#, at + 1)
        };
        let labels: Vec<String> = crops.iter().enumerate().map(label).collect();
        truth.push(format!(
            "{{\"id\": \"{nth}\", \"site\": \"crops\", \"records\": [{}]}}\n",
            labels.join(", ")
        ));
    }
    fs::write(dir.path().join("lists/truth.jsonl"), truth.concat()).unwrap();
    let out = debulha(dir.path(), &["eval-records", "--data", "lists", "--wrapper", "2"]);
    let table = text(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(table.contains("lists: 1 pages, 1 sites"), "{table}");
    let mean = table.lines().find(|line| line.starts_with("mean over sites")).unwrap();
    assert!(
        mean.ends_with("1.000     1.000     1.000"),
        "one record is found by what two pages taught: {table}"
    );
}

#[test]
fn eval_writes_runs_and_reports_that_score_reads_again() {
    let dir = folder();
    let args = "eval --data small -e all_text,bte --out runs --by type --html r.html --json r.json";
    let out = debulha(dir.path(), &args.split(' ').collect::<Vec<_>>());
    let table = text(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(table.contains("small: 2 pages") && table.contains("article (2)"), "{table}");
    assert!(fs::read_to_string(dir.path().join("r.html")).unwrap().starts_with("<!doctype html>"));
    assert!(fs::read_to_string(dir.path().join("r.json")).unwrap().starts_with("[{\"schema\":"));

    let runs = ["runs/all_text/small.jsonl", "runs/bte/small.jsonl"];
    assert_eq!(fs::read_to_string(dir.path().join(runs[1])).unwrap().lines().count(), 2);
    let score = debulha(dir.path(), &["score", runs[0], runs[1], "--data", "small", "--by", "type"]);
    assert_eq!(text(&score.stdout), table);

    let both =
        debulha(dir.path(), &["eval", "--data", "small", "-e", "dsc", "--limit", "1", "--runs", "runs"]);
    let both = text(&both.stdout);
    assert!(["dsc", "bte", "all_text"].iter().all(|system| both.contains(system)), "{both}");
}

#[test]
fn two_runs_are_compared_without_labels() {
    let dir = folder();
    let run = |name: &str, rows: &str| fs::write(dir.path().join(name), rows).unwrap();
    run("ours.jsonl", "{\"id\": \"a\", \"text\": \"rye oats\"}\n{\"id\": \"b\", \"text\": \"hay\"}\n");
    run("theirs.jsonl", "{\"id\": \"a\", \"text\": \"rye hay\"}\n{\"id\": \"b\", \"err\": \"crash\"}\n");
    let args = "score ours.jsonl --data small --gold theirs.jsonl --metrics bag_of_words --json s.json";
    let out = debulha(dir.path(), &args.split(' ').collect::<Vec<_>>());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let scores = fs::read_to_string(dir.path().join("s.json")).unwrap();
    // Page `b` failed in the run that is compared with.
    assert!(
        scores.contains("\"values\":[0.5,0.5,0.5]") && scores.contains("\"values\":[null,null,null]"),
        "{scores}"
    );
}

#[test]
fn senseless_command_lines_are_usage_errors() {
    let dir = folder();
    fs::write(dir.path().join("other.jsonl"), "{\"id\": \"a\", \"text\": \"x\", \"set\": \"other\"}\n")
        .unwrap();
    for (args, message) in [
        ("eval --data nowhere", "corpus nowhere: no such folder"),
        ("eval --data small -e no_such", "unknown system"),
        ("eval --data small --metrics f2", "unknown metric"),
        ("eval --data small -e bte -p dsc.run=1", "is not among the systems"),
        ("score other.jsonl --data small,small", "corpus \"other\" is not among"),
        ("score --data small", "RUN.jsonl"),
    ] {
        let out = debulha(dir.path(), &args.split(' ').collect::<Vec<_>>());
        assert_eq!(out.status.code(), Some(2), "{args}");
        assert!(text(&out.stderr).contains(message), "{args}: {}", text(&out.stderr));
    }
    let malformed = dir.path().join("bad.jsonl");
    fs::write(&malformed, "{\"id\": \"a\"\n").unwrap();
    let out = debulha(dir.path(), &["score", "bad.jsonl", "--data", "small"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stderr).contains("bad.jsonl, line 1"), "{}", text(&out.stderr));
}

#[test]
fn reproduce_pins_then_fails_when_a_number_moved() {
    let dir = folder();
    let digest = {
        let score = "eval --data small -e bte --json r.json";
        debulha(dir.path(), &score.split(' ').collect::<Vec<_>>());
        let json: serde_json::Value =
            serde_json::from_slice(&fs::read(dir.path().join("r.json")).unwrap()).unwrap();
        json[0]["corpus_digest"].as_str().unwrap().to_owned()
    };
    let file = dir.path().join("experiments/key/table.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let experiment = format!(
        "title = \"T\"\nabout = \"A\"\nmetric = \"word_f1\"\ntolerance = 0.02\n\
         [[dataset]]\nname = \"small\"\ndigest = \"{digest}\"\npages = 2\n\
         [[row]]\nlabel = \"r\"\ndataset = \"small\"\nsystem = \"all_text\"\n"
    );
    fs::write(&file, experiment).unwrap();
    let run = |args: &[&str]| {
        let out = debulha(dir.path(), &[&["reproduce"], args].concat());
        (out.status.code(), text(&out.stdout) + &text(&out.stderr))
    };
    assert_eq!(run(&[]), (Some(0), "key/table  T\n".to_owned()));
    assert_eq!(run(&["key", "--data", "."]).0, Some(1), "not pinned");
    assert_eq!(run(&["--all", "--pin", "--data", "."]).0, Some(0));
    assert!(
        fs::read_to_string(dir.path().join("docs/reproduce/key-table.md"))
            .unwrap()
            .contains("| r | `all_text` |")
    );
    assert!(dir.path().join("docs/reproduce/README.md").exists());

    fs::remove_file(dir.path().join("docs/reproduce/key-table.md")).unwrap();
    assert_eq!(run(&["--all", "--pages"]).0, Some(0), "without data");
    assert!(dir.path().join("docs/reproduce/key-table.md").exists());

    let pinned = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{pinned}\n[sample]\nof = \"r\"\npages = 1\n")).unwrap();
    let (code, message) = run(&["key", "--sample", "--data", "."]);
    assert!(code == Some(1) && message.contains("key/table: OFF: [["), "{message}");
    assert_eq!(run(&["key", "--sample", "--pin", "--data", "."]).0, Some(0));
    assert_eq!(run(&["key", "--sample", "--data", "."]), (Some(0), "0 samples OFF\n".to_owned()));
    let recall = pinned.find("recall = 1.0").unwrap();
    fs::write(&file, pinned[..recall].to_owned() + "recall = 0.9" + &pinned[recall + "recall = 1.0".len()..])
        .unwrap();
    let (code, message) = run(&["key", "--data", "."]);
    assert_eq!(code, Some(1));
    assert!(message.contains("OFF: R rose by 0.1000") && message.contains("1 of 1 numbers OFF"), "{message}");

    for (args, message) in [
        (&["other"][..], "unknown experiment `other`"),
        (&["key", "--data", "absent"], "corpus small is not in"),
    ] {
        let (code, output) = run(args);
        assert_eq!(code, Some(2));
        assert!(output.contains(message), "{output}");
    }
}

#[test]
fn site_methods_learn_from_other_pages_of_the_site() {
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("sites/pages");
    fs::create_dir_all(&pages).unwrap();
    let mut truth = Vec::new();
    for (site, count) in [("barn", 4), ("mill", 6), ("shed", 2)] {
        for page in 0..count {
            let story = format!("Story {page} of the {site}.");
            writeln!(truth, r#"{{"id": "{site}{page}", "site": "{site}", "text": "{story}"}}"#).unwrap();
            let file = File::create(pages.join(format!("{site}{page}.html.gz"))).unwrap();
            let mut file = GzEncoder::new(file, Compression::default());
            let menu = "<div><a href=/>Home</a><a href=/n>News</a><a href=/s>Sport</a></div>";
            write!(file, "{menu}<div><p>{story}</p></div>").unwrap();
            file.finish().unwrap();
        }
    }
    fs::write(dir.path().join("sites/truth.jsonl"), truth).unwrap();
    let asked = ["eval", "--data", "sites", "-e", "all_text,pagelet_local", "--no-progress"];
    let unsaid = debulha(dir.path(), &asked);
    assert_eq!(unsaid.status.code(), Some(2));
    assert!(text(&unsaid.stderr).contains("add --learn K or --learn others"), "{}", text(&unsaid.stderr));

    let out = debulha(dir.path(), &[&asked[..], &["--learn", "3", "--out", "runs", "--by", "site"]].concat());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let note = "sites: 10 of 12 pages tested, from 2 sites with at least 4 pages";
    assert!(text(&out.stderr).contains(note), "{}", text(&out.stderr));
    let table = text(&out.stdout);
    let line =
        |system: &str| table.lines().find(|line| line.starts_with(system)).unwrap_or_default().to_owned();
    assert!(line("pagelet_local@3").contains("1.000"), "{table}");
    assert!(!line("all_text").contains("1.000  1.000  1.000"), "{table}");
    let run = "runs/pagelet_local@3/sites.jsonl";
    let again = debulha(dir.path(), &["score", run, "--data", "sites"]);
    assert!(text(&again.stdout).contains("pagelet_local@3"), "{}", text(&again.stderr));

    let few = debulha(dir.path(), &[&asked[..], &["--learn", "6"]].concat());
    assert_eq!(few.status.code(), Some(2));
    assert!(text(&few.stderr).contains("needs a site with at least 7 pages"), "{}", text(&few.stderr));
}

#[test]
fn label_auto_writes_labels_and_a_report() {
    let dir = folder();
    let label = |args: &[&str]| {
        let out = debulha(dir.path(), &[&["label", "auto", "--data", "small"], args].concat());
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        text(&out.stdout)
    };
    let one = label(&["--xpaths", "--jobs", "1"]);
    assert_eq!(one, label(&["--xpaths", "--jobs", "2"]));
    let lines: Vec<serde_json::Value> = one.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[0]["id"], &lines[0]["unit"]), (2, &"small/a".into(), &"block".into()));
    let shares: Vec<&serde_json::Value> =
        lines[0]["labels"].as_array().unwrap().iter().map(|label| &label[1]).collect();
    assert_eq!(shares, [0.0, 1.0]);
    assert_eq!(lines[0]["xpaths"][1], "/html[1]/body[1]/p[1]/text()[1]");

    let nodes = label(&["--preset", "d0"]);
    assert!(nodes.contains(r#""unit":"node""#), "{nodes}");
    let report = label(&["--preset", "blocks,d0,d4", "--report", "-", "--every", "2"]);
    assert!(report.contains("| small | `d4` | 1 | 1.0000 | 1 | 1.0000 | 1.0000 |"), "{report}");
    let both = ["label", "auto", "--data", "small", "--preset", "d0,d4"];
    assert_eq!(debulha(dir.path(), &both).status.code(), Some(2));
}

#[test]
fn a_sweep_gives_a_row_and_a_point_for_each_value() {
    let dir = folder();
    let args =
        ["eval", "--data", "small", "-e", "bte", "--sweep", "tag_weight=0.5,1.0,2.0", "--trade-off", "curve"];
    let out = debulha(dir.path(), &args);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let table = text(&out.stdout);
    assert!(table.contains("bte(tag_weight=0.5)") && table.contains("bte(tag_weight=2.0)"), "{table}");
    let tsv = fs::read_to_string(dir.path().join("curve-small-bte.tsv")).unwrap();
    let lines: Vec<&str> = tsv.lines().collect();
    assert_eq!(lines[0], "tag_weight\tprecision\trecall\tf1");
    assert!(lines.len() == 4 && lines[1].starts_with("0.5\t") && lines[3].starts_with("2.0\t"), "{tsv}");
    assert!(fs::read_to_string(dir.path().join("curve-small-bte.svg")).unwrap().contains(">recall</text>"));
    let nobody = debulha(dir.path(), &["eval", "--data", "small", "-e", "bte", "--sweep", "beta=1,2"]);
    assert_eq!(nobody.status.code(), Some(2));
    let twice =
        debulha(dir.path(), &["eval", "--data", "small", "-e", "bte", "--sweep", "tag_weight=1.0,1.0"]);
    assert_eq!(twice.status.code(), Some(2));
}

#[test]
fn reliability_is_drawn_of_what_gives_probabilities() {
    let dir = folder();
    let args = ["eval", "--data", "small", "-e", "all_text", "--reliability", "trust"];
    let out = debulha(dir.path(), &args);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(text(&out.stdout).contains("no system gives probabilities"), "{}", text(&out.stdout));
    let rows = r#"{"id": "a", "text": "Rye stands well in poor soil.", "confidence": 0.75}
{"id": "b", "text": "", "confidence": 0.75}
"#;
    fs::create_dir_all(dir.path().join("runs/other")).unwrap();
    fs::write(dir.path().join("runs/other/small.jsonl"), rows).unwrap();
    let args = ["eval", "--data", "small", "-e", "all_text", "--runs", "runs", "--reliability", "trust"];
    let out = debulha(dir.path(), &args);
    let said = text(&out.stdout);
    assert!(said.contains("other, small: 2 pages, ECE 0.2500, bias +0.2500"), "{said}");
    let svg = fs::read_to_string(dir.path().join("trust-small-other-pages.svg")).unwrap();
    assert!(svg.contains(">2 pages, ECE 0.2500, bias +0.2500</text>"), "{svg}");
}

#[test]
fn a_folder_of_pages_and_texts_is_a_corpus_and_the_output_of_extract_is_scored() {
    let dir = tempfile::tempdir().unwrap();
    let own = dir.path().join("own");
    fs::create_dir_all(&own).unwrap();
    for (name, text) in [("rye", "Rye stands well in poor soil."), ("oats", "Oats are sown early in spring.")]
    {
        fs::write(own.join(format!("{name}.html")), format!("<nav><a href=/>Home</a></nav><p>{text}</p>"))
            .unwrap();
        fs::write(own.join(format!("{name}.txt")), text).unwrap();
    }
    let table = debulha(dir.path(), &["eval", "--data", "own", "-e", "all_text"]);
    assert_eq!(table.status.code(), Some(0), "{}", text(&table.stderr));
    let ran = debulha(dir.path(), &["extract", "own/*.html", "-e", "all_text", "-o", "run.jsonl"]);
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    let scored = debulha(dir.path(), &["score", "run.jsonl", "--data", "own"]);
    assert_eq!(scored.status.code(), Some(0), "{}", text(&scored.stderr));
    // Six of seven words of each answer are right, and all right ones are there.
    assert!(text(&scored.stdout).contains(".923"), "{}", text(&scored.stdout));
    let none = debulha(dir.path(), &["eval", "--data", ".", "-e", "all_text"]);
    assert!(
        none.status.code() == Some(2) && text(&none.stderr).contains("a.html, a.txt"),
        "{}",
        text(&none.stderr)
    );
}

#[test]
fn scores_of_all_systems_are_a_page() {
    let dir = folder();
    let ran = debulha(dir.path(), &["scores", "--data", ".", "-o", "scores.md", "--no-progress"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let page = fs::read_to_string(dir.path().join("scores.md")).unwrap();
    assert!(page.starts_with("<!-- written by `debulha-lab scores` -->\n"), "{page}");
    assert!(page.contains("| system | small | mean |") && page.contains("| `debulha` | 1.0000 |"), "{page}");
    let refused = debulha(dir.path(), &["scores", "--data", "small", "-o", "-"]);
    assert_eq!(refused.status.code(), Some(2));
    let absent = debulha(dir.path(), &["scores", "--data", ".", "-o", "docs/scores.md"]);
    assert!(String::from_utf8_lossy(&absent.stderr).contains("no folder docs"));
}

#[test]
fn verbs_that_write_pages_check_their_output_first() {
    let dir = folder();
    fs::write(dir.path().join("site.md"), "# Sites\n").unwrap();
    for (verb, reason) in [
        (&["site-scores", "-o", "site.md"][..], "no place for the scores"),
        (&["tune-vote", "--data", "small", "-o", "docs/vote.md"], "no folder docs"),
        (&["train-adeater", "--date", "2026-11-21", "--rules", "docs/rules.txt"], "--rules docs/rules.txt"),
        (
            &["train-adeater", "--data", "no", "--date", "2026-11-21", "--rules", "r", "-o", "-"],
            "no: no such folder",
        ),
    ] {
        let ran = debulha(dir.path(), verb);
        let err = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.code() == Some(2) && err.contains(reason), "{verb:?}: {err}");
    }
}
