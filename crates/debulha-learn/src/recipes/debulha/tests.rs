use super::*;
use crate::pages::{MemoryPages, PageInfo};
use debulha_core::Extractor as _;
use debulha_core::extractors::debulha::Debulha;
use debulha_core::{Labels, Outcome, Page};
use debulha_dom::{Limits, parse};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const SENTENCE: &str = "The thresher beats the sheaves of wheat until the grain falls from the ears, and the chaff is blown away.";

/// A page of articles as any of the made sites has it, and its gold text.
fn article(site: usize) -> (String, String) {
    let text: Vec<String> =
        (0..8).map(|number| format!("In year {number} of farm {site}: {SENTENCE}")).collect();
    let body: String = text.iter().flat_map(|text| ["<p>", text, "</p>"]).collect();
    let links = "<li><a href=/x>Other news of the day</a></li>".repeat(12);
    let html = format!(
        "<title>Farm {site}</title><nav class=menu><ul>{links}</ul></nav><div class=story>{body}</div>\
         <div class=related><ul>{links}</ul></div><footer>Imprint of farm {site}</footer>"
    );
    (html, text.join("\n"))
}

fn pages(sites: usize) -> MemoryPages {
    let mut pages = MemoryPages::default();
    for site in 0..sites {
        let (html, gold) = article(site);
        let info = PageInfo {
            id: format!("made/{site}"),
            data_set: if site.is_multiple_of(2) { "even" } else { "odd" }.to_owned(),
            site: format!("farm{site}.example"),
            gold: Some(gold),
            page_type: Some("article".to_owned()),
            ..PageInfo::default()
        };
        pages.push(info, html);
    }
    pages
}

/// The model of few trees, and the pages that were held out with what is kept of them.
fn trained(sites: usize, more: &serde_json::Value) -> Result<(Model, Vec<(String, usize)>), TrainError> {
    let mut params = json!({ "trees": 8, "learning_rate": 0.5, "min_rows": 5, "features": 30, "folds": 4 });
    let (Some(all), Some(more)) = (params.as_object_mut(), more.as_object()) else { unreachable!() };
    all.extend(more.clone());
    let params: ParamMap = all.clone().into_iter().collect();
    let held_out = Mutex::new(Vec::new());
    let training = Training {
        held_out: &|info: &PageInfo, page: &Page<'_>, labels: &Labels| {
            let words = labels.plain_text(page).split_whitespace().count();
            held_out.lock().expect("no panic").push((info.id.clone(), words));
        },
        ..Training::new(1, &params)
    };
    let model = train(Examples::Pages(&pages(sites)), &training)?;
    let mut held_out = held_out.into_inner().expect("no panic");
    held_out.sort();
    Ok((model, held_out))
}

fn metric(model: &Model, name: &str) -> Option<f64> {
    model.card.metrics.iter().find(|(key, _)| key.ends_with(name)).map(|(_, &value)| value)
}

#[test]
fn each_labelled_page_is_held_out_once_and_made_pages_are_told_apart() {
    let (model, held_out) = trained(12, &json!({ "truncated": 1.0, "script_only": 1.0 })).expect("a model");
    assert_eq!(held_out.len(), 12);
    assert!(held_out.windows(2).all(|two| two[0].0 != two[1].0));
    let all = metric(&model, ", all").expect("a figure");
    assert!(all > 0.9 && Some(all) == metric(&model, ", article"), "{all}");
    assert!(metric(&model, "augmented: truncated").is_some_and(|f1| f1 > 0.5));
    assert!(metric(&model, "augmented: script only").is_some());
    let (model, _) =
        trained(12, &json!({ "truncated_kinds": ["forum"], "script_only": 0.0 })).expect("a model");
    assert_eq!(
        (metric(&model, "augmented: truncated"), metric(&model, "augmented: script only")),
        (None, None)
    );
}

