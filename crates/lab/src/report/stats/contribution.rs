//! The virtual best engine: on every board the fastest, and what it owes to each engine.

/// The mean of the smallest scores per board, over engines x boards; None without boards.
pub fn virtual_best(scores: &[Vec<f64>]) -> Option<f64> {
    let boards = scores.first()?.len();
    let best = |board: usize| scores.iter().map(|engine| engine[board]).fold(f64::INFINITY, f64::min);
    (boards > 0).then(|| (0..boards).map(best).sum::<f64>() / boards as f64)
}

/// For every engine the share by which the virtual best would get worse without it (its marginal contribution, as in Xu,
/// Hutter, Hoos and Leyton-Brown, "Evaluating component solver contributions to portfolio-based algorithm selectors", SAT
/// 2012): 0.5 is half as much time again, 0 means that others are as fast everywhere.
pub fn marginal(scores: &[Vec<f64>]) -> Vec<f64> {
    let Some(all) = virtual_best(scores) else { return vec![0.0; scores.len()] };
    let without = |engine: usize| {
        let others: Vec<Vec<f64>> =
            scores.iter().enumerate().filter(|(other, _)| *other != engine).map(|(_, scores)| scores.clone()).collect();
        virtual_best(&others).map_or(f64::INFINITY, |rest| if all > 0.0 { rest / all - 1.0 } else { 0.0 })
    };
    (0..scores.len()).map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_one_engine_is_fast_at_is_its_contribution() {
        let scores = [vec![1.0, 9.0], vec![2.0, 3.0], vec![2.0, 3.0]];
        assert_eq!(virtual_best(&scores), Some(2.0));
        // Without the first: (2 + 3) / 2 instead of (1 + 3) / 2; the others replace each other.
        assert_eq!(marginal(&scores), [0.25, 0.0, 0.0]);
        assert_eq!(virtual_best(&[]), None);
        assert_eq!(marginal(&[vec![]]), [0.0]);
    }
}
