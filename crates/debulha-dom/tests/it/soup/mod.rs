//! Tag soup from a seed, and its reduction to the smallest soup that still fails.

use debulha_dom::{Context, Namespace};
use std::ops::Range;

/// A text to parse as a document or, with a context, as a fragment.
#[derive(Clone, Debug)]
pub(crate) struct Soup {
    pub(crate) context: Option<Context<'static>>,
    pub(crate) text: String,
}

/// Pieces of a soup at most: enough for tables in templates in tables, small enough to run millions.
const MAX_PIECES: usize = 24;

/// Names of which one soup has most of its tags: few, so that tags meet tags of their own name.
const MAX_NAMES: usize = 8;

/// Names that the tree builder treats by rules of their own, one of each group that has a rule in common, and
/// unknown ones.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "html", "head", "body", "frameset", "frame",
    "base", "link", "meta", "title", "style", "script", "noscript", "template", "noframes",
    "address", "article", "center", "details", "dialog", "div", "main", "search", "summary", "ul", "fieldset",
    "p", "h1", "h2", "pre", "listing", "form", "li", "ol", "dd", "dt", "dl", "plaintext", "button",
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "u",
    "applet", "marquee", "object",
    "table", "caption", "colgroup", "col", "tbody", "tfoot", "thead", "tr", "td", "th",
    "area", "br", "img", "embed", "keygen", "wbr", "input", "param", "source", "track", "hr", "image",
    "textarea", "iframe", "xmp", "noembed",
    "select", "option", "optgroup", "selectedcontent", "menuitem",
    "rb", "rp", "rt", "rtc", "ruby",
    "math", "mi", "mo", "mtext", "annotation-xml", "mglyph", "malignmark",
    "svg", "foreignObject", "desc", "g", "path", "lineargradient", "altGlyph",
    "span", "sarcasm", "x-y", "isindex", "bgsound",
];

/// Groups that a soup's names come from together, since their rules meddle with each other.
const GROUPS: &[&[&str]] = &[
    &["table", "caption", "colgroup", "col", "tbody", "tfoot", "thead", "tr", "td", "th", "input", "form"],
    &["a", "b", "font", "i", "nobr", "p", "div", "table", "td", "button", "applet", "h1"],
    &["template", "table", "tr", "td", "col", "thead", "caption", "select", "option", "b", "div", "frameset"],
    &["select", "option", "optgroup", "hr", "input", "textarea", "button", "table", "tr", "div", "b", "p"],
    &[
        "svg",
        "math",
        "foreignObject",
        "desc",
        "title",
        "mi",
        "mtext",
        "annotation-xml",
        "p",
        "font",
        "mglyph",
    ],
    &["html", "head", "body", "frameset", "frame", "noframes", "noscript", "title", "template", "meta", "br"],
    &[
        "script",
        "style",
        "title",
        "textarea",
        "xmp",
        "iframe",
        "noembed",
        "noframes",
        "plaintext",
        "noscript",
    ],
    &[
        "li", "ul", "dd", "dt", "p", "div", "address", "button", "h1", "h2", "form", "svg", "desc", "rt",
        "rtc",
    ],
];

#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    "a", "a=1", "A=2", "a=\"x y\"", "a='&amp;'", "b=&not", "b=\"&notit;\"", "b=&notit", "b=&amp=", "b=&#65",
    "c = d", "c=\"<p>\"", "=", "=e", "\"", "'", "<", "f=`g`", "h=\0", "\0=i", "é=ü", "j=\"\r\n\"", "k=&", "l==",
    "type=hidden", "type=HidDen", "type=text", "color=red", "face", "size=1", "encoding=text/html",
    "encoding=application/XHTML+xml", "encoding=x", "definitionurl=x", "viewbox=0", "attributename=y",
    "xlink:href=#", "xlink:foo=1", "xml:lang=en", "xml:base=z", "xmlns=x", "xmlns:xlink=y", "xmlns:z=w",
    "class=m", "id=n", "charset=utf-8", "selected", "shadowrootmode=open",
];

