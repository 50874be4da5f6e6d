//! Content documents to write: by hand and generated.

use debulha_core::content::{
    Align, Block, BlockKind, Cell, ContentDocument, Definition, Embed, Image, Inline, List, ListItem, Math,
    Table,
};
use debulha_dom::Document;
use proptest::prelude::*;

pub(crate) fn block(kind: BlockKind) -> Block {
    Block { kind, node: Document::ROOT, score: None, is_beside: false }
}

pub(crate) fn text(text: &str) -> Inline {
    Inline::Text(text.to_owned())
}

pub(crate) fn paragraph(run: Vec<Inline>) -> Block {
    block(BlockKind::Paragraph(run))
}

pub(crate) fn p(run: &str) -> Block {
    paragraph(vec![text(run)])
}

pub(crate) fn heading(level: u8, run: &str) -> Block {
    block(BlockKind::Heading { level, text: vec![text(run)] })
}

pub(crate) fn code(language: Option<&str>, text: &str) -> Block {
    block(BlockKind::Code { language: language.map(str::to_owned), text: text.to_owned() })
}

pub(crate) fn list(ordered: bool, start: i64, items: Vec<Vec<Block>>) -> Block {
    let item = |blocks| ListItem { blocks, node: Document::ROOT, number: None, done: None };
    let items = items.into_iter().map(item).collect();
    block(BlockKind::List(List { ordered, start, items }))
}

/// A list whose items have numbers of their own, if it is ordered, and perhaps boxes.
pub(crate) fn marked_list(ordered: bool, items: Vec<(Vec<Block>, i64, Option<bool>)>) -> Block {
    let item = |(blocks, number, done): (_, i64, _)| ListItem {
        blocks,
        node: Document::ROOT,
        number: ordered.then_some(number),
        done,
    };
    let items: Vec<ListItem> = items.into_iter().map(item).collect();
    let start = items.first().and_then(|item| item.number).unwrap_or(1);
    block(BlockKind::List(List { ordered, start, items }))
}

pub(crate) fn link(href: &str, text: Vec<Inline>) -> Inline {
    Inline::Link { href: href.to_owned(), title: String::new(), text }
}

pub(crate) fn image() -> Image {
    Image { src: "/i.png".to_owned(), alt: "alt".to_owned(), title: "title".to_owned(), link: None }
}

pub(crate) fn embed() -> Embed {
    Embed { src: "https://films.example/1".to_owned(), title: "Film".to_owned(), poster: String::new() }
}

pub(crate) fn cell(run: &str) -> Cell {
    cell_of(vec![text(run)])
}

pub(crate) fn cell_of(text: Vec<Inline>) -> Cell {
    Cell::Origin { text, header: false, row_span: 1, column_span: 1, align: None }
}

pub(crate) fn document(blocks: Vec<Block>) -> ContentDocument {
    ContentDocument { blocks, ..ContentDocument::default() }
}

/// Every sort of block once, in the order of the schema.
pub(crate) fn one_of_each() -> Vec<Block> {
    let mut head = cell("a");
    if let Cell::Origin { header, align, .. } = &mut head {
        (*header, *align) = (true, None);
    }
    let mut body = cell_of(vec![link("/x", vec![text("b")]), Inline::Image(image())]);
    if let Cell::Origin { align, .. } = &mut body {
        *align = Some(Align::Right);
    }
    let table = Table { caption: vec![text("cap")], rows: vec![vec![head], vec![body]], header_rows: 1 };
    vec![
        heading(2, "Head"),
        paragraph(vec![text("see "), link("/y", vec![text("this")])]),
        list(true, 3, vec![vec![p("item")], vec![p("more"), list(false, 1, vec![vec![p("inner")]])]]),
        block(BlockKind::Table(table)),
        code(Some("rust"), "fn a() {}\n"),
        block(BlockKind::Quote(vec![p("quoted")])),
        block(BlockKind::Figure {
            blocks: vec![block(BlockKind::Image(image()))],
            caption: vec![text("cap")],
        }),
        block(BlockKind::Definitions(vec![Definition {
            terms: vec![vec![text("term")]],
            descriptions: vec![vec![p("what")]],
        }])),
        block(BlockKind::Math(Math { tex: "x < 1".to_owned(), display: true })),
        block(BlockKind::Image(image())),
        block(BlockKind::Embed(embed())),
        block(BlockKind::Rule),
    ]
}

/// Text of the characters that Markdown gives meanings to.
fn nasty() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "*",
        "**",
        "_",
        "__",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "#",
        "##",
        "|",
        "~",
        "~~",
        "`",
        "``",
        "$",
        "!",
        "+",
        "-",
        "--",
        "---",
        "=",
        "==",
        ".",
        "1",
        "1.",
        "2)",
        "12",
        ":",
        ":-",
        "\\",
        "&",
        "&amp;",
        "#38;",
        "lt;",
        "^",
        "^1",
        "{",
        "}",
        "\"",
        "'",
        "/",
        "?",
        "x",
        "[x]",
        "a",
        "b",
        "word",
        "é",
        "中",
        "。",
        "「",
        "」",
        "€",
        "ⓐ",
        "\u{a0}",
        "\u{3000}",
        "<b>",
        "</p>",
        "<!--",
        "http://a.b",
        "www.a.b",
        "[a]: b",
        " ",
        " ",
        " ",
        " ",
    ]);
    prop::collection::vec(pieces, 1..7).prop_map(|pieces| pieces.concat())
}

