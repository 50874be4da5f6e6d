//! What evidence next to the page is worth to a classifier of text blocks: other pages of the site, the query that led to the
//! page, and where a browser drew it.
//!
//! One model serves all cases: each page of training is seen with some kinds of evidence, drawn at random, and without the
//! others, whose features are then missing. Pages that are tested are of other sites, and are seen with each set of kinds.
//!
//! A page with its layout is another page: the browser decides which text is hidden, so blocks may differ. What is kept is
//! therefore compared as text.

mod pages;
#[cfg(test)]
mod tests;

pub use pages::{AblationPages, EvidenceSet};

use debulha_compare::metrics::tokens::words;
use debulha_compare::metrics::word_f1::word_f1;
use debulha_core::classify::Classifier;
use debulha_core::classify::model::FeatureRef;
use debulha_core::feature_table::{Feature, RowUnit, Selection, UnknownColumn, compute, features};
use debulha_core::features::hashing::then;
use debulha_core::features::random::SplitMix64;
use debulha_core::{Extractor, Labels, Page, Scratch};
use debulha_corpus::CorpusError;
use debulha_learn::boosting::{BoostedTreesParams, FeatureMatrix, train};
use debulha_learn::evaluate::{Folds, best_expected_f1};
use debulha_learn::label::{BlockRules, RowWeights};
use pages::SeenPage;
use rayon::prelude::*;
use thiserror::Error;

/// How models are trained and tested. Defaults are our decision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AblationParams {
    /// Parts of the cross-validation by site, at least 2.
    pub folds: usize,
    /// Times that each page is learned from, each with evidence of its own.
    pub draws: u64,
    /// Maximum blocks of a page that are learned from each time.
    pub rows: usize,
    /// How trees are grown.
    pub trees: BoostedTreesParams,
    /// Seed of draws, folds and trees.
    pub seed: u64,
}

impl Default for AblationParams {
    fn default() -> Self {
        let trees = BoostedTreesParams { trees: 200, ..BoostedTreesParams::pages() };
        AblationParams { folds: 5, draws: 2, rows: 100, trees, seed: 1 }
    }
}

/// Groups of features that are not learned from: costly, and of little use to the default system either.
const WITHOUT: [&str; 1] = ["block_containers"];

/// Why an ablation stopped.
#[derive(Debug, Error)]
pub enum AblationError {
    /// A page or its layout cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// No feature table.
    #[error(transparent)]
    Column(#[from] UnknownColumn),
    /// There are pages of fewer than two sites.
    #[error("the pages are of {0} sites; cross-validation by site needs two")]
    TooFewSites(usize),
}

/// Word F1 of a page that was not learned from.
#[derive(Debug, Clone, PartialEq)]
pub struct AblationScore {
    /// Place of its corpus.
    pub corpus: usize,
    /// Its site.
    pub site: String,
    /// With each of [`EvidenceSet::ALL`].
    pub with: [f64; EvidenceSet::ALL.len()],
    /// Of the model that was trained without evidence.
    pub text_alone: f64,
    /// Of the system that is compared.
    pub reference: f64,
}

/// Trains and tests by cross-validation over sites. `reference` sees the page alone. `progress` is called once for each page
/// learned from and once for each tested, from several threads.
///
/// # Errors
/// A page that cannot be read; too few sites.
pub fn ablation(
    pages: &AblationPages,
    params: &AblationParams,
    reference: &dyn Extractor,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<AblationScore>, AblationError> {
    let sites = pages.site_count();
    if sites < 2 {
        return Err(AblationError::TooFewSites(sites));
    }
    let names = features(RowUnit::Block).filter(|(group, _)| !WITHOUT.contains(&group.name));
    let selection = Selection::named(RowUnit::Block, names.map(|(_, feature)| feature.name))?;
    let work = AblationWork { pages, params, selection, progress };
    let [given, alone] = work.matrices()?;
    let groups: Vec<u32> = (0..pages.len()).map(|page| pages.group(page)).collect();
    let mut scores = Vec::new();
    for (learned, tested) in Folds::by_group(&groups, params.folds, params.seed).splits() {
        let models = BlockModels { given: work.model(&given, &learned), alone: work.model(&alone, &learned) };
        let of_page = |&page: &u32| work.score(page as usize, &models, reference);
        scores.extend(tested.par_iter().map(of_page).collect::<Result<Vec<_>, _>>()?);
    }
    scores.sort_by(|a, b| (a.corpus, &a.site).cmp(&(b.corpus, &b.site)));
    Ok(scores)
}

/// What all parts of an ablation share.
struct AblationWork<'a> {
    pages: &'a AblationPages,
    params: &'a AblationParams,
    selection: Selection,
    progress: &'a (dyn Fn() + Sync),
}

/// The rows of all pages, and the page of each.
struct Rows {
    matrix: FeatureMatrix,
    page_of: Vec<u32>,
}

struct BlockModels {
    /// Trained with evidence that is drawn for each page.
    given: Classifier,
    /// Trained without.
    alone: Classifier,
}

/// Values, label and weight of a block.
type Row = (Vec<f32>, f32, f32);

impl AblationWork<'_> {
    /// The rows with evidence that is drawn for each page, and those without any.
    fn matrices(&self) -> Result<[Rows; 2], AblationError> {
        let of_page = |page: usize| {
            let seen = self.pages.load(page)?;
            let rows = (0..self.params.draws).map(|draw| {
                let mut random = SplitMix64::new(then(then(self.params.seed, page as u64), draw));
                let set = EvidenceSet::ALL[random.below(EvidenceSet::ALL.len())];
                let rows = [set, EvidenceSet::TEXT].map(|set| self.rows(&seen, set, &mut random.clone()));
                (rows, page as u32)
            });
            let rows: Vec<_> = rows.collect();
            (self.progress)();
            Ok(rows)
        };
        let drawn: Result<Vec<_>, CorpusError> = (0..self.pages.len()).into_par_iter().map(of_page).collect();
        let refs: Vec<FeatureRef> = self.selection.features().iter().copied().map(FeatureRef::from).collect();
        let mut both =
            [(); 2].map(|()| Rows { matrix: FeatureMatrix::new(refs.clone()), page_of: Vec::new() });
        for (rows, page) in drawn?.into_iter().flatten() {
            for (rows, all) in rows.into_iter().zip(&mut both) {
                for (row, label, weight) in rows {
                    all.matrix.push(&row, label, weight, self.pages.group(page as usize));
                    all.page_of.push(page);
                }
            }
        }
        // Columns that are always missing would only change which features are drawn.
        let features = self.selection.features();
        let of_text: Vec<usize> =
            (0..features.len()).filter(|&at| is_given(features[at], EvidenceSet::TEXT)).collect();
        both[1].matrix = both[1].matrix.columns(&of_text);
        Ok(both)
    }

