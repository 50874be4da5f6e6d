//! Which text is template: it stands in the same place on nearly all pages.

use super::PAGE_SHARE;
use crate::features::hashing::{hash_folded, hash_text, then};
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use rustc_hash::{FxHashMap, FxHashSet};

/// Elements that only say how their text looks, and that pages leave open: paths do not have them, so that a record behind an
/// unclosed one is where the others are.
const TRANSPARENT: [&str; 9] = ["font", "tbody", "center", "big", "small", "tt", "nobr", "basefont", "blink"];

/// Whether paths leave an element out.
pub(super) fn is_transparent(name: &str) -> bool {
    TRANSPARENT.contains(&name)
}

/// Names from below `top` down to `node`, without transparent elements; at most `most` of them, the last.
pub(super) fn path_below(doc: &Document, top: NodeId, node: NodeId, most: usize) -> String {
    let up = std::iter::once(node).chain(doc.ancestors(node)).take_while(|&node| node != top);
    let names = up.filter(|&node| doc.is_element(node)).map(|node| doc.name_str(doc.name(node)));
    let mut names: Vec<&str> = names.filter(|name| !is_transparent(name)).take(most).collect();
    names.reverse();
    names.join("/")
}

/// Visits the shown nodes below an element in order, with the number of each one's path above it: the names down to it, without
/// transparent elements. O(nodes).
pub(super) fn each_with_path(page: &Page<'_>, top: NodeId, mut visit: impl FnMut(NodeId, u64)) {
    let (doc, visibility) = (page.document(), page.visibility());
    let mut open: Vec<(u32, u64)> = Vec::new();
    for node in doc.descendants(top).filter(|&node| !visibility.is_hidden(node)) {
        while open.last().is_some_and(|&(end, _)| end <= node.0) {
            open.pop();
        }
        let above = open.last().map_or(0, |&(_, path)| path);
        visit(node, above);
        if doc.is_element(node) && doc.subtree_end(node) > node.0 + 1 {
            open.push((doc.subtree_end(node), below(above, doc.name_str(doc.name(node)))));
        }
    }
}

/// The number of the path one element further down.
pub(super) fn below(above: u64, name: &str) -> u64 {
    if is_transparent(name) { above } else { then(above, hash_text(name)) }
}

/// The number of a path of names.
pub(super) fn path_number(path: &str) -> u64 {
    path.split('/').filter(|name| !name.is_empty()).fold(0, below)
}

/// Whether a node is a text that is read: what a form offers to choose is not.
fn is_read(doc: &Document, node: NodeId) -> bool {
    let offered = |above| matches!(doc.name(above), names::OPTION | names::SELECT | names::TEXTAREA);
    doc.is_text(node) && !doc.text(node).trim().is_empty() && !doc.parent(node).is_some_and(offered)
}

/// How many pages have each text in each place.
pub(super) struct TextTemplate {
    pages: usize,
    counts: FxHashMap<u64, u32>,
}

impl TextTemplate {
    /// O(nodes + text).
    pub(super) fn of(pages: &[&Page<'_>]) -> Self {
        let mut counts = FxHashMap::default();
        for page in pages {
            let doc = page.document();
            let mut own = FxHashSet::default();
            each_with_path(page, page.body(), |node, path| {
                if is_read(doc, node) && own.insert(then(path, hash_folded(doc.text(node)))) {
                    *counts.entry(then(path, hash_folded(doc.text(node)))).or_default() += 1;
                }
            });
        }
        TextTemplate { pages: pages.len(), counts }
    }

    /// What of a page is data.
    pub(super) fn data(&self, page: &Page<'_>) -> DataSums {
        let doc = page.document();
        let mut chars = vec![0; doc.len() + 1];
        let mut texts = vec![0; doc.len() + 1];
        each_with_path(page, page.body(), |node, path| {
            if is_read(doc, node) {
                let count = self.counts.get(&then(path, hash_folded(doc.text(node)))).copied().unwrap_or(0);
                let is_template = count >= 2 && f64::from(count) >= PAGE_SHARE * self.pages as f64;
                if !is_template {
                    chars[node.index() + 1] = doc.text_counts(node).chars;
                    texts[node.index() + 1] = 1;
                }
            }
        });
        for at in 1..chars.len() {
            chars[at] += chars[at - 1];
            texts[at] += texts[at - 1];
        }
        DataSums { chars, texts }
    }
}

/// The data of a page: sums over nodes, so that a run of nodes is asked in O(1).
pub(super) struct DataSums {
    chars: Vec<u32>,
    texts: Vec<u32>,
}

impl DataSums {
    /// Characters of data in a run of nodes.
    pub(super) fn chars(&self, nodes: &std::ops::Range<u32>) -> u32 {
        self.chars[nodes.end as usize] - self.chars[nodes.start as usize]
    }

    /// Texts of data in a run of nodes.
    pub(super) fn texts(&self, nodes: &std::ops::Range<u32>) -> u32 {
        self.texts[nodes.end as usize] - self.texts[nodes.start as usize]
    }
}
