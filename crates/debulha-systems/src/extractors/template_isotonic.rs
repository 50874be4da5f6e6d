//! `template_isotonic`: classifiers by area that tell template elements, smoothed over the tree.

use debulha_core::classify::model::{Model, Trained};
use debulha_core::classify::tree_isotonic::{Charge, Cost, NO_PARENT, Options, smooth};
use debulha_core::extractor::{
    About, Extractor, ExtractorInfo, Needs, Provenance, Scratch, Status, Unit, plain_reason,
};
use debulha_core::feature_table::{FeatureTable, RowUnit, Selection, compute};
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::params;
use debulha_core::params::{BuildError, ParamMap, Params};
use debulha_dom::NodeId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const ID: &str = "template_isotonic";

/// Classes of the classifiers.
pub const CLASSES: [&str; 2] = ["content", "template"];

/// Number of classifiers: one for each quarter of the areas (template-report).
pub const PARTS: usize = 4;

/// Name of the classifier for a quarter of the areas, the smallest first, in models.
pub fn part(number: usize) -> String {
    format!("area_{}", number + 1)
}

debulha_core::choices! {
    /// Where places and areas come from.
    pub enum TemplateGeometry {
        /// A browser: pages without a layout have none.
        Rendered,
        /// Text and tags, see `feature_table::template`.
        Estimated,
    }
}

impl TemplateGeometry {
    /// The published features, by their names in feature tables.
    pub fn features(self) -> [&'static str; 7] {
        let (x, y) = match self {
            TemplateGeometry::Rendered => ("template_x", "template_y"),
            TemplateGeometry::Estimated => ("template_estimated_x", "template_estimated_y"),
        };
        [
            x,
            y,
            "template_links_per_word",
            "template_anchor_word_share",
            "template_anchor_length",
            "template_intra_site_share",
            "template_visible_char_ratio",
        ]
    }

    /// The feature that says which classifier is asked.
    pub fn area(self) -> &'static str {
        match self {
            TemplateGeometry::Rendered => "template_area",
            TemplateGeometry::Estimated => "template_estimated_area",
        }
    }
}

/// What a model says beside its classifiers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct IsotonicSettings {
    /// What the classifiers were trained on.
    pub geometry: TemplateGeometry,
    /// Square pixels of the smallest element that is scored.
    pub min_area: f32,
    /// Square pixels from which on the second, third and fourth classifier is asked.
    pub bounds: [f32; PARTS - 1],
    /// Charge of the smoothing, unless the parameter `c` says otherwise.
    pub c: f64,
}

impl Default for IsotonicSettings {
    /// Estimated geometry; least area, bounds and charge of template-report.
    fn default() -> Self {
        IsotonicSettings {
            geometry: TemplateGeometry::Estimated,
            min_area: 2000.0,
            bounds: [5182.0, 12_504.0, 42_663.0],
            c: TemplateIsotonicParams::default().c,
        }
    }
}

impl IsotonicSettings {
    /// As models hold them.
    pub fn to_map(self) -> ParamMap {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => ParamMap::new(),
        }
    }

    /// The classifier for an area, by number; `None` for one that is too small or unknown.
    pub fn part_of(&self, area: f32) -> Option<usize> {
        (area >= self.min_area).then(|| self.bounds.iter().filter(|&&bound| area >= bound).count())
    }
}

params! {
    /// Parameters of `template_isotonic`.
    #[derive(Copy)]
    pub struct TemplateIsotonicParams {
        /// Whether scores are smoothed.
        pub smoothing: bool = true;
        /// What a change of the smoothed score costs (chakrabarti2007: .01; template-report also .1 and 1).
        pub c: f64 = 0.01, range: 0.0..=1000.0;
        /// What that is paid for: each edge, or each parent that differs from the least of its children (the paper's
        /// abstract tells neither).
        pub charged: Charge = Charge::Edge;
        /// How the distance of score and smoothed score counts.
        pub cost: Cost = Cost::L1;
        /// Scores are rounded to one such part of 1 before they are smoothed (our decision); 0 for not at all.
        pub steps: u32 = 256, range: 0..=65_536;
        /// Least smoothed score of template (template-report).
        pub threshold: f64 = 0.5, range: 0.0..=1.0;
    }
}

