//! Classifiers of `template_isotonic` from unlabelled pages: a site's own repetition labels its elements.
//!
//! Each site is learned by `site_level`, which says of every element whether it is template. Elements of all sites are then
//! parted by area, and each part trains a classifier on what can be seen on one page alone.

mod rows;
#[cfg(test)]
mod tests;

use super::{Examples, LearnsFrom, Recipe, TrainError, Training};
use crate::evaluate::{Folds, Predictions};
use crate::learner::{self, LearnedClassifier, Learner};
use crate::table::{Attribute, AttributeKind, Table};
use debulha_core::classify::Classifier;
use debulha_core::classify::linear::{Linear, Weight};
use debulha_core::classify::model::{Card, Model};
use debulha_core::features::random::SplitMix64;
use debulha_core::params::Params;
use debulha_core::{ParamMap, choices, params};
use debulha_systems::extractors::template_isotonic::{
    CLASSES, IsotonicSettings, PARTS, TemplateGeometry, part,
};
use rows::SiteRows;

const ID: &str = "template";

choices! {
    /// Where the bounds between the four classifiers come from.
    pub enum Bounds {
        /// Mean over the sites of the quartiles of their areas (template-report).
        Own,
        /// The printed ones: 5182, 12504 and 42663 square pixels (template-report).
        Published,
    }
}

params! {
    /// Parameters of the recipe `template`.
    pub struct TemplateRecipeParams {
        /// Where places and areas come from: `estimated` from text and tags, or `rendered` by a browser.
        pub geometry: TemplateGeometry = TemplateGeometry::Estimated;
        /// Bounds of the areas.
        pub bounds: Bounds = Bounds::Own;
        /// Square pixels of the smallest element that is learned from and scored (template-report: 2000, not said).
        pub min_area: f64 = 2000.0, range: 0.0..=1_000_000.0;
        /// Pages of a site that are learned from, those with the smallest keys (chakrabarti2007: 200).
        pub pages_per_site: u32 = 200, range: 10..=1_000_000;
        /// Fewest pages of a site; smaller ones are left out (our decision; chakrabarti2007: 100).
        pub min_pages: u32 = 10, range: 2..=1_000_000;
        /// `site_level`: share of the pages that an element of the template is on (chakrabarti2007: 10 %).
        pub page_share: f64 = 0.1, range: 0.0..=1.0;
        /// `site_level`: share of an element's bytes in such elements from which on it is template too
        /// (chakrabarti2007).
        pub covered_share: f64 = 0.85, range: 0.0..=1.0;
        /// `site_level`: whether attributes are part of what must be equal (chakrabarti2007: outer HTML). Pages from a
        /// web archive differ in every address.
        pub attributes: bool = true;
        /// The kind of classifier, see `debulha train --list` (chakrabarti2007: logistic regression).
        pub learner: String = "logistic_regression".to_owned();
        /// Parameters of the learner over its defaults.
        pub learner_params: ParamMap = ParamMap::new();
        /// Elements that a classifier is trained on at most; of more, so many are drawn (our decision).
        pub max_rows: u32 = 200_000, range: 100..=10_000_000;
        /// Charge of the smoothing (chakrabarti2007).
        pub c: f64 = 0.01, range: 0.0..=1000.0;
        /// Parts of the sites for the cross-validation that the card states; 0 for none (our decision).
        pub folds: u32 = 5, range: 0..=1000;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: "template_isotonic",
    learns_from: LearnsFrom::Pages,
    docs: "Four classifiers, one a range of areas, that tell template elements on a single page. Needs no labels: \
           `site_level` labels the elements of each site with enough pages.",
    params: TemplateRecipeParams::INFO,
    train,
};

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "pages of several sites" });
    };
    let params = TemplateRecipeParams::from_map(ID, training.params)?;
    let learner = learner::find(&params.learner)?;
    let (sites, unread) = rows::read(pages, &params, training.progress)?;
    let settings = IsotonicSettings {
        geometry: params.geometry,
        min_area: params.min_area as f32,
        bounds: match params.bounds {
            Bounds::Own => mean_quartiles(&sites),
            Bounds::Published => IsotonicSettings::default().bounds,
        },
        c: params.c,
    };
    let examples = Parts::new(&sites, &settings);
    if !(0.0 < examples.template_share() && examples.template_share() < 1.0) {
        return Err(TrainError::TooLittle("all elements are template, or none is".to_owned()));
    }
    let fit = Fit { learner, params: &params, seed: training.seed };
    let mut classifiers = Vec::with_capacity(PARTS);
    for (number, table) in examples.tables.iter().enumerate() {
        training.tell("classifiers", number, PARTS);
        classifiers.push(fit.train(table, &table.all_rows())?.named(&part(number), table, |_| 1));
    }
    training.tell("classifiers", PARTS, PARTS);
    let mut data = pages.data_sets();
    if let [one] = &mut *data {
        one.examples = sites.iter().map(|site| site.pages as u64).sum();
    }
    let mut card = Card {
        system: RECIPE.system.to_owned(),
        about: "which elements of a page are of its site's template".to_owned(),
        data,
        seed: training.seed,
        parameters: params.to_map(),
        ..Card::default()
    };
    let mut state = |name: &str, value: f64| card.metrics.insert(name.to_owned(), value);
    state("sites", sites.len() as f64);
    state("elements", examples.tables.iter().map(Table::len).sum::<usize>() as f64);
    state("share of template", examples.template_share());
    state("pages that cannot be read", unread as f64);
    if params.folds > 1 && sites.len() >= params.folds as usize {
        let judged = examples.cross_validate(&fit, params.folds as usize)?;
        (training.judged)(&judged);
        let found = judged.confusion().quality(1);
        let name =
            |what: &str| format!("{what} of template, {} folds by site, labels of site_level", params.folds);
        state(&name("precision"), found.precision);
        state(&name("recall"), found.recall);
        state(&name("F1"), found.f1);
    }
    Ok(Model { card, settings: settings.to_map(), classifiers, ..Model::default() })
}

