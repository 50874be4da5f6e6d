#![allow(clippy::unwrap_used)]

use super::*;
use debulha_core::classify::Classifier;
use debulha_core::classify::decision_tree::{DecisionNode, DecisionTree, NodeTest};
use debulha_core::classify::model::{Card, FeatureRef};
use debulha_core::layout::{Layout, Rectangle};
use debulha_core::page::{Evidence, PageOptions};
use debulha_dom::{Limits, names, parse};

/// A classifier that asks for one feature: rows of up to `threshold` are of the first class, others of the last.
fn stump(name: &str, feature: &str, threshold: f64, classes: &[&str]) -> Trained {
    let pure = |class: usize| {
        let counts = (0..classes.len()).map(|of| f64::from(u8::from(of == class))).collect();
        DecisionNode { counts, split: None }
    };
    let last = classes.len() - 1;
    let root = DecisionNode {
        counts: vec![1.0; classes.len()],
        split: Some((NodeTest::Number { feature: 0, threshold }, 1)),
    };
    Trained {
        name: name.to_owned(),
        features: vec![FeatureRef { name: feature.to_owned(), version: VERSION }],
        classes: classes.iter().map(|&class| class.to_owned()).collect(),
        classifier: Classifier::DecisionTree(DecisionTree { nodes: vec![root, pure(0), pure(last)] }),
        gains: Vec::new(),
    }
}

/// Positive are inner blocks at least 500 pixels wide; title is what is as much as 40 pixels below the top of the area.
fn model() -> Model {
    let card = Card { system: ID.to_owned(), ..Card::default() };
    let classifiers = vec![
        stump(INNER, "width", 499.0, &INNER_CLASSES),
        stump(&leaf_against_rest("other"), "height", 99.0, &["rest", "other"]),
        stump(&leaf_against_rest("content"), "relative_top", 39.0, &["rest", "content"]),
        stump(&leaf_against_rest("title"), "relative_top", -1.0, &["rest", "title"]),
    ];
    Model { card, classifiers, ..Model::default() }
}

const HTML: &str =
    "<nav><a href=1>Home</a></nav><main><h1>Title</h1><p>Rye is <b>in</b></p><p>Oats.</p></main>";

fn place(name: &str, before: usize) -> Option<Rectangle> {
    let [x, y, width, height] = match name {
        "body" => [0.0, 0.0, 1000.0, 500.0],
        "nav" => [0.0, 0.0, 200.0, 300.0],
        "a" => [0.0, 0.0, 50.0, 20.0],
        "main" => [200.0, 100.0, 800.0, 200.0],
        "h1" => [200.0, 100.0, 800.0, 30.0],
        "p" => [200.0, 140.0 + 40.0 * before as f32, 800.0, 40.0],
        "b" => [300.0, 140.0, 20.0, 20.0],
        _ => return None,
    };
    Some(Rectangle { x, y, width, height })
}

fn with_page(work: impl FnOnce(&Page<'_>)) {
    let doc = parse(HTML, &Limits::default()).document;
    let mut paragraphs = 0;
    let layout = Layout::of(&doc, |node| {
        let name = if doc.is_element(node) { doc.name_str(doc.name(node)) } else { "" };
        let at = place(name, paragraphs);
        paragraphs += usize::from(doc.name(node) == names::P);
        at
    });
    let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
    work(&Page::with(&doc, evidence, PageOptions::default()));
}

fn text(params: &str, model: &Model) -> String {
    let extractor = VWrapper::with_model(&serde_json::from_str(params).unwrap(), model).unwrap();
    let mut text = String::new();
    with_page(|page| {
        let outcome = extractor.extract(page, &mut Scratch::default());
        assert!(outcome.labels().unwrap().is_valid(page.document()));
        text = outcome.labels().unwrap().plain_text(page);
    });
    text
}

#[test]
fn spec_06_the_way_down_goes_on_while_a_child_is_positive() {
    // Into main and into its first paragraph, which is inner for its `b` and as positive as any.
    assert_eq!(text(r#"{"area": "highest_score"}"#, &model()), "Rye is in");
    // Around main and that paragraph it is main.
    assert_eq!(text("{}", &model()), "Title\nRye is in\nOats.");
    assert_eq!(text(r#"{"threshold": 1.0}"#, &model()), "Title\nRye is in\nOats.");
}

#[test]
fn titles_are_kept_where_told() {
    let mut model = model();
    model.classifiers.truncate(1);
    // Leaves up to 39 pixels high, as heading and `b`, are other, and higher ones titles.
    model.classifiers.push(stump(LEAF, "height", 39.0, &LEAF_CLASSES));
    assert_eq!(text("{}", &model), "Rye is\nOats.");
    assert_eq!(text(r#"{"title": false}"#, &model), "");
}

#[test]
fn why_tells_the_way_and_the_features() {
    let extractor = VWrapper::with_model(&ParamMap::new(), &model()).unwrap();
    with_page(|page| {
        let why = |text: usize| extractor.why(page, &mut Scratch::default(), page.text_nodes()[text]);
        let menu = why(0);
        assert!(!menu.last().unwrap().keeps);
        assert_eq!(menu.last().unwrap().detail, "outside the news area");
        let rye = why(2);
        assert_eq!(rye[0].detail, "probability of title or text below 1.000");
        assert!(rye.iter().any(|reason| reason.rule == "feature"), "{rye:?}");
        assert_eq!(rye.last().unwrap().rule, "leaf");
    });
}

#[test]
fn without_a_record_or_a_model_it_abstains() {
    let doc = parse(HTML, &Limits::default()).document;
    let reason =
        |extractor: &VWrapper, page: &Page<'_>| match extractor.extract(page, &mut Scratch::default()) {
            Outcome::Abstained(reason) => reason.to_string(),
            Outcome::Labeled(labels) => panic!("{labels:?}"),
        };
    let learned = VWrapper::with_model(&ParamMap::new(), &model()).unwrap();
    assert_eq!(reason(&learned, &Page::new(&doc)), "needs the page's layout: `debulha render`");
    with_page(|page| {
        assert_eq!(reason(&VWrapper::default(), page), "needs a model: `debulha train v_wrapper` makes one");
    });
}

#[test]
fn other_models_are_refused() {
    let refused = |change: fn(&mut Model)| {
        let mut model = model();
        change(&mut model);
        VWrapper::with_model(&ParamMap::new(), &model).unwrap_err().to_string()
    };
    assert!(refused(|model| model.card.system = "burget".to_owned()).contains("trained for `burget`"));
    assert!(refused(|model| model.classifiers[0].classes[1].clear()).contains("classes of `inner`"));
    assert!(refused(|model| model.classifiers[0].features[0].version = 9).contains("version 9"));
    assert!(refused(|model| model.classifiers.truncate(2)).contains("no classifier `leaf_content`"));
}
