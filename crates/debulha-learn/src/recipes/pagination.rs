//! The classifier of links to other pages of a list or article.
//!
//! Every link of every labelled page is an example. Quality is told by cross-validation over sites: a page is judged by a
//! classifier that has seen no page of its site.

mod judge;
#[cfg(test)]
mod tests;

pub use judge::{JudgedPage, JudgedPart, PaginationQuality};

use super::{Examples, LearnsFrom, Recipe, TrainError, Training};
use crate::evaluate::Folds;
use crate::learner::token_classifier::{self, TokenClassifierParams, TokenExample};
use crate::pages::{PageInfo, Pages};
use debulha_core::classify::model::{Card, Model};
use debulha_core::classify::token_classifier::TokenClassifier;
use debulha_core::features::hashing::{hash_text, then};
use debulha_core::features::pagination::{
    CLASSIFIER, Describer, ID, LinkClass, PaginationCandidates, PaginationModel, Probabilities, VERSION,
    VERSION_SETTING, decide, rules,
};
use debulha_core::features::random::SplitMix64;
use debulha_core::params;
use debulha_core::params::{BuildError, Params};
use judge::judge;
use rayon::prelude::*;
use std::collections::BTreeMap;

params! {
    /// Parameters of the recipe `pagination`.
    #[derive(Copy)]
    pub struct PaginationRecipeParams {
        /// Weight of the penalty on squared weights (our decision: that of the learner).
        pub ridge: f64 = 0.5, range: 0.000_1..=10_000.0;
        /// Links that a word must be among to count (our decision: rarer ones make the model larger, not better).
        pub min_links: u32 = 4, range: 1..=1000;
        /// Links without a class that are learned from, of each page: those beside links with one, and then so many that are
        /// drawn (our decision: most links of a page are much the same).
        pub others: u32 = 60, range: 1..=1_000_000;
        /// Parts of the sites for the cross-validation that the card states (our decision).
        pub folds: u32 = 10, range: 2..=1000;
    }
}

/// Links before and after one with a class that are always learned from (our decision).
const NEAR: usize = 3;

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "A logistic regression over words of links that tells which lead to the next page of a list or article, to the one \
           before, and to numbered ones. Learns from pages whose links are labelled by CSS selectors.",
    params: PaginationRecipeParams::INFO,
    train,
};

/// A labelled page as the recipe sees it.
pub(crate) struct Known {
    info: PageInfo,
    links: PaginationCandidates,
    /// The words of each link.
    words: Vec<Vec<String>>,
    classes: Vec<LinkClass>,
}

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "pages with labelled links" });
    };
    let params = PaginationRecipeParams::from_map(ID, training.params)?;
    let known = read(pages, training)?;
    let judged = cross_validate(&known, &params, training)?;
    let all: Vec<&Known> = known.iter().collect();
    let classifier = learn(&all, &params, training.seed)?;
    let mut data = pages.data_sets();
    if let [one] = &mut *data {
        one.examples = known.len() as u64;
    }
    let mut card = Card {
        system: ID.to_owned(),
        about: "which links lead to other pages of a list or article".to_owned(),
        data,
        seed: training.seed,
        parameters: params.to_map(),
        ..Card::default()
    };
    for (part, quality) in
        JudgedPart::ALL.into_iter().map(|part| (part, judge::sum(&judged, part, |page| &page.model)))
    {
        for (what, value) in [("precision", quality.precision()), ("recall", quality.recall())] {
            let name = format!("{what} of {}, {} folds by site", part.name(), params.folds);
            card.metrics.insert(name, value);
        }
    }
    let stored = serde_json::to_value(classifier)
        .map_err(|error| BuildError::Invalid { extractor: ID, reason: error.to_string() })?;
    let settings = [(CLASSIFIER.to_owned(), stored), (VERSION_SETTING.to_owned(), VERSION.into())];
    Ok(Model { card, settings: settings.into_iter().collect(), ..Model::default() })
}

/// What the classifier and the plain rules find on each labelled page; the classifier knows nothing of the page's site.
///
/// # Errors
/// As of training.
pub fn judge_pages(pages: &dyn Pages, training: &Training<'_>) -> Result<Vec<JudgedPage>, TrainError> {
    let params = PaginationRecipeParams::from_map(ID, training.params)?;
    cross_validate(&read(pages, training)?, &params, training)
}

