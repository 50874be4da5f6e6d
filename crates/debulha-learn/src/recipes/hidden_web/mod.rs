//! Models of `hidden_web`: elements of answer pages, labelled by gold texts, with densities and the site's query.

mod rows;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

pub use rows::{NodeRows, RowSplit, site_terms};

use super::{Examples, LearnsFrom, Recipe, TrainError, Training, check_kinds, no_labels};
use crate::evaluate::{Confusion, Predictions};
use crate::label::NodePreset;
use crate::learner;
use crate::pages::Pages;
use debulha_core::ParamMap;
use debulha_core::classify::model::{Card, Model, ModelError, Trained};
use debulha_core::features::hosts::host_of;
use debulha_core::params::Params;
use debulha_core::query::QueryTerms;
use debulha_core::{choices, params};
use debulha_systems::extractors::hidden_web::{CONTENT, HiddenWebSite, NOISE, SITES};
use std::collections::{BTreeMap, BTreeSet};

const ID: &str = "hidden_web";

/// Name of the split that keeps the rows of a page together.
const BY_PAGE: &str = "by page";

/// Number of classes: noise and content.
const CLASSES: usize = 2;

/// Position of the class that is dropped.
const NOISE_CLASS: usize = 0;

/// Position of the class that is kept.
const CONTENT_CLASS: usize = 1;

choices! {
    /// How many classifiers a model of several sites has.
    pub enum PerSite {
        /// One a site, by the name of the site (lutz2013).
        Each,
        /// One for all sites, by the name `all`. Each page is seen with the terms of its own site.
        Together,
    }
}

choices! {
    /// Which features of the query the classifier sees, beside `ctd`, `density_sum` and `distance`.
    pub enum QueryFeatures {
        /// `query_score` and `matches`: the definition of lutz2013.
        Direct,
        /// `query_score` and `matches_subtree`: what the rows that lutz2013 prints must be.
        Subtree,
        /// None, for comparison.
        None,
    }
}

choices! {
    /// Which elements the classifier learns from.
    pub enum LearnFrom {
        /// All (lutz2013).
        All,
        /// Those with text in them; the others are noise (our decision; `hidden_web` has figures of both). A link has the
        /// density of an empty element, 0.
        WithText,
    }
}

params! {
    /// Parameters of the recipe `hidden_web`.
    pub struct HiddenWebRecipeParams {
        /// How many classifiers a model of several sites has.
        pub sites: PerSite = PerSite::Each;
        /// The learner (lutz2013: Weka's J48).
        pub learner: String = "c45".to_owned();
        /// Parameters of the learner over its defaults.
        pub learner_params: ParamMap = ParamMap::new();
        /// Which features of the query count. Where a site has no terms, none.
        pub features: QueryFeatures = QueryFeatures::Direct;
        /// Whether names of form fields are split into words; lutz2013 does not.
        pub split_labels: bool = false;
        /// Whether values are split into words as pages are; lutz2013 splits at white space alone.
        pub split_values: bool = false;
        /// Whether parts of an address's path are terms; in lutz2013 not.
        pub path: bool = false;
        /// Whether addresses and bodies of submissions have terms; without them, for comparison.
        pub submissions: bool = true;
        /// Whether what the forms of the pages are filled in with counts as a submission: for pages whose own is not
        /// known. Our decision.
        pub fields: bool = false;
        /// Whether the words of `label` elements are terms (lutz2013: future work).
        pub visible_labels: bool = false;
        /// Further terms, parted by white space.
        pub extra_terms: String = String::new();
        /// How elements are labelled by the gold text.
        pub labels: NodePreset = NodePreset::D0;
        /// Which elements the classifier learns from.
        pub learn_from: LearnFrom = LearnFrom::WithText;
        /// Share of the rows, or pages, that the classifiers behind the card's metrics learn from (lutz2013: .66). The
        /// model itself learns from all.
        pub share: f64 = 0.66, range: 0.0..=1.0;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "A C4.5 tree a site, from all elements of its labelled answer pages. Terms of the query come from addresses and \
        bodies of submissions, or with `fields` from the forms of the pages. The card has the quality on a third of the \
        rows, as the thesis splits, and on a third of the pages, as should be.",
    params: HiddenWebRecipeParams::INFO,
    train,
};

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "labelled pages" });
    };
    let params = HiddenWebRecipeParams::from_map(ID, training.params)?;
    let groups = groups(pages, params.sites)?;
    let (mut sites, mut classifiers) = (Vec::new(), Vec::new());
    let mut measured = Measured::default();
    let (mut content, mut all, mut labelled) = (0, 0, 0);
    let mut by_page = Predictions::new(&[NOISE, CONTENT].map(str::to_owned));
    for (done, group) in groups.iter().enumerate() {
        training.tell("sites", done, groups.len());
        let terms = group.terms(pages, &params)?;
        let rows = group.rows(pages, &terms, &params)?;
        all += rows.table.len();
        content +=
            rows.table.all_rows().into_iter().filter(|&row| rows.table.class(row) == CONTENT_CLASS).count();
        labelled += rows.pages();
        let splits = [
            ("by row", rows.split_by_row(params.share, training.seed)),
            (BY_PAGE, rows.split_by_page(params.share, training.seed)),
        ];
        for (name, split) in splits {
            let trained = learn(&rows, &split.known, &params, training.seed)?;
            let judged = judge(&rows, &split.held_out, &trained, params.learn_from);
            measured.add(&group.name, name, &judged.confusion());
            if name == BY_PAGE {
                by_page.append(judged);
            }
        }
        classifiers.push(learn(&rows, &rows.table.all_rows(), &params, training.seed)?);
        sites.push(group.site(&terms));
    }
    training.tell("sites", groups.len(), groups.len());
    check_kinds(content, all, "elements", labelled)?;
    (training.judged)(&by_page);
    let card = Card {
        about: "which elements of answer pages are content".to_owned(),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: params.to_map(),
        metrics: measured.metrics(),
        ..Card::default()
    };
    model(card, &sites, classifiers)
}

