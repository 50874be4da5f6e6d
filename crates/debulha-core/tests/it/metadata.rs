//! Metadata of whole pages: which source wins, what is refused, and that hostile pages cost no more than their size.

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
fn addresses_are_relative_to_the_base_of_the_page() {
    let at = |base: &str| {
        let html = format!(
            "<head>{base}<link rel=canonical href=rye><meta property=og:image content=x.jpg></head><p>Rye"
        );
        let metadata = read_at(&html, Some("https://barn.example/a/b"));
        [metadata.url.value().unwrap().to_owned(), metadata.image.value().unwrap().to_owned()]
    };
    assert_eq!(at(""), ["https://barn.example/a/rye", "https://barn.example/a/x.jpg"]);
    let expected = ["https://cdn.example/c/rye", "https://cdn.example/c/x.jpg"];
    assert_eq!(at("<base target=_top><base href=//cdn.example/c/><base href=/d/>"), expected);
}

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
fn bylines_and_dates_are_read_in_many_languages() {
    let both = ["Ana Lima", "Rui Sá"];
    let pages: [(&str, &str, &[&str]); 20] = [
        (
            "de",
            "<p class=byline>Von Ana Lima und Rui Sá, Berlin</p><p>Veröffentlicht am 3. Mai 2024, 18:04 Uhr</p>",
            &both,
        ),
        ("fr", "<p>Par Ana Lima et Rui Sá</p><p>Publié le 3 mai 2024 à 18h04</p>", &both),
        ("es", "<p>Por Ana Lima y Rui Sá</p><p>Publicado el 3 de mayo de 2024</p>", &both),
        ("pt", "<p>Por Ana Lima e Rui Sá</p><p>03/05/2024 18h04 - Atualizado em 04/05/2024</p>", &both),
        ("it", "<p>di Ana Lima e Rui Sá</p><p>3 maggio 2024</p>", &both),
        ("nl", "<p>Door Ana Lima en Rui Sá</p><p>3 mei 2024, 18:04</p>", &both),
        ("sv", "<p>Av Ana Lima och Rui Sá</p><p>Publicerad 3 maj 2024</p>", &both),
        ("nb", "<p>Av Ana Lima og Rui Sá</p><p>Publisert 3. mai 2024 kl. 18.04</p>", &both),
        ("da", "<p>Af Ana Lima og Rui Sá</p><p>3. maj 2024</p>", &both),
        ("fi", "<p>Teksti: Ana Lima, kuvat: Eva Cruz</p><p>3.5.2024 klo 18.04</p>", &["Ana Lima"]),
        ("pl", "<p>Autor: Ana Lima</p><p>3 maja 2024, 18:04</p>", &["Ana Lima"]),
        ("cs", "<p>Autor: Ana Lima</p><p>3. května 2024</p>", &["Ana Lima"]),
        (
            "tr",
            "<p>Yazar: Ana Lima</p><p>3 Mayıs 2024 - 18:04 | Son güncelleme: 4 Mayıs 2024</p>",
            &["Ana Lima"],
        ),
        ("ru", "<p>Автор: Анна Лимова</p><p>3 мая 2024 г., 18:04</p>", &["Анна Лимова"]),
        ("uk", "<p>Автор: Анна Лимова</p><p>3 травня 2024, 18:04</p>", &["Анна Лимова"]),
        ("el", "<p>Συντάκτης: Άννα Λίμα</p><p>3 Μαΐου 2024</p>", &["Άννα Λίμα"]),
        ("id", "<p>Penulis: Ana Lima</p><p>Jumat, 3 Mei 2024 18:04 WIB</p>", &["Ana Lima"]),
        ("vi", "<p>Tác giả: Ana Lima</p><p>Thứ sáu, 3/5/2024, 18:04 (GMT+7)</p>", &["Ana Lima"]),
        ("ja", "<p>2024年5月3日 18:04</p><p>文：山田太郎</p>", &["山田太郎"]),
        (
            "ko",
            "<p>신현주 기자</p><p class=author>신현주 기자</p><p>입력 2024.05.03 18:04 수정 2024.05.04 09:00</p>",
            &["신현주"],
        ),
    ];
    for (language, lines, authors) in pages {
        let metadata = read(&format!("<html lang={language}><h1>Rye</h1>{lines}<p>Text."));
        assert_eq!(names(&metadata.authors), authors, "{lines}");
        assert_eq!(metadata.published.value(), Some("2024-05-03"), "{lines}");
    }
}

