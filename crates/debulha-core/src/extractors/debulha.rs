//! `debulha`: text blocks judged by trees over all evidence, and cut where the expected F1 is largest.

pub mod comments;
pub mod confidence;
pub mod cut;
pub mod decision;
mod declared;
pub mod evidence;
pub mod next_articles;
pub mod once;
pub mod panels;
pub mod site;
pub mod smoothing;
pub mod structures;
pub mod threads;

use crate::classify::Classifier;
use crate::classify::boosted_trees::{BoostedTrees, Cascade};
use crate::classify::model::{FeatureRef, Model};
use crate::classify::token_odds::{Odds, TokenOdds};
use crate::extractor::{About, Extractor, ExtractorInfo, Needs, Preset, Provenance, Scratch, Status, Unit};
use crate::feature_table::{FeatureTable, RowUnit, Selection, compute_some};
use crate::outcome::{Abstention, BlockChance, Outcome, Reason};
use crate::page::Page;
use crate::params::{BuildError, ParamMap, Params};
use crate::{choices, params};
use cut::Cut;
use debulha_dom::NodeId;
pub use decision::{Decision, block_words, labels};
use evidence::PageEvidence;
use std::ops::Range;

const ID: &str = "debulha";

/// The model inside the library.
#[cfg(feature = "model")]
const SHIPPED: Option<&[u8]> = Some(include_bytes!("debulha/debulha.model"));
#[cfg(not(feature = "model"))]
const SHIPPED: Option<&[u8]> = None;

/// The bytes of the model inside the library; `None` where it was built without.
pub fn shipped() -> Option<&'static [u8]> {
    SHIPPED
}

/// Features that `why` names, those that count most (our decision).
const MAX_LISTED: usize = 12;

/// Bytes of a table of features for each byte of the page, and of any page: tables of nearly all pages are whole.
const TABLE_PER_BYTE: usize = 8;
const MIN_TABLE: usize = 16 << 20;

/// Name of the classifier in the model.
pub const BLOCKS: &str = "blocks";

/// Name among the settings of a model of the number of models that its trees are the mean of; 1 where it is not there.
pub const MODELS: &str = "models";

/// Its classes.
pub const CLASSES: [&str; 2] = ["other", "content"];

choices! {
    /// Whether hidden text may be content.
    pub enum HiddenText {
        /// It is judged like all other text if a control of the page reveals it, and dropped if nothing does
        /// ([`Concealed`](crate::features::concealed::Concealed)).
        Auto,
        /// It is judged like all other text; being hidden is one of its features.
        Judged,
        /// It is dropped.
        Never,
    }
}

choices! {
    /// What becomes of text for screen readers alone amid other text: "(opens in a new window)", "Regular price".
    pub enum ScreenReaderText {
        /// It is left out where its block is kept.
        LeftOut,
        /// It is kept with its block.
        Kept,
    }
}

choices! {
    /// What becomes of adverts that a label or a class tells.
    pub enum Adverts {
        /// They are left out.
        LeftOut,
        /// They are judged like all other text.
        Judged,
    }
}

choices! {
    /// Whether blocks that stand alike decide together.
    pub enum Smoothing {
        /// Each decides alone.
        None,
        /// Blocks of records do with those that stand alike, such as all prices of a shop's cards.
        Alike,
    }
}

choices! {
    /// Whether structures that a reader takes whole are decided as one.
    pub enum Structures {
        /// Tables, listings, lists, quotations, captions and notes are kept whole or left out whole; see [`structures`].
        Whole,
        /// Their blocks are decided one by one.
        Parts,
    }
}

choices! {
    /// What becomes of text that stands on a page several times.
    pub enum Repeats {
        /// Each copy is judged alone.
        Judged,
        /// One copy is judged, the others are left out; see [`once`].
        Once,
    }
}

choices! {
    /// What becomes of readers' comments.
    pub enum Comments {
        /// They are left out below content, and kept where the page is made for them, as a forum's thread is.
        Auto,
        /// They are judged like all other text.
        Keep,
        /// They are left out wherever they are.
        Drop,
        /// They alone are kept.
        Only,
    }
}

