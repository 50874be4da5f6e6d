//! Labels that people gave to parts of a page: to elements, or to blocks by their text.

use super::paths::NodePaths;
use super::text_places::TextPlaces;
use debulha_core::features::visibility::VisibilityOptions;
use debulha_core::{Labels, Page, PageOptions};
use debulha_dom::NodeId;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;

/// Where a label stands on its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelPlace {
    /// An element or text node by its path: `/html/body/div[2]/p[1]`, `…/text()[1]`, or from an element with an id,
    /// `//*[@id="main"]/p[2]`. A step without a number means the first child of its name. The first text node of a text
    /// block stands for the block, as in tables of features.
    XPath(String),
    /// An element, a block or a text node by its whole text; case, white space and punctuation do not count. Of several
    /// with the same text it is the next one after the text of the label before, or else the first.
    Text(String),
    /// The element whose start tag begins at this byte of the page's text.
    Tag(usize),
}

/// One label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// What is labelled.
    pub place: LabelPlace,
    /// Whether it is content, rather than noise.
    pub is_content: bool,
}

/// The labels of a page, in any order.
///
/// # Rule
/// - A label holds for all text in its place, and the label of the smallest place counts. Of two labels of one place it
///   is the later one.
/// - Text without a label is noise.
/// - A label of a place that is shown says nothing about hidden text in it, which people do not see: that has a label if
///   its place is hidden, or text by which it is found.
///
/// ```
/// use debulha_core::Page;
/// use debulha_learn::label::{Annotation, Annotations, LabelPlace};
///
/// let html = "<div>Home</div><div>Rye in July <p>Advert</p> and oats</div>";
/// let parsed = debulha_dom::parse(html, &debulha_dom::Limits::default());
/// let page = Page::new(&parsed.document);
/// let label = |place, is_content| Annotation { place, is_content };
/// let annotations = Annotations(vec![
///     label(LabelPlace::XPath("/html/body/div[2]".to_owned()), true),
///     label(LabelPlace::Text("advert".to_owned()), false),
///     label(LabelPlace::Text("imprint".to_owned()), false),
/// ]);
/// let resolved = annotations.resolve(&page);
/// assert_eq!(resolved.labels(&page).plain_text(&page), "Rye in July\nand oats");
/// assert_eq!(resolved.unresolved, [2]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotations(pub Vec<Annotation>);

/// The labels of a page's text nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextLabels {
    /// Whether each text node ([`Page::text_nodes`]) is content.
    pub is_content: Vec<bool>,
    /// Labels, by their number in the list, whose places the page does not have.
    pub unresolved: Vec<usize>,
}

impl Annotations {
    /// Whether there is no label.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Finds the places on a page. O(nodes log nodes + text + labels · (log labels + steps of paths)).
    pub fn resolve(&self, page: &Page<'_>) -> TextLabels {
        let mut found =
            TextLabels { is_content: vec![false; page.text_nodes().len()], unresolved: Vec::new() };
        // What people saw.
        let default_view = Page::with(page.document(), page.evidence(), PageOptions::default());
        let shows_more = page.options().visibility != VisibilityOptions::default();
        let seen = if shows_more { &default_view } else { page };
        let is_hidden = |node: NodeId| shows_more && seen.visibility().is_hidden(node);
        let mut spans = self.spans(page, seen, &mut found.unresolved);
        spans.sort_unstable_by_key(|span| (span.nodes.len(), Reverse(span.number)));
        let (hidden, shown): (Vec<usize>, Vec<usize>) =
            (0..page.text_nodes().len()).partition(|&text| is_hidden(page.text_nodes()[text]));
        let mut shown = Unlabelled::new(page, shown);
        let mut hidden = Unlabelled::new(page, hidden);
        for span in spans {
            let of_hidden = is_hidden(NodeId(span.nodes.start));
            let mut set = |text: usize| found.is_content[text] = self.0[span.number].is_content;
            if span.is_text || !of_hidden {
                shown.take(&span.nodes, &mut set);
            }
            if span.is_text || of_hidden {
                hidden.take(&span.nodes, &mut set);
            }
        }
        found
    }

