//! `rtdm`: the template that a few pages share, by restricted top-down mappings of their trees.

mod alignment;
mod mapping;
#[cfg(test)]
mod tests;

use crate::site::labelled_tree::LabelledTree;
use debulha_core::features::hashing::{hash_attributes, hash_folded, hash_text, short, then};
use debulha_core::features::repetition::Components;
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, choices, params, site_method};
use debulha_dom::NodeId;
pub use mapping::{ClassedTree, Mapping, TreeBudget, removed};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

choices! {
    /// What tells elements apart.
    pub enum Label {
        /// Name and attributes.
        Attributes,
        /// The name.
        Tag,
    }
}

choices! {
    /// What it costs to map two inner nodes with different labels.
    pub enum Replacement {
        /// Both subtrees: one is deleted, the other inserted.
        WholeSubtrees,
        /// One replacement, and all that is below both, as in published programs.
        Root,
    }
}

choices! {
    /// Which templates a site of several has.
    pub enum Templates {
        /// One of each cluster with enough pages; a page is judged by the one that it has most of.
        EachCluster,
        /// That of the largest cluster.
        LargestCluster,
    }
}

params! {
    /// Parameters of `rtdm`.
    pub struct RtdmParams {
        /// Pages that the templates are made of at most, those with the smallest keys: k (vieira2006).
        pub pages: u32 = 10, range: 1..=1000;
        /// Pages that a template is made of at least (our decision).
        pub min_pages: u32 = 3, range: 2..=1000;
        /// What tells elements apart (our decision: addresses with a session or an archive's date in them, and wrappers
        /// that name the page, leave pages without anything in common by attributes).
        pub label: Label = Label::Tag;
        /// What inner nodes with different labels cost (our decision, after "children of differently labelled nodes are
        /// not mapped" of reis2004).
        pub replacement: Replacement = Replacement::WholeSubtrees;
        /// Similarity from which on two pages are of one cluster, 1 − distance / nodes of both; single link (reis2004).
        pub similarity: f64 = 0.8, range: 0.0..=1.0;
        /// Which templates there are where the pages fall into clusters (our decision; vieira2006 take pages of one
        /// template).
        pub templates: Templates = Templates::EachCluster;
        /// Pages in a row that do not change a template, after which no more are looked at (our decision).
        pub stable_pages: u32 = 3, range: 1..=1000;
        /// Children of two nodes, one number by the other, up to which they are aligned exactly; beyond, only equal
        /// subtrees are (our decision).
        pub max_product: u32 = 250_000, range: 1..=100_000_000;
        /// Pairs of children that are looked at for two pages, and children listed for it; beyond, what is below two nodes
        /// counts as having nothing in common (our decision).
        pub max_pairs: u32 = 4_000_000, range: 1..=1_000_000_000;
    }
}

/// The tree of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RtdmRecord {
    /// The elements and texts of the body; labels in 28 bits: two that differ are taken for one with a chance of
    /// 1 in 2.7 · 10⁸.
    pub tree: LabelledTree,
}

site_method! {
    /// Drops the texts that a few pages of the site share at the same place of their trees.
    ///
    /// ## How it decides
    /// 1. Up to `pages` pages are compared, each with each, by the cost of the cheapest mapping of their trees that keeps
    ///    order and ancestors, and maps nodes only where it maps their parents: a deleted, inserted or replaced node
    ///    costs 1. Similar pages are clustered.
    /// 2. The template of a cluster is the tree of its first page, less whatever the mapping to each next page does not
    ///    map to a node with the same label.
    /// 3. A page is laid over the template from the body down; children are aligned by their labels, equal subtrees
    ///    first. Text that is aligned with equal text goes. What is left is content.
    ///
    /// ## Cost
    /// O(nodes + text) a page to observe; a page is judged in O(nodes · children), within `max_pairs`. Learning compares
    /// at most `pages`² / 2 pairs of pages: O(nodes²) in the worst case, near O(nodes) where subtrees are equal, and never
    /// more than `max_pairs` pairs of children for two pages. Kept: 5 to 6 bytes an element or text.
    /// ## Differs from the paper
    /// How a mapping changes the template was not published in full: ours keeps what is mapped at no cost. Children are
    /// aligned within a counted budget; lists beyond `max_product` only by their equal subtrees, O(children log children).
    /// Sites with several templates have several here (`templates`). The body's label does not matter.
    /// ## Known failures
    /// A text with a date, a counter or the reader's place in it is content. Values that all compared pages have in
    /// common are template. Lists of links that change from page to page are content. By attributes (`label`), what is
    /// inside an element whose class names the page or its state is content. With fewer than `min_pages` similar pages
    /// it abstains.
    /// ## Example
    /// See `debulha_core::site::learn`.
    /// ## References
    /// reis2004, vieira2006
    pub struct Rtdm(RtdmParams) {
        id: "rtdm",
        title: "Template by restricted top-down mapping",
        cite: ["reis2004", "vieira2006"],
        provenance: Paper,
        unit: Node,
        record: RtdmRecord,
        learned: SiteTemplates,
        kept: ["label"],
        min_pages: 3,
        presets: [],
    }
}

impl RtdmParams {
    fn budget(&self) -> TreeBudget {
        TreeBudget { max_product: self.max_product as usize, max_pairs: self.max_pairs as usize }
    }
}

impl Rtdm {
    fn keep(&self, page: &Page<'_>) -> RtdmRecord {
        RtdmRecord { tree: page_tree(page, self.params.label).0 }
    }