impl TemplateIsotonicParams {
    fn options(&self) -> Options {
        Options {
            charge: self.c,
            charged: self.charged,
            cost: self.cost,
            steps: self.steps,
            ..Options::default()
        }
    }
}

#[doc = include_str!("template_isotonic.md")]
#[derive(Debug, Clone, Default)]
pub struct TemplateIsotonic {
    /// The parameters in force.
    pub params: TemplateIsotonicParams,
    learned: Option<IsotonicModel>,
}

/// What comes from a model.
#[derive(Debug, Clone)]
struct IsotonicModel {
    settings: IsotonicSettings,
    /// In the order of the areas.
    parts: Vec<Trained>,
    /// Features of the classifiers, and the area.
    selection: Selection,
    /// Where the area stands in a row.
    area: usize,
}

/// An element that is large enough to be scored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredNode {
    /// The element.
    pub node: NodeId,
    /// Its row in the table of the page's elements.
    row: usize,
    /// Its square pixels.
    pub area: f32,
    /// The classifier that was asked, by number.
    pub part: usize,
    /// Probability of template.
    pub score: f32,
    /// The same, smoothed.
    pub smoothed: f32,
    /// The decision.
    pub is_template: bool,
}

impl TemplateIsotonic {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "Page-level template detection",
            cite: &["chakrabarti2007", "template-report"],
            provenance: Provenance::Paper,
            needs: Needs { model: true, ..Needs::PAGE },
            docs: include_str!("template_isotonic.md"),
            file: file!(),
            params: TemplateIsotonicParams::INFO,
            presets: &[],
        },
        unit: Unit::Node,
        status: Status::Preview,
        build: |map| {
            let params = TemplateIsotonicParams::from_map(ID, map)?;
            Ok(Box::new(TemplateIsotonic { params, learned: None }))
        },
        load: Some(|map, model| Ok(Box::new(TemplateIsotonic::with_model(map, model)?))),
    };

    /// The system with what a model holds; parameters outweigh the model's settings.
    ///
    /// # Errors
    /// Parameters that make no sense; a model of another system, without one of the classifiers, with classifiers of
    /// different features or without a class `template`, or with features that this version does not have.
    pub fn with_model(map: &ParamMap, model: &Model) -> Result<Self, BuildError> {
        let invalid = |reason: String| BuildError::Invalid { extractor: ID, reason };
        let parts = (0..PARTS).map(|number| Ok(model.classifier(ID, &part(number))?.clone()));
        let parts: Vec<Trained> = parts.collect::<Result<_, BuildError>>()?;
        let settings: IsotonicSettings = serde_json::from_value(Value::Object(model.settings.clone()))
            .map_err(|error| invalid(format!("settings of the model: {error}")))?;
        if parts.iter().any(|part| part.features != parts[0].features || part.classes != CLASSES) {
            return Err(invalid("the model's classifiers have other features or classes".to_owned()));
        }
        let mut wanted: Vec<(&str, u16)> =
            parts[0].features.iter().map(|feature| (feature.name.as_str(), feature.version)).collect();
        let known = wanted.iter().position(|(name, _)| *name == settings.geometry.area());
        let area = known.unwrap_or(wanted.len());
        if known.is_none() {
            wanted.push((settings.geometry.area(), 1));
        }
        let selection = Selection::of(RowUnit::Node, wanted)
            .map_err(|column| BuildError::Column { extractor: ID, column })?;
        let mut params = TemplateIsotonicParams::from_map(ID, map)?;
        if !map.contains_key("c") {
            let of_model = ParamMap::from_iter([("c".to_owned(), Value::from(settings.c))]);
            params.c = TemplateIsotonicParams::from_map(ID, &of_model)?.c;
        }
        Ok(TemplateIsotonic { params, learned: Some(IsotonicModel { settings, parts, selection, area }) })
    }

    /// The scored elements of a page in document order.
    ///
    /// # Errors
    /// The reason why there is no answer: no model, or one that wants a layout that the page lacks.
    pub fn judge(&self, page: &Page<'_>, scratch: &mut Scratch) -> Result<Vec<ScoredNode>, Abstention> {
        Ok(self.scored(self.learned_for(page)?, page, scratch).1)
    }

    fn learned_for(&self, page: &Page<'_>) -> Result<&IsotonicModel, Abstention> {
        let learned = self.learned.as_ref().ok_or(Abstention::Missing(
            "a model (--model), which `debulha train template --pages DIR -o FILE` makes of unlabelled pages",
        ))?;
        if learned.settings.geometry == TemplateGeometry::Rendered && page.layout().is_none() {
            return Err(Abstention::Missing(
                "the page's layout (--layout), which its model was trained with",
            ));
        }
        Ok(learned)
    }

    fn scored(
        &self,
        learned: &IsotonicModel,
        page: &Page<'_>,
        scratch: &mut Scratch,
    ) -> (FeatureTable, Vec<ScoredNode>) {
        let doc = page.document();
        let table = compute(page, &learned.selection, scratch);
        let mut scored: Vec<ScoredNode> = Vec::new();
        let mut parents = Vec::new();
        // Scored elements that the current one is in.
        let mut open: Vec<usize> = Vec::new();
        for (row, &node) in table.rows().iter().enumerate() {
            let area = table.row(row)[learned.area];
            let Some(part) = learned.settings.part_of(area) else { continue };
            while open.pop_if(|&mut place| !doc.contains(scored[place].node, node)).is_some() {}
            parents.push(open.last().map_or(NO_PARENT, |&place| place as u32));
            open.push(scored.len());
            let score = learned.score(&table, row, part);
            scored.push(ScoredNode { node, row, area, part, score, smoothed: score, is_template: false });
        }
        if self.params.smoothing {
            let scores: Vec<f32> = scored.iter().map(|node| node.score).collect();
            let smoothed = smooth(&parents, &scores, None, &self.params.options());
            for (node, smoothed) in scored.iter_mut().zip(smoothed) {
                node.smoothed = smoothed;
            }
        }
        for node in &mut scored {
            node.is_template = f64::from(node.smoothed) >= self.params.threshold;
        }
        (table, scored)
    }

    /// Calls back for each text node of the body with the nearest scored element around it.
    fn nearest<'s>(
        page: &Page<'_>,
        scored: &'s [ScoredNode],
        mut found: impl FnMut(NodeId, Option<&'s ScoredNode>),
    ) {
        let doc = page.document();
        let mut open: Vec<&ScoredNode> = Vec::new();
        let mut next = scored.iter().peekable();
        for &text in page.body_text_nodes() {
            while let Some(node) = next.next_if(|node| node.node < text) {
                while open.pop_if(|outer| !doc.contains(outer.node, node.node)).is_some() {}
                open.push(node);
            }
            while open.pop_if(|outer| !doc.contains(outer.node, text)).is_some() {}
            found(text, open.last().copied());
        }
    }
}

