//! What the command says of models.

use crate::common::Sandbox;
use debulha_core::classify::Classifier;
use debulha_core::classify::linear::{Linear, Weight};
use debulha_core::classify::model::Model;
use debulha_core::classify::model::{Card, DataSet, FeatureRef, Trained};
use debulha_learn::{Table, learner, read};
use serde_json::{Value, json};

const NAMES: &str = "no, yes. words: continuous. links: continuous. noise: continuous.";

/// Blocks with many words are content, unless they have many links; every tenth has no number of links.
fn rows() -> String {
    let row = |index: u32| {
        let (words, links, noise) = (index * 7 % 40, index * 3 % 11, index * 5 % 13);
        let class = if words > 12 && links < 6 { "yes" } else { "no" };
        let links = if index % 10 == 9 { "?".to_owned() } else { links.to_string() };
        format!("{words},{links},{noise},{class}\n")
    };
    (0..400).map(row).collect::<Vec<_>>().concat()
}

fn trained(learner: &str, name: &str, table: &Table) -> Trained {
    let learner = learner::find(learner).unwrap();
    let learned = (learner.train)(table, &table.all_rows(), &debulha_core::ParamMap::new(), 1).unwrap();
    learned.named(name, table, |_| 3)
}

fn linear() -> Trained {
    let weight = |weight| Weight { mean: 1.0, deviation: 2.0, weight };
    let weights = [0.5, -2.0].map(weight).to_vec();
    let feature = |name: &str| FeatureRef { name: name.to_owned(), version: 1 };
    Trained {
        name: "plane".to_owned(),
        features: ["light", "heavy"].map(feature).to_vec(),
        classes: vec!["no".to_owned(), "yes".to_owned()],
        classifier: Classifier::Linear(Linear { weights, bias: 0.25, slope: 1.0, offset: 0.0 }),
        gains: Vec::new(),
    }
}

/// Boosted trees, a tree of C4.5 and a weighted sum in one file, and the table.
fn sandbox() -> Sandbox {
    let rows = rows();
    let table = read(NAMES, &rows).unwrap();
    let card = Card {
        system: "made_up".to_owned(),
        about: "which blocks are content".to_owned(),
        data: vec![DataSet { name: "blocks".to_owned(), examples: 400, ..DataSet::default() }],
        licence: "MIT".to_owned(),
        seed: 1,
        metrics: [("accuracy, 10 folds by site".to_owned(), 0.9876)].into(),
        ..Card::default()
    };
    let model = Model {
        card,
        settings: [("cut".to_owned(), json!(0.5)), ("terms".to_owned(), json!("x".repeat(500)))]
            .into_iter()
            .collect(),
        classifiers: vec![
            trained("boosted_trees", "blocks", &table),
            trained("c45", "tree", &table),
            linear(),
        ],
        ..Model::default()
    };
    let bytes = model.to_bytes().unwrap();
    Sandbox::new(&[("m.model", &bytes), ("t.data", rows.as_bytes()), ("t.names", NAMES.as_bytes())])
}

