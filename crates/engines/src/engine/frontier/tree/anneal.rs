//! Simulated annealing of a tree (Kirkpatrick et al. 1983) with the rotations of [`super::improve`]: a rotation that
//! costs more is accepted too, the more rarely the cooler. For trees whose tables cost more than the search.

use super::improve::Turning;
use super::shape::{PredictedSizes, Shape};
use crate::engine::{Control, Stop};
use crate::rng::Rng;

/// Temperatures at the start and at the end, in binary logarithms of pairs of states.
const HOT: f64 = 1.5;
const COLD: f64 = 0.05;

/// The best tree of an annealing with this many visits of every node.
///
/// # Errors
/// The time ran out.
pub fn anneal(
    sizes: &PredictedSizes,
    shape: &Shape,
    rounds: usize,
    seed: u64,
    control: &Control,
) -> Result<Shape, Stop> {
    let mut rng = Rng::new(seed);
    let mut run = Turning::new(sizes, shape);
    let joins = run.joins();
    let mut best = (run.cost(), shape.clone());
    for round in 0..rounds {
        control.check()?;
        let heat = HOT * (COLD / HOT).powf(round as f64 / rounds as f64);
        for _ in &joins {
            let node = joins[rng.index(joins.len())];
            // One draw serves both: the high bits are the chance, the two low ones the rotation.
            let draw = rng.next_u64();
            let chance = (draw >> 11) as f64 / (1u64 << 53) as f64;
            // The Metropolis rule, in binary logarithms: a worse tree is accepted with a chance of 2^(-change / heat).
            run.try_turn(node, draw as usize & 3, |change| change <= 0.0 || chance < (-change / heat).exp2());
        }
        // Most of the way the tree is worse than at the start.
        if 2 * round > rounds {
            let cost = run.cost();
            if cost < best.0 {
                best = (cost, run.shape());
            }
        }
    }
    run.turn_all();
    Ok(if run.cost() < best.0 { run.shape() } else { best.1 })
}
