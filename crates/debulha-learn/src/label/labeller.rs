//! One door to all ways of labelling: by name and parameters, to rows with labels.

use super::{BlockRules, GoldStandard, NodeClass, NodePreset, NodeRules};
use debulha_core::feature_table::RowUnit;
use debulha_core::params::{BuildError, ParamInfo, Params};
use debulha_core::{Labels, Page, ParamMap};
use debulha_dom::NodeId;

/// A way to label pages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Labeller {
    /// Text blocks by alignment.
    Blocks(BlockRules),
    /// Elements by the share of their own words.
    Nodes(NodeRules),
}

/// Labels of a page: a row a block or element.
#[derive(Debug, Clone, PartialEq)]
pub struct RowLabels {
    /// What a row is.
    pub unit: RowUnit,
    /// The node of each row, as [`RowUnit::rows`] has them.
    pub rows: Vec<NodeId>,
    /// How much of each row is content, from 0 to 1; `None` where the row has no words to tell by.
    pub shares: Vec<Option<f64>>,
    /// The text of the rows that are content.
    pub union: Labels,
    /// Gold words that were found in their places, in rows that are no content; 0 where the way to label looks at no
    /// places.
    pub left_in_others: u64,
}

impl Labeller {
    /// Names of the ways to label, in the order of lists.
    pub const NAMES: &'static [&'static str] = &["blocks", "d0", "d4"];

    /// A way to label by its name, with parameters over its own.
    ///
    /// # Errors
    /// Unknown names, wrong types, values outside their ranges.
    pub fn new(name: &str, params: &ParamMap) -> Result<Self, BuildError> {
        let over = |preset: NodePreset, id| {
            let mut all = preset.rules().to_map();
            all.extend(params.clone());
            NodeRules::from_map(id, &all).map(Labeller::Nodes)
        };
        match name {
            "blocks" => BlockRules::from_map("blocks", params).map(Labeller::Blocks),
            "d0" => over(NodePreset::D0, "d0"),
            "d4" => over(NodePreset::D4, "d4"),
            _ => Err(BuildError::Invalid {
                extractor: "label",
                reason: format!("unknown labelling `{name}`; use {}", Self::NAMES.join(", ")),
            }),
        }
    }

    /// The parameters of a way to label, with its values.
    pub fn params(&self) -> (&'static [ParamInfo], ParamMap) {
        match self {
            Labeller::Blocks(rules) => (BlockRules::INFO, rules.to_map()),
            Labeller::Nodes(rules) => (NodeRules::INFO, rules.to_map()),
        }
    }

    /// Labels a page. `elements` asks for elements where blocks are labelled; each has the share of the words below it.
    /// Cost as that of the rules.
    ///
    /// ```
    /// use debulha_core::{Page, ParamMap};
    /// use debulha_learn::label::Labeller;
    ///
    /// let parsed = debulha_dom::parse("<body><p>Rye <b>now</b>", &debulha_dom::Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let labeller = Labeller::new("blocks", &ParamMap::new())?;
    /// assert_eq!(labeller.label(&page, "now", false).shares, [Some(0.5)]);
    /// assert_eq!(labeller.label(&page, "now", true).shares, [Some(0.5), Some(0.5), Some(1.0)]);
    /// # Ok::<(), debulha_core::BuildError>(())
    /// ```
    pub fn label<'g>(&self, page: &Page<'_>, gold: impl Into<GoldStandard<'g>>, elements: bool) -> RowLabels {
        match self {
            Labeller::Blocks(rules) => {
                let labels = rules.label(page, gold);
                let others = (0..labels.blocks.len()).filter(|&block| !labels.is_content(block));
                let matched: u64 = others.map(|block| u64::from(labels.matched[block])).sum();
                let left_in_others = matched + labels.given_back as u64;
                let union = labels.union(page);
                let with_words = |(&share, &words): (&f64, &u32)| (words > 0).then_some(share);
                let (unit, shares) = if elements {
                    (RowUnit::Node, labels.elements(page))
                } else {
                    let shares = labels.blocks.iter().zip(&labels.block_words).map(with_words);
                    (RowUnit::Block, shares.collect())
                };
                RowLabels { unit, rows: unit.rows(page), shares, union, left_in_others }
            }
            Labeller::Nodes(rules) => {
                let labels = rules.label(page, gold, None);
                let doc = page.document();
                let is_content = |row: usize| labels.classes[row] != NodeClass::Other;
                let in_content = |node: &NodeId| {
                    let parent = doc.parent(*node).and_then(|parent| labels.rows.binary_search(&parent).ok());
                    parent.is_some_and(is_content)
                };
                let union = page.body_text_nodes().iter().copied().filter(in_content);
                let union = Labels::from_text_nodes(doc, union);
                let shares = (0..labels.rows.len()).map(|row| Some(f64::from(is_content(row)))).collect();
                RowLabels { unit: RowUnit::Node, rows: labels.rows, shares, union, left_in_others: 0 }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn parameters_go_over_those_of_the_preset() {
        let params = serde_json::json!({"min_share": 0.9}).as_object().unwrap().clone();
        let expected = NodeRules { min_share: 0.9, ..NodePreset::D4.rules() };
        assert_eq!(Labeller::new("d4", &params).unwrap(), Labeller::Nodes(expected));
        assert!(Labeller::new("d4", &serde_json::json!({"x": 1}).as_object().unwrap().clone()).is_err());
        assert!(Labeller::new("d5", &ParamMap::new()).is_err());
        assert!(Labeller::NAMES.iter().all(|name| Labeller::new(name, &ParamMap::new()).is_ok()));
    }

    #[test]
    fn elements_are_one_or_zero_and_their_own_text_is_joined() {
        let parsed = parse("<body><div>menu <p>Rye <i>xyz</i></p> home</div>", &Limits::default());
        let page = Page::new(&parsed.document);
        let labeller = Labeller::new("d0", &ParamMap::new()).unwrap();
        let labels = labeller.label(&page, "rye", false);
        assert_eq!(labels.shares, [0.0, 0.0, 1.0, 0.0].map(Some));
        assert_eq!(labels.union.plain_text(&page), "Rye");
    }
}
