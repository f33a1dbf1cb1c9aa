//! Some sums of a position as a system with cells of its own.

use rustc_hash::FxHashMap;

use super::position::CluePosition;
use crate::system::{Sum, System};

/// Variable `i` of `system` is variable `cells[i]` of the position, its sum `i` is `sums[i]` there.
pub(super) struct Part {
    pub system: System,
    pub cells: Vec<u32>,
    pub sums: Vec<u32>,
}

impl Part {
    /// Some sums without the total; cell 0 is `first`, if there is one.
    pub fn new(position: &CluePosition, first: Option<u32>, sums: &[u32]) -> Part {
        let mut cells: Vec<u32> = first.into_iter().collect();
        let mut local: FxHashMap<u32, u32> = cells.iter().map(|&cell| (cell, 0)).collect();
        let mut own = Vec::with_capacity(sums.len());
        for &sum in sums {
            let sum = &position.system.sums[sum as usize];
            let mut number = |&cell: &u32| {
                *local.entry(cell).or_insert_with(|| {
                    cells.push(cell);
                    cells.len() as u32 - 1
                })
            };
            own.push(Sum::new(sum.cells.iter().map(&mut number), sum.count));
        }
        let system = System { cells: cells.len(), sums: own, total: None };
        Part { system, cells, sums: sums.to_vec() }
    }

    /// Some sums with the total over all cells, which keep their numbers.
    pub fn with_total(position: &CluePosition, sums: &[u32]) -> Part {
        let System { cells, sums: all, total } = &position.system;
        let own = sums.iter().map(|&s| all[s as usize].clone()).collect();
        let system = System { cells: *cells, sums: own, total: *total };
        Part { system, cells: (0..*cells as u32).collect(), sums: sums.to_vec() }
    }

    /// Board cell of a variable, as (row, column).
    pub fn place(&self, position: &CluePosition, cell: u32) -> (usize, usize) {
        position.map.position(self.cells[cell as usize] as usize)
    }
}
