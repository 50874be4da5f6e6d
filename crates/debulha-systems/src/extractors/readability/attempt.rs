//! One attempt at the article: what its steps share.

use super::marks::AttributeMarks;
use super::measure::{ChildTally, MeasuredText, sum_up};
use super::prepare::PreparedPage;
use super::title::TitleMetadata;
use super::{ReadabilityParams, tag};
use crate::features::edit_tree::EditTree;
use debulha_core::outcome::Reason;
use debulha_dom::{NodeId, names};

/// Which of the sharp means an attempt uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Means {
    /// Removes what looks unlikely by class, id or role.
    pub(super) strip_unlikely: bool,
    /// Class names and ids weigh for and against.
    pub(super) weight_classes: bool,
    /// Removes forms, tables, lists and divisions that look like furniture.
    pub(super) clean_conditionally: bool,
}

impl Means {
    /// The means of the next attempt: without the first that is left.
    pub(super) fn milder(self) -> Option<Self> {
        if self.strip_unlikely {
            Some(Means { strip_unlikely: false, ..self })
        } else if self.weight_classes {
            Some(Means { weight_classes: false, ..self })
        } else if self.clean_conditionally {
            Some(Means { clean_conditionally: false, ..self })
        } else {
            None
        }
    }
}

/// What earlier attempts on the page leave behind for later ones.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// A byline was removed; later attempts keep theirs.
    pub(super) byline_found: bool,
    /// `html` or `body` was removed and does not come back, so that there is nothing to strip or score.
    pub(super) page_removed: bool,
    /// `body` was a candidate once and is none again.
    pub(super) body_scored: bool,
}

/// Reasons as they come up; kept only where somebody asks.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub(super) is_on: bool,
    pub(super) reasons: Vec<Reason>,
}

impl Trace {
    pub(super) fn note(
        &mut self,
        rule: &'static str,
        keeps: bool,
        node: NodeId,
        detail: impl FnOnce() -> String,
    ) {
        if self.is_on {
            self.reasons.push(Reason { rule, keeps, node, detail: detail() });
        }
    }
}

/// What an attempt found.
#[derive(Debug, Default)]
pub(super) struct Article {
    /// Its text nodes with text, in the order of the edited tree.
    pub(super) text_nodes: Vec<NodeId>,
    /// Characters of its text.
    pub(super) chars: u32,
    pub(super) reasons: Vec<Reason>,
}

/// An attempt under way.
#[derive(Debug)]
pub(super) struct Attempt<'a, 'd> {
    pub(super) params: &'a ReadabilityParams,
    pub(super) prepared: &'a PreparedPage<'d>,
    pub(super) stated: &'a TitleMetadata,
    pub(super) means: Means,
    pub(super) body: NodeId,
    pub(super) tree: EditTree<'d>,
    pub(super) trace: Trace,
}

impl Attempt<'_, '_> {
    /// Runs all steps. O(nodes).
    pub(super) fn run(mut self, memory: &mut Memory) -> Article {
        let to_score = if memory.page_removed { Vec::new() } else { self.strip(memory) };
        let article = self.find(&to_score, memory);
        self.clean(article);
        self.finish(article)
    }

    fn finish(mut self, article: NodeId) -> Article {
        let (chars, text_nodes) = {
            let (tree, texts) = (&self.tree, &self.prepared.texts);
            let sums = sum_up(tree, texts, article, |node, below: &Left| {
                tag(tree, node) != names::P || below.text.chars > 0 || below.has_media
            });
            let nodes = tree.subtree(article);
            let has_text = |node: &NodeId| tree.is_text(*node) && texts[node.index()].chars > 0;
            (sums.text.chars, nodes.filter(has_text).collect())
        };
        let Means { strip_unlikely, weight_classes, clean_conditionally } = self.means;
        let threshold = self.params.char_threshold;
        self.trace.note("attempt", chars >= threshold, self.body, || {
            format!(
                "{chars} characters, threshold {threshold}; strip_unlikely {strip_unlikely}, weight_classes \
                 {weight_classes}, clean_conditionally {clean_conditionally}"
            )
        });
        Article { text_nodes, chars, reasons: self.trace.reasons }
    }

    /// What class and id of an element say for or against it, in points.
    pub(super) fn class_weight(&self, node: NodeId) -> f64 {
        if !self.means.weight_classes || self.tree.is_new(node) {
            return 0.0;
        }
        f64::from(self.prepared.marks[node.index()].balance()) * self.params.class_weight
    }

    /// What class and id of an element say.
    pub(super) fn marks(&self, node: NodeId) -> AttributeMarks {
        self.prepared.marks.get(node.index()).copied().unwrap_or_default()
    }

    /// Whether an element is among the nearest ancestors of a node.
    pub(super) fn is_near_below(&self, node: NodeId, is_wanted: impl Fn(NodeId) -> bool) -> bool {
        self.tree.ancestors(node).take(self.params.near_ancestors).any(is_wanted)
    }

    /// Takes a node out, for a reason.
    pub(super) fn remove(&mut self, node: NodeId, rule: &'static str, detail: impl FnOnce() -> String) {
        let origin = self.tree.origin(node);
        self.trace.note(rule, false, origin, detail);
        self.tree.detach(node);
    }
}

/// Text that is left of an article. Paragraphs without text leave no space, either.
#[derive(Debug, Default)]
struct Left {
    text: MeasuredText,
    has_media: bool,
}

impl ChildTally for Left {
    fn add_text(&mut self, _: NodeId, text: &MeasuredText) {
        self.text.add(text);
    }

    fn add_element(&mut self, tree: &EditTree<'_>, node: NodeId, child: &Self) {
        self.text.add(&child.text);
        self.has_media |= child.has_media
            || matches!(tree.name(node), names::IMG | names::EMBED | names::OBJECT | names::IFRAME);
    }
}
