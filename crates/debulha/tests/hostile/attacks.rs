//! Pages that are made to cost, in any size: of deep, dense or repeated markup, and with style sheets that are hard to
//! match. The parser has families of its own (`debulha-dom`: `measure linear`).

/// A kind of page.
pub(crate) struct Attack {
    /// What the page is made of.
    pub(crate) name: &'static str,
    /// A page of about so many bytes.
    pub(crate) make: fn(usize) -> String,
}

const fn attack(name: &'static str, make: fn(usize) -> String) -> Attack {
    Attack { name, make }
}

/// A text again and again, up to a number of bytes.
fn filled(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

/// Parts with a number each, up to a number of bytes.
fn numbered(bytes: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(bytes);
    for part in (0..).map(part) {
        if text.len() + part.len() > bytes {
            break;
        }
        text += &part;
    }
    text
}

/// A style sheet whose selector holds itself, before a deep page.
fn nested_selector(function: &str, levels: usize, bytes: usize) -> String {
    let inner = (0..levels).fold("q *".to_owned(), |inner, _| format!(":{function}({inner}) *"));
    format!(
        "<style>p:not({inner}){{display:none}}</style>{}{}",
        "<div>".repeat(300),
        filled("<p>some text", bytes)
    )
}

/// A style sheet before many siblings in a deep page.
fn styled(sheet: &str, bytes: usize) -> String {
    format!(
        "<style>{sheet}{{display:none}}</style>{}{}",
        "<div>".repeat(200),
        filled("<p class=a>some text</p>", bytes)
    )
}

/// Every kind.
pub(crate) const ATTACKS: &[Attack] = &[
    // Dense markup: a block, an item or a cell for every few bytes.
    attack("paragraphs", |n| filled("<p>x", n)),
    attack("marked paragraphs", |n| filled("<p>x <b>y</b>", n)),
    attack("empty paragraphs", |n| filled("<p>", n)),
    attack("items", |n| "<ul>".to_owned() + &filled("<li>x", n)),
    attack("definitions", |n| "<dl>".to_owned() + &filled("<dt>x<dd>y", n)),
    attack("cells", |n| "<table><tr>".to_owned() + &filled("<td>x", n)),
    attack("rows", |n| "<table>".to_owned() + &filled("<tr><td>x<td>y", n)),
    attack("tables", |n| filled("<table><td>x</table>", n)),
    attack("headings", |n| filled("<h2>x</h2>", n)),
    attack("rules", |n| filled("x<hr>", n)),
    attack("line breaks", |n| filled("x<br>", n)),
    attack("links", |n| filled("<a href=/x>y</a> ", n)),
    attack("bold words", |n| filled("<b>x</b> ", n)),
    attack("comments", |n| filled("<!---->x", n)),
    attack("options", |n| "<select>".to_owned() + &filled("<option>x", n)),
    attack("hidden blocks", |n| filled("<p hidden>x", n)),
    attack("listings", |n| filled("<pre>x</pre>", n)),
    attack("words", |n| "<p>".to_owned() + &filled("a ", n)),
    // Deep markup.
    attack("nested boxes", |n| filled("<div>x ", n)),
    attack("nested lists", |n| filled("<ul><li>x", n)),
    attack("nested quotations", |n| filled("<blockquote>x ", n)),
    attack("nested tables", |n| filled("<table><td>x", n)),
    attack("nested marks", |n| filled("<b>x", n)),
    attack("marks around blocks", |n| "<b><i><u><s><em><tt><sub>".repeat(9) + &filled("<p>x", n)),
    attack("a long link around blocks", |n| {
        format!("<a href='/{}'>{}", "a".repeat(n / 10), filled("<p>x", n))
    }),
    attack("a long name around blocks", |n| format!("<x{}>{}", "a".repeat(n / 10), filled("<p>x", n))),
    attack("unclosed marks", |n| filled("<p><b><i><u>x", n)),
    // Attributes, names and addresses.
    attack("attributes", |n| filled(&format!("<p{}>x", " a=b".repeat(500)), n)),
    attack("names of attributes", |n| numbered(n, |i| format!("<p a{i}=b>x"))),
    attack("names of elements", |n| numbered(n, |i| format!("<a{i}>x"))),
    attack("classes", |n| numbered(n, |i| format!("<p class=c{i}>x"))),
    attack("classes of one element", |n| format!("<p class='{}'>x", numbered(n, |i| format!("c{i} ")))),
    attack("relative addresses", |n| {
        format!("<base href=https://example.org/{}>", "a/".repeat(900)) + &filled("<a href=b>x</a> ", n)
    }),
    // What records and metadata are read from.
    attack("times", |n| filled("<time datetime=2020-01-01>x</time>", n)),
    attack("dates", |n| filled("<p>2020-01-01", n)),
    attack("posts", |n| filled("<article><b class=author>A</b><time>1 May 2020</time>text</article>", n)),
    attack("nested posts", |n| filled("<article><time>1 May 2020</time>text ", n)),
    attack("first headings", |n| filled("<h1>x", n)),
    attack("authors", |n| filled("<meta name=author content=x>", n)),
    attack("titles", |n| {
        numbered(n, |i| format!("<meta property=og:title content='Title {i}'>")) + "<h1>Title 1"
    }),
    attack("dates of the head", |n| {
        numbered(n, |i| format!("<meta property=article:published_time content='2020-01-01T00:00:{i}'>"))
    }),
    attack("pictures of the head", |n| numbered(n, |i| format!("<meta property=og:image content=/{i}.png>"))),
    attack("tags", |n| numbered(n, |i| format!("<a rel=tag href=/t/{i}>Tag {i}</a>"))),
    attack("links of the head", |n| {
        numbered(n, |i| format!("<link rel='alternate license author canonical' hreflang=en href=/{i}>"))
    }),
    attack("JSON-LD", |n| {
        let thing = |i| {
            format!(
                "{{\"@type\":\"Article\",\"headline\":\"Title {i}\",\"author\":{{\"name\":\"Ana Lima {i}\"}}}},"
            )
        };
        format!("<script type=application/ld+json>[{}0]</script><h1>Title 1</h1><p>x", numbered(n, thing))
    }),
    attack("JSON-LD that refers", |n| {
        let thing =
            |i| format!("{{\"@id\":\"{i}\",\"@type\":\"Article\",\"author\":{{\"@id\":\"{}\"}}}},", i + 1);
        format!("<script type=application/ld+json>{{\"@graph\":[{}0]}}</script><p>x", numbered(n, thing))
    }),
    attack("properties", |n| {
        "<div itemscope itemtype=http://schema.org/Article>".to_owned()
            + &filled("<b itemprop=author>A</b>", n)
    }),
    attack("things", |n| {
        filled(
            "<p itemscope itemtype=http://schema.org/Product><b itemprop=name>x</b><b itemprop=offers>1</b>",
            n,
        )
    }),
    attack("nested things", |n| {
        filled("<div itemscope itemprop=author itemtype=http://schema.org/Person>x", n)
    }),
    attack("things elsewhere", |n| {
        numbered(n, |i| {
            let (next, other) = (i + 1, i / 2);
            format!(
                "<p id=i{i} itemscope itemtype=http://schema.org/Article itemref='i{next} i{other}' itemprop=author>x"
            )
        })
    }),
    attack("bylines", |n| numbered(n, |i| format!("<p class=byline>By Ana Lima{i}</p>"))),
    attack("names in a byline", |n| format!("<h1>Rye</h1><p class=byline>By {}", filled("Ana Lima and ", n))),
    attack("separators of a title", |n| format!("<title>{}</title><h1>a - b", filled("a - b | ", n))),
    attack("fields", |n| {
        let field = |i| format!("<label for=f{i}>Field {i}</label><input id=f{i} name=f{i}>");
        "<form action=/s>".to_owned() + &numbered(n, field)
    }),
    attack("labels of one field", |n| {
        "<form><input id=q name=q>".to_owned() + &filled("<label for=q>x</label>", n)
    }),
    attack("fields of one label", |n| {
        let fields = filled("<input aria-labelledby='a a a' name=x>", n / 2);
        format!("<p id=a>{}</p><form>{fields}", filled("word ", n / 2))
    }),
    attack("choices", |n| "<form><select name=q>".to_owned() + &filled("<option value=x>y", n)),
    attack("radio buttons", |n| "<form>".to_owned() + &filled("<input type=radio name=x value=1>a", n)),
    attack("forms", |n| filled("<form action=/s><input name=q><input type=submit></form>", n)),
    attack("pages of a list", |n| numbered(n, |i| format!("<a href='?page={i}'>{i}</a> "))),
    attack("notes", |n| {
        let note =
            |i| format!("<sup><a href=#n{i} id=r{i}>{i}</a></sup><p id=n{i}>Note <a href=#r{i}>back</a>");
        numbered(n, note)
    }),
    attack("one id", |n| filled("<p id=x>a</p><a href=#x>b</a>", n)),
    attack("posts of other shapes", |n| {
        numbered(n, |i| {
            let marks: String = (0..i % 7).map(|at| ["<i>a</i>", "<b>b</b>", "<u>c</u>"][at % 3]).collect();
            format!("<div class=post><h3><a href=/{i}>Title {i}</a></h3>{marks}<p>Text of it</div>")
        })
    }),
    attack("spans of rows", |n| {
        "<table>".to_owned() + &filled("<tr><td rowspan=65534 colspan=1000>x<td rowspan=9>y", n)
    }),
    attack("pictures", |n| filled("<img src=a.png srcset='a.png 1x, b.png 2x' alt=x>", n)),
    attack("formulas", |n| filled("<p>$x^2$ and \\(y\\)<math><mi>x</mi></math>", n)),
    attack("marks of Markdown", |n| "<p>".to_owned() + &filled("*_[]()!<>#|~\\`", n)),
    attack("brackets", |n| "<p>".to_owned() + &filled("[", n / 2) + &filled("](", n / 2)),
    attack("ticks", |n| format!("<pre>{}</pre><code>{}", filled("`", n / 2), filled("`` ", n / 2))),
    attack("state", |n| format!("<script type=application/json>[{}0]", filled("{\"a\":\"some text\"},", n))),
    attack("deep state", |n| "<script type=application/json>".to_owned() + &filled("[", n)),
    // Style sheets.
    attack("nested :is", |n| nested_selector("is", 13, n)),
    attack("nested :where", |n| nested_selector("where", 13, n)),
    attack("nested :not", |n| nested_selector("not", 13, n)),
    attack("nested :is beyond the bound", |n| nested_selector("is", 400, n)),
    attack("ancestors", |n| styled("p:not(q * * * * * * *)", n)),
    attack("ancestors of any element", |n| styled(":not(q *):not(q * *):not(q * * *)", n)),
    attack("siblings", |n| styled(&(vec!["p"; 60].join("+") + "+q"), n)),
    attack("places among siblings", |n| {
        styled("p:nth-last-child(3n+1):nth-last-of-type(7) q,p:nth-child(2n+1) q", n)
    }),
    attack("wide lists", |n| styled(&format!("p:not(:is({}) *)", vec!["q *"; 200].join(",")), n)),
    attack("long compounds", |n| styled(&("p".to_owned() + &":not(.b)".repeat(400)), n)),
    attack("long selectors", |n| styled(&("p".to_owned() + &".a".repeat(n / 4)), n)),
    attack("rules", |n| {
        format!("<style>{}</style>{}", filled("p:not(.b) q{display:none}", n / 2), filled("<p>x</p>", n / 2))
    }),
    attack("values", |n| {
        let value = "v".repeat(n / 2);
        format!("<style>{}</style><p title='{value}'>x", filled("p[title*=w]{display:none}", n / 2))
    }),
];
