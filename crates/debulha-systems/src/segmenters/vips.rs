//! `vips`: visual blocks of a rendered page.

use crate::features::vips::{self, VipsParams};
use crate::segmenter;
use debulha_core::extractor::Preset;
use debulha_core::page::Page;
use debulha_core::segmentation::{Missing, SegmentBlock, Segmentation};
use std::cmp::Reverse;

segmenter! {
    /// Cuts a rendered page into the blocks that a reader sees, each with a degree of coherence. It needs a layout with
    /// styles.
    ///
    /// ## How it decides
    /// A node is *valid* if it is seen and has area. *Inline* is what has `display: inline`, any other element *breaks
    /// lines*. A *virtual text* is an inline element whose valid children are texts and virtual texts. At first the body is
    /// the only block. In each of ten rounds, blocks of a coherence below `pdoc` go through three steps.
    ///
    /// **1. Block extraction.** From the block down, the first rule that fires says whether a node is cut into its children
    /// or is a block:
    /// - R1: it has no valid children: dropped; what is drawn without children, such as `img` and `input`, is a block of
    ///   coherence 8.
    /// - R2: its one valid child is an element: cut.
    /// - R3: it is the root of the block: cut.
    /// - R4: its children are texts and virtual texts: a block of coherence 10, or 9 where size or weight of the letters
    ///   differ.
    /// - R5: a child breaks lines: cut.
    /// - R6: there is an `hr` in it: cut.
    /// - R7: a child has another background: cut, and such children are blocks of coherence `background_coherence`.
    /// - R8: it is smaller than the round's size, with a text or virtual text among its children: a block of coherence
    ///   5 (`div`), 7 (`code`) or 8; `ul` is cut.
    /// - R9: all children are smaller than the round's size: a block of coherence 8, or 10 (`a`).
    /// - R10: the sibling before it was not cut: a block.
    /// - R11: cut.
    /// - R12: a block. Here and in R10, coherence is 8 (`li`, `span`, `sup`), otherwise 7.
    ///
    /// | class | rules |
    /// |---|---|
    /// | inline | 1 2 3 4 5 6 8 9 12 |
    /// | `table`, `tr` | 1 2 3 7 9 12 |
    /// | `td`, `th` | 1 2 3 4 8 9 10 12 |
    /// | `p` | 1 2 3 4 5 6 8 9 11 |
    /// | others | 1 2 3 4 6 8 9 11 |
    ///
    /// **2. Separators.** A horizontal or vertical gap that no block crosses, at least 3 pixels wide (later 4), not at the
    /// border. It weighs by its width: 12 above 55 pixels, 10 above 45, 8 above 35, 6 above 25, 4 above 15, 2 above 8,
    /// otherwise 1. An `hr` in it adds 2, another background on the other side 2. If it is horizontal, another size or weight of
    /// letters adds 2, larger letters below 2 more, and text on both sides takes away 2. Its sides are the blocks that
    /// touch it.
    ///
    /// **3. Structure.** Blocks are joined over the lightest separators first, until those of the largest weight are left:
    /// these part siblings. The coherence of a joined block is 10 − ⌈9·w/w_max⌉, at least 1 and at most that of its parts: w
    /// is the largest weight in it, w_max that of the page.
    ///
    /// ## Cost
    /// O(rounds · (nodes + blocks · log blocks)): a node is looked at once a round. 60 bytes a node.
    /// ## Differs from the paper
    /// The report gives neither sizes, weights nor most degrees of coherence as numbers; where nothing else is said, they are
    /// those of an open implementation. How coherence follows from weights is our decision. So is that separators are looked
    /// for again in what others part, where blocks are left there: a page whose head is as wide as all columns has no
    /// vertical separator otherwise. A gap counts if it is between neighbours of one row or column. `collapsed` keeps what
    /// stands in elements without area. Frames, films, pictures drawn by scripts and form fields are blocks as images are.
    ///
    /// A visual block is any set of nodes; a block of debulha is a run of them. Where all leaves of an element are in the
    /// visual block, the element is. Nodes that are neighbours then are one run of siblings; what R1 drops parts none. A visual
    /// block of several runs becomes several blocks of its coherence. This can only happen to joined blocks: leaves are one
    /// node each. Of equal blocks the one of the larger coherence stays.
    /// ## Known failures
    /// Boxes that lie over others, such as notices at the window's edge and menus that open over the page, cross the gaps
    /// below them. Lists of small cards become one block by R9, lists of large ones become many. Text that the browser did
    /// not draw is in no block.
    ///
    /// On twenty pages judged by their pictures (docs/reproduce/vips-judged.md), further:
    /// - The sizes of what is small are areas. A strip as wide as the page is small up to 109 pixels of height, so that R9
    ///   joins a path of links and the title below it.
    /// - A part with a background of its own is a block by R7, even one with all columns of the page in it. Its coherence, 7,
    ///   is enough for `pdoc`; 8 has it cut.
    /// - Gaps above 55 pixels weigh the same, and headings, rules and backgrounds add up to as much: on a page without style
    ///   sheets, sections of one text weigh apart as much as the page's parts do.
    /// ## Example
    /// ```
    /// use debulha_core::layout::LayoutRecord;
    /// use debulha_systems::segmenters::vips::Vips;
    /// use debulha_core::{Evidence, Page, page::PageOptions};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let parsed = parse("<body><p>Rye</p><p>Oats</p>", &Limits::default());
    /// let record = LayoutRecord::from_json(
    ///     r##"{"format": 2, "styles": [{}], "nodes": [
    ///         {"id": 1, "tag": "body", "style": 0, "x": 0, "y": 0, "width": 800, "height": 600},
    ///         {"id": 2, "tag": "p", "parent": 1, "style": 0, "x": 8, "y": 8, "width": 784, "height": 20},
    ///         {"id": 3, "tag": "#text", "parent": 2, "style": 0, "text": 2222320979, "lines": [[8, 8, 30, 20]]},
    ///         {"id": 4, "tag": "p", "parent": 1, "style": 0, "x": 8, "y": 68, "width": 784, "height": 20},
    ///         {"id": 5, "tag": "#text", "parent": 4, "style": 0, "text": 2200664088, "lines": [[8, 68, 30, 20]]}]}"##,
    /// )?;
    /// let layout = record.fit(&parsed.document).layout;
    /// let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
    /// let page = Page::with(&parsed.document, evidence, PageOptions::default());
    /// let blocks = Vips::default().blocks(&page).expect("a layout with styles").blocks;
    /// let paths: Vec<String> = blocks.iter().map(|block| parsed.document.xpath(block.element)).collect();
    /// assert_eq!(paths, ["/html[1]/body[1]/p[1]", "/html[1]/body[1]/p[2]"]);
    /// assert_eq!(blocks[0].coherence, Some(10), "texts alone");
    /// # Ok::<(), debulha_core::layout::LayoutError>(())
    /// ```
    /// ## References
    /// cai2003, li2006
    pub struct Vips(VipsParams) {
        id: "vips",
        title: "VIPS: vision-based page segmentation",
        cite: ["cai2003", "li2006"],
        provenance: Paper,
        needs: layout,
        presets: [
            Preset {
                name: "coarse",
                docs: "The largest blocks that are coherent enough: what is joined over light separators is one block.",
                params: r#"{"blocks": "permitted"}"#,
            },
            Preset {
                name: "tree",
                docs: "All blocks of the tree.",
                params: r#"{"blocks": "all"}"#,
            },
        ],
    }
}