impl IsotonicModel {
    fn score(&self, table: &FeatureTable, row: usize, part: usize) -> f32 {
        let Trained { classifier, features, .. } = &self.parts[part];
        classifier.probabilities(&table.row(row)[..features.len()])[1] as f32
    }

    /// The values of an element, and what each adds to the decision.
    fn describe(&self, table: &FeatureTable, scored: &ScoredNode) -> String {
        let Trained { classifier, features, .. } = &self.parts[scored.part];
        let row = &table.row(scored.row)[..features.len()];
        let terms = classifier.contributions(row, 1);
        let values = features.iter().zip(row).zip(terms).map(|((feature, value), term)| {
            let name = feature.name.trim_start_matches("template_");
            if value.is_nan() { format!("{name} missing") } else { format!("{name} {value:.3} ({term:+.3})") }
        });
        values.collect::<Vec<_>>().join(", ")
    }
}

impl Extractor for TemplateIsotonic {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let scored = match self.judge(page, scratch) {
            Ok(scored) => scored,
            Err(reason) => return Outcome::Abstained(reason),
        };
        let mut kept = Vec::new();
        TemplateIsotonic::nearest(page, &scored, |text, nearest| {
            if nearest.is_none_or(|node| !node.is_template) {
                kept.push(text);
            }
        });
        Outcome::Labeled(Labels::from_text_nodes(page.document(), kept))
    }

    /// The element that decides: its values with what they add to the score, the score, and the score smoothed.
    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Ok(learned) = self.learned_for(page) else {
            return plain_reason(self, page, scratch, text_node);
        };
        let (table, scored) = self.scored(learned, page, scratch);
        let mut nearest = None;
        TemplateIsotonic::nearest(page, &scored, |text, found| {
            if text == text_node {
                nearest = found;
            }
        });
        let min_area = learned.settings.min_area;
        let Some(of) = nearest else {
            let detail =
                format!("in no element of {min_area} square pixels or more: nothing speaks against it");
            return vec![Reason { rule: "area", keeps: true, node: text_node, detail }];
        };
        let reason = |rule, keeps, detail| Reason { rule, keeps, node: of.node, detail };
        let TemplateIsotonicParams { threshold, c, smoothing, .. } = self.params;
        let how = match learned.settings.geometry {
            TemplateGeometry::Rendered => "",
            TemplateGeometry::Estimated => " by estimate",
        };
        let classifier = &learned.parts[of.part].name;
        let looks_like_content = f64::from(of.score) < threshold;
        let smoothed = if smoothing { format!("smoothed with c = {c}") } else { "not smoothed".to_owned() };
        let sign = if of.is_template { "≥" } else { "<" };
        vec![
            reason("features", looks_like_content, learned.describe(&table, of)),
            reason(
                "score",
                looks_like_content,
                format!("{:.0} px²{how}, classifier {classifier}: x = {:.4}", of.area, of.score),
            ),
            reason(
                "smoothing",
                !of.is_template,
                format!("{smoothed}: y = {:.4} {sign} {threshold}", of.smoothed),
            ),
        ]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Evidence;
    use debulha_core::classify::Classifier;
    use debulha_core::classify::linear::{Linear, Weight};
    use debulha_core::classify::model::FeatureRef;
    use debulha_core::layout::{Layout, Rectangle};
    use debulha_dom::{Document, Limits, names, parse};

    /// A model in which the share of words in links decides.
    fn model(settings: IsotonicSettings) -> Model {
        let names = settings.geometry.features();
        let weight = |name| if name == "template_anchor_word_share" { 8.0 } else { 0.0 };
        let weights = names.map(|name| Weight { mean: 0.5, deviation: 1.0, weight: weight(name) });
        let classifiers = (0..PARTS).map(|number| Trained {
            name: part(number),
            features: names.map(|name| FeatureRef { name: name.to_owned(), version: 1 }).to_vec(),
            classes: CLASSES.map(str::to_owned).to_vec(),
            classifier: Classifier::Linear(Linear {
                weights: weights.to_vec(),
                bias: 0.0,
                slope: 1.0,
                offset: 0.0,
            }),
            gains: Vec::new(),
        });
        let mut model =
            Model { settings: settings.to_map(), classifiers: classifiers.collect(), ..Model::default() };
        ID.clone_into(&mut model.card.system);
        model
    }

    const HTML: &str = "<body><div><a href=/>The first entry</a> <a href=/b>The second one</a> <b>or</b></div>\
        <div><p>Rye is sown in autumn, and it is cut in summer.</p><p><a href=/c>A link alone in the article</a></p></div>";

    fn document() -> Document {
        parse(HTML, &Limits::default()).document
    }

    fn text(system: &TemplateIsotonic, page: &Page<'_>) -> String {
        system.extract(page, &mut Scratch::default()).labels().unwrap().plain_text(page)
    }

    #[test]
    fn template_goes_with_what_is_too_small_in_it() {
        let doc = document();
        let page = Page::new(&doc);
        let system =
            TemplateIsotonic::with_model(&ParamMap::new(), &model(IsotonicSettings::default())).unwrap();
        assert_eq!(text(&system, &page), "Rye is sown in autumn, and it is cut in summer.");
        let strict = ParamMap::from_iter([("c".to_owned(), Value::from(1.0))]);
        let system = TemplateIsotonic::with_model(&strict, &model(IsotonicSettings::default())).unwrap();
        let scored = system.judge(&page, &mut Scratch::default()).unwrap();
        assert!(scored.windows(2).all(|pair| pair[0].is_template == pair[1].is_template), "{scored:?}");
    }

    #[test]
    fn spec_05_areas_choose_classifiers_and_small_elements_are_left_out() {
        let settings = IsotonicSettings::default();
        let of = |areas: [f32; 7]| areas.map(|area| settings.part_of(area));
        assert_eq!(
            of([1999.0, 2000.0, 5181.0, 5182.0, 12_504.0, 42_663.0, 9e8]),
            [None, Some(0), Some(0), Some(1), Some(2), Some(3), Some(3)]
        );
        assert_eq!(settings.part_of(f32::NAN), None);
    }

    #[test]
    fn a_model_of_rendered_pages_wants_a_layout() {
        let doc = document();
        let settings =
            IsotonicSettings { geometry: TemplateGeometry::Rendered, ..IsotonicSettings::default() };
        let system = TemplateIsotonic::with_model(&ParamMap::new(), &model(settings)).unwrap();
        let outcome = system.extract(&Page::new(&doc), &mut Scratch::default());
        assert!(matches!(outcome, Outcome::Abstained(Abstention::Missing(what)) if what.contains("layout")));
        // The second `div` is all that is large enough.
        let large = doc.elements_named(names::DIV).nth(1);
        let at = |width: f32| Rectangle { x: 0.0, y: 0.0, width, height: 100.0 };
        let layout = Layout::of(&doc, |node| Some(at(if Some(node) == large { 300.0 } else { 10.0 })));
        let page = Page::new(&doc).seen_with(Evidence { layout: Some(&layout), ..Evidence::default() });
        let scored = system.judge(&page, &mut Scratch::default()).unwrap();
        assert_eq!(scored.iter().map(|node| (node.area, node.part)).collect::<Vec<_>>(), [(30_000.0, 2)]);
        assert_eq!(text(&system, &page).lines().count(), 3, "nothing speaks against what is not scored");
    }

    #[test]
    fn why_gives_values_terms_and_both_scores() {
        let doc = document();
        let page = Page::new(&doc);
        let system =
            TemplateIsotonic::with_model(&ParamMap::new(), &model(IsotonicSettings::default())).unwrap();
        let of = |text: &str| {
            let node = page.text_nodes().iter().find(|&&node| doc.text(node) == text).unwrap();
            let reasons = system.why(&page, &mut Scratch::default(), *node);
            (reasons[2].keeps, reasons.into_iter().map(|reason| reason.detail).collect::<Vec<_>>())
        };
        let (keeps, details) = of("or");
        assert!(!keeps);
        assert!(details[0].contains("anchor_word_share 0.857 (+2.857)"), "{details:?}");
        assert!(details[1].contains("px² by estimate, classifier area_"), "{details:?}");
        assert!(details[2].starts_with("smoothed with c = 0.01: y = 0."), "{details:?}");
        let bare = TemplateIsotonic::default();
        assert_eq!(bare.why(&page, &mut Scratch::default(), page.text_nodes()[0]).len(), 1);
    }

    #[test]
    fn models_that_make_no_sense_are_refused() {
        let load = |model: &Model| TemplateIsotonic::with_model(&ParamMap::new(), model).map(|_| ());
        assert!(load(&model(IsotonicSettings::default())).is_ok());
        let mut cut = model(IsotonicSettings::default());
        cut.classifiers.pop();
        assert!(load(&cut).is_err());
        let mut other = model(IsotonicSettings::default());
        other.classifiers[1].features[0].version = 9;
        assert!(load(&other).is_err());
        let mut unknown = model(IsotonicSettings::default());
        unknown.classifiers.iter_mut().for_each(|part| part.features[0].name = "no_such".to_owned());
        assert!(load(&unknown).is_err());
        let mut classes = model(IsotonicSettings::default());
        classes.classifiers[2].classes = vec!["template".to_owned()];
        assert!(load(&classes).is_err());
        let mut bare = model(IsotonicSettings::default());
        bare.settings.clear();
        assert!(load(&bare).is_err());
        assert!(load(&model(IsotonicSettings { c: -1.0, ..IsotonicSettings::default() })).is_err());
    }
}
