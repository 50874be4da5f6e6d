//! k-means with seeding by distance (arthur2007), the same on every run.

use debulha_core::features::random::SplitMix64;

/// How clusters are sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KMeans {
    /// Number of clusters; fewer where there are fewer points.
    pub clusters: usize,
    /// Times that it is begun anew; the tightest result counts.
    pub restarts: u32,
    /// Most moves of the centroids in each.
    pub iterations: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Distances that may be computed; when they are used up, the best so far counts.
    pub budget: u64,
}

/// A point: an array or a vector of as many numbers as all other points have.
pub trait ClusterPoint: Clone + AsRef<[f64]> + AsMut<[f64]> {}

impl<P: Clone + AsRef<[f64]> + AsMut<[f64]>> ClusterPoint for P {}

/// Points in clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct PointClusters<P> {
    /// The cluster of each point.
    pub of: Vec<usize>,
    /// The mean of each cluster.
    pub centroids: Vec<P>,
    /// Sum of squared distances of points to their centroids.
    spread: f64,
}

impl KMeans {
    /// Finds clusters. O(restarts · iterations · clusters · points), within the budget and one assignment of all
    /// points.
    ///
    /// ```
    /// use debulha_systems::features::k_means::KMeans;
    ///
    /// let k_means = KMeans { clusters: 2, restarts: 5, iterations: 10, seed: 1, budget: 10_000 };
    /// let found = k_means.find(&[[0.0], [9.0], [1.0], [10.0]]);
    /// assert_eq!(found.of[0], found.of[2]);
    /// assert_ne!(found.of[0], found.of[1]);
    /// assert!(found.centroids.contains(&[0.5]) && found.centroids.contains(&[9.5]));
    /// ```
    pub fn find<P: ClusterPoint>(&self, points: &[P]) -> PointClusters<P> {
        let mut random = SplitMix64::new(self.seed);
        let mut left = self.budget;
        let mut best: Option<PointClusters<P>> = None;
        for _ in 0..self.restarts.max(1) {
            let centroids = self.seeded(points, &mut random);
            let found = self.settled(points, centroids, &mut left);
            if best.as_ref().is_none_or(|best| found.spread < best.spread) {
                best = Some(found);
            }
            // Nothing is tighter than points on their centroids.
            if left == 0 || best.as_ref().is_some_and(|best| best.spread == 0.0) {
                break;
            }
        }
        best.unwrap_or(PointClusters { of: Vec::new(), centroids: Vec::new(), spread: 0.0 })
    }

    /// First centroids: a point, then points with a chance that grows as the square of the distance to the nearest.
    fn seeded<P: ClusterPoint>(&self, points: &[P], random: &mut SplitMix64) -> Vec<P> {
        let mut centroids: Vec<P> = Vec::with_capacity(self.clusters.min(points.len()));
        let mut nearest = vec![f64::INFINITY; points.len()];
        while centroids.len() < self.clusters.min(points.len()) {
            let chosen = if let Some(last) = centroids.last() {
                let mut sum = 0.0;
                for (nearest, point) in nearest.iter_mut().zip(points) {
                    *nearest = nearest.min(squared_distance(point, last));
                    sum += *nearest;
                }
                let mut rest = random.below_one() * sum;
                let reached = nearest.iter().position(|&distance| {
                    rest -= distance;
                    rest < 0.0
                });
                // All points are centroids, or the sum is rounded.
                reached.unwrap_or(points.len() - 1)
            } else {
                (random.below_one() * points.len() as f64) as usize
            };
            centroids.push(points[chosen].clone());
        }
        centroids
    }

    /// Moves centroids to the means of their points until none changes its cluster.
    fn settled<P: ClusterPoint>(
        &self,
        points: &[P],
        mut centroids: Vec<P>,
        left: &mut u64,
    ) -> PointClusters<P> {
        let mut of = vec![usize::MAX; points.len()];
        let mut spread;
        let mut round = 0;
        loop {
            let mut moved = false;
            spread = 0.0;
            for (cluster, point) in of.iter_mut().zip(points) {
                let (nearest, distance) = nearest(&centroids, point);
                moved |= *cluster != nearest;
                *cluster = nearest;
                spread += distance;
            }
            *left = left.saturating_sub((points.len() * centroids.len()) as u64);
            if !moved {
                break;
            }
            move_to_means(points, &of, &mut centroids);
            round += 1;
            if round >= self.iterations || *left == 0 {
                break;
            }
        }
        PointClusters { of, centroids, spread }
    }
}

/// The nearest centroid, the first of equals, and its squared distance.
fn nearest<P: ClusterPoint>(centroids: &[P], point: &P) -> (usize, f64) {
    let mut best = (0, f64::INFINITY);
    for (index, centroid) in centroids.iter().enumerate() {
        let distance = squared_distance(point, centroid);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best
}

fn squared_distance<P: ClusterPoint>(a: &P, b: &P) -> f64 {
    a.as_ref().iter().zip(b.as_ref()).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// A cluster without points keeps its centroid.
fn move_to_means<P: ClusterPoint>(points: &[P], of: &[usize], centroids: &mut [P]) {
    let mut counts = vec![0.0; centroids.len()];
    for &cluster in of {
        counts[cluster] += 1.0;
    }
    for (centroid, _) in centroids.iter_mut().zip(&counts).filter(|(_, count)| **count > 0.0) {
        centroid.as_mut().fill(0.0);
    }
    for (point, &cluster) in points.iter().zip(of) {
        centroids[cluster].as_mut().iter_mut().zip(point.as_ref()).for_each(|(sum, value)| *sum += value);
    }
    for (centroid, count) in centroids.iter_mut().zip(counts).filter(|(_, count)| *count > 0.0) {
        centroid.as_mut().iter_mut().for_each(|sum| *sum /= count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: KMeans = KMeans { clusters: 3, restarts: 20, iterations: 50, seed: 0, budget: 1_000_000 };

    #[test]
    fn groups_are_found_from_any_seed() {
        let points: Vec<[f64; 2]> = (0..30)
            .map(|index| {
                let (group, step) = (f64::from(index % 3), f64::from(index) / 300.0);
                [group * 10.0 + step, -group * 5.0 - step]
            })
            .collect();
        for seed in 0..20 {
            let found = KMeans { seed, ..THREE }.find(&points);
            for (index, &cluster) in found.of.iter().enumerate() {
                assert_eq!(cluster, found.of[index % 3], "seed {seed}");
            }
            assert_eq!(KMeans { seed, ..THREE }.find(&points), found, "the same twice");
        }
    }

    #[test]
    fn few_or_equal_points_are_no_trouble() {
        assert_eq!(THREE.find::<[f64; 1]>(&[]).of, [0_usize; 0]);
        assert_eq!(THREE.find(&[[5.0]]).centroids, [[5.0]]);
        assert_eq!(THREE.find(&[[5.0]; 9]).spread, 0.0);
        assert_eq!(THREE.find(&[[1.0], [2.0]]).centroids.len(), 2);
    }

    #[test]
    fn a_spent_budget_ends_with_an_answer() {
        let points: Vec<[f64; 1]> = (0..100).map(|index| [f64::from(index * index)]).collect();
        let found = KMeans { budget: 1, ..THREE }.find(&points);
        assert!(found.of.iter().all(|&cluster| cluster < 3));
    }
}
