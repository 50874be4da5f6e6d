//! The content document of small pages, one feature a test, in a compact outline.

mod outline;
mod tabs;

use debulha_core::content::{self, BlockKind, ContentDocument, Inline, MAX_NESTING};
use debulha_core::{Labels, Page, PageOptions};
use debulha_dom::{Document, Limits, names, parse};
use outline::outline;

/// Builds with all visible text labelled, as a page of example.org.
fn build(html: &str) -> ContentDocument {
    build_where(html, |_| true)
}

/// Builds with the visible text nodes labelled that a condition keeps.
fn build_where(html: &str, keep: impl Fn(&str) -> bool) -> ContentDocument {
    let doc = parse(html, &Limits::default()).document;
    let page = Page::with_options(&doc, Some("https://example.org/dir/page"), PageOptions::default());
    let kept = page.text_nodes().iter().copied().filter(|&node| keep(doc.text(node).trim()));
    let labels = Labels::from_text_nodes(&doc, kept);
    content::build(&page, &labels)
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(outline(&build(html)), expected.trim(), "{html}");
}

#[track_caller]
fn check_without(html: &str, left_out: &[&str], expected: &str) {
    let content = build_where(html, |text| !left_out.contains(&text));
    assert_eq!(outline(&content), expected.trim(), "{html}");
}

#[test]
fn a_page_without_labels_has_no_blocks() {
    let content = build_where("<html lang=pt dir=LTR><p>a<img src=x.png>", |_| false);
    assert!(content.blocks.is_empty());
    assert_eq!(content.language.as_deref(), Some("pt"));
    assert_eq!(content.direction.as_deref(), Some("ltr"));
    assert!(build("").blocks.is_empty());
}

#[test]
fn headings_have_levels_and_the_title_is_one() {
    check(
        "<title>T</title><h1>A <b>b</b></h1><h6>B</h6><div role=heading aria-level=3>C</div><p role=heading>D",
        "h1 T\nh1 A *b*\nh6 B\nh3 C\nh2 D",
    );
}

#[test]
fn a_heading_that_was_never_closed_is_no_heading() {
    let html = format!("<h2>A<div>{}</div><p>b", "word ".repeat(300));
    let content = build(&html);
    assert!(content.blocks.iter().all(|block| matches!(block.kind, BlockKind::Paragraph(_))));
    assert_eq!(content.blocks.len(), 3);
}

#[test]
fn paragraphs_are_runs_between_block_tags() {
    check("<div>a <span>b</span> c<p>d</p>e</div>f", "p a b c\np d\np e\np f");
    check("<p>a<br>b<br> <br>c<br></p>", "p a / b\np c");
    check("<p><br>a<br><img src=x.png>", "p a / !x.png");
}

#[test]
fn white_space_is_folded_and_stands_outside_of_marks() {
    check("<p> a\n <b> b </b>c<i>d</i> <b></b>e ", "p a *b* c_d_ e");
    check("<p>a<!-- -->b<wbr>c<span></span>d", "p abcd");
    check("<p><b>a</b><b>b</b> <b>c</b>", "p *ab* *c*");
}

#[test]
fn neighbouring_boxes_never_glue() {
    check("<div><button>a</button><button>b</button></div>", "p a\np b");
    check("<div><span>a</span><div>b</div>c</div>", "p a\np b\np c");
    check("<h2><div>a</div><div>b</div></h2>", "h2 a b");
    check(
        "<p><span>a</span><span>b</span><abbr>c</abbr> <span>d</span>e<u>f</u><sub>g</sub>",
        "p a bc def,{g}",
    );
    check(
        "<table><tr><th>h<th>k<tr><td><p>a<p>b<td><button>c</button><button>d</button></table>",
        "
table 2x2 head 1
  | th h | th k |
  | a / b | c d |",
    );
}

#[test]
fn text_left_out_leaves_a_space_where_words_would_join() {
    check_without("<p>a<sup>[1]</sup>, b<sup>[2]</sup>c <i>x</i> d", &["[1]", "[2]", "x"], "p a, b c d");
    check_without("<p>a<br>x<br>b", &["x"], "p a\np b");
    check_without("<p>a</p><p>x</p><p>b", &["x"], "p a\np b");
}

#[test]
fn parts_of_text_nodes_are_kept() {
    let doc = parse("<p>one two three", &Limits::default()).document;
    let page = Page::new(&doc);
    let node = page.text_nodes()[0];
    let span = |start, end| debulha_core::Span { node, start, end };
    let labels = Labels {
        spans: vec![span(0, 3), span(8, 10), span(10, 13)],
        scores: Some(vec![1.0, 0.0, 0.5]),
        ..Labels::default()
    };
    let content = content::build(&page, &labels);
    assert_eq!(outline(&content), "p one three");
    assert_eq!(content.blocks[0].score, Some(0.5));
}

#[test]
fn marks_and_links_nest_and_come_again_in_each_block() {
    check(
        "<p><a href='/x' title=' t  u'>a <em>b</em></a><del>c</del><sub>d</sub><sup>e</sup>",
        "p [a _b_](https://example.org/x 't u')~c~,{d}^{e}",
    );
    check(
        "<a href=x><h3>a</h3><p>b</p></a>",
        "h3 [a](https://example.org/dir/x)\np [b](https://example.org/dir/x)",
    );
    check(
        "<p><a href='javascript:x'>a</a> <a name=n>b</a> <a href='#f'>c</a>",
        "p a b [c](https://example.org/dir/page#f)",
    );
    check("<base href='https://cdn.org/'><a href=x>a</a>", "p [a](https://cdn.org/x)");
}

#[test]
fn inline_code_keeps_its_characters() {
    check("<p>run <code>a  b<span> </span><i>c</i></code> <kbd>k</kbd>", "p run `a  b `_`c`_ `k`");
    check("<p><code>Vec&lt;<a href=t>T</a>&gt;</code>", "p `Vec<`[`T`](https://example.org/dir/t)`>`");
}

#[test]
fn lists_nest_and_have_numbers() {
    check(
        "<ol start=3><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ol>",
        "
ol 3
  -
    p a
    ul
      -
        p b
  -
    p c
    p d",
    );
}

