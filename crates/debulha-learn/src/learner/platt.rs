//! Probabilities for machines that give distances (platt1999).

use super::logistic_regression::fit;
use crate::evaluate::Folds;

/// Penalty that keeps the curve solvable; next to none.
const RIDGE: f64 = 1e-6;

/// Slope and offset of the logistic curve from distances to probabilities of the second class.
///
/// Targets are those of platt1999, a little off 0 and 1 by the rows of each class, so that the curve is no step.
pub(super) fn curve(distances: &[f64], is_second: &[bool]) -> (f64, f64) {
    let second = is_second.iter().filter(|&&is| is).count() as f64;
    let first = is_second.len() as f64 - second;
    let (high, low) = ((second + 1.0) / (second + 2.0), 1.0 / (first + 2.0));
    let targets: Vec<f64> = is_second.iter().map(|&is| if is { high } else { low }).collect();
    let rows: Vec<&[f64]> = distances.chunks_exact(1).collect();
    let (slope, offset) = fit(&rows, &targets, &vec![1.0; targets.len()], RIDGE);
    (slope[0], offset)
}

/// Distances of rows from machines that have not seen them: `train` gets the rows to learn from and gives the machine.
///
/// The folds are stratified.
pub(super) fn held_out<M: Fn(usize) -> f64>(
    is_second: &[bool],
    folds: usize,
    seed: u64,
    mut train: impl FnMut(&[usize]) -> M,
) -> Vec<f64> {
    let classes: Vec<usize> = is_second.iter().map(|&is| usize::from(is)).collect();
    let mut distances = vec![0.0; is_second.len()];
    for (known, held_out) in Folds::of_classes(&classes, folds, seed).splits() {
        let known: Vec<usize> = known.into_iter().map(|row| row as usize).collect();
        let machine = train(&known);
        for row in held_out {
            distances[row as usize] = machine(row as usize);
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_passes_through_the_shares_of_each_distance() {
        // Two distances: the curve meets the mean target of each, so .25 and .75 nearly.
        let distances: Vec<f64> = (0..800).map(|row| if row < 400 { -1.0 } else { 1.0 }).collect();
        let is_second: Vec<bool> = (0..800).map(|row| (row % 4 == 0) == (row < 400)).collect();
        let (slope, offset) = curve(&distances, &is_second);
        let at = |distance: f64| 1.0 / (1.0 + (-(slope * distance + offset)).exp());
        assert!((at(-1.0) - 0.25).abs() < 0.01 && (at(1.0) - 0.75).abs() < 0.01, "{slope} {offset}");
    }

    #[test]
    fn a_clean_cut_gives_the_targets_of_the_paper() {
        let (slope, offset) = curve(&[-1.0, -1.0, 1.0, 1.0], &[false, false, true, true]);
        let at = |distance: f64| 1.0 / (1.0 + (-(slope * distance + offset)).exp());
        assert!((at(1.0) - 0.75).abs() < 1e-4 && (at(-1.0) - 0.25).abs() < 1e-4);
        assert!(curve(&[0.0, 0.0], &[true, true]).1.is_finite());
    }

    #[test]
    fn no_row_is_judged_by_a_machine_that_saw_it() {
        let is_second: Vec<bool> = (0..20).map(|row| row < 7).collect();
        let found = held_out(&is_second, 3, 1, |known| {
            let known = known.to_vec();
            move |row| f64::from(u8::from(known.contains(&row)))
        });
        assert_eq!(found, [0.0; 20]);
    }
}
