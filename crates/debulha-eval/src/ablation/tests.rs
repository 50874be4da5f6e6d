//! A small collection of which text alone says nothing: each kind of evidence tells content from noise.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::test_corpus::write_corpus;
use debulha_core::ParamMap;
use debulha_systems::extractors;
use serde_json::json;
use tempfile::TempDir;

const SITES: usize = 24;
const PAGES: usize = 3;

/// What a collection has.
#[derive(Clone, Copy)]
struct Given {
    /// Noise is the same on all pages of a site, else new on each.
    site: bool,
    /// The title is a word of the content, else of no page.
    query: bool,
    /// There are layout records, in which the content is wide.
    layout: bool,
}

const NOTHING: Given = Given { site: false, query: false, layout: false };

/// Words that are as long as those of any other text.
fn some_words(random: &mut SplitMix64) -> String {
    (0..12).map(|_| format!("w{:04}", random.below(10_000))).collect::<Vec<_>>().join(" ")
}

/// Pages of two paragraphs, one of which is content, in an order by chance.
fn collection(given: Given) -> (TempDir, AblationPages) {
    let dir = tempfile::tempdir().unwrap();
    let mut random = SplitMix64::new(7);
    let mut pages = Vec::new();
    std::fs::create_dir_all(dir.path().join("layouts/small")).unwrap();
    for site in 0..SITES {
        let repeated = some_words(&mut random);
        for page in 0..PAGES {
            let (content, other) = (some_words(&mut random), some_words(&mut random));
            let noise = if given.site { &repeated } else { &other };
            let is_first = random.below(2) == 0;
            let [first, second] = if is_first { [&content, noise] } else { [noise, &content] };
            let html = format!("<body><p>{first}</p><p>{second}</p></body>");
            let title = if given.query { content.split(' ').nth(3).unwrap() } else { "absent" };
            let labels = json!({"site": format!("s{site:02}"), "title": title, "text": content}).to_string();
            let id = format!("p{site:02}{page}");
            pages.push((id.clone(), format!(", {}", &labels[1..labels.len() - 1]), html));
            let node = |id: usize, tag: &str, y: usize, width: usize| json!({"id": id, "tag": tag, "parent": (id > 0).then_some(0), "x": 0, "y": y, "width": width, "height": 20});
            let width = |is_content: bool| if is_content { 600 } else { 200 };
            let nodes = [
                node(0, "body", 0, 1000),
                node(1, "p", 0, width(is_first)),
                node(2, "p", 20, width(!is_first)),
            ];
            if given.layout {
                let file = dir.path().join(format!("layouts/small/{id}.json"));
                std::fs::write(file, json!({ "nodes": nodes }).to_string()).unwrap();
            }
        }
    }
    let corpus = write_corpus(&dir.path().join("small"), &pages).with_layouts(dir.path().join("layouts"));
    let pages = AblationPages::of(vec![corpus]).unwrap();
    (dir, pages)
}

/// Mean F1 with each of [`EvidenceSet::ALL`], and of the model of text alone.
fn measured(given: Given) -> ([f64; 8], f64) {
    let (_dir, pages) = collection(given);
    let trees =
        BoostedTreesParams { trees: 30, min_rows: 5, feature_fraction: 1.0, ..BoostedTreesParams::pages() };
    let params = AblationParams { folds: 3, trees, ..AblationParams::default() };
    let reference = extractors::build("all_text", &ParamMap::new()).unwrap();
    let scores = ablation(&pages, &params, &*reference, &|| ()).unwrap();
    assert_eq!(scores.len(), SITES * PAGES, "each page is tested once");
    assert!(scores.iter().all(|score| (score.reference - 2.0 / 3.0).abs() < 1e-9), "all text");
    let mean = |of: &dyn Fn(&AblationScore) -> f64| scores.iter().map(of).sum::<f64>() / scores.len() as f64;
    (std::array::from_fn(|set| mean(&|score| score.with[set])), mean(&|score| score.text_alone))
}

fn place(site: bool, query: bool, layout: bool) -> usize {
    EvidenceSet::ALL.iter().position(|&set| set == EvidenceSet { site, query, layout }).unwrap()
}

#[test]
fn each_kind_of_evidence_helps_where_it_alone_tells() {
    let kinds = [
        (Given { site: true, ..NOTHING }, place(true, false, false)),
        (Given { query: true, ..NOTHING }, place(false, true, false)),
        (Given { layout: true, ..NOTHING }, place(false, false, true)),
    ];
    for (given, kind) in kinds {
        let (with, alone) = measured(given);
        let all = EvidenceSet::ALL.len() - 1;
        for (set, f1) in EvidenceSet::ALL.into_iter().zip(with) {
            let has = (set.site && given.site) || (set.query && given.query) || (set.layout && given.layout);
            assert!(if has { f1 > 0.9 } else { f1 < 0.75 }, "{}: {f1}", set.name());
        }
        assert!(alone < 0.75 && with[kind] > alone + 0.2 && with[all] > 0.9, "{alone} {with:?}");
    }
}

#[test]
fn what_is_withheld_or_absent_is_missing() {
    let (_dir, pages) = collection(NOTHING);
    let params = AblationParams::default();
    let selection = Selection::all(RowUnit::Block);
    let work = AblationWork { pages: &pages, params: &params, selection, progress: &|| () };
    let seen = pages.load(0).unwrap();
    // Evidence of the page as given, though there is no layout record.
    for set in EvidenceSet::ALL {
        let rows = work.rows(&seen, set, &mut SplitMix64::new(1));
        let is_there = |needed: fn(&Feature) -> bool| {
            let columns = work.selection.features().iter().enumerate().filter(|(_, feature)| needed(feature));
            let columns: Vec<usize> = columns.map(|(column, _)| column).collect();
            assert!(!columns.is_empty());
            rows.iter().any(|(row, ..)| columns.iter().any(|&column| !row[column].is_nan()))
        };
        assert_eq!(is_there(|feature| feature.needs.site), set.site, "{}", set.name());
        assert_eq!(is_there(|feature| feature.needs.query), set.query, "{}", set.name());
        assert!(!is_there(|feature| feature.needs.layout), "{}", set.name());
        assert!(is_there(|feature| is_given(feature, EvidenceSet::TEXT)));
    }
}

#[test]
fn pages_of_one_site_are_told_nothing_and_are_too_few() {
    let dir = tempfile::tempdir().unwrap();
    let pages = [
        ("a", r#", "site": "s", "text": "rye""#, "<p>rye"),
        ("b", r#", "site": "s", "title": "oats""#, "<p>oats"),
    ];
    let pages = AblationPages::of(vec![write_corpus(dir.path(), &pages)]).unwrap();
    assert_eq!(
        (pages.len(), pages.counts(0)),
        (1, [1, 1, 0]),
        "no text, no page; the first line is the query"
    );
    let reference = extractors::build("all_text", &ParamMap::new()).unwrap();
    let found = ablation(&pages, &AblationParams::default(), &*reference, &|| ());
    assert!(matches!(found, Err(AblationError::TooFewSites(1))));
}

#[test]
fn sets_have_names() {
    let names = EvidenceSet::ALL.map(EvidenceSet::name);
    assert_eq!(names[0], "text");
    assert_eq!(
        names[3..],
        [
            "text + geometry",
            "text + site + query",
            "text + site + geometry",
            "text + query + geometry",
            "all"
        ]
    );
}
