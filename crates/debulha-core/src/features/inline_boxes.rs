//! Which inline elements are boxes of their own, apart from their neighbours.

use debulha_dom::{Document, NameId, NodeId, names};

/// Whether two texts without white space between them lie in neighbouring inline elements, neither of which is mere
/// formatting: links of a menu, tags, cells made of `span`. Style sheets set such boxes apart, so their words are two.
///
/// Measured on 280 pages of wcxb-dev: where the labelled text has one of the two forms, it has the space in 959 cases
/// and the joined word in 17, mostly initials. One such element beside plain text (`<a>table</a>s`) says nothing.
pub(crate) fn are_boxes_apart(doc: &Document, before: NodeId, after: NodeId) -> bool {
    let is_boxed = |text, other| {
        let mut own = doc.ancestors(text).take_while(|&element| !doc.contains(element, other));
        own.any(|element| !is_formatting(doc.name(element)))
    };
    is_boxed(before, after) && is_boxed(after, before)
}

/// Whether a reader sees a space between two texts of one text block, the first before the second: white space where they meet, a
/// blank text or `br` between them, or elements that style sheets commonly set apart, such as two links. O(nodes between + depth).
///
/// ```
/// use debulha_core::features::inline_boxes::are_words_apart;
/// use debulha_dom::{Limits, parse};
///
/// let doc = parse("Inter<b>market</b>ing<br>is<a> one</a><a>word</a>", &Limits::default()).document;
/// let texts: Vec<_> = doc.nodes().filter(|&node| doc.is_text(node)).collect();
/// let apart: Vec<bool> = texts.windows(2).map(|pair| are_words_apart(&doc, pair[0], pair[1])).collect();
/// assert_eq!(apart, [false, false, true, true, true]);
/// ```
pub fn are_words_apart(doc: &Document, before: NodeId, after: NodeId) -> bool {
    doc.text(before).ends_with(char::is_whitespace)
        || doc.text(after).starts_with(char::is_whitespace)
        || is_gap_between(doc, before, after)
        || are_boxes_apart(doc, before, after)
}

/// Whether a text or `br` lies between two texts of one text block: blank text, since other text is part of the block.
pub(crate) fn is_gap_between(doc: &Document, before: NodeId, after: NodeId) -> bool {
    (before.0 + 1..after.0).map(NodeId).any(|node| doc.is_text(node) || doc.name(node) == names::BR)
}

/// Inline elements that are used within words.
fn is_formatting(name: NameId) -> bool {
    matches!(
        name,
        names::ABBR
            | names::ACRONYM
            | names::B
            | names::BDI
            | names::BDO
            | names::BIG
            | names::CITE
            | names::CODE
            | names::DEL
            | names::DFN
            | names::EM
            | names::FONT
            | names::I
            | names::INS
            | names::KBD
            | names::MARK
            | names::NOBR
            | names::Q
            | names::RB
            | names::RP
            | names::RT
            | names::RUBY
            | names::S
            | names::SAMP
            | names::SMALL
            | names::STRIKE
            | names::STRONG
            | names::SUB
            | names::SUP
            | names::TT
            | names::U
            | names::VAR
    )
}

/// Elements that stand for something other than text.
pub(crate) fn is_replaced(name: NameId) -> bool {
    matches!(name, names::INPUT | names::IFRAME | names::EMBED | names::OBJECT | names::VIDEO | names::SVG)
}
