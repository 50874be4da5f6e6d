//! The contract of every site method in the registry: description, parameters, records, merging, validity, cost.

use crate::common::families::FAMILIES;
use crate::common::layouts::stacked;
use crate::common::pages::root;
use debulha_core::layout::Layout;
use debulha_core::params::BuildError;
use debulha_core::site::by_template::{self, ByTemplate};
use debulha_core::site::sample::{KeptPage, Sample};
use debulha_core::site::{AnySiteMethod, Observed, finish_sample};
use debulha_core::{Evidence, Extractor, Outcome, Page, PageOptions, ParamMap, Scratch};
use debulha_dom::{Document, Limits, parse};
use debulha_systems::site::{SITE_METHODS, build, find};
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

/// Bytes of a large page.
const BYTES: usize = 1 << 20;

/// Pages of the site that all tests learn from.
const PAGES: usize = 12;

/// The headings that extractors have as well.
const HEADINGS: [&str; 6] = [
    "## How it decides",
    "## Cost",
    "## Differs from the paper",
    "## Known failures",
    "## Example",
    "## References",
];

/// Every method with its defaults and with each preset.
fn methods() -> Vec<Box<dyn AnySiteMethod>> {
    let of_all = SITE_METHODS.iter().flat_map(|info| {
        let presets =
            info.extractor.presets.iter().map(|preset| serde_json::from_str(preset.params).unwrap());
        std::iter::once(ParamMap::new()).chain(presets).map(|params| (info.build)(&params).unwrap())
    });
    of_all.collect()
}

fn tree(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

/// A number in letters, since numbers are no terms to some methods.
fn spelled(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}

/// Pages of one site: a menu and a foot that are the same, a story that is not.
static SITE: LazyLock<Vec<(String, Document)>> = LazyLock::new(|| {
    let page = |number: usize| {
        let menu = ["0", "1", "2", "3", "4", "5"]
            .map(|item| format!("<li><a href=/{item}>Menu item {item}</a>"))
            .concat();
        let word = |place: usize| {
            ["rye", "oats", "wheat", "barley", "spelt", "millet"][(number * 7 + place * 5) % 6]
        };
        let paragraph = |place: usize| {
            let words: Vec<String> =
                (0..30).map(|at| format!("{}{}", word(at + place), spelled(number * 31 + at))).collect();
            format!("<p class=t>{}.</p>", words.join(" "))
        };
        let story: String = (0..2 + number % 3).map(paragraph).collect();
        let html = format!(
            "<html lang=en><title>{number}</title><body><div class=menu><ul>{menu}</ul></div>\
             <div><table class=main><tr><td><h1>Story {number} of {}</h1>{story}</td></tr></table></div>\
             <div class=foot><table><tr><td><p>All rights reserved by the threshers</p></td></tr></table></div>",
            word(number)
        );
        (format!("http://example.org/{number}"), tree(&html))
    };
    (0..PAGES).map(page).collect()
});

/// Their layouts.
static LAYOUTS: LazyLock<Vec<Layout>> =
    LazyLock::new(|| SITE.iter().map(|(_, document)| stacked(document)).collect());

fn page(number: usize) -> Page<'static> {
    let (url, document) = &SITE[number];
    let evidence = Evidence { layout: Some(&LAYOUTS[number]), ..Evidence::of_url(Some(url)) };
    Page::with(document, evidence, PageOptions::default())
}

fn sample(method: &dyn AnySiteMethod, numbers: impl IntoIterator<Item = usize>) -> Sample<Vec<u8>> {
    let mut sample = Sample::new(200);
    for number in numbers {
        let page = page(number);
        sample.insert(page.key(), KeptPage { content: 0, record: method.observe(&page) });
    }
    sample
}

fn learned(method: &dyn AnySiteMethod) -> Box<dyn Extractor> {
    finish_sample(method, &sample(method, 0..PAGES)).unwrap()
}

