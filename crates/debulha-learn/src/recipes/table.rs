//! Any learner on any table, judged on rows that it has not seen.

use super::{Examples, LearnsFrom, Recipe, TrainError, Training};
use crate::describe::describe;
use crate::evaluate::{Confusion, Folds, Predictions, Split, percentage_split};
use crate::export::KEYS;
use crate::learner;
use crate::table::Table;
use debulha_core::classify::model::{Card, Model};
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};
use std::fmt::Write as _;

const ID: &str = "table";

/// Name of the setting that holds what a person reads: the classifier in words, and how good it is.
pub const REPORT: &str = "report";

params! {
    /// Parameters of the recipe `table`. All others are those of the learner.
    pub struct TableRecipeParams {
        /// The learner; `debulha train --list` names them.
        pub learner: String = "c45".to_owned();
        /// The column that is the class; empty: the last.
        pub class: String = String::new();
        /// Parts of the cross-validation, stratified by class, or by `group`; 0: none (our decision: 10).
        pub folds: u32 = 10, range: 0..=100_000;
        /// Percentage of rows to learn from, drawn at random, where the others are judged instead of folds; 0: folds
        /// (lutz2013: 66).
        pub percentage: f64 = 0.0, range: 0.0..=99.9;
        /// A column that is no feature: rows of one value, such as a page or a site, are never parted. Empty: none.
        pub group: String = String::new();
        /// Columns that tell rows and are no features, where the table has them. The default are those that `debulha
        /// features` writes (our decision).
        pub without: Vec<String> = KEYS.map(str::to_owned).to_vec();
        /// Where the class is a share, as labels of `debulha-lab features` are: from which on a row is of class `1`, else
        /// `0` (our decision, as in `l_extractor`).
        pub min_share: f64 = 0.5, range: 0.0..=1.0;
        /// Whether attributes of more than two names become a number for each name.
        pub indicators: bool = false;
    }
}

/// More classes than this are numbers or texts that somebody took for classes (our decision).
const MAX_CLASSES: usize = 1_000;

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::Table,
    docs: "Any learner on any table, with its quality on rows that it has not seen; prints a report. The model is of \
        no system: programs read it with the library.",
    params: TableRecipeParams::INFO,
    train,
};

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Table(table, data) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "a table" });
    };
    let is_own = |name: &str| TableRecipeParams::INFO.iter().any(|param| param.name == name);
    let (own, of_learner): (Vec<_>, Vec<_>) =
        training.params.clone().into_iter().partition(|(name, _)| is_own(name));
    let (own, of_learner): (ParamMap, ParamMap) =
        (own.into_iter().collect(), of_learner.into_iter().collect());
    let options = TableRecipeParams::from_map(ID, &own)?;
    let learner = learner::find(&options.learner)?;
    let PreparedTable { table, groups, left_out } = prepared(table, &options)?;
    if table.is_empty() {
        return Err(TrainError::TooLittle("the table has no rows".to_owned()));
    }
    if table.classes().len() > MAX_CLASSES {
        let reason = format!(
            "the class column has {} values; choose another with --param class=NAME",
            table.classes().len()
        );
        return Err(invalid(reason).into());
    }
    let (protocol, splits) = splits(&table, groups.as_deref(), &options, training.seed);
    let judged = match &*splits {
        [] => None,
        splits => Some(Predictions::of(learner, &table, splits, &of_learner, training.seed)?),
    };
    let learned = (learner.train)(&table, &table.all_rows(), &of_learner, training.seed)?;
    let mut on_training = Confusion::new(table.classes().len());
    for row in table.all_rows() {
        on_training.add(table.class(row), learned.classifier.classify(&table.features(row)));
    }
    let mut report = format!(
        "{}, {} rows, {} attributes\n{left_out}\n{}\nTraining rows: accuracy {:.4}\n",
        learner.title,
        table.len(),
        table.attributes().len(),
        describe(&learned.classifier, &table),
        on_training.accuracy()
    );
    let mut card = Card {
        system: ID.to_owned(),
        about: format!("the class of a row of `{}`, by {}", data.name, learner.title),
        data: vec![data.clone()],
        seed: training.seed,
        parameters: options.to_map(),
        ..Card::default()
    };
    card.parameters.extend(of_learner);
    card.metrics.insert("accuracy, training rows".to_owned(), on_training.accuracy());
    card.metrics.insert("accuracy of the most frequent class".to_owned(), on_training.baseline());
    if let Some(judged) = judged {
        (training.judged)(&judged);
        let confusion = judged.confusion();
        let quality = confusion.weighted_quality();
        // Writing to a string cannot fail.
        let _ = write!(report, "\n{protocol}: {}", judged.report());
        card.metrics.insert(format!("accuracy, {protocol}"), confusion.accuracy());
        card.metrics.insert(format!("F1 weighted by rows, {protocol}"), quality.f1);
    }
    let settings = [(REPORT.to_owned(), report.into())].into_iter().collect();
    Ok(Model { card, settings, classifiers: vec![learned.named("rows", &table, |_| 0)], ..Model::default() })
}

