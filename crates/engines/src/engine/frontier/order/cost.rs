//! Predicted cost of an order, without a sweep.

use crate::engine::frontier::Form;
use crate::system::BlockSystem;

/// Binary logarithm of the predicted number of states of all steps together.
///
/// Residuals: before a step at most the product over the open sums of the values each can have,
/// given how many of its cells are visited. Arrangements: the product over the live blocks of
/// their numbers of mines. In both, a step multiplies states by at most the block's choices.
pub fn predicted_cost(system: &BlockSystem, order: &[u32], form: Form) -> f64 {
    match form {
        Form::Residuals => residuals(system, order),
        Form::Arrangements => arrangements(system, order),
    }
}

/// Adds up steps: the states before a step from the bound of its layer.
struct Total {
    states: f64,
    sum: f64,
}

impl Total {
    fn new() -> Self {
        Total { states: 0.0, sum: 0.0 }
    }

    fn step(&mut self, choices: usize, bound: f64) {
        self.states = (self.states + (choices as f64).log2()).min(bound);
        let (low, high) = if self.states < self.sum { (self.states, self.sum) } else { (self.sum, self.states) };
        self.sum = high + (low - high).exp2().ln_1p() / std::f64::consts::LN_2;
    }
}

fn residuals(system: &BlockSystem, order: &[u32]) -> f64 {
    let cells: Vec<i64> = (system.sums.iter())
        .map(|s| s.blocks.iter().map(|&b| system.blocks[b as usize].cells.len() as i64).sum())
        .collect();
    let mut seen = vec![0i64; system.sums.len()];
    let values = |sum: usize, seen: i64| {
        let count = i64::from(system.sums[sum].count);
        let most = count.min(seen) - (count - (cells[sum] - seen)).max(0) + 1;
        (most.max(1) as f64).log2()
    };
    let mut bound = 0.0f64;
    let mut total = Total::new();
    for &block in order {
        let block = &system.blocks[block as usize];
        for &sum in &block.sums {
            let sum = sum as usize;
            bound -= values(sum, seen[sum]);
            seen[sum] += block.cells.len() as i64;
            bound += values(sum, seen[sum]);
        }
        total.step(block.cells.len() + 1, bound.max(0.0));
    }
    total.sum
}

fn arrangements(system: &BlockSystem, order: &[u32]) -> f64 {
    let mut left: Vec<u32> = system.sums.iter().map(|s| s.blocks.len() as u32).collect();
    let mut open_sums: Vec<u32> = system.blocks.iter().map(|b| b.sums.len() as u32).collect();
    let values = |block: u32| ((system.blocks[block as usize].cells.len() + 1) as f64).log2();
    let mut bound = 0.0f64;
    let mut total = Total::new();
    for &block in order {
        bound += values(block);
        for &sum in &system.blocks[block as usize].sums {
            left[sum as usize] -= 1;
            if left[sum as usize] > 0 {
                continue;
            }
            for &member in &system.sums[sum as usize].blocks {
                open_sums[member as usize] -= 1;
                if open_sums[member as usize] == 0 {
                    bound -= values(member);
                }
            }
        }
        total.step(system.blocks[block as usize].cells.len() + 1, bound.max(0.0));
    }
    total.sum
}
