//! `site_style_tree`: noisy and meaningful parts by the site style tree.

mod elements;
#[cfg(test)]
mod tests;
mod tree;

use crate::site::labelled_tree::LabelledTree;
use debulha_core::features::stop_words::StopWords;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, params, site_method};
use debulha_dom::NodeId;
use elements::{BodyElements, features};
use serde::{Deserialize, Serialize};
use std::ops::Range;
pub use tree::StyleTree;
use tree::{ElementMark, StyleTreeOptions, TreeRecord};

params! {
    /// Parameters of `site_style_tree`.
    pub struct SiteStyleTreeParams {
        /// Composite importance below which an element with all that is below it is noisy, t (our decision .2; yi2003
        /// choose it for each site on a few of its pages: see [`choose_threshold`]).
        pub threshold: f64 = 0.2, range: 0.0..=1.0;
        /// How much less the variety of an element's children counts than their own importance, the fewer styles there
        /// are: γ (yi2003).
        pub attenuation: f64 = 0.9, range: 0.0..=1.0;
        /// Words that are no features of a leaf (yi2003 leave stop words out without naming a list).
        pub stop_words: StopWords = StopWords::Auto;
        /// Whether text that stands beside elements in the same parent is a leaf of its own (our decision; false:
        /// it shares the fate of its parent, as in yi2003).
        pub own_text: bool = true;
        /// Styles of an element that are looked into, the most frequent ones; what has another style is kept as it is
        /// (our decision; 0: all of them, as in yi2003). Without effect on styles of one page, which are kept anyhow.
        pub max_styles: u32 = 0, range: 0..=1_000_000;
    }
}

/// The elements of a page and what its leaves hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StyleRecord {
    /// The body's elements; labels are their names and presentation, in 28 bits: two that differ are taken for one with
    /// a chance of 1 in 2.7 · 10⁸.
    pub elements: LabelledTree,
    /// The elements with features, in order, with the number of these.
    pub leaves: Vec<(u32, u32)>,
    /// The features of the leaves in order: words, files of images, targets of links, in 28 bits.
    pub features: Vec<u32>,
}

site_method! {
    /// Drops the parts of a page that look and read the same all over the site.
    ///
    /// ## How it decides
    /// 1. The element trees of the pages become one tree. An element of it has one or more styles: the sequences of
    ///    child elements, by name and presentation, that pages have at this place.
    /// 2. The importance of an element is the entropy of its styles; of a leaf, one less the mean entropy of the
    ///    pages that its features come from, so 0 where all pages have the same words and 1 where each has its own.
    ///    Logarithms are to the base of the pages that have the element; what one page has, has importance 1.
    /// 3. The composite importance of an element with `l` styles is its own by `1 − γ^l` and that of its children
    ///    by `γ^l`.
    /// 4. An element is noisy if it and all below it have composite importances below `threshold`, and meaningful if
    ///    nothing in it is noisy.
    /// 5. A page is laid over the tree from the body down: noisy elements go, meaningful ones stay, what has a style
    ///    that the tree does not know stays, and in all others the same is done with the children.
    ///
    /// ## Cost
    /// O(nodes + text) a page, to observe and to decide; learning is O(elements + features log features) of all pages.
    /// Kept: 5 bytes an element, 4 a feature.
    /// ## Differs from the paper
    /// Presentation is every attribute but those of content and identity, a list of ours. Images are content of their
    /// parents. Text beside elements is a leaf of its own (`own_text`). The body's own attributes do not matter. Leaves
    /// without features have importance 0. Styles of one page are not stored: all in them has importance 1 anyhow.
    /// ## Known failures
    /// Where pages name no language, it is guessed page by page, and what is the same on all of them may lose other stop
    /// words on each (`stop_words` none).
    /// Styles are whole sequences of children: on lists and articles of any length nearly each page has its own, so that
    /// menus in the same parent stay with it. A class that names the page has the same effect. Values that most pages
    /// share in a table of facts are dropped.
    /// ## Example
    /// See `debulha_core::site::learn`.
    /// ## References
    /// yi2003
    pub struct SiteStyleTree(SiteStyleTreeParams) {
        id: "site_style_tree",
        title: "Site style tree",
        cite: ["yi2003"],
        provenance: Paper,
        unit: Subtree,
        record: StyleRecord,
        learned: LearnedStyles,
        kept: ["stop_words", "own_text"],
        min_pages: 20,
        presets: [],
    }
}

