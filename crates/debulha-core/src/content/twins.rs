//! What a page has twice, for wide and for narrow screens.

use super::class_names::has_class_word;
use super::{Block, BlockKind, ListItem};
use debulha_dom::{Document, NodeId};

/// Levels between a block and the element whose class says for which screens it is.
const MAX_LEVELS: usize = 3;

/// Words in classes that show or hide by the width of the screen (Bootstrap, Tailwind, Foundation, and names of devices).
const SCREEN_WORDS: [&str; 11] =
    ["desktop", "mobile", "tablet", "phone", "hidden", "visible", "none", "hide", "show", "wide", "narrow"];

/// Whether a block repeats the one right before it for another width of the screen: a heading of the same level and text
/// that a style sheet can tell from the first, or a list with the same items where classes say so. O(text of the shorter one).
pub(super) fn repeats(doc: &Document, before: &Block, kind: &BlockKind, node: NodeId) -> bool {
    match (&before.kind, kind) {
        (BlockKind::Heading { .. }, BlockKind::Heading { .. }) => {
            before.kind == *kind && is_classed(doc, before.node, node) && is_classed(doc, node, before.node)
        }
        (BlockKind::List(a), BlockKind::List(b)) => {
            a.ordered == b.ordered
                && same_items(&a.items, &b.items)
                && is_for_a_screen(doc, before.node)
                && is_for_a_screen(doc, node)
        }
        _ => false,
    }
}

fn same_items(a: &[ListItem], b: &[ListItem]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_blocks(&a.blocks, &b.blocks))
}

/// Whether two items hold the same text. Items with lists of their own are never the same: comparing them would recurse as deep as the page.
fn same_blocks(a: &[Block], b: &[Block]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (&a.kind, &b.kind) {
            (BlockKind::Paragraph(a), BlockKind::Paragraph(b))
            | (BlockKind::Heading { text: a, .. }, BlockKind::Heading { text: b, .. }) => a == b,
            _ => false,
        })
}

/// Whether an element, or one around it that the other is not in, has a class.
fn is_classed(doc: &Document, node: NodeId, other: NodeId) -> bool {
    let around = std::iter::once(node).chain(doc.ancestors(node)).take(MAX_LEVELS);
    let mut own = around.take_while(|&element| !doc.contains(element, other));
    own.any(|element| doc.classes(element).next().is_some())
}

fn is_for_a_screen(doc: &Document, node: NodeId) -> bool {
    let around = std::iter::once(node).chain(doc.ancestors(node)).take(MAX_LEVELS);
    around.into_iter().any(|element| has_class_word(doc, element, &SCREEN_WORDS))
}
