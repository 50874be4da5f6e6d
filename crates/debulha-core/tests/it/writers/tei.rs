//! TEI: divisions, and the shapes that validity depends on.

use super::samples::*;
use super::tei_model::{assert_follows_model, elements_of_figures};
use super::{FULL, assert_well_formed, full, write};
use debulha_core::content::{
    Block, BlockKind, Cell, ContentDocument, Definition, Image, Inline, List, Math, Table,
};
use debulha_core::write::Format;

fn tei(blocks: Vec<Block>) -> String {
    let tei = full(Format::XmlTei, blocks);
    assert_well_formed(&tei);
    assert_follows_model(&tei);
    tei
}

fn picture(link: Option<&str>) -> Image {
    Image { title: String::new(), link: link.map(str::to_owned), ..image() }
}

#[test]
fn headings_open_nested_divisions() {
    let blocks = vec![p("a"), heading(1, "A"), heading(3, "B"), p("b"), heading(2, "C"), heading(1, "D")];
    let tei = tei(blocks);
    let body = tei.split("<body>\n").nth(1).unwrap().split("</body>").next().unwrap().replace('\n', "");
    assert_eq!(
        body,
        "<div><p>a</p><div><head rend=\"h1\">A</head><div><head rend=\"h3\">B</head><p>b</p></div>\
         <div><head rend=\"h2\">C</head></div></div><div><head rend=\"h1\">D</head></div></div>"
    );
}

#[test]
fn every_sort_of_block_is_shown() {
    let tei = tei(one_of_each());
    for piece in [
        "<list rend=\"numbered\">\n<item n=\"3\">item</item>",
        "<table rows=\"2\" cols=\"1\">\n<head>cap</head>\n<row role=\"label\"><cell role=\"label\">a</cell></row>",
        "<ab type=\"code\" subtype=\"rust\" xml:space=\"preserve\">fn a() {}\n</ab>",
        "<figure>\n<head>cap</head>\n<graphic url=\"/i.png\"><desc>alt</desc><desc>title</desc></graphic>\n</figure>",
        "<list type=\"gloss\">\n<label>term</label>\n<item>what</item>",
        "<formula notation=\"TeX\" rend=\"display\">x &lt; 1</formula>",
        "<p><graphic url=\"/i.png\"><desc>alt</desc><desc>title</desc></graphic></p>",
    ] {
        assert!(tei.contains(piece), "{piece}\n{tei}");
    }
}

/// The schema for corpora has neither `figure` nor `code`.
#[test]
fn images_code_and_figures_without_captions_need_no_module_figures() {
    let figure = BlockKind::Figure { blocks: vec![block(BlockKind::Image(picture(None)))], caption: vec![] };
    let inline = vec![text("see "), Inline::Code("a < b".into()), Inline::Image(picture(None))];
    let blocks = vec![
        block(BlockKind::Image(picture(Some("/full")))),
        block(figure),
        paragraph(inline),
        code(None, "x"),
        list(false, 1, vec![vec![block(BlockKind::Image(picture(None))), code(None, "y")]]),
    ];
    let tei = tei(blocks);
    assert_eq!(elements_of_figures(&tei), [""; 0], "{tei}");
    assert!(
        tei.contains("<p><ref target=\"/full\"><graphic url=\"/i.png\"><desc>alt</desc></graphic></ref></p>")
    );
    assert!(tei.contains("see <seg type=\"code\">a &lt; b</seg><graphic"), "{tei}");
}

#[test]
fn captions_tables_and_formulas_are_of_the_module_figures() {
    let caption = vec![text("cap")];
    let linked = block(BlockKind::Image(picture(Some("/full"))));
    let blocks = vec![linked, heading(3, "Barn"), p("a"), code(None, "x")];
    let tei = tei(vec![
        block(BlockKind::Figure { blocks, caption: caption.clone() }),
        block(BlockKind::Table(Table {
            caption,
            rows: vec![vec![cell("a"), Cell::Covered]],
            header_rows: 0,
        })),
        paragraph(vec![Inline::Math(Math { tex: "x".into(), display: false })]),
    ]);
    assert_eq!(elements_of_figures(&tei), ["figure", "table", "row", "cell", "formula"]);
}

/// What is not shown may leave an element without the children that it must have.
#[test]
fn what_is_left_empty_is_valid() {
    let unseen = || vec![block(BlockKind::Image(picture(None)))];
    let rows = vec![vec![cell("a")], vec![Cell::Covered], vec![Cell::Missing]];
    let definition =
        |terms, descriptions| block(BlockKind::Definitions(vec![Definition { terms, descriptions }]));
    let blocks = vec![
        list(false, 1, vec![unseen(), vec![p("a")]]),
        block(BlockKind::List(List { ordered: false, start: 1, items: vec![] })),
        block(BlockKind::Table(Table { caption: vec![], rows, header_rows: 0 })),
        block(BlockKind::Table(Table { caption: vec![text("alone")], rows: vec![], header_rows: 0 })),
        definition(vec![vec![text("term")]], vec![]),
        definition(vec![], vec![vec![p("one"), p("two")], unseen()]),
        block(BlockKind::Quote(vec![heading(2, "Said"), block(BlockKind::Quote(unseen())), p("a")])),
        heading(2, "Last"),
    ];
    let content: ContentDocument = document(blocks);
    for options in [FULL, super::WriteOptions { images: false, links: false, ..FULL }] {
        assert_follows_model(&write(Format::XmlTei, &content, &options));
    }
    assert_follows_model(&full(Format::XmlTei, vec![]));
}

#[test]
fn addresses_are_references_by_rfc_3986() {
    let linked = paragraph(vec![link("/a[1]?b[]=c d", vec![text("a")])]);
    let shown =
        tei(vec![linked, block(BlockKind::Image(Image { src: "/i{1}.png".into(), ..picture(None) }))]);
    assert!(shown.contains("<ref target=\"/a%5B1%5D?b%5B%5D=c%20d\">a</ref>"), "{shown}");
    assert!(shown.contains("<graphic url=\"/i%7B1%7D.png\">"), "{shown}");
}

#[test]
fn a_language_that_is_no_tag_is_left_out() {
    let of = |language: &str| {
        let content = ContentDocument { language: Some(language.to_owned()), ..document(vec![p("a")]) };
        write(Format::XmlTei, &content, &FULL)
    };
    assert!(of("pt-BR").contains("<text xml:lang=\"pt-BR\">"));
    assert!(of("en_US").contains("<text>") && of("undetermined").contains("<text>"));
}