#[test]
fn descriptions_are_whole() {
    let bibliography = fs::read_to_string(root().join("references.bib")).unwrap();
    let mut seen = BTreeSet::new();
    for method in SITE_METHODS {
        let info = method.extractor;
        assert!(seen.insert(info.id), "two methods are called {}", info.id);
        assert!(info.needs.site);
        let file = format!("/site/{}.rs", info.id);
        assert!(info.file.ends_with(&file), "{} is in {}", info.id, info.file);
        assert_eq!(find(info.id).unwrap().extractor.title, info.title);
        let headings: Vec<&str> =
            info.docs.lines().map(str::trim).filter(|line| line.starts_with("## ")).collect();
        assert_eq!(headings, HEADINGS, "headings of {}", info.id);
        let references = info.docs.split_once("## References").unwrap().1;
        for key in info.cite {
            assert!(bibliography.contains(&format!("{{{key},")), "{} cites {key}, which is unknown", info.id);
            assert!(references.contains(key), "{} does not list {key}", info.id);
        }
        for kept in method.kept {
            assert!(
                info.params.iter().any(|param| param.name == *kept),
                "{} has no parameter {kept}",
                info.id
            );
        }
    }
}

#[test]
fn parameters_are_described_and_checked() {
    for info in SITE_METHODS {
        let defaults: ParamMap =
            info.extractor.params.iter().map(|param| (param.name.to_owned(), (param.default)())).collect();
        let id = info.extractor.id;
        assert_eq!((info.build)(&ParamMap::new()).unwrap().params(), defaults, "defaults of {id}");
        assert_eq!((info.build)(&defaults).unwrap().params(), defaults, "rebuilt {id}");
        let unknown = ParamMap::from_iter([("no_such_parameter".to_owned(), json!(1))]);
        assert!(matches!((info.build)(&unknown), Err(BuildError::UnknownParam { .. })), "{id}");
        for param in info.extractor.params {
            assert!(!param.docs.trim().is_empty(), "{}.{} has no documentation", id, param.name);
        }
        for preset in info.extractor.presets {
            let params: ParamMap = serde_json::from_str(preset.params).unwrap();
            assert!((info.build)(&params).is_ok(), "{}:{}", id, preset.name);
        }
    }
    assert!(matches!(build("no_such", &ParamMap::new()), Err(BuildError::UnknownSiteMethod(_))));
}

