//! The order in which a path sweep visits cells, for pictures.

use super::Form;
use super::order::ORDERS;
use crate::engine::Visit;
use crate::system::{BlockSystem, ReduceOptions, System, reduce, split};

/// Why there are no visits to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoVisits {
    /// No order has this name.
    #[error("no order named {name:?}; there are {}", names.join(", "))]
    Order {
        /// The name that was asked for.
        name: String,
        /// All names.
        names: Vec<&'static str>,
    },
    /// Reduction finds a contradiction.
    #[error("the clues contradict each other")]
    Contradiction,
}

/// The visit of every variable in the order of this name; None for variables that reduction decides or that no sum
/// contains.
///
/// # Errors
/// Unknown order, or sums whose contradiction reduction finds.
pub fn visits(system: &System, order: &str) -> Result<Vec<Option<Visit>>, NoVisits> {
    let Some(order) = ORDERS.iter().find(|o| o.name == order) else {
        let names = ORDERS.iter().map(|o| o.name).collect();
        return Err(NoVisits::Order { name: order.into(), names });
    };
    let reduction = reduce(system, ReduceOptions::ALL).map_err(|_| NoVisits::Contradiction)?;
    let mut visits = vec![None; system.cells];
    for component in split(&reduction.system).components {
        let blocks = BlockSystem::new(&component.system, true);
        let mut left: Vec<usize> = blocks.sums.iter().map(|sum| sum.blocks.len()).collect();
        let mut width = 0;
        for (index, &block) in (order.blocks)(&blocks, Form::Residuals).iter().enumerate() {
            let block = &blocks.blocks[block as usize];
            for &sum in &block.sums {
                let (all, left) = (blocks.sums[sum as usize].blocks.len(), &mut left[sum as usize]);
                width += usize::from(*left == all);
                *left -= 1;
                width -= usize::from(*left == 0);
            }
            for &cell in &block.cells {
                let cell = reduction.cells[component.cells[cell as usize] as usize];
                visits[cell as usize] = Some(Visit { step: index + 1, width });
            }
        }
    }
    Ok(visits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::frontier::tests::{corridor, scatter};

    #[test]
    fn steps_are_complete_and_the_end_is_narrow() {
        for (system, is_decided) in [(scatter(12, 12, 0.2, 0.3, 5), false), (corridor(30), true)] {
            for order in ORDERS {
                let all: Vec<Visit> = visits(&system, order.name).unwrap().into_iter().flatten().collect();
                // Reduction decides the whole corridor.
                assert_eq!(all.is_empty(), is_decided, "{}", order.name);
                // The last step of the longest component leaves no sum open.
                let last = all.iter().map(|v| v.step).max().unwrap_or(0);
                assert!(all.iter().filter(|v| v.step == last).all(|v| v.width == 0), "{}", order.name);
                assert!((1..=last).all(|step| all.iter().any(|v| v.step == step)));
            }
        }
        assert!(visits(&corridor(5), "sideways").unwrap_err().to_string().contains("breadth-first"));
    }
}
