//! Formulas that stand on lines of their own.

use crate::page::Page;
use debulha_dom::{Document, NodeId, TokenId, names};

/// Classes of elements around such formulas: of KaTeX, MathJax 2 and MediaWiki.
pub const DISPLAY_CLASSES: [&str; 4] =
    ["katex-display", "MathJax_Display", "MathJax_SVG_Display", "mwe-math-element-block"];

/// Class of the tables in which LaTeXML sets formulas and their numbers.
pub const FORMULA_TABLE: &str = "ltx_eqn_table";

/// What TeX for a script to typeset on lines of its own begins and ends with.
const DELIMITERS: [(&str, &str); 3] = [("\\[", "\\]"), ("$$", "$$"), ("\\begin{", "}")];

/// Maximum text nodes of such TeX: the formula, its number, and the link of the number. A paragraph with formulas in
/// it has more.
const MAX_TEXTS: usize = 3;

/// Class of elements whose text is TeX for a script, a number before it: Sphinx.
const NUMBERED: &str = "math";

/// Tells formulas that stand on lines of their own.
#[derive(Debug)]
pub struct Displayed {
    /// The classes of a page that say so.
    classes: Vec<TokenId>,
    numbered: Option<TokenId>,
}

impl Displayed {
    /// O(1).
    pub fn of(doc: &Document) -> Self {
        let known = DISPLAY_CLASSES.iter().chain([&FORMULA_TABLE]);
        Displayed {
            classes: known.filter_map(|class| doc.find_token(class)).collect(),
            numbered: doc.find_token(NUMBERED),
        }
    }

    /// Whether an element is such a formula, all of it: its blocks have no other text. O(classes), and O(text) where that
    /// begins like TeX.
    pub fn is_formula(&self, page: &Page<'_>, element: NodeId) -> bool {
        let doc = page.document();
        let classes = doc.class_tokens(element);
        let says_so = match doc.name(element) {
            names::MATH => doc.attribute(element, names::DISPLAY) == Some("block"),
            names::P | names::DIV if begins_like_tex(doc, element) => is_delimited(page, element),
            names::DIV if self.numbered.is_some_and(|math| classes.contains(&math)) => {
                is_delimited(page, element)
            }
            _ => false,
        };
        (says_so || classes.iter().any(|class| self.classes.contains(class)))
            && fills_its_blocks(page, element)
    }
}

fn begins_like_tex(doc: &Document, element: NodeId) -> bool {
    let first = doc.first_child(element).filter(|&child| doc.is_text(child));
    first.is_some_and(|text| doc.text(text).trim_start().starts_with(['\\', '$']))
}

/// Whether the text of an element is TeX between delimiters, perhaps with a number before it.
fn is_delimited(page: &Page<'_>, element: NodeId) -> bool {
    let doc = page.document();
    let texts = page.text_nodes_in(element.0..doc.subtree_end(element));
    let Some(last) = texts.last().filter(|_| texts.len() <= MAX_TEXTS) else { return false };
    let last = doc.text(*last).trim_end();
    DELIMITERS.iter().any(|(open, close)| {
        let first = texts.iter().position(|&text| doc.text(text).trim_start().starts_with(open));
        let is_more = |first| first + 1 < texts.len() || last.trim_start().len() > open.len() + close.len();
        last.ends_with(close) && first.is_some_and(is_more)
    })
}

fn fills_its_blocks(page: &Page<'_>, element: NodeId) -> bool {
    let texts = page.text_nodes_in(element.0..page.document().subtree_end(element));
    let blocks = page.text_blocks();
    let block = |text: NodeId| blocks.block_of(text).map(|row| blocks.nodes(&blocks.blocks()[row]));
    let (Some(&first), Some(&last)) = (texts.first(), texts.last()) else { return false };
    block(first).and_then(<[NodeId]>::first) == Some(&first)
        && block(last).and_then(<[NodeId]>::last) == Some(&last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    /// The names of elements that are displayed formulas.
    fn found(html: &str) -> Vec<String> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let displayed = Displayed::of(&doc);
        let elements = doc.nodes().filter(|&node| doc.is_element(node));
        let formulas = elements.filter(|&element| displayed.is_formula(&page, element));
        formulas.map(|element| doc.name_str(doc.name(element)).to_owned()).collect()
    }

    #[test]
    fn formulas_on_lines_of_their_own_are_told() {
        assert_eq!(found("<p>See<p><span class=katex-display>x=1</span><p>there"), ["span"]);
        assert_eq!(found("<p>\\[x=1\\]<p>As $$x=1$$ has"), ["p"]);
        assert_eq!(found("<div class=math><span>(1)</span>\n$$x=1$$</div>"), ["div"]);
        assert_eq!(found("<p>where<math display=block><mi>x</mi></math>holds"), [""; 0]);
        assert_eq!(found("<div><math display=block><mi>x</mi></math></div>"), ["math"]);
        assert_eq!(
            found("<table class='ltx_equation ltx_eqn_table'><tr><td><math><mi>x</mi></math><td>(1)</table>"),
            ["table"]
        );
        assert_eq!(found("<p>Costs $5 and $$<p>$$<p>$$5 and 6"), [""; 0]);
    }

    #[test]
    fn a_formula_has_few_texts_beside_it() {
        for (more, expected) in [(0, vec!["div"]), (1, vec![])] {
            let before = "<span>(1)</span>".repeat(MAX_TEXTS - 1 + more);
            assert_eq!(found(&format!("<div class=math>{before}$$x=1$$</div>")), expected, "{more}");
        }
    }
}
