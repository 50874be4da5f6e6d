//! Density sums over the tree and the subtrees that they choose: what CETD and its plain variant share.
//!
//! Three steps, each O(nodes): characters inside hyperlinks ([`LinkedChars`]), one pass from the last node to the
//! first for densities, sums and maxima ([`Densities`]), the choice of subtrees ([`DensitySelection`]).

use crate::outcome::{Labels, Reason};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{Document, NameId, NodeId, NodeKind, names};

/// Densities that differ by less are equal (our decision): the order of summation is no evidence.
const TOLERANCE: f64 = 1e-9;

crate::choices! {
    /// Which elements are hyperlinks.
    pub enum LinkLike {
        /// `a` alone.
        Anchors,
        /// `a`, `button` and `select`, as in the authors' program.
        Controls,
    }
}

impl LinkLike {
    /// Whether elements of this name are hyperlinks.
    #[inline]
    pub fn matches(self, name: NameId) -> bool {
        match self {
            LinkLike::Anchors => name == names::A,
            LinkLike::Controls => matches!(name, names::A | names::BUTTON | names::SELECT),
        }
    }
}

crate::choices! {
    /// What the density sum of an element runs over.
    pub enum SumOver {
        /// Its child elements.
        Children,
        /// All descendants: `body` then has the largest sum, and the whole page is content.
        Descendants,
    }
}

crate::choices! {
    /// Which density a branch must reach to be searched.
    pub enum DensityThreshold {
        /// The least density between the densest subtree and `body`, both included.
        PathMinimum,
        /// The density of `body`.
        Body,
    }
}

crate::choices! {
    /// What becomes of text that stands directly in an element above content.
    pub enum PathText {
        /// It is content.
        Keep,
        /// It is noise.
        Drop,
    }
}

/// Characters inside hyperlinks, for every subtree in O(1).
///
/// Elements inside a hyperlink have as many as they have characters.
#[derive(Debug)]
pub struct LinkedChars {
    /// Entry `n` counts those before node `n`.
    before: Vec<u32>,
}

impl LinkedChars {
    /// One pass. O(nodes).
    pub fn compute(page: &Page<'_>, link_like: LinkLike, scratch: &mut Scratch) -> Self {
        let (doc, stats) = (page.document(), page.stats());
        let mut before = scratch.indices(doc.len() + 1, 0);
        let (mut sum, mut link_end) = (0, 0);
        for node in doc.nodes() {
            before[node.index()] = sum;
            if link_like.matches(doc.name(node)) {
                link_end = link_end.max(doc.subtree_end(node));
            } else if node.0 < link_end && doc.is_text(node) {
                sum += stats.chars(doc, node);
            }
        }
        before[doc.len()] = sum;
        LinkedChars { before }
    }

    /// Characters inside hyperlinks in a subtree.
    #[inline]
    pub fn subtree(&self, doc: &Document, node: NodeId) -> u32 {
        self.before[doc.subtree_end(node) as usize] - self.before[node.index()]
    }

    /// Hands the buffer back.
    pub fn give(self, scratch: &mut Scratch) {
        scratch.give_indices(self.before);
    }
}

/// What a density is computed from.
#[derive(Debug, Clone, Copy)]
pub struct Subtree {
    /// The element (or the document, where there is no `body`).
    pub node: NodeId,
    /// Its characters: C.
    pub chars: u32,
    /// Its characters inside hyperlinks: LC.
    pub linked: u32,
    /// Its descendant elements, itself excluded: T.
    pub elements: u32,
}

impl Subtree {
    /// The counts of an element in the clean view.
    #[inline]
    pub fn of(page: &Page<'_>, linked: &LinkedChars, node: NodeId) -> Self {
        let doc = page.document();
        let counts = page.stats().range(node.0 + 1..doc.subtree_end(node));
        Subtree { node, chars: counts.chars, linked: linked.subtree(doc, node), elements: counts.elements }
    }
}

/// Density, density sum and the largest sum below, of every visible element in `body`.
#[derive(Debug)]
pub struct Densities {
    density: Vec<f64>,
    sum: Vec<f64>,
    /// The largest density sum in the subtree, the element included.
    peak: Vec<f64>,
    /// The first element in document order that has it.
    peak_node: Vec<u32>,
}