#[test]
fn all_authors_of_a_byline_are_named() {
    let bylines = [
        "<p>By <a rel=author href=/a>Ana Lima</a>, <a rel=author href=/b>Rui Sá</a> and <a rel=author href=/c>Eva Cruz</a></p>",
        "<ul><li><a rel=author href=/a>Ana Lima</a></li><li><a rel=author href=/b>Rui Sá</a></li><li><a rel=author href=/c>Eva Cruz</a></ul>",
        "<p class=byline>By ANA LIMA, RUI SÁ and EVA CRUZ</p>",
        "<p class=byline>By <a href=/a>Ana Lima</a>, <a href=/b>Rui Sá</a> and Eva Cruz</p>",
        "<span class=author>Ana Lima</span>, <span class=author>Rui Sá</span> &amp; <span class=author>Eva Cruz</span>",
        "<p>By <a href=/author/a>Ana Lima</a>, <a href=/author/b>Rui Sá</a> and <a href=/author/c>Eva Cruz</a></p>",
        "<p>Words: Ana Lima, Rui Sá and Eva Cruz. Pictures: Zé Paz</p>",
        "<p class=credits>Photos: Zé Paz / Words: Ana Lima, Rui Sá, Eva Cruz</p>",
        "<script type=application/ld+json>{\"@type\": \"Article\", \"author\": \"Ana Lima, Rui Sá, Eva Cruz\"}</script>",
        "<script type=application/ld+json>{\"@type\": \"Article\", \"author\": [{\"name\": \"Ana Lima\"}, \"Rui Sá\", \"Eva Cruz\", \"ana lima\"]}</script>",
    ];
    for byline in bylines {
        let metadata = read(&format!("<h1>Rye</h1>{byline}<p>Text."));
        let found: Vec<String> = metadata.authors.iter().map(|author| author.value.to_lowercase()).collect();
        assert_eq!(found, ["ana lima", "rui sá", "eva cruz"], "{byline}");
    }
}

#[test]
fn authors_are_found_by_position_and_by_name() {
    let bylines = [
        // A footer before the text, and a position between two names.
        "<article><footer>By <b>Ana Lima</b>, Grain Correspondent, and <b>Rui Sá</b></footer><p>Text.</p></article>",
        "<div class=autor><span class=firma>Ana Lima / Rui Sá</span><span>Porto</span><span>12 OCT 2023</span></div>",
        "<p class=byline>Ein Bericht von <b>Ana Lima</b> und <b>Rui Sá</b>, Leipzig</p>",
        "<div><a href=/@ana data-testid=authorName>Ana Lima</a> and <a href=/@rui data-testid=authorName>Rui Sá</a></div>",
        "<div class=authors><div class=author><b>Ana Lima</b><i>Reporter</i></div><div class=author><b>Rui Sá</b><i>Editor</i></div></div>",
        "<ul class=byline-list><li>Ana Lima</li><li>Rui Sá</li></ul>",
        "<p class=byline>BY <a href=/a>ANA LIMA</a> AND RUI SÁ<br>BARN TIMES STAFF WRITERS</p>",
    ];
    for byline in bylines {
        let metadata = read(&format!("<h1>Rye</h1>{byline}<p>Text."));
        let found: Vec<String> = metadata.authors.iter().map(|author| author.value.to_lowercase()).collect();
        assert_eq!(found, ["ana lima", "rui sá"], "{byline}");
    }
    for other in [
        "<article><p>Text.</p><footer>By Ana Lima</footer></article>",
        "<article><p>Text.</p></article><footer>By Ana Lima</footer>",
        "<p class=autoroute>Ana Lima</p>",
        "<p data-testid=author-image>Ana Lima</p>",
    ] {
        assert_eq!(names(&read(&format!("<h1>Rye</h1>{other}<p>Text.")).authors), [""; 0], "{other}");
    }
}

