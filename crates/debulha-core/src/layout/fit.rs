//! A record's way onto our tree.

use super::{Layout, LayoutEntry, LayoutNode, LayoutRecord, NodeKey, Rectangle, fold, page_around};
use debulha_dom::{Document, NodeId, names};
use rapidhash::v3::{DEFAULT_RAPID_SECRETS, rapidhash_v3_seeded};
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use thiserror::Error;

/// A record fitted to a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// What is known, by our nodes.
    pub layout: Layout,
    /// What did not fit.
    pub misfit: Misfit,
}

/// How much of a record and of a page did not fit each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Error)]
#[error("layout: {nodes} nodes are not in the page; {elements} elements and {texts} texts have no position")]
pub struct Misfit {
    /// Nodes of the record that our page has not, such as what a script added. Contents of scripts, `noscript` and the like
    /// are not compared.
    pub nodes: usize,
    /// Elements of `body` that the record has not.
    pub elements: usize,
    /// Texts of `body` that the record has not; 0 where it has no texts at all.
    pub texts: usize,
}

impl Fitted {
    /// What did not fit; `None` where all did.
    pub fn misfit(&self) -> Option<Misfit> {
        (self.misfit != Misfit::default()).then_some(self.misfit)
    }
}

impl LayoutRecord {
    /// Finds the nodes of a page in the record by walking both trees together. The first `html` or `body` of both are
    /// one. Of the children of nodes that are one, these are one: first subtrees with text, of the same names and texts, then
    /// elements of the same name, `id` and `class`, then nodes of the same name, each in their order. What is left and
    /// has text is looked for in the whole page, where a subtree of the same names and texts stands once in both: a
    /// script may have moved it.
    ///
    /// A record without texts has names alone: the n-th child of a name is the n-th child of that name.
    ///
    /// O((nodes + elements) · log nodes). A record that names a node twice or has circles is fitted as far as it goes.
    pub fn fit(&self, document: &Document) -> Fitted {
        let shows_noscript = self.scripts == Some(false);
        let theirs = FitTree::of_record(self, shows_noscript);
        let ours = FitTree::of_document(document, theirs.has_texts, shows_noscript);
        let mut fit = TreeFit {
            theirs: &theirs,
            ours: &ours,
            pair_of: vec![None; document.len()],
            matched: 0,
            open: Vec::new(),
        };
        // The first of several roots is seen first.
        for &root in theirs.roots.iter().rev() {
            let element = match &*theirs.nodes[root].name {
                "html" => document.html(),
                "body" => document.body(),
                _ => None,
            };
            fit.open.extend(element.map(|element| (root, element.index())));
        }
        fit.walk();
        if theirs.has_texts {
            fit.find_moved();
            fit.walk();
        }
        let TreeFit { pair_of, matched, .. } = fit;
        let body = document.body().unwrap_or(Document::ROOT);
        let is_missing = |node: &NodeId| pair_of[node.index()].is_none() && ours.stands[node.index()];
        let missing = |is_of: &dyn Fn(NodeId) -> bool| {
            document.subtree(body).filter(|&node| is_of(node)).filter(is_missing).count()
        };
        let misfit = Misfit {
            nodes: self.nodes.len() - theirs.uncompared - matched,
            elements: missing(&|node| document.is_element(node)),
            texts: missing(&|node| document.is_text(node)),
        };
        Fitted { misfit, layout: self.layout(document, &pair_of) }
    }

    fn layout(&self, document: &Document, pair_of: &[Option<usize>]) -> Layout {
        let mut layout = Layout { styles: self.styles.clone(), viewport: self.viewport, ..Layout::default() };
        for pair in pair_of {
            let entry = pair.map(|pair| {
                let node = &self.nodes[pair];
                let lines = layout.add_lines(node.lines());
                let around = || Rectangle::around(layout.lines[lines.start as usize..].iter().copied());
                LayoutEntry {
                    rectangle: node.rectangle().or_else(around),
                    style: node.style,
                    first_line: lines.start,
                    end_of_lines: lines.end,
                    paint: node.paint.unwrap_or(0),
                }
            });
            layout.nodes.push(entry);
        }
        let boxes = self.nodes.iter().filter_map(LayoutNode::rectangle);
        layout.page = match self.page {
            Some(size) => {
                let (width, height) = (size.width.max(0.0), size.height.max(0.0));
                let window = self.viewport.map_or(width, |window| window.width);
                // What is wider than the window is scrolled to on the left.
                let x = if is_right_to_left(document) { (window - width).min(0.0) } else { 0.0 };
                Rectangle { x, y: 0.0, width, height }
            }
            None => page_around(boxes),
        };
        layout.include_seen_text(document);
        layout
    }
}

