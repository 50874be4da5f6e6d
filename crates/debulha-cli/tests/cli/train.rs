//! `debulha train`: tables to models, and what is said of what cannot be trained.

use super::common::Sandbox;
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
        (table(&["rows.csv", "-p", "learner=oracle"]), 2, "unknown learner `oracle`"),
        (table(&["rows.csv", "-p", "class=colour"]), 1, "colour"),
        (table(&["cut.csv"]), 1, "line 2"),
        (table(&["none.csv"]), 1, "none.csv"),
        (sandbox.run(&["train", "oracle", "-o", "x.model", "--data", "rows.csv"]), 2, "unknown model"),
        (
            sandbox.run(&["train", "hidden_web", "-o", "x.model", "--data", "rows.csv"]),
            2,
            "no labelled corpus",
        ),
    ] {
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{}", ran.err);
        assert!(ran.err.contains(reason), "{reason}: {}", ran.err);
        assert!(!sandbox.path("x.model").exists() && !sandbox.path("x.model.new").exists());
    }
    let list = sandbox.run(&["train", "--list"]);
    assert!(list.code == 0 && list.out.contains("hidden_web") && list.out.contains("boosted_trees"));
}
