//! Two engines on the same boards.

use crate::report::Data;
use crate::report::score::par2;
use crate::report::stats::{Estimate, bootstrap, wilcoxon};

/// Seed of all resampling, so that equal records give equal reports.
pub const SEED: u64 = 1;

/// Seconds per board, unsolved boards at twice the limit.
pub fn scores(data: &Data, query: usize, engine: usize, boards: &[usize]) -> Vec<f64> {
    let of = |&board: &usize| {
        data.get(query, board, engine).map_or(0.0, |o| par2(std::iter::once((o.seconds, o.limit))).unwrap_or(0.0))
    };
    boards.iter().map(of).collect()
}

/// Wilcoxon's test of the logarithms of the ratios of two engines' scores.
pub fn test(data: &Data, query: usize, a: usize, b: usize, boards: &[usize]) -> Option<f64> {
    let (a, b) = (scores(data, query, a, boards), scores(data, query, b, boards));
    let differences: Vec<f64> =
        a.iter().zip(&b).filter(|(a, b)| **a > 0.0 && **b > 0.0).map(|(a, b)| (a / b).ln()).collect();
    wilcoxon::signed_rank(&differences)
}

/// The geometric mean of the time ratios of two engines on the boards that both solved.
pub fn ratio(data: &Data, query: usize, a: usize, b: usize, boards: &[usize]) -> Option<Estimate> {
    let seconds = |engine: usize, board: usize| data.get(query, board, engine).and_then(|o| o.seconds);
    let pairs: Vec<(f64, f64)> = boards.iter().filter_map(|&board| seconds(a, board).zip(seconds(b, board))).collect();
    bootstrap::ratio_interval(&pairs, SEED)
}