#[test]
fn reviewers_photographers_and_readers_are_no_authors() {
    let author = "<p class=byline>By <a href=/author/ana>Ana Lima</a></p>";
    let others = [
        "<p class=byline>Medically reviewed by <a href=/author/eva>Eva Cruz</a>, MD</p>",
        "<p>Fact checked by <span class=author-name>Eva Cruz</span></p>",
        "<p>Edited by <a rel=author href=/eva>Eva Cruz</a></p>",
        "<p>Photography by <a href=/author/eva>Eva Cruz</a></p>",
        "<p class=byline>Fotos: Eva Cruz</p>",
        "<ol class=comments><li><cite class=author>Eva Cruz</cite> Nice.</ol>",
    ];
    for other in others {
        assert_eq!(
            names(&read(&format!("<h1>Rye</h1>{other}{author}<p>Text.")).authors),
            ["Ana Lima"],
            "{other}"
        );
        assert_eq!(names(&read(&format!("<h1>Rye</h1>{other}<p>Text.")).authors), [""; 0], "{other}");
    }
}

#[test]
fn dates_may_stand_in_attributes() {
    let dates = [
        (
            "<abbr class=published title='2011-04-25T00:23:00-04:00'>12:23 AM</abbr>",
            "2011-04-25T00:23:00-04:00",
            "attribute:title",
        ),
        (
            "<relative-time datetime=2011-04-25T00:23:00Z>13 years ago</relative-time>",
            "2011-04-25T00:23:00Z",
            "attribute:datetime",
        ),
        ("<time-ago datetime=2011-04-25T00:23:00Z></time-ago>", "2011-04-25T00:23:00Z", "attribute:datetime"),
        (
            "<span data-timestamp=1303690980>13 years ago</span>",
            "2011-04-25T00:23:00Z",
            "attribute:data-timestamp",
        ),
        ("<span data-time=1303690980000>13 years ago</span>", "2011-04-25T00:23:00Z", "attribute:data-time"),
        ("<abbr data-utime=1303690980>Monday</abbr>", "2011-04-25T00:23:00Z", "attribute:data-utime"),
        (
            "<p>Posted <a href=/x title='April 25, 2011, 12:23 AM'>13 years ago</a></p>",
            "2011-04-25",
            "attribute:title",
        ),
        ("<meta name=date content=1303690980>", "2011-04-25T00:23:00Z", "meta:date"),
        ("<time title='April 25, 2011 12:23 AM'>2d</time>", "2011-04-25", "element:time"),
    ];
    for (html, date, source) in dates {
        let published =
            read(&format!("<h1>Rye</h1>{html}<p>Text.")).published.best.unwrap_or_else(|| panic!("{html}"));
        assert_eq!((published.value.as_str(), published.source.as_str()), (date, source), "{html}");
    }
    let metadata = read("<h1>Rye</h1><p>Updated <relative-time datetime=2011-04-26></relative-time><p>Text.");
    assert_eq!(metadata.published.value(), None);
    assert_eq!(metadata.modified.value(), Some("2011-04-26"));
}

#[test]
fn inline_elements_are_words_of_their_own() {
    let metadata =
        read("<h1>Rye</h1><p><span>By</span> <b>Ana Lima</b><br><i>May</i> <b>3, 2024</b></p><p>Text.");
    assert_eq!(names(&metadata.authors), ["Ana Lima"]);
    assert_eq!(metadata.published.value(), Some("2024-05-03"));
}

#[test]
fn dates_are_those_of_the_page_and_its_time_zone() {
    let json = r#"<script type=application/ld+json>{"@type": "Article", "datePublished": "2025-12-19T02:41:00Z"}</script>"#;
    let published = |line: &str| read(&format!("{json}<h1>Rye</h1>{line}<p>Text.")).published.best.unwrap();
    let local = published("<time datetime='2025-12-18T18:41:00-08:00'>yesterday</time>");
    assert_eq!((local.value.as_str(), local.source.as_str()), ("2025-12-18T18:41:00-08:00", "element:time"));
    let shown = published("<p>Published December 18, 2025</p>");
    assert_eq!((shown.value.as_str(), shown.source.as_str()), ("2025-12-18", "text:dateline"));
    assert_eq!(published("<p>Updated December 20, 2025</p>").value, "2025-12-19T02:41:00Z");
    assert_eq!(published("<p>Published December 19, 2025</p>").value, "2025-12-19T02:41:00Z");
    let own = r#"<script type=application/ld+json>{"@type": "Article", "datePublished": "2025-12-18T23:41:00-08:00"}</script><h1>Rye</h1>"#;
    assert_eq!(read(own).published.value(), Some("2025-12-18T23:41:00-08:00"));
}

