//! Instance template pruning (kantorski2012): few queries, many different rows.
//!
//! A query is an instance template: values of some fields. Those of one field come first. Where an answer is cut, the query is
//! extended by one more field. What lies below an answer that was empty or complete is pruned ([`super::lattice`]).
//!
//! Two things are ours, and can be switched off. With `best_first`, the queries of all templates compete: the next one is that
//! which is expected to bring most new rows ([`super::forecast`]), instead of level by level. With `partitions`, a query is pruned also
//! when the options of a field cover it; a few such queries are asked in the end all the same, to see whether they do.

use super::forecast::Forecast;
use super::lattice::{Closed, Lattice};
use super::search::Strategy;
use super::space::{Query, QueryAnswer, Space};
use super::vocabulary::{RowVocabulary, Tried};
use debulha_core::features::hashing::then;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

/// Last queries of a template that tell what the next one brings.
const RECENT: usize = 4;

/// Words that are looked at for the next one.
const MAX_WORDS: usize = 40;

/// Rows that must be known before queries are combined that were not asked alone.
const FORESEE_ROWS: usize = 50;

/// Waiting queries whose forecast is made anew before one is chosen; bounds the work of a step.
const MAX_FORECASTS: usize = 512;

/// Answers that are those of the same query without an option, from which on the option has no effect, if there are twice as many as
/// others (our decision).
const MIN_SAME_ANSWERS: u32 = 2;

/// How far a forecast may be corrected upwards.
const SURPRISE: f64 = 1.5;

/// Parameters of instance template pruning.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each switches off what is ours")]
pub struct ItpParams {
    /// An answer is informative if so many of its rows are new (madhavan2008: 0.2 to 0.25).
    pub delta: f64,
    /// Fields of a query at most (kantorski2012 and madhavan2008 stop at three).
    pub max_fields: usize,
    /// Values of a text field in queries of several fields at most.
    pub max_values: usize,
    /// Queries that wait at most, bounding the memory (our decision).
    pub max_waiting: usize,
    /// Begin with the form as the page has it (ours).
    pub with_default: bool,
    /// Let the queries of all templates compete (ours).
    pub best_first: bool,
    /// Prune what the options of a field cover (ours).
    pub partitions: bool,
    /// So many pruned queries are asked in the end, and all come back if one brings a row (ours).
    pub checks: usize,
    /// Leave out options that had no effect on answers (ours).
    pub effects: bool,
    /// Stop after so many queries one after another without a new row; twice as many before the first row (ours).
    pub patience: usize,
    /// When words run out, try wildcards, beginnings of words, digits and rare words (ours).
    pub fallback: bool,
}

impl Default for ItpParams {
    /// 0.2, three fields, 25 values, and all that is ours.
    fn default() -> Self {
        ItpParams {
            delta: 0.2,
            max_fields: 3,
            max_values: 25,
            max_waiting: 50_000,
            with_default: true,
            best_first: true,
            partitions: true,
            checks: 3,
            effects: true,
            patience: 12,
            fallback: true,
        }
    }
}

impl ItpParams {
    /// As it is published, without what is ours.
    pub fn plain() -> ItpParams {
        ItpParams {
            with_default: false,
            best_first: false,
            partitions: false,
            checks: 0,
            effects: false,
            patience: usize::MAX,
            fallback: false,
            ..ItpParams::default()
        }
    }
}

/// Instance template pruning, as a strategy.
#[derive(Debug)]
pub struct Itp {
    params: ItpParams,
    lattice: Lattice,
    vocabulary: RowVocabulary,
    forecast: Forecast,
    /// By text field.
    tried: BTreeMap<u16, Tried>,
    /// Values of text fields that queries of several fields use.
    accepted: BTreeMap<u16, Vec<u32>>,
    templates: BTreeMap<Vec<u16>, QueryTemplate>,
    waiting: BinaryHeap<WaitingQuery>,
    /// Queries that wait or waited.
    seen: BTreeSet<Query>,
    extended: BTreeSet<Query>,
    /// Pruned, by template.
    aside: BTreeMap<Vec<u16>, VecDeque<Query>>,
    checks: usize,
    is_check: bool,
    /// Fields of the queries that are asked now, level by level.
    level: usize,
    /// Queries since the last new row.
    dry: usize,
    /// The rows of each answer, as one number.
    answers: BTreeMap<Query, u64>,
    /// By option: answers that it left as they were, and others.
    effects: BTreeMap<(u16, u32), (u32, u32)>,
    /// The form as the page has it has brought all rows that it states, and nothing has brought others since.
    has_all: bool,
}