    fn spans(&self, page: &Page<'_>, seen: &Page<'_>, unresolved: &mut Vec<usize>) -> Vec<LabelSpan> {
        let doc = page.document();
        let mut paths = NodePaths::new(doc);
        let mut texts = TextPlaces::new(page, self.texts());
        let tags = self.tags(page);
        let mut spans = Vec::with_capacity(self.0.len());
        for (number, annotation) in self.0.iter().enumerate() {
            let subtree = |node: NodeId| block_from(seen, node).unwrap_or(node.0..doc.subtree_end(node));
            let nodes = match &annotation.place {
                LabelPlace::XPath(path) => paths.find(path).map(subtree),
                LabelPlace::Tag(start) => tags.get(start).copied().map(subtree),
                LabelPlace::Text(text) => texts.next(text),
            };
            match nodes {
                Some(nodes) => {
                    spans.push(LabelSpan {
                        nodes,
                        number,
                        is_text: matches!(annotation.place, LabelPlace::Text(_)),
                    });
                }
                None => unresolved.push(number),
            }
        }
        spans
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|annotation| match &annotation.place {
            LabelPlace::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The elements by the begin of their tags; none where no label needs them.
    fn tags(&self, page: &Page<'_>) -> FxHashMap<usize, NodeId> {
        if !self.0.iter().any(|annotation| matches!(annotation.place, LabelPlace::Tag(_))) {
            return FxHashMap::default();
        }
        let doc = page.document();
        let elements = doc.nodes().filter(|&node| doc.is_element(node));
        elements.filter_map(|node| Some((doc.source_range(node)?.start, node))).collect()
    }
}

impl TextLabels {
    /// The content.
    pub fn labels(&self, page: &Page<'_>) -> Labels {
        let nodes = page.text_nodes().iter().zip(&self.is_content);
        Labels::from_text_nodes(
            page.document(),
            nodes.filter(|(_, is_content)| **is_content).map(|(&node, _)| node),
        )
    }
}

/// The nodes of the text block that a text node is the first of.
fn block_from(page: &Page<'_>, node: NodeId) -> Option<Range<u32>> {
    if !page.document().is_text(node) {
        return None;
    }
    let blocks = page.text_blocks();
    let nodes = blocks.nodes(&blocks.blocks()[blocks.block_of(node)?]);
    let (first, last) = (nodes.first()?, nodes.last()?);
    (*first == node).then(|| first.0..last.0 + 1)
}

/// The nodes that a label is about.
struct LabelSpan {
    nodes: Range<u32>,
    number: usize,
    /// Whether they were found by their text, which then counts whether it is shown or not.
    is_text: bool,
}

/// Some text nodes in order, of which each is taken once.
struct Unlabelled {
    /// Ids, and places in the list of all.
    nodes: Vec<(u32, usize)>,
    /// For each, one at or after it that may be left; one more than there are nodes.
    next: Vec<usize>,
}

impl Unlabelled {
    fn new(page: &Page<'_>, texts: Vec<usize>) -> Self {
        let next = (0..=texts.len()).collect();
        Unlabelled { nodes: texts.into_iter().map(|text| (page.text_nodes()[text].0, text)).collect(), next }
    }

    /// Takes those in a range that are left.
    fn take(&mut self, range: &Range<u32>, taken: &mut impl FnMut(usize)) {
        let place = |id: u32| self.nodes.partition_point(|&(node, _)| node < id);
        let (start, end) = (place(range.start), place(range.end));
        let mut at = self.left_from(start);
        while at < end {
            taken(self.nodes[at].1);
            self.next[at] = at + 1;
            at = self.left_from(at + 1);
        }
    }

    /// The first at or after a place that is left. Halves the way of those that come later.
    fn left_from(&mut self, mut at: usize) -> usize {
        while self.next[at] != at {
            self.next[at] = self.next[self.next[at]];
            at = self.next[at];
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn of(place: LabelPlace, is_content: bool) -> Annotation {
        Annotation { place, is_content }
    }

    fn path(path: &str, is_content: bool) -> Annotation {
        of(LabelPlace::XPath(path.to_owned()), is_content)
    }

    fn text(text: &str, is_content: bool) -> Annotation {
        of(LabelPlace::Text(text.to_owned()), is_content)
    }

    /// The content of a page by labels, with its hidden text if it is to be shown.
    fn content(html: &str, list: Vec<Annotation>, with_hidden: bool) -> String {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let all = page.with_hidden_text().filter(|_| with_hidden);
        let page = all.as_ref().unwrap_or(&page);
        Annotations(list).resolve(page).labels(page).plain_text(page)
    }

    #[test]
    fn the_nearest_label_counts_whatever_the_order() {
        let html = "<div>a<p>b<i>c</i></p>d</div>e";
        let labels =
            [path("/html/body/div/p/i", true), path("/html/body/div/p", false), path("/html/body/div", true)];
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let list = order.map(|at| labels[at].clone()).to_vec();
            assert_eq!(content(html, list, false), "a\nc\nd");
        }
        assert_eq!(
            content(html, vec![path("/html/body/div/p", true), path("/html/body/div/p", false)], false),
            ""
        );
        assert_eq!(content(html, Vec::new(), false), "");
    }

    #[test]
    fn a_text_is_a_block_an_element_or_a_text_node() {
        let html = "<p>Rye <b>in July</b>, cut</p><ul><li>Oats<li>Barley</ul><p>Oats</p>x<br>y<hr>z";
        let found = |list| content(html, list, false);
        assert_eq!(found(vec![text("RYE in july cut.", true)]), "Rye in July , cut");
        assert_eq!(found(vec![text("in July", true), text("oats barley", true)]), "in July\nOats\nBarley");
        assert_eq!(found(vec![text("x y", true)]), "x y");
        // The second one of the same text is the one after the first.
        assert_eq!(
            found(vec![text("Oats", false), text("Barley", true), text("Oats", true)]),
            "Barley\nOats"
        );
        assert_eq!(found(vec![text("Oats Oats", true), text("July", true)]), "");
    }

    #[test]
    fn hidden_text_needs_a_label_of_its_own() {
        let html = "<main>shown<div hidden>b<p>c</p></div><template>d</template></main>";
        let main = path("/html/body/main", true);
        assert_eq!(content(html, vec![main.clone()], true), "shown");
        assert_eq!(content(html, vec![main.clone(), path("/html/body/main/div", true)], true), "shown\nb\nc");
        assert_eq!(content(html, vec![main, text("c", true)], true), "shown\nc");
    }

    #[test]
    fn the_first_text_of_a_block_stands_for_the_block() {
        let html = "<p>shown <b>in</b> the open<div><i hidden>h</i>also <b>here</b></div>";
        let first = path("/html/body/p/text()[1]", true);
        assert_eq!(content(html, vec![first.clone()], true), "shown in the open");
        let second = path("/html/body/p/b/text()", false);
        assert_eq!(content(html, vec![first, second.clone()], false), "shown the open");
        assert_eq!(content(html, vec![path("/html/body/p/text()[2]", true), second], false), "the open");
        // A hidden text before it is no part of what people saw.
        assert_eq!(content(html, vec![path("/html/body/div/text()", true)], true), "also here");
    }

    #[test]
    fn tags_are_places_too() {
        let html = "<p>a<p id=x>b<p>c";
        let start = html.find("<p id").expect("a tag");
        assert_eq!(
            content(html, vec![of(LabelPlace::Tag(start), true), of(LabelPlace::Tag(1), true)], false),
            "b"
        );
    }

    #[test]
    fn many_nested_labels_take_each_text_once() {
        let depth = 400;
        let html = "<div>x ".repeat(depth);
        let list: Vec<Annotation> = (1..=depth)
            .map(|depth| path(&format!("/html/body{}", "/div".repeat(depth)), depth % 2 == 0))
            .collect();
        assert_eq!(content(&html, list, false).lines().count(), depth / 2);
    }
}
