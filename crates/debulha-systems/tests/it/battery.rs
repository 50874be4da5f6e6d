//! The contract of every extractor in the registry: description, parameters, determinism, validity, cost.

use crate::common::families::FAMILIES;
use crate::common::pages::{golden_pages, root};
use crate::common::{all_extractors, invariants, label, labels_of, page_level_extractors};
use debulha_core::outcome::Reason;
use debulha_core::params::{BuildError, ParamInfo};
use debulha_core::{Labels, Page, ParamMap, Scratch};
use debulha_dom::{Document, Limits, parse};
use debulha_systems::extractors::{EXTRACTORS, build, find};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::{fs, thread};

/// Headings that the documentation of an extractor has, in this order.
const HEADINGS: [&str; 6] = [
    "## How it decides",
    "## Cost",
    "## Differs from the paper",
    "## Known failures",
    "## Example",
    "## References",
];

/// Pages on which extractors are compared with themselves: golden, generated, and odd ones.
fn documents() -> Vec<(String, Document)> {
    let odd =
        ["", " ", "word", "<title>t</title>", "<frameset><frame>x", "<p>a\u{0}b</p>&#0;", "<table>x<tr>y"];
    let tree = |html: &str| parse(html, &Limits::default()).document;
    let golden = golden_pages().into_iter().map(|page| (page.slug.clone(), page.document()));
    let families = FAMILIES.iter().map(|(name, generate)| ((*name).to_owned(), tree(&generate(2_000))));
    let odd = odd.iter().map(|html| (format!("{html:?}"), tree(html)));
    golden.chain(families).chain(odd).collect()
}

#[test]
fn ids_are_unique_and_name_the_file() {
    let mut seen = BTreeSet::new();
    for info in EXTRACTORS {
        assert!(seen.insert(info.id), "two extractors are called {}", info.id);
        assert!(
            info.file.ends_with(&format!("/extractors/{}.rs", info.id)),
            "{} is in {}",
            info.id,
            info.file
        );
        assert!(!info.title.is_empty(), "{} has no title", info.id);
        assert_eq!(find(info.id).unwrap().id, info.id);
    }
}

#[test]
fn every_file_of_the_folder_is_registered() {
    let folders =
        ["core", "systems"].map(|name| root().join(format!("crates/debulha-{name}/src/extractors")));
    for entry in folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()) {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(id) = name.strip_suffix(".rs").filter(|id| *id != "mod") {
            assert!(find(id).is_ok(), "{name} declares no registered extractor");
        }
    }
}

#[test]
fn documentation_has_the_headings_in_order() {
    for info in EXTRACTORS {
        let lines: Vec<&str> = info.docs.lines().map(str::trim).collect();
        let first = lines.first().copied().unwrap_or_default();
        assert!(first.ends_with('.') && !first.starts_with('#'), "{} starts with {first:?}", info.id);
        let found: Vec<&str> = lines.iter().copied().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(found, HEADINGS, "headings of {}", info.id);
        for pair in lines.windows(2).filter(|pair| pair[0].starts_with("## ")) {
            assert!(!pair[1].starts_with("## "), "{}: nothing under {}", info.id, pair[0]);
        }
    }
}

#[test]
fn citations_are_in_the_bibliography() {
    let bibliography = fs::read_to_string(root().join("references.bib")).unwrap();
    for info in EXTRACTORS {
        let (_, references) = info.docs.split_once("## References").unwrap();
        for key in info.cite {
            assert!(bibliography.contains(&format!("{{{key},")), "{} cites {key}, which is unknown", info.id);
            assert!(references.contains(key), "{} does not list {key} under its references", info.id);
        }
    }
}

#[test]
fn default_parameters_round_trip() {
    for info in EXTRACTORS {
        let defaults: ParamMap =
            info.params.iter().map(|param| (param.name.to_owned(), (param.default)())).collect();
        let built = (info.build)(&ParamMap::new()).unwrap();
        assert_eq!(built.params(), defaults, "defaults of {}", info.id);
        assert_eq!((info.build)(&defaults).unwrap().params(), defaults, "rebuilt {}", info.id);
        assert_eq!(built.info().id, info.id);
        assert!(
            info.params.iter().all(|param| !param.docs.trim().is_empty()),
            "{} has bare parameters",
            info.id
        );
    }
}

