//! Several systems on one page: decided together, or shown side by side.

use crate::common::{STORY, Sandbox};
use serde_json::Value;
use std::collections::HashSet;

fn story() -> Sandbox {
    Sandbox::new(&[("story.html", STORY.as_bytes())])
}

fn words(text: &str) -> HashSet<&str> {
    text.split_whitespace().collect()
}

#[test]
fn union_vote_and_intersection_of_systems() {
    let sandbox = story();
    let extract = |args: &[&str]| {
        let ran = sandbox.run(&[&["extract", "story.html", "-e", "cetd,bte,dsc"], args].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        ran.out
    };
    let [union, vote, all] = ["union", "vote", "intersection"].map(|rule| extract(&["--combine", rule]));
    assert!(union.len() > vote.len() && vote.len() > all.len());
    assert!(words(&union).is_superset(&words(&vote)) && words(&vote).is_superset(&words(&all)));
    assert_eq!(vote, extract(&[]), "a vote unless told otherwise");
    assert_eq!(union, extract(&["--threshold", "0"]));
    assert_eq!(all, extract(&["--threshold", "0.9"]));
    let bte = sandbox.run(&["extract", "story.html", "-e", "bte"]).out;
    assert!(words(&union).is_superset(&words(&bte)) && words(&bte).is_superset(&words(&all)));
}

#[test]
fn agreement_is_in_json_where_several_systems_decide() {
    let sandbox = story();
    let json = |systems: &str| -> Value {
        serde_json::from_str(&sandbox.run(&["extract", "story.html", "--json", "-e", systems]).out).unwrap()
    };
    let several = json("cetd,cetr,bte,nce:recall");
    assert_eq!(several["extractor"], "vote(cetd,cetr,bte,nce(min_separator=1200,comments=off))");
    assert!((0.5..1.0).contains(&several["agreement"].as_f64().unwrap()));
    for block in several["blocks"].as_array().unwrap() {
        assert_eq!(block["agreement"], block["score"]);
        assert!((0.75..=1.0).contains(&block["agreement"].as_f64().unwrap()), "{block}");
    }
    let one = json("cetd");
    assert!(one.get("agreement").is_none() && one["blocks"][0].get("agreement").is_none());
    let lines = sandbox.run(&["extract", "story.html", "-e", "cetd,bte", "-o", "out.jsonl"]);
    assert_eq!(lines.code, 0, "{}", lines.err);
    let row: Value = serde_json::from_str(&sandbox.read("out.jsonl")).unwrap();
    assert!(row["agreement"].as_f64().unwrap() > 0.9 && row["text"].is_string());
}

#[test]
fn runs_and_reasons_take_several_systems() {
    let sandbox = story();
    sandbox.write("pages.list", sandbox.path("story.html").to_str().unwrap().as_bytes());
    let run = sandbox.run(&["run", "pages.list", "-e", "all", "--combine", "union"]);
    let row: Value = serde_json::from_str(&run.out).unwrap();
    let text = sandbox.run(&["extract", "story.html", "-e", "all-page-level", "--combine", "union"]).out;
    assert_eq!(row["text"], text.trim_end());
    let why = sandbox.run(&["why", "story.html", "There is no flame", "-e", "cetd,bte,dsc"]);
    assert!(why.out.starts_with("kept by vote(cetd,bte,dsc)  "), "{}", why.out);
    assert!(why.out.contains("of 3 systems keep some of it, at least 2 must"), "{}", why.out);
}

#[test]
fn systems_side_by_side() {
    let sandbox = story();
    let ran = sandbox.run(&["compare", "story.html", "-e", "dsc,cetd,cetr", "-p", "cetr.k=4"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("story.html: 64 text blocks, "), "{}", ran.out);
    assert!(ran.out.contains("  3  cetr(k=4) ") && ran.out.contains("Token F1"), "{}", ran.out);
    assert!(!ran.out.contains('\x1b'), "no colour off the terminal");
    assert_eq!(
        sandbox.pipe(&["compare", "-", "-e", "dsc,cetd,cetr", "-p", "cetr.k=4"], STORY.as_bytes()).code,
        0
    );

    let all = sandbox.run(&["compare", "story.html", "--format", "json", "--html", "all.html"]);
    let json: Value = serde_json::from_str(&all.out).unwrap();
    let systems = json["systems"].as_array().unwrap();
    assert!(systems.len() > 5 && json["f1"].as_array().unwrap().len() == systems.len());
    for (index, system) in systems.iter().enumerate() {
        let kept =
            json["blocks"].as_array().unwrap().iter().map(|block| block["kept"][index].as_u64().unwrap());
        assert_eq!(kept.sum::<u64>(), system["words"], "{system}");
    }
    let html = sandbox.read("all.html");
    assert!(html.starts_with("<!doctype html>") && html.contains("<h1>story.html</h1>"));
}

#[test]
fn a_gold_text_scores_the_systems() {
    let sandbox = story();
    let text = sandbox.run(&["extract", "story.html", "-e", "cetd"]).out;
    sandbox.write("gold.txt", text.as_bytes());
    let ran = sandbox.run(&[
        "compare",
        "story.html",
        "-e",
        "cetd,all_text",
        "--gold",
        "gold.txt",
        "--format",
        "json",
    ]);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert!(json["systems"][0]["gold"]["f1"].as_f64().unwrap() > 0.99);
    assert!(json["systems"][1]["gold"]["precision"].as_f64().unwrap() < 0.95);
}

#[test]
fn senseless_comparisons_are_usage_errors() {
    let sandbox = story();
    for (args, code, reason) in [
        (&["compare", "story.html", "-e", "cetd,bte", "-p", "threshold=1"][..], 2, "such as --param "),
        (&["compare", "story.html", "-e", "cetd,cetd"], 2, "named twice"),
        (&["compare", "story.html", "-e", "ctd"], 2, "did you mean `cetd`"),
        (&["compare", "story.html", "--charset", "klingon"], 2, "unknown charset"),
        (&["compare", "gone.html"], 1, "gone.html: "),
        (&["compare", "story.html", "--gold", "gone.txt"], 1, "cannot read gone.txt"),
        (
            &["extract", "story.html", "-e", "cetd,bte", "--threshold", "1"],
            2,
            "use a number from 0.0 to below 1.0",
        ),
        (
            &["extract", "story.html", "-e", "cetd,bte", "--combine", "all"],
            2,
            "possible values: union, intersection, vote",
        ),
        (&["extract", "story.html", "-e", "cetd,bte", "-p", "k=1"], 2, "there are 2 systems; name one"),
    ] {
        let ran = sandbox.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(reason), "{args:?}: {}", ran.err);
    }
}
