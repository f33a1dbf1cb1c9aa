//! Orders in which a sweep visits the blocks of one component.
//!
//! The best order is as hard to find as pathwidth (NP-complete), so these are heuristics. Adding
//! one is a file and a row in [`ORDERS`].

mod auto;
mod breadth_first;
mod clue_by_clue;
mod cost;
mod greedy;
mod reading;

use super::Form;
use crate::system::BlockSystem;

pub use auto::search;
pub use cost::predicted_cost;

/// A way to order blocks.
pub struct BlockOrder {
    pub name: &'static str,
    /// The blocks of a connected system in order of visit; the cost of an order depends on the form of state.
    pub blocks: fn(&BlockSystem, Form) -> Vec<u32>,
}

/// All orders.
pub const ORDERS: &[BlockOrder] = &[
    BlockOrder { name: "auto", blocks: auto::order },
    BlockOrder { name: "reading", blocks: |system, _| reading::order(system) },
    BlockOrder { name: "breadth-first", blocks: |system, _| breadth_first::order(system) },
    BlockOrder { name: "greedy", blocks: |system, _| greedy::order(system, breadth_first::rim(system)[0]) },
    BlockOrder { name: "clue-by-clue", blocks: |system, _| clue_by_clue::order(system, breadth_first::rim(system)[0]) },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::frontier::tests::{corridor, scatter};
    use crate::system::split;

    #[test]
    fn every_order_visits_every_block_once() {
        for system in [scatter(16, 16, 0.2, 0.35, 1), corridor(40)] {
            for component in split(&system).components {
                let blocks = BlockSystem::new(&component.system, true);
                for order in ORDERS {
                    for form in [Form::Residuals, Form::Arrangements] {
                        let mut visited = (order.blocks)(&blocks, form);
                        visited.sort_unstable();
                        let all: Vec<u32> = (0..blocks.blocks.len() as u32).collect();
                        assert_eq!(visited, all, "{}", order.name);
                    }
                }
            }
        }
    }

    #[test]
    fn chosen_orders_beat_reading_order() {
        let (mut reading, mut auto) = (0.0, 0.0);
        for component in split(&scatter(20, 20, 0.2, 0.3, 2)).components {
            let blocks = BlockSystem::new(&component.system, true);
            let cost = |order: Vec<u32>| predicted_cost(&blocks, &order, Form::Residuals);
            reading += cost(reading::order(&blocks));
            auto += cost(auto::order(&blocks, Form::Residuals));
        }
        assert!(auto < reading, "{auto} {reading}");
    }
}
