//! Precision against recall over the values of a parameter.

use std::fmt::Write as _;

use debulha_systems::extractors::find;
use serde_json::Value;

use crate::plot::ChartPoint;
use crate::plot::figure::{Lines, precision_recall_file};
use crate::report::Evaluation;

/// Columns of the scores that a trade-off is about.
const COLUMNS: [&str; 3] = ["word_f1.precision", "word_f1.recall", "word_f1.f1"];

/// Word precision, recall and F1 of a system by a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct TradeOff {
    /// Id of the system.
    pub system: String,
    /// Name of the parameter.
    pub parameter: String,
    /// Name of the corpus.
    pub corpus: String,
    /// Each value with its mean precision, recall and F1.
    pub rows: Vec<(Value, [f64; 3])>,
}

impl TradeOff {
    /// Reads the scores of the systems `values` names, in that order; values without scores are left out.
    pub fn of(
        evaluation: &Evaluation<'_>,
        system: &str,
        parameter: &str,
        values: impl IntoIterator<Item = (Value, String)>,
    ) -> Self {
        let row = |(value, name): (Value, String)| {
            let scores = &evaluation.systems.iter().find(|other| other.scores.system == name)?.scores;
            let [precision, recall, f1] =
                COLUMNS.map(|column| scores.overall(column).map(|summary| summary.value));
            Some((value, [precision?, recall?, f1?]))
        };
        TradeOff {
            system: system.to_owned(),
            parameter: parameter.to_owned(),
            corpus: evaluation.corpus.name().to_owned(),
            rows: values.into_iter().filter_map(row).collect(),
        }
    }

    /// A line a value, after a heading, with tabs.
    ///
    /// ```
    /// use debulha_eval::trade_off::TradeOff;
    ///
    /// let rows = vec![(2.into(), [0.5, 1.0, 2.0 / 3.0])];
    /// let of = |text: &str| text.to_owned();
    /// let trade_off = TradeOff { system: of("cetd"), parameter: of("k"), corpus: of("small"), rows };
    /// assert_eq!(trade_off.tsv(), "k\tprecision\trecall\tf1\n2\t0.5000\t1.0000\t0.6667\n");
    /// ```
    pub fn tsv(&self) -> String {
        let mut out = format!("{}\tprecision\trecall\tf1\n", self.parameter);
        for (value, [precision, recall, f1]) in &self.rows {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}\t{precision:.4}\t{recall:.4}\t{f1:.4}", shown(value));
        }
        out
    }

    /// Precision, recall and F1 over the parameter where all values are numbers, else precision over recall.
    pub fn svg(&self) -> String {
        let title = format!("{} by {}, {}", self.system, self.parameter, self.corpus);
        let mut rows: Vec<(f64, [f64; 3])> =
            self.rows.iter().filter_map(|(value, scores)| Some((value.as_f64()?, *scores))).collect();
        if rows.len() < self.rows.len() {
            return self.points(&title);
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let shares = |column: usize| rows.iter().map(|(_, scores)| scores[column]).collect();
        let info = find(&self.system).ok();
        let info = info.and_then(|info| info.params.iter().find(|param| param.name == self.parameter));
        let default = info.and_then(|info| (info.default)().as_f64());
        Lines {
            title,
            quantity: format!("{} of {}", self.parameter, self.system),
            at: rows.iter().map(|(value, _)| *value).collect(),
            lines: vec![
                ("precision".to_owned(), shares(0)),
                ("recall".to_owned(), shares(1)),
                ("F1".to_owned(), shares(2)),
            ],
            shares: "precision, recall, F1".to_owned(),
            mark: default.map(|value| (value, format!("default {value}"))),
            ..Lines::default()
        }
        .svg()
    }

    fn points(&self, title: &str) -> String {
        let point = |(value, [precision, recall, _]): &(Value, [f64; 3])| ChartPoint {
            recall: *recall,
            precision: *precision,
            mark: String::new(),
            title: shown(value),
        };
        precision_recall_file(title, &self.rows.iter().map(point).collect::<Vec<ChartPoint>>())
    }
}

/// A string without its quotes, anything else as JSON.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::report::Evaluated;
    use crate::score::{Metric, score_run};
    use crate::test_corpus::write_corpus;
    use debulha_corpus::run_file::RunRow;

    #[test]
    fn values_keep_their_order_and_those_without_scores_are_left_out() {
        let dir = tempfile::tempdir().unwrap();
        let corpus = write_corpus(dir.path(), &[("a", r#", "text": "one two""#, b"x")]);
        let evaluated = |system: &str, text: &str| {
            let rows = vec![RunRow {
                page: "a".to_owned(),
                system: Some(system.to_owned()),
                text: Some(text.to_owned()),
                ..RunRow::default()
            }];
            Evaluated { scores: score_run(&corpus, &rows, &[Metric::WordF1]).unwrap(), rows }
        };
        let systems = vec![evaluated("bte(tag_weight=2.0)", "one two three four"), evaluated("bte", "one")];
        let evaluation = Evaluation::new(&corpus, systems);
        let named = [(2.0, "bte(tag_weight=2.0)"), (1.0, "bte"), (3.0, "bte(tag_weight=3.0)")];
        let named = named.map(|(value, name)| (Value::from(value), name.to_owned()));
        let found = TradeOff::of(&evaluation, "bte", "tag_weight", named);
        assert_eq!(found.rows.len(), 2);
        assert_eq!(found.rows[0], (Value::from(2.0), [0.5, 1.0, 2.0 / 3.0]));
        assert_eq!(found.rows[1], (Value::from(1.0), [1.0, 0.5, 2.0 / 3.0]));
        assert!(found.svg().contains(">recall</text>") && found.svg().contains(">default 1</text>"));
        let named = TradeOff { rows: vec![(Value::from("mean"), [0.5, 1.0, 0.6])], ..found };
        assert!(named.svg().contains(">mean</text>"), "{}", named.svg());
    }
}
