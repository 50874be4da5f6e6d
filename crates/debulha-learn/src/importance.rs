//! What features are worth to a classifier, whatever its kind: how much worse it gets when one of them says nothing
//! (breiman2001).

use crate::table::Table;
use debulha_core::classify::first_largest;
use debulha_core::classify::model::Trained;
use debulha_core::features::hashing::then;
use debulha_core::features::random::SplitMix64;
use rayon::prelude::*;
use thiserror::Error;

/// How well a classifier does on rows.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ClassifierQuality {
    /// Share of rows that are right.
    pub accuracy: f64,
    /// Mean of −ln of the probability of the right class, in nats.
    pub log_loss: f64,
}

/// Quality, and what is lost of it without each feature.
#[derive(Debug, Clone, PartialEq)]
pub struct Permutation {
    /// On the rows as they are.
    pub whole: ClassifierQuality,
    /// By feature of the classifier: by how much accuracy falls and log-loss rises when the feature's values are dealt
    /// to the rows at random.
    pub losses: Vec<ClassifierQuality>,
}

/// Why a classifier cannot be judged on a table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OtherTable {
    /// A feature of the classifier is no column of the table.
    #[error("the table has no column `{0}`")]
    NoColumn(String),
    /// A class of the table is none of the classifier's.
    #[error("the classifier has no class `{0}`")]
    NoClass(String),
}

/// A right class that the classifier rules out counts as this probable, so that the loss is a number.
const MIN_PROBABILITY: f64 = 1e-15;

/// Judges a classifier on rows of a table, as they are and with the values of one feature shuffled. Features and
/// classes are found by name. Of features that say the same, each alone may seem worthless.
///
/// O(features · rows · an answer); one task a feature, with results that do not depend on the number of threads.
///
/// # Errors
/// A feature or class that the table, or the classifier, does not have.
///
/// ```
/// use debulha_core::ParamMap;
/// use debulha_learn::importance::permutation;
/// use debulha_learn::{learner, read};
///
/// let rows: String = (0..60).map(|x| format!("{x},{},{}\n", x % 2, ["no", "yes"][x / 30])).collect();
/// let table = read("no, yes. x: continuous. parity: continuous.", &rows)?;
/// let learned = (learner::find("c45")?.train)(&table, &table.all_rows(), &ParamMap::new(), 1)?;
/// let found = permutation(&table, &table.all_rows(), &learned.named("rows", &table, |_| 1), 1)?;
/// assert_eq!(found.whole.accuracy, 1.0);
/// assert!(found.losses[0].accuracy > 0.3 && found.losses[1].accuracy == 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn permutation(
    table: &Table,
    rows: &[u32],
    trained: &Trained,
    seed: u64,
) -> Result<Permutation, OtherTable> {
    let columns = trained.features.iter().map(|feature| {
        let found = table.attributes().iter().position(|attribute| attribute.name == feature.name);
        found.ok_or_else(|| OtherTable::NoColumn(feature.name.clone()))
    });
    let columns: Vec<usize> = columns.collect::<Result<_, _>>()?;
    let classes = table.classes().iter().map(|name| {
        let found = trained.classes.iter().position(|class| class == name);
        found.ok_or_else(|| OtherTable::NoClass(name.clone()))
    });
    let classes: Vec<usize> = classes.collect::<Result<_, _>>()?;

    let width = columns.len();
    let mut values = Vec::with_capacity(rows.len() * width);
    for &row in rows {
        let of_table = table.features(row);
        values.extend(columns.iter().map(|&column| of_table[column]));
    }
    let classes: Vec<usize> = rows.iter().map(|&row| classes[table.class(row)]).collect();
    let judge = |feature: usize, shuffled: &[f32]| {
        let mut row = vec![0.0; width];
        let (mut right, mut loss) = (0, 0.0);
        for (index, &class) in classes.iter().enumerate() {
            row.copy_from_slice(&values[index * width..(index + 1) * width]);
            if let Some(&value) = shuffled.get(index) {
                row[feature] = value;
            }
            let probabilities = trained.classifier.probabilities(&row);
            loss -= probabilities[class].max(MIN_PROBABILITY).ln();
            right += usize::from(first_largest(probabilities) == class);
        }
        let count = classes.len().max(1) as f64;
        ClassifierQuality { accuracy: right as f64 / count, log_loss: loss / count }
    };
    let whole = judge(0, &[]);
    let loss = |feature: usize| {
        let mut shuffled: Vec<f32> = values.iter().skip(feature).step_by(width).copied().collect();
        SplitMix64::new(then(seed, feature as u64)).shuffle(&mut shuffled);
        let without = judge(feature, &shuffled);
        ClassifierQuality {
            accuracy: whole.accuracy - without.accuracy,
            log_loss: without.log_loss - whole.log_loss,
        }
    };
    Ok(Permutation { whole, losses: (0..width).into_par_iter().map(loss).collect() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{learner, read};
    use debulha_core::ParamMap;
    use rayon::ThreadPoolBuilder;
    use std::fmt::Write;

    fn xor() -> (Table, Trained) {
        let mut random = SplitMix64::new(1);
        let mut rows = String::new();
        for _ in 0..400 {
            let [a, b, noise] = [(); 3].map(|()| random.below(10));
            let class = ["same", "other"][usize::from((a < 5) != (b < 3))];
            writeln!(rows, "{a},{noise},{b},{class}").unwrap();
        }
        let table = read("same, other. a: continuous. noise: continuous. b: continuous.", &rows).unwrap();
        let learner = learner::find("boosted_trees").unwrap();
        let learned = (learner.train)(&table, &table.all_rows(), &ParamMap::new(), 1).unwrap();
        let trained = learned.named("rows", &table, |_| 1);
        (table, trained)
    }

    #[test]
    fn features_that_decide_are_missed() {
        let (table, trained) = xor();
        let found = permutation(&table, &table.all_rows(), &trained, 1).unwrap();
        assert!(found.whole.accuracy > 0.99 && found.whole.log_loss < 0.1);
        let [a, noise, b] = [0, 1, 2].map(|feature: usize| found.losses[feature]);
        assert!(a.accuracy > 0.3 && b.accuracy > 0.3 && noise.accuracy < 0.05);
        assert!(a.log_loss > 1.0 && noise.log_loss < 0.2, "{a:?} {noise:?}");
        let on_one = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(on_one.install(|| permutation(&table, &table.all_rows(), &trained, 1)).unwrap(), found);
        assert_eq!(permutation(&table, &[], &trained, 1).unwrap().whole, ClassifierQuality::default());
    }

    #[test]
    fn tables_of_other_columns_are_refused() {
        let (_, trained) = xor();
        let other = read("same, other. a: continuous. b: continuous.", "1,2,same").unwrap();
        let error = permutation(&other, &[0], &trained, 1).unwrap_err();
        assert_eq!(error, OtherTable::NoColumn("noise".to_owned()));
        assert_eq!(error.to_string(), "the table has no column `noise`");
        let names = "same, third. a: continuous. noise: continuous. b: continuous.";
        let other = read(names, "1,2,3,same").unwrap();
        let error = permutation(&other, &[0], &trained, 1).unwrap_err();
        assert_eq!(error, OtherTable::NoClass("third".to_owned()));
        assert_eq!(error.to_string(), "the classifier has no class `third`");
    }
}
