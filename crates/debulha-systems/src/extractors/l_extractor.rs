//! `l_extractor`: blocks that a classifier holds to be content, by what they are full of.

use crate::features::block_features::{FEATURES, FeatureVector, count, normalised};
use crate::segmenters::tag_list::{CONTENT_EXTRACTOR_TAGS, Nested, TagList, TagListParams, names_of};
use debulha_core::classify::model::{Model, Trained};
use debulha_core::extractor::{About, Extractor, ExtractorInfo, Needs, Provenance, Scratch, Status, Unit};
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::params;
use debulha_core::params::{BuildError, ParamMap, Params};
use debulha_core::segmentation::Segmentation;
use debulha_dom::NodeId;

const ID: &str = "l_extractor";

/// Name of the classifier in the model.
pub const BLOCKS: &str = "blocks";

/// Name among the classes of what is kept.
pub const CONTENT: &str = "content";

/// Name among the settings of a model of the parameters that its blocks were cut with.
pub const CUT: &str = "blocks";

/// Names of the features in models, in the order of [`BlockFeature`](crate::features::block_features::BlockFeature), version 1.
pub const NAMES: [&str; FEATURES] =
    ["text", "text_tag", "list", "table", "link", "object", "frame", "form", "script", "style_sheet"];

params! {
    /// Parameters of `l_extractor`.
    pub struct LExtractorParams {
        /// Least probability of a block that is kept (debnath2005: the classifier's decision).
        pub threshold: f64 = 0.5, range: 0.0..=1.0;
        /// Whether the element that a block is counts in it; see `feature_extractor`.
        pub own_tag: bool = false;
        /// Names of elements that blocks are cut at, those that cut first in front; see `tag_list`. The default is that
        /// of debnath2005.
        pub tags: Vec<String> = names_of(&CONTENT_EXTRACTOR_TAGS);
        /// Which elements become blocks where they contain one another; see `tag_list`.
        pub nested: Nested = Nested::Outermost;
        /// Whether `hr`, where the list has it, parts the children of a block; see `tag_list`.
        pub hr_splits: bool = false;
        /// Fewest words of a block that is cut out; see `tag_list`.
        pub min_words: u32 = 1, range: 1..=1_000_000;
    }
}

impl LExtractorParams {
    /// The blocks of a page and what a classifier gets to see of each: the counts of `feature_extractor`, each divided
    /// by its largest value on the page. O(tags · nodes).
    pub fn rows(&self, page: &Page<'_>) -> (Segmentation, Vec<[f32; FEATURES]>) {
        let params = TagListParams {
            tags: self.tags.clone(),
            nested: self.nested,
            hr_splits: self.hr_splits,
            min_words: self.min_words,
        };
        let segmentation = TagList { params }.blocks(page);
        let counts: Vec<FeatureVector> = count(page, &segmentation, self.own_tag);
        let rows = normalised(&counts).iter().map(|vector| vector.map(|value| value as f32)).collect();
        (segmentation, rows)
    }
}

#[doc = include_str!("l_extractor.md")]
#[derive(Debug, Clone, Default)]
pub struct LExtractor {
    /// The parameters in force.
    pub params: LExtractorParams,
    trained: Option<Trained>,
}

impl LExtractor {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "L-Extractor",
            cite: &["debnath2005"],
            provenance: Provenance::Paper,
            needs: Needs { model: true, ..Needs::PAGE },
            docs: include_str!("l_extractor.md"),
            file: file!(),
            params: LExtractorParams::INFO,
            presets: &[],
        },
        unit: Unit::Block,
        status: Status::Preview,
        build: |map| Ok(Box::new(LExtractor { params: LExtractorParams::from_map(ID, map)?, trained: None })),
        load: Some(|map, model| Ok(Box::new(LExtractor::with_model(map, model)?))),
    };

    /// With what a model learned. Parameters that are not given are those that its blocks were cut with.
    ///
    /// # Errors
    /// A model of another system, of other features, or one that does not know what content is.
    pub fn with_model(map: &ParamMap, model: &Model) -> Result<Self, BuildError> {
        let invalid = |reason: &str| BuildError::Invalid { extractor: ID, reason: reason.to_owned() };
        let trained = model.classifier(ID, BLOCKS)?.clone();
        let names = trained.features.iter().map(|feature| (feature.name.as_str(), feature.version));
        if !names.eq(NAMES.iter().map(|&name| (name, 1))) {
            return Err(invalid("the model was trained on other features"));
        }
        if !trained.classes.iter().any(|class| class == CONTENT) {
            return Err(invalid("the model has no class `content`"));
        }
        let mut params = model.settings.get(CUT).and_then(|cut| cut.as_object()).cloned().unwrap_or_default();
        params.extend(map.clone());
        Ok(LExtractor { params: LExtractorParams::from_map(ID, &params)?, trained: Some(trained) })
    }

    /// The blocks, what is seen of them and the probability of content of each.
    fn judge(&self, page: &Page<'_>) -> Option<ClassifiedBlocks<'_>> {
        let trained = self.trained.as_ref()?;
        let content = trained.classes.iter().position(|class| class == CONTENT)?;
        let (segmentation, rows) = self.params.rows(page);
        let of = |row: &[f32; FEATURES]| trained.classifier.probabilities(row)[content];
        let probabilities = rows.iter().map(of).collect();
        Some(ClassifiedBlocks { trained, content, segmentation, rows, probabilities })
    }
}

