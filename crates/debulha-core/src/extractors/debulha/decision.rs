//! What is kept of a page, by the log-odds of its blocks.

use super::confidence::confidence;
use super::cut::{Cut, Expected, Outlook};
use super::next_articles::next_articles;
use super::smoothing::smooth_alike;
use super::structures::RuledStructure;
use super::{Adverts, Comments, DebulhaParams, HiddenText, Repeats, ScreenReaderText, Smoothing, Structures};
use super::{comments, declared, once, panels, site, smoothing, structures, threads};
use crate::classify::linear::logistic;
use crate::features::adverts::adverts;
use crate::features::comments::CommentRegion;
use crate::features::concealed::Concealed;
use crate::features::structures::{Structure, StructureKind, structures};
use crate::features::visually_hidden::VisuallyHidden;
use crate::outcome::{Labels, Span};
use crate::page::Page;
use debulha_dom::NodeId;

impl DebulhaParams {
    /// Which blocks are never content: titles in `head`, adverts, the next articles of endless scrolling, and hidden text: all of it with
    /// [`HiddenText::Never`], and what no control reveals with [`HiddenText::Auto`]. O(nodes + blocks · log articles).
    pub(super) fn barred(
        &self,
        page: &Page<'_>,
        shown: &Page<'_>,
        concealed: Option<&Concealed>,
    ) -> Vec<bool> {
        let (head, texts) = (page.document().head(), shown.text_blocks());
        let never_hidden = self.hidden_text == HiddenText::Never;
        let is_advert = self.is_advert(shown);
        let next = next_articles(shown);
        let is_barred = |row: usize| {
            let nodes = texts.nodes(&texts.blocks()[row]);
            let is_title = head.is_some_and(|head| page.document().contains(head, nodes[0]));
            let is_next = || {
                let before = next.partition_point(|article| article.start <= nodes[0].0).checked_sub(1);
                before.is_some_and(|before| next[before].contains(&nodes[0].0))
            };
            let is_concealed =
                || concealed.is_some_and(|concealed| nodes.iter().all(|&node| concealed.is(node)));
            is_title
                || is_advert(row)
                || never_hidden && is_hidden(page, nodes)
                || is_next()
                || is_concealed()
        };
        (0..texts.blocks().len()).map(is_barred).collect()
    }

    /// The concealed text of a page, with [`HiddenText::Auto`]. O(nodes).
    pub(super) fn concealed(&self, page: &Page<'_>) -> Option<Concealed> {
        (self.hidden_text == HiddenText::Auto)
            .then(|| Concealed::of(page))
            .filter(|concealed| !concealed.is_empty())
    }

    /// Which blocks are left out as adverts. O(nodes).
    pub(super) fn is_advert(&self, shown: &Page<'_>) -> impl Fn(usize) -> bool + use<> {
        let adverts = (self.adverts == Adverts::LeftOut).then(|| adverts(shown));
        move |row| adverts.as_ref().is_some_and(|adverts| adverts[row])
    }

    /// The block that was left in place of one that was judged, of those with the same text.
    pub(super) fn left_copy(
        &self,
        page: &Page<'_>,
        shown: &Page<'_>,
        row: usize,
        probabilities: &[f32],
    ) -> Option<usize> {
        if self.repeats == Repeats::Judged
            || probabilities[row] > 0.0
            || self.barred(page, shown, self.concealed(page).as_ref())[row]
        {
            return None;
        }
        let same = shown.same_text();
        let mut alike = same.iter().filter(|&(_, class)| Some(class) == same.of(row));
        alike.find(|&(other, _)| probabilities[other] > 0.0).map(|(other, _)| other)
    }

    /// What is kept of a page, by the log-odds of its blocks. `page` is the page as given, `shown` the one whose blocks are judged,
    /// `known_words` as in [`Rows`](super::Rows). O(blocks · log blocks), and O(nodes + text) where other pages of the site are known.
    pub fn decide(
        &self,
        page: &Page<'_>,
        shown: &Page<'_>,
        known_words: f64,
        log_odds: Vec<f32>,
    ) -> Decision {
        let words = block_words(shown);
        let concealed = self.concealed(page);
        let barred = self.barred(page, shown, concealed.as_ref());
        let probabilities = self.probabilities(shown, &barred, log_odds);
        let mut decision = self.decide_blocks(page, shown, &barred, &words, known_words, probabilities);
        decision.confidence = confidence(decision.cut.expected, &decision.kept, &words);
        if let Some(concealed) = concealed {
            decision.concealed = within_kept(shown, &decision.kept, |node| concealed.is(node));
        }
        if self.screen_reader_text == ScreenReaderText::LeftOut {
            decision.for_screen_readers = for_screen_readers(shown, &decision.kept);
        }
        decision
    }

