//! How good a learner is on rows that it has not seen.

use crate::table::Table;
use debulha_core::classify::rules::RuleList;
use debulha_core::features::random::SplitMix64;

/// Parts of a table for cross-validation: each row is in one.
#[derive(Debug, Clone)]
pub struct Folds {
    count: usize,
    fold_of: Vec<usize>,
}

impl Folds {
    /// Deals the rows of each class, in an order that depends on the seed alone, to the folds in turn: all folds have
    /// nearly the same share of each class.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn stratified(table: &Table, count: usize, seed: u64) -> Self {
        assert!(count > 0, "no folds");
        let mut random = SplitMix64::new(seed);
        let mut fold_of = vec![0; table.len()];
        let mut next = 0;
        for class in 0..table.classes().len() {
            let mut rows: Vec<u32> =
                table.all_rows().into_iter().filter(|&row| table.class(row) == class).collect();
            random.shuffle(&mut rows);
            for row in rows {
                fold_of[row as usize] = next;
                next = (next + 1) % count;
            }
        }
        Folds { count, fold_of }
    }

    /// Number of folds.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The rows to learn from and those to judge on, each in order, when a fold is held out.
    pub fn split(&self, fold: usize) -> (Vec<u32>, Vec<u32>) {
        (0..self.fold_of.len() as u32).partition(|&row| self.fold_of[row as usize] != fold)
    }
}

/// Rows by true and by predicted class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confusion {
    classes: usize,
    counts: Vec<u32>,
}

impl Confusion {
    /// No rows.
    pub fn new(classes: usize) -> Self {
        Confusion { classes, counts: vec![0; classes * classes] }
    }

    /// Counts a row.
    pub fn add(&mut self, truth: usize, predicted: usize) {
        self.counts[truth * self.classes + predicted] += 1;
    }

    /// Counts the rows of another table.
    pub fn add_all(&mut self, other: &Confusion) {
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
    }

    /// Rows of a class for which another, or the same, was predicted.
    pub fn count(&self, truth: usize, predicted: usize) -> u32 {
        self.counts[truth * self.classes + predicted]
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Harmonic mean of precision and recall of a class; 0 where both are.
    pub fn f1(&self, class: usize) -> f64 {
        let (precision, recall) = (self.precision(class), self.recall(class));
        if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 }
    }

    /// Mean of a measure over the classes, each weighted by its rows, as Weka prints it; 0 without rows.
    pub fn weighted(&self, measure: impl Fn(usize) -> f64) -> f64 {
        let rows = |class| (0..self.classes).map(|predicted| self.count(class, predicted)).sum::<u32>();
        let sum: f64 = (0..self.classes).map(|class| f64::from(rows(class)) * measure(class)).sum();
        sum / f64::from(self.total().max(1))
    }

    /// All rows.
    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Share of rows that are right; 0 without rows.
    pub fn accuracy(&self) -> f64 {
        let right: u32 = (0..self.classes).map(|class| self.count(class, class)).sum();
        f64::from(right) / f64::from(self.total().max(1))
    }

    /// Share of right rows among those predicted as a class; 0 without any.
    pub fn precision(&self, class: usize) -> f64 {
        let predicted: u32 = (0..self.classes).map(|truth| self.count(truth, class)).sum();
        f64::from(self.count(class, class)) / f64::from(predicted.max(1))
    }

    /// Share of right rows among those of a class; 0 without any.
    pub fn recall(&self, class: usize) -> f64 {
        let there: u32 = (0..self.classes).map(|predicted| self.count(class, predicted)).sum();
        f64::from(self.count(class, class)) / f64::from(there.max(1))
    }
}

/// Judges a learner on each fold after learning from the others; one confusion matrix a fold.
///
/// `learn` gets the rows to learn from and gives a function from a row of the table to a class.
///
/// ```
/// use debulha_learn::evaluate::{Folds, cross_validate};
/// use debulha_learn::{c45, read};
///
/// let table = read("a, b. x: continuous.", &"1, a\n2, b\n".repeat(10))?;
/// let folds = Folds::stratified(&table, 5, 1);
/// let found = cross_validate(&table, &folds, |rows| {
///     let tree = c45::train(&table, rows, &c45::Options::default());
///     let table = &table;
///     move |row| tree.classify(|attribute| table.value(row, attribute))
/// });
/// assert!(found.iter().all(|fold| fold.total() == 4 && fold.accuracy() == 1.0));
/// # Ok::<(), debulha_learn::ReadError>(())
/// ```
pub fn cross_validate<P: Fn(u32) -> usize>(
    table: &Table,
    folds: &Folds,
    mut learn: impl FnMut(&[u32]) -> P,
) -> Vec<Confusion> {
    let judge = |fold| {
        let (known, held_out) = folds.split(fold);
        let predict = learn(&known);
        let mut confusion = Confusion::new(table.classes().len());
        for row in held_out {
            confusion.add(table.class(row), predict(row));
        }
        confusion
    };
    (0..folds.count()).map(judge).collect()
}

/// The classes that a rule list gives to the rows of a table, its features being found by name.
///
/// A feature that the table lacks is missing in every row.
pub fn predictor(table: &Table, rules: RuleList) -> impl Fn(u32) -> usize {
    let place = |name: &String| table.attributes().iter().position(|attribute| attribute.name == *name);
    let places: Vec<Option<usize>> = rules.features.iter().map(place).collect();
    move |row| rules.decide(|feature| table.value(row, places[feature]?)).class
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn folds_have_the_shares_of_the_classes() {
        let table =
            read("a, b. x: continuous.", &format!("{}{}", "1,a\n".repeat(70), "1,b\n".repeat(30))).unwrap();
        let folds = Folds::stratified(&table, 10, 3);
        for fold in 0..10 {
            let (known, held_out) = folds.split(fold);
            assert_eq!((known.len(), held_out.len()), (90, 10));
            assert_eq!(held_out.iter().filter(|&&row| table.class(row) == 1).count(), 3);
        }
        assert_ne!(folds.fold_of, Folds::stratified(&table, 10, 4).fold_of);
        assert_eq!(folds.fold_of, Folds::stratified(&table, 10, 3).fold_of);
    }

    #[test]
    fn shares_are_those_of_the_matrix() {
        let mut confusion = Confusion::new(2);
        for (truth, predicted, times) in [(0, 0, 6), (0, 1, 2), (1, 1, 1), (1, 0, 1)] {
            (0..times).for_each(|_| confusion.add(truth, predicted));
        }
        assert_eq!((confusion.total(), confusion.accuracy()), (10, 0.7));
        assert_eq!((confusion.precision(1), confusion.recall(1)), (1.0 / 3.0, 0.5));
        assert_eq!(Confusion::new(2).accuracy(), 0.0);
    }
}
