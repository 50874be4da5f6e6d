//! The matcher of HiWE (raghavan2001): labels of the form are looked up in a table of labels and values, and all fields are filled
//! in at once.
//!
//! The table (LVS: label, value set) gives each label values with weights from 0 to 1. Options of a field have the weight 1.
//! A text field has the values of the label that is most like its own, if that is near enough; else it stays empty.
//! Assignments are asked in the order of their rank.

use super::search::Strategy;
use super::space::{Query, QueryAnswer, Space};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use strsim::normalized_levenshtein;

/// How alike two labels are at least, as one minus their edit distance by the longer one's length. HiWE has a threshold too,
/// for a distance with block moves; the number is ours.
const MIN_LIKENESS: f64 = 0.75;

/// Assignments that wait at most, bounding the memory.
const MAX_WAITING: usize = 100_000;

/// Words that labels have for grammar alone.
const EMPTY_WORDS: [&str; 12] =
    ["a", "an", "any", "by", "choose", "enter", "for", "in", "of", "select", "the", "your"];

/// Labels with their values and weights.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LabelValues(BTreeMap<String, Vec<(String, f64)>>);

impl LabelValues {
    /// Adds values to a label. Weights are kept within 0 and 1; of a value that is there already the larger one counts.
    pub fn add(&mut self, label: &str, values: impl IntoIterator<Item = (String, f64)>) {
        let row = self.0.entry(normalised(label)).or_default();
        for (value, weight) in values {
            let weight = if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 0.0 };
            match row.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => *known = known.max(weight),
                None => row.push((value, weight)),
            }
        }
    }

    /// The values of the label that is most like one.
    pub fn of(&self, label: &str) -> Option<&[(String, f64)]> {
        let label = normalised(label);
        let rated = self.0.iter().map(|(known, values)| (normalized_levenshtein(known, &label), values));
        let best = rated.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        (best.0 >= MIN_LIKENESS && !label.is_empty()).then_some(&best.1[..])
    }
}

/// A label for comparison: lower case, letters and digits alone, without words of grammar.
fn normalised(label: &str) -> String {
    let lower = label.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let kept: Vec<&str> = words.filter(|word| !EMPTY_WORDS.contains(word)).collect();
    kept.join(" ")
}

/// How the weights of an assignment's values make its rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rank {
    /// Their minimum.
    #[default]
    Conjunction,
    /// Their mean.
    Average,
    /// The chance that one of them is good: 1 − Π (1 − weight).
    Probabilistic,
}

impl Rank {
    fn of(self, weights: impl Iterator<Item = f64> + Clone) -> f64 {
        match self {
            Rank::Conjunction => weights.fold(1.0, f64::min),
            Rank::Average => {
                let count = weights.clone().count().max(1);
                weights.sum::<f64>() / count as f64
            }
            Rank::Probabilistic => 1.0 - weights.fold(1.0, |left, weight| left * (1.0 - weight)),
        }
    }
}

/// The matcher, as a strategy.
#[derive(Debug)]
pub struct Matcher {
    rank: Rank,
    /// The fields that are filled in, with their values, the heaviest first.
    fields: Vec<(u16, Vec<(u32, f64)>)>,
    waiting: BinaryHeap<Assignment>,
}

/// Values by their places in the lists of the fields. Of equal ranks the smaller sum of places comes first.
#[derive(Debug, PartialEq)]
struct Assignment {
    rank: f64,
    sum: usize,
    places: Vec<usize>,
    /// Places before this one do not grow: so each assignment is made once.
    from: usize,
}

impl Eq for Assignment {}

impl PartialOrd for Assignment {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Assignment {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_rank = self.rank.total_cmp(&other.rank);
        by_rank.then(other.sum.cmp(&self.sum)).then_with(|| other.places.cmp(&self.places))
    }
}