impl Vips {
    /// The visual blocks of a page.
    ///
    /// # Errors
    /// [`Missing`] where the page has no layout with styles.
    pub fn blocks(&self, page: &Page<'_>) -> Result<Segmentation, Missing> {
        let visual = vips::segment(page, &self.params)?;
        let chosen = visual.tree.chosen(self.params.blocks, self.params.pdoc);
        let mut blocks: Vec<SegmentBlock> = chosen.into_iter().flat_map(|block| visual.runs(block)).collect();
        blocks.sort_by_key(|block| {
            (block.nodes.start, Reverse(block.nodes.end), block.kind, Reverse(block.coherence))
        });
        blocks.dedup_by(|next, block| next.nodes == block.nodes && next.kind == block.kind);
        Ok(Segmentation { blocks })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::VisualBlocks;
    use crate::features::vips::drawing::LaidOutPage;
    use crate::segmenters::build;
    use debulha_core::ParamMap;
    use debulha_core::segmentation::SegmentKind;

    #[test]
    fn joined_blocks_are_runs_of_siblings() {
        let html = "<body at='0 0 900 900'><p id=head at='0 0 900 50'>head</p>\
                    <p id=a at='0 110 900 50'>a</p> <p id=b at='0 170 900 50'>b</p><p id=end at='0 280 900 50'>end</p>";
        let drawing = LaidOutPage::of(html);
        let params = VipsParams { blocks: VisualBlocks::Permitted, ..VipsParams::default() };
        let found = Vips { params }.blocks(&drawing.page()).unwrap();
        assert!(found.is_valid(&drawing.document));
        let kinds: Vec<SegmentKind> = found.blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, [SegmentKind::Element, SegmentKind::Siblings, SegmentKind::Element]);
        assert_eq!(found.blocks[1].counts(&drawing.page()).words, 2);
    }

