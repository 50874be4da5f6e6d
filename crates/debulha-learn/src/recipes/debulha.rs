//! The flagship: boosted trees on text blocks, with what tokens say, judged by pages of other sites.

mod augmented;
mod counts;
mod known;
#[cfg(test)]
mod tests;

use super::{Examples, LearnsFrom, Recipe, TrainError, Training};
use crate::boosting::{Boosted, BoostedTreesParams, FeatureMatrix, train as boost};
use crate::evaluate::Folds;
use crate::pages::{PageError, PageInfo, Pages};
use counts::{LearnedTokens, OddsParams};
use debulha_core::classify::boosted_trees::Cascade;
use debulha_core::classify::model::{Card, FeatureRef, Model, Trained};
use debulha_core::classify::token_odds::TokenOdds;
use debulha_core::extractors::debulha::{
    BLOCKS, CLASSES, DebulhaParams, Decision, MODELS, Rows, evidence, labels, rows,
};
use debulha_core::feature_table::{self, RowUnit, Selection};
use debulha_core::features::hashing::then;
use debulha_core::features::random::SplitMix64;
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, Scratch, params};
use known::{AddressUse, KnownPage, KnownPages};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

const ID: &str = "debulha";

/// What a weight of pages may be.
const WEIGHTS: RangeInclusive<f64> = 0.001..=1000.0;

/// Default of [`DebulhaRecipeParams::without`].
const WITHOUT: [&str; 7] = [
    "block_containers",
    "boilerpipe",
    "justext",
    "in_window",
    "window_distance",
    "in_dense_window",
    "dense_window_distance",
];

params! {
    /// Parameters of the recipe `debulha`. All others are those of boosted trees and of token odds.
    pub struct DebulhaRecipeParams {
        /// Blocks drawn from each page at most, by the root of their weight (our decision).
        pub rows_per_page: u32 = 300, range: 1..=100_000;
        /// Shared features that are kept: those with most gain in a first training with all; 0: all (our decision).
        pub features: u32 = 120, range: 0..=10_000;
        /// Times that trees are grown, each with other draws of rows and features; the model is their mean (our decision:
        /// one of many trees is better than two of half as many).
        pub models: u32 = 1, range: 1..=100;
        /// Features that are left out, by their group or the begin of their names (our decision: those of the elements around
        /// a block, and what the windows, boilerpipe and jusText say, are costly, and figures are the same without).
        pub without: Vec<String> = WITHOUT.map(str::to_owned).to_vec();
        /// Share of the pages that a truncated copy is made of, with the beginning of their content alone (our decision: short
        /// articles among long lists are rare among the labelled pages, and common elsewhere).
        pub truncated: f64 = 0.5, range: 0.0..=1.0;
        /// Kinds of pages that are truncated; pages of unknown kinds are taken for articles. A shorter list is none that
        /// people would label (our decision).
        pub truncated_kinds: Vec<String> = ["article", "documentation", "forum"].map(str::to_owned).to_vec();
        /// How much a truncated page counts (our decision: more costs lists of `wcxb-dev`).
        pub truncated_weight: f64 = 0.25, range: 0.001..=1000.0;
        /// Share of the pages that a copy is made of whose text is in the state of a script alone (our decision).
        pub script_only: f64 = 0.1, range: 0.0..=1.0;
        /// How much such a copy counts (our decision).
        pub script_only_weight: f64 = 0.5, range: 0.001..=1000.0;
        /// How much the pages of a data set count, by its name; those of others count 1 (our decision).
        pub data_weights: BTreeMap<String, f64> = BTreeMap::new();
        /// Parts of the cross-validation by site whose figures the card states; 0: none (our decision: 5).
        pub folds: u32 = 5, range: 0..=100;
        /// Parameters of the system, over its defaults, that the cross-validation decides by; the model does not hold them.
        pub decision: ParamMap = ParamMap::new();
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "Boosted trees on features of text blocks and on what tokens of markup and text say, labelled by alignment \
        with the gold text; hidden text counts. Pages made of the labelled ones, with less content or with all text in a \
        script, are learned from too. What tokens say to a page of training is counted on other sites. Judged \
        on pages of other sites.",
    params: DebulhaRecipeParams::INFO,
    train,
};

/// Defaults of the trees.
fn tree_defaults() -> BoostedTreesParams {
    BoostedTreesParams {
        trees: 400,
        learning_rate: 0.04,
        feature_fraction: 0.3,
        ..BoostedTreesParams::pages()
    }
}

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "pages" });
    };
    let options = Options::of(training.params)?;
    options.own.check_data_weights(pages)?;
    let known = KnownPages::read(pages, &options.own, &options.odds, training)?;
    known.check()?;
    let work = Work { known, options, training };
    let mut card = Card {
        system: ID.to_owned(),
        about: "whether a text block is content".to_owned(),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: training.params.clone(),
        ..Card::default()
    };
    card.metrics = work.cross_validate()?;
    let all: Vec<usize> = (0..work.known.pages.len()).collect();
    let progress = |grown: usize| training.tell("trees of the model", grown, work.trees());
    let Taught { trained, tokens, .. } = work.learn(&all, &progress)?;
    if trained.gains.iter().all(|&gain| gain == 0.0) {
        let (pages, rows) = (work.known.labelled().count(), work.options.trees.min_rows);
        let reason = format!(
            "no feature separates content from noise on {pages} labelled pages: label more pages, or let leaves of trees have \
             fewer blocks than min_rows, {rows}"
        );
        return Err(TrainError::TooLittle(reason));
    }
    let settings = ParamMap::from_iter([(MODELS.to_owned(), work.options.own.models.into())]);
    Ok(Model { card, settings, classifiers: vec![trained], tokens })
}

