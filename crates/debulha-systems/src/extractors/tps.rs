//! `tps`: tag path sequence segmentation.

use debulha_core::features::tag_path_sequence::{PathSegments, SegmentOptions, segment, slope};
use debulha_core::features::tag_paths::TagPaths;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, params};
use debulha_dom::NodeId;
use std::ops::Range;

params! {
    /// Parameters of `tps`.
    pub struct TpsParams {
        /// Attributes of presentation (style, class, bgcolor, width, height, align, valign) are part of a path; an
        /// option of the paper.
        pub css: bool = false;
        /// The last node of a left side that is kept belongs to it. The authors' program drops it.
        pub keep_border: bool = false;
        /// Pages with fewer nodes are kept whole; our decision.
        pub min_nodes: u32 = 10, range: 0..=1_000_000;
        /// Splits at most, a bound on the work; our decision.
        pub max_splits: u32 = 64, range: 0..=10_000;
        /// Keep every structured region instead of the last one alone, as in the author's later work; the last one
        /// where none is structured.
        pub structured: bool = false;
        /// A split-off side with a smaller share of the page's nodes is no candidate; the author's later work.
        pub min_candidate: f64 = 0.05, range: 0.0..=1.0;
        /// A candidate with a smaller share of the page's nodes is not structured; the author's later work.
        pub min_region: f64 = 0.03, range: 0.0..=1.0;
        /// A candidate is structured below this slope of its path numbers: tan 10°, the author's later work.
        pub max_slope: f64 = 0.17633, range: 0.0..=1000.0;
    }
}

extractor! {
    /// Cuts menus, banners and the like away from the part of the page whose tag paths return.
    ///
    /// ## How it decides
    /// The page is the sequence of the tag paths of its elements and text nodes, in document order, equal paths with
    /// equal numbers.
    ///
    /// 1. Paths that occur more often than a threshold are looked at, each from its first place to its last. Where
    ///    these stretches fall into two groups or more that do not overlap, the border is the end of the first group.
    ///    The threshold is the least count in the sequence that gives a border.
    /// 2. The longer side is kept. Both steps are repeated on it until there is no border.
    /// 3. The nodes that are left are content.
    ///
    /// With `structured`, the sides that were cut away are candidates too, and every candidate is content whose path
    /// numbers, fitted by a straight line, rise by less than `max_slope` a node.
    /// ## Cost
    /// O(nodes) for each split, of which there are at most `max_splits`; 12 bytes a node.
    /// ## Differs from the paper
    /// Comments and blank text have no place in the sequence, nor has what is hidden. Pages of fewer than
    /// `min_nodes` nodes are kept whole.
    /// ## Known failures
    /// Articles: their paragraphs occur at one path, and a long menu or a list of comments has more nodes than they.
    /// It is meant for the pages of shops and institutions, and for what precedes a search for records.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::tps::Tps;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let menu = "<a href=1>Home</a><a href=2>Farm</a>";
    /// let row = "<tr><td>Rye</td><td><b>12 t</b></td></tr>";
    /// let html = format!("<div>{menu}</div><table>{}</table>", row.repeat(3));
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Tps::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert!(text.contains("Rye") && !text.contains("Home"), "{text}");
    /// ```
    /// ## References
    /// velloso2013
    pub struct Tps(TpsParams) {
        id: "tps",
        title: "Tag Path Sequence segmentation",
        cite: ["velloso2013"],
        provenance: Paper,
        unit: Node,
        presets: [],
        why: explain,
    }
}

/// A page's sequence and what became of it.
struct Decided {
    paths: TagPaths,
    segments: PathSegments,
    /// Places of the sequence that are content, in order.
    kept: Vec<Range<usize>>,
}

