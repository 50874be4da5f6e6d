//! How much of the query that led to the page is in a text block.

use super::{FeatureGroup, GroupColumns, RowUnit, columns, ratio, ratio_of};
use crate::about::Needs;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

/// Blocks before and after that count as near (our decision).
const NEAR: usize = 5;

columns! {
    Needs { query: true, ..Needs::PAGE };
    query_words: "Words of the block that are terms of the query.",
    query_share: "These by the words of the block, 0 to 1.",
    query_terms: "Share of the query's terms that are in the block, 0 to 1.",
    query_best: "This share by the highest of any block of the page, 0 to 1; 0 where that is 0.",
    query_distance: "Blocks since the first one with the highest share of terms, negative before it; missing if no block has a \
        term.",
    query_near: "Words that are terms of the query in the block and five blocks before and after it, by their words, 0 to 1.",
}

/// The group. A page without terms has none of its features.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_query", unit: RowUnit::Block, features: COLUMNS, fill };

/// O(text · log terms).
fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let Some(query) = page.query().filter(|terms| !terms.is_empty()) else { return };
    let (doc, blocks) = (page.document(), page.text_blocks());
    let all = query.iter().count() as u32;
    let mut words = vec![0];
    let mut matches = vec![0];
    let mut terms = Vec::with_capacity(rows.len());
    for block in blocks.blocks() {
        let texts = || blocks.nodes(block).iter().map(|&node| doc.text(node));
        words.push(words[words.len() - 1] + block.counts.words);
        matches.push(matches[matches.len() - 1] + texts().map(|text| query.count(text)).sum::<u32>());
        terms.push(ratio(query.distinct(texts()), all));
    }
    let best = terms.iter().copied().fold(0.0, f32::max);
    let first = terms.iter().position(|&share| share == best && best > 0.0);
    for row in columns.range() {
        let within = |from: usize, end: usize, sums: &[u32]| sums[end] - sums[from];
        let (from, end) = (row.saturating_sub(NEAR), (row + NEAR + 1).min(rows.len()));
        let own = within(row, row + 1, &matches);
        columns.set_row(
            row,
            &Row {
                query_words: own as f32,
                query_share: ratio(own, within(row, row + 1, &words)).min(1.0),
                query_terms: terms[row],
                query_best: ratio_of(terms[row].into(), best.into()),
                query_distance: first.map_or(f32::NAN, |first| row as f32 - first as f32),
                query_near: ratio(within(from, end, &matches), within(from, end, &words)).min(1.0),
            }
            .array(),
        );
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Evidence;
    use crate::feature_table::{Selection, compute};
    use crate::query::QueryTerms;
    use debulha_dom::{Limits, parse};

    fn column(name: &str, query: &str) -> Vec<f32> {
        let html =
            "<li>Rye</li><h1>The <i>rye</i> of July</h1><p>It stood high in July, in July.</p><p>Mill</p>";
        let document = parse(html, &Limits::default()).document;
        let mut terms = QueryTerms::default();
        terms.add_text(query);
        let page = Page::new(&document).seen_with(Evidence { query: Some(&terms), ..Evidence::default() });
        let table =
            compute(&page, &Selection::of(RowUnit::Block, [(name, 1)]).unwrap(), &mut Scratch::default());
        (0..table.rows().len()).map(|row| table.row(row)[0]).collect()
    }

    #[test]
    fn blocks_are_compared_by_the_terms_that_they_have() {
        let query = "Rye, July";
        assert_eq!(column("query_words", query), [1.0, 2.0, 2.0, 0.0]);
        assert_eq!(column("query_terms", query), [0.5, 1.0, 0.5, 0.0]);
        assert_eq!(column("query_best", query), [0.5, 1.0, 0.5, 0.0]);
        assert_eq!(column("query_distance", query), [-1.0, 0.0, 1.0, 2.0]);
        assert_eq!(column("query_share", query)[1], 0.5);
        assert!((column("query_near", query)[3] - 5.0 / 13.0).abs() < 1e-6);
    }

    #[test]
    fn without_terms_or_matches_values_are_missing_or_0() {
        assert!(COLUMNS.iter().all(|feature| column(feature.name, "").iter().all(|value| value.is_nan())));
        assert!(column("query_distance", "oats").iter().all(|value| value.is_nan()));
        assert_eq!(column("query_best", "oats"), [0.0; 4]);
    }
}
