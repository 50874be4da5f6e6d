//! A copy of a document's links that may be edited: nodes move, leave, get other names and wrappers.
//!
//! The document stays as it is, and nothing is parsed again: what is left in an edited tree is still the document's
//! nodes, so a decision about it is a decision about spans of the page's text.

use debulha_dom::{Document, NameId, NodeId, NodeKind, names};

/// No node, in links.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct EditNode {
    parent: u32,
    first_child: u32,
    last_child: u32,
    previous: u32,
    next: u32,
    name: NameId,
    kind: NodeKind,
}

/// A tree over a document's nodes, with new elements beside them.
///
/// A node of the document keeps its id; new elements have the ids from [`Document::len`] on. Text nodes are never
/// new. Ids say nothing of the order once nodes have moved. 24 bytes a node; a clone is one copy of them. All steps
/// are O(1) unless stated.
///
/// ```
/// use debulha_systems::features::edit_tree::EditTree;
/// use debulha_dom::{Document, Limits, names, parse};
///
/// let doc = parse("<div>rye <b>and</b><hr>oats</div>", &Limits::default()).document;
/// let mut tree = EditTree::of(&doc);
/// let div = doc.elements_named(names::DIV).next().expect("a div");
/// let rye = tree.first_child(div).expect("its text");
/// let wrapper = tree.new_element(names::P, div);
/// tree.replace(rye, wrapper);
/// tree.append(wrapper, rye);
/// let bold = tree.next_sibling(wrapper).expect("the bold text");
/// tree.detach(bold);
///
/// let text: String = tree.subtree(Document::ROOT).map(|node| doc.text(tree.origin(node))).collect();
/// assert_eq!(text, "rye oats");
/// assert_eq!(tree.origin(wrapper), div);
/// ```
#[derive(Debug, Clone)]
pub struct EditTree<'d> {
    doc: &'d Document,
    nodes: Vec<EditNode>,
    /// Of new elements.
    origins: Vec<NodeId>,
}

/// A step of a walk over a subtree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeVisit {
    /// An element begins.
    Enter(NodeId),
    /// An element ends, and its children have been visited.
    Leave(NodeId),
    /// A node that has no children by its kind: text, comment, doctype.
    Leaf(NodeId),
}

impl<'d> EditTree<'d> {
    /// The tree as the document has it. O(nodes).
    pub fn of(doc: &'d Document) -> Self {
        let mut nodes: Vec<EditNode> = Vec::with_capacity(doc.len() + doc.len() / 8);
        for node in doc.nodes() {
            let parent = doc.parent(node).map_or(NONE, |parent| parent.0);
            let mut previous = NONE;
            if let Some(above) = nodes.get_mut(parent as usize) {
                previous = above.last_child;
                above.last_child = node.0;
                if previous == NONE {
                    above.first_child = node.0;
                }
            }
            if let Some(before) = nodes.get_mut(previous as usize) {
                before.next = node.0;
            }
            nodes.push(EditNode {
                parent,
                first_child: NONE,
                last_child: NONE,
                previous,
                next: NONE,
                name: doc.name(node),
                kind: doc.kind(node),
            });
        }
        EditTree { doc, nodes, origins: Vec::new() }
    }