/// What the queries of some fields have brought.
#[derive(Debug, Default)]
struct QueryTemplate {
    /// Of the last queries: new rows, and those that were expected.
    recent: VecDeque<(f64, f64)>,
    checked: usize,
}

impl QueryTemplate {
    /// New rows by those expected, as if one of one had been met before.
    fn correction(&self) -> f64 {
        let (new, expected) =
            self.recent.iter().fold((1.0, 1.0), |(n, e), (new, expected)| (n + new, e + expected));
        (new / expected).min(SURPRISE)
    }
}

/// A query that waits. Of equal ones the first comes first.
#[derive(Debug, PartialEq)]
struct WaitingQuery {
    expected: f64,
    number: Reverse<usize>,
    query: Query,
}

impl Eq for WaitingQuery {}

impl PartialOrd for WaitingQuery {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WaitingQuery {
    fn cmp(&self, other: &Self) -> Ordering {
        self.expected.total_cmp(&other.expected).then_with(|| self.number.cmp(&other.number))
    }
}

impl Itp {
    /// Over the fields of a form, with words of its page for text fields, best first.
    pub fn new(space: &Space, params: ItpParams, page_words: Vec<String>) -> Itp {
        let mut itp = Itp {
            lattice: Lattice::new(params.partitions),
            vocabulary: RowVocabulary::new(page_words, params.fallback),
            forecast: Forecast::default(),
            tried: BTreeMap::new(),
            accepted: BTreeMap::new(),
            templates: BTreeMap::new(),
            waiting: BinaryHeap::new(),
            seen: BTreeSet::new(),
            extended: BTreeSet::new(),
            aside: BTreeMap::new(),
            checks: 0,
            is_check: false,
            level: 1,
            dry: 0,
            answers: BTreeMap::new(),
            effects: BTreeMap::new(),
            has_all: false,
            params,
        };
        for field in space.fields() {
            itp.templates.insert(vec![field], QueryTemplate::default());
            if space.facet(field).is_text {
                itp.tried.insert(field, Tried::new(&space.facet(field).values));
                continue;
            }
            for value in 0..space.count(field) {
                itp.push(space, Query::of(vec![(field, value)]));
            }
        }
        itp
    }

    fn push(&mut self, space: &Space, query: Query) {
        if self.seen.len() < self.params.max_waiting && self.seen.insert(query.clone()) {
            let number = Reverse(self.seen.len());
            let expected = self.expected(space, &query);
            self.waiting.push(WaitingQuery { expected, number, query });
        }
    }

    /// New rows that a query is expected to bring, corrected by how forecasts of its template were met lately; nothing where
    /// queries do not compete.
    fn expected(&self, space: &Space, query: &Query) -> f64 {
        if !self.params.best_first {
            return 0.0;
        }
        let correction = self.templates.get(&query.fields()).map_or(1.0, QueryTemplate::correction);
        correction * self.forecast.expected(space, &self.vocabulary, query)
    }

    /// The waiting query that is expected to bring most, taken out with its forecast. Forecasts are made anew from the top, as
    /// long as one of those made earlier is better: they mostly fall.
    fn first(&mut self, space: &Space) -> Option<WaitingQuery> {
        let mut made = 0;
        loop {
            let mut top = self.waiting.pop()?;
            if self.lattice.was_asked(&top.query) || self.has_idle_option(&top.query) {
                continue;
            }
            if let Some(closed) = self.lattice.closed(space, &top.query) {
                let fields = top.query.fields();
                if closed == Closed::ByOptions || fields.len() == 1 {
                    self.aside.entry(fields).or_default().push_back(top.query);
                }
                continue;
            }
            top.expected = self.expected(space, &top.query);
            made += 1;
            if made >= MAX_FORECASTS || self.waiting.peek().is_none_or(|next| top > *next) {
                return Some(top);
            }
            self.waiting.push(top);
        }
    }

    /// Whether a query adds an option to others that has no effect on answers.
    fn has_idle_option(&self, query: &Query) -> bool {
        let is_idle = |pair: &(u16, u32)| {
            self.effects.get(pair).is_some_and(|&(same, other)| same >= MIN_SAME_ANSWERS && same >= 2 * other)
        };
        self.params.effects && query.pairs().len() > 1 && query.pairs().iter().any(is_idle)
    }

