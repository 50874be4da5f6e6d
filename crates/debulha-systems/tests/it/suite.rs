//! The shared suite: every case of `testdata/suite/*.toml` through every extractor.

use crate::common::pages::root;
use crate::common::{label, page_level_extractors};
use debulha_core::{Extractor, Page};
use debulha_dom::{Limits, parse};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Suite {
    case: Vec<Case>,
}

/// A page and what holds for it; `testdata/README.md` says what the keys mean.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    html: String,
    #[serde(default)]
    contains: Vec<String>,
    #[serde(default)]
    absent: Vec<String>,
    #[serde(default)]
    empty: bool,
    same_as: Option<String>,
    #[serde(default)]
    skip: BTreeMap<String, String>,
}

fn cases() -> Vec<Case> {
    let mut files: Vec<_> =
        fs::read_dir(root().join("testdata/suite")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let read = |path: std::path::PathBuf| {
        let suite: Suite = toml::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        suite.case
    };
    files.into_iter().flat_map(read).collect()
}

/// The labelled text, white space folded.
fn text_of(extractor: &dyn Extractor, html: &str) -> String {
    let document = parse(html, &Limits::default()).document;
    let page = Page::new(&document);
    let text = label(extractor, &page).plain_text(&page);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is wrong with an extractor's answer, if anything is.
fn failure(case: &Case, extractor: &dyn Extractor) -> Option<String> {
    let text = text_of(extractor, &case.html);
    if case.empty && !text.is_empty() {
        return Some(format!("is not empty: {text:?}"));
    }
    if let Some(missing) = case.contains.iter().find(|part| !text.contains(part.as_str())) {
        return Some(format!("lacks {missing:?}: {text:?}"));
    }
    if let Some(present) = case.absent.iter().find(|part| text.contains(part.as_str())) {
        return Some(format!("has {present:?}: {text:?}"));
    }
    let other = text_of(extractor, case.same_as.as_ref()?);
    (text != other).then(|| format!("differs: {text:?}, and {other:?}"))
}

#[test]
fn every_extractor_passes_or_is_skipped_for_a_reason() {
    let extractors = page_level_extractors();
    let mut failures = Vec::new();
    for case in cases() {
        for extractor in &extractors {
            let id = extractor.info().id;
            match (failure(&case, &**extractor), case.skip.get(id)) {
                (Some(what), None) => failures.push(format!("{}: {id} {what}", case.name)),
                (None, Some(reason)) => {
                    failures
                        .push(format!("{}: the skip of {id} is not needed any more ({reason})", case.name));
                }
                _ => {}
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn cases_say_something() {
    let ids: BTreeSet<&str> = page_level_extractors().iter().map(|extractor| extractor.info().id).collect();
    let mut names = BTreeSet::new();
    for case in cases() {
        assert!(names.insert(case.name.clone()), "two cases are called {}", case.name);
        let claims = case.contains.len() + case.absent.len() + usize::from(case.empty);
        assert!(claims > 0 || case.same_as.is_some(), "{} claims nothing", case.name);
        for (id, reason) in &case.skip {
            assert!(ids.contains(id.as_str()), "{} skips {id}, which is no extractor", case.name);
            assert!(!reason.is_empty(), "{} skips {id} without a reason", case.name);
        }
    }
}