    /// The document that is edited.
    pub fn document(&self) -> &'d Document {
        self.doc
    }

    /// Nodes that ever were in the tree: one more than the largest id.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the document holds nothing.
    pub fn is_empty(&self) -> bool {
        self.doc.is_empty()
    }

    /// Whether the node was made here: it has no text, no attributes and no place in the source.
    #[inline]
    pub fn is_new(&self, node: NodeId) -> bool {
        node.index() >= self.doc.len()
    }

    /// The node of the document: the node itself, or for a new element the one it was made for.
    #[inline]
    pub fn origin(&self, node: NodeId) -> NodeId {
        if self.is_new(node) { self.origins[node.index() - self.doc.len()] } else { node }
    }

    /// The name in force.
    #[inline]
    pub fn name(&self, node: NodeId) -> NameId {
        self.nodes[node.index()].name
    }

    /// Whether the node is an element.
    #[inline]
    pub fn is_element(&self, node: NodeId) -> bool {
        self.nodes[node.index()].kind == NodeKind::Element
    }

    /// Whether the node is character data.
    #[inline]
    pub fn is_text(&self, node: NodeId) -> bool {
        self.nodes[node.index()].kind == NodeKind::Text
    }

    /// The parent; `None` for roots.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        link(self.nodes[node.index()].parent)
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        link(self.nodes[node.index()].first_child)
    }

    /// The last child.
    #[inline]
    pub fn last_child(&self, node: NodeId) -> Option<NodeId> {
        link(self.nodes[node.index()].last_child)
    }

    /// The sibling before.
    #[inline]
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        link(self.nodes[node.index()].previous)
    }

    /// The sibling after.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        link(self.nodes[node.index()].next)
    }

    /// The children in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// The children that are elements, in order.
    pub fn element_children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(node).filter(|&child| self.is_element(child))
    }

    /// The parent, its parent, and so on up to a root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&ancestor| self.parent(ancestor))
    }

    /// The node after `node` in document order, its descendants first.
    #[inline]
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.first_child(node).or_else(|| self.next_after(node))
    }

    /// The node after all that is below `node`, in document order. O(levels that end with `node`), which over a whole
    /// walk is O(1) a node.
    pub fn next_after(&self, node: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(node), |&node| self.parent(node)).find_map(|node| self.next_sibling(node))
    }

    /// The node and its descendants in document order.
    pub fn subtree(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.walk(node).filter_map(|visit| match visit {
            TreeVisit::Enter(node) | TreeVisit::Leaf(node) => Some(node),
            TreeVisit::Leave(_) => None,
        })
    }

    /// The start, the end and the content of every element of a subtree, `root` included. Starts and ends pair up.
    pub fn walk(&self, root: NodeId) -> impl Iterator<Item = TreeVisit> + '_ {
        std::iter::successors(Some(self.visit(root)), move |&visit| match visit {
            TreeVisit::Enter(node) => {
                Some(self.first_child(node).map_or(TreeVisit::Leave(node), |child| self.visit(child)))
            }
            TreeVisit::Leave(node) | TreeVisit::Leaf(node) if node == root => None,
            TreeVisit::Leave(node) | TreeVisit::Leaf(node) => match self.next_sibling(node) {
                Some(next) => Some(self.visit(next)),
                None => self.parent(node).map(TreeVisit::Leave),
            },
        })
    }

    fn visit(&self, node: NodeId) -> TreeVisit {
        match self.nodes[node.index()].kind {
            NodeKind::Element | NodeKind::Document => TreeVisit::Enter(node),
            _ => TreeVisit::Leaf(node),
        }
    }

    /// Gives an element another name.
    pub fn rename(&mut self, node: NodeId, name: NameId) {
        self.nodes[node.index()].name = name;
    }

    /// A new element outside the tree, made for a node of the tree.
    pub fn new_element(&mut self, name: NameId, made_for: NodeId) -> NodeId {
        debug_assert!(name != names::NONE, "elements have names");
        let id = NodeId(self.nodes.len() as u32);
        self.origins.push(self.origin(made_for));
        self.nodes.push(EditNode {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            previous: NONE,
            next: NONE,
            name,
            kind: NodeKind::Element,
        });
        id
    }

    /// Takes a node and all below it out of the tree. Nothing happens to a root.
    pub fn detach(&mut self, node: NodeId) {
        let EditNode { parent, previous, next, .. } = self.nodes[node.index()];
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.nodes[parent as usize].first_child = next,
            before => self.nodes[before as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = previous,
            after => self.nodes[after as usize].previous = previous,
        }
        let node = &mut self.nodes[node.index()];
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }

    /// Moves a node to the end of an element's children. The element must not lie below the node.
    pub fn append(&mut self, parent: NodeId, node: NodeId) {
        self.detach(node);
        let last = self.nodes[parent.index()].last_child;
        match last {
            NONE => self.nodes[parent.index()].first_child = node.0,
            last => self.nodes[last as usize].next = node.0,
        }
        self.nodes[parent.index()].last_child = node.0;
        let node = &mut self.nodes[node.index()];
        (node.parent, node.previous) = (parent.0, last);
    }

    /// Moves `new` into the place of `old`, which leaves the tree with all that is still below it. `new` may come
    /// from below `old`. Nothing happens to a root.
    pub fn replace(&mut self, old: NodeId, new: NodeId) {
        self.detach(new);
        let EditNode { parent, previous, next, .. } = self.nodes[old.index()];
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.nodes[parent as usize].first_child = new.0,
            before => self.nodes[before as usize].next = new.0,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = new.0,
            after => self.nodes[after as usize].previous = new.0,
        }
        let inserted = &mut self.nodes[new.index()];
        (inserted.parent, inserted.previous, inserted.next) = (parent, previous, next);
        let removed = &mut self.nodes[old.index()];
        (removed.parent, removed.previous, removed.next) = (NONE, NONE, NONE);
    }
}