#[test]
fn a_model_tells_of_its_card_settings_and_classifiers() {
    let ran = sandbox().run(&["explain", "--model", "m.model"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for line in [
        "# Model of `made_up`",
        "- about: which blocks are content",
        "- data: blocks, 400 examples; licence: not stated; digest: not stated",
        "- licence: MIT",
        "- measured: accuracy, 10 folds by site: 0.9876",
        "- date: not stated",
        "- `cut` = 0.5",
        "## Classifier `blocks`",
        "- kind: boosted trees",
        "- classes: no, yes",
        "tree 1 of 100: added to the log-odds (weight of training rows)",
        "## Classifier `tree`",
        "|   words <= 12: no (70.44)",
        "|   words > 12: yes (147.33/7.08)",
        "## Classifier `plane`",
        "bias +0.2500",
    ] {
        assert!(ran.out.lines().any(|found| found.starts_with(line)), "{line}\n{}", ran.out);
    }
    assert!(ran.out.contains("… (502 bytes)"), "long settings are cut: {}", ran.out);
    let at = |text: &str| ran.out.find(text).unwrap();
    assert!(at("heavy") < at("light"), "the heaviest weight comes first");
    let gains: Vec<&str> = ran.out.lines().skip_while(|line| !line.starts_with("feature ")).collect();
    assert!(gains[0].ends_with("gain  share"), "{}", ran.out);
    assert!(gains[1].starts_with("links ") && gains[3].starts_with("noise "), "{}", ran.out);
    assert!(
        gains[1].contains("       3  ") && gains[1].ends_with('%'),
        "the version and the share: {}",
        gains[1]
    );
}

#[test]
fn any_of_the_boosted_trees_is_printed() {
    let sandbox = sandbox();
    let tree = |number: &str| {
        sandbox.run(&["explain", "--model", "m.model", "--classifier", "blocks", "--tree", number])
    };
    let (first, last) = (tree("1"), tree("100"));
    assert!(last.out.contains("\ntree 100 of 100") && first.out != last.out);
    assert!(first.out.contains("\nlinks > 5.5: -0.1587 (164)\n"), "{}", first.out);
    assert!(first.out.contains("\nlinks <= 5.5 or missing\n"), "{}", first.out);
    assert!(!first.out.contains("## Classifier `tree`"));
    for number in ["0", "101"] {
        let ran = tree(number);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("use 1 to 100"), "{}", ran.err);
    }
}

#[test]
fn rules_that_were_trained_are_printed() {
    let sandbox = sandbox();
    let ran = sandbox.run(&["train", "adeater", "--data", "t.data", "-o", "a.model", "--date", "2026-11-20"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let out = sandbox.run(&["explain", "--model", "a.model"]).out;
    assert!(out.contains("- kind: rules") && out.contains("- date: 2026-11-20"), "{out}");
    assert!(out.contains("- command: debulha train adeater --seed 1 --data t.data"), "{out}");
    assert!(out.contains("\nif words > ") && out.contains("\ndefault "), "{out}");
    assert!(out.contains("licence: not stated; digest: "), "{out}");
}

#[test]
fn features_are_measured_by_permutation() {
    let sandbox = sandbox();
    let args = ["explain", "--model", "m.model", "--classifier", "tree", "--permutation", "t.data"];
    let ran = sandbox.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("accuracy lost  log-loss added") && ran.out.contains("- on the table: accuracy "),
        "{}",
        ran.out
    );
    assert_eq!(sandbox.run(&args).out, ran.out);
    let json: Value = serde_json::from_str(&sandbox.run(&[&args[..], &["--json"]].concat()).out).unwrap();
    let lost =
        |feature: usize| json["classifiers"][0]["features"][feature]["accuracy_lost"].as_f64().unwrap();
    assert!(lost(0) > 0.1 && lost(1) > 0.1 && lost(2) < 0.05, "{json:#}");
    let other = sandbox.run(&["explain", "--model", "m.model", "--permutation", "t.data"]);
    assert_eq!(other.code, 1);
    assert!(other.err.contains("classifier `plane`: the table has no column `light`"), "{}", other.err);
}

#[test]
fn a_model_as_json_and_as_a_chart() {
    let sandbox = sandbox();
    let ran = sandbox.run(&[
        "explain",
        "--model",
        "m.model",
        "--json",
        "--classifier",
        "blocks",
        "--svg",
        "gain.svg",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["card"]["system"], "made_up");
    assert_eq!(json["settings"]["cut"], 0.5);
    let classifier = &json["classifiers"][0];
    assert_eq!(
        (&classifier["kind"], &classifier["features"][1]["name"]),
        (&json!("boosted trees"), &json!("links"))
    );
    assert!(classifier["features"][0]["gain"].as_f64().unwrap() > 0.0);
    assert!(classifier["classifier"]["BoostedTrees"]["splits"].is_array());
    let svg = sandbox.read("gain.svg");
    assert!(
        svg.starts_with("<svg") && svg.contains(">words</text>") && svg.contains("gain in training"),
        "{svg}"
    );
    let ran = sandbox.run(&["explain", "--model", "m.model", "--svg", "gain.svg"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("choose one with --classifier"), "{}", ran.err);
}

#[test]
fn what_is_no_model_is_named_with_the_reason() {
    let sandbox = sandbox();
    let bytes = std::fs::read(sandbox.path("m.model")).unwrap();
    let mut newer = bytes.clone();
    newer[8] = 9;
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    for (name, bytes) in [
        ("cut", &bytes[..bytes.len() / 2]),
        ("head", &bytes[..10]),
        ("empty", b""),
        ("foreign", b"%PDF-1.7"),
        ("newer", &newer),
        ("changed", &changed),
    ] {
        sandbox.write(name, bytes);
    }
    for (file, reason) in [
        ("cut", "is truncated"),
        ("head", "is truncated"),
        ("empty", "not a model file"),
        ("foreign", "not a model file"),
        ("newer", "format 9"),
        ("changed", "damaged"),
        ("missing", "o such file"),
    ] {
        let ran = sandbox.run(&["explain", "--model", file]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{file}");
        assert!(
            ran.err.starts_with(&format!("debulha: {file}: ")) && ran.err.contains(reason),
            "{}",
            ran.err
        );
    }
    for (args, reason) in [
        (&["explain"][..], "required"),
        (&["explain", "bte", "--model", "m.model"], "cannot be used with"),
        (&["explain", "bte", "--svg", "x.svg"], "--svg needs a model; add --model FILE"),
        (
            &["explain", "--model", "m.model", "--classifier", "nodes"],
            "no classifier `nodes`; the model has blocks, tree, plane",
        ),
    ] {
        let ran = sandbox.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
}
