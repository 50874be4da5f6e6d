//! `v_wrapper`: title and text of news, by two classifiers of visual blocks.

mod tree;

pub use tree::{BASIC, DERIVED, FEATURES, VERSION, VisualBlock, VisualTree};

use debulha_core::classify::first_largest;
use debulha_core::classify::model::{Model, Trained};
use debulha_core::extractor::{
    About, Extractor, ExtractorInfo, Needs, Preset, Provenance, Scratch, Status, Unit, plain_reason,
};
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::params::{BuildError, ParamMap, Params};
use debulha_core::segmentation::Missing;
use debulha_core::{choices, params};
use debulha_dom::NodeId;

const ID: &str = "v_wrapper";

/// Name in models of the classifier of inner blocks.
pub const INNER: &str = "inner";

/// Classes of inner blocks: without and with title or text below.
pub const INNER_CLASSES: [&str; 2] = ["other", "target"];

/// Name in models of the classifier of leaves.
pub const LEAF: &str = "leaf";

/// Classes of leaves.
pub const LEAF_CLASSES: [&str; 3] = ["other", "content", "title"];

/// Name in models of the classifier that parts one class of leaves from the rest, where there is no single one; the class
/// is its second.
pub fn leaf_against_rest(class: &str) -> String {
    format!("{LEAF}_{class}")
}

choices! {
    /// How the news area is found.
    pub enum NewsArea {
        /// From the root down, always into the child that is most probably positive, while one is positive.
        HighestScore,
        /// The deepest block around all positive ones.
        AllPositive,
    }
}

params! {
    /// Parameters of `v_wrapper`.
    #[derive(Copy)]
    pub struct VWrapperParams {
        /// How the news area is found. Which of the two is that of zheng2007 is not known to us; the default is our decision:
        /// the way down commonly ends in one paragraph.
        pub area: NewsArea = NewsArea::AllPositive;
        /// Least probability of an inner block that is positive (our decision: the classifier's answer).
        pub threshold: f64 = 0.5, range: 0.0..=1.0;
        /// Whether the title is part of the text (zheng2007 extracts both).
        pub title: bool = true;
    }
}

#[doc = include_str!("v_wrapper.md")]
#[derive(Debug, Clone, Default)]
pub struct VWrapper {
    /// The parameters in force.
    pub params: VWrapperParams,
    learned: Option<VWrapperModel>,
}

/// What comes from a model.
#[derive(Debug, Clone)]
struct VWrapperModel {
    inner: Judge,
    /// One for all classes of leaves, or one each, in their order.
    leaves: Vec<Judge>,
}

/// A classifier and the features that it takes.
#[derive(Debug, Clone)]
struct Judge {
    trained: Trained,
    /// Places in the rows of [`VisualTree::features`].
    columns: Vec<usize>,
}

impl Judge {
    fn of(model: &Model, name: &str, classes: &[&str]) -> Result<Self, BuildError> {
        let invalid = |reason: String| BuildError::Invalid { extractor: ID, reason };
        let trained = model.classifier(ID, name)?.clone();
        if trained.classes != classes {
            return Err(invalid(format!("the classes of `{name}` are not {}", classes.join(", "))));
        }
        let column = |feature: &debulha_core::classify::model::FeatureRef| {
            let mut names = BASIC.iter().chain(&DERIVED);
            let found = names.position(|known| *known == feature.name && feature.version == VERSION);
            found.ok_or_else(|| {
                invalid(format!("feature `{}`, version {}, is not known", feature.name, feature.version))
            })
        };
        let columns = trained.features.iter().map(column).collect::<Result<_, _>>()?;
        Ok(Judge { trained, columns })
    }

    fn row(&self, all: &[f32; FEATURES]) -> Vec<f32> {
        self.columns.iter().map(|&column| all[column]).collect()
    }

    fn probabilities(&self, all: &[f32; FEATURES]) -> Vec<f64> {
        self.trained.classifier.probabilities(&self.row(all))
    }
}

