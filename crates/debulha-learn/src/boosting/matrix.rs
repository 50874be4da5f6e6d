//! Rows of numbers with a target each.

use crate::table::Table;
use debulha_core::classify::model::FeatureRef;
use debulha_core::features::random::SplitMix64;
use std::collections::BTreeSet;

/// Dense rows of numbers; NaN is missing.
#[derive(Debug, Clone)]
pub struct FeatureMatrix {
    features: Vec<FeatureRef>,
    /// Row by row.
    values: Vec<f32>,
    targets: Vec<f32>,
    weights: Vec<f32>,
    groups: Vec<u32>,
}

impl FeatureMatrix {
    /// A matrix without rows, one column a feature.
    pub fn new(features: Vec<FeatureRef>) -> Self {
        FeatureMatrix {
            features,
            values: Vec::new(),
            targets: Vec::new(),
            weights: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// Adds a row: its values, the probability of the second class in [0, 1], its weight above 0, and its group, such
    /// as the number of its site. Groups stay together when rows are held out.
    ///
    /// # Panics
    /// If there are fewer or more values than features, or target or weight is none.
    pub fn push(&mut self, row: &[f32], target: f32, weight: f32, group: u32) {
        assert_eq!(row.len(), self.features.len(), "values of a row");
        assert!((0.0..=1.0).contains(&target), "target {target}");
        assert!(weight > 0.0 && weight.is_finite(), "weight {weight}");
        self.values.extend_from_slice(row);
        self.targets.push(target);
        self.weights.push(weight);
        self.groups.push(group);
    }

    /// A table of two classes: the target is 1 for the second one, names count as their position, each row has weight 1
    /// and is a group of its own. `None` where there are not two classes.
    pub fn of_table(table: &Table) -> Option<Self> {
        if table.classes().len() != 2 {
            return None;
        }
        let feature = |attribute: &crate::Attribute| FeatureRef { name: attribute.name.clone(), version: 0 };
        let mut matrix = FeatureMatrix::new(table.attributes().iter().map(feature).collect());
        for index in table.all_rows() {
            matrix.push(&table.features(index), table.class(index) as f32, 1.0, index);
        }
        Some(matrix)
    }

    /// The columns.
    pub fn features(&self) -> &[FeatureRef] {
        &self.features
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.features.len()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The values of a row.
    pub fn row(&self, row: u32) -> &[f32] {
        let start = row as usize * self.width();
        &self.values[start..start + self.width()]
    }

    /// The probability of the second class that a row states.
    pub fn target(&self, row: u32) -> f32 {
        self.targets[row as usize]
    }

    /// The weight of a row.
    pub fn weight(&self, row: u32) -> f32 {
        self.weights[row as usize]
    }

    /// The same rows with some of the columns, in the order given. O(rows · columns).
    ///
    /// # Panics
    /// If a column is out of bounds.
    #[must_use]
    pub fn columns(&self, columns: &[usize]) -> FeatureMatrix {
        let of_row = |row: u32| {
            let values = self.row(row);
            columns.iter().map(|&column| values[column])
        };
        FeatureMatrix {
            features: columns.iter().map(|&column| self.features[column].clone()).collect(),
            values: (0..self.len() as u32).flat_map(of_row).collect(),
            targets: self.targets.clone(),
            weights: self.weights.clone(),
            groups: self.groups.clone(),
        }
    }

    /// The numbers of all rows, as training takes them.
    pub fn all_rows(&self) -> Vec<u32> {
        (0..self.len() as u32).collect()
    }

    /// Parts rows into those to learn from and those to judge on: a share of their groups, chosen by the seed, each
    /// group whole. At least one group stays to learn from.
    pub fn hold_out(&self, rows: &[u32], share: f64, seed: u64) -> (Vec<u32>, Vec<u32>) {
        let group = |row: &u32| self.groups[*row as usize];
        let mut groups: Vec<u32> = rows.iter().map(group).collect::<BTreeSet<_>>().into_iter().collect();
        SplitMix64::new(seed).shuffle(&mut groups);
        groups.truncate(((groups.len() as f64 * share).round() as usize).min(groups.len().saturating_sub(1)));
        groups.sort_unstable();
        rows.iter().partition(|row| groups.binary_search(&group(row)).is_err())
    }
}
