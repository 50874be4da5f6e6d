//! Any learner on the text blocks of labelled pages, judged by the words of pages of other sites.

use super::{Examples, LearnsFrom, Recipe, TrainError, Training, check_kinds, no_labels};
use crate::evaluate::{Folds, best_expected_f1};
use crate::label::{BlockRules, RowWeights, draw};
use crate::learner::{self, LearnedClassifier};
use crate::pages::{PageError, Pages};
use crate::table::{Attribute, AttributeKind, Table};
use debulha_core::classify::model::{Card, Model};
use debulha_core::feature_table::{FeatureTable, RowUnit, Selection, compute};
use debulha_core::features::hashing::then;
use debulha_core::features::random::SplitMix64;
use debulha_core::params::{BuildError, Params};
use debulha_core::{Page, ParamMap, Scratch, params};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

const ID: &str = "blocks";

/// Classes of the table.
const CLASSES: [&str; 2] = ["other", "content"];

/// Position of the class that is kept.
const CONTENT: usize = 1;

params! {
    /// Parameters of the recipe `blocks`. All others are those of the learner.
    pub struct BlocksRecipeParams {
        /// The learner; `debulha train --list` names them.
        pub learner: String = "boosted_trees".to_owned();
        /// Blocks drawn from each page, by weight and with replacement (our decision).
        pub rows_per_page: u32 = 50, range: 1..=10_000;
        /// Parts of the cross-validation by site whose figures the card states; 0: none (our decision: 5).
        pub folds: u32 = 5, range: 0..=100;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "Any learner on all features of text blocks, labelled by alignment with the gold text. Blocks are drawn by \
        their share of the page's score, and each draw is content with the probability that its label says, so that \
        learners need know neither weights nor shares. Judged on pages of other sites: F1 of the words of kept blocks \
        by their labels. The model is of no system: programs read it with the library.",
    params: BlocksRecipeParams::INFO,
    train,
};

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "pages" });
    };
    let is_own = |name: &str| BlocksRecipeParams::INFO.iter().any(|param| param.name == name);
    let (own, of_learner): (Vec<_>, Vec<_>) =
        training.params.clone().into_iter().partition(|(name, _)| is_own(name));
    let (own, of_learner): (ParamMap, ParamMap) =
        (own.into_iter().collect(), of_learner.into_iter().collect());
    let options = BlocksRecipeParams::from_map(ID, &own)?;
    let learner = learner::find(&options.learner)?;
    let work = BlockWork { pages, selection: Selection::all(RowUnit::Block), training };
    let drawn = work.draw(options.rows_per_page as usize)?;
    let learn = |rows: &[u32]| (learner.train)(&drawn.table, rows, &of_learner, training.seed);
    let mut card = Card {
        system: ID.to_owned(),
        about: format!("whether a text block is content, by {}", learner.title),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: options.to_map(),
        ..Card::default()
    };
    card.parameters.extend(of_learner.clone());
    let judged = work.cross_validate(&drawn, options.folds as usize, &learn)?;
    let protocol = format!("{} folds by site", options.folds);
    for (name, values) in
        [("cut at 0.5", 0), ("cut at the best expected F1", 1)].map(|(name, at)| (name, column(&judged, at)))
    {
        if let Some(mean) = mean(&values) {
            card.metrics.insert(format!("F1 of words by labels, {name}, {protocol}"), mean);
        }
    }
    training.tell("model", 0, 1);
    let learned = learn(&drawn.table.all_rows())?;
    training.tell("model", 1, 1);
    let version = |name: &str| {
        let features = work.selection.features().iter();
        features.copied().find(|feature| feature.name == name).map_or(0, |feature| feature.version)
    };
    Ok(Model { card, classifiers: vec![learned.named(ID, &drawn.table, version)], ..Model::default() })
}

fn column(rows: &[[f64; 2]], at: usize) -> Vec<f64> {
    rows.iter().map(|row| row[at]).collect()
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

struct BlockWork<'a> {
    pages: &'a dyn Pages,
    selection: Selection,
    training: &'a Training<'a>,
}

