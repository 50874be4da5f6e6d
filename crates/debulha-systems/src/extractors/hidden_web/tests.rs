use super::*;
use debulha_core::classify::decision_tree::DecisionNode;
use debulha_core::classify::model::{Card, FeatureRef};
use debulha_dom::{Limits, parse};
use serde_json::json;

const PAGE: &str = "<body><ul><li><a href=/>Home</a><li><a href=/help>Help</a></ul><table><tr><td>Dark chocolate<td>2.50\
    <tr><td>Milk <b>chocolate</b><td>2.00</table>";

const SWEETS: &str = r#"{"sites":["sweets"]}"#;

/// Content is what has a word of the query in it, or below it but not far.
fn model(version: u16) -> Model {
    let leaf = |counts: [f64; 2]| DecisionNode { counts: counts.to_vec(), split: None };
    let question = NodeTest::Number { feature: 0, threshold: 0.5 };
    let root = DecisionNode { counts: vec![12.0, 4.0], split: Some((question, 1)) };
    let tree = DecisionTree { nodes: vec![root, leaf([11.0, 1.0]), leaf([1.0, 3.0])] };
    let names = ["query_score", "distance"];
    let features = names.map(|name| FeatureRef { name: name.to_owned(), version });
    let of = |site: &str| Trained {
        name: site.to_owned(),
        features: features.to_vec(),
        classes: vec![NOISE.to_owned(), CONTENT.to_owned()],
        classifier: Classifier::DecisionTree(tree.clone()),
        gains: Vec::new(),
    };
    let site = |name: &str, query: &str| HiddenWebSite {
        name: name.to_owned(),
        hosts: vec![format!("{name}.example")],
        query: vec![query.to_owned()],
    };
    let sites = [site("sweets", "dark"), site("teas", "green")];
    Model {
        card: Card { system: ID.to_owned(), ..Card::default() },
        settings: [(SITES.to_owned(), json!(sites))].into_iter().collect(),
        classifiers: vec![of("sweets"), of("teas")],
        ..Model::default()
    }
}

fn system(params: &str) -> HiddenWeb {
    HiddenWeb::with_model(serde_json::from_str(params).unwrap(), &model(1)).unwrap()
}

/// What is kept, or why there is no answer.
fn outcome(system: &HiddenWeb, url: Option<&str>, terms: &[&str]) -> String {
    let doc = parse(PAGE, &Limits::default()).document;
    let terms: QueryTerms = terms.iter().copied().collect();
    let page = Page::new(&doc).seen_with(Evidence { url, query: Some(&terms), ..Evidence::default() });
    match system.extract(&page, &mut Scratch::default()) {
        Outcome::Labeled(labels) => labels.plain_text(&page).replace('\n', "|"),
        Outcome::Abstained(reason) => reason.to_string(),
    }
}

#[test]
fn direct_text_of_content_is_kept() {
    let system = system(SWEETS);
    assert_eq!(outcome(&system, None, &["chocolate"]), "Dark chocolate|chocolate");
    let parted = system_with_threshold(0.8);
    assert_eq!(outcome(&parted, None, &["chocolate"]), "");
}

fn system_with_threshold(threshold: f64) -> HiddenWeb {
    system(&json!({ "sites": ["sweets"], "threshold": threshold }).to_string())
}

#[test]
fn terms_of_the_model_stand_in() {
    assert_eq!(outcome(&system(SWEETS), None, &[]), "Dark chocolate");
    let both = system(r#"{"sites":["sweets"],"query":"page_and_site"}"#);
    assert_eq!(outcome(&both, None, &["milk"]), "Dark chocolate|Milk");
}

#[test]
fn the_host_chooses_the_site() {
    let system = system("{}");
    assert_eq!(outcome(&system, Some("http://SWEETS.example/s?q=1"), &[]), "Dark chocolate");
    assert_eq!(outcome(&system, Some("http://teas.example/"), &[]), "");
    assert_eq!(
        outcome(&system, Some("http://inns.example/"), &[]),
        "no page of the site `inns.example` was learned"
    );
    assert!(outcome(&system, None, &[]).starts_with("needs the page's address"));
}

#[test]
fn without_model_or_terms_there_is_no_answer() {
    let reason = outcome(&HiddenWeb::default(), None, &["chocolate"]);
    assert_eq!(reason, "needs a model: `debulha train hidden_web` makes one");
    let mut silent = model(1);
    silent.settings[SITES][0]["query"] = json!([]);
    let params = HiddenWebParams { sites: vec!["sweets".to_owned()], ..HiddenWebParams::default() };
    let silent = HiddenWeb::with_model(params, &silent).unwrap();
    assert_eq!(outcome(&silent, None, &[]), "needs terms of the query that led to the page");
}

#[test]
fn models_that_do_not_fit_are_refused() {
    let refused = |model: &Model, params: HiddenWebParams| {
        HiddenWeb::with_model(params, model).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let default = HiddenWebParams::default;
    assert!(refused(&model(2), default()).contains("has version 1, but version 2"));
    let mut other = model(1);
    other.classifiers[1].features[0].name = "query".to_owned();
    assert!(refused(&other, default()).contains("unknown feature `query`"));
    let mut other = model(1);
    other.classifiers[0].classes[1] = "text".to_owned();
    assert!(refused(&other, default()).contains("no class `content`"));
    let mut other = model(1);
    other.classifiers.pop();
    assert!(refused(&other, default()).contains("no classifier `teas`"));
    let mut other = model(1);
    other.settings.clear();
    assert!(refused(&other, default()).contains("sites"));
    let mut other = model(1);
    other.card.system = "adeater".to_owned();
    assert!(refused(&other, default()).contains("trained for `adeater`"));
    let params = HiddenWebParams { sites: vec!["inns".to_owned()], ..default() };
    assert!(refused(&model(1), params).contains("no site `inns`"));
}

#[test]
fn why_shows_values_tests_counts_and_contributions() {
    let doc = parse(PAGE, &Limits::default()).document;
    let terms: QueryTerms = ["chocolate"].into_iter().collect();
    let page = Page::new(&doc).seen_with(Evidence { query: Some(&terms), ..Evidence::default() });
    let system = system(SWEETS);
    let why = |text: &str| -> Vec<(bool, String)> {
        let node = doc.nodes().find(|&node| doc.text(node).trim() == text).unwrap();
        let reasons = system.why(&page, &mut Scratch::default(), node);
        reasons
            .into_iter()
            .map(|reason| (reason.keeps, format!("{}: {}", reason.rule, reason.detail)))
            .collect()
    };
    let expected = [
        "site: `sweets`, 1 terms of the query",
        "features: query_score 1, distance 3",
        "tree: query_score 1 > 0.5",
        "tree: training rows: noise 1, content 3",
        "contributions: query_score +0.5000, distance +0.0000",
        "probability: probability 0.7500 of content is above 0.5",
    ];
    assert_eq!(why("Dark chocolate"), expected.map(|line| (true, line.to_owned())));
    let dropped = why("Home");
    assert!(dropped.iter().all(|(keeps, _)| !keeps), "{dropped:?}");
    assert_eq!(dropped[2].1, "tree: query_score 0 <= 0.5");
}
