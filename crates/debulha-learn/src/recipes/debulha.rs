//! The flagship: boosted trees on text blocks, with what tokens say, judged by pages of other sites.

mod counts;

use super::{Examples, Recipe, Step, TrainError, Training};
use crate::boosting::{BoostedTreesParams, Matrix, train as boost};
use crate::evaluate::Folds;
use crate::label::{BlockLabels, BlockRules, RowWeights};
use crate::pages::{PageError, Pages};
use counts::{Counts, Learned, OddsParams};
use debulha_core::classify::boosted_trees::BoostedTrees;
use debulha_core::classify::model::{Card, FeatureRef, Model};
use debulha_core::classify::token_odds::Odds;
use debulha_core::extractors::debulha::{BLOCKS, CLASSES, DebulhaParams, evidence, labels, rows};
use debulha_core::feature_table::{FeatureTable, RowUnit, Selection};
use debulha_core::features::hashing::then;
use debulha_core::features::random::SplitMix64;
use debulha_core::params::{BuildError, Params};
use debulha_core::{Page, ParamMap, Scratch, params};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

const ID: &str = "debulha";

params! {
    /// Parameters of the recipe `debulha`. All others are those of boosted trees and of token odds.
    pub struct DebulhaRecipeParams {
        /// Blocks drawn from each page at most, by the root of their weight (our decision).
        pub rows_per_page: u32 = 200, range: 1..=100_000;
        /// Shared features that are kept: those with most gain in a first training with all; 0: all (our decision).
        pub features: u32 = 200, range: 0..=10_000;
        /// Features that are left out, by the begin of their names.
        pub without: Vec<String> = Vec::new();
        /// Parts of the cross-validation by site whose figures the card states; 0: none (our decision: 5).
        pub folds: u32 = 5, range: 0..=100;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    from_table: false,
    docs: "Boosted trees on all features of text blocks and on what tokens of markup and text say, labelled by alignment \
        with the gold text; hidden text counts. What tokens say to a page of training is counted on other sites. Judged \
        on pages of other sites.",
    params: DebulhaRecipeParams::INFO,
    train,
};

/// Defaults of the trees.
fn tree_defaults() -> BoostedTreesParams {
    BoostedTreesParams {
        trees: 120,
        learning_rate: 0.1,
        feature_fraction: 0.3,
        ..BoostedTreesParams::pages()
    }
}

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "pages" });
    };
    let options = Options::of(training.params)?;
    let work = Work { pages, options, training };
    let mut card = Card {
        system: ID.to_owned(),
        about: "whether a text block is content".to_owned(),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: training.params.clone(),
        ..Card::default()
    };
    let mut known = work.known(Selection::all(RowUnit::Block))?;
    if known.pages.is_empty() {
        return Err(TrainError::TooLittle("no page has gold text and blocks".to_owned()));
    }
    if work.options.own.features > 0 || !work.options.own.without.is_empty() {
        let all: Vec<usize> = (0..known.pages.len()).collect();
        known = work.known(work.select(&known, &all)?)?;
    }
    card.metrics = work.cross_validate(&known)?;
    let all: Vec<usize> = (0..known.pages.len()).collect();
    (training.progress)(Step { what: "model", done: 0, of: 1 });
    let odds = known.odds(&all, work.options.odds);
    let matrix = work.matrix(&known, &all, &odds)?;
    let boosted = boost(&matrix, &matrix.all_rows(), &work.options.trees, training.seed, &|_| ());
    Ok(Model {
        card,
        classifiers: vec![boosted.named(BLOCKS, CLASSES, &matrix)],
        tokens: odds.table(),
        ..Model::default()
    })
}

/// The parameters of all parts.
struct Options {
    own: DebulhaRecipeParams,
    odds: OddsParams,
    trees: BoostedTreesParams,
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
        Ok(Options {
            own: DebulhaRecipeParams::from_map(ID, &part(DebulhaRecipeParams::INFO))?,
            odds: OddsParams::from_map(ID, &part(OddsParams::INFO))?,
            trees: BoostedTreesParams::from_map(ID, &trees)?,
        })
    }
}

/// A labelled page.
struct Known {
    /// Its place in the list.
    page: usize,
    site: u32,
    labels: BlockLabels,
    weights: Vec<f64>,
    counts: Counts,
}