    fn learn(&self, mut pages: Vec<Observed<RtdmRecord>>) -> SiteTemplates {
        pages.truncate(self.params.pages as usize);
        let trees: Vec<ClassedTree> =
            pages.into_iter().map(|page| ClassedTree::new(page.record.tree)).collect();
        let mut clusters = self.clusters(&trees);
        clusters.retain(|cluster| cluster.len() >= self.params.min_pages as usize);
        // Stable: of equally large ones the first page decides.
        clusters.sort_by_key(|cluster| Reverse(cluster.len()));
        if self.params.templates == Templates::LargestCluster {
            clusters.truncate(1);
        }
        let templates = clusters.iter().map(|cluster| Template {
            tree: self.template(cluster.iter().map(|&page| &trees[page])),
            pages: cluster.len(),
        });
        SiteTemplates { templates: templates.collect(), params: self.params.clone() }
    }

    /// The pages by similarity, each cluster in order. O(pages²) mappings.
    fn clusters(&self, trees: &[ClassedTree]) -> Vec<Vec<usize>> {
        let mut components = Components::new(trees.len());
        for (later, tree) in trees.iter().enumerate() {
            for (earlier, other) in trees[..later].iter().enumerate() {
                if components.smallest(earlier) == components.smallest(later) {
                    continue;
                }
                let distance =
                    Mapping::new(other, tree, self.params.replacement, self.params.budget()).distance();
                let nodes = (tree.tree.len() + other.tree.len()) as f64;
                if 1.0 - f64::from(distance) / nodes >= self.params.similarity {
                    components.join(earlier, later);
                }
            }
        }
        let mut clusters = vec![Vec::new(); trees.len()];
        for page in 0..trees.len() {
            clusters[components.smallest(page)].push(page);
        }
        clusters.retain(|cluster| !cluster.is_empty());
        clusters
    }

    /// What pages share.
    fn template<'t>(&self, mut pages: impl Iterator<Item = &'t ClassedTree>) -> ClassedTree {
        let Some(first) = pages.next() else { return ClassedTree::new(LabelledTree::from_depths([])) };
        let mut template = first.clone();
        let mut unchanged = 0;
        for page in pages {
            let mapped =
                Mapping::new(&template, page, self.params.replacement, self.params.budget()).mapped();
            let rest = template.tree.retain(&mapped);
            unchanged = if rest == template.tree { unchanged + 1 } else { 0 };
            if unchanged == self.params.stable_pages {
                break;
            }
            if unchanged == 0 {
                template = ClassedTree::new(rest);
            }
        }
        template
    }
}

/// The tree of a page's body, elements and texts that are not blank, and the node of each of its nodes.
/// O(nodes + bytes of text and attributes).
fn page_tree(page: &Page<'_>, label: Label) -> (LabelledTree, Vec<NodeId>) {
    let doc = page.document();
    let body = page.body();
    let mut nodes = Vec::new();
    let labels = doc.subtree(body).filter_map(|node| {
        let is_text = doc.is_text(node);
        if node != body && (page.visibility().is_hidden(node) || !(is_text || doc.is_element(node))) {
            return None;
        }
        if is_text && !doc.text(node).contains(|c: char| !c.is_whitespace()) {
            return None;
        }
        nodes.push(node);
        let label = match label {
            // Whatever the body is like, it is the body.
            _ if node == body => 0,
            _ if is_text => then(0, hash_folded(doc.text(node))),
            Label::Tag => hash_text(doc.name_str(doc.name(node))),
            Label::Attributes => then(hash_text(doc.name_str(doc.name(node))), hash_attributes(doc, node)),
        };
        Some((short(label), u32::from(doc.depth(node))))
    });
    (LabelledTree::from_depths(labels), nodes)
}

/// A template.
#[derive(Debug)]
struct Template {
    tree: ClassedTree,
    /// Pages of its cluster.
    pages: usize,
}

/// The templates of a site.
#[derive(Debug)]
pub struct SiteTemplates {
    /// The one of most pages first.
    templates: Vec<Template>,
    params: RtdmParams,
}

impl SiteTemplates {
    /// The text nodes of the page that are in the template it has most of, and the pages of that one; `None` without
    /// templates.
    fn judge(&self, page: &Page<'_>) -> Option<(Vec<NodeId>, usize)> {
        let (tree, nodes) = page_tree(page, self.params.label);
        let tree = ClassedTree::new(tree);
        let laid_over = self.templates.iter().map(|template| {
            let removed = removed(&template.tree, &tree, self.params.budget());
            (removed.iter().filter(|&&removed| removed).count(), removed, template.pages)
        });
        let (_, removed, pages) = laid_over.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
        let texts = nodes.into_iter().zip(removed);
        let removed = texts.filter(|&(node, removed)| removed && page.document().is_text(node));
        Some((removed.map(|(node, _)| node).collect(), pages))
    }
}

impl LearnedMethod for SiteTemplates {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let Some((removed, _)) = self.judge(page) else {
            return Outcome::Abstained(Abstention::Missing("enough pages of one template to learn from"));
        };
        let mut removed = removed.into_iter().peekable();
        let kept = page.body_text_nodes().iter().copied().filter(|&node| {
            while removed.next_if(|&other| other < node).is_some() {}
            removed.peek() != Some(&node)
        });
        Outcome::Labeled(Labels::from_text_nodes(page.document(), kept))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let (removed, pages) = self.judge(page)?;
        let keeps = removed.binary_search(&text_node).is_err();
        let is = if keeps { "not in" } else { "in" };
        let detail = format!("{is} the template of {pages} pages");
        Some(vec![Reason { rule: "template", keeps, node: text_node, detail }])
    }
}