#[test]
fn records_survive_bytes_and_json() {
    for method in methods() {
        let id = method.info().extractor.id;
        let record = method.observe(&page(0));
        let json = method.record_to_json(&record).unwrap();
        let text = serde_json::to_string(&json).unwrap();
        let back = method.record_from_json(serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(back, record, "{id}");
        assert!(method.record_to_json(&record[..record.len() / 2]).is_err(), "{id}: half a record");
        assert!(method.record_from_json(json!("no record")).is_err(), "{id}");
    }
}

#[test]
fn labels_are_valid_and_the_same_after_any_page_and_however_learned() {
    for method in methods() {
        let id = method.info().extractor.id;
        let extractor = learned(&*method);
        let again = learned(&*method);
        let mut scratch = Scratch::default();
        for number in 0..PAGES {
            let page = page(number);
            let outcome = extractor.extract(&page, &mut Scratch::default());
            assert_eq!(outcome, again.extract(&page, &mut scratch), "{id}");
            let labels = outcome.labels().unwrap();
            assert!(labels.is_valid(page.document()), "{id}");
            assert!(labels.spans.iter().all(|span| span.node > page.body()), "{id} keeps text of the head");
            for &node in page.text_nodes() {
                assert!(!extractor.why(&page, &mut scratch, node).is_empty(), "{id}");
            }
        }
    }
}

#[test]
fn stories_stay_and_what_returns_goes() {
    for method in SITE_METHODS.iter().map(|info| (info.build)(&ParamMap::new()).unwrap()) {
        let id = method.info().extractor.id;
        let extractor = learned(&*method);
        let page = page(3);
        let outcome = extractor.extract(&page, &mut Scratch::default());
        let text = outcome.labels().unwrap().plain_text(&page);
        assert!(text.contains(page.document().text(page.text_nodes()[8])), "{id} lost the story: {text}");
        assert!(!text.contains("All rights reserved"), "{id} kept the foot: {text}");
    }
}

#[test]
fn without_pages_nothing_breaks() {
    for method in methods() {
        let id = method.info().extractor.id;
        for numbers in [0..0, 0..1, 0..2] {
            let extractor = finish_sample(&*method, &sample(&*method, numbers)).unwrap();
            let page = page(1);
            if let Outcome::Labeled(labels) = extractor.extract(&page, &mut Scratch::default()) {
                assert!(labels.is_valid(page.document()), "{id}");
            }
        }
        for html in ["", "<p>", "<frameset><frame>", "just text", "<body hidden>x"] {
            let document = tree(html);
            let page = Page::new(&document);
            method.observe(&page);
            if let Outcome::Labeled(labels) = learned(&*method).extract(&page, &mut Scratch::default()) {
                assert!(labels.is_valid(&document), "{id} on {html:?}");
            }
        }
        let unlearned = (method.info().extractor.build)(&method.params()).unwrap();
        assert!(
            matches!(unlearned.extract(&page(0), &mut Scratch::default()), Outcome::Abstained(_)),
            "{id}"
        );
    }
}

#[test]
fn large_pages_of_any_kind_are_learned_and_judged() {
    for method in SITE_METHODS.iter().map(|info| (info.build)(&ParamMap::new()).unwrap()) {
        let id = method.info().extractor.id;
        for (family, generate) in FAMILIES {
            let documents = [tree(&generate(BYTES)), tree(&format!("<p>other</p>{}", generate(BYTES / 2)))];
            let pages: Vec<Page<'_>> = documents.iter().map(Page::new).collect();
            let extractor = debulha_core::site::learn(&*method, &pages);
            if let Outcome::Labeled(labels) = extractor.extract(&pages[0], &mut Scratch::default()) {
                assert!(labels.is_valid(&documents[0]), "{id} on {family}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Stores may come from anywhere.
    #[test]
    fn damaged_records_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        damaged in 0_usize..4,
    ) {
        for method in SITE_METHODS.iter().map(|info| (info.build)(&ParamMap::new()).unwrap()) {
            let pages: Vec<Page<'_>> = (0..4).map(page).collect();
            let mut records: Vec<Vec<u8>> = pages.iter().map(|page| method.observe(page)).collect();
            for (at, byte) in &changes {
                let record = &mut records[damaged];
                let at = at.index(record.len());
                record[at] = *byte;
            }
            let observed: Vec<Observed<&[u8]>> = pages
                .iter()
                .zip(&records)
                .map(|(page, record)| Observed { key: page.key(), crawl: "".into(), record: record.as_slice() })
                .collect();
            let Ok(extractor) = by_template::finish(&*method, &observed, &ByTemplate::default()) else { continue };
            for page in [page(damaged), page(7)] {
                if let Outcome::Labeled(labels) = extractor.extract(&page, &mut Scratch::default()) {
                    prop_assert!(labels.is_valid(page.document()), "{}", method.info().extractor.id);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn any_sharding_in_any_order_learns_the_same(shards in prop::collection::vec(0_usize..4, PAGES)) {
        for info in SITE_METHODS {
            let method = (info.build)(&ParamMap::new()).unwrap();
            let whole = sample(&*method, 0..PAGES);
            let parts = (0..4).map(|shard| sample(&*method, (0..PAGES).filter(|&page| shards[page] == shard)));
            let merged = parts.rev().reduce(|mut a, b| { a.merge(b); a }).unwrap();
            prop_assert_eq!(&merged, &whole);
            let (a, b) = (finish_sample(&*method, &merged).unwrap(), finish_sample(&*method, &whole).unwrap());
            let page = page(5);
            prop_assert_eq!(a.extract(&page, &mut Scratch::default()), b.extract(&page, &mut Scratch::default()));
        }
    }
}
