//! The contract of every segmenter in the registry: description, parameters, validity, cost.

use crate::common::families::FAMILIES;
use crate::common::layouts::stacked;
use crate::common::pages::{golden_pages, root};
use debulha_core::page::PageOptions;
use debulha_core::params::BuildError;
use debulha_core::{Evidence, Page, ParamMap};
use debulha_dom::{Document, Limits, parse};
use debulha_systems::segmenters::{SEGMENTERS, Segmenter, build, find};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;

/// Bytes of a large page.
const BYTES: usize = 1 << 20;

/// The headings that extractors have as well.
const HEADINGS: [&str; 6] = [
    "## How it decides",
    "## Cost",
    "## Differs from the paper",
    "## Known failures",
    "## Example",
    "## References",
];

/// Every segmenter with its defaults and with each preset.
fn segmenters() -> Vec<Box<dyn Segmenter>> {
    let of_all = SEGMENTERS.iter().flat_map(|info| {
        let presets = info.presets.iter().map(|preset| serde_json::from_str(preset.params).unwrap());
        std::iter::once(ParamMap::new()).chain(presets).map(|params| (info.build)(&params).unwrap())
    });
    let nested = json!({"nested": "all", "hr_splits": true, "tags": ["div", "hr", "li", "p", "div"]});
    of_all.chain([build("tag_list", nested.as_object().unwrap()).unwrap()]).collect()
}

fn tree(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

#[test]
fn descriptions_are_whole() {
    let bibliography = fs::read_to_string(root().join("references.bib")).unwrap();
    let mut seen = BTreeSet::new();
    for info in SEGMENTERS {
        assert!(seen.insert(info.id), "two segmenters are called {}", info.id);
        assert!(
            info.file.ends_with(&format!("/segmenters/{}.rs", info.id)),
            "{} is in {}",
            info.id,
            info.file
        );
        assert_eq!(find(info.id).unwrap().title, info.title);
        let headings: Vec<&str> =
            info.docs.lines().map(str::trim).filter(|line| line.starts_with("## ")).collect();
        assert_eq!(headings, HEADINGS, "headings of {}", info.id);
        let references = info.docs.split_once("## References").unwrap().1;
        for key in info.cite {
            assert!(bibliography.contains(&format!("{{{key},")), "{} cites {key}, which is unknown", info.id);
            assert!(references.contains(key), "{} does not list {key}", info.id);
        }
    }
    for entry in fs::read_dir(root().join("crates/debulha-systems/src/segmenters")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let id = name.trim_end_matches(".rs").trim_end_matches(".md");
        assert!(id == "mod" || seen.contains(id), "{name} declares no registered segmenter");
    }
}

#[test]
fn parameters_are_described_and_checked() {
    for info in SEGMENTERS {
        let defaults: ParamMap =
            info.params.iter().map(|param| (param.name.to_owned(), (param.default)())).collect();
        assert_eq!((info.build)(&ParamMap::new()).unwrap().params(), defaults, "defaults of {}", info.id);
        assert_eq!((info.build)(&defaults).unwrap().params(), defaults, "rebuilt {}", info.id);
        let unknown = ParamMap::from_iter([("no_such_parameter".to_owned(), json!(1))]);
        assert!(matches!((info.build)(&unknown), Err(BuildError::UnknownParam { .. })), "{}", info.id);
        for param in info.params {
            assert!(!param.docs.trim().is_empty(), "{}.{} says nothing", info.id, param.name);
            let null = ParamMap::from_iter([(param.name.to_owned(), json!(null))]);
            assert!((info.build)(&null).is_err(), "{}.{} may be null", info.id, param.name);
        }
    }
    assert!(matches!(build("no_such", &ParamMap::new()), Err(BuildError::UnknownSegmenter(_))));
}

#[test]
fn blocks_are_valid_and_the_same_twice() {
    let odd =
        ["", " ", "word", "<title>t</title>", "<frameset><frame>x", "<table>x<tr>y", "a<hr>b<hr>", "<p><p>"];
    let documents = golden_pages()
        .into_iter()
        .map(|page| page.document())
        .chain(FAMILIES.iter().map(|(_, generate)| tree(&generate(2_000))))
        .chain(odd.iter().map(|html| tree(html)));
    for document in documents {
        let layout = stacked(&document);
        let page = || {
            let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
            Page::with(&document, evidence, PageOptions::default())
        };
        for segmenter in segmenters() {
            let found = segmenter.segment(&page()).unwrap();
            assert!(found.is_valid(&document), "{} {:?}: {found:?}", segmenter.info().id, segmenter.params());
            assert_eq!(segmenter.segment(&page()).unwrap(), found);
            let alone = segmenter.segment(&Page::new(&document));
            let info = segmenter.info();
            let is_default = segmenter.params() == (info.build)(&ParamMap::new()).unwrap().params();
            // A preset may do without what the defaults need.
            assert!(alone.is_ok() || info.needs.layout, "{}", info.id);
            assert!(alone.is_err() || !info.needs.layout || !is_default, "{}", info.id);
        }
    }
}

/// A quadratic step would show as a test that does not end.
#[test]
fn large_pages_are_cut() {
    for (_, generate) in FAMILIES {
        let document = tree(&generate(BYTES));
        let layout = stacked(&document);
        let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
        let page = Page::with(&document, evidence, PageOptions::default());
        for segmenter in segmenters() {
            drop(segmenter.segment(&page));
        }
    }
}
