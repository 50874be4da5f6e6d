//! Which queries cannot bring anything, by the answers so far.
//!
//! A query is *closed* when all its rows are known: its answer was complete, or, with partitions, a field has options for
//! all rows and the query is closed with each of them. Whatever adds fields to a closed query is closed too, as long as
//! these fields let all rows through where nobody fills them in.

use super::space::{More, Query, QueryAnswer, Space};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a query that was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct QueryStatus {
    rows: usize,
    new: usize,
    more: More,
    /// Its answer is not all, as another one has shown, or there was none.
    is_open: bool,
}

/// Why a query is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// An answer was complete.
    ByAnswer,
    /// The options of a field are.
    ByOptions,
}

/// The queries asked, and those that are closed.
#[derive(Debug, Default)]
pub(super) struct Lattice {
    asked: BTreeMap<Query, QueryStatus>,
    /// Closed by their own answers.
    complete: BTreeSet<Query>,
    /// Closed by the options of a field.
    split: BTreeMap<Query, u16>,
    /// Fields whose options are not all: a row was found that none of them let through.
    broken: BTreeSet<u16>,
    /// Whether options close queries.
    partitions: bool,
    /// The most rows of an answer that did not say whether there are more, and how many answers had so many.
    max_rows: usize,
    with_most: usize,
}

impl Lattice {
    pub(super) fn new(partitions: bool) -> Lattice {
        Lattice { partitions, ..Lattice::default() }
    }

    pub(super) fn was_asked(&self, query: &Query) -> bool {
        self.asked.contains_key(query)
    }

    /// How many rows an answer has at most, as far as that has shown: several had so many and none had more.
    pub(super) fn limit(&self) -> Option<usize> {
        (self.with_most > 1).then_some(self.max_rows)
    }

    /// Whether any answer was cut.
    pub(super) fn has_cut(&self) -> bool {
        self.limit().is_some() || self.asked.values().any(|asked| asked.more == More::Yes)
    }

    /// Notes an answer.
    pub(super) fn note(&mut self, space: &Space, query: &Query, answer: &QueryAnswer, new: usize) {
        let (rows, more) = (answer.rows.len(), answer.more);
        // That nothing is found without a word says nothing about words.
        let is_open = answer.failed || rows == 0 && query.pairs().is_empty();
        if new > 0 {
            self.refute(space, query);
        }
        self.asked.insert(query.clone(), QueryStatus { rows, new, more, is_open });
        let limit = self.limit();
        match rows.cmp(&self.max_rows) {
            _ if more != More::Unknown => {}
            Ordering::Greater => (self.max_rows, self.with_most) = (rows, 1),
            Ordering::Equal => self.with_most += usize::from(rows > 0),
            Ordering::Less => {}
        }
        if self.limit() == limit {
            self.close(space, query);
        } else {
            self.rebuild(space);
        }
    }

    /// A query that was closed has brought a row: what had closed it was wrong.
    fn refute(&mut self, space: &Space, query: &Query) {
        let mut is_wrong = false;
        for part in query.parts().filter(|part| part != query && lets_through(space, part, query)) {
            if let Some(asked) = self.asked.get_mut(&part).filter(|_| self.complete.contains(&part)) {
                asked.is_open = true;
                is_wrong = true;
            }
            if let Some(&field) = self.split.get(&part) {
                self.broken.insert(field);
                is_wrong = true;
            }
        }
        if is_wrong {
            self.rebuild(space);
        }
    }

    /// Whether an answer is cut.
    fn is_full(&self, asked: QueryStatus) -> bool {
        match asked.more {
            _ if asked.is_open => true,
            More::Yes => true,
            More::No => false,
            More::Unknown => self.limit().is_some_and(|limit| asked.rows >= limit),
        }
    }

    /// Whether a query was asked and has more rows than its answer.
    pub(super) fn is_truncated(&self, query: &Query) -> bool {
        self.asked.get(query).is_some_and(|&asked| self.is_full(asked))
    }

    /// The queries asked with cut answers, those first whose new rows are the share `delta` of the answer.
    pub(super) fn truncated(&self, delta: f64) -> Vec<Query> {
        let is_informative =
            |asked: QueryStatus| asked.new > 0 && asked.new as f64 >= delta * asked.rows as f64;
        let mut cut: Vec<(bool, &Query)> = self
            .asked
            .iter()
            .filter(|(_, asked)| asked.rows > 0 && self.is_full(**asked))
            .map(|(query, &asked)| (!is_informative(asked), query))
            .collect();
        cut.sort();
        cut.into_iter().map(|(_, query)| query.clone()).collect()
    }

