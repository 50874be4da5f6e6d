//! Chooses members and weights of the `vote` system on a development corpus, by cross-validation over sites.
//!
//! The choice is ensemble selection (caruana2004): starting from nothing, add the candidate, one already chosen
//! included, whose addition gives the best mean word F1; the number of times a candidate was added is its weight.

use debulha_compare::metrics::tokens::words;
use debulha_core::Evidence;
use debulha_core::source::PageSource;
use debulha_core::{BuildError, Extractor, Page, ParamMap, Scratch};
use debulha_corpus::{Corpus, CorpusError};
use debulha_systems::extractors::vote::{Together, block_shares, share_together};
use rayon::prelude::*;
use std::collections::HashMap;
use thiserror::Error;

/// Shares of the weight that are tried as the threshold.
pub const THRESHOLDS: [f64; 9] = [0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7];

/// Why a choice could not be made.
#[derive(Debug, Error)]
pub enum TuningError {
    /// A candidate cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A page cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
}

/// A system that may become a member.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Id of the system.
    pub id: String,
    /// Parameters that differ from its defaults.
    pub params: ParamMap,
}

/// A page as the choice sees it: blocks of words, and how each candidate voted.
#[derive(Debug)]
pub struct BallotPage {
    site: String,
    /// Words of each block, and which of them the gold has.
    blocks: Vec<BlockWords>,
    /// How often each word of the gold occurs there.
    gold: Vec<u32>,
    gold_words: usize,
    /// Vote of each candidate on each block.
    votes: Vec<Vec<f64>>,
}

#[derive(Debug)]
struct BlockWords {
    total: usize,
    in_gold: Vec<u32>,
}

/// Members with weights, a threshold, and what they reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Times that each candidate was added.
    pub weights: Vec<u32>,
    /// Share of the weight that must speak for a block.
    pub threshold: f64,
    /// Mean word F1 on the pages that the choice was made on.
    pub f1: f64,
}

/// Runs all candidates on all pages that have gold text. Parses each page once.
///
/// # Errors
/// A candidate that cannot be built, or a page that cannot be read.
pub fn collect(
    corpus: &Corpus,
    candidates: &[Candidate],
    source: &PageSource,
    together: Together,
) -> Result<Vec<BallotPage>, TuningError> {
    let systems: Vec<Box<dyn Extractor>> = candidates
        .iter()
        .map(|c| debulha_systems::extractors::build(&c.id, &c.params))
        .collect::<Result<_, _>>()?;
    let labelled: Vec<_> = corpus.pages().iter().filter(|page| page.text.is_some()).collect();
    labelled
        .par_iter()
        .map_init(Scratch::default, |scratch, page| {
            let loaded = corpus.load(page, source)?;
            let view = loaded.page(Evidence::of_url(page.url.as_deref()));
            let votes = systems
                .iter()
                .map(|system| {
                    let outcome = system.extract(&view, scratch);
                    let labels = outcome.labels().cloned().unwrap_or_default();
                    let mut shares = block_shares(&view, &labels);
                    // The mean over members and the mean over a table may change places.
                    share_together(&view, &mut shares, together);
                    shares
                })
                .collect();
            let site = page.site.clone().unwrap_or_else(|| page.id.clone());
            Ok(ballot_page(site, page.text.as_deref().unwrap_or_default(), &view, votes))
        })
        .collect()
}

fn ballot_page(site: String, gold_text: &str, page: &Page<'_>, votes: Vec<Vec<f64>>) -> BallotPage {
    let gold_text = gold_text.to_lowercase();
    let mut ids: HashMap<&str, u32> = HashMap::new();
    let mut gold = Vec::new();
    let mut gold_words = 0;
    for word in words(&gold_text) {
        let id = *ids.entry(word).or_insert_with(|| {
            gold.push(0);
            (gold.len() - 1) as u32
        });
        gold[id as usize] += 1;
        gold_words += 1;
    }
    let blocks = page.text_blocks();
    let blocks = blocks
        .blocks()
        .iter()
        .map(|block| {
            let mut found = BlockWords { total: 0, in_gold: Vec::new() };
            let texts: Vec<&str> = blocks.nodes(block).iter().map(|&n| page.document().text(n)).collect();
            for word in words(&texts.concat().to_lowercase()) {
                found.total += 1;
                found.in_gold.extend(ids.get(word));
            }
            found
        })
        .collect();
    BallotPage { site, blocks, gold, gold_words, votes }
}

impl BallotPage {
    /// Word F1 of the blocks whose share of the weight reaches each threshold.
    fn f1(&self, weights: &[u32], thresholds: &[f64]) -> Vec<f64> {
        let total: f64 = weights.iter().map(|&w| f64::from(w)).sum();
        let mut shares = vec![0.0; self.blocks.len()];
        for (votes, &weight) in self.votes.iter().zip(weights).filter(|&(_, &weight)| weight > 0) {
            for (share, vote) in shares.iter_mut().zip(votes) {
                *share += f64::from(weight) * vote / total;
            }
        }
        thresholds
            .iter()
            .map(|&threshold| {
                let mut left = self.gold.clone();
                let (mut shared, mut predicted) = (0usize, 0usize);
                let kept =
                    self.blocks.iter().zip(&shares).filter(|&(_, &s)| s + 1e-9 >= threshold && s > 0.0);
                for (block, _) in kept {
                    predicted += block.total;
                    for &word in &block.in_gold {
                        if left[word as usize] > 0 {
                            left[word as usize] -= 1;
                            shared += 1;
                        }
                    }
                }
                if predicted + self.gold_words == 0 {
                    return 1.0;
                }
                2.0 * shared as f64 / (predicted + self.gold_words) as f64
            })
            .collect()
    }
}

