//! A board as sums, with the clue of each.

use serde::Serialize;

use super::Place;
use crate::board::{Board, Grid};
use crate::system::{CellMap, System, clue_cells};

/// A cell that has no place in a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoVariable {
    /// Not on the board.
    #[error("({},{}) is not on the board of {} rows and {} columns", at.0, at.1, grid.rows, grid.cols)]
    Outside {
        /// The place.
        at: Place,
        /// The size of the board.
        grid: Grid,
    },
    /// Not covered.
    #[error("({},{}) is not covered: it shows {shown}", at.0, at.1)]
    Open {
        /// The place.
        at: Place,
        /// The letter of what it shows.
        shown: char,
    },
}

/// A board as sums, with the clue that each comes from.
pub struct CluePosition<'a> {
    /// As given; flags count as mines.
    pub board: &'a Board,
    /// As [`System::from_board`] makes it: the total is set where the board gives one.
    pub system: System,
    /// The board cell of each variable.
    pub map: CellMap,
    /// Board cell of the clue of each sum.
    pub clues: Vec<u32>,
}

impl<'a> CluePosition<'a> {
    /// The sums of a board.
    pub fn new(board: &'a Board) -> Self {
        let (system, map) = System::from_board(board);
        CluePosition { board, system, map, clues: clue_cells(board) }
    }

    /// The variable of a covered cell.
    ///
    /// # Errors
    /// The cell is not on the board or not covered.
    pub fn variable(&self, at: Place) -> Result<u32, NoVariable> {
        let grid = self.map.grid;
        let (row, col) = at;
        if row >= grid.rows || col >= grid.cols {
            return Err(NoVariable::Outside { at, grid });
        }
        let cell = grid.at(row, col);
        let covered = self.map.variable(cell).map(|v| v as u32);
        covered.ok_or_else(|| NoVariable::Open { at, shown: self.board.cell(cell).letter() })
    }
}

/// A cell and its value in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decided {
    /// A covered cell.
    pub at: Place,
    /// True for a mine, false for safe.
    pub mine: bool,
}
