//! Phase 3: the title.

use super::{Nce, NceDecision, TitleBound};
use debulha_core::features::repetition::for_each_word;
use debulha_core::page::Page;
use debulha_dom::{Namespace, NodeId, names};
use std::collections::HashMap;

impl Nce {
    /// The node of the title, before all text.
    pub(super) fn find_title(&self, page: &Page<'_>, decision: &NceDecision) -> Option<NodeId> {
        let (doc, stats) = (page.document(), page.stats());
        if self.params.title == TitleBound::Off {
            return None;
        }
        let start = decision.ranges(page).next()?.start;
        let is_title =
            |node: &NodeId| doc.name(*node) == names::TITLE && doc.namespace(*node) == Namespace::Html;
        // Without a body, as on frameset pages, the text is the whole document, its head included.
        let before_text = |node: &NodeId| doc.subtree_end(*node) <= start;
        let mut title = doc.head().and_then(|head| doc.children(head).find(is_title)).filter(before_text);
        let mut chars = title.map_or(0, |node| stats.chars(doc, node));
        let mut words_of_text = None;
        for node in (page.body().0..start).map(NodeId) {
            let counts = stats.subtree(doc, node);
            let holds_text = doc.subtree_end(node) > start;
            // Shorter candidates lose anyhow: spares their words.
            if counts.chars == 0 || counts.chars < chars || holds_text || !self.has_title_length(counts.words)
            {
                continue;
            }
            let text = words_of_text.get_or_insert_with(|| bag_of_text(page, decision));
            let common = common_words(page, node, text);
            if self.at_least(f64::from(common), self.params.title_overlap * f64::from(counts.words)) {
                (title, chars) = (Some(node), counts.chars);
            }
        }
        title.filter(|_| chars > 0)
    }

    fn has_title_length(&self, words: u32) -> bool {
        match self.params.title {
            TitleBound::AtMost => words <= self.params.title_words,
            TitleBound::AtLeast => (self.params.title_words..=self.params.title_max_words).contains(&words),
            TitleBound::Off => false,
        }
    }
}

/// How often each word occurs in the text.
fn bag_of_text<'d>(page: &Page<'d>, decision: &NceDecision) -> HashMap<&'d str, u32> {
    let mut bag = HashMap::new();
    for range in decision.ranges(page) {
        for &node in page.text_nodes_in(range) {
            for_each_word(page, node, |word| *bag.entry(word).or_insert(0) += 1);
        }
    }
    bag
}

/// Words of a node that the text has as well, each as often as in both.
fn common_words(page: &Page<'_>, node: NodeId, text: &HashMap<&str, u32>) -> u32 {
    let mut words = Vec::new();
    for_each_word(page, node, |word| words.push(word));
    words.sort_unstable();
    words
        .chunk_by(|a, b| a == b)
        .map(|equal| text.get(equal[0]).copied().unwrap_or(0).min(equal.len() as u32))
        .sum()
}
