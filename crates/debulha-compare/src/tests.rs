use super::*;
use crate::html::{HtmlOptions, render as html};
use crate::text::{TextOptions, render as text};
use debulha_core::ParamMap;
use debulha_core::extractor::Needs;
use debulha_dom::Limits;
use debulha_dom::{NodeKind, names, parse};
use debulha_systems::extractors::EXTRACTORS;

const STORY: &str = include_str!("../../../testdata/pages/barn-story/source.html");

fn compare(page: &str, ids: &[&str], gold: Option<&str>) -> Comparison {
    let systems: Vec<System> = ids.iter().map(|id| System::new(id, &ParamMap::new()).unwrap()).collect();
    let parsed = parse(page, &Limits::default());
    Comparison::of(&Page::new(&parsed.document), &systems, gold, &mut Scratch::default())
}

#[test]
fn numbers_of_a_small_page() {
    let page = "<p>Rye and oats</p><nav><a href=/>Home</a></nav>";
    let comparison = compare(page, &["all_text", "all_text", "dsc"], Some("rye and oats"));
    let [first, .., last] = comparison.systems.as_slice() else { panic!("three systems") };
    assert_eq!((first.words, first.gold.unwrap().recall), (4, 1.0));
    let kept: Vec<u32> = comparison.blocks.iter().map(|block| block.kept[2].unwrap()).collect();
    assert_eq!(kept.iter().sum::<u32>(), last.words);
    assert_eq!(comparison.f1[0][1], Some(1.0));
    assert_eq!(comparison.f1[0][2], Some(2.0 * f64::from(last.words) / f64::from(4 + last.words)));
    let agreement = (f64::from(last.words) + f64::from(4 - last.words) * 2.0 / 3.0) / 4.0;
    assert!((comparison.agreement - agreement).abs() < 1e-12);
    assert_eq!(comparison.blocks[0].xpath, "/html[1]/body[1]/p[1]");
}

#[test]
fn paths_are_cut_at_a_step() {
    let path = compare(&format!("{}deep", "<div>".repeat(300)), &["all_text"], None).blocks[0].xpath.clone();
    assert!(path.starts_with("…/div[1]/") && path.len() <= PATH_BYTES + "…".len(), "{path}");
}

#[test]
fn the_story_in_four_systems() {
    let comparison = compare(STORY, &["dsc", "cetd", "boilerpipe_article", "nce"], None);
    insta::assert_snapshot!(text(&comparison, "barn-story", TextOptions::default()));
}

#[test]
fn parts_are_never_shown_as_all_or_nothing() {
    let block = |kept: u32, words: u32| ComparedBlock {
        kept: vec![Some(kept), None],
        words,
        ..compare("<p>x", &["all_text"], None).blocks.remove(0)
    };
    let percent = |kept, words| (block(kept, words).verdict(0), block(kept, words).percent(0));
    assert_eq!(percent(1, 1000), (BlockVerdict::Partly, 1));
    assert_eq!(percent(999, 1000), (BlockVerdict::Partly, 99));
    assert_eq!(percent(1000, 1000), (BlockVerdict::Kept, 100));
    assert_eq!(percent(0, 7), (BlockVerdict::Dropped, 0));
    assert_eq!(block(0, 7).verdict(1), BlockVerdict::NoAnswer);
}

#[test]
fn text_keeps_to_its_width() {
    let comparison = compare(STORY, &["all_text", "cetd", "nce"], None);
    for width in [80, 120] {
        let text = text(&comparison, "story", TextOptions { width, colour: false });
        for line in text.lines() {
            assert!(unicode_width::UnicodeWidthStr::width(line) <= width, "{width}: {line}");
        }
    }
    let plain = text(&comparison, "story", TextOptions::default());
    let coloured = text(&comparison, "story", TextOptions { colour: true, ..TextOptions::default() });
    assert!(!plain.contains('\x1b') && coloured.contains("\x1b[32m+"));
}

/// All systems that need the page alone, several times over.
fn crowd() -> Comparison {
    let ids: Vec<&str> = EXTRACTORS
        .iter()
        .filter(|info| info.needs == Needs::PAGE)
        .map(|info| info.id)
        .cycle()
        .take(60)
        .collect();
    compare(STORY, &ids, None)
}

#[test]
fn sixty_systems_have_a_column_each() {
    let comparison = crowd();
    let text = text(&comparison, "story", TextOptions::default());
    let row = text.lines().find(|line| line.contains("Three farms in the")).unwrap();
    let cells = row.split_whitespace().nth(1).unwrap();
    assert!(cells.len() == 60 && cells.chars().all(|c| "+~-".contains(c)), "{row}");
    let html = html(&comparison, &HtmlOptions { title: "story".to_owned() });
    assert_eq!(html.matches("type=\"checkbox\"").count(), 60);
}

#[test]
fn pages_without_text_or_systems_are_no_failure() {
    for (page, ids) in [("", &["all_text", "nce"][..]), ("<p>Rye", &[])] {
        let comparison = compare(page, ids, None);
        assert_eq!((comparison.agreement, comparison.f1.len()), (1.0, ids.len()));
        assert!(text(&comparison, "x", TextOptions::default()).contains("text blocks"));
        assert!(html(&comparison, &HtmlOptions { title: String::new() }).ends_with("</html>\n"));
    }
}

#[test]
fn a_hostile_page_puts_nothing_into_the_report() {
    let page = "<h1>&lt;script>alert(1)&lt;/script></h1><p title=x>\"'>&lt;img src=x onerror=alert(2)> &amp;amp;\
        <p>&lt;/main>&lt;style>*{}&lt;/style><x&lt;y>odd</x&lt;y><p>]]>--></p>";
    let comparison = compare(page, &["all_text", "bte"], None);
    let report = html(&comparison, &HtmlOptions { title: "<b>\"x\"".to_owned() });
    let doc = parse(&report, &Limits::default()).document;
    let count = |name| doc.elements_named(name).count();
    assert_eq!([names::SCRIPT, names::STYLE, names::IMG, names::MAIN].map(count), [1, 1, 0, 1]);
    let text = doc.text_content(doc.body().unwrap());
    for shown in
        ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(2)> &amp;", "</main><style>", "<b>\"x\""]
    {
        assert!(text.contains(shown), "{shown}");
    }
    let handlers = |(name, _): (_, &str)| doc.name_str(name).starts_with("on");
    assert!(!doc.nodes().any(|node| doc.attributes(node).any(handlers)));
    assert!(!report.contains("http"), "nothing from outside");
}

#[test]
fn the_report_is_well_formed() {
    let report =
        html(&compare(STORY, &["all_text", "cetd", "nce"], None), &HtmlOptions { title: "story".to_owned() });
    let doc = parse(&report, &Limits::default()).document;
    // Ids are unique, labels and links lead to them.
    let ids: Vec<&str> = doc.nodes().filter_map(|node| doc.attribute(node, names::ID)).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len());
    let links = doc.elements_named(names::A).filter_map(|node| doc.attribute(node, names::HREF));
    for link in links {
        assert!(ids.contains(&link.trim_start_matches('#')), "{link}");
    }
    assert!(doc.nodes().filter(|&node| doc.kind(node) == NodeKind::Element).count() > 200);
}
