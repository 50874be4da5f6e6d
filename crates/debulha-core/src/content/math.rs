//! Formulas: the TeX that pages carry beside what they show, or a conversion of MathML.

use super::Math;
use super::mathml::to_tex;
use crate::features::display::is_block;
use crate::features::formulas::DISPLAY_CLASSES;
use debulha_dom::{Document, NameId, NodeId, names};
use memchr::memmem;

/// Children, and children of these, looked at for the `math` element inside a formula's wrapper.
const MAX_WRAPPED: usize = 8;
/// Siblings after a rendered formula looked at for its TeX script. MathJax 2 puts it right behind.
const MAX_SIBLINGS: usize = 4;

/// Class tokens of elements that hold a `math` element beside another rendering: KaTeX, MediaWiki, MathJax 3.
const WRAPPER_CLASSES: [&str; 3] = ["katex", "mwe-math-element", "MathJax"];
/// Class tokens of what MathJax 2 renders from a script that stays behind it.
const RENDERED_CLASSES: [&str; 6] =
    ["MathJax", "MathJax_Preview", "MathJax_Display", "MathJax_SVG", "MathJax_CHTML", "MathJax_SVG_Display"];
/// Class tokens of images whose alternative text is TeX: MediaWiki (now and before), WordPress.
const IMAGE_CLASSES: [&str; 5] = [
    "mwe-math-fallback-image-inline",
    "mwe-math-fallback-image-display",
    "mwe-math-fallback-image",
    "tex",
    "latex",
];

/// Class tokens of other images of formulas, if their alternative text is like TeX: QuickLaTeX, `CodeCogs`, exports.
const OTHER_IMAGE_CLASSES: [&str; 8] = [
    "math",
    "equation",
    "formula",
    "mathjax",
    "ql-img-inline-formula",
    "ql-img-displayed-formula",
    "latex_img",
    "mathimg",
];
/// Class tokens of elements that hold bare TeX for a script, as remark-math leaves it.
const BARE_CLASSES: [&str; 2] = ["math-inline", "math-display"];
/// Class tokens of the number of a formula, as Sphinx puts it before the TeX.
const NUMBER_CLASSES: [&str; 1] = ["eqno"];
/// Class token of a row of a table in which LaTeXML sets a formula, and of the number there.
const ROW_CLASS: &str = "ltx_eqn_row";
const ROW_NUMBER_CLASS: &str = "ltx_tag";
/// Nodes of such a row that are looked at beside those of formulas: a cell or two for each of a few dozen parts.
const MAX_ROW_NODES: usize = 256;
/// Characters of the number of a formula at most, with its parentheses.
const MAX_NUMBER_CHARS: usize = 16;
/// Parts of the addresses of services that draw TeX: `CodeCogs` and WordPress, Zhihu.
const DRAWING_ADDRESSES: [&str; 2] = ["latex", "equation?tex="];
/// Parts of class names that say that an element is a formula, if its text or an attribute is like one too.
const FORMULA_CLASS_PARTS: [&str; 5] = ["math", "katex", "latex", "formula", "equation"];
/// Attributes whose value is the TeX of what the element shows.
const TEX_ATTRIBUTES: [&str; 6] =
    ["data-math", "data-tex", "data-latex", "data-katex", "data-formula", "data-equation"];

/// The names of attributes with TeX that a page has.
#[derive(Debug)]
pub(super) struct TexAttributes(Vec<NameId>);

impl TexAttributes {
    /// O(names of the page).
    pub(super) fn of(doc: &Document) -> Self {
        TexAttributes(TEX_ATTRIBUTES.iter().filter_map(|name| doc.find_name(name)).collect())
    }

    /// The formula that an element states by an attribute: its value is like TeX, or its class says what it is.
    /// O(attributes), nothing where the page has no such name.
    pub(super) fn formula(&self, doc: &Document, element: NodeId) -> Option<Math> {
        if self.0.is_empty() {
            return None;
        }
        let stated = doc.attributes(element).filter(|(name, _)| self.0.contains(name));
        let found = stated.map(|(_, value)| clean(value)).find(|found| {
            let is_word = matches!(&*found.tex, "" | "true" | "false" | "inline" | "block" | "display");
            !is_word && (looks_like_tex(&found.tex) || classes_say_formula(doc, element))
        })?;
        let by_class =
            || doc.classes(element).any(|class| class.contains("display") || class.contains("block"));
        let display = found.display.unwrap_or_else(|| by_class() || is_block(doc.name(element)));
        Some(Math { tex: found.tex, display })
    }
}

fn classes_say_formula(doc: &Document, element: NodeId) -> bool {
    let says = |class: &str| {
        let class = class.to_ascii_lowercase();
        class == "tex" || FORMULA_CLASS_PARTS.iter().any(|part| class.contains(part))
    };
    doc.classes(element).any(says)
}

