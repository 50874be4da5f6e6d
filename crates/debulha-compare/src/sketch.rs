//! What a reader sees of a text block: its beginning, and what makes it a heading, an item or a cell.

use debulha_core::Page;
use debulha_core::features::text_blocks::TextBlock;
use debulha_core::features::white_space::fold_into;
use debulha_dom::{NameId, NodeId, names};
use serde::Serialize;

/// Characters of a block that are shown.
const SHOWN_CHARS: usize = 1200;

/// Elements whose nesting is shown.
const SHOWN_NESTING: u8 = 6;

/// A block for reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BlockSketch {
    /// Name of the element that says what it is: a heading, `li`, `td`, `pre` … or else the one around it.
    pub tag: String,
    /// Lists, quotes and tables around it, up to a few.
    pub nesting: u8,
    /// Its beginning, white space folded; control characters, which a terminal would obey, are replaced.
    pub text: String,
    /// Whether the text goes on.
    pub cut: bool,
}

impl BlockSketch {
    /// O(depth + bytes that are read); texts beyond what is shown are not.
    pub(super) fn of(page: &Page<'_>, block: &TextBlock) -> Self {
        let doc = page.document();
        let around = || std::iter::once(block.element).chain(doc.ancestors(block.element));
        let telling = around()
            .take_while(|&node| !is_container(doc.name(node)))
            .find(|&node| is_telling(doc.name(node)));
        let nesting =
            around().filter(|&node| is_nested(doc.name(node))).take(usize::from(SHOWN_NESTING)).count();
        let (text, cut) = beginning(page, page.text_blocks().nodes(block));
        let tag = doc.name_str(doc.name(telling.unwrap_or(block.element))).to_owned();
        BlockSketch {
            tag: if tag.is_empty() { "text".to_owned() } else { tag },
            nesting: nesting as u8,
            text,
            cut,
        }
    }
}

fn is_telling(name: NameId) -> bool {
    matches!(
        name,
        names::H1
            | names::H2
            | names::H3
            | names::H4
            | names::H5
            | names::H6
            | names::TITLE
            | names::LI
            | names::DT
            | names::DD
            | names::TD
            | names::TH
            | names::CAPTION
            | names::PRE
            | names::BLOCKQUOTE
            | names::FIGCAPTION
            | names::BUTTON
            | names::OPTION
            | names::P
    )
}

/// Beyond these an element says nothing about the block.
fn is_container(name: NameId) -> bool {
    matches!(
        name,
        names::UL | names::OL | names::DL | names::TABLE | names::MAIN | names::ARTICLE | names::SECTION
    )
}

fn is_nested(name: NameId) -> bool {
    matches!(name, names::UL | names::OL | names::DL | names::TABLE | names::BLOCKQUOTE)
}

/// The first characters of a block, and whether there are more.
fn beginning(page: &Page<'_>, nodes: &[NodeId]) -> (String, bool) {
    let doc = page.document();
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return (String::new(), false) };
    let mut raw = String::new();
    let mut cut = false;
    // The blank text nodes and line breaks between count as space.
    for node in (first.0..=last.0).map(NodeId) {
        if raw.len() > 4 * SHOWN_CHARS {
            cut = true;
            break;
        }
        if doc.name(node) == names::BR {
            raw.push(' ');
        } else if doc.is_text(node) && !page.visibility().is_hidden(node) {
            raw.extend(doc.text(node).chars().take(4 * SHOWN_CHARS));
        }
    }
    let mut text = String::new();
    fold_into(&mut text, &raw);
    if let Some((end, _)) = text.char_indices().nth(SHOWN_CHARS) {
        text.truncate(end);
        cut = true;
    }
    (text.replace(|c: char| c.is_control() || is_bidi_control(c), "\u{fffd}"), cut)
}

/// Characters that turn the direction of all that follows, the next column included.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn sketches(html: &str) -> Vec<(String, u8, String)> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let blocks = page.text_blocks().blocks().iter();
        blocks.map(|block| BlockSketch::of(&page, block)).map(|s| (s.tag, s.nesting, s.text)).collect()
    }

    fn expected(rows: &[(&str, u8, &str)]) -> Vec<(String, u8, String)> {
        rows.iter().map(|&(tag, nesting, text)| (tag.to_owned(), nesting, text.to_owned())).collect()
    }

    #[test]
    fn elements_say_what_a_block_is() {
        let html = "<h2>Rye</h2><ul><li><div>a <b>b</b> <i>c</i>d</div><ul><li>e</ul></ul>\
            <table><tr><td><p>f</table><div><span>g<br>h</span></div>";
        let rows = [("h2", 0, "Rye"), ("li", 1, "a b cd"), ("li", 2, "e"), ("p", 1, "f"), ("div", 0, "g h")];
        assert_eq!(sketches(html), expected(&rows));
    }

    #[test]
    fn what_a_terminal_would_obey_is_replaced_and_long_text_cut() {
        assert_eq!(
            sketches("<p>a\u{1b}[31mb\u{202e}c").pop().map(|s| s.2).as_deref(),
            Some("a\u{fffd}[31mb\u{fffd}c")
        );
        let long = sketches(&format!("<p>{}", "é ".repeat(5000)));
        assert_eq!(long[0].2.chars().count(), SHOWN_CHARS);
    }
}