params! {
    /// Parameters of `debulha`.
    pub struct DebulhaParams {
        /// How much more recall counts than precision in the cut: the β of the F-measure that is expected to be largest
        /// (our decision: 1; `precision` has .5, `recall` 2).
        pub beta: f64 = 1.0, range: 0.05..=20.0;
        /// How far the blocks of a page are thought to be right or wrong together: the standard deviation, in log-odds, of
        /// what all probabilities of a page are wrong by (our decision: best by cross-validation on `wcxb-dev`).
        pub page_deviation: f64 = 5.0, range: 0.0..=40.0;
        /// Words of content that a page is thought to have where no block is likely to be it, so that of a page with little
        /// that is sure more is kept; never more than are held to be no content. They are so many where the model knows all
        /// words of the page, and none where it knows none: there it rules out little (our decision: best by
        /// cross-validation on `wcxb-dev`, with `page_deviation`).
        pub unseen_words: f64 = 150.0, range: 0.0..=10_000.0;
        /// Between the first and the last block that are kept, other blocks are kept from this share of the cut's
        /// probability on (our decision: there, tables and listings of code are content more often than their features
        /// say; `wcxb-dev` is .001 better).
        pub hysteresis: f64 = 0.85, range: 0.01..=1.0;
        /// A page whose surest block is less sure than this has no content: shells, walls and errors (our decision: the few
        /// pages of `wcxb-dev` below it are shells, or wrong).
        pub min_top_probability: f64 = 0.1, range: 0.0..=1.0;
        /// Trees that decide alone about a block where they are sure; 0: all trees decide about all blocks (our decision:
        /// figures are those of 0 or better, and half of the trees are asked).
        pub first_trees: u32 = 100, range: 0..=10_000;
        /// What the log-odds of the first trees are multiplied by: all trees are so much surer of such blocks (our decision:
        /// best by cross-validation on `wcxb-dev`, where 1.2 to 1.5 are the same to .0002).
        pub first_weight: f64 = 1.4, range: 0.1..=10.0;
        /// Log-odds from which on the first trees are sure that a block is content (our decision: such blocks are kept).
        pub sure_content: f64 = 1.5, range: 0.0..=100.0;
        /// Log-odds below 0 by as much are sure to be no content (our decision: quality falls below 3, for pages of which
        /// nothing is sure are cut where little is likely).
        pub sure_other: f64 = 3.4, range: 0.0..=100.0;
        /// Whether text may be content that no reader sees at first, such as sections that open on a click.
        pub hidden_text: HiddenText = HiddenText::Auto;
        /// What becomes of text for screen readers alone within a block of other text, as far as classes and `style` tell it (our
        /// decision: left out; `wcxb-dev` is .0016 better, its collections .022).
        pub screen_reader_text: ScreenReaderText = ScreenReaderText::LeftOut;
        /// What becomes of labels of adverts ("Advertisement"), and of short boxes that begin with one or whose class says that they ask for an
        /// address or for money (our decision: left out; of 780 such boxes of `wcxb-dev` none is gold).
        pub adverts: Adverts = Adverts::LeftOut;
        /// Whether blocks that stand alike in records decide together (our decision: they do; `wcxb-dev` .002 better).
        pub smoothing: Smoothing = Smoothing::Alike;
        /// What becomes of text that stands on a page several times (our decision: once; `wcxb-dev` .003 better).
        pub repeats: Repeats = Repeats::Once;
        /// Whether tables, listings, lists and other structures are kept whole or not at all, and headings with their text
        /// (our decision: they are; parts of them say something else).
        pub structures: Structures = Structures::Whole;
        /// What is taken from the log-odds of text that all other pages of the site have, and in proportion where a share of them
        /// has it; 0: nothing (our decision: by logistic regression on the held-out log-odds of `wcxb-dev`, `fundus` and
        /// `chinese-web-content`; with two other pages of the site `daniel` is .014 better).
        pub site_weight: f64 = 2.9, range: 0.0..=100.0;
        /// What becomes of readers' comments (our decision: auto).
        pub comments: Comments = Comments::Auto;
    }
}

