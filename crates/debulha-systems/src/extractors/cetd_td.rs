//! `cetd_td`: the plain variant of CETD, text density without the text of links.

use debulha_core::features::text_density::{
    Densities, DensitySelection, DensityThreshold, LinkLike, LinkedChars, PathText, Subtree, SumOver,
};
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, params};
use debulha_dom::NodeId;

params! {
    /// Parameters of `cetd_td`; they mean what they mean in `cetd`.
    pub struct CetdTdParams {
        /// Which elements are hyperlinks, whose text does not count.
        pub link_like: LinkLike = LinkLike::Controls;
        /// What the density sum runs over.
        pub sum: SumOver = SumOver::Children;
        /// Which density a branch must reach.
        pub threshold: DensityThreshold = DensityThreshold::PathMinimum;
        /// What becomes of text directly in an element above content.
        pub path_text: PathText = PathText::Keep;
    }
}

extractor! {
    /// Keeps the subtrees whose children have much text outside links for few elements.
    ///
    /// ## How it decides
    /// As `cetd`, with another density: characters outside hyperlinks by descendant elements (at least 1). A text
    /// node beside elements adds its characters outside hyperlinks to the DensitySum of its parent.
    ///
    /// 1. The element with the largest DensitySum, first in document order, is content with all that is below it.
    /// 2. The threshold is the least density from it up to `body`.
    /// 3. From `body` down, in every branch that reaches the threshold, the element with the largest DensitySum
    ///    below each element is content with all that is below it.
    /// 4. Elements above content keep the text that stands directly in them.
    /// ## Cost
    /// O(nodes), beyond the shared statistics: a pass forward over hyperlinks, one backward, one forward to choose.
    /// 36 bytes a node, reused from page to page.
    /// ## Differs from the paper
    /// The paper's plain text density counts the text of links; this is the variant in the authors' program, which
    /// does not. A page whose text is all in hyperlinks has no content.
    /// ## Known failures
    /// As `cetd`; texts that are mostly links, such as glossaries, are lost.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::cetd_td::CetdTd;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<ul><li><a href=1>Home</a><li><a href=2>News</a></ul>
    ///     <div><p>The harvest began early this year.</p><p>Rain is expected by Friday.</p></div>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = CetdTd::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, "The harvest began early this year.\nRain is expected by Friday.");
    /// ```
    /// ## References
    /// sun2011
    pub struct CetdTd(CetdTdParams) {
        id: "cetd_td",
        title: "Content Extraction via Text Density (plain, without links)",
        cite: ["sun2011"],
        provenance: Program,
        unit: Subtree,
        presets: [],
        why: explain,
    }
}

impl CetdTd {
    fn label(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let linked = LinkedChars::compute(page, self.params.link_like, scratch);
        let labels = if unlinked(Subtree::of(page, &linked, page.body())) == 0 {
            Labels::default()
        } else {
            let densities = self.measure(page, &linked, scratch);
            let selection = DensitySelection::choose(page, &densities, self.params.threshold, scratch);
            let labels = selection.labels(page, self.params.path_text);
            selection.give(scratch);
            densities.give(scratch);
            labels
        };
        linked.give(scratch);
        Outcome::Labeled(labels)
    }

    fn explain(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let linked = LinkedChars::compute(page, self.params.link_like, scratch);
        let body = page.body();
        if unlinked(Subtree::of(page, &linked, body)) == 0 {
            linked.give(scratch);
            let detail = "the page has no text outside hyperlinks".to_owned();
            return vec![Reason { rule: "text outside hyperlinks", keeps: false, node: body, detail }];
        }
        let densities = self.measure(page, &linked, scratch);
        let selection = DensitySelection::choose(page, &densities, self.params.threshold, scratch);
        let describe = |node: NodeId| {
            let subtree = Subtree::of(page, &linked, node);
            let density = densities.density(node);
            format!("density {density:.4} (C {}, T {})", unlinked(subtree), subtree.elements)
        };
        let reasons = selection.explain(page, &densities, self.params.path_text, text_node, describe);
        selection.give(scratch);
        densities.give(scratch);
        linked.give(scratch);
        reasons
    }

    fn measure(&self, page: &Page<'_>, linked: &LinkedChars, scratch: &mut Scratch) -> Densities {
        Densities::compute(
            page,
            linked,
            self.params.sum,
            scratch,
            |chars, linked| f64::from(chars - linked),
            |subtree| f64::from(unlinked(subtree)) / f64::from(subtree.elements.max(1)),
        )
    }
}

fn unlinked(subtree: Subtree) -> u32 {
    subtree.chars - subtree.linked
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Extractor;
    use debulha_dom::{Limits, names, parse};

    #[test]
    fn densities_leave_out_links_and_sums_add_text_beside_elements() {
        let html = "<div>1234567890 <p>12345<a href=x>link</a></p><p>123</p></div>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let mut scratch = Scratch::default();
        let linked = LinkedChars::compute(&page, LinkLike::Controls, &mut scratch);
        let densities = CetdTd::default().measure(&page, &linked, &mut scratch);
        let div = doc.elements_named(names::DIV).next().unwrap();
        let paragraphs: Vec<NodeId> = doc.elements_named(names::P).collect();
        // 18 characters for 3 elements; 10 of its own, 5/1 and 3/1 of its children.
        assert_eq!((densities.density(div), densities.sum(div)), (6.0, 18.0));
        assert_eq!(paragraphs.iter().map(|&p| densities.sum(p)).collect::<Vec<_>>(), [5.0, 3.0]);
    }

    #[test]
    fn a_page_of_links_alone_has_no_content_and_says_so() {
        let doc = parse("<p><a href=x>one</a></p><p><a href=y>two</a></p>", &Limits::default()).document;
        let page = Page::new(&doc);
        let mut scratch = Scratch::default();
        assert!(CetdTd::default().extract(&page, &mut scratch).labels().unwrap().is_empty());
        let reasons = CetdTd::default().why(&page, &mut scratch, page.text_nodes()[0]);
        assert_eq!(reasons[0].rule, "text outside hyperlinks");
    }
}