impl SiteStyleTree {
    fn keep(&self, page: &Page<'_>) -> StyleRecord {
        let elements = BodyElements::of(page, self.params.own_text);
        let (leaves, features) = features(page, &elements, &self.params.stop_words);
        StyleRecord { elements: elements.tree, leaves, features }
    }

    fn learn(&self, pages: Vec<Observed<StyleRecord>>) -> LearnedStyles {
        let records: Vec<StyleRecord> = pages.into_iter().map(|page| page.record).collect();
        let records: Vec<TreeRecord<'_>> = records.iter().map(TreeRecord::new).collect();
        let options = StyleTreeOptions {
            attenuation: self.params.attenuation,
            max_styles: self.params.max_styles as usize,
            threshold: self.params.threshold,
        };
        LearnedStyles { own_text: self.params.own_text, tree: StyleTree::build(&records, &options) }
    }
}

/// The style tree of a site.
#[derive(Debug)]
pub struct LearnedStyles {
    own_text: bool,
    /// The tree, its marks by the threshold in force.
    pub tree: StyleTree,
}

/// What was decided on a part of a page.
struct Verdict {
    nodes: Range<u32>,
    /// The element of the style tree that it matched; `None` where its style is not in the tree.
    element: Option<u32>,
    keeps: bool,
}

impl LearnedStyles {
    /// Lays the page over the tree. O(nodes).
    fn judge(&self, page: &Page<'_>) -> Vec<Verdict> {
        let elements = BodyElements::of(page, self.own_text);
        let mut verdicts = Vec::new();
        let mut open = vec![(StyleTree::ROOT, 0)];
        while let Some((matched, element)) = open.pop() {
            let mark = self.tree.mark(matched);
            let children = if mark == ElementMark::Mixed {
                self.tree.children(matched, &elements.tree, element)
            } else {
                None
            };
            let Some(children) = children else {
                let keeps = mark != ElementMark::Noisy;
                let known = (mark != ElementMark::Mixed).then_some(matched);
                let ranges = elements.nodes_of(page, element).into_iter();
                verdicts.extend(ranges.map(|nodes| Verdict { nodes, element: known, keeps }));
                continue;
            };
            if !self.own_text {
                let own = elements.between_children(page, element).into_iter();
                verdicts.extend(own.map(|nodes| Verdict { nodes, element: Some(matched), keeps: true }));
            }
            open.extend(children.zip(elements.tree.children(element)));
        }
        verdicts
    }
}

impl LearnedMethod for LearnedStyles {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let kept = self.judge(page).into_iter().filter(|verdict| verdict.keeps);
        Outcome::Labeled(Labels::from_ranges(page, kept.map(|verdict| verdict.nodes)))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let verdict = self.judge(page).into_iter().find(|verdict| verdict.nodes.contains(&text_node.0))?;
        let (rule, detail) = match verdict.element {
            None => ("new_style", "no page of the site has these child elements here".to_owned()),
            Some(element) => {
                let rule = match self.tree.mark(element) {
                    ElementMark::Noisy => "noisy",
                    ElementMark::Meaningful => "meaningful",
                    ElementMark::Mixed => "own_text",
                };
                (rule, self.tree.describe(element))
            }
        };
        let starts_with_text = page.document().is_text(NodeId(verdict.nodes.start));
        let node = if starts_with_text { text_node } else { NodeId(verdict.nodes.start) };
        Some(vec![Reason { rule, keeps: verdict.keeps, node, detail }])
    }
}

/// The thresholds that [`choose_threshold`] tries unless told otherwise (our decision).
pub const THRESHOLDS: [f64; 5] = [0.1, 0.2, 0.3, 0.4, 0.5];

/// The threshold of those given with which a site's tree does best on labelled pages, as yi2003 choose it for each
/// site: `score` judges what was learned, larger is better. Of equally good ones the first; the marks are left as with
/// the chosen one. O(elements of the tree) and one scoring a threshold. `None` without thresholds.
pub fn choose_threshold(
    learned: &mut LearnedStyles,
    thresholds: &[f64],
    mut score: impl FnMut(&LearnedStyles) -> f64,
) -> Option<f64> {
    let mut best: Option<(f64, f64)> = None;
    for &threshold in thresholds {
        learned.tree.set_threshold(threshold);
        let score = score(learned);
        if best.is_none_or(|(_, least)| score > least) {
            best = Some((threshold, score));
        }
    }
    let (chosen, _) = best?;
    learned.tree.set_threshold(chosen);
    Some(chosen)
}
