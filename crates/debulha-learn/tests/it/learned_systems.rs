//! The contract of extractors, for those that need a model: a small one of each is trained here.

#[path = "../../../debulha-core/tests/it/common/families.rs"]
mod families;
#[path = "../../../debulha-systems/tests/it/common/layouts.rs"]
mod layouts;

use debulha_core::Evidence;
use debulha_core::classify::model::Model;
use debulha_core::query::QueryTerms;
use debulha_core::{Extractor, ExtractorInfo, Labels, Outcome, Page, PageOptions, ParamMap, Scratch};
use debulha_dom::{Document, Limits, parse};
use debulha_learn::pages::{MemoryPages, PageInfo};
use debulha_learn::recipes::{self, Examples, LearnsFrom, Training};
use debulha_systems::extractors::{EXTRACTORS, load};
use families::FAMILIES;
use layouts::stacked;

/// Bytes of each generated page.
const BYTES: usize = 4_000;

/// Pages of four sites with a menu, a story that nothing else has, and a footer.
fn pages() -> MemoryPages {
    let mut pages = MemoryPages::default();
    for page in 0..48 {
        let site = page % 4;
        let menu: Vec<String> = (0..6).map(|n| format!("<a href=/{n}>Part {n} of site {site}</a>")).collect();
        let story: Vec<String> = (0..4)
            .map(|n| format!("In story {page}, part {n}, the rye of field {n} was cut before the rain came."))
            .collect();
        let html = format!(
            "<body><div>{}</div><div>{}</div><div>All rights reserved by the owner of site {site}, as is the \
             use of all pictures and <a href=/terms>terms</a>.</div>",
            menu.join(" "),
            story.join("</div><div>")
        );
        let info = PageInfo {
            id: page.to_string(),
            site: format!("site{site}.example"),
            url: Some(format!("http://site{site}.example/s?crop=rye&page={page}")),
            gold: Some(story.join("\n")),
            ..PageInfo::default()
        };
        pages.push(info, html);
    }
    pages.drawn(stacked)
}

/// Each system that learns from pages, with what it learned from [`pages`].
fn learned() -> Vec<Box<dyn Extractor>> {
    let pages = pages();
    let learns = |info: &&&ExtractorInfo| {
        info.load.is_some()
            && recipes::find(info.id).is_ok_and(|recipe| recipe.learns_from != LearnsFrom::Table)
    };
    EXTRACTORS
        .iter()
        .filter(learns)
        .map(|info| {
            let recipe = recipes::find(info.id).unwrap();
            // Blocks of the made-up layout stand closer than those of a browser: they would be one area.
            let params = match info.id {
                "burget" => serde_json::from_str(r#"{"areas": {"max_gap": 0.1}}"#).unwrap(),
                _ => ParamMap::new(),
            };
            let training = Training::new(1, &params);
            let model = (recipe.train)(Examples::Pages(&pages), &training).unwrap();
            load(&Model::from_bytes(&model.to_bytes().unwrap()).unwrap(), &ParamMap::new()).unwrap()
        })
        .collect()
}

fn label(extractor: &dyn Extractor, document: &Document, scratch: &mut Scratch) -> Labels {
    let mut query = QueryTerms::default();
    query.add_words("rye");
    let layout = stacked(document);
    let url = Some("http://site1.example/");
    let evidence = Evidence { url, query: Some(&query), layout: Some(&layout), ..Evidence::default() };
    match extractor.extract(&Page::with(document, evidence, PageOptions::default()), scratch) {
        Outcome::Labeled(labels) => labels,
        Outcome::Abstained(reason) => panic!("{}: {reason}", extractor.info().id),
    }
}

#[test]
fn answers_are_valid_and_depend_on_the_page_alone() {
    let extractors = learned();
    assert!(extractors.len() >= 4);
    let odd = ["", " ", "word", "<frameset><frame>x", "<p>a\u{0}b</p>&#0;", "<table>x<tr>y"];
    let generated = FAMILIES.iter().map(|(name, generate)| ((*name).to_owned(), generate(BYTES)));
    let pages = odd.iter().map(|html| (format!("{html:?}"), (*html).to_owned())).chain(generated);
    let documents: Vec<(String, Document)> =
        pages.map(|(name, html)| (name, parse(&html, &Limits::default()).document)).collect();
    for extractor in &extractors {
        let mut used = Scratch::default();
        for (name, document) in &documents {
            let labels = label(&**extractor, document, &mut used);
            assert!(labels.is_valid(document), "{} on {name}", extractor.info().id);
            let again = label(&**extractor, document, &mut Scratch::default());
            assert_eq!(labels, again, "{} on {name}", extractor.info().id);
            let layout = stacked(document);
            let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
            let page = Page::with(document, evidence, PageOptions::default());
            for &node in page.text_nodes().iter().take(3) {
                let reasons = extractor.why(&page, &mut used, node);
                assert!(!reasons.is_empty(), "{} on {name}", extractor.info().id);
            }
        }
    }
}

#[test]
fn stories_of_unseen_pages_are_kept_and_menus_are_not() {
    let story = "In story 99, part 0, the rye of field 0 was cut before the rain came.";
    let html = format!(
        "<body><div>{}</div><div>{story}</div><div>{}</div>",
        "<a href=/1>Part 1 of site 1</a> ".repeat(6),
        story.replace("part 0", "part 1")
    );
    let document = parse(&html, &Limits::default()).document;
    for extractor in learned() {
        let labels = label(&*extractor, &document, &mut Scratch::default());
        let text = labels.plain_text(&Page::new(&document));
        assert!(text.contains(story) && !text.contains("site 1"), "{}: {text}", extractor.info().id);
    }
}