    /// Compares an answer with those to the same query without one of its options.
    fn learn_effects(&mut self, space: &Space, query: &Query, answer: &QueryAnswer) {
        let rows: BTreeSet<u64> = answer.rows.iter().map(|row| row.fingerprint).collect();
        let number = rows.into_iter().fold(0, then);
        for &(field, value) in query.pairs().iter().filter(|&&(field, _)| !space.facet(field).is_text) {
            if query.pairs().len() > 1
                && let Some(&without) = self.answers.get(&query.without(field))
            {
                let (same, other) = self.effects.entry((field, value)).or_default();
                *(if without == number { same } else { other }) += 1;
            }
        }
        self.answers.insert(query.clone(), number);
    }

    /// Queries for words that a field has not got yet.
    fn words(&self, field: u16, space: &mut Space, count: usize) -> Vec<Query> {
        let Some(tried) = self.tried.get(&field) else { return Vec::new() };
        let words = self.vocabulary.next(tried, count);
        let queries = words.iter().map(|word| Query::of(vec![(field, space.intern(field, word))]));
        queries.filter(|query| !self.lattice.was_asked(query)).collect()
    }

    /// The best word of all text fields, with its forecast.
    fn best_word(&self, space: &mut Space) -> Option<(f64, Query)> {
        if self.lattice.closed(space, &Query::default()).is_some() {
            return None;
        }
        let count = if self.params.best_first { MAX_WORDS } else { 1 };
        let mut best: Option<(f64, Query)> = None;
        for (field, tried) in &self.tried {
            for query in self.words(*field, space, count) {
                let word = query.pairs().first().map_or("", |&(field, value)| space.shown(field, value));
                // What somebody gave is asked first.
                let expected = if tried.is_seed(word) {
                    f64::INFINITY
                } else {
                    self.expected(space, &query) * self.vocabulary.chance(tried, word)
                };
                if best.as_ref().is_none_or(|(other, _)| expected > *other) {
                    best = Some((expected, query));
                }
            }
        }
        best
    }

    /// The next query: of those that wait, or a word.
    fn best(&mut self, space: &mut Space) -> Option<Query> {
        let word = self.best_word(space);
        match (self.first(space), word) {
            (Some(first), Some((expected, word))) if self.params.best_first && expected > first.expected => {
                self.waiting.push(first);
                Some(word)
            }
            (Some(first), _) => Some(first.query),
            (None, word) => word.map(|(_, word)| word),
        }
    }

    /// The next query of the level, or of the one below.
    fn next_of_level(&mut self, space: &mut Space) -> Option<Query> {
        while self.level <= self.params.max_fields {
            if let Some(query) = self.best(space) {
                return Some(query);
            }
            self.extend(space, self.level);
            self.level += 1;
        }
        None
    }

    /// Adds one more field to the queries, up to some level, whose answers were cut.
    fn extend(&mut self, space: &Space, level: usize) {
        for query in self.lattice.truncated(self.params.delta) {
            let len = query.pairs().len();
            let may_grow = len >= 1 && len < self.params.max_fields && len <= level;
            if may_grow {
                self.grow(space, &query);
            }
        }
    }

    /// Adds one more field to a query.
    fn grow(&mut self, space: &Space, query: &Query) {
        if !self.extended.insert(query.clone()) {
            return;
        }
        for field in space.fields().filter(|&field| !query.has(field)) {
            let values: Vec<u32> = if space.facet(field).is_text {
                self.accepted.get(&field).cloned().unwrap_or_default()
            } else {
                (0..space.count(field)).collect()
            };
            for value in values {
                self.push(space, query.with(field, value));
            }
        }
    }

    /// A pruned query, to see whether it was pruned rightly: of each template one, in turn, those of options first, since they
    /// find rows for sure.
    fn check(&mut self, space: &mut Space) -> Option<Query> {
        if self.checks >= self.params.checks {
            return None;
        }
        let is_text = |fields: &Vec<u16>| fields.iter().any(|&field| space.facet(field).is_text);
        let mut templates: Vec<(usize, bool, Vec<u16>)> = self
            .templates
            .iter()
            .map(|(fields, template)| (template.checked, is_text(fields), fields.clone()))
            .collect();
        templates.sort();
        for (_, _, fields) in templates {
            let pruned = self.aside.get_mut(&fields).and_then(VecDeque::pop_front);
            let word = if let (None, &[field]) = (&pruned, &fields[..]) {
                self.words(field, space, 1).pop()
            } else {
                None
            };
            if let Some(query) = pruned.or(word).filter(|query| !self.lattice.was_asked(query)) {
                self.checks += 1;
                self.is_check = true;
                self.templates.entry(fields).or_default().checked += 1;
                return Some(query);
            }
        }
        None
    }

