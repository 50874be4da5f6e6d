//! Pages that the embedded engine lays out.

#![allow(clippy::unwrap_used)]

use debulha_core::layout::{Display, Family, Layout, Rectangle, Style};
use debulha_dom::{Document, Limits, NodeId, parse};
use debulha_render::{
    InMemory, RenderEngine, RenderError, RenderOptions, RenderSource, Rendered, Renderer, RendererPool,
    Resource, ResourceKind, Window,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The fonts' widths are in parts of 1/2048: a text of ten letters is as wide as expected within this.
const CLOSE: f32 = 0.1;

fn options() -> RenderOptions {
    // Tests are not optimised, and run at once.
    RenderOptions {
        engine: RenderEngine::Embedded,
        timeout: Duration::from_mins(5),
        ..RenderOptions::default()
    }
}

fn try_render(options: &RenderOptions, html: &str) -> Result<Rendered, RenderError> {
    Renderer::new(options.clone()).unwrap().render(&RenderSource { html, address: None })
}

/// A page with its record fitted to it.
struct Seen {
    doc: Document,
    layout: Layout,
}

impl Seen {
    fn of(html: &str) -> Seen {
        Seen::with(&options(), html)
    }

    fn with(options: &RenderOptions, html: &str) -> Seen {
        let rendered = try_render(options, html).unwrap();
        let doc = parse(html, &Limits::default()).document;
        let fitted = rendered.record.fit(&doc);
        assert_eq!(fitted.misfit(), None, "{:?}", rendered.record);
        Seen { doc, layout: fitted.layout }
    }

    fn text(&self, text: &str) -> NodeId {
        let mut nodes = self.doc.nodes();
        nodes.find(|&node| self.doc.is_text(node) && self.doc.text(node).trim() == text).expect(text)
    }

    /// The element around a text.
    fn element(&self, text: &str) -> NodeId {
        self.doc.parent(self.text(text)).unwrap()
    }

    fn place(&self, text: &str) -> Rectangle {
        self.layout.rectangle(self.element(text)).expect("a box")
    }

    fn line(&self, text: &str) -> Rectangle {
        self.layout.lines(self.text(text))[0]
    }

    fn style(&self, text: &str) -> Style {
        *self.layout.style(self.text(text)).expect("a style")
    }

    fn is_seen(&self, text: &str) -> bool {
        self.layout.is_seen(self.text(text)).expect("in the record")
    }
}

fn corners(place: Rectangle) -> (f32, f32, f32, f32) {
    (place.x, place.y, place.width, place.height)
}

#[test]
fn boxes_stand_where_styles_put_them() {
    let seen = Seen::of(
        "<!doctype html><style>body{margin:0} div{width:200px;padding:5px;border:3px solid red;margin:10px}
        </style><div>Rye</div><p style='margin:0;height:40px'>Oats</p>",
    );
    assert_eq!(corners(seen.place("Rye")).0, 10.0);
    assert_eq!((seen.place("Rye").y, seen.place("Rye").width), (10.0, 216.0));
    assert_eq!(seen.line("Rye").x, 18.0);
    assert_eq!((seen.place("Oats").width, seen.place("Oats").height), (1280.0, 40.0));
    assert!((seen.place("Oats").y - seen.place("Rye").y - seen.place("Rye").height - 10.0).abs() < CLOSE);
}

#[test]
fn texts_are_as_wide_as_in_the_fonts_they_name() {
    let width = |family: &str| {
        let page = format!("<p style='font: 100px {family}'>Rye, oats</p>");
        Seen::of(&page).line("Rye, oats").width
    };
    // Sums of the widths of Arial's letters in thousandths of the font size: 722 500 556 278 278 556 556 278 500.
    assert!((width("Arial") - 422.4).abs() < 0.5, "{}", width("Arial"));
    assert_eq!(width("Arial"), width("NoSuchFont, sans-serif"));
    assert!(width("Times") < width("Arial") && width("Arial") < width("Verdana"));
    assert!((width("Courier") - 9.0 * 60.2).abs() < 0.5, "{}", width("Courier"));
    assert!(width("NoSuchFont") > 300.0);
    let bold = Seen::of("<p style='font: bold 100px Arial'>Rye, oats</p>").line("Rye, oats").width;
    assert!(bold > width("Arial"));
    let wide = Seen::of("<p style='font: 20px Arial'>水火木金土</p>").line("水火木金土").width;
    assert!((wide - 100.0).abs() < CLOSE, "{wide}");
}

#[test]
fn styles_are_computed() {
    let seen = Seen::of(
        "<!doctype html><style>body{background:#eeeeee} div{background:#00f8;color:white;font-size:20px}
        b{opacity:.5;font-family:Courier} i{color:rgb(1 2 3)}</style>
        <div><b>Rye</b> and <i>oats</i></div><h1 style='border: 2px solid'>Wheat</h1>",
    );
    let rye = seen.style("Rye");
    assert_eq!(
        (rye.font_size, rye.font_weight, rye.family, rye.visible),
        (20.0, 700, Family::Monospace, true)
    );
    assert_eq!(rye.background.to_string(), "#6f6ff7", "half blue on grey");
    let oats = seen.style("oats");
    assert_eq!(
        (oats.italic, oats.display, oats.color.to_string().as_str()),
        (true, Display::Inline, "#010203")
    );
    let wheat = seen.style("Wheat");
    assert_eq!((wheat.font_size, wheat.border, wheat.display), (32.0, 2.0, Display::Block));
}

#[test]
fn what_is_hidden_is_not_seen() {
    let seen = Seen::of(
        "<!doctype html><style media=print>.s{display:none}</style><style>.d{display:none} .v{visibility:hidden}
        .o{opacity:0} .c{position:absolute;clip:rect(0,0,0,0)} .p{position:absolute;left:-9999px}
        @media (max-width: 900px) { .w { display: none } }</style>
        <p class=s>Seen</p><p class=d>None</p><p class=v>Hidden <b style='visibility:visible'>again</b></p>
        <p class=o>Clear</p><p class=c>Cut</p><p class=p>Away</p><p hidden>Attribute</p><p class=w>Wide</p>
        <details><summary>Shown</summary><p>Closed</p></details>
        <template><p>Template</p></template><select><option>Choice</select>",
    );
    for text in ["Seen", "again", "Wide", "Shown"] {
        assert!(seen.is_seen(text), "{text}");
    }
    for text in ["None", "Hidden", "Clear", "Cut", "Away", "Attribute", "Choice"] {
        assert!(!seen.is_seen(text), "{text}");
    }
    assert_eq!(seen.style("None").display, Display::None);
    let narrow = RenderOptions { viewport: Window { width: 800, height: 600 }, ..options() };
    let narrow =
        Seen::with(&narrow, "<style>@media (max-width: 900px) { p { display: none } }</style><p>Wide</p>");
    assert!(!narrow.is_seen("Wide"));
}

#[test]
fn lines_of_a_text_are_told_apart() {
    let long = "Rye is sown in autumn and stands through the winter under snow";
    let page = format!(
        "<body style='margin:0;font:16px/20px Arial'><p style='width:200px;margin:0'>{long} <b>until</b> spring</p>"
    );
    let seen = Seen::of(&page);
    let lines = seen.layout.lines(seen.text(long));
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(
        lines.iter().all(|line| line.x == 0.0 && line.width <= 200.0 && line.height == 17.0),
        "{lines:?}"
    );
    assert_eq!(lines[1].y - lines[0].y, 20.0);
    // What stands behind an element in a line begins where that ends.
    let (bold, after) = (seen.line("until"), seen.line("spring"));
    assert!(after.y > bold.y || after.x > bold.x + bold.width, "{bold:?} {after:?}");
}

#[test]
fn floats_stand_side_by_side() {
    let seen = Seen::of(
        "<!doctype html><style>body{margin:0} .l{float:left;width:300px} .r{float:right;width:200px}
        .f{clear:both}</style><div><div class=l>Left</div><div class=r>Right</div><div>Middle</div>
        <div class=f>Below</div></div>",
    );
    assert_eq!((seen.place("Left").x, seen.place("Left").width), (0.0, 300.0));
    assert_eq!((seen.place("Right").x, seen.place("Right").width), (1080.0, 200.0));
    assert_eq!((seen.place("Middle").x, seen.place("Middle").width), (300.0, 780.0));
    assert_eq!(
        (seen.place("Left").y, seen.place("Right").y),
        (seen.place("Middle").y, seen.place("Middle").y)
    );
    assert_eq!((seen.place("Below").x, seen.place("Below").width), (0.0, 1280.0));
    assert!(seen.place("Below").y > seen.place("Middle").y);
}

#[test]
fn flexible_boxes_grids_and_positioned_boxes_are_laid_out() {
    let seen = Seen::of(
        "<!doctype html><style>body{margin:0} .x{display:flex;gap:20px} .x>*{flex:1} .y{display:flex;flex-direction:column}
        .g{display:grid;grid-template-columns:100px 1fr} .a{position:relative;margin-top:50px;height:90px}
        .b{position:absolute;right:10px;top:20px;width:30px}</style>
        <div class=x><p>One</p><p>Two</p></div><div class=y><i>Three</i><i>Four</i></div>
        <div class=g><b>Five</b><b>Six</b></div><div class=a><div><div class=b>Seven</div></div></div>",
    );
    assert_eq!((seen.place("One").x, seen.place("One").width), (0.0, 630.0));
    assert_eq!((seen.place("Two").x, seen.place("Two").y), (650.0, seen.place("One").y));
    assert_eq!((seen.place("Four").x, seen.place("Three").x), (0.0, 0.0));
    assert!(seen.place("Four").y > seen.place("Three").y);
    assert_eq!((seen.place("Six").x, seen.place("Six").width), (100.0, 1180.0));
    assert_eq!((seen.place("Seven").x, seen.place("Seven").width), (1240.0, 30.0));
    let grid = seen.place("Five");
    assert!(
        (seen.place("Seven").y - (grid.y + grid.height + 70.0)).abs() < CLOSE,
        "{:?}",
        seen.place("Seven")
    );
}

#[test]
fn tables_have_rows_and_columns() {
    let seen = Seen::of(
        "<!doctype html><body style='margin:0'><table cellspacing=0 cellpadding=0><caption>Harvest</caption>
        <tr><th width=100>Field</th><th width=200>Grain</th></tr><tr><td>North</td><td>Rye</td></tr>
        <tr><td colspan=2>Total</td></tr></table>",
    );
    let [north, rye, total, field] = ["North", "Rye", "Total", "Field"].map(|text| seen.place(text));
    assert_eq!((north.x, rye.x, total.x), (0.0, 100.0, 0.0));
    assert_eq!((north.y, total.width), (rye.y, 300.0));
    assert!(field.y < north.y && north.y < total.y);
    assert!(seen.is_seen("Harvest") && seen.place("Harvest").y < field.y);
    let row = seen.doc.parent(seen.element("Rye")).unwrap();
    assert_eq!(seen.layout.rectangle(row).unwrap().width, 300.0);
}

#[test]
fn parts_of_tables_that_stand_alone_are_drawn() {
    let seen = Seen::of(
        "<!doctype html><style>.t{display:table} .r{display:table-row} .c{display:table-cell}</style>
        <div class=t><p>Block in a table</p></div><div class=r>Row alone</div><span class=c>Cell alone</span>
        <div class=t><div class=r><p>In a row</p><p class=c>In a cell</p></div></div>
        <div class=t><div class=c>First cell</div><div class=c>Second cell</div></div>",
    );
    for text in
        ["Block in a table", "Row alone", "Cell alone", "In a row", "In a cell", "First cell", "Second cell"]
    {
        assert!(seen.is_seen(text), "{text}");
    }
    assert!(seen.place("Second cell").x > seen.place("First cell").x);
}

#[test]
fn images_are_as_large_as_the_page_says() {
    let seen =
        Seen::of("<body style='margin:0'><p style='margin:0'><img src=a.png width=300 height=200>Rye</p>");
    let paragraph = seen.element("Rye");
    let image = seen.doc.children(paragraph).next().unwrap();
    let place = seen.layout.rectangle(image).unwrap();
    assert_eq!((place.x, place.width, place.height), (0.0, 300.0, 200.0));
    assert_eq!(seen.line("Rye").x, 300.0);
}

#[test]
fn style_sheets_come_from_resources() {
    let sheet = Resource { content_type: "text/css".to_owned(), body: b"p { width: 77px }".to_vec() };
    let resources = InMemory(BTreeMap::from([("https://example.org/style/a.css".to_owned(), sheet)]));
    let options = RenderOptions { resources: Arc::new(resources), ..options() };
    let html = "<link rel=stylesheet href=/style/a.css><link rel=stylesheet href=b.css><p>Rye";
    let page = RenderSource { html, address: Some("https://example.org/news/") };
    let rendered = Renderer::new(options).unwrap().render(&page).unwrap();
    let paragraph = rendered.record.nodes.iter().find(|node| node.tag == "p").unwrap();
    assert_eq!(paragraph.width, Some(77.0));
    assert_eq!(rendered.blocked.0, BTreeMap::from([(ResourceKind::Stylesheet, 1)]));
    assert_eq!(rendered.record.address.as_deref(), Some("https://example.org/news/"));
}

#[test]
fn a_record_is_the_same_each_time() {
    let page =
        "<style>a{color:red}</style><style>a{color:blue}</style><div style='float:left'>Rye</div><table><tr>
        <td>Oats<td><a>wheat</a></table><ul><li>One<li>Two</ul>";
    let pool = RendererPool::new(&options(), 2).unwrap();
    let make = || pool.render(&RenderSource { html: page, address: None }).unwrap().record.to_json();
    let first = make();
    let both =
        std::thread::scope(|scope| [scope.spawn(make), scope.spawn(make)].map(|made| made.join().unwrap()));
    assert_eq!(both, [first.clone(), first.clone()]);
    assert!(first.contains("\"engine\":\"Blitz/") && !first.contains("\"time\""), "{first}");
}

#[test]
fn the_engine_says_its_version() {
    let mut renderer = Renderer::new(options()).unwrap();
    assert!(renderer.has_sandbox() && renderer.process().is_none());
    let engine = renderer.start().unwrap().replace("Blitz/", "name = \"blitz-dom\"\nversion = \"");
    assert!(include_str!("../../../Cargo.lock").contains(&engine), "{engine}");
}

#[test]
fn deep_pages_are_laid_out() {
    for open in
        ["<div>", "<span>", "<b><i>", "<table><tr><td>", "<div style='display:flex'>", "<ul><li>", "<font>"]
    {
        let page = format!("{}Rye", open.repeat(5_000));
        let rendered = try_render(&options(), &page).unwrap();
        assert!(rendered.record.nodes.iter().any(|node| !node.lines.is_empty()), "{open}");
    }
}

#[test]
fn pages_that_ask_for_too_much_are_refused() {
    let rows = format!("<table><tr>{}</tr>{}</table>", "<td>a".repeat(5000), "<tr><td>a".repeat(5000));
    let columns = format!("<table><tr>{}</table>", "<td colspan=1000>a".repeat(1000));
    let nodes = "<div>".repeat(250_000);
    let nested = format!("<style>{}</style>a", "@media all{".repeat(100_000));
    let brackets = format!("<p style='width:{}'>a", "calc(".repeat(100_000));
    let not = format!("<style>{}</style>a", ":not(".repeat(100_000));
    let large = format!("<style>{}</style>a", "a{b:c}".repeat(1_000_000));
    let rules = format!("<style>{}</style>{}", "a{b:c}".repeat(600_000), "<i>a</i>".repeat(5000));
    let tracks = "1px ".repeat(200_000);
    let tracks =
        format!("<style>b{{display:grid;grid-template-columns:{tracks}}}</style>{}", "<b>a</b>".repeat(2000));
    let content = "x".repeat(1_000_000);
    let content = format!("<style>b::before{{content:'{content}'}}</style>{}", "<b>a</b>".repeat(2000));
    for (what, page) in [
        ("rows", rows),
        ("columns", columns),
        ("nodes", nodes),
        ("nested", nested),
        ("brackets", brackets),
        ("not", not),
        ("large", large),
        ("rules", rules),
        ("tracks", tracks),
        ("content", content),
    ] {
        let error = try_render(&options(), &page).unwrap_err();
        let is_typed = matches!(error, RenderError::TooComplex(_) | RenderError::TooManyNodes { .. });
        assert!(is_typed, "{what}: {error}");
    }
    let short = RenderOptions { max_bytes: 10, ..options() };
    assert!(matches!(try_render(&short, "<p>Rye and oats"), Err(RenderError::TooManyBytes { .. })));
}

#[test]
fn hostile_pages_end() {
    let mut attributes = String::new();
    for number in 0..5000 {
        write!(attributes, "<p bgcolor=#{number:06x} width={number}>a</p>").unwrap();
    }
    let pages = [
        String::new(),
        "\0".repeat(1000),
        "<frameset><frame>".to_owned(),
        attributes,
        "<table><tr><td colspan=1000000>a<td colspan=-1>b<td colspan=x>c</table>".to_owned(),
        "<div style='display:grid;grid-template-columns:repeat(10000,1px)'><p style='grid-column:9999;grid-row:-9999'>a".to_owned(),
        "<ol start=0 reversed><li>a<li value=-3>b</ol><ol start=-9223372036854775808><li>c".to_owned(),
        "<textarea rows=nan cols=1e30>a</textarea><img width=inf height=nan><img width=4294967295 height=1>".to_owned(),
        "<img src='http://[::1'><link rel=stylesheet href='//'><a href='http://['>a</a>".to_owned(),
        "<style>@import 'a.css'; @font-face{font-family:x;src:url(x)} *{--a:var(--b);--b:var(--a);width:var(--a)}</style>a".to_owned(),
        "<p style='width:1e38px;margin-left:-1e38px;font-size:1e38px'>a<p style='line-height:-1;width:calc(1px/0)'>b".to_owned(),
        "<style>*{position:absolute;display:contents;float:left;writing-mode:vertical-rl;direction:rtl}</style><p>a<b>b".to_owned(),
        "<style>*{display:table-cell} p{display:table-row} b{display:inline-table}</style><p>a<b>b<p>c".to_owned(),
        "<style>*{display:flex;flex-wrap:wrap;float:right;clear:both}</style><p>a<b>b</b>c<p>d".to_owned(),
        "<style>html{display:none}</style>a".to_owned(),
        "<svg><foreignObject><p>a</svg><math><mi>b</math><select><option>c</select><input type=submit value=d>".to_owned(),
        "\u{202e}a\u{301}\u{200d}\u{1f468}\u{200d}\u{1f469}\u{fe0f}\u{10ffff}\u{e000}".repeat(200),
    ];
    for page in pages {
        let made = try_render(&options(), &page);
        if let Err(error) = &made {
            assert!(
                matches!(error, RenderError::Failed(_) | RenderError::TooComplex(_)),
                "{error}: {page:.60}"
            );
        }
        // Whatever the page was, the next one is drawn.
        assert!(try_render(&options(), "<p>Rye").is_ok(), "{page:.60}");
    }
}

#[test]
fn a_page_that_takes_too_long_is_given_up() {
    let page = "<p>Rye and oats <b>and wheat</b>".repeat(20_000);
    let short = RenderOptions { timeout: Duration::from_millis(1), ..options() };
    let begun = Instant::now();
    assert!(matches!(try_render(&short, &page), Err(RenderError::Timeout(_))));
    assert!(begun.elapsed() < Duration::from_secs(30));
}
