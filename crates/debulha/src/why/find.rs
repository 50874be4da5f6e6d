//! Where a piece of text stands in a page.

use debulha_core::Page;
use debulha_dom::{NodeId, NodeKind};

/// Where a text was found. Each place is the nodes that it runs over.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// In text that a reader sees.
    Visible(Vec<Vec<NodeId>>),
    /// In text that is hidden, or in a comment.
    Hidden(Vec<Vec<NodeId>>),
    /// In an attribute, of this name, of an element.
    Attribute(NodeId, String),
    /// Nowhere.
    Nowhere,
}

/// Looks for a text, white space apart: in visible text, then in hidden text, then in attributes, each first with letter case and then without.
/// O(page).
pub fn find(page: &Page<'_>, text: &str) -> Found {
    let doc = page.document();
    let hidden: Vec<NodeId> = doc
        .nodes()
        .filter(|&node| doc.is_text(node) || doc.kind(node) == NodeKind::Comment)
        .filter(|&node| page.visibility().is_hidden(node))
        .collect();
    for fold in [false, true] {
        let places = Squashed::new(page, page.text_nodes(), fold).places_of(text);
        if !places.is_empty() {
            return Found::Visible(places);
        }
    }
    for fold in [false, true] {
        let places = Squashed::new(page, &hidden, fold).places_of(text);
        if !places.is_empty() {
            return Found::Hidden(places);
        }
    }
    let needle = squash(text, true);
    for node in doc.nodes() {
        for (name, value) in doc.attributes(node) {
            if squash(value, true).contains(&needle) {
                return Found::Attribute(node, doc.name_str(name).to_owned());
            }
        }
    }
    Found::Nowhere
}

/// The text of nodes in a row, without white space.
struct Squashed {
    text: String,
    /// Where each node's text begins.
    starts: Vec<(usize, NodeId)>,
    fold: bool,
}

impl Squashed {
    fn new(page: &Page<'_>, nodes: &[NodeId], fold: bool) -> Self {
        let mut squashed = Squashed { text: String::new(), starts: Vec::new(), fold };
        for &node in nodes {
            squashed.starts.push((squashed.text.len(), node));
            squashed.text.push_str(&squash(page.document().text(node), fold));
        }
        squashed
    }

    fn places_of(&self, text: &str) -> Vec<Vec<NodeId>> {
        let needle = squash(text, self.fold);
        let nodes = |(start, _): (usize, &str)| {
            let first = self.starts.partition_point(|&(at, _)| at <= start) - 1;
            let touched = self.starts[first..].iter().take_while(|&&(at, _)| at < start + needle.len());
            touched.map(|&(_, node)| node).collect()
        };
        self.text.match_indices(&needle).map(nodes).collect()
    }
}

fn squash(text: &str, fold: bool) -> String {
    let squashed: String = text.split_whitespace().collect();
    if fold { squashed.to_lowercase() } else { squashed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn places(html: &str, text: &str) -> (&'static str, Vec<Vec<String>>) {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let texts = |places: Vec<Vec<NodeId>>| {
            let of =
                |nodes: Vec<NodeId>| nodes.iter().map(|&node| doc.text(node).trim().to_owned()).collect();
            places.into_iter().map(of).collect()
        };
        match find(&page, text) {
            Found::Visible(places) => ("visible", texts(places)),
            Found::Hidden(places) => ("hidden", texts(places)),
            Found::Attribute(_, name) => ("attribute", vec![vec![name]]),
            Found::Nowhere => ("nowhere", Vec::new()),
        }
    }

    const PAGE: &str = "<p>Rye <b>stands</b> well<p hidden>Wheat<!-- barley --><img alt='Oats here'><p>Rye";

    #[test]
    fn text_is_found_across_nodes_and_white_space() {
        assert_eq!(places(PAGE, "Rye\n stands").1, [["Rye", "stands"]]);
        assert_eq!(places(PAGE, "tands w").1, [["stands", "well"]]);
        assert_eq!(places(PAGE, "Rye").1, [["Rye"], ["Rye"]]);
        assert_eq!(places(PAGE, "RYE STANDS").1, [["Rye", "stands"]]);
    }

    #[test]
    fn hidden_text_comments_and_attributes_are_told_apart() {
        assert_eq!(places(PAGE, "wheat").0, "hidden");
        assert_eq!(places(PAGE, "barley").0, "hidden");
        assert_eq!(places(PAGE, "oats").1, [["alt"]]);
        assert_eq!(places(PAGE, "maize").0, "nowhere");
    }
}
