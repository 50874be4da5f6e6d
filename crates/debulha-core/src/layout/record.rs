//! The layout of a page as a browser's tree, and its way onto ours.

use super::{Layout, Rectangle};
use debulha_dom::{Document, NodeId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use thiserror::Error;

/// What a record calls a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NodeKey {
    /// A number.
    Number(i64),
    /// A name.
    Name(String),
}

/// An element as it was rendered. Fields of other names are passed over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LayoutNode {
    /// Tells it from the others of the record.
    pub id: NodeKey,
    /// Its name in any case, such as `div`.
    pub tag: String,
    /// Its parent; none for the root.
    #[serde(default)]
    pub parent: Option<NodeKey>,
    /// Its children in order. Children that are not listed but name it as their parent follow in the order of the record.
    #[serde(default)]
    pub children: Vec<NodeKey>,
    /// Distance from the left margin of the page in CSS pixels. Without all four numbers the element was not rendered.
    #[serde(default)]
    pub x: Option<f32>,
    /// Distance from the top margin.
    #[serde(default)]
    pub y: Option<f32>,
    /// Width.
    #[serde(default)]
    pub width: Option<f32>,
    /// Height.
    #[serde(default)]
    pub height: Option<f32>,
}

impl LayoutNode {
    fn rectangle(&self) -> Option<Rectangle> {
        let Rectangle { x, y, width, height } =
            Rectangle { x: self.x?, y: self.y?, width: self.width?, height: self.height? };
        let is_one =
            [x, y, width, height].iter().all(|number| number.is_finite()) && width >= 0.0 && height >= 0.0;
        is_one.then_some(Rectangle { x, y, width, height })
    }
}

/// The elements of a rendered page; the schema is described in `docs/layout.md`.
///
/// ```
/// use debulha_core::layout::LayoutRecord;
/// use debulha_dom::{Limits, names, parse};
///
/// let doc = parse("<body><p>Rye</p><p>Oats</p>", &Limits::default()).document;
/// let record = LayoutRecord::from_json(
///     r#"{"id": 1, "tag": "body", "x": 0, "y": 0, "width": 800, "height": 600}
///        {"id": 2, "tag": "p", "parent": 1, "x": 8, "y": 8, "width": 784, "height": 20}
///        {"id": 3, "tag": "p", "parent": 1, "x": 8, "y": 36, "width": 784, "height": 20}"#,
/// )?;
/// let fitted = record.fit(&doc);
/// let second = doc.elements_named(names::P).nth(1).expect("two paragraphs");
/// assert_eq!(fitted.layout.rectangle(second).map(|at| (at.y, at.area())), Some((36.0, 15_680.0)));
/// assert_eq!((fitted.misfit.nodes, fitted.misfit.elements), (0, 0));
/// # Ok::<(), debulha_core::layout::LayoutError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LayoutRecord {
    /// The elements, in any order.
    pub nodes: Vec<LayoutNode>,
}

/// Why a text is no layout record.
#[derive(Debug, Error)]
#[error("no layout record: {0}")]
pub struct LayoutError(#[from] serde_json::Error);

/// A record fitted to a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The rectangles by our nodes.
    pub layout: Layout,
    /// What did not fit.
    pub misfit: Misfit,
}

/// How much of a record and of a page did not fit each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Error)]
#[error("layout: {nodes} of its nodes are not in the page, {elements} elements have no place")]
pub struct Misfit {
    /// Nodes of the record that our page has not, such as what a script added.
    pub nodes: usize,
    /// Elements of `body` that the record has not.
    pub elements: usize,
}

impl Fitted {
    /// What did not fit; `None` where all did.
    pub fn misfit(&self) -> Option<Misfit> {
        (self.misfit != Misfit::default()).then_some(self.misfit)
    }
}

impl LayoutRecord {
    /// Reads one JSON object with `nodes`, or JSON lines of nodes.
    ///
    /// # Errors
    /// [`LayoutError`] for anything else.
    pub fn from_json(text: &str) -> Result<Self, LayoutError> {
        let mut record = LayoutRecord::default();
        for part in serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>() {
            match part? {
                whole if whole.get("nodes").is_some() => {
                    record.nodes.extend(serde_json::from_value::<LayoutRecord>(whole)?.nodes);
                }
                node => record.nodes.push(serde_json::from_value(node)?),
            }
        }
        Ok(record)
    }

    /// Finds the elements of a page in the record by walking both trees together: the first `html` or `body` of both are
    /// one, and so is the n-th child of a name of nodes that are one. What differs is left out with all that is below it.
    ///
    /// O((nodes + elements) · log nodes). A record that names a node twice or has circles is fitted as far as it goes.
    pub fn fit(&self, document: &Document) -> Fitted {
        let (roots, children) = self.tree();
        let mut rectangles = vec![None; document.len()];
        let mut is_matched = vec![false; document.len()];
        let mut matched = 0;
        // The first of several roots is seen first.
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        let element = |tag: &str| match tag {
            "html" => document.html(),
            "body" => document.body(),
            _ => None,
        };
        open.extend(
            roots.iter().rev().filter_map(|&root| Some((root, element(&lower(&self.nodes[root].tag))?))),
        );
        while let Some((node, element)) = open.pop() {
            if std::mem::replace(&mut is_matched[element.index()], true) {
                continue;
            }
            matched += 1;
            rectangles[element.index()] = self.nodes[node].rectangle();
            let mut by_name: BTreeMap<&str, VecDeque<NodeId>> = BTreeMap::new();
            for child in document.children(element).filter(|&child| document.is_element(child)) {
                by_name.entry(document.name_str(document.name(child))).or_default().push_back(child);
            }
            for &child in &children[node] {
                let same = by_name.get_mut(&*lower(&self.nodes[child].tag)).and_then(VecDeque::pop_front);
                open.extend(same.map(|same| (child, same)));
            }
        }
        let body = document.body().unwrap_or(Document::ROOT);
        let is_missing = |&node: &NodeId| document.is_element(node) && !is_matched[node.index()];
        let elements = document.subtree(body).filter(is_missing).count();
        Fitted {
            misfit: Misfit { nodes: self.nodes.len() - matched, elements },
            layout: Layout::of(document, |node| rectangles[node.index()]),
        }
    }