/// The best threshold for given weights, and the mean word F1 there.
pub fn best_threshold(pages: &[&BallotPage], weights: &[u32]) -> (f64, f64) {
    let per_page: Vec<Vec<f64>> = pages.par_iter().map(|page| page.f1(weights, &THRESHOLDS)).collect();
    let mean = |i: usize| per_page.iter().map(|f| f[i]).sum::<f64>() / pages.len().max(1) as f64;
    let mut best = (THRESHOLDS[0], f64::MIN);
    for (index, &threshold) in THRESHOLDS.iter().enumerate() {
        let f1 = mean(index);
        if f1 > best.1 {
            best = (threshold, f1);
        }
    }
    best
}

/// Mean word F1 of a choice on pages.
pub fn evaluate(pages: &[&BallotPage], choice: &Choice) -> f64 {
    let sum: f64 = pages.par_iter().map(|page| page.f1(&choice.weights, &[choice.threshold])[0]).sum();
    sum / pages.len().max(1) as f64
}

/// Ensemble selection in a number of rounds; ends early when nothing improves.
pub fn select(pages: &[&BallotPage], candidates: usize, rounds: usize) -> Choice {
    let mut choice = Choice { weights: vec![0; candidates], threshold: 0.5, f1: f64::MIN };
    for _ in 0..rounds {
        let mut best: Option<Choice> = None;
        for candidate in 0..candidates {
            let mut weights = choice.weights.clone();
            weights[candidate] += 1;
            let (threshold, f1) = best_threshold(pages, &weights);
            if best.as_ref().is_none_or(|b| f1 > b.f1) {
                best = Some(Choice { weights, threshold, f1 });
            }
        }
        match best {
            Some(better) if better.f1 > choice.f1 => choice = better,
            _ => break,
        }
    }
    choice
}

/// What cross-validation found.
#[derive(Debug, Clone, PartialEq)]
pub struct Validation {
    /// The choice of each fold, made on the other folds.
    pub choices: Vec<Choice>,
    /// Mean word F1 over all pages, each judged by the choice that was made without its site.
    pub f1: f64,
}

/// Cross-validates the choice over sites: pages of one site are in one fold.
pub fn cross_validate(pages: &[BallotPage], candidates: usize, rounds: usize, folds: usize) -> Validation {
    let fold_of: Vec<usize> = pages.iter().map(|page| fold(&page.site, folds)).collect();
    let mut choices = Vec::with_capacity(folds);
    let mut sum = 0.0;
    for held in 0..folds {
        let part = |inside: bool| -> Vec<&BallotPage> {
            let chosen = pages.iter().zip(&fold_of).filter(|&(_, &f)| (f == held) == inside);
            chosen.map(|(page, _)| page).collect()
        };
        let choice = select(&part(false), candidates, rounds);
        let test = part(true);
        sum += evaluate(&test, &choice) * test.len() as f64;
        choices.push(choice);
    }
    Validation { choices, f1: sum / pages.len().max(1) as f64 }
}

/// The fold of a site, by the FNV-1a hash of its name: stable across machines.
fn fold(site: &str, folds: usize) -> usize {
    let name = site.strip_prefix("www.").unwrap_or(site);
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash % folds as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of three blocks: the first is gold, and the candidates vote as given.
    fn page(site: &str, votes: [[f64; 3]; 2]) -> BallotPage {
        let block = |total: usize, in_gold: &[u32]| BlockWords { total, in_gold: in_gold.to_vec() };
        BallotPage {
            site: site.to_owned(),
            blocks: vec![block(4, &[0, 1, 1, 2]), block(4, &[]), block(2, &[1])],
            gold: vec![1, 2, 1],
            gold_words: 4,
            votes: votes.map(|v| v.to_vec()).to_vec(),
        }
    }

    #[test]
    fn f1_counts_each_gold_word_once() {
        let page = page("a", [[1.0, 0.0, 1.0], [1.0, 1.0, 1.0]]);
        // Blocks 1 and 3: 4 shared of 6 predicted and 4 gold.
        assert_eq!(page.f1(&[1, 0], &[0.5]), [0.8]);
        assert_eq!(page.f1(&[0, 1], &[0.5]), [8.0 / 14.0]);
    }

    #[test]
    fn selection_takes_the_candidate_that_helps() {
        let pages: Vec<BallotPage> = ["a", "b", "c", "d"]
            .map(|site| page(site, [[1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]))
            .into_iter()
            .collect();
        let choice = select(&pages.iter().collect::<Vec<_>>(), 2, 5);
        assert_eq!((choice.weights, choice.f1), (vec![1, 0], 1.0));
        assert_eq!(cross_validate(&pages, 2, 5, 2).f1, 1.0);
    }

    #[test]
    fn a_site_is_in_one_fold_with_and_without_www() {
        assert_eq!(fold("www.example.org", 5), fold("example.org", 5));
    }
}