/// The parameters of all parts.
struct Options {
    own: DebulhaRecipeParams,
    /// The shared features that may be learned from.
    allowed: Selection,
    odds: OddsParams,
    trees: BoostedTreesParams,
    decision: DebulhaParams,
}

impl Options {
    fn of(map: &ParamMap) -> Result<Self, BuildError> {
        let has = |infos: &[debulha_core::params::ParamInfo], name: &str| {
            infos.iter().any(|info| info.name == name)
        };
        let part = |infos: &'static [debulha_core::params::ParamInfo]| -> ParamMap {
            map.iter()
                .filter(|(name, _)| has(infos, name))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect()
        };
        let mut trees = tree_defaults().to_map();
        let rest = map
            .iter()
            .filter(|(name, _)| !has(DebulhaRecipeParams::INFO, name) && !has(OddsParams::INFO, name));
        trees.extend(rest.map(|(name, value)| (name.clone(), value.clone())));
        let own = DebulhaRecipeParams::from_map(ID, &part(DebulhaRecipeParams::INFO))?;
        Ok(Options {
            allowed: own.allowed()?,
            decision: DebulhaParams::from_map(ID, &own.decision)?,
            own,
            odds: OddsParams::from_map(ID, &part(OddsParams::INFO))?,
            trees: BoostedTreesParams::from_map(ID, &trees)?,
        })
    }
}

/// What some pages taught.
struct Taught {
    selection: Selection,
    trees: Cascade,
    trained: Trained,
    tokens: TokenOdds,
}

struct Work<'a> {
    known: KnownPages<'a>,
    options: Options,
    training: &'a Training<'a>,
}

