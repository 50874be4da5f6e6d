//! Metadata of whole pages: which source wins, what is refused, and that hostile pages cost no more than their size.
#![allow(clippy::unwrap_used)]

use debulha_core::metadata::{self, Candidate, Metadata};
use debulha_core::{Page, PageOptions};
use debulha_dom::{Limits, parse};

fn read_at(html: &str, url: Option<&str>) -> Metadata {
    let document = parse(html, &Limits::default()).document;
    metadata::extract(&Page::with_options(&document, url, PageOptions::default()))
}

fn read(html: &str) -> Metadata {
    read_at(html, None)
}

fn names(authors: &[Candidate]) -> Vec<&str> {
    authors.iter().map(|author| author.value.as_str()).collect()
}

const ARTICLE: &str = r#"<!doctype html><html lang="en-GB"><head>
    <title>Rye after rain | Barn Times</title>
    <meta property="og:title" content="Rye after rain - Barn Times"><meta property="og:type" content="article">
    <meta property="og:image" content="/rye.jpg"><meta name="description" content="How rye dries.">
    <meta name="keywords" content="rye, rain"><link rel="canonical" href="/rye">
    <link rel="license" href="https://creativecommons.org/licenses/by/4.0/">
    <script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
        {"@type": "WebSite", "name": "Barn Times"},
        {"@type": "NewsArticle", "headline": "Rye after rain", "datePublished": "2024-05-01T10:00:00+02:00",
         "dateModified": "2024-05-03", "articleSection": "Grain", "author": [{"@id": "/#ana"}, "Rui S&aacute;"]},
        {"@type": "Person", "@id": "/#ana", "name": "Ana Lima"},]}</script>
    </head><body><h1>Barn Times</h1><h1>Rye after rain</h1><p class="byline">By Someone Else</p>
    <p>Rye dries slowly.</p></body></html>"#;

#[test]
fn every_field_of_a_well_described_page_is_read() {
    let metadata = read_at(ARTICLE, Some("https://barn.example/rye?utm=x"));
    assert_eq!(metadata.title.value(), Some("Rye after rain"));
    assert_eq!(metadata.title.best.as_ref().unwrap().source, "element:h1");
    assert_eq!(names(&metadata.authors), ["Ana Lima", "Rui Sá"]);
    assert_eq!(metadata.authors[0].source, "json-ld:author");
    assert_eq!(names(&metadata.other_authors), ["Someone Else"]);
    assert_eq!(metadata.published.value(), Some("2024-05-01T10:00:00+02:00"));
    assert_eq!(metadata.modified.value(), Some("2024-05-03"));
    assert_eq!(metadata.site_name.value(), Some("Barn Times"));
    assert_eq!(metadata.url.value(), Some("https://barn.example/rye"));
    assert_eq!(metadata.description.value(), Some("How rye dries."));
    assert_eq!(metadata.language.value(), Some("en-GB"));
    assert_eq!(metadata.license.value(), Some("https://creativecommons.org/licenses/by/4.0/"));
    assert_eq!(metadata.image.value(), Some("https://barn.example/rye.jpg"));
    assert_eq!(metadata.categories, ["Grain"]);
    assert_eq!(metadata.tags, ["rye", "rain"]);
    assert_eq!(metadata.page_type.value(), Some("article"));
}

#[test]
fn a_page_that_states_nothing_gives_nothing() {
    for html in ["", "<p>Text.</p>", "<title></title><h1> </h1><script type='application/ld+json'></script>"]
    {
        assert_eq!(read(html), Metadata::default(), "{html}");
    }
}

#[test]
fn the_visible_page_is_read_where_nothing_is_declared() {
    let pages = [
        ("<h1>Roggen</h1><p>Von Ana Lima, 1. Mai 2024</p><p>Text", "Ana Lima"),
        ("<h1>Seigle</h1><p>Par Ana Lima</p><p>Publié le 1er mai 2024</p>", "Ana Lima"),
        ("<h1>Centeno</h1><div>Por <a href=/ana>Ana Lima</a> | 1 de mayo de 2024</div>", "Ana Lima"),
        ("<h1>Rye</h1><p>Written by</p><p>Ana Lima</p><p>May 1st, 2024</p>", "Ana Lima"),
        ("<h1>黑麦</h1><p>2024年5月1日 来源：谷仓日报 作者：王建宏</p>", "王建宏"),
    ];
    for (html, author) in pages {
        let metadata = read(html);
        assert_eq!(names(&metadata.authors), [author], "{html}");
        assert_eq!(metadata.published.value(), Some("2024-05-01"), "{html}");
    }
}

#[test]
fn an_update_is_not_a_publication() {
    let metadata = read("<h1>Rye</h1><p>Updated June 2, 2024</p><p>Published May 1, 2024</p>");
    assert_eq!(metadata.published.value(), Some("2024-05-01"));
    assert_eq!(metadata.modified.value(), Some("2024-06-02"));
    let metadata = read("<h1>Rye</h1><p>Updated June 2, 2024</p>");
    assert_eq!(metadata.published.value(), None);
}