/// Whether a parameter map of one entry is refused.
fn refuses(id: &str, name: &str, value: Value) -> bool {
    build(id, &ParamMap::from_iter([(name.to_owned(), value)])).is_err()
}

#[test]
fn wrong_parameters_are_refused() {
    for info in EXTRACTORS {
        assert!(refuses(info.id, "no_such_parameter", json!(1)), "{} takes unknown parameters", info.id);
        for param in info.params {
            assert!(refuses(info.id, param.name, Value::Null), "{}.{} may be null", info.id, param.name);
            let wrong = if (param.default)().is_string() { json!("no_such_choice") } else { json!("text") };
            assert!(refuses(info.id, param.name, wrong), "{}.{} takes any text", info.id, param.name);
            if !param.range.is_empty() {
                check_range(info.id, param);
            }
        }
    }
    assert!(matches!(build("no_such_extractor", &ParamMap::new()), Err(BuildError::UnknownExtractor(_))));
}

/// The ends of the range are taken, what lies just outside is not.
fn check_range(id: &str, param: &ParamInfo) {
    let whole = (param.default)().is_u64();
    let number = |value: f64| if whole && value >= 0.0 { json!(value as u64) } else { json!(value) };
    let (low, high) = param.range.split_once("..").unwrap();
    let bound = |text: &str| text.trim().replace('_', "").parse::<f64>().ok();
    let high_included = high.starts_with('=');
    let (low, high) = (bound(low), bound(high.trim_start_matches('=')));
    assert!(low.is_some() || high.is_some(), "{id}.{}: range {} is not of numbers", param.name, param.range);
    let step = if whole { 1.0 } else { 0.001 };
    if let Some(low) = low {
        assert!(refuses(id, param.name, number(low - step)), "{id}.{} takes less than {low}", param.name);
        assert!(!refuses(id, param.name, number(low)), "{id}.{} refuses {low}", param.name);
    }
    if let Some(high) = high {
        assert!(refuses(id, param.name, number(high + step)), "{id}.{} takes more than {high}", param.name);
        assert_eq!(!refuses(id, param.name, number(high)), high_included, "{id}.{} at {high}", param.name);
    }
}

#[test]
fn presets_build_and_differ() {
    for info in EXTRACTORS {
        let mut names = BTreeSet::new();
        let mut seen: Vec<ParamMap> = Vec::new();
        for preset in info.presets {
            assert!(names.insert(preset.name), "{} has two presets {}", info.id, preset.name);
            assert!(!preset.docs.is_empty(), "{}.{} says nothing", info.id, preset.name);
            let params: ParamMap = serde_json::from_str(preset.params).unwrap();
            let built = (info.build)(&params)
                .unwrap_or_else(|error| panic!("preset {} of {}: {error}", preset.name, info.id));
            assert!(!seen.contains(&built.params()), "preset {} of {} is there twice", preset.name, info.id);
            seen.push(built.params());
        }
    }
}

#[test]
fn labels_are_valid_on_every_page_with_every_preset() {
    let documents = documents();
    let mut scratch = Scratch::default();
    for info in EXTRACTORS {
        let presets = info.presets.iter().map(|preset| serde_json::from_str(preset.params).unwrap());
        for params in std::iter::once(ParamMap::new()).chain(presets) {
            let extractor = (info.build)(&params).unwrap();
            for (name, document) in &documents {
                let labels = labels_of(extractor.extract(&Page::new(document), &mut scratch));
                assert!(labels.is_valid(document), "{} {params:?} on {name}", info.id);
                invariants::source_characters_are_labelled_once(document, &labels);
            }
        }
    }
}

#[test]
fn pages_without_text_have_no_content() {
    let pages = [
        "",
        " \n ",
        "<!-- only a comment -->",
        "<script>var a = 'text'</script><style>p {}</style>",
        "<img src=a.png alt='a field'><hr><input value=text>",
        "<p> </p><table><tr><td>\u{a0}</table>",
        "<div hidden>hidden</div><p style='display:none'>hidden</p>",
    ];
    for extractor in all_extractors() {
        for html in pages {
            // What is hidden may be content for the one that judges everything.
            if extractor.info().id == "debulha" && html.contains("hidden") {
                continue;
            }
            let document = parse(html, &Limits::default()).document;
            let labels = label(&*extractor, &Page::new(&document));
            let text = labels.plain_text(&Page::new(&document));
            assert_eq!(text.trim(), "", "{} on {html:?}", extractor.info().id);
        }
    }
}

