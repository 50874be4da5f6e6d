//! `burget_areas`: texts, images and frames of a rendered page.

use crate::features::visual_areas::{AreaKind, AreaTree, Joining};
use crate::segmenter;
use debulha_core::extractor::Preset;
use debulha_core::page::Page;
use debulha_core::params;
use debulha_core::segmentation::{Missing, SegmentBlock, Segmentation};
use std::cmp::Reverse;

params! {
    /// Parameters of `burget_areas`.
    #[derive(Copy)]
    pub struct BurgetAreasParams {
        /// Least overlap of two texts of one line, as a share of the lower one's height (our decision, as are the other
        /// thresholds: those of burget2009 were not at hand).
        pub min_overlap: f64 = 0.5, range: 0.0..=1.0;
        /// Most space between two texts of one line, by the height of the higher one: columns stay apart.
        pub max_space: f64 = 3.0, range: 0.0..=1000.0;
        /// Space from which on two lines are of different blocks, by the height of the lower one.
        pub max_gap: f64 = 1.0, range: 0.0..=1000.0;
        /// Whether frames are blocks, around those in them.
        pub frames: bool = true;
    }
}

impl BurgetAreasParams {
    /// How boxes are joined.
    pub fn joining(&self) -> Joining {
        Joining {
            min_overlap: self.min_overlap as f32,
            max_space: self.max_space as f32,
            max_gap: self.max_gap as f32,
        }
    }
}

