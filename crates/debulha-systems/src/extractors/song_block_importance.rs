//! `song_block_importance`: visual blocks that a classifier holds to be important, by where they are and what is in them.

use crate::features::vips::importance::{FEATURES, NAMES, Windows, rows};
use crate::features::vips::{self, VipsParams, VisualBlocks};
use debulha_core::classify::first_largest;
use debulha_core::classify::model::{Model, Trained};
use debulha_core::extractor::{About, Extractor, ExtractorInfo, Needs, Provenance, Scratch, Status, Unit};
use debulha_core::layout::Rectangle;
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::params::{BuildError, ParamMap, Params};
use debulha_core::segmentation::{Missing, SegmentBlock};
use debulha_core::{choices, params};
use debulha_dom::NodeId;

const ID: &str = "song_block_importance";

/// Name of the classifier in the model.
pub const BLOCKS: &str = "blocks";

/// Name among the settings of a model of the parameters that its blocks were cut and measured with.
pub const CUT: &str = "blocks";

/// Names of the classes, the levels of importance from noise to main content.
pub const LEVELS: [&str; 4] = ["1", "2", "3", "4"];

choices! {
    /// How a level follows from the probabilities of all.
    pub enum LevelDecision {
        /// It is the most probable one.
        Level,
        /// It is the mean, rounded.
        Mean,
    }
}

params! {
    /// Parameters of `song_block_importance`.
    pub struct SongBlockImportanceParams {
        /// Least level of what is content, from 1 to 4 (song2004: 4 is main content, 3 minor).
        pub min_level: u32 = 3, range: 1..=4;
        /// How a level follows from the probabilities of all (song2004: a class, or a continuous value).
        pub decision: LevelDecision = LevelDecision::Level;
        /// Permitted degree of coherence; see `vips` (li2006: 5).
        pub pdoc: u8 = 5, range: 1..=11;
        /// Which visual blocks are judged; see `vips`. `all` is taken as `leaves`.
        pub blocks: VisualBlocks = VisualBlocks::Leaves;
        /// Height of a page's head in pixels (our decision).
        pub head: f64 = 200.0, range: 1.0..=100_000.0;
        /// Height of a page's foot in pixels (our decision).
        pub foot: f64 = 200.0, range: 1.0..=100_000.0;
        /// Height of a window in pixels (our decision).
        pub window: f64 = 768.0, range: 1.0..=100_000.0;
    }
}

/// A visual block and what a classifier gets to see of it.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenBlock {
    /// Its runs of nodes.
    pub runs: Vec<SegmentBlock>,
    /// Where it is.
    pub rectangle: Rectangle,
    /// Its features, in the order of [`NAMES`].
    pub features: [f32; FEATURES],
}

impl SongBlockImportanceParams {
    /// The visual blocks of a page with their features. Cost: see `vips`.
    ///
    /// # Errors
    /// [`Missing`] where the page has no layout with styles.
    pub fn seen(&self, page: &Page<'_>) -> Result<Vec<SeenBlock>, Missing> {
        let visual = vips::segment(page, &VipsParams { pdoc: self.pdoc, ..VipsParams::default() })?;
        let which = match self.blocks {
            VisualBlocks::All => VisualBlocks::Leaves,
            which => which,
        };
        let chosen = visual.tree.chosen(which, self.pdoc);
        let runs: Vec<Vec<SegmentBlock>> = chosen.iter().map(|&block| visual.runs(block)).collect();
        let boxes: Vec<Rectangle> =
            chosen.iter().map(|&block| visual.tree.blocks()[block].rectangle).collect();
        let windows = Windows { head: self.head, foot: self.foot, window: self.window };
        let given = runs.iter().map(Vec::as_slice).zip(boxes.iter().copied());
        let features = rows(page, &visual, given, &windows);
        let seen = runs.into_iter().zip(boxes).zip(features);
        Ok(seen.map(|((runs, rectangle), features)| SeenBlock { runs, rectangle, features }).collect())
    }
}

#[doc = include_str!("song_block_importance.md")]
#[derive(Debug, Clone, Default)]
pub struct SongBlockImportance {
    /// The parameters in force.
    pub params: SongBlockImportanceParams,
    trained: Option<Trained>,
}

