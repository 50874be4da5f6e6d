//! How many new rows a query is expected to bring.
//!
//! Rows mostly show by what they are found: the row of a book names its author and its genre. Where that is so for a field,
//! the known rows behind a value are those with its words. A query of several fields is then expected to have the rows that their
//! shares make, as if they did not depend on one another, and those beyond the known ones are new.

use super::space::{Answer, Query, Space};
use super::vocabulary::{Vocabulary, shared, words_of};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Answers that tell what share of the rows is known.
const WITNESSES: usize = 8;

/// A share of unknown rows larger than this is taken for this: few answers tell little.
const MOST_UNKNOWN: f64 = 0.8;

/// A field shows in the rows if so many of those that it found have the words of the value.
const SHOWS: f64 = 0.9;

/// Rows after which a field may be said to show.
const ENOUGH_ROWS: usize = 5;

/// The share of the rows that a word is expected to have of which nothing is known.
const UNKNOWN_WORD: f64 = 0.02;

/// What answers have told about rows and fields.
#[derive(Debug, Default)]
pub(super) struct Forecast {
    /// By field: rows that had the words of the value, and rows.
    shows: BTreeMap<u16, (usize, usize)>,
    /// Rows and new rows of the last answers that were not cut.
    witnesses: VecDeque<(usize, usize)>,
    /// Rows of the largest answer.
    most: usize,
}

impl Forecast {
    /// Learns from an answer.
    pub(super) fn take(&mut self, space: &Space, query: &Query, answer: &Answer, new: usize, is_cut: bool) {
        self.most = self.most.max(answer.rows.len());
        if !is_cut && !answer.rows.is_empty() {
            self.witnesses.push_back((answer.rows.len(), new));
            if self.witnesses.len() > WITNESSES {
                self.witnesses.pop_front();
            }
        }
        for &(field, value) in query.pairs() {
            let wanted: Vec<String> = words_of(space.shown(field, value)).collect();
            let has = |words: &BTreeSet<&str>| wanted.iter().all(|word| words.contains(word.as_str()));
            let shows = |row: &super::space::Row| has(&row.words.iter().map(|word| word.text.as_str()).collect());
            let hits = answer.rows.iter().filter(|row| shows(row)).count();
            let (known, all) = self.shows.entry(field).or_default();
            *known += hits;
            *all += answer.rows.len();
        }
    }

    fn is_shown(&self, field: u16) -> bool {
        self.shows.get(&field).is_some_and(|&(hits, all)| all >= ENOUGH_ROWS && hits as f64 >= SHOWS * all as f64)
    }

    /// The share of all rows that is not known: as of the rows of the last answers that were whole.
    fn unknown(&self) -> f64 {
        let (rows, new) = self.witnesses.iter().fold((0, 0), |(rows, new), (r, n)| (rows + r, new + n));
        // As if one row more had been new: nobody knows that all are known.
        ((new + 1) as f64 / (rows + 1) as f64).min(MOST_UNKNOWN)
    }

    /// New rows that a query is expected to bring. O(known rows of its values).
    pub(super) fn expected(&self, space: &Space, vocabulary: &Vocabulary, query: &Query) -> f64 {
        let known = vocabulary.count() as f64;
        let all = (known / (1.0 - self.unknown())).max(1.0);
        let mut share = 1.0;
        let mut members: Option<Vec<u32>> = None;
        // The part of the known rows that fields are taken to let through which do not show.
        let mut hidden = 1.0;
        for &(field, value) in query.pairs() {
            let count = f64::from(space.count(field)).max(1.0);
            let is_text = space.facet(field).is_text;
            if self.is_shown(field) {
                let rows = vocabulary.rows_with(space.shown(field, value));
                let few = if is_text { UNKNOWN_WORD } else { 1.0 / count };
                share *= (rows.len() as f64 + few) / (known + 1.0);
                members = Some(members.map_or_else(|| rows.clone(), |members| shared(&members, &rows)));
            } else {
                let part = if is_text { UNKNOWN_WORD } else { 1.0 / count };
                share *= part;
                hidden *= part;
            }
        }
        let size = all * share;
        let known = members.map_or(known, |members| members.len() as f64) * hidden;
        let rows = size.min(self.most.max(1) as f64);
        rows * (1.0 - known / size.max(1e-9)).clamp(0.0, 1.0)
    }
}