#[inline]
fn link(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn named(doc: &Document, name: NameId) -> NodeId {
        doc.elements_named(name).next().unwrap()
    }

    /// Names and texts, children in brackets.
    fn shape(tree: &EditTree<'_>, root: NodeId) -> String {
        let doc = tree.document();
        tree.walk(root)
            .map(|visit| match visit {
                TreeVisit::Enter(node) => format!("{}(", doc.name_str(tree.name(node))),
                TreeVisit::Leave(_) => ")".to_owned(),
                TreeVisit::Leaf(node) => doc.text(node).to_owned(),
            })
            .collect()
    }

    #[test]
    fn unedited_it_is_the_document() {
        let doc =
            parse("<!doctype html><ul><li>a<li>b <i>c</i></ul><!-- d -->e", &Limits::default()).document;
        let tree = EditTree::of(&doc);
        assert!(tree.subtree(Document::ROOT).eq(doc.nodes()));
        for node in doc.nodes() {
            assert_eq!(tree.parent(node), doc.parent(node));
            assert!(tree.children(node).eq(doc.children(node)));
            assert_eq!(tree.next_sibling(node), doc.next_sibling(node));
            assert_eq!(
                tree.next(node).map(|next| next.0),
                (node.index() + 1 < doc.len()).then_some(node.0 + 1)
            );
            let back = tree.next_sibling(node).and_then(|next| tree.previous_sibling(next));
            assert_eq!(back, tree.next_sibling(node).map(|_| node));
        }
    }

    #[test]
    fn nodes_leave_move_and_are_replaced() {
        let doc = parse("<div><b>1</b><i>2</i><u>3</u></div>", &Limits::default()).document;
        let [div, b, i, u] = [names::DIV, names::B, names::I, names::U].map(|name| named(&doc, name));
        let mut tree = EditTree::of(&doc);
        tree.detach(b);
        assert_eq!(shape(&tree, div), "div(i(2)u(3))");
        tree.append(div, b);
        assert_eq!(shape(&tree, div), "div(i(2)u(3)b(1))");
        tree.replace(u, tree.first_child(u).unwrap());
        assert_eq!(shape(&tree, div), "div(i(2)3b(1))");
        assert_eq!(shape(&tree, u), "u()");
        let wrapper = tree.new_element(names::P, i);
        tree.replace(i, wrapper);
        tree.append(wrapper, i);
        tree.rename(i, names::EM);
        assert_eq!(shape(&tree, div), "div(p(em(2))3b(1))");
        assert_eq!((tree.origin(wrapper), tree.is_new(wrapper)), (i, true));
        for child in [wrapper, tree.last_child(div).unwrap()] {
            tree.detach(child);
        }
        assert_eq!(shape(&tree, div), "div(3)");
        tree.replace(div, b);
        assert_eq!(shape(&tree, doc.body().unwrap()), "body(b(1))");
        assert_eq!(tree.next_after(doc.body().unwrap()), None);
    }
}