#[doc = include_str!("debulha.md")]
#[derive(Debug, Clone, Default)]
pub struct Debulha {
    /// The parameters in force.
    pub params: DebulhaParams,
    learned: Option<Learned>,
}

/// What a model taught.
#[derive(Debug, Clone)]
struct Learned {
    selection: Selection,
    trees: Cascade,
    tokens: TokenOdds,
}

impl Debulha {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "Debulha",
            cite: &[
                "ke2017",
                "viola2001",
                "sun2011",
                "mozilla2025",
                "pomikalek2011",
                "nan2012",
                "mackay1992",
            ],
            provenance: Provenance::Original,
            needs: Needs { model: SHIPPED.is_none(), ..Needs::PAGE },
            docs: include_str!("debulha.md"),
            file: file!(),
            params: DebulhaParams::INFO,
            presets: &[
                Preset {
                    name: "precision",
                    docs: "Keeps less: precision counts twice as much as recall.",
                    params: r#"{"beta": 0.5}"#,
                },
                Preset {
                    name: "recall",
                    docs: "Keeps more: recall counts twice as much as precision.",
                    params: r#"{"beta": 2.0}"#,
                },
            ],
        },
        unit: Unit::Block,
        status: Status::Preview,
        build: |map| Ok(Box::new(Debulha::new(map)?)),
        load: Some(|map, model| Ok(Box::new(Debulha::with_model(map, model)?))),
    };

    /// With the model that is inside the library; where it was built without (feature `model`), without one, so that it
    /// abstains.
    ///
    /// # Errors
    /// An unknown parameter, a wrong type, or a value outside its range.
    pub fn new(map: &ParamMap) -> Result<Self, BuildError> {
        match SHIPPED {
            None => Ok(Debulha { params: DebulhaParams::from_map(ID, map)?, learned: None }),
            Some(bytes) => {
                let model = Model::from_bytes(bytes);
                let model = model.map_err(|model| BuildError::Model { extractor: ID, model })?;
                Debulha::with_model(map, &model)
            }
        }
    }

    /// With what a model learned.
    ///
    /// # Errors
    /// A model of another system, or of features that are not known here.
    pub fn with_model(map: &ParamMap, model: &Model) -> Result<Self, BuildError> {
        let invalid = |reason: String| BuildError::Invalid { extractor: ID, reason };
        let trained = model.classifier(ID, BLOCKS)?;
        let Classifier::BoostedTrees(trees) = &trained.classifier else {
            return Err(invalid("the model's blocks are not judged by boosted trees".to_owned()));
        };
        let own = evidence::FEATURES.iter().map(FeatureRef::from);
        let shared = trained.features.len().saturating_sub(evidence::FEATURES.len());
        if !own.eq(trained.features[shared..].iter().cloned()) {
            return Err(invalid("the model was trained on other token features".to_owned()));
        }
        let names = trained.features[..shared].iter().map(|feature| (feature.name.as_str(), feature.version));
        let selection = Selection::of(RowUnit::Block, names)
            .map_err(|column| BuildError::Column { extractor: ID, column })?;
        let models = match model.settings.get(MODELS) {
            None => 1,
            Some(models) => models
                .as_u64()
                .and_then(|models| u32::try_from(models).ok())
                .filter(|&models| models > 0)
                .ok_or_else(|| invalid(format!("settings of the model: {models} models")))?,
        };
        let params = DebulhaParams::from_map(ID, map)?;
        let trees = params.cascade(trees.clone(), models);
        Ok(Debulha { params, learned: Some(Learned { selection, trees, tokens: model.tokens.clone() }) })
    }

    fn judge(&self, page: &Page<'_>, shown: &Page<'_>, scratch: &mut Scratch) -> Option<Decision> {
        let learned = self.learned.as_ref()?;
        let evidence = PageEvidence::of(page, shown, &learned.tokens);
        let rows = RowUnit::Block.rows(shown);
        let mut log_odds = vec![0.0; rows.len()];
        let width = learned.selection.features().len() + evidence::FEATURES.len();
        let at_once = rows_at_once(shown, width);
        for start in (0..rows.len()).step_by(at_once) {
            let some = start..rows.len().min(start + at_once);
            let table = rows_of(shown, &learned.selection, &evidence, &rows, some.clone(), scratch);
            learned.trees.scores(table.values(), table.width(), &mut log_odds[some]);
        }
        Some(self.params.decide(page, shown, evidence.known_words(), log_odds))
    }

    /// What a block is like.
    fn row(&self, page: &Page<'_>, shown: &Page<'_>, row: usize, scratch: &mut Scratch) -> Option<Vec<f32>> {
        let learned = self.learned.as_ref()?;
        let evidence = PageEvidence::of(page, shown, &learned.tokens);
        let rows = RowUnit::Block.rows(shown);
        let table = rows_of(shown, &learned.selection, &evidence, &rows, row..row + 1, scratch);
        Some(table.row(0).to_vec())
    }
}

