//! The second stage: between cells of nearly the best value by the first ensemble, the second ensemble decides, which
//! has the features of the three-ply search as well.

use super::budget::{Budget, WorkUnit};
use super::candidate::Candidate;
use super::ensemble::Ensemble;
use super::features::{self, ALL};
use super::forward_pruning::near_best_value;
use super::params::CLOSE;
use super::three_ply::ThreePly;
use super::two_ply::{Click, Number};
use crate::play::analysis::Ahead;

/// Candidates with all features, without values; the clicks are those of the position. None if the budget does not
/// suffice.
pub fn with_three_ply(
    candidates: &[Candidate],
    clicks: &[Click],
    mut ahead: Ahead,
    budget: &mut Budget,
) -> Option<Vec<Candidate<ALL>>> {
    let mut search = |number: &Number| {
        if budget.left(WorkUnit::Value) == 0 {
            return None;
        }
        let is_over = number.outlook.safest >= 1.0 || number.next.models < 2.0;
        let before = ahead.work;
        let after = if is_over { ThreePly::CERTAIN } else { ThreePly::new(&number.next, &mut ahead) };
        budget.spend(1, WorkUnit::Value);
        budget.spend(ahead.work - before, WorkUnit::Step);
        Some(after)
    };
    let mut deepen = |&Candidate { cell, score, ref numbers, .. }: &Candidate| {
        let click = clicks.iter().find(|c| c.cell == cell).expect("each candidate is of a click");
        let shown = click.numbers.iter().zip(numbers);
        let numbers = shown
            .map(|(number, (share, plain))| Some((*share, features::with_three_ply(plain, search(number)?))))
            .collect::<Option<_>>()?;
        Some(Candidate { cell, score, value: 0.0, numbers })
    };
    candidates.iter().map(&mut deepen).collect()
}

/// Gives the candidates of nearly the best value the values of the second ensemble, if the budget suffices.
pub fn revalue(candidates: &mut [Candidate], clicks: &[Click], ahead: Ahead, budget: &mut Budget) {
    let close = near_best_value(candidates.to_vec(), CLOSE);
    if close.len() < 2 {
        return;
    }
    let Some(mut deeper) = with_three_ply(&close, clicks, ahead, budget) else { return };
    Ensemble::second().value(&mut deeper);
    // Both are up to a constant: the sum over these cells stays.
    let apart = close.iter().zip(&deeper).map(|(c, d)| c.value - d.value).sum::<f64>() / close.len() as f64;
    for found in deeper {
        let candidate = candidates.iter_mut().find(|c| c.cell == found.cell).expect("it is one of them");
        candidate.value = found.value + apart;
    }
}
