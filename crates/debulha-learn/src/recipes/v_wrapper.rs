//! Models of `v_wrapper`: visual blocks of rendered pages, labelled by gold texts and titles.

use super::drawn::{self, Example};
use super::{Examples, LearnsFrom, Recipe, TrainError, Training};
use crate::label::{NodeClass, NodePreset, NodeRules, bag_f1};
use crate::learner::{self, Learner};
use crate::pages::PageInfo;
use crate::table::{Attribute, AttributeKind, Table};
use debulha_core::classify::model::{Card, Model, Trained};
use debulha_core::params::Params;
use debulha_core::{Page, ParamMap, choices, params};
use debulha_systems::extractors::v_wrapper::{
    BASIC, DERIVED, FEATURES, INNER, INNER_CLASSES, LEAF, LEAF_CLASSES, VERSION, VisualTree,
    leaf_against_rest,
};

const ID: &str = "v_wrapper";

choices! {
    /// Which features are learned from.
    pub enum FeatureSet {
        /// All of them.
        All,
        /// The 14 basic ones.
        Basic,
        /// The 11 derived ones.
        Derived,
    }
}

params! {
    /// Parameters of the recipe `v_wrapper`.
    pub struct VWrapperRecipeParams {
        /// The learner: `c45` (the second implementation, D4 in the experiments, found J48 better) or `adaboost_m1`
        /// (zheng2007).
        pub learner: String = "c45".to_owned();
        /// Parameters of the learner over its defaults.
        pub learner_params: ParamMap = ParamMap::new();
        /// Whether a classifier of its own parts each class of leaves from the rest, as is usual for `adaboost_m1` with more than
        /// two classes (our decision).
        pub one_vs_rest: bool = false;
        /// Which features are learned from (zheng2007: all).
        pub features: FeatureSet = FeatureSet::All;
        /// Share of the words of a leaf that must be in the gold text, or in the title (D4).
        pub min_share: f64 = 0.85, range: 0.0..=1.0;
        /// Parts of the cross-validation by site whose figures the card states; 0: none (our decision: 5).
        pub folds: u32 = 5, range: 0..=1000;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "Two classifiers of visual blocks, one that finds the news area and one that finds title and text in it, from \
        pages with gold texts and, where they have them, titles. Needs the pages' layouts: --layout.",
    params: VWrapperRecipeParams::INFO,
    train,
};

/// Blocks of a page with their classes.
struct WrapperRows {
    inner: Vec<([f32; FEATURES], usize)>,
    leaves: Vec<([f32; FEATURES], usize)>,
    /// F1 of the words of the leaves that are labelled title or content.
    labelled_f1: f64,
}

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "labelled pages" });
    };
    let params = VWrapperRecipeParams::from_map(ID, training.params)?;
    let fit = VWrapperFit { learner: learner::find(&params.learner)?, params: &params, seed: training.seed };
    let rules = NodeRules { min_share: params.min_share, ..NodePreset::D4.rules() };
    let examples = drawn::examples(pages, training, |page, info, gold| rows(&rules, page, info, gold))?;
    let all: Vec<&Example<WrapperRows>> = examples.iter().collect();
    let mut model = fit.model(&all)?;
    let mut metrics = std::collections::BTreeMap::new();
    if params.folds > 1 {
        let highest_score = ParamMap::from_iter([("area".to_owned(), "highest_score".into())]);
        let uses = [("area by all positive", ParamMap::new()), ("area by highest score", highest_score)];
        let folds = params.folds as usize;
        metrics = drawn::judged(pages, &examples, folds, training, &uses, |known| fit.model(known))?;
    }
    let mean = examples.iter().map(|example| example.rows.labelled_f1).sum::<f64>() / examples.len() as f64;
    metrics.insert("F1 of words, labelled leaves".to_owned(), mean);
    metrics.insert("pages".to_owned(), examples.len() as f64);
    model.card = Card {
        about: "where the news area of a page is, and which of its blocks are title and text".to_owned(),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: params.to_map(),
        metrics,
        ..model.card
    };
    Ok(model)
}