#[rustfmt::skip]
const TEXT: &[&str] = &[
    "a", "b", "x y", " ", "  ", "\n", "\t", "\r", "\r\n", "\n\n", "\u{c}", "\0", "é", "漢字", "😀", "\u{feff}",
    "\u{a0}", "\u{fffe}", "\u{85}", " a", "a ", "]", "-", ">", "\"", "&amp;", "&lt", "&lt;b", "&not", "&notin;",
    "&notit;", "&NotEqualTilde;", "&fjlig;", "&ampa", "&unknown;", "&", "&&", "& ", "&;", "&#", "&#;", "&#x", "&#xg",
    "&#0;", "&#32;", "&#x20;", "&#65", "&#x80;", "&#x9F;", "&#xD800;", "&#1114112;", "&#99999999999999;", "&#10;",
    "&#13;", "&#xFFFE;", "&Tab;", "&NewLine;", "&nbsp", "&zwj;", "&lt;!--", "<", "< ", "<3", "</", "</>", "</ a>",
];

#[rustfmt::skip]
const COMMENTS: &[&str] = &[
    "<!-- c -->", "<!---->", "<!-->", "<!--->", "<!-- a -- b --!>", "<!-- a --!", "<!--<!-- a -->", "<!--a<!-->",
    "<!--a-", "<!--", "<!-", "<!", "<!a>", "<?pi a?>", "<?", "</?a>", "</!a>", "<!-- \0 -->", "<!--\r\n-->", "-->",
    "--!>", "<!--a<!>b-->", "<!--a<!-b-->", "<!--a--b-->", "<!-- é -->",
];

#[rustfmt::skip]
const DOCTYPES: &[&str] = &[
    "<!doctype html>", "<!DOCTYPE HTML>", "<!doctype>", "<!doctype ", "<!doctypehtml>", "<!doctype html x>",
    "<!doctype a\0b>", "<!doctype html SYSTEM 'about:legacy-compat'>", "<!doctype html public>",
    "<!doctype html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">",
    "<!doctype html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
    "<!doctype html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x'>", "<!doctype html PUBLIC \"a\"'b' c>",
    "<!doctype html PUBLIC '-//W3C//DTD HTML 3.2//EN'>", "<!doctype html SYSTEM a>", "<!doctype html PUBLIC \"a>",
];

#[rustfmt::skip]
const CDATA: &[&str] = &[
    "<![CDATA[", "<![CDATA[x]]>", "<![CDATA[ ]]>", "<![CDATA[<p>]]]>", "<![CDATA[\0]]>", "<![CDATA[]]", "]]>",
    "<![cdata[x]]>", "<![CDATA[\r\n&amp;]]>",
];

#[rustfmt::skip]
const RAW_TEXT: &[&str] = &[
    "<script><!--", "<script><!--<script>", "<script><!--<script></script>", "<script>a</script>", "</script >",
    "</script/>", "<script><!--a-->", "<!--<script-", "<script><!--<scriptx>", "<style><!--</style>",
    "<title>&amp;</title>", "<textarea>\n", "<textarea>\r\na", "<pre>\n", "<pre>\n\n", "<listing>\r\n", "<pre>&#10;",
    "<xmp></xm", "</title", "</titlex>", "</textarea a='>'>", "<style></styl</style>", "<plaintext>",
];

/// Characters at which the tokenizer changes its state.
const LOOSE: &[char] = &[
    '<', '>', '/', '!', '-', '=', '?', '"', '\'', '&', ';', '#', ' ', '\n', '\r', '\0', '[', ']', 'a', 'X',
    'é',
];

/// Contexts of fragments: one for each rule that asks for it.
#[rustfmt::skip]
const CONTEXTS: &[(Namespace, &str)] = &[
    (Namespace::Html, "div"), (Namespace::Html, "body"), (Namespace::Html, "html"), (Namespace::Html, "head"),
    (Namespace::Html, "frameset"), (Namespace::Html, "template"), (Namespace::Html, "select"),
    (Namespace::Html, "option"), (Namespace::Html, "table"), (Namespace::Html, "caption"),
    (Namespace::Html, "colgroup"), (Namespace::Html, "tbody"), (Namespace::Html, "tr"), (Namespace::Html, "td"),
    (Namespace::Html, "title"), (Namespace::Html, "textarea"), (Namespace::Html, "style"),
    (Namespace::Html, "script"), (Namespace::Html, "noscript"), (Namespace::Html, "plaintext"),
    (Namespace::Html, "form"), (Namespace::Html, "p"), (Namespace::Html, "button"), (Namespace::Html, "x-y"),
    (Namespace::Svg, "svg"), (Namespace::Svg, "path"), (Namespace::Svg, "title"), (Namespace::Svg, "desc"),
    (Namespace::Svg, "foreignObject"), (Namespace::MathMl, "math"), (Namespace::MathMl, "mi"),
    (Namespace::MathMl, "mtext"), (Namespace::MathMl, "annotation-xml"),
];

