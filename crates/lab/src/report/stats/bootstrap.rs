//! Percentile bootstrap (Efron 1979): boards are drawn with replacement, and the middle 95 % of the statistic over the draws
//! is its interval.

use crate::report::score::geometric_mean;
use crate::rng::Rng;

/// Draws of boards.
const DRAWS: usize = 1000;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The statistic of all boards.
    pub estimate: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The geometric mean of the ratios `a / b` of pairs of positive numbers; None without pairs.
pub fn ratio_interval(pairs: &[(f64, f64)], seed: u64) -> Option<Estimate> {
    let logs: Vec<f64> = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0).map(|(a, b)| (a / b).ln()).collect();
    let of = |sample: &mut dyn Iterator<Item = f64>| geometric_mean(sample.map(f64::exp));
    interval(&logs, seed, &of)
}

/// The ratio of the means of pairs `(a, b)`; None without pairs, or where the second mean is 0.
pub fn ratio_of_means(pairs: &[(f64, f64)], seed: u64) -> Option<Estimate> {
    let of = |sample: &mut dyn Iterator<Item = (f64, f64)>| {
        let (a, b) = sample.fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        (b > 0.0).then(|| a / b)
    };
    interval(pairs, seed, &of)
}

/// The mean; None without values.
pub fn mean_interval(values: &[f64], seed: u64) -> Option<Estimate> {
    let count = values.len() as f64;
    interval(values, seed, &|sample| (count > 0.0).then(|| sample.sum::<f64>() / count))
}

fn interval<T: Copy>(
    values: &[T],
    seed: u64,
    statistic: &dyn Fn(&mut dyn Iterator<Item = T>) -> Option<f64>,
) -> Option<Estimate> {
    let estimate = statistic(&mut values.iter().copied())?;
    let mut rng = Rng::new(seed);
    let mut draws: Vec<f64> =
        (0..DRAWS).filter_map(|_| statistic(&mut (0..values.len()).map(|_| values[rng.index(values.len())]))).collect();
    draws.sort_by(f64::total_cmp);
    let at = |share: f64| draws.get((share * DRAWS as f64) as usize).copied();
    Some(Estimate { estimate, low: at(0.025)?, high: at(0.975)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean_is_near_its_standard_error() {
        let values: Vec<f64> = (0..400).map(|i| f64::from(i % 20)).collect();
        let found = mean_interval(&values, 1).unwrap();
        // Standard deviation of 0..20 is 5.766, that of the mean of 400 of them 0.288.
        assert_eq!(found.estimate, 9.5);
        let half = (found.high - found.low) / 2.0;
        assert!((half - 1.96 * 0.288).abs() < 0.06, "{found:?}");
        assert_eq!(mean_interval(&values, 1), Some(found));
        assert_eq!(mean_interval(&[], 1), None);
    }

    #[test]
    fn means_are_compared_pair_by_pair() {
        let pairs: Vec<(f64, f64)> = (1..=50).map(|i| (2.0 * f64::from(i), f64::from(i))).collect();
        let found = ratio_of_means(&pairs, 1).unwrap();
        assert!([found.estimate, found.low, found.high].iter().all(|r| (r - 2.0).abs() < 1e-12), "{found:?}");
        assert_eq!(ratio_of_means(&[(1.0, 0.0)], 1), None);
    }

    #[test]
    fn ratios_are_geometric() {
        let found = ratio_interval(&[(1.0, 2.0), (8.0, 2.0), (2.0, 2.0)], 1).unwrap();
        assert!((found.estimate - 2f64.powf(1.0 / 3.0)).abs() < 1e-12, "{found:?}");
        assert!(found.low >= 0.5 && found.low < found.estimate && found.high <= 4.0, "{found:?}");
        assert_eq!(ratio_interval(&[], 1), None);
    }
}
