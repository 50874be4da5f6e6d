//! The metrics a run can be scored with, by id, and the columns each fills.

use std::str::FromStr;

use thiserror::Error;

use debulha_compare::metrics::bag_of_words::bag_of_words;
use debulha_compare::metrics::comments::comment_words;
use debulha_compare::metrics::metadata::{author_matches, date_matches, title_matches};
use debulha_compare::metrics::product::{ATTRIBUTES, attribute_matches};
use debulha_compare::metrics::rouge_lsum::rouge_lsum;
use debulha_compare::metrics::shingles::shingles;
use debulha_compare::metrics::snippets::snippet_rate;
use debulha_compare::metrics::word_f1::word_f1;
use debulha_compare::metrics::word_lcs::word_lcs;
use debulha_compare::metrics::{Prf, f1};
use debulha_corpus::LabelledPage;
use debulha_corpus::run_file::RunRow;

/// A metric on texts or metadata. Ids are stable: they name columns, anchors of `docs/metrics.md` (with `-`
/// for `_`) and arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Multisets of lower-cased words; the headline number.
    WordF1,
    /// Multisets of 4-word shingles.
    Shingles,
    /// M1: multisets of white-space separated words.
    BagOfWords,
    /// M2: longest common subsequence of words.
    WordLcs,
    /// Union LCS over lines.
    RougeLsum,
    /// Share of the words written that are labelled as readers' comments.
    CommentShare,
    /// Share of the wanted and of the unwanted snippets found.
    Snippets,
    /// Exactness of title, author and date.
    Metadata,
    /// Exactness of the product that a page sells: price, currency, availability, codes and brand.
    Product,
    /// What is kept of tables, listings, lists, captions and formulas: counts, not values of pages; see
    /// [`super::SystemScores::structure`].
    Structure,
}

/// How the values of a column become one number for a group of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aggregate {
    /// Mean over the pages that have a value.
    Mean,
    /// F1 of the means of the two columns before it, precision and recall.
    F1OfMeans,
    /// The mean of the column two before it by that of the one before it.
    RatioOfMeans,
}

/// One number a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct MetricColumn {
    pub(super) id: &'static str,
    pub(super) aggregate: Aggregate,
}

const fn mean(id: &'static str) -> MetricColumn {
    MetricColumn { id, aggregate: Aggregate::Mean }
}

const fn f1_of_means(id: &'static str) -> MetricColumn {
    MetricColumn { id, aggregate: Aggregate::F1OfMeans }
}

