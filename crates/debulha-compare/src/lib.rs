//! Several systems side by side on one page: what each keeps of every text block, and how far they agree.
//!
//! Everything is counted in words, the maximal runs without white space of visible text. A system keeps a word when it
//! labels all of it. [`text`] renders a comparison for terminals, [`html`] as a page. [`metrics`] compare an answer with what people
//! labelled, and [`stats`] sum them up over pages; `docs/metrics.md` defines them.

#![forbid(unsafe_code)]

pub mod html;
mod kept;
pub mod markup;
pub mod metrics;
mod sketch;
pub mod stats;
mod system;
pub mod text;

pub use system::{System, folder_name, guarded};

use debulha_core::{Labels, Outcome, Page, Scratch};
use kept::{KeptWords, VisibleWords};
use metrics::Prf;
use metrics::word_f1::word_f1;
use serde::Serialize;
use sketch::BlockSketch;

/// Version of a comparison as JSON; changes when a consumer of the old one would no longer be right.
pub const COMPARISON_VERSION: &str = "1";

/// Bytes of a path that are kept; the longest of 111 pages of wcxb-dev has 321.
const PATH_BYTES: usize = 600;

/// A page as several systems see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The systems in the order that was requested.
    pub systems: Vec<ComparedSystem>,
    /// Words of the page.
    pub words: u32,
    /// Mean over the page's words of the share of systems that agree with the majority; 1 without words.
    pub agreement: f64,
    /// Token F1 of each two systems: twice the words that both keep by the words that each keeps, summed. 1 where both
    /// keep none; null for those that gave no answer.
    pub f1: Vec<Vec<Option<f64>>>,
    /// The text blocks in document order.
    pub blocks: Vec<ComparedBlock>,
}

/// A system of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedSystem {
    /// Id, with the parameters that differ from their defaults.
    pub name: String,
    /// Words that it keeps.
    pub words: u32,
    /// The word F1 that it expects of its answer, 0 to 1, where it can tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// Why it has no answer, if it has none.
    pub no_answer: Option<String>,
    /// Word precision, recall and F1 against the gold text, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gold: Option<Prf>,
}

/// A text block of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedBlock {
    /// Position in document order of the innermost block-level element around its first text.
    pub node: u32,
    /// Absolute XPath of that element; where it is very long, its end after `…`.
    pub xpath: String,
    /// Words.
    pub words: u32,
    /// Share of systems that agree with the majority, mean over its words: from ½ to 1.
    pub agreement: f64,
    /// Words that each system keeps, in the order of systems; null for those that gave no answer.
    pub kept: Vec<Option<u32>>,
    /// What a reader sees of it.
    #[serde(flatten)]
    pub sketch: BlockSketch,
}

/// How much of a block a system keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockVerdict {
    Kept,
    Partly,
    Dropped,
    NoAnswer,
}

impl ComparedBlock {
    /// How much of the block the system at an index keeps.
    fn verdict(&self, system: usize) -> BlockVerdict {
        match self.kept[system] {
            None => BlockVerdict::NoAnswer,
            Some(0) => BlockVerdict::Dropped,
            Some(kept) if kept == self.words => BlockVerdict::Kept,
            Some(_) => BlockVerdict::Partly,
        }
    }

    /// Percentage of the words that the system at an index keeps; from 1 to 99 where it keeps a part.
    fn percent(&self, system: usize) -> u32 {
        let kept = self.kept[system].unwrap_or_default();
        match (100.0 * f64::from(kept) / f64::from(self.words.max(1))).round() as u32 {
            0 if kept > 0 => 1,
            100 if kept < self.words => 99,
            percent => percent,
        }
    }
}

impl Comparison {
    /// Has all systems decide on one page. A system that panics gives no answer.
    ///
    /// O(systems × (words + systems × words / 64)) beside the systems themselves.
    pub fn of(page: &Page<'_>, systems: &[System], gold: Option<&str>, scratch: &mut Scratch) -> Self {
        let words = VisibleWords::of(page);
        let mut compared = Vec::with_capacity(systems.len());
        let mut kept: Vec<Option<KeptWords>> = Vec::with_capacity(systems.len());
        for system in systems {
            let answer = answer(system, page, scratch);
            let bits = answer.as_ref().ok().map(|labels| words.kept(labels));
            compared.push(ComparedSystem {
                name: system.name().to_owned(),
                words: bits.as_ref().map_or(0, KeptWords::count),
                confidence: answer.as_ref().ok().and_then(|labels| labels.confidence),
                gold: gold
                    .zip(answer.as_ref().ok())
                    .map(|(gold, labels)| word_f1(&labels.plain_text(page), gold)),
                no_answer: answer.err(),
            });
            kept.push(bits);
        }
        let agreeing = agreeing(words.len(), &kept);
        let mean = |words: &[f64]| {
            if words.is_empty() { 1.0 } else { words.iter().sum::<f64>() / words.len() as f64 }
        };
        let blocks =
            page.text_blocks().blocks().iter().zip(words.of_blocks()).map(|(block, range)| ComparedBlock {
                node: block.element.0,
                xpath: end_of(page.document().xpath(block.element)),
                words: range.len() as u32,
                agreement: mean(&agreeing[range.clone()]),
                kept: kept.iter().map(|kept| Some(kept.as_ref()?.count_in(range.clone()))).collect(),
                sketch: BlockSketch::of(page, block),
            });
        Comparison {
            systems: compared,
            words: words.len() as u32,
            agreement: mean(&agreeing),
            f1: kept
                .iter()
                .map(|a| kept.iter().map(|b| Some(a.as_ref()?.f1(b.as_ref()?))).collect())
                .collect(),
            blocks: blocks.collect(),
        }
    }
}

/// A path, or its last whole steps: hundreds of steps for each of a million blocks would not fit in memory.
fn end_of(path: String) -> String {
    let from = path.ceil_char_boundary(path.len().saturating_sub(PATH_BYTES));
    match path[from..].find('/') {
        Some(step) if from > 0 => format!("…{}", &path[from + step..]),
        _ => path,
    }
}

fn answer(system: &System, page: &Page<'_>, scratch: &mut Scratch) -> Result<Labels, String> {
    match guarded(|| system.extractor().extract(page, scratch)) {
        Ok(Outcome::Labeled(labels)) => Ok(labels),
        Ok(Outcome::Abstained(reason)) => Err(reason.to_string()),
        Err(panic) => {
            *scratch = Scratch::default();
            Err(panic)
        }
    }
}

/// For each word the share of answers that agree with the majority.
fn agreeing(words: usize, kept: &[Option<KeptWords>]) -> Vec<f64> {
    let answers: Vec<&KeptWords> = kept.iter().flatten().collect();
    let all = answers.len().max(1);
    let share = |word| {
        let votes = answers.iter().filter(|kept| kept.has(word)).count();
        votes.max(all - votes) as f64 / all as f64
    };
    (0..words).map(share).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(crate) mod tests;