#[test]
fn data_sets_have_weights() {
    let bytes = |weights: serde_json::Value| {
        let (model, _) = trained(12, &json!({ "folds": 0, "data_weights": weights })).expect("a model");
        model.classifiers
    };
    assert_eq!(bytes(json!({})), bytes(json!({ "even": 1.0, "odd": 1.0 })));
    assert_ne!(bytes(json!({})), bytes(json!({ "even": 0.1 })));
    let refused = |weights: serde_json::Value| {
        trained(12, &json!({ "data_weights": weights })).expect_err("no such weights").to_string()
    };
    let unknown = refused(json!({ "prime": 2.0 }));
    assert!(unknown.contains(r#"no data set is named "prime"; there are even, odd"#), "{unknown}");
    let negative = refused(json!({ "odd": -1.0 }));
    assert!(negative.contains("odd: -1 is not in 0.001..=1000.0"), "{negative}");
}

#[test]
fn pages_are_held_out_together_whatever_is_made_of_them() {
    let parts = |truncated: f64| {
        let params = json!({ "trees": 2, "min_rows": 5, "features": 0, "folds": 3, "truncated": truncated, "script_only": 0.5 });
        let params: ParamMap = params.as_object().expect("parameters").clone().into_iter().collect();
        let (part, parts) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
        let training = Training {
            progress: &|step| {
                // A fold is judged when its trees are grown, and all folds grow as many.
                if step.what == "trees of the folds" && step.done > 0 {
                    part.store((step.done - 1) / (step.of / 3), Ordering::Relaxed);
                }
            },
            held_out: &|info: &PageInfo, _: &Page<'_>, _: &Labels| {
                let number = part.load(Ordering::Relaxed);
                parts.lock().expect("no panic").insert(info.id.clone(), number);
            },
            ..Training::new(1, &params)
        };
        train(Examples::Pages(&pages(9)), &training).expect("a model");
        parts.into_inner().expect("no panic")
    };
    let without = parts(0.0);
    assert_eq!(
        (0..3).map(|part| without.values().filter(|&&of| of == part).count()).collect::<Vec<_>>(),
        [3; 3]
    );
    assert_eq!(parts(0.5), without);
}

#[test]
fn the_cross_validation_decides_as_it_is_told_and_the_model_stays() {
    let of = |decision: serde_json::Value| trained(12, &json!({ "decision": decision }));
    let (usual, kept) = of(json!({})).expect("a model");
    let (strict, nothing) = of(json!({ "min_top_probability": 1.0 })).expect("a model");
    assert!(kept.iter().all(|&(_, words)| words > 0));
    assert!(nothing.iter().all(|&(_, words)| words == 0));
    assert_eq!((usual.settings, usual.classifiers), (strict.settings, strict.classifiers));
    let told = of(json!({ "least_beast": 1.0 })).map(|_| ()).expect_err("no such parameter");
    assert!(told.to_string().contains("least_beast"), "{told}");
}

#[test]
fn a_model_is_the_same_again_and_reads_a_page_of_another_site() {
    let of = || trained(12, &json!({ "folds": 0 })).expect("a model").0;
    let mut model = of();
    assert!(model.card.metrics.is_empty());
    assert_eq!(model.to_bytes().expect("bytes"), of().to_bytes().expect("bytes"));
    let (html, gold) = article(99);
    let doc = parse(&html, &Limits::default()).document;
    let page = Page::new(&doc);
    let system = Debulha::with_model(&ParamMap::default(), &model).expect("its own model");
    let Outcome::Labeled(labels) = system.extract(&page, &mut Scratch::default()) else {
        panic!("an answer")
    };
    assert_eq!(labels.plain_text(&page).split_whitespace().count(), gold.split_whitespace().count());
    model.settings.insert(MODELS.to_owned(), json!(0));
    let told = Debulha::with_model(&ParamMap::default(), &model).map(|_| ()).expect_err("no model at all");
    assert!(told.to_string().contains("0 models"), "{told}");
}

#[test]
fn features_are_chosen_or_left_out_and_own_ones_always_there() {
    let width = |more: serde_json::Value| {
        let (model, _) = trained(12, &more).expect("a model");
        let trained = model.classifier(ID, BLOCKS).expect("its classifier").clone();
        (trained.features.len(), trained.features.iter().any(|feature| feature.name.starts_with("page_")))
    };
    let own = evidence::FEATURES.len();
    assert_eq!(width(json!({ "folds": 0 })).0, 30 + own);
    let all = Selection::all(RowUnit::Block);
    let all = all.features().iter().filter(|feature| !feature.needs.query && !feature.needs.layout).count();
    let without = |names: &[&str]| width(json!({ "folds": 0, "features": 0, "without": names }));
    assert_eq!(without(&[]), (all + own, true));
    // A group of 14 elements with 21 statistics each, and features by the begin of their names.
    assert_eq!(without(&["block_containers"]), (all - 14 * 21 + own, true));
    let (some, has_page) = without(&["page_"]);
    assert!(some < all + own && !has_page);
    let told =
        trained(12, &json!({ "folds": 0, "without": ["pages_"] })).map(|_| ()).expect_err("no such features");
    assert!(told.to_string().contains("pages_"), "{told}");
}

#[test]
fn pages_without_gold_text_teach_nothing() {
    let training = ParamMap::default();
    let mut empty = MemoryPages::default();
    empty.push(PageInfo { id: "made/0".to_owned(), ..PageInfo::default() }, "<p>text");
    let told = train(Examples::Pages(&empty), &Training::new(1, &training));
    assert!(matches!(told, Err(TrainError::TooLittle(_))));
}
