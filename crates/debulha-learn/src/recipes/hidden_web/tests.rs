use super::*;
use crate::c45::{GrownTree, NodeSplit as Test};
use crate::pages::{MemoryPages, PageInfo};
use crate::table::{Attribute, AttributeKind, Table};
use debulha_core::classify::model::Model;
use debulha_core::{Outcome, Page, PageOptions, Scratch};
use debulha_dom::{Limits, parse};
use debulha_systems::extractors;
use serde_json::json;
use std::fmt::Write;

const TOWNS: [&str; 8] = ["Olinda", "Bagé", "Natal", "Sobral", "Canela", "Manaus", "Belém", "Recife"];

/// A made-up answer page: a menu, the form, some rows, a notice.
fn answer(item: &str, rows: usize) -> (String, String) {
    let (mut cells, mut gold) = (String::new(), String::new());
    for (row, town) in TOWNS.iter().cycle().take(rows).enumerate() {
        let (name, price) = (format!("{item} of {town}"), format!("{row}.{}0", rows % 7));
        write!(cells, "<tr><td>{name}</td><td>{price}</td></tr>").unwrap();
        writeln!(gold, "{name}\n{price}").unwrap();
    }
    let html = format!(
        "<html><body><ul><li><a href=/>Home</a></li><li><a href=/all>All sweets</a></li></ul><form><input name=item \
         value='{item}'></form><div><div><table>{cells}</table></div></div><p>Prices without postage</p></body></html>"
    );
    (html, gold)
}

fn url(site: &str, item: &str) -> String {
    format!("http://{site}.example/s?item={item}&max=9")
}

fn pages(sites: &[&str], with_urls: bool) -> MemoryPages {
    let mut pages = MemoryPages::default();
    for site in sites {
        for (number, item) in
            ["chocolate", "toffee", "fudge", "nougat", "marzipan", "jelly"].iter().enumerate()
        {
            let (html, gold) = answer(item, 3 + number);
            let info = PageInfo {
                id: format!("{site}-{number}"),
                site: (*site).to_owned(),
                url: with_urls.then(|| url(site, item)),
                gold: Some(gold),
                ..PageInfo::default()
            };
            pages.push(info, html);
        }
    }
    pages
}

fn trained(pages: &MemoryPages, params: &serde_json::Value) -> Result<Model, TrainError> {
    let params = params.as_object().cloned().unwrap_or_default();
    (RECIPE.train)(Examples::Pages(pages), &Training::new(1, &params))
}

fn extract(model: &Model, html: &str, url: &str) -> String {
    let system = extractors::load(model, &ParamMap::new()).unwrap();
    let parsed = parse(html, &Limits::default());
    let page = Page::with_options(&parsed.document, Some(url), PageOptions::default());
    match system.extract(&page, &mut Scratch::default()) {
        Outcome::Labeled(labels) => labels.plain_text(&page),
        Outcome::Abstained(reason) => reason.to_string(),
    }
}

#[test]
fn rows_of_an_unseen_page_are_kept_and_menus_dropped() {
    let model = trained(&pages(&["sweets"], true), &json!({})).unwrap();
    let read = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
    let (html, gold) = answer("liquorice", 5);
    assert_eq!(extract(&read, &html, &url("sweets", "liquorice")), gold.trim_end());
    assert_eq!(model.settings[SITES][0]["hosts"], json!(["sweets.example"]));
    let terms = model.settings[SITES][0]["query"].as_array().unwrap().len();
    assert_eq!(terms, 2 + 6 + 1, "names, values, 9");
    assert!(model.card.metrics["content F1, by page"] > 0.99, "{:?}", model.card.metrics);
    assert!(model.card.metrics["weighted recall of calling all noise, by row"] < 0.7);
}

#[test]
fn each_site_has_its_classifier_or_all_have_one() {
    let two = pages(&["sweets", "teas"], true);
    let each = trained(&two, &json!({})).unwrap();
    let names: Vec<&str> = each.classifiers.iter().map(|trained| trained.name.as_str()).collect();
    assert_eq!(names, ["sweets", "teas"]);
    let (html, gold) = answer("fudge", 4);
    assert_eq!(extract(&each, &html, &url("teas", "fudge")), gold.trim_end());
    assert_eq!(
        extract(&each, &html, &url("inns", "fudge")),
        "no page of the site `inns.example` was learned"
    );
    assert!(each.card.metrics.contains_key("content F1 of `teas`, by page"));
    let together = trained(&two, &json!({"sites": "together"})).unwrap();
    assert_eq!(together.classifiers.len(), 1);
    assert_eq!(extract(&together, &html, &url("inns", "fudge")), gold.trim_end());
}

