//! Scores of elements in the manner of Readability: paragraphs give points to what they stand in (mozilla2025).
//!
//! The plain score alone, on the page as it stands: the system `readability` works on a copy that it rewrites, weighs
//! class names, and tries several times.

use crate::features::text_measures::TextMeasures;
use crate::page::{Page, PageView};
use debulha_dom::{Document, NameId, NodeId, names};

/// Characters from which on a block gives points (mozilla2025).
const MIN_CHARS: u32 = 25;
/// Characters for one point more (mozilla2025).
const CHARS_PER_POINT: u32 = 100;
/// Most points for length (mozilla2025).
const MAX_LENGTH_POINTS: u32 = 3;
/// Levels that get points (mozilla2025).
const LEVELS: usize = 5;
/// From the third level on, points are divided by this times the level (mozilla2025); by 2 at the second.
const DIVISOR: f64 = 3.0;

/// The scores of a page.
#[derive(Debug)]
pub struct ContentScores {
    /// By node; NaN where nothing gave points.
    scores: Vec<f64>,
    /// The element with the highest score, the first of several.
    top: Option<NodeId>,
    /// All scores from the highest down.
    ranked: Vec<f64>,
}

impl ContentScores {
    /// One pass over the text blocks. O(nodes + blocks · levels + scored elements · log); 8 bytes a node.
    pub fn compute(page: &Page<'_>, measures: &TextMeasures) -> Self {
        let doc = page.document();
        let body = page.body();
        let mut scores = vec![f64::NAN; doc.len()];
        let mut scored: Vec<NodeId> = Vec::new();
        for block in page.text_blocks().blocks() {
            let counts = measures.range(block.runs.clone());
            let Some(first) = receiver(doc, block.element).filter(|_| counts.chars >= MIN_CHARS) else {
                continue;
            };
            let by_length = (counts.chars / CHARS_PER_POINT).min(MAX_LENGTH_POINTS);
            let points = f64::from(2 + counts.commas + by_length);
            let chain = std::iter::once(first).chain(doc.ancestors(first)).take_while(|&node| node >= body);
            for (level, node) in chain.take(LEVELS).enumerate() {
                let divisor = match level {
                    0 => 1.0,
                    1 => 2.0,
                    level => level as f64 * DIVISOR,
                };
                if scores[node.index()].is_nan() {
                    scores[node.index()] = points_of_name(doc.name(node));
                    scored.push(node);
                }
                scores[node.index()] += points / divisor;
            }
        }
        scored.sort_unstable();
        let mut top: Option<NodeId> = None;
        for &node in &scored {
            scores[node.index()] *= 1.0 - measures.subtree(doc, node).link_share();
            if top.is_none_or(|top| scores[node.index()] > scores[top.index()]) {
                top = Some(node);
            }
        }
        let mut ranked: Vec<f64> = scored.iter().map(|node| scores[node.index()]).collect();
        ranked.sort_unstable_by(|a, b| b.total_cmp(a));
        ContentScores { scores, top, ranked }
    }

    /// The score of an element; `None` where nothing gave it points.
    #[inline]
    pub fn score(&self, node: NodeId) -> Option<f64> {
        Some(self.scores[node.index()]).filter(|score| !score.is_nan())
    }

    /// The element with the highest score, the first of several; `None` where nothing has one.
    pub fn top(&self) -> Option<NodeId> {
        self.top
    }

    /// The highest score.
    pub fn top_score(&self) -> Option<f64> {
        self.ranked.first().copied()
    }

    /// Elements with a higher score than this. O(log scored elements).
    pub fn rank(&self, score: f64) -> usize {
        self.ranked.partition_point(|&other| other > score)
    }
}

/// The element that gets the full points of a block: the parent of a paragraph, another container itself.
fn receiver(doc: &Document, element: NodeId) -> Option<NodeId> {
    match doc.name(element) {
        names::P
        | names::TD
        | names::PRE
        | names::SECTION
        | names::H2
        | names::H3
        | names::H4
        | names::H5
        | names::H6 => doc.parent(element),
        names::DIV | names::ARTICLE | names::MAIN | names::BODY | names::BLOCKQUOTE | names::CENTER => {
            Some(element)
        }
        _ => None,
    }
}

/// Points of an element before its text is looked at (mozilla2025).
pub fn points_of_name(name: NameId) -> f64 {
    match name {
        names::DIV => 5.0,
        names::PRE | names::TD | names::BLOCKQUOTE => 3.0,
        names::ADDRESS
        | names::OL
        | names::UL
        | names::DL
        | names::DD
        | names::DT
        | names::LI
        | names::FORM => -3.0,
        names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6 | names::TH => -5.0,
        _ => 0.0,
    }
}

impl Page<'_> {
    /// Scores of elements in the manner of Readability.
    pub fn content_scores(&self) -> &ContentScores {
        self.view(PageView::ContentScores, || ContentScores::compute(self, self.text_measures()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn paragraphs_give_points_upwards() {
        let html = "<main><div><p>Rye is sown in autumn, and reaped in July.<p>Too short.</div>\
            <div><p><a href=x>All of this is a link, so that it is worth nothing.</a></div></main>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let scores = ContentScores::compute(&page, &TextMeasures::compute(&page));
        let divs: Vec<NodeId> = doc.elements_named(names::DIV).collect();
        assert_eq!(scores.score(divs[0]), Some(5.0 + 3.0));
        assert_eq!(scores.score(divs[1]), Some(0.0));
        assert_eq!((scores.top(), scores.top_score(), scores.rank(8.0)), (Some(divs[0]), Some(8.0), 0));
        let p = doc.elements_named(names::P).next().expect("p");
        assert_eq!(scores.score(p), None);
    }

    /// The scores of the `div` elements around a paragraph, the innermost first.
    fn scores_around(chars: u32, levels: usize) -> Vec<Option<f64>> {
        let html = format!("{}<p>{}", "<div>".repeat(levels), "x".repeat(chars as usize));
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let divs: Vec<NodeId> = doc.elements_named(names::DIV).collect();
        divs.iter().rev().map(|&div| page.content_scores().score(div)).collect()
    }

    #[test]
    fn points_begin_and_end_at_their_thresholds() {
        for (chars, points) in [
            (MIN_CHARS - 1, None),
            (MIN_CHARS, Some(2.0)),
            (CHARS_PER_POINT - 1, Some(2.0)),
            (CHARS_PER_POINT, Some(3.0)),
            (MAX_LENGTH_POINTS * CHARS_PER_POINT - 1, Some(4.0)),
            (MAX_LENGTH_POINTS * CHARS_PER_POINT, Some(5.0)),
            ((MAX_LENGTH_POINTS + 1) * CHARS_PER_POINT, Some(5.0)),
        ] {
            assert_eq!(scores_around(chars, 1), [points.map(|points| 5.0 + points)], "{chars}");
        }
        let shares = [1.0, 2.0, 2.0 * DIVISOR, 3.0 * DIVISOR, 4.0 * DIVISOR];
        let mut expected: Vec<Option<f64>> = shares.iter().map(|share| Some(5.0 + 2.0 / share)).collect();
        assert_eq!(expected.len(), LEVELS);
        expected.push(None);
        assert_eq!(scores_around(MIN_CHARS, LEVELS + 1), expected);
    }
}
