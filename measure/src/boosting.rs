//! Time and size of boosted trees on made-up rows.
//!
//! `cargo run --release -p measure -- boosting [ROWS [FEATURES [TREES [FRACTION]]]]`

use debulha_core::classify::model::{FeatureRef, Model};
use debulha_core::features::random::SplitMix64;
use debulha_learn::boosting::{BoostedTreesParams, FeatureMatrix, train};
use std::time::Instant;

pub(crate) fn run() {
    let mut numbers = crate::arguments().map(|number| number.parse::<f64>().expect("a number"));
    let mut next = |default: f64| numbers.next().unwrap_or(default);
    let (rows, width, trees, fraction) =
        (next(200_000.0) as u32, next(150.0) as usize, next(200.0), next(0.5));
    let matrix = made_up(rows, width);
    let params = BoostedTreesParams {
        trees: trees as u32,
        learning_rate: 0.06,
        feature_fraction: fraction,
        ..BoostedTreesParams::pages()
    };
    let started = Instant::now();
    let learned = train(&matrix, &matrix.all_rows(), &params, 1, &|_| ());
    println!("{rows} rows, {width} features, {trees} trees: {:.1?}", started.elapsed());
    let boosted = learned.trees.clone();
    let trained = learned.named("blocks", ["no", "yes"], &matrix);
    let bytes = Model { classifiers: vec![trained], ..Model::default() }.to_bytes().expect("a model");
    println!("model: {} bytes, {} a tree", bytes.len(), bytes.len() / boosted.len().max(1));

    let page: Vec<f32> = (0..500.min(rows)).flat_map(|row| matrix.row(row).to_vec()).collect();
    let mut scores = vec![0.0; page.len() / width];
    let best = |work: &mut dyn FnMut()| {
        let time = |_| {
            let started = Instant::now();
            work();
            started.elapsed()
        };
        (0..50).map(time).min().unwrap_or_default()
    };
    println!(
        "{} rows at once: {:.0?}",
        scores.len(),
        best(&mut || boosted.scores(&page, width, &mut scores))
    );
    let each = best(&mut || {
        for (row, score) in page.chunks(width).zip(&mut scores) {
            *score = boosted.score(row);
        }
    });
    println!("each on its own: {each:.0?}");
}

/// A tenth of the features decides, by steps and products, with noise; a tenth of the values is missing, and half the
/// features have few values.
fn made_up(rows: u32, width: usize) -> FeatureMatrix {
    let feature = |column| FeatureRef { name: format!("f{column}"), version: 1 };
    let mut matrix = FeatureMatrix::new((0..width).map(feature).collect());
    let mut random = SplitMix64::new(1);
    let mut row = vec![0.0; width];
    for index in 0..rows {
        for (column, value) in row.iter_mut().enumerate() {
            let number = random.below_one() as f32;
            *value = if column % 2 == 0 { number } else { (number * number * 8.0).floor() };
        }
        let deciding = &row[..width.div_ceil(10)];
        let sum: f32 = deciding.windows(2).map(|pair| (pair[0] - 0.5) * (pair[1] - 2.0)).sum();
        let target = (1.0 / (1.0 + (-sum).exp()) + 0.2 * (random.below_one() as f32 - 0.5)).clamp(0.0, 1.0);
        for value in &mut row {
            *value = if random.below(10) == 0 { f32::NAN } else { *value };
        }
        matrix.push(&row, target, 0.1 + random.below_one() as f32, index / 100);
    }
    matrix
}
