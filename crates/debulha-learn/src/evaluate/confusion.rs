//! What was taken for what.

use std::fmt;

/// Rows by true and by predicted class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confusion {
    classes: usize,
    counts: Vec<u32>,
}

/// Precision, recall and F1 of a class; 0 where there is nothing to divide by, as in Weka.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ClassQuality {
    /// Share of right rows among those predicted as the class.
    pub precision: f64,
    /// Share of right rows among those of the class.
    pub recall: f64,
    /// Harmonic mean of both.
    pub f1: f64,
    /// Rows of the class.
    pub support: u32,
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

    /// All rows.
    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Rows of a class.
    pub fn support(&self, class: usize) -> u32 {
        (0..self.classes).map(|predicted| self.count(class, predicted)).sum()
    }

    /// Share of rows that are right; 0 without rows.
    pub fn accuracy(&self) -> f64 {
        let right: u32 = (0..self.classes).map(|class| self.count(class, class)).sum();
        f64::from(right) / f64::from(self.total().max(1))
    }

    /// The accuracy of who gives each row the most frequent class: what there is to beat.
    pub fn baseline(&self) -> f64 {
        let largest = (0..self.classes).map(|class| self.support(class)).max().unwrap_or(0);
        f64::from(largest) / f64::from(self.total().max(1))
    }

    /// Share of right rows among those predicted as a class; 0 without any.
    pub fn precision(&self, class: usize) -> f64 {
        let predicted: u32 = (0..self.classes).map(|truth| self.count(truth, class)).sum();
        f64::from(self.count(class, class)) / f64::from(predicted.max(1))
    }

    /// Share of right rows among those of a class; 0 without any.
    pub fn recall(&self, class: usize) -> f64 {
        f64::from(self.count(class, class)) / f64::from(self.support(class).max(1))
    }

    /// Precision, recall and F1 of a class.
    ///
    /// ```
    /// use debulha_learn::evaluate::Confusion;
    ///
    /// let mut confusion = Confusion::new(2);
    /// for (truth, predicted, rows) in [(0, 0, 6), (0, 1, 2), (1, 0, 1), (1, 1, 1)] {
    ///     (0..rows).for_each(|_| confusion.add(truth, predicted));
    /// }
    /// let of_second = confusion.quality(1);
    /// assert_eq!((of_second.precision, of_second.recall, of_second.support), (1.0 / 3.0, 0.5, 2));
    /// assert!((of_second.f1 - 0.4).abs() < 1e-12);
    /// ```
    pub fn quality(&self, class: usize) -> ClassQuality {
        let (precision, recall) = (self.precision(class), self.recall(class));
        let sum = precision + recall;
        let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        ClassQuality { precision, recall, f1, support: self.support(class) }
    }

    /// The qualities of the classes, each by its share of the rows.
    pub fn weighted_quality(&self) -> ClassQuality {
        let total = self.total();
        let mut sum = ClassQuality { support: total, ..ClassQuality::default() };
        for quality in (0..self.classes).map(|class| self.quality(class)) {
            let share = f64::from(quality.support) / f64::from(total.max(1));
            sum.precision += share * quality.precision;
            sum.recall += share * quality.recall;
            sum.f1 += share * quality.f1;
        }
        sum
    }

    /// The matrix with the names of the classes, as Weka prints it.
    ///
    /// ```
    /// use debulha_learn::evaluate::Confusion;
    ///
    /// let mut confusion = Confusion::new(2);
    /// (0..12).for_each(|_| confusion.add(0, 0));
    /// confusion.add(1, 0);
    /// let expected = "  a  b   <-- classified as\n 12  0 |  a = yes\n  1  0 |  b = no\n";
    /// assert_eq!(confusion.display(&["yes".to_owned(), "no".to_owned()]).to_string(), expected);
    /// ```
    pub fn display<'a>(&'a self, classes: &'a [String]) -> impl fmt::Display + 'a {
        ConfusionTable { confusion: self, classes }
    }
}

struct ConfusionTable<'a> {
    confusion: &'a Confusion,
    classes: &'a [String],
}

impl fmt::Display for ConfusionTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = self.confusion.counts.iter().copied().max().unwrap_or(0);
        let width = most.to_string().len().max(letters(self.classes.len().saturating_sub(1)).len());
        for class in 0..self.classes.len() {
            write!(f, " {:>width$}", letters(class))?;
        }
        writeln!(f, "   <-- classified as")?;
        for (truth, name) in self.classes.iter().enumerate() {
            for predicted in 0..self.classes.len() {
                write!(f, " {:>width$}", self.confusion.count(truth, predicted))?;
            }
            writeln!(f, " | {:>width$} = {name}", letters(truth))?;
        }
        Ok(())
    }
}

/// a to z, then aa, ab and so on.
fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (number % 26) as u8);
        match (number / 26).checked_sub(1) {
            Some(next) => number = next,
            None => break,
        }
    }
    letters.iter().rev().map(|&letter| char::from(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_the_matrix() {
        let mut confusion = Confusion::new(2);
        for (truth, predicted, times) in [(0, 0, 6), (0, 1, 2), (1, 1, 1), (1, 0, 1)] {
            (0..times).for_each(|_| confusion.add(truth, predicted));
        }
        assert_eq!((confusion.total(), confusion.accuracy(), confusion.baseline()), (10, 0.7, 0.8));
        assert_eq!((confusion.precision(1), confusion.recall(1)), (1.0 / 3.0, 0.5));
        assert_eq!((Confusion::new(2).accuracy(), Confusion::new(2).baseline()), (0.0, 0.0));
    }

    #[test]
    fn a_class_that_is_never_there_or_never_said_has_0() {
        // Weka's glass has such a class.
        let mut confusion = Confusion::new(3);
        confusion.add(0, 0);
        confusion.add(1, 0);
        assert_eq!(confusion.quality(2), ClassQuality::default());
        assert_eq!(confusion.quality(1), ClassQuality { support: 1, ..ClassQuality::default() });
        let weighted = confusion.weighted_quality();
        assert_eq!((weighted.precision, weighted.recall, weighted.support), (0.25, 0.5, 2));
    }

    #[test]
    fn classes_have_letters() {
        assert_eq!([0, 25, 26, 27, 702].map(letters), ["a", "z", "aa", "ab", "aaa"]);
    }
}
