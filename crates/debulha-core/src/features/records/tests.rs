#![allow(clippy::unwrap_used)]

use super::*;
use debulha_dom::{Limits, parse};

/// The text of each record of each region, fields joined with ` | `.
fn texts(html: &str, params: &RecordParams) -> Vec<Vec<String>> {
    let doc = parse(html, &Limits::default()).document;
    let page = Page::new(&doc);
    let text = |record: &Record| {
        let fields = fields(&page, record).into_iter().map(|field| field.text);
        fields.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" | ")
    };
    find(&page, params).iter().map(|region| region.records.iter().map(text).collect()).collect()
}

fn main_records(html: &str) -> Vec<String> {
    texts(html, &RecordParams::default()).into_iter().next().unwrap_or_default()
}

const CROPS: [(&str, &str); 3] = [
    ("Winter rye", "Sown in autumn and reaped in July, in poor soil."),
    ("Naked oats", "Sown in spring, for horses and for porridge."),
    ("Hulless barley", "Sown in spring, for beer, for bread and for soup."),
];

/// A page with each crop in a piece of markup, `T` being the title and `D` the description.
fn page(before: &str, piece: &str, after: &str) -> String {
    let pieces = CROPS.map(|(title, text)| piece.replace('T', title).replace('D', text));
    let menu = "<ul><li><a href=/>Home<li><a href=/farm>Farm<li><a href=/map>Map</ul>";
    format!("{menu}{before}{}{after}<p>Imprint of the farm and its barns.</p>", pieces.concat())
}

fn expected(between: &str) -> Vec<String> {
    CROPS.iter().map(|(title, text)| format!("{title}{between}{text}")).collect()
}

#[test]
fn one_element_a_record() {
    let html = page("<div>", "<div class=crop><h3>T</h3><p>D</p></div>", "</div>");
    assert_eq!(main_records(&html), expected(" | "));
}

#[test]
fn several_rows_a_record() {
    let html = page("<table>", "<tr><td><a href=x>T</a></td></tr><tr><td>D</td></tr>", "</table>");
    assert_eq!(main_records(&html), expected(" | "));
}

#[test]
fn terms_with_their_descriptions() {
    assert_eq!(main_records(&page("<dl>", "<dt>T<dd>D", "</dl>")), expected(" | "));
}

#[test]
fn flat_markup_between_rules() {
    assert_eq!(main_records(&page("<hr>", "T<br>D<hr>", "")), expected(" | "));
}

#[test]
fn flat_links_with_text_after_them() {
    let html = page("<div>", "<a href=x>T</a><br>D<br>", "</div>");
    assert_eq!(main_records(&html), expected(" | "));
}

#[test]
fn what_stands_before_every_title_goes_with_it() {
    let html = page("<div>", "<i>crop</i> <a href=x>T</a> <b>D</b><br>", "</div>");
    let crops: Vec<String> = expected(" D").iter().map(|text| text.replace(" D", " | ")).collect();
    let found = main_records(&html);
    assert_eq!(found.len(), 3);
    assert!(found.iter().zip(&crops).all(|(found, crop)| *found == format!("crop | {crop}")), "{found:?}");
}

#[test]
fn cells_of_several_rows_are_one_region() {
    let cell = "<td><b><a href=x>Winter rye</a></b><p>Sown in autumn and reaped in July.</p></td>";
    let html = format!("<table>{}</table>", format!("<tr>{}</tr>", cell.repeat(3)).repeat(2));
    assert_eq!(main_records(&html).len(), 6);
}

#[test]
fn a_header_row_is_no_record() {
    let html = page("<table><tr><th>Crop<th>Use", "<tr><td><a href=x>T</a><td><i>D</i>", "</table>");
    assert_eq!(main_records(&html).len(), 3);
}

#[test]
fn all_regions_come_best_first() {
    let html = page("<div>", "<div><h3>T</h3><p>D</p></div>", "</div>");
    let params = RecordParams { max_regions: 10, ..RecordParams::default() };
    let regions = texts(&html, &params);
    assert_eq!(regions[0], expected(" | "));
    assert!(
        regions[1..].contains(&vec!["Home".to_owned(), "Farm".to_owned(), "Map".to_owned()]),
        "{regions:?}"
    );
}

#[test]
fn records_are_looked_for_in_the_region_of_tps() {
    let html = page("<div>", "<div><h3>T</h3><p>D</p></div>", "</div>");
    let params = RecordParams { region: Scope::Tps, ..RecordParams::default() };
    assert_eq!(texts(&html, &params)[0], expected(" | "));
}

#[test]
fn pages_where_nothing_repeats_have_none() {
    for html in
        ["", "word", "<p>one</p>", "<h1>Rye</h1><p>Sown.</p>", "<br><br><br>", "<select><option>a<option>b"]
    {
        assert_eq!(main_records(html), Vec::<String>::new(), "{html}");
    }
}

