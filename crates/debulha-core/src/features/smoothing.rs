//! Smoothing of sequences.

/// A Gaussian from `-radius` to `radius` that sums to 1; a single 1 where `sigma` is 0.
pub fn gaussian(sigma: f64, radius: u32) -> Vec<f64> {
    if sigma == 0.0 {
        return vec![1.0];
    }
    let radius = i64::from(radius);
    let mut kernel: Vec<f64> =
        (-radius..=radius).map(|i| (-((i * i) as f64) / (2.0 * sigma * sigma)).exp()).collect();
    let sum: f64 = kernel.iter().sum();
    for weight in &mut kernel {
        *weight /= sum;
    }
    kernel
}

/// Each value as the weighted sum of its neighbourhood, with zeros beyond both ends. O(values · kernel).
pub fn convolve(values: &[f64], kernel: &[f64], out: &mut Vec<f64>) {
    let radius = kernel.len() / 2;
    out.clear();
    out.extend((0..values.len()).map(|i| {
        let first = i.saturating_sub(radius);
        let last = (i + radius).min(values.len() - 1);
        (first..=last).map(|j| kernel[j + radius - i] * values[j]).sum::<f64>()
    }));
}
