//! Holm's correction for many tests at once.

/// Adjusted p-values, in the order of the p-values: a test is significant at a level for all tests together if its own
/// value is below it.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 0.0f64;
    for (rank, &test) in order.iter().enumerate() {
        least = least.max((p.len() - rank) as f64 * p[test]).min(1.0);
        adjusted[test] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::holm;

    /// Holm's own order: 4 x 0.005, 3 x 0.01, then 2 x 0.03, kept ascending.
    #[test]
    fn adjusted_as_by_hand() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, right) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - right).abs() < 1e-12, "{found} {right}");
        }
        assert_eq!(holm(&[0.6, 0.9]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
