//! Support vector machines with a Gaussian kernel, by sequential minimal optimisation with the working sets of fan2005.
//!
//! Own code rather than a library's: `linfa-svm` has no bound on the rows of its kernel matrix, and fits probabilities on
//! the rows of the training.

use super::matrix::Matrix;
use super::{LearnedClassifier, Learner, params, platt};
use crate::table::Table;
use debulha_core::classify::Classifier;
use debulha_core::classify::kernel::{KernelMachines, Machine, likeness};
use debulha_core::features::random::SplitMix64;
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};

const ID: &str = "rbf_svm";

params! {
    /// Parameters of `rbf_svm`.
    #[derive(Copy)]
    pub struct RbfSvmParams {
        /// Cost of a row on the wrong side (our decision: 1).
        pub cost: f64 = 1.0, range: 0.000_001..=1_000_000.0;
        /// How fast likeness ends with the squared distance of standardised rows; 0: 1 by the number of columns (our
        /// decision).
        pub gamma: f64 = 0.0, range: 0.0..=1_000_000.0;
        /// Most rows of two classes that are learned from; of more, as many drawn at random, each class by its share.
        /// The kernel matrix has 4 bytes for each pair of them (our decision: 4000, so 64 MB).
        pub max_rows: u32 = 4000, range: 2..=40_000;
        /// Steps end when no pair of rows violates its conditions by more (fan2005: .001).
        pub tolerance: f64 = 0.001, range: 0.000_000_1..=1.0;
        /// Most steps, for each row (our decision).
        pub steps_per_row: u32 = 200, range: 1..=1_000_000;
        /// Parts of the inner cross-validation that fits probabilities (platt1999: 3).
        pub probability_folds: u32 = 3, range: 2..=100;
    }
}

/// The learner.
pub(super) static LEARNER: Learner = Learner {
    id: ID,
    title: "Support vector machine with a Gaussian kernel",
    cite: &["fan2005", "platt1999"],
    docs: "Sequential minimal optimisation, one machine a pair of classes; probabilities are fitted on inner folds. \
        Missing values count as the mean. O(rows² × columns) time and O(rows²) memory for each pair of classes, with \
        a bound on the rows.",
    params: RbfSvmParams::INFO,
    train: learn,
};

fn learn(table: &Table, rows: &[u32], map: &ParamMap, seed: u64) -> Result<LearnedClassifier, BuildError> {
    let mut options: RbfSvmParams = params(ID, map)?;
    let matrix = Matrix::new(ID, table, rows)?;
    if options.gamma == 0.0 {
        options.gamma = 1.0 / matrix.width().max(1) as f64;
    }
    let mut machines = Vec::new();
    // Of each row, whether a machine needs it.
    let mut is_support = vec![false; matrix.len()];
    for second in 0..matrix.class_count {
        for first in 0..second {
            let rows = pair(&matrix, first, second, options.max_rows as usize, seed);
            let machine = machine(&matrix, &rows, (first, second), &options, seed);
            for &(row, _) in &machine.weights {
                is_support[row as usize] = true;
            }
            machines.push(machine);
        }
    }
    let support: Vec<usize> = (0..matrix.len()).filter(|&row| is_support[row]).collect();
    for (row, _) in machines.iter_mut().flat_map(|machine| &mut machine.weights) {
        *row = support.partition_point(|&other| other < *row as usize) as u32;
    }
    let support = support.into_iter().map(|row| matrix.row(row).to_vec()).collect();
    let kernel = KernelMachines { scales: matrix.scales, gamma: options.gamma, support, machines };
    Ok(LearnedClassifier { classifier: Classifier::Kernel(kernel), gains: Vec::new() })
}

/// The rows of two classes in order; of more than `most`, a part of each class.
fn pair(matrix: &Matrix, first: usize, second: usize, most: usize, seed: u64) -> Vec<usize> {
    let of = |class: usize| -> Vec<usize> {
        (0..matrix.len()).filter(|&row| matrix.classes[row] == class).collect()
    };
    let sides = [of(first), of(second)];
    let count = sides[0].len() + sides[1].len();
    let mut random = SplitMix64::new(seed);
    let mut rows = Vec::new();
    for mut side in sides {
        if count > most {
            random.shuffle(&mut side);
            side.truncate((side.len() * most).div_ceil(count));
        }
        rows.extend(side);
    }
    rows.sort_unstable();
    rows
}