fn invalid(reason: String) -> BuildError {
    BuildError::Invalid { extractor: ID, reason }
}

/// What is learned from.
struct PreparedTable {
    table: Table,
    /// The group of each row, where there are groups.
    groups: Option<Vec<u32>>,
    /// A line that names the columns that were left out; empty where none were.
    left_out: String,
}

/// The table without the column of groups and those that tell rows, its class as names.
fn prepared(table: &Table, options: &TableRecipeParams) -> Result<PreparedTable, BuildError> {
    let position = |name: &str| table.attributes().iter().position(|attribute| attribute.name == name);
    let mut groups = None;
    let mut left_out: Vec<usize> = options.without.iter().filter_map(|name| position(name)).collect();
    if !options.group.is_empty() {
        let group = position(&options.group);
        let group = group.ok_or_else(|| invalid(format!("there is no attribute `{}`", options.group)))?;
        groups = Some(groups_of(table, group));
        left_out.push(group);
    }
    left_out.sort_unstable();
    left_out.dedup();
    let names: Vec<&str> = left_out.iter().map(|&at| table.attributes()[at].name.as_str()).collect();
    let names = if names.is_empty() { String::new() } else { format!("No features: {}\n", names.join(", ")) };
    let mut table = table.without(&left_out);
    if let Some(classes) = cut_shares(table.classes(), options.min_share) {
        table = table.with_classes(vec!["0".to_owned(), "1".to_owned()], &classes);
    }
    if options.indicators {
        table = table.with_indicators();
    }
    Ok(PreparedTable { table, groups, left_out: names })
}

/// For classes that are shares, the number of the class of each: numbers from 0 to 1, of which one is neither.
fn cut_shares(classes: &[String], min_share: f64) -> Option<Vec<u32>> {
    let shares: Option<Vec<f64>> = classes.iter().map(|name| name.parse().ok()).collect();
    let shares = shares.filter(|shares| shares.iter().all(|share| (0.0..=1.0).contains(share)))?;
    let is_between = |&share: &f64| share > 0.0 && share < 1.0;
    let cut = || shares.iter().map(|&share| u32::from(share >= min_share)).collect();
    shares.iter().any(is_between).then(cut)
}

/// Rows of one value have one number; each row without a value is a group of its own.
fn groups_of(table: &Table, attribute: usize) -> Vec<u32> {
    let mut rows: Vec<(f64, u32)> = Vec::new();
    rows.extend(
        table.all_rows().into_iter().map(|row| (table.value(row, attribute).unwrap_or(f64::NAN), row)),
    );
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut groups = vec![0; table.len()];
    for (group, of_group) in rows.chunk_by(|a, b| a.0 == b.0).enumerate() {
        for &(_, row) in of_group {
            groups[row as usize] = group as u32;
        }
    }
    groups
}