/// Rows of all pages.
struct SampledRows {
    table: Table,
    /// The page of each row, ascending.
    page_of: Vec<u32>,
}

/// A page's blocks with what is known of them.
struct LabelledBlocks {
    features: FeatureTable,
    labels: Vec<f64>,
    weights: Vec<f64>,
    words: Vec<u32>,
    gold_words: usize,
}

impl BlockWork<'_> {
    /// Labels and features of a page; `None` without gold text or blocks.
    fn blocks(&self, page: usize) -> Result<Option<LabelledBlocks>, PageError> {
        let Some(gold) = self.pages.list()[page].gold_standard() else { return Ok(None) };
        let mut found = None;
        self.pages.visit(page, &mut |page: &Page<'_>| {
            let labels = BlockRules::default().label(page, gold);
            let features = compute(page, &self.selection, &mut Scratch::default());
            found = Some(LabelledBlocks {
                features,
                weights: RowWeights::default().weights(&labels),
                labels: labels.blocks,
                words: labels.block_words,
                gold_words: labels.gold_words,
            });
        })?;
        Ok(found.filter(|blocks| !blocks.labels.is_empty()))
    }

    /// The table of the blocks that are drawn. What is drawn of a page depends on the seed and its place alone.
    fn draw(&self, rows_per_page: usize) -> Result<SampledRows, TrainError> {
        let count = self.pages.list().len();
        let done = AtomicUsize::new(0);
        self.training.tell("pages", 0, count);
        let of_page = |page: usize| -> Result<Vec<(Vec<f32>, usize)>, PageError> {
            let blocks = self.blocks(page)?;
            self.training.tell("pages", done.fetch_add(1, Ordering::Relaxed) + 1, count);
            let Some(blocks) = blocks else { return Ok(Vec::new()) };
            let mut random = SplitMix64::new(then(self.training.seed, page as u64));
            let places = draw(&blocks.weights, rows_per_page, &mut random);
            let row = |place: usize| {
                let is_content = random.below_one() < blocks.labels[place];
                (blocks.features.row(place).to_vec(), usize::from(is_content))
            };
            Ok(places.into_iter().map(row).collect())
        };
        let rows: Result<Vec<_>, PageError> = (0..count).into_par_iter().map(of_page).collect();
        let features = self.selection.features().iter();
        let attribute = |name: &str| Attribute { name: name.to_owned(), kind: AttributeKind::Number };
        let attributes = features.map(|feature| attribute(feature.name)).collect();
        let mut drawn = SampledRows {
            table: Table::new(attributes, CLASSES.map(str::to_owned).to_vec()),
            page_of: Vec::new(),
        };
        for (page, rows) in rows?.into_iter().enumerate() {
            for (row, class) in rows {
                let values: Vec<Option<f64>> =
                    row.iter().map(|&value| (!value.is_nan()).then_some(f64::from(value))).collect();
                drawn.table.push(&values, class);
                drawn.page_of.push(page as u32);
            }
        }
        if drawn.table.is_empty() {
            return Err(no_labels());
        }
        let content =
            drawn.table.all_rows().into_iter().filter(|&row| drawn.table.class(row) == CONTENT).count();
        let mut pages = drawn.page_of.clone();
        pages.dedup();
        check_kinds(content, drawn.table.len(), "drawn text blocks", pages.len())?;
        Ok(drawn)
    }

    /// F1 of the words of each page that is held out with its site: of the blocks above one half, and of those of the
    /// best expected F1.
    fn cross_validate(
        &self,
        drawn: &SampledRows,
        folds: usize,
        learn: &(dyn Fn(&[u32]) -> Result<LearnedClassifier, BuildError> + Sync),
    ) -> Result<Vec<[f64; 2]>, TrainError> {
        if folds == 0 {
            return Ok(Vec::new());
        }
        let mut sites: Vec<&str> = self.pages.list().iter().map(|page| page.site.as_str()).collect();
        sites.sort_unstable();
        sites.dedup();
        let site = |page: &str| sites.partition_point(|&other| other < page) as u32;
        let groups: Vec<u32> = self.pages.list().iter().map(|page| site(&page.site)).collect();
        let mut judged = Vec::new();
        for (number, (known, held_out)) in
            Folds::by_group(&groups, folds, self.training.seed).splits().into_iter().enumerate()
        {
            self.training.tell("folds", number, folds);
            let of_known = |&row: &u32| known.binary_search(&drawn.page_of[row as usize]).is_ok();
            let rows: Vec<u32> = drawn.table.all_rows().into_iter().filter(of_known).collect();
            if rows.is_empty() {
                continue;
            }
            let learned = learn(&rows)?;
            let of_page = |&page: &u32| -> Result<Option<[f64; 2]>, PageError> {
                Ok(self.blocks(page as usize)?.map(|blocks| blocks.judge(&learned)))
            };
            let found: Result<Vec<_>, PageError> = held_out.par_iter().map(of_page).collect();
            judged.extend(found?.into_iter().flatten());
        }
        self.training.tell("folds", folds, folds);
        Ok(judged)
    }
}