/// Whether a text has a command, a script or a group of TeX.
pub(super) fn looks_like_tex(text: &str) -> bool {
    let has_command = || {
        let mut pairs = text.as_bytes().windows(2);
        pairs.any(|pair| pair[0] == b'\\' && (pair[1].is_ascii_alphabetic() || b"{}|,;!".contains(&pair[1])))
    };
    text.contains(['^', '_', '{']) || has_command()
}

/// What a formula's element means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Formula {
    /// The formula; all that is below the element renders it.
    Is(Math),
    /// A rendering of the script that follows it.
    RendersScript,
}

/// Whether an element with visible text is a formula, with all that is below it.
///
/// O(attributes) for elements that are none.
pub(super) fn formula(doc: &Document, element: NodeId, attributes: &TexAttributes) -> Option<Formula> {
    let name = doc.name(element);
    if name == names::MATH {
        return tex_of_math(doc, element).map(Formula::Is);
    }
    if let Some(math) = attributes.formula(doc, element) {
        return Some(Formula::Is(math));
    }
    let class = doc.attribute(element, names::CLASS)?;
    // Nearly all elements stop here, without splitting their class.
    let parts: [&[u8]; 6] = [b"ath", b"kat", b"tex", b"TeX", b"ormul", b"quat"];
    if !parts.iter().any(|part| memmem::find(class.as_bytes(), part).is_some()) {
        return None;
    }
    if let Some(math) = delimited_text(doc, element) {
        return Some(Formula::Is(math));
    }
    if name == names::TR && doc.classes(element).any(|token| token == ROW_CLASS) {
        return formula_of_row(doc, element).map(Formula::Is);
    }
    let has = |known: &[&str]| class.split_ascii_whitespace().any(|token| known.contains(&token));
    if has(&RENDERED_CLASSES) && script_behind(doc, element) {
        return Some(Formula::RendersScript);
    }
    if !has(&WRAPPER_CLASSES) {
        return None;
    }
    let mut math = tex_of_math(doc, wrapped_math(doc, element)?)?;
    let around = doc.parent(element).into_iter().chain([element]);
    math.display |= around.into_iter().any(|e| {
        doc.attribute(e, names::DISPLAY) == Some("true")
            || doc.classes(e).any(|token| DISPLAY_CLASSES.contains(&token))
    });
    Some(Formula::Is(math))
}

/// The formula that is all the text of an element whose class says so, between the delimiters of TeX, as Sphinx, Pandoc
/// and `MkDocs` leave it for a script: `<span class="math">\\(x\\)</span>`. Pandoc and remark-math leave them out where KaTeX
/// is to come. The number that Sphinx puts before the formula becomes its `\tag`.
///
/// O(children); there may be no other elements among them.
fn delimited_text(doc: &Document, element: NodeId) -> Option<Math> {
    let number = number_of(doc, element);
    let text = number.map_or_else(|| doc.first_child(element), |number| doc.next_sibling(number));
    let text = text.filter(|&text| doc.is_text(text))?;
    let is_bare = {
        let mut classes = doc.classes(element);
        classes.next() == Some("math") && matches!(classes.next(), Some("inline" | "display"))
            || doc.classes(element).any(|class| BARE_CLASSES.contains(&class))
    };
    if !(is_bare || doc.text(text).trim_start().starts_with(['$', '\\'])) {
        return None;
    }
    let is_other = |child: NodeId| doc.is_element(child) && Some(child) != number;
    if !classes_say_formula(doc, element) || doc.children(element).any(is_other) {
        return None;
    }
    let texts = doc.children(element).filter(|&child| doc.is_text(child));
    let mut found = clean(&texts.map(|text| doc.text(text)).collect::<String>());
    let is_environment = || found.tex.starts_with("\\begin{");
    if found.tex.is_empty() || !(found.display.is_some() || is_bare || is_environment()) {
        return None;
    }
    let says_display = || {
        doc.classes(element).any(|class| matches!(class, "display" | "math-display"))
            || is_block(doc.name(element))
    };
    let display = found.display.unwrap_or_else(says_display);
    if let Some(number) = number {
        let tag = tag(doc, number).filter(|_| found.display == Some(true))?;
        found.tex.push_str(&tag);
    }
    Some(Math { tex: found.tex, display })
}