    /// Learns what a word of a text field found.
    fn take_word(&mut self, space: &Space, field: u16, value: u32, answer: &QueryAnswer) {
        let word = space.facet(field).values.get(value as usize);
        let (Some(tried), Some(word)) = (self.tried.get_mut(&field), word) else { return };
        let before = tried.accepted();
        self.vocabulary.learn(tried, word, answer);
        if tried.accepted() > before {
            self.add_value(space, field, value);
        }
    }

    /// Combines a value of a text field with the queries that were extended.
    fn add_value(&mut self, space: &Space, field: u16, value: u32) {
        let values = self.accepted.entry(field).or_default();
        if values.len() >= self.params.max_values || values.contains(&value) {
            return;
        }
        values.push(value);
        let queries: Vec<Query> = self.extended.iter().filter(|query| !query.has(field)).cloned().collect();
        for query in queries {
            self.push(space, query.with(field, value));
        }
    }

    /// Combines options that will be cut for sure before they are asked alone, where that would bring little.
    fn foresee(&mut self, space: &Space) {
        if self.vocabulary.count() < FORESEE_ROWS || !self.lattice.has_cut() {
            return;
        }
        for field in space.fields().filter(|&field| !space.facet(field).is_text) {
            for value in 0..space.count(field) {
                let query = Query::of(vec![(field, value)]);
                let is_open = !self.extended.contains(&query) && !self.lattice.was_asked(&query);
                if is_open && self.forecast.will_be_cut(space, &self.vocabulary, &query) {
                    self.grow(space, &query);
                }
            }
        }
    }
}

impl Strategy for Itp {
    fn next(&mut self, space: &mut Space) -> Option<Query> {
        self.is_check = false;
        if self.params.with_default && !self.lattice.was_asked(&Query::default()) {
            return Some(Query::default());
        }
        // Where all rows that the page states are there, a few queries see whether it shows no more than so many.
        let patience = match self.params.patience {
            patience if self.has_all => self.params.checks.min(patience),
            patience if self.vocabulary.count() == 0 => patience.saturating_mul(2),
            patience => patience,
        };
        if self.dry >= patience {
            return None;
        }
        if self.params.best_first {
            self.foresee(space);
        }
        let next = if self.params.best_first { self.best(space) } else { self.next_of_level(space) };
        next.or_else(|| self.check(space))
    }

    fn take(&mut self, space: &Space, query: &Query, answer: &QueryAnswer, new: usize) {
        let expected = self.forecast.expected(space, &self.vocabulary, query);
        self.learn_effects(space, query, answer);
        self.lattice.note(space, query, answer, new);
        let is_cut = self.lattice.is_truncated(query);
        self.vocabulary.note_cut(self.lattice.has_cut());
        self.forecast.take(space, &mut self.vocabulary, query, answer, new, is_cut);
        self.dry = if new == 0 { self.dry + 1 } else { 0 };
        let has_total = answer.total.is_some_and(|total| answer.rows.len() as u64 >= total);
        self.has_all = if query.pairs().is_empty() { has_total } else { self.has_all && new == 0 };
        let is_foreign =
            matches!(*query.pairs(), [(field, _)] if space.facet(field).is_text) && answer.rows.is_empty();
        let recent = &mut self.templates.entry(query.fields()).or_default().recent;
        // A word of another column says nothing about the next one.
        if !is_foreign {
            recent.push_back((new as f64, expected));
        }
        if recent.len() > RECENT {
            recent.pop_front();
        }
        if let [(field, value)] = *query.pairs() {
            self.take_word(space, field, value, answer);
        }
        if self.is_check && new > 0 {
            self.checks = 0;
            for query in std::mem::take(&mut self.aside).into_values().flatten() {
                self.seen.remove(&query);
                self.push(space, query);
            }
        }
        if self.params.best_first {
            self.extend(space, self.params.max_fields);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