/// The mean over the sites of the first, second and third quartile of their areas.
fn mean_quartiles(sites: &[SiteRows]) -> [f32; PARTS - 1] {
    let mut sums = [0.0_f64; PARTS - 1];
    for site in sites {
        let mut areas: Vec<f32> = site.rows.iter().map(|row| row.area).collect();
        areas.sort_by(f32::total_cmp);
        for (number, sum) in sums.iter_mut().enumerate() {
            // The smallest area that so many quarters do not exceed.
            let rank = (areas.len() * (number + 1)).div_ceil(PARTS);
            *sum += f64::from(areas[rank.saturating_sub(1)]);
        }
    }
    sums.map(|sum| (sum / sites.len() as f64) as f32)
}

/// How classifiers are trained.
struct Fit<'a> {
    learner: &'static Learner,
    params: &'a TemplateRecipeParams,
    seed: u64,
}

impl Fit<'_> {
    fn train(&self, table: &Table, rows: &[u32]) -> Result<LearnedClassifier, TrainError> {
        let most = self.params.max_rows as usize;
        let mut rows = rows.to_vec();
        if rows.len() > most {
            SplitMix64::new(self.seed).shuffle(&mut rows);
            rows.truncate(most);
            rows.sort_unstable();
        }
        let template = rows.iter().filter(|&&row| table.class(row) == 1).count();
        if template == 0 || template == rows.len() {
            return Ok(LearnedClassifier {
                classifier: constant(table, rows.len(), template),
                gains: Vec::new(),
            });
        }
        Ok((self.learner.train)(table, &rows, &self.params.learner_params, self.seed)?)
    }
}

/// What is left to learn from elements of one class: its probability by Laplace's rule of succession, whatever the features.
fn constant(table: &Table, rows: usize, template: usize) -> Classifier {
    let ignored = Weight { mean: 0.0, deviation: 1.0, weight: 0.0 };
    let odds = (template as f64 + 1.0) / ((rows - template) as f64 + 1.0);
    Classifier::Linear(Linear {
        weights: vec![ignored; table.attributes().len()],
        bias: odds.ln(),
        slope: 1.0,
        offset: 0.0,
    })
}

/// The examples of each classifier.
struct Parts {
    tables: Vec<Table>,
    /// By part and row: the number of the site.
    site_of: Vec<Vec<u32>>,
}

impl Parts {
    fn new(sites: &[SiteRows], settings: &IsotonicSettings) -> Self {
        let attribute = |name: &str| Attribute { name: name.to_owned(), kind: AttributeKind::Number };
        let table = || {
            let attributes = settings.geometry.features().map(attribute).to_vec();
            Table::new(attributes, CLASSES.map(str::to_owned).to_vec())
        };
        let mut parts = Parts { tables: vec![table(); PARTS], site_of: vec![Vec::new(); PARTS] };
        for (number, site) in sites.iter().enumerate() {
            for row in &site.rows {
                let Some(part) = settings.part_of(row.area) else { continue };
                let values = row.values.map(|value| Some(f64::from(value)).filter(|value| !value.is_nan()));
                parts.tables[part].push(&values, usize::from(row.is_template));
                parts.site_of[part].push(number as u32);
            }
        }
        parts
    }

    fn template_share(&self) -> f64 {
        let template: usize = self
            .tables
            .iter()
            .map(|table| table.all_rows().into_iter().filter(|&row| table.class(row) == 1).count())
            .sum();
        template as f64 / self.tables.iter().map(Table::len).sum::<usize>().max(1) as f64
    }

    /// Decisions on the elements of each site by classifiers that were trained on others; not smoothed.
    fn cross_validate(&self, fit: &Fit<'_>, folds: usize) -> Result<Predictions, TrainError> {
        let mut judged = Predictions::new(&CLASSES.map(str::to_owned));
        for (table, site_of) in self.tables.iter().zip(&self.site_of) {
            for (known, held_out) in Folds::by_group(site_of, folds, fit.seed).splits() {
                let classifier = fit.train(table, &known)?.classifier;
                judged.append(Predictions::by(&classifier, table, &held_out));
            }
        }
        Ok(judged)
    }
}