segmenter! {
    /// Cuts a rendered page into the texts, images and frames that a reader sees. It needs a layout with styles.
    ///
    /// ## How it decides
    /// 1. Each line of a text, and each image, is a box. An element with a border, or with a background other than that
    ///    behind it, is a frame. A box or frame is in the frame around it; where frames overlap, in the topmost one painted
    ///    before it that holds it whole.
    /// 2. In each frame, texts side by side are joined to lines: they overlap in height by half of the lower one, and
    ///    nothing is between them.
    /// 3. Lines below one another of the same font size, weight, slant and colour are joined, if the gap is lower than a line.
    ///    Each such text, and each image, is a block, and each frame one around those in it.
    ///
    /// Each block has a label: text, image or frame.
    /// ## Cost
    /// O(nodes + text + boxes · log² boxes). An area takes 80 bytes, a line of text 60.
    /// ## Differs from the paper
    /// Its text was not at hand: thresholds are from memory or ours. Images are not joined to lines: one beside a paragraph
    /// would join all of its lines. A visual area is any set of nodes; a block of debulha is a run of them. An area whose
    /// texts stand apart in the page becomes several blocks. A frame that holds one area alone is no block beside it.
    /// ## Known failures
    /// Paragraphs with a margin lower than a line are one block; lists of links without margins, too. Frames that a page draws
    /// by images of their own are not seen.
    /// ## Example
    /// ```
    /// use debulha_core::layout::{Drawn, Layout, Rectangle, Style};
    /// use debulha_systems::segmenters::burget_areas::BurgetAreas;
    /// use debulha_core::{Evidence, Page, page::PageOptions};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let parsed = parse("<body><h1>Rye</h1><p>Oats", &Limits::default());
    /// let doc = &parsed.document;
    /// let layout = Layout::drawn(doc, |node| {
    ///     let (y, size) = if doc.text(node) == "Rye" { (0.0, 32.0) } else { (40.0, 16.0) };
    ///     let at = Rectangle { x: 0.0, y, width: 100.0, height: size };
    ///     let style = Style { font_size: size, ..Style::default() };
    ///     let lines = if doc.is_text(node) { vec![at] } else { Vec::new() };
    ///     Some(Drawn { rectangle: Some(at), style: Some(style), lines, paint: 0 })
    /// });
    /// let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
    /// let page = Page::with(doc, evidence, PageOptions::default());
    /// let blocks = BurgetAreas::default().blocks(&page).expect("a layout with styles").blocks;
    /// let paths: Vec<String> = blocks.iter().map(|block| doc.xpath(block.element)).collect();
    /// assert_eq!(paths, ["/html[1]/body[1]/h1[1]", "/html[1]/body[1]/p[1]"]);
    /// ```
    /// ## References
    /// burget2009
    pub struct BurgetAreas(BurgetAreasParams) {
        id: "burget_areas",
        title: "Visual areas of a page",
        cite: ["burget2009"],
        provenance: Paper,
        needs: layout,
        presets: [
            Preset { name: "flat", docs: "Texts and images alone.", params: r#"{"frames": false}"# },
        ],
    }
}

impl BurgetAreas {
    /// The visual areas of a page.
    ///
    /// # Errors
    /// [`Missing`] where the page has no layout with styles.
    pub fn blocks(&self, page: &Page<'_>) -> Result<Segmentation, Missing> {
        let tree = AreaTree::of(page, &self.params.joining())?;
        let label = |area: usize| match tree.areas[area].kind {
            AreaKind::Text => "text",
            AreaKind::Image => "image",
            AreaKind::Frame => FRAME,
        };
        let runs = tree.runs(page).into_iter();
        let mut blocks: Vec<SegmentBlock> =
            runs.map(|(area, block)| SegmentBlock { label: Some(label(area)), ..block }).collect();
        if self.params.frames {
            let frames = tree.areas.iter().filter(|area| area.kind == AreaKind::Frame);
            let frame =
                |node| SegmentBlock { label: Some(FRAME), ..SegmentBlock::of_element(page.document(), node) };
            blocks.extend(frames.filter_map(|area| Some(frame(area.node?))));
        }
        blocks.sort_by_key(|block| {
            (block.nodes.start, Reverse(block.nodes.end), block.kind, block.label == Some(FRAME))
        });
        blocks.dedup_by(|next, block| next.nodes == block.nodes && next.kind == block.kind);
        Ok(Segmentation { blocks })
    }
}

/// Label of frames.
const FRAME: &str = "frame";

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;

    const HTML: &str = "<body at='0 0 900 900'><div at='0 0 900 100' back='#eeeeee'><h1 at='0 0 900 30' font='24 700'>a</h1>\
        <p at='0 60 900 20'>b <b at='40 60 20 20'>c</b></p><img at='0 80 20 20'></div>\
        <aside at='0 120 900 20' border=1>d</aside><p text='0 160 900 20; 0 180 100 20'>e</p><p at='100 180 20 20'>f</p>";

    fn found(frames: bool) -> Vec<(String, &'static str)> {
        let drawing = LaidOutPage::of(HTML);
        let params = BurgetAreasParams { frames, ..BurgetAreasParams::default() };
        let found = BurgetAreas { params }.blocks(&drawing.page()).unwrap();
        assert!(found.is_valid(&drawing.document), "{found:?}");
        let doc = &drawing.document;
        let text = |block: &SegmentBlock| {
            let texts = drawing.page().text_nodes_in(block.nodes.clone()).to_vec();
            texts.into_iter().map(|text| doc.text(text).trim().to_owned()).collect::<String>()
        };
        found.blocks.iter().map(|block| (text(block), block.label.unwrap())).collect()
    }

    #[test]
    fn frames_are_around_texts_and_images() {
        let named = |found: &[(&str, &'static str)]| -> Vec<(String, &'static str)> {
            found.iter().map(|&(text, label)| (text.to_owned(), label)).collect()
        };
        // The frame `aside` has one text alone. The last two paragraphs are joined, for their lines are.
        let all =
            [("abc", "frame"), ("a", "text"), ("bc", "text"), ("", "image"), ("d", "text"), ("ef", "text")];
        assert_eq!(found(true), named(&all));
        assert_eq!(found(false), named(&all[1..]));
    }

    #[test]
    fn a_page_without_styles_has_no_areas() {
        let drawing = LaidOutPage::of(HTML);
        let missing = BurgetAreas::default().blocks(&Page::new(&drawing.document)).unwrap_err();
        assert_eq!(missing.to_string(), "needs the page's layout: `debulha render`");
    }
}
