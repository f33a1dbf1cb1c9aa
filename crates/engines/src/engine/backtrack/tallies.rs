//! Counting solutions one by one.

use num_bigint::BigUint;

use super::state::State;
use crate::engine::{Control, Stop};
use crate::system::{Component, ComponentCount, Tally};

/// Solutions with one number of mines.
struct Row {
    models: u64,
    /// Of them, those with a mine, per cell.
    mined: Vec<u64>,
}

/// Solutions of one part by mines. Plain 64-bit counters suffice: each solution adds one, and 2^64 of them cannot be
/// enumerated.
pub(super) struct Tallies {
    cells: usize,
    /// Row of each number of mines, `u32::MAX` for numbers not met: rows exist only for numbers that occur, because
    /// long frontiers with few solutions are common inputs.
    row_of: Vec<u32>,
    rows: Vec<Row>,
    /// Bytes of the caller's arrays, declared together with these.
    bytes: u64,
}

impl Tallies {
    pub fn new(cells: usize, bytes: u64) -> Self {
        Tallies { cells, row_of: vec![u32::MAX; cells + 1], rows: Vec::new(), bytes }
    }

    /// Adds a complete assignment.
    ///
    /// # Errors
    /// The memory limit ran out.
    pub fn add(&mut self, state: &State, control: &mut Control) -> Result<(), Stop> {
        let slot = &mut self.row_of[state.mines() as usize];
        if *slot == u32::MAX {
            *slot = self.rows.len() as u32;
            let rows = (self.rows.len() + 1) as u64;
            control.memory(self.bytes + 8 * rows * self.cells as u64)?;
            self.rows.push(Row { models: 0, mined: vec![0; self.cells] });
        }
        let row = &mut self.rows[*slot as usize];
        row.models += 1;
        row.mined.iter_mut().zip(state.values()).for_each(|(sum, &value)| *sum += u64::from(value));
        Ok(())
    }

    /// The finished counts of the part.
    pub fn finish(self, part: &Component) -> ComponentCount {
        let present: Vec<usize> = (0..self.row_of.len()).filter(|&k| self.row_of[k] != u32::MAX).collect();
        let (Some(&first), Some(&last)) = (present.first(), present.last()) else {
            return ComponentCount {
                cells: part.cells.clone(),
                tally: Tally::default(),
                index: vec![0; self.cells],
                mined: vec![Tally::default()],
            };
        };
        let collect = |of: &dyn Fn(&Row) -> u64| {
            let mut counts = vec![BigUint::ZERO; last - first + 1];
            for &mines in &present {
                counts[mines - first] = of(&self.rows[self.row_of[mines] as usize]).into();
            }
            Tally::new(first, counts)
        };
        ComponentCount {
            cells: part.cells.clone(),
            tally: collect(&|row| row.models),
            index: (0..self.cells as u32).collect(),
            mined: (0..self.cells).map(|cell| collect(&|row| row.mined[cell])).collect(),
        }
    }
}