impl Metric {
    /// All metrics, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::WordF1,
        Self::Shingles,
        Self::BagOfWords,
        Self::WordLcs,
        Self::RougeLsum,
        Self::CommentShare,
        Self::Snippets,
        Self::Metadata,
        Self::Product,
        Self::Structure,
    ];

    /// The metric's id.
    pub fn id(self) -> &'static str {
        match self {
            Self::WordF1 => "word_f1",
            Self::Shingles => "shingles",
            Self::BagOfWords => "bag_of_words",
            Self::WordLcs => "word_lcs",
            Self::RougeLsum => "rouge_lsum",
            Self::CommentShare => "comment_share",
            Self::Snippets => "snippets",
            Self::Metadata => "metadata",
            Self::Product => "product",
            Self::Structure => "structure",
        }
    }

    /// The columns that [`Self::values`] fills, in its order.
    pub(super) fn columns(self) -> &'static [MetricColumn] {
        const fn prf(ids: [&'static str; 3]) -> [MetricColumn; 3] {
            [mean(ids[0]), mean(ids[1]), mean(ids[2])]
        }
        const WORD_F1: [MetricColumn; 3] = prf(["word_f1.precision", "word_f1.recall", "word_f1.f1"]);
        const BAG: [MetricColumn; 3] =
            prf(["bag_of_words.precision", "bag_of_words.recall", "bag_of_words.f1"]);
        const LCS: [MetricColumn; 3] = prf(["word_lcs.precision", "word_lcs.recall", "word_lcs.f1"]);
        const ROUGE: [MetricColumn; 3] = prf(["rouge_lsum.precision", "rouge_lsum.recall", "rouge_lsum.f1"]);
        match self {
            Self::WordF1 => &WORD_F1,
            Self::Shingles => {
                &const { [mean("shingles.precision"), mean("shingles.recall"), f1_of_means("shingles.f1")] }
            }
            Self::BagOfWords => &BAG,
            Self::WordLcs => &LCS,
            Self::RougeLsum => &ROUGE,
            Self::CommentShare => {
                const SHARE: MetricColumn =
                    MetricColumn { id: "comment_share.share", aggregate: Aggregate::RatioOfMeans };
                &const { [mean("comment_share.words"), mean("comment_share.written"), SHARE] }
            }
            Self::Snippets => &const { [mean("snippets.with"), mean("snippets.without")] },
            Self::Metadata => {
                &const { [mean("metadata.title"), mean("metadata.author"), mean("metadata.date")] }
            }
            Self::Product => {
                &const {
                    [
                        mean("product.price.precision"),
                        mean("product.price.recall"),
                        f1_of_means("product.price.f1"),
                        mean("product.currency.precision"),
                        mean("product.currency.recall"),
                        f1_of_means("product.currency.f1"),
                        mean("product.availability.precision"),
                        mean("product.availability.recall"),
                        f1_of_means("product.availability.f1"),
                        mean("product.sku.precision"),
                        mean("product.sku.recall"),
                        f1_of_means("product.sku.f1"),
                        mean("product.brand.precision"),
                        mean("product.brand.recall"),
                        f1_of_means("product.brand.f1"),
                        mean("product.gtin.precision"),
                        mean("product.gtin.recall"),
                        f1_of_means("product.gtin.f1"),
                        mean("product.mpn.precision"),
                        mean("product.mpn.recall"),
                        f1_of_means("product.mpn.f1"),
                    ]
                }
            }
            Self::Structure => &[],
        }
    }

    /// The metric's values for one page, one a column; `None` where nothing was labelled.
    pub(super) fn values(self, row: &RunRow, gold: &LabelledPage) -> Vec<Option<f64>> {
        let text = row.scored_text();
        let prf = |metric: fn(&str, &str) -> Prf| match &gold.text {
            Some(gold) => {
                let score = metric(text, gold);
                vec![Some(score.precision), Some(score.recall), Some(score.f1)]
            }
            None => vec![None; 3],
        };
        match self {
            Self::WordF1 => prf(word_f1),
            Self::BagOfWords => prf(bag_of_words),
            Self::WordLcs => prf(word_lcs),
            Self::RougeLsum => prf(rouge_lsum),
            Self::Shingles => match gold.text.as_deref().map(|gold| shingles(text, gold)) {
                Some(page) => {
                    let f1 = page
                        .precision
                        .or(page.recall)
                        .map(|_| f1(page.precision.unwrap_or(0.0), page.recall.unwrap_or(0.0)));
                    vec![page.precision, page.recall, f1]
                }
                None => vec![None; 3],
            },
            Self::CommentShare => match &gold.text {
                Some(text_gold) => {
                    let found = comment_words(text, text_gold, gold.comments.as_deref().unwrap_or_default());
                    let (comments, written) = (found.comments as f64, found.written as f64);
                    vec![Some(comments), Some(written), (written > 0.0).then(|| comments / written)]
                }
                None => vec![None; 3],
            },
            Self::Snippets => vec![snippet_rate(text, &gold.with), snippet_rate(text, &gold.without)],
            Self::Metadata => vec![
                exact(title_matches, row.title.as_deref(), gold.title.as_deref()),
                exact(author_matches, row.author.as_deref(), gold.author.as_deref()),
                exact(date_matches, row.date.as_deref(), gold.date.as_deref()),
            ],
            Self::Product => product_values(row, gold),
            Self::Structure => Vec::new(),
        }
    }
}

/// Precision, recall and F1 of each attribute; `None` where the page has no gold value, and of precision where none was found.
fn product_values(row: &RunRow, gold: &LabelledPage) -> Vec<Option<f64>> {
    let of_attribute = |name: &&str| {
        let accepted = gold.product.as_ref().and_then(|product| product.get(*name));
        let Some(accepted) = accepted.filter(|values| !values.is_empty()) else { return [None; 3] };
        let found = row.product.as_ref().and_then(|product| product.get(*name));
        let is_right =
            found.is_some_and(|found| accepted.iter().any(|gold| attribute_matches(name, found, gold)));
        let right = f64::from(u8::from(is_right));
        [found.map(|_| right), Some(right), Some(right)]
    };
    ATTRIBUTES.iter().flat_map(of_attribute).collect()
}