    #[test]
    fn what_the_rules_drop_parts_no_block() {
        // The gaps at the rule and at the empty element are as wide as those between the paragraphs.
        let html = "<body at='0 0 900 900'><p at='0 0 900 50'>head</p><div at='0 170 900 400'>\
                    <p at='0 170 900 150'>a</p><hr at='0 325 900 1'><p at='0 330 900 150'>b</p>\
                    <div at='0 485 900 1'></div><p at='0 490 900 80'>c</p></div>";
        let drawing = LaidOutPage::of(html);
        let params = VipsParams { blocks: VisualBlocks::Permitted, ..VipsParams::default() };
        let found = Vips { params }.blocks(&drawing.page()).unwrap();
        let paths: Vec<String> = found.blocks.iter().map(|of| drawing.document.xpath(of.element)).collect();
        assert_eq!(paths, ["/html[1]/body[1]/p[1]", "/html[1]/body[1]/div[1]"], "{found:?}");
        assert_eq!(found.blocks[1].kind, SegmentKind::Element);
        let all = VipsParams { blocks: VisualBlocks::All, ..VipsParams::default() };
        let all = Vips { params: all }.blocks(&drawing.page()).unwrap();
        assert_eq!(
            drawing.document.xpath(all.blocks[0].element),
            "/html[1]/body[1]",
            "the whole page is one run"
        );
    }

    #[test]
    fn the_tree_is_nested_and_a_page_without_layout_has_none() {
        let html = "<body at='0 0 900 900'><p at='0 0 900 50'>head</p><div at='0 60 900 800'>\
                    <p at='0 100 400 700'>a</p><p at='0 500 400 300'>b</p><p at='500 100 400 700'>c</p></div>";
        let drawing = LaidOutPage::of(html);
        let tree = build("vips", &ParamMap::from_iter([("blocks".to_owned(), "all".into())])).unwrap();
        let found = tree.segment(&drawing.page()).unwrap();
        assert!(found.is_valid(&drawing.document), "{found:?}");
        assert!(found.blocks.len() > 4 && found.blocks.iter().all(|block| block.coherence.is_some()));
        let missing = tree.segment(&Page::new(&drawing.document)).unwrap_err().to_string();
        assert!(missing.contains("debulha render"), "{missing}");
    }
}