fn address() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "/a",
        "http://a.example/b_c_(d)",
        "#e",
        "?q=1&copy;2",
        "/$a$",
        "/a b",
        "/<x>",
        "/a\\b",
        "/a|b",
        "/\"q\"",
        "javascript:x",
        "*",
        "/a)",
        "/&lt",
    ])
    .prop_map(str::to_owned)
}

/// TeX that Markdown carries as it is.
fn plain_tex() -> BoxedStrategy<String> {
    prop::sample::select(vec!["x", "a_b", "x^2 \\cdot y", "a|b", "\\{x\\}", "a*b*c", "\\frac{1}{2}"])
        .prop_map(str::to_owned)
        .boxed()
}

fn inline(
    address: BoxedStrategy<String>,
    words: BoxedStrategy<String>,
    tex: BoxedStrategy<String>,
) -> impl Strategy<Value = Inline> {
    let picture = (address.clone(), words.clone(), words.clone())
        .prop_map(|(src, alt, title)| Inline::Image(Image { src, alt, title, link: None }));
    let embed = (address.clone(), words.clone(), address.clone())
        .prop_map(|(src, title, poster)| Inline::Embed(Embed { src, title, poster }));
    let math = (tex, any::<bool>()).prop_map(|(tex, display)| Inline::Math(Math { tex, display }));
    let leaf = prop_oneof![
        8 => words.clone().prop_map(Inline::Text),
        1 => words.clone().prop_map(Inline::Code),
        1 => Just(Inline::LineBreak),
        1 => picture,
        1 => embed,
        1 => math,
    ];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        let run = prop::collection::vec(inner, 0..4).boxed();
        prop_oneof![
            run.clone().prop_map(Inline::Emphasis),
            run.clone().prop_map(Inline::Strong),
            run.clone().prop_map(Inline::Strike),
            run.clone().prop_map(Inline::Subscript),
            run.clone().prop_map(Inline::Superscript),
            (address.clone(), words.clone(), run).prop_map(|(href, title, text)| Inline::Link {
                href,
                title,
                text
            }),
        ]
    })
}

fn grid(run: BoxedStrategy<Vec<Inline>>) -> impl Strategy<Value = Table> {
    (1..4usize, 1..4usize).prop_flat_map(move |(rows, columns)| {
        let cell = prop_oneof![
            4 => (run.clone(), any::<bool>()).prop_map(|(text, header)| Cell::Origin {
                text,
                header,
                row_span: 1,
                column_span: 1,
                align: header.then_some(Align::Center),
            }),
            1 => Just(Cell::Missing),
        ];
        let row = prop::collection::vec(cell, columns);
        (run.clone(), prop::collection::vec(row, rows), 0..=rows)
            .prop_map(|(caption, rows, header_rows)| Table { caption, rows, header_rows })
    })
}

fn blocks(
    address: BoxedStrategy<String>,
    words: BoxedStrategy<String>,
    tex: BoxedStrategy<String>,
) -> impl Strategy<Value = ContentDocument> {
    let run = prop::collection::vec(inline(address.clone(), words.clone(), tex), 0..5).boxed();
    let lines = prop::collection::vec(prop_oneof![words.clone(), Just(String::new())], 1..4);
    let code = (prop::option::of(words.clone()), lines)
        .prop_map(|(language, lines)| BlockKind::Code { language, text: lines.join("\n") });
    let leaf = prop_oneof![
        6 => run.clone().prop_map(BlockKind::Paragraph),
        1 => (1..7u8, run.clone()).prop_map(|(level, text)| BlockKind::Heading { level, text }),
        1 => grid(run.clone()).prop_map(BlockKind::Table),
        1 => code,
        1 => Just(BlockKind::Rule),
        1 => prop::option::of(address.clone())
            .prop_map(|link| BlockKind::Image(Image { link, ..image() })),
        1 => (address, words.clone(), Just(String::new()))
            .prop_map(|(src, title, poster)| BlockKind::Embed(Embed { src, title, poster })),
        1 => Just(BlockKind::Math(Math { tex: "x - y".to_owned(), display: true })),
    ]
    .prop_map(block);
    let nested = leaf.prop_recursive(3, 24, 4, move |inner| {
        let inner = prop::collection::vec(inner, 0..4).boxed();
        let definition =
            (prop::collection::vec(run.clone(), 0..3), prop::collection::vec(inner.clone(), 0..2))
                .prop_map(|(terms, descriptions)| Definition { terms, descriptions });
        prop_oneof![
            3 => (any::<bool>(), -1..12i64, prop::collection::vec(inner.clone(), 0..4))
                .prop_map(|(ordered, start, items)| list(ordered, start, items)),
            1 => (any::<bool>(), prop::collection::vec((inner.clone(), 0..20i64, prop::option::of(any::<bool>())), 0..4))
                .prop_map(|(ordered, items)| marked_list(ordered, items)),
            1 => inner.clone().prop_map(|blocks| block(BlockKind::Quote(blocks))),
            1 => (inner, run.clone())
                .prop_map(|(blocks, caption)| block(BlockKind::Figure { blocks, caption })),
            1 => prop::collection::vec(definition, 0..2).prop_map(|d| block(BlockKind::Definitions(d))),
        ]
    });
    (prop::collection::vec(nested, 0..5), prop::option::of(words.clone()), prop::option::of(words))
        .prop_map(|(blocks, language, direction)| ContentDocument { blocks, language, direction })
}

