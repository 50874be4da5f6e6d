//! `kovacevic`: the centre of the page, by where its blocks stand.

use crate::segmenters::kovacevic_areas::{
    Area, AreaBlock, Geometry, KovacevicAreas, KovacevicAreasParams, link_share,
};
use debulha_core::extractor::{
    About, Extractor, ExtractorInfo, Needs, Preset, Provenance, Scratch, Status, Unit, plain_reason,
};
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::params;
use debulha_core::params::{ParamMap, Params};
use debulha_dom::NodeId;

const ID: &str = "kovacevic";

params! {
    /// Parameters of `kovacevic`. Those of the areas are the segmenter's, which tells their sources.
    pub struct KovacevicParams {
        /// Where rectangles come from; see `kovacevic_areas`.
        pub geometry: Geometry = Geometry::Rendered;
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

#[doc = include_str!("kovacevic.md")]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Kovacevic {
    /// The parameters in force.
    pub params: KovacevicParams,
}

impl Kovacevic {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "Common areas of a page: the centre",
            cite: &["kovacevic2002"],
            provenance: Provenance::Paper,
            needs: Needs { layout: true, ..Needs::PAGE },
            docs: include_str!("kovacevic.md"),
            file: file!(),
            params: KovacevicParams::INFO,
            presets: &[
                Preset {
                    name: "coarse",
                    docs: "The coarse layout, whatever the page has: it needs no record.",
                    params: r#"{"geometry":"coarse"}"#,
                },
                Preset {
                    name: "precision",
                    docs: "Narrow columns beside the centre are menus, whatever their links.",
                    params: r#"{"min_link_share":0.0}"#,
                },
                Preset { name: "recall", docs: "Centre and header.", params: r#"{"min_weight":0.5}"# },
            ],
        },
        unit: Unit::Subtree,
        status: Status::Preview,
        build: |map| Ok(Box::new(Kovacevic { params: KovacevicParams::from_map(ID, map)? })),
        load: None,
    };

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
}

impl Extractor for Kovacevic {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let areas = match self.areas().areas(page) {
            Ok(areas) => areas,
            Err(missing) => return Outcome::Abstained(missing.into()),
        };
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

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text: NodeId) -> Vec<Reason> {
        let Ok(areas) = self.areas().areas(page) else {
            return plain_reason(self, page, scratch, text);
        };
        let block = areas.of_text(&[text]).next().and_then(|(_, block)| Some(&areas.blocks[block?]));
        let area = block.map_or(Area::Centre, |block| block.area);
        let weight = self.weight(area);
        let keeps = weight >= self.params.min_weight;
        let (node, detail) = match block {
            Some(block @ AreaBlock { place: Some(place), .. }) => {
                let menu =
                    block.refused.or(Some(area).filter(|area| matches!(area, Area::Left | Area::Right)));
                let links = menu.map_or(String::new(), |menu| {
                    format!(
                        "; {} needs {} of its words in links, and has {:.2}",
                        menu.name(),
                        self.params.min_link_share,
                        link_share(page, block.block.element)
                    )
                });
                let detail = format!(
                    "x {:.0} to {:.0} of {:.0}, y {:.0} to {:.0} of {:.0}: {}{links}",
                    place.x,
                    place.right(),
                    areas.page.width,
                    place.y,
                    place.bottom(),
                    areas.page.height,
                    area.name()
                );
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
    use debulha_core::layout::{Layout, Rectangle};
    use debulha_core::page::{Evidence, PageOptions};
    use debulha_dom::{Limits, names, parse};

    const PAGE: &str = "<div>Rye News</div><img height=200><table><tr><td width=200><a href=1>Home</a> or not\
        <td>The story</table><img height=200><div>Imprint</div>";

    fn text(params: &str) -> String {
        let mut map: ParamMap = serde_json::from_str(params).unwrap();
        map.insert("geometry".to_owned(), "coarse".into());
        let doc = parse(PAGE, &Limits::default()).document;
        let page = Page::new(&doc);
        let extractor = Kovacevic { params: KovacevicParams::from_map(ID, &map).unwrap() };
        extractor.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
    }

    #[test]
    fn weights_decide_which_areas_are_content() {
        assert_eq!(text(r#"{"min_link_share": 0.3}"#), "The story");
        assert_eq!(text("{}"), "Home or not\nThe story");
        assert_eq!(text(r#"{"min_link_share": 0.3, "min_weight": 0.5}"#), "Rye News\nThe story");
        let menu = r#"{"min_link_share": 0.3, "menu_weight": 1.0, "centre_weight": 0.5}"#;
        assert_eq!(text(menu), "Home or not");
        let all = "Rye News\nHome or not\nThe story\nImprint";
        assert_eq!(text(r#"{"min_link_share": 0.3, "min_weight": 0.0}"#), all);
    }

    #[test]
    fn why_tells_the_rectangle_and_the_links() {
        let doc = parse(PAGE, &Limits::default()).document;
        let page = Page::new(&doc);
        let params = KovacevicParams { geometry: Geometry::Any, ..KovacevicParams::default() };
        let extractor = Kovacevic { params };
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
    fn a_record_says_where_blocks_stand() {
        let doc =
            parse("<p>Rye News</p><ul><li><a href=1>Home</a></ul><div>The story</div>", &Limits::default());
        let doc = doc.document;
        let layout = Layout::of(&doc, |node| {
            let [x, y, width, height] = match doc.name(node) {
                names::BODY => [0.0, 0.0, 1000.0, 2000.0],
                names::P => [0.0, 0.0, 1000.0, 120.0],
                names::UL => [0.0, 120.0, 200.0, 1700.0],
                names::DIV => [220.0, 220.0, 560.0, 1600.0],
                _ => return None,
            };
            Some(Rectangle { x, y, width, height })
        });
        let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
        let page = Page::with(&doc, evidence, PageOptions::default());
        let extractor = Kovacevic::default();
        let outcome = extractor.extract(&page, &mut Scratch::default());
        assert_eq!(outcome.labels().unwrap().plain_text(&page), "The story");
        let why = extractor.why(&page, &mut Scratch::default(), page.text_nodes()[1]);
        assert!(why[0].detail.starts_with("x 0 to 200 of 1000, y 120 to 1820 of 2000: left menu"), "{why:?}");
    }

    #[test]
    fn without_a_record_it_abstains() {
        let doc = parse(PAGE, &Limits::default()).document;
        let outcome = Kovacevic::default().extract(&Page::new(&doc), &mut Scratch::default());
        let Outcome::Abstained(reason) = outcome else { panic!("{outcome:?}") };
        assert_eq!(reason.to_string(), "needs the page's layout: `debulha render`");
    }
}
