//! Sums over the shards of a run.

use crate::row::BulkRow;
use crate::source::SkipReason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of errors that are counted separately; the others are counted as `other`.
const MAX_ERRORS: usize = 50;

/// Characters of an error that distinguish it from others.
const MAX_ERROR: usize = 80;

/// Sums over shards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Rows that were written.
    pub rows: u64,
    /// Those of them without content.
    pub failed: u64,
    /// Records that were skipped.
    pub skipped: u64,
    /// Files that could not be read at all, or are not of their format.
    #[serde(default)]
    pub unread: u64,
    /// Rows by verdict.
    #[serde(default)]
    pub verdicts: BTreeMap<String, u64>,
    /// Rows by the first words of their error, with `N` in place of numbers.
    #[serde(default)]
    pub errors: BTreeMap<String, u64>,
    /// Skipped records by reason.
    #[serde(default)]
    pub skips: BTreeMap<String, u64>,
}

impl Totals {
    pub(super) fn add(&mut self, more: &Totals) {
        let Totals { rows, failed, skipped, unread, verdicts, errors, skips } = more;
        self.rows += rows;
        self.failed += failed;
        self.skipped += skipped;
        self.unread += unread;
        for (own, more) in [(&mut self.verdicts, verdicts), (&mut self.skips, skips)] {
            for (name, count) in more {
                *own.entry(name.clone()).or_default() += count;
            }
        }
        for (name, count) in errors {
            self.add_error(name, *count);
        }
    }

    pub(super) fn add_row(&mut self, row: &BulkRow) {
        self.rows += 1;
        self.failed += u64::from(!row.has_content());
        if let Some(verdict) = &row.verdict {
            *self.verdicts.entry(verdict.clone()).or_default() += 1;
        }
        if let Some(error) = &row.error {
            self.add_error(&class_of(error), 1);
        }
    }

    pub(super) fn add_skip(&mut self, reason: SkipReason) {
        self.skipped += 1;
        *self.skips.entry(reason.name().to_owned()).or_default() += 1;
    }

    fn add_error(&mut self, name: &str, count: u64) {
        let is_new = !self.errors.contains_key(name);
        let name = if is_new && self.errors.len() >= MAX_ERRORS { "other" } else { name };
        *self.errors.entry(name.to_owned()).or_default() += count;
    }
}

/// The kind of an error: `damaged at byte N` of `damaged at byte 17: …`.
fn class_of(error: &str) -> String {
    let head = error.split([':', ';']).next().unwrap_or_default();
    let mut class = String::new();
    for char in head.chars().take(MAX_ERROR) {
        match char {
            '0'..='9' if class.ends_with('N') => {}
            '0'..='9' => class.push('N'),
            char => class.push(char),
        }
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted_by_their_kind() {
        let mut totals = Totals::default();
        for error in ["damaged at byte 17: x", "damaged at byte 4300: y", "not HTML: a PDF"] {
            totals.add_row(&BulkRow { error: Some(error.to_owned()), ..BulkRow::default() });
        }
        let expected = [("damaged at byte N".to_owned(), 2), ("not HTML".to_owned(), 1)];
        assert_eq!(totals.errors, BTreeMap::from(expected));
        for number in 0..200u8 {
            let error =
                char::from(b'A' + number / 26).to_string() + &char::from(b'a' + number % 26).to_string();
            totals.add_row(&BulkRow { error: Some(error), ..BulkRow::default() });
        }
        assert_eq!(totals.errors.len(), MAX_ERRORS + 1);
        assert_eq!(totals.errors.values().sum::<u64>(), totals.rows);
    }
}
