//! Progress and summary of a run.

use crate::exit;
use crate::messages::{Messages, Verbosity};
use anyhow::{Context, Result};
use debulha_bulk::{Event, JobEnd, Totals};
use debulha_io::whole_file;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Time between two lines of progress in a log.
const INTERVAL: Duration = Duration::from_mins(1);

/// Reports the progress and the result of a run.
pub(super) struct BulkReporter<'m> {
    messages: &'m Messages,
    progress: BulkProgress,
}

impl<'m> BulkReporter<'m> {
    pub(super) fn new(messages: &'m Messages) -> Self {
        BulkReporter { messages, progress: BulkProgress::new(Instant::now()) }
    }

    pub(super) fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Row { row, share } => {
                self.messages.share(*share);
                if let Some(error) = &row.error {
                    let name = row.url.as_ref().unwrap_or(&row.id);
                    self.messages.say(Verbosity::Verbose, &format!("{name}: {error}"));
                }
                let line = self.progress.row(row.has_content(), *share, Instant::now());
                if let Some(line) = line.filter(|_| self.messages.is_log()) {
                    self.messages.say(Verbosity::Normal, &line);
                }
            }
            Event::Skipped => {}
            Event::Shard { totals, rows } => {
                let line = format!(
                    "shard of {rows} rows written; {} rows, {} without content, {} records skipped",
                    totals.rows, totals.failed, totals.skipped
                );
                self.messages.say(Verbosity::Verbose, &line);
            }
            Event::Unreadable(error) => self.messages.say(Verbosity::Normal, &error.to_string()),
        }
    }

    /// The summary of the run, as lines and as a file, and the exit code. `unusable` inputs were not given to the run.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn end(&self, ended: &JobEnd, unusable: usize, file: Option<&Path>) -> Result<ExitCode> {
        let seconds = self.progress.start.elapsed().as_secs_f64();
        for line in summary(ended, unusable, seconds) {
            self.messages.say(Verbosity::Normal, &line);
        }
        if let Some(file) = file {
            let text = format!("{:#}\n", summary_object(ended, unusable, seconds));
            whole_file::write(file, text.as_bytes()).with_context(|| file.display().to_string())?;
        }
        let totals = &ended.totals;
        let is_wrong = totals.rows >= exit::TOO_MANY_LEAST as u64
            && totals.failed as f64 > exit::TOO_MANY_SHARE * totals.rows as f64;
        let is_unread = ended.unreadable + unusable > 0 || totals.unread > 0;
        Ok(ExitCode::from(match (is_wrong, is_unread) {
            (true, _) => exit::TOO_MANY_FAILURES,
            (false, false) => 0,
            (false, true) => exit::FAILED,
        }))
    }
}

/// How far a run is.
struct BulkProgress {
    start: Instant,
    /// When the last line was due.
    said: Instant,
    rows: u64,
    failed: u64,
    /// Share that was done at the first row; above 0 in resumed runs.
    first_share: Option<f64>,
}

impl BulkProgress {
    fn new(now: Instant) -> Self {
        BulkProgress { start: now, said: now, rows: 0, failed: 0, first_share: None }
    }

    /// Counts a row; the line that is due.
    fn row(&mut self, has_content: bool, share: f64, now: Instant) -> Option<String> {
        self.rows += 1;
        self.failed += u64::from(!has_content);
        let first = *self.first_share.get_or_insert(share);
        if now.duration_since(self.said) < INTERVAL {
            return None;
        }
        self.said = now;
        let seconds = now.duration_since(self.start).as_secs_f64();
        let rate = self.rows as f64 / seconds;
        let left = if share > first {
            let left = seconds * (1.0 - share) / (share - first);
            format!(", {:.0} % done, {} left", 100.0 * share, duration(left))
        } else {
            String::new()
        };
        Some(format!("{} pages, {rate:.1} pages/s, {} without content{left}", self.rows, self.failed))
    }
}

