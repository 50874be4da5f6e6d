//! Listings of small pages, as outlines: the element, its code, title and furniture.

use super::*;
use debulha_dom::{Document, Limits, parse};

/// A line a listing: `element > code [title] (furniture) lines`, elements by name and first class.
fn outline(html: &str) -> Vec<String> {
    let doc = parse(html, &Limits::default()).document;
    let page = Page::new(&doc);
    let found = listings(&page);
    for pair in found.windows(2) {
        assert!(doc.subtree_end(pair[0].element) <= pair[1].element.0, "disjoint, in order");
    }
    found.iter().map(|listing| line(&doc, listing)).collect()
}

fn line(doc: &Document, listing: &Listing) -> String {
    let kind = |node| {
        let class = doc.classes(node).next().map_or_else(String::new, |class| format!(".{class}"));
        format!("{}{class}", doc.name_str(doc.name(node)))
    };
    let text = |node| doc.text_content(node).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = format!("{} > {}", kind(listing.element), kind(listing.code));
    if let Some(title) = listing.title {
        out.extend([" [", &text(title), "]"]);
    }
    if !listing.furniture.is_empty() {
        let furniture: Vec<String> = listing.furniture.iter().map(|&node| text(node)).collect();
        out.extend([" (", &furniture.join(" | "), ")"]);
    }
    if let Some(lines) = listing.lines {
        out.extend([" lines of ", &kind(lines)]);
    }
    out
}

#[track_caller]
fn check(html: &str, expected: &[&str]) {
    assert_eq!(outline(&format!("<p>words</p>{html}<p>words</p>")), expected, "{html}");
}

#[test]
fn preformatted_text_is_a_listing() {
    check("<pre>a\nb</pre><pre><code>c</code></pre>", &["pre > pre", "pre > pre"]);
    check("<ul><li><p>x</p><pre>a</pre></li></ul>", &["pre > pre"]);
    check("<xmp>a</xmp>", &["xmp > xmp"]);
    check("<pre> </pre><pre class=lineno>1\n2</pre>", &[]);
}

#[test]
fn wrappers_with_furniture_belong_to_the_listing() {
    check(
        "<div class=code-toolbar><div class=head><span>pump.py</span><button>Copy</button></div>
         <pre>a</pre><div class=toolbar><span>Python</span><button>Copy code</button></div></div>",
        &["div.code-toolbar > pre [pump.py] (Copy | Python | Copy code)"],
    );
    check(
        "<div class=box><div class=head><p>Some words of an introduction</p></div><pre>a</pre></div>",
        &["pre > pre"],
    );
    check(
        "<figure class=hl><figcaption><span>pump.py</span></figcaption><pre>a</pre></figure>",
        &["figure.hl > pre [pump.py]"],
    );
    check("<div class=box><img src=x><pre>a</pre></div>", &["pre > pre"]);
    check(
        "<div class=tabs><button>JS</button><button>Go</button><div class=a><pre>a</pre></div><div class=b><pre>b</pre></div></div>",
        &["div.a > pre", "div.b > pre"],
    );
}

#[test]
fn furniture_inside_of_pre_is_no_code() {
    check(
        "<pre class=p><div class=buttons><button>Copy</button></div><code>a\nb</code></pre>",
        &["pre.p > code (Copy)"],
    );
    check(
        "<pre><code><span class=lineno>1 </span>a\n<span class=lineno>2 </span>b</code></pre>",
        &["pre > pre (1 | 2)"],
    );
}

#[test]
fn tables_of_lines_are_listings_and_ranks_are_none() {
    let blob = "<div class=blob><table class=t><tr><td class=blob-num data-line-number=1><td class=blob-code>a</td></tr>
        <tr><td class=blob-num data-line-number=2><td class=blob-code>  b</table></div>";
    check(blob, &["div.blob > table.t lines of tbody"]);
    check(
        "<table><tr><td>1<td><code>a</code><tr><td>2<td><code>}</code></table>",
        &["table > table (1 | 2) lines of tbody"],
    );
    check("<table><tr><td>1<td>Oslo<tr><td>2<td>Bergen</table>", &[]);
    check(
        "<div class=sh><table><tr><td class=gutter><div>1</div><div>2</div><td class=code><div><div>a</div><div>}</div></div></table></div>",
        &["div.sh > td.code (12) lines of div"],
    );
    check(
        "<table class=h><tr><td class=linenos><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>",
        &["table.h > pre (1 2)"],
    );
}

#[test]
fn several_lines_of_inline_code_are_a_listing() {
    check("<div class=c><code>a<br>b</code></div>", &["div.c > div.c"]);
    check("<p class=c><code>a</code><br><code>b</code></p>", &["p.c > p.c lines of p.c"]);
    check("<p>Use <code>a</code><br><code>b</code></p>", &[]);
    check("<p><code>a</code></p>", &[]);
    check("<ul><li><code>a</code><li><code>b</code></ul>", &[]);
    check("<p>Use <code>a\nb</code> or so", &[]);
}

#[test]
fn editors_have_lines() {
    check(
        "<div class=view-lines><div class=view-line>a</div><div class=view-line>}</div></div>",
        &["div.view-lines > div.view-lines lines of div.view-lines"],
    );
    check(
        "<div class=cm><div><pre class=CodeMirror-line>a</pre></div><div><pre class=CodeMirror-line>}</pre></div></div>",
        &["div.cm > div.cm lines of div.cm"],
    );
    check(
        "<pre><code><div class=ec-line><div class=gutter><div class=ln>1</div></div><div class=code>a</div></div>
         <div class=ec-line><div class=gutter><div class=ln>2</div></div><div class=code>}</div></div></code></pre>",
        &["pre > pre (1 | 2) lines of code"],
    );
}

#[test]
fn lists_of_lines_are_told_from_lists() {
    check(
        "<div class=dp><ol class=dp-c><li class=alt><span>a {</span></li><li>&nbsp;&nbsp;b</li><li>}</li></ol></div>",
        &["div.dp > ol.dp-c lines of ol.dp-c"],
    );
    check("<ol><li class=L0><span>a</span><li class=L1><span>  b</span></ol>", &["ol > ol lines of ol"]);
    check("<ol><li>a<li>&nbsp; b</ol>", &[]);
    check("<ol class=linenums><li>a<li>b</ol>", &[]);
}

#[test]
fn styles_make_listings() {
    check(
        "<div class=v style='font-family: Menlo, monospace; white-space: pre'><div>a</div><br><div>  b</div></div>",
        &["div.v > div.v lines of div.v"],
    );
    check("<p style='font-family: Courier'>a<br>&nbsp;&nbsp;b", &["p > p"]);
    check("<p style='font-family: Courier'>A letter,<br>typed</p>", &[]);
    check("<div style='white-space: pre'>a\nb</div>", &[]);
}
