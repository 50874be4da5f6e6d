//! One slot for a field in all records: the place in their markup that says most for it.

use debulha_dom::NodeId;
use std::collections::{BTreeMap, BTreeSet};

/// Share of different values from which on a slot's values are the records' own and not of the template.
const MIN_DISTINCT: f64 = 0.3;

/// A value that may be a record's field.
#[derive(Debug, Clone)]
pub(super) struct Bid {
    pub(super) record: usize,
    /// Names and classes of the elements around it.
    pub(super) slot: String,
    pub(super) node: NodeId,
    pub(super) value: String,
    /// How much speaks for it; 0 is nothing.
    pub(super) evidence: f64,
}

/// For each record the place of the bid that is its field, from the slot with most evidence that the record has.
///
/// A slot's evidence is summed over the records; where values should differ (`varied`), it counts by how many do, and
/// not at all where three records or more have nearly one value. Of a record's bids in one slot the first one counts.
/// O(bids log bids).
pub(super) fn choose(bids: &[Bid], records: usize, varied: bool) -> Vec<Option<usize>> {
    let mut slots: BTreeMap<&str, (f64, BTreeSet<&str>, usize, usize)> = BTreeMap::new();
    for bid in bids.iter().filter(|bid| bid.evidence > 0.0) {
        let (evidence, values, count, last) =
            slots.entry(&bid.slot).or_insert((0.0, BTreeSet::new(), 0, usize::MAX));
        if *last == bid.record {
            continue;
        }
        *evidence += bid.evidence;
        values.insert(&bid.value);
        (*count, *last) = (*count + 1, bid.record);
    }
    let worth = |slot: &str| -> f64 {
        let Some((evidence, values, count, _)) = slots.get(slot) else { return 0.0 };
        let distinct = values.len() as f64 / *count as f64;
        match (varied, *count) {
            (true, 3..) if distinct < MIN_DISTINCT => 0.0,
            (true, _) => evidence * distinct.sqrt(),
            (false, _) => *evidence,
        }
    };
    let mut chosen: Vec<Option<(usize, f64)>> = vec![None; records];
    for (place, bid) in bids.iter().enumerate().filter(|(_, bid)| bid.evidence > 0.0) {
        let worth = worth(&bid.slot);
        if worth > 0.0 && chosen[bid.record].is_none_or(|(_, best)| worth > best) {
            chosen[bid.record] = Some((place, worth));
        }
    }
    chosen.into_iter().map(|choice| choice.map(|(place, _)| place)).collect()
}