impl Work<'_> {
    /// Learns from some pages: counts their tokens, chooses features and grows trees. `progress` is told how many of
    /// [`Self::trees`] are grown, first 0 and at last all.
    fn learn(&self, some: &[usize], progress: &(dyn Fn(usize) + Sync)) -> Result<Taught, TrainError> {
        progress(0);
        let odds = self.known.odds(some, self.options.odds);
        let allowed = &self.options.allowed;
        let all = self.matrix(some, allowed, &odds)?;
        let (selection, columns) = self.select(allowed, &all, progress)?;
        let matrix = all.columns(&columns);
        drop(all);
        let before = self.trees() - self.trees_of_a_boosting();
        let boosted = self.boost(&matrix, &|grown| progress(before + grown));
        progress(self.trees());
        let tokens = odds.table();
        let trees = self.options.decision.cascade(boosted.trees.clone(), self.options.own.models);
        Ok(Taught { selection, trees, trained: boosted.named(BLOCKS, CLASSES, &matrix), tokens })
    }

    /// Trees that [`Self::learn`] grows at most.
    fn trees(&self) -> usize {
        let boostings = 1 + usize::from(self.selects());
        boostings * self.trees_of_a_boosting()
    }

    fn trees_of_a_boosting(&self) -> usize {
        self.options.own.models as usize * self.options.trees.trees as usize
    }

    fn boost(&self, matrix: &FeatureMatrix, progress: &(dyn Fn(usize) + Sync)) -> Boosted {
        let rows = matrix.all_rows();
        let grown = |model: u32| {
            let seed = self.training.seed.wrapping_add(model.into());
            let before = model as usize * self.options.trees.trees as usize;
            boost(matrix, &rows, &self.options.trees, seed, &|grown| progress(before + grown))
        };
        Boosted::mean(&(0..self.options.own.models).map(grown).collect::<Vec<_>>())
    }

    /// Rows of some pages, each seen without what its own site says.
    fn matrix(
        &self,
        some: &[usize],
        selection: &Selection,
        odds: &LearnedTokens<'_>,
    ) -> Result<FeatureMatrix, TrainError> {
        let own = selection.features().iter().copied().chain(evidence::FEATURES);
        let mut matrix = FeatureMatrix::new(own.map(FeatureRef::from).collect());
        let of_page = |&at: &usize| -> Result<Vec<Row>, PageError> {
            let page = &self.known.pages[at];
            let drawn = self.draw(at);
            let mut found = Vec::new();
            // Every other page as if its address were not known, so that trees do without.
            let address = if page.page.is_multiple_of(2) { AddressUse::Known } else { AddressUse::Unknown };
            self.known.show(page, address, &mut |given, shown| {
                let Rows { table, .. } =
                    rows(given, shown, selection, &odds.without(page.site), &mut Scratch::default());
                found = drawn
                    .iter()
                    .map(|&(row, weight)| (table.row(row).to_vec(), page.labels.blocks[row], weight))
                    .collect();
            })?;
            Ok(found)
        };
        let drawn: Result<Vec<Vec<Row>>, PageError> = some.par_iter().map(of_page).collect();
        for (&at, drawn) in some.iter().zip(drawn?) {
            for (row, label, weight) in drawn {
                matrix.push(&row, label as f32, weight as f32, self.known.pages[at].site);
            }
        }
        Ok(matrix)
    }

    /// The blocks of a page that are learned from, with weights that make up for the chance of each.
    fn draw(&self, at: usize) -> Vec<(usize, f64)> {
        let weights = &self.known.pages[at].weights;
        let most = self.options.own.rows_per_page as usize;
        let all = 0..weights.len();
        if weights.len() <= most {
            return all.map(|row| (row, weights[row])).collect();
        }
        let roots: f64 = weights.iter().map(|weight| weight.sqrt()).sum();
        let mut random = SplitMix64::new(then(self.training.seed, at as u64));
        let chance = |row: usize| (weights[row].sqrt() / roots * most as f64).min(1.0);
        all.filter(|&row| random.below_one() < chance(row))
            .map(|row| (row, weights[row] / chance(row)))
            .collect()
    }

    /// Whether features are chosen.
    fn selects(&self) -> bool {
        (1..self.options.allowed.features().len()).contains(&(self.options.own.features as usize))
    }

    /// The shared features with most gain, and the columns of them and of all own features.
    fn select(
        &self,
        allowed: &Selection,
        all: &FeatureMatrix,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<(Selection, Vec<usize>), TrainError> {
        let features = allowed.features();
        let mut kept: Vec<usize> = (0..features.len()).collect();
        if self.selects() {
            let gains = self.boost(all, progress).gains;
            kept.sort_by(|&a, &b| gains[b].total_cmp(&gains[a]));
            kept.truncate(self.options.own.features as usize);
            kept.sort_unstable();
        }
        let selection = selection_of(kept.iter().map(|&at| features[at].name))?;
        kept.extend(features.len()..all.width());
        Ok((selection, kept))
    }

    /// F1 of the words of each page that is held out with its site; augmented pages apart.
    fn cross_validate(&self) -> Result<BTreeMap<String, f64>, TrainError> {
        let folds = self.options.own.folds as usize;
        let mut found: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        if folds == 0 {
            return Ok(BTreeMap::new());
        }
        // Augmented pages go with their sites, so that the parts are the same whatever is made.
        let groups: Vec<u32> = self.known.labelled().map(|page| page.site).collect();
        for (number, (_, held_out)) in
            Folds::by_group(&groups, folds, self.training.seed).splits().into_iter().enumerate()
        {
            let grown_before = number * self.trees();
            let sites: BTreeSet<u32> = held_out.iter().map(|&row| groups[row as usize]).collect();
            let (held_out, learned): (Vec<usize>, Vec<usize>) =
                (0..self.known.pages.len()).partition(|&at| sites.contains(&self.known.pages[at].site));
            if learned.is_empty() {
                continue;
            }
            let taught = self.learn(&learned, &|grown| {
                self.training.tell("trees of the folds", grown_before + grown, folds * self.trees());
            })?;
            let f1_of = |&at: &usize| self.judge(&self.known.pages[at], &taught);
            let judged: Result<Vec<f64>, PageError> = held_out.par_iter().map(f1_of).collect();
            for (&at, f1) in held_out.iter().zip(judged?) {
                let page = &self.known.pages[at];
                let kind = self.known.info(page).page_type.as_deref();
                let names = match &page.augmented {
                    Some(augmented) => vec![augmented.kind.name()],
                    None => ["all"].into_iter().chain(kind).collect(),
                };
                for name in names {
                    let sum = found.entry(name.to_owned()).or_default();
                    *sum = (sum.0 + f1, sum.1 + 1.0);
                }
            }
        }
        let name = |pages: String| format!("F1 of words by labels, {folds} folds by site, {pages}");
        Ok(found.into_iter().map(|(pages, (sum, count))| (name(pages), sum / count)).collect())
    }

    /// F1 of the words that are kept of a page, each block being gold as far as its label says.
    fn judge(&self, page: &KnownPage, taught: &Taught) -> Result<f64, PageError> {
        let mut decision = None::<Decision>;
        self.known.show(page, AddressUse::Known, &mut |given, shown| {
            let Rows { table, known_words } =
                rows(given, shown, &taught.selection, &taught.tokens, &mut Scratch::default());
            let mut log_odds = vec![0.0; table.rows().len()];
            taught.trees.scores(table.values(), table.width(), &mut log_odds);
            let decided = self.options.decision.decide(given, shown, known_words, log_odds);
            if page.augmented.is_none() {
                (self.training.held_out)(self.known.info(page), given, &labels(shown, &decided));
            }
            decision = Some(decided);
        })?;
        let (mut words, mut gold) = (0.0, 0.0);
        for (row, &keeps) in decision.iter().flat_map(|decision| decision.kept.iter().enumerate()) {
            if keeps {
                let count = f64::from(page.labels.block_words[row]);
                words += count;
                gold += count * page.labels.blocks[row];
            }
        }
        let both = words + page.labels.gold_words as f64;
        // Nothing asked for and nothing given is right, as in word F1.
        Ok(if both == 0.0 { 1.0 } else { 2.0 * gold / both })
    }
}

