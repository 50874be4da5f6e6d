//! `kovacevic`: the centre of the page, by where its blocks stand.

use crate::extractor::{Preset, Scratch};
use crate::outcome::{Labels, Outcome, Reason};
use crate::page::Page;
use crate::segmenters::kovacevic_areas::{
    Area, AreaBlock, Geometry, KovacevicAreas, KovacevicAreasParams, NEEDS_LAYOUT, link_share,
};
use crate::{extractor, params};
use debulha_dom::NodeId;

params! {
    /// Parameters of `kovacevic`. Those of the areas are the segmenter's, which tells their sources.
    pub struct KovacevicParams {
        /// Where rectangles come from; see `kovacevic_areas`.
        pub geometry: Geometry = Geometry::Any;
        /// Width of the virtual screen in pixels; see `kovacevic_areas`.
        pub screen_width: f64 = 1000.0, range: 1.0..=100_000.0;
        /// H1: lowest bottom edge of the header in pixels; see `kovacevic_areas`.
        pub header_height: f64 = 200.0, range: 0.0..=100_000.0;
        /// H2: how far above the end of the page the footer begins at most, in pixels; see `kovacevic_areas`.
        pub footer_height: f64 = 150.0, range: 0.0..=100_000.0;
        /// V1: share of the page's width at which the left menu ends at most; see `kovacevic_areas`.
        pub left_share: f64 = 0.3, range: 0.0..=1.0;
        /// V2: share of the page's width at which the right menu begins at least; see `kovacevic_areas`.
        pub right_share: f64 = 0.7, range: 0.0..=1.0;
        /// Least share of a menu's words that are in links; see `kovacevic_areas`.
        pub min_link_share: f64 = 0.5, range: 0.0..=1.0;
        /// What the text of the centre counts (our decision, as the weights below).
        pub centre_weight: f64 = 1.0, range: 0.0..=1.0;
        /// What the text of the header counts.
        pub header_weight: f64 = 0.5, range: 0.0..=1.0;
        /// What the text of menus counts.
        pub menu_weight: f64 = 0.2, range: 0.0..=1.0;
        /// What the text of the footer counts.
        pub footer_weight: f64 = 0.0, range: 0.0..=1.0;
        /// Least weight of an area that is content (our decision: the centre alone).
        pub min_weight: f64 = 1.0, range: 0.0..=1.0;
    }
}

extractor! {
    /// Keeps the centre of the page: what is in no header, footer or menu by where it stands.
    ///
    /// ## How it decides
    /// 1. The page is cut into header, footer, left menu, right menu and centre, as by the segmenter `kovacevic_areas`:
    ///    by the rectangles of its blocks on a screen 1000 pixels wide, and by links for menus.
    /// 2. Each area has a weight: centre 1, header .5, menus .2, footer 0. Areas of at least `min_weight` are content. The
    ///    weight is the score of their text.
    ///
    /// Rectangles are those of the page's layout record. A page without one has a coarse layout that reads no style
    /// sheets.
    /// ## Cost
    /// O(nodes + attributes).
    /// ## Differs from the paper
    /// The paper weights the text of areas to classify pages. That the centre is the content is our use of it, and the
    /// weights are ours.
    /// ## Known failures
    /// Those of `kovacevic_areas`: without a record, a page that places its parts by style sheets is nearly all centre; a
    /// title in the first 200 pixels is header.
    /// ## Example
    /// ```
    /// use debulha_core::{Extractor, Page, Scratch, extractors::kovacevic::Kovacevic};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let story = "The harvest began early this year, to the surprise of many. ".repeat(60);
    /// let html = format!(
    ///     "<div>Rye News</div><img height=200><table><tr><td width=200><a href=1>Home</a><td>{story}</table>\
    ///      <img height=200><div>Imprint</div>",
    /// );
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Kovacevic::default().extract(&page, &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&page), story.trim());
    /// ```
    /// ## References
    /// kovacevic2002
    pub struct Kovacevic(KovacevicParams) {
        id: "kovacevic",
        title: "Common areas of a page: the centre",
        cite: ["kovacevic2002"],
        provenance: Paper,
        unit: Subtree,
        presets: [
            Preset {
                name: "coarse",
                docs: "The coarse layout, whatever the page has.",
                params: r#"{"geometry":"coarse"}"#,
            },
            Preset {
                name: "precision",
                docs: "Narrow columns beside the centre are menus, whatever their links.",
                params: r#"{"min_link_share":0.0}"#,
            },
            Preset { name: "recall", docs: "Centre and header.", params: r#"{"min_weight":0.5}"# },
        ],
        why: explain,
    }
}

impl Kovacevic {
    fn areas(&self) -> KovacevicAreas {
        let params = KovacevicAreasParams {
            geometry: self.params.geometry,
            screen_width: self.params.screen_width,
            header_height: self.params.header_height,
            footer_height: self.params.footer_height,
            left_share: self.params.left_share,
            right_share: self.params.right_share,
            min_link_share: self.params.min_link_share,
        };
        KovacevicAreas { params }
    }

