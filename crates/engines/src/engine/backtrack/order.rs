//! The order in which cells are assigned.

use std::cmp::Reverse;

use super::check::Check;
use super::problem::Problem;
use super::state::State;

/// The orders to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrderKind {
    /// Cells by number, which is the board's reading order.
    Reading,
    /// By clue: the cells of the first sum, then the new cells of the second, and so on.
    Static,
    /// Fewest remaining values first, ties by the static order.
    Mrv,
    /// Fewest remaining values first, ties by the number of sums, then by the static order.
    MrvDegree,
}

/// Position of an order; saved by a frame of the search.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// Next entry of the base list.
    list: u32,
    /// Next entry of the trail that may be a single value not yet assigned.
    single: u32,
}

/// Chooses cells along one base list.
///
/// A 0/1 cell that is not assigned has one value left or two, so "fewest remaining values" needs no search: cells with
/// one value left wait on the trail and are taken from there, oldest first; among cells with two left the base list
/// decides. With checks that never shrink a domain (leaves, partial) no cell waits on the trail, and with arc
/// consistency such cells are instantiated before the next choice: there MRV is its base order.
pub(super) struct Order {
    list: Vec<u32>,
    /// Takes cells with one value left from the trail.
    singles_first: bool,
    /// Skips cells of the list that are assigned already.
    skip: bool,
    pub place: Place,
}

impl Order {
    pub fn new(kind: OrderKind, check: Check, problem: &Problem) -> Self {
        let mut list = match kind {
            OrderKind::Reading => (0..problem.cells as u32).collect(),
            _ => by_clue(problem),
        };
        if kind == OrderKind::MrvDegree {
            // A stable sort: equal degrees stay in static order.
            list.sort_by_key(|&cell| Reverse(problem.sums_of(cell as usize).len()));
        }
        let singles_first = matches!(kind, OrderKind::Mrv | OrderKind::MrvDegree) && check == Check::Forward;
        Order { list, singles_first, skip: singles_first || check == Check::Arc, place: Place::default() }
    }

    /// The cell to assign now, None if all are.
    pub fn next(&mut self, state: &State) -> Option<u32> {
        if self.singles_first {
            // Entries before `single` are assigned, and so is the cell taken from the list now, the next entry of the
            // trail.
            let waiting = state.trail().get(self.place.single as usize).copied();
            self.place.single += 1;
            if waiting.is_some() {
                return waiting;
            }
        }
        loop {
            let cell = *self.list.get(self.place.list as usize)?;
            self.place.list += 1;
            if !self.skip || state.is_open(cell) {
                return Some(cell);
            }
        }
    }
}

/// The cells in order of the sums, without duplicates; cells in no sum last.
fn by_clue(problem: &Problem) -> Vec<u32> {
    let mut seen = vec![false; problem.cells];
    let cells = (0..problem.sums()).flat_map(|sum| problem.cells_of(sum)).copied();
    cells.chain(0..problem.cells as u32).filter(|&cell| !std::mem::replace(&mut seen[cell as usize], true)).collect()
}
