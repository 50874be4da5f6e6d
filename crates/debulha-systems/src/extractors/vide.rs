//! `vide`: the records of the data region of a rendered result page.

use crate::features::vips::data_region::{RegionOptions, VisualRecords, all_leaves, find};
use crate::features::vips::{self, VipsParams, Visual};
use debulha_core::extractor::{About, Extractor, ExtractorInfo, Needs, Provenance, Scratch, Status, Unit};
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::params;
use debulha_core::params::{ParamMap, Params};
use debulha_core::segmentation::Missing;
use debulha_dom::NodeId;

const ID: &str = "vide";

params! {
    /// Parameters of `vide`.
    pub struct VideParams {
        /// Permitted degree of coherence; see `vips` (liu2010: high).
        pub pdoc: u8 = 8, range: 1..=11;
        /// Share of the page's width by which the middle of the region may be off (our decision).
        pub tolerance: f64 = 0.05, range: 0.0..=1.0;
        /// Least area of the region by that of the page (liu2010).
        pub region_share: f64 = 0.4, range: 0.0..=1.0;
        /// Pixels by which left edges that are the same may differ (our decision).
        pub left_tolerance: f32 = 3.0, range: 0.0..=1_000.0;
        /// Similarity of appearance that blocks of one kind exceed (liu2010).
        pub similarity: f64 = 0.8, range: 0.0..=1.0;
        /// Most kinds of blocks (our decision: bounds the work).
        pub max_kinds: u32 = 64, range: 1..=10_000;
    }
}

#[doc = include_str!("vide.md")]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Vide {
    /// The parameters in force.
    pub params: VideParams,
}

impl Vide {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "ViDE: vision-based data extraction",
            cite: &["liu2006", "liu2010", "cai2003"],
            provenance: Provenance::Paper,
            needs: Needs { layout: true, ..Needs::PAGE },
            docs: include_str!("vide.md"),
            file: file!(),
            params: VideParams::INFO,
            presets: &[],
        },
        unit: Unit::Block,
        status: Status::Preview,
        build: |map| Ok(Box::new(Vide { params: VideParams::from_map(ID, map)? })),
        load: None,
    };

    /// The visual blocks of a page and the records among them.
    ///
    /// # Errors
    /// [`Missing`] where the page has no layout with styles.
    pub fn records<'p>(&self, page: &Page<'p>) -> Result<(Visual<'p>, VisualRecords), Missing> {
        let params = &self.params;
        let visual = vips::segment(page, &VipsParams { pdoc: params.pdoc, ..VipsParams::default() })?;
        let options = RegionOptions {
            tolerance: params.tolerance,
            region_share: params.region_share,
            left_tolerance: params.left_tolerance,
            similarity: params.similarity,
            max_kinds: params.max_kinds as usize,
        };
        let records = find(page, &visual, &options);
        Ok((visual, records))
    }
}

impl Extractor for Vide {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let (visual, records) = match self.records(page) {
            Ok(found) => found,
            Err(missing) => return Outcome::Abstained(Abstention::from(missing)),
        };
        let runs = records.leaves().into_iter().flat_map(|leaf| visual.runs(leaf));
        Outcome::Labeled(Labels::from_ranges(page, runs.map(|run| run.nodes)))
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Ok((visual, found)) = self.records(page) else {
            return debulha_core::extractor::plain_reason(self, page, scratch, text_node);
        };
        let doc = page.document();
        let holds = |leaf: &usize| visual.tree.roots(*leaf).iter().any(|&root| doc.contains(root, text_node));
        let reason = |rule, keeps, node, detail| Reason { rule, keeps, node, detail };
        let Some(leaf) = all_leaves(&visual.tree).into_iter().find(holds) else {
            let detail = "in no visual block: the browser did not draw it".to_owned();
            return vec![reason("block", false, text_node, detail)];
        };
        let node = visual.tree.roots(leaf)[0];
        let is_in_region = found.is_in_region(&visual.tree, leaf);
        let mut reasons = Vec::new();
        if let Some(region) = found.region {
            let at = visual.tree.blocks()[region].rectangle;
            let detail = format!(
                "{} the data region, {:.0} × {:.0} pixels at ({:.0}, {:.0})",
                if is_in_region { "in" } else { "outside" },
                at.width,
                at.height,
                at.x,
                at.y
            );
            reasons.push(reason("region", is_in_region, node, detail));
        }
        if is_in_region || reasons.is_empty() {
            let record = found.records.iter().position(|record| record.contains(&leaf));
            let of = found.records.len();
            let detail = match record {
                Some(record) => format!("in record {} of {of}", record + 1),
                None => format!("in none of {of} records"),
            };
            reasons.push(reason("record", record.is_some(), node, detail));
        }
        reasons
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;

    #[test]
    fn records_of_the_data_region_are_kept_and_told_why() {
        let entry = |n: usize| format!("<p at='100 {} 800 260'>entry {n}</p>", 100 + n * 300);
        let entries: String = (0..4).map(entry).collect();
        let html = format!(
            "<body at='0 0 1000 1400'><p at='0 0 90 40'>Home</p><div at='100 100 800 1300'>{entries}\
             <p at='450 1350 100 20'>Next</p></div>"
        );
        let drawing = LaidOutPage::of(&html);
        let page = drawing.page();
        let vide = Vide::default();
        let outcome = vide.extract(&page, &mut Scratch::default());
        assert_eq!(outcome.labels().unwrap().plain_text(&page), "entry 0\nentry 1\nentry 2\nentry 3");
        let why = |text: usize| {
            let reasons = vide.why(&page, &mut Scratch::default(), page.text_nodes()[text]);
            reasons.iter().map(|reason| reason.detail.clone()).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(why(0), "outside the data region, 800 × 1160 pixels at (100, 100)");
        assert_eq!(why(2), "in the data region, 800 × 1160 pixels at (100, 100); in record 2 of 4");
        assert_eq!(why(5), why(0), "the pager");
    }
}
