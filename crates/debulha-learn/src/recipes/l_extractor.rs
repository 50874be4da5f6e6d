//! Models of `l_extractor`: blocks by tag list, labelled by gold texts, told apart by what they are full of.

use super::{Examples, LearnsFrom, Recipe, TrainError, Training, check_kinds, no_labels};
use crate::evaluate::{Folds, Predictions};
use crate::label::{GoldStandard, GoldSums};
use crate::learner::{self, Learner};
use crate::pages::{PageError, Pages};
use crate::table::{Attribute, AttributeKind, Table};
use debulha_core::classify::model::{Card, Model};
use debulha_core::params::{BuildError, Params};
use debulha_core::{Page, ParamMap, params};
use debulha_systems::extractors::l_extractor::{BLOCKS, CONTENT, CUT, LExtractorParams, NAMES};
use rayon::prelude::*;
use std::collections::BTreeMap;

const ID: &str = "l_extractor";

/// Position of the class that is kept.
const CONTENT_CLASS: usize = 1;

params! {
    /// Parameters of the recipe `l_extractor`.
    pub struct LExtractorRecipeParams {
        /// The learner (debnath2005: a support vector machine).
        pub learner: String = "linear_svm".to_owned();
        /// Parameters of the learner over its defaults.
        pub learner_params: ParamMap = ParamMap::new();
        /// Parameters of the system that say how blocks are cut.
        pub blocks: ParamMap = ParamMap::new();
        /// Share of a block's words from which on it is content (our decision; the authors labelled by hand).
        pub min_share: f64 = 0.5, range: 0.0..=1.0;
        /// Parts of the cross-validation by site whose figures the card states.
        pub folds: u32 = 5, range: 2..=1000;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "Tells blocks that are content by their counts of text and tags, from pages with gold texts.",
    params: LExtractorRecipeParams::INFO,
    train,
};

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "labelled pages" });
    };
    let params = LExtractorRecipeParams::from_map(ID, training.params)?;
    let cut = LExtractorParams::from_map(ID, &params.blocks)?;
    let learner = learner::find(&params.learner)?;
    let BlockRows { table, sites } = rows(pages, &cut, params.min_share, training)?;
    let folds = params.folds as usize;
    training.tell("folds", 0, folds);
    let metrics = measured(&table, &sites, learner, &params, training)?;
    training.tell("folds", folds, folds);
    training.tell("model", 0, 1);
    let learned = (learner.train)(&table, &table.all_rows(), &params.learner_params, training.seed)?;
    training.tell("model", 1, 1);
    let card = Card {
        system: ID.to_owned(),
        about: "which blocks of a page are content".to_owned(),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: params.to_map(),
        metrics,
        ..Card::default()
    };
    // How sure is sure enough is for the one who uses the model to say.
    let mut cut = cut.to_map();
    cut.remove("threshold");
    let settings = ParamMap::from_iter([(CUT.to_owned(), cut.into())]);
    Ok(Model { card, settings, classifiers: vec![learned.named(BLOCKS, &table, |_| 1)], ..Model::default() })
}

/// Blocks of all pages and the number of the site of each.
struct BlockRows {
    table: Table,
    sites: Vec<u32>,
}

