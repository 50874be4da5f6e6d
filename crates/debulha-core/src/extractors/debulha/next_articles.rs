//! Articles that a page loads below its own for endless scrolling.

use crate::features::title_block::heading_level;
use crate::page::Page;
use debulha_dom::{NodeId, names};
use std::ops::Range;

/// The nodes of the articles that follow the one with the page's title, in document order. An article counts if its first heading of the
/// title's level links to another page and the title itself is no link: on a list of posts every heading is a link. O(nodes).
pub fn next_articles(shown: &Page<'_>) -> Vec<Range<u32>> {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    let Some(title) = shown.title_block().map(|row| texts.nodes(&texts.blocks()[row])[0]) else {
        return Vec::new();
    };
    let around = |name| doc.ancestors(title).find(|&node| doc.name(node) == name);
    let heading = doc.ancestors(title).find(|&node| heading_level(doc.name(node)) > 0);
    let (Some(article), Some(heading)) = (around(names::ARTICLE), heading) else { return Vec::new() };
    if heading < article || link_of(shown, heading).is_some() {
        return Vec::new();
    }
    let following = std::iter::successors(doc.next_sibling(article), |&node| doc.next_sibling(node));
    let is_next = |&node: &NodeId| {
        let of_level = |&inner: &NodeId| doc.name(inner) == doc.name(heading);
        let own = doc.descendants(node).find(of_level);
        own.and_then(|own| link_of(shown, own)).is_some_and(|href| !href.trim().starts_with('#'))
    };
    let articles = following.filter(|&node| doc.name(node) == names::ARTICLE);
    articles.filter(is_next).map(|node| node.0..doc.subtree_end(node)).collect()
}

/// The address that a heading leads to: of a link in it or around it.
fn link_of<'p>(shown: &'p Page<'_>, heading: NodeId) -> Option<&'p str> {
    let doc = shown.document();
    let inside = doc.descendants(heading).find(|&node| doc.name(node) == names::A);
    let link = inside.or_else(|| doc.parent(heading).filter(|&parent| doc.name(parent) == names::A))?;
    doc.attribute(link, names::HREF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn articles_of_other_addresses_are_next() {
        let next = |html: &str| {
            let doc =
                parse(&format!("<title>The mill turns again</title>{html}"), &Limits::default()).document;
            next_articles(&Page::new(&doc)).len()
        };
        let own = "<article><h1>The mill turns again</h1><p>Rye</article>";
        let other = "<article><h1><a href=/tunnel>A tunnel</a></h1><p>Slate</article>";
        assert_eq!(next(&format!("{own}{other}{other}")), 2);
        assert_eq!(next(&format!("{own}<article><h1>Part two</h1><p>Oats</article>")), 0);
        assert_eq!(next(&format!("{own}<article><h1><a href='#2'>Part two</a></h1><p>Oats</article>")), 0);
        let listed = own.replace("The mill turns again", "<a href=/mill>The mill turns again</a>");
        assert_eq!(next(&format!("{listed}{other}")), 0);
    }
}
