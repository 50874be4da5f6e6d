//! The contract of the feature registry: names, documentation, values, evidence, cost; and values checked by hand.

use crate::common::families::FAMILIES;
use crate::common::pages::golden_pages;
use debulha_core::extractor::Needs;
use debulha_core::feature_table::{FeatureTable, GROUPS, RowUnit, Selection, compute, features};
use debulha_core::layout::{Drawn, Layout, Rectangle, Style};
use debulha_core::query::{QueryOptions, QueryTerms};
use debulha_core::site::evidence::{PageUnits, SiteEvidence};
use debulha_core::{Evidence, Page, PageOptions, Scratch};
use debulha_dom::{Document, Limits, parse};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Bytes of the pages that show growth.
const BYTES: usize = 1 << 18;

fn tree(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

/// Golden, odd and generated pages.
fn documents() -> Vec<(String, Document)> {
    let odd = [
        "",
        "word",
        "<title>t</title>",
        "<frameset><frame>x",
        "<table>x<tr>y",
        "<a href=x><img height=1e400 width=9>",
    ];
    let golden = golden_pages().into_iter().map(|page| (page.slug.clone(), page.document()));
    let families = FAMILIES.iter().map(|(name, generate)| ((*name).to_owned(), tree(&generate(2_000))));
    golden.chain(families).chain(odd.iter().map(|html| (format!("{html:?}"), tree(html)))).collect()
}

/// The bits of all values: NaN is equal to itself.
fn bits(table: &FeatureTable) -> Vec<u32> {
    (0..table.rows().len()).flat_map(|row| table.row(row).iter().map(|value| value.to_bits())).collect()
}

/// Everything that a page can be given.
struct Known {
    site: SiteEvidence,
    query: QueryTerms,
    layout: Layout,
}

impl Known {
    fn of(document: &Document) -> Self {
        let page = Page::new(document);
        let (crawl, units): (Arc<str>, _) = ("".into(), PageUnits::of(&page));
        let other = Page::with_options(document, Some("http://h/other"), PageOptions::default()).key();
        let site = SiteEvidence::count([(page.key(), &crawl, &units), (other, &crawl, &units)]);
        let mut query = QueryTerms::default();
        query.add_url("http://h/?rye=autumn", QueryOptions::default());
        let at = Rectangle { x: 1.0, y: 2.0, width: 30.0, height: 40.0 };
        let layout = Layout::drawn(document, |node| {
            let lines = if document.is_text(node) { vec![at] } else { Vec::new() };
            let drawn = Drawn { rectangle: Some(at), style: Some(Style::default()), lines, paint: 0 };
            (!page.visibility().is_hidden(node)).then_some(drawn)
        });
        Known { site, query, layout }
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence { url: None, query: Some(&self.query), layout: Some(&self.layout), site: Some(&self.site) }
    }

    fn given<'d>(&'d self, document: &'d Document) -> Page<'d> {
        Page::with(document, self.evidence(), PageOptions::default())
    }
}

#[test]
fn names_are_unique_and_plain_and_everything_is_documented() {
    let is_plain =
        |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    for &unit in RowUnit::ALL {
        let mut seen = BTreeSet::new();
        for (_, feature) in features(unit) {
            assert!(
                seen.insert(feature.name),
                "two features of a {} are called {}",
                unit.name(),
                feature.name
            );
            assert!(is_plain(feature.name), "{}", feature.name);
            assert!(feature.version >= 1 && feature.docs.ends_with('.'), "{}", feature.name);
            assert!(!feature.docs.contains("  "), "{}", feature.name);
        }
        assert!(!seen.is_empty());
    }
    let groups: BTreeSet<&str> = GROUPS.iter().map(|group| group.name).collect();
    assert_eq!(groups.len(), GROUPS.len());
}

#[test]
fn values_are_finite_or_missing_and_do_not_depend_on_what_ran_before() {
    let mut shared = Scratch::default();
    for (name, document) in documents() {
        let evidence = Known::of(&document);
        for &unit in RowUnit::ALL {
            let all = Selection::all(unit);
            for with_evidence in [false, true] {
                let page = || if with_evidence { evidence.given(&document) } else { Page::new(&document) };
                let table = compute(&page(), &all, &mut shared);
                assert_eq!(table.rows(), unit.rows(&page()));
                for row in 0..table.rows().len() {
                    for (value, feature) in table.row(row).iter().zip(all.features()) {
                        assert!(value.is_finite() || value.is_nan(), "{} of {name}: {value}", feature.name);
                        let lacks = feature.needs != Needs::PAGE && !with_evidence;
                        assert!(!lacks || value.is_nan(), "{} of {name} without evidence", feature.name);
                    }
                }
                assert_eq!(bits(&table), bits(&compute(&page(), &all, &mut Scratch::default())), "{name}");
            }
        }
    }
}

#[test]
fn with_evidence_no_column_is_missing_everywhere() {
    let html = "<html lang=en><head><title>Rye</title></head><body><nav><ul><li><a href=/a>Home</a><li><a href=/b>More</a></ul>\
        </nav><main><article><section><header><h1>Rye</h1></header><figure><a href=/c><img src=d.png width=2 height=1 alt=x>\
        </a>Figure</figure><blockquote><p>Rye is sown in the autumn, and reaped in July.</blockquote><dl><dt>Rye<dd>4 $</dl><ol>\
        <li>one</ol><table><tr><td>12.03.2024</table><form><p>Name<button>Go</button></form></section></article></main><aside>Aside</aside>\
        <footer><address>Mill</address><details>All<dialog open>Hi</dialog></details><pre><code>rye()</code></pre>\
        <label>Name</label><select><option>One</select></footer>";
    let long = "<div class=x><p>All of the barns are half empty, and the rain is expected by the end of the week.</p>\
        <p><a href=/c/d>More rye</a><p>4 $</div>";
    let html = html.replace("<dl>", &format!("{}<dl>", long.repeat(20)));
    let document = tree(&html);
    let evidence = Known::of(&document);
    let evidence = Evidence { url: Some("http://h/c/"), ..evidence.evidence() };
    let page = Page::with(&document, evidence, PageOptions::default());
    for &unit in RowUnit::ALL {
        let all = Selection::all(unit);
        let table = compute(&page, &all, &mut Scratch::default());
        for (column, feature) in all.features().iter().enumerate() {
            let is_set = (0..table.rows().len()).any(|row| !table.row(row)[column].is_nan());
            assert!(is_set, "{} of a {} is always missing", feature.name, unit.name());
        }
    }
}

#[test]
fn a_selection_has_the_values_of_the_whole_table() {
    let (_, document) = documents().swap_remove(0);
    let page = Page::new(&document);
    for &unit in RowUnit::ALL {
        let all = Selection::all(unit);
        let whole = compute(&page, &all, &mut Scratch::default());
        // Every third feature, last first.
        let places: Vec<usize> = (0..all.features().len()).rev().step_by(3).collect();
        let wanted = places.iter().map(|&place| (all.features()[place].name, all.features()[place].version));
        let some = compute(&page, &Selection::of(unit, wanted).unwrap(), &mut Scratch::default());
        for row in 0..whole.rows().len() {
            for (column, &place) in places.iter().enumerate() {
                assert_eq!(some.row(row)[column].to_bits(), whole.row(row)[place].to_bits());
            }
        }
    }
}

#[test]
fn every_family_is_tabulated_in_one_pass_over_it() {
    for (family, generate) in FAMILIES {
        let document = tree(&generate(BYTES));
        let page = Page::new(&document);
        for &unit in RowUnit::ALL {
            let table = compute(&page, &Selection::all(unit), &mut Scratch::default());
            assert_eq!(table.rows(), unit.rows(&page), "{family}");
        }
    }
}

/// Values of the features of a page, a row each.
fn values<const N: usize>(html: &str, unit: RowUnit, names: [&str; N]) -> Vec<[f32; N]> {
    let document = tree(html);
    let page = Page::with_options(&document, Some("http://h.org/"), PageOptions::default());
    let selection = Selection::of(unit, names.map(|name| (name, 1))).unwrap();
    let table = compute(&page, &selection, &mut Scratch::default());
    (0..table.rows().len()).map(|row| table.row(row).try_into().unwrap()).collect()
}

const PAGE: &str = "<html lang=en><title>Late rye</title><body><ul><li class=i><a href=/a>Home</a><li class=i><a href=//b.com>More</a>\
    </ul><div><h1>Late rye</h1><p>The rye was late this year, and the barns are half empty even now. Nobody knows why.</p>\
    <p>1 $</p></div>";

#[test]
fn nodes_have_the_values_counted_by_hand() {
    let names = [
        "distance",
        "height",
        "children",
        "siblings",
        "sibling_index",
        "words",
        "own_words",
        "links",
        "like_siblings",
    ];
    let found = values(PAGE, RowUnit::Node, names);
    // body, ul, li, a, li, a, div, h1, p, p
    assert_eq!(found[0], [0.0, 3.0, 2.0, 1.0, 0.0, 22.0, 0.0, 2.0, 1.0]);
    assert_eq!(found[1], [1.0, 2.0, 2.0, 2.0, 0.0, 2.0, 0.0, 2.0, 1.0]);
    assert_eq!(found[4], [2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 0.0, 1.0, 2.0]);
    assert_eq!(found[6], [1.0, 1.0, 3.0, 2.0, 1.0, 20.0, 0.0, 0.0, 1.0]);
    assert_eq!(found[8], [2.0, 0.0, 0.0, 3.0, 1.0, 17.0, 17.0, 0.0, 2.0]);
    let found = values(
        PAGE,
        RowUnit::Node,
        ["intra_site_share", "link_share", "paragraphs", "list_items", "heading_level"],
    );
    assert_eq!(found[0][..4], [0.5, 2.0 / 22.0, 2.0, 2.0]);
    assert_eq!(found[7][1..], [0.0, 0.0, 0.0, 1.0]);
    assert!(found[7][0].is_nan());
}

#[test]
fn blocks_have_the_values_counted_by_hand() {
    let names =
        ["words", "link_share", "sentences", "has_price", "words_before", "is_paragraph", "title_blocks"];
    let found = values(PAGE, RowUnit::Block, names);
    // Home, More, Late rye, The rye …, 1 $; a title in the head is a block too where it is not hidden.
    let body = &found[found.len() - 5..];
    let before = found.iter().rev().nth(4).map_or(0.0, |home| home[4]);
    assert_eq!(body[0], [1.0, 1.0, 0.0, 0.0, before, 0.0, -2.0]);
    assert_eq!(body[2], [2.0, 0.0, 0.0, 0.0, before + 2.0, 0.0, 0.0]);
    assert_eq!(body[3], [17.0, 0.0, 2.0, 0.0, before + 4.0, 1.0, 1.0]);
    assert_eq!(body[4][3], 1.0);
    let names = [
        "container0_words",
        "container1_words",
        "container1_children",
        "half_words",
        "container0_like_siblings",
    ];
    let found = values(PAGE, RowUnit::Block, names);
    let body = &found[found.len() - 5..];
    assert_eq!(body[0][..3], [1.0, 2.0, 2.0]);
    assert_eq!(body[0][4], 2.0);
    assert_eq!(body[3], [17.0, 20.0, 3.0, 17.0, 2.0]);
    let names = [
        "in_densest",
        "in_window",
        "window_distance",
        "previous_steps",
        "title_levels",
        "title_block_levels",
    ];
    let found = values(PAGE, RowUnit::Block, names);
    let body = &found[found.len() - 5..];
    assert_eq!(body[3], [1.0, 1.0, 0.0, 2.0, 1.0, 1.0]);
    assert_eq!(body[1][3..], [2.0, 2.0, 2.0]);
    assert_eq!(body[0][0], 0.0);
}

#[test]
fn regions_parts_and_offers_have_the_values_counted_by_hand() {
    let card = "<div class=card><h3><a href=/t/1>Ash wood scythe</a></h3><p>$30</p></div>";
    let html = format!("<h1>Tools</h1><p>All of them: $1</p>{card}{card}{card}<h2>Seen:</h2><p>Rye");
    let names =
        ["records", "words", "variation", "prices", "links", "block", "word_place", "alike", "link_blocks"];
    for region in ["inner", "outer"] {
        let named = names.map(|name| format!("region_{region}_{name}"));
        let found = values(&html, RowUnit::Block, named.each_ref().map(String::as_str))[5];
        assert_eq!(found, [3.0, 4.0, 0.0, 1.0, 1.0, 1.0, 0.75, 1.0, 1.0], "{region}");
    }
    let names = ["region_main_inside", "region_main_distance", "region_main_title_words"];
    let found = values(&html, RowUnit::Block, names);
    assert_eq!(found[1], [0.0, -4.0, 5.0]);
    assert_eq!(found[5], [1.0, 0.0, 5.0]);
    assert_eq!(found[9], [0.0, 2.0, 5.0]);
    let names =
        ["part_index", "part_words", "part_link_share", "part_place", "offer_price_blocks", "offer_seen"];
    assert_eq!(values(&html, RowUnit::Block, names)[5], [1.0, 17.0, 9.0 / 17.0, 12.0 / 17.0, 4.0, 2.0]);
    let names = ["part_index", "part_words", "offer_ends_colon", "offer_after_colon"];
    assert_eq!(values(&html, RowUnit::Block, names)[8..], [[2.0, 2.0, 1.0, 0.0], [2.0, 2.0, 0.0, 1.0]]);
    let table = "<table><tr><th>Blade<td>steel<tr><th>Snath<td>ash wood</table>";
    let names = ["table_rows", "table_cells", "table_words", "table_words_before"];
    assert_eq!(values(table, RowUnit::Block, names)[2], [2.0, 2.0, 2.5, 2.0]);
}

#[test]
fn linked_images_have_the_values_counted_by_hand() {
    let html = "<p>One two</p><a href=http://h.org/x><img src=http://i.h.org/y.gif width=468 height=60 alt='Click here now'>\
        Buy <img src=z.gif></a>";
    let names = [
        "width",
        "aspect_ratio",
        "area",
        "local",
        "alt_words",
        "link_text_words",
        "link_images",
        "page_position",
    ];
    let found = values(html, RowUnit::Image, names);
    assert_eq!(found[0], [468.0, 7.8, 28080.0, 1.0, 3.0, 1.0, 2.0, 2.0 / 3.0]);
    assert!(found[1][0].is_nan() && found[1][4].is_nan());
    assert_eq!(found[1][5..], [1.0, 2.0, 1.0]);
}