/// The machine of two classes, its support vectors by their rows.
fn machine(
    matrix: &Matrix,
    rows: &[usize],
    (first, second): (usize, usize),
    options: &RbfSvmParams,
    seed: u64,
) -> Machine {
    let is_second: Vec<bool> = rows.iter().map(|&row| matrix.classes[row] == second).collect();
    let likenesses = Likenesses::new(matrix, rows, options.gamma);
    let distances = platt::held_out(&is_second, options.probability_folds as usize, seed, |known| {
        let solved = solve(&likenesses, known, &is_second, options);
        let (likenesses, known) = (&likenesses, known.to_vec());
        move |row: usize| {
            let terms = known.iter().zip(&solved.weights);
            solved.bias + terms.map(|(&other, weight)| weight * likenesses.of(row, other)).sum::<f64>()
        }
    });
    let all: Vec<usize> = (0..rows.len()).collect();
    let solved = solve(&likenesses, &all, &is_second, options);
    let (slope, offset) = platt::curve(&distances, &is_second);
    let weights = rows.iter().zip(solved.weights).filter(|(_, weight)| *weight != 0.0);
    let weights = weights.map(|(&row, weight)| (row as u32, weight)).collect();
    Machine { first: first as u32, second: second as u32, weights, bias: solved.bias, slope, offset }
}

/// The kernel of all pairs of rows, in 4 bytes each: a matrix of 8 would hold half the rows.
struct Likenesses {
    rows: usize,
    values: Vec<f32>,
}

impl Likenesses {
    fn new(matrix: &Matrix, rows: &[usize], gamma: f64) -> Self {
        let mut values = vec![1.0; rows.len() * rows.len()];
        for (a, &row) in rows.iter().enumerate() {
            for (b, &other) in rows[..a].iter().enumerate() {
                let value = likeness(matrix.row(row), matrix.row(other), gamma) as f32;
                values[a * rows.len() + b] = value;
                values[b * rows.len() + a] = value;
            }
        }
        Likenesses { rows: rows.len(), values }
    }

    fn of(&self, a: usize, b: usize) -> f64 {
        f64::from(self.values[a * self.rows + b])
    }
}

struct Solved {
    /// Of each row, with the sign of its side.
    weights: Vec<f64>,
    bias: f64,
}

/// Least curvature along a pair of rows; equal rows have none (fan2005).
const MIN_CURVE: f64 = 1e-12;

/// Minimises `½ αᵀQα - Σα` with `0 ≤ α ≤ cost` and `Σ yα = 0`, two rows at a time.
fn solve(likenesses: &Likenesses, rows: &[usize], is_second: &[bool], options: &RbfSvmParams) -> Solved {
    let sides: Vec<f64> = rows.iter().map(|&row| if is_second[row] { 1.0 } else { -1.0 }).collect();
    let mut alphas = vec![0.0; rows.len()];
    // Derivatives by the alphas.
    let mut slopes = vec![-1.0; rows.len()];
    let most = u64::from(options.steps_per_row) * rows.len() as u64;
    for _ in 0..most {
        let Some((up, low)) = working_set(likenesses, rows, &sides, &alphas, &slopes, options) else { break };
        let like = |a: usize, b: usize| likenesses.of(rows[a], rows[b]);
        let curve = (2.0 - 2.0 * like(up, low)).max(MIN_CURVE);
        let gap = sides[low] * slopes[low] - sides[up] * slopes[up];
        // How far the pair can go until one of them is at its bound.
        let room = |row: usize, grows: bool| if grows { options.cost - alphas[row] } else { alphas[row] };
        let step = (gap / curve).min(room(up, sides[up] > 0.0)).min(room(low, sides[low] < 0.0));
        if step <= 0.0 {
            break;
        }
        let moved = |alpha: f64, change: f64| {
            let next = (alpha + change).clamp(0.0, options.cost);
            // What rounding leaves at a bound would be chosen again and again.
            if next < options.cost * f64::EPSILON { 0.0 } else { next }
        };
        alphas[up] = moved(alphas[up], sides[up] * step);
        alphas[low] = moved(alphas[low], -sides[low] * step);
        for (row, slope) in slopes.iter_mut().enumerate() {
            *slope += sides[row] * step * (like(up, row) - like(low, row));
        }
    }
    let bias = bias(&sides, &alphas, &slopes, options.cost);
    Solved { weights: alphas.iter().zip(&sides).map(|(alpha, side)| alpha * side).collect(), bias }
}

/// Whether the row's part of the sum can grow.
fn can_rise(side: f64, alpha: f64, cost: f64) -> bool {
    if side > 0.0 { alpha < cost } else { alpha > 0.0 }
}

/// Whether it can fall.
fn can_fall(side: f64, alpha: f64, cost: f64) -> bool {
    can_rise(-side, alpha, cost)
}