/// A model of classifiers, one a site.
///
/// # Errors
/// Never; writing names and terms as JSON cannot fail.
pub fn model(card: Card, sites: &[HiddenWebSite], classifiers: Vec<Trained>) -> Result<Model, TrainError> {
    let listed = serde_json::to_value(sites).map_err(|error| ModelError::Damaged(error.to_string()))?;
    let named = |(trained, site): (Trained, &HiddenWebSite)| Trained { name: site.name.clone(), ..trained };
    Ok(Model {
        card: Card { system: ID.to_owned(), ..card },
        settings: ParamMap::from_iter([(SITES.to_owned(), listed)]),
        classifiers: classifiers.into_iter().zip(sites).map(named).collect(),
        ..Model::default()
    })
}

/// Pages that one classifier learns from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageGroup {
    /// Its name: that of the site, or `all`.
    pub name: String,
    /// Hosts of the pages, where known, in order.
    pub hosts: Vec<String>,
    /// Pages of each site by their places.
    pub sites: Vec<Vec<usize>>,
}

impl PageGroup {
    /// The terms of each site.
    ///
    /// # Errors
    /// A page that cannot be read.
    pub fn terms(
        &self,
        pages: &dyn Pages,
        params: &HiddenWebRecipeParams,
    ) -> Result<Vec<QueryTerms>, TrainError> {
        Ok(self.sites.iter().map(|of_site| site_terms(pages, of_site, params)).collect::<Result<_, _>>()?)
    }

    /// The rows of all pages, each seen with the terms of its site. Where no site has terms, without features of the
    /// query.
    ///
    /// # Errors
    /// A page that cannot be read.
    pub fn rows(
        &self,
        pages: &dyn Pages,
        terms: &[QueryTerms],
        params: &HiddenWebRecipeParams,
    ) -> Result<NodeRows, TrainError> {
        let no_terms = terms.iter().all(QueryTerms::is_empty);
        let features = if no_terms { QueryFeatures::None } else { params.features };
        let mut rows = NodeRows::new(features)?;
        for (of_site, terms) in self.sites.iter().zip(terms) {
            rows.add(pages, of_site, terms, params.labels)?;
        }
        Ok(rows)
    }

    /// What a model says of the site, or of all, beside the classifier.
    pub fn site(&self, terms: &[QueryTerms]) -> HiddenWebSite {
        let mut all = QueryTerms::default();
        for terms in terms {
            all.add_all(terms);
        }
        let query = all.iter().map(str::to_owned).collect();
        HiddenWebSite { name: self.name.clone(), hosts: self.hosts.clone(), query }
    }