/// The labelled pages, and the features that are looked at.
struct KnownPages {
    selection: Selection,
    pages: Vec<Known>,
}

impl KnownPages {
    /// What the tokens of some pages say.
    fn odds(&self, some: &[usize], params: OddsParams) -> Learned<'_> {
        Learned::of(some.iter().map(|&at| (self.pages[at].site, &self.pages[at].counts)), params)
    }
}

struct Work<'a> {
    pages: &'a dyn Pages,
    options: Options,
    training: &'a Training<'a>,
}

impl Work<'_> {
    fn known(&self, selection: Selection) -> Result<KnownPages, TrainError> {
        let list = self.pages.list();
        let mut sites: Vec<&str> = list.iter().map(|page| page.site.as_str()).collect();
        sites.sort_unstable();
        sites.dedup();
        let done = AtomicUsize::new(0);
        let of_page = |at: usize| -> Result<Option<Known>, PageError> {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.training.progress)(Step { what: "pages", done, of: list.len() });
            let Some(gold) = list[at].gold.as_deref() else { return Ok(None) };
            let mut found = None;
            self.pages.visit(at, &mut |page: &Page<'_>| {
                let unveiled = page.unveiled();
                let shown = unveiled.as_ref().unwrap_or(page);
                let labels = BlockRules::default().label(shown, gold);
                let weights = RowWeights::default().weights(&labels);
                let page_type = list[at].page_type.as_deref();
                let counts = Counts::of_page(shown, &labels.blocks, page_type, &self.options.odds);
                let site = sites.partition_point(|&site| site < list[at].site.as_str()) as u32;
                found = Some(Known { page: at, site, labels, weights, counts });
            })?;
            Ok(found.filter(|known| !known.labels.blocks.is_empty()))
        };
        let pages: Result<Vec<_>, PageError> = (0..list.len()).into_par_iter().map(of_page).collect();
        Ok(KnownPages { selection, pages: pages?.into_iter().flatten().collect() })
    }

    /// The features of a page, seen with some odds.
    fn table<O: Odds>(
        &self,
        known: &KnownPages,
        page: &Known,
        odds: &O,
        address: Address,
        work: &mut dyn FnMut(&Page<'_>, &FeatureTable),
    ) -> Result<(), PageError> {
        self.pages.visit(page.page, &mut |given: &Page<'_>| {
            let nameless = (address == Address::Unknown).then(|| given.without_url());
            let given = nameless.as_ref().unwrap_or(given);
            let unveiled = given.unveiled();
            let shown = unveiled.as_ref().unwrap_or(given);
            work(shown, &rows(given, shown, &known.selection, odds, &mut Scratch::default()));
        })
    }

    /// Rows of some pages, each seen without what its own site says.
    fn matrix(&self, known: &KnownPages, some: &[usize], odds: &Learned<'_>) -> Result<Matrix, TrainError> {
        let own = known.selection.features().iter().copied().chain(evidence::FEATURES);
        let mut matrix = Matrix::new(own.map(FeatureRef::from).collect());
        let of_page = |&at: &usize| -> Result<Vec<Row>, PageError> {
            let page = &known.pages[at];
            let drawn = self.draw(page);
            let mut found = Vec::new();
            // Every other page as if its address were not known, so that trees do without.
            let address = if page.page.is_multiple_of(2) { Address::Known } else { Address::Unknown };
            self.table(known, page, &odds.without(page.site), address, &mut |_, table| {
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
                matrix.push(&row, label as f32, weight as f32, known.pages[at].site);
            }
        }
        Ok(matrix)
    }

    /// The blocks of a page that are learned from, with weights that make up for the chance of each.
    fn draw(&self, page: &Known) -> Vec<(usize, f64)> {
        let most = self.options.own.rows_per_page as usize;
        let all = 0..page.weights.len();
        if page.weights.len() <= most {
            return all.map(|row| (row, page.weights[row])).collect();
        }
        let roots: f64 = page.weights.iter().map(|weight| weight.sqrt()).sum();
        let mut random = SplitMix64::new(then(self.training.seed, page.page as u64));
        let chance = |row: usize| (page.weights[row].sqrt() / roots * most as f64).min(1.0);
        all.filter(|&row| random.below_one() < chance(row))
            .map(|row| (row, page.weights[row] / chance(row)))
            .collect()
    }

    /// The shared features with most gain.
    fn select(&self, known: &KnownPages, some: &[usize]) -> Result<Selection, TrainError> {
        let own = &self.options.own;
        let odds = known.odds(some, self.options.odds);
        let matrix = self.matrix(known, some, &odds)?;
        let gains = if own.features > 0 {
            boost(&matrix, &matrix.all_rows(), &self.options.trees, self.training.seed, &|_| ()).gains
        } else {
            vec![0.0; matrix.width()]
        };
        let mut names: Vec<(usize, &str)> =
            known.selection.features().iter().map(|feature| feature.name).enumerate().collect();
        names.retain(|(_, name)| !own.without.iter().any(|begin| name.starts_with(begin.as_str())));
        names.sort_by(|a, b| gains[b.0].total_cmp(&gains[a.0]));
        if own.features > 0 {
            names.truncate(own.features as usize);
        }
        names.sort_unstable();
        let names = names.into_iter().map(|(_, name)| name);
        Selection::named(RowUnit::Block, names)
            .map_err(|reason| BuildError::Invalid { extractor: ID, reason }.into())
    }

    /// F1 of the words of each page that is held out with its site.
    fn cross_validate(&self, known: &KnownPages) -> Result<BTreeMap<String, f64>, TrainError> {
        let folds = self.options.own.folds as usize;
        let mut found: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        if folds == 0 {
            return Ok(BTreeMap::new());
        }
        let groups: Vec<u32> = known.pages.iter().map(|page| page.site).collect();
        for (number, (learned, held_out)) in
            Folds::by_group(&groups, folds, self.training.seed).splits().into_iter().enumerate()
        {
            (self.training.progress)(Step { what: "folds", done: number, of: folds });
            let places = |rows: &[u32]| rows.iter().map(|&row| row as usize).collect::<Vec<_>>();
            let (learned, held_out) = (places(&learned), places(&held_out));
            if learned.is_empty() {
                continue;
            }
            let odds = known.odds(&learned, self.options.odds);
            let matrix = self.matrix(known, &learned, &odds)?;
            let boosted =
                boost(&matrix, &matrix.all_rows(), &self.options.trees, self.training.seed, &|_| ());
            let tokens = odds.table();
            let judged: Result<Vec<f64>, PageError> = held_out
                .par_iter()
                .map(|&at| {
                    let page = &known.pages[at];
                    let mut f1 = 0.0;
                    self.table(known, page, &tokens, Address::Known, &mut |shown, table| {
                        f1 = self.judge(page, shown, table, &boosted.trees);
                    })?;
                    Ok(f1)
                })
                .collect();
            for (&at, f1) in held_out.iter().zip(judged?) {
                let page_type = self.pages.list()[known.pages[at].page].page_type.clone();
                for name in ["all".to_owned()].into_iter().chain(page_type) {
                    let sum = found.entry(name).or_default();
                    *sum = (sum.0 + f1, sum.1 + 1.0);
                }
            }
        }
        let name = |pages: String| format!("F1 of words by labels, {folds} folds by site, {pages}");
        Ok(found.into_iter().map(|(pages, (sum, count))| (name(pages), sum / count)).collect())
    }

    /// F1 of the words that are kept of a page, each block being gold as far as its label says.
    fn judge(&self, page: &Known, shown: &Page<'_>, table: &FeatureTable, trees: &BoostedTrees) -> f64 {
        let mut content = vec![0.0; table.rows().len()];
        trees.scores(table.values(), table.width(), &mut content);
        let cut = DebulhaParams::default().decide(shown, shown, &mut content);
        (self.training.held_out)(&self.pages.list()[page.page], shown, &labels(shown, &content, cut));
        let (mut words, mut gold) = (0.0, 0.0);
        for (row, &probability) in content.iter().enumerate() {
            if probability >= cut.least {
                let count = f64::from(page.labels.block_words[row]);
                words += count;
                gold += count * page.labels.blocks[row];
            }
        }
        let both = words + page.labels.gold_words as f64;
        // Nothing asked for and nothing given is right, as in word F1.
        if both == 0.0 { 1.0 } else { 2.0 * gold / both }
    }
}

/// Whether a page's address counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Address {
    Known,
    Unknown,
}

/// Values, label and weight of a block.
type Row = (Vec<f32>, f64, f64);
