//! `pagelet`: regions by their links, with fingerprints.

use crate::features::shingles::{fingerprint, token};
use crate::segmenter;
use debulha_core::page::Page;
use debulha_core::params;
use debulha_core::segmentation::{SegmentBlock, Segmentation};
use debulha_dom::{AttributeSet, Document, NodeId, names};

params! {
    /// Parameters of `pagelet`.
    pub struct PageletParams {
        /// Links below a child from which on its parent is cut into its children (baryossef2002).
        pub k: u32 = 3, range: 1..=10_000;
        /// Tokens of a shingle (baryossef2002).
        pub window: u32 = 4, range: 1..=64;
        /// Shingles that make a fingerprint (baryossef2002).
        pub hashes: u32 = 8, range: 1..=64;
        /// Whether the addresses of links are tokens (our decision: menus of the same words may lead elsewhere).
        pub link_targets: bool = true;
    }
}

segmenter! {
    /// Cuts the page into pagelets: regions none of whose children has three links, each with a fingerprint.
    ///
    /// ## How it decides
    /// 1. From the body down, an element with a child below which there are k links or more is cut into its
    ///    children.
    /// 2. Any other element is a pagelet, if it has text or a link.
    /// 3. The fingerprint of a pagelet is a number for the smallest, under each of 8 hash functions, of its runs of
    ///    4 tokens; with fewer tokens, for all of them. Tokens are words and the addresses of links. Pagelets with
    ///    nearly the same tokens share it, on any page.
    ///
    /// ## Cost
    /// O(nodes + text · (window + hashes)): an element's children are looked at once. 4 bytes a node, 40 a pagelet.
    /// ## Differs from the paper
    /// Links are `a` elements with `href` that a reader sees. The paper leaves the shingles' hash functions open.
    /// ## Known failures
    /// Text that stands directly in an element that is cut is in no pagelet. A story with fewer than k links in each
    /// paragraph is a pagelet together with the headings and captions around it; one with more in a paragraph is cut
    /// into its paragraphs.
    /// ## Example
    /// ```
    /// use debulha_systems::segmenters::pagelet::Pagelet;
    /// use debulha_core::Page;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<div><a href=1>Home</a><a href=2>News</a><a href=3>Sport</a></div><div><h1>Storm</h1><p>It rained.</div>";
    /// let parsed = parse(html, &Limits::default());
    /// let blocks = Pagelet::default().blocks(&Page::new(&parsed.document)).blocks;
    /// let paths: Vec<String> = blocks.iter().map(|block| parsed.document.xpath(block.element)).collect();
    /// assert_eq!(paths, ["/html[1]/body[1]/div[1]", "/html[1]/body[1]/div[2]"]);
    /// ```
    /// ## References
    /// baryossef2002, broder1997
    pub struct Pagelet(PageletParams) {
        id: "pagelet",
        title: "Pagelets with shingle fingerprints",
        cite: ["baryossef2002", "broder1997"],
        provenance: Paper,
        presets: [],
    }
}

impl Pagelet {
    /// The pagelets of a page.
    pub fn blocks(&self, page: &Page<'_>) -> Segmentation {
        let doc = page.document();
        let links = LinkCounts::count(page);
        let mut blocks = Vec::new();
        let mut tokens = Vec::new();
        let body = page.body();
        let (mut at, end) = (body.0, doc.subtree_end(body));
        while at < end {
            let node = NodeId(at);
            at += 1;
            if !doc.is_element(node) && node != Document::ROOT {
                continue;
            }
            let is_cut = doc.children(node).any(|child| links.below(doc, child) >= self.params.k);
            if is_cut {
                continue;
            }
            at = doc.subtree_end(node);
            if page.stats().chars(doc, node) > 0 || links.below(doc, node) > 0 {
                let mut block = SegmentBlock::of_element(doc, node);
                block.fingerprint = Some(self.fingerprint(page, &block, &mut tokens));
                blocks.push(block);
            }
        }
        Segmentation { blocks }
    }

