//! How much text an element has: lengths, commas and links, summed bottom-up in one walk.

use crate::features::edit_tree::{EditTree, TreeVisit};
use debulha_dom::{Document, NodeId, names};
use memchr::memchr_iter;

/// Commas of Latin, Arabic, Chinese and other scripts that count for a score.
const COMMAS: [char; 9] =
    [',', '\u{60c}', '\u{fe50}', '\u{fe10}', '\u{fe11}', '\u{2e41}', '\u{2e34}', '\u{2e32}', '\u{ff0c}'];

/// A run of text. Lengths are in UTF-16 code units, as the program counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct MeasuredText {
    /// Length as it stands.
    pub(super) raw: u32,
    /// Length without white space at the ends, runs of white space within it being one unit; 0 for blank text.
    pub(super) chars: u32,
    /// Length of the white space before the first word; all of it for blank text.
    leading: u32,
    /// Length of the white space after the last word; all of it for blank text.
    trailing: u32,
    /// Commas of any script.
    pub(super) commas: u32,
    /// `,` alone.
    pub(super) ascii_commas: u32,
}

impl MeasuredText {
    /// Measures a text node.
    pub(super) fn of(doc: &Document, node: NodeId) -> Self {
        let text = doc.text(node);
        let (raw, beyond) = utf16_units(text);
        let chars = doc.text_counts(node).chars;
        if chars == 0 {
            return MeasuredText { raw, leading: raw, trailing: raw, ..MeasuredText::default() };
        }
        let ascii_commas = memchr_iter(b',', text.as_bytes()).count() as u32;
        let is_ascii = raw as usize == text.len();
        let commas =
            if is_ascii { ascii_commas } else { text.chars().filter(|c| COMMAS.contains(c)).count() as u32 };
        MeasuredText {
            raw,
            chars: chars + beyond,
            leading: text.chars().take_while(|c| c.is_whitespace()).count() as u32,
            trailing: text.chars().rev().take_while(|c| c.is_whitespace()).count() as u32,
            commas,
            ascii_commas,
        }
    }

    /// Length without white space at the ends.
    pub(super) fn trimmed(&self) -> u32 {
        if self.chars == 0 { 0 } else { self.raw - self.leading - self.trailing }
    }

    /// Appends the text that follows.
    pub(super) fn add(&mut self, next: &MeasuredText) {
        match (self.chars, next.chars) {
            (_, 0) => {
                self.trailing += next.raw;
                if self.chars == 0 {
                    self.leading += next.raw;
                }
            }
            (0, _) => {
                self.leading += next.leading;
                self.trailing = next.trailing;
            }
            _ => {
                self.chars += u32::from(self.trailing + next.leading > 0);
                self.trailing = next.trailing;
            }
        }
        self.raw += next.raw;
        self.chars += next.chars;
        self.commas += next.commas;
        self.ascii_commas += next.ascii_commas;
    }
}

/// UTF-16 code units of a text, and how many of its characters take two.
fn utf16_units(text: &str) -> (u32, u32) {
    if text.is_ascii() {
        return (text.len() as u32, 0);
    }
    let starts = text.bytes().filter(|&byte| byte & 0xc0 != 0x80).count() as u32;
    let beyond = text.bytes().filter(|&byte| byte >= 0xf0).count() as u32;
    (starts + beyond, beyond)
}

/// Text of an element and how much of it is in links.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Inner {
    /// The text.
    pub(super) text: MeasuredText,
    /// Characters in `a` elements below, the ones in nested links counted for each.
    link_chars: u64,
    /// Those in links to a place on the same page.
    same_page_chars: u64,
}

impl Inner {
    /// Adds a child element.
    pub(super) fn add(&mut self, tree: &EditTree<'_>, node: NodeId, child: &Inner) {
        self.text.add(&child.text);
        self.link_chars += child.link_chars;
        self.same_page_chars += child.same_page_chars;
        if tree.name(node) == names::A {
            let href = tree.document().attribute(tree.origin(node), names::HREF).unwrap_or_default();
            let is_same_page = href.len() > 1 && href.starts_with('#');
            let chars = if is_same_page { &mut self.same_page_chars } else { &mut self.link_chars };
            *chars += u64::from(child.text.chars);
        }
    }

    /// Characters in links by characters; a link within the page counts `same_page` times its length.
    pub(super) fn link_density(&self, same_page: f64) -> f64 {
        if self.text.chars == 0 {
            return 0.0;
        }
        (self.link_chars as f64 + self.same_page_chars as f64 * same_page) / f64::from(self.text.chars)
    }
}