impl Densities {
    /// One pass from the last node of `body` to the first. O(nodes) and a call of `text_run` or `element` each.
    ///
    /// `element` gives the density of an element; it is called for children before their parents. `text_run` gives
    /// what a text node adds to the sum of its parent, from characters and characters inside hyperlinks; it is
    /// called only where the parent has elements too, since an element without any has its density for its sum.
    pub fn compute(
        page: &Page<'_>,
        linked: &LinkedChars,
        sum_over: SumOver,
        scratch: &mut Scratch,
        text_run: impl Fn(u32, u32) -> f64,
        mut element: impl FnMut(Subtree) -> f64,
    ) -> Self {
        let (doc, stats, visibility) = (page.document(), page.stats(), page.visibility());
        let len = doc.len();
        let mut found = Densities {
            density: scratch.floats(len, 0.0),
            sum: scratch.floats(len, 0.0),
            peak: scratch.floats(len, 0.0),
            peak_node: scratch.indices(len, 0),
        };
        let body = page.body();
        for node in doc.subtree(body).rev() {
            if visibility.is_hidden(node) {
                continue;
            }
            if doc.kind(node) == NodeKind::Text {
                let chars = stats.chars(doc, node);
                let Some(parent) = doc.parent(node).filter(|_| chars > 0) else { continue };
                if stats.range(parent.0 + 1..doc.subtree_end(parent)).elements > 0 {
                    found.sum[parent.index()] += text_run(chars, linked.subtree(doc, node));
                }
            } else {
                let subtree = Subtree::of(page, linked, node);
                let density = element(subtree);
                let parent = doc.parent(node).filter(|_| node != body);
                found.close(subtree, density, parent, sum_over);
            }
        }
        found
    }

    /// Finishes an element whose children are finished, and adds it to its parent.
    #[inline]
    fn close(&mut self, subtree: Subtree, density: f64, parent: Option<NodeId>, sum_over: SumOver) {
        let index = subtree.node.index();
        self.density[index] = density;
        if subtree.elements == 0 {
            self.sum[index] = density;
        }
        self.raise_peak(index, self.sum[index], subtree.node.0);
        if let Some(parent) = parent {
            self.sum[parent.index()] += match sum_over {
                SumOver::Children => density,
                SumOver::Descendants => self.sum[index],
            };
            self.raise_peak(parent.index(), self.peak[index], self.peak_node[index]);
        }
    }

    /// Offers a sum to the peak of an element. Nodes come last to first, so that an equal one is earlier and wins.
    #[inline]
    fn raise_peak(&mut self, index: usize, sum: f64, node: u32) {
        if sum + TOLERANCE >= self.peak[index] {
            self.peak[index] = sum.max(self.peak[index]);
            self.peak_node[index] = node;
        }
    }

    /// The density of an element; 0 for other and hidden nodes.
    pub fn density(&self, node: NodeId) -> f64 {
        self.density[node.index()]
    }

    /// The density sum of an element; 0 for other and hidden nodes.
    pub fn sum(&self, node: NodeId) -> f64 {
        self.sum[node.index()]
    }

    /// The first element in document order with the largest density sum in the subtree of an element.
    pub fn densest(&self, node: NodeId) -> NodeId {
        NodeId(self.peak_node[node.index()])
    }

    /// Whether a branch may be searched.
    fn reaches(&self, node: NodeId, threshold: f64) -> bool {
        self.density(node) + TOLERANCE >= threshold
    }

    /// Hands the buffers back.
    pub fn give(self, scratch: &mut Scratch) {
        scratch.give_floats(self.density);
        scratch.give_floats(self.sum);
        scratch.give_floats(self.peak);
        scratch.give_indices(self.peak_node);
    }
}

/// Part of a node in a [`DensitySelection`].
const UNMARKED: u32 = 0;
/// The node is above a content subtree.
const PATH: u32 = 1;
/// The node is the root of a content subtree.
const CONTENT: u32 = 2;

/// The subtrees that are content, and the elements above them.
#[derive(Debug)]
pub struct DensitySelection {
    /// The element with the largest density sum of the page.
    pub densest: NodeId,
    /// The density that a branch must reach.
    pub threshold: f64,
    roots: Vec<NodeId>,
    marks: Vec<u32>,
}

