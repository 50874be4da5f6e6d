//! `burget`: title and paragraphs by a classifier of visual areas.

mod features;

pub use features::{FEATURES, NAMES, VERSION, features};

use crate::features::visual_areas::{AreaTree, VisualArea};
use crate::segmenters::burget_areas::BurgetAreasParams;
use debulha_core::classify::first_largest;
use debulha_core::classify::model::{Model, Trained};
use debulha_core::extractor::{
    About, Extractor, ExtractorInfo, Needs, Preset, Provenance, Scratch, Status, Unit, plain_reason,
};
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::params;
use debulha_core::params::{BuildError, ParamMap, Params};
use debulha_dom::NodeId;

const ID: &str = "burget";

/// Name in models of the classifier.
pub const AREAS: &str = "areas";

/// Classes of areas.
pub const CLASSES: [&str; 5] = ["other", "title", "subtitle", "author_date", "paragraph"];

/// Place of what is none of the others among the classes.
pub const OTHER: usize = 0;

/// Place of titles.
pub const TITLE: usize = 1;

/// Place of subtitles.
pub const SUBTITLE: usize = 2;

/// Place of authors and dates.
pub const AUTHOR_DATE: usize = 3;

/// Place of paragraphs.
pub const PARAGRAPH: usize = 4;

params! {
    /// Parameters of `burget`. Those of the areas are the segmenter's, which tells their sources.
    #[derive(Copy)]
    pub struct BurgetParams {
        /// Whether the title is content.
        pub title: bool = true;
        /// Whether subtitles are content (our decision: no).
        pub subtitles: bool = false;
        /// Least overlap of two texts of one line; see `burget_areas`.
        pub min_overlap: f64 = 0.5, range: 0.0..=1.0;
        /// Most space between two texts of one line; see `burget_areas`.
        pub max_space: f64 = 3.0, range: 0.0..=1000.0;
        /// Space from which on two lines are of different blocks; see `burget_areas`.
        pub max_gap: f64 = 1.0, range: 0.0..=1000.0;
    }
}

impl BurgetParams {
    /// Names of the parameters that say what an area is: those of a model are those that it was trained with.
    pub const OF_AREAS: [&str; 3] = ["min_overlap", "max_space", "max_gap"];

    /// The areas of a page.
    ///
    /// # Errors
    /// The page has no layout, or one without styles.
    pub fn areas(&self, page: &Page<'_>) -> Result<AreaTree, Abstention> {
        let areas = BurgetAreasParams {
            min_overlap: self.min_overlap,
            max_space: self.max_space,
            max_gap: self.max_gap,
            ..BurgetAreasParams::default()
        };
        Ok(AreaTree::of(page, &areas.joining())?)
    }
}

#[doc = include_str!("burget.md")]
#[derive(Debug, Clone, Default)]
pub struct Burget {
    /// The parameters in force.
    pub params: BurgetParams,
    trained: Option<Trained>,
}

/// Areas with what the classifier says of them.
struct JudgedAreas<'m> {
    trained: &'m Trained,
    tree: AreaTree,
    /// By place among the areas: features and probabilities; none of frames.
    rows: Vec<Option<([f32; FEATURES], Vec<f64>)>>,
}

impl Burget {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "Visual areas",
            cite: &["burget2009", "quinlan1993"],
            provenance: Provenance::Paper,
            needs: Needs { layout: true, model: true, ..Needs::PAGE },
            docs: include_str!("burget.md"),
            file: file!(),
            params: BurgetParams::INFO,
            presets: &[
                Preset { name: "recall", docs: "Subtitles too.", params: r#"{"subtitles":true}"# },
                Preset { name: "text", docs: "Paragraphs alone.", params: r#"{"title":false}"# },
            ],
        },
        unit: Unit::Node,
        status: Status::Preview,
        build: |map| Ok(Box::new(Burget { params: BurgetParams::from_map(ID, map)?, trained: None })),
        load: Some(|map, model| Ok(Box::new(Burget::with_model(map, model)?))),
    };

