//! What every tree promises.

use debulha_dom::{Document, Limits};

/// Order, nesting, counts and limits of a tree.
pub(super) fn check(document: &Document, limits: &Limits) {
    // Implied `html`, `head` and `body`, and text of an element that was let in, may come on top.
    assert!(document.len() <= limits.max_nodes.saturating_mul(2) + 8, "{} nodes", document.len());
    for node in document.nodes() {
        let end = document.subtree_end(node);
        assert!(end > node.0 && end as usize <= document.len());
        assert!(document.depth(node) <= limits.max_depth);
        if let Some(parent) = document.parent(node) {
            assert!(parent < node && end <= document.subtree_end(parent));
            assert_eq!(document.depth(node), document.depth(parent) + 1);
        }
        if document.is_text(node) {
            assert!(!document.text(node).is_empty());
            assert_eq!(end, node.0 + 1, "text has no children");
        }
        assert!(document.attributes(node).count() <= limits.max_attributes as usize);
        let by_children: u32 =
            document.children(node).map(|child| document.subtree_end(child) - child.0).sum();
        assert_eq!(by_children + 1, end - node.0);
    }
}