    /// Some blocks of a page as it is seen with some evidence.
    fn rows(&self, seen: &SeenPage<'_>, set: EvidenceSet, random: &mut SplitMix64) -> Vec<Row> {
        let page = seen.page(set);
        let labels = BlockRules::default().label(&page, seen.gold());
        let weights = RowWeights::default().weights(&labels);
        let table = compute(&page, &self.selection, &mut Scratch::default());
        let mut places: Vec<usize> = (0..weights.len()).collect();
        random.shuffle(&mut places);
        places.truncate(self.params.rows);
        places.sort_unstable();
        // Drawn blocks stand for all of the page.
        let scale = weights.len() as f64 / places.len().max(1) as f64;
        let row = |place: usize| {
            (table.row(place).to_vec(), labels.blocks[place] as f32, (weights[place] * scale) as f32)
        };
        places.into_iter().map(row).collect()
    }

    fn model(&self, rows: &Rows, learned: &[u32]) -> Classifier {
        let is_learned = |&row: &u32| learned.binary_search(&rows.page_of[row as usize]).is_ok();
        let learned: Vec<u32> = rows.matrix.all_rows().into_iter().filter(is_learned).collect();
        let params = &self.params.trees;
        Classifier::BoostedTrees(train(&rows.matrix, &learned, params, self.params.seed, &|_| ()).trees)
    }

    fn score(
        &self,
        place: usize,
        models: &BlockModels,
        reference: &dyn Extractor,
    ) -> Result<AblationScore, AblationError> {
        let seen = self.pages.load(place)?;
        let gold = seen.gold();
        let with = EvidenceSet::ALL.map(|set| {
            let page = seen.page(set);
            let table = compute(&page, &self.selection, &mut Scratch::default());
            let rows: Vec<&[f32]> = (0..table.rows().len()).map(|row| table.row(row)).collect();
            word_f1(&kept_text(&page, &rows, &models.given), gold).f1
        });
        let page = seen.page(EvidenceSet::TEXT);
        let features = self.selection.features();
        let names = features.iter().filter(|feature| is_given(feature, EvidenceSet::TEXT));
        let of_text = Selection::named(RowUnit::Block, names.map(|feature| feature.name))?;
        let table = compute(&page, &of_text, &mut Scratch::default());
        let rows: Vec<&[f32]> = (0..table.rows().len()).map(|row| table.row(row)).collect();
        let text_alone = word_f1(&kept_text(&page, &rows, &models.alone), gold).f1;
        let outcome = reference.extract(&page, &mut Scratch::default());
        let text = outcome.labels().map(|labels| labels.plain_text(&page)).unwrap_or_default();
        (self.progress)();
        Ok(AblationScore {
            corpus: self.pages.corpus(place),
            site: self.pages.site(place).to_owned(),
            with,
            text_alone,
            reference: word_f1(&text, gold).f1,
        })
    }
}

/// Whether a feature has values if this evidence is given.
fn is_given(feature: &Feature, set: EvidenceSet) -> bool {
    let needs = feature.needs;
    (!needs.site || set.site) && (!needs.query || set.query) && (!needs.layout || set.layout)
}

/// The text of the blocks with the best expected F1.
fn kept_text(page: &Page<'_>, rows: &[&[f32]], model: &Classifier) -> String {
    let (doc, blocks) = (page.document(), page.text_blocks());
    let count =
        |nodes: &[debulha_dom::NodeId]| nodes.iter().map(|&node| words(doc.text(node)).count() as u32).sum();
    let word_counts: Vec<u32> = blocks.blocks().iter().map(|block| count(blocks.nodes(block))).collect();
    let content: Vec<f64> = rows.iter().map(|row| model.probabilities(row)[1]).collect();
    let mut kept = best_expected_f1(&content, &word_counts);
    kept.sort_unstable();
    let nodes = kept.into_iter().flat_map(|block| blocks.nodes(&blocks.blocks()[block]).iter().copied());
    Labels::from_text_nodes(doc, nodes).plain_text(page)
}