#[test]
fn a_list_that_only_wraps_another_is_that_list() {
    check_without("<ul><li><b>x</b><ul><li>a<li>b</ul></ul>", &["x"], "ul\n  -\n    p a\n  -\n    p b");
    check("<ul><li><ul><li><ul><li>a</ul></ul></ul>", "ul\n  -\n    p a");
    check("<ul><li><ul><li>a</ul><li>b</ul>", "ul\n  -\n    ul\n      -\n        p a\n  -\n    p b");
    check("<ol><li><ul><li>a</ul></ol>", "ol 1\n  -\n    ul\n      -\n        p a");
}

#[test]
fn list_content_out_of_place_is_kept_in_order() {
    let nested = "\nul\n  -\n    p a\n    ul\n      -\n        p b\n  -\n    p c";
    check("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", nested);
    check("<ul><div>a</div><li>b</li>c</ul>", "ul\n  -\n    p a\n  -\n    p b\n  -\n    p c");
    check(
        "<div><li>a</li><li>b</li></div><p>c<li>d",
        "ul\n  -\n    p a\n  -\n    p b\np c\nul\n  -\n    p d",
    );
}

#[test]
fn definitions_have_terms_and_descriptions() {
    check(
        "<dl><dt>a<dt>b<dd>c<dd><p>d<p>e<div><dt>f<dd>g</div></dl>",
        "
dl
  : a
  : b
    =
      p c
    =
      p d
      p e
  : f
    =
      p g",
    );
    check("<dl>a<dd>b</dl>", "dl\n    =\n      p a\n    =\n      p b");
}

#[test]
fn quotes_and_rules() {
    check("<blockquote><p>a</p>b</blockquote>", "quote\n  p a\n  p b");
    check("<hr><p>a</p><hr><hr><p>b</p><hr>", "p a\n---\np b");
    check_without("<p>a</p><hr><p>x</p>", &["x"], "p a");
}

#[test]
fn tables_resolve_spans_headers_and_alignment() {
    check(
        "<table><caption>cap</caption><thead><tr><th colspan=2>A<th align=right>B</thead>
         <tr><td rowspan=2>1<td>2<td style='text-align: center'>3<tr><td>4<td>5<td>6<tr><td>7</table>",
        "
table 4x4 head 1 cap
  | th A c2 | < | th B > | . |
  | 1 r2 | 2 | 3 = | . |
  | < | 4 | 5 | 6 |
  | 7 | . | . | . |",
    );
}

#[test]
fn huge_spans_cost_nothing() {
    check(
        "<table><tr><th colspan=9007199254740991 rowspan=99999999999999999999>A<tr><td>b<td>c<tr><td>d<td>e</table>",
        "
table 3x3 head 1
  | th A r3 | . | . |
  | < | b | c |
  | < | d | e |",
    );
    check(
        "<table><tr><th colspan=1000>A<tr><td>b<td>c<tr><td rowspan=0>d<td>e<tr><td>f<tbody><tr><td>g</table>",
        "
table 5x2 head 1
  | th A c2 | < |
  | b | c |
  | d r2 | e |
  | < | f |
  | g | . |",
    );
    let rows = "<tr><td colspan=2>a<td>b".repeat(3);
    check(
        &format!("<table>{rows}</table>"),
        "
table 3x2 head 0
  | a | b |
  | a | b |
  | a | b |",
    );
}

#[test]
fn a_grid_that_is_mostly_holes_is_given_as_texts() {
    let wide = format!("<tr>{}", "<td>w".repeat(3000));
    let html = format!("<table><tr><th>h{wide}{}</table>", "<tr><td>n".repeat(3000));
    let content = build(&html);
    assert_eq!(content.blocks.len(), 6001);
    assert!(content.blocks.iter().all(|block| matches!(block.kind, BlockKind::Paragraph(_))));
}

#[test]
fn rows_without_kept_text_go_and_cells_keep_their_places() {
    check_without(
        "<table><tr><th>h<th>k<tr><td rowspan=3>a<td>x<tr><td>x<tr><td>b<tr><td>x<td>c</table>",
        &["x"],
        "
table 4x2 head 1
  | th h | th k |
  | a r2 |  |
  | < | b |
  |  | c |",
    );
    check_without("<table><tr><th>h<th>k<tr><td>a<td>b</table>", &["h", "k", "b"], "p a");
}

#[test]
fn columns_that_show_nothing_go() {
    check(
        "<table><tr><th>h<th><th>k<tr><td>a<td><td>b<tr><td rowspan=2>c<td><td>d<tr><td><td>e</table>",
        "
table 4x2 head 1
  | th h | th k |
  | a | b |
  | c r2 | d |
  | < | e |",
    );
    check(
        "<table><tr><th>h<th colspan=2>k<tr><td>a<td><td>b</table>",
        "table 2x3 head 1\n  | th h | th k c2 | < |\n  | a |  | b |",
    );
    check_without("<table><tr><td>x<td>a<tr><td>x<td>b</table>", &["x"], "p a\np b");
    check_without(
        "<table><tr><th>h<th>x<tr><td>a<td>x</table>",
        &["x"],
        "table 2x1 head 1\n  | th h |\n  | a |",
    );
}