    /// With what a model learned. Parameters of areas that are not given are those of the training.
    ///
    /// # Errors
    /// Parameters that make no sense; a model of another system, or of other classes or features.
    pub fn with_model(map: &ParamMap, model: &Model) -> Result<Self, BuildError> {
        let invalid = |reason: &str| BuildError::Invalid { extractor: ID, reason: reason.to_owned() };
        let trained = model.classifier(ID, AREAS)?.clone();
        let names = trained.features.iter().map(|feature| (feature.name.as_str(), feature.version));
        if !names.eq(NAMES.iter().map(|&name| (name, VERSION))) {
            return Err(invalid("the model was trained on other features"));
        }
        if trained.classes != CLASSES {
            return Err(invalid("the model was trained on other classes"));
        }
        let mut params =
            model.settings.get(AREAS).and_then(|areas| areas.as_object()).cloned().unwrap_or_default();
        params.extend(map.clone());
        Ok(Burget { params: BurgetParams::from_map(ID, &params)?, trained: Some(trained) })
    }

    fn judge(&self, page: &Page<'_>) -> Result<JudgedAreas<'_>, Abstention> {
        let tree = self.params.areas(page)?;
        let trained = self.trained.as_ref();
        let trained = trained.ok_or(Abstention::Missing("a model: `debulha train burget` makes one"))?;
        let mut rows = vec![None; tree.areas.len()];
        for (area, row) in features(page, &tree) {
            let probabilities = trained.classifier.probabilities(&row);
            rows[area] = Some((row, probabilities));
        }
        Ok(JudgedAreas { trained, tree, rows })
    }

    fn keeps(&self, class: usize) -> bool {
        match class {
            TITLE => self.params.title,
            SUBTITLE => self.params.subtitles,
            class => class == PARAGRAPH,
        }
    }
}

impl Extractor for Burget {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let JudgedAreas { tree, rows, .. } = match self.judge(page) {
            Ok(judged) => judged,
            Err(reason) => return Outcome::Abstained(reason),
        };
        let kept = tree.of_text.iter().filter(|(_, area)| {
            let class = rows[*area].as_ref().map(|(_, found)| first_largest(found.iter().copied()));
            class.is_some_and(|class| self.keeps(class))
        });
        Outcome::Labeled(Labels::from_text_nodes(page.document(), kept.map(|&(text, _)| text)))
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Ok(JudgedAreas { trained, tree, rows }) = self.judge(page) else {
            return plain_reason(self, page, scratch, text_node);
        };
        let place = tree.of_text.binary_search_by_key(&text_node, |&(text, _)| text);
        let area = place.ok().map(|place| tree.of_text[place].1);
        let Some((area, (row, probabilities))) = area.and_then(|area| Some((area, rows[area].as_ref()?)))
        else {
            let detail = "not drawn: in no area".to_owned();
            return vec![Reason { rule: "area", keeps: false, node: text_node, detail }];
        };
        let class = first_largest(probabilities.iter().copied());
        let keeps = self.keeps(class);
        let VisualArea { place, lines, depth, .. } = &tree.areas[area];
        let detail = format!(
            "{lines} lines at x {:.0}, y {:.0}, {:.0} × {:.0} pixels, in {depth} areas",
            place.x, place.y, place.width, place.height
        );
        let mut reasons = vec![Reason { rule: "area", keeps, node: text_node, detail }];
        let parts = trained.classifier.contributions(row, class);
        for (feature, part) in parts.into_iter().enumerate().filter(|(_, part)| *part != 0.0) {
            let detail = format!("{} {:.2}: {part:+.3} for {}", NAMES[feature], row[feature], CLASSES[class]);
            reasons.push(Reason { rule: "feature", keeps: (part > 0.0) == keeps, node: text_node, detail });
        }
        let of_classes = CLASSES.iter().zip(probabilities).map(|(name, sure)| format!("{name} {sure:.3}"));
        let detail = of_classes.collect::<Vec<_>>().join(", ");
        reasons.push(Reason { rule: "class", keeps, node: text_node, detail });
        reasons
    }
}

#[cfg(test)]
mod tests;