/// The blocks of a page. Leaves are those of the news area: the deepest block around all that is title or content.
fn rows(rules: &NodeRules, page: &Page<'_>, info: &PageInfo, gold: &str) -> Option<WrapperRows> {
    let mut rows = WrapperRows { inner: Vec::new(), leaves: Vec::new(), labelled_f1: 0.0 };
    let doc = page.document();
    let tree = VisualTree::new(page, page.layout()?);
    let with_text = (0..tree.blocks.len()).filter(|&block| !tree.blocks[block].texts.is_empty());
    let leaves: Vec<usize> = with_text.collect();
    let text = |&leaf: &usize| {
        tree.blocks[leaf].texts.iter().map(|&text| doc.text(text)).collect::<Vec<_>>().join(" ")
    };
    let texts: Vec<String> = leaves.iter().map(text).collect();
    let (classes, _) = rules.of_texts(&texts, gold, info.title.as_deref());
    let is_target = |class: NodeClass| class != NodeClass::Other;
    let labelled = texts.iter().zip(&classes).filter(|(_, class)| is_target(**class));
    let labelled: Vec<&str> = labelled.map(|(text, _)| text.as_str()).collect();
    rows.labelled_f1 = bag_f1(&labelled.join(" "), gold);
    let mut contains = vec![false; tree.blocks.len()];
    for (&leaf, _) in leaves.iter().zip(&classes).filter(|(_, class)| is_target(**class)) {
        let mut above = tree.blocks[leaf].parent;
        while let Some(block) = above.filter(|&block| !std::mem::replace(&mut contains[block], true)) {
            above = tree.blocks[block].parent;
        }
    }
    for block in (1..tree.blocks.len()).filter(|&block| tree.blocks[block].is_inner) {
        let features = tree.features(block, tree.inner_around(block));
        rows.inner.push((features, usize::from(contains[block])));
    }
    let around = leaves.iter().zip(&classes).filter(|(_, class)| is_target(**class));
    let area = tree.common(around.map(|(&leaf, _)| tree.inner_around(leaf)));
    for (&leaf, class) in leaves.iter().zip(&classes) {
        if doc.contains(tree.blocks[area].node, tree.blocks[leaf].node) {
            let class = match class {
                NodeClass::Other => 0,
                NodeClass::Content => 1,
                NodeClass::Title => 2,
            };
            rows.leaves.push((tree.features(leaf, area), class));
        }
    }
    Some(rows)
}

/// How classifiers are trained.
struct VWrapperFit<'a> {
    learner: &'static Learner,
    params: &'a VWrapperRecipeParams,
    seed: u64,
}

