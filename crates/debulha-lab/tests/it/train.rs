//! `debulha train`: tables to models, and what is said of what cannot be trained.

use super::common::Sandbox;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;

/// Forty rows of which the long ones with few links are content, in two files of one table.
fn sandbox() -> Sandbox {
    let mut csv = "words,links,kind\n".to_owned();
    for row in 0..40 {
        let kind = if row % 2 == 0 { "content" } else { "noise" };
        writeln!(csv, "{},{},{kind}", 10 + row % 2 * 3 + row, row % 2 * 5).unwrap();
    }
    Sandbox::new(&[("rows.csv", csv.as_bytes()), ("cut.csv", b"words,links,kind\n1,2\n")])
}

#[test]
fn any_learner_learns_a_table_and_draws_its_curves() {
    let sandbox = sandbox();
    for learner in ["c45", "logistic_regression", "boosted_trees"] {
        let learner = format!("learner={learner}");
        let train = ["train", "table", "--data", "rows.csv", "-p", &learner, "--curves", "drawn", "-o"];
        let one = sandbox.run(&[&train[..], &["one.model", "-j", "1"]].concat());
        assert_eq!(one.code, 0, "{}", one.err);
        assert!(one.out.contains("Confusion") || one.out.contains("classified as"), "{}", one.out);
        let two = sandbox.run(&[&train[..], &["two.model", "-j", "2"]].concat());
        assert_eq!(two.code, 0, "{}", two.err);
        let bytes = |name: &str| fs::read(sandbox.path(name)).unwrap();
        assert!(bytes("one.model") == bytes("two.model"), "{learner}");
        for file in ["drawn-roc.svg", "drawn-pr.svg"] {
            let svg = sandbox.read(file);
            assert!(svg.starts_with("<svg") && svg.contains("content, area"), "{file}");
        }
    }
    let explained = sandbox.run(&["explain", "--model", "one.model"]);
    assert!(explained.out.contains("- data: rows.csv, 40 examples"), "{}", explained.out);
}

#[test]
fn what_cannot_be_trained_is_told_and_no_file_is_left() {
    let sandbox = sandbox();
    let table =
        |more: &[&str]| sandbox.run(&[&["train", "table", "-o", "x.model", "--data"][..], more].concat());
    for (ran, code, reason) in [
        (table(&["rows.csv", "-p", "learner=oracle"]), 2, "unknown learner `oracle`; use one of c45, "),
        (table(&["rows.csv", "-p", "learner=linear_svn"]), 2, "did you mean `linear_svm`"),
        (table(&["rows.csv", "-p", "class=colour"]), 1, "colour"),
        (table(&["cut.csv"]), 1, "line 2"),
        (table(&["none.csv"]), 1, "none.csv"),
        (sandbox.run(&["train", "oracle", "-o", "x.model", "--data", "rows.csv"]), 2, "unknown model"),
        (
            sandbox.run(&["train", "tables", "-o", "x.model", "--data", "rows.csv"]),
            2,
            "unknown model `tables`; use one of adeater, blocks, burget, debulha, forms, hidden_web, l_extractor, pagination, song_block_importance, \
             table, template, v_wrapper; did you mean `table`",
        ),
        (sandbox.run(&["train", "hidden_web", "-o", "x.model", "--data", "rows.csv"]), 2, "not a corpus"),
    ] {
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{}", ran.err);
        assert!(ran.err.contains(reason), "{reason}: {}", ran.err);
        assert!(!sandbox.path("x.model").exists() && !sandbox.path("x.model.part").exists());
    }
    let list = sandbox.run(&["train", "--list"]);
    assert!(list.code == 0 && list.out.contains("hidden_web") && list.out.contains("boosted_trees"));
}

/// Twelve pages on four sites, each with a menu, a story of four parts and a footer.
pub(super) fn barns() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let page = |page: usize| {
        let site = page % 4;
        let part = |n: usize| {
            format!(
                "In story {page}, part {n}, the rye of field {n} was cut before the rain came down the valley."
            )
        };
        let gold: Vec<String> = (0..4).map(part).collect();
        let menu = format!("<li><a href=/>To all parts of site {site}</a>").repeat(6);
        // A sign right behind inline markup: writers set no blank between them.
        let story: String =
            gold.iter().map(|part| part.replacen("In", "<p><b>In", 1).replacen(',', "</b>,", 1)).collect();
        let html =
            format!("<nav><ul>{menu}</ul></nav><main>{story}</main><footer>Owner of site {site}</footer>");
        (format!("https://site{site}.example/{page}"), html, gold.join("\n"))
    };
    sandbox.write_corpus("barns", (0..12).map(page));
    sandbox
}

#[test]
fn tables_of_features_are_learned_from() {
    let sandbox = barns();
    let select = ["--select", "words,link_share", "-o"];
    for file in ["blocks.arff", "blocks.csv"] {
        let table = sandbox.run(&[&["features", "--data", "barns"], &select[..], &[file]].concat());
        assert_eq!(table.code, 0, "{}", table.err);
        let train = ["train", "table", "--data", file, "-p", "group=page", "-p", "folds=4", "-o", "x.model"];
        let ran = sandbox.run(&train);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("2 attributes\nNo features: page, node, xpath, tag\n"), "{}", ran.out);
        assert!(ran.out.contains("4 folds by page: ") && ran.out.contains("accuracy 1.0000"), "{}", ran.out);
    }
}

#[test]
fn what_is_kept_of_held_out_pages_is_a_run() {
    let sandbox = barns();
    let train = "train debulha --data barns -o barns.model -p folds=4 -p features=40 -p min_rows=2 -p l2=0.1";
    let train: Vec<&str> = train.split(' ').chain(["--held-out", "run.jsonl"]).collect();
    let trained = sandbox.run(&train);
    assert_eq!(trained.code, 0, "{}", trained.err);
    let run = sandbox.read("run.jsonl");
    let rows: Vec<Value> = run.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let pages: Vec<String> = rows.iter().map(|row| row["page"].as_str().unwrap().to_owned()).collect();
    assert_eq!(pages, (0..12).map(|page| format!("p{page:02}")).collect::<Vec<_>>(), "each page once");
    for (page, row) in rows.iter().enumerate() {
        assert_eq!((&row["set"], &row["system"]), (&"barns".into(), &"debulha (held out)".into()));
        let text = row["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("In story {page}, part 0")) && text.lines().count() == 4, "{text}");
    }
    let score = sandbox.run(&["score", "run.jsonl", "--data", "barns"]);
    assert_eq!(score.code, 0, "{}", score.err);
    let line = score.out.lines().find(|line| line.starts_with("debulha (held out)")).unwrap();
    assert!(line.contains("1.000  1.000  1.000"), "{}", score.out);

    let learned = sandbox.run(&["extract", "--model", "barns.model", "barns/pages/p00.html.gz"]);
    assert_eq!(learned.out.trim_end(), rows[0]["text"], "{}", learned.err);
    let both = sandbox.run(&["eval", "--data", "barns", "-e", "bte", "--model", "barns.model"]);
    assert_eq!(both.code, 0, "{}", both.err);
    let line = |name: &str| both.out.lines().find(|line| line.starts_with(name)).map(str::to_owned);
    assert!(
        line("debulha(model=barns) ").is_some_and(|line| line.contains("1.000  1.000  1.000")),
        "{}",
        both.out
    );
    assert!(line("bte ").is_some() && line("debulha ").is_none(), "{}", both.out);
}