#[test]
fn the_language_decides_between_day_and_month() {
    let date = |lang: &str| read(&format!("<html lang={lang}><h1>Rye</h1><p>03/04/2024</p>")).published;
    assert_eq!(date("en-US").value(), Some("2024-03-04"));
    assert_eq!(date("fr").value(), Some("2024-04-03"));
}

#[test]
fn dates_that_cannot_be_are_refused() {
    let html = "<meta property=article:published_time content='0001-01-01T00:00:00Z'>
        <meta name=date content='2024-02-30'><meta name=dc.date content='1 May 2024'>";
    assert_eq!(read(html).published.value(), Some("2024-05-01"));
}

#[test]
fn a_date_may_stand_in_the_address() {
    let metadata = read_at("<h1>Rye</h1>", Some("https://barn.example/2024/05/01/rye"));
    assert_eq!(metadata.published.value(), Some("2024-05-01"));
    assert_eq!(metadata.published.best.unwrap().source, "url:date");
    assert_eq!(read_at("<h1>Rye</h1>", Some("https://barn.example/a-12345678")).published.value(), None);
}

#[test]
fn people_go_before_the_name_of_the_site() {
    let head = "<meta property=og:site_name content='Barn Times'><meta name=author content='Barn Times'>";
    assert_eq!(names(&read(&format!("{head}<h1>Rye</h1><p>By Ana Lima</p>")).authors), ["Ana Lima"]);
    assert_eq!(names(&read(&format!("{head}<h1>Rye</h1>")).authors), ["Barn Times"]);
}

#[test]
fn comments_and_teasers_do_not_speak_for_the_page() {
    let html = "<h1>Rye</h1><p>Text.</p><div class=comments><p class=author>Troll</p><time datetime=2024-05-01></div>
        <div class='related'><p class=byline>By Ana Lima</p></div>";
    let metadata = read(html);
    assert!(metadata.authors.is_empty(), "{:?}", metadata.authors);
    assert_eq!(metadata.published.value(), None);
}

#[test]
fn teasers_in_structured_data_are_told_from_the_page() {
    let html = r#"<script type="application/ld+json">[
        {"@type": "Article", "url": "https://barn.example/oats", "headline": "Oats", "author": "Rui Sá"},
        {"@type": "Article", "url": "https://barn.example/rye/", "headline": "Rye", "author": "Ana Lima"}]</script>"#;
    assert_eq!(names(&read_at(html, Some("http://www.barn.example/rye")).authors), ["Ana Lima"]);
}

#[test]
fn titles_lose_the_site_name_and_keep_their_own_dashes() {
    let title = |title: &str| {
        read_at(&format!("<title>{title}</title>"), Some("https://www.barn-times.example/rye")).title
    };
    assert_eq!(title("Rye - a history | Barn Times").value(), Some("Rye - a history"));
    assert_eq!(title("Barn Times: Rye").value(), Some("Rye"));
    assert_eq!(title("Barn Times").value(), Some("Barn Times"));
}

#[test]
fn scripts_are_no_addresses() {
    let html =
        "<meta property=og:image content='javascript:alert(1)'><link rel=canonical href='data:text/html,x'>";
    let metadata = read_at(html, Some("https://barn.example/"));
    assert_eq!(metadata.image.value(), None);
    assert_eq!(metadata.url.value(), Some("https://barn.example/"));
}

/// Families of pages on which a careless reader takes quadratic time or overflows its stack.
#[test]
fn hostile_pages_are_read_in_time() {
    let times = |unit: &str, count: usize| unit.repeat(count);
    let json = |text: String| format!("<script type=application/ld+json>{text}</script>");
    let pages = [
        times("<div itemprop=author itemscope>", 20_000) + "x",
        times("<p class=author>", 20_000) + "x",
        times("<p>By Ana Lima on May 1, 2024</p>", 20_000),
        times("<h1>Rye</h1>", 20_000),
        times("<meta name=author content='Ana Lima'>", 20_000),
        times("<a rel='tag author' href=/author/x>Ana Lima</a>", 20_000),
        json(times("[", 200_000)),
        json(times("{\"mainEntity\":", 200_000)),
        json(format!("[{}]", times("{\"@type\":\"Article\",\"url\":\"x\"},", 20_000))),
        format!("<title>{}</title>", times("a | ", 50_000)),
        format!("<meta name=author content='{}'>", times("Ana Lima and ", 50_000)),
        format!("<h1>Rye</h1><p>{}", times("2024-", 100_000)),
        format!("<p class=byline>{}", times("<b>By Ana</b> and ", 50_000)),
    ];
    for html in pages {
        let start = std::time::Instant::now();
        let metadata = read_at(&html, Some("https://barn.example/rye"));
        assert!(metadata.authors.len() <= metadata::MAX_CANDIDATES);
        // Each takes well under a second; quadratic work would take minutes.
        assert!(start.elapsed().as_secs() < 20, "{}", &html[..html.floor_char_boundary(50)]);
    }
}

#[test]
fn the_same_page_gives_the_same_metadata() {
    assert_eq!(read(ARTICLE), read(ARTICLE));
}