/// What is found on a page.
struct FoundArea<'l> {
    tree: VisualTree<'l>,
    /// The news area.
    area: usize,
    /// Positive blocks that led to it, with their probabilities.
    positive: Vec<(usize, f64)>,
    /// Leaves with text in the area, with the probability of each class.
    leaves: Vec<(usize, Vec<f64>)>,
}

impl VWrapper {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "V-Wrapper",
            cite: &["zheng2007", "quinlan1993", "freund1996"],
            provenance: Provenance::Paper,
            needs: Needs { layout: true, model: true, ..Needs::PAGE },
            docs: include_str!("v_wrapper.md"),
            file: file!(),
            params: VWrapperParams::INFO,
            presets: &[
                Preset {
                    name: "highest_score",
                    docs: "The news area is where the way down by the highest score ends.",
                    params: r#"{"area":"highest_score"}"#,
                },
                Preset { name: "text", docs: "The text without its title.", params: r#"{"title":false}"# },
            ],
        },
        unit: Unit::Node,
        status: Status::Preview,
        build: |map| Ok(Box::new(VWrapper { params: VWrapperParams::from_map(ID, map)?, learned: None })),
        load: Some(|map, model| Ok(Box::new(VWrapper::with_model(map, model)?))),
    };

    /// With what a model learned.
    ///
    /// # Errors
    /// Parameters that make no sense; a model of another system, without one of the classifiers, or with other classes or
    /// features.
    pub fn with_model(map: &ParamMap, model: &Model) -> Result<Self, BuildError> {
        let params = VWrapperParams::from_map(ID, map)?;
        let inner = Judge::of(model, INNER, &INNER_CLASSES)?;
        let is_one = model.classifiers.iter().any(|trained| trained.name == LEAF);
        let leaves = if is_one {
            vec![Judge::of(model, LEAF, &LEAF_CLASSES)?]
        } else {
            let against = |class: &&str| Judge::of(model, &leaf_against_rest(class), &["rest", class]);
            LEAF_CLASSES.iter().map(against).collect::<Result<_, _>>()?
        };
        Ok(VWrapper { params, learned: Some(VWrapperModel { inner, leaves }) })
    }

    fn find<'p>(&self, page: &Page<'p>) -> Result<(&VWrapperModel, FoundArea<'p>), Abstention> {
        let layout = page.layout().ok_or(Missing::LAYOUT)?;
        let learned = self.learned.as_ref();
        let learned = learned.ok_or(Abstention::Missing("a model: `debulha train v_wrapper` makes one"))?;
        let tree = VisualTree::new(page, layout);
        let (area, positive) = self.area(learned, &tree);
        let doc = page.document();
        let is_inside = |block: &VisualBlock| doc.contains(tree.blocks[area].node, block.node);
        let leaves =
            tree.blocks.iter().enumerate().filter(|(_, block)| !block.texts.is_empty() && is_inside(block));
        let leaves = leaves.map(|(leaf, _)| (leaf, learned.leaf(&tree.features(leaf, area)))).collect();
        Ok((learned, FoundArea { tree, area, positive, leaves }))
    }

    /// The news area, and the positive blocks that led to it.
    fn area(&self, learned: &VWrapperModel, tree: &VisualTree<'_>) -> (usize, Vec<(usize, f64)>) {
        let score = |block: usize| {
            let parent = tree.inner_around(block);
            learned.inner.probabilities(&tree.features(block, parent))[1]
        };
        let inner = (1..tree.blocks.len()).filter(|&block| tree.blocks[block].is_inner);
        let positive = inner.map(|block| (block, score(block)));
        let positive: Vec<(usize, f64)> =
            positive.filter(|(_, score)| *score >= self.params.threshold).collect();
        if self.params.area == NewsArea::AllPositive {
            return (tree.common(positive.iter().map(|(block, _)| *block)), positive);
        }
        // Best positive child of each block, the first of equal ones.
        let mut best: Vec<Option<(usize, f64)>> = vec![None; tree.blocks.len()];
        for &(block, score) in &positive {
            let of_parent = &mut best[tree.inner_around(block)];
            if of_parent.is_none_or(|(_, other)| score > other) {
                *of_parent = Some((block, score));
            }
        }
        let mut path = Vec::new();
        while let Some(next) = best[path.last().map_or(0, |&(block, _)| block)] {
            path.push(next);
        }
        (path.last().map_or(0, |&(block, _)| block), path)
    }
}