    /// The probability that each block is content; 0 for barred blocks.
    fn probabilities(&self, shown: &Page<'_>, barred: &[bool], mut log_odds: Vec<f32>) -> Vec<f32> {
        site::lower_repeated(shown, self.site_weight, &mut log_odds);
        let probability = |log_odds: f32| logistic(f64::from(log_odds)) as f32;
        let mut probabilities: Vec<f32> = log_odds.into_iter().map(probability).collect();
        if self.smoothing == Smoothing::Alike {
            smooth_alike(shown, &mut probabilities, smoothing::SHARE);
        }
        for (probability, _) in probabilities.iter_mut().zip(barred).filter(|&(_, &barred)| barred) {
            *probability = 0.0;
        }
        probabilities
    }

    fn decide_blocks(
        &self,
        page: &Page<'_>,
        shown: &Page<'_>,
        barred: &[bool],
        words: &[u32],
        known_words: f64,
        mut probabilities: Vec<f32>,
    ) -> Decision {
        let comments = comments::decide(shown, self.comments, words, &mut probabilities);
        let best = probabilities.iter().copied().fold(0.0, f32::max);
        if f64::from(best) < self.min_top_probability {
            return Decision::nothing(probabilities);
        }
        let mut structures = if self.structures == Structures::Whole {
            structures(shown, page.listings())
        } else {
            Vec::new()
        };
        let is_comment = |structure: &Structure| {
            comments.iter().any(|region| region.is_apart && region.overlaps(&structure.nodes))
        };
        structures.retain(|structure| !is_comment(structure));
        let structure_of = structures::structure_of_rows(shown, &structures);
        let kinds: Vec<StructureKind> = structures.iter().map(|structure| structure.kind).collect();
        if self.repeats == Repeats::Once {
            once::keep_once(page, shown, words, &structure_of, &mut probabilities);
        }
        let expected = Expected {
            beta: self.beta,
            page_deviation: self.page_deviation,
            unseen: self.unseen_words * known_words,
            hysteresis: self.hysteresis,
        };
        let outlook = Outlook::new(&probabilities, words, expected);
        let mut cut = outlook.cut(&mut Vec::new());
        let keeps = |(row, &probability)| cut.keeps(row, probability);
        let mut kept: Vec<bool> = probabilities.iter().enumerate().map(keeps).collect();
        if self.structures == Structures::Parts || self.comments == Comments::Only || !cut.least.is_finite() {
            return Decision { cut, kept, comments, ..Decision::nothing(probabilities) };
        }
        let is_hidden =
            |row: usize| is_hidden(page, shown.text_blocks().nodes(&shown.text_blocks().blocks()[row]));
        let mut scores = probabilities.clone();
        let declared = declared::declared(shown);
        for (row, kept) in kept.iter_mut().enumerate() {
            *kept |= declared[row] && scores[row] > 0.0 && !is_hidden(row);
        }
        let (structures, mut beside) =
            structures::settle(shown, structures, is_hidden, words, &mut scores, &mut kept);
        structures::keep_announcements(shown, |row| scores[row] > 0.0 && !is_hidden(row), &mut kept);
        let kind_of = |row: usize| structure_of[row].map(|number| kinds[number as usize]);
        structures::keep_amid(shown, words, kind_of, |row| !is_hidden(row), &scores, &mut kept);
        structures::leave_bare_headings(shown, words, &structure_of, &mut kept);
        let is_apart = |row: usize| {
            let first = shown.text_blocks().nodes(&shown.text_blocks().blocks()[row])[0];
            comments.iter().any(|region| region.is_apart && region.nodes.contains(&first.0))
        };
        let may_stand = |row: usize| !barred[row] && !is_hidden(row) && !is_apart(row);
        threads::keep_posts(shown, words, may_stand, &mut kept, &mut beside);
        panels::keep_titles(shown, words, may_stand, &mut kept);
        beside.extend(structures::title_beside(shown, |row| is_hidden(row) || barred[row], &kept));
        beside.sort_unstable();
        beside.dedup();
        beside.retain(|&row| !kept[row]);
        cut.expected = outlook.f((0..kept.len()).filter(|&row| kept[row]));
        Decision { cut, kept, structures, beside, comments, ..Decision::nothing(scores) }
    }
}