#[test]
fn cells_of_pictures_keep_them() {
    let table = |cell: &str| {
        build(&format!(
            "<p>a a<table><tr><th>Mail<th>Yes<tr><td>Post<td>{cell}<tr><td><img src=/logo></table>"
        ))
    };
    let cells = |content: &ContentDocument| match &content.blocks[1].kind {
        BlockKind::Table(table) => table
            .rows
            .iter()
            .flatten()
            .filter_map(|cell| match cell {
                content::Cell::Origin { text, .. } => Some(text.len()),
                _ => None,
            })
            .collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(cells(&table("<img src=/ok alt=Yes>")), [1, 1, 1, 1]);
    assert_eq!(cells(&table("<p hidden><img src=/ok></p>")), [1, 1, 1, 0]);
    assert_eq!(cells(&table("")), [1, 1, 1, 0]);
}

#[test]
fn layout_tables_dissolve() {
    check("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "p a\np b\np c\np d");
    check("<table><tr><td>a<td>b</table>", "p a\np b");
    check("<table><tr><td>a<tr><td>b</table>", "p a\np b");
    check(
        "<table><tr><td>m<td><table><tr><td>a<td>b<tr><td>c<td>d</table><tr><td>n<td>o</table>",
        "p m\ntable 2x2 head 0\n  | a | b |\n  | c | d |\np n\np o",
    );
    check(
        "<table><tr><td><h2>a</h2><td><ul><li>b</ul><tr><td>c<td>d</table>",
        "h2 a\nul\n  -\n    p b\np c\np d",
    );
    let text = "long ".repeat(60);
    let text = text.trim();
    check(&format!("<table><tr><th colspan=2>t<tr><td>{text}<td>a</table>"), &format!("p t\np {text}\np a"));
    check(
        "<table><tr><th colspan=2>t<tr><td>a<td>b</table>",
        "table 2x2 head 1\n  | th t c2 | < |\n  | a | b |",
    );
    check(
        &format!("<table><tr><th colspan=2>t<th>u<tr><td>{text}<td>a<td>b</table>"),
        &format!("table 2x3 head 1\n  | th t c2 | < | th u |\n  | {text} | a | b |"),
    );
    check("<table role=grid><tr><td>a<td>b</table>", "table 1x2 head 0\n  | a | b |");
}

#[test]
fn code_keeps_its_white_space() {
    check(
        "<pre class=language-rust>\n\n  fn a() {\n\tb <b>c</b>\n\n  }<span> </span>// x<br>y\n\n</pre>",
        "code rust:\n>  fn a() {\n>\tb c\n>\n>  } // x\n>y",
    );
    check("<pre><code class=hljs>a\n</code></pre>", "code:\n>a");
    check("<pre><div>a</div><div>  b</div></pre>", "code:\n>a\n>  b");
    check("<code><pre>a\nb</pre></code>", "code:\n>a\n>b");
}

#[test]
fn line_numbers_are_no_code() {
    let two_columns =
        "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1\n2</pre></div>
        <td class=code><div class='highlight-python notranslate'><pre>a\nb</pre></div></table>";
    check(two_columns, "code python:\n>a\n>b");
    let hexo =
        "<figure class='highlight js'><table><tr><td class=gutter><pre><span>1</span><br><span>2</span></pre>
        <td class=code><pre><span>a</span><br><span>b</span></pre></table></figure>";
    check(hexo, "code js:\n>a\n>b");
    let github = "<table class='highlight js-file-line-container'><tr><td class=blob-num data-line-number=1><td class=blob-code>a</td></tr>
        <tr><td class=blob-num><td class=blob-code>  b</table>";
    check(github, "code:\n>a\n>  b");
    let inside = "<pre><code><span class=lineno>1 </span>a\n<span class=lineno>2 </span>b</code></pre>";
    check(inside, "code:\n>a\n>b");
    let rows = "<div class=syntaxhighlighter><table><tr><td class=gutter><div class=line>1</div><div class=line>2</div>
        <td class=code><div><div class=line>a <b>b</b></div><div class=line>c</div></div></table></div>";
    check(rows, "code:\n>a b\n>c");
    check("<div class=gutter>words</div>", "p words");
}

#[test]
fn lines_that_are_elements_are_lines() {
    check(
        "<pre><code><div class=l><div>a</div></div><div class=l></div><div class=l><div>  b</div></div></code></pre>",
        "code:\n>a\n>\n>  b",
    );
    check(
        "<pre><code><span class=token-line>a<br></span><span class=token-line><br></span><span class=token-line>}<br></span></code></pre>",
        "code:\n>a\n>\n>}",
    );
    check("<pre><code>a</code><code><br></code><code>&nbsp; b</code></pre>", "code:\n>a\n>\n>  b");
    check(
        "<pre><span class=line>a</span>\n<span class=line></span>\n<span class=line>b</span></pre>",
        "code:\n>a\n>\n>b",
    );
    check("<pre><ol><li>a<li> b</ol></pre>", "code:\n>a\n> b");
    check(
        "<div class=view-lines><div class=view-line style='top:18px'>&nbsp;b</div><div class=view-line style='top:0px'>a</div></div>",
        "code:\n>a\n> b",
    );
}

#[test]
fn furniture_of_listings_is_left_out_and_titles_stand_before_them() {
    check(
        "<ul><li><p>a</p><div class=box><div><span>pump.py</span> <button>Copy</button></div><pre>b</pre><div><span>Python</span></div></div></ul>",
        "ul\n  -\n    p a\n    p pump.py\n    code python:\n    >b",
    );
    check(
        "<figure class=c><figcaption>pump.py</figcaption><pre><code>a\n</code></pre></figure>",
        "p pump.py\ncode:\n>a",
    );
    check("<pre><button>Copy</button><code>a\nb</code></pre>", "code:\n>a\n>b");
    check("<p>a</p><button>Copy</button><p>b</p>", "p a\np Copy\np b");
}

#[test]
fn inline_code_in_lines_is_a_block() {
    check("<div><code>a<br>\n&nbsp;&nbsp;b<br><br>c</code></div>", "code:\n>a\n>  b\n>\n>c");
    check("<p><code>a</code><br><code>b</code></p>", "code:\n>a\n>b");
    check("<p>x <code>a</code><br><code>b</code></p>", "p x `a` / `b`");
    check("<table><tr><td>1<td><code>  a</code><tr><td>2<td><code>}</code></table>", "code:\n>  a\n>}");
}

#[test]
fn figures_have_captions() {
    check(
        "<article><p>a</p><figure><img src=x.png alt='An  x'><figcaption>cap</figcaption></figure><p>b</p></article>",
        "p a\nfigure cap\n  !x.png (An x)\np b",
    );
    check("<figure><blockquote>a</blockquote></figure>", "quote\n  p a");
    check("<figure><svg></svg><figcaption>cap</figcaption></figure>", "p cap");
}

#[test]
fn images_are_kept_where_the_text_around_is() {
    let story = "<article><img src=lead.png><p>some words</p><div><a href=big><img src=a.png></a></div><p>b <img src=i.png> c</p>
        <img src=pixel.png width=1 height=1><img src='data:image/png;base64,x'><aside>x<img src=ad.png></aside></article>";
    check_without(
        &format!("<header><img src=logo.png>x</header><img src=top.png>{story}<img src=end.png>"),
        &["x"],
        "!lead.png\np some words\n[!a.png](https://example.org/dir/big)\np b !i.png c",
    );
    check_without("<div>a<p>x x x x</p><img src=a.png></div>", &["x x x x"], "p a");
    check_without(
        "<article><p>some words<figure><img src=a.png><figcaption>x</figcaption></figure></article>",
        &["x"],
        "p some words\n!a.png",
    );
}

#[test]
fn lazy_images_have_their_real_address() {
    check(
        "<p>a <img src=wait.gif data-src=/b.png> <img srcset='s.png 1x, l.png 2x'> <picture><source srcset='p.webp'><img src='data:x'></picture>",
        "p a !b.png !l.png !p.webp",
    );
    check(
        "<p>a <img src=wait.gif x-lazy-src=/b.png> <img src=wait.gif data-srcset='/s.png 1w, /l.png 2w'>
         <img src=c.png :src=item.image my-placeholder-src=/wait.gif> <img src=wait.gif x-lazy-srcset='/d.png 2x'>",
        "p a !b.png !l.png !c.png !d.png",
    );
}

#[test]
fn formulas_come_once_as_tex() {
    let mathml = "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>";
    check(&format!("<p>a {mathml} b"), "p a $x^2$ b");
    check("<p>a <math alttext='y'><mi>x</mi></math>", "p a $y$");
    check("<p>a <math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>.", "p a $\\frac{x}{2}$.");
    check(
        &format!(
            "<p>a <span class=katex><span class=katex-mathml>{mathml}</span><span class=katex-html aria-hidden=true>x2</span></span> b"
        ),
        "p a $x^2$ b",
    );
    check(
        &format!(
            "<p>a<span class=katex-display><span class=katex>{mathml}<span class=katex-html>x2</span></span></span>b"
        ),
        "p a\n$$x^2$$\np b",
    );
    check(
        "<p>a <span class=MathJax_Preview>p</span><span class=MathJax>x2</span><script type='math/tex'>x^2</script> b",
        "p a $x^2$ b",
    );
    check("<p>a</p><div><script type='math/tex; mode=display'>x^2</script>b</div>", "p a\n$$x^2$$\np b");
    check(
        "<p>a <span class=mwe-math-element><span style='display: none'><math><mi>x</mi></math></span><img src=x.svg class=mwe-math-fallback-image-inline alt='{\\displaystyle x}'></span> b",
        "p a $x$ b",
    );
    check(
        &format!(
            "<p>a <mjx-container class=MathJax display=true><mjx-math></mjx-math><mjx-assistive-mml>{mathml}</mjx-assistive-mml></mjx-container>"
        ),
        "p a\n$$x^2$$",
    );
}

#[test]
fn deep_pages_are_flat_beyond_the_nesting_that_is_kept() {
    let levels = 10_000;
    let html = format!("{}a{}", "<ul><li>i".repeat(levels), "<blockquote>b".repeat(levels));
    let content = build(&html);
    let depth = depth_of(&content.blocks);
    assert_eq!(depth, MAX_NESTING);
    let text = outline(&content);
    assert_eq!(text.matches('b').count(), levels);
    let html = format!("<p>{}a", "<b><i>x".repeat(levels));
    let text = outline(&build(&html));
    assert_eq!(text.matches('x').count(), levels);
    let html = format!("{}a", "<div><table><tr><td><span>".repeat(levels));
    assert_eq!(outline(&build(&html)), "p a");
}

fn depth_of(blocks: &[content::Block]) -> usize {
    let below = |block: &content::Block| match &block.kind {
        BlockKind::Quote(blocks) => 1 + depth_of(blocks),
        BlockKind::List(list) => 1 + list.items.iter().map(|item| depth_of(&item.blocks)).max().unwrap_or(0),
        _ => 0,
    };
    blocks.iter().map(below).max().unwrap_or(0)
}

#[test]
fn blocks_know_the_elements_they_come_from() {
    let html = "<body><div><p>a</p>b</div><ul><li>c</li></ul><div>d</div>";
    let doc = parse(html, &Limits::default()).document;
    let page = Page::new(&doc);
    let content = content::build(&page, &Labels::from_text_nodes(&doc, page.text_nodes().to_vec()));
    let paths: Vec<String> = content.blocks.iter().map(|block| doc.xpath(block.node)).collect();
    assert_eq!(
        paths,
        [
            "/html[1]/body[1]/div[1]/p[1]",
            "/html[1]/body[1]/div[1]/text()[1]",
            "/html[1]/body[1]/ul[1]",
            "/html[1]/body[1]/div[2]"
        ]
    );
    let BlockKind::List(list) = &content.blocks[2].kind else { panic!("a list") };
    assert_eq!(doc.name(list.items[0].node), names::LI);
    assert_eq!(list.items[0].blocks[0].node, list.items[0].node);
}

#[test]
fn scores_are_means_over_what_a_block_holds() {
    let doc: Document =
        parse("<p>a</p><ul><li>b</li><li>c</li></ul><pre>d</pre>", &Limits::default()).document;
    let page = Page::new(&doc);
    let mut labels = Labels::from_text_nodes(&doc, page.text_nodes().to_vec());
    labels.scores = Some(vec![1.0, 2.0, 4.0, 5.0]);
    let content = content::build(&page, &labels);
    let scores: Vec<_> = content.blocks.iter().map(|block| block.score).collect();
    assert_eq!(scores, [Some(1.0), Some(3.0), Some(5.0)]);
}

#[test]
fn running_text_never_ends_in_space() {
    for block in build("<p>a <b>b </b> </p><h2>c <br></h2>").blocks {
        let (BlockKind::Paragraph(text) | BlockKind::Heading { text, .. }) = block.kind else {
            panic!("text")
        };
        assert!(!matches!(text.last(), Some(Inline::LineBreak)));
        assert!(!matches!(text.last(), Some(Inline::Text(t)) if t.ends_with(' ')));
    }
}

/// Pages that would be slow if anything were looked at once a level or once a cell.
#[test]
fn hostile_pages_cost_no_more_than_their_size() {
    let many = 100_000;
    let deep = |open: &str| open.repeat(500);
    let pages = [
        format!("{}{}x", deep("<div class=gutter>1"), "<i>1</i>".repeat(many)),
        format!("{}{}", deep("<code>"), "<i>a</i>".repeat(many)),
        format!("{}{}", deep("<figure><figcaption>a</figcaption>"), "<p>a".repeat(many)),
        format!("{}{}", deep("<span class=katex>"), "<math><mphantom>x</mphantom></math>".repeat(many)),
        format!("{}{}", deep("<span>"), "<span>a</span>".repeat(many)),
        format!(
            "<table><tr>{}{}",
            "<td colspan=1000 rowspan=65534>a".repeat(many),
            "<tr><td>b<td>c".repeat(many)
        ),
        format!("<table role=grid>{}", "<tr><td rowspan=0 colspan=3>a<td>b".repeat(many)),
        format!("<table><tr><th>a<td>b{}", "<tr><td>".repeat(many)),
        format!("<p>a{}b", "<br><img src=x>".repeat(many)),
        format!("<pre>{}</pre>", "<b>a</b>\n".repeat(many)),
        format!("{}{}", "<ul><li>".repeat(250), "<li>a".repeat(many)),
        format!("<ruby>{}", "a<rt>b".repeat(many)),
        format!("{}{}", deep("<q>"), "<q>a</q>".repeat(many)),
        format!("<div style='white-space:pre'>{}", "<b>a\n</b>".repeat(many)),
        format!("<ol reversed>{}", "<li value=9><input type=checkbox>a".repeat(many)),
        format!(
            "<p>a{}b",
            "<iframe src=/x></iframe><noscript><iframe src=/y></iframe></noscript>".repeat(many)
        ),
        format!("{}{}", deep("<div class=math data-math=a>"), "<span class=math>\\(x</span>".repeat(many)),
        format!("<script src=mathjax></script><p>{}", "\\( $a \\begin{align} $$ \\[".repeat(many)),
    ];
    for html in pages {
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let labels = Labels::from_text_nodes(&doc, page.text_nodes().to_vec());
        let start = std::time::Instant::now();
        let content = content::build(&page, &labels);
        // Linear cost is about 0.1 s here; quadratic cost would be minutes.
        assert!(start.elapsed().as_secs() < 10, "{}", &html[..40]);
        assert!(!content.blocks.is_empty(), "{}", &html[..40]);
    }
}

#[test]
fn marks_of_anchors_are_left_out() {
    check("<h2>A<a href='#a'>¶</a></h2><p>b<a href='#b'>#</a>c", "h2 A\np b c");
    check(
        "<h3>A<a href='#a'>\u{200b}</a></h3><dl><dt>T<a href='#t'> § </a><dd>d</dl>",
        "h3 A\ndl\n  : T\n    =\n      p d",
    );
    check("<p>note <a href='#ref1'>\u{21a9}\u{fe0e}</a>", "p note");
    check(
        "<p>a<a href='#fn'>*</a> <a href=/x>#</a>",
        "p a[*](https://example.org/dir/page#fn) [#](https://example.org/x)",
    );
}

#[test]
fn a_heading_does_not_link_into_its_own_page() {
    check(
        "<h2><a href='#a'>A <b>b</b></a></h2><p><a href='#a'>c</a>",
        "h2 A *b*\np [c](https://example.org/dir/page#a)",
    );
}

#[test]
fn the_title_line_of_a_forum_quote_is_apart() {
    check("<blockquote><cite>Ann wrote:</cite>Yes</blockquote>", "quote\n  p _Ann wrote:_\n  p Yes");
    check("<blockquote><cite>Hamlet</cite> says</blockquote>", "quote\n  p _Hamlet_ says");
}

#[test]
fn zero_width_characters_at_the_ends_of_a_run_go() {
    check("<h3>\u{feff}A\u{200b}</h3><p>\u{200b}</p><p>b\u{200b}c<i>d</i> \u{200b}", "h3 A\np b\u{200b}c_d_");
    check("<p><b>a<br>\u{200d}</b></p><p>b<i>\u{200b}</i>c", "p *a*\np bc");
}

#[test]
fn code_in_marks_that_meet_is_one() {
    check("<p><code>(<em><code>a</code></em> <em><code>b</code></em>)</code>", "p `(`_`a b`_`)`");
}

#[test]
fn linked_images_keep_their_link() {
    check("<p>a</p><p><a href=/b><img src=x.png></a></p><p>z", "p a\n[!x.png](https://example.org/b)\np z");
    check("<p>a <a href=/b><b><img src=x.png></b></a> c", "p a [!x.png](https://example.org/b) c");
    check("<p>a</p><p><a href='javascript:b'><img src=x.png></a></p><p>z", "p a\n!x.png\np z");
    check(
        "<p>a<figure><a href=/b><img src=x.png></a><figcaption>c</figcaption></figure>",
        "p a\nfigure c\n  [!x.png](https://example.org/b)",
    );
}

#[test]
fn items_have_the_numbers_of_the_page() {
    check("<ol><li value=7>a<li>b</ol>", "ol 7\n  -\n    p a\n  -\n    p b");
    check("<ol><li>a<li value=5>b<li>c</ol>", "ol 1\n  -\n    p a\n  - 5.\n    p b\n  - 6.\n    p c");
    check("<ol reversed><li>a<li>b</ol>", "ol 2\n  -\n    p a\n  - 1.\n    p b");
    check("<ol reversed start=9><li>a<li>b</ol>", "ol 9\n  -\n    p a\n  - 8.\n    p b");
    check("<ol start=-1><li>a<li hidden>x<li>b</ol>", "ol -1\n  -\n    p a\n  -\n    p b");
    check(
        "<ol><li value=x>a<ol><li>b</ol><li>c</ol>",
        "ol 1\n  -\n    p a\n    ol 1\n      -\n        p b\n  -\n    p c",
    );
}

#[test]
fn items_that_are_left_out_count() {
    check_without("<ol><li>x<li>a<li>x<li>b</ol>", &["x"], "ol 2\n  -\n    p a\n  - 4.\n    p b");
    check_without("<ul><li>x<li>a</ul>", &["x"], "ul\n  -\n    p a");
    check(
        "<ol><p>x</p><li>a</li>y<li><img src=i.png></li><li>b</ol>",
        "ol 1\n  -\n    p x\n    p a\n    p y\n  -\n    !i.png\n  -\n    p b",
    );
}

#[test]
fn tasks_are_done_or_open() {
    check(
        "<ul><li><input type=checkbox checked disabled> a<li><label><input type=checkbox> b</label><li>c</ul>",
        "ul\n  - [x]\n    p a\n  - [ ]\n    p b\n  -\n    p c",
    );
}

#[test]
fn quotations_have_the_marks_of_their_language() {
    check("<p>She said <q>so <q>it</q> <b>is</b></q>.", "p She said “so ‘it’ *is*”.");
    check("<p lang=de>Er rief <q>ja</q>", "p Er rief „ja“");
    check("<html lang=fr><p>a<q cite=x> b </q>c", "p a «b» c");
    check("<p>a <q>“b”</q> and \u{201c}<q>c</q>\u{201d} <q></q>", "p a “b” and “c”");
    check("<p><code>a<q>b</q></code>", "p `ab`");
    check_without("<p>a <q>x</q> b", &["x"], "p a b");
    check("<p><q><i>a</i></q>", "p “_a_”");
}

#[test]
fn readings_of_ruby_stand_in_parentheses() {
    check(
        "<p><ruby>東京<rt>とうきょう</rt></ruby>で<ruby>表<rt>ひょう</rt>示<rt>じ</ruby>",
        "p 東京(とうきょう)で表(ひょう)示(じ)",
    );
    check("<p><ruby>東<rp>（</rp><rt>とう</rt><rp>）</rp></ruby>の", "p 東（とう）の");
    check("<p><ruby><rb>私</rb><rt>わたくし</rt></ruby>は", "p 私(わたくし)は");
    check("<p><ruby><rb>東<rb>京<rt>とう<rt>きょう</ruby>", "p 東京(とうきょう)");
    check("<p><ruby><rb>東<rb>京<rtc><rt>とう<rt>きょう</rtc></ruby>", "p 東京(とうきょう)");
    check(
        "<p>a <ruby>\n  漢\n  <rp>(</rp>\n  <rt>kan</rt>\n  <rp>)</rp>\n  字\n  <rt>ji</rt>\n</ruby> b",
        "p a 漢(kan)字(ji) b",
    );
    check_without("<p><ruby>漢<rt>x</rt></ruby>字", &["x"], "p 漢 字");
}

#[test]
fn line_breaks_that_the_style_shows_are_kept() {
    check("<div style='white-space:pre-wrap'>a\n  b\n\nc</div><p>d\ne", "p a / b\np c\np d e");
    check("<style>.m{white-space:pre-line}</style><p class=m>\na <b>b</b>\n<i>c\nd</i>", "p a *b* / _c / d_");
    check("<div style='white-space:pre'>a\n<p style='white-space:normal'>b\nc</p></div>", "p a\np b c");
}

#[test]
fn code_in_cells_keeps_its_lines() {
    check(
        "<table><tr><th>h<th>k<tr><td>a<td><pre><code>b  c\n\n<i>d</i>\n</code></pre></table>",
        "table 2x2 head 1\n  | th h | th k |\n  | a | `b  c` / _`d`_ |",
    );
}

#[test]
fn the_corner_is_in_the_header() {
    check(
        "<table><tr><td><th>w<th>d<tr><th>a<td>1<td>2</table>",
        "table 2x3 head 1\n  |  | th w | th d |\n  | th a | 1 | 2 |",
    );
    check(
        "<table><tr><th>a<td><td><tr><th>b<td>1<td>2</table>",
        "table 2x3 head 0\n  | th a |  |  |\n  | th b | 1 | 2 |",
    );
    check(
        "<table><tr><td>size<th>w<th>d<tr><th>a<td>1<td>2</table>",
        "table 2x3 head 1\n  | size | th w | th d |\n  | th a | 1 | 2 |",
    );
}

#[test]
fn tables_of_formulas_are_no_data() {
    let row = |tex: &str, number: &str| {
        format!(
            "<tr class='ltx_equation ltx_eqn_row'><td><td><math alttext='\\displaystyle {tex}'><mi>x</mi></math><td class=ltx_eqn_eqno>{number}"
        )
    };
    let number = "<span class=ltx_tag>(1)</span>";
    check(
        &format!(
            "<table class='ltx_equationgroup ltx_eqn_table'>{}{}</table>",
            row("x=1", ""),
            row("y=2", number)
        ),
        "$$x=1$$\n$$y=2 \\tag{1}$$",
    );
}

#[test]
fn lists_of_words_are_values_of_cells() {
    check(
        "<table><tr><td>Sat<td><ul><li>10 to 12<li>2 to 6</ul><tr><td>Sun<td><ul><li>closed</ul></table>",
        "table 2x2 head 0\n  | Sat | 10 to 12 / 2 to 6 |\n  | Sun | closed |",
    );
    check(
        "<table><tr><td>a<td><ul><li><a href=x>b b b</a></ul><tr><td>c<td>d</table>",
        "p a\nul\n  -\n    p [b b b](https://example.org/dir/x)\np c\np d",
    );
}

#[test]
fn films_and_frames_are_kept_where_the_text_around_is() {
    check(
        "<p>a</p><iframe src='//www.youtube-nocookie.com/embed/1' title=' T '></iframe><p>b",
        "p a\n@https://www.youtube-nocookie.com/embed/1 (T)\np b",
    );
    check(
        "<p>a</p><iframe src='about:blank' data-src=/f></iframe><p>z",
        "p a\n@https://example.org/f ()\np z",
    );
    check(
        "<p>a</p><lite-youtube videoid=x-1_y playlabel=T></lite-youtube><p>z",
        "p a\n@https://www.youtube.com/watch?v=x-1_y (T)\np z",
    );
    check(
        "<p>a</p><video poster=p.png><source src=f.mp4>text</video><p>z",
        "p a\n@https://example.org/dir/f.mp4 () !https://example.org/dir/p.png\np z",
    );
    check(
        "<p>a</p><video poster=p.png src='blob:x'></video><audio src=s.mp3></audio><p>z",
        "p a\np !p.png@https://example.org/dir/s.mp3 ()\np z",
    );
    check(
        "<p>a</p><div><noscript><iframe src=/f></iframe></noscript></div><p>z",
        "p a\n@https://example.org/f ()\np z",
    );
    check(
        "<p>a</p><iframe src=/f width=1></iframe><iframe src=/g style='display:none'></iframe>
         <iframe src='javascript:x'></iframe><div hidden><iframe src=/h></iframe></div><iframe srcdoc='<p>x/y'></iframe><p>z",
        "p a\np z",
    );
    check_without("<div>a<p>x x x x</p><iframe src=/f></iframe></div>", &["x x x x"], "p a");
}

#[test]
fn frames_behind_a_question_and_in_old_objects_are_kept() {
    let long = "<p>a a a a a a a a</p>";
    let box_of = |frame: &str, button: &str| format!("{long}<div><p>x</p>{button}{frame}</div><p>z");
    let (frame, button) = ("<iframe data-src=/f></iframe>", "<button>x</button>");
    check_without(&box_of(frame, button), &["x"], "p a a a a a a a a\n@https://example.org/f ()\np z");
    for advert in [
        box_of(frame, ""),
        box_of("<iframe src=/f></iframe>", button),
        box_of("<iframe data-src=/f></iframe><iframe data-src=/g></iframe>", button),
    ] {
        check_without(&advert, &["x"], "p a a a a a a a a\np z");
    }
    check(
        "<p>a</p><object><param name=quality value=/high><param name=Movie value=/v/1><embed src=/v/2></object><p>z",
        "p a\n@https://example.org/v/1 ()\np z",
    );
    check("<p>a</p><object><embed src=/v/2></object><p>z", "p a\n@https://example.org/v/2 ()\np z");
}

#[test]
fn formulas_that_are_stated_elsewhere_come_as_tex() {
    check("<p>a</p><p><script type='math/tex; mode=display'>x^2</script></p><p>z", "p a\n$$x^2$$\np z");
    check("<p>a <span data-math='\\frac{v}{t}'><span class=katex>tv</span></span> b", "p a $\\frac{v}{t}$ b");
    check("<p>a</p><div class=math-block data-latex='x=1'></div><p>z", "p a\n$$x=1$$\np z");
    check("<p>a <span data-math=true>b</span>", "p a b");
    check(
        "<p>a <img class=tex src=/x alt='$x_1$'> <img src=/y alt='$$y^2$$'> <img src=/z alt='$5'>",
        "p a $x_1$\n$$y^2$$\n!z ($5)",
    );
    check(
        "<p>a <img src='//s/latex.php?x' alt='\\alpha'> <img class=latexish src=/y alt='b_c'>",
        "p a $\\alpha$ !y (b_c)",
    );
}

#[test]
fn tex_in_the_text_is_a_formula() {
    check(
        "<div class='math notranslate'>\\[a &amp;= b\\]</div><p>c <span class='math'>\\(x_i * y\\)</span>",
        "$$a &= b$$\np c $x_i * y$",
    );
    check("<p>a <span class='math inline'>x</span> <span class=mathy>$5</span>", "p a $x$ $5");
    let script = "<script src='https://cdn.example/mathjax@3/tex.js'></script>";
    check(
        &format!("{script}<p>a \\(x_i\\) b</p><p>$$\ny\n$$</p><h2>c $z^2$</h2>"),
        "p a $x_i$ b\n$$y$$\nh2 c $z^2$",
    );
    check(&format!("{script}<p>a<br>$$<br>x<br>$$<br>b <code>\\(c\\)</code>"), "p a\n$$x$$\np b `\\(c\\)`");
    check("<p>a \\(x_i\\) $$y$$", "p a \\(x_i\\) $$y$$");
}

#[test]
fn images_that_are_emoji_are_text() {
    check("<p>a <img class=emoji alt='🎉' src=/1.svg> b", "p a 🎉 b");
    check("<p>a<img class=wp-smiley alt=':-)' src=/2.gif width=15 height=15>, b", "p a:-), b");
    check("<ul><li>a: <img alt=':tada:' src=/3.png></ul>", "ul\n  -\n    p a: :tada:");
    check("<p>a <img alt='🐈 at home' src=/4.png> b", "p a !4.png (🐈 at home) b");
    check("<p>a <img class=photo alt='Rye' src=/5.png> b", "p a !5.png (Rye) b");
}

#[test]
fn icons_alone_in_cells_are_written_by_their_names() {
    let table = |cell: &str| format!("<table><tr><th>h<th>k<tr><td>a<td>{cell}</table>");
    let with = |cell: &str| format!("table 2x2 head 1\n  | th h | th k |\n  | a | {cell} |");
    for (cell, expected) in [
        ("<svg><title>Yes</title><path d=m0></svg>", "Yes"),
        ("<svg aria-label='Not yet'></svg>", "Not yet"),
        ("<i class='fa fa-check' aria-label=Yes></i>", "Yes"),
        ("<span class=icon title=No></span> <i aria-label=later></i>", "No later"),
        ("<i class='fa fa-check'></i>", ""),
        ("<a href=/x><i aria-label=Edit></i></a>", ""),
        ("<span style='display:none'><svg aria-label=Yes></svg></span>", ""),
    ] {
        let expected = if expected.is_empty() { "p h\np k\np a".to_owned() } else { with(expected) };
        let content = outline(&build(&table(cell)));
        if expected.starts_with("table") {
            assert_eq!(content, expected, "{cell}");
        } else {
            assert!(!content.contains("Yes") && !content.contains("Edit"), "{cell}: {content}");
        }
    }
}

#[test]
fn letters_in_elements_of_their_own_are_words() {
    let letters = |word: &str, open: &str, close: &str| -> String {
        word.chars().flat_map(|letter| [open.to_owned(), letter.to_string(), close.to_owned()]).collect()
    };
    let spans = letters("Rye", "<span>", "</span>");
    check(&format!("<p>The {spans} was tall"), "p The Rye was tall");
    check(&format!("<h1>{}</h1>", letters("RYE", "<span>", "</span>")), "h1 RYE");
    let classed = letters("It", "<span class=char>", "</span>");
    check(&format!("<p><span>{classed}</span> <span>{spans}</span>"), "p It Rye");
    let boxes = letters("rye", "<div style='display:inline-block'>", "</div>");
    check(&format!("<h2>{boxes} <div>field</div></h2>"), "h2 rye field");
    check(
        &format!("<h2 aria-label='rye bread'>{boxes}{}</h2>", letters("bread", "<div>", "</div>")),
        "h2 rye bread",
    );
    check("<p><span class=dropcap>T</span><span>he rye", "p The rye");
    // Indexes, sizes and days are no words.
    check(&format!("<p>{}", letters("abcd", "<span>", "</span>")), "p a b c d");
    check(&format!("<p>{}", letters("SML", "<span>", "</span>")), "p S M L");
    check(
        &format!("<p>{}", letters("rye", "<a href=/x>", "</a>")),
        "p [r](https://example.org/x) [y](https://example.org/x) [e](https://example.org/x)",
    );
}

#[test]
fn controls_of_headings_and_forms_are_no_text() {
    check("<h2>Rye <button>Copy page</button></h2>", "h2 Rye");
    check("<h2>Rye <a class=anchor href='#x'>Copy link to this section</a></h2>", "h2 Rye");
    check("<h2>Rye<a class=headerlink href='#x'>Lien</a></h2>", "h2 Rye");
    check("<h2>Rye <span role=button>Share</span></h2>", "h2 Rye");
    check("<h2><button>Rye</button></h2>", "h2 Rye");
    check("<h2>Press <button>Save</button> to go</h2>", "h2 Press Save to go");
    check("<h2><a class=anchor href='#x'>Rye</a> <small>2</small></h2>", "h2 Rye 2");
    check("<h2>On <a href=/copy>copying</a></h2>", "h2 On [copying](https://example.org/copy)");
    check("<div><h2>Rye</h2><button>Copy page</button></div><p>a", "h2 Rye\np a");
    check("<div>a <select><option>b<option>c</select><button>Buy</button></div>", "p a");
    check(
        "<div>a <select><option>b</select><button aria-expanded=false>Sizes</button></div>",
        "p a\np Sizes",
    );
    check("<div>a</div><button class=add-to-cart>Buy</button>", "p a");
}

#[test]
fn buttons_in_sentences_are_words() {
    check("<p>Press <button>Save</button> and then <button>Close</button>.", "p Press Save and then Close.");
    check(
        "<p><button>Save</button> keeps it, <button>a</button> <kbd>b</kbd> too",
        "p Save keeps it, a `b` too",
    );
    check("<p>a</p><div><button>Save</button> 12</div>", "p a\np Save\np 12");
    check("<p>a <button>Save</button> Next", "p a\np Save\np Next");
}

#[test]
fn notes_within_a_sentence_are_in_parentheses() {
    check(
        "<p>a<span class=ltx_note><sup class=ltx_note_mark>1</sup><span class=ltx_note_outer>
            <span class=ltx_note_content><sup class=ltx_note_mark>1</sup><span class='ltx_tag ltx_tag_note'>1</span>Rye.</span></span></span> b",
        "p a (Rye.) b",
    );
    check("<p>a<small class=sidenote>Rye is</small>, b", "p a (Rye is), b");
    check("<p>a<span class=footnote>1</span> b<sup class=footnote-ref>2</sup>", "p a1 b^{2}");
    check("<p>a<span class=tooltip>word<span class=tooltiptext>Rye</span></span> b", "p aword (Rye) b");
    check("<p><span class=marginnote>Rye is</span> b", "p Rye is b");
}

#[test]
fn styles_emphasise_and_undo_emphasis() {
    check("<p><b style='font-weight:normal'>a <span style='font-weight:700'>b</span></b>", "p a *b*");
    check("<p>a <em style='font-style:normal'>b</em> <s style='text-decoration:none'>c</s>", "p a b c");
    check("<p>a <span style='font-style:italic;text-decoration:line-through'>b</span>", "p a _~b~_");
    check("<p><strong><span style='font-weight:bold'>a</span></strong> b", "p *a* b");
    check("<h2><span style='font-weight:700'>a</span></h2>", "h2 a");
}

#[test]
fn images_and_posts_of_amp_are_kept() {
    check(
        "<p>a</p><amp-img src=/b.jpg alt=c><noscript><img src=/d.jpg></noscript></amp-img><p>z",
        "p a\n!b.jpg (c)\np z",
    );
    check(
        "<p>a</p><amp-carousel><amp-img src=/b.jpg></amp-img><amp-img src=/c.jpg></amp-img></amp-carousel><p>z",
        "p a\np !b.jpg!c.jpg\np z",
    );
    check(
        "<p>a</p><amp-youtube data-videoid=x1><amp-img placeholder src=/b.jpg></amp-img></amp-youtube><p>z",
        "p a\n@https://www.youtube.com/watch?v=x1 ()\np z",
    );
    check(
        "<p>a</p><amp-twitter data-tweetid=12></amp-twitter><p>z",
        "p a\n@https://twitter.com/i/status/12 ()\np z",
    );
}

#[test]
fn initials_in_place_of_portraits_are_no_text() {
    check("<div class=avatar>RY</div><h4>rye</h4><p>a", "h4 rye\np a");
    check("<p><a class=user-avatar href=/x><span>王</span></a> 王芳", "p 王芳");
    check("<p><span class=avatar-name>Al</span> a", "p Al a");
    check("<p><span class=avatar>12</span> a", "p 12 a");
    check("<div class=grade>A</div><p>a", "p A\np a");
    check("<div class=circle>A</div><p>auk", "p auk");
    check("<div class=circle>A</div><p>b", "p A\np b");
}

#[test]
fn what_is_there_for_two_widths_comes_once() {
    check("<h1 class=desktop-only>a</h1><h1 class=mobile-only>a</h1><p>b", "h1 a\np b");
    check("<h1>a</h1><h2>a</h2><h2>c</h2><p>b", "h1 a\nh2 a\nh2 c\np b");
    check(
        "<ul class='d-none d-md-block'><li>a<li>b</ul><ul class=d-md-none><li>a<li>b</ul>",
        "ul\n  -\n    p a\n  -\n    p b",
    );
    check("<ul><li>a</ul><ul><li>a</ul>", "ul\n  -\n    p a\nul\n  -\n    p a");
}