#[test]
fn a_date_in_an_address_comes_last() {
    for path in
        ["2011/04/25/rye", "2011-04-25-rye", "20110425/rye", "news/rye-20110425.html", "2011/apr/25/rye"]
    {
        let link = format!("<link rel=canonical href='https://barn.example/{path}'>");
        let published = read(&format!("{link}<h1>Rye</h1><p>Text.")).published.best.unwrap();
        assert_eq!(
            (published.value.as_str(), published.source.as_str()),
            ("2011-04-25", "url:date"),
            "{path}"
        );
        let shown = read(&format!("{link}<h1>Rye</h1><p>May 3, 2024</p><p>Text.")).published;
        assert_eq!(shown.value(), Some("2024-05-03"), "{path}");
    }
}

#[test]
fn a_heading_with_the_name_of_the_site_is_no_title() {
    let body = "<h2 class=entry-title>Rye after the long rain</h2><p>Text.</p>";
    let pages = [
        format!("<title>Rye after the long rain | Barn Times</title><h1><a href='/' rel=home>Barn Times</a></h1>{body}"),
        format!("<title>Barn Times » Rye after the long rain</title><h1><a href='/'><img alt='Barn Times' src=/l.png></a></h1>{body}"),
        format!("<title>Rye after the long rain · Barn Times</title><h1>Barn Times</h1>{body}<p>© 2024 Barn Times. All rights reserved."),
        format!("<title>Rye after the long rain - The Barn Times Online</title><h1>The Barn Times Online</h1>{body}"),
        format!("<title>Barn Times</title><meta property=og:title content='Rye after the long rain'><h1>Barn Times</h1>{body}"),
        "<title>Barn Times</title><h1>Rye after the long rain</h1><p>Text.</p><p>Copyright 2024 Barn Times".to_owned(),
        "<title>Barn Times</title><a href=/>Barn Times</a><h1>Barn Times</h1><h1>Rye after the long rain</h1>".to_owned(),
        format!("<title>Rye after the long rain | Barn Times</title><meta property=og:title content='Rye after the long rain | Barn Times'><h1>Barn Times</h1>{body}"),
        format!("<title>Rye after the long rain｜Barn Times</title><h1><a href=/>Barn Times</a></h1>{body}"),
        format!("<title>Barn Times | News of grain</title><h1 class=site-title>Barn Times</h1>{body}"),
        format!("<title>Rye after the long rain | Barn Times</title><h1><img alt='Barn Times'></h1>{body}"),
        "<title>Barn Times | Grain | Rye after the long rain</title><h1><a href=/>Barn Times</a></h1>
            <h2>Rye after the long rain</h2><p>Text.".to_owned(),
        "<title>Barn Times - Grain - Rye after the long rain</title><h1><a href=/>Barn Times</a></h1>
            <div class=headline>Rye after the long rain</div><p>Text.".to_owned(),
        "<title>Rye after the long rain | Barn Times</title><header><h1>Barn Times</h1></header><p>Text.".to_owned(),
        "<title>Barn Times</title><meta property=og:title content='Rye after the long rain'>
            <header><h1>Barn Times</h1></header><p>Text.".to_owned(),
    ];
    for html in pages {
        assert_eq!(read(&html).title.value(), Some("Rye after the long rain"), "{html}");
    }
    let og =
        "<title>Rye after the long rain | Barn Times</title><meta property=og:title content='Barn Times'>
        <a href=/>Barn Times</a><h1>Rye after the long rain</h1><p>Text.";
    assert_eq!(read(og).title.value(), Some("Rye after the long rain"));
    let teasers = "<h2 class=entry-title>Oats</h2><p>Text.</p><h2 class=entry-title>Wheat</h2><p>Text.";
    let listing =
        format!("<title>Barn Times | News of grain</title><h1 class=site-title>Barn Times</h1>{teasers}");
    assert_eq!(read(&listing).title.value(), Some("News of grain"));
    let banner = "<title>Rye - Barn Times of the hills</title><header><h1>Rye</h1></header><p>Text.";
    assert_eq!(read(banner).title.value(), Some("Rye - Barn Times of the hills"));
    let section = "<title>The rain of the year - Oats</title><h2 class=entry-title>Oats</h2><p>Text.";
    assert_eq!(read(section).title.value(), Some("The rain of the year - Oats"));
    let first_page = "<title>Barn Times</title><a href=/>Barn Times</a><h1>Rye after the long rain</h1>";
    assert_eq!(read_at(first_page, Some("https://barn.example/")).title.value(), Some("Barn Times"));
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
