//! Every parameter of a system does something: some value of it changes the answer on some page.

use crate::common::families::FAMILIES;
use crate::common::layouts::stacked;
use crate::common::pages::{golden_pages, root};
use debulha_core::params::{ParamInfo, ParamKind};
use debulha_core::source::{LoadedPage, PageSource};
use debulha_core::{Evidence, Extractor, ParamMap, Scratch};
use debulha_systems::extractors::EXTRACTORS;
use serde_json::Value;
use std::fs;

/// Parameters that change no answer on these pages, with the reason.
const WITHOUT_EFFECT: &[(&str, &str, &str)] = &[
    ("cetd_td", "link_like", EDGE),
    ("boilerpipe_largest", "fusion_distance", EDGE),
    ("nce", "choice", EDGE),
    ("nce", "bounds", EDGE),
    ("nce", "distance", EDGE),
    ("nce", "title_words", EDGE),
    ("nce", "title_max_words", EDGE),
    ("adeater", "rules", "a program: tests of adeater have their own"),
    ("feature_extractor", "hr_splits", EDGE),
    ("k_feature_extractor", "hr_splits", EDGE),
    ("kovacevic", "menu_weight", "no page has a menu at its side: tests of kovacevic have one"),
    ("justext", "heading_promotion", EDGE),
    ("readability", "sibling_share", EDGE),
    ("readability", "list_share", EDGE),
    ("readability", "spare_items", EDGE),
    ("readability", "paragraphs_per_input", EDGE),
    ("readability", "heading_share", EDGE),
    ("readability", "embed_chars", EDGE),
    ("vote", "members", "a list of systems: tests of vote have their own"),
    ("debulha", "site_weight", "no page comes with others of its site: tests of debulha have some"),
];

/// Tips what is on the edge, and nothing on these pages is.
const EDGE: &str = "no page is on the edge";

/// Pages with what the others lack: rules between texts, adverts, a control that looks like a link, phrases that end a text,
/// headings and lists of links amid paragraphs, text for screen readers, a film.
const ODD: &[&str] = &[
    "<div>Rye was sown early this year, and it stood well in the long winter.<hr>Oats were sown late.<hr>Wheat was not.</div>",
    "<p>Rye was sown early this year, and it stood well in the winter.<a href='http://ad.doubleclick.net/x'><img src=a.gif>Buy \
     our fine seed today</a><iframe src='http://ad.doubleclick.net/y'></iframe><p>Oats were sown late, in the rain.",
    "<div><button>Sow and reap and thresh and winnow and sow again</button><p>Rye was sown early this year.</div><p>Oats.",
    "<h1>Rye</h1><p>Rye <span class=sr-only>the grain</span> was sown early this year, and it stood well in the long winter, as it does in these hills when the \
     snow lies until March and the ground is not too wet.<p>The end of our story about rye<p>Oats were sown late, in the rain, \
     by people who had no other time to do so, and so they ripened late as well, in October and not in August.",
    "<div><p>Rye was sown early, and stood well, in the long winter, on the hill, by the mill, near the weir.</p><ul><li><a \
     href=/a>Oats and barley and wheat</a><li>Spelt, and emmer, and millet, as they were sown of old<li><a href=/b>More</a></ul>\
     <form><input><input><p>Write to us, if you will, about rye.</p></form><h2>Oats</h2><h3>Wheat</h3><embed src=/film.swf>\
     <p>Oats, too, were sown, but late, in the rain, and so they ripened late as well.</p></div>",
];

/// Golden pages, pages with records, and generated ones, each with an address.
fn pages() -> Vec<LoadedPage> {
    let source = PageSource::default();
    let golden =
        golden_pages().into_iter().map(|page| source.load(&page.bytes, page.origin.charset.as_deref()));
    let below = |folder: &str| {
        let mut files: Vec<_> = fs::read_dir(root().join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path().join("source.html"))
            .collect();
        files.sort();
        files.into_iter().filter_map(|file| fs::read(file).ok())
    };
    let records = below("testdata/records").map(|bytes| source.load(&bytes, None));
    let odd = ODD.iter().map(|html| source.load_text(html));
    let families = FAMILIES.iter().map(|(_, generate)| source.load_text(&generate(2_000)));
    golden.chain(records).chain(odd).chain(families).collect()
}

