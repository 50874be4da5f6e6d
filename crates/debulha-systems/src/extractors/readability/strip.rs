//! The first step of an attempt: what is hidden, furniture or empty goes, and text directly in divisions becomes
//! paragraphs.

use super::attempt::{Attempt, Memory};
use super::measure::inner_text;
use super::patterns::NameSigns;
use super::prepare::{is_white_space, trim_end};
use super::tag;
use debulha_dom::{NameId, NodeId, names};

/// Elements whose text is scored.
fn is_scored(name: NameId) -> bool {
    matches!(
        name,
        names::SECTION
            | names::H2
            | names::H3
            | names::H4
            | names::H5
            | names::H6
            | names::P
            | names::TD
            | names::PRE
    )
}

/// Elements that are removed where they hold nothing.
fn goes_if_empty(name: NameId) -> bool {
    matches!(
        name,
        names::DIV
            | names::SECTION
            | names::HEADER
            | names::H1
            | names::H2
            | names::H3
            | names::H4
            | names::H5
            | names::H6
    )
}

/// A rule that removes an element, and what it saw.
type Verdict = (&'static str, String);

/// What is still looked for in one walk over the page.
struct StripSearch {
    has_byline: bool,
    is_title_heading_removed: bool,
    /// Where the last heading ends that was compared with the title: those within it are not read again.
    headings_read_to: u32,
}

impl Attempt<'_, '_> {
    /// Strips the page and gives the elements to score, in order. O(nodes).
    ///
    /// Every element is judged before anything below it is edited, so that [`PreparedPage`](super::prepare::PreparedPage)
    /// knows all that the rules ask.
    pub(super) fn strip(&mut self, memory: &mut Memory) -> Vec<NodeId> {
        let doc = self.tree.document();
        let mut to_score = Vec::new();
        let mut search = StripSearch {
            has_byline: self.stated.has_author || memory.byline_found,
            is_title_heading_removed: false,
            headings_read_to: 0,
        };
        let mut next = doc.html();
        while let Some(node) = next {
            if !self.tree.is_element(node) {
                next = self.tree.next(node);
                continue;
            }
            if let Some((rule, detail)) = self.judge(node, &mut search) {
                next = self.tree.next_after(node);
                self.remove(node, rule, || detail);
                memory.page_removed |= matches!(tag(&self.tree, node), names::HTML | names::BODY);
                continue;
            }
            let name = tag(&self.tree, node);
            if is_scored(name) {
                to_score.push(node);
            }
            let node = if name == names::DIV { self.divide(node, &mut to_score) } else { node };
            next = self.tree.next(node);
        }
        memory.byline_found = search.has_byline;
        to_score
    }

    /// The rule that removes an element, if one does.
    fn judge(&self, node: NodeId, search: &mut StripSearch) -> Option<Verdict> {
        if self.tree.is_new(node) {
            return None;
        }
        let doc = self.tree.document();
        let (name, marks) = (tag(&self.tree, node), self.marks(node));
        let verdict = |rule, detail: &str| {
            Some((rule, if self.trace.is_on { detail.to_owned() } else { String::new() }))
        };
        if let Some(by) = marks.hidden {
            return verdict("hidden", by.describe());
        }
        let is_named = marks.is_author || marks.has(NameSigns::BYLINE);
        if is_named && !search.has_byline && self.has_length_of_byline(node) {
            search.has_byline = self.names_somebody(node);
            return verdict("byline", "names the author");
        }
        if matches!(name, names::H1 | names::H2)
            && !search.is_title_heading_removed
            && search.headings_read_to <= node.0
        {
            search.headings_read_to = doc.subtree_end(node);
            let similarity = self.stated.similarity(&inner_text(&self.tree, node));
            if similarity > self.params.title_similarity {
                search.is_title_heading_removed = true;
                return Some(("title", format!("repeats {similarity:.2} of the title")));
            }
        }
        if self.means.strip_unlikely {
            if marks.has(NameSigns::UNLIKELY)
                && !marks.has(NameSigns::MAYBE)
                && !matches!(name, names::BODY | names::A)
                && !self
                    .is_near_below(node, |above| matches!(tag(&self.tree, above), names::TABLE | names::CODE))
            {
                return verdict("unlikely", "its class or id is that of furniture");
            }
            if marks.has_unlikely_role {
                return verdict("unlikely", "its role is that of furniture");
            }
        }
        if goes_if_empty(name) && self.prepared.is_empty(node) {
            return verdict("empty", "holds nothing");
        }
        None
    }

    fn has_length_of_byline(&self, node: NodeId) -> bool {
        (1..self.params.byline_chars).contains(&self.prepared.trimmed(node))
    }

    /// Whether a byline settles who wrote the page: the first element in it that is marked as a name has text, or
    /// there is none. O(nodes of the byline).
    fn names_somebody(&self, byline: NodeId) -> bool {
        let doc = self.tree.document();
        let is_name = |node: &NodeId| {
            *node != byline
                && !self.tree.is_new(*node)
                && doc.attribute(*node, names::ITEMPROP).is_some_and(|names| names.contains("name"))
        };
        self.tree.subtree(byline).find(is_name).is_none_or(|name| self.prepared.trimmed(name) > 0)
    }

    /// Puts the phrasing of a division in paragraphs; a division that is one paragraph becomes it. Gives the node
    /// that stands for the division from now on.
    fn divide(&mut self, div: NodeId, to_score: &mut Vec<NodeId>) -> NodeId {
        let has_wrapped = self.wrap_phrasing(div);
        if let Some(paragraph) = self.only_paragraph(div)
            && self.prepared.has_few_links(div)
        {
            self.tree.replace(div, paragraph);
            to_score.push(paragraph);
            return paragraph;
        }
        if !has_wrapped && !self.prepared.has_block_below(div) {
            self.tree.rename(div, names::P);
            to_score.push(div);
        }
        div
    }

    /// Whether anything was put in a new paragraph.
    fn wrap_phrasing(&mut self, div: NodeId) -> bool {
        let mut wrapper = None;
        let mut has_wrapped = false;
        let mut next = self.tree.first_child(div);
        while let Some(child) = next {
            next = self.tree.next_sibling(child);
            match wrapper {
                Some(paragraph) if self.prepared.is_phrasing(child) => self.tree.append(paragraph, child),
                Some(paragraph) => {
                    trim_end(&mut self.tree, paragraph);
                    wrapper = None;
                }
                None if self.prepared.is_phrasing(child) && !is_white_space(&self.tree, child) => {
                    let paragraph = self.tree.new_element(names::P, div);
                    self.tree.replace(child, paragraph);
                    self.tree.append(paragraph, child);
                    (wrapper, has_wrapped) = (Some(paragraph), true);
                }
                None => {}
            }
        }
        has_wrapped
    }

    /// The paragraph that is the only element child. Text beside it is blank: all other text is in paragraphs now.
    fn only_paragraph(&self, div: NodeId) -> Option<NodeId> {
        let mut elements = self.tree.element_children(div);
        let only = elements.next().filter(|&child| tag(&self.tree, child) == names::P)?;
        elements.next().is_none().then_some(only)
    }
}
