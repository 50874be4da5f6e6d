//! The elements around a place in the page, each with what is known of it, as a walk in document order comes by.

use debulha_dom::{Document, NodeId};

/// The nodes from a root down to a place, each with a value that is made of the one above.
pub(super) struct OpenPath<T> {
    root: NodeId,
    steps: Vec<PathStep<T>>,
    entered: Vec<NodeId>,
}

/// A node of the path.
pub(super) struct PathStep<T> {
    pub(super) node: NodeId,
    end: u32,
    pub(super) value: T,
}

impl<T> OpenPath<T> {
    /// Before the first place.
    pub(super) fn new(root: NodeId) -> Self {
        OpenPath { root, steps: Vec::new(), entered: Vec::new() }
    }

    /// Comes to a place and gives the path from the root to `innermost`, a node around it or the place itself, both
    /// included; nothing where the root does not hold it. Places come in document order, so that each node is entered
    /// once: O(nodes) over a page.
    pub(super) fn come_to(
        &mut self,
        doc: &Document,
        place: NodeId,
        innermost: NodeId,
        mut enter: impl FnMut(NodeId, Option<&T>) -> T,
    ) -> &[PathStep<T>] {
        while self.steps.pop_if(|step| step.end <= place.0).is_some() {}
        // What is open may reach further down than was asked for, as an `a` does that holds the last block.
        let open = self.steps.last().map(|step| step.node);
        if doc.contains(self.root, innermost) && open.is_none_or(|open| open < innermost) {
            let mut node = Some(innermost);
            while let Some(new) = node.filter(|&node| Some(node) != open) {
                self.entered.push(new);
                node = if new == self.root { None } else { doc.parent(new) };
            }
            while let Some(node) = self.entered.pop() {
                let value = enter(node, self.steps.last().map(|step| &step.value));
                self.steps.push(PathStep { node, end: doc.subtree_end(node), value });
            }
        }
        let len = self.steps.partition_point(|step| step.node <= innermost);
        &self.steps[..len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    #[test]
    fn each_node_around_is_entered_once() {
        let doc = parse("<body><div><p>a</p><p>b</p></div>c", &Limits::default()).document;
        let texts: Vec<NodeId> = doc.nodes().filter(|&node| doc.is_text(node)).collect();
        let body = doc.body().expect("body");
        let (mut path, mut entered) = (OpenPath::new(body), 0);
        let mut depths = |place: NodeId| {
            let steps = path.come_to(&doc, place, place, |_, above: Option<&u32>| {
                entered += 1;
                above.map_or(0, |above| above + 1)
            });
            steps.iter().map(|step| (doc.name(step.node), step.value)).collect::<Vec<_>>()
        };
        let below = [(names::BODY, 0), (names::DIV, 1), (names::P, 2), (names::NONE, 3)];
        assert_eq!(depths(Document::ROOT), []);
        assert_eq!(depths(texts[0]), below);
        assert_eq!(depths(texts[1]), below);
        assert_eq!(depths(texts[2]), [(names::BODY, 0), (names::NONE, 1)]);
        assert_eq!(entered, 7);
    }

    #[test]
    fn a_path_ends_at_what_was_asked_for() {
        let doc = parse("<body><a><div>b</div>c</a>", &Limits::default()).document;
        let texts: Vec<NodeId> = doc.nodes().filter(|&node| doc.is_text(node)).collect();
        let div = doc.elements_named(names::DIV).next().expect("div");
        let body = doc.body().expect("body");
        let mut path = OpenPath::new(body);
        assert_eq!(path.come_to(&doc, texts[0], div, |_, _| ()).len(), 3);
        let steps = path.come_to(&doc, texts[1], body, |_, _| ());
        assert_eq!(steps.iter().map(|step| step.node).collect::<Vec<_>>(), [body]);
    }
}