/// The formula of a row that has nothing but parts of one, each in a cell, and its number. O(nodes of formulas).
fn formula_of_row(doc: &Document, row: NodeId) -> Option<Math> {
    let (mut tex, mut number, mut seen) = (String::new(), None, 0);
    let mut at = row.0 + 1;
    while at < doc.subtree_end(row) {
        let node = NodeId(at);
        seen += 1;
        if seen > MAX_ROW_NODES {
            return None;
        }
        if doc.name(node) == names::MATH {
            let part = tex_of_math(doc, node)?.tex;
            let part = part.strip_prefix("\\displaystyle").unwrap_or(&part).trim_start();
            tex.extend([if tex.is_empty() { "" } else { " " }, part]);
        } else if doc.classes(node).any(|token| token == ROW_NUMBER_CLASS) {
            number = tag(doc, node);
        } else if doc.is_text(node) && !doc.text(node).trim().is_empty() {
            return None;
        } else {
            at += 1;
            continue;
        }
        at = doc.subtree_end(node);
    }
    let tex = tex + &number.unwrap_or_default();
    (!tex.is_empty()).then_some(Math { tex, display: true })
}

/// The number that a formula's element begins with, white space aside.
fn number_of(doc: &Document, element: NodeId) -> Option<NodeId> {
    let is_blank = |&node: &NodeId| doc.is_text(node) && doc.text(node).trim().is_empty();
    let first = doc.children(element).find(|node| !is_blank(node))?;
    doc.classes(first).any(|class| NUMBER_CLASSES.contains(&class)).then_some(first)
}

/// The TeX of a formula's number: `(1)`, perhaps with a link to the formula behind.
fn tag(doc: &Document, number: NodeId) -> Option<String> {
    let text = doc.text_content(number);
    let (number, _) = text.trim().strip_prefix('(')?.split_once(')')?;
    let is_number = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    let fits = !number.is_empty() && number.len() + 2 <= MAX_NUMBER_CHARS && number.chars().all(is_number);
    fits.then(|| format!(" \\tag{{{number}}}"))
}

/// The formula of a `script` with TeX.
pub(super) fn tex_of_script(doc: &Document, script: NodeId) -> Option<Math> {
    let kind = doc.attribute(script, names::TYPE).filter(|kind| is_tex_script(kind))?;
    let tex = clean(&doc.text_content(script)).tex;
    (!tex.is_empty()).then(|| Math { tex, display: kind.replace(' ', "").contains("mode=display") })
}

/// The formula in the alternative text of an image: its class says that it is TeX, or it is like TeX and between
/// delimiters, of a class for formulas, or drawn by a service for TeX.
pub(super) fn tex_of_image(doc: &Document, img: NodeId) -> Option<Math> {
    let alt = doc.attribute(img, names::ALT)?;
    let class = doc.classes(img).find(|class| IMAGE_CLASSES.contains(class));
    let found = clean(alt);
    if found.tex.is_empty() {
        return None;
    }
    let is_drawn = || {
        found.display.is_some()
            || doc.classes(img).any(|class| OTHER_IMAGE_CLASSES.contains(&class))
            || doc
                .attribute(img, names::SRC)
                .is_some_and(|src| DRAWING_ADDRESSES.iter().any(|address| src.contains(address)))
    };
    if class.is_none() && !(looks_like_tex(&found.tex) && is_drawn()) {
        return None;
    }
    let says_display =
        || doc.classes(img).any(|class| class.ends_with("display") || class.contains("displayed"));
    let display = found.display.unwrap_or_else(says_display);
    Some(Math { tex: found.tex, display })
}

fn is_tex_script(kind: &str) -> bool {
    kind.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("math/tex"))
}

fn script_behind(doc: &Document, element: NodeId) -> bool {
    std::iter::successors(doc.next_sibling(element), |&node| doc.next_sibling(node))
        .take(MAX_SIBLINGS)
        .take_while(|&node| !doc.is_text(node) || doc.text(node).trim().is_empty())
        .any(|node| {
            doc.name(node) == names::SCRIPT && doc.attribute(node, names::TYPE).is_some_and(is_tex_script)
        })
}

fn wrapped_math(doc: &Document, wrapper: NodeId) -> Option<NodeId> {
    let is_math = |&node: &NodeId| doc.name(node) == names::MATH;
    doc.children(wrapper)
        .take(MAX_WRAPPED)
        .find_map(|child| std::iter::once(child).chain(doc.children(child).take(MAX_WRAPPED)).find(is_math))
}

/// TeX of a `math` element: its TeX annotation, else its alternative text, else a conversion.
fn tex_of_math(doc: &Document, math: NodeId) -> Option<Math> {
    let annotation = doc
        .descendants(math)
        .find(|&node| {
            doc.name(node) == names::ANNOTATION
                && doc.attribute(node, names::ENCODING).is_some_and(|encoding| {
                    let encoding = encoding.to_ascii_lowercase();
                    encoding.contains("tex")
                })
        })
        .map(|node| clean(&doc.text_content(node)).tex);
    let stated = annotation.or_else(|| doc.attribute(math, names::ALTTEXT).map(|tex| clean(tex).tex));
    let tex = stated.filter(|tex| !tex.is_empty()).unwrap_or_else(|| clean(&to_tex(doc, math)).tex);
    let display = doc.attribute(math, names::DISPLAY) == Some("block");
    (!tex.is_empty()).then_some(Math { tex, display })
}

