//! Tables for a terminal: plain text in aligned columns.

use std::fmt::Write as _;

use super::{Evaluation, Grouping, Headline, milliseconds};
use crate::score::SystemScores;
use debulha_compare::markup::decimal;

/// Most groups that become columns; more become rows.
const GROUPS_AS_COLUMNS: usize = 10;

/// Space between columns.
const GAP: &str = "  ";

/// One line a system: all columns of the scoring, the interval of the headline F1, times and failures.
pub fn summary(evaluation: &Evaluation<'_>) -> String {
    let Some(first) = evaluation.systems.first().map(|e| &e.scores) else { return String::new() };
    let headline = Headline::of(first);
    let mut head = vec!["system".to_owned()];
    for (place, column) in first.columns.iter().enumerate() {
        head.push(short(column));
        if headline.is_some_and(|headline| headline.f1 == place) {
            head.push("95 % interval".to_owned());
        }
    }
    head.extend(["ms median", "ms p95", "failed", "not run"].map(str::to_owned));
    let mut lines = vec![head];
    for scores in evaluation.systems.iter().map(|e| &e.scores) {
        let mut line = vec![scores.system.clone()];
        for (place, summary) in scores.all.scores.iter().enumerate() {
            line.push(decimal(summary.map(|summary| summary.value)));
            if headline.is_some_and(|headline| headline.f1 == place) {
                let interval = summary.and_then(|summary| summary.interval);
                line.push(interval.map_or("–".to_owned(), |i| {
                    format!("{}–{}", decimal(Some(i.low)), decimal(Some(i.high)))
                }));
            }
        }
        let time = scores.cpu.or(scores.wall);
        line.push(time.map_or("–".to_owned(), |time| milliseconds(time.median_ms)));
        line.push(time.map_or("–".to_owned(), |time| milliseconds(time.p95_ms)));
        line.extend([scores.failures.to_string(), scores.missing.to_string()]);
        lines.push(line);
    }
    let labelled = first.all.pages;
    format!("{}: {labelled} pages, labels {}\n{}", first.set, &first.corpus_digest[..12], align(&lines))
}

/// The headline F1 of every system on every group of pages; empty when there are no groups or no F1.
pub fn by_group(evaluation: &Evaluation<'_>, grouping: Grouping) -> String {
    let Some(first) = evaluation.systems.first().map(|e| &e.scores) else { return String::new() };
    let Some(headline) = Headline::of(first) else { return String::new() };
    let groups = grouping.groups(first);
    if groups.is_empty() {
        return String::new();
    }
    let mut head = vec![first.columns[headline.f1].clone()];
    head.extend(groups.iter().map(|group| format!("{} ({})", group.name, group.pages)));
    let mut lines = vec![head];
    for scores in evaluation.systems.iter().map(|e| &e.scores) {
        let mut line = vec![scores.system.clone()];
        line.extend(groups.iter().map(|group| decimal(group_value(scores, grouping, &group.name, headline))));
        lines.push(line);
    }
    if groups.len() > GROUPS_AS_COLUMNS {
        lines = (0..lines[0].len()).map(|c| lines.iter().map(|line| line[c].clone()).collect()).collect();
    }
    align(&lines)
}

/// The headline F1 of a system on the group of this name.
pub(super) fn group_value(
    scores: &SystemScores,
    grouping: Grouping,
    group: &str,
    headline: Headline,
) -> Option<f64> {
    let group = grouping.groups(scores).iter().find(|known| known.name == group)?;
    group.scores[headline.f1].map(|summary| summary.value)
}

/// A column's name for a narrow head: the metric and a letter.
pub(super) fn short(column: &str) -> String {
    match column.split_once('.') {
        Some((metric, "precision")) => format!("{metric} P"),
        Some((_, "recall")) => "R".to_owned(),
        Some((_, "f1")) => "F1".to_owned(),
        _ => column.replace('.', " "),
    }
}

/// First column to the left, all others to the right.
pub(super) fn align(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |c: usize| lines.iter().map(|line| line[c].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for line in lines {
        // Writing to a string cannot fail.
        let _ = write!(out, "{:<1$}", line[0], widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            let _ = write!(out, "{GAP}{cell:>width$}");
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    #[test]
    fn summary_has_a_line_a_system() {
        let (_dir, corpus, systems) = sample();
        let text = summary(&Evaluation::new(&corpus, systems.into()));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with(&corpus.digest()[..12]) && lines[0].contains(": 3 pages"), "{text}");
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(lines[2])[..5], ["whole<b>", "1.000", "1.000", "1.000", "1.000–1.000"]);
        // Five of six words right, of twelve wanted; the third page failed.
        assert_eq!(words(lines[3])[..4], ["half", ".556", ".278", ".370"]);
        assert_eq!(words(lines[3])[7..], ["1.25", "1.25", "1", "0"]);
        assert!(lines[1..].iter().all(|line| line.chars().count() == lines[1].chars().count()), "{text}");
    }

    #[test]
    fn groups_are_columns_while_they_fit() {
        let (_dir, corpus, systems) = sample();
        let evaluation = Evaluation::new(&corpus, systems.into());
        let text = by_group(&evaluation, Grouping::PageType);
        assert!(text.starts_with("word_f1.f1  article (2)  forum (1)\n"), "{text}");
        assert!(text.lines().nth(2).is_some_and(|line| line.ends_with(".000")), "{text}");
        assert_eq!(by_group(&evaluation, Grouping::Lang), "");
    }
}
