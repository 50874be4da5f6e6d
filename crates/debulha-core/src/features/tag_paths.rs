//! Tag paths: the names of the elements from `body` down to a node, as numbers.

use crate::features::visibility::Visibility;
use debulha_dom::{Document, NameId, NodeId};
use rustc_hash::FxHashMap;

/// Attributes that tell presentation in markup, in the order in which they are appended to a path (velloso2013).
const PRESENTATION: [&str; 7] = ["style", "class", "bgcolor", "width", "height", "align", "valign"];

/// The tag path of every node of the clean view: equal numbers for equal paths, in order of first appearance.
///
/// Elements and text nodes that are not blank have one; a text node's path ends in a sign of its own.
#[derive(Debug)]
pub struct TagPaths {
    of_node: Vec<u32>,
    /// Nodes that have a path, in document order.
    nodes: Vec<NodeId>,
    /// Number of nodes with each path.
    counts: Vec<u32>,
}

impl TagPaths {
    /// What stands for the path of a node that has none.
    pub const NONE: u32 = u32::MAX;

    /// Numbers the paths below and with `root`. O(nodes), expected; 8 bytes a node.
    ///
    /// With `presentation`, elements that look different have different paths: the values of the attributes `style`,
    /// `class`, `bgcolor`, `width`, `height`, `align` and `valign` count as part of the name; O(their text) more.
    pub fn compute(doc: &Document, visibility: &Visibility, root: NodeId, presentation: bool) -> Self {
        let mut paths =
            TagPaths { of_node: vec![Self::NONE; doc.len()], nodes: Vec::new(), counts: Vec::new() };
        let mut numbers: FxHashMap<(u32, NameId, u32), u32> = FxHashMap::default();
        let mut looks = presentation.then(|| Looks::of(doc));
        for node in doc.subtree(root) {
            let counts = doc.is_element(node) || (doc.is_text(node) && !is_blank(doc.text(node)));
            if !counts || visibility.is_hidden(node) {
                continue;
            }
            let above = if node == root { Self::NONE } else { paths.parent_path(doc, node) };
            let look = looks.as_mut().map_or(0, |looks| looks.number(doc, node));
            let next = paths.counts.len() as u32;
            let path = *numbers.entry((above, doc.name(node), look)).or_insert(next);
            if path == next {
                paths.counts.push(0);
            }
            paths.counts[path as usize] += 1;
            paths.of_node[node.index()] = path;
            paths.nodes.push(node);
        }
        paths
    }

    fn parent_path(&self, doc: &Document, node: NodeId) -> u32 {
        doc.parent(node).map_or(Self::NONE, |parent| self.of_node[parent.index()])
    }

    /// The number of a node's path; [`TagPaths::NONE`] for nodes outside the clean view, blank text and comments.
    #[inline]
    pub fn of(&self, node: NodeId) -> u32 {
        self.of_node[node.index()]
    }

    /// The nodes that have a path, in document order.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Number of nodes with a path, by path.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace()) || text.chars().all(char::is_whitespace)
}

/// Values of the attributes of presentation, as numbers.
struct Looks {
    attributes: Vec<NameId>,
    numbers: FxHashMap<String, u32>,
}

impl Looks {
    fn of(doc: &Document) -> Self {
        let attributes = PRESENTATION.iter().filter_map(|name| doc.find_name(name)).collect();
        Looks { attributes, numbers: FxHashMap::default() }
    }

    /// 0 for nodes without such attributes.
    fn number(&mut self, doc: &Document, node: NodeId) -> u32 {
        let mut look = String::new();
        for &name in &self.attributes {
            if let Some(value) = doc.attribute(node, name) {
                look.push_str(doc.name_str(name));
                look.push('\0');
                look.push_str(value);
                look.push('\0');
            }
        }
        if look.is_empty() {
            return 0;
        }
        let next = self.numbers.len() as u32 + 1;
        *self.numbers.entry(look).or_insert(next)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    fn sequence(html: &str, presentation: bool) -> Vec<u32> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let paths = TagPaths::compute(&doc, page.visibility(), page.body(), presentation);
        paths.nodes().iter().map(|&node| paths.of(node)).collect()
    }

    #[test]
    fn equal_paths_have_equal_numbers_in_order_of_appearance() {
        let html = "<ul><li>a<li><b>b</b></ul> <p hidden>x</p><script>y</script><ul><li>c</ul>";
        assert_eq!(sequence(html, false), [0, 1, 2, 3, 2, 4, 5, 1, 2, 3]);
    }

    #[test]
    fn presentation_tells_elements_apart() {
        let html = "<p class=a>x<p class=b>y<p class=a>z";
        assert_eq!(sequence(html, false), [0, 1, 2, 1, 2, 1, 2]);
        assert_eq!(sequence(html, true), [0, 1, 2, 3, 4, 1, 2]);
    }
}