fn rows(
    pages: &dyn Pages,
    cut: &LExtractorParams,
    min_share: f64,
    training: &Training<'_>,
) -> Result<BlockRows, TrainError> {
    let gold_standards = pages.list().iter().enumerate();
    let labelled: Vec<(usize, GoldStandard<'_>)> =
        gold_standards.filter_map(|(index, page)| Some((index, page.gold_standard()?))).collect();
    let of_page =
        |&(index, gold): &(usize, GoldStandard<'_>)| -> Result<Vec<([f32; NAMES.len()], bool)>, PageError> {
            let mut rows = Vec::new();
            pages.visit(index, &mut |page| rows = blocks_of(page, cut, gold, min_share))?;
            Ok(rows)
        };
    training.tell("pages", 0, labelled.len());
    let of_pages: Vec<_> = labelled.par_iter().map(of_page).collect::<Result<_, _>>()?;
    training.tell("pages", labelled.len(), labelled.len());
    let attribute = |&name: &&str| Attribute { name: name.to_owned(), kind: AttributeKind::Number };
    let mut table =
        Table::new(NAMES.iter().map(attribute).collect(), vec!["noise".to_owned(), CONTENT.to_owned()]);
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut sites = Vec::new();
    for (&(index, _), blocks) in labelled.iter().zip(&of_pages) {
        let next = numbers.len() as u32;
        let site = *numbers.entry(&pages.list()[index].site).or_insert(next);
        for (row, is_content) in blocks {
            table.push(&row.map(|value| Some(f64::from(value))), usize::from(*is_content));
            sites.push(site);
        }
    }
    let of_content = table.all_rows().into_iter().filter(|&row| table.class(row) == CONTENT_CLASS).count();
    if table.is_empty() {
        return Err(no_labels());
    }
    check_kinds(of_content, table.len(), "blocks", labelled.len())?;
    if numbers.len() < 2 {
        let reason = "all pages are of one site, and the model is judged on other sites than it learned from: add pages \
            of others; the site of a page is `site` of its labels, or else the host of `url`";
        return Err(TrainError::TooLittle(reason.to_owned()));
    }
    Ok(BlockRows { table, sites })
}

/// The blocks of a page, and whether each is content: the words of its text nodes that are gold, by all of them.
fn blocks_of(
    page: &Page<'_>,
    cut: &LExtractorParams,
    gold: GoldStandard<'_>,
    min_share: f64,
) -> Vec<([f32; NAMES.len()], bool)> {
    let (segmentation, rows) = cut.rows(page);
    let sums = GoldSums::of(page, gold);
    let is_content = |nodes: &std::ops::Range<u32>| {
        let (gold, words) = sums.within(nodes);
        words > 0.0 && gold >= min_share * words
    };
    let contents = segmentation.blocks.iter().map(|block| is_content(&block.nodes));
    rows.into_iter().zip(contents).collect()
}

/// Quality on sites that were not learned from.
fn measured(
    table: &Table,
    sites: &[u32],
    learner: &Learner,
    params: &LExtractorRecipeParams,
    training: &Training<'_>,
) -> Result<BTreeMap<String, f64>, BuildError> {
    let splits = Folds::by_group(sites, params.folds as usize, training.seed).splits();
    let predictions = Predictions::of(learner, table, &splits, &params.learner_params, training.seed)?;
    (training.judged)(&predictions);
    let confusion = predictions.confusion();
    let content = confusion.quality(CONTENT_CLASS);
    let how = format!("{} folds by site", params.folds);
    Ok([
        ("content precision", content.precision),
        ("content recall", content.recall),
        ("content F1", content.f1),
        ("accuracy", confusion.accuracy()),
        ("accuracy of the larger class", confusion.baseline()),
    ]
    .map(|(name, value)| (format!("{name}, {how}"), value))
    .into())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::pages::{MemoryPages, PageInfo};
    use debulha_core::Scratch;
    use debulha_dom::{Limits, parse};
    use debulha_systems::extractors::load;

    fn html(page: usize) -> String {
        format!(
            "<div><a href=1>Home</a> <a href=2>News {page}</a> <a href=3>Shop</a></div>\
             <div>Story {page} tells how the rye was cut, bound and threshed before the rain came.</div>"
        )
    }

    fn pages(count: usize) -> MemoryPages {
        let mut pages = MemoryPages::default();
        for page in 0..count {
            let gold =
                format!("Story {page} tells how the rye was cut, bound and threshed before the rain came.");
            let info = PageInfo {
                id: page.to_string(),
                site: format!("site {}", page % 4),
                gold: Some(gold),
                ..PageInfo::default()
            };
            pages.push(info, html(page));
        }
        pages
    }

    fn trained(params: &ParamMap) -> Result<Model, TrainError> {
        let training = Training::new(1, params);
        (RECIPE.train)(Examples::Pages(&pages(20)), &training)
    }

    #[test]
    fn a_model_keeps_the_stories_of_an_unseen_page() {
        let model = trained(&ParamMap::new()).unwrap();
        assert_eq!(model.card.metrics["content F1, 5 folds by site"], 1.0);
        let model = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
        let extractor = load(&model, &ParamMap::new()).unwrap();
        let parsed = parse(&html(77), &Limits::default());
        let page = Page::new(&parsed.document);
        let outcome = extractor.extract(&page, &mut Scratch::default());
        let text = outcome.labels().unwrap().plain_text(&page);
        assert!(text.starts_with("Story 77 tells") && !text.contains("Shop"), "{text}");
    }

    #[test]
    fn too_little_and_unknown_learners_are_told() {
        let params = ParamMap::new();
        let none = (RECIPE.train)(Examples::Pages(&MemoryPages::default()), &Training::new(1, &params));
        assert!(matches!(none, Err(TrainError::TooLittle(_))));
        let params = ParamMap::from_iter([("learner".to_owned(), "oracle".into())]);
        let error = trained(&params).unwrap_err().to_string();
        assert!(error.starts_with("unknown learner `oracle`; use one of c45, boosted_trees, "), "{error}");
    }
}
