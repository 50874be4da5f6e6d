//! Records: which gold records a prediction finds whole and alone.

use super::Prf;
use std::ops::Range;

/// Scores predicted records, runs of node ids, against gold records, lists of node ids.
///
/// A prediction matches a gold record if it holds all its nodes and none of another gold record's. A gold record is
/// matched by one prediction at most, the first. Gold records without nodes are nobody's and count as missed.
/// O((predictions + gold nodes) log gold nodes).
pub fn score(predicted: &[Range<u32>], gold: &[Vec<u32>]) -> Prf {
    let mut owners: Vec<(u32, usize)> = gold
        .iter()
        .enumerate()
        .flat_map(|(record, nodes)| nodes.iter().map(move |&node| (node, record)))
        .collect();
    owners.sort_unstable();
    owners.dedup();
    let mut sizes = vec![0; gold.len()];
    for &(_, record) in &owners {
        sizes[record] += 1;
    }
    let mut is_matched = vec![false; gold.len()];
    for nodes in predicted {
        let start = owners.partition_point(|&(node, _)| node < nodes.start);
        let end = owners.partition_point(|&(node, _)| node < nodes.end);
        let Some(&(_, record)) = owners[start..end.max(start)].first() else { continue };
        let is_alone = owners[start..end].iter().all(|&(_, other)| other == record);
        is_matched[record] |= is_alone && end - start == sizes[record];
    }
    let matched = is_matched.iter().filter(|&&is_matched| is_matched).count();
    Prf::from_overlap(matched, predicted.len(), gold.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_found_whole_and_alone() {
        // Whole; in two parts; two in one; nobody's.
        let gold = [vec![3, 5], vec![10, 12], vec![20], vec![25]];
        let predicted = [3..7, 9..11, 11..15, 18..30, 40..50];
        let score = score(&predicted, &gold);
        assert_eq!((score.precision, score.recall), (0.2, 0.25));
        assert!((score.f1 - 2.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn a_gold_record_is_matched_once_and_shared_nodes_match_nobody() {
        assert_eq!(score(&[1..5, 2..4], &[vec![3]]).precision, 0.5);
        let one = std::slice::from_ref(&(1..5));
        assert_eq!(score(one, &[vec![3], vec![3]]).recall, 0.0);
        assert_eq!(score(&[], &[]), Prf::PERFECT);
    }
}