impl VWrapperModel {
    /// The probability of each class of a leaf.
    fn leaf(&self, row: &[f32; FEATURES]) -> Vec<f64> {
        match &*self.leaves {
            [all] => all.probabilities(row),
            each => {
                let sure: Vec<f64> = each.iter().map(|one| one.probabilities(row)[1]).collect();
                let sum: f64 = sure.iter().sum();
                if sum > 0.0 { sure.iter().map(|one| one / sum).collect() } else { vec![1.0, 0.0, 0.0] }
            }
        }
    }

    /// What the features of a leaf add to the decision for a class, by name.
    fn contributions(&self, row: &[f32; FEATURES], class: usize) -> Vec<(String, f64)> {
        let (judge, class) = match &*self.leaves {
            [all] => (all, class),
            each => (&each[class], 1),
        };
        let parts = judge.trained.classifier.contributions(&judge.row(row), class);
        judge.trained.features.iter().map(|feature| feature.name.clone()).zip(parts).collect()
    }
}

impl Extractor for VWrapper {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let found = match self.find(page) {
            Ok((_, found)) => found,
            Err(reason) => return Outcome::Abstained(reason),
        };
        let mut kept: Vec<(NodeId, f32)> = Vec::new();
        for (leaf, probabilities) in &found.leaves {
            if self.keeps(first_largest(probabilities.iter().copied())) {
                let score = 1.0 - probabilities[0] as f32;
                kept.extend(found.tree.blocks[*leaf].texts.iter().map(|&text| (text, score)));
            }
        }
        kept.sort_by_key(|&(text, _)| text);
        let labels = Labels::from_text_nodes(page.document(), kept.iter().map(|&(text, _)| text));
        Outcome::Labeled(Labels { scores: Some(kept.iter().map(|&(_, score)| score).collect()), ..labels })
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Ok((learned, found)) = self.find(page) else {
            return plain_reason(self, page, scratch, text_node);
        };
        let FoundArea { tree, area, positive, leaves } = found;
        let mut reasons: Vec<Reason> = positive
            .iter()
            .map(|&(block, score)| Reason {
                rule: "positive block",
                keeps: page.document().contains(tree.blocks[block].node, text_node),
                node: tree.blocks[block].node,
                detail: format!("probability of title or text below {score:.3}"),
            })
            .collect();
        let leaf = leaves.iter().find(|(leaf, _)| tree.blocks[*leaf].texts.binary_search(&text_node).is_ok());
        let node = tree.blocks[area].node;
        let Some((leaf, probabilities)) = leaf else {
            let detail = "outside the news area".to_owned();
            reasons.push(Reason { rule: "news area", keeps: false, node, detail });
            return reasons;
        };
        let class = first_largest(probabilities.iter().copied());
        let keeps = self.keeps(class);
        let row = tree.features(*leaf, area);
        reasons.push(Reason {
            rule: "news area",
            keeps: true,
            node,
            detail: "inside the news area".to_owned(),
        });
        for (name, part) in learned.contributions(&row, class).into_iter().filter(|(_, part)| *part != 0.0) {
            let column = BASIC.iter().chain(&DERIVED).position(|known| *known == name);
            let value = column.map_or(f32::NAN, |column| row[column]);
            let detail = format!("{name} {value:.2}: {part:+.3} for {}", LEAF_CLASSES[class]);
            let node = tree.blocks[*leaf].node;
            reasons.push(Reason { rule: "feature", keeps: (part > 0.0) == keeps, node, detail });
        }
        let [other, content, title] = [0, 1, 2].map(|class| probabilities[class]);
        let detail = format!("other {other:.3}, content {content:.3}, title {title:.3}");
        reasons.push(Reason { rule: "leaf", keeps, node: tree.blocks[*leaf].node, detail });
        reasons
    }
}

impl VWrapper {
    fn keeps(&self, class: usize) -> bool {
        class == 1 || class == 2 && self.params.title
    }
}

#[cfg(test)]
mod tests;