    /// The places of all pages, in the order of the rows.
    pub fn pages(&self) -> impl Iterator<Item = usize> + '_ {
        self.sites.iter().flatten().copied()
    }
}

/// The pages with gold texts, by site, in the order of the names of sites.
///
/// # Errors
/// No page has a gold text.
pub fn groups(pages: &dyn Pages, sites: PerSite) -> Result<Vec<PageGroup>, TrainError> {
    let mut by_site: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, page) in pages.list().iter().enumerate().filter(|(_, page)| page.gold_standard().is_some()) {
        by_site.entry(&page.site).or_default().push(index);
    }
    if by_site.is_empty() {
        return Err(no_labels());
    }
    let group = |name: &str, sites: Vec<Vec<usize>>| {
        let urls = sites.iter().flatten().filter_map(|&index| pages.list()[index].url.as_deref());
        let hosts: BTreeSet<String> = urls.filter_map(host_of).map(str::to_ascii_lowercase).collect();
        PageGroup { name: name.to_owned(), hosts: hosts.into_iter().collect(), sites }
    };
    Ok(match sites {
        PerSite::Each => by_site.into_iter().map(|(site, pages)| group(site, vec![pages])).collect(),
        PerSite::Together => vec![group("all", by_site.into_values().collect())],
    })
}

/// A classifier from some of the rows.
///
/// # Errors
/// An unknown learner or parameters that it does not take.
pub fn learn(
    rows: &NodeRows,
    known: &[u32],
    params: &HiddenWebRecipeParams,
    seed: u64,
) -> Result<Trained, TrainError> {
    let learner = learner::find(&params.learner)?;
    let wanted = |row: &u32| params.learn_from == LearnFrom::All || rows.has_text(*row);
    let known: Vec<u32> = known.iter().copied().filter(wanted).collect();
    let learned = (learner.train)(&rows.table, &known, &params.learner_params, seed)?;
    Ok(learned.named("nodes", &rows.table, |_| rows::VERSION))
}

/// What a classifier says of some rows; where it has not learned from those without text, they are noise.
///
/// O(rows), and an answer of the classifier each.
pub fn judge(rows: &NodeRows, held_out: &[u32], trained: &Trained, from: LearnFrom) -> Predictions {
    let mut judged = Predictions::by(&trained.classifier, &rows.table, held_out);
    for (&row, probabilities) in held_out.iter().zip(&mut judged.probabilities) {
        if from == LearnFrom::WithText && !rows.has_text(row) {
            probabilities.fill(0.0);
            probabilities[NOISE_CLASS] = 1.0;
        }
    }
    judged
}

/// What the card says of the quality.
#[derive(Default)]
struct Measured {
    /// Sums over the sites, by split.
    sums: BTreeMap<&'static str, Confusion>,
    /// Content F1 by site and split.
    sites: BTreeMap<String, f64>,
}

impl Measured {
    fn add(&mut self, site: &str, split: &'static str, confusion: &Confusion) {
        let sum = self.sums.entry(split).or_insert_with(|| Confusion::new(CLASSES));
        sum.add_all(confusion);
        self.sites.insert(format!("content F1 of `{site}`, {split}"), confusion.quality(CONTENT_CLASS).f1);
    }

    fn metrics(self) -> BTreeMap<String, f64> {
        // One site: its numbers are the sums.
        let mut metrics = if self.sites.len() > self.sums.len() { self.sites } else { BTreeMap::new() };
        for (split, sum) in self.sums {
            let (content, weighted) = (sum.quality(CONTENT_CLASS), sum.weighted_quality());
            let noise = f64::from(sum.total() - content.support) / f64::from(sum.total().max(1));
            for (measure, value) in [
                ("content precision", content.precision),
                ("content recall", content.recall),
                ("content F1", content.f1),
                ("weighted precision", weighted.precision),
                ("weighted recall", weighted.recall),
                ("weighted F1", weighted.f1),
                ("weighted recall of calling all noise", noise),
            ] {
                metrics.insert(format!("{measure}, {split}"), value);
            }
        }
        metrics
    }
}