    fn weight(&self, area: Area) -> f64 {
        match area {
            Area::Centre => self.params.centre_weight,
            Area::Header => self.params.header_weight,
            Area::Left | Area::Right => self.params.menu_weight,
            Area::Footer => self.params.footer_weight,
        }
    }

    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let Ok(areas) = self.areas().areas(page) else { return Outcome::Abstained(NEEDS_LAYOUT.into()) };
        let of_text = areas.of_text(page.body_text_nodes());
        let weighted = of_text.map(|(text, block)| {
            (text, self.weight(block.map_or(Area::Centre, |block| areas.blocks[block].area)))
        });
        let kept: Vec<(NodeId, f64)> =
            weighted.filter(|(_, weight)| *weight >= self.params.min_weight).collect();
        let labels = Labels::from_text_nodes(page.document(), kept.iter().map(|(text, _)| *text));
        let scores = Some(kept.iter().map(|(_, weight)| *weight as f32).collect());
        Outcome::Labeled(Labels { scores, ..labels })
    }

    fn explain(&self, page: &Page<'_>, scratch: &mut Scratch, text: NodeId) -> Vec<Reason> {
        let Ok(areas) = self.areas().areas(page) else {
            return crate::extractor::plain_reason(self, page, scratch, text);
        };
        let block = areas.of_text(&[text]).next().and_then(|(_, block)| Some(&areas.blocks[block?]));
        let area = block.map_or(Area::Centre, |block| block.area);
        let weight = self.weight(area);
        let keeps = weight >= self.params.min_weight;
        let (node, detail) = match block {
            Some(block @ AreaBlock { place: Some(place), .. }) => {
                let mut detail = format!(
                    "x {:.0} to {:.0} of {:.0}, y {:.0} to {:.0} of {:.0}: {}",
                    place.x,
                    place.right(),
                    areas.page.width,
                    place.y,
                    place.bottom(),
                    areas.page.height,
                    area.name()
                );
                let menu =
                    block.refused.or(Some(area).filter(|area| matches!(area, Area::Left | Area::Right)));
                if let Some(menu) = menu {
                    detail += &format!(
                        "; {} needs {} of its words in links, and has {:.2}",
                        menu.name(),
                        self.params.min_link_share,
                        link_share(page, block.block.element)
                    );
                }
                (block.block.element, detail)
            }
            _ => (text, "beside blocks: centre".to_owned()),
        };
        let decision = format!("weight of {} {weight}, least {}", area.name(), self.params.min_weight);
        vec![
            Reason { rule: "area", keeps, node, detail },
            Reason { rule: "weight", keeps, node, detail: decision },
        ]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::extractor::Extractor;
    use debulha_dom::{Limits, parse};

    const PAGE: &str = "<div>Rye News</div><img height=200><table><tr><td width=200><a href=1>Home</a> or not\
        <td>The story</table><img height=200><div>Imprint</div>";

    fn text(params: KovacevicParams) -> String {
        let doc = parse(PAGE, &Limits::default()).document;
        let page = Page::new(&doc);
        let outcome = Kovacevic { params }.extract(&page, &mut Scratch::default());
        outcome.labels().unwrap().plain_text(&page)
    }

    #[test]
    fn weights_decide_which_areas_are_content() {
        let few_links = KovacevicParams { min_link_share: 0.3, ..KovacevicParams::default() };
        assert_eq!(text(few_links.clone()), "The story");
        assert_eq!(text(KovacevicParams::default()), "Home or not\nThe story");
        assert_eq!(text(KovacevicParams { min_weight: 0.5, ..few_links.clone() }), "Rye News\nThe story");
        assert_eq!(
            text(KovacevicParams { min_weight: 0.0, ..few_links }),
            "Rye News\nHome or not\nThe story\nImprint"
        );
    }

    #[test]
    fn why_tells_the_rectangle_and_the_links() {
        let doc = parse(PAGE, &Limits::default()).document;
        let page = Page::new(&doc);
        let extractor = Kovacevic::default();
        let why = |place: usize| extractor.why(&page, &mut Scratch::default(), page.text_nodes()[place]);
        assert_eq!(why(0)[0].detail, "x 0 to 1000 of 1000, y 0 to 16 of 448: header");
        assert!(!why(0)[1].keeps);
        let menu = &why(1)[0];
        assert!(
            menu.keeps
                && menu.detail.ends_with(": centre; left menu needs 0.5 of its words in links, and has 0.33")
        );
    }

    #[test]
    fn without_a_record_it_abstains_if_it_is_told_to() {
        let doc = parse(PAGE, &Limits::default()).document;
        let params = KovacevicParams { geometry: Geometry::Rendered, ..KovacevicParams::default() };
        let outcome = Kovacevic { params }.extract(&Page::new(&doc), &mut Scratch::default());
        let Outcome::Abstained(reason) = outcome else { panic!("{outcome:?}") };
        assert_eq!(reason.to_string(), "needs the page's layout: `debulha render`");
    }
}