/// Whether a page states that it is written from right to left.
fn is_right_to_left(document: &Document) -> bool {
    let stated = |element: NodeId| document.attribute(element, names::DIR);
    let stated = document.body().and_then(stated).or_else(|| document.html().and_then(stated));
    stated.is_some_and(|direction| direction.trim().eq_ignore_ascii_case("rtl"))
}

/// The walk through both trees.
struct TreeFit<'t> {
    theirs: &'t FitTree<'t>,
    ours: &'t FitTree<'t>,
    /// The record's node of each of ours.
    pair_of: Vec<Option<usize>>,
    matched: usize,
    /// Nodes that are one and not yet seen.
    open: Vec<(usize, usize)>,
}

impl TreeFit<'_> {
    fn walk(&mut self) {
        let mut is_taken = vec![false; self.theirs.nodes.len()];
        for &pair in self.pair_of.iter().flatten() {
            is_taken[pair] = true;
        }
        while let Some((their, our)) = self.open.pop() {
            if self.pair_of[our].is_some() || std::mem::replace(&mut is_taken[their], true) {
                continue;
            }
            self.pair_of[our] = Some(their);
            self.matched += 1;
            let theirs =
                self.theirs.children[their].iter().copied().filter(|&child| !is_taken[child]).collect();
            let ours = self.ours.children[our]
                .iter()
                .copied()
                .filter(|&child| self.pair_of[child].is_none())
                .collect();
            self.pair_children(theirs, ours);
        }
    }

    /// Pairs children by ever weaker keys; the numbers tell the kinds of keys apart.
    fn pair_children(&mut self, mut theirs: Vec<usize>, mut ours: Vec<usize>) {
        let name = |node: &TreeNode<'_>| Some((hash_text(&node.name), 0, 0));
        if self.theirs.has_texts {
            self.pair_by(&mut theirs, &mut ours, |node| node.has_text.then_some((node.subtree, 0, 2)));
            self.pair_by(&mut theirs, &mut ours, |node| Some((hash_text(&node.name), node.mark?, 1)));
        }
        self.pair_by(&mut theirs, &mut ours, name);
    }

    fn pair_by(
        &mut self,
        theirs: &mut Vec<usize>,
        ours: &mut Vec<usize>,
        key: impl Fn(&TreeNode<'_>) -> Option<(u64, u32, u8)>,
    ) {
        if theirs.is_empty() || ours.is_empty() {
            return;
        }
        let mut by_key: BTreeMap<_, VecDeque<usize>> = BTreeMap::new();
        for &our in &*ours {
            if let Some(key) = key(&self.ours.nodes[our]) {
                by_key.entry(key).or_default().push_back(our);
            }
        }
        let before = self.open.len();
        theirs.retain(|&their| {
            let same = key(&self.theirs.nodes[their]).and_then(|key| by_key.get_mut(&key)?.pop_front());
            self.open.extend(same.map(|our| (their, our)));
            same.is_none()
        });
        if self.open.len() > before {
            let mut paired: Vec<usize> = self.open[before..].iter().map(|&(_, our)| our).collect();
            paired.sort_unstable();
            ours.retain(|our| paired.binary_search(our).is_err());
        }
    }

    /// Pairs what is left and stands once, with text, in both trees.
    fn find_moved(&mut self) {
        let mut is_taken = vec![false; self.theirs.nodes.len()];
        for &pair in self.pair_of.iter().flatten() {
            is_taken[pair] = true;
        }
        let mut seen: BTreeMap<u64, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (their, node) in self.theirs.nodes.iter().enumerate().filter(|&(their, _)| !is_taken[their]) {
            if node.has_text {
                seen.entry(node.subtree).or_default().0.push(their);
            }
        }
        for (our, node) in self.ours.nodes.iter().enumerate().filter(|&(our, _)| self.pair_of[our].is_none())
        {
            if node.has_text && self.ours.stands[our] {
                seen.entry(node.subtree).or_default().1.push(our);
            }
        }
        let mut moved: Vec<(usize, usize)> = seen
            .into_values()
            .filter_map(|(theirs, ours)| match (&*theirs, &*ours) {
                (&[their], &[our]) => Some((their, our)),
                _ => None,
            })
            .collect();
        // The outermost is popped first and takes what is below it along.
        moved.sort_unstable_by_key(|&(_, our)| std::cmp::Reverse(our));
        self.open.extend(moved);
    }
}