#[test]
fn fields_are_runs_of_text_links_and_images() {
    let html = "<ul><li><a href=1><img src=i.png alt=ear> Winter <b>rye</b></a> stands <b>well</b><br>12 t\
        <li><a href=2>Naked oats</a> stand badly<br>9 t</ul>";
    let doc = parse(html, &Limits::default()).document;
    let page = Page::new(&doc);
    let regions = find(&page, &RecordParams::default());
    let found: Vec<_> = fields(&page, &regions[0].records[0])
        .into_iter()
        .map(|field| (field.path, field.text, field.href))
        .collect();
    let field = |path: &str, text: &str, href: Option<&str>| {
        (path.to_owned(), text.to_owned(), href.map(str::to_owned))
    };
    assert_eq!(
        found,
        [
            field("li/a", "Winter rye", Some("1")),
            field("li/a/img", "ear", Some("i.png")),
            field("li", "stands well", None),
            field("li", "12 t", None),
        ]
    );
}

#[test]
fn the_source_range_is_that_of_all_siblings() {
    let html = "<dl><dt>Winter rye<dd>Sown in autumn.<dt>Naked oats<dd>Sown in spring.</dl>";
    let doc = parse(html, &Limits::default()).document;
    let regions = find(&Page::new(&doc), &RecordParams::default());
    let range = regions[0].records[1].source_range(&doc).unwrap();
    assert_eq!(&html[range], "<dt>Naked oats<dd>Sown in spring.");
}

/// Two lists that repeat, the first a little longer: advertisements, then crops.
fn two_lists(adverts: &str, crops: &[&str]) -> String {
    let crops: Vec<String> =
        crops.iter().map(|crop| format!("<li><b>{crop}</b> is sown in autumn.")).collect();
    format!("<div>{adverts}</div><main><ol>{}</ol></main>", crops.concat())
}

const LONG_ADVERTS: &str = "<p><i>Buy a plough</i> with two shares and a seat of leather.
    <p><i>Buy a harrow</i> with twenty teeth of the best steel.<p><i>Buy a sickle</i> with a handle of the best oak.";

#[test]
fn words_of_the_query_tell_its_answers_from_what_else_repeats() {
    let html =
        two_lists(LONG_ADVERTS, &["Winter rye of Saxony", "Winter rye of Poland", "Winter rye of Prussia"]);
    let doc = parse(&html, &Limits::default()).document;
    let first_of = |query: Option<&crate::query::QueryTerms>, kept: Option<&Labels>| {
        let page = Page::with(
            &doc,
            crate::Evidence { query, ..crate::Evidence::default() },
            crate::PageOptions::default(),
        );
        let regions = find_with(&page, &RecordParams::default(), kept);
        doc.text_content(regions[0].records[0].first())
    };
    assert!(first_of(None, None).contains("plough"), "{}", first_of(None, None));
    let mut query = crate::query::QueryTerms::default();
    query.add_words("rye");
    assert!(first_of(Some(&query), None).contains("Saxony"));
    let list = doc.elements_named(names::OL).next().unwrap();
    let kept = Labels::from_subtrees(&Page::new(&doc), &[list]);
    assert!(first_of(None, Some(&kept)).contains("Saxony"), "a system keeps the list");
}

#[test]
fn pages_of_a_site_agree_on_the_place_of_their_records() {
    let short = "<p><i>Buy a plough</i> soon.<p><i>Buy a harrow</i> now.";
    let crops = ["Winter rye of Saxony", "Winter rye of Poland", "Winter rye of Prussia"];
    let pages = [
        two_lists(short, &crops),
        two_lists(LONG_ADVERTS, &crops),
        two_lists(short, &crops),
        "<p>None".to_owned(),
    ];
    let docs = pages.map(|html| parse(&html, &Limits::default()).document);
    let found: Vec<Vec<Candidate>> =
        docs.iter().map(|doc| candidates(&Page::new(doc), &RecordParams::default(), None, 8)).collect();
    let first = |at: usize, choice: usize| docs[at].text_content(found[at][choice].region.records[0].first());
    assert!(first(1, 0).contains("plough"), "alone, this page has its advertisements");
    let pages: Vec<Vec<&Candidate>> = found.iter().map(|page| page.iter().collect()).collect();
    let agreed = agree(&pages, 0.5);
    assert!((0..3).all(|at| first(at, agreed[at].unwrap()).contains("Saxony")));
    assert_eq!(agreed[3], None);
    assert_eq!(
        agree(&pages[1..], 1.0)[0],
        Some(0),
        "its own best, where one page of two speaks for the place"
    );
}
