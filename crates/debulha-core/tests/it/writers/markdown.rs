//! Markdown: marks, lists, code, tables, headings.

use super::*;

#[test]
fn markdown_escapes_only_what_would_be_read_as_a_mark() {
    let harmless = "snake_case a * b 2 < 3 AT&T (a) {b} !x #tag 1.5 x-y";
    for (plain, escaped) in [
        (harmless, harmless),
        ("*a* _b_ `c` [d](e) <b> &amp;", "\\*a\\* \\_b\\_ \\`c\\` \\[d](e) \\<b> \\&amp;"),
        ("\\* a\\b ~~a~~", "\\\\\\* a\\b ~\\~a\\~\\~"),
        ("# a", "\\# a"),
        ("#a", "#a"),
        ("####### a", "####### a"),
        ("- a", "\\- a"),
        ("-a", "-a"),
        ("---", "\\---"),
        ("+ a", "\\+ a"),
        ("> a", "\\> a"),
        ("12. a", "12\\. a"),
        ("12) a", "12\\) a"),
        ("12.5 a", "12.5 a"),
        ("1234567890. a", "1234567890. a"),
        ("it costs $5 or $6", "it costs $5 or $6"),
        ("US$5 or US$6", "US\\$5 or US\\$6"),
        ("| a |", "| a |"),
    ] {
        assert_eq!(markdown(vec![p(plain)]), escaped, "{plain}");
        assert_eq!(read_markdown(escaped), expected(&document(vec![p(plain)]), &FULL), "{plain}");
    }
}

#[test]
fn markdown_writes_marks_so_that_they_are_read() {
    let strong = |inner: &str| Inline::Strong(vec![text(inner)]);
    let picture = Image { src: "/i".into(), alt: "a]b".into(), title: "t\"".into(), link: None };
    for (run, result) in [
        (vec![text("a"), strong("b"), text("c")], "a**b**c"),
        (vec![strong("「重要」"), text("です")], "<strong>「重要」</strong>です"),
        (vec![text("a "), strong(" b "), text("c")], "a **b** c"),
        (vec![Inline::Strong(vec![Inline::Emphasis(vec![text("ⓐ_1")])])], "**_ⓐ\\_1_**"),
        (vec![strong("\u{2028}")], "<strong>\u{2028}</strong>"),
        (vec![text("$5 "), Inline::Code("b$".into())], "\\$5 `b$`"),
        (
            vec![text("a"), Inline::Code(" ( ".into()), Inline::Emphasis(vec![Inline::Code("b".into())])],
            "a `(` *`b`*",
        ),
        (vec![text("a * "), strong("b")], "a \\* **b**"),
        (vec![strong("a"), strong("b")], "<strong>a</strong><strong>b</strong>"),
        (vec![Inline::Strong(vec![Inline::Emphasis(vec![text("a")])])], "**_a_**"),
        (vec![strong(" "), text("a")], "a"),
        (vec![text("H"), Inline::Subscript(vec![text("2")]), text("O")], "H<sub>2</sub>O"),
        (vec![text("wow!"), link("/x", vec![text("a")])], "wow\\![a](/x)"),
        (vec![Inline::Code("a`b".into()), Inline::Code("c".into())], "``a`b``<code>c</code>"),
        (vec![text("AT&am"), text("p;")], "AT\\&amp;"),
        (vec![text("a"), Inline::LineBreak, text("- b"), Inline::LineBreak], "a\\\n\\- b"),
        (vec![link("javascript:x", vec![text("a")])], "a"),
        (vec![link("a b(c)", vec![text("]")])], "[\\]](<a b(c)>)"),
        (vec![link("/a?b=1&copy;", vec![text("^1")])], "[\\^1](/a?b=1&amp;copy;)"),
        (vec![link("/a", vec![Inline::Code("a]: b".into())])], "[<code>a\\]: b</code>](/a)"),
        (vec![Inline::Image(picture)], "![a\\]b](/i \"t\\\"\")"),
        (vec![text("$"), Inline::Math(Math { tex: "a_b*c\\%".into(), display: false })], "\\$$a_b*c\\%$"),
    ] {
        let content = vec![paragraph(run)];
        let written = markdown(content.clone());
        assert_eq!(written, result);
        assert_eq!(read_markdown(&written), expected(&document(content), &FULL), "{written}");
    }
}