impl Matcher {
    /// Over the fields of a form. Values that the fields have already, such as those given by hand, count with weight 1.
    pub fn new(space: &mut Space, table: &LabelValues, rank: Rank) -> Matcher {
        let mut fields = Vec::new();
        for field in space.fields() {
            let mut values: Vec<(u32, f64)> = (0..space.count(field)).map(|value| (value, 1.0)).collect();
            if space.facet(field).is_text {
                let label = space.facet(field).label.clone();
                let known: BTreeSet<u32> = values.iter().map(|(value, _)| *value).collect();
                for (value, weight) in table.of(&label).unwrap_or_default() {
                    let value = space.intern(field, value);
                    if !known.contains(&value) {
                        values.push((value, *weight));
                    }
                }
            }
            values.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            if !values.is_empty() {
                fields.push((field, values));
            }
        }
        let mut matcher = Matcher { rank, fields, waiting: BinaryHeap::new() };
        if !matcher.fields.is_empty() {
            matcher.push(vec![0; matcher.fields.len()], 0);
        }
        matcher
    }

    fn push(&mut self, places: Vec<usize>, from: usize) {
        if self.waiting.len() < MAX_WAITING {
            let weights = self.fields.iter().zip(&places).map(|((_, values), &place)| values[place].1);
            let rank = self.rank.of(weights);
            self.waiting.push(Assignment { rank, sum: places.iter().sum(), places, from });
        }
    }
}

impl Strategy for Matcher {
    /// O(fields · log waiting): ranks do not grow with the places, so what follows an assignment comes after it.
    fn next(&mut self, _: &mut Space) -> Option<Query> {
        let Assignment { places, from, .. } = self.waiting.pop()?;
        for at in from..places.len() {
            if places[at] + 1 < self.fields[at].1.len() {
                let mut next = places.clone();
                next[at] += 1;
                self.push(next, at);
            }
        }
        let pairs =
            self.fields.iter().zip(&places).map(|((field, values), &place)| (*field, values[place].0));
        Some(Query::of(pairs.collect()))
    }

    fn take(&mut self, _: &Space, _: &Query, _: &QueryAnswer, _: usize) {}
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::probe::space::Facet;

    fn table() -> LabelValues {
        let mut table = LabelValues::default();
        table.add("Author name", [("Poe".to_owned(), 0.5), ("King".to_owned(), 0.9)]);
        table.add("Title", [("rye".to_owned(), 1.0)]);
        table
    }

    fn asked(rank: Rank) -> Vec<String> {
        let mut facets = vec![
            Facet::of_text("a", &[]),
            Facet::of_options("genre", &["prose", "verse"]),
            Facet::of_text("zip", &[]),
        ];
        facets[0].label = "The author's name:".to_owned();
        let mut space = Space::new(facets);
        let mut matcher = Matcher::new(&mut space, &table(), rank);
        let queries: Vec<Query> = std::iter::from_fn(|| matcher.next(&mut space)).collect();
        let text = |query: &Query| {
            space.pairs(query).map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
        };
        queries.iter().map(text).collect()
    }

    #[test]
    fn labels_are_matched_by_edit_distance() {
        let table = table();
        assert_eq!(table.of("Authors name").unwrap().len(), 2);
        assert_eq!(table.of("TITLE *").unwrap()[0].0, "rye");
        assert!(table.of("Publisher").is_none() && table.of("").is_none());
    }

    #[test]
    fn assignments_come_in_the_order_of_their_rank() {
        let by_weight =
            ["a=King&genre=prose", "a=King&genre=verse", "a=Poe&genre=prose", "a=Poe&genre=verse"];
        assert_eq!(asked(Rank::Conjunction), by_weight);
        assert_eq!(asked(Rank::Average), by_weight);
        // One sure value makes all of them sure: the order is that of the places.
        let of_places =
            ["a=King&genre=prose", "a=King&genre=verse", "a=Poe&genre=prose", "a=Poe&genre=verse"];
        assert_eq!(asked(Rank::Probabilistic), of_places);
    }

    #[test]
    fn ranks_are_those_of_the_paper() {
        let weights = [0.5, 0.8];
        assert_eq!(Rank::Conjunction.of(weights.iter().copied()), 0.5);
        assert_eq!(Rank::Average.of(weights.iter().copied()), 0.65);
        assert!((Rank::Probabilistic.of(weights.iter().copied()) - 0.9).abs() < 1e-12);
    }
}
