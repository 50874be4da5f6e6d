//! What speaks for a region beside how it repeats: words of the query that led to the page, and what a system keeps.

use super::{Record, RecordParams};
use crate::outcome::Labels;
use crate::page::Page;
use std::ops::Range;

/// Sums over nodes, so that each run of nodes is asked in O(1).
pub(super) struct Clues {
    /// Words before each node that are terms of the query.
    terms: Option<Vec<u32>>,
    /// Bytes of text before each node that a system keeps, and of all text.
    kept: Option<(Vec<u32>, Vec<u32>)>,
}

impl Clues {
    /// O(text) where there is a query or an answer.
    pub(super) fn new(page: &Page<'_>, kept: Option<&Labels>) -> Self {
        let doc = page.document();
        let before = |of: &mut dyn FnMut(debulha_dom::NodeId) -> u32| {
            let mut sum = 0;
            let mut sums = Vec::with_capacity(doc.len() + 1);
            for node in doc.nodes() {
                sums.push(sum);
                sum += of(node);
            }
            sums.push(sum);
            sums
        };
        let is_read = |node| doc.is_text(node) && !page.visibility().is_hidden(node);
        let terms = page
            .query()
            .map(|query| before(&mut |node| if is_read(node) { query.count(doc.text(node)) } else { 0 }));
        let kept = kept.map(|labels| {
            let mut spans = labels.spans.iter().peekable();
            let of_kept = before(&mut |node| {
                let own = std::iter::from_fn(|| spans.next_if(|span| span.node <= node));
                own.map(|span| span.end - span.start).sum()
            });
            (of_kept, before(&mut |node| if is_read(node) { doc.text(node).len() as u32 } else { 0 }))
        });
        Clues { terms, kept }
    }

    /// What a score is multiplied by: 1 where nothing is known. O(records).
    pub(super) fn factor(&self, records: &[Record], params: &RecordParams) -> f64 {
        let between =
            |sums: &[u32], nodes: &Range<u32>| sums[nodes.end as usize] - sums[nodes.start as usize];
        let with_term = self.terms.as_ref().map_or(0.0, |terms| {
            let with = records.iter().filter(|record| between(terms, &record.nodes) > 0).count();
            with as f64 / records.len().max(1) as f64
        });
        let kept = self.kept.as_ref().map_or(0.0, |(kept, all)| {
            let sum =
                |sums| records.iter().map(|record| f64::from(between(sums, &record.nodes))).sum::<f64>();
            sum(kept) / sum(all).max(1.0)
        });
        (1.0 + params.query_weight * with_term) * (1.0 + params.kept_weight * kept)
    }

    /// The most that [`Clues::factor`] can be.
    pub(super) fn most(&self, params: &RecordParams) -> f64 {
        let of = |is_known: bool, weight: f64| 1.0 + if is_known { weight } else { 0.0 };
        of(self.terms.is_some(), params.query_weight) * of(self.kept.is_some(), params.kept_weight)
    }
}
