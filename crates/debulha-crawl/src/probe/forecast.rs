//! How many new rows a query is expected to bring.
//!
//! Rows mostly show by what they are found: the row of a book names its author and its genre. Where that is so for a field,
//! the known rows behind a value are those with its words. A query of several fields is then expected to have the rows that their
//! shares make, as if they did not depend on one another, and those beyond the known ones are new.

use super::space::{Query, QueryAnswer, Space};
use super::vocabulary::{RowVocabulary, shared, words_of};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Answers that tell what share of the rows is known.
const WITNESSES: usize = 8;

/// A share of unknown rows larger than this is taken for this: few answers tell little.
const MAX_UNKNOWN: f64 = 0.8;

/// A field shows in the rows if so many of those that it found have the words of the value.
const SHOWS: f64 = 0.9;

/// How many times as many rows as the largest answer has make it certain that an answer is cut.
const CERTAIN: f64 = 1.5;

/// Rows that are taken to be shared out evenly among the values of a field before any is known.
const SHARE_PRIOR: f64 = 10.0;

/// How sure it is to begin with that half of a cut answer's known rows come first.
const ORDER_PRIOR: f64 = 5.0;

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
    order: RowOrder,
    /// By field: the rows that queries found which do not name it. They tell the shares of its values: what is found by a value says
    /// nothing about others, least of all where answers are cut.
    free: BTreeMap<u16, BTreeSet<u32>>,
}

/// How far cut answers begin with rows that are known: where all answers have one order, the rows that come first in it are
/// known soon. A least-squares fit between two forecasts: that rows come in any order (0), and that known ones come first (1).
#[derive(Debug)]
struct RowOrder {
    /// Sums of products: of what was met and the distance of both forecasts, and of that distance with itself.
    met: f64,
    distance: f64,
}

impl Default for RowOrder {
    /// Half-way, with the weight of one query whose forecasts differ by [`ORDER_PRIOR`] rows.
    fn default() -> Self {
        let weight = ORDER_PRIOR * ORDER_PRIOR;
        RowOrder { met: weight / 2.0, distance: weight }
    }
}

impl RowOrder {
    fn share(&self) -> f64 {
        (self.met / self.distance).clamp(0.0, 1.0)
    }

    fn learn(&mut self, any: f64, known_first: f64, new: f64) {
        let distance = any - known_first;
        self.met += (any - new) * distance;
        self.distance += distance * distance;
    }
}

/// The forecasts of a query: rows in any order, and known rows first.
#[derive(Debug, Clone, Copy)]
struct ExpectedRows {
    /// Rows that fit it.
    size: f64,
    any: f64,
    known_first: f64,
}

impl Forecast {
    /// Learns from an answer.
    pub(super) fn take(
        &mut self,
        space: &Space,
        vocabulary: &mut RowVocabulary,
        query: &Query,
        answer: &QueryAnswer,
        new: usize,
        is_cut: bool,
    ) {
        if is_cut && vocabulary.count() > 0 {
            let ExpectedRows { any, known_first, .. } = self.both(space, vocabulary, query);
            self.order.learn(any, known_first, new as f64);
        }
        vocabulary.add(&answer.rows);
        let ids: Vec<u32> = answer.rows.iter().filter_map(|row| vocabulary.id(row)).collect();
        for field in space.fields().filter(|&field| !query.has(field)) {
            self.free.entry(field).or_default().extend(&ids);
        }
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
            let shows = |row: &super::space::AnswerRow| {
                has(&row.words.iter().map(|word| word.text.as_str()).collect())
            };
            let hits = answer.rows.iter().filter(|row| shows(row)).count();
            let (known, all) = self.shows.entry(field).or_default();
            *known += hits;
            *all += answer.rows.len();
        }
    }

    fn is_shown(&self, field: u16) -> bool {
        self.shows
            .get(&field)
            .is_some_and(|&(hits, all)| all >= ENOUGH_ROWS && hits as f64 >= SHOWS * all as f64)
    }

    /// The share of all rows that is not known: as of the rows of the last answers that were whole.
    fn unknown(&self) -> f64 {
        let (rows, new) = self.witnesses.iter().fold((0, 0), |(rows, new), (r, n)| (rows + r, new + n));
        // As if one row more had been new: nobody knows that all are known.
        ((new + 1) as f64 / (rows + 1) as f64).min(MAX_UNKNOWN)
    }

    /// New rows that a query is expected to bring. O(known rows of its values).
    pub(super) fn expected(&self, space: &Space, vocabulary: &RowVocabulary, query: &Query) -> f64 {
        let ExpectedRows { any, known_first, .. } = self.both(space, vocabulary, query);
        any + self.order.share() * (known_first - any)
    }

    /// Whether the answer to a query is likely to be cut: it is expected to have more rows, by far, than the largest one.
    pub(super) fn will_be_cut(&self, space: &Space, vocabulary: &RowVocabulary, query: &Query) -> bool {
        self.both(space, vocabulary, query).size >= CERTAIN * self.most.max(1) as f64
    }

    fn both(&self, space: &Space, vocabulary: &RowVocabulary, query: &Query) -> ExpectedRows {
        let known = vocabulary.count() as f64;
        let all = (known / (1.0 - self.unknown())).max(1.0);
        let mut share = 1.0;
        let mut members: Option<Vec<u32>> = None;
        // The part of the known rows that fields are taken to let through which do not show.
        let mut hidden = 1.0;
        for &(field, value) in query.pairs() {
            let is_text = space.facet(field).is_text;
            let part = if is_text { UNKNOWN_WORD } else { 1.0 / f64::from(space.count(field).max(1)) };
            if self.is_shown(field) {
                let rows = vocabulary.rows_with(space.shown(field, value));
                let free = self.free.get(&field);
                let with = rows.iter().filter(|row| free.is_some_and(|free| free.contains(row))).count();
                let all = free.map_or(0, BTreeSet::len) as f64;
                share *= (with as f64 + SHARE_PRIOR * part) / (all + SHARE_PRIOR);
                members = Some(members.map_or_else(|| rows.clone(), |members| shared(&members, &rows)));
            } else {
                share *= part;
                hidden *= part;
            }
        }
        let size = (all * share).max(members.as_ref().map_or(0.0, |members| members.len() as f64 * hidden));
        let known = members.map_or(known, |members| members.len() as f64) * hidden;
        let rows = size.min(self.most.max(1) as f64);
        let any = rows * (1.0 - known / size.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let known_first = if size > rows { (rows - known).max(0.0) } else { any };
        ExpectedRows { size, any, known_first }
    }
}
