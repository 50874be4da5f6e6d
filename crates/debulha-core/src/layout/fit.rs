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
mod tests;