/// A tree as both sides are compared.
struct FitTree<'t> {
    nodes: Vec<TreeNode<'t>>,
    children: Vec<Vec<usize>>,
    roots: Vec<usize>,
    /// Whether a node is compared at all.
    stands: Vec<bool>,
    has_texts: bool,
    /// Nodes of a record in elements whose contents are not compared.
    uncompared: usize,
}

/// A node as it is compared.
#[derive(Default)]
struct TreeNode<'t> {
    name: Cow<'t, str>,
    mark: Option<u32>,
    /// Number of the names and texts of its subtree.
    subtree: u64,
    has_text: bool,
}

/// The number of a text.
fn hash_text(text: &str) -> u64 {
    rapidhash_v3_seeded(text.as_bytes(), &DEFAULT_RAPID_SECRETS)
}

/// The number of a sequence that is followed by one more number; the order counts.
fn then(hash: u64, number: u64) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&hash.to_le_bytes());
    bytes[8..].copy_from_slice(&number.to_le_bytes());
    rapidhash_v3_seeded(&bytes, &DEFAULT_RAPID_SECRETS)
}

/// Elements whose contents are not compared: scripts change them, or browsers keep them elsewhere. The contents of `noscript` are
/// drawn where the page's scripts did not run.
fn is_leaf(name: &str, shows_noscript: bool) -> bool {
    match name {
        "noscript" => !shows_noscript,
        "script" | "style" | "template" | "noembed" | "noframes" | "iframe" | "object" | "textarea" => true,
        _ => false,
    }
}

impl<'t> FitTree<'t> {
    fn of_record(record: &'t LayoutRecord, shows_noscript: bool) -> Self {
        let (roots, mut children) = tree(&record.nodes);
        let nodes: Vec<TreeNode<'t>> = record
            .nodes
            .iter()
            .map(|node| TreeNode {
                name: lower(&node.tag),
                mark: node.mark,
                subtree: u64::from(node.text.unwrap_or(0)),
                has_text: node.text.is_some(),
            })
            .collect();
        let mut uncompared = 0;
        for (leaf, _) in nodes.iter().enumerate().filter(|(_, node)| is_leaf(&node.name, shows_noscript)) {
            let mut below = std::mem::take(&mut children[leaf]);
            while let Some(inside) = below.pop() {
                uncompared += 1;
                below.append(&mut children[inside]);
            }
        }
        let mut order = roots.clone();
        let mut at = 0;
        while at < order.len() {
            order.extend_from_slice(&children[order[at]]);
            at += 1;
        }
        let has_texts = nodes.iter().any(|node| node.has_text);
        let stands = vec![true; nodes.len()];
        let mut tree = FitTree { nodes, children, roots, stands, has_texts, uncompared };
        tree.fold_up(&order, shows_noscript);
        tree
    }

    fn of_document(document: &'t Document, with_texts: bool, shows_noscript: bool) -> Self {
        let mut tree = FitTree {
            nodes: Vec::with_capacity(document.len()),
            children: vec![Vec::new(); document.len()],
            roots: vec![0],
            stands: vec![false; document.len()],
            has_texts: with_texts,
            uncompared: 0,
        };
        let mut skipped_until = 0;
        for node in document.nodes() {
            let mut own = TreeNode::default();
            let mut stands = node.0 >= skipped_until;
            if stands && document.is_text(node) {
                let text = if with_texts { fold::text_number(document.text(node)) } else { None };
                stands = text.is_some();
                own.name = LayoutNode::TEXT.into();
                own.subtree = u64::from(text.unwrap_or(0));
                own.has_text = stands;
            } else if stands && document.is_element(node) {
                let name = document.name(node);
                // What is text of scripts has elements of our own.
                stands = name != names::PAYLOAD;
                own.name = lower(document.name_str(name));
                own.mark = fold::mark_of(
                    document.attribute(node, names::ID),
                    document.attribute(node, names::CLASS),
                );
                if !stands || is_leaf(&own.name, shows_noscript) {
                    skipped_until = document.subtree_end(node);
                }
            } else {
                stands = stands && node == Document::ROOT;
            }
            tree.nodes.push(own);
            tree.stands[node.index()] = stands;
            if let Some(parent) = document.parent(node).filter(|_| stands) {
                tree.children[parent.index()].push(node.index());
            }
        }
        let order: Vec<usize> = (0..document.len()).collect();
        tree.fold_up(&order, shows_noscript);
        tree
    }

