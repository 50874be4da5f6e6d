//! The elements of a page as the style tree sees them, and the features of its leaves.

use crate::site::labelled_tree::LabelledTree;
use debulha_core::features::hashing::{hash_text, short, then};
use debulha_core::features::stop_words::{StopList, StopWords};
use debulha_core::page::Page;
use debulha_dom::{Document, NodeId, names};
use std::ops::Range;

/// The label of text beside elements, as a leaf of its own. The names of elements do not get it but by chance.
const OWN_TEXT: u32 = 1;

/// Attributes whose values are content or identity (our decision); so are those whose names begin with `on`, `data-` or
/// `aria-`. All others are presentation.
const CONTENT_ATTRIBUTES: [&str; 32] = [
    "abbr",
    "accesskey",
    "action",
    "alt",
    "background",
    "cite",
    "content",
    "coords",
    "datetime",
    "for",
    "headers",
    "href",
    "hreflang",
    "id",
    "itemid",
    "itemprop",
    "itemtype",
    "lang",
    "longdesc",
    "name",
    "placeholder",
    "poster",
    "rel",
    "sizes",
    "src",
    "srcset",
    "tabindex",
    "target",
    "title",
    "usemap",
    "value",
    "xml:lang",
];

/// The elements of the body's clean view, images aside.
pub(super) struct BodyElements {
    pub(super) tree: LabelledTree,
    /// The node of each element; for text beside elements, the parent of both.
    pub(super) nodes: Vec<NodeId>,
    has_own_text: bool,
}

impl BodyElements {
    /// O(nodes + bytes of attributes).
    pub(super) fn of(page: &Page<'_>, own_text: bool) -> Self {
        let doc = page.document();
        let body = page.body();
        let mut nodes = Vec::new();
        let mut labels = Vec::new();
        for node in doc.subtree(body) {
            if node != body && !is_element(page, node) {
                continue;
            }
            let depth = u32::from(doc.depth(node));
            // Whatever the body looks like, it is the body.
            labels.push((if node == body { 0 } else { style(doc, node) }, depth));
            nodes.push(node);
            if own_text && is_mixed(page, node) {
                labels.push((OWN_TEXT, depth + 1));
                nodes.push(node);
            }
        }
        BodyElements { tree: LabelledTree::from_depths(labels), nodes, has_own_text: own_text }
    }

    /// The nodes that an element stands for: its subtree, or the content beside its siblings. O(1), or O(children of the
    /// parent).
    pub(super) fn nodes_of(&self, page: &Page<'_>, element: u32) -> Vec<Range<u32>> {
        if self.is_own_text(element) {
            return self.between_children(page, element - 1);
        }
        let node = self.nodes[element as usize];
        std::iter::once(node.0..page.document().subtree_end(node)).collect()
    }

    /// Whether an element stands for text beside elements: it follows the parent of both.
    fn is_own_text(&self, element: u32) -> bool {
        let element = element as usize;
        self.has_own_text && element > 0 && self.nodes[element] == self.nodes[element - 1]
    }

    /// The nodes inside an element and outside of its child elements. O(children).
    pub(super) fn between_children(&self, page: &Page<'_>, element: u32) -> Vec<Range<u32>> {
        let doc = page.document();
        let node = self.nodes[element as usize];
        let content = doc.children(node).filter(|&child| !is_element(page, child));
        content.map(|child| child.0..doc.subtree_end(child)).collect()
    }
}

/// Whether a node is an element of the style tree.
fn is_element(page: &Page<'_>, node: NodeId) -> bool {
    let doc = page.document();
    doc.is_element(node) && doc.name(node) != names::IMG && !page.visibility().is_hidden(node)
}

/// Whether a node is content of its parent.
fn is_content(page: &Page<'_>, node: NodeId) -> bool {
    let doc = page.document();
    let is_text = doc.is_text(node) && doc.text(node).contains(|c: char| !c.is_whitespace());
    (is_text || doc.name(node) == names::IMG) && !page.visibility().is_hidden(node)
}

/// Whether an element has both child elements and content of its own. O(children).
fn is_mixed(page: &Page<'_>, node: NodeId) -> bool {
    let children = || page.document().children(node);
    children().any(|child| is_element(page, child)) && children().any(|child| is_content(page, child))
}

/// The number of an element's name and presentation; the order of attributes does not count.
fn style(doc: &Document, node: NodeId) -> u32 {
    let presentation = doc.attributes(node).filter_map(|(name, value)| {
        let name = doc.name_str(name);
        let is_content = CONTENT_ATTRIBUTES.binary_search(&name).is_ok()
            || ["on", "data-", "aria-"].iter().any(|prefix| name.starts_with(prefix));
        (!is_content).then(|| then(hash_text(name), hash_text(value)))
    });
    short(presentation.fold(hash_text(doc.name_str(doc.name(node))), u64::wrapping_add))
}

/// The features of the leaves: which have some, how many, and all in order. O(nodes + text).
pub(super) fn features(
    page: &Page<'_>,
    elements: &BodyElements,
    stop_words: &StopWords,
) -> (Vec<(u32, u32)>, Vec<u32>) {
    let doc = page.document();
    let stop_list = stop_words.list(page);
    let (mut leaves, mut features, mut lower) = (Vec::new(), Vec::new(), String::new());
    for (element, &node) in elements.nodes.iter().enumerate() {
        let element = element as u32;
        if elements.tree.below(element) > 0 {
            continue;
        }
        let before = features.len();
        if let Some(target) = doc.attribute(node, names::HREF).filter(|_| doc.name(node) == names::A) {
            features.push(feature(FeatureKind::Link, target.trim()));
        }
        for child in doc.children(node).filter(|&child| is_content(page, child)) {
            if doc.is_text(child) {
                add_words(doc.text(child), stop_list, &mut lower, &mut features);
            } else if let Some(source) = doc.attribute(child, names::SRC) {
                features.push(feature(FeatureKind::Image, file_name(source)));
            }
        }
        if features.len() > before {
            leaves.push((element, (features.len() - before) as u32));
        }
    }
    (leaves, features)
}

/// What a feature is.
#[derive(Clone, Copy)]
enum FeatureKind {
    Word,
    Image,
    Link,
}

fn feature(kind: FeatureKind, text: &str) -> u32 {
    short(then(kind as u64, hash_text(text)))
}

/// Adds the words of a text that are no stop words, in lower case and without marks at their ends.
fn add_words(text: &str, stop_list: Option<&StopList>, lower: &mut String, features: &mut Vec<u32>) {
    for word in text.split_whitespace() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        if word.is_empty() || stop_list.is_some_and(|list| list.contains(word, lower)) {
            continue;
        }
        lower.clear();
        lower.extend(word.chars().flat_map(char::to_lowercase));
        features.push(feature(FeatureKind::Word, lower));
    }
}

/// The last part of an address's path.
fn file_name(address: &str) -> &str {
    let path = address.trim().split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_content_are_in_order() {
        assert!(CONTENT_ATTRIBUTES.is_sorted());
        assert_eq!(file_name("/a/b.gif?x=/y"), "b.gif");
    }
}