/// A time in words, to two units.
fn duration(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    match minutes {
        0..60 => format!("{minutes} min"),
        _ => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

/// The lines of a summary.
fn summary(ended: &JobEnd, unusable: usize, seconds: f64) -> Vec<String> {
    let JobEnd { totals, before, unreadable } = ended;
    let Totals { rows, failed, skipped, unread, verdicts, errors, skips } = totals;
    let cut = unreadable + unusable;
    let written = if *rows == 0 {
        "no rows were written".to_owned()
    } else {
        format!("{rows} rows, {failed} without content")
    };
    let parts = [
        (true, written),
        (*skipped > 0, format!("{skipped} records skipped")),
        (*before > 0, format!("{before} rows from earlier runs")),
        (*unread > 0, format!("{unread} inputs could not be read")),
        (cut > 0, format!("{cut} inputs not read to the end; repeat the command to retry")),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(is_so, _)| *is_so).map(|(_, part)| part).collect();
    let mut lines = vec![format!("{} ({seconds:.1} s)", parts.join("; "))];
    for (name, counts) in [("verdicts", verdicts), ("errors", errors), ("skipped", skips)] {
        if !counts.is_empty() {
            lines.push(format!("{name}: {}", counted(counts)));
        }
    }
    lines
}

/// Counts with their names, the largest first.
fn counted(counts: &BTreeMap<String, u64>) -> String {
    let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    counts.into_iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

/// The same as JSON: what `--summary` writes.
fn summary_object(ended: &JobEnd, unusable: usize, seconds: f64) -> serde_json::Value {
    let JobEnd { totals, before, unreadable } = ended;
    json!({
        "rows": totals.rows,
        "without_content": totals.failed,
        "skipped": totals.skipped,
        "rows_from_earlier_runs": before,
        "unreadable_inputs": totals.unread,
        "incomplete_inputs": unreadable + unusable,
        "seconds": (seconds * 1000.0).round() / 1000.0,
        "verdicts": totals.verdicts,
        "errors": totals.errors,
        "skips": totals.skips,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_due_each_minute() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut progress = BulkProgress::new(start);
        assert_eq!(progress.row(true, 0.0, at(1)), None);
        assert_eq!(progress.row(false, 0.1, at(59)), None);
        let line = progress.row(true, 0.25, at(60));
        assert_eq!(line.as_deref(), Some("3 pages, 0.1 pages/s, 1 without content, 25 % done, 3 min left"));
        assert_eq!(progress.row(true, 0.3, at(100)), None);
        assert!(progress.row(true, 0.3, at(120)).is_some());
        assert_eq!(duration(3.0 * 3600.0 + 61.0), "3 h 2 min");
    }

    #[test]
    fn a_summary_counts_by_verdict_and_reason() {
        let counts = |name: &str, count| BTreeMap::from([(name.to_owned(), count)]);
        let totals = Totals {
            rows: 3,
            failed: 1,
            skipped: 2,
            verdicts: BTreeMap::from([("listing".to_owned(), 1), ("ok".to_owned(), 2)]),
            errors: counts("no content (listing)", 1),
            skips: counts("media type", 2),
            ..Totals::default()
        };
        let ended = JobEnd { totals, before: 0, unreadable: 0 };
        let expected = [
            "3 rows, 1 without content; 2 records skipped (1.0 s)",
            "verdicts: 2 ok, 1 listing",
            "errors: 1 no content (listing)",
            "skipped: 2 media type",
        ];
        assert_eq!(summary(&ended, 0, 1.0), expected);
        assert_eq!(summary_object(&ended, 1, 1.0)["incomplete_inputs"], 1);
        let none = JobEnd { totals: Totals::default(), before: 0, unreadable: 0 };
        assert_eq!(summary(&none, 0, 1.0), ["no rows were written (1.0 s)"]);
    }
}