impl Tps {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let Decided { paths, kept, .. } = self.decide(page);
        let doc = page.document();
        let nodes = kept.iter().flat_map(|places| &paths.nodes()[places.clone()]).copied();
        Outcome::Labeled(Labels::from_text_nodes(doc, nodes.filter(|&node| doc.is_text(node))))
    }

    fn decide(&self, page: &Page<'_>) -> Decided {
        let TpsParams { css, keep_border, min_nodes, max_splits, structured, .. } = self.params;
        let paths = TagPaths::compute(page.document(), page.visibility(), page.body(), css);
        let sequence: Vec<u32> = paths.nodes().iter().map(|&node| paths.of(node)).collect();
        let max_splits = if sequence.len() < min_nodes as usize { 0 } else { max_splits };
        let segments = segment(&sequence, SegmentOptions { keep_border, max_splits });
        let mut kept = vec![segments.main.clone()];
        if structured {
            let mut regions = self.structured(&sequence, &segments);
            if !regions.is_empty() {
                regions.sort_unstable_by_key(|places| places.start);
                kept = regions;
            }
        }
        Decided { paths, segments, kept }
    }

    /// The candidates in which the same paths return.
    fn structured(&self, sequence: &[u32], segments: &PathSegments) -> Vec<Range<usize>> {
        let share = |places: &Range<usize>| places.len() as f64 / sequence.len().max(1) as f64;
        let cut_away = segments.cut_away.iter().filter(|places| share(places) >= self.params.min_candidate);
        cut_away
            .chain([&segments.main])
            .filter(|places| {
                share(places) >= self.params.min_region
                    && slope(&sequence[(*places).clone()]).abs() < self.params.max_slope
            })
            .cloned()
            .collect()
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Decided { paths, segments, kept } = self.decide(page);
        let Ok(place) = paths.nodes().binary_search(&text_node) else {
            let detail = "blank, hidden or outside the body".to_owned();
            return vec![Reason { rule: "clean view", keeps: false, node: text_node, detail }];
        };
        let mut reasons = Vec::new();
        let mut sides = segments.cut_away.iter().enumerate();
        if let Some((split, side)) = sides.find(|(_, side)| side.contains(&place)) {
            let detail = format!(
                "cut away by split {} with places {} to {} of {}; this is place {place}",
                split + 1,
                side.start,
                side.end,
                paths.nodes().len()
            );
            reasons.push(Reason { rule: "shorter side", keeps: false, node: text_node, detail });
        }
        let keeps = kept.iter().any(|places| places.contains(&place));
        let Range { start, end } = segments.main;
        let detail = format!(
            "place {place}; after {} splits places {start} to {end} are left, {} regions are content",
            segments.cut_away.len(),
            kept.len()
        );
        reasons.push(Reason { rule: "region", keeps, node: text_node, detail });
        reasons
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Extractor;
    use debulha_dom::{Limits, parse};

    fn text(html: &str, params: TpsParams) -> String {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        Tps { params }.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
    }

    fn page() -> String {
        let menu = "<a href=1>Home</a>".repeat(8);
        let row = "<p><b>Rye</b> stands well in poor soil.</p>".repeat(9);
        format!("<div>{menu}</div><ul>{row}</ul>")
    }

    #[test]
    fn the_longer_side_is_content() {
        let kept = text(&page(), TpsParams::default());
        assert!(kept.contains("Rye") && !kept.contains("Home"), "{kept}");
    }

    #[test]
    fn a_page_of_few_nodes_is_kept_whole() {
        let html = page();
        let whole = text(&html, TpsParams { min_nodes: 1000, ..TpsParams::default() });
        assert!(whole.contains("Rye") && whole.contains("Home"));
        assert_eq!(text("<p>one<p>two", TpsParams::default()), "one\ntwo");
    }

    #[test]
    fn sides_in_which_paths_return_are_structured() {
        let both = text(&page(), TpsParams { structured: true, ..TpsParams::default() });
        assert!(both.contains("Rye") && both.contains("Home"), "{both}");
        let strict = TpsParams { structured: true, max_slope: 0.0, ..TpsParams::default() };
        assert_eq!(text(&page(), strict), text(&page(), TpsParams::default()));
    }

    #[test]
    fn presentation_parts_what_tags_do_not() {
        let html = format!(
            "{}{}",
            "<p class=menu>short</p>".repeat(6),
            "<p class=text>Rye stands well in poor soil.</p>".repeat(9)
        );
        assert!(text(&html, TpsParams::default()).contains("short"));
        assert!(!text(&html, TpsParams { css: true, ..TpsParams::default() }).contains("short"));
    }

    #[test]
    fn why_names_the_split() {
        let doc = parse(&page(), &Limits::default()).document;
        let page = Page::new(&doc);
        let first = page.text_nodes()[0];
        let reasons = Tps::default().why(&page, &mut Scratch::default(), first);
        assert_eq!(reasons[0].rule, "shorter side");
        assert!(!reasons.last().unwrap().keeps);
    }
}
