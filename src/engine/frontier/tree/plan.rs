//! The choice of a tree: several are made and improved, the one with the smallest predicted cost is
//! taken. Looking goes on only while the best one is predicted to cost more than the looking.

use super::anneal::anneal;
use super::eliminate::{RULES, eliminate};
use super::improve::improve;
use super::shape::{Shape, Sizes, predicted_cost};
use crate::engine::{Control, Stop};

/// Predicted pairs a block below which another tree is not worth its price.
const PAIRS_A_BLOCK: f64 = 200.0;

/// Predicted pairs a block for which there is one round of annealing.
const PAIRS_A_ROUND: f64 = 1000.0;
/// Rounds at most, and those below which there are none.
const ROUNDS: usize = 1000;
const FEW_ROUNDS: usize = 20;

/// The best tree found, and the logarithm of the pairs of states that it is predicted to merge;
/// `order` is a path's order to start from.
///
/// # Errors
/// The time ran out.
pub fn plan(sizes: &Sizes, order: &[u32], control: &Control) -> Result<(Shape, f64), Stop> {
    let candidates = (RULES.iter().map(|&rule| eliminate(sizes, rule)))
        .chain(std::iter::once_with(|| Shape::path(sizes.system, order)));
    let mut best = (Shape::path(sizes.system, order), f64::INFINITY);
    for shape in candidates {
        control.check()?;
        let shape = improve(sizes, &shape);
        let cost = predicted_cost(sizes, &shape);
        if cost < best.1 {
            best = (shape, cost);
        }
        if best.1 < (PAIRS_A_BLOCK * order.len() as f64).log2() {
            return Ok(best);
        }
    }
    let rounds = ((best.1 - (PAIRS_A_ROUND * order.len() as f64).log2()).exp2() as usize).min(ROUNDS);
    if rounds >= FEW_ROUNDS {
        let shape = anneal(sizes, &best.0, rounds, order.len() as u64, control)?;
        let cost = predicted_cost(sizes, &shape);
        if cost < best.1 {
            best = (shape, cost);
        }
    }
    Ok(best)
}

/// The logarithm of the pairs that a path in a given order is predicted to merge.
pub fn path_cost(sizes: &Sizes, order: &[u32]) -> f64 {
    predicted_cost(sizes, &Shape::path(sizes.system, order))
}