/// Whether all text of a block is hidden: an invisible sort key does not hide the cell that it stands in.
pub(super) fn is_hidden(page: &Page<'_>, text_nodes: &[NodeId]) -> bool {
    text_nodes.iter().all(|&node| page.visibility().is_hidden(node))
}

/// The text nodes of kept blocks of which something holds, in document order.
fn within_kept(shown: &Page<'_>, kept: &[bool], holds: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
    let texts = shown.text_blocks();
    let blocks = texts.blocks().iter().zip(kept).filter(|&(_, &kept)| kept);
    blocks.flat_map(|(block, _)| texts.nodes(block)).copied().filter(|&node| holds(node)).collect()
}

/// The text nodes of kept blocks that are for screen readers alone, where other text of their block is not: a block of nothing else was
/// judged as such. In document order. O(text nodes · inline elements around).
fn for_screen_readers(shown: &Page<'_>, kept: &[bool]) -> Vec<NodeId> {
    let texts = shown.text_blocks();
    let mut hidden = VisuallyHidden::of(shown.document());
    let mut found = Vec::new();
    for (block, _) in texts.blocks().iter().zip(kept).filter(|&(_, &kept)| kept) {
        let nodes = texts.nodes(block);
        let before = found.len();
        found.extend(nodes.iter().copied().filter(|&node| hidden.inline(node)));
        if found.len() - before == nodes.len() {
            found.truncate(before);
        }
    }
    found
}

/// What is decided about a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// Where the page is cut.
    pub cut: Cut,
    /// The word F1 to be expected of what is kept: see [`confidence`].
    pub confidence: f32,
    /// The score of each block: its probability, or that of the structure that it is kept with.
    pub scores: Vec<f32>,
    /// Whether each block is kept.
    pub kept: Vec<bool>,
    /// The structures that decided about their blocks.
    pub structures: Vec<RuledStructure>,
    /// Blocks that stand beside the running text: see [`Labels::beside`].
    pub beside: Vec<usize>,
    /// The regions of readers' comments.
    pub comments: Vec<CommentRegion>,
    /// Text nodes of kept blocks that are left out, as they are for screen readers alone; in document order.
    pub for_screen_readers: Vec<NodeId>,
    /// Text nodes of kept blocks that the page hides from every reader ([`HiddenText::Auto`]); in document order.
    pub concealed: Vec<NodeId>,
}

impl Decision {
    /// Nothing of the blocks is kept.
    fn nothing(scores: Vec<f32>) -> Self {
        Decision {
            cut: Cut::NOTHING,
            confidence: 0.0,
            kept: vec![false; scores.len()],
            scores,
            structures: Vec::new(),
            beside: Vec::new(),
            comments: Vec::new(),
            for_screen_readers: Vec::new(),
            concealed: Vec::new(),
        }
    }
}

/// The words of each block, ideographs each one, as the cut counts them.
pub fn block_words(shown: &Page<'_>) -> Vec<u32> {
    let measures = shown.text_measures();
    shown.text_blocks().blocks().iter().map(|block| measures.range(block.runs.clone()).words).collect()
}

/// The text of the blocks that are kept, each span with the score of its block.
pub fn labels(shown: &Page<'_>, decision: &Decision) -> Labels {
    let blocks = shown.text_blocks();
    let mut labels = Labels { confidence: Some(decision.confidence), ..Labels::default() };
    let mut scores = Vec::new();
    let apart = decision.comments.iter().filter(|region| region.is_apart);
    labels.apart = apart.map(CommentRegion::apart).collect();
    for &row in &decision.beside {
        let whole = |&node: &NodeId| Span { node, start: 0, end: shown.document().text(node).len() as u32 };
        labels.beside.extend(blocks.nodes(&blocks.blocks()[row]).iter().map(whole));
    }
    for (row, (block, &score)) in blocks.blocks().iter().zip(&decision.scores).enumerate() {
        if decision.kept[row] {
            for &node in blocks.nodes(block) {
                let is_left_out = |nodes: &[NodeId]| nodes.binary_search(&node).is_ok();
                if is_left_out(&decision.for_screen_readers) || is_left_out(&decision.concealed) {
                    continue;
                }
                let end = shown.document().text(node).len() as u32;
                labels.spans.push(Span { node, start: 0, end });
                scores.push(score);
            }
        }
    }
    labels.scores = Some(scores);
    labels
}