#[test]
fn a_formula_in_a_link_is_no_definition() {
    let formula = |tex: &str| Inline::Math(Math { tex: tex.into(), display: false });
    let of = |tex: &str| markdown(vec![paragraph(vec![link("/a", vec![formula(tex)])])]);
    assert_eq!(of("a]:b"), r"[$a\rbrack :b$](/a)");
    let written = of("[a]:b");
    assert_eq!(written, "[$[a] :b$](/a)");
    // Spaces in a formula are not shown.
    let spaced = document(vec![paragraph(vec![link("/a", vec![formula("[a] :b")])])]);
    assert_eq!(read_markdown(&written), expected(&spaced, &FULL));
}

#[test]
fn markdown_lists_nest_with_the_indent_of_their_markers() {
    // An ordered list that does not start with 1 may not interrupt a paragraph.
    let inner = list(true, 9, vec![vec![p("b")], vec![p("c")]]);
    let outer = list(false, 1, vec![vec![p("a"), inner], vec![p("d")]]);
    assert_eq!(markdown(vec![outer]), "- a\n\n  9. b\n  10. c\n\n- d");
    let tight = list(false, 1, vec![vec![p("a"), list(false, 1, vec![vec![p("b")]])], vec![p("c")]]);
    assert_eq!(markdown(vec![tight]), "- a\n  - b\n- c");
    let one = || list(true, 1, vec![vec![p("a"), code(None, "x\n\ny")]]);
    let item = "a\n\n   ```\n   x\n\n   y\n   ```";
    assert_eq!(markdown(vec![one(), one()]), format!("1. {item}\n\n1) {item}"));
}

#[test]
fn markdown_code_fences_are_longer_than_any_run_inside() {
    assert_eq!(markdown(vec![code(Some("c++"), "````\n")]), "`````c++\n````\n`````");
    assert_eq!(markdown(vec![code(Some("a b`"), "x")]), "```\nx\n```");
    let quote = block(BlockKind::Quote(vec![p("a"), code(None, "b\n\n  c")]));
    assert_eq!(markdown(vec![quote]), "> a\n>\n> ```\n> b\n>\n>   c\n> ```");
}

#[test]
fn markdown_tables_have_a_header_and_escaped_pipes() {
    let broken = cell_of(vec![text("c"), Inline::LineBreak, Inline::Code("d|e".into())]);
    let rows = vec![vec![cell("a|b"), Cell::Covered], vec![broken, Cell::Missing]];
    let table =
        |header_rows| block(BlockKind::Table(Table { caption: vec![], rows: rows.clone(), header_rows }));
    assert_eq!(markdown(vec![table(1)]), "| a\\|b |  |\n| --- | --- |\n| c<br>`d\\|e` |  |");
    let headless = "|  |  |\n| --- | --- |\n| a\\|b |  |\n| c<br>`d\\|e` |  |";
    assert_eq!(markdown(vec![table(0)]), headless);
}

#[test]
fn markdown_headings_are_one_line_and_keep_their_number_signs() {
    let run = vec![text("C"), Inline::LineBreak, text("F #")];
    assert_eq!(markdown(vec![block(BlockKind::Heading { level: 9, text: run })]), "###### C F \\#");
    assert_eq!(markdown(vec![heading(1, "C#")]), "# C#");
    assert_eq!(markdown(vec![heading(1, "##")]), "# \\##");
}

#[test]
fn a_list_whose_first_item_is_left_out_stands_apart_from_the_paragraph() {
    let nested = list(true, 1, vec![vec![], vec![paragraph(vec![text("Oats")])]]);
    let outer = list(false, 0, vec![vec![paragraph(vec![text("Rye")]), nested]]);
    assert_eq!(markdown(vec![outer]), "- Rye\n\n  2. Oats");
}
