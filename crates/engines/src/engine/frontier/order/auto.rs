//! Tries several orders and takes the smallest predicted cost. The search continues only while the best sweep so far is
//! predicted to cost more than the search.

use super::{breadth_first, clue_by_clue, greedy, predicted_cost, reading};
use crate::engine::frontier::Form;
use crate::system::BlockSystem;

/// Predicted states per block below which another order is not worth its cost; predictions are high.
const STATES_A_BLOCK: f64 = 30.0;
/// Most starts tried for each greedy order.
const STARTS: usize = 32;

/// The best order found.
pub fn order(system: &BlockSystem, form: Form) -> Vec<u32> {
    search(system, form, usize::MAX).0
}

/// The best of the first `count` orders, and whether more would be worth their cost.
pub fn search(system: &BlockSystem, form: Form, most: usize) -> (Vec<u32>, bool) {
    let blocks = system.blocks.len();
    if blocks <= 2 {
        return (reading::order(system), false);
    }
    let mut best: Option<(f64, Vec<u32>)> = None;
    let mut tried = 0.0;
    let mut offer = |order: Vec<u32>| {
        let cost = predicted_cost(system, &order, form);
        tried += 1.0;
        if best.as_ref().is_none_or(|b| cost < b.0) {
            best = Some((cost, order));
        }
        best.as_ref().is_some_and(|b| b.0 <= (tried * STATES_A_BLOCK * blocks as f64).log2())
    };
    let rim = breadth_first::rim(system);
    let spread = (0..STARTS).map(|i| (i * blocks / STARTS) as u32);
    let starts = rim.into_iter().chain(spread.filter(|_| blocks >= STARTS));
    // Lazy: an order is made only when those before were too expensive.
    let orders = std::iter::once(reading::order(system))
        .chain(starts.flat_map(|start| {
            [greedy::order as fn(&BlockSystem, u32) -> Vec<u32>, clue_by_clue::order]
                .into_iter()
                .map(move |order| order(system, start))
        }))
        .chain(std::iter::once_with(|| breadth_first::order(system)));
    let mut enough = false;
    for order in orders.take(most) {
        enough = offer(order);
        if enough {
            break;
        }
    }
    (best.map_or_else(|| reading::order(system), |b| b.1), !enough)
}