    /// Computes the numbers of subtrees; in `order` parents come before their children.
    fn fold_up(&mut self, order: &[usize], shows_noscript: bool) {
        for &node in order.iter().rev() {
            let own = &self.nodes[node];
            let mut subtree = then(hash_text(&own.name), own.subtree);
            let mut has_text = own.has_text;
            for &child in &self.children[node] {
                let child = &self.nodes[child];
                has_text |= child.has_text;
                if !is_leaf(&child.name, shows_noscript) {
                    subtree = then(subtree, child.subtree);
                }
            }
            self.nodes[node].subtree = subtree;
            self.nodes[node].has_text = has_text;
        }
    }
}

/// The nodes without a parent, and the children of each node; each node stands in one place.
fn tree(nodes: &[LayoutNode]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut place_of: BTreeMap<&NodeKey, usize> = BTreeMap::new();
    for (place, node) in nodes.iter().enumerate() {
        place_of.entry(&node.id).or_insert(place);
    }
    let mut children = vec![Vec::new(); nodes.len()];
    let mut is_placed = vec![false; nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        for child in node.children.iter().filter_map(|child| place_of.get(child).copied()) {
            if child != place && !std::mem::replace(&mut is_placed[child], true) {
                children[place].push(child);
            }
        }
    }
    let mut roots = Vec::new();
    for (place, node) in nodes.iter().enumerate().filter(|&(place, _)| !is_placed[place]) {
        match node.parent.as_ref().and_then(|parent| place_of.get(parent)) {
            Some(&parent) if parent != place => children[parent].push(place),
            _ => roots.push(place),
        }
    }
    (roots, children)
}

