//! The sweep over arrangements in slow motion, for drawings: the partial arrangements before and after each merge.

use std::collections::BTreeMap;

use super::Form;
use super::order::ORDERS;
use crate::engine::{Control, Stop};
use crate::system::{BlockSystem, Component};

/// A step of the sweep: one cell more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeLayer {
    /// The cell that is added, numbered as in the component.
    pub cell: u32,
    /// Cells that matter before the merge: those live before this step, and the new one.
    pub before_cells: Vec<u32>,
    /// Partial arrangements on them that no sum contradicts, with the number of arrangements of all cells so far that each
    /// stands for.
    pub before: Vec<(Vec<bool>, u64)>,
    /// Cells that matter after it: some unvisited cell shares a sum with them.
    pub live: Vec<u32>,
    /// The merged states, each with the number of arrangements of all cells so far.
    pub after: Vec<(Vec<bool>, u64)>,
}

/// The steps of `frontier:cells` on a component, clue by clue, none reduced. Numbers that do not fit are cut off at the largest.
///
/// # Errors
/// A limit ran out.
pub fn merge_layers(component: &Component, control: &mut Control) -> Result<Vec<MergeLayer>, Stop> {
    let blocks = BlockSystem::new(&component.system, false);
    let order = ORDERS.iter().find(|order| order.name == "clue-by-clue").expect("a row of the table of orders");
    let order: Vec<u32> = (order.blocks)(&blocks, Form::Arrangements)
        .iter()
        .map(|&block| blocks.blocks[block as usize].cells[0])
        .collect();
    let sums = &component.system.sums;
    let mut visited = vec![false; component.system.cells];
    let mut live: Vec<u32> = Vec::new();
    let mut states: Vec<(Vec<bool>, u64)> = vec![(Vec::new(), 1)];
    let mut layers = Vec::new();
    for cell in order {
        visited[cell as usize] = true;
        let before_cells = [live.clone(), vec![cell]].concat();
        let mut before = Vec::new();
        for (state, count) in &states {
            for mine in [false, true] {
                control.node()?;
                let values = [state.clone(), vec![mine]].concat();
                let value = |cell: u32| before_cells.iter().position(|&c| c == cell).map(|at| values[at]);
                // All visited cells of a sum with the new cell are live or new, so its mines so far can be read off.
                let fits = sums.iter().filter(|sum| sum.cells.contains(&cell)).all(|sum| {
                    let mines = sum.cells.iter().filter(|&&c| value(c) == Some(true)).count() as i32;
                    let open = sum.cells.iter().filter(|&&c| !visited[c as usize]).count() as i32;
                    (0..=open).contains(&(sum.count - mines))
                });
                if fits {
                    before.push((values, *count));
                }
            }
        }
        let is_live = |cell: &u32| {
            sums.iter().any(|sum| sum.cells.contains(cell) && sum.cells.iter().any(|&c| !visited[c as usize]))
        };
        live = before_cells.iter().copied().filter(is_live).collect();
        let mut merged: BTreeMap<Vec<bool>, u64> = BTreeMap::new();
        for (values, count) in &before {
            let kept = before_cells.iter().zip(values).filter(|(cell, _)| live.contains(cell)).map(|(_, &mine)| mine);
            let ways = merged.entry(kept.collect()).or_default();
            *ways = ways.saturating_add(*count);
        }
        states = merged.into_iter().collect();
        layers.push(MergeLayer { cell, before_cells, before, live: live.clone(), after: states.clone() });
    }
    Ok(layers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::frontier::tests::scatter;
    use crate::engine::{Counter, build};
    use crate::system::split;

    /// The last state stands for all solutions, and no layer is wider than the engine's.
    #[test]
    fn the_steps_are_those_of_the_engine() {
        let engine = build("frontier:cells").unwrap();
        let mut seen = 0;
        for seed in 0..20 {
            for component in split(&scatter(5, 5, 0.25, 0.4, seed)).components {
                let layers = merge_layers(&component, &mut Control::default()).unwrap();
                let mut control = Control::default();
                let count = engine.count(&component.system, &mut control).unwrap();
                let last = layers.last().map_or(1, |layer| layer.after.iter().map(|state| state.1).sum::<u64>());
                assert_eq!(count.models, last.into(), "seed {seed}");
                if last > 0 {
                    let widest = layers.iter().map(|layer| layer.after.len() as u64).max().unwrap_or(1);
                    assert_eq!(control.stats.get(Counter::PeakStates), Some(widest.max(1)), "seed {seed}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 10, "{seen}");
    }
}
