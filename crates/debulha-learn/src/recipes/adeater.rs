//! Rules of `adeater`: C4.5 rules from the table of its authors, or another of the same shape.

use super::{Examples, LearnsFrom, Recipe, TrainError, Training};
use crate::c45::{self, RuleOptions};
use crate::evaluate::{Confusion, Folds, cross_validate, predictor};
use crate::learner::LearnedClassifier;
use crate::table::Table;
use debulha_core::classify::Classifier;
use debulha_core::classify::model::{Card, Model};
use debulha_core::classify::rules::RuleList;
use debulha_core::params;
use debulha_core::params::Params;

params! {
    /// Parameters of the recipe `adeater`.
    #[derive(Copy)]
    pub struct AdeaterRecipeParams {
        /// Confidence of pessimistic errors; less prunes more (quinlan1993).
        pub confidence: f64 = 0.25, range: 0.000_001..=0.5;
        /// Parts of the cross-validation whose accuracy the card states (kushmerick1999: 10).
        pub folds: u32 = 10, range: 2..=1000;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: "adeater",
    system: "adeater",
    learns_from: LearnsFrom::Table,
    docs: "C4.5 rules that tell adverts among images in links, from an unpruned tree over a table of images.",
    params: AdeaterRecipeParams::INFO,
    train,
};

/// The rules that some rows of a table of images give: those of an unpruned tree, as the authors took them.
pub fn rules(table: &Table, rows: &[u32], confidence: f64) -> RuleList {
    let options = c45::Options { prune: false, confidence, ..c45::Options::default() };
    c45::rules(table, rows, &c45::train(table, rows, &options), &RuleOptions::default())
}

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Table(table, data) = examples else {
        return Err(TrainError::OtherExamples { recipe: "adeater", wanted: "a table of images" });
    };
    let params = AdeaterRecipeParams::from_map("adeater", training.params)?;
    let learn = |rows: &[u32]| rules(table, rows, params.confidence);
    let learned = learn(&table.all_rows());
    let folds = Folds::stratified(table, params.folds as usize, training.seed);
    let mut sum = Confusion::new(table.classes().len());
    for fold in cross_validate(table, &folds, |rows| predictor(table, learn(rows))) {
        sum.add_all(&fold);
    }
    let card = Card {
        system: "adeater".to_owned(),
        about: "which images in links are adverts".to_owned(),
        data: vec![data.clone()],
        seed: training.seed,
        parameters: params.to_map(),
        metrics: [(format!("accuracy, {} folds by row", params.folds), sum.accuracy())].into(),
        ..Card::default()
    };
    // Rules name the features that they ask for; the table has many more.
    let (features, classes) = (learned.features.clone(), learned.classes.clone());
    let mut trained = LearnedClassifier { classifier: Classifier::Rules(learned), gains: Vec::new() }.named(
        "images",
        table,
        |_| 0,
    );
    trained.features.retain(|feature| features.contains(&feature.name));
    trained.features.sort_by(|a, b| a.name.cmp(&b.name));
    trained.classes = classes;
    Ok(Model { card, classifiers: vec![trained], ..Model::default() })
}