fn lower(tag: &str) -> Cow<'_, str> {
    if tag.bytes().any(|byte| byte.is_ascii_uppercase()) {
        tag.to_ascii_lowercase().into()
    } else {
        tag.into()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::layout::LayoutError;
    use debulha_dom::{Limits, parse};

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

    /// The record of a page as a browser would write it, with a left edge that counts the nodes.
    fn record_of(html: &str) -> LayoutRecord {
        let doc = parse(html, &Limits::default()).document;
        let mut record = LayoutRecord { format: Some(2), ..LayoutRecord::default() };
        let kept = doc.nodes().filter(|&node| doc.is_element(node) || doc.is_text(node));
        for node in kept.filter(|&node| !doc.is_text(node) || !doc.text(node).trim().is_empty()) {
            let tag = if doc.is_text(node) { LayoutNode::TEXT } else { doc.name_str(doc.name(node)) };
            let parent = doc.parent(node).filter(|&parent| parent != Document::ROOT);
            let at = Rectangle { x: record.nodes.len() as f32, y: 0.0, width: 1.0, height: 1.0 };
            let mut own = LayoutNode::new(node.0.into(), tag, parent.map(|parent| parent.0.into())).at(at);
            own.text = fold::text_number(doc.text(node)).filter(|_| doc.is_text(node));
            own.mark = fold::mark_of(doc.attribute(node, names::ID), doc.attribute(node, names::CLASS));
            record.nodes.push(own);
        }
        record
    }

    /// The texts of `ours` with the texts of `theirs` at whose place they are.
    fn places(ours: &str, theirs: &str) -> (Vec<(String, Option<String>)>, Misfit) {
        let (ours, record) = (parse(ours, &Limits::default()).document, record_of(theirs));
        let theirs = parse(theirs, &Limits::default()).document;
        let fitted = LayoutRecord::from_json(&record.to_json()).unwrap().fit(&ours);
        let text_at = |at: Rectangle| match record.nodes[at.x as usize].id {
            NodeKey::Number(id) => theirs.text(NodeId(id as u32)).to_owned(),
            NodeKey::Name(_) => String::new(),
        };
        let is_script = |node| ours.parent(node).is_some_and(|parent| ours.name(parent) == names::SCRIPT);
        let texts = ours
            .nodes()
            .filter(|&node| ours.is_text(node) && !is_script(node) && !ours.text(node).trim().is_empty());
        let texts =
            texts.map(|node| (ours.text(node).to_owned(), fitted.layout.rectangle(node).map(text_at)));
        (texts.collect(), fitted.misfit)
    }

    fn all_at_their_own(ours: &str, theirs: &str) -> Misfit {
        let (places, misfit) = places(ours, theirs);
        assert!(!places.is_empty());
        for (text, place) in places {
            assert_eq!(Some(&text), place.as_ref(), "{ours} in {theirs}");
        }
        misfit
    }

    #[test]
    fn what_a_script_adds_shifts_nothing() {
        let ours = "<div>Rye</div><div>Oats<p>and wheat</div><script>x()</script>";
        let (added, misfit) = (
            "<div>An advertisement</div><div>Rye</div><script>y()</script><div>Oats<p>and wheat</div>",
            Misfit { nodes: 2, ..Misfit::default() },
        );
        assert_eq!(all_at_their_own(ours, added), misfit);
        let inside = "<div>Rye<p>An advertisement</div><div>Oats<p>and wheat</div>";
        assert_eq!(
            all_at_their_own(ours, inside),
            Misfit { nodes: 2, elements: 1, texts: 0 },
            "the script is not there"
        );
        let marked = "<div class=a>Rye<b>An advertisement</b></div><div class=b>Oats<b>x</b></div>";
        let ours = "<div class=b>Oats</div><div class=a>Rye</div>";
        assert_eq!(all_at_their_own(ours, marked).nodes, 4, "classes tell changed elements apart");
    }

    #[test]
    fn what_a_script_moves_is_found() {
        let ours = "<div id=a><p>Rye</p></div><div id=b><section><p>Oats<p>Wheat</section></div>";
        let moved = "<div id=a><section><p>Oats<p>Wheat</section><p>Rye</p></div><div id=b></div>";
        assert_eq!(all_at_their_own(ours, moved), Misfit::default());
        let twice = "<div id=a></div><div id=b>x<b>Rye</b></div><div id=c>y<b>Rye</b></div>";
        let (twice, _) = places("<div id=a><b>Rye</b></div><div id=b></div><div id=c></div>", twice);
        assert_eq!(twice, [("Rye".to_owned(), None)], "two places are no answer");
    }

    /// The layout of `html` with a box and its text, whose second line ends at 7,920 pixels, in a window of 1280 by 800.
    fn with_low_text(html: &str, box_height: u32, styles: &str) -> Layout {
        let json = format!(
            r##"{{"scripts": false, "viewport": {{"width": 1280, "height": 800, "scale": 1}}, "page": {{"width": 1280, "height": 800}},
            "styles": [{styles}], "nodes": [{{"id": 0, "tag": "body"}},
            {{"id": 1, "tag": "div", "parent": 0, "x": 0, "y": 0, "width": 1280, "height": {box_height}, "style": 0}},
            {{"id": 2, "tag": "#text", "parent": 1, "text": 0, "style": 1, "lines": [[0, 0, 90, 20], [0, 7900, 90, 20]]}}]}}"##
        );
        fit(html, &json).1.layout
    }

    #[test]
    fn pages_are_as_high_as_their_lowest_seen_text() {
        let height = |styles: &str| with_low_text("<div>Rye</div>", 800, styles).page().height;
        assert_eq!(height(r#"{"clips": true}, {}"#), 7920.0, "the box scrolls");
        assert_eq!(height(r#"{}, {"visible": false}"#), 800.0, "nobody sees the text");
        let in_box_of =
            |height: u32| with_low_text("<div>Rye</div>", height, r#"{"clips": true}, {}"#).page().height;
        assert_eq!(in_box_of(1), 800.0, "the box is closed");
        assert_eq!(in_box_of(2), 7920.0);
    }

    #[test]
    fn noscript_is_compared_where_scripts_did_not_run() {
        let json = |scripts: &str| {
            format!(
                r#"{{{scripts} "nodes": [{{"id": 0, "tag": "body"}}, {{"id": 1, "tag": "noscript", "parent": 0}}, {{"id": 2, "tag": "p",
                "parent": 1, "x": 8, "y": 8, "width": 90, "height": 20}}]}}"#
            )
        };
        let at = |scripts: &str| {
            let (doc, fitted) = fit("<body><noscript><p>Rye</noscript>", &json(scripts));
            let paragraph = doc.elements_named(names::P).next().unwrap();
            (fitted.layout.rectangle(paragraph).map(|at| at.x), fitted.misfit)
        };
        assert_eq!(at(r#""scripts": false,"#), (Some(8.0), Misfit::default()));
        assert_eq!(at(r#""scripts": true,"#), (None, Misfit::default()));
        assert_eq!(at(""), (None, Misfit::default()));
    }

    #[test]
    fn pages_from_right_to_left_begin_left_of_the_window() {
        let json = r##"{"viewport": {"width": 1280, "height": 800, "scale": 1}, "page": {"width": 1600, "height": 900}, "styles": [{}],
            "nodes": [{"id": 0, "tag": "body"}, {"id": 1, "tag": "#text", "parent": 0, "text": 0, "style": 0,
            "lines": [[-320, 0, 90, 20]]}]}"##;
        let seen = |html: &str| {
            let (doc, fitted) = fit(html, json);
            let text = doc.nodes().find(|&node| doc.is_text(node)).unwrap();
            (fitted.layout.is_seen(text), fitted.layout.page().x, fitted.layout.canvas().x)
        };
        assert_eq!(seen("<html dir=RTL><body>Rye"), (Some(true), -320.0, 0.0));
        assert_eq!(seen("<body dir=rtl>Rye"), (Some(true), -320.0, 0.0));
        assert_eq!(seen("<html dir=rtl><body dir=ltr>Rye"), (Some(false), 0.0, 0.0));
        assert_eq!(seen("<body>Rye"), (Some(false), 0.0, 0.0));
    }

    #[test]
    fn a_record_of_the_second_format_gives_styles_and_lines() {
        let json = r##"{"format": 2, "page": {"width": 1280, "height": 900}, "styles": [{"font_size": 12, "color": "#ff0000"}],
            "nodes": [{"id": 0, "tag": "body"}, {"id": 1, "tag": "#text", "parent": 0, "text": 0, "style": 0, "paint": 4,
            "lines": [[8, 8, 100, 20], [8, 28, 60, 20]]}, {"id": 2, "tag": "#text", "parent": 0, "text": 1, "style": 9}]}"##;
        let (doc, Fitted { layout, .. }) = fit("Rye<b>x</b>Oats", json);
        let texts: Vec<NodeId> = doc.nodes().filter(|&node| doc.is_text(node)).collect();
        assert_eq!(layout.lines(texts[0]).len(), 2);
        assert_eq!(layout.rectangle(texts[0]).unwrap().height, 40.0, "around the lines");
        assert_eq!(layout.style(texts[0]).unwrap().color.to_string(), "#ff0000");
        assert_eq!((layout.paint_order(texts[0]), layout.page().height), (4, 900.0));
        assert_eq!(layout.is_seen(texts[0]), Some(true));
        assert_eq!((layout.is_seen(texts[2]), layout.style(texts[2])), (Some(false), None), "no such style");
        assert_eq!(layout.is_seen(texts[1]), None, "not in the record");
        assert_eq!(layout.canvas(), layout.page(), "the window is not known");
        let wide = r#"{"page": {"width": 5120, "height": 900}, "viewport": {"width": 1280, "height": 800, "scale": 1}, "nodes": []}"#;
        let (_, Fitted { layout, .. }) = fit("Rye", wide);
        assert_eq!(
            (layout.canvas().width, layout.canvas().height, layout.page().width),
            (1280.0, 900.0, 5120.0)
        );
        let newer = LayoutRecord::from_json(r#"{"format": 3, "nodes": []}"#);
        assert!(matches!(newer, Err(LayoutError::Format(3))));
    }
}
