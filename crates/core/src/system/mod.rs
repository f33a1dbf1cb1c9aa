//! A board as a constraint problem: m-of-n sums over 0/1 cells, the global mine total kept apart.

use smallvec::SmallVec;

mod approximate_join;
mod blocks;
mod components;
mod contradiction;
pub mod eliminate_defined;
pub mod equivalences;
mod exact_models;
mod from_board;
mod incidence;
mod join;
mod near;
pub mod parities;
mod parity_row;
mod ratio;
mod reduce;
mod rows;
mod single_sums;
mod tally;
mod twins;
mod wide;
mod wide_polynomial;

pub use approximate_join::{Blend, WideContext};
pub use components::{Component, Split, split};
pub use contradiction::Contradiction;
pub use exact_models::{exact_models, exact_tally, frontier_models};
pub use from_board::{Assumption, CellMap, GivenError, clue_cells};
pub use incidence::Incidence;
pub use join::{ComponentCount, Context, JoinPart, Values, correlate, join, join_with};
pub use near::{Window, WindowFinder};
pub use parity_row::ParityRow;
pub use ratio::{Fraction, ratio_to_f64};
pub use reduce::{ReduceOptions, Reduction, reduce};
pub use rows::Rows;
pub use tally::{CellModels, Count, Tally, binomial, binomial_row, share_mines};
pub use twins::{BlockSum, BlockSystem, TwinBlock};
pub use wide::{Wide, chance};
pub use wide_polynomial::WidePolynomial;

/// Cells of a sum. A large board has millions of sums, so a few cells lie within theirs, without an allocation.
pub type Cells = SmallVec<[u32; 6]>;

/// `count` of `cells` are mines. Cells are sorted and distinct. A count below 0 or above the number of cells is allowed
/// and unsatisfiable (a clue with too many flags beside it).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// Variables of the system.
    pub cells: Cells,
    /// Required number of mines.
    pub count: i32,
}

impl Sum {
    /// A sum from cells in any order.
    pub fn new(cells: impl IntoIterator<Item = u32>, count: i32) -> Self {
        let mut cells: Cells = cells.into_iter().collect();
        cells.sort_unstable();
        debug_assert!(cells.windows(2).all(|w| w[0] != w[1]), "a cell stands once in a sum");
        Sum { cells, count }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// True for the sum over nothing.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// False if no assignment satisfies the sum.
    pub fn is_possible(&self) -> bool {
        self.count >= 0 && self.count as usize <= self.cells.len()
    }
}

/// A system of sums over the cells `0..cells`, and the number of mines among ALL those cells where it is known (flags
/// already subtracted). Cells in no sum are *floating*: only the total involves them. The total is a field of its own
/// because as a sum it would join all components.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// Number of cells, those in no sum included.
    pub cells: usize,
    /// In any order; those of a board in the reading order of its clues.
    pub sums: Vec<Sum>,
    /// None where unknown; any number is allowed, an impossible one is unsatisfiable.
    pub total: Option<i64>,
}

impl System {
    /// For every cell the indices of its sums.
    pub fn sums_of_cells(&self) -> Vec<Vec<u32>> {
        let incidence = self.incidence();
        (0..self.cells).map(|cell| incidence.of(cell).to_vec()).collect()
    }

    /// The same in two allocations.
    pub fn incidence(&self) -> Incidence {
        Incidence::new(self.cells, self.sums.iter().map(|sum| sum.cells.iter().map(|&cell| cell as usize)))
    }

    /// For every cell whether some sum contains it.
    pub fn is_frontier(&self) -> Vec<bool> {
        let mut frontier = vec![false; self.cells];
        for &cell in self.sums.iter().flat_map(|s| &s.cells) {
            frontier[cell as usize] = true;
        }
        frontier
    }

    /// Number of floating cells.
    pub fn floating(&self) -> usize {
        self.is_frontier().iter().filter(|&&f| !f).count()
    }

    /// True if `mines` satisfies every sum and the total: the check that every model must pass, from any engine.
    pub fn is_model(&self, mines: &[bool]) -> bool {
        mines.len() == self.cells
            && self
                .sums
                .iter()
                .all(|sum| sum.cells.iter().filter(|&&c| mines[c as usize]).count() as i64 == i64::from(sum.count))
            && self.total.is_none_or(|total| mines.iter().filter(|&&m| m).count() as i64 == total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_satisfies_sums_and_total() {
        let mut system = System { cells: 3, sums: vec![Sum::new(vec![1, 0], 1)], total: None };
        assert!(system.is_model(&[true, false, true]));
        assert!(!system.is_model(&[true, true, false]));
        system.total = Some(1);
        assert!(!system.is_model(&[true, false, true]));
        assert_eq!(system.floating(), 1);
    }
}