/// Documents whose texts are full of marks.
pub(crate) fn documents() -> impl Strategy<Value = ContentDocument> {
    blocks(
        address().boxed(),
        prop_oneof![nasty(), "\\PC{0,5}", "[*_~$\\p{P}\\p{S}a\\p{Z}\\p{M}]{0,4}"].boxed(),
        plain_tex(),
    )
}

/// What brings markup in where a writer forgets a place.
pub(crate) const ATTACKS: &[&str] = &[
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</p><form action=//e.example>",
    "<iframe src=//e.example>",
    "<svg/onload=x>",
    "< img src=x>",
    "<!-- x",
    "<?x",
    "<javascript:alert(1)>",
    "\\<img src=x onerror=alert(1)>",
    "\\\\<img src=x onerror=alert(1)>",
    "`<img src=x onerror=alert(1)>",
    "a`b",
    "\\`<img src=x>`",
    "``",
    "\\|<img src=x onerror=alert(1)>",
    "|<img src=x>|",
    "javascript:alert(1)",
    "javascript\\&colon;alert(1)",
    "javascript&colon;alert(1)",
    "&#106;avascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "&lt;img src=x onerror=alert(1)&gt;",
    "[x](javascript:alert(1))",
    "](javascript:alert(1))",
    "![x](javascript:alert(1))",
    "[x]: javascript:alert(1)",
    "\n\n[x]: javascript:alert(1)\n\n[x]",
    "x\n\n<img src=x onerror=alert(1)>",
    "x\n# <b onclick=x>",
    "$<img src=x onerror=alert(1)>$",
    "$$\n<img src=x>\n$$",
    "\\$<img src=x>",
    "x$`<img src=x>`",
    "\\href{javascript:alert(1)}{x}",
    "% <img\n src=x>",
    "\" onclick=\"alert(1)",
    "' onclick='alert(1)",
    "<a href=javascript:x>",
    "/x`<img src=x>`",
    "/a b\"<img src=x>",
    "/a)<img src=x>",
    "/\\",
    "~~~\n<img src=x>",
    "```\n<img src=x>",
    "***",
    "]]>",
    "x\u{0}y\u{1}\u{b}\u{c}\u{ffff}",
    "python `<img src=x>",
    "https://e.example/<img src=x>",
    "https://e.example/`x",
];

/// Attacks, pieces of them in any order, and any text.
pub(crate) fn attacks() -> BoxedStrategy<String> {
    let pieces = prop_oneof![
        3 => prop::sample::select(ATTACKS.to_vec()).prop_map(str::to_owned),
        6 => prop::sample::select(vec![
            "<", ">", "`", "``", "\\", "\\\\", "$", "$$", "[", "]", "(", ")", "](", "]:", "![", "|", "\\|", "&", ";", "\n",
            " ", "img src=x", "/b", "!--", "?", "x", "1.", "#", "-", "*", "_", "~", ":", "\"", "'", "javascript:", "&lt;",
            "&#60;", "{", "}", "%", "^", "http://a.b/",
        ])
        .prop_map(str::to_owned),
    ];
    prop_oneof![
        3 => prop::collection::vec(pieces, 1..8).prop_map(|pieces| pieces.concat()),
        1 => any::<String>(),
        1 => "[\\x00-\\x20]{0,2}[jJ][aA]\\PC?va[\\t\\n]?script[\\x00-\\x20]?:alert\\(1\\)",
        1 => "(data|vbscript|blob|x|//a|http|\\\\)[\\x00-\\x20]?:[a-z/<,]{0,12}",
        1 => "[\"'> ]{0,3}(</title>|</code></pre>|<script>alert\\(1\\)</script>|onclick=alert\\(1\\) |<!--|<svg/onload=x>|]]>)",
    ]
    .boxed()
}

/// Documents whose every string tries to bring a script in.
pub(crate) fn hostile_documents() -> impl Strategy<Value = ContentDocument> {
    blocks(attacks(), attacks(), attacks())
}
