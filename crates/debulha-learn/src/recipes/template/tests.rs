#![allow(clippy::unwrap_used, clippy::format_collect)]

use super::*;
use crate::pages::{MemoryPages, PageInfo};
use debulha_core::{Page, PageOptions, Scratch};
use debulha_dom::{Limits, parse};
use debulha_systems::extractors::{self, template_isotonic::TemplateIsotonic};
use rayon::ThreadPoolBuilder;

/// A page with a menu and a footer that its site repeats, around a story of its own.
fn html(site: usize, page: usize) -> String {
    let entry = |number: usize| {
        format!("<li><a href=/{site}/{number}>Entry {number} of site {site} goes here</a></li>")
    };
    let menu: String = (0..6 + site % 3).map(entry).collect();
    let sentence = |number: usize| {
        format!("Sentence {number} of page {page} tells of rye, of oats, and of what grew in {site}. ")
    };
    let story: String =
        (0..4 + page % 5).map(|number| format!("<p>{}</p>", sentence(number).repeat(3))).collect();
    let links: String =
        (0..5).map(|number| format!("<a href=http://other{number}.org/>Partner {number}</a> ")).collect();
    format!(
        "<body><ul>{menu}</ul><div>{story}</div><div>{links}<p>All rights reserved by the owners of {site}.</p></div>"
    )
}

fn pages(sites: usize, pages: usize) -> MemoryPages {
    let mut all = MemoryPages::default();
    for site in 0..sites {
        for page in 0..pages {
            let url = Some(format!("http://site{site}.org/{page}"));
            let info = PageInfo {
                id: format!("{site}/{page}"),
                site: format!("site{site}"),
                url,
                ..PageInfo::default()
            };
            all.push(info, html(site, page));
        }
    }
    all
}

fn train_on(pages: &MemoryPages, params: &str) -> Result<Model, TrainError> {
    let mut map: ParamMap = serde_json::from_str(params).unwrap();
    map.entry("learner").or_insert("c45".into());
    train(Examples::Pages(pages), &Training::new(1, &map))
}

#[test]
fn a_model_of_unlabelled_sites_tells_the_template_of_another_site() {
    let model = train_on(&pages(6, 12), "{}").unwrap();
    let f1 = model.card.metrics["F1 of template, 5 folds by site, labels of site_level"];
    assert!(f1 > 0.95, "{:?}", model.card.metrics);
    let read = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
    assert_eq!(read, model);
    let extractor = extractors::load(&read, &ParamMap::new()).unwrap();
    let parsed = parse(&html(77, 3), &Limits::default());
    let page = Page::with_options(&parsed.document, Some("http://site77.org/3"), PageOptions::default());
    let text = extractor.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page);
    assert!(text.contains("Sentence 0 of page 3") && !text.contains("Entry"), "{text}");
}

#[test]
fn the_same_pages_give_the_same_model_on_any_number_of_threads() {
    let pages = pages(5, 11);
    let on = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| train_on(&pages, r#"{"max_rows": 150}"#).unwrap().to_bytes().unwrap())
    };
    assert_eq!(on(1), on(2));
}

#[test]
fn spec_05_small_sites_and_repeated_pages_have_no_labels() {
    let reason = |pages: &MemoryPages| train_on(pages, "{}").map(|_| ()).unwrap_err().to_string();
    assert!(reason(&pages(5, 9)).contains("no site has 10 different pages"));
    let mut same = MemoryPages::default();
    for _ in 0..20 {
        same.push(PageInfo { url: Some("http://a.org/".to_owned()), ..PageInfo::default() }, html(1, 1));
    }
    assert!(reason(&same).contains("no site"));
    let rendered = train_on(&pages(5, 10), r#"{"geometry": "rendered"}"#).unwrap_err().to_string();
    assert!(rendered.contains("places of whose elements are known"), "{rendered}");
}

#[test]
fn parameters_reach_the_model() {
    let model = train_on(&pages(5, 10), r#"{"bounds": "published", "c": 0.1, "folds": 0, "min_area": 1000}"#)
        .unwrap();
    let settings: IsotonicSettings = serde_json::from_value(model.settings.clone().into()).unwrap();
    assert_eq!(settings.bounds, [5182.0, 12_504.0, 42_663.0]);
    assert_eq!((settings.min_area, settings.c), (1000.0, 0.1));
    assert!(model.card.metrics.keys().all(|name| !name.contains("folds")));
    let system = TemplateIsotonic::with_model(&ParamMap::new(), &model).unwrap();
    assert_eq!(system.params.c, 0.1);
    let error = train_on(&pages(5, 10), r#"{"learner": "no_such"}"#).unwrap_err().to_string();
    assert!(error.starts_with("unknown learner `no_such`; use one of c45, boosted_trees, "), "{error}");
    assert!(train_on(&pages(5, 10), r#"{"learner_params": {"no_such": 1}}"#).is_err());
}

#[test]
fn bounds_are_the_means_of_the_sites_quartiles() {
    let site = |areas: &[f32]| SiteRows {
        pages: 1,
        rows: areas
            .iter()
            .map(|&area| rows::TemplateElement { area, values: [0.0; 7], is_template: false })
            .collect(),
    };
    let sites = [site(&[4.0, 1.0, 3.0, 2.0]), site(&[10.0, 30.0, 20.0, 40.0, 50.0, 60.0, 80.0, 70.0])];
    assert_eq!(mean_quartiles(&sites), [10.5, 21.0, 31.5]);
}