/// What is summed over the children of an element.
pub(super) trait ChildTally: Default {
    /// Adds a text node among the children.
    fn add_text(&mut self, node: NodeId, text: &MeasuredText);

    /// Adds an element among the children, itself already summed.
    fn add_element(&mut self, tree: &EditTree<'_>, node: NodeId, child: &Self);
}

impl ChildTally for Inner {
    fn add_text(&mut self, _: NodeId, text: &MeasuredText) {
        self.text.add(text);
    }

    fn add_element(&mut self, tree: &EditTree<'_>, node: NodeId, child: &Self) {
        self.add(tree, node, child);
    }
}

/// Sums a subtree bottom-up. `leave` sees each element with its sums, descendants first, `root` last; where it says
/// no, the element counts for nothing above it.
///
/// O(nodes of the subtree); memory by depth.
pub(super) fn sum_up<T: ChildTally>(
    tree: &EditTree<'_>,
    texts: &[MeasuredText],
    root: NodeId,
    mut leave: impl FnMut(NodeId, &T) -> bool,
) -> T {
    let mut open: Vec<T> = vec![T::default()];
    for visit in tree.walk(root) {
        match visit {
            TreeVisit::Enter(_) => open.push(T::default()),
            TreeVisit::Leaf(node) if tree.is_text(node) => {
                if let Some(parent) = open.last_mut() {
                    parent.add_text(node, &texts[node.index()]);
                }
            }
            TreeVisit::Leaf(_) => {}
            TreeVisit::Leave(node) => {
                let Some(element) = open.pop() else { break };
                if leave(node, &element)
                    && let Some(parent) = open.last_mut()
                {
                    parent.add_element(tree, node, &element);
                }
            }
        }
    }
    open.pop().unwrap_or_default()
}

/// The text of a subtree without white space at the ends, each run of two or more in it being one space.
///
/// O(text of the subtree).
pub(super) fn inner_text(tree: &EditTree<'_>, root: NodeId) -> String {
    let doc = tree.document();
    let whole: String =
        tree.subtree(root).filter(|&node| tree.is_text(node)).map(|node| doc.text(node)).collect();
    let mut folded = String::with_capacity(whole.len());
    let mut chars = whole.trim().chars().peekable();
    while let Some(c) = chars.next() {
        let is_run = c.is_whitespace() && chars.peek().is_some_and(|next| next.is_whitespace());
        folded.push(if is_run { ' ' } else { c });
        while is_run && chars.next_if(|next| next.is_whitespace()).is_some() {}
    }
    folded
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};
    use proptest::prelude::*;

    fn measured(html: &str) -> (Inner, String) {
        let doc = parse(html, &Limits::default()).document;
        let tree = EditTree::of(&doc);
        let texts: Vec<MeasuredText> = doc.nodes().map(|node| MeasuredText::of(&doc, node)).collect();
        let body = doc.body().unwrap();
        (sum_up(&tree, &texts, body, |_, _: &Inner| true), inner_text(&tree, body))
    }

    #[test]
    fn links_within_the_page_count_less() {
        let (inner, _) = measured("<p>rye <a href=x>oats</a> and <a href=#y>spelt</a> or <a>hay</a>");
        assert_eq!(inner.text.chars, 25);
        assert!((inner.link_density(0.3) - (7.0 + 5.0 * 0.3) / 25.0).abs() < 1e-12);
        let (bare_hash, _) = measured("<a href=#>rye</a>");
        assert_eq!(bare_hash.link_density(0.3), 1.0);
    }

    #[test]
    fn commas_of_all_scripts_count_for_scores() {
        let (inner, _) = measured("<p>rye, oats，大麦،<b>,</b>");
        assert_eq!((inner.text.commas, inner.text.ascii_commas), (4, 2));
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_whole_text(parts in proptest::collection::vec("[ \n]{0,3}[a😀é]{0,3}[ \n]{0,3}", 0..8)) {
            let html = format!("<div>{}</div>", parts.join("</i><i>"));
            let (inner, text) = measured(&format!("<i>{html}</i>"));
            let whole = parts.concat();
            prop_assert_eq!(inner.text.chars as usize, text.encode_utf16().count());
            prop_assert_eq!(inner.text.raw as usize, whole.encode_utf16().count());
            prop_assert_eq!(inner.text.trimmed() as usize, whole.trim().encode_utf16().count());
        }
    }
}