/// SplitMix64: every seed gives a sequence of its own.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The soup of a seed.
pub(crate) fn soup(seed: u64) -> Soup {
    let random = &mut Random(seed);
    let context = random.one_in(4).then(|| {
        let (namespace, name) = random.pick(CONTEXTS);
        Context { namespace, name }
    });
    let source = if random.one_in(3) { NAMES } else { random.pick(GROUPS) };
    let names: Vec<&str> = (0..=random.below(MAX_NAMES)).map(|_| random.pick(source)).collect();
    let mut text = String::new();
    for _ in 0..=random.below(MAX_PIECES) {
        push_piece(&mut text, random, &names);
    }
    if random.one_in(4) {
        let end = text.floor_char_boundary(random.below(text.len() + 1));
        text.truncate(end);
    }
    Soup { context, text }
}

fn push_piece(text: &mut String, random: &mut Random, names: &[&str]) {
    // In percent.
    match random.below(100) {
        0..40 => push_start_tag(text, random, names),
        40..65 => push_end_tag(text, random, names),
        65..85 => text.push_str(random.pick(TEXT)),
        85..89 => text.push_str(random.pick(COMMENTS)),
        89..91 => text.push_str(random.pick(DOCTYPES)),
        91..93 => text.push_str(random.pick(CDATA)),
        93..97 => text.push_str(random.pick(RAW_TEXT)),
        _ => text.extend((0..=random.below(6)).map(|_| random.pick(LOOSE))),
    }
}

fn push_start_tag(text: &mut String, random: &mut Random, names: &[&str]) {
    text.push('<');
    push_name(text, random, names);
    let attributes = if random.one_in(3) { 1 + random.below(4) } else { 0 };
    for _ in 0..attributes {
        text.push_str(random.pick(&[" ", " ", " ", "\n", "\t", "\u{c}", "\r\n", "/", " / ", ""]));
        text.push_str(random.pick(ATTRIBUTES));
    }
    text.push_str(random.pick(&[">", ">", ">", ">", ">", ">", ">", " >", "/>", " />"]));
}

fn push_end_tag(text: &mut String, random: &mut Random, names: &[&str]) {
    text.push_str("</");
    push_name(text, random, names);
    text.push_str(random.pick(&[">", ">", ">", ">", ">", ">", ">", " >", "/>", " a='>'>"]));
}

fn push_name(text: &mut String, random: &mut Random, names: &[&str]) {
    let name = if random.one_in(10) { random.pick(NAMES) } else { random.pick(names) };
    match random.below(30) {
        0 => text.push_str(&name.to_ascii_uppercase()),
        1 => text.extend([name, "x"]),
        2 => text.extend([name, "\0"]),
        _ => text.push_str(name),
    }
}

/// The soup with every run of characters gone that `fails` does not need, and plain ones for others.
pub(crate) fn shrink(soup: &Soup, fails: impl Fn(&Soup) -> bool) -> Soup {
    let mut best = soup.clone();
    let mut size = best.text.len().max(1);
    loop {
        let before = best.text.len();
        let mut start = 0;
        while start < best.text.len() {
            let end = best.text.ceil_char_boundary((start + size).min(best.text.len()));
            let shorter = replace(&best, start..end, "");
            if fails(&shorter) { best = shorter } else { start = end }
        }
        // At single characters, until nothing goes any more.
        if size == 1 && best.text.len() == before {
            break;
        }
        size = (size / 2).max(1);
    }
    // So that soups that fail for one reason shrink to one soup.
    for start in 0..best.text.len() {
        for plain in ["x", " "] {
            if best.text.as_bytes().get(start).is_some_and(|byte| byte.is_ascii() && !b"x ".contains(byte)) {
                let plainer = replace(&best, start..start + 1, plain);
                if fails(&plainer) {
                    best = plainer;
                }
            }
        }
    }
    best
}

fn replace(soup: &Soup, range: Range<usize>, with: &str) -> Soup {
    Soup { text: [&soup.text[..range.start], with, &soup.text[range.end..]].concat(), ..*soup }
}