    /// The fingerprint of a block. `tokens` is a buffer. O(nodes + text) of the block.
    fn fingerprint(&self, page: &Page<'_>, block: &SegmentBlock, tokens: &mut Vec<u64>) -> u64 {
        let doc = page.document();
        tokens.clear();
        for node in block.nodes.clone().map(NodeId) {
            if page.visibility().is_hidden(node) {
                continue;
            }
            if doc.is_text(node) {
                tokens.extend(doc.text(node).split_whitespace().map(token));
            } else if self.params.link_targets && is_link(doc, node) {
                tokens.extend(doc.attribute(node, names::HREF).map(|address| token(address.trim())));
            }
        }
        fingerprint(tokens, self.params.window as usize, self.params.hashes as usize)
    }
}

fn is_link(doc: &Document, node: NodeId) -> bool {
    doc.name(node) == names::A && doc.attribute_set(node).intersects(AttributeSet::HREF)
}

/// Entry `n`: links of the clean view before node `n`.
struct LinkCounts(Vec<u32>);

impl LinkCounts {
    fn count(page: &Page<'_>) -> Self {
        let doc = page.document();
        let mut before = Vec::with_capacity(doc.len() + 1);
        let mut sum = 0;
        for node in doc.nodes() {
            before.push(sum);
            sum += u32::from(is_link(doc, node) && !page.visibility().is_hidden(node));
        }
        before.push(sum);
        LinkCounts(before)
    }

    /// Links of a subtree, its root included.
    fn below(&self, doc: &Document, node: NodeId) -> u32 {
        self.0[doc.subtree_end(node) as usize] - self.0[node.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    const NAV: &str =
        "<div id=nav><a href=1>a</a><a href=2>b</a><a href=3>c</a><a href=4>d</a><a href=5>e</a></div>";

    /// The pagelets of a page: id or name, and fingerprint.
    fn pagelets(html: &str, params: PageletParams) -> Vec<(String, u64)> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let found = Pagelet { params }.blocks(&page);
        assert!(found.is_valid(&doc));
        let shown = |block: &SegmentBlock| {
            let name =
                doc.attribute(block.element, names::ID).unwrap_or(doc.name_str(doc.name(block.element)));
            (name.to_owned(), block.fingerprint.unwrap_or_default())
        };
        found.blocks.iter().map(shown).collect()
    }

    fn named(html: &str, k: u32) -> Vec<String> {
        let found = pagelets(html, PageletParams { k, ..PageletParams::default() });
        found.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn spec_16_pagelets_of_a_page() {
        let html = format!("<body>{NAV}<div id=main><p>text <a href=6>f</a></p></div></body>");
        assert_eq!(named(&html, 3), ["nav", "main"]);
        assert_eq!(named(&html, 6), ["body"]);
        assert_eq!(named(&html, 1), ["a", "a", "a", "a", "a", "a"], "links are never cut");
    }

    #[test]
    fn spec_16_pages_share_the_fingerprint_of_their_menu() {
        let page = |story: &str| {
            let html = format!("<body>{NAV}<div id=main><p>{story}</p></div></body>");
            pagelets(&html, PageletParams::default())
        };
        let (rye, oats) = (page("The rye is in."), page("The oats are in."));
        assert_eq!(rye[0], oats[0]);
        assert_ne!(rye[1].1, oats[1].1);
    }

    #[test]
    fn addresses_count_where_told() {
        let menu = |address: &str, link_targets| {
            let html = format!("<p><a href={address}>one</a><a href=2>two</a>");
            pagelets(&html, PageletParams { link_targets, ..PageletParams::default() })
        };
        assert_ne!(menu("1", true), menu("x", true));
        assert_eq!(menu("1", false), menu("x", false));
    }

    #[test]
    fn what_is_empty_or_hidden_is_no_pagelet() {
        assert_eq!(named("", 3), [""; 0]);
        assert_eq!(named(&format!("{NAV}<p> </p><p hidden>x</p><hr><p id=last>y</p>"), 3), ["nav", "last"]);
        assert_eq!(named(&format!("stray text {NAV}"), 3), ["nav"]);
        assert_eq!(named("<div><a href=1><img></a></div>", 3), ["body"], "a link without text is enough");
    }
}
