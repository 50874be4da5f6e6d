//! Which rows are learned from and which judged on.

use crate::table::Table;
use debulha_core::features::random::SplitMix64;

/// Rows to learn from and rows to judge on, each in order.
pub type Split = (Vec<u32>, Vec<u32>);

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
        let classes: Vec<usize> = table.all_rows().into_iter().map(|row| table.class(row)).collect();
        Folds::of_classes(&classes, count, seed)
    }

    /// The same for rows of these classes, numbered in their order.
    ///
    /// # Panics
    /// If `count` is 0.
    pub(crate) fn of_classes(classes: &[usize], count: usize, seed: u64) -> Self {
        assert!(count > 0, "no folds");
        let mut random = SplitMix64::new(seed);
        let mut fold_of = vec![0; classes.len()];
        let mut next = 0;
        for class in 0..classes.iter().max().map_or(0, |most| most + 1) {
            let mut rows: Vec<usize> = (0..classes.len()).filter(|&row| classes[row] == class).collect();
            random.shuffle(&mut rows);
            for row in rows {
                fold_of[row] = next;
                next = (next + 1) % count;
            }
        }
        Folds { count, fold_of }
    }

    /// Keeps rows of one group, such as a page or a site, in one fold: the groups, largest first and those of one size
    /// in an order that depends on the seed, each to the fold with the fewest rows.
    ///
    /// Folds are as even as the groups allow; where there are fewer groups than folds, some are empty.
    ///
    /// # Panics
    /// If `count` is 0.
    ///
    /// ```
    /// use debulha_learn::evaluate::Folds;
    ///
    /// // Four rows of site 7, two of site 1, two of site 9.
    /// let folds = Folds::by_group(&[7, 7, 1, 9, 7, 7, 1, 9], 2, 1);
    /// let (known, held_out) = folds.split(0);
    /// assert_eq!(held_out, [0, 1, 4, 5]);
    /// assert_eq!(known, [2, 3, 6, 7]);
    /// ```
    pub fn by_group(groups: &[u32], count: usize, seed: u64) -> Self {
        assert!(count > 0, "no folds");
        let mut rows: Vec<u32> = (0..groups.len() as u32).collect();
        rows.sort_by_key(|&row| groups[row as usize]);
        let mut of_group: Vec<&[u32]> =
            rows.chunk_by(|&a, &b| groups[a as usize] == groups[b as usize]).collect();
        SplitMix64::new(seed).shuffle(&mut of_group);
        of_group.sort_by_key(|rows| std::cmp::Reverse(rows.len()));
        let mut sizes = vec![0; count];
        let mut fold_of = vec![0; groups.len()];
        for rows in of_group {
            let smallest = (0..count).min_by_key(|&fold| sizes[fold]).unwrap_or_default();
            sizes[smallest] += rows.len();
            for &row in rows {
                fold_of[row as usize] = smallest;
            }
        }
        Folds { count, fold_of }
    }

    /// Number of folds.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The rows to learn from and those to judge on, each in order, when a fold is held out.
    pub fn split(&self, fold: usize) -> Split {
        (0..self.fold_of.len() as u32).partition(|&row| self.fold_of[row as usize] != fold)
    }

    /// All folds with rows, each held out once.
    pub fn splits(&self) -> Vec<Split> {
        (0..self.count).map(|fold| self.split(fold)).filter(|(_, held_out)| !held_out.is_empty()).collect()
    }
}

/// Draws a share of the rows to learn from; the others are judged on.
///
/// ```
/// use debulha_learn::evaluate::percentage_split;
///
/// let (known, held_out) = percentage_split(150, 0.66, 1);
/// assert_eq!((known.len(), held_out.len()), (99, 51));
/// ```
pub fn percentage_split(rows: usize, share: f64, seed: u64) -> Split {
    let mut order: Vec<u32> = (0..rows as u32).collect();
    SplitMix64::new(seed).shuffle(&mut order);
    let mut held_out = order.split_off(((rows as f64 * share).round() as usize).min(rows));
    order.sort_unstable();
    held_out.sort_unstable();
    (order, held_out)
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
    fn groups_are_never_parted_and_folds_are_even() {
        // Sites of 1 to 20 rows, their rows in turn.
        let groups: Vec<u32> = (0..20_u32).flat_map(|round| round..20).collect();
        let folds = Folds::by_group(&groups, 5, 9);
        for (known, held_out) in folds.splits() {
            assert_eq!(held_out.len(), 42);
            assert!(
                !known.iter().any(|&a| held_out.iter().any(|&b| groups[a as usize] == groups[b as usize]))
            );
        }
        assert_eq!(Folds::by_group(&[1, 1, 1], 5, 1).splits().len(), 1);
        let rows = [3, 1, 2, 3, 1, 2];
        assert_eq!(Folds::by_group(&rows, 3, 2).fold_of, Folds::by_group(&rows, 3, 2).fold_of);
    }

    #[test]
    fn a_percentage_is_drawn_once() {
        let (known, held_out) = percentage_split(10, 0.66, 5);
        let mut all = [known.clone(), held_out.clone()].concat();
        all.sort_unstable();
        assert_eq!((known.len(), all), (7, (0..10).collect::<Vec<u32>>()));
        assert_ne!(percentage_split(10, 0.66, 6).0, known);
        assert_eq!(percentage_split(3, 1.0, 1).1.len(), 0);
    }
}
