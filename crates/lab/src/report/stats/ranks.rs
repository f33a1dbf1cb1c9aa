//! Mean ranks of engines over boards.

/// The mean rank of every engine over the boards (1 = best); equal scores share the mean of their ranks. `scores` is engines
/// x boards.
pub fn mean_ranks(scores: &[Vec<f64>]) -> Vec<f64> {
    let boards = scores.first().map_or(0, Vec::len);
    let mut sums = vec![0.0; scores.len()];
    for board in 0..boards {
        let of_board: Vec<f64> = scores.iter().map(|engine| engine[board]).collect();
        for (engine, sum) in sums.iter_mut().enumerate() {
            let own = of_board[engine];
            let below = of_board.iter().filter(|&&score| score < own).count();
            let equal = of_board.iter().filter(|&&score| score == own).count();
            *sum += below as f64 + f64::midpoint(equal as f64, 1.0);
        }
    }
    sums.into_iter().map(|sum| sum / boards.max(1) as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::mean_ranks;

    /// The ranks of Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 2006, are means over ties.
    #[test]
    fn equal_scores_share_ranks() {
        assert_eq!(mean_ranks(&[vec![1.0, 2.0], vec![1.0, 1.0], vec![3.0, 3.0]]), [1.75, 1.25, 3.0]);
        assert!(mean_ranks(&[]).is_empty());
    }
}
