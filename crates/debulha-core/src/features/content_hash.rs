//! A number for the visible text of every node, the same on every page and machine.

use crate::features::hashing::{hash_folded, hash_text, then};
use crate::page::Page;
use debulha_dom::NodeId;

/// Numbers of nodes by what a reader sees of them: the words and how elements part them.
///
/// An element with a single child that has text has that child's number: wrappers do not count, nor do attributes.
#[derive(Debug)]
pub struct ContentHashes {
    /// By node; 0 for nodes without visible text.
    hashes: Vec<u64>,
}

impl ContentHashes {
    /// One pass over the nodes, backwards. O(nodes + text); 8 bytes a node, and 8 more while it works.
    pub fn compute(page: &Page<'_>) -> Self {
        let doc = page.document();
        let mut hashes = vec![0_u64; doc.len()];
        // Of an element: of its children that have text, how many there are and the number of their sequence.
        let mut sequences = vec![0_u64; doc.len()];
        let mut counts = vec![0_u32; doc.len()];
        let mut text_nodes = page.text_nodes().iter().rev().copied().peekable();
        for node in doc.nodes().rev() {
            let index = node.index();
            let hash = if text_nodes.next_if_eq(&node).is_some() {
                hash_folded(doc.text(node)).max(1)
            } else {
                match counts[index] {
                    0 => continue,
                    1 => sequences[index],
                    _ => then(sequences[index], hash_text(doc.name_str(doc.name(node)))).max(1),
                }
            };
            hashes[index] = hash;
            if let Some(parent) = doc.parent(node) {
                let parent = parent.index();
                counts[parent] += 1;
                sequences[parent] = if counts[parent] == 1 { hash } else { then(sequences[parent], hash) };
            }
        }
        ContentHashes { hashes }
    }

    /// The number of a node; `None` where it has no visible text.
    #[inline]
    pub fn of(&self, node: NodeId) -> Option<u64> {
        Some(self.hashes[node.index()]).filter(|&hash| hash != 0)
    }

    /// The number of the innermost and the outermost of nested nodes that share one are the same; this gives the
    /// numbers of a page once for each such group, in document order.
    pub fn distinct_units<'p>(&'p self, page: &'p Page<'_>) -> impl Iterator<Item = (NodeId, u64)> + 'p {
        let doc = page.document();
        doc.nodes().filter_map(move |node| {
            let hash = self.of(node)?;
            let is_wrapped = doc.parent(node).is_some_and(|parent| self.hashes[parent.index()] == hash);
            (!is_wrapped).then_some((node, hash))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    fn of(html: &str) -> Vec<u64> {
        let parsed = parse(html, &Limits::default());
        let page = Page::new(&parsed.document);
        let hashes = ContentHashes::compute(&page);
        parsed.document.elements_named(names::LI).filter_map(|node| hashes.of(node)).collect()
    }

    #[test]
    fn wrappers_attributes_and_white_space_do_not_count() {
        let numbers =
            of("<li>a  b<li class=x><p><b> a\nb </b></p><li>a <b>b</b><li><i>a</i>b<li><div>a<p>b</div>");
        assert_eq!(numbers[0], numbers[1]);
        assert_eq!(numbers[2], numbers[3], "inline elements are wrappers too");
        assert_ne!(numbers[0], numbers[2], "one text or two");
        assert_ne!(numbers[3], numbers[4], "the element that holds them counts");
        assert_eq!(of("<li><script>x</script><li hidden>y<li>z").len(), 1);
    }

    #[test]
    fn units_are_given_once() {
        let parsed = parse("<div><p>a</p></div><ul><li>a<li><b>c</b></ul>", &Limits::default());
        let page = Page::new(&parsed.document);
        let hashes = ContentHashes::compute(&page);
        let names: Vec<&str> = hashes
            .distinct_units(&page)
            .map(|(node, _)| parsed.document.name_str(parsed.document.name(node)))
            .collect();
        assert_eq!(names, ["", "div", "ul", "li", "li"], "the document stands for html and body");
    }
}