impl DebulhaParams {
    /// How trees judge blocks; `models` is what [`MODELS`] says.
    pub fn cascade(&self, trees: BoostedTrees, models: u32) -> Cascade {
        // Of a mean of models the first trees are all of the first one, with its share of the values.
        let first = (self.first_trees as usize).min(trees.len() / models.max(1) as usize);
        let weight = self.first_weight as f32 * models as f32;
        Cascade::new(trees, first, weight, [-self.sure_other, self.sure_content].map(|sure| sure as f32))
    }
}

/// What each block of a page is like: the features of a selection, then those of [`evidence`]. `page` is the page as
/// given, `shown` the one whose blocks are judged ([`Page::with_hidden_text`]).
pub fn rows<O: Odds>(
    page: &Page<'_>,
    shown: &Page<'_>,
    selection: &Selection,
    tokens: &O,
    scratch: &mut Scratch,
) -> Rows {
    let evidence = PageEvidence::of(page, shown, tokens);
    let rows = RowUnit::Block.rows(shown);
    let table = rows_of(shown, selection, &evidence, &rows, 0..rows.len(), scratch);
    Rows { table, known_words: evidence.known_words() }
}

/// The same of some rows alone.
fn rows_of<O: Odds>(
    shown: &Page<'_>,
    selection: &Selection,
    evidence: &PageEvidence<'_, '_, O>,
    rows: &[NodeId],
    some: Range<usize>,
    scratch: &mut Scratch,
) -> FeatureTable {
    let mut table = compute_some(shown, selection, evidence::FEATURES.len(), rows, some, scratch);
    evidence.fill(&mut table, selection.features().len());
    table
}

/// How many rows are judged at once: a table of all would be two hundred times a page of nothing but short blocks. So
/// there are at most as many tables as that by [`TABLE_PER_BYTE`], and the work stays linear.
fn rows_at_once(shown: &Page<'_>, width: usize) -> usize {
    let bytes = MIN_TABLE.max(TABLE_PER_BYTE * shown.document().source().len());
    (bytes / (width * size_of::<f32>()).max(1)).max(1)
}

/// What the blocks of a page are like.
#[derive(Debug)]
pub struct Rows {
    /// A row a block.
    pub table: FeatureTable,
    /// Share of the words looked at that have log-odds, 0 to 1: how much of the page the model can read.
    pub known_words: f64,
}

