//! Visual systems on records of Chromium, in `drawn/`: boxes that scroll, fixed boxes, hidden menus, `noscript`, text from right to
//! left. `drawn/flow.html` is the page that the others vary. `debulha render` wrote the records.

use debulha_core::layout::LayoutRecord;
use debulha_core::page::{Evidence, Page, PageOptions};
use debulha_core::{ParamMap, Scratch};
use debulha_dom::{Limits, parse};
use debulha_systems::{extractors, segmenters};
use std::path::Path;

const WORDS_OF_MAIN: u32 = 749;

/// Calls `with` with a drawn page.
fn on_page<T>(name: &str, with: impl FnOnce(&Page<'_>) -> T) -> T {
    let read = |extension: &str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/drawn").join(name);
        std::fs::read_to_string(file.with_extension(extension)).unwrap()
    };
    let document = parse(&read("html"), &Limits::default()).document;
    let fitted = LayoutRecord::from_json(&read("json")).unwrap().fit(&document);
    assert_eq!(fitted.misfit(), None, "{name}");
    let evidence = Evidence { layout: Some(&fitted.layout), ..Evidence::default() };
    with(&Page::with(&document, evidence, PageOptions::default()))
}

/// Label and text of the blocks of a page.
fn blocks(segmenter: &str, name: &str) -> Vec<(Option<&'static str>, String)> {
    on_page(name, |page| {
        let found = segmenters::build(segmenter, &ParamMap::new()).unwrap().segment(page).unwrap();
        let text = |nodes| {
            let texts = page.text_nodes_in(nodes).iter().map(|&node| page.document().text(node).trim());
            texts.collect::<Vec<_>>().join(" ")
        };
        found.blocks.into_iter().map(|block| (block.label, text(block.nodes))).collect()
    })
}

/// Words that `vide` keeps of a page.
fn words_kept(name: &str) -> u32 {
    on_page(name, |page| {
        let outcome =
            extractors::build("vide", &ParamMap::new()).unwrap().extract(page, &mut Scratch::default());
        outcome.labels().unwrap().spans.iter().map(|span| span.words(page)).sum()
    })
}

#[test]
fn a_page_that_scrolls_in_a_box_has_the_blocks_of_one_that_does_not() {
    for segmenter in ["vips", "kovacevic_areas", "burget_areas"] {
        let flow = blocks(segmenter, "flow");
        assert_eq!(blocks(segmenter, "scroller"), flow, "{segmenter}");
        let starts = |name: &str| blocks(segmenter, name)[..flow.len()].to_vec();
        if segmenter != "burget_areas" {
            assert_eq!(starts("locked"), flow, "{segmenter}: a wall locks the page");
        }
    }
    assert_eq!(blocks("vips", "nested"), blocks("vips", "flow"), "menu and text scroll by themselves");
    assert_eq!(words_kept("scroller"), words_kept("flow"));
    assert!(words_kept("nested") >= WORDS_OF_MAIN);
}

#[test]
fn fixed_boxes_are_blocks_of_their_own() {
    let mut flow = blocks("vips", "flow");
    flow.push((None, "Subscribe to our letter".to_owned()));
    assert_eq!(blocks("vips", "fixed"), flow);
    let labels = blocks("kovacevic_areas", "fixed");
    assert_eq!(labels[0], (Some("header"), "Valley News".to_owned()));
}

#[test]
fn menus_left_of_the_page_are_not_seen() {
    for segmenter in ["vips", "kovacevic_areas", "burget_areas"] {
        let found = blocks(segmenter, "off_canvas");
        assert!(found.iter().all(|(_, text)| !text.contains("Chapter 1")), "{segmenter}");
        assert!(found.iter().any(|(_, text)| text.contains("Valley News")), "{segmenter}");
    }
}

#[test]
fn noscript_is_drawn_where_scripts_did_not_run() {
    for segmenter in ["vips", "kovacevic_areas", "burget_areas"] {
        assert_eq!(blocks(segmenter, "noscript"), blocks(segmenter, "flow"), "{segmenter}");
    }
    assert_eq!(words_kept("noscript"), words_kept("flow"));
}

#[test]
fn text_left_of_the_window_is_seen_on_pages_from_right_to_left() {
    for segmenter in ["vips", "kovacevic_areas", "burget_areas"] {
        let found = blocks(segmenter, "right_to_left");
        assert!(found.iter().any(|(_, text)| text.contains("Chapter 30")), "{segmenter}");
        assert!(found.iter().any(|(_, text)| text.contains("year 1813")), "{segmenter}");
    }
}