impl SongBlockImportance {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "Learned block importance",
            cite: &["song2004", "cai2003"],
            provenance: Provenance::Paper,
            needs: Needs { layout: true, model: true, ..Needs::PAGE },
            docs: include_str!("song_block_importance.md"),
            file: file!(),
            params: SongBlockImportanceParams::INFO,
            presets: &[],
        },
        unit: Unit::Block,
        status: Status::Preview,
        build: |map| {
            let params = SongBlockImportanceParams::from_map(ID, map)?;
            Ok(Box::new(SongBlockImportance { params, trained: None }))
        },
        load: Some(|map, model| Ok(Box::new(SongBlockImportance::with_model(map, model)?))),
    };

    /// With what a model learned. Parameters that are not given are those that its blocks were cut with.
    ///
    /// # Errors
    /// A model of another system, of other features, or of classes that are no levels.
    pub fn with_model(map: &ParamMap, model: &Model) -> Result<Self, BuildError> {
        let invalid = |reason: &str| BuildError::Invalid { extractor: ID, reason: reason.to_owned() };
        let trained = model.classifier(ID, BLOCKS)?.clone();
        let names = trained.features.iter().map(|feature| (feature.name.as_str(), feature.version));
        if !names.eq(NAMES.iter().map(|&name| (name, 1))) {
            return Err(invalid("the model was trained on other features"));
        }
        if trained.classes.is_empty() || trained.classes.iter().any(|class| level_of(class).is_none()) {
            return Err(invalid("the model has classes that are no levels from 1 to 4"));
        }
        let mut params = model.settings.get(CUT).and_then(|cut| cut.as_object()).cloned().unwrap_or_default();
        params.extend(map.clone());
        let params = SongBlockImportanceParams::from_map(ID, &params)?;
        Ok(SongBlockImportance { params, trained: Some(trained) })
    }

    /// The blocks of a page with the probabilities of the classes and the level of each.
    fn judge(&self, page: &Page<'_>) -> Result<JudgedBlocks<'_>, Missing> {
        let trained = self
            .trained
            .as_ref()
            .ok_or(Missing("a model: `debulha train song_block_importance` makes one"))?;
        let judge = |block: SeenBlock| {
            let probabilities = trained.classifier.probabilities(&block.features);
            let level_of = |class: usize| level_of(&trained.classes[class]).unwrap_or_default();
            let level = match self.params.decision {
                LevelDecision::Level => level_of(first_largest(probabilities.iter().copied())),
                LevelDecision::Mean => {
                    let levels = probabilities.iter().enumerate();
                    levels.map(|(class, p)| p * f64::from(level_of(class))).sum::<f64>().round() as u32
                }
            };
            JudgedBlock { block, probabilities, level }
        };
        Ok(JudgedBlocks { trained, blocks: self.params.seen(page)?.into_iter().map(judge).collect() })
    }
}

/// The level that a class is.
fn level_of(class: &str) -> Option<u32> {
    LEVELS.iter().position(|&level| level == class).map(|place| place as u32 + 1)
}

struct JudgedBlock {
    block: SeenBlock,
    probabilities: Vec<f64>,
    level: u32,
}

struct JudgedBlocks<'m> {
    trained: &'m Trained,
    blocks: Vec<JudgedBlock>,
}

impl Extractor for SongBlockImportance {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let judged = match self.judge(page) {
            Ok(judged) => judged,
            Err(missing) => return Outcome::Abstained(Abstention::from(missing)),
        };
        let kept = judged.blocks.iter().filter(|judged| judged.level >= self.params.min_level);
        let runs = kept.flat_map(|judged| &judged.block.runs);
        Outcome::Labeled(Labels::from_ranges(page, runs.map(|run| run.nodes.clone())))
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Ok(judged) = self.judge(page) else {
            return debulha_core::extractor::plain_reason(self, page, scratch, text_node);
        };
        let holds =
            |judged: &&JudgedBlock| judged.block.runs.iter().any(|run| run.nodes.contains(&text_node.0));
        let Some(JudgedBlock { block, probabilities, level }) = judged.blocks.iter().find(holds) else {
            let detail = "in no visual block: the browser did not draw it".to_owned();
            return vec![Reason { rule: "block", keeps: false, node: text_node, detail }];
        };
        let node = block.runs.first().map_or(text_node, |run| run.element);
        let Rectangle { x, y, width, height } = block.rectangle;
        let keeps = *level >= self.params.min_level;
        let detail = format!("{width:.0} × {height:.0} pixels at ({x:.0}, {y:.0})");
        let mut reasons = vec![Reason { rule: "block", keeps, node, detail }];
        let class = first_largest(probabilities.iter().copied());
        let contributions = judged.trained.classifier.contributions(&block.features, class);
        for ((name, value), contribution) in NAMES.iter().zip(block.features).zip(contributions) {
            if value != 0.0 || contribution != 0.0 {
                let detail = format!(
                    "{name} {value:.3}: {contribution:+.3} for level {}",
                    judged.trained.classes[class]
                );
                reasons.push(Reason { rule: "feature", keeps, node, detail });
            }
        }
        let of =
            probabilities.iter().zip(&judged.trained.classes).map(|(p, class)| format!("{class}: {p:.3}"));
        let of = of.collect::<Vec<_>>().join(", ");
        let detail = format!("level {level} ({of}), content from level {}", self.params.min_level);
        reasons.push(Reason { rule: "classifier", keeps, node, detail });
        reasons
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;
    use debulha_core::classify::Classifier;
    use debulha_core::classify::linear::{Linear, Weight};
    use debulha_core::classify::model::{Card, FeatureRef};

