//! What a learner says of rows that it has not seen.

use super::{Confusion, Curve, Split};
use crate::learner::Learner;
use crate::table::Table;
use debulha_core::ParamMap;
use debulha_core::classify::{Classifier, first_largest};
use debulha_core::params::BuildError;
use rayon::prelude::*;
use std::fmt::Write as _;

/// Rows with their class and the probabilities that were given.
#[derive(Debug, Clone, PartialEq)]
pub struct Predictions {
    /// Names of the classes.
    pub classes: Vec<String>,
    /// The class of each row.
    pub truth: Vec<usize>,
    /// What was given for each row, in the order of the classes.
    pub probabilities: Vec<Vec<f64>>,
}

impl Predictions {
    /// No rows yet.
    pub fn new(classes: &[String]) -> Self {
        Predictions { classes: classes.to_vec(), truth: Vec::new(), probabilities: Vec::new() }
    }

    /// Adds the rows of others of the same classes.
    pub fn append(&mut self, others: Predictions) {
        self.truth.extend(others.truth);
        self.probabilities.extend(others.probabilities);
    }

    /// What a classifier says of some rows. O(rows), and an answer of the classifier each.
    pub fn by(classifier: &Classifier, table: &Table, rows: &[u32]) -> Self {
        Predictions {
            classes: table.classes().to_vec(),
            truth: rows.iter().map(|&row| table.class(row)).collect(),
            probabilities: rows.iter().map(|&row| classifier.probabilities(&table.features(row))).collect(),
        }
    }

    /// Learns from the first rows of each split and judges the second ones, in the order of the splits. Splits are
    /// learned on several threads; the result is the same on any number of them.
    ///
    /// # Errors
    /// Those of the learner.
    ///
    /// ```
    /// use debulha_learn::evaluate::{Folds, Predictions};
    /// use debulha_learn::{learner, read};
    ///
    /// let table = read("a, b. x: continuous.", &"1, a\n2, b\n".repeat(10))?;
    /// let folds = Folds::stratified(&table, 5, 1).splits();
    /// let c45 = learner::find("c45")?;
    /// let found = Predictions::of(c45, &table, &folds, &debulha_core::ParamMap::new(), 1)?;
    /// assert_eq!((found.truth.len(), found.confusion().accuracy()), (20, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        learner: &Learner,
        table: &Table,
        splits: &[Split],
        params: &ParamMap,
        seed: u64,
    ) -> Result<Self, BuildError> {
        let judge = |(known, held_out): &Split| -> Result<Predictions, BuildError> {
            let learned = (learner.train)(table, known, params, seed)?;
            Ok(Predictions::by(&learned.classifier, table, held_out))
        };
        let judged: Vec<_> = splits.par_iter().map(judge).collect();
        let mut found = Predictions::new(table.classes());
        for judged in judged {
            found.append(judged?);
        }
        Ok(found)
    }

    /// Rows by class and by the most probable one, the first of several.
    pub fn confusion(&self) -> Confusion {
        let mut confusion = Confusion::new(self.classes.len());
        for (&truth, probabilities) in self.truth.iter().zip(&self.probabilities) {
            confusion.add(truth, first_largest(probabilities.iter().copied()));
        }
        confusion
    }

    /// A class against all others.
    pub fn curve(&self, class: usize) -> Curve {
        let of_class: Vec<f64> = self.probabilities.iter().map(|all| all[class]).collect();
        let is_class: Vec<bool> = self.truth.iter().map(|&truth| truth == class).collect();
        Curve::new(&of_class, &is_class)
    }

    /// Accuracy beside the most frequent class, qualities and areas of each class and weighted by rows, and the
    /// confusion matrix, as a text of lines.
    pub fn report(&self) -> String {
        let confusion = self.confusion();
        let mut text = format!(
            "{} rows, accuracy {:.4} (most frequent class {:.4})\n\n\
             precision  recall      F1  ROC area  PR area     rows  class\n",
            confusion.total(),
            confusion.accuracy(),
            confusion.baseline()
        );
        let mut weighted = (0.0, 0.0);
        let total = f64::from(confusion.total().max(1));
        for (class, name) in self.classes.iter().enumerate() {
            let (quality, curve) = (confusion.quality(class), self.curve(class));
            let areas = (curve.roc_area(), curve.precision_recall_area());
            let share = f64::from(quality.support) / total;
            weighted.0 += share * areas.0.unwrap_or_default();
            weighted.1 += share * areas.1.unwrap_or_default();
            line(&mut text, quality, areas, name);
        }
        line(
            &mut text,
            confusion.weighted_quality(),
            (Some(weighted.0), Some(weighted.1)),
            "weighted by rows",
        );
        let _ = write!(text, "\n{}", confusion.display(&self.classes));
        text
    }
}