impl VWrapperFit<'_> {
    fn model(&self, examples: &[&Example<WrapperRows>]) -> Result<Model, TrainError> {
        let inner = examples.iter().flat_map(|example| &example.rows.inner);
        let mut classifiers = vec![self.trained(INNER, &INNER_CLASSES, inner.copied())?];
        let leaves = || examples.iter().flat_map(|example| &example.rows.leaves).copied();
        if self.params.one_vs_rest {
            for (class, name) in LEAF_CLASSES.iter().enumerate() {
                let rows = leaves().map(|(row, of)| (row, usize::from(of == class)));
                classifiers.push(self.trained(&leaf_against_rest(name), &["rest", name], rows)?);
            }
        } else {
            classifiers.push(self.trained(LEAF, &LEAF_CLASSES, leaves())?);
        }
        let card = Card { system: ID.to_owned(), ..Card::default() };
        Ok(Model { card, classifiers, ..Model::default() })
    }

    fn trained(
        &self,
        name: &str,
        classes: &[&str],
        rows: impl Iterator<Item = ([f32; FEATURES], usize)>,
    ) -> Result<Trained, TrainError> {
        let columns = match self.params.features {
            FeatureSet::All => 0..FEATURES,
            FeatureSet::Basic => 0..BASIC.len(),
            FeatureSet::Derived => BASIC.len()..FEATURES,
        };
        let names: Vec<&str> = BASIC.iter().chain(&DERIVED).copied().collect();
        let attribute = |name: &&str| Attribute { name: (*name).to_owned(), kind: AttributeKind::Number };
        let attributes = names[columns.clone()].iter().map(attribute).collect();
        let mut table = Table::new(attributes, classes.iter().map(|&class| class.to_owned()).collect());
        for (row, class) in rows {
            let known = |&value: &f32| (!value.is_nan()).then_some(f64::from(value));
            table.push(&row[columns.clone()].iter().map(known).collect::<Vec<_>>(), class);
        }
        if table.is_empty() {
            return Err(TrainError::TooLittle(format!("no block for the classifier `{name}`")));
        }
        let rows = table.all_rows();
        let learned = (self.learner.train)(&table, &rows, &self.params.learner_params, self.seed)?;
        Ok(learned.named(name, &table, |_| VERSION))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::pages::MemoryPages;
    use debulha_core::layout::Layout;
    use debulha_core::{Evidence, PageOptions, Scratch};
    use debulha_dom::{Document, Limits, parse};
    use debulha_systems::extractors::load;
    use debulha_systems::features::coarse_layout::coarse_layout;

    fn layout(document: &Document) -> Layout {
        coarse_layout(&Page::new(document), 1000.0)
    }

    fn story(page: usize) -> [String; 4] {
        std::array::from_fn(|part| {
            format!("In story {page}, part {part}, the rye was cut {} ", "and bound ".repeat(9 + page % 3))
        })
    }

    fn html(page: usize) -> String {
        let links = [0, 1, 2, 3, 4].map(|n| format!("<li><a href={n}>Shelf {n}</a>")).concat();
        let text = story(page).map(|part| format!("<p>{part}</p>")).concat();
        format!(
            "<ul>{links}</ul><main><h1>Harvest report {page}</h1>{text}</main><ul>{links}</ul><div>Imprint</div>"
        )
    }

    fn pages(count: usize) -> MemoryPages {
        let mut pages = MemoryPages::default();
        for page in 0..count {
            let info = PageInfo {
                id: page.to_string(),
                site: format!("site {}", page % 4),
                gold: Some(format!("Harvest report {page} {}", story(page).concat())),
                title: Some(format!("Harvest report {page}")),
                ..PageInfo::default()
            };
            pages.push(info, html(page));
        }
        pages
    }

    fn trained(pages: &MemoryPages, params: &str) -> Result<Model, TrainError> {
        let params = serde_json::from_str(params).unwrap();
        (RECIPE.train)(Examples::Pages(pages), &Training::new(1, &params))
    }

    #[test]
    fn spec_06_models_of_both_learners_find_title_and_text_of_an_unseen_page() {
        let pages = pages(20).drawn(layout);
        for params in ["{}", r#"{"learner": "adaboost_m1", "one_vs_rest": true}"#, r#"{"features": "basic"}"#]
        {
            let model = trained(&pages, params).unwrap();
            assert_eq!(trained(&pages, params).unwrap().to_bytes(), model.to_bytes());
            let model = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
            let f1 = model.card.metrics["F1 of words, area by all positive, 5 folds by site"];
            assert!(f1 > 0.95, "{params}: {:?}", model.card.metrics);
            let labelled = model.card.metrics["F1 of words, labelled leaves"];
            assert!(labelled > 0.99, "{labelled}");
            let extractor = load(&model, &ParamMap::new()).unwrap();
            let doc = parse(&html(77), &Limits::default()).document;
            let layout = layout(&doc);
            let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
            let page = Page::with(&doc, evidence, PageOptions::default());
            let text = extractor.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page);
            assert!(
                text.starts_with("Harvest report 77\nIn story 77, part 0") && !text.contains("Shelf"),
                "{text}"
            );
        }
    }

    #[test]
    fn pages_without_layouts_do_not_count() {
        let error = trained(&pages(20), "{}").unwrap_err().to_string();
        assert!(error.contains("0 pages with gold text and layout"), "{error}");
    }
}