#[test]
fn what_ran_before_in_the_scratch_changes_nothing() {
    let documents = documents();
    for extractor in all_extractors() {
        let mut scratch = Scratch::default();
        let fresh: Vec<Labels> =
            documents.iter().map(|(_, document)| label(&*extractor, &Page::new(document))).collect();
        // Backwards and forwards: before each page, other ones of all sizes.
        for index in (0..documents.len()).rev().chain(0..documents.len()) {
            let (name, document) = &documents[index];
            let again = labels_of(extractor.extract(&Page::new(document), &mut scratch));
            assert_eq!(again, fresh[index], "{} on {name}", extractor.info().id);
        }
    }
}

#[test]
fn extractors_share_a_scratch_and_a_page() {
    let extractors = all_extractors();
    let mut scratch = Scratch::default();
    for (name, document) in documents() {
        let shared = Page::new(&document);
        for extractor in extractors.iter().chain(extractors.iter().rev()) {
            let labels = labels_of(extractor.extract(&shared, &mut scratch));
            let alone = label(&**extractor, &Page::new(&document));
            assert_eq!(labels, alone, "{} on {name}", extractor.info().id);
        }
    }
}

#[test]
fn eight_threads_give_the_labels_of_one() {
    /// Threads that read one page at the same time.
    const THREADS: usize = 8;
    let documents = documents();
    for extractor in all_extractors() {
        let extractor = &*extractor;
        for (name, document) in &documents {
            let alone = label(extractor, &Page::new(document));
            let page = Page::new(document);
            thread::scope(|scope| {
                let runs: Vec<_> = (0..THREADS).map(|_| scope.spawn(|| label(extractor, &page))).collect();
                for run in runs {
                    assert_eq!(run.join().unwrap(), alone, "{} on {name}", extractor.info().id);
                }
            });
        }
    }
}

#[test]
fn every_text_node_has_its_reasons() {
    let documents = documents();
    for extractor in all_extractors() {
        let id = extractor.info().id;
        for (name, document) in &documents {
            let page = Page::new(document);
            let nodes = page.text_nodes();
            // A few of them: each decides the page again.
            for &node in nodes.iter().step_by(nodes.len() / 4 + 1) {
                let reasons = extractor.why(&page, &mut Scratch::default(), node);
                assert!(!reasons.is_empty(), "{id} gives no reason for {node} of {name}");
                for reason in reasons {
                    assert!(reason.node.index() < document.len(), "{id} on {name}: {reason:?}");
                    assert!(
                        !reason.detail.is_empty() && !reason.rule.is_empty(),
                        "{id} on {name}: {reason:?}"
                    );
                }
            }
        }
    }
}

/// The reason that settles a text node: the last one. A vote says its own first, then those of its members; the flagship ends
/// with the features that weigh most.
fn settles<'r>(id: &str, reasons: &'r [Reason]) -> Option<&'r Reason> {
    match id {
        "vote" => reasons.first(),
        _ => reasons.iter().rfind(|reason| reason.rule != "feature"),
    }
}

#[test]
fn reasons_agree_with_labels() {
    for golden in golden_pages() {
        let document = golden.document();
        let page = Page::new(&document);
        for extractor in page_level_extractors() {
            let id = extractor.info().id;
            let labels = label(&*extractor, &page);
            let nodes = page.text_nodes();
            for &node in nodes.iter().step_by(nodes.len() / 12 + 1) {
                let is_kept = labels.spans.iter().any(|span| span.node == node);
                let reasons = extractor.why(&page, &mut Scratch::default(), node);
                let says = settles(id, &reasons).map(|reason| reason.keeps);
                assert_eq!(says, Some(is_kept), "{id} on {}: {node} for {reasons:?}", golden.slug);
            }
        }
    }
}