impl DensitySelection {
    /// Takes the densest subtree, then, from `body` downwards through branches that reach the threshold, the
    /// densest subtree below every element. O(nodes).
    pub fn choose(
        page: &Page<'_>,
        densities: &Densities,
        threshold: DensityThreshold,
        scratch: &mut Scratch,
    ) -> Self {
        let (doc, body) = (page.document(), page.body());
        let densest = densities.densest(body);
        let of_body = densities.density(body);
        let threshold = match threshold {
            DensityThreshold::Body => of_body,
            DensityThreshold::PathMinimum => std::iter::once(densest)
                .chain(doc.ancestors(densest))
                .take_while(|&node| node > body)
                .fold(of_body, |least, node| least.min(densities.density(node))),
        };
        let marks = scratch.indices(doc.len(), UNMARKED);
        let mut selection = DensitySelection { densest, threshold, roots: Vec::new(), marks };
        selection.add(page, densest);
        let mut cursor = body.0;
        while cursor < doc.subtree_end(body) {
            let node = NodeId(cursor);
            let searched = node == body || (doc.is_element(node) && !page.visibility().is_hidden(node));
            if searched && !selection.is_root(node) && densities.reaches(node, threshold) {
                let densest = densities.densest(node);
                // No other subtree that is content can contain it: it would be the densest one here.
                if !selection.is_root(densest) {
                    selection.add(page, densest);
                }
                cursor += 1;
            } else {
                cursor = doc.subtree_end(node);
            }
        }
        selection.roots.sort_unstable();
        selection
    }

    fn add(&mut self, page: &Page<'_>, root: NodeId) {
        self.marks[root.index()] = CONTENT;
        self.roots.push(root);
        let body = page.body();
        for above in page.document().ancestors(root).take_while(|&node| node >= body) {
            if self.marks[above.index()] != UNMARKED {
                break;
            }
            self.marks[above.index()] = PATH;
        }
    }

    fn is_root(&self, node: NodeId) -> bool {
        self.marks[node.index()] == CONTENT
    }

    fn is_path(&self, node: NodeId) -> bool {
        self.marks[node.index()] == PATH
    }

    /// The text of the selection. O(text nodes of `body`).
    pub fn labels(&self, page: &Page<'_>, path_text: PathText) -> Labels {
        let (doc, body) = (page.document(), page.body());
        let mut roots = self.roots.iter().peekable();
        let mut content_end = 0;
        let in_selection = |node: &NodeId| {
            while let Some(root) = roots.next_if(|&root| root < node) {
                content_end = content_end.max(doc.subtree_end(*root));
            }
            let on_path = || doc.parent(*node).is_some_and(|parent| self.is_path(parent));
            node.0 < content_end || (path_text == PathText::Keep && on_path())
        };
        let nodes = page.text_nodes_in(body.0..doc.subtree_end(body)).iter().copied();
        Labels::from_text_nodes(doc, nodes.filter(in_selection))
    }

    /// The rules and numbers behind a text node's fate: the densest subtree, then each element from `body` down.
    ///
    /// `describe` names an element's density and what it was computed from.
    pub fn explain(
        &self,
        page: &Page<'_>,
        densities: &Densities,
        path_text: PathText,
        text_node: NodeId,
        describe: impl Fn(NodeId) -> String,
    ) -> Vec<Reason> {
        let (doc, body, threshold) = (page.document(), page.body(), self.threshold);
        if !doc.contains(body, text_node) || page.stats().chars(doc, text_node) == 0 {
            let detail = "hidden, blank or outside of body".to_owned();
            return vec![Reason { rule: "clean view", keeps: false, node: text_node, detail }];
        }
        let densest = self.densest;
        let mut reasons = vec![Reason {
            rule: "densest subtree",
            keeps: doc.contains(densest, text_node),
            node: densest,
            detail: format!(
                "DensitySum {:.4} is the largest, at {}; threshold {threshold:.4}",
                densities.sum(densest),
                doc.xpath(densest)
            ),
        }];
        let mut above: Vec<NodeId> = doc.ancestors(text_node).take_while(|&node| node >= body).collect();
        above.reverse();
        let mut searched = true;
        for node in above {
            if self.is_root(node) {
                let detail = format!("{}: all text below {} is content", describe(node), doc.xpath(node));
                reasons.push(Reason { rule: "content subtree", keeps: true, node, detail });
                return reasons;
            }
            // Content below a branch that is not searched was taken from above it.
            if searched {
                searched = densities.reaches(node, threshold);
                let relation = if searched { "reaches" } else { "below" };
                let detail = format!(
                    "{} {relation} threshold {threshold:.4}; DensitySum {:.4}",
                    describe(node),
                    densities.sum(node)
                );
                reasons.push(Reason { rule: "threshold", keeps: searched, node, detail });
            }
        }
        let parent = doc.parent(text_node).unwrap_or(body);
        let on_path = self.is_path(parent);
        let detail =
            if on_path { "stands directly in an element above content" } else { "in no content subtree" };
        let keeps = on_path && path_text == PathText::Keep;
        reasons.push(Reason { rule: "path text", keeps, node: parent, detail: detail.to_owned() });
        reasons
    }

    /// Hands the buffer back.
    pub fn give(self, scratch: &mut Scratch) {
        scratch.give_indices(self.marks);
    }
}