/// Blocks and what the classifier says of them.
struct ClassifiedBlocks<'m> {
    trained: &'m Trained,
    /// Position of the class.
    content: usize,
    segmentation: Segmentation,
    rows: Vec<[f32; FEATURES]>,
    probabilities: Vec<f64>,
}

impl Extractor for LExtractor {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let Some(ClassifiedBlocks { segmentation, probabilities, .. }) = self.judge(page) else {
            return Outcome::Abstained(Abstention::Missing("a model: `debulha train l_extractor` makes one"));
        };
        let kept = probabilities.iter().zip(&segmentation.blocks);
        let kept = kept.filter(|(probability, _)| **probability >= self.params.threshold);
        Outcome::Labeled(Labels::from_ranges(page, kept.map(|(_, block)| block.nodes.clone())))
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Some(judged) = self.judge(page) else {
            return debulha_core::extractor::plain_reason(self, page, scratch, text_node);
        };
        let Some(block) = judged.segmentation.block_of(text_node) else {
            let detail = "in no block: beside the elements that blocks were cut at".to_owned();
            return vec![Reason { rule: "block", keeps: false, node: text_node, detail }];
        };
        let node = judged.segmentation.blocks[block].element;
        let contributions = judged.trained.classifier.contributions(&judged.rows[block], judged.content);
        let mut reasons: Vec<Reason> = (0..FEATURES)
            .filter(|&feature| judged.rows[block][feature] != 0.0 || contributions[feature] != 0.0)
            .map(|feature| {
                let detail = format!(
                    "{} {:.3} of the largest on the page: {:+.3}",
                    NAMES[feature], judged.rows[block][feature], contributions[feature]
                );
                Reason { rule: "feature", keeps: contributions[feature] >= 0.0, node, detail }
            })
            .collect();
        let probability = judged.probabilities[block];
        let detail = format!("probability of content {probability:.3}, threshold {}", self.params.threshold);
        let keeps = probability >= self.params.threshold;
        reasons.push(Reason { rule: "classifier", keeps, node, detail });
        reasons
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::classify::Classifier;
    use debulha_core::classify::linear::{Linear, Weight};
    use debulha_core::classify::model::{Card, FeatureRef};
    use debulha_dom::{Limits, parse};

    /// Content is what has many words and few links.
    fn model() -> Model {
        let weight = |name: &str| match name {
            "text" => 4.0,
            "link" => -4.0,
            _ => 0.0,
        };
        let weights = NAMES.iter().map(|name| Weight { mean: 0.5, deviation: 1.0, weight: weight(name) });
        let linear = Linear { weights: weights.collect(), bias: 0.0, slope: 1.0, offset: 0.0 };
        let feature = |&name: &&str| FeatureRef { name: name.to_owned(), version: 1 };
        let trained = Trained {
            name: BLOCKS.to_owned(),
            features: NAMES.iter().map(feature).collect(),
            classes: vec!["noise".to_owned(), CONTENT.to_owned()],
            classifier: Classifier::Linear(linear),
            gains: Vec::new(),
        };
        let card = Card { system: ID.to_owned(), ..Card::default() };
        Model { card, classifiers: vec![trained], ..Model::default() }
    }

    #[test]
    fn blocks_are_kept_by_what_was_learned() {
        let html =
            "<div><a href=1>Home</a> <a href=2>News</a></div><div>The rye is in. The oats will follow.</div>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let extractor = LExtractor::with_model(&ParamMap::new(), &model()).unwrap();
        let outcome = extractor.extract(&page, &mut Scratch::default());
        assert_eq!(outcome.labels().unwrap().plain_text(&page), "The rye is in. The oats will follow.");
        let why = extractor.why(&page, &mut Scratch::default(), page.text_nodes()[0]);
        assert!(
            why.iter()
                .any(|reason| reason.detail.starts_with("link 1.000 of the largest on the page: -2.000"))
        );
        assert!(!why.last().unwrap().keeps);
    }

    #[test]
    fn other_models_are_refused() {
        let refused = |change: fn(&mut Model)| {
            let mut model = model();
            change(&mut model);
            LExtractor::with_model(&ParamMap::new(), &model).unwrap_err().to_string()
        };
        assert!(refused(|model| model.card.system = "adeater".to_owned()).contains("trained for `adeater`"));
        assert!(refused(|model| model.classifiers.clear()).contains("no classifier `blocks`"));
        assert!(refused(|model| model.classifiers[0].features[3].version = 2).contains("other features"));
        assert!(refused(|model| model.classifiers[0].classes[1].clear()).contains("no class"));
    }
}