    /// Main content is what has most of the text.
    fn model() -> Model {
        let weight = |name: &str| if name == "text" { 8.0 } else { 0.0 };
        let weights = NAMES.iter().map(|name| Weight { mean: 0.5, deviation: 1.0, weight: weight(name) });
        let linear = Linear { weights: weights.collect(), bias: 0.0, slope: 1.0, offset: 0.0 };
        let feature = |&name: &&str| FeatureRef { name: name.to_owned(), version: 1 };
        let trained = Trained {
            name: BLOCKS.to_owned(),
            features: NAMES.iter().map(feature).collect(),
            classes: vec!["1".to_owned(), "4".to_owned()],
            classifier: Classifier::Linear(linear),
            gains: Vec::new(),
        };
        let card = Card { system: ID.to_owned(), ..Card::default() };
        Model { card, classifiers: vec![trained], ..Model::default() }
    }

    const PAGE: &str = "<body at='0 0 1000 1000'><p at='0 0 1000 50'>menu</p>\
        <p at='0 200 1000 600'>The rye is in. The oats will follow.</p>";

    #[test]
    fn important_blocks_are_kept_and_told_why() {
        let drawing = LaidOutPage::of(PAGE);
        let page = drawing.page();
        let system = SongBlockImportance::with_model(&ParamMap::new(), &model()).unwrap();
        let outcome = system.extract(&page, &mut Scratch::default());
        assert_eq!(outcome.labels().unwrap().plain_text(&page), "The rye is in. The oats will follow.");
        let why = system.why(&page, &mut Scratch::default(), page.text_nodes()[0]);
        assert_eq!(why[0].detail, "1000 × 50 pixels at (0, 0)");
        assert!(!why.last().unwrap().keeps && why.last().unwrap().detail.starts_with("level 1 (1: 0.9"));
    }

    #[test]
    fn the_mean_level_decides_where_told() {
        let drawing = LaidOutPage::of(PAGE);
        let page = drawing.page();
        let text = |params: serde_json::Value| {
            let system = SongBlockImportance::with_model(params.as_object().unwrap(), &model()).unwrap();
            system.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
        };
        assert!(!text(serde_json::json!({"decision": "mean", "min_level": 2})).contains("menu"));
        assert!(text(serde_json::json!({"decision": "mean", "min_level": 1})).contains("menu"));
    }

    #[test]
    fn it_abstains_without_a_layout_and_refuses_other_models() {
        let drawing = LaidOutPage::of(PAGE);
        let system = SongBlockImportance::with_model(&ParamMap::new(), &model()).unwrap();
        let outcome = system.extract(&Page::new(&drawing.document), &mut Scratch::default());
        let Outcome::Abstained(reason) = outcome else { panic!("an answer") };
        assert!(reason.to_string().contains("layout"), "{reason}");
        let refused = |change: fn(&mut Model)| {
            let mut model = model();
            change(&mut model);
            SongBlockImportance::with_model(&ParamMap::new(), &model).unwrap_err().to_string()
        };
        assert!(refused(|model| model.classifiers[0].classes[1] = "5".to_owned()).contains("no levels"));
        assert!(refused(|model| model.classifiers[0].features[3].version = 2).contains("other features"));
    }
}