/// 1 for a match, 0 for another value or none, `None` where the page has no gold value.
fn exact(matches: fn(&str, &str) -> bool, predicted: Option<&str>, gold: Option<&str>) -> Option<f64> {
    let gold = gold.filter(|gold| !gold.trim().is_empty())?;
    Some(f64::from(u8::from(predicted.is_some_and(|predicted| matches(predicted, gold)))))
}

/// A metric's name that no metric has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown metric {0:?}")]
pub struct UnknownMetric(
    /// The name given.
    pub String,
);

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|metric| metric.id() == id).ok_or_else(|| UnknownMetric(id.to_owned()))
    }
}

/// A metric of which runs cannot be scored: on blocks or nodes of pages, which texts do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PageMetric {
    /// M3: blocks of a segmentation.
    Blocks,
    /// M4: elements, noise or content.
    Nodes,
    /// M5: elements that are template.
    TemplateNodes,
}

impl PageMetric {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Blocks, Self::Nodes, Self::TemplateNodes];

    /// The metric's id: an anchor of `docs/metrics.md` with `-` for `_`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Blocks => "blocks",
            Self::Nodes => "nodes",
            Self::TemplateNodes => "template_nodes",
        }
    }

    /// What it is, and what measures it.
    pub fn docs(self) -> &'static str {
        match self {
            Self::Blocks => {
                "M3: blocks of a segmentation, counted over all pages of a site. With r kept blocks that are gold, t kept \
                 blocks, m gold blocks that are not kept or that the segmentation does not have, and p candidates that are \
                 neither gold nor kept: P = r/t, R = r/(r+m), F1, accuracy = (r+p)/candidates. For site methods that cut \
                 pages by tag list: `debulha-lab reproduce fernandes2021/e-x`"
            }
            Self::Nodes => {
                "M4: elements, noise or content: P, R and F1 of each class, the averages weighted by elements, and the \
                 baseline that calls all noise. For trained classifiers of elements: the card of `debulha train hidden_web`, \
                 and `debulha-lab reproduce lutz2013/e-hid-1`"
            }
            Self::TemplateNodes => {
                "M5: elements that are template: P, R and F1 of a page, then means over pages, beside the baseline that calls \
                 all template. For the page-level template classifier: `debulha-lab reproduce template-report/e-tpl-3`, and \
                 `e-tpl-4`"
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_columns_agree() {
        for metric in Metric::ALL {
            assert_eq!(metric.id().parse(), Ok(metric));
            let prefix = format!("{}.", metric.id());
            assert!(metric.columns().iter().all(|column| column.id.starts_with(&prefix)));
            let gold: LabelledPage = serde_json::from_str(r#"{"id": "a"}"#).unwrap();
            let values = metric.values(&RunRow::default(), &gold);
            assert_eq!(values, vec![None; metric.columns().len()]);
        }
        assert_eq!("f2".parse::<Metric>(), Err(UnknownMetric("f2".into())));
        assert!(PageMetric::ALL.iter().all(|metric| metric.id().parse::<Metric>().is_err()));
    }

    #[test]
    fn attributes_without_gold_count_nowhere() {
        let gold =
            r#"{"id": "a", "product": {"price": ["49", "49.00"], "sku": ["ab-1"], "brand": ["Barn"]}}"#;
        let gold: LabelledPage = serde_json::from_str(gold).unwrap();
        let found = [("price", "49.00"), ("sku", "x"), ("mpn", "y")];
        let found = found.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let row = RunRow { product: Some(found.into_iter().collect()), ..RunRow::default() };
        let values = Metric::Product.values(&row, &gold);
        let of = |attribute: &str| {
            let at = ATTRIBUTES.iter().position(|name| *name == attribute).unwrap();
            values[3 * at..3 * at + 2].to_vec()
        };
        assert_eq!(of("price"), [Some(1.0), Some(1.0)]);
        assert_eq!(of("sku"), [Some(0.0), Some(0.0)]);
        assert_eq!(of("brand"), [None, Some(0.0)]);
        assert_eq!(of("mpn"), [None, None]);
    }

    #[test]
    fn metadata_that_is_missing_is_wrong() {
        let gold = r#"{"id": "a", "title": "T", "date": "2025-01-02", "author": " "}"#;
        let gold: LabelledPage = serde_json::from_str(gold).unwrap();
        let row = RunRow { date: Some("2025-01-02T03".into()), ..RunRow::default() };
        assert_eq!(Metric::Metadata.values(&row, &gold), [Some(0.0), None, Some(1.0)]);
    }
}