/// How the learner is judged, in words, and the rows of each judgement.
fn splits(
    table: &Table,
    groups: Option<&[u32]>,
    options: &TableRecipeParams,
    seed: u64,
) -> (String, Vec<Split>) {
    let folds = options.folds as usize;
    if options.percentage > 0.0 {
        let split = percentage_split(table.len(), options.percentage / 100.0, seed);
        let name = format!("{} % of rows to learn from", options.percentage);
        return (name, Some(split).into_iter().filter(|(_, held_out)| !held_out.is_empty()).collect());
    }
    match groups {
        _ if folds == 0 => (String::new(), Vec::new()),
        Some(groups) => {
            (format!("{folds} folds by {}", options.group), Folds::by_group(groups, folds, seed).splits())
        }
        None => (format!("{folds} folds by row"), Folds::stratified(table, folds, seed).splits()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read_csv;
    use debulha_core::classify::model::DataSet;

    #[allow(clippy::needless_pass_by_value, reason = "so that calls are short")]
    fn trained(csv: &str, params: serde_json::Value) -> Result<Model, TrainError> {
        let table = read_csv(csv, None).unwrap();
        let params = params.as_object().unwrap().clone();
        let set = DataSet { name: "x.csv".to_owned(), ..DataSet::default() };
        train(Examples::Table(&table, &set), &Training::new(1, &params))
    }

    /// The class is a cut of x; sites have rows of both classes.
    fn csv() -> String {
        let row = |i: usize| {
            format!("{},s{},{},{}\n", i % 10, i % 7, ["u", "v", "w"][i % 3], ["a", "b"][i % 10 / 5])
        };
        std::iter::once("x,site,name,class\n".to_owned()).chain((0..140).map(row)).collect()
    }

    #[test]
    fn a_model_tells_its_quality_and_reads_again() {
        let model =
            trained(&csv(), serde_json::json!({"group": "site", "folds": 7, "min_objects": 3.0})).unwrap();
        assert_eq!(model.card.metrics["accuracy, 7 folds by site"], 1.0);
        assert_eq!(model.card.metrics["accuracy of the most frequent class"], 0.5);
        assert_eq!(model.card.parameters["min_objects"], 3.0);
        let names: Vec<&str> =
            model.classifiers[0].features.iter().map(|feature| feature.name.as_str()).collect();
        assert_eq!(names, ["x", "name"]);
        assert!(model.settings[REPORT].as_str().unwrap().contains("x <= 4: a (70.0)\nx > 4: b (70.0)\n"));
        assert_eq!(Model::from_bytes(&model.to_bytes().unwrap()).unwrap(), model);
        let again =
            trained(&csv(), serde_json::json!({"group": "site", "folds": 7, "min_objects": 3.0})).unwrap();
        assert_eq!(again.to_bytes(), model.to_bytes());
    }

    #[test]
    fn models_of_every_learner_read_again() {
        for learner in learner::LEARNERS {
            let params = serde_json::json!({"learner": learner.id, "folds": 2, "indicators": true});
            let model = trained(&csv(), params).unwrap();
            assert_eq!(Model::from_bytes(&model.to_bytes().unwrap()).unwrap(), model, "{}", learner.id);
            assert!(model.card.metrics["accuracy, training rows"] >= 0.5, "{}", learner.id);
        }
    }

    #[test]
    fn columns_that_tell_rows_are_no_features_and_shares_are_cut() {
        let row = |i: usize| {
            format!("p{},{i},/p[{i}],p,{},{}\n", i % 9, i % 10, [0.0, 0.3, 0.6, 1.0][i % 10 * 4 / 10])
        };
        let head = "page,node,xpath,tag,words,label\n".to_owned();
        let csv: String = std::iter::once(head).chain((0..90).map(row)).collect();
        let model = trained(&csv, serde_json::json!({"group": "page", "folds": 3})).unwrap();
        let names = |model: &Model| -> Vec<String> {
            model.classifiers[0].features.iter().map(|feature| feature.name.clone()).collect()
        };
        assert_eq!(names(&model), ["words"]);
        assert_eq!(model.classifiers[0].classes, ["0", "1"]);
        assert!(model.settings[REPORT].as_str().unwrap().contains("No features: page, node, xpath, tag\n"));
        assert_eq!(model.card.metrics["accuracy, 3 folds by page"], 1.0);
        let model =
            trained(&csv, serde_json::json!({"without": ["page", "xpath"], "min_share": 0.7})).unwrap();
        assert_eq!(names(&model), ["node", "tag", "words"]);
        assert!(model.card.metrics["accuracy of the most frequent class"] > 0.7);
    }

    #[test]
    fn a_column_of_numbers_is_no_class() {
        let csv: String =
            std::iter::once("x,y\n".to_owned()).chain((0..1_001).map(|i| format!("1,{i}\n"))).collect();
        let error = trained(&csv, serde_json::json!({})).unwrap_err().to_string();
        assert!(error.contains("has 1001 values"), "{error}");
    }

    #[test]
    fn protocols_are_chosen_by_parameters() {
        let metric =
            |params| trained(&csv(), params).unwrap().card.metrics.into_keys().collect::<Vec<_>>().join("; ");
        assert!(
            metric(serde_json::json!({"percentage": 66.0})).contains("accuracy, 66 % of rows to learn from")
        );
        assert!(metric(serde_json::json!({})).contains("accuracy, 10 folds by row"));
        assert!(!metric(serde_json::json!({"folds": 0})).contains("folds"));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let error = |params| trained(&csv(), params).unwrap_err().to_string();
        assert!(
            error(serde_json::json!({"learner": "oracle"}))
                .contains("unknown learner `oracle`; use one of c45")
        );
        assert!(error(serde_json::json!({"group": "page"})).contains("there is no attribute `page`"));
        assert!(error(serde_json::json!({"learner": "linear_svm"})).contains("attribute `site` has 7 names"));
        assert!(error(serde_json::json!({"speed": 3})).contains("speed"));
        let numbers =
            trained(&csv(), serde_json::json!({"learner": "linear_svm", "indicators": true})).unwrap();
        assert!(numbers.classifiers[0].features.iter().any(|feature| feature.name == "site=s6"));
    }
}