/// TeX as it is given, without what is around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Clean {
    pub(super) tex: String,
    /// Whether its delimiters say that it stands on a line of its own; `None` where it had none.
    pub(super) display: Option<bool>,
}

/// White space at the ends, comments' wrappers, delimiters and MediaWiki's `{\displaystyle …}` removed.
pub(super) fn clean(tex: &str) -> Clean {
    let tex = tex.trim();
    let tex = tex.strip_prefix("% <![CDATA[").and_then(|t| t.strip_suffix("%]]>")).unwrap_or(tex).trim();
    let pairs = [("$$", "$$", true), ("\\[", "\\]", true), ("\\(", "\\)", false), ("$", "$", false)];
    let inner = pairs.iter().find_map(|&(open, close, display)| {
        let inner = tex.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains(open) && !inner.ends_with('\\')).then_some((inner.trim(), display))
    });
    let (tex, display) = inner.map_or((tex, None), |(inner, display)| (inner, Some(display)));
    let tex = ["{\\displaystyle", "{\\textstyle"]
        .iter()
        .find_map(|style| tex.strip_prefix(style)?.strip_suffix('}'))
        .filter(|inner| is_balanced(inner))
        .unwrap_or(tex)
        .trim()
        .to_owned();
    Clean { tex, display }
}

fn is_balanced(tex: &str) -> bool {
    let mut depth = 0i64;
    let mut escaped = false;
    for c in tex.chars() {
        match c {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '{' if !escaped => depth += 1,
            '}' if !escaped => depth -= 1,
            _ => {}
        }
        escaped = false;
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn stated_tex_comes_before_a_conversion() {
        let html = "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>{\\displaystyle y}</annotation></math>";
        let doc = parse(html, &Limits::default()).document;
        let math = doc.elements_named(names::MATH).next().unwrap();
        assert_eq!(tex_of_math(&doc, math).unwrap().tex, "y");
    }

    #[test]
    fn elements_of_bare_and_numbered_tex_are_formulas() {
        let found = |html: &str| {
            let doc = parse(html, &Limits::default()).document;
            let element = doc.nodes().find(|&node| doc.attribute(node, names::CLASS).is_some()).unwrap();
            delimited_text(&doc, element).map(|math| (math.tex, math.display))
        };
        for (html, expected) in [
            ("<span class='math math-inline'>x_1</span>", Some(("x_1", false))),
            ("<code class='language-math math-inline'>x</code>", Some(("x", false))),
            ("<div class='math math-display'>[y] * 2</div>", Some(("[y] * 2", true))),
            (
                "<div class=math>\n<span class=eqno>(2a)<a href=#e>¶</a></span>\\[x\\]</div>",
                Some(("x \\tag{2a}", true)),
            ),
            ("<div class=math><span class=eqno>See there</span>\\[x\\]</div>", None),
            ("<div class=math>\\[x\\]<b>and</b></div>", None),
            ("<div class=math-course>x_1</div>", None),
        ] {
            assert_eq!(found(html), expected.map(|(tex, display)| (tex.to_owned(), display)), "{html}");
        }
    }

    #[test]
    fn rows_of_formulas_are_one_with_their_number() {
        let html = "<table><tr class='ltx_equation ltx_eqn_row'><td><math alttext='\\displaystyle x'></math><td>\
            <math alttext='\\displaystyle=y,'></math><td><span class='ltx_tag ltx_tag_equation'>(1)</span></table>";
        let doc = parse(html, &Limits::default()).document;
        let row = doc.elements_named(names::TR).next().unwrap();
        assert_eq!(formula_of_row(&doc, row).unwrap().tex, "x =y, \\tag{1}");
        let doc = parse(&html.replace("<td><span", "<td>where<span"), &Limits::default()).document;
        let row = doc.elements_named(names::TR).next().unwrap();
        assert_eq!(formula_of_row(&doc, row), None);
    }

    #[test]
    fn delimiters_go_and_say_how_a_formula_stands() {
        for (tex, inner, display) in [
            ("$x$", "x", Some(false)),
            (" $$ x $$ ", "x", Some(true)),
            (r"\(x\)", "x", Some(false)),
            (r"\[x\]", "x", Some(true)),
            ("$a$ and $b$", "$a$ and $b$", None),
            ("x", "x", None),
        ] {
            assert_eq!(clean(tex), Clean { tex: inner.to_owned(), display }, "{tex}");
        }
    }

    #[test]
    fn displaystyle_goes_only_as_a_whole() {
        assert_eq!(clean(r"{\displaystyle E=mc^{2}}").tex, "E=mc^{2}");
        assert_eq!(clean(r"{\displaystyle a}b{c}").tex, r"{\displaystyle a}b{c}");
    }
}