impl DebulhaRecipeParams {
    /// Checks that weights are of data sets that there are.
    fn check_data_weights(&self, pages: &dyn Pages) -> Result<(), BuildError> {
        let sets: BTreeSet<&str> = pages.list().iter().map(|page| page.data_set.as_str()).collect();
        for (name, weight) in &self.data_weights {
            let reason = if !sets.contains(name.as_str()) {
                let named: Vec<&str> = sets.into_iter().filter(|set| !set.is_empty()).collect();
                let there = if named.is_empty() {
                    "none has a name".to_owned()
                } else {
                    format!("there are {}", named.join(", "))
                };
                format!("data_weights: no data set is named {name:?}; {there}")
            } else if !WEIGHTS.contains(weight) {
                format!("data_weights: {name}: {weight} is not in {WEIGHTS:?}")
            } else {
                continue;
            };
            return Err(BuildError::Invalid { extractor: ID, reason });
        }
        Ok(())
    }

    /// How much a page counts.
    fn data_weight(&self, page: &PageInfo) -> f64 {
        self.data_weights.get(&page.data_set).copied().unwrap_or(1.0)
    }

    /// The shared features that may be learned from. An error where a name in `without` means none.
    fn allowed(&self) -> Result<Selection, BuildError> {
        let means = |without: &str, group: &str, name: &str| group == without || name.starts_with(without);
        // Queries and layouts are never among what is learned from, and columns without values would change what is drawn.
        let of_blocks: Vec<(&str, &str)> = feature_table::features(RowUnit::Block)
            .filter(|(_, feature)| !feature.needs.query && !feature.needs.layout)
            .map(|(group, feature)| (group.name, feature.name))
            .collect();
        for without in &self.without {
            if !of_blocks.iter().any(|(group, name)| means(without, group, name)) {
                let reason =
                    format!("without: no group or feature of blocks is named or begins with {without:?}");
                return Err(BuildError::Invalid { extractor: ID, reason });
            }
        }
        let is_left_out = |group, name| self.without.iter().any(|without| means(without, group, name));
        let allowed = of_blocks.iter().filter(|(group, name)| !is_left_out(group, name));
        selection_of(allowed.map(|(_, name)| *name))
    }
}

fn selection_of<'n>(names: impl Iterator<Item = &'n str>) -> Result<Selection, BuildError> {
    Selection::named(RowUnit::Block, names).map_err(|column| BuildError::Column { extractor: ID, column })
}

/// Values, label and weight of a block.
type Row = (Vec<f32>, f64, f64);
