#![allow(clippy::unwrap_used)]

use super::*;
use crate::features::vips::drawing::LaidOutPage;
use debulha_core::classify::Classifier;
use debulha_core::classify::decision_tree::{DecisionNode, DecisionTree, NodeTest};
use debulha_core::classify::model::{Card, FeatureRef};
use debulha_dom::{Limits, parse};

/// A title of ten letters, a text of thirty, an image, and a line in a frame.
const HTML: &str = "<body at='0 0 1000 500'><h1 at='0 0 500 30' font='24 700'>Rye is ins</h1>\
    <p text='0 100 1000 10; 0 110 500 10' font='8 400'>The rye was cut in 2026 again.</p>\
    <img at='0 200 100 50'><div at='0 400 1000 100' border=2 back='#000000' color='#ffffff'>\
    <p at='0 450 1000 10' font='8 400'>Imp</p></div>";

/// The features of the texts and images, in order from the top.
fn rows(html: &str) -> Vec<[f32; FEATURES]> {
    let drawing = LaidOutPage::of(html);
    let page = drawing.page();
    let tree = BurgetParams::default().areas(&page).unwrap();
    features(&page, &tree).into_iter().map(|(_, row)| row).collect()
}

fn of(row: &[f32; FEATURES], name: &str) -> f32 {
    row[NAMES.iter().position(|known| *known == name).unwrap()]
}

#[test]
fn spec_23_a_bold_heading_twice_as_large_as_the_mean() {
    // (10 · 24 + 30 · 8) / 40 = 12.
    let html = HTML.split("<img").next().unwrap();
    let heading = &rows(html)[0];
    assert!((of(heading, "font_size") - 2.0).abs() < 1e-6, "{heading:?}");
    assert!((of(heading, "bold") - 1.0).abs() < 1e-6);
    assert!((of(heading, "contrast") - 21.0).abs() < 1e-4, "black on white");
    assert!((of(heading, "background_luminance") - 1.0).abs() < 1e-6 && of(heading, "text_luminance") == 0.0);
}

#[test]
fn features_are_of_letters_places_and_colours() {
    let found = rows(HTML);
    let [title, text, image, imprint] = &found[..] else { panic!("{found:?}") };
    let near = |row, name, value: f32| {
        let found = of(row, name);
        assert!((found - value).abs() < 1e-5, "{name}: {found}, not {value}");
    };
    for (name, value) in [
        ("depth", 1.0),
        ("lines", 2.0),
        ("characters", 30.0),
        ("digits", 4.0 / 30.0),
        ("upper", 1.0 / 30.0),
        ("spaces", 6.0 / 30.0),
        ("lower", 18.0 / 30.0),
        ("bold", 0.0),
        ("italic", 0.0),
        ("coloured", 0.0),
        ("x", 0.0),
        ("y", 0.2),
        ("width", 1.0),
        ("height", 0.04),
        ("border", 0.0),
        ("image", 0.0),
        // The title; the image and the frame.
        ("above", 1.0),
        ("below", 2.0),
        ("left", 0.0),
        ("right", 0.0),
    ] {
        near(text, name, value);
    }
    near(title, "below", 3.0);
    near(imprint, "depth", 2.0);
    near(imprint, "above", 0.0);
    near(imprint, "coloured", 1.0);
    near(imprint, "text_luminance", 1.0);
    near(imprint, "background_luminance", 0.0);
    near(imprint, "contrast", 21.0);
    near(image, "image", 1.0);
    near(image, "characters", 0.0);
    assert!(
        of(image, "font_size").is_nan() && of(image, "contrast").is_nan(),
        "what it has none of is missing"
    );
}

