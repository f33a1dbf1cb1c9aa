//! Straight lines through points, and rank correlation.

/// A line through points by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// What y gains per unit of x.
    pub slope: f64,
    /// y at x = 0.
    pub at_zero: f64,
    /// Standard error of the slope, from three points on.
    pub error: Option<f64>,
}

/// The line through points (x, y) by least squares. None for fewer than two different x.
pub fn slope(points: &[(f64, f64)]) -> Option<Slope> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    if points.len() < 2 || spread <= 0.0 {
        return None;
    }
    let slope = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / spread;
    let left: f64 = points.iter().map(|p| (p.1 - y - slope * (p.0 - x)).powi(2)).sum();
    let error = (points.len() > 2).then(|| (left / (count - 2.0) / spread).sqrt());
    Some(Slope { slope, at_zero: y - slope * x, error })
}

/// The ranks of values from 1 on; equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let before = order.iter().take_while(|&&i| values[i] < values[equal[0]]).count();
        let rank = before as f64 + f64::midpoint(equal.len() as f64, 1.0);
        equal.iter().for_each(|&i| ranks[i] = rank);
    }
    ranks
}

/// Spearman's rank correlation of points. None for fewer than three, or if one coordinate is the same in all.
pub fn rank_correlation(points: &[(f64, f64)]) -> Option<f64> {
    let of = |of: fn(&(f64, f64)) -> f64| ranks(&points.iter().map(of).collect::<Vec<f64>>());
    let ranked: Vec<(f64, f64)> = of(|p| p.0).into_iter().zip(of(|p| p.1)).collect();
    let swapped: Vec<(f64, f64)> = ranked.iter().map(|p| (p.1, p.0)).collect();
    if points.len() < 3 {
        return None;
    }
    // The product of both slopes is the square of the correlation.
    let (one, other) = (slope(&ranked)?.slope, slope(&swapped)?.slope);
    Some((one * other).max(0.0).sqrt().copysign(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_their_errors() {
        let line = slope(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).unwrap();
        assert!((line.slope - 2.0).abs() < 1e-12 && (line.at_zero - 1.0).abs() < 1e-12);
        assert!(line.error.is_some_and(|error| error < 1e-12));
        assert_eq!(slope(&[(0.0, 1.0), (1.0, 3.0)]).unwrap().error, None);
        assert_eq!(slope(&[(1.0, 1.0), (1.0, 3.0)]), None);
        // By hand: slope 1/2, residuals 1/6, -1/3, 1/6; their squares 1/6 over one degree and a spread of 2.
        let bent = slope(&[(0.0, 0.0), (1.0, 0.0), (2.0, 1.0)]).unwrap();
        assert!((bent.error.unwrap() - (1.0f64 / 12.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn ranks_go_by_order_alone() {
        let of = |y: [f64; 4]| rank_correlation(&[(1.0, y[0]), (2.0, y[1]), (3.0, y[2]), (4.0, y[3])]);
        assert!((of([1.0, 10.0, 11.0, 1e9]).unwrap() - 1.0).abs() < 1e-12);
        assert!((of([9.0, 7.0, 5.0, 1.0]).unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(of([2.0; 4]), None);
        assert_eq!(ranks(&[5.0, 1.0, 5.0]), [2.5, 1.0, 2.5]);
    }
}
