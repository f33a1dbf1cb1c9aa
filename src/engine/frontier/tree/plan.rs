//! The choice of a tree: several are made and improved, the one with the smallest predicted cost is
//! taken. Looking goes on only while the best one is predicted to cost more than the looking.

use super::anneal::anneal;
use super::eliminate::{RULES, eliminate};
use super::improve::improve;
use super::shape::{Shape, Sizes, predicted_cost};

/// Predicted pairs a block below which another tree is not worth its price.
const PAIRS_A_BLOCK: f64 = 200.0;

/// Predicted pairs a block that one round of annealing is worth.
const VISIT: f64 = 1000.0;
/// Rounds at most, and those below which there are none.
const ROUNDS: usize = 1000;
const FEW_ROUNDS: usize = 20;

/// The best tree found, and the logarithm of the pairs of states that it is predicted to merge;
/// `order` is a path's order to start from.
pub fn plan(sizes: &Sizes, order: &[u32]) -> (Shape, f64) {
    let candidates = (RULES.iter().map(|&rule| eliminate(sizes, rule)))
        .chain(std::iter::once_with(|| Shape::path(sizes.system, order)));
    let mut best: Option<(Shape, f64)> = None;
    for shape in candidates {
        let shape = improve(sizes, &shape);
        let cost = predicted_cost(sizes, &shape);
        if best.as_ref().is_none_or(|b| cost < b.1) {
            best = Some((shape, cost));
        }
        if best.as_ref().is_some_and(|b| b.1 < (PAIRS_A_BLOCK * order.len() as f64).log2()) {
            break;
        }
    }
    let (shape, cost) = best.unwrap_or_else(|| (Shape::path(sizes.system, order), 0.0));
    // A visit of a node costs about as much as some ten pairs.
    let rounds = ((cost - (VISIT * order.len() as f64).log2()).exp2() as usize).min(ROUNDS);
    if rounds < FEW_ROUNDS {
        return (shape, cost);
    }
    let annealed = anneal(sizes, &shape, rounds, order.len() as u64);
    let annealed_cost = predicted_cost(sizes, &annealed);
    if annealed_cost < cost { (annealed, annealed_cost) } else { (shape, cost) }
}

/// The logarithm of the pairs that a path in a given order is predicted to merge.
pub fn path_cost(sizes: &Sizes, order: &[u32]) -> f64 {
    predicted_cost(sizes, &Shape::path(sizes.system, order))
}