/// A classifier that asks for the size of letters: up to the mean it is paragraph, above it `above`.
fn model(above: usize) -> Model {
    let pure = |class: usize| {
        let counts = (0..CLASSES.len()).map(|of| f64::from(u8::from(of == class))).collect();
        DecisionNode { counts, split: None }
    };
    let question = NodeTest::Number { feature: 0, threshold: 1.0 };
    let root = DecisionNode { counts: vec![1.0; CLASSES.len()], split: Some((question, 1)) };
    let feature = |&name: &&str| FeatureRef { name: name.to_owned(), version: VERSION };
    let trained = Trained {
        name: AREAS.to_owned(),
        features: NAMES.iter().map(feature).collect(),
        classes: CLASSES.map(str::to_owned).to_vec(),
        classifier: Classifier::DecisionTree(DecisionTree {
            nodes: vec![root, pure(PARAGRAPH), pure(above)],
        }),
        gains: Vec::new(),
    };
    let card = Card { system: ID.to_owned(), ..Card::default() };
    let settings = serde_json::from_str(r#"{"areas": {"max_gap": 0.5}}"#).unwrap();
    Model { card, settings, classifiers: vec![trained], ..Model::default() }
}

fn text(params: &str, above: usize) -> String {
    let extractor = Burget::with_model(&serde_json::from_str(params).unwrap(), &model(above)).unwrap();
    let drawing = LaidOutPage::of(HTML);
    let page = drawing.page();
    let outcome = extractor.extract(&page, &mut Scratch::default());
    assert!(outcome.labels().unwrap().is_valid(page.document()));
    outcome.labels().unwrap().plain_text(&page)
}

#[test]
fn titles_and_paragraphs_are_kept() {
    let all = "Rye is ins\nThe rye was cut in 2026 again.\nImp";
    let paragraphs = "The rye was cut in 2026 again.\nImp";
    assert_eq!(text("{}", TITLE), all);
    assert_eq!(text(r#"{"title": false}"#, TITLE), paragraphs);
    assert_eq!(text("{}", SUBTITLE), paragraphs);
    assert_eq!(text(r#"{"subtitles": true}"#, SUBTITLE), all);
    assert_eq!(text("{}", 0), paragraphs);
}

#[test]
fn areas_are_those_of_the_training() {
    let gap = |params: &str| {
        let params = serde_json::from_str(params).unwrap();
        Burget::with_model(&params, &model(TITLE)).unwrap().params.max_gap
    };
    assert_eq!((gap("{}"), gap(r#"{"max_gap": 2.0}"#)), (0.5, 2.0));
}

#[test]
fn why_tells_the_area_and_the_features() {
    let extractor = Burget::with_model(&ParamMap::new(), &model(TITLE)).unwrap();
    let drawing = LaidOutPage::of(HTML);
    let page = drawing.page();
    let reasons = extractor.why(&page, &mut Scratch::default(), page.text_nodes()[1]);
    assert_eq!(reasons[0].detail, "2 lines at x 0, y 100, 1000 × 20 pixels, in 1 areas");
    assert!(reasons[1].rule == "feature" && reasons[1].detail.starts_with("font_size 0."), "{reasons:?}");
    let last = reasons.last().unwrap();
    assert!(last.keeps && last.detail.ends_with("paragraph 1.000"), "{last:?}");
}

#[test]
fn without_a_record_or_a_model_it_abstains() {
    let reason = |extractor: &Burget, page: &Page<'_>| match extractor.extract(page, &mut Scratch::default())
    {
        Outcome::Abstained(reason) => reason.to_string(),
        Outcome::Labeled(labels) => panic!("{labels:?}"),
    };
    let drawing = LaidOutPage::of(HTML);
    assert_eq!(
        reason(&Burget::default(), &drawing.page()),
        "needs a model: `debulha train burget` makes one"
    );
    let learned = Burget::with_model(&ParamMap::new(), &model(TITLE)).unwrap();
    let doc = parse("<p>Rye", &Limits::default()).document;
    assert_eq!(reason(&learned, &Page::new(&doc)), "needs the page's layout: `debulha render`");
}

#[test]
fn other_models_are_refused() {
    let refused = |change: fn(&mut Model)| {
        let mut model = model(TITLE);
        change(&mut model);
        Burget::with_model(&ParamMap::new(), &model).unwrap_err().to_string()
    };
    assert!(refused(|model| model.card.system = "vips".to_owned()).contains("trained for `vips`"));
    assert!(refused(|model| model.classifiers[0].classes[1].clear()).contains("other classes"));
    assert!(refused(|model| model.classifiers[0].features[3].version = 9).contains("other features"));
    assert!(refused(|model| model.classifiers.clear()).contains("no classifier `areas`"));
}
