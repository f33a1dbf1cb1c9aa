//! The choice of a tree: several are made and improved, and the smallest predicted cost is taken. The search continues
//! only while the best one is predicted to cost more than the search.

use super::anneal::anneal;
use super::eliminate::{RULES, eliminate};
use super::improve::improve;
use super::shape::{PredictedSizes, Shape, predicted_cost};
use crate::engine::{Control, Counter, Stop};

/// Predicted pairs per block below which another tree is not worth its cost.
const PAIRS_A_BLOCK: f64 = 200.0;

/// Predicted pairs per block for which there is one round of annealing.
const PAIRS_A_ROUND: f64 = 1000.0;
/// Rounds at most, and those below which there are none.
const ROUNDS: usize = 1000;
const FEW_ROUNDS: usize = 20;
/// Most visits of nodes in all rounds, to bound the planning of very large systems.
const TURNS: usize = 1 << 24;
/// Bytes of a stored pair.
const PAIR: f64 = 4.0;
/// Factor beyond the memory limit, as a binary logarithm, from which predicted tables are not begun: predictions have
/// been seen 13 too high, and annealing saves some.
const HOPELESS: f64 = 20.0;

/// The best tree of a few, and the logarithm of its predicted pairs of states to merge; `order` is a path's order to start
/// from.
///
/// # Errors
/// The time ran out.
pub fn plan(sizes: &PredictedSizes, order: &[u32], control: &mut Control) -> Result<(Shape, f64), Stop> {
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
    Ok(best)
}

/// Rounds of annealing that a tree is worth, by the logarithm of its predicted pairs and its number of blocks.
fn rounds(cost: f64, blocks: usize) -> usize {
    let rounds = (cost - (PAIRS_A_ROUND * blocks as f64).log2()).exp2() as usize;
    let rounds = rounds.min(ROUNDS).min(TURNS / blocks.max(1));
    if rounds < FEW_ROUNDS { 0 } else { rounds }
}

/// Visits of nodes that [`annealed`] makes.
pub fn visits_of_annealing(cost: f64, blocks: usize) -> u64 {
    (rounds(cost, blocks) * blocks) as u64
}

/// A planned tree, or a better one by annealing where its tables cost more than that.
///
/// # Errors
/// The time ran out, or the tables are predicted to be far larger than memory.
pub fn annealed(
    sizes: &PredictedSizes,
    (shape, cost): (Shape, f64),
    control: &mut Control,
) -> Result<(Shape, f64), Stop> {
    if control.memory_limit().is_some_and(|most| cost + PAIR.log2() > (most as f64).log2() + HOPELESS) {
        predicted(cost, control);
        return Err(Stop::Memory);
    }
    let blocks = sizes.system.blocks.len();
    let better = match rounds(cost, blocks) {
        0 => None,
        rounds => Some(anneal(sizes, &shape, rounds, blocks as u64, control)?),
    };
    let better = better.map(|shape| (predicted_cost(sizes, &shape), shape)).filter(|better| better.0 < cost);
    Ok(better.map_or((shape, cost), |(cost, shape)| (shape, cost)))
}

/// Adds to the statistics the pairs of which this is the logarithm.
pub fn predicted(pairs: f64, control: &mut Control) {
    control.stats.add(Counter::PredictedPairs, pairs.exp2() as u64);
}