/// Reads the labelled pages.
fn read(pages: &dyn Pages, training: &Training<'_>) -> Result<Vec<Known>, TrainError> {
    let labelled: Vec<(usize, &PageInfo)> =
        pages.list().iter().enumerate().filter(|(_, info)| info.page_links.is_labelled()).collect();
    let mut known = Vec::with_capacity(labelled.len());
    for (done, (index, info)) in labelled.iter().enumerate() {
        training.tell("pages", done, labelled.len());
        let mut classes = Ok(Vec::new());
        let (mut links, mut words) = (PaginationCandidates::default(), Vec::new());
        pages.visit(*index, &mut |page| {
            links = PaginationCandidates::of(page);
            let describer = Describer::new(page, &links);
            words = (0..links.links.len()).map(|at| describer.words(at)).collect();
            classes = info.page_links.classes(page, &links);
        })?;
        let classes = classes.map_err(|error| TrainError::TooLittle(format!("page {}: {error}", info.id)))?;
        known.push(Known { info: (*info).clone(), links, words, classes });
    }
    training.tell("pages", labelled.len(), labelled.len());
    let has_next = |page: &Known| page.classes.contains(&LinkClass::Next);
    if !known.iter().any(has_next) {
        return Err(TrainError::TooLittle("no page has a labelled link to the next one".to_owned()));
    }
    Ok(known)
}

/// A classifier of the links of pages.
fn learn(
    pages: &[&Known],
    params: &PaginationRecipeParams,
    seed: u64,
) -> Result<TokenClassifier, TrainError> {
    let classes: Vec<String> = LinkClass::ALL.iter().map(|class| class.name().to_owned()).collect();
    let mut examples = Vec::new();
    for page in pages {
        for at in learned_from(page, params.others as usize, seed) {
            let class =
                LinkClass::ALL.iter().position(|class| *class == page.classes[at]).unwrap_or_default();
            examples.push(TokenExample { tokens: page.words[at].clone(), class });
        }
    }
    let params = TokenClassifierParams {
        ridge: params.ridge,
        min_examples: params.min_links as usize,
        ..TokenClassifierParams::default()
    };
    token_classifier::train(&classes, &examples, params)
        .map_err(|error| BuildError::Invalid { extractor: ID, reason: error.to_string() }.into())
}

/// The links of a page that are learned from, in order.
fn learned_from(page: &Known, others: usize, seed: u64) -> Vec<usize> {
    let has_class = |at: usize| page.classes.get(at).is_some_and(|class| *class != LinkClass::Other);
    let is_near = |at: usize| (at.saturating_sub(NEAR)..=at + NEAR).any(has_class);
    let (mut kept, mut rest): (Vec<usize>, Vec<usize>) = (0..page.classes.len()).partition(|&at| is_near(at));
    let mut random = SplitMix64::new(then(hash_text(&page.info.id), seed));
    random.shuffle(&mut rest);
    kept.extend(rest.into_iter().take(others));
    kept.sort_unstable();
    kept
}

/// Judges each page by a classifier of the other sites.
fn cross_validate(
    known: &[Known],
    params: &PaginationRecipeParams,
    training: &Training<'_>,
) -> Result<Vec<JudgedPage>, TrainError> {
    let mut numbers = BTreeMap::new();
    let sites: Vec<u32> = known
        .iter()
        .map(|page| {
            let next = numbers.len() as u32;
            *numbers.entry(page.info.site.as_str()).or_insert(next)
        })
        .collect();
    let splits = Folds::by_group(&sites, params.folds as usize, training.seed).splits();
    let judged: Result<Vec<Vec<(usize, JudgedPage)>>, TrainError> = splits
        .par_iter()
        .map(|(learned, held_out)| {
            let learned: Vec<&Known> = learned.iter().map(|&page| &known[page as usize]).collect();
            let model = learn(&learned, params, training.seed).ok().and_then(PaginationModel::with);
            let model =
                model.ok_or_else(|| TrainError::TooLittle("a fold has links of no class".to_owned()))?;
            let judged = held_out.iter().map(|&page| {
                let page = page as usize;
                let find = |judge: &dyn Fn(&[String]) -> Probabilities| {
                    let all: Vec<Probabilities> =
                        known[page].words.iter().map(|words| judge(words)).collect();
                    decide(&known[page].links, &all)
                };
                let model = find(&|words| model.probabilities(words));
                (page, judge(&known[page], model, find(&rules)))
            });
            Ok(judged.collect())
        })
        .collect();
    let mut judged: Vec<(usize, JudgedPage)> = judged?.into_iter().flatten().collect();
    judged.sort_by_key(|(page, _)| *page);
    Ok(judged.into_iter().map(|(_, judged)| judged).collect())
}
