//! `cetd`: content extraction via composite text density.

use debulha_core::features::composite_density::{CompositeDensities, CompositeOptions, LinkCount, TextRun};
use debulha_core::features::text_density::{
    DensitySelection, DensityThreshold, LinkLike, PathText, Subtree, SumOver,
};
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, extractor::Preset, params};
use debulha_dom::NodeId;

params! {
    /// Parameters of `cetd`. The method has no numbers; all are readings of the paper.
    pub struct CetdParams {
        /// Which elements are hyperlinks.
        pub link_like: LinkLike = LinkLike::Controls;
        /// How the hyperlinks of an element are counted.
        pub link_count: LinkCount = LinkCount::Reference;
        /// What the density sum runs over.
        pub sum: SumOver = SumOver::Children;
        /// What a text node beside elements adds to the density sum.
        pub text_run: TextRun = TextRun::Leaf;
        /// Which density a branch must reach.
        pub threshold: DensityThreshold = DensityThreshold::PathMinimum;
        /// What becomes of text directly in an element above content.
        pub path_text: PathText = PathText::Keep;
    }
}

extractor! {
    /// Keeps the subtrees whose children have much text for few elements and hardly any of it in links.
    ///
    /// ## How it decides
    /// Every element of `body` has C characters, T descendant elements, LC characters inside hyperlinks, and LT
    /// hyperlinks; ρ is LC/C of `body`. Its composite text density is
    /// `C/T · ln(C·T / (LC·LT)) / ln(ln(C·LC/(C−LC) + ρ·C + e))`, a count of 0 taken as 1, and 0 without text. Its
    /// DensitySum is the sum of the densities of its children, text nodes among them; without child elements, its
    /// own density.
    ///
    /// 1. The element with the largest DensitySum, first in document order, is content with all that is below it.
    /// 2. The threshold is the least density from it up to `body`.
    /// 3. From `body` down, in every branch that reaches the threshold, the element with the largest DensitySum
    ///    below each element is content with all that is below it.
    /// 4. Elements above content keep the text that stands directly in them.
    /// ## Cost
    /// O(nodes), beyond the shared statistics: a pass forward over hyperlinks, one backward with at most three
    /// logarithms an element, one forward to choose. 40 bytes a node, reused from page to page.
    /// ## Differs from the paper
    /// Characters are counted after white space is normalised; the authors' program counts rendered text with its
    /// line breaks. Text beside elements counts as a leaf (`text_run`): the program's formula has no value on a
    /// page without links. Elements hidden by style sheets are unknown without a rendering and count as visible.
    /// ## Known failures
    /// Pages of short records or tables: their densities are low everywhere and the largest sum is an accident.
    /// Comments under an article are as dense as the article.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::cetd::Cetd;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<ul><li><a href=1>Home</a><li><a href=2>News</a></ul>
    ///     <div><p>The harvest began early this year.</p><p>Rain is expected by Friday.</p></div>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Cetd::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, "The harvest began early this year.\nRain is expected by Friday.");
    /// ```
    /// ## References
    /// sun2011
    pub struct Cetd(CetdParams) {
        id: "cetd",
        title: "Content Extraction via Text Density (composite)",
        cite: ["sun2011"],
        provenance: Paper,
        unit: Subtree,
        presets: [
            Preset {
                name: "precision",
                docs: "Searches fewer branches, and drops text that stands between content and noise.",
                params: r#"{"threshold":"body","path_text":"drop"}"#,
            },
            Preset {
                name: "recall",
                docs: "Counts hyperlinks alone, not what they fill, so that text among links is denser.",
                params: r#"{"link_count":"descendants"}"#,
            },
        ],
        why: explain,
    }
}

impl Cetd {
    fn label(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        if page.stats().chars(page.document(), page.body()) == 0 {
            return Outcome::Labeled(Labels::default());
        }
        let measured = self.measure(page, scratch);
        let selection = DensitySelection::choose(page, &measured.densities, self.params.threshold, scratch);
        let labels = selection.labels(page, self.params.path_text);
        selection.give(scratch);
        measured.give(scratch);
        Outcome::Labeled(labels)
    }

