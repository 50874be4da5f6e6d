//! A search: a strategy asks a source, within a budget, and an account is kept.

use super::space::{Query, QueryAnswer, Space};
use std::collections::BTreeSet;

/// Chooses what is asked.
pub trait Strategy {
    /// The next query, and none when nothing is worth asking. It may add values to text fields.
    fn next(&mut self, space: &mut Space) -> Option<Query>;

    /// Learns from an answer, `new` rows of which nobody had seen.
    fn take(&mut self, space: &Space, query: &Query, answer: &QueryAnswer, new: usize);
}

/// What answers queries: a form over the network, or a table in a test.
pub trait RowSource {
    /// Why it cannot go on.
    type Error;

    /// The answer to a query.
    ///
    /// # Errors
    /// The source cannot go on at all. An answer that is missing is [`QueryAnswer::failed`].
    fn answer(&mut self, space: &Space, query: &Query) -> Result<QueryAnswer, Self::Error>;
}

/// What one query brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// The query.
    pub query: Query,
    /// Rows of its answer.
    pub rows: usize,
    /// Those that no earlier one had.
    pub new: usize,
}

/// What a search has brought so far.
#[derive(Debug, Clone, Default)]
pub struct SearchProgress {
    /// In the order in which they were asked.
    pub submitted: Vec<Submitted>,
    /// The largest number of rows that an answer stated.
    pub stated_total: Option<u64>,
    known: BTreeSet<u64>,
}

impl SearchProgress {
    /// Notes an answer; how many of its rows are new.
    pub fn note(&mut self, query: &Query, answer: &QueryAnswer) -> usize {
        let before = self.known.len();
        self.known.extend(answer.rows.iter().map(|row| row.fingerprint));
        let new = self.known.len() - before;
        self.stated_total = self.stated_total.max(answer.total);
        self.submitted.push(Submitted { query: query.clone(), rows: answer.rows.len(), new });
        new
    }

    /// Different rows.
    pub fn rows(&self) -> usize {
        self.known.len()
    }

    /// Whether a row was seen.
    pub fn has(&self, fingerprint: u64) -> bool {
        self.known.contains(&fingerprint)
    }

    /// The share of the stated rows that were seen, 0 to 1; `None` where no answer stated a number.
    pub fn coverage(&self) -> Option<f64> {
        let total = self.stated_total.filter(|&total| total > 0)?;
        Some((self.known.len() as f64 / total as f64).min(1.0))
    }

    /// Submission efficiency (raghavan2001): the share of the queries that were answered with rows.
    pub fn efficiency(&self) -> f64 {
        let successful = self.submitted.iter().filter(|submitted| submitted.rows > 0).count();
        if self.submitted.is_empty() { 0.0 } else { successful as f64 / self.submitted.len() as f64 }
    }

    /// After how many queries so many rows were known.
    pub fn submissions_for(&self, rows: usize) -> Option<usize> {
        let mut known = 0;
        let reached = self.submitted.iter().position(|submitted| {
            known += submitted.new;
            known >= rows
        });
        reached.map(|at| at + 1)
    }
}

/// Asks what a strategy chooses until it has no more to ask, or the budget is used up.
///
/// # Errors
/// Of the source.
pub fn search<S: RowSource>(
    strategy: &mut dyn Strategy,
    space: &mut Space,
    source: &mut S,
    budget: usize,
) -> Result<SearchProgress, S::Error> {
    let mut account = SearchProgress::default();
    while account.submitted.len() < budget {
        let Some(query) = strategy.next(space) else { break };
        let answer = source.answer(space, &query)?;
        let new = account.note(&query, &answer);
        strategy.take(space, &query, &answer, new);
    }
    Ok(account)
}