    /// Why a query cannot bring anything, if it cannot. O(2^fields) look-ups.
    pub(super) fn closed(&self, space: &Space, query: &Query) -> Option<Closed> {
        let mut by_options = false;
        for part in query.parts().filter(|part| lets_through(space, part, query)) {
            if self.complete.contains(&part) {
                return Some(Closed::ByAnswer);
            }
            by_options |= self.split.contains_key(&part);
        }
        by_options.then_some(Closed::ByOptions)
    }

    /// Notes that a query that was asked may be closed, and what follows from it.
    fn close(&mut self, space: &Space, query: &Query) {
        let Some(&asked) = self.asked.get(query) else { return };
        if self.is_full(asked) {
            return;
        }
        self.complete.insert(query.clone());
        if self.partitions {
            self.close_around(space, query.clone());
        }
    }

    /// Closes what a closed query completes.
    fn close_around(&mut self, space: &Space, query: Query) {
        let mut pending = vec![query];
        while let Some(query) = pending.pop() {
            for &(field, _) in query.pairs() {
                let facet = space.facet(field);
                let around = query.without(field);
                let may_close = !facet.is_text && facet.is_neutral && !self.broken.contains(&field);
                if !may_close || self.closed(space, &around).is_some() {
                    continue;
                }
                let options = 0..space.count(field);
                if options.into_iter().all(|value| self.closed(space, &around.with(field, value)).is_some()) {
                    self.split.insert(around.clone(), field);
                    pending.push(around);
                }
            }
        }
    }

    /// Closes everything anew. O(queries asked · options).
    fn rebuild(&mut self, space: &Space) {
        self.complete.clear();
        self.split.clear();
        let asked: Vec<Query> = self.asked.keys().cloned().collect();
        for query in &asked {
            self.close(space, query);
        }
    }
}

/// Whether the fields that a query adds to a part of it let all rows through by default.
fn lets_through(space: &Space, part: &Query, query: &Query) -> bool {
    query.pairs().iter().all(|&(field, _)| part.has(field) || space.facet(field).is_neutral)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::probe::space::Facet;

    fn space() -> Space {
        Space::new(vec![Facet::of_options("color", &["red", "blue"]), Facet::of_options("size", &["S", "M"])])
    }

    fn query(pairs: &[(u16, u32)]) -> Query {
        Query::of(pairs.to_vec())
    }

    fn answer(rows: u64, more: bool) -> QueryAnswer {
        let more = if more { More::Yes } else { More::Unknown };
        QueryAnswer::of(&(0..rows).collect::<Vec<_>>(), more)
    }

    #[test]
    fn complete_answers_close_what_is_below_them() {
        let space = space();
        let mut lattice = Lattice::new(false);
        lattice.note(&space, &query(&[(0, 0)]), &answer(2, true), 2);
        lattice.note(&space, &query(&[(0, 1)]), &answer(0, false), 0);
        assert_eq!(lattice.closed(&space, &query(&[(0, 1), (1, 0)])), Some(Closed::ByAnswer));
        assert_eq!(lattice.closed(&space, &query(&[(0, 0), (1, 0)])), None);
        assert_eq!(lattice.closed(&space, &query(&[])), None);
        assert_eq!(lattice.truncated(0.2), [query(&[(0, 0)])]);
    }

    #[test]
    fn a_field_that_filters_by_default_closes_nothing() {
        let mut facets = space().facets().to_vec();
        facets[1].is_neutral = false;
        let space = Space::new(facets);
        let mut lattice = Lattice::new(false);
        lattice.note(&space, &query(&[(0, 1)]), &answer(0, false), 0);
        assert_eq!(lattice.closed(&space, &query(&[(0, 1), (1, 0)])), None);
    }

    #[test]
    fn options_close_what_is_around_them_until_a_row_shows_that_they_are_not_all() {
        let space = space();
        let mut lattice = Lattice::new(true);
        lattice.note(&space, &query(&[(0, 0)]), &answer(3, false), 3);
        assert_eq!(lattice.closed(&space, &query(&[(1, 0)])), None);
        lattice.note(&space, &query(&[(0, 1)]), &answer(2, false), 2);
        assert_eq!(lattice.closed(&space, &query(&[(1, 0)])), Some(Closed::ByOptions));
        lattice.note(&space, &query(&[(1, 0)]), &answer(4, false), 1);
        assert_eq!(lattice.closed(&space, &query(&[(1, 1)])), None);
    }

    #[test]
    fn answers_of_one_length_tell_the_limit() {
        let space = space();
        let mut lattice = Lattice::new(false);
        lattice.note(&space, &query(&[(0, 0)]), &answer(20, false), 20);
        assert!(!lattice.is_truncated(&query(&[(0, 0)])));
        lattice.note(&space, &query(&[(0, 1)]), &answer(20, false), 20);
        assert_eq!(lattice.limit(), Some(20));
        assert!(lattice.is_truncated(&query(&[(0, 0)])) && lattice.is_truncated(&query(&[(0, 1)])));
    }
}