/// Other values to try: the names of a choice, and numbers around the default and far from it.
fn alternatives(param: &ParamInfo) -> Vec<Value> {
    let default = (param.default)();
    let mut values: Vec<Value> = match &default {
        Value::Bool(value) => vec![Value::from(!value)],
        Value::Number(number) => {
            let number = number.as_f64().unwrap();
            let near = [
                0.0,
                1.0,
                0.5,
                2.0,
                10.0,
                100.0,
                number / 2.0,
                number * 2.0,
                number - 1.0,
                number + 1.0,
                number / 10.0,
                number * 10.0,
                1_000_000.0,
                -1.0,
            ];
            let as_float = near.into_iter().map(Value::from);
            let as_integer =
                near.into_iter().filter(|value| value.fract() == 0.0).map(|value| Value::from(value as i64));
            as_integer.chain(as_float).collect()
        }
        Value::String(_) => match param.kind {
            ParamKind::Choice(names) => names().iter().copied().map(Value::from).collect(),
            _ => Vec::new(),
        },
        Value::Array(_) => {
            [&["the end of our story"][..], &["p"], &["example.org"]].into_iter().map(Value::from).collect()
        }
        _ => Vec::new(),
    };
    values.retain(|value| *value != default);
    values
}

fn answers(extractor: &dyn Extractor, page: &LoadedPage, scratch: &mut Scratch) -> String {
    let plain = page.page(Evidence::of_url(Some("https://example.org/a/b.html")));
    let outcome = if extractor.info().needs.layout {
        let layout = stacked(plain.document());
        let page = plain.seen_with(Evidence { layout: Some(&layout), ..plain.evidence() });
        extractor.extract(&page, scratch)
    } else {
        extractor.extract(&plain, scratch)
    };
    format!("{outcome:?}")
}

#[test]
fn every_parameter_has_a_value_that_changes_an_answer() {
    let pages = pages();
    let mut scratch = Scratch::default();
    let mut idle = Vec::new();
    for info in EXTRACTORS.iter().filter(|info| !info.needs.model) {
        let choices: Vec<(&str, Value)> = info
            .params
            .iter()
            .filter(|param| !matches!((param.default)(), Value::Number(_)))
            .flat_map(|param| alternatives(param).into_iter().map(|value| (param.name, value)))
            .collect();
        for param in info.params {
            // By itself, then beside each choice of another parameter, which it may be of use to.
            let settings = std::iter::once(ParamMap::new()).chain(
                choices
                    .iter()
                    .filter(|(name, _)| *name != param.name)
                    .map(|(name, value)| ParamMap::from_iter([((*name).to_owned(), value.clone())])),
            );
            let has_effect = settings.into_iter().any(|setting| {
                let Ok(plain) = (info.build)(&setting) else { return false };
                let before: Vec<String> =
                    pages.iter().map(|page| answers(&*plain, page, &mut scratch)).collect();
                let built = alternatives(param).into_iter().filter_map(|value| {
                    let mut changed = setting.clone();
                    changed.insert(param.name.to_owned(), value);
                    (info.build)(&changed).ok()
                });
                built.into_iter().any(|other| {
                    pages
                        .iter()
                        .zip(&before)
                        .any(|(page, before)| answers(&*other, page, &mut scratch) != *before)
                })
            });
            if !has_effect {
                idle.push((info.id, param.name));
            }
        }
    }
    let expected: Vec<(&str, &str)> = WITHOUT_EFFECT.iter().map(|&(id, name, _)| (id, name)).collect();
    assert_eq!(idle, expected);
}