    /// The nodes without a parent, and the children of each node; each node stands in one place.
    fn tree(&self) -> (Vec<usize>, Vec<Vec<usize>>) {
        let mut place_of: BTreeMap<&NodeKey, usize> = BTreeMap::new();
        for (place, node) in self.nodes.iter().enumerate() {
            place_of.entry(&node.id).or_insert(place);
        }
        let mut children = vec![Vec::new(); self.nodes.len()];
        let mut is_placed = vec![false; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            for child in node.children.iter().filter_map(|child| place_of.get(child).copied()) {
                if child != place && !std::mem::replace(&mut is_placed[child], true) {
                    children[place].push(child);
                }
            }
        }
        let mut roots = Vec::new();
        for (place, node) in self.nodes.iter().enumerate().filter(|&(place, _)| !is_placed[place]) {
            match node.parent.as_ref().and_then(|parent| place_of.get(parent)) {
                Some(&parent) if parent != place => children[parent].push(place),
                _ => roots.push(place),
            }
        }
        (roots, children)
    }
}

fn lower(tag: &str) -> String {
    tag.to_ascii_lowercase()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    fn fit(html: &str, json: &str) -> (Document, Fitted) {
        let doc = parse(html, &Limits::default()).document;
        let fitted = LayoutRecord::from_json(json).unwrap().fit(&doc);
        (doc, fitted)
    }

    fn at(doc: &Document, fitted: &Fitted, name: debulha_dom::NameId, nth: usize) -> Option<f32> {
        fitted.layout.rectangle(doc.elements_named(name).nth(nth).unwrap()).map(|at| at.x)
    }

    #[test]
    fn nodes_are_matched_by_name_and_order_among_their_like() {
        let json = r#"{"nodes": [
            {"id": "r", "tag": "HTML", "parent": null, "children": ["b"], "x": 0, "y": 0, "width": 9, "height": 9},
            {"id": "b", "tag": "BODY", "children": ["s", "p2", "d", "p1"], "x": 1, "y": 0, "width": 9, "height": 9},
            {"id": "p1", "tag": "P", "x": 4, "y": 0, "width": 9, "height": 9, "links": 3},
            {"id": "p2", "tag": "P", "x": 3, "y": 0, "width": 9, "height": 9},
            {"id": "s", "tag": "SCRIPT"},
            {"id": "d", "tag": "DIV", "x": 5, "y": 0, "width": 9, "height": 9}]}"#;
        let (doc, fitted) = fit("<p>a<p>b<ul><li>c</ul>", json);
        assert_eq!(at(&doc, &fitted, names::P, 0), Some(3.0), "the order of the list of children");
        assert_eq!(at(&doc, &fitted, names::P, 1), Some(4.0));
        assert_eq!(at(&doc, &fitted, names::UL, 0), None);
        assert_eq!(fitted.misfit.nodes, 2, "script and div");
        assert_eq!(fitted.misfit.elements, 2, "ul and li");
    }

    #[test]
    fn records_that_make_no_sense_are_fitted_as_far_as_they_go() {
        let circle = r#"{"id": 1, "tag": "body", "children": [1, 2, 2]} {"id": 2, "tag": "p", "parent": 2, "children": [1]}"#;
        let (_, fitted) = fit("<p>a", circle);
        assert_eq!(fitted.misfit.nodes, 2, "a circle has no root");
        let twice = r#"{"id": 1, "tag": "body"} {"id": 1, "tag": "body"} {"id": 2, "tag": "p", "parent": 1, "x": 1e99,
            "y": 0, "width": 1, "height": -1}"#;
        let (doc, fitted) = fit("<p>a", twice);
        assert_eq!((fitted.misfit.nodes, at(&doc, &fitted, names::P, 0)), (1, None));
        assert!(LayoutRecord::from_json("{\"id\": 1}").is_err());
        assert!(LayoutRecord::from_json("<html>").is_err());
        assert_eq!(LayoutRecord::from_json("").unwrap(), LayoutRecord::default());
    }

    #[test]
    fn deep_records_are_fitted_without_recursion() {
        let depth = 100_000;
        let html = "<div>".repeat(400);
        let nodes = (1..depth).map(|id| format!(r#"{{"id": {id}, "tag": "div", "parent": {}}}"#, id - 1));
        let json = std::iter::once(r#"{"id": 0, "tag": "body"}"#.to_owned()).chain(nodes).collect::<String>();
        let (_, fitted) = fit(&html, &json);
        assert_eq!(fitted.misfit.elements, 0);
        assert_eq!(fitted.misfit.nodes, depth - 401);
    }
}
