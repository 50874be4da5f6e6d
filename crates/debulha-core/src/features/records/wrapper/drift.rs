//! Whether pages are still as they were in learning.

use super::{FieldRule, Reading, Take, ValueKind, Wrapper};
use serde::Serialize;

/// Records that should have a field below which its absence is chance, unless nearly all have it (our decision).
const MIN_EXPECTED: f64 = 3.0;

/// Share of the records that makes a field one that nearly all have.
const NEARLY_ALL: f64 = 0.9;

/// Part of the learned share below which a field is missing, or has become another sort of value.
const LOST: f64 = 0.5;

/// Share of the learned values of one sort from which on the sort is known.
const KNOWN_KIND: f64 = 0.8;

/// Times more or fewer records than any learned page has, on the mean.
const COUNT_FACTOR: f64 = 3.0;

/// How pages differ from those that were learned from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Drift {
    /// Pages that were compared.
    pub pages: usize,
    /// Records on them.
    pub records: usize,
    /// Mean confidence of the pages.
    pub confidence: f64,
    /// What differs, the most telling first; empty where nothing does.
    pub changes: Vec<DriftKind>,
}

/// A difference.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum DriftKind {
    /// No page has a record in the learned place, and nearly all had.
    NoRecords {
        /// Share of the learned pages that had some.
        learned: f64,
    },
    /// Pages have many more or fewer records.
    RecordCount {
        /// Mean records of a page that has any.
        mean: f64,
        /// Fewest and most records of a learned page.
        learned: [usize; 2],
    },
    /// Fewer records have a field.
    FieldMissing {
        /// The field.
        field: String,
        /// Share of the records that have it.
        share: f64,
        /// Share of the learned records.
        learned: f64,
    },
    /// The values of a field are of another sort.
    FieldKind {
        /// The field.
        field: String,
        /// The sort that most values have.
        kind: ValueKind,
        /// The sort that most learned values have.
        learned: ValueKind,
    },
}

impl DriftKind {
    /// The field that differs, where it is one.
    pub fn field(&self) -> Option<&str> {
        match self {
            DriftKind::FieldMissing { field, .. } | DriftKind::FieldKind { field, .. } => Some(field),
            DriftKind::NoRecords { .. } | DriftKind::RecordCount { .. } => None,
        }
    }
}

impl std::fmt::Display for DriftKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DriftKind::NoRecords { learned } => {
                write!(
                    f,
                    "no records in the learned place; {:.0}% of the learned pages had some",
                    learned * 100.0
                )
            }
            DriftKind::RecordCount { mean, learned: [fewest, most] } => {
                write!(f, "{mean} records a page; the learned pages had {fewest} to {most}")
            }
            DriftKind::FieldMissing { field, share, learned } => write!(
                f,
                "field `{field}`: {:.0}% of the records have it; of the learned ones {:.0}%",
                share * 100.0,
                learned * 100.0
            ),
            DriftKind::FieldKind { field, kind, learned } => {
                write!(
                    f,
                    "field `{field}`: its values are of the sort {}, no longer {}",
                    kind.name(),
                    learned.name()
                )
            }
        }
    }
}

impl Drift {
    /// Whether nothing differs.
    pub fn is_none(&self) -> bool {
        self.changes.is_empty()
    }
}

impl Wrapper {
    /// Compares pages, as they were read, with what was seen in learning. O(values).
    pub fn compare(&self, readings: &[Reading]) -> Drift {
        let records: usize = readings.iter().map(|reading| reading.records.len()).sum();
        let with = readings.iter().filter(|reading| !reading.records.is_empty()).count();
        let confidence =
            readings.iter().fold(0.0, |sum, reading| sum + reading.confidence) / readings.len().max(1) as f64;
        let mut changes = Vec::new();
        if records == 0 && !readings.is_empty() {
            // A single empty answer is none, where learned pages were empty too.
            let expected = self.seen.with_records * readings.len() as f64;
            if self.seen.with_records >= NEARLY_ALL || expected >= MIN_EXPECTED {
                changes.push(DriftKind::NoRecords { learned: self.seen.with_records });
            }
        } else {
            let mean = records as f64 / with.max(1) as f64;
            let (fewest, most) = (self.seen.fewest as f64, self.seen.most as f64);
            if mean * COUNT_FACTOR < fewest || mean > most * COUNT_FACTOR {
                changes.push(DriftKind::RecordCount {
                    mean: super::rounded(mean),
                    learned: [self.seen.fewest, self.seen.most],
                });
            }
            let fields = self.fields.fields.iter().enumerate();
            changes.extend(fields.filter_map(|(at, field)| field_change(at, field, readings, records)));
        }
        Drift { pages: readings.len(), records, confidence: super::rounded(confidence), changes }
    }
}

/// What differs in a field.
fn field_change(at: usize, field: &FieldRule, readings: &[Reading], records: usize) -> Option<DriftKind> {
    let values: Vec<&str> = readings
        .iter()
        .flat_map(|reading| &reading.records)
        .filter_map(|record| record.values.get(at)?.as_deref())
        .collect();
    let expected = field.share * records as f64;
    let is_expected = field.share >= NEARLY_ALL || expected >= MIN_EXPECTED;
    let share = values.len() as f64 / records.max(1) as f64;
    if is_expected && share < LOST * field.share {
        let name = field.name.clone();
        return Some(DriftKind::FieldMissing {
            field: name,
            share: super::rounded(share),
            learned: field.share,
        });
    }
    let (&learned, &known) = field.kinds.iter().max_by(|a, b| a.1.total_cmp(b.1))?;
    if field.take != Take::Text || known < KNOWN_KIND || values.is_empty() {
        return None;
    }
    let of = |kind: ValueKind| values.iter().filter(|value| super::kinds::kind_of(value) == kind).count();
    if of(learned) as f64 >= LOST * known * values.len() as f64 {
        return None;
    }
    let kinds = [ValueKind::Number, ValueKind::Price, ValueKind::Date, ValueKind::Link, ValueKind::Text];
    let kind = kinds.into_iter().rev().max_by_key(|&kind| of(kind))?;
    Some(DriftKind::FieldKind { field: field.name.clone(), kind, learned })
}
