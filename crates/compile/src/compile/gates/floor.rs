//! The floor plan of tiles during layout.

use std::collections::BTreeMap;

use crate::compile::assemble::TilePlan;
use crate::compile::library::BLANK;

/// The wire of a node's value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wire {
    pub(super) row: usize,
    /// First column of it.
    pub(super) from: usize,
    /// First column after its last use.
    pub(super) to: usize,
    /// The row carries the complement.
    pub(super) complemented: bool,
    pub(super) uses: usize,
}

/// The tiles laid so far.
#[derive(Default)]
pub(super) struct Floor {
    /// By column and row: a signal runs down through the tile, or a row ends there.
    taken: Vec<Vec<bool>>,
    pub(super) special: BTreeMap<(usize, usize), &'static str>,
    /// Rows, and first and last column, where a signal runs to the right.
    pub(super) runs: Vec<(usize, usize, usize)>,
    /// First column from which each row is free.
    pub(super) free: Vec<usize>,
}

impl Floor {
    fn is_free(&self, col: usize, rows: std::ops::RangeInclusive<usize>) -> bool {
        self.taken.get(col).is_none_or(|taken| !rows.into_iter().any(|r| taken.get(r).copied().unwrap_or(false)))
    }

    pub(super) fn take(&mut self, col: usize, rows: std::ops::RangeInclusive<usize>) {
        if self.taken.len() <= col {
            self.taken.resize(col + 1, Vec::new());
        }
        let taken = &mut self.taken[col];
        if taken.len() <= *rows.end() {
            taken.resize(rows.end() + 1, false);
        }
        rows.for_each(|r| taken[r] = true);
    }

    /// The first column from `from` on where these rows are free.
    pub(super) fn first_free(&self, from: usize, rows: std::ops::RangeInclusive<usize>) -> usize {
        (from..).find(|&col| self.is_free(col, rows.clone())).expect("columns do not end")
    }

    /// Ends a wire that has no use left.
    pub(super) fn end(&mut self, wire: &Wire, tile: &'static str) {
        let col = self.first_free(wire.to, wire.row..=wire.row);
        self.take(col, wire.row..=wire.row);
        self.special.insert((wire.row, col), tile);
        self.runs.push((wire.row, wire.from, col));
        self.free[wire.row] = col + 1;
    }

    pub(super) fn width(&self) -> usize {
        self.taken.len().max(1)
    }

    pub(super) fn plan(&self) -> TilePlan {
        let mut plan = vec![vec![BLANK; self.width()]; self.free.len().max(1)];
        for (col, rows) in self.taken.iter().enumerate() {
            rows.iter().enumerate().filter(|r| *r.1).for_each(|(row, _)| plan[row][col] = "VWIRE");
        }
        for &(row, from, to) in &self.runs {
            plan[row][from..=to].iter_mut().for_each(|tile| *tile = if *tile == BLANK { "HWIRE" } else { "CROSS" });
        }
        self.special.iter().for_each(|(&(row, col), &tile)| plan[row][col] = tile);
        plan
    }
}