impl Extractor for Debulha {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let with_hidden = page.with_hidden_text();
        let shown = with_hidden.as_ref().unwrap_or(page);
        match self.judge(page, shown, scratch) {
            None => Outcome::Abstained(Abstention::Missing("a model: `debulha train debulha` makes one")),
            Some(decision) => Outcome::Labeled(labels(shown, &decision)),
        }
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let with_hidden = page.with_hidden_text();
        let shown = with_hidden.as_ref().unwrap_or(page);
        let (Some(learned), Some(decision)) = (&self.learned, self.judge(page, shown, scratch)) else {
            return crate::extractor::plain_reason(self, page, scratch, text_node);
        };
        let Some(row) = shown.text_blocks().block_of(text_node) else {
            let detail = "no text that is ever shown".to_owned();
            return vec![Reason { rule: "block", keeps: false, node: text_node, detail }];
        };
        let probability = decision.scores[row];
        let Decision { cut, kept, structures, beside, comments, for_screen_readers, concealed, .. } =
            &decision;
        let keeps = cut.keeps(row, probability);
        let node = shown.text_blocks().blocks()[row].element;
        let cut = if cut.least.is_finite() {
            let Cut { least, min_inside, expected, .. } = cut;
            format!(
                "the page is cut at {least:.3}, amid what is kept at {min_inside:.3}, expected F {expected:.3}"
            )
        } else {
            "nothing of the page is kept".to_owned()
        };
        let detail = format!("probability of content {probability:.3}; {cut}");
        let mut reasons = vec![Reason { rule: "cut", keeps, node, detail }];
        if let Some(copy) = self.params.left_copy(page, shown, row, &decision.scores) {
            let at = shown.document().xpath(shown.text_blocks().blocks()[copy].element);
            let detail = format!("a copy of the text is judged in its place: {at}");
            reasons.push(Reason { rule: "copy", keeps: false, node, detail });
        }
        if self.params.is_advert(shown)(row) {
            let detail =
                "an advert: its label, or a short box that begins with one or is named so".to_owned();
            reasons.push(Reason { rule: "advert", keeps: false, node, detail });
        }
        reasons.extend(site::reason(shown, self.params.site_weight, row));
        reasons.extend(comments::reason(comments, text_node, kept[row]));
        if !keeps && kept[row] && declared::declared(shown)[row] {
            let detail = "a line of the page's structured data: an ingredient, a step or a tool".to_owned();
            reasons.push(Reason { rule: "declared", keeps: true, node, detail });
        }
        reasons.extend(structures.iter().find_map(|structure| structure.reason(row, kept[row])));
        let says = reasons.last().is_some_and(|reason| reason.keeps);
        if kept[row] && !says {
            let detail = "a short run between kept text of the same element, or at its end".to_owned();
            reasons.push(Reason { rule: "amid", keeps: true, node, detail });
        } else if !kept[row] && says {
            let detail = "a heading whose text is left out".to_owned();
            reasons.push(Reason { rule: "heading", keeps: false, node, detail });
        }
        if beside.contains(&row) {
            let detail = "a heading or caption: it stands beside the running text".to_owned();
            reasons.push(Reason { rule: "beside", keeps: true, node, detail });
        }
        if concealed.binary_search(&text_node).is_ok() {
            let detail = "hidden from every reader, and no control of the page reveals it".to_owned();
            reasons.push(Reason { rule: "concealed", keeps: false, node, detail });
        }
        if for_screen_readers.binary_search(&text_node).is_ok() {
            let detail = "for screen readers alone, by class or style".to_owned();
            reasons.push(Reason { rule: "screen_readers", keeps: false, node, detail });
        }
        let Some(values) = self.row(page, shown, row, scratch) else { return reasons };
        let names = learned
            .selection
            .features()
            .iter()
            .copied()
            .chain(evidence::FEATURES)
            .map(|feature| feature.name);
        let mut contributions: Vec<(&str, f32, f64)> = names
            .zip(&values)
            .zip(learned.trees.contributions(&values))
            .map(|((name, &value), contribution)| (name, value, contribution))
            .collect();
        contributions.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        for (name, value, contribution) in contributions.into_iter().take(MAX_LISTED) {
            let value = if value.is_nan() { "missing".to_owned() } else { format!("{value}") };
            let detail = format!("{name} = {value}: log-odds {contribution:+.3}");
            reasons.push(Reason { rule: "feature", keeps: contribution > 0.0, node, detail });
        }
        reasons
    }

    fn chances(&self, page: &Page<'_>, scratch: &mut Scratch) -> Vec<BlockChance> {
        let with_hidden = page.with_hidden_text();
        let shown = with_hidden.as_ref().unwrap_or(page);
        let Some(decision) = self.judge(page, shown, scratch) else {
            return Vec::new();
        };
        let (texts, words, cut) = (shown.text_blocks(), block_words(shown), decision.cut);
        let chance = |(row, block)| BlockChance {
            nodes: texts.nodes(block).to_vec(),
            words: words[row],
            probability: decision.scores[row],
            least: cut.min_at(row),
        };
        texts.blocks().iter().enumerate().map(chance).collect()
    }

    fn judges_hidden(&self) -> bool {
        self.params.hidden_text != HiddenText::Never
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