    fn explain(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let measured = self.measure(page, scratch);
        let selection = DensitySelection::choose(page, &measured.densities, self.params.threshold, scratch);
        let describe = |node: NodeId| {
            let Subtree { chars, linked, elements, .. } = Subtree::of(page, &measured.linked, node);
            format!(
                "CTD {:.4} (C {chars}, T {elements}, LC {linked}, LT {}, body ratio {:.4})",
                measured.densities.density(node),
                measured.links[node.index()],
                measured.body_ratio
            )
        };
        let reasons =
            selection.explain(page, &measured.densities, self.params.path_text, text_node, describe);
        selection.give(scratch);
        measured.give(scratch);
        reasons
    }

    fn measure(&self, page: &Page<'_>, scratch: &mut Scratch) -> CompositeDensities {
        let CetdParams { link_like, link_count, sum, text_run, .. } = self.params;
        let options = CompositeOptions { link_like, link_count, sum, text_run };
        CompositeDensities::compute(page, options, scratch)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Extractor;
    use debulha_core::features::composite_density::{composite_density, reference_run};
    use debulha_core::params::Params;
    use debulha_dom::{Document, Limits, NameId, names, parse};
    use std::f64::consts::E;

    /// A list item of the BBC as the thesis prints it, without white space between elements.
    const BBC_ITEM: &str = "<li class=medium-image><h3><a>Model journalist</a></h3>\
        <p>How the BBC's Brian Hanrahan became a household name</p><hr></li>";

    fn round(value: f64) -> f64 {
        (value * 1e4).round() / 1e4
    }

    fn named(doc: &Document, name: NameId) -> NodeId {
        doc.elements_named(name).next().unwrap()
    }

    fn text(html: &str, params: CetdParams) -> String {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        Cetd { params }.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
    }

    #[test]
    fn spec_02_bbc_item() {
        let doc = parse(BBC_ITEM, &Limits::default()).document;
        let page = Page::new(&doc);
        let densities = |link_count| {
            let cetd = Cetd { params: CetdParams { link_count, ..CetdParams::default() } };
            let measured = cetd.measure(&page, &mut Scratch::default());
            assert_eq!(round(measured.body_ratio), round(16.0 / 68.0));
            [names::LI, names::H3, names::A, names::P, names::HR]
                .map(|name| round(measured.densities.density(named(&doc, name))))
        };
        assert_eq!(densities(LinkCount::Reference), [27.9237, 0.0, 0.0, 201.6865, 0.0]);
        assert_eq!(densities(LinkCount::Descendants), [36.9679, 0.0, 0.0, 201.6865, 0.0]);

        let mut scratch = Scratch::default();
        let measured = Cetd::default().measure(&page, &mut scratch);
        let li = named(&doc, names::LI);
        assert_eq!(round(measured.densities.sum(li)), 201.6865);
        assert_eq!(measured.densities.sum(li), measured.densities.sum(named(&doc, names::P)));
        let chosen =
            DensitySelection::choose(&page, &measured.densities, DensityThreshold::PathMinimum, &mut scratch);
        assert_eq!(chosen.densest, li, "the tie goes to the first in document order");
        assert_eq!(
            text(BBC_ITEM, CetdParams::default()),
            "Model journalist\nHow the BBC's Brian Hanrahan became a household name"
        );
    }

    #[test]
    fn spec_02_bbc_item_counts_and_text_density() {
        let doc = parse(BBC_ITEM, &Limits::default()).document;
        let page = Page::new(&doc);
        let counts = |link_count| {
            let cetd = Cetd { params: CetdParams { link_count, ..CetdParams::default() } };
            let measured = cetd.measure(&page, &mut Scratch::default());
            [names::LI, names::H3, names::A, names::P, names::HR].map(|name| {
                let node = named(&doc, name);
                let Subtree { chars, linked, elements, .. } = Subtree::of(&page, &measured.linked, node);
                (chars, elements, chars / elements.max(1), linked, measured.links[node.index()])
            })
        };
        let reference = counts(LinkCount::Reference);
        let columns = reference.map(|(chars, elements, density, ..)| (chars, elements, density));
        assert_eq!(columns, [(68, 4, 17), (16, 1, 16), (16, 0, 16), (52, 0, 52), (0, 0, 0)]);
        let of_item = |counts: [(u32, u32, u32, u32, u32); 5]| {
            let (chars, _, _, linked, links) = counts[0];
            (linked, links, chars - linked)
        };
        assert_eq!(of_item(reference), (16, 2, 52));
        assert_eq!(of_item(counts(LinkCount::Descendants)), (16, 1, 52));
    }

    #[test]
    fn spec_02_text_run() {
        assert_eq!(round(composite_density(100, 0, 0, 0, 0.25)), 380.2134);
        assert_eq!(round(reference_run(100, 0.25)), 383.5741);
        assert_eq!(reference_run(1, 0.0), 0.0);
        assert!(reference_run(2, 0.0).is_infinite());
    }

    #[test]
    fn spec_02_page_without_links() {
        assert_eq!(round((1.0 + E).ln()), 1.3133);
        // C 10, T 2, LC = LT = 0: 10/2 · ln 20 / ln ln(1 + e).
        let expected = 5.0 * 20f64.ln() / (1.0 + E).ln().ln();
        assert_eq!(round(composite_density(10, 2, 0, 0, 0.0)), round(expected));
    }

    const STORY: &str = "<nav><a href=1>Home</a> <a href=2>News of the day</a></nav><main>Published today \
        <div><p>The harvest began early this year, to the surprise of many.</p>\
        <p>Rain is expected by Friday, and the barns are still half empty.</p></div></main>\
        <footer><a href=3>Imprint</a></footer>";

    #[test]
    fn text_directly_above_content_follows_the_option() {
        let body = "The harvest began early this year, to the surprise of many.\n\
            Rain is expected by Friday, and the barns are still half empty.";
        assert_eq!(text(STORY, CetdParams::default()), format!("Published today\n{body}"));
        let drop = CetdParams { path_text: PathText::Drop, ..CetdParams::default() };
        assert_eq!(text(STORY, drop), body);
    }

    #[test]
    fn sums_over_descendants_return_the_whole_page() {
        let whole = text(STORY, CetdParams { sum: SumOver::Descendants, ..CetdParams::default() });
        assert!(whole.starts_with("Home") && whole.ends_with("Imprint"), "{whole}");
    }

    #[test]
    fn infinite_runs_of_the_reference_are_compared_without_harm() {
        let html = "<div>some text beside <b>an element</b></div><p>other text</p>";
        let kept = text(html, CetdParams { text_run: TextRun::Reference, ..CetdParams::default() });
        assert_eq!(kept, "some text beside an element");
    }

    #[test]
    fn why_names_densities_and_threshold() {
        let doc = parse(STORY, &Limits::default()).document;
        let page = Page::new(&doc);
        let why = |text: &str| {
            let node = doc.nodes().find(|&node| doc.is_text(node) && doc.text(node).starts_with(text));
            Cetd::default().why(&page, &mut Scratch::default(), node.unwrap())
        };
        let kept = why("Rain");
        assert_eq!(kept.first().map(|reason| (reason.rule, reason.keeps)), Some(("densest subtree", true)));
        assert!(kept.last().unwrap().keeps && kept.last().unwrap().detail.starts_with("CTD "), "{kept:?}");
        let dropped = why("Home");
        assert!(dropped.iter().any(|r| r.rule == "threshold" && !r.keeps), "{dropped:?}");
        assert!(!dropped.last().unwrap().keeps);
        assert_eq!(why("Published").last().map(|r| (r.rule, r.keeps)), Some(("path text", true)));
    }

    #[test]
    fn presets_are_valid_parameters() {
        for preset in Cetd::INFO.presets {
            let map = serde_json::from_str(preset.params).unwrap();
            assert!(CetdParams::from_map("cetd", &map).is_ok(), "{}", preset.name);
        }
    }

    #[test]
    fn pages_without_text_have_no_content() {
        assert_eq!(text("", CetdParams::default()), "");
        assert_eq!(text("<title>t</title><div><p></p></div>", CetdParams::default()), "");
    }
}