fn line(text: &mut String, quality: super::ClassQuality, areas: (Option<f64>, Option<f64>), name: &str) {
    let area = |area: Option<f64>| area.map_or("–".to_owned(), |area| format!("{area:.4}"));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{:>9.4}  {:>6.4}  {:>6.4}  {:>8}  {:>7}  {:>7}  {name}",
        quality.precision,
        quality.recall,
        quality.f1,
        area(areas.0),
        area(areas.1),
        quality.support
    );
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::evaluate::Folds;
    use crate::learner::LEARNERS;
    use crate::read;

    /// Rows whose class a cut of x decides, with some noise in y and missing values.
    fn planted() -> Table {
        let row = |i: usize| {
            let (x, y) = (i * 37 % 100, i * 53 % 17);
            let class = if x < 40 { "a" } else { "b" };
            let y = if i.is_multiple_of(10) { "?".to_owned() } else { y.to_string() };
            format!("{x},{y},{},{class}\n", ["no", "yes"][i % 2])
        };
        let data: String = (0..200).map(row).collect();
        read("a, b. x: continuous. y: continuous. z: no, yes.", &data).unwrap()
    }

    #[test]
    fn every_learner_finds_a_planted_rule_and_the_same_one_on_any_number_of_threads() {
        let table = planted();
        let folds = Folds::stratified(&table, 4, 1).splits();
        for learner in LEARNERS.iter().filter(|learner| learner.id != "k_means") {
            let on = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| Predictions::of(learner, &table, &folds, &ParamMap::new(), 1).unwrap())
            };
            let found = on(1);
            assert!(found.confusion().accuracy() >= 0.95, "{}\n{}", learner.id, found.report());
            assert_eq!(found, on(2), "{}", learner.id);
        }
    }

    #[test]
    fn every_learner_copes_with_one_class_and_with_rows_that_are_all_the_same() {
        let table = read("a, b. x: continuous.", &"1,a\n".repeat(12)).unwrap();
        for learner in LEARNERS {
            let learned = (learner.train)(&table, &table.all_rows(), &ParamMap::new(), 1).unwrap();
            assert_eq!(learned.classifier.check(1, 2), Ok(()), "{}", learner.id);
            assert_eq!(learned.classifier.classify(&[1.0]), 0, "{}", learner.id);
            assert_eq!(learned.classifier.classify(&[f32::NAN]), 0, "{}", learner.id);
        }
    }

    #[test]
    fn a_report_has_a_line_a_class() {
        let predictions = Predictions {
            classes: ["yes", "no"].map(str::to_owned).to_vec(),
            truth: vec![0, 0, 1],
            probabilities: vec![vec![0.9, 0.1], vec![0.4, 0.6], vec![0.2, 0.8]],
        };
        let expected = "3 rows, accuracy 0.6667 (most frequent class 0.6667)\n\n\
            precision  recall      F1  ROC area  PR area     rows  class\n   \
            1.0000  0.5000  0.6667    1.0000   1.0000        2  yes\n   \
            0.5000  1.0000  0.6667    1.0000   1.0000        1  no\n   \
            0.8333  0.6667  0.6667    1.0000   1.0000        3  weighted by rows\n\n \
            a b   <-- classified as\n 1 1 | a = yes\n 0 1 | b = no\n";
        assert_eq!(predictions.report(), expected);
    }
}
