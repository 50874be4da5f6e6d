//! The second step of an attempt: paragraphs give points to what they stand in, the element with the most is the top
//! candidate, and it is joined with those of its siblings that look like it.

use super::attempt::{Attempt, Memory};
use super::measure::{Inner, inner_text, sum_up};
use super::tag;
use debulha_core::features::content_scores::points_of_name;
use debulha_dom::{NameId, NodeId, names};

/// Elements of an article that keep their name; any other becomes a `div`.
fn keeps_name(name: NameId) -> bool {
    matches!(name, names::DIV | names::ARTICLE | names::SECTION | names::P | names::OL | names::UL)
}

/// Points of elements; what has none yet is NaN.
struct ElementScores(Vec<f64>);

impl ElementScores {
    fn get(&self, node: NodeId) -> Option<f64> {
        self.0.get(node.index()).copied().filter(|score| !score.is_nan())
    }

    fn set(&mut self, node: NodeId, score: f64) {
        if self.0.len() <= node.index() {
            self.0.resize(node.index() + 1, f64::NAN);
        }
        self.0[node.index()] = score;
    }
}

impl<'d> Attempt<'_, 'd> {
    /// Finds the article and gives a new element that holds it. O(nodes).
    pub(super) fn find(&mut self, to_score: &[NodeId], memory: &mut Memory) -> NodeId {
        let mut inner = vec![Inner::default(); self.tree.len()];
        sum_up(&self.tree, &self.prepared.texts, self.body, |node, sums| {
            inner[node.index()] = *sums;
            true
        });
        let mut scores = ElementScores(vec![f64::NAN; self.tree.len()]);
        let candidates = self.score(to_score, &inner, &mut scores, memory);
        let best = self.best(&candidates, &inner, &mut scores);
        let top = match best.first() {
            Some(&first) if tag(&self.tree, first) != names::BODY => self.raise(first, &best, &mut scores),
            _ => self.whole_page(),
        };
        let top_score = self.score_of(top, &mut scores);
        self.join_siblings(top, top_score, &inner, &scores)
    }

    /// Gives the points of each paragraph to its ancestors, and the ancestors in the order they were met.
    fn score(
        &self,
        to_score: &[NodeId],
        inner: &[Inner],
        scores: &mut ElementScores,
        memory: &mut Memory,
    ) -> Vec<NodeId> {
        let p = self.params;
        let mut candidates = Vec::new();
        for &node in to_score {
            let text = &inner[node.index()].text;
            if text.chars < p.min_paragraph_chars {
                continue;
            }
            let by_length = (text.chars / p.chars_per_point).min(p.max_length_points);
            let points = f64::from(1 + text.commas + 1 + by_length);
            for (level, ancestor) in self.tree.ancestors(node).take(p.scored_ancestors).enumerate() {
                // Neither the document nor `html`.
                if !self.tree.parent(ancestor).is_some_and(|above| self.tree.is_element(above)) {
                    break;
                }
                let score = scores.get(ancestor).unwrap_or_else(|| {
                    let is_body = tag(&self.tree, ancestor) == names::BODY;
                    if !(is_body && memory.body_scored) {
                        candidates.push(ancestor);
                    }
                    memory.body_scored |= is_body;
                    self.first_score(ancestor)
                });
                let divisor = match level {
                    0 => 1.0,
                    1 => 2.0,
                    level => level as f64 * p.ancestor_divisor,
                };
                scores.set(ancestor, score + points / divisor);
            }
        }
        candidates
    }

    fn first_score(&self, node: NodeId) -> f64 {
        points_of_name(tag(&self.tree, node)) + self.class_weight(node)
    }

    fn score_of(&self, node: NodeId, scores: &mut ElementScores) -> f64 {
        scores.get(node).unwrap_or_else(|| {
            let score = self.first_score(node);
            scores.set(node, score);
            score
        })
    }

    /// Takes the share of links off each score, and gives the candidates with the most points, best first.
    fn best(&self, candidates: &[NodeId], inner: &[Inner], scores: &mut ElementScores) -> Vec<NodeId> {
        let p = self.params;
        let mut best: Vec<(f64, NodeId)> = Vec::with_capacity(p.n_top_candidates + 1);
        for &node in candidates {
            let links = inner[node.index()].link_density(p.same_page_link);
            let score = self.score_of(node, scores) * (1.0 - links);
            scores.set(node, score);
            let place = best.iter().position(|&(least, _)| score > least).unwrap_or(best.len());
            if place < p.n_top_candidates {
                best.truncate(p.n_top_candidates - 1);
                best.insert(place, (score, node));
            }
        }
        best.into_iter().map(|(_, node)| node).collect()
    }

    /// The element to take in place of the best candidate: one that holds several good ones, an ancestor with more
    /// points, or the parent of an only child.
    fn raise(&self, first: NodeId, best: &[NodeId], scores: &mut ElementScores) -> NodeId {
        let p = self.params;
        let mut top = first;
        let first_score = self.score_of(first, scores);
        let is_rival =
            |node: &NodeId| scores.get(*node).is_some_and(|score| score / first_score >= p.alternative_share);
        let rivals: Vec<NodeId> = best.iter().copied().skip(1).filter(is_rival).collect();
        if rivals.len() >= p.min_alternatives {
            top = self.common_ancestor(first, &rivals).unwrap_or(first);
        }
        let mut last = self.score_of(top, scores);
        let threshold = last * p.climb_share;
        for above in self.below_body(top) {
            let Some(score) = scores.get(above) else { continue };
            if score < threshold {
                break;
            }
            if score > last {
                top = above;
                break;
            }
            last = score;
        }
        let only_child_of = |child: NodeId| {
            let mut siblings = self.siblings(child);
            siblings.next().is_none()
        };
        for above in self.below_body(top) {
            if !only_child_of(top) {
                break;
            }
            top = above;
        }
        top
    }

    /// Ancestors up to `body`, which is left out.
    fn below_body(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.ancestors(node).take_while(|&above| {
            self.tree.is_element(above) && !matches!(tag(&self.tree, above), names::BODY | names::HTML)
        })
    }

    /// The other elements among the children of a node's parent.
    fn siblings(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let before =
            std::iter::successors(self.tree.previous_sibling(node), |&node| self.tree.previous_sibling(node));
        let after = std::iter::successors(self.tree.next_sibling(node), |&node| self.tree.next_sibling(node));
        before.chain(after).filter(|&node| self.tree.is_element(node))
    }

    /// The lowest ancestor of a node, below `body`, that also holds enough of its rivals. O(rivals · depth).
    fn common_ancestor(&self, node: NodeId, rivals: &[NodeId]) -> Option<NodeId> {
        let mut held: Vec<NodeId> = rivals.iter().flat_map(|&rival| self.tree.ancestors(rival)).collect();
        held.sort_unstable();
        let holds_enough = |above: &NodeId| {
            let first = held.partition_point(|held| held < above);
            let rivals = held[first..].partition_point(|held| held == above);
            rivals >= self.params.min_alternatives
        };
        self.below_body(node).find(holds_enough)
    }

    /// A new division with all that is left in `body`.
    fn whole_page(&mut self) -> NodeId {
        let div = self.tree.new_element(names::DIV, self.body);
        while let Some(child) = self.tree.first_child(self.body) {
            self.tree.append(div, child);
        }
        self.tree.append(self.body, div);
        div
    }

    /// Moves the top candidate and the siblings that belong to it into a new element.
    fn join_siblings(
        &mut self,
        top: NodeId,
        top_score: f64,
        inner: &[Inner],
        scores: &ElementScores,
    ) -> NodeId {
        let p = self.params;
        let article = self.tree.new_element(names::DIV, top);
        let threshold = (top_score * p.sibling_share).max(p.min_sibling_score);
        let class = self.class(top).filter(|class| !class.is_empty());
        let parent = self.tree.parent(top);
        let mut next = parent.and_then(|parent| self.tree.first_child(parent));
        while let Some(sibling) = next {
            next = self.tree.next_sibling(sibling);
            if !self.tree.is_element(sibling) {
                continue;
            }
            let bonus = if class.is_some() && self.class(sibling) == class {
                top_score * p.sibling_share
            } else {
                0.0
            };
            let score = scores.get(sibling).map(|score| score + bonus);
            let is_joined = sibling == top
                || score.is_some_and(|score| score >= threshold)
                || (tag(&self.tree, sibling) == names::P
                    && self.reads_as_text(sibling, &inner[sibling.index()]));
            if !is_joined {
                continue;
            }
            let rule = if sibling == top { "top candidate" } else { "sibling" };
            self.trace.note(rule, true, self.tree.origin(sibling), || {
                let score = scores.get(sibling).map_or("none".to_owned(), |score| format!("{score:.2}"));
                format!("score {score}, class bonus {bonus:.2}, threshold of siblings {threshold:.2}")
            });
            if !keeps_name(tag(&self.tree, sibling)) {
                self.tree.rename(sibling, names::DIV);
            }
            self.tree.append(article, sibling);
        }
        article
    }

    fn class(&self, node: NodeId) -> Option<&'d str> {
        if self.tree.is_new(node) { None } else { self.tree.document().attribute(node, names::CLASS) }
    }

    /// Whether a paragraph beside the top candidate is long, or a sentence without links.
    fn reads_as_text(&self, paragraph: NodeId, inner: &Inner) -> bool {
        let p = self.params;
        let chars = inner.text.chars;
        let links = inner.link_density(p.same_page_link);
        if chars > p.sibling_chars {
            return links < p.paragraph_links;
        }
        let is_short = (1..p.sibling_chars).contains(&chars) && links == 0.0;
        is_short && {
            let text = inner_text(&self.tree, paragraph);
            text.ends_with('.') || text.contains(". ")
        }
    }
}