impl LabelledBlocks {
    fn judge(&self, learned: &LearnedClassifier) -> [f64; 2] {
        let content: Vec<f64> = (0..self.labels.len())
            .map(|block| learned.classifier.probabilities(self.features.row(block))[CONTENT])
            .collect();
        let above_half: Vec<usize> = (0..content.len()).filter(|&block| content[block] >= 0.5).collect();
        [self.f1(&above_half), self.f1(&best_expected_f1(&content, &self.words))]
    }

    /// F1 of the words of some blocks, each being gold as far as its label says.
    fn f1(&self, kept: &[usize]) -> f64 {
        let words: f64 = kept.iter().map(|&block| f64::from(self.words[block])).sum();
        let gold: f64 = kept.iter().map(|&block| f64::from(self.words[block]) * self.labels[block]).sum();
        let both = words + self.gold_words as f64;
        // Nothing asked for and nothing given is right, as in word F1.
        if both == 0.0 { 1.0 } else { 2.0 * gold / both }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::pages::{MemoryPages, PageInfo};

    fn pages() -> MemoryPages {
        let mut pages = MemoryPages::default();
        for page in 0..24 {
            let text =
                format!("On day {page} of the harvest the rye stood high, and all went out to cut it.");
            let html = format!(
                "<nav><a href=/>Home</a></nav><h1>Day</h1><p>{text}</p><footer><a href=/c>Contact us</a>"
            );
            let info = PageInfo {
                id: page.to_string(),
                site: format!("s{}", page % 6),
                gold: (page != 3).then_some(text),
                ..PageInfo::default()
            };
            pages.push(info, html);
        }
        pages
    }

    fn trained(params: &serde_json::Value, seed: u64) -> Result<Model, TrainError> {
        let params = params.as_object().unwrap().clone();
        train(Examples::Pages(&pages()), &Training::new(seed, &params))
    }

    #[test]
    fn a_model_is_the_same_again_and_tells_its_quality_by_site() {
        let params = serde_json::json!({"learner": "c45", "rows_per_page": 8, "folds": 3});
        let model = trained(&params, 1).unwrap();
        let quality =
            model.card.metrics["F1 of words by labels, cut at the best expected F1, 3 folds by site"];
        assert!(quality > 0.9, "{quality}");
        assert_eq!(model.classifiers[0].classes, CLASSES);
        assert!(model.classifiers[0].features.iter().all(|feature| feature.version > 0));
        assert_eq!(model.to_bytes(), trained(&params, 1).unwrap().to_bytes());
    }

    #[test]
    fn what_cannot_be_learned_is_refused() {
        assert!(trained(&serde_json::json!({"learner": "oracle"}), 1).is_err());
        let empty = MemoryPages::default();
        let params = ParamMap::new();
        let training = Training::new(1, &params);
        assert!(matches!(train(Examples::Pages(&empty), &training), Err(TrainError::TooLittle(_))));
    }
}