#[test]
fn terms_come_from_forms_where_there_is_no_address() {
    let pages = pages(&["sweets"], false);
    let names = |model: &Model| -> Vec<String> {
        model.classifiers[0].features.iter().map(|feature| feature.name.clone()).collect()
    };
    let silent = trained(&pages, &json!({})).unwrap();
    assert_eq!(names(&silent), ["ctd", "density_sum", "distance"], "no terms, no features of the query");
    let forms = trained(&pages, &json!({"fields": true})).unwrap();
    assert_eq!(names(&forms), ["ctd", "density_sum", "query_score", "matches", "distance"]);
    let subtree = trained(&pages, &json!({"extra_terms": "of", "features": "subtree"})).unwrap();
    assert_eq!(names(&subtree)[3], "matches_subtree");
    let (html, gold) = answer("toffee", 4);
    assert_eq!(extract(&forms, &html, "http://sweets.example/"), gold.trim_end());
}

#[test]
fn the_same_bytes_on_one_thread_and_two() {
    let pages = pages(&["sweets", "teas"], true);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| trained(&pages, &json!({"fields": true})).unwrap().to_bytes().unwrap())
    };
    assert_eq!(on(1), on(2));
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    assert!(matches!(trained(&MemoryPages::default(), &json!({})), Err(TrainError::TooLittle(_))));
    let pages = pages(&["sweets"], true);
    assert!(matches!(trained(&pages, &json!({"learner": "oracle"})), Err(TrainError::Learner(_))));
    assert!(matches!(trained(&pages, &json!({"share": 2.0})), Err(TrainError::Build(_))));
}

#[test]
fn spec_03_two_thirds_of_the_rows_or_pages() {
    let pages = pages(&["sweets"], true);
    let params = HiddenWebRecipeParams::default();
    let group = &groups(&pages, PerSite::Each).unwrap()[0];
    let rows = group.rows(&pages, &group.terms(&pages, &params).unwrap(), &params).unwrap();
    let by_row = rows.split_by_row(0.66, 1);
    assert_eq!(by_row.known.len(), (rows.table.len() as f64 * 0.66).round() as usize);
    let mut both = [&by_row.known[..], &by_row.held_out].concat();
    both.sort_unstable();
    assert_eq!(both, rows.table.all_rows());
    let by_page = rows.split_by_page(0.66, 1);
    assert_eq!((rows.pages(), by_page.unseen_pages.len()), (6, 2));
    assert_eq!(by_page, rows.split_by_page(0.66, 1));
}

/// Fig. 3.4 of the thesis, its branches where they belong.
#[test]
fn spec_03_tree_is_printed_as_in_the_thesis() {
    const QUERY_SCORE: usize = 0;
    const CETD: usize = 1;
    const DENSITY_SUM: usize = 2;
    let attributes = ["query_score", "cetd", "density_sum"]
        .map(|name| Attribute { name: name.to_owned(), kind: AttributeKind::Number });
    let table = Table::new(attributes.to_vec(), vec!["S".to_owned(), "N".to_owned()]);
    let leaf = |noise, content| GrownTree { counts: vec![noise, content], split: None, branches: Vec::new() };
    let test = |attribute, threshold, branches: [GrownTree; 2]| GrownTree {
        counts: (0..2).map(|class| branches.iter().map(|branch| branch.counts[class]).sum()).collect(),
        split: Some(Test::Number { attribute, threshold }),
        branches: branches.into(),
    };
    let fifth = test(CETD, 11.552_928, [leaf(1.0, 12.0), leaf(7143.0, 11.0)]);
    let fourth = test(DENSITY_SUM, 2.151_315, [leaf(115.0, 8.0), fifth]);
    let third = test(CETD, 4.970_103, [leaf(11_282.0, 795.0), fourth]);
    let second = test(CETD, 36.785_629, [third, leaf(16.0, 36.0)]);
    let first = test(CETD, 36.819_934, [second, leaf(3023.0, 1.0)]);
    let root = test(QUERY_SCORE, 4.0, [first, leaf(23_804.0, 0.0)]);
    let expected = "\
query_score <= 4
|   cetd <= 36.819934
|   |   cetd <= 36.785629
|   |   |   cetd <= 4.970103: S (12077.0/795.0)
|   |   |   cetd > 4.970103
|   |   |   |   density_sum <= 2.151315: S (123.0/8.0)
|   |   |   |   density_sum > 2.151315
|   |   |   |   |   cetd <= 11.552928: N (13.0/1.0)
|   |   |   |   |   cetd > 11.552928: S (7154.0/11.0)
|   |   cetd > 36.785629: N (52.0/16.0)
|   cetd > 36.819934: S (3024.0/1.0)
query_score > 4: S (23804.0)\n";
    assert_eq!(root.display(&table), expected);
}
