//! The system as flat arrays: the sums of each cell, the cells of each sum.

use crate::system::System;

/// A system in compressed rows; built once, read at every node.
pub(super) struct Problem {
    pub cells: usize,
    /// Mines required by each sum. Unreachable counts are kept as -1 or the number of cells plus 1, so that arithmetic
    /// cannot overflow.
    pub count: Vec<i32>,
    sum_start: Vec<u32>,
    sum_cells: Vec<u32>,
    cell_start: Vec<u32>,
    cell_sums: Vec<u32>,
}

impl Problem {
    pub fn new(system: &System) -> Self {
        let entries = system.sums.iter().map(minesat_core::system::Sum::len).sum();
        let mut problem = Problem {
            cells: system.cells,
            count: system.sums.iter().map(|s| s.count.clamp(-1, s.len() as i32 + 1)).collect(),
            sum_start: vec![0],
            sum_cells: Vec::with_capacity(entries),
            cell_start: vec![0; system.cells + 1],
            cell_sums: vec![0; entries],
        };
        for sum in &system.sums {
            problem.sum_cells.extend(&sum.cells);
            problem.sum_start.push(problem.sum_cells.len() as u32);
        }
        for &cell in &problem.sum_cells {
            problem.cell_start[cell as usize + 1] += 1;
        }
        for cell in 0..system.cells {
            problem.cell_start[cell + 1] += problem.cell_start[cell];
        }
        let mut next = problem.cell_start.clone();
        for (index, sum) in system.sums.iter().enumerate() {
            for &cell in &sum.cells {
                problem.cell_sums[next[cell as usize] as usize] = index as u32;
                next[cell as usize] += 1;
            }
        }
        problem
    }

    pub fn sums(&self) -> usize {
        self.count.len()
    }

    /// Cells of a sum, ascending.
    pub fn cells_of(&self, sum: usize) -> &[u32] {
        &self.sum_cells[self.sum_start[sum] as usize..self.sum_start[sum + 1] as usize]
    }

    /// Sums of a cell, ascending.
    pub fn sums_of(&self, cell: usize) -> &[u32] {
        &self.cell_sums[self.cell_start[cell] as usize..self.cell_start[cell + 1] as usize]
    }

    /// Size of the arrays in bytes.
    pub fn bytes(&self) -> u64 {
        let words = [&self.sum_start, &self.sum_cells, &self.cell_start, &self.cell_sums]
            .map(std::vec::Vec::len)
            .iter()
            .sum::<usize>();
        4 * (words + self.count.len()) as u64
    }
}