/// The row that violates its condition most, and the one that with it lowers the sum most by second order (fan2005,
/// WSS 2); none within the tolerance.
fn working_set(
    likenesses: &Likenesses,
    rows: &[usize],
    sides: &[f64],
    alphas: &[f64],
    slopes: &[f64],
    options: &RbfSvmParams,
) -> Option<(usize, usize)> {
    let mut up = (None, f64::NEG_INFINITY);
    for row in (0..rows.len()).filter(|&row| can_rise(sides[row], alphas[row], options.cost)) {
        let violation = -sides[row] * slopes[row];
        if violation > up.1 {
            up = (Some(row), violation);
        }
    }
    let (up, most) = (up.0?, up.1);
    let (mut low, mut least) = ((None, 0.0), f64::INFINITY);
    for row in (0..rows.len()).filter(|&row| can_fall(sides[row], alphas[row], options.cost)) {
        let violation = -sides[row] * slopes[row];
        least = least.min(violation);
        let gap = most - violation;
        if gap > 0.0 {
            let curve = (2.0 - 2.0 * likenesses.of(rows[up], rows[row])).max(MIN_CURVE);
            let gain = gap * gap / curve;
            if gain > low.1 {
                low = (Some(row), gain);
            }
        }
    }
    if most - least <= options.tolerance { None } else { Some((up, low.0?)) }
}

/// What makes rows between the bounds, or the middle of those at them, lie on the margin.
fn bias(sides: &[f64], alphas: &[f64], slopes: &[f64], cost: f64) -> f64 {
    let (mut sum, mut free) = (0.0, 0.0);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for ((&side, &alpha), slope) in sides.iter().zip(alphas).zip(slopes) {
        let at = -side * slope;
        if alpha > 0.0 && alpha < cost {
            sum += at;
            free += 1.0;
        }
        if can_rise(side, alpha, cost) {
            most = most.max(at);
        }
        if can_fall(side, alpha, cost) {
            least = least.min(at);
        }
    }
    let middle = match (most.is_finite(), least.is_finite()) {
        (true, true) => f64::midpoint(most, least),
        (true, false) => most,
        (false, true) => least,
        (false, false) => 0.0,
    };
    if free > 0.0 { sum / free } else { middle }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;

    /// Two classes as squares of a board, which no plane parts.
    fn board(classes: &str) -> Table {
        let cell = |i: usize| {
            let (x, y) = (i % 16, i / 16);
            let class = ["a", "b"][(x / 8 + y / 8) % 2];
            format!("{x},{y},{class}\n")
        };
        let data: String = (0..256).map(cell).collect();
        read(&format!("{classes}. x: continuous. y: continuous."), &data).unwrap()
    }

    #[test]
    fn two_points_are_a_machine_of_their_own() {
        // α = 1 / (1 - k) of both, where k is the likeness of the two, 2 apart after standardisation.
        let table = read("a, b. x: continuous.", "0,a\n1,b\n").unwrap();
        let matrix = Matrix::new(ID, &table, &[0, 1]).unwrap();
        let options = RbfSvmParams { cost: 100.0, gamma: 0.25, ..RbfSvmParams::default() };
        let likenesses = Likenesses::new(&matrix, &[0, 1], options.gamma);
        let solved = solve(&likenesses, &[0, 1], &[false, true], &options);
        let expected = 1.0 / (1.0 - (-1.0_f64).exp());
        assert!((solved.weights[1] - expected).abs() < 1e-6, "{:?}", solved.weights);
        assert!((solved.weights[0] + expected).abs() < 1e-6 && solved.bias.abs() < 1e-6);
    }

    #[test]
    fn a_board_is_learned() {
        let table = board("a, b");
        let map = serde_json::json!({"gamma": 2.0, "cost": 10.0}).as_object().unwrap().clone();
        let learned = learn(&table, &table.all_rows(), &map, 1).unwrap();
        assert_eq!(learned.classifier.check(2, 2), Ok(()));
        let wrong = (0..256_u32).filter(|&row| {
            let values = [0, 1].map(|column| table.value(row, column).unwrap() as f32);
            learned.classifier.classify(&values) != table.class(row)
        });
        assert!(wrong.count() <= 5);
        assert_eq!(learn(&table, &table.all_rows(), &map, 1).unwrap(), learned);
    }

    #[test]
    fn rows_beyond_the_bound_are_drawn_by_class() {
        let table = board("a, b");
        let matrix = Matrix::new(ID, &table, &table.all_rows()).unwrap();
        let rows = pair(&matrix, 0, 1, 100, 7);
        assert_eq!(rows.len(), 100);
        assert_eq!(rows.iter().filter(|&&row| matrix.classes[row] == 0).count(), 50);
    }

    #[test]
    fn a_class_without_rows_is_no_trouble() {
        let table = board("a, b, c");
        let map = serde_json::json!({"gamma": 2.0}).as_object().unwrap().clone();
        let learned = learn(&table, &table.all_rows(), &map, 1).unwrap();
        assert_eq!(learned.classifier.check(2, 3), Ok(()));
        assert!(learned.classifier.classify(&[0.0, 0.0]) == 0);
    }
}
